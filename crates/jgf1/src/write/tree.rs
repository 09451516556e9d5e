//! The tree: a sequence of nodes, whose last element is a list of variations if there are several.

use super::{Board, node};
use kifu_core::{MoveTime, Node, NodeId, Record};
use kifu_goban::{Action, Go, Mark, point_lists::max_area_of_stones};
use kifu_json::{Writer, record::ForeignData};

/// Writes the tree without recursion, by following the links to the parents.
pub(super) fn tree(record: &Record<Go>, board: &Board, foreign: &ForeignData<'_>, out: &mut Writer) {
    let tree = &record.tree;
    let writer = node::NodeWriter::new(record, board, max_area_of_stones(record), foreign.has_slots());
    out.key("tree");
    out.begin_array();
    root(record, board, foreign, &writer, out);
    let mut at = tree.root();
    loop {
        if let Some(child) = tree.first_child(at) {
            if tree.is_fork(at) {
                out.begin_array();
                out.begin_array();
            }
            node(record, child, &writer, out);
            at = child;
            continue;
        }
        // Go up to the next variation that is not written yet.
        let next = loop {
            let Some(parent) = tree.parent(at) else { break None };
            if tree.is_fork(parent) {
                out.end();
            }
            if let Some(sibling) = tree.next_sibling(at) {
                break Some(sibling);
            }
            if tree.is_fork(parent) {
                out.end();
            }
            at = parent;
        };
        let Some(next) = next else { break };
        out.begin_array();
        node(record, next, &writer, out);
        at = next;
    }
    out.end();
}

fn root(
    record: &Record<Go>,
    board: &Board,
    foreign: &ForeignData<'_>,
    writer: &node::NodeWriter<'_>,
    out: &mut Writer,
) {
    let of_root = foreign.of_first_node();
    let mut root = record.tree[record.tree.root()].clone();
    // The board states this view.
    if board.view.is_some() {
        root.details_mut().marks.retain(|mark| !matches!(mark, Mark::View(_)));
    }
    if !of_root.is_empty() {
        root.details_mut().foreign.extend(of_root);
    }
    writer.members(&root, Some(&record.setup.stones), out);
}

fn node(record: &Record<Go>, id: NodeId, writer: &node::NodeWriter<'_>, out: &mut Writer) {
    match &record.tree[id] {
        // The fast path: almost all nodes have only a move.
        node @ Node { action: Some(Action::Move(played)), spent: MoveTime::UNKNOWN, .. }
            if node.details().is_none() =>
        {
            out.begin_object_inline();
            writer.begin_move(*played, out);
            out.end();
            out.end();
        }
        node => writer.members(node, None, out),
    }
}
