//! Finds the smallest record that still shows a fault, by delta debugging (Zeller): first on parts, then on nodes, then on values.

use kifu_core::{Details, ForeignSet, Game, Info, Node, NodeId, Part, Record};
use std::{mem, ops::Range};

/// The maximum work of a search: the sum over all tries of the number of nodes plus [`COST_OF_TRY`].
const MAX_WORK: usize = 300_000;

/// The fixed cost of a try, in nodes.
const COST_OF_TRY: usize = 50;

/// The maximum number of characters of a text that is shortened character by character.
const SHORT_TEXT: usize = 64;

/// Returns the smallest record found that still `fails`: with fewer nodes, values and characters. The number of tries is limited.
///
/// ```
/// use arbitrary::Unstructured;
/// use kifu_conformance::{dump_record, record, seed, shrink};
/// use kifu_goban::Go;
/// let mut made = record::<Go>(&mut Unstructured::new(&seed(5)))?;
/// made.info.event = "Meijin [1]".into();
/// let small = shrink(made, |record| record.info.event.contains(']'));
/// assert_eq!(dump_record(&small), "event: \"]\"\nboard: 19x19\n0: -\n");
/// # Ok::<(), arbitrary::Error>(())
/// ```
#[must_use]
pub fn shrink<G: Game>(record: Record<G>, fails: impl FnMut(&Record<G>) -> bool) -> Record<G> {
    let mut search = Search { record, fails, work: 0 };
    loop {
        let before = search.record.clone();
        search.parts();
        search.nodes();
        search.values();
        if search.record == before || search.work >= MAX_WORK {
            return search.record;
        }
    }
}

struct Search<G: Game, F> {
    record: Record<G>,
    fails: F,
    work: usize,
}

impl<G: Game, F: FnMut(&Record<G>) -> bool> Search<G, F> {
    /// Keeps the smaller record if it fails too, and returns true if so.
    fn takes(&mut self, smaller: Record<G>) -> bool {
        if self.work >= MAX_WORK || smaller == self.record {
            return false;
        }
        self.work += smaller.tree.len() + COST_OF_TRY;
        let fails = (self.fails)(&smaller);
        if fails {
            self.record = smaller;
        }
        fails
    }

    fn parts(&mut self) {
        for part in Part::ALL {
            let smaller = self.record.without(*part);
            self.takes(smaller);
        }
    }

    /// Removes runs of nodes: half of them, a quarter, and so on down to single nodes.
    fn nodes(&mut self) {
        let mut size = self.record.tree.len() / 2;
        while size > 0 {
            let mut start = 1;
            while start < self.record.tree.len() && self.work < MAX_WORK {
                let smaller = without_nodes(&self.record, start..start + size);
                if !self.takes(smaller) {
                    start += size;
                }
            }
            size /= 2;
        }
    }

    /// Removes values one by one.
    fn values(&mut self) {
        let mut number = 0;
        while self.work < MAX_WORK {
            let mut cut = Cut { left: number, is_done: false };
            let mut smaller = self.record.clone();
            cut.record(&mut smaller);
            if !cut.is_done {
                return;
            }
            if !self.takes(smaller) {
                number += 1;
            }
        }
    }
}

/// Returns the record without the nodes in `range`, counted in preorder. The children of a removed node move to its parent.
fn without_nodes<G: Game>(record: &Record<G>, range: Range<usize>) -> Record<G> {
    let old = &record.tree;
    let mut smaller = Record::<G>::new(record.setup.clone());
    (smaller.info, smaller.terms) = (record.info.clone(), record.terms.clone());
    let root = smaller.tree.root();
    smaller.tree[root] = old[old.root()].clone();
    // The new node for each old node, or for a removed node the node that gets its children.
    let mut new: Vec<NodeId> = Vec::new();
    new.resize(old.preorder().map(NodeId::index).max().unwrap_or(0) + 1, root);
    for (rank, id) in old.preorder().enumerate().skip(1) {
        let parent = old.parent(id).map_or(root, |parent| new[parent.index()]);
        new[id.index()] = if range.contains(&rank) { parent } else { smaller.tree.add(parent, old[id].clone()) };
    }
    smaller
}

/// Removes one value: the one after `left` other values.
struct Cut {
    left: usize,
    is_done: bool,
}

impl Cut {
    /// Returns true if the next value is the one to remove.
    fn is_next(&mut self) -> bool {
        if self.is_done {
            return false;
        }
        self.is_done = self.left == 0;
        self.left = self.left.saturating_sub(1);
        self.is_done
    }

    fn option<T>(&mut self, value: &mut Option<T>) {
        if value.is_some() && self.is_next() {
            *value = None;
        }
    }

    fn list<T>(&mut self, values: &mut Vec<T>) {
        if let Some(at) = (0..values.len()).find(|_| self.is_next()) {
            values.remove(at);
        }
    }

    fn set<T, S: Default + IntoIterator<Item = T> + FromIterator<T>>(&mut self, set: &mut S) {
        let mut entries: Vec<T> = mem::take(set).into_iter().collect();
        self.list(&mut entries);
        *set = entries.into_iter().collect();
    }

    fn foreign(&mut self, foreign: &mut ForeignSet) {
        self.set(foreign);
        let mut entries: Vec<_> = mem::take(foreign).into_iter().collect();
        entries.iter_mut().for_each(|entry| self.list(&mut entry.values));
        *foreign = entries.into_iter().collect();
    }

