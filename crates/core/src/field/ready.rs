//! Predefined fields for the values of every record: names, dates, results, times.

use super::{ByoYomiNumber, Field, NameAndRank, Notation, byo_yomi, one_line, parts};
use crate::{Decimal, Game, Info, MainTime, Outcome, Parsed, PartialDate, PartialDateTime, Player, Record, Seat};
use alloc::{string::String, vec::Vec};
use core::{fmt, time::Duration};

/// The texts of a record's [`Info`] that can be header fields.
///
/// ```
/// use kifu_core::{Field, Game, InfoText};
/// fn event<G: Game>() -> Field<G> {
///     Field::text("EVENT", InfoText::Event)
/// }
/// # let _ = event::<toy::Toy>();
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum InfoText {
    /// The name of the game.
    Name,
    /// The tournament or another event.
    Event,
    /// The round of the event.
    Round,
    /// The place where the game was played.
    Place,
    /// The opening, by name.
    Opening,
    /// The author of the comments.
    Annotator,
    /// The person who entered the game.
    Transcriber,
    /// The source of the record.
    Source,
    /// The web address of the source.
    Address,
    /// The owner of the copyright.
    Copyright,
    /// The program that wrote the record.
    Application,
    /// A description of the game.
    Description,
}

impl InfoText {
    pub(crate) fn get(self, info: &Info) -> &String {
        match self {
            Self::Name => &info.name,
            Self::Event => &info.event,
            Self::Round => &info.round,
            Self::Place => &info.place,
            Self::Opening => &info.opening,
            Self::Annotator => &info.annotator,
            Self::Transcriber => &info.transcriber,
            Self::Source => &info.source,
            Self::Address => &info.address,
            Self::Copyright => &info.copyright,
            Self::Application => &info.application,
            Self::Description => &info.description,
        }
    }

    fn get_mut(self, info: &mut Info) -> &mut String {
        match self {
            Self::Name => &mut info.name,
            Self::Event => &mut info.event,
            Self::Round => &mut info.round,
            Self::Place => &mut info.place,
            Self::Opening => &mut info.opening,
            Self::Annotator => &mut info.annotator,
            Self::Transcriber => &mut info.transcriber,
            Self::Source => &mut info.source,
            Self::Address => &mut info.address,
            Self::Copyright => &mut info.copyright,
            Self::Application => &mut info.application,
            Self::Description => &mut info.description,
        }
    }
}

impl<G: Game> Field<G> {
    /// Returns a field for a text of the header.
    #[must_use]
    pub const fn text(key: &'static str, text: InfoText) -> Self {
        Self { key, kind: Kind::Text(text) }
    }

    /// Returns a field for the name of the player on `seat`.
    #[must_use]
    pub const fn player(key: &'static str, seat: Seat) -> Self {
        Self { key, kind: Kind::Player(seat) }
    }

    /// Returns a field for the name and rank of the player on `seat`, in one text.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, Notation, Record, Seat};
    /// static FIRST: Field<Toy> = Field::player_with_rank("BLACK", Seat::First, Notation::RANK_IN_PARENTHESES);
    /// let mut record = Record::default();
    /// FIRST.read(&mut record, "heron(3D)");
    /// assert_eq!((record.info.player(&Seat::First).unwrap().rank.as_str(), FIRST.write(&record).as_str()), ("3D", "heron (3D)"));
    /// ```
    #[must_use]
    pub const fn player_with_rank(key: &'static str, seat: Seat, notation: Notation<NameAndRank>) -> Self {
        Self { key, kind: Kind::PlayerWithRank(seat, notation) }
    }

    /// Returns a field for the rank of the player on `seat`.
    #[must_use]
    pub const fn rank(key: &'static str, seat: Seat) -> Self {
        Self { key, kind: Kind::Rank(seat) }
    }

    /// Returns a field for the days on which the game was played, separated by `, `. If one of them is not a date, all are kept as
    /// one text.
    #[must_use]
    pub const fn dates(key: &'static str, notation: Notation<PartialDate>) -> Self {
        Self { key, kind: Kind::Dates(notation) }
    }

    /// Returns a field for the date of the game, with the start time if it is known. A text that is neither is kept in place of the
    /// date.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, Notation, Record};
    /// static START: Field<Toy> = Field::start("START_TIME", Notation::SLASHED_DATE_TIME);
    /// let mut record = Record::default();
    /// START.read(&mut record, "2003/05/03 10:30:00");
    /// assert_eq!(record.info.dates[0].to_string(), "2003-05-03");
    /// assert_eq!(START.write(&record), "2003/05/03 10:30:00");
    /// ```
    #[must_use]
    pub const fn start(key: &'static str, notation: Notation<PartialDateTime>) -> Self {
        Self { key, kind: Kind::Start(notation) }
    }

