//! What other formats say and SGF cannot: the private property `KX[format:key:value]`.
//!
//! Under the format `kifu` stands what the record has a word for and SGF has none.

use super::{
    Reader,
    details::{self, Parts},
};
use crate::{Property, codes, value};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use kifu_core::{Comment, Foreign, Record, SlotEntry};
use kifu_goban::{Mark, Points};

/// The identifier of the slot.
pub(crate) const IDENTIFIER: &str = "KX";

/// Where one of several comments ends, and what C cannot say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CommentPart {
    chars: usize,
    author: Option<String>,
    time: Option<String>,
}

/// Takes what the slot of a node holds.
pub(super) fn node<'a>(reader: &mut Reader<'a>, property: Property<'a>, parts: &mut Parts) {
    let rest = parts.rest();
    let mut left = property.value_spans().count();
    for at in property.value_spans() {
        left -= 1;
        let raw = reader.raw(at);
        if !reader.take(size_of::<String>() + raw.len(), at.start) {
            return;
        }
        let Some((format, key, value)) = split(raw) else {
            reader.diagnostics.report(&codes::BAD_SLOT, at, || "this is no note of kifu; kept as it is");
            reader.keep(IDENTIFIER, core::iter::once(at), parts, rest);
            continue;
        };
        if format == "kifu" {
            if ours(reader, parts, &key, value.as_deref().unwrap_or_default()) {
                continue;
            }
            reader.diagnostics.report(&codes::BAD_SLOT, at, || {
                let key = super::shown(&key);
                format!(
                    "the note {key:?} of kifu has no effect: its value is stated already, or unknown; kept as it is"
                )
            });
        }
        let is_of_game = parts.is_root && rest == 0;
        let last = if is_of_game { reader.foreign.last() } else { parts.foreign[rest].last() };
        // The values of one key would be merged anyway, and there may be millions.
        let is_new = last.is_none_or(|last| last.format != format || last.key != key);
        if is_new && !reader.take(size_of::<Foreign>(), at.start) {
            return;
        }
        let foreign = if is_of_game { &mut reader.foreign } else { &mut parts.foreign[rest] };
        match foreign.last_mut().filter(|_| !is_new) {
            Some(last) => {
                // Doubling might take more than what is left can fill.
                if last.values.len() == last.values.capacity() {
                    last.values.reserve_exact(last.values.len().min(left + 1));
                }
                last.values.extend(value);
            }
            None => foreign.push(Foreign::new(format, key, value.into_iter().collect())),
        }
    }
}

/// Format, key and value of an entry; one without a value has two parts.
fn split(raw: &str) -> Option<(String, String, Option<String>)> {
    let raw = value::normalized(raw);
    let (format, rest) = value::compose(&raw)?;
    let (key, value) = value::compose(rest).map_or((rest, None), |(key, value)| (key, Some(value)));
    Some((plain(format), plain(key), value.map(plain)))
}

/// A text with its backslashes resolved, and nothing else.
fn plain(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut characters = raw.chars();
    while let Some(character) = characters.next() {
        out.extend(if character == '\\' { characters.next() } else { Some(character) });
    }
    out
}

/// The parts of a value of ours, which stand between colons.
fn fields(value: &str) -> Vec<String> {
    let mut rest = value;
    let mut fields = Vec::new();
    while let Some((first, more)) = value::compose(rest) {
        fields.push(plain(first));
        rest = more;
    }
    fields.push(plain(rest));
    fields
}

