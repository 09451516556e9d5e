//! The words of a line: moves, and how a game ends.

use alloc::string::{String, ToString};
use kifu_rules::shogi::Position;
use kifu_shogiban::{Action, Color, Ending, Kind, Move, Square};

/// What a word means in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    Action(Action),
    /// A move that leaves an empty square.
    NoPiece(Square),
    /// Not a move.
    Other,
}

const ENDINGS: [(Ending, &str); 6] = [
    (Ending::Resignation, "resign"),
    (Ending::Repetition, "rep_draw"),
    (Ending::Impasse, "draw"),
    (Ending::TimeUp, "timeout"),
    (Ending::Interruption, "break"),
    (Ending::DeclarationWin, "win"),
];

/// The word of a pass that is written, and other words for it.
pub(crate) const PASS: &str = "0000";
const PASSES: [&str; 4] = [PASS, "none", "null", "pass"];

/// Returns the word of an ending. `None` for endings that USI does not have.
pub(crate) fn ending(ending: Ending) -> Option<&'static str> {
    ENDINGS.iter().find(|row| row.0 == ending).map(|row| row.1)
}

/// Returns the meaning of a word in a position.
pub(crate) fn meaning(word: &str, position: &Position) -> Meaning {
    if let Some((ending, _)) = ENDINGS.iter().find(|row| row.1 == word) {
        return Meaning::Action((*ending).into());
    }
    if PASSES.contains(&word) {
        return Meaning::Action(Action::words(Action::PASS));
    }
    let Some((origin, to, promotes)) = parse(word) else { return Meaning::Other };
    played(origin, to, promotes, position)
}

/// Returns the meaning of a move in a position.
pub(crate) fn played(origin: Origin, to: Square, promotes: bool, position: &Position) -> Meaning {
    let color = position.to_move();
    let played = match origin {
        Origin::Hand(kind) => Move::drop(color, kind, to),
        Origin::Board(from) => match position.piece(from) {
            Some(piece) => Move::new(color, piece.kind, from, to),
            None => return Meaning::NoPiece(from),
        },
    };
    Meaning::Action(if promotes { played.promoting() } else { played }.into())
}

/// Where a move starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Hand(Kind),
    Board(Square),
}

/// Parses a move: `7g7f`, `8h2b+`, `P*5e`.
pub(crate) fn parse(word: &str) -> Option<(Origin, Square, bool)> {
    let mut chars = word.chars();
    let (first, second) = (chars.next()?, chars.next()?);
    let origin = match second {
        '*' => Origin::Hand(Kind::from_sfen_letter(first.to_ascii_uppercase()).filter(|kind| kind.is_droppable())?),
        _ => Origin::Board(square(first, second)?),
    };
    let to = square(chars.next()?, chars.next()?)?;
    let promotes = match chars.as_str() {
        "" => false,
        "+" if matches!(origin, Origin::Board(_)) => true,
        _ => return None,
    };
    Some((origin, to, promotes))
}

/// Returns the word of a move.
pub(crate) fn word(origin: Origin, to: Square, promotes: bool) -> String {
    // The player has no effect on the word, and neither has the kind of a piece on the board.
    let played = match origin {
        Origin::Hand(kind) => Move::drop(Color::Black, kind, to),
        Origin::Board(from) => Move::new(Color::Black, Kind::Pawn, from, to),
    };
    (if promotes { played.promoting() } else { played }).to_usi().to_string()
}

/// Returns the square of a digit and a letter. Other numerals, which `Square` accepts, are none of USI.
fn square(file: char, rank: char) -> Option<Square> {
    (file.is_ascii_digit() && rank.is_ascii_lowercase()).then(|| Square::from_chars(file, rank)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_shogiban::Setup;

    #[test]
    fn words_in_the_even_game() {
        let position = Position::new(&Setup::default());
        let text = |word: &str| match meaning(word, &position) {
            Meaning::Action(action) => alloc::format!("{action}"),
            Meaning::NoPiece(square) => alloc::format!("none on {square}"),
            Meaning::Other => "?".into(),
        };
        for (word, expected) in [
            ("7g7f", "☗７六歩(77)"),
            ("8h2b+", "☗２二角成(88)"),
            ("3c3d", "☗３四歩(33)"),
            ("P*5e", "☗５五歩打"),
            ("p*5e", "☗５五歩打"),
            ("5e5d", "none on ５五"),
            ("resign", "投了"),
            ("win", "入玉勝ち"),
            ("pass", "パス"),
            ("0000", "パス"),
            ("K*5e", "?"),
            ("P*5e+", "?"),
            ("7g7", "?"),
            ("7776", "?"),
            ("7g7f++", "?"),
            ("7G7F", "?"),
            ("", "?"),
        ] {
            assert_eq!(text(word), expected, "{word}");
        }
    }
}
