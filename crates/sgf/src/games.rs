//! The games that SGF defines, by their GM numbers.
//!
//! ```
//! use kifu_sgf::{Document, games};
//! let document = Document::parse("(;GM[11]SZ[11])");
//! let number = document.games().next().unwrap().game_type();
//! assert_eq!(games::name(number), Some("hex"));
//! ```

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
    let text = crate::value::simple_text(raw);
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
    let text = crate::value::simple_text(raw);
    let text = text.trim().to_ascii_lowercase();
    text.bytes().all(|b| b.is_ascii_digit()) || number_of_name(&text).is_some()
}

fn number_of_name(name: &str) -> Option<u8> {
    match name {
        "" | "go" | "game of go" | "weiqi" | "baduk" | "igo" => Some(1),
        _ => GAMES.iter().find(|game| game.1 == name).map(|game| game.0),
    }
}
