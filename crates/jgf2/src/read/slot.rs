//! The slots: data of other formats, in a node, and in `meta` for the game.

use super::Reader;
use crate::codes;
use alloc::{format, string::String, vec::Vec};
use kifu_core::{Foreign, Record, SlotEntry};
use kifu_goban::{Go, draft::Draft, slot as judgements};
use kifu_json::{
    Kind, Value,
    record::{pointer_step, slot},
};

impl Reader {
    fn report_bad_slot(&mut self, key: &str, value: Value<'_>) {
        self.json.diagnostics.report(&codes::BAD_SLOT, value.member_span(), || {
            let mut record = Record::<Go>::default();
            let root = record.tree.root();
            let is_readable = slot::read(key, value, |entry| {
                entry.read_into_node(&mut record.tree[root])
                    || entry.read_into_info(&mut record.info)
                    || record.terms.read_slot_entry(entry)
            });
            match is_readable {
                Some(None) => format!(
                    "a JGF 2 member states the value of the entry {key:?} of foreign.kifu too; the member counts, and the entry has no effect (kept in the file)"
                ),
                _ => format!("the entry {key:?} of foreign.kifu is unknown or invalid; it has no effect (kept in the file)"),
            }
        });
    }

    /// Reads `meta`: the slots of the game, and custom members.
    pub(super) fn meta(&mut self, meta: Value<'_>) {
        for (key, value) in meta.members() {
            match &*key {
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
    fn kifu_of_game(&mut self, value: Value<'_>) {
        let has_dates = !self.record.info.dates.is_empty();
        for (key, value) in value.members() {
            if !self.json.take(slot::memory(value), value.span().start) {
                return;
            }
            let Record { info, terms, .. } = &mut self.record;
            let take = |entry: &SlotEntry| {
                !(has_dates && entry.key == "date") && (entry.read_into_info(info) || terms.read_slot_entry(entry))
            };
            match slot::read(&key, value, take) {
                Some(None) => {}
                Some(Some(unread)) => {
                    self.report_bad_slot(&key, value);
                    self.foreign.push(unread);
                }
                None => self.keep_in_game(&format!("/meta/foreign/kifu/{}", pointer_step(&key)), value),
            }
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
                for (key, value) in value.members() {
                    if !self.json.take(slot::memory(value), value.span().start) {
                        return;
                    }
                    self.kifu_of_node(&key, value, draft);
                }
            } else if value.kind() == Kind::Object {
                let entries = self.json.slot_entries(&format, value);
                draft.main_mut().foreign.extend(entries);
            } else {
                self.keep_in_node(draft, draft.main, &format!("/foreign/{}", pointer_step(&format)), value);
            }
        }
    }

    fn kifu_of_node(&mut self, key: &str, value: Value<'_>, draft: &mut Draft) {
        let node = &mut draft.main_mut().node;
        match slot::read(key, value, |entry| entry.read_into_node(node)) {
            Some(None) => {}
            Some(Some(unread)) => {
                self.report_bad_slot(key, value);
                draft.main_mut().foreign.push(unread);
            }
            None => self.keep_in_node(draft, draft.main, &format!("/foreign/kifu/{}", pointer_step(key)), value),
        }
    }
}
