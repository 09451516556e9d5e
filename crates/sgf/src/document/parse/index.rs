//! The index of a game in its text: the places of its nodes, properties and values, and the parents of its nodes.

use super::{oddity::Oddity, property};
use alloc::vec::Vec;
use core::ops::Range;
use kifu_core::Span;

/// The index of one game in its text. The nodes are in the order of the text, which is a preorder.
#[derive(Clone, Debug, Default)]
pub(crate) struct Game {
    pub(crate) span: Span,
    pub(crate) nodes: Vec<NodeSlot>,
    pub(crate) properties: Vec<PropertySlot>,
    pub(crate) values: Vec<Span>,
    pub(crate) oddities: Vec<Oddity>,
    /// The nodes that do not follow the one before them, in the order of the text.
    pub(super) branches: Vec<Branch>,
    /// The same nodes, sorted by the nodes that they follow. Only documents need this list.
    forks: Vec<Branch>,
    /// True if the first node is not in the text, because the text has several first nodes.
    pub(crate) rootless: bool,
    /// True if a value ends at a bracket only because no other closing bracket follows.
    pub(crate) open_ended: bool,
    /// True if the game starts without a parenthesis. Then the game ends at the start of the next
    /// one.
    pub(crate) bare: bool,
    pub(crate) open: Vec<Open>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSlot {
    pub(crate) start: u32,
    /// The index of its first property. Its properties end at the first property of the next node.
    pub(crate) properties: u32,
}

/// A node, and the node that it follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Branch {
    pub(super) parent: u32,
    pub(super) node: u32,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct PropertySlot {
    pub(crate) start: u32,
    /// The index of its first value. Its values end at the first value of the next property.
    pub(crate) values: u32,
}

impl Game {
    /// Reserves memory for `nodes` nodes with one property and one value each.
    pub(super) fn reserve(&mut self, nodes: usize) {
        self.nodes.reserve(nodes);
        self.properties.reserve(nodes);
        self.values.reserve(nodes);
        self.open.reserve(16);
    }

    /// Indexes the children of each node, and frees unused capacity.
    pub(crate) fn link(&mut self) {
        self.forks = self.branches.clone();
        // A stable sort is fast here, because nested variations are in order already in long runs.
        self.forks.sort();
        self.fit();
    }

    /// Frees unused capacity if it is more than a quarter of the length.
    pub(crate) fn fit(&mut self) {
        fit(&mut self.nodes);
        fit(&mut self.properties);
        fit(&mut self.values);
    }

    /// Returns the node that each node follows, in the order of the text. Returns `None` for the first node.
    pub(crate) fn parents(&self) -> impl Iterator<Item = Option<usize>> {
        let mut branches = self.branches.iter().peekable();
        (0..self.nodes.len()).map(move |node| match branches.next_if(|branch| branch.node as usize == node) {
            Some(branch) => Some(branch.parent as usize),
            None => node.checked_sub(1),
        })
    }

    /// Returns the node that a node follows.
    pub(crate) fn parent(&self, node: usize) -> Option<usize> {
        match self.branches.binary_search_by_key(&node, |branch| branch.node as usize) {
            Ok(found) => Some(self.branches[found].parent as usize),
            Err(_) => node.checked_sub(1).filter(|_| node < self.nodes.len()),
        }
    }

    /// Returns the nodes that follow a node.
    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = usize> {
        let first = Some(node + 1).filter(|&next| next < self.nodes.len() && self.parent(next) == Some(node));
        let from = self.forks.partition_point(|fork| (fork.parent as usize) < node);
        let others = self.forks[from..].iter().take_while(move |fork| fork.parent as usize == node);
        first.into_iter().chain(others.map(|fork| fork.node as usize))
    }

    /// Returns true if a node has several children.
    pub(crate) fn has_variations(&self) -> bool {
        !self.branches.is_empty()
    }

    /// Returns the end of the identifier of a property.
    pub(crate) fn name_end(&self, text: &str, property: PropertySlot) -> u32 {
        property::name_end(text.as_bytes(), property.start, self.values[property.values as usize].start)
    }

    /// Returns the range of the first value of a property in the first node of the text.
    pub(crate) fn first_value(&self, text: &str, name: &str) -> Option<Range<usize>> {
        let first = usize::from(self.rootless);
        let from = self.nodes.get(first)?.properties as usize;
        let to = self.nodes.get(first + 1).map_or(self.properties.len(), |node| node.properties as usize);
        let mut slots = self.properties[from..to].iter();
        let place = |slot: &PropertySlot| slot.start as usize..self.name_end(text, *slot) as usize;
        let slot = slots.find(|slot| property::identifier(&text[place(slot)]) == name)?;
        self.values.get(slot.values as usize).map(|value| value.range())
    }

    /// Returns the offsets of the parentheses that are still open at the end of the game.
    pub(crate) fn never_closed(&self) -> impl Iterator<Item = u32> {
        self.open.iter().map(|open| open.at)
    }

    /// Returns the number of parentheses that are still open at the end of the game.
    pub(crate) fn unclosed(&self) -> usize {
        self.open.len()
    }
}

/// A parenthesis that is not closed yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Open {
    pub(crate) at: u32,
    /// The node that its variation continues.
    pub(super) node: u32,
    /// The number of nodes before it.
    pub(super) nodes: u32,
}

/// An offset or a count as `u32`: neither documents nor sources have more than 4 GiB.
pub(super) fn narrow(at: usize) -> u32 {
    debug_assert!(u32::try_from(at).is_ok());
    at as u32
}

/// Adds an entry to a list that needs at most `rest` more entries, one for each byte of the text that is left.
#[inline]
pub(super) fn push<T>(slots: &mut Vec<T>, slot: T, rest: usize) {
    if slots.len() == slots.capacity() {
        grow(slots, rest);
    }
    slots.push(slot);
}

/// Reserves memory for more entries. A list of millions grows by a quarter, because half of its memory may be unused if it doubles.
#[cold]
fn grow<T>(slots: &mut Vec<T>, rest: usize) {
    const LONG: usize = 1 << 16;
    let usual = if slots.len() < LONG { slots.len().max(16) } else { slots.len() / 4 };
    slots.reserve_exact(usual.min(rest).max(1));
}

/// Frees unused capacity if it is more than a quarter of the length.
fn fit<T>(slots: &mut Vec<T>) {
    if slots.capacity() > slots.len() + slots.len() / 4 {
        slots.shrink_to_fit();
    }
}
