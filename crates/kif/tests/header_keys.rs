//! Headers that damage, a typing error or a missing line end has hidden.

use kifu_core::{Charset, Format, Safety, Source, apply_fixes};
use kifu_kif::Kif;

const START: &str = "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n";

/// Each byte of the line is lost, doubled or changed: the hand is read, or there is a finding.
#[test]
fn a_damaged_line_of_pieces_in_hand_has_a_finding() {
    for key in ["先手の持駒", "後手の持駒", "先手の持ち駒"] {
        for charset in [Charset::UTF_8, Charset::new("Shift_JIS")] {
            let [before, line, after] =
                ["手合割：その他\n", &format!("{key}：飛　金二\n"), START].map(|text| charset.encode(text).0);
            let read = |line: &[u8]| {
                let bytes = [&before, line, &after].concat();
                let (source, found) = Kif::default().decode("a.kif", bytes, Some(&charset));
                let mut reading = Kif::default().read(&source);
                let is_reported = !found.is_empty() || !reading.diagnostics.is_empty();
                (reading.records.remove(0).setup, is_reported)
            };
            let (expected, is_reported) = read(&line);
            assert!(!is_reported && expected.handicap().is_none());
            for at in 0..line.len() - 1 {
                let (start, rest) = line.split_at(at);
                let mut damaged = vec![[start, &rest[1..]].concat(), [start, &rest[..1], rest].concat()];
                damaged.extend(
                    [0x41, 0x7A, 0x80, 0x8F, 0x9D, 0xE3, 0xFE].map(|byte| [start, &[byte], &rest[1..]].concat()),
                );
                for damaged in damaged {
                    let (setup, is_reported) = read(&damaged);
                    let text = String::from_utf8_lossy(&damaged).into_owned();
                    assert!(is_reported || setup == expected, "{}, byte {at}: {text}", charset.name());
                }
            }
        }
    }
}

/// Returns the codes of the findings of a text, and the text after the guesses.
fn fixed(text: &str) -> (Vec<&'static str>, String) {
    let source = Source::from_text("a.kif", text);
    let found = Kif::default().read(&source).diagnostics;
    let codes = found.iter().map(|found| found.code.0).collect();
    (codes, apply_fixes(&Kif::default(), &[], &source, found, Safety::Guess).source.text().to_owned())
}

#[test]
fn hidden_headers_are_found_again() {
    for (text, code, expected) in [
        ("持時間：10分\n手合割：平手\n", "kif/misspelt-key", "持ち時間：10分\n手合割：平手\n"),
        ("開始日：2024/05/06\n先手：x\n", "kif/misspelt-key", "開始日時：2024/05/06\n先手：x\n"),
        ("後手：よる対局日：2026/08/05\n", "kif/joined-headers", "後手：よる\n対局日：2026/08/05\n"),
        ("棋戦：練習先手：あさ後手：よる\n", "kif/joined-headers", "棋戦：練習\n先手：あさ\n後手：よる\n"),
    ] {
        assert_eq!(fixed(text), (vec![code], expected.into()));
    }
    for clean in ["備考：先手：x\n先手：y\n", "先手：あさ:よる\n", "作者：z\n手合割：平手\n"] {
        assert_eq!(fixed(clean), (vec![], clean.into()));
    }
}
