//! Tests of the notation of games other than go. The valid texts are from the definitions of the games for SGF, from the tables of
//! `SPEC-SGF.md`, or from games in that notation.

use core::{fmt::Debug, ops::ControlFlow, str::FromStr};
use kifu_core::{Diagnostics, Format, OtherGame, Safety, Severity, Source, apply_fixes};
use kifu_goban::Point;
use kifu_sgf::{
    PROPERTIES, Sgf,
    games::{ParseNotationError, amazons, backgammon, gomoku, hex, loa, octi, othello},
};
use proptest::{prelude::*, sample::select, strategy::Union};
use std::collections::BTreeSet;

/// Parses texts, and compares their standard form. A text without a standard form must be refused. At least ten texts must be valid.
fn table<T>(rows: &[(&str, Option<&str>)])
where
    T: FromStr<Err = ParseNotationError> + ToString + PartialEq + Debug,
{
    let valid: BTreeSet<_> = rows.iter().filter_map(|(_, standard)| *standard).collect();
    assert!(valid.len() >= 10, "{valid:?}");
    for (text, standard) in rows {
        match (text.parse::<T>(), standard) {
            (Ok(value), Some(standard)) => {
                assert_eq!(value.to_string(), *standard, "{text}");
                assert_eq!(standard.parse::<T>().as_ref(), Ok(&value), "{text}");
            }
            (Err(_), None) => {}
            (read, _) => panic!("{text}: {read:?}"),
        }
    }
}

/// Like [`table`]. The valid texts must also be moves on the board of the game, as its header states it: `GM[2]SZ[8]`.
fn moves<T>(header: &str, rows: &[(&str, Option<&str>)])
where
    T: FromStr<Err = ParseNotationError> + ToString + PartialEq + Debug,
{
    table::<T>(rows);
    let valid = rows.iter().filter(|(_, standard)| standard.is_some());
    let played: String = valid.map(|(text, _)| format!(";B[{text}]")).collect();
    assert_eq!(codes(&format!("(;FF[4]{header}{played})")), ["sgf/not-go"], "{header}{played}");
}

/// Returns the codes of the diagnostics of a text.
fn codes(text: &str) -> Vec<&'static str> {
    let read = Sgf::default().read(&Source::from_text("other.sgf", text));
    read.diagnostics.iter().map(|found| found.code.0).collect()
}

#[test]
fn hex_moves() {
    moves::<hex::Move>(
        "GM[11]SZ[30]",
        &[
            ("a1", Some("a1")),
            ("G5", Some("g5")),
            ("D11", Some("d11")),
            ("j10", Some("j10")),
            ("e4", Some("e4")),
            ("F9", Some("f9")),
            ("aA27", Some("aa27")),
            ("AB6", Some("ab6")),
            ("swap-sides", Some("swap-sides")),
            ("swap-pieces", Some("swap-pieces")),
            ("resign", Some("resign")),
            ("Forfeit", Some("forfeit")),
            ("swap", None),
            ("4b", None),
            ("b0", None),
            ("b04", None),
            ("b", None),
            ("4", None),
            ("", None),
            ("b4 ", None),
            ("b-4", None),
            ("é4", None),
            ("aaaaa1", None),
            ("zzzz1", None),
            ("a65536", None),
        ],
    );
    let column = |text: &str| match text.parse() {
        Ok(hex::Move::Place(cell)) => cell.column(),
        read => panic!("{read:?}"),
    };
    assert_eq!(["a1", "z1", "aa1", "az1", "ba1", "zz1", "aaa1"].map(column), [1, 26, 27, 52, 53, 702, 703]);
}

