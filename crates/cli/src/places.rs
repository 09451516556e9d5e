//! Maps losses to places in the text, and places to nodes.

use kifu::{
    Decoded,
    model::{Loss, NodeId, Part, SourceMap, Span},
};

/// Returns the places of the losses of one game: of the lost part, or else of its node, or `None` if neither is known.
pub(crate) fn of_losses(decoded: &Decoded<'_>, source_map: &SourceMap, losses: &[Loss]) -> Vec<Option<Span>> {
    if losses.is_empty() {
        return Vec::new();
    }
    let wanted: Vec<(NodeId, Part)> =
        losses.iter().map(|loss| (loss.node.unwrap_or(NodeId::ROOT), loss.part)).collect();
    let parts = decoded.format.locate(&decoded.source, source_map, &wanted);
    let nodes = source_map.node_spans(wanted.iter().map(|(node, _)| *node));
    let places = parts.into_iter().zip(nodes).zip(losses);
    places.map(|((part, node), loss)| part.or(node.filter(|_| loss.node.is_some()))).collect()
}

/// The places of the records of a file and of their nodes.
pub(crate) struct Places<'a> {
    source_maps: &'a [SourceMap],
    /// The index of a record, and the sorted starts of its nodes, each with the index of its node. One record is cached, because
    /// queries come record by record.
    sorted: Option<(usize, Vec<(u32, usize)>)>,
}

impl<'a> Places<'a> {
    pub(crate) fn new(source_maps: &'a [SourceMap]) -> Self {
        Self { source_maps, sorted: None }
    }

    /// Returns the indices of the record and of the node that contain a byte. If several nodes come from one node of the text,
    /// returns the last.
    pub(crate) fn at(&mut self, at: u32) -> Option<(usize, Option<usize>)> {
        let record = self.source_maps.partition_point(|source_map| source_map.span.start <= at).checked_sub(1)?;
        if at > self.source_maps[record].span.end {
            return None;
        }
        let starts = self.sorted(record);
        let node = starts.partition_point(|other| other.0 <= at).checked_sub(1).map(|i| starts[i].1);
        Some((record, node))
    }

    fn sorted(&mut self, record: usize) -> &[(u32, usize)] {
        if self.sorted.as_ref().is_none_or(|(of, _)| *of != record) {
            let mut starts: Vec<_> =
                self.source_maps[record].starts.iter().enumerate().map(|(i, at)| (*at, i)).collect();
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
    fn a_byte_is_in_the_last_node_that_starts_before_it() {
        let source_maps =
            [SourceMap::new(Span::new(0, 30), vec![1, 20, 10]), SourceMap::new(Span::new(32, 40), vec![33])];
        let mut places = Places::new(&source_maps);
        assert_eq!(places.at(12), Some((0, Some(2))));
        assert_eq!(places.at(0), Some((0, None)));
        assert_eq!(places.at(35), Some((1, Some(0))));
        assert_eq!(places.at(31), None);
        assert_eq!(places.at(50), None);
    }
}
