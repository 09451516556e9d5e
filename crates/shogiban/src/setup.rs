//! A position from which a game starts.

use crate::{Color, Hand, Handicap, Kind, Move, Piece, Square};
use core::fmt;

/// The pieces on the board.
///
/// ```
/// use kifu_shogiban::{Board, Color, Kind, Piece, Square};
/// let mut board = Board::EMPTY;
/// let square = Square::new(5, 1).unwrap();
/// board.set(square, Some(Piece::new(Color::White, Kind::King)));
/// assert_eq!(board.get(square).map(|piece| piece.kind), Some(Kind::King));
/// assert_eq!(board.pieces().count(), 1);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board([Option<Piece>; Square::COUNT]);

impl Board {
    /// The board without pieces.
    pub const EMPTY: Self = Self([None; Square::COUNT]);

    /// Returns the piece on a square.
    #[must_use]
    pub const fn get(&self, square: Square) -> Option<Piece> {
        self.0[square.index()]
    }

    /// Sets or removes the piece on a square, and returns the piece that was there.
    pub const fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        core::mem::replace(&mut self.0[square.index()], piece)
    }

    /// Moves the piece that a move names to its square, without any check. A drop sets it there.
    pub fn play_unchecked(&mut self, played: Move) {
        if let Some(from) = played.from {
            self.set(from, None);
        }
        self.set(played.to, Some(Piece::new(played.color, played.kind_after())));
    }

    /// Returns the pieces with their squares, file by file from the right.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        Square::all().filter_map(|square| Some((square, self.get(square)?)))
    }

    /// Returns the squares of a rank, as a diagram shows them: from file 9 to file 1.
    ///
    /// # Panics
    /// Panics if `rank` is not from 1 to 9.
    #[must_use]
    pub fn rank(&self, rank: u8) -> [Option<Piece>; 9] {
        assert!(matches!(rank, 1..=9), "a rank is from 1 to 9, not {rank}");
        core::array::from_fn(|n| self.0[(8 - n) * 9 + usize::from(rank) - 1])
    }
}

impl Default for Board {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::sfen::write_board(f, self)
    }
}

/// The position at the start of a game: any pieces on the board and in hand, and the player to move. It may lack a king, or have more
/// pieces than a set, as tsume problems do.
///
/// The default is the even game (平手). The written form is SFEN.
///
/// ```
/// use kifu_shogiban::{Color, Handicap, Setup};
/// let start = Setup::default();
/// assert_eq!(start.to_string(), "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
/// assert_eq!(start.handicap(), Some(Handicap::Even));
/// let tsume: Setup = "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1".parse().unwrap();
/// assert_eq!((tsume.to_move, tsume.handicap()), (Color::Black, None));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Setup {
    /// The pieces on the board.
    pub board: Board,
    hands: [Hand; 2],
    /// The player who moves first.
    pub to_move: Color,
    /// The number of moves that were played before this position: 0 for the start of a game. SFEN counts from 1.
    pub moves_before: u32,
}

impl Setup {
    /// Returns the position with these pieces on the board, none in hand, and Black to move.
    #[must_use]
    pub const fn new(board: Board) -> Self {
        Self { board, hands: [Hand::EMPTY; 2], to_move: Color::Black, moves_before: 0 }
    }

    /// Returns the pieces that a player has in hand.
    #[must_use]
    pub const fn hand(&self, color: Color) -> &Hand {
        &self.hands[color as usize]
    }

    /// Returns the pieces that a player has in hand, to change them.
    pub const fn hand_mut(&mut self, color: Color) -> &mut Hand {
        &mut self.hands[color as usize]
    }

    /// Returns the handicap that starts from this position: the board, the pieces in hand, and the player to move agree.
    #[must_use]
    pub fn handicap(&self) -> Option<Handicap> {
        Handicap::ALL.into_iter().find(|handicap| self.board == *handicap.board() && *self == handicap.setup())
    }

    /// Returns true if White lacks pieces and moves first, so that the players are usually called 下手 and 上手.
    ///
    /// ```
    /// use kifu_shogiban::{Handicap, Setup};
    /// assert!(Handicap::NakedKing.setup().has_handicap() && !Setup::default().has_handicap());
    /// ```
    #[must_use]
    pub fn has_handicap(&self) -> bool {
        self.handicap().is_some_and(|handicap| handicap.first_to_move() == Color::White)
    }

    /// Returns how many pieces of an unpromoted kind there are on the board and in hand, promoted ones included.
    #[must_use]
    pub fn count(&self, kind: Kind) -> u32 {
        let on_board = self.board.pieces().filter(|(_, piece)| piece.kind.unpromoted() == kind).count();
        on_board as u32 + self.hands.iter().map(|hand| u32::from(hand.count(kind))).sum::<u32>()
    }

    /// Returns the kinds with more pieces than a set has, kings too. Fewer are usual in tsume problems.
    ///
    /// ```
    /// use kifu_shogiban::Setup;
    /// let start: Setup = "4k4/9/9/9/4R4/9/9/9/4K4 b 2R 1".parse().unwrap();
    /// let found: Vec<String> = start.surplus().map(|surplus| surplus.to_string()).collect();
    /// assert_eq!(found, ["the position has 3 飛, but a set has 2"]);
    /// assert_eq!(Setup::default().surplus().count(), 0);
    /// ```
    pub fn surplus(&self) -> impl Iterator<Item = Surplus> {
        let mut on_board = [0; Kind::ALL.len()];
        for (_, piece) in self.board.pieces() {
            on_board[piece.kind.unpromoted() as usize] += 1;
        }
        let kinds = Kind::IN_HAND.into_iter().chain([Kind::King]);
        kinds.filter_map(move |kind| {
            let in_hands = self.hands.iter().map(|hand| u32::from(hand.count(kind))).sum::<u32>();
            let (count, of_set) = (on_board[kind as usize] + in_hands, kind.set_size());
            (count > of_set.into()).then_some(Surplus { kind, count, of_set })
        })
    }

    /// Returns the pieces of a whole set that are neither on the board nor in any hand: what White has in hand in most tsume problems.
    ///
    /// ```
    /// use kifu_shogiban::{Handicap, Kind};
    /// let missing = Handicap::TwoPieces.setup().missing();
    /// assert_eq!(missing.iter().collect::<Vec<_>>(), [(Kind::Rook, 1), (Kind::Bishop, 1)]);
    /// ```
    #[must_use]
    pub fn missing(&self) -> Hand {
        let mut missing = Hand::EMPTY;
        for kind in Kind::IN_HAND {
            let count = u32::from(kind.set_size()).saturating_sub(self.count(kind));
            missing.add(kind, count as u8);
        }
        missing
    }
}

/// A kind with more pieces in a position than in a set. It is displayed as a sentence.
///
/// ```
/// use kifu_shogiban::{Kind, Setup};
/// let start: Setup = "4k4/9/4k4/9/9/9/9/9/4K4 b - 1".parse().unwrap();
/// let surplus = start.surplus().next().unwrap();
/// assert_eq!((surplus.kind, surplus.count, surplus.of_set), (Kind::King, 3, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Surplus {
    /// The kind, unpromoted.
    pub kind: Kind,
    /// The number of pieces on the board and in hand, promoted ones included.
    pub count: u32,
    /// The number of pieces in a set.
    pub of_set: u8,
}

impl fmt::Display for Surplus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the position has {} {}, but a set has {}", self.count, self.kind, self.of_set)
    }
}

impl Default for Setup {
    fn default() -> Self {
        Handicap::Even.setup()
    }
}

impl fmt::Debug for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
