//! Recognises the start of a property, and the identifier that a name stands for.

use super::blank::is_blank;
use crate::{PropertyDef, value};
use alloc::{borrow::Cow, string::String};

/// Returns true if a property starts at `at`: capitals, or a long name of an earlier version, and a bracket.
pub(super) fn is_property(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    let run = |from: usize, holds: fn(&u8) -> bool| {
        from + bytes.get(from..).unwrap_or_default().iter().take_while(|b| holds(b)).count()
    };
    let end = run(at, |&b| is_name(b));
    let next = run(end, u8::is_ascii_whitespace);
    let name = &text[at..end];
    match bytes.get(next) {
        _ if name.is_empty() => false,
        // Private identifiers may have digits, `_` and `-`. Lower-case letters occur only in long names of the standard.
        Some(b'[') => {
            !name.bytes().any(|b| b.is_ascii_lowercase()) || PropertyDef::find(&identifier(name), 1).is_some()
        }
        // Letters of one identifier with white space between them.
        Some(b'A'..=b'Z') => {
            let end = run(next, u8::is_ascii_uppercase);
            let joined = || PropertyDef::find(&identifier(&text[at..end]), 1).is_some();
            bytes.get(run(end, u8::is_ascii_whitespace)) == Some(&b'[') && name.len() == 1 && joined()
        }
        _ => false,
    }
}

/// Returns the identifier that a name stands for.
///
/// FF\[1\] to FF\[3\] allow lower-case letters, which have no meaning: `AddBlack` is `AB`. They are dropped only if a
/// property of the standard remains. White space is always dropped.
pub(crate) fn identifier(name: &str) -> Cow<'_, str> {
    if name.bytes().all(|b| b.is_ascii_uppercase()) {
        return Cow::Borrowed(name);
    }
    let capitals: String = name.chars().filter(char::is_ascii_uppercase).collect();
    let letters = name.chars().all(|c| c.is_ascii_alphabetic() || c.is_ascii_whitespace());
    if letters && [1, 6, 9, 11, 18, 19].iter().any(|&game| PropertyDef::find(&capitals, game).is_some()) {
        return Cow::Owned(capitals);
    }
    if name.contains(|c: char| c.is_ascii_whitespace()) {
        return Cow::Owned(name.split_ascii_whitespace().collect());
    }
    Cow::Borrowed(name)
}

/// Returns true if a byte may occur in an identifier, or in a word that is read as one.
pub(crate) fn is_name(b: u8) -> bool {
    b.is_ascii_alphanumeric() || b == b'_' || b == b'-'
}

/// Returns the end of the name that starts at `start`, and whose first value starts at `value`.
pub(super) fn name_end(bytes: &[u8], start: u32, value: u32) -> u32 {
    // FG had no value in FF[3].
    let Some(mut end) = value.checked_sub(1).filter(|&at| bytes[at as usize] == b'[') else { return value };
    while end > start && is_blank(bytes[end as usize - 1]) {
        end -= 1;
    }
    end
}

/// The maximum length in bytes of a name or value that is examined to recognise SGF outside of games. A heuristic:
/// the names and values of such properties are shorter.
pub(super) const MAX_EXAMINED: usize = 32;

/// Returns the start of the name whose value is opened at `open`. Returns `None` if there is no name, or a name of more than
/// [`MAX_EXAMINED`] bytes.
pub(super) fn name_start(bytes: &[u8], open: usize) -> Option<usize> {
    let floor = open.saturating_sub(MAX_EXAMINED);
    let back =
        |from: usize, holds: fn(u8) -> bool| from - bytes[floor..from].iter().rev().take_while(|&&b| holds(b)).count();
    let end = back(open, is_blank);
    let start = back(end, is_name);
    (start < end && (start > floor || floor == 0)).then_some(start)
}

/// Returns the end of a property that does not occur in prose: a move, stones, a size and the like, with valid values.
pub(super) fn telling_property(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let run = |from: usize, holds: fn(u8) -> bool| {
        from + bytes[from..].iter().take(MAX_EXAMINED).take_while(|&&b| holds(b)).count()
    };
    let name_end = run(start, is_name);
    let name = identifier(&text[start..name_end]);
    let open = run(name_end, is_blank);
    let is_telling = |value: &str| match &*name {
        "B" | "W" => value.is_empty() || value::point(value).value().is_some(),
        "AB" | "AW" | "AE" => value::rect(value).value().is_some(),
        "PL" => value::color(value).value().is_some(),
        "SZ" => value::size(value).value().is_some(),
        "FF" | "GM" | "HA" => value::number(value).value().is_some(),
        "KM" => value::real(value).value().is_some(),
        _ => false,
    };
    let mut end = open;
    while bytes.get(end) == Some(&b'[') {
        let len = bytes[end + 1..].iter().take(MAX_EXAMINED).position(|&b| b == b']')?;
        if !is_telling(&text[end + 1..end + 1 + len]) {
            return None;
        }
        end += len + 2;
        // Further values of a list may follow.
        let next = run(end, is_blank);
        end = if bytes.get(next) == Some(&b'[') { next } else { end };
    }
    (end > open).then_some(end)
}
