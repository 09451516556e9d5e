//! Values that have the same form in several members: texts, numbers and colours.

use super::Reader;
use crate::codes;
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
};
use kifu_core::{Decimal, Parsed};
use kifu_goban::Color;
use kifu_json::{Kind, Value};

/// Returns the start of a text on one line, for a message.
pub(super) fn excerpt(text: &str) -> String {
    /// The maximum number of characters, so that the message fits on a line or two.
    const MOST: usize = 40;
    let mut out: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        out.push('…');
    }
    out
}

impl Reader {
    /// Reads a text. A number or a truth value is read as text, with a diagnostic. Returns `None` if the value is null, a list or
    /// an object.
    pub(super) fn text<'d>(&mut self, key: &str, value: Value<'d>) -> Option<Cow<'d, str>> {
        let text = match value.kind() {
            Kind::String => return value.string(),
            Kind::Number => value.number(),
            Kind::True | Kind::False => Some(Cow::Borrowed(value.raw())),
            Kind::Null | Kind::Missing | Kind::Array | Kind::Object => None,
        };
        if !value.is_null() {
            let done = if text.is_some() { "was read as text" } else { "has no effect (kept in the file)" };
            self.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
                format!("{key} takes a text; {} {done}", excerpt(value.raw()))
            });
        }
        text
    }

    /// Reads an integer. A text with an integer is read as the integer, with a diagnostic.
    pub(super) fn integer(&mut self, key: &str, value: Value<'_>) -> Option<i64> {
        if let Some(number) = value.integer() {
            return Some(number);
        }
        let number = value.string()?.trim().parse().ok()?;
        self.diagnostics
            .report(&codes::WRONG_KIND, value.span(), || format!("{key} is a text; read as the number {number}"));
        Some(number)
    }

    /// Reads a number. A text with a number is read as the number, with a diagnostic. Any other text is kept as text. Returns
    /// `None` if the text is empty.
    pub(super) fn number(&mut self, key: &str, value: Value<'_>) -> Option<Parsed<Decimal>> {
        if let Some(number) = value.decimal() {
            return Some(Parsed::Value(number));
        }
        let text = value.string().map(Cow::into_owned).or_else(|| self.compact(value))?;
        let trimmed = text.trim();
        if trimmed.is_empty() {
            return None;
        }
        Some(match Decimal::parse_common(trimmed) {
            Some(number) => {
                self.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
                    format!("{key} is a text; read as the number {number}")
                });
                Parsed::Value(number)
            }
            None => {
                self.diagnostics.report(&codes::BAD_VALUE, value.span(), || {
                    format!("{key} takes a number; {} was kept as text", excerpt(value.raw()))
                });
                Parsed::Text(text.into())
            }
        })
    }

    /// Reads a number and converts it with `meaning`. If `meaning` returns `None`, the number is kept as text.
    pub(super) fn measured<T>(
        &mut self,
        key: &str,
        value: Value<'_>,
        meaning: impl Fn(Decimal) -> Option<T>,
    ) -> Option<Parsed<T>> {
        let written = |number: Decimal| value.string().map_or_else(|| number.to_string(), Cow::into_owned);
        Some(match self.number(key, value)? {
            Parsed::Value(number) => {
                meaning(number).map_or_else(|| Parsed::Text(written(number).into()), Parsed::Value)
            }
            Parsed::Text(text) => Parsed::Text(text),
        })
    }

    /// Reads a colour. A spelling other than that of the format is read with a diagnostic.
    pub(super) fn color(&mut self, value: Value<'_>) -> Option<Color> {
        let text = value.string()?;
        let color = match text.to_ascii_lowercase().as_str() {
            "black" | "b" => Color::Black,
            "white" | "w" => Color::White,
            _ => return None,
        };
        if text != color.to_string() {
            self.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
                format!("unusual spelling {text:?} of a colour; read as {color}")
            });
        }
        Some(color)
    }
}
