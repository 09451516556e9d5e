//! A position of shogi: what a move changes, and how it is undone.

use core::fmt;
use kifu_shogiban::{Action, Board, Color, Hand, Kind, Move, Piece, Setup, Square};

/// A position: the pieces on the board and in hand, and the player to move.
///
/// Every move can be played, also an illegal one: the piece that it names then stands on its square.
///
/// ```
/// use kifu_rules::shogi::Position;
/// use kifu_shogiban::{Color, Kind, Move, Setup};
/// let mut position = Position::new(&Setup::default());
/// for text in ["☗７六歩(77)", "☖３四歩(33)", "☗２二角成(88)"] {
///     position.play_unchecked(text.parse::<Move>()?);
/// }
/// assert_eq!(position.hand(Color::Black).count(Kind::Bishop), 1);
/// assert_eq!(position.setup().to_string(), "lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4");
/// # Ok::<(), kifu_shogiban::ParseMoveError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    hands: [Hand; 2],
    to_move: Color,
    moves: u32,
    /// The squares with pieces of each colour, and with pieces of each kind, as sets of [`tables`](super::tables). The pieces that reach
    /// a square are found in them without a walk over the board.
    by_color: [u128; 2],
    by_kind: [u128; Kind::ALL.len()],
}

/// What [`Position::undo`] needs to take back a move.
///
/// ```
/// use kifu_rules::shogi::Position;
/// use kifu_shogiban::{Move, Setup};
/// let start = Position::new(&Setup::default());
/// let mut position = start.clone();
/// let undo = position.play_unchecked("☗７六歩(77)".parse::<Move>()?);
/// position.undo(undo);
/// assert_eq!(position, start);
/// # Ok::<(), kifu_shogiban::ParseMoveError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Undo {
    /// The squares that changed, with what was on them, the last one first.
    squares: [Option<(Square, Option<Piece>)>; 2],
    hand: Hand,
    mover: Color,
    to_move: Color,
    moves: u32,
}

impl Position {
    /// Returns the position at the start of a game.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let hands = Color::ALL.map(|color| *setup.hand(color));
        let (by_color, by_kind) = ([0; 2], [0; Kind::ALL.len()]);
        let (to_move, moves) = (setup.to_move, setup.moves_before);
        let mut position = Self { board: Board::EMPTY, hands, to_move, moves, by_color, by_kind };
        for (square, piece) in setup.board.pieces() {
            position.set(square, Some(piece));
        }
        position
    }

    /// Sets or removes the piece on a square, and returns the piece that was there.
    #[inline]
    fn set(&mut self, square: Square, piece: Option<Piece>) -> Option<Piece> {
        let bit = 1 << square.index();
        let before = self.board.set(square, piece);
        // A piece that replaces an equal one is removed first.
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

    /// Returns the set of the squares with pieces of a colour and kind.
    #[inline]
    pub(super) const fn pieces(&self, color: Color, kind: Kind) -> u128 {
        self.by_color[color as usize] & self.by_kind[kind as usize]
    }

    /// Returns the set of the squares with pieces.
    #[inline]
    pub(super) const fn occupied(&self) -> u128 {
        self.by_color[0] | self.by_color[1]
    }

    /// Returns the piece on a square.
    #[must_use]
    pub const fn piece(&self, square: Square) -> Option<Piece> {
        self.board.get(square)
    }

    /// Returns the pieces on the board.
    #[must_use]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the pieces that a player has in hand.
    #[must_use]
    pub const fn hand(&self, color: Color) -> &Hand {
        &self.hands[color as usize]
    }

    /// Returns the player to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns the position as the start of a game, with the number of moves that led to it.
    #[must_use]
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::new(self.board);
        for color in Color::ALL {
            *setup.hand_mut(color) = self.hands[color as usize];
        }
        setup.to_move = self.to_move;
        setup.moves_before = self.moves;
        setup
    }

    /// Plays a move without any check. The piece that the move names stands on its square afterwards, and the square that it leaves is
    /// empty. A piece of the other player that stood there goes to the hand, except a king. A drop takes a piece from the hand, if there
    /// is one. The other player moves next.
    // Always inline, because the undo is often not needed, and takes as long as the move.
    #[inline(always)]
    pub fn play_unchecked(&mut self, played: Move) -> Undo {
        let Move { color, kind, from, to, .. } = played;
        let mut undo = self.unchanged(color);
        match from {
            Some(from) => undo.squares[1] = Some((from, self.set(from, None))),
            None => _ = self.hands[color as usize].remove(kind),
        }
        let captured = self.set(to, Some(Piece::new(color, played.kind_after())));
        undo.squares[0] = Some((to, captured));
        if let Some(piece) = captured.filter(|piece| piece.color != color) {
            self.hands[color as usize].add(piece.kind.unpromoted(), 1);
        }
        self.to_move = color.opponent();
        self.moves = self.moves.saturating_add(1);
        undo
    }

    /// Plays what a node of a record has. A pass, and words that look like a move, only [take a turn](Action::mover). An ending and other
    /// words change nothing.
    #[inline(always)]
    pub fn play_action(&mut self, action: &Action) -> Undo {
        if let Some(played) = action.as_move() {
            return self.play_unchecked(played);
        }
        let undo = self.unchanged(self.to_move);
        if let Some(mover) = action.mover(self.to_move) {
            self.to_move = mover.opponent();
            self.moves = self.moves.saturating_add(1);
        }
        undo
    }

    fn unchanged(&self, mover: Color) -> Undo {
        let Self { hands, to_move, moves, .. } = *self;
        Undo { squares: [None; 2], hand: hands[mover as usize], mover, to_move, moves }
    }

    /// Takes back the last move.
    pub fn undo(&mut self, undo: Undo) {
        for (square, piece) in undo.squares.into_iter().flatten() {
            self.set(square, piece);
        }
        self.hands[undo.mover as usize] = undo.hand;
        self.to_move = undo.to_move;
        self.moves = undo.moves;
    }
}

/// Writes the position in SFEN.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.setup(), f)
    }
}
