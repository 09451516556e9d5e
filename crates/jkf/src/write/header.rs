//! The header: texts under the names of KIF.

use alloc::{collections::BTreeSet, string::String};
use kifu_core::{Field, Record, one_line};
use kifu_json::{Writer, record::ForeignData};
use kifu_shogiban::{
    Color, Shogi,
    fields::{FIELDS, SYNONYMS},
};

pub(super) fn header(record: &Record<Shogi>, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    // A key that occurs twice would be lost for other readers.
    let mut written: BTreeSet<String> = BTreeSet::new();
    let mut text = |key: &str, value: &str, out: &mut Writer| {
        if written.insert(key.into()) {
            out.key(key);
            out.string(value);
        }
    };
    out.key("header");
    out.begin_object();
    for (key, value) in Field::write_all(&FIELDS, record) {
        text(key, &value, out);
    }
    let is_handicap = record.terms.is_handicap;
    let by_position = record.setup.has_handicap();
    for color in Color::ALL {
        let name = record.info.player(&color.seat()).map(|player| one_line(&player.name)).unwrap_or_default();
        // The keys state what the players are called.
        if !name.is_empty() || is_handicap != by_position {
            text(color.player_name(is_handicap), &name, out);
        }
    }
    for entry in &record.info.headers {
        let is_field = SYNONYMS.iter().find(|(name, _)| *name == entry.name).map_or(&*entry.name, |(_, usual)| usual);
        let has_meaning = Field::find(&FIELDS, is_field)
            .is_some_and(|field| field.write(record).is_empty() && field.holds(&entry.value));
        if !has_meaning {
            text(&entry.name, &entry.value, out);
        }
    }
    foreign.write_members("/header", &[], out);
    out.end();
}
