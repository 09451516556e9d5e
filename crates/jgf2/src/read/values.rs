//! Values that have the same form in several members: colours.

use super::Reader;
use crate::codes;
use alloc::{format, string::ToString};
use kifu_goban::Color;
use kifu_json::Value;

/// Returns the colour that a value names, in any spelling.
pub(super) fn color_named(value: Value<'_>) -> Option<Color> {
    match value.string()?.to_ascii_lowercase().as_str() {
        "black" | "b" => Some(Color::Black),
        "white" | "w" => Some(Color::White),
        _ => None,
    }
}

impl Reader {
    /// Reads a colour. A spelling other than that of the format is read with a diagnostic.
    pub(super) fn color(&mut self, value: Value<'_>) -> Option<Color> {
        let text = value.string()?;
        let color = color_named(value)?;
        if text != color.to_string() {
            self.json.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
                format!("unusual spelling {text:?} of a colour; read as {color}")
            });
        }
        Some(color)
    }
}
