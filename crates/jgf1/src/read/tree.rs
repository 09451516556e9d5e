//! The tree: a sequence of nodes. A list in it has the variations that follow the node before it. Each variation is a sequence.

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
    /// True if no element was read.
    is_new: bool,
}

impl<'d> List<'d> {
    fn nodes(list: Value<'d>, parent: NodeId) -> Self {
        Self { rest: list.elements(), parent, of_variations: false, after_variations: false, is_new: true }
    }

    fn variations(list: Value<'d>, parent: NodeId) -> Self {
        Self { rest: list.elements(), parent, of_variations: true, after_variations: false, is_new: true }
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
            let parent = list.parent;
            let is_new = core::mem::replace(&mut list.is_new, false);
            match (list.of_variations, value.kind()) {
                (true, Kind::Array) => {
                    if value.elements().next().is_none() {
                        self.report_bad_variation(value, "this variation is empty; ignored");
                    }
                    enter(&mut lists, List::nodes(value, parent));
                }
                (true, Kind::Object) => {
                    self.report_bad_variation(
                        value,
                        "a node in place of a variation, which is a list of nodes; read as a variation with one node",
                    );
                    if self.json.budget.is_spent() {
                        return self.json.budget.report(value.span().start, &mut self.json.diagnostics);
                    }
                    let _ = self.node(value, parent, false);
                }
                (true, _) => self.report_bad_variation(value, "this variation is not a list of nodes; ignored"),
                (false, Kind::Array) => {
                    if is_first {
                        self.json.diagnostics.report(
                            &codes::VARIATIONS_FIRST,
                            value.span(),
                            || "the tree starts with variations; read as variations after an empty first node",
                        );
                    } else if is_new {
                        self.json.diagnostics.report(
                            &codes::VARIATIONS_FIRST,
                            value.span(),
                            || "a variation starts with variations; read as variations after the node before it",
                        );
                    }
                    if value.elements().next().is_none() {
                        self.report_bad_variation(value, "a list without variations; ignored");
                    }
                    let is_line = value.element(0).is_some_and(|first| first.kind() == Kind::Object);
                    if is_line {
                        self.report_bad_variation(
                            value,
                            "a list of nodes in place of a list of variations; read as one variation",
                        );
                        list.after_variations = true;
                        is_first = false;
                        enter(&mut lists, List::nodes(value, parent));
                        continue;
                    }
                    list.after_variations = value.elements().next().is_some();
                    is_first = false;
                    enter(&mut lists, List::variations(value, parent));
                }
                (false, Kind::Object) => {
                    if self.json.budget.is_spent() {
                        return self.json.budget.report(value.span().start, &mut self.json.diagnostics);
                    }
                    if core::mem::replace(&mut list.after_variations, false) {
                        self.json.diagnostics.report(
                            &codes::NODE_AFTER_VARIATIONS,
                            value.span(),
                            || "a node follows the variations; read as another variation",
                        );
                    }
                    let node = self.node(value, parent, is_first);
                    if let Some(list) = lists.last_mut() {
                        list.parent = node;
                    }
                    is_first = false;
                }
                (false, _) => {
                    self.json.diagnostics.report(
                        &codes::NOT_A_NODE,
                        value.span(),
                        || "this element of the tree is not a node; ignored",
                    );
                }
            }
        }
    }

    fn report_bad_variation(&mut self, value: Value<'_>, message: &str) {
        self.json.diagnostics.report(&codes::BAD_VARIATION, value.span(), || message);
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
}
