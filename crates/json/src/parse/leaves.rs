//! Keys, and values that contain no other values: strings, numbers and literals.

use super::{
    Parser,
    report::{fix, insert_guess, replace},
};
use crate::{
    codes,
    document::{KEY_PLAIN, Kind, LOOSE, PLAIN},
    excerpt::excerpt,
    number::{Number, number},
    scanner::Token,
    string::{self, Piece, Pieces},
};
use alloc::{format, string::String, vec::Vec};
use kifu_core::{Safety, Severity};

impl Parser<'_> {
    pub(super) fn key_flags(&mut self, token: Token, start: usize, end: usize) -> u8 {
        let text = &self.document.text[start..end];
        match token {
            Token::Plain => return KEY_PLAIN,
            Token::String | Token::Single => self.examine(token, start, end, true),
            _ => self.report(&codes::BARE_KEY, start, end, || {
                let message = format!("the key `{}` has no quotes; read as if it had them", excerpt(text));
                // A number is probably a part of the value before it: `"komi": 6,5`.
                let is_word = number(text) == Number::No;
                let fix_edit = is_word.then(|| replace(start, end, &string::quote(text), "put quotes around the key"));
                (message, fix_edit.flatten())
            }),
        }
        0
    }

    pub(super) fn classify(&mut self, token: Token, start: usize, end: usize) -> (Kind, u8) {
        let text = &self.document.text[start..end];
        match token {
            Token::Plain => return (Kind::String, PLAIN),
            Token::Number => return (Kind::Number, 0),
            Token::Literal => return (literal(text, 0), 0),
            Token::String | Token::Single => {
                self.examine(token, start, end, false);
                return (Kind::String, 0);
            }
            _ => {}
        }
        match number(text) {
            Number::Strict => return (Kind::Number, 0),
            Number::Loose { json, is_certain } => {
                self.report(&codes::ODD_NUMBER, start, end, || {
                    let safety = if is_certain { Safety::Safe } else { Safety::Guess };
                    let message = format!(
                        "JSON does not allow the number spelling `{}`; read as {}",
                        excerpt(text),
                        excerpt(&json)
                    );
                    (message, fix(safety, start, end, &json, "write the number as JSON does"))
                });
                return (Kind::Number, LOOSE);
            }
            Number::No => {}
        }
        if let Some((kind, json)) = word(text) {
            if text != json {
                self.report(&codes::ODD_LITERAL, start, end, || {
                    (
                        format!("JSON has no constant `{text}`; read as `{json}`"),
                        replace(start, end, json, "write the constant as JSON does"),
                    )
                });
            }
            return (kind, 0);
        }
        self.report(&codes::BARE_TEXT, start, end, || {
            let message = format!("the text `{}` has no quotes; read as if it had them", excerpt(text));
            (message, fix(Safety::Guess, start, end, &string::quote(text), "put quotes around the text"))
        });
        (Kind::String, 0)
    }

    /// Reports the errors of a string, each kind once.
    fn examine(&mut self, token: Token, start: usize, end: usize, is_key: bool) {
        let text = &self.document.text[start..end];
        let mut pieces = Pieces::new(text);
        let (mut controls, mut escapes, mut lone) = (None, None, None);
        let mut certain = true;
        loop {
            let from = start + pieces.at();
            let Some(piece) = pieces.next() else { break };
            let span = (from, start + pieces.at());
            match piece {
                Piece::Text(_) | Piece::Escape(_) => {}
                Piece::Control(_) => controls = controls.or(Some(span)),
                Piece::Lone(_) => lone = lone.or(Some(span)),
                Piece::Script(_) | Piece::Continued => escapes = escapes.or(Some(span)),
                Piece::Unknown(_) | Piece::Broken(_) => {
                    escapes = escapes.or(Some(span));
                    certain = false;
                }
            }
        }
        let again = || {
            let mut out = String::new();
            string::push_again(&mut out, text);
            out
        };
        let safety = if certain { Safety::Safe } else { Safety::Guess };
        let quote = &text[..1];
        let is_repaired = self.strings.repaired == Some(end);
        if is_repaired || !pieces.closed {
            let swallows = swallows_structure(&text[1..], is_key);
            // A fix would permanently turn the included values into text.
            self.strings.exchanged = self.strings.exchanged.or(swallows.then_some(start));
            self.strings.is_open |= !is_repaired;
            let (info, part, title) = match is_repaired {
                true => (&codes::MISSING_QUOTE, "its line", "close the string at the end of the line"),
                false => (&codes::UNCLOSED_STRING, "the text", "close the string at the end of the text"),
            };
            let severity = if swallows { Severity::Error } else { info.severity };
            self.report(&info.with_severity(severity), start, start + 1, || {
                let what = if swallows { ", with other values in it" } else { "" };
                let message =
                    format!("the string is not closed ({quote} is missing); read up to the end of {part}{what}");
                (message, if text.ends_with('\\') { None } else { insert_guess(end, quote, title) })
            });
        } else if token == Token::Single {
            self.report(&codes::SINGLE_QUOTES, start, end, || {
                let message = format!("{} is in single quotes; read as if they were double", excerpt(text));
                (message, fix(safety, start, end, &again(), "write double quotes"))
            });
        }
        let closed = pieces.closed;
        let whole = |safety, title| if closed { fix(safety, start, end, &again(), title) } else { None };
        if let Some((from, to)) = controls {
            self.report(&codes::CONTROL_CHARACTER, from, to, || {
                let code = text[from - start..].chars().next().map_or(0, u32::from);
                (
                    format!("an unescaped control character (U+{code:04X}) in a string; read unchanged"),
                    whole(safety, "escape the control characters"),
                )
            });
        }
        if let Some((from, to)) = escapes {
            self.report(&codes::UNKNOWN_ESCAPE, from, to, || {
                let shown = excerpt(&text[from - start..to - start]);
                (
                    format!("JSON has no escape `{shown}`; read as in JavaScript"),
                    whole(safety, "write the escapes as JSON does"),
                )
            });
        }
        if let Some((from, to)) = lone {
            self.report(&codes::LONE_SURROGATE, from, to, || {
                (format!("`{}` is half of a surrogate pair; read as �", excerpt(&text[from - start..to - start])), None)
            });
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn find_doubles(&mut self, object: u32, next: u32) {
        let document = &self.document;
        let ids = || {
            let following = |id: &u32| Some(crate::Value { document, id: *id }.entry().next).filter(|&id| id < next);
            core::iter::successors(Some(object + 1), following)
        };
        // There may be millions of members of two bytes each, so the list takes only eight bytes for each. Values without keys,
        // which damaged objects have, are not on it.
        let keyed = || ids().filter_map(|id| Some((id, crate::Value { document, id }.key()?)));
        let mut members: Vec<(u32, u32)> = Vec::with_capacity(keyed().count());
        members.extend(keyed().map(|(id, key)| (hash(&key), id)));
        // Members with equal hashes are compared by their keys.
        let key = |id| crate::Value { document, id }.key().unwrap_or_default();
        members.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| key(a.1).cmp(&key(b.1))).then(a.1.cmp(&b.1)));
        let mut count = 0;
        for at in 1..members.len() {
            let (earlier, later) = (members[at - 1], members[at]);
            if earlier.0 == later.0 && key(earlier.1) == key(later.1) {
                members[count] = (earlier.1, later.1);
                count += 1;
            }
        }
        members.truncate(count);
        let mut doubles = members;
        doubles.sort_unstable_by_key(|&(_, later)| later);
        for (earlier, later) in doubles {
            let place = |id| crate::Value { document: &self.document, id }.key_span().unwrap_or_default();
            let (before, at) = (place(earlier), place(later));
            let key = &self.document.text[at.range()];
            // Readers skip a member that is null.
            let is_null = crate::Value { document: &self.document, id: later }.is_null();
            let done =
                if is_null { "the last value is null, so the one before it counts" } else { "the last value counts" };
            self.diagnostics
                .report(&codes::DUPLICATE_KEY, at, || format!("the key {} is repeated; {done}", excerpt(key)))
                .note(Some(before), "the earlier member");
        }
    }
}

