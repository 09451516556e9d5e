//! The shared parts of the fuzz targets: checks of a text and of its records.

use kifu::{
    FormatVisitor, Library, default_formats,
    model::{Charset, Diagnostics, Format, Game, ReadOutput, Source, Span},
};
use std::{marker::PhantomData, sync::LazyLock};

/// All formats of kifu.
pub(crate) static LIBRARY: LazyLock<Library> = LazyLock::new(Library::default);

/// A law that is tested on bytes, with every format of every game.
pub(crate) trait Law {
    /// Panics if the format breaks the law on these bytes.
    fn hold<G: Game>(format: &dyn Format<G>, bytes: &[u8]);
}

/// Tests a law with every format.
pub(crate) fn every_format<L: Law>(bytes: &[u8]) {
    let _ = default_formats(Each::<L>(bytes, PhantomData));
}

struct Each<'a, L>(&'a [u8], PhantomData<L>);

impl<L: Law> FormatVisitor for Each<'_, L> {
    fn visit<G: Game>(self, format: impl Format<G> + 'static) -> Self {
        L::hold(&format, self.0);
        self
    }
}

/// Charsets of each kind: one byte, two bytes or up to four bytes per character, with escape sequences, and in units of two bytes.
pub(crate) const CHARSETS: [&str; 15] = [
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

/// Decodes the bytes in the charset `asked`, or in the charset that the format detects.
pub(crate) fn decode<G: Game>(format: &dyn Format<G>, bytes: &[u8], asked: Option<&Charset>) -> (Source, Diagnostics) {
    format.decode("fuzzed", bytes.into(), asked)
}

/// Panics if the tokens do not cover the text without gaps and overlaps.
pub(crate) fn tiles<G: Game>(format: &dyn Format<G>, source: &Source) {
    let mut at = 0;
    for token in format.layout(source).tokens {
        assert!(token.start == at && !token.is_empty(), "a token at {token:?}, but the next must start at {at}");
        within(source, "a token", token);
        at = token.end;
    }
    assert_eq!(at as usize, source.text().len(), "the tokens end before the text");
}

/// Panics if a span is not inside the text and on character boundaries, or if a node has no span.
pub(crate) fn placed<G: Game>(source: &Source, reading: &ReadOutput<G>) {
    assert_spans_within(source, &reading.diagnostics);
    assert_eq!(reading.records.len(), reading.source_maps.len());
    for (record, source_map) in reading.records.iter().zip(&reading.source_maps) {
        within(source, "a record", source_map.span);
        assert!(record.tree.preorder().all(|node| source_map.starts.get(node.index()).is_some()), "a node has no span");
        for &start in &source_map.starts {
            within(source, "a node", Span { start, end: start });
        }
    }
}

/// Panics if the span of a diagnostic or of its fix is not inside the text.
pub(crate) fn assert_spans_within(source: &Source, diagnostics: &Diagnostics) {
    for found in diagnostics.iter() {
        let notes = found.notes.iter().filter_map(|note| note.span);
        let fixes = found.fix.iter().flat_map(|fix| fix.edits.iter().map(|(span, _)| span));
        found.span.into_iter().chain(notes).chain(fixes).for_each(|span| within(source, found.code.0, span));
    }
}

fn within(source: &Source, what: &str, span: Span) {
    assert!(source.text().get(span.range()).is_some(), "{what} is at {span:?}, which is not a valid span of the text");
}
