//! The tree: lists of nodes and of variations.

use super::node::{NodeStyle, members, moves};
use kifu_core::{MoveTime, Node, NodeId, Record};
use kifu_goban::{Action, Go, GoRecord, Mark, point_lists::max_area_of_stones};
use kifu_json::{Writer, record::ForeignData};

/// Writes the tree without recursion, by following the links to the parents.
pub(super) fn tree(record: &Record<Go>, foreign: &ForeignData<'_>, out: &mut Writer) {
    let tree = &record.tree;
    let style =
        NodeStyle { max_area: max_area_of_stones(record), has_slots: foreign.has_slots(), size: record.setup.size };
    out.key("tree");
    out.begin_array();
    root(record, foreign, style, out);
    let mut at = tree.root();
    loop {
        if let Some(child) = tree.first_child(at) {
            if tree.is_fork(at) {
                out.begin_object();
                out.key("variations");
                out.begin_array();
                out.begin_array();
            }
            node(record, child, style, out);
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
                out.end();
            }
            at = parent;
        };
        let Some(next) = next else { break };
        out.begin_array();
        node(record, next, style, out);
        at = next;
    }
    out.end();
}

fn root(record: &Record<Go>, foreign: &ForeignData<'_>, style: NodeStyle, out: &mut Writer) {
    let of_root = foreign.of_first_node();
    let mut root = record.tree[record.tree.root()].clone();
    // The board has this view as its cut-off.
    if record.start_view().is_some() {
        root.details_mut().marks.retain(|mark| !matches!(mark, Mark::View(_)));
    }
    if !of_root.is_empty() {
        root.details_mut().foreign.extend(of_root);
    }
    members(&root, Some(&record.setup.stones), style, out);
}

fn node(record: &Record<Go>, id: NodeId, style: NodeStyle, out: &mut Writer) {
    match &record.tree[id] {
        // The fast path: almost all nodes have only a move.
        node @ Node { action: Some(Action::Move(played)), spent: MoveTime::UNKNOWN, .. }
            if node.details().is_none() =>
        {
            out.begin_object_inline();
            moves::begin(*played, out);
            out.end();
            out.end();
        }
        node => members(node, None, style, out),
    }
}