/// Takes a note of what SGF has no word for; false where it is none.
fn ours(reader: &mut Reader<'_>, parts: &mut Parts, key: &str, value: &str) -> bool {
    let entry = SlotEntry::new(key.to_owned(), fields(value));
    let node = parts.rest_mut();
    match key {
        "comment" => {
            let [chars, author, time] = &entry.fields[..] else { return false };
            let Ok(chars) = chars.parse() else { return false };
            let some = |text: &String| (!text.is_empty()).then(|| text.clone());
            parts.set_comments(CommentPart { chars, author: some(author), time: some(time) });
        }
        "characters" => {
            let [identifier, ordinal, runs] = &entry.fields[..] else { return false };
            let runs: Option<Vec<_>> = runs.split(' ').map(characters).collect();
            let (Ok(ordinal), Some(runs)) = (ordinal.parse(), runs) else { return false };
            // Of labels there are several, of any other text there is one.
            if ordinal > 0 && identifier != "LB" {
                return false;
            }
            parts.characters.entry((identifier.clone(), ordinal)).or_default().extend(runs);
        }
        "label" => {
            let [point, text] = &entry.fields[..] else { return false };
            let point = value::point(point).value().filter(|point| reader.size.contains(*point));
            let Some(point) = point else { return false };
            parts.marks.push(Mark::Label(point, text.clone()));
        }
        "mark" => {
            let [kind, text, points] = &entry.fields[..] else { return false };
            let rects = points.split_ascii_whitespace().map(|raw| value::rect(raw).value());
            let Some(rects) = rects.collect::<Option<Vec<_>>>() else { return false };
            let points: Points = rects.into_iter().collect();
            if points.within(reader.size) != points {
                return false;
            }
            parts.marks.push(Mark::Custom(kind.clone(), text.clone(), points));
        }
        _ if entry.read_into_node(node) => {}
        // DT states all dates.
        "date" if reader.game.root_value("DT").is_some_and(|dates| !dates.is_empty()) => return false,
        _ if parts.is_root => {
            let Record { info, terms, .. } = &mut reader.record;
            return entry.read_into_info(info) || terms.read_slot_entry(&entry);
        }
        _ => return false,
    }
    true
}

/// Which characters a text has where SGF shows white space: `3=9`, `3+2=9`.
fn characters(text: &str) -> Option<value::Run> {
    let (place, code) = text.split_once('=')?;
    let (from, count) = place.split_once('+').unwrap_or((place, "1"));
    let character = code.parse().ok().and_then(char::from_u32)?;
    let is_lost = character.is_ascii_control() || character == '\u{FEFF}';
    is_lost.then_some((from.parse().ok()?, count.parse().ok()?, character))
}

/// The comments of a node: the text of C, taken apart where the slot says where.
pub(super) fn comments(text: String, parts: Option<Vec<CommentPart>>) -> Vec<Comment> {
    let Some(parts) = parts else { return alloc::vec![Comment::from(text)] };
    let mut comments = Vec::with_capacity(parts.len());
    let mut rest = text.as_str();
    let mut first = true;
    for part in parts {
        if part.chars > 0 && !core::mem::take(&mut first) {
            rest = rest.strip_prefix("\n\n").unwrap_or(rest);
        }
        let end = rest.char_indices().nth(part.chars).map_or(rest.len(), |(end, _)| end);
        let (this, next) = rest.split_at(end);
        comments.push(Comment { text: this.to_owned(), author: part.author, time: part.time });
        rest = next;
    }
    // What somebody wrote behind belongs to the last.
    if let Some(last) = comments.last_mut() {
        last.text.push_str(rest);
    }
    comments
}

/// Where the comments end in the text of C; nothing where there is one that says no more than its text.
pub(crate) fn comment_parts(comments: &[Comment]) -> Vec<String> {
    let plain = matches!(comments, [one] if one.author.is_none() && one.time.is_none() && !one.text.is_empty());
    if plain || details::joined(comments).is_empty() {
        return Vec::new();
    }
    let stated = |text: &Option<String>| field(text.as_deref().unwrap_or_default());
    comments
        .iter()
        .map(|comment| {
            alloc::format!("{}:{}:{}", comment.text.chars().count(), stated(&comment.author), stated(&comment.time))
        })
        .collect()
}

/// A text as one of several between colons.
pub(crate) fn field(text: &str) -> String {
    text.replace('\\', "\\\\").replace(':', "\\:")
}
