//! Maps losses to places in the text, and places in the text to places in a game.

use kifu::{
    AnyFormat, AnyGames, Decoded, NodePlace,
    model::{
        Code, CodeKind, Diagnostic, Diagnostics, HeaderField, Limits, Loss, NodeId, NodeIndex, Part, Severity,
        SourceMap, Span,
    },
};
use std::{
    collections::{BTreeMap, HashMap},
    fmt,
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
    let has_fields = losses.iter().any(|loss| !loss.fields.is_empty());
    let header = has_fields.then(|| decoded.format.header_spans(&decoded.source, source_map)).flatten();
    let places = parts.into_iter().zip(nodes).zip(losses);
    places
        .map(|((part, node), loss)| match &header {
            // A field that the text does not have has no place: that of another field of the part would mislead.
            Some(header) if !loss.fields.is_empty() => of_fields(header, &loss.fields),
            _ => part.or(node.filter(|_| loss.node.is_some())),
        })
        .collect()
}

/// Returns the place of the first of these fields that a header has.
fn of_fields(header: &[(HeaderField, Span)], fields: &[HeaderField]) -> Option<Span> {
    header.iter().find(|(field, _)| fields.contains(field)).map(|(_, span)| *span)
}

/// A place in the games of a file, as players say it: game 2, move 160 (variation from 143).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct GamePlace {
    /// The indices of the record in the file, and of the node in the record, from 0.
    pub(crate) record: Option<usize>,
    pub(crate) node: Option<usize>,
    pub(crate) node_place: Option<NodePlace>,
    /// True if the file has other games, so that the number of the game tells something.
    pub(crate) is_one_of_several: bool,
    /// The name of the game, if the file also has games of another kind. They have no record, so they do not count.
    pub(crate) kind: Option<&'static str>,
}

impl GamePlace {
    /// Returns the indices that a diagnostic states.
    pub(crate) fn of(diagnostic: &Diagnostic) -> Self {
        let (record, node) = diagnostic.node.map(|at| (at.record, at.node)).unzip();
        Self { record, node, ..Self::default() }
    }

    /// Returns the place of a node of the first of these games, whose index in the file is `record`. Takes time linear in the depth
    /// of the node.
    pub(crate) fn in_game(game: &AnyGames, record: usize, node: Option<usize>, is_one_of_several: bool) -> Self {
        let node_place = node.and_then(|node| game.node_place(0, node));
        Self { record: Some(record), node, node_place, is_one_of_several, kind: None }
    }
}

impl fmt::Display for GamePlace {
    /// Writes what tells something: the game if there are several, and the node if it is not the start.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.record.filter(|_| self.is_one_of_several);
        if let Some(game) = game {
            f.write_str(&numbered(self.kind, game))?;
        }
        match self.node_place.as_ref().filter(|place| place.number > 0) {
            Some(place) => write!(f, "{}{place}", if game.is_some() { ", " } else { "" }),
            None => Ok(()),
        }
    }
}

/// Returns the words for the game with this index: `game 2`, or `go game 2` in a file that also has games of another kind.
pub(crate) fn numbered(kind: Option<&str>, index: usize) -> String {
    let kind = kind.map_or_else(String::new, |kind| format!("{kind} "));
    format!("{kind}game {}", index + 1)
}

/// Returns the number of games in a file that are of another game (such as chess), which kifu did not read.
pub(crate) fn other_games(diagnostics: &Diagnostics, format: &dyn AnyFormat) -> u64 {
    let is_other =
        |code: Code| format.info().codes.iter().any(|info| info.code == code && info.kind == CodeKind::OtherGame);
    diagnostics.counts().filter(|count| is_other(count.code)).map(|count| count.times).sum()
}

/// The places of the diagnostics of a file in its games. They are computed while each game is in memory.
#[derive(Debug, Default)]
pub(crate) struct GamePlaces {
    /// The number of records so far.
    records: usize,
    /// The starts of the diagnostics that are known before any game is read, sorted.
    earlier: Vec<u32>,
    of_bytes: HashMap<u32, GamePlace>,
    of_nodes: HashMap<NodeIndex, GamePlace>,
    /// The name of the game, if the file also has games of another kind.
    kind: Option<&'static str>,
    /// The number of diagnostics of each code. Only as many places are kept as `Diagnostics` keeps.
    counts: BTreeMap<(Code, Severity), u64>,
}

impl GamePlaces {
    /// Creates the places. `earlier` has diagnostics that are known before any game is read.
    pub(crate) fn new(earlier: &Diagnostics) -> Self {
        let mut earlier: Vec<_> = earlier.iter().filter_map(|found| found.span).map(|span| span.start).collect();
        earlier.sort_unstable();
        Self { earlier, ..Self::default() }
    }

