//! Reading of a node. A node of the text becomes one node of the record, or two if it has setup and a move.

mod marks;
mod moves;
mod setup;

use super::{Reader, root_node, slot::is_identifier};
use crate::{
    codes,
    points::{PointValue, coordinates},
};
use alloc::{borrow::Cow, format, string::String, vec::Vec};
use kifu_core::{Node, NodeId};
use kifu_goban::{
    Go, Point,
    draft::{Draft, DraftNodes, Target},
};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step, slot},
};

/// The members of a node that the format defines.
const MEMBERS: [&str; 10] =
    ["root", "name", "comments", "move", "setup", "turn", "markup", "score", "solution", slot::FOREIGN];

impl Reader {
    /// Reads a node below `parent`. Returns the last node of the record that it became.
    pub(super) fn node(&mut self, value: Value<'_>, parent: NodeId, is_root: bool) -> NodeId {
        let start = value.span().start;
        if !is_root && let Some(played) = self.plain_move(value) {
            return self.add(parent, Node::new(Some(played.into())), start);
        }
        let member = |key: &str| value.get_present(key);
        let (play, turn, setup) = (member("move"), member("turn"), member("setup"));
        let played = play.and_then(|play| self.play(play));
        let turn = turn.and_then(|turn| self.color(turn));
        // A node with a move cannot also set the side to move.
        let to_move = turn.filter(|_| played.is_none());
        let has_setup = setup.is_some_and(setup::has_stones) || to_move.is_some();
        let is_split = played.is_some() && (has_setup || is_root);
        let mut draft = Draft::new(is_root, is_split, played, turn);
        draft.setup.to_move = to_move;
        if let Some(play) = play.filter(|_| is_split) {
            let (code, message) = if is_root {
                let message = "a move in the first node, which is the start position; read as a separate second node";
                (&codes::MOVE_IN_ROOT, message)
            } else {
                let message =
                    "a move and setup in one node, which JGF forbids; read as two nodes: setup, then the move";
                (&codes::SETUP_AND_MOVE, message)
            };
            self.json.diagnostics.report(code, play.span(), || message);
        }
        let is_hidden_by_seki = is_root && self.hidden_by_seki(value);
        for (key, member) in value.members() {
            if is_hidden_by_seki && matches!(&*key, "XL" | "XR" | "XT" | "XB") {
                continue;
            }
            if member.is_null() && (MEMBERS.contains(&&*key) || member.kind() != Kind::Null) {
                continue;
            }
            if self.json.budget.is_spent() {
                break;
            }
            self.member_of_node(&key, member, &mut draft);
        }
        if let Some(point) = draft.double_territory().iter().next() {
            let name = self.named(point);
            let list = member("score").and_then(|score| score.get("W"));
            let at = list.map_or(value.span(), |list| self.element_with(point, list));
            self.json.diagnostics.report(&codes::POINT_TWICE, at, || {
                format!("{name} is territory of both players, but a point has one owner; both count")
            });
        }
        self.put_away(&mut draft);
        let last = self.add_nodes(draft, parent, start);
        self.json.budget.end_node();
        last
    }

    /// Adds the nodes of a draft to the tree. Returns the last one.
    fn add_nodes(&mut self, draft: Draft, parent: NodeId, start: u32) -> NodeId {
        let DraftNodes { start: position, mut head, tail, .. } = draft.into_nodes();
        let mut last = parent;
        if let Some(position) = position {
            self.record.setup.stones = position;
            self.starts[0] = start;
            let root = root_node(&mut self.record);
            // The header may have added the view for the cut-off of the board.
            let cut_off = root.set_details(head.set_details(None)).map(|details| details.marks);
            if let Some(marks) = cut_off.filter(|marks| !marks.is_empty()) {
                root.details_mut().marks.extend(marks);
            }
        } else {
            last = self.add(last, head, start);
        }
        tail.map_or(last, |tail| self.add(last, tail, start))
    }

    fn add(&mut self, parent: NodeId, node: Node<Go>, start: u32) -> NodeId {
        self.starts.push(start);
        self.json.budget.take_node(node.memory());
        self.record.tree.add(parent, node)
    }

    fn member_of_node(&mut self, key: &str, value: Value<'_>, draft: &mut Draft) {
        match key {
            // The first node is the root, whether or not it has the member `root`.
            "root" if value.boolean().is_some() => {}
            // ngGo writes this beside a pass.
            "pass" if value.boolean() == Some(true) && draft.played.is_some_and(|played| played.at.is_none()) => {}
            "name" => match self.json.text(key, value).map(Cow::into_owned) {
                Some(name) if name.is_empty() => {}
                Some(name) => draft.head.node.details_mut().name = name,
                None => self.keep_in_node(draft, Target::Head, "/name", value),
            },
            "comments" => {
                let mut comments = Vec::new();
                let of = draft.main_mut();
                self.json.comments(value, &mut comments, &mut of.foreign);
                if !comments.is_empty() {
                    of.node.details_mut().comments.extend(comments);
                }
            }
            "move" => self.rest_of_move(value, draft),
            "setup" => self.setup(value, draft),
            "turn" => self.turn(value, draft),
            "markup" if value.kind() == Kind::Object => self.markup(value, draft),
            "score" if value.kind() == Kind::Object => self.score(value, draft),
            "solution" if value.boolean().is_some() => {
                draft.main_mut().node.details_mut().judgement.solution = value.boolean() == Some(true);
            }
            slot::FOREIGN if value.kind() == Kind::Object => self.foreign_of_node(value, draft),
            "tree" | "record" if matches!(value.kind(), Kind::Array | Kind::Object) => {
                self.json.diagnostics.report(&codes::NOT_A_NODE, value.span(), || {
                    "a record inside the tree of another record; a bracket may be missing before it. Ignored (kept in the file)"
                });
                self.keep_in_node(draft, draft.main, &format!("/{key}"), value);
            }
            _ if is_identifier(key) => self.property(key, value, draft),
            _ => {
                match key {
                    "markup" | "score" | slot::FOREIGN => self.json.report_wrong_kind(key, "an object", value),
                    "root" | "solution" => self.json.report_wrong_kind(key, "true or false", value),
                    _ => self.json.report_unknown(value),
                }
                self.keep_in_node(draft, draft.main, &format!("/{}", pointer_step(key)), value);
            }
        }
    }

    /// Returns the reason why a value is not a point of the board, for a message.
    fn off_board_words(&self, value: Value<'_>) -> String {
        let size = self.window.size;
        match coordinates(value) {
            Some((x, y)) => format!("the point ({x}, {y}) is outside the {size} board"),
            None => format!("{} is not a point of the {size} board", excerpt(value.raw())),
        }
    }

    /// Returns the name of a point for messages: `C17 (2, 2)`, in A1 style and as the file has it.
    fn named(&self, point: Point) -> String {
        let size = self.record.setup.size;
        match self.window.relative(point) {
            Some(shown) => format!("{} ({}, {})", point.to_a1(size), shown.x(), shown.y()),
            None => point.to_a1(size),
        }
    }

    fn point(&self, value: Value<'_>) -> Option<Point> {
        match self.window.point(value) {
            PointValue::On(point) => Some(point),
            PointValue::Off(..) | PointValue::Wrong => None,
        }
    }
}
