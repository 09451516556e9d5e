//! [`Field`]: one line of a table that reads and writes a header.

use super::{Kind, one_line, parts};
use crate::{Game, Record};
use alloc::{format, string::String};

/// A header field: its key, how its text is read into a record, and how it is written from a record. One line of a table does
/// both.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// use kifu_core::{Field, InfoText, Notation, Record, Seat};
/// static FIELDS: [Field<Toy>; 3] = [
///     Field::player("Black", Seat::First),
///     Field::text("Event", InfoText::Event),
///     Field::dates("Date", Notation::DATE),
/// ];
/// let mut record = Record::default();
/// for line in ["Black: Ida", "Date: in spring", "Date: 2024-05-01", "Date: in May"] {
///     let (key, value) = line.split_once(": ").unwrap();
///     Field::find(&FIELDS, key).unwrap().read(&mut record, value);
/// }
/// assert_eq!(record.info.dates[0].to_string(), "2024-05-01"); // the last value counts, and a text does not replace a value
/// let lines: Vec<_> = Field::write_all(&FIELDS, &record).map(|(key, value)| format!("{key}: {value}")).collect();
/// assert_eq!(lines, ["Black: Ida", "Date: 2024-05-01"]);
/// ```
#[derive(Debug)]
pub struct Field<G: Game> {
    pub(super) key: &'static str,
    pub(super) kind: Kind<G>,
}

impl<G: Game> Field<G> {
    /// Returns a field that a format defines. `get` returns its text, or an empty text if the record has no value for it. `set`
    /// reads a text into a record, and returns false if the text is not a value of the field.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, Record, Seat};
    /// static TEAM: Field<Toy> = Field::new(
    ///     "Team",
    ///     |record| record.info.player(&Seat::First).map(|player| player.team.clone()).unwrap_or_default(),
    ///     |record, value| {
    ///         record.info.player_mut(Seat::First).team = value.into();
    ///         true
    ///     },
    /// );
    /// let mut record = Record::default();
    /// assert!(TEAM.read(&mut record, "Kansai"));
    /// assert_eq!(TEAM.write(&record), "Kansai");
    /// ```
    #[must_use]
    pub const fn new(key: &'static str, get: fn(&Record<G>) -> String, set: fn(&mut Record<G>, &str) -> bool) -> Self {
        Self { key, kind: Kind::Own { get, set } }
    }
    /// Returns the key of the field.
    #[must_use]
    pub const fn key(&self) -> &'static str {
        self.key
    }

    /// Returns the field of a table with this key. The case of ASCII letters is ignored.
    #[must_use]
    pub fn find<'t>(table: &'t [Self], key: &str) -> Option<&'t Self> {
        table.iter().find(|field| field.key.eq_ignore_ascii_case(key))
    }

    /// Reads the text of the field into a record, without surrounding white space. Returns false if the text is not a value of the
    /// field. Such a text is kept as text if the field allows that, and otherwise ignored. An empty text has no effect, and a text
    /// does not replace an existing value.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, Notation, Parsed, Record};
    /// static DATES: Field<Toy> = Field::dates("Date", Notation::DATE);
    /// let mut record = Record::default();
    /// assert!(!DATES.read(&mut record, "in spring"));
    /// assert_eq!(record.info.dates, [Parsed::Text("in spring".into())]);
    /// ```
    pub fn read(&self, record: &mut Record<G>, text: &str) -> bool {
        let text = text.trim();
        text.is_empty() || self.kind.read(record, text)
    }

    /// Returns true if a record has a place for this text: as a value, or as text if the field allows that.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, Notation};
    /// static DATES: Field<Toy> = Field::dates("Date", Notation::DATE);
    /// assert!(DATES.holds("1846-09-11") && DATES.holds("in spring") && !DATES.holds(" "));
    /// ```
    #[must_use]
    pub fn holds(&self, text: &str) -> bool {
        let mut record = Record::default();
        self.read(&mut record, text);
        !self.write(&record).is_empty()
    }

    /// Reads the text of the field into a record, and returns the rest that the record has no place for: for a field of
    /// [parts](Self::parts) those parts that none of its fields read, for other fields an empty text.
    #[must_use]
    pub fn read_known(&self, record: &mut Record<G>, text: &str) -> String {
        match self.kind {
            Kind::Parts { separator, fields } => parts::read(separator, fields, record, text),
            _ => {
                self.read(record, text);
                String::new()
            }
        }
    }

    /// Returns the text of the field in one line, or an empty text if the record has no value for it. Reading and writing the
    /// result returns the same text.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, InfoText, Record};
    /// static EVENT: Field<Toy> = Field::text("Event", InfoText::Event);
    /// let mut record = Record::default();
    /// record.info.event = "Castle\ngames".into();
    /// assert_eq!(EVENT.write(&record), "Castle games");
    /// ```
    #[must_use]
    pub fn write(&self, record: &Record<G>) -> String {
        one_line(&self.kind.write(record))
    }

    /// Returns the text of the field, followed by the parts of other programs that [`read_known`](Self::read_known) returned. A
    /// field without parts has no place for them.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, InfoText, Record};
    /// static PARTS: [Field<Toy>; 1] = [Field::text("ROUND:", InfoText::Round)];
    /// static INFO: Field<Toy> = Field::parts("INFO", ',', &PARTS);
    /// let mut record = Record::default();
    /// let rest = INFO.read_known(&mut record, "TABLE:7,ROUND:2");
    /// assert_eq!(INFO.write_with(&record, &rest), "ROUND:2,TABLE:7");
    /// ```
    #[must_use]
    pub fn write_with(&self, record: &Record<G>, rest: &str) -> String {
        let text = self.write(record);
        match self.kind {
            Kind::Parts { separator, .. } if !text.is_empty() && !rest.is_empty() => format!("{text}{separator}{rest}"),
            Kind::Parts { .. } if text.is_empty() => rest.into(),
            _ => text,
        }
    }

    /// Returns the keys and texts of all fields of a table that the record has a value for, in the order of the table.
    pub fn write_all<'a>(
        table: &'a [Self],
        record: &'a Record<G>,
    ) -> impl Iterator<Item = (&'static str, String)> + 'a {
        table.iter().map(|field| (field.key, field.write(record))).filter(|(_, text)| !text.is_empty())
    }
}
