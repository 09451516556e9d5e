//! Checks a game other than go: its properties by the table, the properties of a node together, and the moves, points and stones by
//! the notation of the game.
//!
//! The game gives no record, so nothing can be missing from one: the findings are warnings and notes, with the messages of go. A game
//! whose notation is unknown has any text as a move, a point or a stone. The cost is O(n log n) in the text.

use super::{
    long_name::report_long_name,
    node::report_empty_node,
    odd_text::report_controls,
    property_name::{report_other_game, report_version},
    twice::{Again, can_move, repeats, report_twice},
};
use crate::{Game, Kind, Node, PROPERTIES, Property, PropertyDef, Type, Value, codes, games, slot};
use alloc::format;
use kifu_core::{Diagnostics, Severity};
use nodes::NodeContent;
use variations::Variations;

mod describe;
mod nodes;
mod notation;
mod repeated;
mod values;
mod variations;

pub(super) use describe::describe;

/// Reports the properties and values of a game other than go that do not follow the standard.
pub(super) fn check(game: Game<'_>, diagnostics: &mut Diagnostics) {
    let number = game.game_type();
    // A list of its own, because the findings of this game are sorted, and a file may have thousands of games.
    let mut found = Diagnostics::within(diagnostics.limits());
    let checker = Checker {
        text: game.text,
        number,
        version: game.version(),
        states_version: game.root_value("FF").is_some(),
        board: board(game, number),
        variations: Variations::new(game),
        diagnostics: &mut found,
    };
    checker.game(game);
    found.sort_by_place();
    diagnostics.append(found);
}

/// Returns the columns and rows of the board, or `None` if SZ has no meaning or the game has no usual size.
fn board(game: Game<'_>, number: u8) -> Option<(u32, u32)> {
    let side = match game.root_value("SZ") {
        Some(raw) => return games::board_size(raw).value(),
        None => games::usual_size(number)?,
    };
    Some((side, side))
}

struct Checker<'a, 'd> {
    text: &'a str,
    /// The GM number of the game.
    number: u8,
    version: u8,
    states_version: bool,
    board: Option<(u32, u32)>,
    variations: Variations,
    diagnostics: &'d mut Diagnostics,
}

impl<'a> Checker<'a, '_> {
    fn game(mut self, game: Game<'a>) {
        for (node, parent) in game.nodes().zip(game.game.parents()) {
            // If the text has several first nodes, the first of them has the properties of the root.
            let has_header = node.index() == 0 || (game.game.rootless && node.index() == 1);
            self.node(node, parent, has_header);
        }
    }

    fn node(&mut self, node: Node<'a>, parent: Option<usize>, has_header: bool) {
        if node.index() > 0 && node.properties().next().is_none() {
            report_empty_node(self.diagnostics, node);
        }
        let mut seen = [false; PROPERTIES.len()];
        let mut content = NodeContent::default();
        for property in node.properties() {
            let identifier = property.identifier();
            let row = PropertyDef::row(&identifier, self.number);
            self.name(property, &identifier, row.map(|row| &PROPERTIES[row]));
            let Some(row) = row else { continue };
            let known = &PROPERTIES[row];
            if core::mem::replace(&mut seen[row], true) {
                // There is no record, so only a property of the document is known to add nothing.
                let is_of_document = has_header && matches!(known.identifier, "FF" | "CA" | "GM");
                let again = match is_of_document && repeats(property, known.identifier) {
                    true => Again::Repeats { is_ignored: true },
                    false => Again::of_value(property, known.identifier, Some(known.value), can_move(property, known)),
                };
                report_twice(self.diagnostics, property, known.identifier, again);
            }
            if matches!(known.value, Value::One(Type::SimpleText | Type::Text)) {
                report_controls(self.diagnostics, self.text, &identifier, property);
            }
            match known.kind {
                Kind::Root if !has_header => {
                    self.diagnostics.report(&codes::ROOT_PROPERTY_ELSEWHERE, property.span(), || {
                        format!(
                            "{identifier} is allowed only in the first node; it has no effect here (kept in the file)"
                        )
                    });
                }
                // IP of hex marks the node that a viewer shows first.
                Kind::GameInfo if !has_header && (known.game, known.identifier) != (Some(11), "IP") => {
                    self.diagnostics.report(&codes::GAME_INFO_ELSEWHERE, property.span(), || {
                        format!(
                            "{identifier} (game information) is not in the first node; it has no effect here (kept in the file)"
                        )
                    });
                }
                _ => {
                    self.values(property, known);
                    content.add(property, row);
                }
            }
        }
        self.content(node, &content);
        if let Some(parent) = parent {
            self.variation(parent, &content);
        }
    }

    /// Reports a name that is long, unknown, or of another game or version.
    fn name(&mut self, property: Property<'a>, identifier: &str, known: Option<&PropertyDef>) {
        let name = property.name();
        if name != identifier && !name.contains(|c: char| c.is_ascii_whitespace()) {
            report_long_name(self.diagnostics, property, identifier, self.version, Severity::Warning);
        }
        match known {
            Some(known) if !known.versions.contains(&self.version) => {
                report_version(self.diagnostics, property, known, self.version, self.states_version);
            }
            None if identifier != slot::IDENTIFIER => self.unknown(property, identifier),
            _ => {}
        }
    }

    /// Reports a property that the standard does not define for this game.
    fn unknown(&mut self, property: Property<'a>, identifier: &str) {
        if !identifier.bytes().all(|b| b.is_ascii_uppercase()) {
            self.diagnostics.report(&codes::ODD_IDENTIFIER, property.name_span(), || {
                let capitals = identifier.to_ascii_uppercase();
                if PropertyDef::find(&capitals, self.number).is_some() {
                    return format!(
                        "{identifier} is not an SGF identifier ({capitals} is); {identifier} has no effect (kept in the file)"
                    );
                }
                format!("{identifier} has characters other than capitals; it has no effect (kept in the file)")
            });
            return;
        }
        if PropertyDef::other_games(identifier, self.number).next().is_none() {
            self.diagnostics.report(&codes::UNKNOWN_PROPERTY, property.name_span(), || {
                format!("{identifier} is not in the SGF standard; it has no effect (kept in the file)")
            });
        } else if self.number > 0 {
            // If the value of GM is damaged, the game may be the other one.
            report_other_game(self.diagnostics, property, self.number);
        }
    }
}
