//! Finds parts of games in the text outside of every game.
//!
//! The search examines each `;` and `[` there. A node or property counts if prose does not contain such a property
//! (`telling_property`), or if its surroundings show a game: a parenthesis before it, more of a game after it, or the end of
//! the file inside it. Names and short values are examined up to [`MAX_EXAMINED`] bytes. The search ends at the first part, so
//! the cost is linear in the length of the text.

use super::{
    blank::{is_space_or_control, skip_blanks, skip_spaces},
    brackets::closing_bracket,
    property::{MAX_EXAMINED, is_property, name_start, telling_property},
    start::is_in_words,
};
use crate::{PropertyDef, value};
use kifu_core::Span;

/// Returns the first part of the text at `at`, outside of every game, that looks like a part of a game: a node with a
/// property, or properties.
pub(crate) fn misplaced(text: &str, at: Span) -> Option<Span> {
    let (start, end) = (at.start as usize, at.end as usize);
    let whole = &text[..end];
    let bytes = whole.as_bytes();
    let property_end = |from: usize| {
        let open = from + bytes[from..].iter().position(|&b| b == b'[')?;
        closing_bracket(bytes, open + 1).map(|close| close + 1)
    };
    // Returns the end of the properties, values and semicolons that follow `to`.
    let run = |mut to: usize| loop {
        let next = skip_spaces(whole, to);
        to = match bytes.get(next) {
            Some(b'[') => match closing_bracket(bytes, next + 1) {
                Some(close) => close + 1,
                None => end,
            },
            Some(b';') => next + 1,
            Some(_) if is_property(whole, next) => property_end(next).unwrap_or(end),
            _ => return to,
        };
    };
    let mut from = start;
    while let Some(found) = bytes.get(from..).and_then(|rest| memchr::memchr2(b';', b'[', rest)) {
        let at = from + found;
        from = at + 1;
        let follows_game = |at: usize| whole[..at].trim_end_matches(is_space_or_control).ends_with(')');
        if bytes[at] == b';' {
            let next = skip_blanks(bytes, at + 1);
            let stands_apart = || !is_in_words(whole, at) || follows_game(at);
            if is_property(whole, next) && (telling_property(whole, next).is_some() || stands_apart()) {
                return Some(Span::new(at, run(at + 1)));
            }
            continue;
        }
        let Some(name) = name_start(bytes, at).filter(|&name| name >= start) else {
            // A value without an identifier is a part of the game only directly after it, and only if it is a point.
            if follows_game(at) && closing_bracket(bytes, at + 1).is_some_and(|end| is_point(&whole[at + 1..end])) {
                return Some(Span::new(at, run(at)));
            }
            continue;
        };
        // Directly after a parenthesis, any property is a part of the game. A known one is also a part of it at the start of the
        // file, and if there is white space between it and the parenthesis.
        let before = whole[..name].trim_end_matches(is_space_or_control);
        let is_after = |before: &str| before.ends_with(['(', ')']);
        let is_known = || PropertyDef::find(whole[name..at].trim_end(), 1).is_some();
        let is_beside = is_after(&whole[..name]) || (before.is_empty() || is_after(before)) && is_known();
        // A known property is a part of the game if more of a game follows directly.
        let goes_on = || {
            let close = bytes[at..].iter().take(4 * MAX_EXAMINED).position(|&b| b == b']')?;
            let next = at + close + 1;
            Some(
                is_known()
                    && (matches!(text.as_bytes().get(next), Some(b';' | b'[' | b'(')) || is_property(text, next)),
            )
        };
        let is_one = telling_property(whole, name).is_some()
            || is_beside && is_property(whole, name)
            || goes_on().unwrap_or(false);
        // After a game, a known property also counts if the end of the file cuts it off.
        let is_cut = || is_known() && follows_game(name) && closing_bracket(bytes, at + 1).is_none();
        if is_one || is_cut() {
            return Some(Span::new(name, run(name)));
        }
        if let Some(end) = named_move(whole, name, at) {
            return Some(Span::new(name, end));
        }
    }
    None
}

fn is_point(value: &str) -> bool {
    value::point(value).value().is_some()
}

/// Returns the end of a move that has the name of its player, or its first letter, as its name, in any case: `black[aa]`.
/// The name starts at `name`, and the value is opened at `open`.
fn named_move(text: &str, name: usize, open: usize) -> Option<usize> {
    let player = text[name..open].trim_end();
    let is_player = ["black", "white", "b", "w"].iter().any(|known| player.eq_ignore_ascii_case(known));
    let value = &text.as_bytes()[open + 1..];
    let close = open + 1 + value.iter().take(MAX_EXAMINED).position(|&b| b == b']').filter(|_| is_player)?;
    value::point(&text[open + 1..close]).value().map(|_| close + 1)
}
