//! The text of a move: `７六歩(77)` in KIF, `▲同　銀左引不成` in KI2.

use crate::document::{trim, trim_start};
use alloc::{format, string::String};
use kifu_rules::shogi::{Position, Relative};
use kifu_shogiban::{Color, Kind, Move, Square};

/// The text of a move. KIF states the origin, KI2 words that tell pieces apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveText {
    /// The player, if there is a mark.
    pub(crate) color: Option<Color>,
    /// The square, or `None` for 同, the square of the last move.
    pub(crate) to: Option<Square>,
    pub(crate) kind: Kind,
    pub(crate) relative: Relative,
    pub(crate) promotes: bool,
    pub(crate) origin: Origin,
}

/// Where the piece comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Unstated,
    Hand,
    Square(Square),
}

/// Parses a move of KIF or KI2. `None` if it is none.
pub(crate) fn parse(text: &str) -> Option<MoveText> {
    let mut chars = text.chars();
    let color = chars.clone().next().and_then(Color::from_mark);
    if color.is_some() {
        chars.next();
    }
    let first = chars.next()?;
    let to = match first {
        '同' => None,
        _ => Some(Square::from_chars(first, chars.next()?)?),
    };
    let (kind, rest) = Kind::split_name(trim_start(chars.as_str()))?;
    let rest = trim_start(rest);
    let words = rest.len() - rest.trim_start_matches(is_relative).len();
    let (words, rest) = rest.split_at(words);
    let (promotes, rest) = match (rest.strip_prefix('成'), rest.strip_prefix("不成")) {
        (Some(rest), _) => (true, rest),
        (_, Some(rest)) => (false, rest),
        _ => (false, rest),
    };
    let relative = Relative::from_text(words)?;
    let (origin, rest) = match rest.strip_prefix('打') {
        Some(rest) => (Origin::Hand, rest),
        None => (Origin::Unstated, rest),
    };
    let rest = trim(rest);
    // Some files have the promotion after the square.
    let behind_square = if rest.ends_with(')') { None } else { rest.split_once(')') };
    let (promotes, rest) = match behind_square.map(|(square, behind)| (square, trim(behind))) {
        Some((square, "成")) if !promotes => (true, &rest[..=square.len()]),
        Some((square, "不成")) if !promotes => (false, &rest[..=square.len()]),
        _ => (promotes, rest),
    };
    let origin = match rest.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some("00") => Origin::Hand,
        Some(square) if origin == Origin::Unstated => Origin::Square(digits(square)?),
        None if rest.is_empty() => origin,
        _ => return None,
    };
    Some(MoveText { color, to, kind, relative, promotes, origin })
}

/// Returns true for the characters of words such as 左.
pub(crate) fn is_relative(c: char) -> bool {
    matches!(c, '左' | '直' | '右' | '上' | '行' | '入' | '寄' | '引' | '下')
}

/// Returns the square of two digits; the rank is a digit too.
fn digits(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Square::new(file - b'0', rank - b'0'),
        _ => None,
    }
}

/// Returns the square to which a move goes, or 同 if the last move went there.
fn destination(played: Move, last_to: Option<Square>) -> String {
    if last_to == Some(played.to) { "同　".into() } else { format!("{}", played.to) }
}

/// Returns a move of KIF: `７六歩(77)`.
pub(crate) fn kif(played: Move, last_to: Option<Square>) -> String {
    let promotes = if played.promotes { "成" } else { "" };
    let to = destination(played, last_to);
    match played.from.map(Square::digits) {
        Some((file, rank)) => format!("{to}{}{promotes}({file}{rank})", played.kind),
        None => format!("{to}{}{promotes}打", played.kind),
    }
}

/// Returns a move of KI2: `▲同　銀左`.
pub(crate) fn ki2(played: Move, last_to: Option<Square>, position: &Position) -> String {
    format!("{}{}", played.color.triangle(), position.move_text(&played, last_to))
}
