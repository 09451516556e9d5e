//! The tree: lists of nodes and of variations, in the order of the text.

use super::Reader;
use crate::codes;
use alloc::{format, vec::Vec};
use kifu_core::NodeId;
use kifu_json::{Children, Kind, Value};

/// A list that is being read.
struct List<'d> {
    rest: Children<'d>,
    /// The parent of the next node.
    parent: NodeId,
    of_variations: bool,
    after_variations: bool,
}

impl<'d> List<'d> {
    fn nodes(list: Value<'d>, parent: NodeId) -> Self {
        Self { rest: list.elements(), parent, of_variations: false, after_variations: false }
    }

    fn variations(list: Value<'d>, parent: NodeId) -> Self {
        Self { rest: list.elements(), parent, of_variations: true, after_variations: false }
    }
}

/// Enters a list. An outer list without further elements is removed first, so that the stack stays small for a million nested
/// lists that are each the last element of the outer list.
fn enter<'d>(lists: &mut Vec<List<'d>>, inner: List<'d>) {
    if lists.last().is_some_and(|outer| outer.rest.clone().next().is_none()) {
        lists.pop();
    }
    lists.push(inner);
}

impl Reader {
    /// Reads the tree. A stack of lists replaces recursion.
    pub(super) fn tree(&mut self, root: Value<'_>) {
        let tree = root.get("tree").filter(|tree| tree.kind() == Kind::Array && tree.elements().next().is_some());
        let Some(tree) = tree else { return self.report_no_tree(root) };
        self.starts.push(tree.span().start);
        let top = self.record.tree.root();
        let mut lists = alloc::vec![List::nodes(tree, top)];
        let mut is_first = true;
        while let Some(list) = lists.last_mut() {
            let Some(value) = list.rest.next() else {
                lists.pop();
                continue;
            };
            if list.of_variations {
                let parent = list.parent;
                if value.kind() == Kind::Array {
                    enter(&mut lists, List::nodes(value, parent));
                } else {
                    self.json.diagnostics.report(
                        &codes::BAD_VARIATION,
                        value.span(),
                        || "this variation is not a list of nodes; ignored",
                    );
                }
                continue;
            }
            let is_bare = value.kind() == Kind::Array;
            let variations =
                if is_bare { Some(value) } else { value.get("variations").filter(|list| list.kind() == Kind::Array) };
            if value.kind() != Kind::Object && !is_bare {
                self.json.diagnostics.report(
                    &codes::NOT_A_NODE,
                    value.span(),
                    || "this element of the tree is not a node; ignored",
                );
                continue;
            }
            let is_node = !is_bare && (variations.is_none() || value.members().count() > 1);
            let parent = list.parent;
            let after_variations = core::mem::replace(&mut list.after_variations, false);
            if is_node {
                if self.json.budget.is_spent() {
                    return self.json.budget.report(value.span().start, &mut self.json.diagnostics);
                }
                if after_variations {
                    self.json.diagnostics.report(
                        &codes::NODE_AFTER_VARIATIONS,
                        value.span(),
                        || "a node follows the variations; read as another variation",
                    );
                }
                list.parent = self.node(value, parent, is_first);
            }
            if let Some(variations) = variations {
                self.report_variations(value, is_first, is_node, is_bare);
                list.after_variations = variations.elements().next().is_some();
                let inner = List::variations(variations, list.parent);
                enter(&mut lists, inner);
            }
            is_first = false;
        }
    }

    fn report_no_tree(&mut self, root: Value<'_>) {
        let tree = root.get("tree");
        let at = tree.map_or(root.span(), Value::span);
        let problem = match tree.map(Value::kind) {
            None => "the record has no tree",
            Some(Kind::Array) => "the tree is empty",
            Some(_) => "the tree is not a list",
        };
        self.json.diagnostics.report(&codes::NO_TREE, at, || format!("{problem}; no move was read"));
        if let Some(tree) = tree.filter(|tree| tree.kind() != Kind::Array) {
            self.keep_in_game("/tree", tree);
        }
    }

    fn report_variations(&mut self, value: Value<'_>, is_first: bool, is_node: bool, is_bare: bool) {
        if is_node {
            self.json.diagnostics.report(
                &codes::VARIATIONS_AND_MORE,
                value.span(),
                || "variations and other data in one node; read as the node, followed by the variations",
            );
        } else if is_first {
            self.json.diagnostics.report(
                &codes::VARIATIONS_FIRST,
                value.span(),
                || "the tree starts with variations; read as variations after an empty first node",
            );
        }
        if is_bare {
            self.json.diagnostics.report(
                &codes::WRONG_KIND,
                value.span(),
                || "a list in place of a node; read as variations",
            );
        }
    }
}
