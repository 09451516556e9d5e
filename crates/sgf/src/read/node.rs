//! Reads one node of the text. It becomes one node of the record, or several if it has two moves, or a move with setup or in
//! the root.

use super::{
    Reader,
    odd_text::report_controls,
    twice::{Again, SEARCHED, report_twice},
};
use crate::{Kind, Node as TextNode, Property, PropertyDef, Type, Value, codes, document::parse::identifier, slot};
use draft::{Draft, DraftNode, PointMark, Target};
use kifu_core::{Diagnostics, Node, NodeId, Span};
use kifu_goban::{Action, Color, Go, Shape, analysis::IDENTIFIERS as ANALYSES, slot as judgements};
use moves::Moves;

mod analysis;
pub(super) mod clock;
mod comment;
pub(super) mod draft;
pub(super) mod judgement;
pub(super) mod marks;
mod moves;
mod notes;
mod point_map;
mod points;
mod setup;

/// The properties of a node that become typed data of the record.
pub(crate) const NODE_PROPERTIES: [&str; 32] = [
    "B", "W", "AB", "AW", "AE", "PL", "C", "N", "BM", "DM", "DO", "GB", "GW", "HO", "IT", "TE", "UC", "V", "CR", "TR",
    "SQ", "MA", "SL", "M", "DD", "VW", "TB", "TW", "LB", "L", "AR", "LN",
];

impl<'a> Reader<'a> {
    /// Reads a node that is not a plain move. Returns the node of the record that its children are added to.
    pub(super) fn node(&mut self, node: TextNode<'a>, parent: NodeId) -> NodeId {
        let is_root = node.index() == 0;
        let moves = self.moves(node);
        if !is_root && node.properties().next().is_none() {
            report_empty_node(&mut self.diagnostics, node);
        }
        let is_split = !moves.played.is_empty() && (moves.has_setup || is_root);
        let mut draft = Draft::new(is_root, is_split, &moves);
        // If the text has several first nodes, the first of them has the properties of the root.
        let has_header = is_root || (self.game.game.rootless && node.index() == 1);
        self.properties(node, &moves, &mut draft, has_header);
        self.report_moves(node, &moves);
        self.add_kept_values(&mut draft);
        let of_header = draft.restore_characters();
        if has_header {
            self.restore_header_characters(&of_header);
        }
        let end = self.add_nodes(draft, moves, parent, self.start(node));
        self.budget.end_node();
        end
    }

    /// Reads the properties of a node. The slot is read last, because other properties take precedence.
    fn properties(&mut self, node: TextNode<'a>, moves: &Moves<'a>, draft: &mut Draft, has_header: bool) {
        let mut has_slot = false;
        for property in node.properties() {
            if self.budget.is_spent() {
                break;
            }
            let name = property.name();
            let identifier = identifier(name);
            if identifier == slot::IDENTIFIER {
                has_slot = true;
                continue;
            }
            if has_header {
                if self.overtime_of_two(property, &identifier) {
                    continue;
                }
                if let Some(standard) = self.standard_name(property, &identifier) {
                    self.property(property, standard, standard, draft, has_header, moves);
                    continue;
                }
                if self.is_repeated_name(property, &identifier) {
                    self.keep(&identifier, property.value_spans(), draft, Target::Head);
                    continue;
                }
            }
            self.property(property, name, &identifier, draft, has_header, moves);
        }
        if has_slot {
            for property in node.properties().filter(|property| property.identifier() == slot::IDENTIFIER) {
                if self.budget.is_spent() {
                    break;
                }
                self.property(property, property.name(), slot::IDENTIFIER, draft, has_header, moves);
            }
        }
    }

    /// Adds the nodes of a draft to the record. Returns the last of them.
    fn add_nodes(&mut self, mut draft: Draft, moves: Moves<'a>, parent: NodeId, start: u32) -> NodeId {
        let setup = draft.finish();
        let Draft { is_root, head: DraftNode { node: mut head, .. }, tail, second, main, .. } = draft;
        let is_split = main == Target::Tail;
        let mut at = parent;
        // The second node starts at its own move, so that what precedes it belongs to the first.
        let second_start = moves.played.get(1).map_or(start, |second| second.property.span().start);
        let mut actions = moves.played.into_iter().map(|played| Action::from(played.played));
        if is_root {
            self.starts.push(start);
            self.record.setup.stones = setup;
            head.shrink_to_fit();
            self.record.tree[at] = head;
        } else {
            head.action = if moves.has_setup && !setup.is_empty() {
                Some(Action::from(setup))
            } else if is_split {
                None
            } else {
                actions.next()
            };
            head.shrink_to_fit();
            at = self.add(at, head, start);
        }
        if is_split {
            at = self.add(at, with_action(tail.node, actions.next()), start);
        }
        if let Some(action) = actions.next() {
            at = self.add(at, with_action(second.node, Some(action)), second_start);
        }
        at
    }

