use super::{Squares, tables};
use core::fmt;
use kifu_shogiban::{Board, Color, Hand, Kind, Move, Piece, Setup, Square};

/// A position of shogi: the board, both hands and the side to move.
///
/// Playing and undoing a move take constant time and allocate no memory. Two positions are equal if their boards, hands and sides to
/// move are; the number of moves does not matter.
///
/// ```
/// use kifu_rules::shogi::Position;
/// use kifu_shogiban::{Color, Kind, Move, Setup};
/// let mut position = Position::new(&Setup::default());
/// let start = position.clone();
/// let moves = ["☗７六歩(77)", "☖３四歩(33)", "☗２二角成(88)"].map(|text| text.parse::<Move>().unwrap());
/// let undos = moves.map(|played| position.play_unchecked(played));
/// assert_eq!(position.hand(Color::Black).count(Kind::Bishop), 1);
/// assert_eq!(position.setup().to_string(), "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
/// for undo in undos.into_iter().rev() {
///     position.undo(undo);
/// }
/// assert_eq!(position, start);
/// ```
#[derive(Clone)]
pub struct Position {
    board: Board,
    hands: [Hand; 2],
    to_move: Color,
    /// The number of moves before the position.
    moves: u32,
    /// The squares with pieces of a colour.
    by_color: [u128; 2],
    /// The squares with pieces of a kind, of both colours.
    by_kind: [u128; 14],
}

/// The changes that an action made to a [`Position`].
///
/// ```
/// use kifu_rules::shogi::{Position, Undo};
/// use kifu_shogiban::{Move, Setup};
/// let mut position = Position::new(&Setup::default());
/// let undo: Undo = position.play_unchecked("☗７六歩(77)".parse().unwrap());
/// position.undo(undo);
/// assert_eq!(position, Position::new(&Setup::default()));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    to_move: Color,
    moves: u32,
    /// The player whose hand changed, and the hand before.
    hand: (Color, Hand),
    /// The square that the piece left, as it was before. `None` for a drop, or if the board did not change.
    left: Option<Place>,
    /// The target, as it was after the piece had left. `None` if the board did not change.
    target: Option<Place>,
}

/// A square with the piece on it.
#[derive(Clone, Copy, Debug)]
struct Place {
    square: Square,
    piece: Option<Piece>,
}

