//! The games that SGF defines, by their GM numbers.
//!
//! ```
//! use kifu_sgf::{Document, games};
//! let document = Document::parse("(;GM[11]SZ[11])");
//! let number = document.games().next().unwrap().game_type();
//! assert_eq!(games::name(number), Some("hex"));
//! ```
//!
//! Each module has the type of a move of one game. Its text is the value of B and W, and `Display` and `FromStr` agree.
//!
//! ```
//! use kifu_sgf::games::{amazons, backgammon, hex};
//! assert_eq!("b4".parse::<hex::Move>()?.to_string(), "b4");
//! assert_eq!("31hefe".parse::<backgammon::Move>()?.to_string(), "31hefe");
//! assert_eq!("djddgd".parse::<amazons::Move>()?.to_string(), "djddgd");
//! # Ok::<(), kifu_sgf::games::ParseNotationError>(())
//! ```

use crate::value::{Meaning, simple_text};
use alloc::{
    format,
    string::{String, ToString},
};
use core::{fmt::Display, str::FromStr};
use kifu_goban::Point;

pub mod amazons;
pub mod backgammon;
pub mod gomoku;
pub mod hex;
pub mod loa;
pub mod octi;
pub mod othello;

/// The error for a text that is not a move, a point or a stone of a game.
///
/// ```
/// use kifu_sgf::games::{ParseNotationError, hex};
/// let refused: ParseNotationError = "4b".parse::<hex::Move>().unwrap_err();
/// assert_eq!(refused.to_string(), "not a move of hex, such as b4 or swap-pieces");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not {wanted}")]
pub struct ParseNotationError {
    wanted: &'static str,
}

impl ParseNotationError {
    const fn new(wanted: &'static str) -> Self {
        Self { wanted }
    }
}

/// A move, a point or a stone of a game.
pub(crate) trait Notation: FromStr + Display {
    /// What a value should be: `a move of hex, such as b4`.
    const WANTED: &'static str;

    /// Returns true if all points are on a board of this size, or if the game has only one board.
    fn is_on_board(&self, _columns: u32, _rows: u32) -> bool {
        true
    }

    /// Returns advice about a common text that has no certain meaning.
    fn help(_text: &str) -> Option<&'static str> {
        None
    }

    /// Changes the spelling of a text so that it may be valid, without changing its meaning.
    fn standard(text: &str) -> String {
        text.into()
    }
}

impl Notation for Point {
    const WANTED: &'static str = "a point in SGF letters, such as dd";

    fn is_on_board(&self, columns: u32, rows: u32) -> bool {
        u32::from(self.x()) < columns && u32::from(self.y()) < rows
    }
}

/// Parses the size of a board of a game other than go: columns and rows, at least one each. `n:n` and `11x11` are loose.
pub(crate) fn board_size(raw: &str) -> Meaning<(u32, u32)> {
    let text = simple_text(raw);
    let trimmed = text.trim();
    let side = |part: &str| whole(part.trim()).map(u32::from);
    if let Some(side) = side(trimmed) {
        return Meaning::of(Some((side, side)), trimmed == raw, |(side, _)| side.to_string());
    }
    let parts = trimmed.split_once(':').or_else(|| trimmed.split_once(['x', 'X', '×', '*']));
    let size = parts.and_then(|(columns, rows)| Some((side(columns)?, side(rows)?)));
    let written = |&(columns, rows): &(u32, u32)| match columns == rows {
        true => columns.to_string(),
        false => format!("{columns}:{rows}"),
    };
    let is_exact = size.as_ref().is_some_and(|size| written(size) == raw);
    Meaning::of(size, is_exact, written)
}

/// Returns the side of the board of a game that does not state it.
pub(crate) fn usual_size(number: u8) -> Option<u32> {
    match number {
        2 | 3 | 9 => Some(8),
        4 => Some(15),
        11 => Some(11),
        18 => Some(10),
        _ => None,
    }
}

/// Returns true for a result of backgammon that states the points lost by a resignation: `B+6R`.
pub(crate) fn is_backgammon_resignation(raw: &str) -> bool {
    let how = raw.strip_prefix("B+").or_else(|| raw.strip_prefix("W+"));
    let points = how.and_then(|how| how.strip_suffix("Resign").or_else(|| how.strip_suffix('R')));
    points.and_then(whole).is_some()
}

/// Returns the value of a pass, which is empty, for the words that some programs write instead.
fn without_word_for_pass(text: &str) -> String {
    if text == "--" || text.eq_ignore_ascii_case("pass") { String::new() } else { text.into() }
}

/// Parses a number from 1 without signs, spaces or leading zeros.
fn whole(digits: &str) -> Option<u16> {
    let is_plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
    digits.parse().ok().filter(|_| is_plain)
}

/// The numbers and names of the games that GM can have.
///
/// ```
/// use kifu_sgf::games::GAMES;
/// assert_eq!((GAMES[0], GAMES[7]), ((1, "go"), (8, "shogi")));
/// ```
pub const GAMES: [(u8, &str); 20] = [
    (1, "go"),
    (2, "othello"),
    (3, "chess"),
    (4, "gomoku or renju"),
    (5, "nine men's morris"),
    (6, "backgammon"),
    (7, "chinese chess"),
    (8, "shogi"),
    (9, "lines of action"),
    (10, "ataxx"),
    (11, "hex"),
    (12, "jungle"),
    (13, "neutron"),
    (14, "philosopher's football"),
    (15, "quadrature"),
    (16, "trax"),
    (17, "tantrix"),
    (18, "amazons"),
    (19, "octi"),
    (20, "gess"),
];

/// Returns the name of a game.
///
/// ```
/// assert_eq!(kifu_sgf::games::name(11), Some("hex"));
/// ```
#[must_use]
pub fn name(number: u8) -> Option<&'static str> {
    GAMES.iter().find(|game| game.0 == number).map(|game| game.1)
}

/// Returns the number that a value of GM states. Some files have a name instead, such as `Go`. If the value has lost its
/// bracket and contains text that follows it, the number is at its start: `1FF[4`.
pub(crate) fn number(raw: &str) -> Option<u8> {
    let text = simple_text(raw);
    let text = text.trim().to_ascii_lowercase();
    if let Some(number) = number_of_name(&text) {
        return Some(number);
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let name = text.split(['[', ';', '(', ':']).next().unwrap_or_default().trim();
    text[..digits].parse().ok().or_else(|| number_of_name(name).filter(|_| !name.is_empty()))
}

/// Returns true if a value of GM is a number or the name of a game, and nothing else.
pub(crate) fn is_plain(raw: &str) -> bool {
    let text = simple_text(raw);
    let text = text.trim().to_ascii_lowercase();
    text.bytes().all(|b| b.is_ascii_digit()) || number_of_name(&text).is_some()
}

fn number_of_name(name: &str) -> Option<u8> {
    match name {
        "" | "go" | "game of go" | "weiqi" | "baduk" | "igo" => Some(1),
        _ => GAMES.iter().find(|game| game.1 == name).map(|game| game.0),
    }
}
