//! The laws, in one file per subject.

pub(crate) mod bytes;
pub(crate) mod damage;
pub(crate) mod depth;
pub(crate) mod fixes;
pub(crate) mod local;
pub(crate) mod means;
pub(crate) mod options;
pub(crate) mod reading;
pub(crate) mod time;
pub(crate) mod writing;

use crate::Case;
use kifu_core::{Charset, Diagnostics, Format, Game, Loss, Record, Source};

/// Decodes the file of a case with its format.
pub(crate) fn decode<G: Game>(format: &dyn Format<G>, case: &Case) -> (Source, Diagnostics) {
    decoded(format, &case.file_name(), case.bytes.clone(), case.charset.as_ref())
}

pub(crate) fn decoded<G: Game>(
    format: &dyn Format<G>,
    name: &str,
    bytes: Vec<u8>,
    charset: Option<&Charset>,
) -> (Source, Diagnostics) {
    format.decode(name, bytes, charset)
}

/// The maximum number of characters of a text in a message.
const SHOWN: usize = 60;

/// Returns the first characters of a text, for a message.
pub(crate) fn shown(text: &str) -> String {
    let short: String = text.chars().take(SHOWN).collect();
    format!("{short:?}{}", if short.len() < text.len() { "…" } else { "" })
}

/// Describes a difference for a message: the part, the record, the node, and what changed.
pub(crate) fn described<G: Game>(loss: &Loss, before: &[Record<G>]) -> String {
    let game = if before.len() > 1 { format!("game {}, ", loss.record + 1) } else { String::new() };
    let node = loss.node.map_or_else(String::new, |id| {
        let action = before.get(loss.record).and_then(|record| record.tree.get(id)?.action.as_ref());
        let action = action.map_or_else(String::new, |action| format!(" ({action})"));
        format!("node {}{action}, ", id.index())
    });
    format!("{game}{node}{}: {}", loss.part.name(), loss.message)
}
