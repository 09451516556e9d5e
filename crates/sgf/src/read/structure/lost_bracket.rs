//! Inserts the opening bracket of a value that lost it: `AB[aa]bb]` and `AEoe]`.
//!
//! The search starts at a `]` that closes nothing, and reads the word before it. The word must be a valid value of a
//! property of points or numbers. Four cases show the place of the bracket; the first that fits is used:
//!
//! 1. The word is a further value of the list before it: `AB[aa]bb]`. Values after it that lost their bracket too get theirs
//!    in the same fix, at most [`MAX_INSERTED`].
//! 2. A parenthesis replaced the bracket, and only values follow up to the end of the parentheses: `AB[aa](bb][cc]`.
//! 3. The word is an identifier with its value: `AEoe]`.
//! 4. The identifier is a word of its own before the value: `AE oe]`.
//!
//! If no case fits, there is no fix, because the letters may be part of the game. The cost is linear in the word and the
//! values after it; the property before the word is found by binary search.

use crate::{
    Game, PropertyDef, Type, Value,
    document::parse::{InnerBrackets, PropertySlot, identifier, is_name, is_space_or_control},
    value,
};
use alloc::borrow::Cow;
use kifu_core::{Edits, Span};

/// The text before a bracket that closes nothing.
pub(super) enum Before {
    /// No letters: the bracket can be removed without loss.
    Nothing,
    /// Letters that may be a value. The edits insert its bracket, if its place is known.
    Letters(Option<Edits>),
}

/// Examines the text before the bracket at `at`, which closes nothing.
pub(super) fn before(game: Game<'_>, at: u32) -> Before {
    let bytes = game.text.as_bytes();
    let end = trimmed(game.text, at as usize);
    let start = end - bytes[..end].iter().rev().take_while(|&&b| is_name(b)).count();
    if start == end {
        return Before::Nothing;
    }
    // An FG without a value is not a lost bracket: the parser gave it an empty value at its end.
    let values = &game.game.values;
    let is_read = values.binary_search_by_key(&end, |value| value.end as usize);
    if is_read.is_ok_and(|value| values[value].is_empty()) {
        return Before::Nothing;
    }
    // In other games points have other forms, so the letters may be any value.
    if game.game_type() != 1 {
        return Before::Letters(None);
    }
    let word = &game.text[start..end];
    let end_before = trimmed(game.text, start);
    let put = |at: usize| Edits::one(Span::at(at), "[");
    let replaced = || {
        // A `(` in place of the lost bracket: only values may follow it, up to its `)`.
        let is_taken = end_before > 0 && bytes[end_before - 1] == b'(' && only_values(game.text, at as usize + 1);
        let open = Span::new(end_before.saturating_sub(1), end_before);
        (is_taken && is_further(game, trimmed(game.text, end_before - 1), word)).then(|| Edits::one(open, "["))
    };
    let after_identifier = || {
        // The identifier must be a separate word that follows a value or starts the node.
        let from = end_before - bytes[..end_before].iter().rev().take_while(|&&b| is_name(b)).count();
        let known = PropertyDef::find(&game.text[from..end_before], 1)?;
        let is_start = from.checked_sub(1).is_some_and(|before| !is_name(bytes[before]));
        (is_start && end_before < start && fits(known, word) && follows_value_or_semicolon(game, from))
            .then(|| put(start))
    };
    let in_one_word = || {
        let capitals = word.bytes().take_while(u8::is_ascii_uppercase).count();
        let known = PropertyDef::find(&word[..capitals], 1)?;
        (fits(known, &word[capitals..]) && follows_value_or_semicolon(game, start)).then(|| put(start + capitals))
    };
    let edits = is_further(game, end_before, word)
        .then(|| further_values(game, start, end_before, at))
        .or_else(replaced)
        .or_else(in_one_word)
        .or_else(after_identifier);
    Before::Letters(edits)
}

/// Returns the end of the text before `end` without white space.
fn trimmed(text: &str, end: usize) -> usize {
    text[..end].trim_end_matches(is_space_or_control).len()
}

/// Returns the edits that insert the brackets of adjacent values that lost theirs: `AB[aa]bb]cc]`, at most [`MAX_INSERTED`].
/// The first word starts at `start`, after the value that ends at `before`. Its closing bracket is at `close`.
fn further_values(game: Game<'_>, start: usize, before: usize, close: u32) -> Edits {
    let mut edits = Edits::one(Span::at(start), "[");
    let Some(known) = value_before(game, before).and_then(|value| property_of(game, value)) else { return edits };
    let text = game.text;
    let mut at = close as usize + 1;
    for _ in 1..MAX_INSERTED {
        let from = text.len() - text[at..].trim_start_matches(is_space_or_control).len();
        let len = text.as_bytes()[from..].iter().take_while(|&&b| is_name(b)).count();
        let is_value = text.as_bytes().get(from + len) == Some(&b']') && fits(known, &text[from..from + len]);
        if !is_value || edits.insert(from, "[").is_err() {
            break;
        }
        at = from + len + 1;
    }
    edits
}

