//! The links between a node and its siblings.

use super::{NONE, NodeId, Tree, id};

impl<T> Tree<T> {
    pub(super) fn link_last(&mut self, parent: NodeId, node: NodeId) {
        let last = core::mem::replace(&mut self.entries[parent.index()].last_child, node.0);
        match id(last) {
            Some(last) => self.entries[last.index()].next_sibling = node.0,
            None => self.entries[parent.index()].first_child = node.0,
        }
    }

    pub(super) fn link_at(&mut self, parent: NodeId, position: usize, node: NodeId) {
        let Some(before) = position.checked_sub(1) else {
            let first = core::mem::replace(&mut self.entries[parent.index()].first_child, node.0);
            self.entries[node.index()].next_sibling = first;
            if first == NONE {
                self.entries[parent.index()].last_child = node.0;
            }
            return;
        };
        let before = self.children(parent).nth(before);
        match before {
            Some(before) if self.next_sibling(before).is_some() => {
                self.entries[node.index()].next_sibling = self.entries[before.index()].next_sibling;
                self.entries[before.index()].next_sibling = node.0;
            }
            _ => self.link_last(parent, node),
        }
    }

    pub(super) fn unlink(&mut self, node: NodeId) {
        let parent = self.parent(node).expect("the root cannot be removed");
        let before = self.children(parent).take_while(|&child| child != node).last();
        let next = core::mem::replace(&mut self.entries[node.index()].next_sibling, NONE);
        match before {
            Some(before) => self.entries[before.index()].next_sibling = next,
            None => self.entries[parent.index()].first_child = next,
        }
        if next == NONE {
            self.entries[parent.index()].last_child = before.map_or(NONE, |before| before.0);
        }
    }
}
