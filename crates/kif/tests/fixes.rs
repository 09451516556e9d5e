//! What the fixes write.

use core::time::Duration;
use kifu_core::{Format, Record, Safety, Severity, Source, apply_fixes};
use kifu_kif::{Ki2, Kif};
use kifu_shogiban::{Action, Color, Shogi, ShogiRecord};

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
        // Moves in other forms, and without their number.
        ("   1 7六歩（７７）\n", "   1 ７六歩(77)\n"),
        ("   1 ７六歩(77)\n   2 同　歩（3３）\n", "   1 ７六歩(77)\n   2 同歩(33)\n"),
        ("   1 ７六歩(77)\n  ３四歩(33)\n", "   1 ７六歩(77)\n  2 ３四歩(33)\n"),
        ("   1 ７六歩(77)\n   a ４五角打\n   3 投了\n", "   1 ７六歩(77)\n   2 ４五角打\n   3 投了\n"),
        ("   1 ７六歩(77)\n変化：1手\n/  1 ２六歩(27)\n", "   1 ７六歩(77)\n変化：1手\n   1 ２六歩(27)\n"),
        // Remarks.
        ("   1 ７六歩(77)\nGood move!\n", "   1 ７六歩(77)\n*Good move!\n"),
        ("   1 ７六歩(77)\n備考：好手\n", "   1 ７六歩(77)\n*備考：好手\n"),
        ("   1 ７六歩(77) ( 0:05/00:00:05) 好手\n", "   1 ７六歩(77) ( 0:05/00:00:05) \n*好手\n"),
        ("   1 ７六歩(77) 好手\n", "   1 ７六歩(77) \n*好手\n"),
        ("   1 ７六歩(77)\n   2 投了 お疲れ\n", "   1 ７六歩(77)\n   2 投了 \n*お疲れ\n"),
        ("   1 ５八金右(69)\n", "   1 ５八金(69)\n"),
        ("   1 ７六歩(77)\n変化：1手\n", "   1 ７六歩(77)\n"),
        ("棋戦：王将戦\n棋戦：王将戦\n   1 投了\n", "棋戦：王将戦\n   1 投了\n"),
        // Other spellings of an ending and of a date.
        ("   1 投　了。\n", "   1 投了\n"),
        ("   1 ７六歩(77)\n   2 後手投了\n", "   1 ７六歩(77)\n   2 投了\n"),
        ("開始日時：2014-09-13T14：59\n   1 投了\n", "開始日時：2014/09/13 14:59\n   1 投了\n"),
        ("開始日時：2014年9月3日\n   1 投了\n", "開始日時：2014/9/3\n   1 投了\n"),
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
        "   1 ７六歩(77)\n   3 ２六歩(27)\n   4 ８四歩(83)\n",
        // An ending of the other player.
        "   1 ７六歩(77)\n   2 先手投了\n",
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
        // A damaged move without its number.
        "   1 ７六歩(77)\nニ二角成\n   3 投了\nまで2手で後手の勝ち\n",
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
        // Numbers in other forms.
        ("1:７六歩(77)\n", "1 ７六歩(77)\n"),
        ("１手目　７六歩(77)   ( 0:05/00:00:05)\n", "1 ７六歩(77)   ( 0:05/00:00:05)\n"),
        ("   1 ７六歩(77)\n3: ３四歩(33)\n", "   1 ７六歩(77)\n3 ３四歩(33)\n"),
        // A line that is there twice is not a variation.
        (
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   2 ３四歩(33)\n   3 ２六歩(27)\n",
            "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n",
        ),
        ("   1 ７六歩(77)\n   2 ３四歩(33)\n 2:３四歩(33)\n", "   1 ７六歩(77)\n   2 ３四歩(33)\n"),
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
        assert_eq!(node.details().unwrap().foreign.get("kif", "line").unwrap().values[..], [behind.trim()]);
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

