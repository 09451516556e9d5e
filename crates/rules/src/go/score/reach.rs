//! The points that a player reaches although the opponent answers.
//!
//! A border between two areas often has gaps that no player has filled. A gap in a wall is closed if the owner of the wall can
//! answer a move in it: `X.X` is a gap that the opponent may enter but not pass. The points after it belong to the owner of the
//! wall for judging eyes. They do not count as territory, because the wall is not closed.
//!
//! The walls of two stones or a stone and the edge, and the junctions of three stones, are found by their neighbours alone. The
//! time is linear in the size of the board.

use super::map::{Cell, Map};
use alloc::{vec, vec::Vec};
use kifu_goban::Color;

/// Returns the empty points that `player` reaches from living stones, if the opponent answers in each gap of a wall.
///
/// `fallen` has the colours of the dead stones that were removed.
pub(super) fn reached_by(map: &Map, fallen: &[Option<Color>], player: Color) -> Vec<bool> {
    let own = Cell::Stone(player);
    let is_beside_own = |at: usize| map.beside(at).iter().any(|&beside| map.cell(beside) == own);
    let mut reached = vec![false; map.len()];
    let mut next: Vec<usize> = map.indices().filter(|&at| map.cell(at) == Cell::Empty && is_beside_own(at)).collect();
    for &at in &next {
        reached[at] = true;
    }
    while let Some(at) = next.pop() {
        for beside in map.beside(at) {
            let is_open = fallen[beside] == Some(player) || !is_stopped(map, at, beside, player);
            if map.cell(beside) == Cell::Empty && !reached[beside] && is_open {
                reached[beside] = true;
                next.push(beside);
            }
        }
    }
    reached
}

/// Returns true if the opponent can stop a stone of `player` at `from`, so that `player` does not reach `to` beside it.
pub(super) fn is_stopped(map: &Map, from: usize, to: usize, player: Color) -> bool {
    let wall = player.opponent();
    is_gap(map, from, to, wall) || is_junction(map, from, wall)
}

/// Returns true if `from` is a gap between two stones of `wall`, or a stone and the edge, and a stone of `wall` on `to` closes it.
fn is_gap(map: &Map, from: usize, to: usize, wall: Color) -> bool {
    let stone = Cell::Stone(wall);
    let sides = map.across(from, to).map(|side| map.cell(side));
    let is_closed = sides.iter().all(|&side| side == stone || side == Cell::Border) && sides.contains(&stone);
    // If an opponent's stone is already before the gap, the wall must be two stones thick on one side.
    let is_thick = || map.across(to, from).iter().any(|&side| map.cell(side) == stone);
    is_closed && (is_thick() || map.cell(map.opposite(from, to)) == Cell::Empty)
}

/// Returns true if a stone of `wall` on `at` would join a stone beside it and two stones diagonally opposite, with empty points
/// between them. The opponent can enter the three areas that meet there, but cannot go from one to another.
fn is_junction(map: &Map, at: usize, wall: Color) -> bool {
    let stone = Cell::Stone(wall);
    map.beside(at).into_iter().any(|beside| {
        let opposite = map.opposite(at, beside);
        map.cell(beside) == stone
            && map.cell(opposite) == Cell::Empty
            && map.across(at, beside).iter().all(|&side| map.cell(side) == Cell::Empty)
            && map.across(opposite, at).iter().all(|&corner| map.cell(corner) == stone)
    })
}
