//! The member `foreign` of a record or a node: values that the schemas of JKF refuse at their places. It has an object `jkf`, with a
//! list of raw values for the JSON pointer of each. Members that JKF does not define stay at their places, because other readers
//! ignore them.

use crate::{
    INFO,
    read::{meaning_of_move, meaning_of_special},
};
use alloc::vec::Vec;
use kifu_core::{Foreign, ForeignSet};
use kifu_json::{
    Document, Kind as JsonKind, Value, Writer,
    record::{
        ForeignData, MemberReader,
        slot::{FOREIGN, write_other_formats},
    },
};
use kifu_shogiban::{Action, Kind};

/// Returns true for the pointer of a value of the game that its place cannot have.
pub(crate) fn is_of_game(pointer: &str) -> bool {
    // All headers are texts, and those are read.
    let is_header = pointer.starts_with("/header/");
    let in_hand = pointer.strip_prefix("/initial/data/hands/").and_then(|rest| rest.get(2..));
    matches!(pointer, "/header" | "/initial" | "/initial/preset" | "/initial/data" | "/moves" | "/foreign")
        || is_header
        || in_hand.is_some_and(|name| Kind::from_csa(name).is_some())
}

/// Returns true for the pointer of a value of a node that its place cannot have.
pub(crate) fn is_of_node(pointer: &str) -> bool {
    matches!(pointer, "/comments" | "/move" | "/time" | "/special" | "/forks" | "/foreign")
}

/// Returns the foreign data of the game for the writer.
pub(crate) fn data_of_game(foreign: &ForeignSet) -> ForeignData<'_> {
    data(foreign, is_of_game)
}

/// Returns the foreign data of a node for the writer. A move that cannot be read and the text of an ending are left out if the node has
/// another action now.
pub(crate) fn data_of_node<'a>(foreign: &'a ForeignSet, action: Option<&Action>) -> ForeignData<'a> {
    let mut data = data(foreign, is_of_node);
    data.unplaced.retain(|entry| {
        let meaning =
            self::action(core::slice::from_ref(*entry)).filter(|_| action.is_none_or(|now| now.as_move().is_none()));
        meaning.is_none() || meaning.as_ref() == action
    });
    data
}

fn data(foreign: &ForeignSet, is_refused: impl Fn(&str) -> bool) -> ForeignData<'_> {
    let mut data = ForeignData::new(INFO.id, foreign).with_slots(false);
    data.unplaced = data.members.extract_if(.., |entry| is_refused(&entry.key)).collect();
    data
}

/// Writes the slot, if there is anything in it.
pub(crate) fn write(foreign: &ForeignData<'_>, out: &mut Writer) {
    if foreign.unplaced.is_empty() {
        return;
    }
    out.key(FOREIGN);
    out.begin_object_inline();
    write_other_formats(foreign, out);
    out.end();
}

/// Returns the entries of a slot. `None` if the value is not one that the writer makes.
pub(crate) fn read(
    value: Value<'_>,
    is_refused: impl Fn(&str) -> bool,
    reader: &mut MemberReader,
) -> Option<Vec<Foreign>> {
    let mut members = value.members();
    let own = members.next().filter(|(key, _)| key == INFO.id).map(|(_, own)| own)?;
    let is_entry = |value: Value<'_>| {
        let mut texts = value.elements();
        value.kind() == JsonKind::Array
            && value.elements().next().is_some()
            && texts.all(|text| text.string().is_some())
    };
    let is_slot = own.kind() == JsonKind::Object
        && members.next().is_none()
        && own.members().next().is_some()
        && own.members().all(|(key, value)| is_refused(&key) && is_entry(value));
    is_slot.then(|| reader.slot_entries(INFO.id, own))
}

/// Returns the meaning of the move that cannot be read, or of the text of an ending, that a slot has.
pub(crate) fn action(entries: &[Foreign]) -> Option<Action> {
    let is_action = |entry: &&Foreign| matches!(&*entry.key, "/move" | "/special");
    let entry = entries.iter().find(is_action)?;
    let document = Document::parse_only(entry.values.first()?);
    let root = document.root()?;
    if entry.key == "/move" { Some(meaning_of_move(root)) } else { root.string().map(|text| meaning_of_special(&text)) }
}
