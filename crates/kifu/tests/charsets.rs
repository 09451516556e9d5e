//! One damaged byte in a file of shogi changes neither its charset nor another line, with few letters and in every charset of shogi.

use kifu::{Hints, Library, shogiban::CHARSETS};

const KIF: &str = "先手：羽生\n後手：谷川\n   1 ７六歩(77)\n*good\n";
const CSA: &str = "N+羽生善治\nN-谷川浩司\n$EVENT:名人戦\nPI\n+\n+7776FU\n";

/// Returns copies of the bytes, each with another damage at `at`: the byte is missing, doubled or changed.
fn damaged(bytes: &[u8], at: usize) -> impl Iterator<Item = Vec<u8>> {
    let with = move |new: &[u8]| [&bytes[..at], new, &bytes[at + 1..]].concat();
    let changed = (0..=255).step_by(5).map(move |byte| with(&[byte]));
    changed.chain([with(&[]), with(&[bytes[at]; 2])])
}

#[test]
fn a_damaged_byte_changes_neither_the_charset_nor_another_line() {
    let library = Library::default();
    for (name, text) in [("game.kif", KIF), ("game.csa", CSA)] {
        for charset in CHARSETS {
            let bytes = charset.encode(text).0;
            for at in (0..bytes.len()).filter(|at| !bytes[*at].is_ascii()) {
                for damaged in damaged(&bytes, at) {
                    let opened = library.read(name, damaged.clone(), &Hints::default()).unwrap();
                    let place = format!("{name} in {charset}, byte {at}: {damaged:x?}");
                    assert_eq!(opened.source.charset(), charset, "{place}");
                    let line = bytes[..at].iter().filter(|byte| **byte == b'\n').count();
                    // A new line end divides a line, and a damaged character may take none.
                    let (lines, read): (Vec<_>, Vec<_>) =
                        (text.lines().collect(), opened.source.text().lines().collect());
                    assert_eq!(lines[..line], read[..line], "{place}");
                    let after = lines.len() - line - 1;
                    assert_eq!(lines[line + 1..], read[read.len() - after..], "{place}");
                }
            }
        }
    }
}
