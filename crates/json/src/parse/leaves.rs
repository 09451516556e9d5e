//! Keys and values without others in them.

use super::{
    Parser,
    report::{excerpt, fix, insert_guess, replace},
};
use crate::{
    codes,
    document::{KEY_PLAIN, Kind, LOOSE, PLAIN},
    number::{Number, number},
    scanner::Token,
    string::{self, Piece, Pieces},
};
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use kifu_core::Safety;

impl Parser<'_> {
    pub(super) fn key_flags(&mut self, token: Token, start: usize, end: usize) -> u8 {
        let text = &self.document.text[start..end];
        match token {
            Token::Plain => return KEY_PLAIN,
            Token::String | Token::Single => self.examine(token, start, end),
            _ => self.report(&codes::BARE_KEY, start, end, || {
                let message = format!("the key `{}` has no quotes; read as if it had", excerpt(text));
                (message, replace(start, end, &string::quote(text), "put quotes around it"))
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
                self.examine(token, start, end);
                return (Kind::String, 0);
            }
            _ => {}
        }
        match number(text) {
            Number::Strict => return (Kind::Number, 0),
            Number::Loose { json, octal } => {
                self.report(&codes::ODD_NUMBER, start, end, || {
                    let safety = if octal { Safety::Guess } else { Safety::Safe };
                    let message =
                        format!("`{}` is not how JSON writes a number; read as {}", excerpt(text), excerpt(&json));
                    (message, fix(safety, start, end, &json, "write it as JSON does"))
                });
                return (Kind::Number, LOOSE);
            }
            Number::No => {}
        }
        if let Some((kind, json)) = word(text) {
            if text != json {
                self.report(&codes::ODD_LITERAL, start, end, || {
                    (
                        format!("`{text}` is no word of JSON; read as `{json}`"),
                        replace(start, end, json, "write it as JSON does"),
                    )
                });
            }
            return (kind, 0);
        }
        self.report(&codes::BARE_TEXT, start, end, || {
            let message = format!("`{}` has no quotes; read as a text", excerpt(text));
            (message, fix(Safety::Guess, start, end, &string::quote(text), "put quotes around it"))
        });
        (Kind::String, 0)
    }

    /// Says what is wrong with a string, each thing once.
    pub(super) fn examine(&mut self, token: Token, start: usize, end: usize) {
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
        if self.mended == Some(end) {
            self.report(&codes::MISSING_QUOTE, start, start + 1, || {
                (
                    format!("no {quote} closes the string that begins here; it was closed at the end of its line"),
                    insert_guess(end, quote, "close it there"),
                )
            });
        } else if !pieces.closed {
            self.in_string = true;
            self.report(&codes::UNCLOSED_STRING, start, start + 1, || {
                let cure = if text.ends_with('\\') { None } else { insert_guess(end, quote, "close it at the end") };
                (format!("no {quote} closes the string that begins here; it was read up to the end of the text"), cure)
            });
        } else if token == Token::Single {
            self.report(&codes::SINGLE_QUOTES, start, end, || {
                let message = format!("{} in single quotes; read as if they were double", excerpt(text));
                (message, fix(safety, start, end, &again(), "make the quotes double"))
            });
        }
        let closed = pieces.closed;
        let whole = |safety, title| if closed { fix(safety, start, end, &again(), title) } else { None };
        if let Some((from, to)) = controls {
            self.report(&codes::CONTROL_CHARACTER, from, to, || {
                let code = text[from - start..].chars().next().map_or(0, u32::from);
                (
                    format!("a control character (U+{code:04X}) in a string; read as it stands"),
                    whole(safety, "escape it"),
                )
            });
        }
        if let Some((from, to)) = escapes {
            self.report(&codes::UNKNOWN_ESCAPE, from, to, || {
                let shown = excerpt(&text[from - start..to - start]);
                (
                    format!("`{shown}` is no escape of JSON; read as JavaScript reads it"),
                    whole(safety, "escape as JSON does"),
                )
            });
        }
        if let Some((from, to)) = lone {
            self.report(&codes::LONE_SURROGATE, from, to, || {
                (format!("`{}` is half a character; read as U+FFFD", excerpt(&text[from - start..to - start])), None)
            });
        }
    }

    #[cold]
    #[inline(never)]
    pub(super) fn find_doubles(&mut self, object: u32, next: u32) {
        let document = &self.document;
        let mut members: Vec<(u64, u32)> = Vec::new();
        let mut id = object + 1;
        while id < next {
            let value = crate::Value { document, id };
            if let Some(key) = value.key() {
                members.push((hash(&key), id));
            }
            id = value.entry().next;
        }
        members.sort_unstable();
        let mut doubles: Vec<(u32, u32)> = Vec::new();
        for group in members.chunk_by(|a, b| a.0 == b.0).filter(|group| group.len() > 1) {
            let mut keyed: Vec<(Cow<'_, str>, u32)> =
                group.iter().map(|&(_, id)| (crate::Value { document, id }.key().unwrap_or_default(), id)).collect();
            keyed.sort_unstable();
            doubles.extend(keyed.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| (pair[0].1, pair[1].1)));
        }
        doubles.sort_unstable_by_key(|&(_, later)| later);
        for (earlier, later) in doubles {
            let place = |id| crate::Value { document: &self.document, id }.key_span().unwrap_or_default();
            let (before, at) = (place(earlier), place(later));
            let key = &self.document.text[at.range()];
            self.diagnostics
                .report(&codes::DUPLICATE_KEY, at, || {
                    format!("the key {} once more; of the values of one key the last counts", excerpt(key))
                })
                .note(Some(before), "it was here before");
        }
    }
}

/// `true`, `false` or `null`, told by its first letter.
#[inline]
pub(super) fn literal(text: &str, at: usize) -> Kind {
    match text.as_bytes()[at] {
        b't' => Kind::True,
        b'f' => Kind::False,
        _ => Kind::Null,
    }
}

/// What a word stands for, and how JSON writes it.
pub(super) fn word(text: &str) -> Option<(Kind, &'static str)> {
    Some(match text {
        "true" | "True" | "TRUE" => (Kind::True, "true"),
        "false" | "False" | "FALSE" => (Kind::False, "false"),
        "null" | "Null" | "NULL" | "None" | "nil" | "undefined" | "NaN" | "-NaN" | "+NaN" | "Infinity"
        | "-Infinity" | "+Infinity" => (Kind::Null, "null"),
        _ => return None,
    })
}

/// FNV-1a. Keys made to collide cost no more than a sort of them.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3))
}
