//! The number of eyes of a closed space: 0, 1, or 2 for two and more.
//!
//! A space has two eyes if its owner, who moves next, can divide it. If the owner must connect stones at the edge of the space or
//! close a gap, the opponent gets moves for that. Small spaces are searched: the owner must reach two eyes in the sense of Benson
//! within [`MAX_MOVES`] moves, whatever the opponent answers. Where few of the opponent's stones are inside, a space with
//! [`LARGE`] other points has two eyes. The search has at most [`MAX_SEARCHED`] points and remembers positions, so its time has a
//! constant limit.

use super::map::{Cell, Map};
use alloc::{
    collections::{BTreeMap, BTreeSet},
    vec,
    vec::Vec,
};
use kifu_goban::Color;

/// The moves of the owner in a search.
const MAX_MOVES: u32 = 5;
/// The largest space that is searched. A larger one has two eyes.
const MAX_SEARCHED: usize = 10;
/// A space with this number of points outside the largest group of dead stones has two eyes.
const LARGE: usize = 6;
/// The smallest group of dead stones whose capture gives two eyes: no shape of seven stones has only one eye when it is captured.
const LARGE_CAPTURE: usize = 7;
/// More moves of the opponent than this are not searched.
const MAX_LOST: usize = 2;

/// A connected space that the stones of one colour surround, without the points that the owner must fill to connect them.
pub(super) struct Space<'a> {
    pub(super) map: &'a Map,
    /// The colours of the dead stones that were removed.
    pub(super) fallen: &'a [Option<Color>],
    pub(super) owner: Color,
    pub(super) points: Vec<usize>,
    /// The points of the space beside gaps in the wall, which the owner fills if the opponent enters the gap.
    pub(super) sills: BTreeSet<usize>,
    /// The number of gaps.
    pub(super) gaps: usize,
    /// The number of points beside the space that the owner must fill.
    pub(super) fills: usize,
    /// True if one of the points to be filled has a dead stone.
    pub(super) has_throw_in: bool,
    /// The number of dead stones that the owner must capture first to fill a point.
    pub(super) captures: usize,
}

impl Space<'_> {
    /// Returns the number of eyes: 0, 1 or 2.
    pub(super) fn eyes(&self) -> u32 {
        let len = self.points.len();
        if len < self.fills.max(self.gaps).max(1) || (len == 1 && self.has_throw_in) {
            return 0;
        }
        // A dead stone inside is a move that the opponent has already made.
        let lost = (self.fills + self.captures).saturating_sub(self.dead_among(&self.points).count());
        let inside: Vec<usize> = self.points.iter().copied().filter(|at| !self.sills.contains(at)).collect();
        // The owner fills each sill when the opponent enters its gap, or closes the only gap first.
        let has_two = self.has_two(&inside, lost) || (self.gaps == 1 && self.has_two(&self.points, lost + 1));
        if has_two { 2 } else { 1 }
    }

    fn dead_among<'p>(&self, points: &'p [usize]) -> impl Iterator<Item = usize> + use<'p, '_> {
        let (fallen, opponent) = (self.fallen, self.owner.opponent());
        points.iter().copied().filter(move |&at| fallen[at] == Some(opponent))
    }

    /// Returns true if the owner can make two eyes of the points after the opponent made `lost` moves.
    fn has_two(&self, points: &[usize], lost: usize) -> bool {
        if points.is_empty() {
            return false;
        }
        if parts(self.map, points.iter().copied()).len() > 1 {
            return true;
        }
        let dead: Vec<usize> = self.dead_among(points).collect();
        let largest = parts(self.map, dead.iter().copied()).iter().map(Vec::len).max().unwrap_or(0);
        let others = |gone: usize| points.len().saturating_sub(gone + lost);
        if largest >= LARGE_CAPTURE || (others(largest) >= LARGE && others(dead.len()) >= LARGE - 1) {
            return true;
        }
        if lost > MAX_LOST || is_six_in_the_corner(self.map, points, &dead) {
            return false;
        }
        points.len() > MAX_SEARCHED || Search::new(self.map, points, &dead).owner_wins(lost)
    }
}

/// Returns the connected parts of some points.
pub(super) fn parts(map: &Map, points: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut rest: BTreeSet<usize> = points.into_iter().collect();
    let mut parts = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut part = vec![first];
        let mut next = 0;
        while let Some(&at) = part.get(next) {
            next += 1;
            part.extend(map.beside(at).into_iter().filter(|beside| rest.remove(beside)));
        }
        parts.push(part);
    }
    parts
}

