//! Header fields. One line of a table both reads and writes a field.
//!
//! * `table.rs`: [`Field`], and tables of fields.
//! * `ready.rs`: predefined fields such as [`Field::player`], [`Field::dates`] and [`Field::outcome`].
//! * `parts.rs`: [`Field::parts`], a field with several values.
//! * `byo_yomi.rs`: [`Field::byo_yomi`], main time and byo-yomi as three numbers.
//! * `notation.rs`: [`Notation`], the text of one value.

mod byo_yomi;
mod notation;
mod parts;
mod ready;
mod table;

pub use byo_yomi::ByoYomiNumber;
pub use notation::{NameAndRank, Notation, numbered_date, one_line};
pub use ready::InfoText;
use ready::Kind;
pub use table::Field;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Parsed, Record, Seat, toy::Toy};
    use alloc::string::{String, ToString};
    use proptest::prelude::*;

    static NAMED: [Field<Toy>; 2] = [Field::text("a:", InfoText::Place), Field::end("E", Notation::SLASHED_DATE_TIME)];
    static BY_POSITION: [Field<Toy>; 2] = [Field::player("", Seat::First), Field::rank("", Seat::First)];

    /// Each kind of field, in each notation.
    static TABLE: [Field<Toy>; 17] = [
        Field::text("NAME", InfoText::Name),
        Field::text("EVENT", InfoText::Event),
        Field::player("N+", Seat::First),
        Field::rank("R+", Seat::First),
        Field::player_with_rank("A", Seat::Second, Notation::RANK_IN_PARENTHESES),
        Field::player_with_rank("B", Seat::Second, Notation::RANK_AFTER_SPACES),
        Field::dates("C", Notation::DATE),
        Field::dates("D", Notation::SLASHED_DATE),
        Field::start("E", Notation::SLASHED_DATE_TIME),
        Field::end("F", Notation::SLASHED_DATE_TIME),
        Field::outcome("G", Notation::new(|text| text.parse().ok(), ToString::to_string)),
        Field::main_time("H", Notation::MINUTES),
        Field::main_time("I", Notation::SECONDS),
        Field::new(
            "J",
            |record| record.info.round.clone(),
            |record, text| {
                record.info.round = text.into();
                true
            },
        ),
        Field::parts("K", ',', &NAMED),
        Field::parts("L", ',', &BY_POSITION),
        Field::byo_yomi("M", '-', [ByoYomiNumber::Period, ByoYomiNumber::Periods, ByoYomiNumber::Main]),
    ];

    fn texts() -> impl Strategy<Value = String> {
        let likely = "(2024|1846)?[-/]?(05|9)?[-/]?(01|7)?( 10:30)?(:59)?|[a-z ]{0,6} ?\\(?[0-9][DK]\\)?|[0-9]{1,4}|[0-9]{1,3}-[0-9]-[0-9]{1,4}";
        prop_oneof![likely, "[ab1() \n\r,:/-]{0,12}", "first wins by resignation|draw"]
    }

    proptest! {
        /// Reading, writing and reading again is the same as reading once.
        #[test]
        fn what_is_written_is_read_again(field in 0..TABLE.len(), text in texts()) {
            let field = &TABLE[field];
            let mut first: Record<Toy> = Record::default();
            field.read(&mut first, &one_line(&text));
            let written = field.write(&first);
            let mut second = Record::default();
            field.read(&mut second, &written);
            prop_assert_eq!(&second.info, &first.info, "{:?}", written);
        }

        /// A text from another format is written so that it reads back as the same text.
        #[test]
        fn what_is_written_is_stable(text in texts(), other in texts()) {
            let mut record: Record<Toy> = Record::default();
            let info = &mut record.info;
            (info.name, info.event, info.round) = (text.clone(), other.clone(), text.clone());
            for seat in [Seat::First, Seat::Second] {
                let player = info.player_mut(seat);
                (player.name, player.rank) = (text.clone(), other.clone());
            }
            info.dates = [Parsed::Text(text.clone().into())].into();
            info.ended = Some(Parsed::Text(text.clone().into()));
            info.outcome = Some(Parsed::Text(text.clone().into()));
            info.time.all_mut().main = Some(Parsed::Text(text.clone().into()));
            for field in &TABLE {
                let written = field.write(&record);
                let mut again = Record::default();
                field.read(&mut again, &written);
                prop_assert_eq!(field.write(&again), written, "{}", field.key());
            }
        }
    }

    #[test]
    fn dates_have_the_numbers_of_the_calendar() {
        for text in [
            "",
            "201",
            "2016-",
            "2016-13",
            "2016-3-32",
            "2016-3-3-10",
            "2016-3-3-24-0",
            "2016-+3",
            "20161303",
            "201603",
        ] {
            assert_eq!(numbered_date(text, &['-']), None, "{text}");
        }
        assert_eq!(numbered_date("2016", &['-']).unwrap().to_string(), "2016");
    }
}
