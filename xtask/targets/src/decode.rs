//! kifu decodes any bytes in every charset without a panic, and edits that change nothing change no byte.

use crate::checks::{CHARSETS, assert_spans_within};
use kifu::{
    FormatVisitor, default_formats,
    model::{Charset, CharsetDeclaration, Edits, Format, Game, Source, WriteOutput},
};

/// Tests the law on bytes.
pub fn run(bytes: &[u8]) {
    let charsets = CHARSETS.map(Charset::new);
    let Declared(_, declared) = default_formats(Declared(bytes, Vec::new()));
    for asked in charsets.iter().map(Some).chain([None]) {
        let (source, diagnostics) = Source::decode("fuzzed", bytes.into(), asked, &declared);
        assert_spans_within(&source, &diagnostics);
        let mut everywhere = Edits::default();
        for (at, character) in source.text().char_indices() {
            let _ = everywhere.insert(at, "");
            let _ = everywhere.replace((at..at + character.len_utf8()).into(), character);
        }
        for edits in [Edits::default(), everywhere] {
            assert_eq!(source.splice(&edits).as_deref(), Ok(bytes), "in {:?}", source.segments());
            let (again, _) = source.edited(&edits).expect("nothing to encode");
            assert_eq!((again.text(), again.segments()), (source.text(), source.segments()));
        }
        // Text that can be encoded in a charset must be decoded in it again.
        let writing = WriteOutput::new(source.text().into(), source.charset().clone());
        let (written, missing) = writing.encode();
        let (again, _) = Source::decode("again", written, Some(source.charset()), &[]);
        assert!(!missing.is_empty() || again.text() == writing.text, "in {}", writing.charset);
    }
}

/// The charsets that the bytes declare, from the format that finds the largest number of declarations.
struct Declared<'a>(&'a [u8], Vec<CharsetDeclaration>);

impl FormatVisitor for Declared<'_> {
    fn visit<G: Game>(self, format: impl Format<G> + 'static) -> Self {
        let found = format.charsets(self.0);
        if found.len() >= self.1.len() { Self(self.0, found) } else { self }
    }
}
