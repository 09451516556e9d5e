//! Fields with several values. The text is split, and each part is a separate field.

use super::{Field, Kind};
use crate::{Game, Record};
use alloc::{
    string::{String, ToString},
    vec,
    vec::Vec,
};

impl<G: Game> Field<G> {
    /// Returns a field with several values between separators, each read and written by one of `fields`: `GTIME:600-20-5,GRLT:7` in
    /// GIB, `Hdcp=2,0.5` in UGF, `$TIME:600+10+5` in CSA.
    ///
    /// The text of a part starts with its key. A part without a key is identified by its position: the third field, if its key
    /// is empty, has the third part. [`read_known`](Self::read_known) returns the parts that no field reads, so that a format can
    /// keep them.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Field, InfoText, Record, Seat};
    /// static NAMED: [Field<Toy>; 2] = [Field::text("EVENT:", InfoText::Event), Field::text("ROUND:", InfoText::Round)];
    /// static INFO: Field<Toy> = Field::parts("INFO", ',', &NAMED);
    /// static BY_POSITION: [Field<Toy>; 2] = [Field::player("", Seat::First), Field::rank("", Seat::First)];
    /// static BLACK: Field<Toy> = Field::parts("PlayerB", ',', &BY_POSITION);
    /// let mut record = Record::default();
    /// assert!(INFO.read(&mut record, "ROUND:2,EVENT:Meijin") && BLACK.read(&mut record, "heron,3d"));
    /// assert_eq!((record.info.event.as_str(), record.info.player(&Seat::First).unwrap().rank.as_str()), ("Meijin", "3d"));
    /// assert_eq!((INFO.write(&record), BLACK.write(&record)), ("EVENT:Meijin,ROUND:2".into(), "heron,3d".into()));
    /// ```
    #[must_use]
    pub const fn parts(key: &'static str, separator: char, fields: &'static [Self]) -> Self {
        Self { key, kind: Kind::Parts { separator, fields } }
    }
}

/// Reads the parts of a text into a record, and returns those that no field read. Each field reads at most one part.
pub(super) fn read<G: Game>(separator: char, fields: &[Field<G>], record: &mut Record<G>, text: &str) -> String {
    let mut is_taken = vec![false; fields.len()];
    let mut rest = Vec::new();
    for (position, part) in text.split(separator).map(str::trim).enumerate().filter(|(_, part)| !part.is_empty()) {
        let value = |(n, field): (usize, &Field<G>)| match field.key {
            "" => (n == position).then_some((n, part)),
            key => part.strip_prefix(key).map(|value| (n, value)),
        };
        match fields.iter().enumerate().filter(|(n, _)| !is_taken[*n]).find_map(value) {
            // `read` returns false if the field stores the part as text. The part counts as read if the field writes it again.
            Some((n, value)) if fields[n].read(record, value) || fields[n].write(record) == value.trim() => {
                is_taken[n] = true;
            }
            _ => rest.push(part),
        }
    }
    rest.join(&separator.to_string())
}

/// Returns the parts that the record has a value for. A text with the separator is left out, because it would be read as two
/// parts.
pub(super) fn write<G: Game>(separator: char, fields: &[Field<G>], record: &Record<G>) -> String {
    let parts = fields.iter().map(|field| (field.key, field.write(record)));
    let parts = parts.map(|(key, text)| if text.contains(separator) { (key, String::new()) } else { (key, text) });
    // A part without a key is found by its position, so it is written even if it is empty.
    let parts = parts.filter(|(key, text)| key.is_empty() || !text.is_empty());
    let parts: Vec<_> = parts.map(|(key, text)| [key, &text].concat()).collect();
    parts.join(&separator.to_string()).trim_end_matches(separator).into()
}