    /// Returns a field for the time at which the game ended.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, Notation, Record};
    /// static END: Field<Toy> = Field::end("END_TIME", Notation::SLASHED_DATE_TIME);
    /// let mut record = Record::default();
    /// assert!(!END.read(&mut record, "before midnight"));
    /// assert_eq!(record.info.ended.unwrap().to_string(), "before midnight");
    /// ```
    #[must_use]
    pub const fn end(key: &'static str, notation: Notation<PartialDateTime>) -> Self {
        Self { key, kind: Kind::End(notation) }
    }

    /// Returns a field for the result of the game.
    #[must_use]
    pub const fn outcome(key: &'static str, notation: Notation<Outcome>) -> Self {
        Self { key, kind: Kind::Outcome(notation) }
    }

    /// Returns a field for the main time of each player.
    #[must_use]
    pub const fn main_time(key: &'static str, notation: Notation<Duration>) -> Self {
        Self { key, kind: Kind::MainTime(notation) }
    }

    /// Returns a field for a number that only one game has, such as komi, from its notation and its place in the record. The crates of
    /// games define such fields.
    ///
    /// ```
    /// use kifu_core::{Decimal, Field, Game, Notation, Parsed, Record};
    /// #[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
    /// struct Terms { stake: Option<Parsed<Decimal>> }
    /// #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    /// struct Toy;
    /// impl Game for Toy {
    ///     const NAME: &'static str = "toy";
    ///     type Terms = Terms;
    ///     type Setup = ();
    ///     type Action = u8;
    ///     type Mark = u8;
    /// }
    /// const PLAIN: Notation<Decimal> = Notation::new(|text| text.parse().ok(), |number| number.to_string());
    /// static STAKE: Field<Toy> =
    ///     Field::number("Stake", PLAIN, |record| record.terms.stake.as_ref(), |record| &mut record.terms.stake);
    /// let mut record = Record::default();
    /// assert!(STAKE.read(&mut record, "2.5") && !STAKE.read(&mut record, "a dinner"));
    /// assert_eq!(STAKE.write(&record), "2.5"); // a text does not replace a number
    /// ```
    #[must_use]
    pub const fn number(
        key: &'static str,
        notation: Notation<Decimal>,
        get: fn(&Record<G>) -> Option<&Parsed<Decimal>>,
        get_mut: fn(&mut Record<G>) -> &mut Option<Parsed<Decimal>>,
    ) -> Self {
        Self { key, kind: Kind::Number { notation, get, get_mut } }
    }
}

type GetNumber<G> = fn(&Record<G>) -> Option<&Parsed<Decimal>>;
type GetNumberMut<G> = fn(&mut Record<G>) -> &mut Option<Parsed<Decimal>>;

/// The value of a record that a field reads and writes.
pub(super) enum Kind<G: Game> {
    Text(InfoText),
    Player(Seat),
    PlayerWithRank(Seat, Notation<NameAndRank>),
    Rank(Seat),
    Dates(Notation<PartialDate>),
    Start(Notation<PartialDateTime>),
    End(Notation<PartialDateTime>),
    Outcome(Notation<Outcome>),
    MainTime(Notation<Duration>),
    Number { notation: Notation<Decimal>, get: GetNumber<G>, get_mut: GetNumberMut<G> },
    ByoYomi { separator: char, order: [ByoYomiNumber; 3] },
    Parts { separator: char, fields: &'static [Field<G>] },
    Own { get: fn(&Record<G>) -> String, set: fn(&mut Record<G>, &str) -> bool },
}

impl<G: Game> fmt::Debug for Kind<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kind")
    }
}