#[test]
fn moves_of_lines_of_action() {
    moves::<loa::Move>(
        "GM[9]SZ[8]",
        &[
            ("e1-e3", Some("e1-e3")),
            ("C2:C5++", Some("c2:c5")),
            ("c5-c6", Some("c5-c6")),
            ("resign", Some("resign")),
            ("Pass", Some("pass")),
            ("Resign", Some("resign")),
            ("Forfeit", Some("forfeit")),
            ("Escape", Some("escape")),
            ("f8f6", Some("f8-f6")),
            ("h5:e5+", Some("h5:e5")),
            ("b1-b3!", Some("b1-b3")),
            ("e1", None),
            ("e1--e3", None),
            ("e1-e3 good", None),
            ("e1-e3-e5", None),
            ("11-e3", None),
            ("aa1-a3", None),
            ("e0-e3", None),
            ("e1-e256", None),
            ("é1-e3", None),
            ("", None),
        ],
    );
    let capture = |text: &str| matches!(text.parse(), Ok(loa::Move::Step { is_capture: true, .. }));
    assert_eq!(["C2:C5++", "e1-e3", "f8f6"].map(capture), [true, false, false]);
    let squares = ["a5", "C8", "d4"].map(|text| text.parse::<loa::Square>().unwrap().to_string());
    assert_eq!(squares, ["a5", "c8", "d4"]);
}

#[test]
fn moves_of_amazons() {
    moves::<amazons::Move>(
        "GM[18]SZ[10]",
        &[
            ("djddgd", Some("djddgd")),
            ("addgad", Some("addgad")),
            ("gjehea", Some("gjehea")),
            ("dadgdf", Some("dadgdf")),
            ("jgeggi", Some("jgeggi")),
            ("agaiei", Some("agaiei")),
            ("gagfja", Some("gagfja")),
            ("ddagah", Some("ddagah")),
            ("gggdjg", Some("gggdjg")),
            ("adabjb", Some("adabjb")),
            ("jdjhgh", Some("jdjhgh")),
            ("djdd", None),
            ("djddgdaa", None),
            ("dj-dd-gd", None),
            ("d7d4g4", None),
            ("ééé", None),
            ("", None),
        ],
    );
    // Larger boards have capital letters.
    assert!(["AAABAC", "zZaAzz"].iter().all(|text| text.parse::<amazons::Move>().is_ok()));
    assert_eq!(codes("(;FF[4]GM[18]SZ[10];B[zZaAzz])"), ["sgf/not-go", "sgf/impossible-point"]);
}

#[test]
fn moves_of_backgammon() {
    moves::<backgammon::Move>(
        "GM[6]",
        &[
            ("31hefe", Some("31hefe")),
            ("61yg", Some("61yg")),
            ("66", Some("66")),
            ("66fzezdzcz", Some("66fzezdzcz")),
            ("double", Some("double")),
            ("take", Some("take")),
            ("drop", Some("drop")),
            ("66fzfzfzfz", Some("66fzfzfzfz")),
            ("21mkxw", Some("21mkxw")),
            ("52mkmh", Some("52mkmh")),
            ("65aggl", Some("65aggl")),
            ("33hehehehe", Some("33hehehehe")),
            ("31hefehefe", None),
            ("31hefehe", None),
            ("71yg", None),
            ("0", None),
            ("31hef", None),
            ("11abbccddeef", None),
            ("31HEFE", None),
            ("Double", None),
            ("31zaab", None),
            ("31ayab", None),
            ("beaver", None),
            ("é", None),
            ("", None),
        ],
    );
}

#[test]
fn moves_of_octi() {
    moves::<octi::Move>(
        "GM[19]SZ[9]",
        &[
            ("73", Some("73")),
            ("33+B", Some("33+B")),
            ("33+B!", Some("33+B!")),
            ("33+A-B", Some("33+A-B")),
            ("84-86-68", Some("84-86-68")),
            ("84-86-68x", Some("84-86-68x")),
            ("84-86x-68", Some("84-86x-68")),
            ("84-86-68xDxAB", Some("84-86-68xDxAB")),
            ("46CD-56,46D-55", Some("46CD-56,46D-55")),
            ("33-55", Some("33-55")),
            ("46CD", None),
            ("30", None),
            ("3", None),
            ("333", None),
            ("33+", None),
            ("33+I", None),
            ("33+A-", None),
            ("33+AB", None),
            ("33-", None),
            ("33-55y", None),
            ("33-55,", None),
            ("33é", None),
            ("", None),
        ],
    );
    let stones = ["46CD", "46", "33B!"].map(|text| text.parse::<octi::Stone>().unwrap().to_string());
    assert_eq!(stones, ["46CD", "46", "33B!"]);
}

