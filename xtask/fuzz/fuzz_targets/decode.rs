//! Law: any bytes are decoded in every charset without a panic, and edits that change nothing change no byte.
#![no_main]

use kifu::{
    goban::Go,
    model::{Charset, Edits, Source, WriteOutput},
};
use kifu_fuzz::{CHARSETS, LIBRARY, said_within};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let charsets = CHARSETS.map(Charset::new);
    for asked in charsets.iter().map(Some).chain([None]) {
        let declared =
            LIBRARY.formats_of::<Go>().map(|format| format.charsets(bytes)).max_by_key(Vec::len).unwrap_or_default();
        let (source, said) = Source::decode("fuzzed", bytes.into(), asked, &declared);
        said_within(&source, &said);
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
        // What can be written in a charset is read in it again.
        let writing = WriteOutput { text: source.text().into(), charset: source.charset().clone() };
        let (written, missing) = writing.encode();
        let (again, _) = Source::decode("again", written, Some(source.charset()), &[]);
        assert!(!missing.is_empty() || again.text() == writing.text, "in {}", writing.charset);
    }
});
