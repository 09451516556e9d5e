//! Time is linear in the size of a file in any charset. This is a separate file, so that no other test runs at the same time.
#![cfg(feature = "encoding")]

use kifu_conformance::assert_linear;
use kifu_text::{Charset, Edits, Source, Span};
use std::hint::black_box;

const CHARSETS: [&str; 13] = [
    "UTF-8",
    "Shift_JIS",
    "EUC-JP",
    "ISO-2022-JP",
    "GBK",
    "gb18030",
    "Big5",
    "EUC-KR",
    "windows-1252",
    "windows-1251",
    "KOI8-R",
    "UTF-16LE",
    "UTF-16BE",
];

/// The number of bytes of a text. Some work is quadratic only in steps of a memory page, and shows in a large text.
const SIZE: usize = 4_000_000;

/// Repeats a line. No charset but those of Unicode has all of its characters.
fn lines(size: usize) -> String {
    let line = "é碁д\n";
    line.repeat(size / line.len())
}

#[test]
fn time_is_linear() {
    for name in CHARSETS {
        let charset = Charset::new(name);
        let bytes = |size| [charset.byte_order_mark(), &charset.encode(&lines(size)).0].concat();
        assert_linear(&format!("encoding {name}"), SIZE, lines, |text| drop(black_box(charset.encode(text))));
        assert_linear(&format!("decoding {name}"), SIZE, bytes, |bytes| {
            drop(black_box(Source::decode("test", bytes.clone(), Some(&charset), &[])));
        });
        assert_linear(&format!("detecting {name}"), SIZE / 4, bytes, |bytes| {
            drop(black_box(Source::decode("test", bytes.clone(), None, &[])));
        });
        let edited = |size| {
            let (source, _) = Source::decode("test", bytes(size), Some(&charset), &[]);
            let ends = source.text().match_indices('\n').map(|(at, _)| at);
            let mut edits = Edits::default();
            ends.for_each(|at| edits.replace(Span::new(at, at + 1), "?\n").expect("the edits are apart"));
            (source, edits)
        };
        assert_linear(&format!("edits in {name}"), SIZE / 4, edited, |(source, edits)| {
            drop(black_box(source.splice(edits).expect("every charset has these characters")));
        });
    }
}
