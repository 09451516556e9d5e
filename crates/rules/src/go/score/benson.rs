//! Unconditional life, with the algorithm of David Benson (1976).
//!
//! A chain is pass-alive if the opponent cannot capture it even if its owner always passes. A region is a connected set of points
//! without stones of the colour. It is vital for a chain if every empty point of it is a liberty of the chain. Chains with fewer
//! than two vital regions are removed, and the regions beside them are no longer vital for any chain, until nothing changes. Each
//! chain and each region is removed once, so the time is linear in the size of the board.

use super::map::{Cell, Map};
use crate::go::Board;
use alloc::{vec, vec::Vec};
use kifu_goban::{Color, Points};

/// What is unconditionally alive of a colour.
///
/// ```
/// use kifu_goban::{Color, Go, Point, Points, Setup, Size};
/// use kifu_rules::{Play, go::score::{PassAlive, pass_alive}};
/// // A chain with two eyes of one point.
/// let size = Size::new(5, 1).unwrap();
/// let points = |names: &[&str]| -> Points { names.iter().filter_map(|name| Point::from_a1(name, size)).collect() };
/// let mut setup = Setup::new(size);
/// setup.stones.set(&points(&["B1", "C1", "D1"]), Some(Color::Black));
/// let alive: PassAlive = pass_alive(&Go::start(&setup), Color::Black, false);
/// assert_eq!((alive.stones, alive.territory), (points(&["B1", "C1", "D1"]), points(&["A1", "E1"])));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PassAlive {
    /// The stones of the chains that cannot be captured.
    pub stones: Points,
    /// The points of the regions where the opponent cannot live: only these chains surround them, and at most one of their points
    /// is beside no stone. The opponent's stones there are dead.
    pub territory: Points,
}

/// A region without stones of the colour.
struct Region {
    points: Vec<usize>,
    /// The chains beside it.
    beside: Vec<usize>,
    /// The chains that it is vital for.
    vital: Vec<usize>,
    /// The number of points that are beside no stone of the colour.
    inner: usize,
    /// True while all chains beside it may be alive.
    is_safe: bool,
}

/// Returns the chains of `color` that cannot be captured, and the territory that they surround. `suicide` is true if a move may
/// remove several stones of its own colour: then the opponent's stones in a region may be removed too, so their points must also be
/// liberties.
///
/// ```
/// use kifu_goban::{Color, Go, Point, Points, Setup, Size};
/// use kifu_rules::{Play, go::score::pass_alive};
/// // One eye of one point, and one of two points with a white stone that touches no black stone of the left chain.
/// let size = Size::new(6, 1).unwrap();
/// let points = |names: &[&str]| -> Points { names.iter().filter_map(|name| Point::from_a1(name, size)).collect() };
/// let mut setup = Setup::new(size);
/// setup.stones.set(&points(&["B1", "C1"]), Some(Color::Black));
/// setup.stones.set(&points(&["E1"]), Some(Color::White));
/// let board = Go::start(&setup);
/// assert!(pass_alive(&board, Color::Black, false).stones.is_empty()); // F1 is not a liberty
/// ```
#[must_use]
pub fn pass_alive(board: &Board, color: Color, suicide: bool) -> PassAlive {
    let map = Map::of(board);
    let stone = Cell::Stone(color);
    let chains = map.parts(|cell| cell == stone);
    let mut chain_of = vec![0; map.len()];
    for (chain, &at) in chains.iter().enumerate().flat_map(|(chain, stones)| stones.iter().map(move |at| (chain, at))) {
        chain_of[at] = chain;
    }
    let mut regions: Vec<Region> = map
        .parts(|cell| cell != stone)
        .into_iter()
        .map(|points| region(&map, points, stone, &chain_of, suicide))
        .collect();

    let (mut vital, mut beside) = (vec![0_usize; chains.len()], vec![Vec::new(); chains.len()]);
    for (index, region) in regions.iter().enumerate() {
        for &chain in &region.vital {
            vital[chain] += 1;
        }
        for &chain in &region.beside {
            beside[chain].push(index);
        }
    }
    let mut removed: Vec<usize> = (0..chains.len()).filter(|&chain| vital[chain] < 2).collect();
    let mut next = 0;
    while let Some(&chain) = removed.get(next) {
        next += 1;
        for &index in &beside[chain] {
            let region = &mut regions[index];
            if core::mem::take(&mut region.is_safe) {
                for &chain in &region.vital {
                    vital[chain] -= 1;
                    if vital[chain] == 1 {
                        removed.push(chain);
                    }
                }
            }
        }
    }
    let mut is_alive = vec![true; chains.len()];
    for chain in removed {
        is_alive[chain] = false;
    }
    let alive = chains.iter().zip(&is_alive).filter(|(_, alive)| **alive).flat_map(|(stones, _)| stones);
    let territory = regions.iter().filter(|region| region.is_safe && !region.beside.is_empty() && region.inner <= 1);
    PassAlive {
        stones: map.points(alive.copied()),
        territory: map.points(territory.flat_map(|region| &region.points).copied()),
    }
}

fn region(map: &Map, points: Vec<usize>, stone: Cell, chain_of: &[usize], suicide: bool) -> Region {
    // The chain and the number of points that must be liberties beside it.
    let mut touched: Vec<(usize, bool)> = Vec::new();
    let (mut needed, mut inner) = (0, 0);
    for &at in &points {
        let is_needed = suicide || map.cell(at) == Cell::Empty;
        needed += usize::from(is_needed);
        let beside = map.beside(at).into_iter().filter(|&at| map.cell(at) == stone);
        let mut chains: Vec<usize> = beside.map(|at| chain_of[at]).collect();
        inner += usize::from(chains.is_empty());
        chains.sort_unstable();
        chains.dedup();
        touched.extend(chains.into_iter().map(|chain| (chain, is_needed)));
    }
    touched.sort_unstable();
    let of_chains: Vec<&[(usize, bool)]> = touched.chunk_by(|one, other| one.0 == other.0).collect();
    let is_vital = |of_chain: &[(usize, bool)]| of_chain.iter().filter(|(_, is_needed)| *is_needed).count() == needed;
    Region {
        beside: of_chains.iter().map(|of_chain| of_chain[0].0).collect(),
        // A region without an empty point, which only setup can make, is not an eye.
        vital: of_chains
            .iter()
            .filter(|of_chain| needed > 0 && is_vital(of_chain))
            .map(|of_chain| of_chain[0].0)
            .collect(),
        points,
        inner,
        is_safe: true,
    }
}
