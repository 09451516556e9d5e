//! What the fixes write.

use kifu_core::{Format, Safety, Source, apply_fixes};
use kifu_csa::Csa;
use kifu_shogiban::{Color, ShogiRecord};

/// Makes the fixes of a text.
fn fixed(text: &str, safety: Safety) -> String {
    let source = Source::from_text("a.csa", text);
    let found = Csa::default().read(&source).diagnostics;
    apply_fixes(&Csa::default(), &[], &source, found, safety).source.text().to_owned()
}

#[test]
fn guesses() {
    for (text, expected) in [
        // Letters of the wrong case, and spaces.
        ("PI\n+\n+7776fu\n%toryo\n", "PI\n+\n+7776FU\n%TORYO\n"),
        ("PI\n+\n+7776 FU\n", "PI\n+\n+7776FU\n"),
        // The sign of the player to move.
        ("PI\n+\n+7776FU\n3334FU\n+2726FU\n", "PI\n+\n+7776FU\n-3334FU\n+2726FU\n"),
        // Remarks.
        ("PI\n+\n+7776FU\nGood move!\n", "PI\n+\n+7776FU\n'*Good move!\n"),
        // A header with the same value twice.
        ("N+A\nN+A\n$EVENT:X\n$EVENT:X\nPI\n+\n", "N+A\n$EVENT:X\nPI\n+\n"),
        // No position, and then no player to move.
        ("V2.2\n+\n+7776FU\n", "V2.2\nPI\n+\n+7776FU\n"),
        ("V2.2\n-3334FU\n", "V2.2\nPI\n-\n-3334FU\n"),
    ] {
        for end in ["\n", "\r\n"] {
            let [text, expected] = [text, expected].map(|text| text.replace('\n', end));
            assert_eq!(fixed(&text, Safety::Safe), text);
            assert_eq!(fixed(&text, Safety::Guess), expected);
        }
    }
}

#[test]
fn the_player_to_move_is_safe() {
    assert_eq!(fixed("PI\n-3334FU\n", Safety::Safe), "PI\n-\n-3334FU\n");
}

#[test]
fn a_doubtful_text_has_no_guesses() {
    for text in [
        "PI\n+\n77776FU\n",
        "PI\n+\n+7776FU\nTORYO\n",
        "v2.2\nPI\n+\n+7776FU\n",
        "PI\n+\n+7776FU\n.5\n",
        "PI\n+\n%HIKU\n",
        "PI\n+\n%TORYO gg\n",
        "PI\n+\n+77XXFU\n",
        "PI\n+\nx+7776FU\n",
        "N+A\nN+B\nPI\n+\n",
        // Without moves, it is not known who moves first.
        "PI\n",
    ] {
        assert_eq!(fixed(text, Safety::Guess), text);
    }
}

/// A move whose sign is lost or damaged takes a turn, with its time.
#[test]
fn a_move_without_its_sign_is_a_move() {
    for played in ["=3334FU,T4", "3334FU,T4", "X-3334FU", "-X334FU", "- 3334FU", "-FU"] {
        let text = format!("V2.2\nPI\n+\n+7776FU\n{played}\n%TORYO\n");
        let reading = Csa::default().read(&Source::from_text("a.csa", &*text));
        let found: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(found, ["csa/bad-move"], "{played}");
        let record = &reading.records[0];
        assert_eq!(record.ending_outcome().unwrap().winner(), Some(&Color::White.seat()), "{played}");
        let again = Csa::default().write(&reading.records).text;
        assert_eq!(Csa::default().read(&Source::from_text("a.csa", again)).records, reading.records, "{played}");
    }
    let reading = Csa::default().read(&Source::from_text("a.csa", "V2.2\nPI\n+\n+7776FU,T3-3334FU,T4\n"));
    assert_eq!(reading.diagnostics.iter().next().unwrap().code.0, "csa/bad-move");
}
