//! What other formats say and SGF cannot: the private property `KX[format:key:value]`.
//!
//! Under the format `kifu` stands what the record has a word for and SGF has none.

use super::{
    Reader,
    details::{self, Parts},
};
use crate::{Property, codes, value};
use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Comment, Decimal, Diagnostic, Foreign, MoveTime, Parsed, Seat, Severity};
use kifu_goban::{Mark, Points};

/// The identifier of the slot.
pub(crate) const IDENTIFIER: &str = "KX";

/// More players than any game has are kept as they are.
const MOST_PLAYERS: usize = 100;

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
    for at in property.value_spans() {
        let raw = reader.raw(at);
        let Some((format, key, value)) = split(raw) else {
            reader.say(codes::BAD_SLOT, Severity::Warning, at, || {
                let message = "this is no note of kifu; kept as it is";
                Diagnostic::new(codes::BAD_SLOT, Severity::Warning, message)
            });
            Reader::keep(IDENTIFIER, core::iter::once(at), parts, rest);
            continue;
        };
        if format == "kifu" && ours(reader, parts, &key, value.as_deref().unwrap_or_default()) {
            continue;
        }
        let foreign = Foreign::new(format, key, value.into_iter().collect());
        if parts.is_root && rest == 0 {
            reader.record.info.foreign.push(foreign);
        } else {
            parts.rest_mut().details_mut().foreign.push(foreign);
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
    let node = parts.rest_mut();
    match key {
        "solution" if value.is_empty() => node.details_mut().judgement.solution = true,
        "spent" => {
            let Some(time) = seconds(value) else { return false };
            let spent = MoveTime::from(time);
            if spent.get() == Some(time) {
                node.spent = spent;
            } else {
                node.details_mut().clock.get_or_insert_default().spent = Some(time);
            }
        }
        "total" => {
            let Some(time) = seconds(value) else { return false };
            node.details_mut().clock.get_or_insert_default().total = Some(time);
        }
        "left" => {
            let Some(time) = seconds(value) else { return false };
            node.details_mut().clock.get_or_insert_default().left = Some(time);
        }
        "periods" => {
            let Ok(periods) = value.parse() else { return false };
            node.details_mut().clock.get_or_insert_default().periods_left = Some(periods);
        }
        "bookmark" => node.details_mut().bookmark = value.to_owned(),
        "comment" => {
            let [chars, author, time] = &fields(value)[..] else { return false };
            let Ok(chars) = chars.parse() else { return false };
            let some = |text: &String| (!text.is_empty()).then(|| text.clone());
            parts.set_comments(CommentPart { chars, author: some(author), time: some(time) });
        }
        "characters" => {
            let [identifier, ordinal, runs] = &fields(value)[..] else { return false };
            let runs: Option<Vec<_>> = runs.split(' ').map(characters).collect();
            let (Ok(ordinal), Some(runs)) = (ordinal.parse(), runs) else { return false };
            parts.characters.entry((identifier.clone(), ordinal)).or_default().extend(runs);
        }
        "label" => {
            let [point, text] = &fields(value)[..] else { return false };
            let point = value::point(point).value().filter(|point| reader.size.contains(*point));
            let Some(point) = point else { return false };
            node.details_mut().marks.push(Mark::Label(point, text.clone()));
        }
        "mark" => {
            let [kind, text, points] = &fields(value)[..] else { return false };
            let rects = points.split_ascii_whitespace().map(|raw| value::rect(raw).value());
            let Some(rects) = rects.collect::<Option<Vec<_>>>() else { return false };
            let points: Points = rects.into_iter().collect();
            if points.within(reader.size) != points {
                return false;
            }
            node.details_mut().marks.push(Mark::Custom(kind.clone(), text.clone(), points));
        }
        _ if parts.is_root => return game(reader, key, value),
        _ => return false,
    }
    true
}

/// Takes the text of what could not be parsed, where nothing else is said.
fn fill<T>(place: &mut Option<Parsed<T>>, text: &str) -> bool {
    let is_free = place.is_none();
    if is_free {
        *place = Some(Parsed::Text(text.to_owned()));
    }
    is_free
}

/// Which characters a text has where SGF shows white space: `3=9`, `3+2=9`.
fn characters(text: &str) -> Option<value::Run> {
    let (place, code) = text.split_once('=')?;
    let (from, count) = place.split_once('+').unwrap_or((place, "1"));
    let character = code.parse().ok().and_then(char::from_u32)?;
    let is_lost = character.is_ascii_control() || character == '\u{FEFF}';
    is_lost.then_some((from.parse().ok()?, count.parse().ok()?, character))
}

/// Takes a note about the game.
fn game(reader: &mut Reader<'_>, key: &str, value: &str) -> bool {
    let info = &mut reader.record.info;
    match (key, &fields(value)[..]) {
        ("started" | "ended", [text]) => {
            let place = if key == "started" { &mut info.started } else { &mut info.ended };
            if place.is_some() {
                return false;
            }
            *place = Some(text.parse().map_or_else(|_| Parsed::Text(text.clone()), Parsed::Value));
        }
        // What could not be parsed.
        ("date", [text]) => {
            info.dates.push(text.parse().map_or_else(|_| Parsed::Text(text.clone()), Parsed::Value));
        }
        ("result", [text]) if info.outcome.is_none() => {
            info.outcome = Some(text.parse().map_or_else(|_| Parsed::Text(text.clone()), Parsed::Value));
        }
        ("time", [text]) => return fill(&mut info.time, text),
        ("komi", [text]) => return fill(&mut reader.record.terms.komi, text),
        ("handicap", [text]) => return fill(&mut reader.record.terms.handicap, text),
        ("address", [address]) => info.address.clone_from(address),
        ("display", [name, raw]) => info.display.push((name.clone(), raw.clone())),
        ("header", [name, text]) => info.headers.push((name.clone(), text.clone())),
        ("player", [seat, field, text]) if info.players.len() < MOST_PLAYERS => {
            let seat = match seat.as_str() {
                "black" => Seat::First,
                "white" => Seat::Second,
                other => Seat::Other(other.to_string()),
            };
            let player = info.player_mut(seat);
            match field.as_str() {
                "name" => player.name.clone_from(text),
                "rank" => player.rank.clone_from(text),
                "team" => player.team.clone_from(text),
                "country" => player.country.clone_from(text),
                _ => return false,
            }
        }
        _ => return false,
    }
    true
}

fn seconds(text: &str) -> Option<core::time::Duration> {
    text.parse().ok().and_then(Decimal::to_duration)
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
