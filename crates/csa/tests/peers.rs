//! What other programs read or write wrong.

use kifu_core::{Charset, Format, Node, Outcome, Part, Record, Seat, Source, losses};
use kifu_csa::{Csa, Version};
use kifu_shogiban::{Action, Ending, Handicap, Kind, Shogi, ShogiRecord};
use std::slice::from_ref;

fn read(text: &str) -> Record<Shogi> {
    Csa::default().read(&Source::from_text("a.csa", text)).records.remove(0)
}

/// Three libraries have had the winner of some endings wrong, and one takes the illegal action of Black for one of the player to move.
/// The columns are the winners with Black and with White to move: 1 for Black, 2 for White, 0 for a draw, `-` for no winner.
#[test]
fn the_winner_of_each_ending() {
    let table = [
        ("TORYO", "21"),
        ("TIME_UP", "21"),
        ("ILLEGAL_MOVE", "21"),
        ("+ILLEGAL_ACTION", "22"),
        ("-ILLEGAL_ACTION", "11"),
        ("KACHI", "12"),
        ("TSUMI", "21"),
        ("HIKIWAKE", "00"),
        ("SENNICHITE", "00"),
        ("JISHOGI", "00"),
        ("MAX_MOVES", "00"),
        ("CHUDAN", "--"),
        ("MATTA", "--"),
        ("FUZUMI", "--"),
        ("ERROR", "--"),
    ];
    for (word, expected) in table {
        let winners: String = ["", "+7776FU\n"]
            .map(|moves| match read(&format!("PI\n+\n{moves}%{word}\n")).ending_outcome() {
                Some(Outcome::Win { winner: Seat::First, .. }) => '1',
                Some(Outcome::Win { .. }) => '2',
                Some(Outcome::Draw(_)) => '0',
                _ => '-',
            })
            .iter()
            .collect();
        assert_eq!(winners, expected, "{word}");
    }
}

/// One library subtracts from half a set.
#[test]
fn all_other_pieces_are_those_of_a_whole_set() {
    let record = read("P-11OU\nP+22TO00FU00KI\nP-00AL\n+\n");
    let hand = record.setup.hand(kifu_shogiban::Color::White);
    let counts = Kind::IN_HAND.map(|kind| hand.count(kind));
    assert_eq!(counts, [2, 2, 3, 4, 4, 4, 16]); // 飛 角 金 銀 桂 香 歩
}

/// One program writes the lance on 9一 for three pieces.
#[test]
fn every_handicap_is_written_with_its_pieces() {
    let expected = [
        "PI\n+",
        "PI11KY\n-",
        "PI91KY\n-",
        "PI22KA\n-",
        "PI82HI\n-",
        "PI82HI11KY\n-",
        "PI82HI22KA\n-",
        "PI82HI22KA11KY\n-",
        "PI82HI22KA11KY91KY\n-",
        "PI82HI22KA81KE11KY91KY\n-",
        "PI82HI22KA21KE11KY91KY\n-",
        "PI82HI22KA21KE81KE11KY91KY\n-",
        "PI82HI22KA31GI21KE81KE11KY91KY\n-",
        "PI82HI22KA71GI21KE81KE11KY91KY\n-",
        "PI82HI22KA31GI71GI21KE81KE11KY91KY\n-",
        "PI82HI22KA41KI61KI31GI71GI21KE81KE11KY91KY\n-",
    ];
    let mut found: Vec<String> = Vec::new();
    for handicap in Handicap::ALL.into_iter().filter(|handicap| handicap.is_common()) {
        let text = Csa::default().write(&[Record::new(handicap.setup())]).text;
        let position = text.strip_prefix("V2.2\n").unwrap().trim_end().to_owned();
        assert_eq!(read(&text).setup.handicap(), Some(handicap), "{text}");
        found.push(position);
    }
    found.sort();
    let mut expected = expected.map(String::from);
    expected.sort();
    assert_eq!(found, expected);
}

/// Most programs read the first game only.
#[test]
fn every_game_of_a_file_is_read() {
    let text = "V2.2\nPI\n+\n+7776FU\n/\nPI\n-\n-3334FU\n/\nPI\n+\n";
    let records = Csa::default().read(&Source::from_text("a.csa", text)).records;
    assert_eq!(records.len(), 3);
    // The version is written once.
    assert_eq!(Csa::default().write(&records).text, text);
}

/// Readers of older versions refuse version 3.0, and read a time of 0 seconds for an unknown one.
#[test]
fn version_2_2_is_the_default() {
    let record = read("'CSA encoding=UTF-8\nV3.0\n$TIME:1500+0+0\nPI\n+\n+7776FU,T1.5\n-3334FU\n");
    let records = [record];
    assert_eq!(Csa::default().write(&records).text, "V2.2\n$TIME_LIMIT:00:25+00\nPI\n+\n+7776FU,T1\n-3334FU\n");
    assert_eq!(
        Csa::default().version(Version::V3_0).write(&records).text,
        "'CSA encoding=SHIFT_JIS\nV3.0\n$TIME:1500+0+0\nPI\n+\n+7776FU,T1.5\n-3334FU\n"
    );
}

/// An unknown word with a sign, such as a misspelt `%-ILLEGAL_ACTION`, stays an ending. Only words that look like a move are a damaged
/// move.
#[test]
fn an_unknown_word_with_a_sign_stays_an_ending() {
    let text = "V2.2\nPI\n+\n%-ILLLEGAL_ACTION\n";
    assert_eq!(Csa::default().write(&[read(text)]).text, text);
    let damaged = "V2.2\nPI\n+\n+7776XX\n";
    assert_eq!(Csa::default().write(&[read(damaged)]).text, damaged);
}

