use core::fmt;
use kifu_core::Seat;

/// The colour of a player: Black (先手, or 下手 in a handicap game) sits below the diagram, White (後手, 上手) above it.
///
/// This enum is exhaustive: shogi has two players. Black's seat is [`Seat::First`], also in handicap games, where White moves first.
///
/// ```
/// use kifu_core::Seat;
/// use kifu_shogiban::Color;
/// assert_eq!(Color::Black.opponent(), Color::White);
/// assert_eq!(Color::White.seat(), Seat::Second);
/// assert_eq!(Color::Black.to_string(), "black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Color {
    /// 先手 or 下手, whose pieces move towards rank 一.
    Black,
    /// 後手 or 上手, whose pieces move towards rank 九.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Self; 2] = [Self::Black, Self::White];

    /// Returns the other colour.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }

    /// Returns the seat of the player.
    #[must_use]
    pub const fn seat(self) -> Seat {
        match self {
            Self::Black => Seat::First,
            Self::White => Seat::Second,
        }
    }

    /// Returns the colour of a seat; `None` for seats that shogi does not have.
    ///
    /// ```
    /// use kifu_core::Seat;
    /// use kifu_shogiban::Color;
    /// assert_eq!(Color::from_seat(&Seat::Second), Some(Color::White));
    /// assert_eq!(Color::from_seat(&Seat::Other("referee".into())), None);
    /// ```
    #[must_use]
    pub fn from_seat(seat: &Seat) -> Option<Self> {
        Self::ALL.into_iter().find(|color| color.seat() == *seat)
    }

    /// Returns the mark before a move, `☗` or `☖`. Shift_JIS lacks these characters; [`triangle`](Self::triangle) is for it.
    #[must_use]
    pub const fn mark(self) -> char {
        match self {
            Self::Black => '☗',
            Self::White => '☖',
        }
    }

    /// Returns the mark before a move as a triangle, `▲` or `△`.
    #[must_use]
    pub const fn triangle(self) -> char {
        match self {
            Self::Black => '▲',
            Self::White => '△',
        }
    }

    /// Returns the colour of a mark: `▲`, `☗` and `▼` are Black, `△`, `☖` and `▽` are White.
    #[must_use]
    pub const fn from_mark(mark: char) -> Option<Self> {
        match mark {
            '▲' | '☗' | '▼' => Some(Self::Black),
            '△' | '☖' | '▽' => Some(Self::White),
            _ => None,
        }
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
