//! The lines of the header. One line of a table reads and writes each of them.

use kifu_core::{Decimal, Field, InfoText, Notation, Parsed, PartialDateTime, Record, Seat, numbered_date};
use kifu_goban::{Go, GoRecord, Move, Point, header};

pub(crate) static FIELDS: [Field<Go>; 12] =
    [TITLE, SIZE, WHITE, BLACK, PLACE, HANDICAP, UNKNOWN, KOMI, START, MINUTES, RESULT, COUNT];

/// The second form of the header.
pub(crate) static GI_FIELDS: [Field<Go>; 11] =
    [TITLE, WHITE, BLACK, UNKNOWN, UNKNOWN, START, SIZE, HANDICAP, UNKNOWN, KOMI, COUNT];

const TITLE: Field<Go> = Field::text("title", InfoText::Name);
const SIZE: Field<Go> = header::square_size("size");
const WHITE: Field<Go> = Field::player_with_rank("White", Seat::Second, Notation::RANK_AFTER_SPACES);
const BLACK: Field<Go> = Field::player_with_rank("Black", Seat::First, Notation::RANK_AFTER_SPACES);
const PLACE: Field<Go> = Field::text("place", InfoText::Place);
const HANDICAP: Field<Go> = header::fixed_handicap("handicap");
const START: Field<Go> = Field::start("date", DATE);
const MINUTES: Field<Go> = Field::main_time("minutes", Notation::MINUTES);
const RESULT: Field<Go> = Field::outcome("result", header::OUTCOME_IN_WORDS);
const COUNT: Field<Go> = Field::new("number of moves", |record| moves(record).count().to_string(), |_, _| true);
const UNKNOWN: Field<Go> = Field::new("0", |_| "0".into(), |_, _| true);

/// The whole points of komi. An even game has half a point more, and a game with a handicap has no komi.
const KOMI: Field<Go> = Field::new(
    "komi",
    |record| match &record.terms.komi {
        _ if HANDICAP.write(record) != "0" => "0".into(),
        Some(Parsed::Value(komi)) => {
            let komi = komi.normalized().to_string();
            komi.strip_suffix(".5").filter(|whole| whole.parse::<u16>().is_ok()).unwrap_or_default().into()
        }
        _ => String::new(),
    },
    |record, text| {
        let points = text.parse::<u16>().ok();
        let half_more = points.map(|points| Parsed::Value(Decimal::new(i64::from(points) * 10 + 5, 1)));
        record.terms.komi = half_more.filter(|_| record.terms.handicap.is_none());
        points.is_some()
    },
);

/// `20170316 [09:37]`, with or without hyphens and the time.
const DATE: Notation<PartialDateTime> = Notation::new(
    |text| numbered_date(&text.replace(" [", "-").replace(']', ""), &['-', ':']),
    |start| {
        let (date, time) = (start.date.to_string(), start.time);
        let time = time.map(|time| format!(" [{:02}:{:02}]", time.hour(), time.minute())).unwrap_or_default();
        if start.date.day().is_some() { date.replace('-', "") + &time } else { date }
    },
);

/// Returns the passes, and the moves on the first 25 lines, because there is no letter for more lines.
pub(crate) fn moves(record: &Record<Go>) -> impl Iterator<Item = Move> {
    let has_letters = |at: Point| record.setup.size.contains(at) && at.x().max(at.y()) < 25;
    record.main_line().filter(move |played| played.at.is_none_or(has_letters))
}
