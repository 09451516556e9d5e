//! Slow and obvious implementations.

use kifu_goban::{Color, Point};
use kifu_rules::go::Board;
use std::collections::{BTreeMap, BTreeSet};

type Set = BTreeSet<Point>;

fn beside(board: &Board, at: Point) -> Set {
    let is_beside = |other: &Point| at.x().abs_diff(other.x()) + at.y().abs_diff(other.y()) == 1;
    board.size().rect().iter().filter(is_beside).collect()
}

/// The connected sets of the points that fulfil the condition.
fn parts(board: &Board, is_part: impl Fn(Point) -> bool) -> Vec<Set> {
    let mut rest: Set = board.size().rect().iter().filter(|&at| is_part(at)).collect();
    let mut parts = Vec::new();
    while let Some(first) = rest.pop_first() {
        let mut part = Set::from([first]);
        while let Some(next) = rest.iter().copied().find(|&at| beside(board, at).iter().any(|at| part.contains(at))) {
            rest.remove(&next);
            part.insert(next);
        }
        parts.push(part);
    }
    parts
}

/// The owner of each point that belongs to a player, under area scoring.
pub(crate) fn area(board: &Board, dead: &[Point]) -> BTreeMap<Point, Color> {
    let stone = |at: Point| board.stone(at).filter(|_| !dead.contains(&at));
    let mut owners: BTreeMap<Point, Color> =
        board.size().rect().iter().filter_map(|at| Some((at, stone(at)?))).collect();
    for region in parts(board, |at| stone(at).is_none()) {
        let colors: BTreeSet<Option<Color>> =
            region.iter().flat_map(|&at| beside(board, at)).map(stone).filter(Option::is_some).collect();
        if let (1, Some(Some(color))) = (colors.len(), colors.first()) {
            owners.extend(region.into_iter().map(|at| (at, *color)));
        }
    }
    owners
}

/// The stones and the territory that are unconditionally alive, by the definition of Benson.
pub(crate) fn pass_alive(board: &Board, color: Color, suicide: bool) -> (Set, Set) {
    let mut chains = parts(board, |at| board.stone(at) == Some(color));
    let mut regions = parts(board, |at| board.stone(at) != Some(color));
    let touches = |region: &Set, chain: &Set| region.iter().any(|&at| !beside(board, at).is_disjoint(chain));
    let is_vital = |region: &Set, chain: &Set| {
        let mut needed = region.iter().filter(|&&at| suicide || board.stone(at).is_none()).peekable();
        needed.peek().is_some() && needed.all(|&at| !beside(board, at).is_disjoint(chain))
    };
    loop {
        let before = (chains.len(), regions.len());
        chains.retain(|chain| regions.iter().filter(|region| is_vital(region, chain)).count() >= 2);
        let stones: Set = chains.iter().flatten().copied().collect();
        let is_own = |at: &Point| board.stone(*at) != Some(color) || stones.contains(at);
        regions.retain(|region| region.iter().all(|&at| beside(board, at).iter().all(is_own)));
        if before == (chains.len(), regions.len()) {
            break;
        }
    }
    let stones: Set = chains.iter().flatten().copied().collect();
    let inner = |region: &Set| region.iter().filter(|&&at| beside(board, at).is_disjoint(&stones)).count();
    let is_territory = |region: &Set| chains.iter().any(|chain| touches(region, chain)) && inner(region) <= 1;
    let territory = regions.into_iter().filter(is_territory).flatten().collect();
    (stones, territory)
}
