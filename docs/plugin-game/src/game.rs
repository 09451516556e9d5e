//! The game: the parts of its records that are specific to gomoku.

use kifu_core::{Game, NamedValue, Outcome, Record, Seat};
use std::{borrow::Cow, fmt};

/// The game of gomoku: Black and White alternately set stones on a board of 15×15 points, which is empty at the start.
///
/// ```
/// use kifu_core::{Game, Seat};
/// use kifu_gomoku::{Gomoku, Terms};
/// assert_eq!(Gomoku::seat_name(&Seat::First, &Terms::default()), "black");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gomoku;

/// The terms of a game.
///
/// ```
/// use kifu_core::{Game, NamedValue, Record};
/// use kifu_gomoku::{Gomoku, Terms};
/// let mut record: Record<Gomoku> = Record::default();
/// record.terms = Terms { rules: "renju".into() };
/// assert_eq!(Gomoku::facts(&record), [NamedValue::new("rules", "renju")]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Terms {
    /// The name of the rules: `freestyle`, `renju`.
    pub rules: String,
}

/// A point of the board, and a stone on it. The colour of the stone follows from its number.
///
/// ```
/// use kifu_gomoku::Point;
/// assert_eq!(Point::new(7, 7).unwrap().to_string(), "h8");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(u8, u8);

impl Point {
    /// Returns the point in this column and row, both counted from 0; `None` outside of the board.
    ///
    /// ```
    /// use kifu_gomoku::Point;
    /// assert_eq!(Point::new(7, 7), Point::from_text("h8"));
    /// assert_eq!(Point::new(15, 0), None);
    /// ```
    #[must_use]
    pub fn new(column: u8, row: u8) -> Option<Self> {
        (column < 15 && row < 15).then_some(Self(column, row))
    }

    /// Parses a point such as `h8`, in upper or lower case.
    ///
    /// ```
    /// use kifu_gomoku::Point;
    /// assert_eq!(Point::from_text("O15"), Point::new(14, 14));
    /// assert_eq!(Point::from_text("o16"), None);
    /// ```
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        let (column, row) = text.split_at_checked(1)?;
        let column = column.as_bytes()[0].to_ascii_lowercase().checked_sub(b'a')?;
        let point = Self::new(column, row.parse::<u8>().ok()?.checked_sub(1)?)?;
        // A row has no sign and no leading zero.
        row.starts_with(|c| matches!(c, '1'..='9')).then_some(point)
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.0), self.1 + 1)
    }
}

impl Game for Gomoku {
    const NAME: &'static str = "gomoku";
    type Terms = Terms;
    type Setup = ();
    type Action = Point;
    type Mark = Point;

    fn seat_name<'a>(seat: &'a Seat, _: &Terms) -> Cow<'a, str> {
        match seat {
            Seat::First => Cow::Borrowed("black"),
            Seat::Second => Cow::Borrowed("white"),
            Seat::Other(name) => Cow::Borrowed(name),
        }
    }

    fn facts(record: &Record<Self>) -> Vec<NamedValue> {
        let rules = &record.terms.rules;
        (!rules.is_empty()).then(|| NamedValue::new("rules", rules)).into_iter().collect()
    }

    fn terms_text(terms: &Terms) -> String {
        terms.rules.clone()
    }

    /// Returns a text such as `black wins by resignation`: the neutral text with the names of the seats.
    fn outcome_text(outcome: &Outcome) -> String {
        let text = outcome.to_string();
        match outcome.winner() {
            Some(Seat::First) => text.replacen("first", "black", 1),
            Some(Seat::Second) => text.replacen("second", "white", 1),
            _ => text,
        }
    }
}
