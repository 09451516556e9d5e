//! The slots: data of other formats, in a node, and in `meta` for the game.

use super::Reader;
use crate::codes;
use alloc::{format, string::String, vec::Vec};
use kifu_core::{Foreign, NamedValue, Record, SlotEntry};
use kifu_goban::{
    Go,
    draft::{Draft, DraftNode},
    slot as judgements,
};
use kifu_json::{
    Kind, Value,
    record::{RECORD_COMMENT, TIME_TYPE, pointer_step, slot},
};

impl Reader {
    /// Reads `meta`: the slots of the game, and custom members.
    pub(super) fn meta(&mut self, meta: Value<'_>) {
        // These headers come before those of the slot.
        for name in [RECORD_COMMENT, TIME_TYPE] {
            let text = meta.get(name).and_then(Value::string).filter(|text| !text.is_empty());
            if let Some(text) = text.filter(|_| self.record.info.headers.iter().all(|header| header.name != name)) {
                self.record.info.headers.push(NamedValue::new(name, text));
            }
        }
        for (key, value) in meta.members() {
            match &*key {
                RECORD_COMMENT | TIME_TYPE if value.string().is_some() => {}
                slot::SGF if value.kind() == Kind::Object => {
                    let entries = self.json.slot_entries(slot::SGF, value);
                    self.foreign.extend(entries);
                }
                slot::FOREIGN if value.kind() == Kind::Object => {
                    for (format, value) in value.members() {
                        if &*format == slot::KIFU {
                            self.kifu_of_game(value);
                        } else if value.kind() == Kind::Object {
                            let entries = self.json.slot_entries(&format, value);
                            self.foreign.extend(entries);
                        } else {
                            self.keep_in_game(&format!("/meta/foreign/{}", pointer_step(&format)), value);
                        }
                    }
                }
                _ => self.keep_in_game(&format!("/meta/{}", pointer_step(&key)), value),
            }
        }
    }

    /// Reads data of the record itself that JGF 2 has no member for.
    fn kifu_of_game(&mut self, object: Value<'_>) {
        // `rule_members` has reported these.
        let reported = self.record.terms.contradictions();
        let Record { info, terms, .. } = &mut self.record;
        let has_dates = !info.dates.is_empty();
        let take = |entry: &SlotEntry| {
            !(has_dates && entry.key == "date") && (entry.read_into_info(info) || terms.read_slot_entry(entry))
        };
        let of = (object, "/meta/foreign/kifu");
        self.json.kifu_entries(of, &codes::BAD_SLOT, &mut self.foreign, take, is_known);
        let contradictions = self.record.terms.contradictions();
        for contradiction in contradictions.iter().filter(|contradiction| !reported.contains(contradiction)) {
            self.json.diagnostics.report(&codes::DISAGREEMENT, object.member_span(), || {
                format!("{contradiction}; the statement counts")
            });
        }
    }

    /// Reads the private properties of SGF in a node. Judgements and some marks are read into the record.
    pub(super) fn sgf_of_node(&mut self, value: Value<'_>, draft: &mut Draft) {
        let mut unread: Vec<Foreign> = Vec::new();
        for mut entry in self.json.slot_entries(slot::SGF, value) {
            let values: Vec<&str> = entry.values.iter().map(String::as_str).collect();
            if let Some(marks) = judgements::marks(&entry.key, &values, self.size) {
                draft.marks.extend(marks);
                continue;
            }
            if draft.read_analysis(&entry.key, &values, self.size) {
                continue;
            }
            let judgement = &mut draft.main_mut().node.details_mut().judgement;
            if let Some(first) = entry.values.first()
                && judgements::read(judgement, &entry.key, first)
            {
                entry.values.remove(0);
                if entry.values.is_empty() {
                    continue;
                }
            }
            unread.push(entry);
        }
        if draft.is_root && !draft.is_split() {
            self.foreign.extend(unread);
        } else {
            draft.main_mut().foreign.extend(unread);
        }
    }

    /// Reads `foreign` of a node.
    pub(super) fn foreign_of_node(&mut self, value: Value<'_>, draft: &mut Draft) {
        for (format, value) in value.members() {
            if &*format == slot::SGF && value.kind() == Kind::Object {
                self.sgf_of_node(value, draft);
            } else if &*format == slot::KIFU && value.kind() == Kind::Object {
                let DraftNode { node, foreign, .. } = draft.main_mut();
                let take = |entry: &SlotEntry| entry.read_into_node(node);
                self.json.kifu_entries((value, "/foreign/kifu"), &codes::BAD_SLOT, foreign, take, is_known);
            } else if value.kind() == Kind::Object {
                let entries = self.json.slot_entries(&format, value);
                draft.main_mut().foreign.extend(entries);
            } else {
                self.keep_in_node(draft, draft.main, &format!("/foreign/{}", pointer_step(&format)), value);
            }
        }
    }
}

/// Returns true if an empty record could store an entry.
fn is_known(entry: &SlotEntry) -> bool {
    let mut record = Record::<Go>::default();
    let root = record.tree.root();
    entry.read_into_node(&mut record.tree[root])
        || entry.read_into_info(&mut record.info)
        || record.terms.read_slot_entry(entry)
}
