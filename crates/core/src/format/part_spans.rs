//! The spans of the parts of a game in its text, node by node.

use crate::{NodeId, Part, SourceMap, Span};
use alloc::{vec, vec::Vec};

/// The spans of the parts of one node of a text, for [`SourceMap::locate`].
///
/// A node of a text with setup and moves becomes several nodes of the record: one for the setup, and one for each move. At the
/// start of a game the first of them is the root. Spans are relative to the start of the game.
///
/// ```
/// use kifu_core::{Part, PartSpans, Span};
/// // ;AB[dd]W[pd]C[one]
/// let mut parts = PartSpans::default();
/// parts.add(Part::Action, Span::new(1, 7));
/// parts.add_move(Span::new(7, 12));
/// parts.add(Part::Comment, Span::new(12, 18));
/// assert!(parts.has(Part::Comment) && !parts.has(Part::Name));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartSpans {
    /// Each part at most once. `Part::Action` is the setup of a position.
    parts: Vec<(Part, Span)>,
    /// Parts of the game that are not in its first node.
    of_game: Vec<(Part, Span)>,
    moves: Vec<Span>,
}

impl PartSpans {
    /// Adds the span of a part. If a part is added several times, its span reaches from the first span to the last. `Part::Action`
    /// is an action other than a move.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Part, PartSpans, Record, SourceMap, Span};
    /// let record: Record<Toy> = Record::default();
    /// let source_map = SourceMap::new(Span::new(0, 30), vec![0]);
    /// let found = source_map.locate(&[(record.tree.root(), Part::Players)], |_| {
    ///     let mut parts = PartSpans::default();
    ///     parts.add(Part::Players, Span::new(3, 9));
    ///     parts.add(Part::Players, Span::new(12, 17));
    ///     parts
    /// });
    /// assert_eq!(found, [Some(Span::new(3, 17))]);
    /// ```
    pub fn add(&mut self, part: Part, span: Span) {
        add(&mut self.parts, part, span);
    }

    /// Adds the span of a part of the game that is outside of its first node, such as a member of a header. It does not count for
    /// the moves that the first node of the text may have.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Node, Part, PartSpans, Record, SourceMap, Span};
    /// let mut record: Record<Toy> = Record::default();
    /// let first = record.tree.add(record.tree.root(), Node::new(Some(7)));
    /// let wanted = [(record.tree.root(), Part::Foreign), (first, Part::Foreign)];
    /// let found = SourceMap::new(Span::new(0, 30), vec![20, 20]).locate(&wanted, |_| {
    ///     let mut parts = PartSpans::default();
    ///     parts.add_to_game(Part::Foreign, Span::new(3, 9));
    ///     parts
    /// });
    /// assert_eq!(found, [Some(Span::new(3, 9)), None]);
    /// ```
    pub fn add_to_game(&mut self, part: Part, span: Span) {
        add(&mut self.of_game, part, span);
    }

    /// Adds the span of a move. Add the moves of a node in their order.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Part, PartSpans, Record, SourceMap, Span};
    /// // 7, 3: two moves in the first node of a text, which becomes the root and a node for each move.
    /// let mut record: Record<Toy> = Record::default();
    /// record.tree.add_line(record.tree.root(), [7, 3].map(|square| kifu_core::Node::new(Some(square))));
    /// let wanted: Vec<_> = record.tree.preorder().map(|node| (node, Part::Action)).collect();
    /// let found = SourceMap::new(Span::new(0, 4), vec![0, 0, 0]).locate(&wanted, |_| {
    ///     let mut parts = PartSpans::default();
    ///     parts.add_move(Span::new(0, 1));
    ///     parts.add_move(Span::new(3, 4));
    ///     parts
    /// });
    /// assert_eq!(found, [None, Some(Span::new(0, 1)), Some(Span::new(3, 4))]);
    /// ```
    pub fn add_move(&mut self, span: Span) {
        self.moves.push(span);
    }

    /// Returns true if the part has a span.
    #[must_use]
    pub fn has(&self, part: Part) -> bool {
        self.parts.iter().chain(&self.of_game).any(|(known, _)| *known == part)
    }