    /// Reads one property. `identifier` is the one that its name stands for.
    fn property(
        &mut self,
        property: Property<'a>,
        name: &str,
        identifier: &str,
        draft: &mut Draft,
        has_header: bool,
        moves: &Moves<'a>,
    ) {
        let row = PropertyDef::row(identifier, 1);
        let known = row.map(|row| &crate::PROPERTIES[row]);
        let has_move = draft.is_root || !moves.played.is_empty();
        self.report_name(property, name, identifier, known, has_move);
        let again = row.filter(|&row| draft.seen(row)).map(|row| {
            if self.repeats_first(moves.node, property, row, draft, has_header) {
                Again::Repeats { is_ignored: true }
            } else if self.is_another_move(identifier, property, moves) {
                // One player does not make many moves at once.
                let few = moves.node.properties().take(SEARCHED);
                let mut same = few.filter(|other| other.identifier() == identifier);
                Again::LostMove { can_split: same.nth(2).is_none() }
            } else {
                self.again(moves.node, property, row, draft, has_header, moves.has(property))
            }
        });
        if let Some(again) = again {
            report_twice(&mut self.diagnostics, property, identifier, again);
        }
        if known.is_some_and(|known| matches!(known.value, Value::One(Type::SimpleText | Type::Text))) {
            report_controls(&mut self.diagnostics, self.game.text, identifier, property);
        }
        self.report_swallowed(identifier, known, property, has_header && again.is_none());
        if matches!(again, Some(Again::Repeats { is_ignored: true } | Again::Empty)) {
            return;
        }
        match known.map(|known| known.kind) {
            Some(Kind::Root | Kind::GameInfo) if has_header => {
                self.root_property(identifier, property, draft, again.is_some());
            }
            Some(Kind::Root) => {
                self.report_root_property_elsewhere(property, identifier);
                self.keep(identifier, property.value_spans(), draft, Target::Head);
            }
            Some(Kind::GameInfo) => {
                self.report_game_info_elsewhere(property, identifier);
                for at in property.value_spans() {
                    self.check_game_info(identifier, at);
                }
                self.keep(identifier, property.value_spans(), draft, Target::Head);
            }
            _ if matches!(identifier, "B" | "W") => self.play(identifier, property, draft, moves.has(property)),
            _ => {
                self.node_property(identifier, property, draft, known);
                if known.is_none() {
                    self.report_private(property, identifier, draft);
                }
            }
        }
    }

    /// Reads a property that belongs to a node, not to the game.
    fn node_property(
        &mut self,
        identifier: &str,
        property: Property<'a>,
        draft: &mut Draft,
        known: Option<&'static PropertyDef>,
    ) {
        let main = draft.main;
        if let Some(mark) = point_mark(identifier) {
            if identifier == "M" {
                self.report_old(identifier, property, "MA");
            }
            return self.points(mark, identifier, property, draft);
        }
        match identifier {
            "AB" => self.setup(Some(Color::Black), identifier, property, draft),
            "AW" => self.setup(Some(Color::White), identifier, property, draft),
            "AE" => self.setup(None, identifier, property, draft),
            "PL" => self.side_to_move(identifier, property, draft),
            "C" => self.comment(identifier, property, draft),
            "N" => self.name(identifier, property, draft),
            _ if judgements::IDENTIFIERS.contains(&identifier) => self.judgement(identifier, property, draft),
            "LB" => self.labels(identifier, property, draft),
            "L" => self.letters(identifier, property, draft),
            "MH" => self.faces("happy", identifier, property, draft),
            "MS" => self.faces("sad", identifier, property, draft),
            "XL" | "XR" | "XT" | "XB" if draft.is_root => self.cut_off(identifier, property, draft),
            _ if ANALYSES.contains(&identifier) => self.analysis(identifier, property, draft),
            "AR" | "LN" => self.lines(identifier, property, draft),
            "BL" | "WL" | "OB" | "OW" => self.clock(identifier, property, draft),
            slot::IDENTIFIER => notes::read(self, property, draft),
            _ => {
                // KO of Sina is the komi.
                let is_judgement = property.values().all(|raw| raw.trim().is_empty());
                if identifier == "KO" && is_judgement && draft.mover.is_none() {
                    judgement::report_without_move(&mut self.diagnostics, identifier, property.span());
                }
                if let Some(known) = known {
                    self.check(identifier, property, known);
                }
                if known.is_some_and(|known| matches!(known.value, Value::One(_))) {
                    let first = self.first(identifier, property, draft, main);
                    self.keep(identifier, first.into_iter(), draft, main);
                } else {
                    self.keep(identifier, property.value_spans(), draft, main);
                }
            }
        }
    }
}

/// Returns the mark of a property that is a list of points.
pub(super) fn point_mark(identifier: &str) -> Option<PointMark> {
    Some(match identifier {
        "CR" => PointMark::Shape(Shape::Circle),
        "TR" => PointMark::Shape(Shape::Triangle),
        "SQ" => PointMark::Shape(Shape::Square),
        "MA" | "M" => PointMark::Shape(Shape::Cross),
        "SL" => PointMark::Shape(Shape::Selected),
        "DD" => PointMark::Dim,
        "VW" => PointMark::View,
        "TB" => PointMark::Territory(Color::Black),
        "TW" => PointMark::Territory(Color::White),
        _ => return None,
    })
}

/// Reports a node without properties.
pub(super) fn report_empty_node(diagnostics: &mut Diagnostics, node: TextNode<'_>) {
    let start = node.span().start;
    let semicolon = Span { start, end: start + 1 };
    diagnostics
        .report(&codes::EMPTY_NODE, semicolon, || "a node without properties; kept")
        .help("remove the semicolon if no node is meant");
}

/// Returns the node with this action.
fn with_action(mut node: Node<Go>, action: Option<Action>) -> Node<Go> {
    node.action = action;
    node.shrink_to_fit();
    node
}
