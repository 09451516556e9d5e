//! What other programs read or write wrong.

use kifu_core::{Format, Source};
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
        "position startpos moves 7g7f 3c3d 2g2f resign",
        "position startpos moves 7g7f 3c3d 8h2b+",
        "position startpos moves 7g7f 8c8d timeout",
        "\n",
    ];
    assert_eq!(lines, expected.join("\n"));
    // Without the option, each line is a game.
    assert_eq!(Usi::default().read(&Source::from_text("a.usi", lines)).records.len(), 3);
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