    fn get(&self, part: Part) -> Option<Span> {
        self.parts.iter().find(|(known, _)| *known == part).map(|(_, span)| *span)
    }

    /// Returns the span of a part of the root, in its node and outside.
    fn of_root(&self, part: Part) -> Option<Span> {
        let mut spans =
            self.parts.iter().chain(&self.of_game).filter(|(known, _)| *known == part).map(|(_, span)| *span);
        let first = spans.next()?;
        Some(spans.fold(first, joined))
    }

    fn of_node(&self, source_map: &SourceMap, node: NodeId, part: Part) -> Option<Span> {
        match part {
            Part::Action => self.action(source_map, node.index()),
            Part::ClockPrecision => self.get(Part::Clock),
            _ if part.is_of_game() && node.index() > 0 => None,
            _ if node.index() == 0 => self.of_root(part),
            _ => self.get(part),
        }
    }

    /// Returns the span of the action of the node at `index`, which is one of the nodes that this node of the text became.
    fn action(&self, source_map: &SourceMap, index: usize) -> Option<Span> {
        let starts = &source_map.starts;
        let is_same = |before: &usize| starts.get(index - before) == starts.get(index);
        let earlier = (1..=index.min(self.moves.len() + 1)).take_while(is_same).count();
        let setup = self.get(Part::Action);
        // The first of the nodes is the root or the setup, if there is one, and the moves follow.
        let has_head = earlier == index || setup.is_some();
        match earlier.checked_sub(usize::from(has_head)) {
            // The root has no action: its setup is the setup of the record.
            None => setup.filter(|_| index > 0),
            Some(played) => self.moves.get(played).or(self.moves.last()).copied().or(setup),
        }
    }
}

/// Adds a span to the span of its part.
fn add(parts: &mut Vec<(Part, Span)>, part: Part, span: Span) {
    match parts.iter_mut().find(|(known, _)| *known == part) {
        Some((_, all)) => *all = joined(*all, span),
        None => parts.push((part, span)),
    }
}

/// Returns the span from the first to the last.
fn joined(a: Span, b: Span) -> Span {
    Span { start: a.start.min(b.start), end: a.end.max(b.end) }
}

impl SourceMap {
    /// Returns the spans of parts of the game, for [`Format::locate`](crate::Format::locate).
    ///
    /// `parts_at` takes the offset of a node of the text and returns the spans of its parts; for the first node, also those of the
    /// parts of the whole game. It is called at most once for each node of the text, so that the time is linear. Its offset and
    /// its spans are relative to the start of the game, and the result is relative to the start of the source.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::{Format, Part, PartSpans, Source, Span};
    /// let source = Source::from_text("a.toy", "toy\n7\n3\n");
    /// let reading = Lines.read(&source);
    /// let last = reading.records[0].tree.main_line().last().unwrap();
    /// let found = reading.source_maps[0].locate(&[(last, Part::Action), (last, Part::Comment)], |start| {
    ///     let mut parts = PartSpans::default();
    ///     parts.add_move(Span { start, end: start + 1 });
    ///     parts
    /// });
    /// assert_eq!(found, [Some(Span::new(6, 7)), None]);
    /// ```
    #[must_use]
    pub fn locate(&self, wanted: &[(NodeId, Part)], mut parts_at: impl FnMut(u32) -> PartSpans) -> Vec<Option<Span>> {
        let first = self.span.start;
        let mut found = vec![None; wanted.len()];
        let start_of = |index: usize| self.starts.get(wanted[index].0.index())?.checked_sub(first);
        let mut order: Vec<usize> = (0..wanted.len()).collect();
        order.sort_by_key(|&index| start_of(index));
        for group in order.chunk_by(|&a, &b| start_of(a) == start_of(b)) {
            let Some(start) = start_of(group[0]) else { continue };
            let parts = parts_at(start);
            for &index in group {
                let (node, part) = wanted[index];
                let span = parts.of_node(self, node, part);
                found[index] = span.map(|span| Span { start: span.start + first, end: span.end + first });
            }
        }
        found
    }

