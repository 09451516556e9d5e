//! Finds values that the lists of a node repeat: a point twice in one list, two marks on a point, or two setups of a point.
//!
//! The values of all lists are sorted by list and text, so that equal values are adjacent. The cost is O(n log n) in the text of the
//! node.

use super::{Checker, nodes::Known};
use crate::{
    Kind, PROPERTIES, Type, Value, codes,
    read::{messages::shown, node::marks::report_repeated},
};
use alloc::{format, string::String, vec, vec::Vec};
use core::cmp::Ordering;
use kifu_core::Span;

/// The marks that exclude each other on a point.
const SHAPES: [&str; 5] = ["CR", "MA", "SL", "SQ", "TR"];

/// The properties that set up a point, each in another way.
const STONES: [&str; 3] = ["AB", "AE", "AW"];

/// A value of a list.
#[derive(Clone, Copy)]
struct Entry {
    at: Span,
    /// The index of the list.
    list: u32,
}

/// A value that is equal to an earlier one.
#[derive(Clone, Copy)]
struct Repeated {
    again: Entry,
    /// The index of the list with the earlier value.
    earlier: u32,
}

impl<'a> Checker<'a, '_> {
    /// Reports the repeated values of the lists of a node.
    pub(super) fn repeated(&mut self, lists: &[Known<'a>]) {
        let text = self.text;
        let raw = |entry: &Entry| text[entry.at.range()].trim();
        // A node may have millions of values, so the lists have no spare capacity.
        let values = lists.iter().map(|known| known.property.value_spans().count()).sum();
        let mut entries: Vec<Entry> = Vec::with_capacity(values);
        for (known, list) in lists.iter().zip(0..) {
            entries.extend(known.property.value_spans().map(|at| Entry { at, list }));
        }
        entries.retain(|entry| !raw(entry).is_empty());
        if entries.len() < 2 {
            return;
        }
        let groups: Vec<usize> = lists.iter().map(|known| group(known.row)).collect();
        let compare = |a: &Entry, b: &Entry| {
            let (of_a, of_b) = (groups[a.list as usize], groups[b.list as usize]);
            of_a.cmp(&of_b)
                .then_with(|| if self.ignores_case(of_a) { folded(raw(a), raw(b)) } else { raw(a).cmp(raw(b)) })
        };
        entries.sort_unstable_by(|a, b| compare(a, b).then(a.at.start.cmp(&b.at.start)));
        // A message on two lists names only the first point.
        let mut is_reported = vec![false; lists.len()];
        let pairs = || entries.windows(2).filter(|pair| compare(&pair[0], &pair[1]) == Ordering::Equal);
        let mut equal: Vec<Repeated> = Vec::with_capacity(pairs().count());
        equal.extend(pairs().map(|pair| Repeated { again: pair[1], earlier: pair[0].list }));
        drop(entries);
        equal.sort_unstable_by_key(|repeated| repeated.again.at.start);
        for Repeated { again, earlier } in equal {
            let (earlier, later) = (lists[earlier as usize], lists[again.list as usize]);
            let (known, at) = (&PROPERTIES[later.row], again.at);
            let (other, identifier) = (PROPERTIES[earlier.row].identifier, known.identifier);
            // A point of backgammon holds several checkers, the bar and the tray those of both players, and a point of octi several
            // pods.
            let holds_several = known.kind == Kind::Setup && (!self.has_notation() || matches!(self.number, 6 | 19));
            if other == identifier {
                if !holds_several {
                    report_repeated(self.diagnostics, text, identifier, String::new, later.property, at);
                }
            } else if !core::mem::replace(&mut is_reported[again.list as usize], true) {
                let point = || shown(raw(&again));
                if SHAPES.contains(&identifier) {
                    self.diagnostics.report(&codes::TWO_MARKS, at, || {
                        let point = point();
                        format!(
                            "{other} and {identifier} both mark {point}, but SGF allows one mark on a point; both count"
                        )
                    });
                } else if !holds_several {
                    self.diagnostics.report(&codes::STONE_TWICE, at, || {
                        format!("{other} and {identifier} both set up {} in this node; the last one counts", point())
                    });
                }
            }
        }
    }

    /// Returns true if the case of the letters does not count in a list. It counts in a label.
    fn ignores_case(&self, row: usize) -> bool {
        matches!(self.number, 9 | 11) && PROPERTIES[row].value != Value::List(Type::PointText)
    }
}

/// Returns the row that stands for all lists whose values exclude each other.
fn group(row: usize) -> usize {
    let identifier = PROPERTIES[row].identifier;
    let group = [&SHAPES[..], &STONES].into_iter().find(|group| group.contains(&identifier));
    let first = group.and_then(|group| PROPERTIES.iter().position(|known| group.contains(&known.identifier)));
    first.unwrap_or(row)
}

/// Compares texts without the case of ASCII letters.
fn folded(a: &str, b: &str) -> Ordering {
    let lower = |byte: u8| byte.to_ascii_lowercase();
    a.bytes().map(lower).cmp(b.bytes().map(lower))
}
