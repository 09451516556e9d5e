//! What other programs read or write wrong.

use kifu_core::{Format, Node, Part, Source, losses};
use kifu_shogiban::Action;
use kifu_usi::{Notation, Usi, Variations};

/// One program writes the letter of the end of a section in later sections too.
#[test]
fn each_section_of_usen_has_its_own_end() {
    let text = "~0.7ku2jm6y2.r~2.8rl.~1.36e.t\n";
    let records = Usi::default().read(&Source::from_text("a.usen", text)).records;
    assert_eq!(Usi::default().notation(Notation::Usen).write(&records).text, text);
    let lines = Usi::default().variations(Variations::Lines).write(&records).text;
    let expected = [
        "# kifu: lines of play of one game",
        "position startpos moves 7g7f 3c3d 2g2f resign",
        "position startpos moves 7g7f 3c3d 8h2b+",
        "position startpos moves 7g7f 8c8d timeout",
        "\n",
    ];
    assert_eq!(lines, expected.join("\n"));
    assert_eq!(Usi::default().read(&Source::from_text("a.usi", &*lines)).records, records);
    // Without the comment and the option, each line is a game.
    let alone = lines.split_once('\n').unwrap().1;
    assert_eq!(Usi::default().read(&Source::from_text("a.usi", alone)).records.len(), 3);
}

/// Programs write the pieces in hand in different orders, and some omit the number of the move.
#[test]
fn hands_have_any_order() {
    let texts = [
        "sfen 4k4/9/9/9/9/9/9/9/4K4 w 17p4l2b3gP",
        "4k4/9/9/9/9/9/9/9/4K4 w P2b3g4l17p 1",
        "position sfen 4k4/9/9/9/9/9/9/9/4K4 w 3gP2b4l17p 1 moves",
    ];
    for text in texts {
        let records = Usi::default().read(&Source::from_text("a.sfen", text)).records;
        let sfen = Usi::default().notation(Notation::Sfen).write(&records).text;
        assert_eq!(sfen, "4k4/9/9/9/9/9/9/9/4K4 w P2b3g4l17p 1\n");
    }
}

#[test]
fn ranks_must_have_nine_squares() {
    for text in ["sfen 9/9/8/9/9/9/9/9/9 b - 1", "9/9/91/9/9/9/9/9/9 b - 1", "sfen 9/9/9/9/9/9/9/9 b - 1"] {
        let reading = Usi::default().read(&Source::from_text("a.sfen", text));
        assert!(reading.records.is_empty(), "{text}");
        assert_eq!(reading.diagnostics.iter().next().unwrap().code.0, "usi/bad-position");
    }
}

/// A line ends before a move that USI would read as another one.
#[test]
fn a_move_of_the_wrong_player_is_not_written() {
    let text = "moves 7g7f 3c3d 2g2f";
    let mut records = Usi::default().read(&Source::from_text("a.usi", text)).records;
    let second = records[0].tree.main_line().nth(2).unwrap();
    if let Some(Action::Move(played)) = &mut records[0].tree[second].action {
        played.color = played.color.opponent();
    }
    assert_eq!(Usi::default().write(&records).text, "position startpos moves 7g7f\n");
}

/// A game in lines of play is one game between others, and an empty line ends it.
#[test]
fn the_comment_before_lines_of_play_makes_one_game_of_them() {
    let text = "position startpos moves 1g1f\n# kifu: lines of play of one game\nposition startpos moves 7g7f\nposition startpos moves 2g2f\n\nposition startpos moves 9g9f\nposition startpos moves 5g5f\n";
    let records = Usi::default().read(&Source::from_text("a.usi", text)).records;
    assert_eq!(records.iter().map(|record| record.tree.len()).collect::<Vec<_>>(), [2, 3, 2, 2]);
}

/// Each line repeats the moves before it.
#[test]
fn nested_variations_do_not_make_a_text_of_quadratic_size() {
    let mut record = kifu_core::Record::<kifu_shogiban::Shogi>::default();
    let mut at = record.tree.root();
    let main = ["☗７八金(69)", "☖３二金(41)", "☗６九金(78)", "☖４一金(32)"];
    let other = ["☗１八香(19)", "☖１二香(11)"];
    for n in 0..3_000 {
        let [next, variation] =
            [main[n % 4], other[n % 2]].map(|text| Node::new(Some(text.parse::<Action>().unwrap())));
        let child = record.tree.add(at, next);
        record.tree.add(at, variation);
        at = child;
    }
    let format = Usi::default().variations(Variations::Lines);
    let writing = format.write(std::slice::from_ref(&record));
    assert!(writing.text.len() < 6 * 64 * record.tree.len(), "{}", writing.text.len());
    let lost = losses(&format, std::slice::from_ref(&record), &writing);
    assert!(!lost.is_empty() && lost.iter().all(|loss| loss.part == Part::Variation));
}

/// An ending that USI lacks is missing with its node. What belongs to it is lost too, and reported.
#[test]
fn what_belongs_to_a_missing_ending_is_reported() {
    let mut record = kifu_core::Record::<kifu_shogiban::Shogi>::default();
    let played = record.tree.add(record.tree.root(), Node::new(Some("☗７六歩(77)".parse::<Action>().unwrap())));
    let mut ending = Node::new(Some(Action::words("封じ手")));
    ending.spent = kifu_core::MoveTime::from(std::time::Duration::from_secs(9));
    let details = ending.details_mut();
    details.comments.push("明日へ".into());
    details.bookmark = Some("封".into());
    details.foreign.extend([kifu_core::Foreign::new("kif", "line", ["x".to_owned()])]);
    record.tree.add(played, ending);
    for notation in [Notation::Position, Notation::Usen] {
        let format = Usi::default().notation(notation);
        let lost = losses(&format, std::slice::from_ref(&record), &format.write(std::slice::from_ref(&record)));
        let parts: Vec<_> = lost.iter().map(|loss| loss.part).collect();
        let expected = [Part::Action, Part::Clock, Part::Comment, Part::Bookmark, Part::Foreign];
        assert_eq!(parts, expected, "{notation:?}");
    }
}