    /// Returns the spans of parts of a game in a text whose nodes consist of lines. The action of a node is in its first line, and
    /// `part_of` returns the part that a line contains, if it contains another one.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// use kifu_core::{Node, Part, Record, SourceMap, Span};
    /// let text = "7\n*good\n3\n*bad\n*very bad\n";
    /// let mut record: Record<Toy> = Record::default();
    /// record.tree.add_line(record.tree.root(), [7, 3].map(|square| Node::new(Some(square))));
    /// let last = record.tree.main_line().last().unwrap();
    /// let wanted = [(last, Part::Action), (last, Part::Comment), (last, Part::Name)];
    /// let found = SourceMap::new(Span::new(0, text.len()), vec![0, 0, 8])
    ///     .locate_lines(text, &wanted, |line| line.starts_with('*').then_some(Part::Comment));
    /// let found: Vec<_> = found.into_iter().map(|span| span.map(|span| &text[span.range()])).collect();
    /// assert_eq!(found, [Some("3"), Some("*bad\n*very bad"), None]);
    /// ```
    #[must_use]
    pub fn locate_lines(
        &self,
        text: &str,
        wanted: &[(NodeId, Part)],
        part_of: impl Fn(&str) -> Option<Part>,
    ) -> Vec<Option<Span>> {
        let (own, first) = (text.get(self.span.range()).unwrap_or_default(), self.span.start);
        let mut starts: Vec<u32> = self.starts.iter().filter_map(|start| start.checked_sub(first)).collect();
        starts.sort_unstable();
        self.locate(wanted, |start| {
            let next = starts.get(starts.partition_point(|other| *other <= start));
            let (mut at, end) = (start as usize, next.map_or(own.len(), |next| *next as usize));
            let mut parts = PartSpans::default();
            for line in own.get(at..end).unwrap_or_default().split_inclusive(['\n', '\r']) {
                let (is_first, from) = (at == start as usize, at + line.len() - line.trim_start().len());
                at += line.len();
                let line = line.trim();
                let span = Span::new(from, from + line.len());
                if is_first {
                    parts.add_move(span);
                }
                if let Some(part) = part_of(line) {
                    parts.add(part, span);
                }
            }
            parts
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Tree;

    fn actions(starts: &[u32], setup: Option<Span>, moves: &[Span]) -> Vec<Option<u32>> {
        let mut tree = Tree::new(());
        tree.add_line(tree.root(), core::iter::repeat_n((), starts.len() - 1));
        let wanted: Vec<_> = tree.preorder().map(|node| (node, Part::Action)).collect();
        let found = SourceMap::new(Span::new(0, 99), starts.to_vec()).locate(&wanted, |start| {
            let mut parts = PartSpans::default();
            if start == starts[starts.len() - 1] {
                setup.into_iter().for_each(|span| parts.add(Part::Action, span));
                moves.iter().for_each(|span| parts.add_move(*span));
            }
            parts
        });
        found.into_iter().map(|span| span.map(|span| span.start)).collect()
    }

    #[test]
    fn each_node_that_was_split_has_its_own_action() {
        let (setup, moves) = (Span::new(50, 51), [Span::new(60, 61), Span::new(70, 71)]);
        // The first node of the text: the root comes before the moves, with setup and without.
        for setup in [None, Some(setup)] {
            assert_eq!(actions(&[0, 0, 0], setup, &moves), [None, Some(60), Some(70)]);
        }
        // A later node.
        assert_eq!(actions(&[0, 5, 5, 5], Some(setup), &moves), [None, Some(50), Some(60), Some(70)]);
        assert_eq!(actions(&[0, 5, 5], None, &moves), [None, Some(60), Some(70)]);
        assert_eq!(actions(&[0, 5], Some(setup), &[]), [None, Some(50)]);
        // A text with more nodes than moves.
        assert_eq!(actions(&[0, 5, 5], None, &moves[..1]), [None, Some(60), Some(60)]);
    }
}
