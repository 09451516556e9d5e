//! Which node stands where in the text.

use kifu::model::{SourceMap, Span};

/// Where the records of a file and their nodes start and end.
pub(crate) struct Places<'a> {
    origins: &'a [SourceMap],
    /// The starts of the nodes of one record, sorted, each with the index of its node: what is asked comes record by record.
    sorted: Option<(usize, Vec<(u32, usize)>)>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(origins: &'a [SourceMap]) -> Self {
        Self { origins, sorted: None }
    }

    /// Where a record starts.
    pub(crate) fn of_record(&self, record: usize) -> Option<u32> {
        self.origins.get(record).map(|origin| origin.span.start)
    }

    /// From where a node starts to where the next one does.
    pub(crate) fn of_node(&mut self, record: usize, node: usize) -> Option<Span> {
        let origin = self.origins.get(record)?;
        let start = *origin.starts.get(node)?;
        let starts = self.sorted(record);
        let next = starts.get(starts.partition_point(|other| other.0 <= start)).map(|next| next.0);
        Some(Span { start, end: next.unwrap_or(origin.span.end).max(start) })
    }

    /// The record that a byte is in, and the node: of nodes split from one, the last.
    pub(crate) fn at(&mut self, at: u32) -> Option<(usize, Option<usize>)> {
        let record = self.origins.partition_point(|origin| origin.span.start <= at).checked_sub(1)?;
        if at > self.origins[record].span.end {
            return None;
        }
        let starts = self.sorted(record);
        let node = starts.partition_point(|other| other.0 <= at).checked_sub(1).map(|i| starts[i].1);
        Some((record, node))
    }

    fn sorted(&mut self, record: usize) -> &[(u32, usize)] {
        if self.sorted.as_ref().is_none_or(|(of, _)| *of != record) {
            let mut starts: Vec<_> = self.origins[record].starts.iter().enumerate().map(|(i, at)| (*at, i)).collect();
            starts.sort_unstable();
            self.sorted = Some((record, starts));
        }
        self.sorted.as_ref().map_or(&[], |(_, starts)| starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_ends_where_the_next_one_starts() {
        let origins = [
            SourceMap { span: Span::new(0, 30), starts: vec![1, 20, 10] },
            SourceMap { span: Span::new(32, 40), starts: vec![33] },
        ];
        let mut places = Places::new(&origins);
        assert_eq!(places.of_node(0, 0), Some(Span::new(1, 10)));
        assert_eq!(places.of_node(0, 1), Some(Span::new(20, 30)));
        assert_eq!(places.of_node(0, 3), None);
        assert_eq!(places.of_node(2, 0), None);
        assert_eq!(places.at(12), Some((0, Some(2))));
        assert_eq!(places.at(0), Some((0, None)));
        assert_eq!(places.at(35), Some((1, Some(0))));
        assert_eq!(places.at(31), None);
        assert_eq!(places.at(50), None);
    }
}
