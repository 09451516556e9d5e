//! The tree: a list of nodes, whose forks are alternatives to the node that has them.

use super::Reader;
use crate::{codes, line::Line};
use alloc::{vec, vec::Vec};
use kifu_core::NodeId;
use kifu_json::{Children, Kind, Value, record::excerpt};
use kifu_shogiban::Action;

/// A list that is being read: nodes, or the forks of a node.
struct List<'d> {
    rest: Children<'d>,
    /// The parent of the next node, or of the first node of each fork.
    parent: NodeId,
    /// The number of moves before the list.
    moves: usize,
    kind: ListKind,
}

enum ListKind {
    /// Nodes. True if one of them was an ending.
    Nodes { has_ended: bool },
    /// Forks, with the line before their node, and what is played again after them.
    Forks { before: Line, actions: [Option<Action>; 2], after: Line },
}

/// What the reader found in a node.
pub(super) struct NodeRead<'d> {
    /// The last node of the record that it became.
    pub(super) node: NodeId,
    /// What is played again after its forks.
    pub(super) actions: [Option<Action>; 2],
    /// True if it has a move or an ending.
    pub(super) is_played: bool,
    /// True if it has an ending.
    pub(super) is_ending: bool,
    pub(super) forks: Option<Value<'d>>,
}

impl<'d> Reader<'d> {
    /// Reads the moves. A stack of lists replaces recursion. The moves of a node are taken back for its forks and then played again,
    /// so each is played at most twice.
    pub(super) fn moves(&mut self) {
        let moves = self.root.get_present("moves");
        let Some(moves) = moves.filter(|moves| moves.kind() == Kind::Array) else { return self.report_no_moves(moves) };
        self.starts.push(moves.span().start);
        let top = self.record.tree.root();
        let mut rest = moves.elements();
        let mut lists = Vec::new();
        // The first node is the position at the start.
        if let Some(first) = rest.clone().next() {
            let forks = if first.kind() == Kind::Object && !has_action(first) {
                rest.next();
                self.first_node(first)
            } else {
                self.report_no_first_node(moves, first);
                None
            };
            lists.push(List { rest, parent: top, moves: 0, kind: ListKind::Nodes { has_ended: false } });
            lists.extend(forks.map(|forks| self.forks(forks, top, 0, None)));
        }
        while let Some(list) = lists.last_mut() {
            let Some(value) = list.rest.next() else {
                self.leave(lists.pop());
                continue;
            };
            let parent = list.parent;
            match &mut list.kind {
                ListKind::Forks { before, .. } => {
                    self.line = *before;
                    if value.elements().next().is_some() {
                        let moves = self.undos.len();
                        let kind = ListKind::Nodes { has_ended: false };
                        lists.push(List { rest: value.elements(), parent, moves, kind });
                    } else {
                        self.report_bad_fork(value);
                    }
                }
                ListKind::Nodes { .. } if value.kind() != Kind::Object => {
                    self.json.diagnostics.report(&codes::NOT_A_NODE, value.span(), || {
                        alloc::format!("{} is not a node; ignored", excerpt(value.raw()))
                    });
                }
                ListKind::Nodes { has_ended } => {
                    if self.json.budget.is_spent() {
                        return self.json.budget.report(value.span().start, &mut self.json.diagnostics);
                    }
                    let was_ended = *has_ended;
                    let (before, moves) = (self.line, self.undos.len());
                    let read = self.node(value, parent);
                    if was_ended && read.is_played {
                        self.json.diagnostics.report(
                            &codes::AFTER_ENDING,
                            value.span(),
                            || "a node follows the ending of its line; kept",
                        );
                    }
                    if let Some(list) = lists.last_mut() {
                        list.parent = read.node;
                        // One finding for a line is enough.
                        list.kind = ListKind::Nodes { has_ended: read.is_ending || was_ended && !read.is_played };
                    }
                    if let Some(forks) = read.forks {
                        let after = self.line;
                        self.undo_to(moves);
                        self.line = before;
                        lists.push(self.forks(forks, parent, moves, Some((read.actions, after))));
                    }
                }
            }
        }
    }

    fn forks(
        &self,
        forks: Value<'d>,
        parent: NodeId,
        moves: usize,
        node: Option<([Option<Action>; 2], Line)>,
    ) -> List<'d> {
        let before = self.line;
        let (actions, after) = node.unwrap_or(([None, None], before));
        List { rest: forks.elements(), parent, moves, kind: ListKind::Forks { before, actions, after } }
    }

    /// Goes back to the place of a list, or after the node whose forks it has.
    fn leave(&mut self, list: Option<List<'d>>) {
        let Some(List { moves, kind, .. }) = list else { return };
        self.undo_to(moves);
        if let ListKind::Forks { actions, after, .. } = kind {
            for action in actions.iter().flatten() {
                self.undos.push(self.position.play_action(action));
            }
            self.line = after;
        }
    }

    fn report_bad_fork(&mut self, value: Value<'_>) {
        let message = match value.kind() {
            Kind::Array => "a fork without nodes; ignored",
            _ => "a fork is a list of nodes; this value was ignored",
        };
        let code = match value.kind() {
            Kind::Array => codes::EMPTY_FORK,
            _ => codes::NOT_A_NODE,
        };
        self.json.diagnostics.report(&code, value.span(), || message);
    }

    fn report_no_first_node(&mut self, moves: Value<'_>, first: Value<'_>) {
        if first.kind() != Kind::Object {
            return;
        }
        self.json
            .diagnostics
            .report(
                &codes::MOVE_AT_START,
                first.span(),
                || "the first node is the position at the start, but it has a move; read as move 1",
            )
            .with(|found| match moves.insert_elements(Some(first), ["{}"]) {
                Some(edits) => found.fix(kifu_core::Safety::Safe, "insert an empty first node", edits),
                None => found,
            });
    }

    fn report_no_moves(&mut self, moves: Option<Value<'_>>) {
        let at = moves.map_or(self.root.span(), Value::span);
        let problem = if moves.is_some() { "`moves` is not a list" } else { "the record has no list `moves`" };
        self.json.diagnostics.report(&codes::NO_MOVES, at, || alloc::format!("{problem}; no move was read"));
        if let Some(moves) = moves {
            self.keep_in_game("/moves", moves);
        }
    }
}

/// Returns true for a node with a move or an ending.
fn has_action(node: Value<'_>) -> bool {
    node.get_present("move").is_some() || node.get_present("special").is_some()
}

/// Returns true if a move of a record states its origin.
pub(super) fn states_origins(root: Value<'_>) -> bool {
    let mut lists = vec![root.get_present("moves")];
    while let Some(list) = lists.pop() {
        for node in list.into_iter().flat_map(Value::elements) {
            if node.get_present("move").is_some_and(|played| played.get_present("from").is_some()) {
                return true;
            }
            let forks = node.get_present("forks");
            lists.extend(forks.into_iter().flat_map(Value::elements).map(Some));
        }
    }
    false
}
