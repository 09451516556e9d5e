//! The headers that have a place in a record: each line of the table reads and writes one. Those of the time are in `times.rs`, because a
//! player can have an own one.

use alloc::string::{String, ToString};
use kifu_core::{Field, InfoText, Notation};
use kifu_shogiban::Shogi;

/// The headers other than those of the time. CSA has no key for the last three; they have those of KIF.
pub(crate) static FIELDS: [Field<Shogi>; 11] = [
    Field::text("EVENT", InfoText::Event),
    Field::text("SITE", InfoText::Place),
    Field::start("START_TIME", Notation::SLASHED_DATE_TIME),
    Field::end("END_TIME", Notation::SLASHED_DATE_TIME),
    Field::text("OPENING", InfoText::Opening),
    Field::new(
        "MAX_MOVES",
        |record| record.terms.max_moves.map(|moves| moves.to_string()).unwrap_or_default(),
        |record, text| {
            let moves = text.parse().ok();
            record.terms.max_moves = moves.or(record.terms.max_moves);
            moves.is_some()
        },
    ),
    Field::new(
        "JISHOGI",
        |record| record.terms.impasse.clone(),
        |record, text| {
            record.terms.impasse = text.into();
            true
        },
    ),
    Field::new(
        "NOTE",
        |record| record.info.description.replace('\\', "\\\\").replace('\n', "\\n"),
        |record, text| {
            record.info.description = unescape(text);
            true
        },
    ),
    Field::text("表題", InfoText::Name),
    Field::text("掲載", InfoText::Source),
    Field::text("記録係", InfoText::Transcriber),
];

/// Returns a note with its lines and backslashes. Other escapes have no meaning.
fn unescape(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some((before, behind)) = rest.split_once('\\') {
        out.push_str(before);
        let (c, behind) = match behind.as_bytes().first() {
            Some(b'n') => ('\n', &behind[1..]),
            Some(b'\\') => ('\\', &behind[1..]),
            _ => ('\\', behind),
        };
        out.push(c);
        rest = behind;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_core::Record;

    #[test]
    fn notes_have_lines_and_backslashes() {
        let note = FIELDS.iter().find(|field| field.key() == "NOTE").unwrap();
        let mut record = Record::default();
        note.read(&mut record, "a\\nb\\\\n\\x\\");
        assert_eq!(record.info.description, "a\nb\\n\\x\\");
        assert_eq!(note.write(&record), "a\\nb\\\\n\\\\x\\\\");
    }
}
