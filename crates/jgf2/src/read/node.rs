//! Reading of a node. A node of the text becomes one node of the record, or two if it has setup and a move.

mod clock;
mod entry_rest;
mod judgement;
mod marks;
mod moves;
mod points;
mod score;
mod setup;

use self::points::{entries, has_points};
use super::{Reader, root_node};
use crate::codes;
use alloc::{borrow::Cow, format, vec::Vec};
use kifu_core::{Node, NodeId, Span};
use kifu_goban::{
    Go,
    draft::{Draft, DraftNodes, Target},
};
use kifu_json::{
    Kind, Value,
    record::{excerpt, pointer_step, slot},
};

/// The members of a node that the format defines.
const MEMBERS: [&str; 12] = [
    "variations",
    "move",
    "turn",
    "setup",
    "name",
    "comments",
    "markup",
    "score",
    "solution",
    "root",
    slot::SGF,
    slot::FOREIGN,
];

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
        let has_setup = setup.is_some_and(|setup| entries(setup).any(has_points)) || to_move.is_some();
        let is_split = played.is_some() && (has_setup || is_root);
        let mut draft = Draft::new(is_root, is_split, played, turn);
        draft.setup.to_move = to_move;
        if let Some(play) = play.filter(|_| is_split) {
            self.report_split(play.span(), is_root);
        }
        for (key, member) in value.members() {
            if member.is_null() && (MEMBERS.contains(&&*key) || member.kind() != Kind::Null) {
                continue;
            }
            if self.json.budget.is_spent() {
                break;
            }
            self.member_of_node(&key, member, &mut draft);
        }
        self.report_double_territory(&draft, value);
        self.put_away(&mut draft);
        let last = self.add_nodes(draft, parent, start);
        self.json.budget.end_node();
        last
    }

    fn report_split(&mut self, played: Span, is_root: bool) {
        let (info, message) = if is_root {
            (
                &codes::MOVE_IN_ROOT,
                "a move in the first node, which is the start position; read as a separate second node",
            )
        } else {
            (
                &codes::SETUP_AND_MOVE,
                "a move and setup in one node, which JGF forbids; read as two nodes: setup, then the move",
            )
        };
        self.json.diagnostics.report(info, played, || message);
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
            "variations" if value.kind() == Kind::Array => {}
            "move" => match draft.played {
                Some(_) => self.rest_of_move(value, draft),
                None => self.keep_in_node(draft, draft.main, "/move", value),
            },
            "turn" => self.turn(value, draft),
            "setup" => self.setup(value, draft),
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
            "markup" if matches!(value.kind(), Kind::Array | Kind::Object) => self.markup(value, draft),
            "score" => self.score(value, draft),
            "solution" => self.solution(value, draft),
            // The first node is the root, whether or not it has the member `root`.
            "root" if value.boolean().is_some() => {}
            slot::SGF if value.kind() == Kind::Object => self.sgf_of_node(value, draft),
            slot::FOREIGN if value.kind() == Kind::Object => self.foreign_of_node(value, draft),
            "tree" | "record" if matches!(value.kind(), Kind::Array | Kind::Object) => {
                self.json.diagnostics.report(&codes::NOT_A_NODE, value.span(), || {
                    "a record inside the tree of another record; a bracket may be missing before it. Ignored (kept in the file)"
                });
                self.keep_in_node(draft, draft.main, &format!("/{key}"), value);
            }
            _ => {
                if matches!(key, "markup" | "variations" | "root" | slot::SGF | slot::FOREIGN) {
                    self.report_wrong_kind(key, value);
                } else {
                    self.json.report_unknown(value);
                }
                self.keep_in_node(draft, draft.main, &format!("/{}", pointer_step(key)), value);
            }
        }
    }

    fn report_wrong_kind(&mut self, key: &str, value: Value<'_>) {
        let wanted = match key {
            "markup" | "variations" | "score" => "a list",
            slot::SGF | slot::FOREIGN => "an object",
            "turn" => "a text",
            _ => "true or false",
        };
        self.json.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
            format!("{key} takes {wanted}; {} has no effect (kept in the file)", excerpt(value.raw()))
        });
    }

    fn report_no_list(&mut self, key: &str, value: Value<'_>) {
        if value.kind() == Kind::Object {
            let message = || format!("{key} is an object, not a list; read as a list of one entry");
            self.json.diagnostics.report(&codes::WRONG_KIND, value.span(), message);
        }
    }
}
