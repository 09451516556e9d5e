//! KX: the notes in the slot of a node.

use super::draft::{Draft, Target};
use crate::{
    Property, codes,
    comments::CommentNote,
    read::{Reader, messages::shown},
    slot::{self, Note},
    value::{self, Run},
};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use kifu_core::{Analysis, Foreign, Record, SlotEntry, Span};
use kifu_goban::{Go, Mark, Points};

/// Reads the slot of a node.
pub(super) fn read<'a>(reader: &mut Reader<'a>, property: Property<'a>, draft: &mut Draft) {
    let main = draft.main;
    let mut left = property.value_spans().count();
    for at in property.value_spans() {
        left -= 1;
        let raw = reader.raw(at);
        if !reader.take(size_of::<String>() + raw.len(), at.start) {
            return;
        }
        let Some(Note { format, key, value }) = slot::note(raw) else {
            reader.diagnostics.report(
                &codes::BAD_SLOT,
                at,
                || "this KX does not have the form that kifu writes; it has no effect (kept in the file)",
            );
            reader.keep(slot::IDENTIFIER, core::iter::once(at), draft, main);
            continue;
        };
        if format == "kifu" {
            if kifu_note(reader, draft, (&key, at), value.as_deref().unwrap_or_default()) {
                continue;
            }
            let is_beside_dates = key == "date" && reader.has_dates();
            reader.diagnostics.report(&codes::BAD_SLOT, at, || {
                if is_beside_dates {
                    return "KX[kifu:date:…] and DT both state dates; DT counts, and KX has no effect (kept in the file)".to_owned();
                }
                let is_taken = is_readable_alone(&key, value.as_deref().unwrap_or_default(), draft.is_root);
                let key = shown(&key);
                match is_taken {
                    true => format!(
                        "an SGF property states the value of the KX note {key:?} too; the property counts, and the note has no effect (kept in the file)"
                    ),
                    false => format!("the KX note {key:?} is unknown or invalid; it has no effect (kept in the file)"),
                }
            });
        }
        let is_of_game = draft.is_root && main == Target::Head;
        let last = if is_of_game { reader.foreign.last() } else { draft.target(main).foreign.last() };
        // Values of one key are merged here already, because there may be millions of them.
        let is_new = last.is_none_or(|last| last.format != format || last.key != key);
        if is_new && !reader.take(size_of::<Foreign>(), at.start) {
            return;
        }
        let foreign = if is_of_game { &mut reader.foreign } else { &mut draft.target_mut(main).foreign };
        match foreign.last_mut().filter(|_| !is_new) {
            Some(last) => {
                // Doubling could reserve more memory than the remaining values need.
                if last.values.len() == last.values.capacity() {
                    last.values.reserve_exact(last.values.len().min(left + 1));
                }
                last.values.extend(value);
            }
            None => foreign.push(Foreign::new(format, key, value.into_iter().collect::<Vec<_>>())),
        }
    }
}

/// Reads a note of kifu. Returns false if it has no effect.
fn kifu_note(reader: &mut Reader<'_>, draft: &mut Draft, (key, at): (&str, Span), value: &str) -> bool {
    let entry = SlotEntry::new(key.to_owned(), slot::fields(value));
    // A list may have twice the capacity while it grows.
    if key == "analysis" && !reader.take(2 * (size_of::<Analysis<Go>>() + value.len()), at.start) {
        return true;
    }
    let node = draft.main_mut();
    match key {
        "comment" => {
            let [chars, author, time] = &entry.fields[..] else { return false };
            let Ok(chars) = chars.parse() else { return false };
            let some = |text: &String| (!text.is_empty()).then(|| text.clone());
            draft.add_comment_note(CommentNote { chars, author: some(author), time: some(time) });
        }
        "characters" => {
            let [identifier, ordinal, runs] = &entry.fields[..] else { return false };
            let runs: Option<Vec<_>> = runs.split(' ').map(characters).collect();
            let (Ok(ordinal), Some(runs)) = (ordinal.parse(), runs) else { return false };
            // A node may have several labels, but only one of each other text.
            if ordinal > 0 && identifier != "LB" {
                return false;
            }
            draft.characters.get_or_insert_default().entry((identifier.clone(), ordinal)).or_default().extend(runs);
        }
        "label" => {
            let [point, text] = &entry.fields[..] else { return false };
            let point = value::point(point).value().filter(|point| reader.size.contains(*point));
            let Some(point) = point else { return false };
            draft.marks.push(Mark::Label(point, text.clone()));
        }
        "mark" => {
            let [kind, text, points] = &entry.fields[..] else { return false };
            let rects = points.split_ascii_whitespace().map(|raw| value::rect(raw).value());
            let Some(rects) = rects.collect::<Option<Vec<_>>>() else { return false };
            let points: Points = rects.into_iter().collect();
            if points.within(reader.size) != points {
                return false;
            }
            draft.marks.push(Mark::Custom { kind: kind.clone(), text: text.clone(), points });
        }
        _ if entry.read_into_node(node) => {}
        // If DT is present, it states all dates.
        "date" if reader.has_dates() => return false,
        _ if draft.is_root => {
            let Record { info, terms, .. } = &mut reader.record;
            let is_term = terms.read_slot_entry(&entry);
            if is_term && matches!(&*entry.key, "suicide" | "superko") {
                reader.stated_rules = Some(at);
            }
            return is_term || entry.read_into_info(info);
        }
        _ => return false,
    }
    true
}

/// Returns true if a note can be read into a record that has no other data.
fn is_readable_alone(key: &str, value: &str, is_root: bool) -> bool {
    let entry = SlotEntry::new(key.to_owned(), slot::fields(value));
    let mut record = Record::<Go>::default();
    let root = record.tree.root();
    entry.read_into_node(&mut record.tree[root])
        || is_root && (entry.read_into_info(&mut record.info) || record.terms.read_slot_entry(&entry))
}

/// Parses a run of characters that SGF cannot write: `3=9` is a tab (9) at index 3, `3+2=9` two tabs.
fn characters(text: &str) -> Option<Run> {
    let (place, code) = text.split_once('=')?;
    let (from, count) = place.split_once('+').unwrap_or((place, "1"));
    let character = code.parse().ok().and_then(char::from_u32)?;
    let is_lost = character.is_ascii_control() || character == '\u{FEFF}';
    is_lost.then_some(Run { from: from.parse().ok()?, count: count.parse().ok()?, character })
}
