//! Checks what the properties of a node mean together: moves, setup and judgements.

use super::Checker;
use crate::{
    Kind, Node, PROPERTIES, Property, Type, Value, codes,
    read::{
        messages::shown,
        node::judgement::{self, EXCLUSIVE_JUDGEMENTS},
    },
    value,
};
use alloc::{format, vec::Vec};
use kifu_core::Judgement;

/// A property and its row in the table.
#[derive(Clone, Copy)]
pub(super) struct Known<'a> {
    pub(super) property: Property<'a>,
    pub(super) row: usize,
}

/// The properties of a node that are checked together, in the order of the text.
#[derive(Default)]
pub(super) struct NodeContent<'a> {
    /// The first move of each player.
    moves: Vec<Property<'a>>,
    /// The first property that sets up a position.
    setup: Option<Property<'a>>,
    judgements: Vec<Property<'a>>,
    /// The lists of points, stones, lines and labels.
    pub(super) lists: Vec<Known<'a>>,
}

impl<'a> NodeContent<'a> {
    /// Adds a property that is allowed in the node.
    pub(super) fn add(&mut self, property: Property<'a>, row: usize) {
        let known = &PROPERTIES[row];
        match known.identifier {
            "B" | "W" => {
                let is_first = self.moves.iter().all(|other| other.identifier() != known.identifier);
                self.moves.extend(Some(property).filter(|_| is_first));
            }
            "KO" => self.judgements.push(property),
            identifier if EXCLUSIVE_JUDGEMENTS.as_flattened().contains(&identifier) => self.judgements.push(property),
            _ => {}
        }
        if known.kind == Kind::Setup && self.setup.is_none() {
            let sets_up = !property.values().all(value::is_blank);
            self.setup = Some(property).filter(|_| sets_up);
        }
        if let Value::List(of) | Value::Elist(of) = known.value
            && of != Type::TextText
        {
            self.lists.push(Known { property, row });
        }
    }

    /// Returns the move with which a variation begins, if the node has one.
    pub(super) fn first_move(&self) -> Option<Property<'a>> {
        self.moves.first().copied().filter(|_| self.setup.is_none())
    }
}

impl<'a> Checker<'a, '_> {
    /// Reports the properties of a node that SGF does not allow together.
    pub(super) fn content(&mut self, node: Node<'a>, content: &NodeContent<'a>) {
        self.moves(node, content);
        self.judgements(content);
        self.repeated(&content.lists);
    }

    fn moves(&mut self, node: Node<'a>, content: &NodeContent<'a>) {
        let Some(first) = content.moves.first().map(|first| first.span()) else { return };
        if let Some(second) = content.moves.get(1) {
            let message = || "two moves in one node, which SGF forbids; both are kept";
            self.diagnostics.report(&codes::TWO_MOVES, second.span(), message).note(Some(first), "the first move");
        }
        if let Some(setup) = content.setup {
            let message = || {
                let (played, setup) = (shown(&self.text[first.range()]), setup.identifier());
                format!("a move ({played}) and setup ({setup}) in one node, which SGF forbids; both are kept")
            };
            self.diagnostics.report(&codes::SETUP_AND_MOVE, first, message).note(Some(setup.span()), "the setup");
        } else if node.index() == 0 {
            let message = || "a move in the first node, which is the start position; kept";
            self.diagnostics.report(&codes::MOVE_IN_ROOT, first, message);
        }
    }

    fn judgements(&mut self, content: &NodeContent<'a>) {
        let has_move = !content.moves.is_empty();
        let mut judged = Judgement::default();
        for &property in &content.judgements {
            let identifier = property.identifier();
            let raw = property.values().next().unwrap_or_default();
            let value = match &*identifier {
                "KO" | "DO" | "IT" => Some("").filter(|_| raw.trim().is_empty()),
                _ => value::double(raw).value().map(|is_emphasised| if is_emphasised { "2" } else { "1" }),
            };
            // A value without a meaning is reported by its type.
            let Some(value) = value else { continue };
            if !has_move && (identifier == "KO" || EXCLUSIVE_JUDGEMENTS[0].contains(&&*identifier)) {
                judgement::report_without_move(self.diagnostics, &identifier, property.span());
            }
            if identifier != "KO" {
                judgement::add(self.diagnostics, &mut judged, property, (&identifier, value), self.version);
            }
        }
    }
}