/// Returns true for six points in a corner, two by three, with one dead stone on the point diagonal to the corner. The owner has only
/// one eye there without enough liberties outside, which the search does not count.
fn is_six_in_the_corner(map: &Map, points: &[usize], dead: &[usize]) -> bool {
    let (6, &[dead]) = (points.len(), dead) else { return false };
    let mut corners = map.corners().into_iter().filter(|corner| points.contains(corner));
    let on_diagonal = |corner: usize| {
        let beside = map.beside(corner).into_iter().filter(|&at| map.cell(at) != Cell::Border);
        beside.filter(|&at| map.beside(at).contains(&dead)).count() == 2
    };
    // Two rows of three have four pairs of neighbours in one direction and three in the other.
    let pairs = |step: usize| points.iter().filter(|&&at| points.contains(&(at + step))).count();
    let pairs = [pairs(map.down()), pairs(1)];
    corners.any(on_diagonal) && (pairs == [3, 4] || pairs == [4, 3])
}

/// A set of points of a [`Search`], one bit for each.
type Bits = u16;

/// The position in a search: the stones of the owner and of the opponent, and the point that may not be played because of a ko.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Stones {
    own: Bits,
    other: Bits,
    ko: Bits,
}

/// A search for two eyes in a small space. The wall around it cannot be captured.
struct Search {
    /// The neighbours of each point inside the space.
    beside: Vec<Bits>,
    /// The points beside the wall.
    wall: Bits,
    /// All points.
    all: Bits,
    /// The dead stones.
    dead: Bits,
    /// Results by position, number of moves left, and whether the owner moves next.
    known: BTreeMap<(Stones, u32, bool), bool>,
}

/// Returns the indices of the bits that are set.
fn each(mut bits: Bits) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let index = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (index < Bits::BITS).then_some(index as usize)
    })
}

impl Search {
    fn new(map: &Map, points: &[usize], dead: &[usize]) -> Self {
        let bit = |at: &usize| points.iter().position(|point| point == at).map_or(0, |index| 1 << index);
        let beside: Vec<Bits> =
            points.iter().map(|&at| map.beside(at).iter().fold(0, |bits, beside| bits | bit(beside))).collect();
        let is_wall = |at: usize| map.beside(at).iter().any(|at| bit(at) == 0 && map.cell(*at) != Cell::Border);
        let wall = points.iter().filter(|&&at| is_wall(at)).fold(0, |bits, at| bits | bit(at));
        let all = points.iter().fold(0, |bits, at| bits | bit(at));
        Self { beside, wall, all, dead: dead.iter().fold(0, |bits, at| bits | bit(at)), known: BTreeMap::new() }
    }

    /// Returns true if the owner wins, wherever the opponent first plays `lost` moves.
    fn owner_wins(&mut self, lost: usize) -> bool {
        let mut starts = vec![self.dead];
        for _ in 0..lost {
            let more: BTreeSet<Bits> =
                starts.iter().flat_map(|&other| each(self.all & !other).map(move |at| other | 1 << at)).collect();
            if !more.is_empty() {
                starts = more.into_iter().collect();
            }
        }
        let mut wins = |other| (1..=MAX_MOVES).any(|moves| self.owner_moves(Stones { own: 0, other, ko: 0 }, moves));
        starts.into_iter().all(&mut wins)
    }

    /// Returns true if the owner, who moves next, reaches two eyes within `moves` moves.
    fn owner_moves(&mut self, stones: Stones, moves: u32) -> bool {
        let key = (stones, moves, true);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let empty = self.all & !stones.own & !stones.other & !stones.ko;
        let played: Vec<Stones> = each(empty).filter_map(|at| self.play_own(stones, at)).collect();
        let wins = played.iter().any(|stones| self.has_two_eyes(stones))
            || (moves > 1 && played.iter().any(|&stones| self.opponent_moves(stones, moves - 1)));
        self.known.insert(key, wins);
        wins
    }

    /// Returns true if the owner reaches two eyes after every move of the opponent, who may also pass.
    fn opponent_moves(&mut self, stones: Stones, moves: u32) -> bool {
        let key = (stones, moves, false);
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let empty = self.all & !stones.own & !stones.other & !stones.ko;
        let wins = self.owner_moves(Stones { ko: 0, ..stones }, moves)
            && each(empty)
                .filter_map(|at| self.play_other(stones, at))
                .collect::<Vec<_>>()
                .into_iter()
                .all(|stones| self.owner_moves(stones, moves));
        self.known.insert(key, wins);
        wins
    }