/// A malformed date or time limit is reported, and the text comes back.
#[test]
fn malformed_times_are_reported_and_kept() {
    for line in ["$TIME:one hour", "$TIME+:one hour", "$TIME-:900+10", "$START_TIME:yesterday"] {
        let reading = Csa::default().read(&Source::from_text("a.csa", format!("{line}\nPI\n+\n+7776FU\n")));
        let codes: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
        assert_eq!(codes, ["csa/bad-header"], "{line}");
        assert!(Csa::default().write(&reading.records).text.contains(line), "{line}");
    }
    for line in ["$TIME+:900+10+5", "$TIME_LIMIT:25 minutes"] {
        let reading = Csa::default().read(&Source::from_text("a.csa", format!("{line}\nPI\n+\n+7776FU\n")));
        assert_eq!(reading.diagnostics.iter().count(), 0, "{line}");
    }
}

#[test]
fn one_time_may_be_stated_for_both_versions() {
    let codes = |times: &str| {
        let text = format!("V3.0\n{times}\nPI\n+\n");
        let reading = Csa::default().read(&Source::from_text("a.csa", text));
        reading.diagnostics.iter().map(|found| found.code.0).collect::<Vec<_>>()
    };
    for times in ["$TIME:1500+10+0\n$TIME_LIMIT:00:25+10", "$TIME_LIMIT:00:25+10\n$TIME:1500+10+0"] {
        assert!(codes(times).is_empty(), "{times}");
    }
    assert_eq!(codes("$TIME:1500+10+0\n$TIME_LIMIT:00:25+00"), ["csa/header-twice"]);
    assert_eq!(codes("$TIME:1500+10+0\n$TIME:1500+10+0"), ["csa/header-twice"]);
}

/// Programs write the lines of ShogiGUI into CSA with one mark of a comment.
#[test]
fn a_line_of_another_program_has_its_moves() {
    let record = read("V2.2\nPI\n+\n+7776FU\n'*検討 候補1 評価値 30 読み筋 -3334FU +2726FU\n-3334FU\n");
    let node = record.tree.main_line().nth(1).unwrap();
    let line: Vec<_> = record.tree[node].details().unwrap().analyses[0].line.iter().map(ToString::to_string).collect();
    assert_eq!(line, ["☖３四歩(33)", "☗２六歩(27)"]);
}

/// CSA defines the words after `%`, and other programs refuse any other.
#[test]
fn words_that_csa_does_not_define_are_not_written() {
    for (action, expected) in [
        (Action::words("封じ手"), "%CHUDAN\n"),
        (Action::words("引き分け"), "%CHUDAN\n"),
        (Action::words("HUSENSHO"), "%CHUDAN\n"),
        (Action::words("２六歩(2"), "%CHUDAN\n"),
        (Action::words(Action::PASS), "%CHUDAN\n"),
        (Ending::DefaultWin.into(), "%CHUDAN\n"),
        (Ending::Try.into(), "%KACHI\n"),
    ] {
        let mut record = Record::<Shogi>::default();
        record.tree.add(record.tree.root(), Node::new(Some(action.clone())));
        let writing = Csa::default().write(from_ref(&record));
        assert_eq!(writing.text, format!("V2.2\nPI\n+\n{expected}"));
        let lost = losses(&Csa::default(), from_ref(&record), &writing);
        assert_eq!(lost.iter().map(|loss| loss.part).collect::<Vec<_>>(), [Part::Action], "{action}");
    }
    // A CSA file keeps its own.
    let text = "V2.2\nPI\n+\n%HUSENSHO,T5\n";
    assert_eq!(Csa::default().write(&[read(text)]).text, text);
}

/// Each game of a collection that is not ASCII declares its charset, so that it is read as it was written, whatever the games before it.
#[test]
fn each_game_declares_its_charset() {
    let games = "PI\n+\n%CHUDAN\n/\nPI\n+\n%①time\n/\n$EVENT:①\nPI\n+\n/\nPI\n-\n";
    let records = Csa::default().read(&Source::from_text("a.csa", games)).records;
    for encoding in [Charset::new("Shift_JIS"), Charset::UTF_8] {
        let format = Csa::default().encoding(encoding);
        let writing = format.write(&records);
        assert_eq!(losses(&format, &records, &writing), []);
        assert_eq!(writing.text.matches("'CSA encoding=").count(), 2, "{}", writing.text);
        for record in &records[1..] {
            let writing = format.write_next(record);
            assert!(writing.text.starts_with("/\n"));
            assert_eq!(losses(&format, from_ref(record), &writing), []);
        }
    }
}

/// Files in different charsets that were put together.
#[test]
fn games_in_several_charsets() {
    let shift_jis = Charset::new("Shift_JIS").encode("'CSA encoding=SHIFT_JIS\nV2.2\nN+羽生\nPI\n+\n").0;
    let bytes = [&shift_jis[..], "'CSA encoding=UTF-8\nV2.2\nN+谷川\nPI\n+\n".as_bytes()].concat();
    let (source, found) = Csa::default().decode("a.csa", bytes, None);
    let names: Vec<_> =
        Csa::default().read(&source).records.iter().map(|record| record.black().unwrap().name.clone()).collect();
    assert_eq!((names, found.is_empty()), (vec!["羽生".to_owned(), "谷川".to_owned()], true));
}