impl<G: Game> Kind<G> {
    /// Reads a text that is not empty into a record. Returns false if the text is not a value of the field.
    pub(super) fn read(&self, record: &mut Record<G>, text: &str) -> bool {
        let info = &mut record.info;
        match self {
            Self::Text(of) => *of.get_mut(info) = text.into(),
            Self::Player(seat) => info.player_mut(seat.clone()).name = text.into(),
            Self::Rank(seat) => info.player_mut(seat.clone()).rank = text.into(),
            Self::PlayerWithRank(seat, notation) => {
                let read = notation.read(text);
                let is_value = read.is_some();
                let NameAndRank { name, rank } = read.unwrap_or(NameAndRank { name: text.into(), rank: String::new() });
                let player = info.player_mut(seat.clone());
                (player.name, player.rank) = (name, rank);
                return is_value;
            }
            Self::Dates(notation) => {
                let dates: Option<Vec<_>> =
                    text.split(", ").map(|date| notation.read(date).map(Parsed::Value)).collect();
                return set_dates(info, text, dates);
            }
            Self::Start(notation) => {
                let start = notation.read(text);
                if let Some(start) = start {
                    info.started = start.time.is_some().then_some(Parsed::Value(start));
                }
                return set_dates(info, text, start.map(|start| [Parsed::Value(start.date)].into()));
            }
            Self::End(notation) => return set(&mut info.ended, notation.parse(text)),
            Self::Outcome(notation) => return set(&mut info.outcome, notation.parse(text)),
            Self::MainTime(notation) => return set_main_time(info, notation.parse(text)),
            Self::Number { notation, get_mut, .. } => return set(get_mut(record), notation.parse(text)),
            Self::ByoYomi { separator, order } => return byo_yomi::read(*separator, *order, info, text),
            Self::Parts { separator, fields } => return parts::read(*separator, fields, record, text).is_empty(),
            Self::Own { set, .. } => return set(record, text),
        }
        true
    }

    pub(super) fn write(&self, record: &Record<G>) -> String {
        let info = &record.info;
        let of_player = |seat, text: fn(&Player) -> &String| info.player(seat).map(text).cloned().unwrap_or_default();
        match self {
            Self::Text(of) => of.get(info).clone(),
            Self::Player(seat) => of_player(seat, |player| &player.name),
            Self::Rank(seat) => of_player(seat, |player| &player.rank),
            Self::PlayerWithRank(seat, notation) => {
                let (name, rank) = (of_player(seat, |player| &player.name), of_player(seat, |player| &player.rank));
                let text = one_line(&notation.write(&NameAndRank { name, rank }));
                // The next reader reads "(3D)" as a rank, even if it is part of the name.
                notation.read(&text).map_or(text, |player| notation.write(&player))
            }
            Self::Dates(notation) => {
                let dates: Vec<_> = info.dates.iter().map(|date| notation.print(date)).collect();
                dates.join(", ")
            }
            Self::Start(notation) => match (&info.started, info.dates.first()) {
                (Some(Parsed::Value(start)), _) => notation.write(start),
                (_, Some(Parsed::Value(date))) => notation.write(&PartialDateTime { date: *date, time: None }),
                (_, Some(Parsed::Text(text))) | (Some(Parsed::Text(text)), None) => {
                    notation.print(&Parsed::Text(text.clone()))
                }
                (None, None) => String::new(),
            },
            Self::End(notation) => info.ended.as_ref().map(|end| notation.print(end)).unwrap_or_default(),
            Self::Outcome(notation) => info.outcome.as_ref().map(|outcome| notation.print(outcome)).unwrap_or_default(),
            Self::MainTime(notation) => main_time(info).map(|time| notation.print(&time)).unwrap_or_default(),
            Self::Number { notation, get, .. } => get(record).map(|number| notation.print(number)).unwrap_or_default(),
            Self::ByoYomi { separator, order } => byo_yomi::write(*separator, *order, info),
            Self::Parts { separator, fields } => parts::write(*separator, fields, record),
            Self::Own { get, .. } => get(record),
        }
    }
}

/// Sets a value or a text, and returns true if it is a value. A text does not replace a value from another field.
fn set<T>(place: &mut Option<Parsed<T>>, parsed: Parsed<T>) -> bool {
    let is_value = parsed.value().is_some();
    if is_value || !matches!(place, Some(Parsed::Value(_))) {
        *place = Some(parsed);
    }
    is_value
}

/// Sets the dates, and returns true if the text is a list of dates. A text does not replace dates.
fn set_dates(info: &mut Info, text: &str, dates: Option<Vec<Parsed<PartialDate>>>) -> bool {
    let is_value = dates.is_some();
    if is_value || info.dates.iter().all(|date| date.value().is_none()) {
        info.dates = dates.unwrap_or_else(|| [Parsed::Text(text.into())].into());
    }
    is_value
}

/// Returns the main time of a game.
fn main_time(info: &Info) -> Option<Parsed<Duration>> {
    info.time.all()?.main.clone().map(|main| main.map(|main| main.0))
}

/// Sets the main time of a game, and returns true if it is a value.
fn set_main_time(info: &mut Info, time: Parsed<Duration>) -> bool {
    set(&mut info.time.all_mut().main, time.map(MainTime))
}
