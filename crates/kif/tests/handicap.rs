//! Handicaps that few programs know, and those that none knows.

use kifu_core::{Format, Part, Source, losses};
use kifu_kif::{Ki2, Kif};
use kifu_shogiban::{Handicap, Shogi};
use std::slice::from_ref;

/// Returns the record and the number of errors of a text.
fn read(format: &dyn Format<Shogi>, text: &str) -> (kifu_core::Record<Shogi>, u64) {
    let mut reading = format.read(&Source::from_text("game.kif", text));
    let errors = reading.diagnostics.at_least(kifu_core::Severity::Error);
    (reading.records.remove(0), errors)
}

/// Other programs would read its name as the even game.
#[test]
fn a_handicap_that_few_programs_know_is_written_with_its_diagram() {
    for handicap in Handicap::ALL {
        let record = kifu_core::Record::new(handicap.setup());
        let written = Kif::default().write(from_ref(&record)).text;
        assert_eq!(written.contains("|一\n"), !handicap.is_common(), "{handicap}");
        let name = if handicap.is_common() { handicap.name() } else { "その他" };
        assert!(written.contains(&format!("手合割：{name}\n")), "{written}");
        assert_eq!(read(&Kif::default(), &written).0.setup.handicap(), Some(handicap));
    }
}

/// The text of the moves comes back as it was, and other formats lose it.
#[test]
fn the_moves_from_an_unknown_position_are_kept() {
    let moves = "   1 ３四歩(44)   ( 0:01/00:00:01)\n*x\n#y\n\n変化：1手\n   1 ２四歩(34)\nまで1手で中断";
    for start in ["手合割：5五将棋", "手合割：その他", "手合割：平手\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|一"]
    {
        let (record, errors) = read(&Kif::default(), &format!("{start}\n先手：あさ\n手数----指手--\n{moves}\n"));
        assert_eq!((errors, record.tree.len()), (1, 1), "{start}");
        assert_eq!(record.setup.board.pieces().count(), 0);
        assert_eq!(record.info.foreign.get("kif", "moves").unwrap().values, [moves]);
        for format in [&Kif::default() as &dyn Format<Shogi>, &Ki2::default()] {
            let writing = format.write(from_ref(&record));
            assert!(writing.text.ends_with(&format!("{moves}\n")), "{}", writing.text);
            assert!(losses(format, from_ref(&record), &writing).is_empty());
        }
    }
    let with_line_ends = "手合割：香得\r\n\r\n▲７六歩\r\n*x\r\n";
    let (record, _) = read(&Ki2::default(), with_line_ends);
    assert_eq!(record.info.foreign.get("kif", "moves").unwrap().values, ["▲７六歩\n*x"]);
    // An editor that sets up a position has no use for them.
    let mut edited = record;
    edited.setup = Handicap::Even.setup();
    let lost = losses(&Kif::default(), from_ref(&edited), &Kif::default().write(from_ref(&edited)));
    assert!(lost.iter().any(|loss| loss.part == Part::Foreign), "{lost:?}");
}
