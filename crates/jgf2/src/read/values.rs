//! Values that have the same form in several members: colours.

use super::Reader;
use crate::codes;
use alloc::{format, string::ToString};
use kifu_goban::Color;
use kifu_json::Value;

impl Reader {
    /// Reads a colour. A spelling other than that of the format is read with a diagnostic.
    pub(super) fn color(&mut self, value: Value<'_>) -> Option<Color> {
        let text = value.string()?;
        let color = match text.to_ascii_lowercase().as_str() {
            "black" | "b" => Color::Black,
            "white" | "w" => Color::White,
            _ => return None,
        };
        if text != color.to_string() {
            self.json.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
                format!("unusual spelling {text:?} of a colour; read as {color}")
            });
        }
        Some(color)
    }
}