    /// Returns the neighbours of some points.
    fn around(&self, bits: Bits) -> Bits {
        each(bits).fold(0, |around, at| around | self.beside[at])
    }

    /// Returns the part of `of` that is connected with the point `at`.
    fn part(&self, at: usize, of: Bits) -> Bits {
        let mut part = 1 << at;
        loop {
            let grown = part | (self.around(part) & of);
            if grown == part {
                return part;
            }
            part = grown;
        }
    }

    /// Returns the connected parts of some points.
    fn parts(&self, mut bits: Bits) -> Vec<Bits> {
        let mut parts = Vec::new();
        while bits != 0 {
            let part = self.part(bits.trailing_zeros() as usize, bits);
            parts.push(part);
            bits &= !part;
        }
        parts
    }

    /// Returns the stones of `stones` in chains without an empty point beside them, where `empty` are the empty points.
    fn without_liberties(&self, stones: Bits, empty: Bits) -> Bits {
        let chains = self.parts(stones).into_iter();
        chains.filter(|&chain| self.around(chain) & empty == 0).fold(0, |captured, chain| captured | chain)
    }

    /// Returns the point that may not be played after a stone on `at` captured `captured`.
    fn ko(&self, captured: Bits, at: usize, chain: Bits, empty: Bits) -> Bits {
        let is_ko = captured.count_ones() == 1 && chain == 1 << at && (self.around(chain) & empty).count_ones() == 1;
        if is_ko { captured } else { 0 }
    }

    /// Plays a stone of the owner. `None` if it has no liberty.
    fn play_own(&self, stones: Stones, at: usize) -> Option<Stones> {
        let own = stones.own | 1 << at;
        let captured = self.without_liberties(stones.other, self.all & !own & !stones.other);
        let other = stones.other & !captured;
        let (chain, empty) = (self.part(at, own), self.all & !own & !other);
        if chain & self.wall != 0 {
            return Some(Stones { own, other, ko: 0 });
        }
        let ko = self.ko(captured, at, chain, empty);
        (self.around(chain) & empty != 0).then_some(Stones { own, other, ko })
    }

    /// Plays a stone of the opponent. `None` if it has no liberty.
    fn play_other(&self, stones: Stones, at: usize) -> Option<Stones> {
        let other = stones.other | 1 << at;
        let inside = self.parts(stones.own).into_iter().filter(|chain| chain & self.wall == 0);
        let inside = inside.fold(0, |bits, chain| bits | chain);
        let captured = self.without_liberties(inside, self.all & !stones.own & !other);
        let own = stones.own & !captured;
        let (chain, empty) = (self.part(at, other), self.all & !own & !other);
        let ko = self.ko(captured, at, chain, empty);
        (self.around(chain) & empty != 0).then_some(Stones { own, other, ko })
    }

    /// Returns true if the wall is unconditionally alive (Benson): two regions without the owner's stones have only liberties of the
    /// wall, and the same is true of every chain of the owner beside these regions.
    fn has_two_eyes(&self, stones: &Stones) -> bool {
        let regions = self.parts(self.all & !stones.own);
        if regions.len() < 2 {
            return false;
        }
        let (mut wall, mut chains) = (self.wall, Vec::new());
        for chain in self.parts(stones.own) {
            if chain & self.wall == 0 { chains.push(self.around(chain)) } else { wall |= self.around(chain) }
        }
        // The points beside each chain; the wall is the last.
        chains.push(wall);
        let mut alive = vec![true; chains.len()];
        loop {
            let is_safe =
                |region: Bits| chains.iter().zip(&alive).all(|(beside, alive)| *alive || beside & region == 0);
            let safe: Vec<Bits> = regions.iter().copied().filter(|&region| is_safe(region)).collect();
            let eyes = |beside: Bits| {
                safe.iter().filter(|&&region| beside & region != 0 && region & !stones.other & !beside == 0).count()
            };
            let still: Vec<bool> =
                chains.iter().zip(&alive).map(|(&beside, alive)| *alive && eyes(beside) >= 2).collect();
            if still == alive {
                return still.last().copied().unwrap_or(false);
            }
            alive = still;
        }
    }
}