impl Position {
    /// Returns the position at the start of a game.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Color, Handicap};
    /// let setup = Handicap::Rook.setup();
    /// let position = Position::new(&setup);
    /// assert_eq!(position.to_move(), Color::White);
    /// assert_eq!(position.setup(), setup);
    /// ```
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let hands = Color::ALL.map(|color| *setup.hand(color));
        let mut position = Self {
            board: Board::EMPTY,
            hands,
            to_move: setup.to_move,
            moves: setup.moves_before,
            by_color: [0; 2],
            by_kind: [0; 14],
        };
        for (square, piece) in setup.board.pieces() {
            position.set(square, Some(piece));
        }
        position
    }

    /// Returns the position as a start of a game. `moves_before` counts the moves that were played.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::new(self.board);
        for color in Color::ALL {
            *setup.hand_mut(color) = self.hands[color as usize];
        }
        (setup.to_move, setup.moves_before) = (self.to_move, self.moves);
        setup
    }

    /// Returns the pieces on the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the piece on a square.
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        self.board.get(square)
    }

    /// Returns the pieces that a player has in hand.
    #[must_use]
    pub const fn hand(&self, color: Color) -> &Hand {
        &self.hands[color as usize]
    }

    /// Returns the player whose turn it is.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns the squares with pieces of a player and kind.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Color, Kind, Setup};
    /// let position = Position::new(&Setup::default());
    /// assert_eq!(position.pieces(Color::Black, Kind::Pawn).len(), 9);
    /// ```
    #[must_use]
    pub fn pieces(&self, color: Color, kind: Kind) -> Squares {
        Squares(self.by_color[color as usize] & self.by_kind[kind as usize])
    }

    /// Returns the squares with any piece.
    pub(super) fn occupied(&self) -> u128 {
        self.by_color[0] | self.by_color[1]
    }

    /// Returns the squares from which a piece of this player and kind reaches the target. The kind is that before the move: a promoted
    /// piece is another kind than an unpromoted one.
    ///
    /// Pieces in the way count; whether the own king is in check, what is on the target and whose turn it is do not. The time is
    /// constant.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Color, Kind, Setup, Square};
    /// let position = Position::new(&Setup::default());
    /// let square = |text: &str| text.parse::<Square>().unwrap();
    /// assert!(position.origins(Color::Black, Kind::Gold, square("58")).iter().eq([square("49"), square("69")]));
    /// assert!(position.origins(Color::Black, Kind::Bishop, square("55")).is_empty()); // the pawn on 77 is in the way
    /// ```
    #[must_use]
    #[inline]
    pub fn origins(&self, color: Color, kind: Kind, to: Square) -> Squares {
        Squares(tables::origins(self.pieces(color, kind).0, self.occupied(), color, kind, to))
    }

    /// Returns true if a king of the player can be captured. Without a king the answer is false.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Color, Setup};
    /// let setup: Setup = "4k4/9/4L4/9/9/9/9/9/4K4 w - 1".parse().unwrap();
    /// let position = Position::new(&setup);
    /// assert!(position.is_in_check(Color::White) && !position.is_in_check(Color::Black));
    /// ```
    #[must_use]
    pub fn is_in_check(&self, color: Color) -> bool {
        let attacker = color.opponent();
        let is_attacked = |king| Kind::ALL.into_iter().any(|kind| !self.origins(attacker, kind, king).is_empty());
        self.pieces(color, Kind::King).iter().any(is_attacked)
    }

    /// Returns true if a king of the player can be captured after this move.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::Setup;
    /// let setup: Setup = "4r4/9/9/9/9/9/9/4G4/4K4 b - 1".parse().unwrap();
    /// let position = Position::new(&setup);
    /// assert!(position.exposes_king("☗６八金(58)".parse().unwrap())); // the gold is pinned
    /// assert!(!position.exposes_king("☗５七金(58)".parse().unwrap()));
    /// ```
    #[must_use]
    pub fn exposes_king(&self, played: Move) -> bool {
        let mut after = self.clone();
        after.play_unchecked(played);
        after.is_in_check(played.color)
    }

    /// Sets or removes a piece, and returns the piece that was there.
    #[inline]
    fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let bit = 1 << square.index();
        let before = self.board.set(square, piece);
        if let Some(Piece { color, kind }) = before {
            self.by_color[color as usize] &= !bit;
            self.by_kind[kind as usize] &= !bit;
        }
        if let Some(Piece { color, kind }) = piece {
            self.by_color[color as usize] |= bit;
            self.by_kind[kind as usize] |= bit;
        }
        before
    }

    /// Plays a move, whether or not it is legal, and returns the data to undo it. The [module](super) states the effect of an illegal
    /// move.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::{Color, Setup};
    /// let mut position = Position::new(&Setup::default());
    /// position.play_unchecked("☗５五角打".parse().unwrap()); // no bishop is in hand
    /// assert_eq!(position.piece("55".parse().unwrap()).map(|piece| piece.color), Some(Color::Black));
    /// ```
    #[inline]
    pub fn play_unchecked(&mut self, played: Move) -> Undo {
        let Move { color, from, to, .. } = played;
        let mut undo = self.nothing();
        undo.hand = (color, self.hands[color as usize]);
        let hand = &mut self.hands[color as usize];
        if from.is_none() {
            hand.remove(played.kind);
        }
        undo.left = from.map(|square| Place { square, piece: self.set(square, None) });
        let captured = self.set(to, Some(Piece::new(color, played.kind_after())));
        if let Some(captured) = captured.filter(|captured| captured.color != color) {
            // A king is not added.
            self.hands[color as usize].add(captured.kind.unpromoted(), 1);
        }
        undo.target = Some(Place { square: to, piece: captured });
        self.to_move = color.opponent();
        self.moves = self.moves.saturating_add(1);
        undo
    }

    /// Turns the side to move.
    pub(super) fn pass(&mut self) -> Undo {
        let undo = self.nothing();
        self.to_move = self.to_move.opponent();
        undo
    }

    /// Changes nothing.
    #[inline]
    pub(super) fn nothing(&self) -> Undo {
        let hand = (self.to_move, self.hands[self.to_move as usize]);
        Undo { to_move: self.to_move, moves: self.moves, hand, left: None, target: None }
    }

    /// Undoes the last action that is not yet undone.
    ///
    /// ```
    /// use kifu_rules::shogi::Position;
    /// use kifu_shogiban::Setup;
    /// let mut position = Position::new(&Setup::default());
    /// let undo = position.play_unchecked("☗１一歩(99)".parse().unwrap());
    /// position.undo(undo);
    /// assert_eq!(position.setup(), Setup::default());
    /// ```
    #[inline]
    pub fn undo(&mut self, undo: Undo) {
        let Undo { to_move, moves, hand: (color, hand), left, target } = undo;
        for Place { square, piece } in target.into_iter().chain(left) {
            self.set(square, piece);
        }
        self.hands[color as usize] = hand;
        (self.to_move, self.moves) = (to_move, moves);
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.board == other.board && self.hands == other.hands && self.to_move == other.to_move
    }
}

impl Eq for Position {}

/// Writes the position in SFEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.setup(), f)
    }
}