/// A move that cannot be read takes a turn, and 同 means its square, if that can be read.
#[test]
fn a_damaged_move_is_a_move() {
    let read = |text: &str| Kif::default().read(&Source::from_text("a.kif", [HEAD, text].concat())).records.remove(0);
    let text = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２四歩(2\n   4 同　歩(23)\n   5 投了\n";
    let record = read(text);
    assert_eq!(record.moves().last().unwrap().to_string(), "☖２四歩(23)");
    assert_eq!(record.ending_outcome().unwrap().winner(), Some(&Color::White.seat()));
    let record = read("   1 ７六歩(77)\n   2 ３四歩(3   ( 0:43/00:00:43)\n   3 投了\n");
    assert_eq!(record.ending_outcome().unwrap().winner(), Some(&Color::White.seat()));
    let node = record.tree.main_line().nth(2).unwrap();
    assert_eq!(record.tree[node].action, Some(Action::words("３四歩(3")));
    assert_eq!(record.tree[node].spent.get(), Some(Duration::from_secs(43)));
    // The square of a damaged move is not known, so 同 has none either.
    let source = Source::from_text("a.kif", [HEAD, &text.replace("２四歩(2", "X四歩(27)")].concat());
    let reading = Kif::default().read(&source);
    assert!(reading.diagnostics.iter().any(|found| found.code.0 == "kif/same-without-move"));
}

/// A rank that occurs twice, and ranks in another form.
#[test]
fn ranks_have_names() {
    let board = std::fs::read_to_string("../../fixtures/kif/tsume-under-hirate/input.kif").unwrap();
    let third = board.lines().find(|line| line.ends_with("|三")).unwrap();
    let read = |text: &str| Kif::default().read(&Source::from_text("a.kif", text));
    let expected = read(&board);
    let setup = |text: &str| {
        let reading = read(text);
        let codes: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
        let before = expected.diagnostics.iter().count();
        (reading.records[0].setup == expected.records[0].setup, codes.len() - before, codes.contains(&"kif/bad-rank"))
    };
    assert_eq!(setup(&board.replace(third, &format!("{third}\n{third}"))), (true, 1, true));
    assert_eq!(setup(&board.replace("|三", "|四")), (true, 1, true));
    let indented: String = board.lines().map(|line| format!("  {line}\n")).collect();
    assert_eq!(setup(&indented), (true, 0, false));
    assert_eq!(setup(&board.replace('|', "｜")), (true, 0, false));
}

#[test]
fn a_remark_may_follow_a_move_at_once() {
    for text in ["▲７六歩！△３四歩\n", "▲７六歩（好手） △３四歩\n", "▲７六歩。\n△３四歩、\n"]
    {
        let reading = Ki2::default().read(&Source::from_text("a.ki2", [HEAD, text].concat()));
        assert_eq!(reading.records[0].moves().count(), 2, "{text}");
        assert!(reading.diagnostics.iter().all(|found| found.code.0 == "kif/unknown-line"), "{text}");
        assert!(!reading.diagnostics.is_empty());
    }
}

/// Shogidokoro starts its files with a line that only names the format.
#[test]
fn a_line_that_names_the_format_is_no_data() {
    let text = "# KIF形式棋譜ファイル\n# Generated by Shogidokoro\n手合割：平手\n   1 ７六歩(77)\n";
    let reading = Kif::default().read(&Source::from_text("a.kif", text));
    let info = &reading.records[0].info;
    assert_eq!((&*info.application, info.foreign.is_empty()), ("Shogidokoro", true));
    let root = &reading.records[0].tree[reading.records[0].tree.root()];
    assert!(root.details().is_none_or(|details| details.foreign.is_empty()));
}

/// Words that do not name an ending leave the result to the line まで.
#[test]
fn the_line_at_the_end_decides() {
    for words in ["投　了。", "後手投了", "時間切", "X"] {
        let text = format!("{HEAD}   1 ７六歩(77)\n   2 {words}\nまで1手で先手の勝ち\n");
        let reading = Kif::default().read(&Source::from_text("a.kif", text));
        let found: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(found, ["kif/unknown-ending"], "{words}");
        assert_eq!(reading.records[0].ending_outcome().unwrap().winner(), Some(&Color::Black.seat()));
    }
}

#[test]
fn a_move_in_the_place_of_a_header_is_an_error() {
    for text in ["   1 ７六歩(7:7)\n", "   X ７六歩(7   ( 0:03/00:00:03)\n", "   1    ( 0:04/00:00:04)\n"] {
        let reading = Kif::default().read(&Source::from_text("a.kif", [HEAD, text].concat()));
        let found: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(found, ["kif/bad-move"], "{text}");
    }
}

/// Only a damaged square is not a time.
#[test]
fn a_time_of_one_digit_is_a_time() {
    let reading = Kif::default().read(&Source::from_text("a.kif", format!("{HEAD}   1 ７六歩 (7:7)\n")));
    let found: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
    assert_eq!((moves(&reading.records[0]), found), (vec!["☗７六歩(77)".to_string()], vec!["kif/unknown-line"]));
    for line in
        ["   1 投了(1:5)", "   1 ７六歩(77)(1:5)", "   1 ７六歩(0:5)", "   1 ７六歩 (1:05)", "   1 ５五角打(1:5)"]
    {
        let reading = Kif::default().read(&Source::from_text("a.kif", format!("{HEAD}{line}\n")));
        assert!(reading.diagnostics.iter().all(|found| found.code.0.starts_with("rules/")), "{line}");
        let record = &reading.records[0];
        assert!(record.tree[record.tree.main_line().last().unwrap()].spent.get().is_some(), "{line}");
    }
    // The time is the last one.
    for line in ["   1 ７六歩 (7:7) ( 0:05/00:00:05)", "   1 76歩 (7:7) (0:05)", "   1 ７六歩(7:7) ( 0:05/00:00:05)"]
    {
        let reading = Kif::default().read(&Source::from_text("a.kif", format!("{HEAD}{line}\n")));
        let record = &reading.records[0];
        let spent = record.tree[record.tree.main_line().last().unwrap()].spent.get();
        assert_eq!((spent.map(|spent| spent.as_secs()), reading.diagnostics.is_empty()), (Some(5), false), "{line}");
    }
}

/// The moves of the tests below.
const THREE_MOVES: [&str; 3] = ["☗７六歩(77)", "☖３四歩(33)", "☗２六歩(27)"];

fn moves(record: &Record<Shogi>) -> Vec<String> {
    record.moves().map(ToString::to_string).collect()
}

/// A line whose number is damaged is read as the move that it states.
#[test]
fn a_move_with_a_damaged_start_is_played() {
    let time = "   ( 0:43/00:00:43)";
    for (line, is_safe) in [
        ("2３四歩(33)", true),
        ("   2３四歩(33)   ( 0:43/00:00:43)", true),
        ("２３四歩(33)", true),
        ("X３四歩(33)", false),
        ("X ３四歩(33)", false),
        ("   X ３四歩(33)   ( 0:43/00:00:43)", false),
        ("2X ３四歩(33)", false),
        ("    ３四歩(33)   ( 0:43/00:00:43)", false),
        ("３四歩(33)", false),
    ] {
        let text = format!("{HEAD}   1 ７六歩(77){time}\n{line}\n   3 ２六歩(27)\n");
        let reading = Kif::default().read(&Source::from_text("a.kif", &*text));
        let found: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(
            (moves(&reading.records[0]), &*found),
            (THREE_MOVES.map(String::from).into(), &["kif/move-number"][..])
        );
        let mut fixes = reading.diagnostics.iter().filter_map(|found| found.fix.as_ref());
        assert!(fixes.all(|fix| (fix.safety == Safety::Safe) == is_safe), "{line}");
        let fixed = fixed(&text, Safety::Guess);
        assert!(fixed.contains("2 ３四歩(33)"), "{fixed}");
        assert!(Kif::default().read(&Source::from_text("a.kif", fixed)).diagnostics.is_empty(), "{line}");
    }
}

/// A line whose number is damaged ends the game if it states an ending. A remark does not.
#[test]
fn an_ending_with_a_damaged_number_ends_the_game() {
    let ended = |line: &str| {
        let text = format!("{HEAD}   1 ７六歩(77)\n{line}\n");
        Kif::default().read(&Source::from_text("a.kif", text)).records[0].ending_outcome().is_some()
    };
    for line in ["X 投了   ( 0:00/00:00:00)", "X 投了", "2手目 投了", "２ 投了", "2:投了", "2投了", "/  2 投了"]
    {
        assert!(ended(line), "{line}");
    }
    assert!(!ended("投了") && !ended("参考 投了"));
}

/// A move without its mark is read if its line shows that it is a move.
#[test]
fn a_move_of_ki2_without_its_mark_is_played() {
    for (line, is_played) in [
        ("▲７六歩 ３四歩 ▲２六歩", true),
        ("▲７六歩 X３四歩 ２六歩", true),
        ("７六歩 △３四歩 ▲２六歩", true),
        ("X７六歩 △３四歩 ▲２六歩", true),
        ("７六歩 ３四歩 ２六歩", false),
        ("▲７六歩\nX３四歩\n▲２六歩", true),
        ("▲７六歩 △３四歩\n２六歩", false),
        ("▲７六歩 ３四歩が普通 ▲２六歩", false),
        ("▲７六歩 △３四歩\n※２六歩", false),
        ("▲７六歩\n３四歩 ２六歩", false),
        ("７六歩が普通 △３四歩 ▲２六歩", false),
    ] {
        let text = format!("{HEAD}{line}\n");
        let reading = Ki2::default().read(&Source::from_text("a.ki2", &*text));
        let missing = reading.diagnostics.iter().filter(|found| found.code.0 == "kif/missing-mark").count();
        assert_eq!((moves(&reading.records[0]) == THREE_MOVES, missing > 0), (is_played, is_played), "{line}");
        if is_played {
            let source = Source::from_text("a.ki2", &*text);
            let fixed = apply_fixes(&Ki2::default(), &[], &source, reading.diagnostics, Safety::Safe);
            assert!(fixed.source.text().replace('\n', " ").ends_with(" ▲７六歩 △３四歩 ▲２六歩 "), "{line}");
        }
    }
}

/// The first move of a variation is that of the player who is to move there.
#[test]
fn a_variation_may_start_without_a_mark() {
    let text = format!("{HEAD}▲７六歩 △３四歩 ▲２六歩\n\n変化：3手\nX７五歩\n");
    let source = Source::from_text("a.ki2", text);
    let reading = Ki2::default().read(&source);
    let fixed = apply_fixes(&Ki2::default(), &[], &source, reading.diagnostics, Safety::Safe);
    assert_eq!((fixed.made, fixed.stopped), (1, None));
    assert!(fixed.source.text().ends_with("\n▲７五歩\n"));
}

#[test]
fn what_contradicts_the_line_of_play_is_reported() {
    let codes = |text: &str| {
        let reading = Kif::default().read(&Source::from_text("a.kif", [HEAD, text].concat()));
        let codes: Vec<_> = reading.diagnostics.iter().map(|found| (found.code.0, found.severity)).collect();
        (codes, reading.records.into_iter().next().unwrap())
    };
    let two = "   1 ７六歩(77)\n   2 ３四歩(33)\n";
    let warned = |code| vec![(code, Severity::Warning)];
    // A variation of a move that the main line does not have.
    let (found, _) = codes(&format!("{two}変化：3手\n   3 ２六歩(27)\n"));
    assert_eq!(found, warned("kif/variation-without-parent"));
    // The mark of the other player.
    assert_eq!(codes("   1 △７六歩(77)\n").0, warned("kif/wrong-player"));
    assert_eq!(codes(&format!("{two}   3 △投了\n")).0, warned("kif/wrong-player"));
    // A heading with a number, and a repeated line that has more.
    assert_eq!(codes(&format!("1手目：７六歩\n1：同じ局面\n{two}")).1.moves().count(), 2);
    let (_, record) = codes(&format!("{two}   2 ３四歩(33) ( 0:05/00:00:05) #x\n"));
    let last = record.tree.main_line().last().unwrap();
    assert_eq!(record.tree[last].details().unwrap().foreign.iter().count(), 2);
    // An ending with the number of the move before it.
    let (found, record) = codes(&format!("{two}   2 投了\nまで2手で後手の勝ち\n"));
    assert_eq!(found, warned("kif/move-number"));
    assert_eq!(record.ending_outcome().unwrap().winner(), Some(&Color::White.seat()));
    // A line that is there twice, with a comment between.
    let (found, record) = codes(&format!("   1 ７六歩(77)\n*好手\n{two}"));
    assert_eq!((found, record.moves().count()), (warned("kif/move-number"), 2));
    // A line without a move takes a turn.
    let (found, record) = codes("   1 ７六歩(77)\n   2 ( 0:01/00:00:01)\n   3 ２六歩(27)\n");
    assert_eq!(found, [("kif/bad-move", Severity::Error)]);
    assert_eq!(record.moves().last().unwrap().to_string(), "☗２六歩(27)");
    // Words that are nearly an ending, and the winner of a game.
    for text in [
        "   1 ７六歩(77)\nまで1手げ六歩\n",
        "   1 投子\n",
        "   1 後手投了\n",
        "   1 反側負け\n",
        "   1 パ\nまで1手で手の勝ち\n",
        "   1 Time-up\n",
        "   1 toryo\n",
    ] {
        assert!(codes(text).0.contains(&("kif/unknown-ending", Severity::Warning)), "{text}");
    }
}

/// The pieces in hand are missing if the key is damaged.
#[test]
fn a_damaged_key_of_a_hand_is_reported() {
    let board = std::fs::read_to_string("../../fixtures/kif/tsume-under-hirate/input.kif").unwrap();
    assert!(board.contains("先手の持駒："));
    for (key, is_damaged) in
        [("先手の特駒：", true), ("手の持駒：", true), ("X先手の持駒：", true), ("使用駒：", false)]
    {
        let text = board.replace("先手の持駒：", key);
        let reading = Kif::default().read(&Source::from_text("a.kif", text));
        assert_eq!(reading.diagnostics.iter().any(|found| found.code.0 == "kif/bad-hand"), is_damaged, "{key}");
    }
}
