//! Which squares a piece reaches, and from which squares a piece reaches a square.

use super::Position;
use kifu_shogiban::{Color, Kind, Piece, Square};

/// A step of Black's piece: files to the left, and ranks down. White's steps are the opposite.
type Step = (i8, i8);

const GOLD: &[Step] = &[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)];
const DIAGONAL: &[Step] = &[(-1, -1), (1, -1), (-1, 1), (1, 1)];
const STRAIGHT: &[Step] = &[(0, -1), (-1, 0), (1, 0), (0, 1)];

/// Returns the single steps of a piece, and its directions of any distance.
const fn movement(kind: Kind) -> (&'static [Step], &'static [Step]) {
    match kind {
        Kind::Pawn => (&[(0, -1)], &[]),
        Kind::Lance => (&[], &[(0, -1)]),
        Kind::Knight => (&[(-1, -2), (1, -2)], &[]),
        Kind::Silver => (&[(0, -1), (-1, -1), (1, -1), (-1, 1), (1, 1)], &[]),
        Kind::Gold | Kind::Tokin | Kind::PromotedLance | Kind::PromotedKnight | Kind::PromotedSilver => (GOLD, &[]),
        Kind::Bishop => (&[], DIAGONAL),
        Kind::Rook => (&[], STRAIGHT),
        Kind::King => (&[(0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1), (-1, 1), (1, 1)], &[]),
        Kind::Horse => (STRAIGHT, DIAGONAL),
        Kind::Dragon => (DIAGONAL, STRAIGHT),
    }
}

/// The squares from which pieces reach a square: at most eight.
///
/// ```
/// use kifu_rules::shogi::Position;
/// use kifu_shogiban::{Color, Kind, Setup};
/// let position = Position::new(&Setup::default());
/// let golds = position.origins(Color::Black, Kind::Gold, "58".parse()?);
/// assert_eq!(golds.iter().map(|square| square.to_string()).collect::<Vec<_>>(), ["６九", "４九"]);
/// # Ok::<(), kifu_shogiban::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Origins {
    squares: [Option<Square>; 8],
    len: usize,
}

impl Origins {
    fn push(&mut self, square: Square) {
        self.squares[self.len] = Some(square);
        self.len += 1;
    }

    /// Returns the squares.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Square> + Clone {
        self.squares[..self.len].iter().copied().flatten()
    }

    /// Returns the number of squares.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns true if there are none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the square, if there is only one.
    #[must_use]
    pub fn only(&self) -> Option<Square> {
        if self.len == 1 { self.squares[0] } else { None }
    }

    /// Returns the squares that a condition keeps.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Color, Kind, Setup};
    /// let position = Position::new(&Setup::default());
    /// let golds = position.origins(Color::Black, Kind::Gold, "58".parse()?);
    /// assert_eq!(golds.filter(|square| square.file() > 5).only(), Some("69".parse()?));
    /// # Ok::<(), kifu_shogiban::ParseSquareError>(())
    /// ```
    #[must_use]
    pub fn filter(&self, keep: impl Fn(Square) -> bool) -> Self {
        let mut kept = Self::default();
        self.iter().filter(|square| keep(*square)).for_each(|square| kept.push(square));
        kept
    }
}

impl Position {
    /// Returns the squares from which pieces of a player and a kind reach a square. Other pieces block the way; a piece counts also if it
    /// may not move because its king would be in check. What stands on the square does not matter.
    #[must_use]
    pub fn origins(&self, color: Color, kind: Kind, to: Square) -> Origins {
        let mut origins = Origins::default();
        let wanted = Some(Piece::new(color, kind));
        let (steps, directions) = movement(kind);
        // From the square, the piece is found in the opposite direction of its steps.
        let sign = match color {
            Color::Black => -1,
            Color::White => 1,
        };
        for (files, ranks) in steps {
            if let Some(square) = to.offset(sign * files, sign * ranks)
                && self.piece(square) == wanted
            {
                origins.push(square);
            }
        }
        for (files, ranks) in directions {
            let mut at = to;
            while let Some(square) = at.offset(sign * files, sign * ranks) {
                let piece = self.piece(square);
                if piece == wanted {
                    origins.push(square);
                }
                if piece.is_some() {
                    break;
                }
                at = square;
            }
        }
        origins
    }

    /// Returns true if a player's piece reaches a square.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Color, Setup};
    /// let position = Position::new(&Setup::default());
    /// assert!(position.is_attacked("78".parse()?, Color::Black));
    /// assert!(!position.is_attacked("55".parse()?, Color::Black));
    /// # Ok::<(), kifu_shogiban::ParseSquareError>(())
    /// ```
    #[must_use]
    pub fn is_attacked(&self, square: Square, by: Color) -> bool {
        Kind::ALL.into_iter().any(|kind| !self.origins(by, kind, square).is_empty())
    }

    /// Returns true if a king of the player can be captured in the next move. A player without a king is never in check.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Color, Setup};
    /// let position = Position::new(&"4k4/9/9/9/4R4/9/9/9/4K4 w - 1".parse::<Setup>()?);
    /// assert!(position.is_in_check(Color::White));
    /// assert!(!position.is_in_check(Color::Black));
    /// # Ok::<(), kifu_shogiban::ParseSfenError>(())
    /// ```
    #[must_use]
    pub fn is_in_check(&self, color: Color) -> bool {
        let king = Some(Piece::new(color, Kind::King));
        let mut kings = Square::all().filter(|square| self.piece(*square) == king);
        kings.any(|square| self.is_attacked(square, color.opponent()))
    }
}
