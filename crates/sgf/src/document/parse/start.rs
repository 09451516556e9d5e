//! Finds the starts of games: with a parenthesis, or without one at the start of a file.
//!
//! A parenthesis starts a game if a semicolon, another parenthesis or a property follows. The first game may lack its
//! parenthesis. Then it starts with a semicolon before a property, or with a property at the start of the text or of a line
//! after which more of a game follows. In a line of prose, only a property that prose does not contain counts. [`MAX_EXAMINED`]
//! limits the bytes that are examined before and in such a property. The cost is linear in the length of the text.

use super::{
    blank::{is_space_or_control, skip_spaces},
    brackets::{InnerBrackets, OpenValue, closing_bracket, follows},
    property::{MAX_EXAMINED, identifier, is_name, is_property, name_start, telling_property},
};
use crate::scanner::{self, Token};
use alloc::borrow::Cow;

/// Returns the start of the next game from `from` on, or the end of the text. The flag is true if the game starts without a
/// parenthesis.
///
/// Only the first game of a text, `is_first`, may start without a parenthesis. Later this would be text between games.
pub(super) fn start_of_game(text: &str, from: usize, is_first: bool) -> (usize, bool) {
    let bytes = text.as_bytes();
    let mut at = from;
    while let Some(found) = bytes.get(at..).and_then(|rest| memchr::memchr3(b'(', b';', b'[', rest)) {
        at += found;
        if bytes[at] == b'[' {
            let (start, end) = if is_first { bare_start(text, at) } else { (None, at + 1) };
            if let Some(start) = start {
                return (start, true);
            }
            at = end;
            continue;
        }
        if bytes[at] == b'(' {
            if opens_game(text, at) {
                return (at, false);
            }
        } else if is_first {
            let next = skip_spaces(text, at + 1);
            // In the middle of a line of prose, only a property that does not occur in prose starts a game.
            let is_telling = || telling_property(text, next).is_some() || !is_in_words(text, at);
            if bytes.get(next).is_some_and(u8::is_ascii_uppercase) && is_property(text, next) && is_telling() {
                return (at, true);
            }
        }
        at += 1;
    }
    (bytes.len(), false)
}

/// Looks for a game that starts with a property, whose first value is opened at `open`. Returns its start, if there is one, and
/// the place from which to search on. It must start the text or a line, and more of a game must follow it.
fn bare_start(text: &str, open: usize) -> (Option<usize>, usize) {
    let bytes = text.as_bytes();
    let none = (None, open + 1);
    let Some(start) = name_start(bytes, open) else { return none };
    let starts_text = text[..start].chars().all(is_space_or_control);
    if !(starts_text || starts_line(text, start)) || !is_property(text, start) {
        return none;
    }
    let (mut at, mut telling) = (start, false);
    loop {
        if let Some(end) = telling_property(text, at) {
            (at, telling) = (skip_spaces(text, end), true);
        } else if starts_text && is_property(text, at) {
            // Any other property, such as a player's name. It may be long, but a text has only one start, so the search
            // stays linear. If a parenthesis in its value may start a game, that game is preferred.
            at += bytes[at..].iter().position(|&b| b == b'[').unwrap_or(0);
            while bytes.get(at) == Some(&b'[') {
                let from = at;
                loop {
                    let Some(close) = closing_bracket(bytes, at + 1) else { return none };
                    at = close;
                    if follows(text, close + 1) {
                        break;
                    }
                }
                if memchr::memchr_iter(b'(', &bytes[from..at]).any(|paren| opens_game(text, from + paren)) {
                    return none;
                }
                at = skip_spaces(text, at + 1);
            }
        } else {
            break;
        }
    }
    let is_start = match bytes.get(at) {
        Some(b';') => (telling || starts_text) && is_property(text, skip_spaces(text, at + 1)),
        Some(b'(') => starts_text && opens_game(text, at),
        Some(b')') | None => telling && starts_text,
        Some(_) => false,
    };
    if is_start { (Some(start), open + 1) } else { (None, at.max(open + 1)) }
}

/// Returns true if letters or digits are in the [`MAX_EXAMINED`] bytes before `at`, in the same line.
pub(super) fn is_in_words(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[at.saturating_sub(MAX_EXAMINED)..at];
    let mut line = before.iter().rev().take_while(|&&b| !matches!(b, b'\n' | b'\r'));
    line.any(|&b| b.is_ascii_alphanumeric() || !b.is_ascii())
}

/// Returns true if only spaces and tabs are before `at` in its line, fewer than [`MAX_EXAMINED`].
fn starts_line(text: &str, at: usize) -> bool {
    let before = &text.as_bytes()[at.saturating_sub(MAX_EXAMINED)..at];
    match before.iter().rev().find(|&&b| !matches!(b, b' ' | b'\t')) {
        Some(b) => matches!(b, b'\n' | b'\r'),
        None => at < MAX_EXAMINED,
    }
}

/// Returns true if a game may start with the parenthesis at `at`.
fn opens_game(text: &str, at: usize) -> bool {
    let next = skip_spaces(text, at + 1);
    match text.as_bytes().get(next) {
        Some(b';' | b'(' | b')') => true,
        Some(b'A'..=b'Z') => is_property(text, next),
        _ => false,
    }
}

/// Returns true if the parenthesis at `open` starts a separate game: its first node has one of the root properties `root`, and does
/// not start with a move. Damage that a safe fix repairs does not change the result.
pub(super) fn starts_game(text: &str, open: usize, root: &[&str]) -> bool {
    if !opens_game(text, open) {
        return false;
    }
    let bytes = text.as_bytes();
    // Most variations start with a move, and no program writes a move before the root properties.
    if let [b';', b'B' | b'W', b'[', ..] = &bytes[open + 1..] {
        return false;
    }
    let (mut at, mut is_in_node) = (open + 1, false);
    // The name of the last property, and the brackets that its values may have, if these were looked up.
    let (mut name, mut brackets) = (Cow::Borrowed(""), None);
    // Letters that may be the start of an identifier with white space in it.
    let mut word = None;
    loop {
        match bytes.get(at) {
            Some(b';') if !is_in_node => {
                (at, is_in_node) = (at + 1, true);
                continue;
            }
            // Checked before the scanner, which would read a long line of moves as one token.
            None | Some(b';' | b'(' | b')') => return false,
            Some(_) => {}
        }
        let mut token = Token::Space;
        let Some(mut end) = scanner::token(text, at, &mut |found, _, _| token = found) else { return false };
        match token {
            Token::Space | Token::Value => {}
            Token::Unknown => word = bytes[at].is_ascii_uppercase().then_some(at),
            Token::Property => {
                is_in_node = true;
                let name_end = at + bytes[at..end].iter().take_while(|&&b| is_name(b)).count();
                (name, brackets) = (identifier(&text[at..name_end]), None);
                let mut joined = || word.take().is_some_and(|from| root.contains(&&*identifier(&text[from..name_end])));
                if root.contains(&&*name) || joined() {
                    return true;
                }
            }
            Token::Plays | Token::Node | Token::Open | Token::Close => return false,
        }
        // Brackets that are not escaped may belong to a value. So does text before them that looks like a property.
        let inner = at + bytes[at..end].iter().take_while(|&&b| b != b'[').count() + 1;
        let mut value = OpenValue::new(text, inner);
        let mut includes = |end| value.includes(end, || *brackets.get_or_insert_with(|| InnerBrackets::of(&name)));
        while matches!(token, Token::Property | Token::Value) && includes(end) {
            let Some(close) = closing_bracket(bytes, end) else { return false };
            end = close + 1;
        }
        at = end;
    }
}