    fn text(&mut self, text: &mut String) {
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        if starts.is_empty() {
            return;
        }
        if self.is_next() {
            return text.clear();
        }
        if starts.len() == 1 {
            return;
        }
        let middle = starts[starts.len() / 2];
        if self.is_next() {
            return text.truncate(middle);
        }
        if self.is_next() {
            return drop(text.drain(..middle));
        }
        if starts.len() <= SHORT_TEXT
            && let Some(at) = starts.into_iter().find(|_| self.is_next())
        {
            text.remove(at);
        }
    }

    fn record<G: Game>(&mut self, record: &mut Record<G>) {
        self.info(&mut record.info);
        let nodes: Vec<NodeId> = record.tree.preorder().collect();
        for id in nodes {
            if self.is_done {
                return;
            }
            self.node(&mut record.tree[id]);
        }
    }

    fn info(&mut self, info: &mut Info) {
        self.set(&mut info.players);
        for (_, player) in info.players.iter_mut() {
            for text in [&mut player.name, &mut player.rank, &mut player.team, &mut player.country] {
                self.text(text);
            }
        }
        for text in [
            &mut info.name,
            &mut info.event,
            &mut info.round,
            &mut info.place,
            &mut info.opening,
            &mut info.annotator,
            &mut info.transcriber,
            &mut info.source,
            &mut info.address,
            &mut info.copyright,
            &mut info.application,
            &mut info.description,
        ] {
            self.text(text);
        }
        self.list(&mut info.dates);
        self.option(&mut info.started);
        self.option(&mut info.ended);
        self.option(&mut info.outcome);
        let seats: Vec<_> = info.time.iter().map(|control| control.seat().cloned()).collect();
        for seat in seats {
            let control = match seat {
                Some(seat) => info.time.of_mut(seat),
                None => info.time.all_mut(),
            };
            self.option(&mut control.main);
            self.option(&mut control.overtime);
        }
        self.list(&mut info.headers);
        self.list(&mut info.display);
        self.foreign(&mut info.foreign);
    }

    fn node<G: Game>(&mut self, node: &mut Node<G>) {
        if node.spent.get().is_some() && self.is_next() {
            node.spent = Default::default();
        }
        if node.details().is_none() {
            return;
        }
        if self.is_next() {
            node.set_details(None);
            return;
        }
        let details: &mut Details<G> = node.details_mut();
        self.text(&mut details.name);
        self.set(&mut details.comments);
        for comment in &mut details.comments {
            self.text(&mut comment.text);
            self.option(&mut comment.author);
            self.option(&mut comment.time);
        }
        let clock = &mut details.clock;
        self.option(&mut clock.total);
        self.option(&mut clock.left);
        self.option(&mut clock.overtime_left);
        self.option(&mut details.judgement.of_move);
        self.option(&mut details.judgement.of_position);
        self.option(&mut details.judgement.hotspot);
        self.option(&mut details.judgement.value);
        self.list(&mut details.analyses);
        self.set(&mut details.marks);
        self.option(&mut details.bookmark);
        if let Some(bookmark) = &mut details.bookmark {
            self.text(bookmark);
        }
        self.foreign(&mut details.foreign);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{dump_record, record, seed};
    use arbitrary::Unstructured;
    use kifu_goban::Go;

    fn made(number: u64) -> Record<Go> {
        record(&mut Unstructured::new(&seed(number))).unwrap()
    }

    fn small(number: u64, fails: impl FnMut(&Record<Go>) -> bool) -> String {
        dump_record(&shrink(made(number), fails))
    }

    #[test]
    fn what_does_not_matter_goes() {
        let mut tried = 0;
        for number in 0..40 {
            let names = |record: &Record<Go>| {
                let nodes = record.tree.preorder();
                nodes.filter(|&id| record.tree[id].details().is_some_and(|details| details.name.contains(':'))).count()
            };
            if names(&made(number)) == 0 {
                continue;
            }
            tried += 1;
            let text = small(number, |record| names(record) > 0);
            let of_root = text == "board: 19x19\n0: -\n  name \":\"\n";
            let of_node = text.starts_with("board: 19x19\n0: -\n1: ") && text.ends_with("\n  name \":\"\n");
            assert!((of_root || of_node) && text.lines().count() <= 4, "record {number}: {text}");
        }
        assert!(tried > 10, "{tried} records have such a name");
    }

    #[test]
    fn what_matters_stays_in_its_order() {
        for number in 0..20 {
            let is_long = |record: &Record<Go>| record.tree.main_line().count() > 4;
            if is_long(&made(number)) {
                let shrunk = shrink(made(number), is_long);
                assert_eq!((shrunk.tree.len(), shrunk.tree.main_line().count()), (5, 5), "record {number}");
                let before: Vec<_> =
                    made(number).tree.preorder().filter_map(|id| made(number).tree[id].action.clone()).collect();
                let mut rest = before.iter();
                assert!(shrunk.moves().all(|played| rest.any(|action| action == played)), "record {number}");
            }
        }
    }

    #[test]
    fn the_work_has_a_limit() {
        let mut record = Record::<Go>::default();
        record
            .tree
            .add_line(record.tree.root(), (0..20_000).map(|n| Node::new(Some(<Go as crate::Generate>::plain(n)))));
        let mut tries = 0;
        let _ = shrink(record, |record| {
            tries += 1;
            record.tree.len() > 20_000
        });
        assert!((1..=MAX_WORK / COST_OF_TRY).contains(&tries), "{tries} tries");
    }
}