#[test]
fn points_of_octi_are_on_the_board() {
    let found = |size: &str, text: &str| codes(&format!("(;FF[4]GM[19]{size}{text})"))[1..].join(" ");
    let off = "sgf/impossible-point";
    for text in
        [";B[88]", ";W[99+A]", ";B[33-55-75-78]", ";B[33-55,81-77]", ";AB[18]", ";CS[81CD]", "BO[18]", ";AS[33:88]"]
    {
        assert_eq!(found("SZ[7]", text), off, "{text}");
        assert_eq!(found("SZ[9]", text), "", "{text}");
        assert_eq!(found("", text), "", "{text}: the size is not stated");
    }
    assert_eq!(found("SZ[6:7]", ";B[67];W[76]"), off);
}

#[test]
fn moves_of_othello() {
    moves::<othello::Move>(
        "GM[2]SZ[8]",
        &[
            ("fe", Some("fe")),
            ("df", Some("df")),
            ("cc", Some("cc")),
            ("dc", Some("dc")),
            ("cd", Some("cd")),
            ("fd", Some("fd")),
            ("ed", Some("ed")),
            ("cf", Some("cf")),
            ("hh", Some("hh")),
            ("hg", Some("hg")),
            ("aa", Some("aa")),
            ("", Some("")),
            ("f5", None),
            ("D3", None),
            ("f", None),
            ("fef", None),
            ("pass", None),
            ("é", None),
        ],
    );
    assert_eq!(codes("(;FF[4]GM[2];B[ig];W[aA])"), ["sgf/not-go", "sgf/impossible-point", "sgf/impossible-point"]);
}

#[test]
fn moves_of_gomoku() {
    moves::<gomoku::Move>(
        "GM[4]SZ[15]",
        &[
            ("hh", Some("hh")),
            ("hg", Some("hg")),
            ("ig", Some("ig")),
            ("gi", Some("gi")),
            ("ii", Some("ii")),
            ("jf", Some("jf")),
            ("hj", Some("hj")),
            ("fg", Some("fg")),
            ("oo", Some("oo")),
            ("ao", Some("ao")),
            ("", Some("")),
            ("h8", None),
            ("H8", None),
            ("h", None),
            ("hhh", None),
            ("pass", None),
            ("é", None),
        ],
    );
    assert_eq!(codes("(;FF[4]GM[4];B[pa];W[aA])"), ["sgf/not-go", "sgf/impossible-point", "sgf/impossible-point"]);
}

fn others(source: &Source) -> Vec<OtherGame> {
    let mut others = Vec::new();
    Sgf::default().other_games(source, &mut |other| {
        others.push(other);
        ControlFlow::Continue(())
    });
    others
}

#[test]
fn a_game_without_a_record_states_what_it_is() {
    let text = "hello (;GM[1];B[aa])(;FF[4]GM[6]PB[Ida]BR[1d]GN[a\\]b]DT[x];B[31hefe]W[66](;B[take]C[y])(;W[drop];B[44]))\
        (;GM[5])()(;GM[11]SZ[5:7](;B[a1])(;B[a2]))";
    let source = Source::from_text("many.sgf", text);
    let found = others(&source);
    assert_eq!(found.iter().map(|other| &*other.game).collect::<Vec<_>>(), ["backgammon", "nine men's morris", "hex"]);
    let [backgammon, morris, hex] = &found[..] else { unreachable!("there are three") };
    assert!(source.slice(backgammon.span).starts_with("(;FF[4]GM[6]"), "{backgammon:?}");
    assert_eq!((backgammon.info.name.as_str(), backgammon.version.as_deref()), ("a]b", Some("FF[4]")));
    assert_eq!((backgammon.moves, backgammon.variations, backgammon.comments), (3, 1, 1));
    assert!(backgammon.facts.is_empty() && morris.facts.is_empty());
    assert_eq!((hex.facts[0].value.as_str(), hex.moves, hex.variations), ("5x7", 1, 1));
    // Reading can be stopped.
    let mut count = 0;
    Sgf::default().other_games(&source, &mut |_| {
        count += 1;
        ControlFlow::Break(())
    });
    assert_eq!(count, 1);
}

