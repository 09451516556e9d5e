//! What the fixes write.

use kifu_core::{Format, Safety, Source, apply_fixes};
use kifu_kif::Kif;

/// The line before the moves.
const HEAD: &str = "手合割：平手\n";

/// Makes the fixes of a text.
fn fixed(text: &str, safety: Safety) -> String {
    let source = Source::from_text("a.kif", text);
    let found = Kif::default().read(&source).diagnostics;
    apply_fixes(&Kif::default(), &[], &source, found, safety).source.text().to_owned()
}

#[test]
fn guesses_of_kif() {
    for (text, expected) in [
        // A number that counts nothing.
        ("   0 ７六歩(77)\n", "   1 ７六歩(77)\n"),
        // Moves in other forms.
        ("1:７六歩(77)\n", "1 ７六歩(77)\n"),
        ("１手目　７六歩(77)   ( 0:05/00:00:05)\n", "1 ７六歩(77)   ( 0:05/00:00:05)\n"),
        ("   1 7六歩（７７）\n", "   1 ７六歩(77)\n"),
        ("   1 ７六歩(77)\n   2 同　歩（3３）\n", "   1 ７六歩(77)\n   2 同歩(33)\n"),
        // Remarks.
        ("   1 ７六歩(77)\nGood move!\n", "   1 ７六歩(77)\n*Good move!\n"),
        ("   1 ７六歩(77)\n備考：好手\n", "   1 ７六歩(77)\n*備考：好手\n"),
        ("   1 ７六歩(77) ( 0:05/00:00:05) 好手\n", "   1 ７六歩(77) ( 0:05/00:00:05) \n*好手\n"),
        ("   1 ７六歩(77) 好手\n", "   1 ７六歩(77) \n*好手\n"),
        ("   1 ７六歩(77)\n   2 投了 お疲れ\n", "   1 ７六歩(77)\n   2 投了 \n*お疲れ\n"),
        ("   1 ５八金右(69)\n", "   1 ５八金(69)\n"),
        ("   1 ７六歩(77)\n変化：1手\n", "   1 ７六歩(77)\n"),
        ("棋戦：王将戦\n棋戦：王将戦\n   1 投了\n", "棋戦：王将戦\n   1 投了\n"),
    ] {
        for end in ["\n", "\r\n"] {
            let [text, expected] = [text, expected].map(|text| [HEAD, text].concat().replace('\n', end));
            assert_eq!(fixed(&text, Safety::Safe), text);
            assert_eq!(fixed(&text, Safety::Guess), expected);
        }
    }
}

#[test]
fn a_doubtful_text_has_no_guesses() {
    for text in [
        // A move is missing, so that all numbers after it are too large.
        "   1 ７六歩(77)\n   3 ３四歩(33)\n   4 ２六歩(27)\nまで4手で中断\n",
        // The last number.
        "   1 ７六歩(77)\n   3 ３四歩(33)\n",
        // A damaged move, and other moves that are not played.
        "   1 ７六歩(7\n   2 ３四歩(33)\nまで1手で中断\n",
        "   1 ７五桂\nまで2手で中断\n",
        "   1 ７六歩(77)\n\u{FFFD}化：1手\n",
        // Two headers that differ.
        "棋戦：王将戦\n棋戦：棋王戦\n   1 投了\n",
        // A number that is too large: a move may be missing, or the line a copy.
        "   1 ７六歩(77)\n   3 ２六歩(27)\n   3 ２六歩(27)\n   4 ８四歩(83)\n",
        // Words that are the rest of a move, an ending, a variation or a result.
        "   1 ７六歩(77)\n   2 ３四歩(33) 右\n",
        "   1 ７六歩(77) 投了\n",
        "   1 ７六歩(77)\n投了\n",
        "   1 ７六歩(77)\n   2 ３四歩(33)\n変化　2手\n",
        "▲７六歩 △３四歩 まで2手で後手の勝ち\n",
        // A variation before moves that are lost.
        "まで3手で先手の勝ち\n変化：3手\n▲７五歩\n",
        // A move in two lines.
        "   1\n ７六歩(77)\n",
        // A move is missing before the ending, or in the middle.
        "   1 ７六歩(77)\n   3 投了\nまで2手で後手の勝ち\n",
        "   1 ７六歩(77)\n   3 ２六歩(27)\n   4 投了\nまで3手で先手の勝ち\n",
        // A number that is too small, and one that is too large below a variation.
        "   1 ７六歩(77)\n   2 ３四歩(33)\n   2 ２六歩(27)\n   4 投了\nまで3手で先手の勝ち\n",
        "   1 ７六歩(77)\n   2 ３四歩(33)\n変化：2手\n   22 ８四歩(83)\n   3 ２六歩(27)\n",
        // Moves without their number, or with another character in its place.
        "   1 ７六歩(77)\n  ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n",
        "   1 ７六歩(77)\n   a ４五角打\n   3 投了\nまで2手で後手の勝ち\n",
        "   1 ７六歩(77)\nニ二角成\n   3 投了\nまで2手で後手の勝ち\n",
        // The first move of a variation is damaged.
        "   1 ７六歩(77)\n   2 ３四歩(33)\n変化：2手\n/  2 ８四歩(83)\n*飛車先\n",
        // The number of a move in another form is not the next one.
        "   1 ７六歩(77)\n3: ３四歩(33)\n",
        // Words that kifu does not know, with a number that counts the ending.
        "   1 ７六歩(77)\n   2 投了\nまで2手で先手勝利\n",
        // The line names the winner after another number of moves.
        "   1 ７六歩(77)\n   2 投了\nまで2手で後手の勝ち\n",
        // A remark before the text of a program, and one between moves.
        "   1 ７六歩(77) ( 0:05/00:00:05) 好手 #x\n",
        "▲７六歩 好手 △３四歩\n",
    ] {
        let text = [HEAD, text].concat();
        assert_eq!(fixed(&text, Safety::Guess), text);
        assert!(Kif::default().read(&Source::from_text("a.kif", &text)).diagnostics.iter().next().is_some(), "{text}");
    }
}

