//! What the fuzz targets share: how a text and a reading are looked at.

use kifu::{
    Library,
    goban::Go,
    model::{Charset, Diagnostics, Format, ReadOutput, Source, Span},
};
use std::sync::LazyLock;

/// Every format there is.
pub static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

/// A charset of each kind: one byte a character, two, up to four, with escapes, in units of two.
pub const CHARSETS: [&str; 15] = [
    "UTF-8",
    "UTF-16LE",
    "UTF-16BE",
    "gb18030",
    "GBK",
    "Shift_JIS",
    "EUC-JP",
    "EUC-KR",
    "Big5",
    "ISO-2022-JP",
    "windows-1251",
    "windows-1252",
    "windows-874",
    "ISO-8859-2",
    "x-user-defined",
];

/// The bytes decoded as the format says, or in the charset that is asked for.
pub fn decode(format: &dyn Format<Go>, bytes: &[u8], asked: Option<&Charset>) -> (Source, Diagnostics) {
    format.decode("fuzzed", bytes.into(), asked)
}

/// The tokens lie side by side and cover the text.
pub fn tiles(format: &dyn Format<Go>, source: &Source) {
    let mut at = 0;
    for token in format.layout(source).tokens {
        assert!(token.start == at && !token.is_empty(), "a token at {token:?}, where one is due at {at}");
        within(source, "a token", token);
        at = token.end;
    }
    assert_eq!(at as usize, source.text().len(), "the tokens end before the text");
}

/// Every place that is told lies in the text, on borders of characters, and every node has one.
pub fn placed(source: &Source, reading: &ReadOutput<Go>) {
    said_within(source, &reading.diagnostics);
    assert_eq!(reading.records.len(), reading.origins.len());
    for (record, origin) in reading.records.iter().zip(&reading.origins) {
        within(source, "a record", origin.span);
        assert!(record.tree.preorder().all(|node| origin.starts.get(node.index()).is_some()), "a node has no place");
        for &start in &origin.starts {
            within(source, "a node", Span { start, end: start });
        }
    }
}

/// The places of diagnostics and of their fixes.
pub fn said_within(source: &Source, said: &Diagnostics) {
    for said in said.iter() {
        let notes = said.notes.iter().filter_map(|note| note.0);
        let fixes = said.fix.iter().flat_map(|fix| fix.edits.iter().map(|(span, _)| span));
        said.span.into_iter().chain(notes).chain(fixes).for_each(|span| within(source, said.code.0, span));
    }
}

fn within(source: &Source, what: &str, span: Span) {
    assert!(source.text().get(span.range()).is_some(), "{what} is at {span:?}, which is no piece of the text");
}
