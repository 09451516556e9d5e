use core::fmt;
use kifu_core::Seat;

/// The colour of a stone, and of the player who plays it.
///
/// This enum is exhaustive: go has two colours.
///
/// ```
/// use kifu_goban::Color;
/// assert_eq!(Color::Black.opponent(), Color::White);
/// assert_eq!(Color::White.to_string(), "white");
/// assert_eq!(Color::from_letter('W'), Some(Color::White));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Color {
    /// Black, who usually moves first.
    Black,
    /// White.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Returns the other colour.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the letter of the colour, `B` or `W`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Self::Black => 'B',
            Self::White => 'W',
        }
    }

    /// Returns the colour of a letter, `B` or `W`.
    ///
    /// ```
    /// use kifu_goban::Color;
    /// assert_eq!(Color::from_letter('B'), Some(Color::Black));
    /// assert_eq!(Color::from_letter('b'), None); // lower case is not accepted
    /// ```
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.letter() == letter)
    }

    /// Returns the name of the player, with a capital letter.
    pub(crate) fn player(self) -> &'static str {
        match self {
            Self::Black => "Black",
            Self::White => "White",
        }
    }

    /// Returns the seat of the player of this colour.
    #[must_use]
    pub fn seat(self) -> Seat {
        match self {
            Self::Black => Seat::First,
            Self::White => Seat::Second,
        }
    }

    /// Returns the colour of the player on `seat`.
    ///
    /// ```
    /// use kifu_core::Seat;
    /// use kifu_goban::Color;
    /// assert_eq!(Color::of_seat(&Seat::First), Some(Color::Black));
    /// assert_eq!(Color::of_seat(&Seat::Other("red".into())), None);
    /// ```
    #[must_use]
    pub fn of_seat(seat: &Seat) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.seat() == *seat)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}
