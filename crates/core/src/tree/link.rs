//! The links between a node and its siblings.

use super::{NONE, NodeId, Tree, id};

impl<T> Tree<T> {
    /// Links a node, which has no siblings yet, as the last child of `parent`.
    pub(super) fn link_last(&mut self, parent: NodeId, node: NodeId) {
        let Some(first) = self.first_child(parent) else {
            self.entries[parent.index()].first_child = node.0;
            self.entries[node.index()].previous_sibling = node.0;
            return;
        };
        let last = core::mem::replace(&mut self.entries[first.index()].previous_sibling, node.0);
        self.entries[last as usize].next_sibling = node.0;
        self.entries[node.index()].previous_sibling = last;
    }

    pub(super) fn link_at(&mut self, parent: NodeId, position: usize, node: NodeId) {
        let Some(after) = self.children(parent).nth(position) else { return self.link_last(parent, node) };
        let before = core::mem::replace(&mut self.entries[after.index()].previous_sibling, node.0);
        let entry = &mut self.entries[node.index()];
        (entry.previous_sibling, entry.next_sibling) = (before, after.0);
        match position {
            0 => self.entries[parent.index()].first_child = node.0,
            _ => self.entries[before as usize].next_sibling = node.0,
        }
    }

    pub(super) fn unlink(&mut self, node: NodeId) {
        let parent = self.parent(node).expect("the root cannot be removed");
        let first = self.first_child(parent).expect("the parent has children");
        let before = self.entries[node.index()].previous_sibling;
        let next = core::mem::replace(&mut self.entries[node.index()].next_sibling, NONE);
        if first == node {
            self.entries[parent.index()].first_child = next;
        } else {
            self.entries[before as usize].next_sibling = next;
        }
        // After the last child, the first one has the link to the new last child.
        let after = id(next).or(Some(first).filter(|&first| first != node));
        if let Some(after) = after {
            self.entries[after.index()].previous_sibling = before;
        }
    }
}