#[test]
fn other_spellings_are_fixed() {
    let text = "(;FF[4]GM[hex]SZ[11x11]DT[2026.11.23];B[ b4 ];AddBlack[c3]PL[white])";
    let source = Source::from_text("hex.sgf", text);
    let fixed = apply_fixes(&Sgf::default(), &[], &source, Diagnostics::default(), Safety::Safe);
    assert_eq!(fixed.source.text(), "(;FF[4]GM[11]SZ[11]DT[2026-11-23];B[b4];AB[c3]PL[W])");
    assert_eq!(Sgf::default().read(&fixed.source).diagnostics.max_severity(), Some(Severity::Note));
}

fn point() -> impl Strategy<Value = Point> {
    (0..52_u8, 0..52_u8).prop_map(|(x, y)| Point::new(x, y).unwrap())
}

fn prong() -> impl Strategy<Value = octi::Prong> {
    (prop::char::range('A', 'H'), any::<bool>())
        .prop_map(|(direction, is_super)| octi::Prong::new(direction, is_super).unwrap())
}

fn octi_move() -> impl Strategy<Value = octi::Move> {
    let point = || (1..=9_u8, 1..=9_u8).prop_map(|(column, row)| octi::Point::new(column, row).unwrap());
    let prongs = || prop::collection::vec(prong(), 0..4);
    let stone = || (point(), prongs()).prop_map(|(at, prongs)| octi::Stone::new(at, prongs));
    let stop =
        (point(), prop::collection::vec(prongs(), 0..3)).prop_map(|(at, captures)| octi::Stop::new(at, captures));
    let path = (stone(), prop::collection::vec(stop, 1..4))
        .prop_map(|(stone, mut stops)| octi::Path::new(stone, stops.remove(0), stops));
    prop_oneof![
        point().prop_map(octi::Move::Pod),
        (stone(), prong(), prop::option::of(prong())).prop_map(|(stone, added, removed)| octi::Move::Prong {
            stone,
            added,
            removed
        }),
        prop::collection::vec(path, 1..4).prop_map(octi::Move::Paths),
    ]
}

fn backgammon_move() -> impl Strategy<Value = backgammon::Move> {
    use backgammon::{Move, Point, Roll, Step};
    let step = (prop::char::range('a', 'z'), prop::char::range('a', 'z'))
        .prop_filter_map("a legal step", |(from, to)| Step::new(Point::new(from)?, Point::new(to)?));
    let roll = (1..=6_u8, 1..=6_u8, prop::collection::vec(step, 0..=4)).prop_map(|(first, second, steps)| {
        let most = if first == second { 4 } else { 2 };
        Move::Roll(Roll::new([first, second], &steps[..steps.len().min(most)]).unwrap())
    });
    prop_oneof![roll, select(vec![Move::Double, Move::Take, Move::Drop])]
}

fn loa_move() -> impl Strategy<Value = loa::Move> {
    use loa::{Move, Square};
    let square = || (1..=26_u8, 1..=u8::MAX).prop_map(|(column, row)| Square::new(column, row).unwrap());
    let step =
        (square(), square(), any::<bool>()).prop_map(|(from, to, is_capture)| Move::Step { from, to, is_capture });
    prop_oneof![step, select(vec![Move::Pass, Move::Resign, Move::Forfeit, Move::Escape])]
}

