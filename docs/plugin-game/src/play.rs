//! The rules of play: the stones on the board, the player to move, and illegal moves.

use crate::{Gomoku, Point, Terms};
use kifu_core::{CodeInfo, CodePages, Parsed, Seat};
use kifu_rules::{Judge, Play};

/// A stone on an occupied point.
static OCCUPIED: CodeInfo = CodePages::new(include_str!("codes.md")).info("gomoku/occupied");

impl Play for Gomoku {
    /// The stones, in the order of play.
    type Position = Vec<Point>;
    type Undo = ();

    fn start((): &()) -> Vec<Point> {
        Vec::new()
    }

    fn play_unchecked(stones: &mut Vec<Point>, stone: &Point) {
        stones.push(*stone);
    }

    fn undo(stones: &mut Vec<Point>, (): ()) {
        stones.pop();
    }

    fn to_move(stones: &Vec<Point>) -> Seat {
        if stones.len().is_multiple_of(2) { Seat::First } else { Seat::Second }
    }
}

impl Judge for Gomoku {
    type Rules = ();
    type History = ();
    type Fault = String;

    fn rules(_: &Terms) -> Option<Parsed<()>> {
        Some(Parsed::Value(())) // all rules require an empty point
    }

    fn judge(stones: &Vec<Point>, (): &(), (): &(), stone: &Point) -> Result<(), String> {
        if stones.contains(stone) { Err(format!("{stone} is occupied")) } else { Ok(()) }
    }

    fn code(_: &String) -> &'static CodeInfo {
        &OCCUPIED
    }

    fn codes() -> &'static [CodeInfo] {
        std::slice::from_ref(&OCCUPIED)
    }
}