#[test]
fn a_safe_fix_keeps_the_record() {
    for (text, expected) in [
        ("   1 ７六歩(77)\n   2 投了\nまで2手で先手の勝ち\n", "   1 ７六歩(77)\n   2 投了\nまで1手で先手の勝ち\n"),
        ("変化：1手\n   1 ７六歩(77)\n", "   1 ７六歩(77)\n"),
    ] {
        let [text, expected] = [text, expected].map(|text| [HEAD, text].concat());
        assert_eq!(fixed(&text, Safety::Safe), expected);
        let read = |text: &str| Kif::default().read(&Source::from_text("a.kif", text)).records;
        assert_eq!(read(&text), read(&expected));
    }
}

#[test]
fn a_diagram_says_that_it_is_no_handicap() {
    let text = std::fs::read_to_string("../../fixtures/kif/tsume-under-hirate/input.kif").unwrap();
    assert!(text.contains("手合割：平手"));
    assert!(fixed(&text, Safety::Guess).contains("手合割：その他"));
}

#[test]
fn nothing_after_a_time_is_lost() {
    let head = "手合割：平手\n   1 ７六歩(77) ( 0:01/00:00:01)";
    for (behind, code) in [
        ("   2 ３四歩(33) ( 0:02/00:00:02)", "kif/bad-move"),
        ("   2 投了 ( 0:02/00:00:02)", "kif/unknown-line"),
        (" 好手 (笑)", "kif/unknown-line"),
        (" (笑)", "kif/unknown-line"),
    ] {
        let reading = Kif::default().read(&Source::from_text("a.kif", [head, behind, "\n"].concat()));
        let found: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(found, [code], "{behind}");
        // The record keeps the words, so that a format that has no place for them says so.
        let record = &reading.records[0];
        let node = &record.tree[record.tree.main_line().nth(1).unwrap()];
        assert_eq!(node.details().unwrap().foreign.get("kif", "line").unwrap().values, [behind.trim()]);
    }
}

#[test]
fn a_promotion_may_follow_the_square() {
    let read = |text: &str| Kif::default().read(&Source::from_text("a.kif", [HEAD, text].concat()));
    for text in ["   1 ２二角(88)成\n", "   1 ２二角(88) 成\n", "   1 ２二角成(88)\n"] {
        let reading = read(text);
        assert_eq!(reading.records[0].moves().map(ToString::to_string).collect::<Vec<_>>(), ["☗２二角成(88)"]);
        assert!(reading.diagnostics.is_empty(), "{text}");
    }
    assert_eq!(read("   1 ２二角(88)不成\n").records[0].moves().next().unwrap().to_string(), "☗２二角(88)");
}