fn hex_move() -> impl Strategy<Value = hex::Move> {
    use hex::{Cell, Move};
    let cell = (1..=u16::MAX, 1..=u16::MAX).prop_map(|(column, row)| Move::Place(Cell::new(column, row).unwrap()));
    prop_oneof![cell, select(vec![Move::SwapSides, Move::SwapPieces, Move::Resign, Move::Forfeit])]
}

/// Texts that look like values: made of the characters of all notations, and any others.
fn texts() -> Union<BoxedStrategy<String>> {
    let like = "[0-9]{0,2}[a-hA-H!x+:,-]{0,6}[0-9]{0,2}[-:,+x]?[a-zA-Z]{0,4}[0-9!]{0,3}";
    Union::new([like.prop_map(|text| text).boxed(), any::<String>().boxed()])
}

/// Asserts that a value that was read from a text is read again from the text that it prints.
fn agrees<T>(text: &str) -> Result<(), TestCaseError>
where
    T: FromStr + ToString + PartialEq + Debug,
{
    if let Ok(value) = text.parse::<T>() {
        let again = value.to_string().parse::<T>().ok();
        prop_assert_eq!(again.as_ref(), Some(&value), "{}", text);
    }
    Ok(())
}

proptest! {
    #[test]
    fn what_is_printed_is_read(
        hex in hex_move(),
        loa in loa_move(),
        backgammon in backgammon_move(),
        octi in octi_move(),
        points in [point(), point(), point()],
        passes in any::<bool>(),
    ) {
        let [from, to, arrow] = points;
        let amazons = amazons::Move { from, to, arrow };
        let (othello, gomoku) = match passes {
            true => (othello::Move::Pass, gomoku::Move::Pass),
            false => (othello::Move::Place(from), gomoku::Move::Place(from)),
        };
        prop_assert_eq!(hex.to_string().parse(), Ok(hex));
        prop_assert_eq!(loa.to_string().parse(), Ok(loa));
        prop_assert_eq!(backgammon.to_string().parse(), Ok(backgammon));
        prop_assert_eq!(octi.to_string().parse(), Ok(octi));
        prop_assert_eq!(amazons.to_string().parse(), Ok(amazons));
        prop_assert_eq!(othello.to_string().parse(), Ok(othello));
        prop_assert_eq!(gomoku.to_string().parse(), Ok(gomoku));
    }

    #[test]
    fn what_is_read_is_printed_and_read(text in texts()) {
        agrees::<hex::Move>(&text)?;
        agrees::<hex::Cell>(&text)?;
        agrees::<loa::Move>(&text)?;
        agrees::<loa::Square>(&text)?;
        agrees::<backgammon::Move>(&text)?;
        agrees::<backgammon::Point>(&text)?;
        agrees::<octi::Move>(&text)?;
        agrees::<octi::Stone>(&text)?;
        agrees::<octi::Point>(&text)?;
        agrees::<amazons::Move>(&text)?;
        agrees::<othello::Move>(&text)?;
        agrees::<gomoku::Move>(&text)?;
    }

    /// A game without a record can lack nothing, so its values are never errors.
    #[test]
    fn values_of_a_game_without_a_record_are_never_errors(
        game in 2..=60_u8,
        properties in prop::collection::vec((select(PROPERTIES), "[a-zé0-9:x+!, .-]{0,8}", any::<bool>()), 0..12),
    ) {
        let properties: String = properties
            .iter()
            .filter(|(known, ..)| !matches!(known.identifier, "GM" | "FF" | "CA"))
            .map(|(known, value, is_first)| format!("{}{}[{value}]", if *is_first { ";" } else { "" }, known.identifier))
            .collect();
        let source = Source::from_text("other.sgf", format!("(;FF[4]GM[{game}]{properties})"));
        let diagnostics = Sgf::default().read(&source).diagnostics;
        prop_assert!(diagnostics.max_severity() < Some(Severity::Error), "{}: {:?}", source.text(), diagnostics);
        prop_assert_eq!(others(&source).len(), 1);
    }
}
