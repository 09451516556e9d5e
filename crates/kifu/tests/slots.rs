//! What a conversion without slots loses: the information that a format has no member or property for. With slots, nothing is lost.

use kifu::{
    Library, convert,
    goban::Go,
    model::{Format, Part, Record, Source},
};
use std::collections::BTreeSet;

/// Information in a file, and the parts that each of the formats `sgf`, `jgf1` and `jgf2` loses without slots.
struct Row {
    about: &'static str,
    from: &'static str,
    text: &'static str,
    lost: [&'static [Part]; 3],
}

fn row(about: &'static str, from: &'static str, text: &'static str, lost: [&'static [Part]; 3]) -> Row {
    Row { about, from, text, lost }
}

#[test]
fn without_slots_a_conversion_loses_what_the_format_has_no_place_for() {
    const ANALYSIS: &[Part] = &[Part::Analysis];
    const CLOCK: &[Part] = &[Part::Clock];
    const FOREIGN: &[Part] = &[Part::Foreign];
    const JUDGEMENT: &[Part] = &[Part::Judgement];
    const MARK: &[Part] = &[Part::Mark];
    const NOTHING: &[Part] = &[];
    let rows = [
        row("judgement of a move", "sgf", "(;SZ[9];B[ee]TE[1])", [NOTHING, JUDGEMENT, JUDGEMENT]),
        row("judgement of a position", "sgf", "(;SZ[9];B[ee]GB[1])", [NOTHING, JUDGEMENT, JUDGEMENT]),
        row("hotspot", "sgf", "(;SZ[9];B[ee]HO[1])", [NOTHING, JUDGEMENT, JUDGEMENT]),
        row("value", "sgf", "(;SZ[9];B[ee]V[2.5])", [NOTHING, JUDGEMENT, JUDGEMENT]),
        row("arrows", "sgf", "(;SZ[9];B[ee]AR[aa:bb])", [NOTHING, MARK, MARK]),
        row("lines", "sgf", "(;SZ[9];B[ee]LN[aa:bb])", [NOTHING, MARK, MARK]),
        row("dimmed points", "sgf", "(;SZ[9];B[ee]DD[aa])", [NOTHING, MARK, MARK]),
        row("a view in the middle of the game", "sgf", "(;SZ[9];B[ee]VW[aa:ee])", [NOTHING, MARK, MARK]),
        row("a view at the start", "sgf", "(;SZ[19]VW[aa:ee];B[ee])", [NOTHING, NOTHING, NOTHING]),
        row("figures", "sgf", "(;SZ[9];B[ee]FG[1:A])", [NOTHING, FOREIGN, FOREIGN]),
        row("numbers in figures", "sgf", "(;SZ[9];B[ee]PM[2])", [NOTHING, FOREIGN, FOREIGN]),
        row("move number", "sgf", "(;SZ[9];B[ee]MN[7])", [NOTHING, FOREIGN, FOREIGN]),
        row("KO", "sgf", "(;SZ[9];B[ee]KO[])", [NOTHING, FOREIGN, FOREIGN]),
        row("private property", "sgf", "(;SZ[9];B[ee]XX[1])", [NOTHING, FOREIGN, FOREIGN]),
        row("clock of the player who moves", "sgf", "(;SZ[9];B[ee]BL[9.5]OB[3])", [NOTHING, CLOCK, NOTHING]),
        row("clock of the other player", "sgf", "(;SZ[9];B[ee]WL[9.5])", [NOTHING, FOREIGN, FOREIGN]),
        row("marks and territory", "sgf", "(;SZ[9];B[ee]TR[aa]LB[bb:A]TB[cc])", [NOTHING, NOTHING, NOTHING]),
        row(
            "comments with authors",
            "jgf1",
            r#"{"tree":[{},{"move":{"B":[1,1]},"comments":[{"name":"Ida","comment":"x"}]}]}"#,
            // The author is written into the text.
            [&[Part::Comment], NOTHING, NOTHING],
        ),
        row(
            "several comments",
            "jgf1",
            r#"{"tree":[{},{"move":{"B":[1,1]},"comments":["x","y"]}]}"#,
            [&[Part::Comment], NOTHING, NOTHING],
        ),
        row(
            "types of marks of a program",
            "jgf1",
            r#"{"tree":[{},{"move":{"B":[1,1]},"markup":{"star":[[2,2]]}}]}"#,
            [MARK, NOTHING, NOTHING],
        ),
        row(
            "a third player",
            "jgf1",
            r#"{"game":{"players":[{"color":"red","name":"Ada"}]},"tree":[{},{"move":{"B":[1,1]}}]}"#,
            [&[Part::Players], NOTHING, NOTHING],
        ),
        row(
            "solution of a problem",
            "jgf1",
            r#"{"tree":[{},{"move":{"B":[1,1]},"solution":true}]}"#,
            [JUDGEMENT, NOTHING, NOTHING],
        ),
        row(
            "comment about the file",
            "jgf1",
            r#"{"record":{"comment":"x"},"tree":[{},{"move":{"B":[1,1]}}]}"#,
            [&[Part::Header], NOTHING, NOTHING],
        ),
        row("win rate of Sabaki", "sgf", "(;SZ[9];B[ee]SBKV[48.5])", [NOTHING, ANALYSIS, ANALYSIS]),
        row("analysis of KataGo", "sgf", "(;SZ[9];B[ee]C[0.50 0.50 0.00 0.1 v=9])", [NOTHING, ANALYSIS, ANALYSIS]),
        row(
            "country of a player",
            "jgf2",
            r#"{"players":[{"color":"black","country":"NO"}],"tree":[{}]}"#,
            [&[Part::Players], &[Part::Players], NOTHING],
        ),
        row(
            "suicide and superko",
            "jgf2",
            r#"{"rules":{"allowSuicide":true,"disallowRepeats":true},"tree":[{}]}"#,
            [&[Part::Terms], &[Part::Terms], NOTHING],
        ),
        row(
            "preferences of a viewer",
            "jgf2",
            r#"{"settings":{"showLastMove":true},"tree":[{}]}"#,
            [&[Part::Display], &[Part::Display], NOTHING],
        ),
        row("data of a program", "jgf2", r#"{"meta":{"a":1},"tree":[{}]}"#, [FOREIGN, FOREIGN, NOTHING]),
    ];
    let library = Library::default();
    for Row { about, from, text, lost } in rows {
        let record = read(from, text);
        for (to, lost) in ["sgf", "jgf1", "jgf2"].into_iter().zip(lost) {
            let written = |slots: &str| {
                let format = format_of(to).with_option("slots", slots).unwrap();
                let converted = convert(&*format, std::slice::from_ref(&record));
                converted.losses().map(|loss| loss.part).collect::<BTreeSet<_>>()
            };
            assert_eq!(written("false"), lost.iter().copied().collect(), "{about}: {from} to {to} without slots");
            assert_eq!(written("true"), BTreeSet::new(), "{about}: {from} to {to} with slots");
        }
    }
    assert_eq!(
        library.format("jgf2:slots=no").err().unwrap().to_string(),
        "format jgf2: slots cannot be \"no\"; it takes true or false"
    );
}

fn format_of(id: &str) -> Box<dyn Format<Go>> {
    match id {
        "sgf" => Box::new(kifu::sgf::Sgf::default()),
        "jgf1" => Box::new(kifu::jgf1::Jgf1::default()),
        _ => Box::new(kifu::jgf2::Jgf2::default()),
    }
}

fn read(format: &str, text: &str) -> Record<Go> {
    let reading = format_of(format).read(&Source::from_text("a", text));
    let [record] = &reading.records[..] else { panic!("{text}: {:?}", reading.diagnostics) };
    record.clone()
}