/// Returns true if a string that was not closed probably contains other values: a key with its value, a quotation mark that
/// belongs to another string, or an object. Closing brackets at its end do not count, because the parser adds them.
fn swallows_structure(content: &str, is_key: bool) -> bool {
    let inner = content.trim_end_matches(|c: char| matches!(c, '}' | ']') || c.is_whitespace());
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    is_key && content.contains(':') || inner.contains(['"', '{', '}'])
}

/// Returns the kind of `true`, `false` or `null`, by its first letter.
#[inline]
pub(super) fn literal(text: &str, at: usize) -> Kind {
    match text.as_bytes()[at] {
        b't' => Kind::True,
        b'f' => Kind::False,
        _ => Kind::Null,
    }
}

/// Returns the meaning of a word, and its spelling in JSON.
pub(super) fn word(text: &str) -> Option<(Kind, &'static str)> {
    Some(match text {
        "true" | "True" | "TRUE" => (Kind::True, "true"),
        "false" | "False" | "FALSE" => (Kind::False, "false"),
        "null" | "Null" | "NULL" | "None" | "nil" | "undefined" | "NaN" | "-NaN" | "+NaN" | "Infinity"
        | "-Infinity" | "+Infinity" => (Kind::Null, "null"),
        _ => return None,
    })
}

/// Returns the FNV-1a hash of a key. Colliding keys are sorted, so keys made to collide cost no more than a sort.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}