    /// Adds the places of the diagnostics in the next games of the file. Takes time linear in the size of the games with diagnostics.
    pub(crate) fn add(&mut self, games: &AnyGames, found: &[&Diagnostics]) {
        let mut wanted = self.wanted(games.source_maps(), found);
        wanted.sort_by_key(|wanted| wanted.record);
        for of_record in wanted.chunk_by(|a, b| a.record == b.record) {
            let local = of_record[0].record;
            let nodes: Vec<usize> = of_record.iter().map(|wanted| wanted.node.unwrap_or_default()).collect();
            for (wanted, node_place) in of_record.iter().zip(games.node_places(local, &nodes)) {
                let node_place = node_place.filter(|_| wanted.node.is_some());
                let record = Some(self.records + local);
                let place = GamePlace { record, node: wanted.node, node_place, ..GamePlace::default() };
                match wanted.at {
                    At::Byte(at) => self.of_bytes.insert(at, place),
                    At::Node(at) => self.of_nodes.insert(at, place),
                };
            }
        }
        self.records += games.len();
    }

    /// Returns the nodes of the diagnostics. The records are those of `source_maps`.
    fn wanted(&mut self, source_maps: &[SourceMap], found: &[&Diagnostics]) -> Vec<Wanted> {
        let mut places = Places::new(source_maps);
        let mut wanted = Vec::new();
        for diagnostic in found.iter().flat_map(|found| found.iter()) {
            let times = self.counts.entry((diagnostic.code, diagnostic.severity)).or_default();
            *times += 1;
            if *times > Limits::DEFAULT.diagnostics_per_code {
                continue;
            }
            match (diagnostic.node, diagnostic.span) {
                (Some(at), _) => {
                    let record = at.record.wrapping_sub(self.records);
                    wanted.push(Wanted { at: At::Node(at), record, node: Some(at.node) });
                }
                (None, Some(span)) => wanted.extend(Wanted::byte(span.start, &mut places)),
                (None, None) => {}
            }
        }
        for source_map in source_maps {
            let span = source_map.span;
            let from = self.earlier.partition_point(|&at| at < span.start);
            let to = self.earlier.partition_point(|&at| at <= span.end);
            wanted.extend(self.earlier[from..to].iter().filter_map(|&at| Wanted::byte(at, &mut places)));
        }
        wanted
    }

    /// Returns the place of a diagnostic, after all games were added.
    pub(crate) fn of(&self, diagnostic: &Diagnostic) -> GamePlace {
        let of_node = diagnostic.node.and_then(|at| self.of_nodes.get(&at));
        let known = of_node.or_else(|| self.of_bytes.get(&diagnostic.span?.start));
        let place = known.cloned().unwrap_or_else(|| GamePlace::of(diagnostic));
        GamePlace { is_one_of_several: self.records > 1, kind: self.kind, ..place }
    }

    /// Ends the places, with all diagnostics of the file.
    pub(crate) fn end(&mut self, diagnostics: &Diagnostics, format: &dyn AnyFormat) {
        self.kind = (other_games(diagnostics, format) > 0).then(|| format.game());
    }
}

/// Where a diagnostic is.
enum At {
    Byte(u32),
    Node(NodeIndex),
}

/// A node whose place is wanted. `record` is the index among the games that were read together.
struct Wanted {
    at: At,
    record: usize,
    node: Option<usize>,
}

impl Wanted {
    fn byte(at: u32, places: &mut Places<'_>) -> Option<Self> {
        let (record, node) = places.at(at)?;
        Some(Self { at: At::Byte(at), record, node })
    }
}

/// The places of the records of a file and of their nodes.
struct Places<'a> {
    source_maps: &'a [SourceMap],
    /// The index of a record, and the sorted starts of its nodes, each with the index of its node. One record is cached, because
    /// queries come record by record.
    sorted: Option<(usize, Vec<(u32, usize)>)>,
}

impl<'a> Places<'a> {
    fn new(source_maps: &'a [SourceMap]) -> Self {
        Self { source_maps, sorted: None }
    }

    /// Returns the indices of the record and of the node that contain a byte. If several nodes come from one node of the text,
    /// returns the last.
    fn at(&mut self, at: u32) -> Option<(usize, Option<usize>)> {
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
    fn a_place_names_the_game_only_if_there_are_several() {
        let played = Some("Q16".to_owned());
        let node_place = Some(NodePlace { number: 160, played, point: None, variation: Some(143) });
        let mut place = GamePlace { record: Some(1), node_place, is_one_of_several: true, ..GamePlace::default() };
        assert_eq!(place.to_string(), "game 2, move 160: Q16 (variation from 143)");
        place.kind = Some("go");
        assert_eq!(place.to_string(), "go game 2, move 160: Q16 (variation from 143)");
        place.is_one_of_several = false;
        assert_eq!(place.to_string(), "move 160: Q16 (variation from 143)");
        place.node_place = Some(NodePlace { number: 0, played: None, point: None, variation: None });
        assert_eq!(place.to_string(), "");
        assert_eq!(GamePlace::default().to_string(), "");
    }

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
