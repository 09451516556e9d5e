//! The list of moves. A node has its later siblings as its forks.

use super::{
    node::{self, Before, Role},
    of_first_node, start,
};
use crate::{Form, INFO, Jkf, line::Line};
use alloc::vec::Vec;
use kifu_core::{Details, Node, NodeId, Record};
use kifu_json::{Writer, record::ForeignData};
use kifu_rules::shogi::{Position, Undo};
use kifu_shogiban::{Action, Shogi, Square};

/// A node whose forks are being written, with the state before it.
struct Forks {
    node: NodeId,
    /// The next fork.
    next: Option<NodeId>,
    line: Line,
    /// The number of moves before it.
    moves: usize,
}

struct TreeWriter<'r> {
    record: &'r Record<Shogi>,
    form: Form,
    /// True if no move states its origin. Without it, drops have the form of moves of KI2.
    names_drops: bool,
    position: Position,
    line: Line,
    undos: Vec<Undo>,
}

/// Writes the list of moves. A stack of nodes replaces recursion, and moves are taken back after each fork.
pub(super) fn moves(record: &Record<Shogi>, foreign: &ForeignData<'_>, format: &Jkf, out: &mut Writer) {
    let tree = &record.tree;
    let mut writer = TreeWriter {
        record,
        form: format.form,
        names_drops: !tree.preorder().any(|node| from(record, node).is_some()),
        position: Position::new(&record.setup),
        line: start(),
        undos: Vec::new(),
    };
    out.key("moves");
    out.begin_array();
    writer.root(foreign, out);
    let mut open: Vec<Forks> = Vec::new();
    let mut next = tree.first_child(tree.root());
    // The forks of a node are all later children of its parent.
    let mut has_forks = true;
    while let Some(mut node) = next {
        let fork = tree.next_sibling(node).filter(|_| has_forks);
        writer.node(node, fork.is_some(), out);
        if fork.is_some() {
            out.key("forks");
            out.begin_array();
            out.begin_array();
            let following = fork.and_then(|fork| tree.next_sibling(fork));
            open.push(Forks { node, next: following, line: writer.line, moves: writer.undos.len() });
            (next, has_forks) = (fork, false);
            continue;
        }
        out.end();
        writer.play(node);
        next = loop {
            if let Some(child) = tree.first_child(node) {
                has_forks = true;
                break Some(child);
            }
            let Some(forks) = open.last_mut() else { break None };
            writer.back_to(forks.line, forks.moves);
            out.end();
            if let Some(fork) = forks.next {
                forks.next = tree.next_sibling(fork);
                out.begin_array();
                has_forks = false;
                break Some(fork);
            }
            // The list of forks, and its node.
            out.end();
            out.end();
            node = forks.node;
            open.pop();
            writer.play(node);
        };
    }
    out.end();
}

/// Returns the square that the move of a node leaves.
fn from(record: &Record<Shogi>, node: NodeId) -> Option<Square> {
    record.tree[node].action.as_ref()?.as_move()?.from
}

impl TreeWriter<'_> {
    fn root(&self, foreign: &ForeignData<'_>, out: &mut Writer) {
        let mut root = Node::new(None);
        root.set_details(self.record.tree[self.record.tree.root()].details().cloned());
        let of_root: Vec<_> = of_first_node(foreign).collect();
        if !of_root.is_empty() {
            let details: &mut Details<Shogi> = root.details_mut();
            details.foreign.extend(of_root);
        }
        out.begin_object_inline();
        self.members(&root, false, out);
        out.end();
    }

    /// Begins the object of a node, and writes all members but its forks.
    fn node(&self, node: NodeId, has_forks: bool, out: &mut Writer) {
        if has_forks {
            out.begin_object();
        } else {
            out.begin_object_inline();
        }
        let is_last = self.record.tree.first_child(node).is_none();
        self.members(&self.record.tree[node], is_last, out);
    }

    fn members(&self, node: &Node<Shogi>, is_last: bool, out: &mut Writer) {
        let role = Role { form: self.form, is_last, names_drops: self.names_drops };
        node::members(node, &Before { position: &self.position, line: &self.line }, role, out);
    }

    fn play(&mut self, node: NodeId) {
        let node = &self.record.tree[node];
        // JKF has no words for a move that could not be read, except those of its own.
        let to_move = self.position.to_move();
        let is_own = || node.details().is_some_and(|details| details.foreign.get(INFO.id, "/move").is_some());
        let is_written = |action: &&Action| action.as_move().is_some() || action.mover(to_move).is_none() || is_own();
        let action = node.action.as_ref().filter(is_written);
        self.line.play(node, action, to_move);
        if let Some(action) = action {
            self.undos.push(self.position.play_action(action));
        }
    }

    fn back_to(&mut self, line: Line, moves: usize) {
        self.line = line;
        while self.undos.len() > moves {
            let Some(undo) = self.undos.pop() else { return };
            self.position.undo(undo);
        }
    }
}
