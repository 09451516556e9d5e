//! Decides which foreign properties of SGF may be written unchanged in a node.

use crate::{Kind, PropertyDef, Value, read, slot, value};
use alloc::string::String;
use kifu_goban::{
    Color, Size,
    analysis::{self, Context},
};

/// The node that foreign properties are written to.
#[derive(Clone, Copy)]
pub(super) struct NodeContext {
    pub(super) is_root: bool,
    /// The player who moves in the node.
    pub(super) mover: Option<Color>,
    /// The size of the board.
    pub(super) size: Size,
}

impl NodeContext {
    /// Returns true if a property may be written here unchanged: the standard allows it, and it is not typed data of the
    /// record.
    pub(super) fn allows(self, identifier: &str, values: &[String]) -> bool {
        let is_odd = !is_name(identifier) || !identifier.bytes().all(|b| b.is_ascii_uppercase());
        // A value from another source could contain a bracket that ends it early, and the text after that would become
        // properties.
        // Escape sequences of ISO-2022-JP could decide the charset of the file.
        let are_whole = values.iter().all(|value| value::is_whole(value) && !value.contains('\u{1B}'));
        if is_odd || identifier == slot::IDENTIFIER || !are_whole {
            return false;
        }
        if let [value] = values
            && analysis::read(identifier, value, Context::new(self.mover, self.size)).is_some()
        {
            return false;
        }
        let Some(known) = PropertyDef::find(identifier, 1) else {
            return !matches!(identifier, "MH" | "MS") && PropertyDef::other_games(identifier, 1).next().is_none();
        };
        let are_valid = match known.value {
            Value::One(of) => matches!(values, [one] if read::is_valid(of, one)),
            Value::List(of) | Value::Elist(of) => values.iter().all(|value| read::is_valid(of, value)),
        };
        let is_typed = match identifier {
            // The record has the clock of the player who moves, and no negative times.
            "BL" | "WL" if values.iter().all(|value| value.starts_with('-')) => false,
            "BL" | "OB" => self.mover == Some(Color::Black),
            "WL" | "OW" => self.mover == Some(Color::White),
            "BS" | "WS" | "ID" => false,
            _ => match known.kind {
                Kind::Root => true,
                Kind::GameInfo => self.is_root,
                _ => read::NODE_PROPERTIES.contains(&identifier),
            },
        };
        are_valid && !is_typed
    }
}

/// Returns true if a key can be an identifier that reads back unchanged.
fn is_name(key: &str) -> bool {
    let letters = key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    letters && !key.is_empty() && crate::document::parse::identifier(key) == key
}
