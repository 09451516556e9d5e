//! The fields of the header. One line of a table reads and writes a field.

use crate::write::moves;
use kifu_core::{
    ByoYomiNumber::{Main, Period, Periods},
    Decimal, Field, InfoText, Notation, Outcome, Parsed, PartialDateTime, Record, Seat,
    Termination::{self, Resignation, Score, Time, Unstated},
    numbered_date,
};
use kifu_goban::{Color, Go, header};

/// The fields in reading order: the last value counts, and a value counts more than text.
pub(crate) static FIELDS: [Field<Go>; 11] = [
    Field::outcome("GAMERESULT", header::OUTCOME_IN_WORDS),
    Field::main_time("GAMETIME", Notation::new(|_| None, |_| String::new())),
    Field::parts("GAMETAG", ',', &TAG),
    Field::parts("GAMEINFOMAIN", ',', &MAIN),
    header::komi("GAMEGONGJE", header::TENTHS),
    Field::start("GAMEDATE", DATE),
    Field::text("GAMENAME", InfoText::Name),
    Field::text("GAMEPLACE", InfoText::Place),
    Field::player_with_rank("GAMEWHITENAME", Seat::Second, Notation::RANK_IN_PARENTHESES),
    Field::player_with_rank("GAMEBLACKNAME", Seat::First, Notation::RANK_IN_PARENTHESES),
    Field::text("GAMECOMMENT", InfoText::Description),
];

/// Other fields, which repeat the content of these.
pub(crate) const DERIVED: [&str; 3] = ["GIBOKIND", "GAMEZIPSU", "GAMETOTALNUM"];

static TAG: [Field<Go>; 6] = [
    header::handicap("R"),
    header::komi("G", header::TENTHS),
    Field::new("W", result_number, set_result),
    Field::new("Z", points, set_points),
    Field::byo_yomi("T", '-', [Period, Periods, Main]),
    Field::start("C", TAG_DATE),
];

static MAIN: [Field<Go>; 5] = [
    Field::byo_yomi("GTIME:", '-', [Main, Period, Periods]),
    Field::new("GRLT:", result_number, set_result),
    Field::new("ZIPSU:", points, set_points),
    header::komi("GONGJE:", header::TENTHS),
    Field::new("TCNT:", |record| moves(record).count().to_string(), |_, _| true),
];

/// `2016- 3-26-17-29-25`, or its first parts.
const DATE: Notation<PartialDateTime> =
    Notation::new(|text| numbered_date(text, &['-']), |start| start.to_string().replace([' ', ':'], "-"));

/// `2016:03:26:17:29`.
const TAG_DATE: Notation<PartialDateTime> =
    Notation::new(|text| numbered_date(text, &[':']), |start| start.to_string().replace([' ', '-'], ":"));

/// Tygem's numbers for results of Black; those of White are one higher. With points, the first number is a score.
const RESULTS: [(u32, Termination); 3] = [(0, Unstated), (3, Resignation), (7, Time)];

/// Returns Tygem's number of the result, and the points in tenths; `None` if Tygem has no number for the result.
fn result(record: &Record<Go>) -> Option<(u32, String)> {
    let Some(Parsed::Value(Outcome::Win { winner, by })) = &record.info.outcome else { return None };
    let (by, points) = match by {
        Score(points) if *points > Decimal::from(0) => (Unstated, header::TENTHS.write(points)),
        by => (*by, "0".into()),
    };
    let (number, _) = RESULTS.into_iter().find(|known| known.1 == by && !points.is_empty())?;
    let white = (0..2).find(|&white| Color::ALL[white as usize].seat() == *winner)?;
    Some((number + white, points))
}

fn set_result(record: &mut Record<Go>, text: &str) -> bool {
    let numbers = RESULTS.into_iter().find_map(|(number, by)| {
        Some((text.parse::<u32>().ok()?.checked_sub(number)?, by)).filter(|found| found.0 < 2)
    });
    let Some((white, by)) = numbers else { return text == "255" };
    let winner = Color::ALL[white as usize].seat();
    let outcome = &mut record.info.outcome;
    // Keep a score that was read from the text; otherwise the points follow in another field.
    let is_score = |known: &Outcome| matches!(known, Outcome::Win { by: Score(_), .. });
    let known = outcome.as_ref().and_then(Parsed::value).filter(|known| known.winner() == Some(&winner));
    if by != Unstated || !known.is_some_and(is_score) {
        *outcome = Some(Parsed::Value(Outcome::Win { winner, by }));
    }
    true
}

fn set_points(record: &mut Record<Go>, text: &str) -> bool {
    let points = header::TENTHS.read(text);
    if let Some(Parsed::Value(Outcome::Win { by: by @ (Unstated | Score(_)), .. })) = &mut record.info.outcome {
        *by = points.filter(|points| *points > Decimal::from(0)).map_or(*by, Score);
    }
    points.is_some()
}

fn result_number(record: &Record<Go>) -> String {
    result(record).map_or(255, |result| result.0).to_string()
}

fn points(record: &Record<Go>) -> String {
    result(record).map_or("0".into(), |result| result.1)
}