/// The maximum number of brackets that one fix inserts, because the fix is kept in memory.
const MAX_INSERTED: usize = 100_000;

/// Returns true if only values are between `from` and the end of the parentheses.
fn only_values(text: &str, mut from: usize) -> bool {
    let skipped = |at: usize| text.len() - text[at..].trim_start_matches(is_space_or_control).len();
    let bytes = text.as_bytes();
    loop {
        from = skipped(from);
        match bytes.get(from) {
            None | Some(b')') => return true,
            Some(b'[') => match memchr::memchr2(b']', b'\\', &bytes[from..]) {
                Some(end) if bytes[from + end] == b']' => from += end + 1,
                _ => return false,
            },
            _ => return false,
        }
    }
}

/// Returns true if `word` may be a further value after the value that ends before `at`.
fn is_further(game: Game<'_>, at: usize, word: &str) -> bool {
    let property = value_before(game, at).and_then(|value| property_of(game, value));
    property.is_some_and(|known| matches!(known.value, Value::List(_) | Value::Elist(_)) && fits(known, word))
}

/// Returns true if a property may start at `at`: after a value or a semicolon.
fn follows_value_or_semicolon(game: Game<'_>, at: usize) -> bool {
    let end_before = trimmed(game.text, at);
    game.text[..end_before].ends_with(';') || value_before(game, end_before).is_some()
}

/// Returns the index of the value whose closing bracket ends at `at`.
fn value_before(game: Game<'_>, at: usize) -> Option<usize> {
    let end = at.checked_sub(1).filter(|&end| game.text.as_bytes()[end] == b']')?;
    let end = u32::try_from(end).ok()?;
    game.game.values.binary_search_by_key(&end, |value| value.end).ok()
}

/// Returns the definition of the property of a value.
fn property_of(game: Game<'_>, value: usize) -> Option<&'static PropertyDef> {
    PropertyDef::find(&name_of(game, value)?, 1)
}

/// Returns the index entry of the property of a value.
fn slot_of(game: Game<'_>, value: usize) -> Option<PropertySlot> {
    let properties = &game.game.properties;
    let after = properties.partition_point(|property| property.values as usize <= value);
    after.checked_sub(1).map(|index| properties[index])
}

/// Returns true if a property that takes one text has another value after this one.
pub(super) fn has_surplus_value(game: Game<'_>, value: usize) -> bool {
    let property = slot_of(game, value).map(|property| property.values);
    let has_next =
        value + 1 < game.game.values.len() && slot_of(game, value + 1).map(|property| property.values) == property;
    has_next && (!has_short_name(game, value) || inner_brackets(game, value) == InnerBrackets::All)
}

/// Returns true if only white space and other brackets are between the bracket at `at` and a value that may contain a text.
pub(super) fn follows_text(game: Game<'_>, at: Span) -> bool {
    let Some(value) = game.game.values.partition_point(|value| value.end < at.start).checked_sub(1) else {
        return false;
    };
    let between = &game.text[game.game.values[value].end as usize..at.start as usize];
    between.chars().all(|c| c == ']' || is_space_or_control(c))
        && (!has_short_name(game, value) || inner_brackets(game, value) != InnerBrackets::None)
}

/// Returns the brackets that the property of a value may have.
fn inner_brackets(game: Game<'_>, value: usize) -> InnerBrackets {
    name_of(game, value).map_or(InnerBrackets::None, |name| InnerBrackets::of(&name))
}

/// Returns true if the value starts at most `SHORT` bytes after the start of its property.
pub(super) fn has_short_name(game: Game<'_>, value: usize) -> bool {
    const SHORT: u32 = 32;
    slot_of(game, value)
        .is_some_and(|property| game.game.values[property.values as usize].start - property.start <= SHORT)
}

/// Returns the identifier of the property of a value.
pub(super) fn name_of(game: Game<'_>, value: usize) -> Option<Cow<'_, str>> {
    let property = slot_of(game, value)?;
    let name = &game.text[property.start as usize..game.game.name_end(game.text, property) as usize];
    Some(identifier(name))
}

/// Returns true if a word is a valid value of a property of points or numbers.
pub(in crate::read) fn fits(known: &PropertyDef, word: &str) -> bool {
    let (Value::One(of) | Value::List(of) | Value::Elist(of)) = known.value;
    match of {
        Type::Move | Type::Stone | Type::Point => value::rect(word).value().is_some(),
        Type::Range(least, most) => {
            value::number(word).value().is_some_and(|number| (least.into()..=most.into()).contains(&number))
        }
        Type::Number | Type::Real | Type::Double | Type::Size => value::real(word).value().is_some(),
        Type::PointText | Type::PointPoint => {
            value::compose(word).is_some_and(|(point, _)| value::point(point).value().is_some())
        }
        Type::Color => value::color(word).value().is_some(),
        _ => false,
    }
}
