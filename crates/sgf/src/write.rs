//! Writes records of go as the text of a collection, in FF\[4\].

use crate::{Sgf, slot};
use alloc::string::String;
use kifu_core::{Charset, NodeId, Record};
use kifu_goban::{Action, Go, Point};
use node::NodeStyle;
use properties::{Properties, TypedProperty};

mod context;
mod header;
mod marks;
mod node;
mod properties;

/// The length in bytes above which a line of moves ends.
const LINE: usize = 72;

/// Returns the text of `records`, which will be encoded in the charset of `format`.
pub(crate) fn write(records: &[Record<Go>], format: &Sgf) -> String {
    let mut out = Writer { text: String::new(), line: 0, has_slots: format.slots };
    for record in records {
        out.record(record, &format.encoding);
        out.text.push('\n');
    }
    out.text
}

struct Writer {
    text: String,
    /// The offset at which the line starts.
    line: usize,
    /// True if KX is written.
    has_slots: bool,
}

impl Writer {
    fn record(&mut self, record: &Record<Go>, charset: &Charset) {
        let tree = &record.tree;
        self.line = self.text.len();
        let style = NodeStyle::of(record, self.has_slots);
        self.text.push_str("(;");
        let mut properties = Properties::default();
        header::root(record, charset, self.has_slots, &mut properties);
        self.properties(properties);
        let mut at = tree.root();
        loop {
            if let Some(child) = tree.first_child(at) {
                self.node(record, child, tree.is_fork(at), style);
                at = child;
                continue;
            }
            // Goes up to the next variation that is not written yet.
            let next = loop {
                let Some(parent) = tree.parent(at) else { break None };
                if tree.is_fork(parent) {
                    self.text.push(')');
                }
                if let Some(sibling) = tree.next_sibling(at) {
                    break Some(sibling);
                }
                at = parent;
            };
            let Some(next) = next else { break };
            self.node(record, next, true, style);
            at = next;
        }
        self.text.push(')');
    }

    fn node(&mut self, record: &Record<Go>, id: NodeId, is_variation: bool, style: NodeStyle) {
        if is_variation || self.text.len() - self.line > LINE || id.index() == 1 {
            self.text.push('\n');
            self.line = self.text.len();
        }
        self.text.push_str(if is_variation { "(;" } else { ";" });
        let node = &record.tree[id];
        if let (Some(Action::Move(played)), None) = (&node.action, node.details()) {
            self.text.push(played.color.letter());
            self.text.push('[');
            self.text.extend(played.at.into_iter().flat_map(Point::to_sgf));
            self.text.push(']');
            if node.spent.get().is_none() {
                return;
            }
        }
        let mut properties = Properties::default();
        node::node(node, style, &mut properties);
        self.properties(properties);
    }

    fn properties(&mut self, properties: Properties) {
        let Properties { typed, foreign, slot, .. } = properties;
        // The loop takes the values, so that their memory is freed once they are written: a node may have millions of
        // values.
        for TypedProperty { identifier, values } in typed {
            self.text.push_str(&identifier);
            values.into_iter().for_each(|value| self.value(&value));
        }
        for entry in foreign {
            self.text.push_str(&entry.key);
            entry.values.iter().for_each(|value| self.value(value));
        }
        if !slot.is_empty() && self.has_slots {
            self.text.push_str(slot::IDENTIFIER);
            self.text(&slot);
        }
    }

    fn value(&mut self, value: &str) {
        self.text.push('[');
        self.text(value);
        self.text.push(']');
    }

    /// Writes a text that may have several lines.
    fn text(&mut self, text: &str) {
        if let Some(newline) = text.rfind('\n') {
            self.line = self.text.len() + newline + 1;
        }
        self.text.push_str(text);
    }
}
