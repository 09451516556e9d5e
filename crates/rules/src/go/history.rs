//! The earlier positions of a game, for superko.
//!
//! Method: a list of situations in their order, and a hash table with open addressing, which has the index of the first situation
//! with the same stones. Adding a situation, removing the last one and looking one up take constant time. Situations are removed in
//! the reverse order, so a removed entry leaves its place in the table empty, and no entry after it is lost.

use super::Board;
use alloc::vec::Vec;
use kifu_goban::{Color, rules::Ko};

/// The earlier positions of a game of go, which superko forbids to repeat.
///
/// A setup in the middle of a game restarts the history: a move may repeat positions from before it. The position that the setup
/// created is the first of the new history.
///
/// ```
/// use kifu_goban::{Color, Go, Move, Point, Setup, rules::Rules};
/// use kifu_rules::{Judge, Play, go::History};
/// let mut board = Go::start(&Setup::default());
/// let mut history = History::default();
/// Go::remember(&mut history, None, &board);
/// let tengen = Move::play(Color::Black, Point::from_sgf("jj").unwrap()).into();
/// assert!(Go::judge(&board, &history, &Rules::default(), &tengen).is_ok());
/// Go::play_unchecked(&mut board, &tengen);
/// Go::remember(&mut history, Some(&tengen), &board);
/// assert_eq!(history.len(), 2);
/// ```
#[derive(Clone, Debug, Default)]
pub struct History {
    situations: Vec<Situation>,
    /// For each key the index of the first situation that has it, plus one; 0 if the place is free. The length is 0 or a power of
    /// two, and at least half of the places are free.
    table: Vec<u32>,
    /// The number of places that are not free.
    used: usize,
    /// How often the history restarted.
    epoch: u32,
}

/// The stones and the player to move after an action.
#[derive(Clone, Copy, Debug)]
struct Situation {
    /// The key of the stones.
    key: u64,
    /// The epoch, and two flags in one number, because a history may have millions of situations.
    epoch_and_flags: u32,
    /// In the first situation with its stones: the index of the first one with the same stones and the other player to move, plus
    /// one; 0 if there is none.
    other: u32,
}

impl Situation {
    const WHITE_TO_MOVE: u32 = 1;
    /// Set for the first situation with its stones and player to move.
    const NEW: u32 = 2;
    /// The number of flags.
    const FLAGS: u32 = 2;

    fn epoch(self) -> u32 {
        self.epoch_and_flags >> Self::FLAGS
    }

    fn is_new(self) -> bool {
        self.epoch_and_flags & Self::NEW != 0
    }

    fn to_move(self) -> Color {
        if self.epoch_and_flags & Self::WHITE_TO_MOVE == 0 { Color::Black } else { Color::White }
    }
}

/// A place in the table.
#[derive(Clone, Copy)]
struct Place {
    index: usize,
    /// The index of the first situation with its key; `None` if the place is free.
    first: Option<usize>,
}

/// The smallest table that is not empty, for a few moves.
const SMALLEST: usize = 64;

/// The next table, for a whole game, so that most games fill a new table only once.
const WHOLE_GAME: usize = 1024;

/// The factor by which a table grows after that.
const GROWTH: usize = 4;

/// Returns the key of a position: its hash, mixed with the epoch, so that restarts need no second table.
fn key(hash: u64, epoch: u32) -> u64 {
    hash ^ u64::from(epoch).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

impl History {
    /// The number of positions, with those from before a restart.
    #[must_use]
    pub fn len(&self) -> usize {
        self.situations.len()
    }

    /// Returns true if there is no position yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.situations.is_empty()
    }

    /// Adds the position after an action. `is_move` is false for a setup, which restarts the history.
    pub(super) fn add(&mut self, board: &Board, is_move: bool) {
        let (hash, to_move) = (board.hash(), board.to_move());
        if !is_move && !self.situations.is_empty() {
            self.epoch = (self.epoch + 1) & (u32::MAX >> Situation::FLAGS);
        }
        if self.table.len() <= 2 * self.used {
            self.grow();
        }
        let key = key(hash, self.epoch);
        let place = self.place(key);
        self.add_at(place, key, to_move);
    }

    /// Adds the position after a move, if it does not repeat a position that the ko rule forbids to repeat. Otherwise returns the
    /// number of moves before that position.
    #[inline]
    pub(super) fn add_unless_repeated(&mut self, board: &Board, ko: Ko) -> Result<(), u32> {
        if self.table.len() <= 2 * self.used {
            self.grow();
        }
        let (key, to_move) = (key(board.hash(), self.epoch), board.to_move());
        let place = self.place(key);
        if let Some(first) = place.first
            && let Some(earlier) = self.repeated(first, ko, to_move)
        {
            return Err(earlier);
        }
        self.add_at(place, key, to_move);
        Ok(())
    }

    /// Adds a position, whose place in the table is known.
    #[inline]
    fn add_at(&mut self, place: Place, key: u64, to_move: Color) {
        let number = number(self.situations.len());
        let is_new = match place.first {
            None => {
                self.table[place.index] = number;
                self.used += 1;
                true
            }
            Some(first) => {
                let first = &mut self.situations[first];
                let is_new = first.to_move() != to_move && first.other == 0;
                if is_new {
                    first.other = number;
                }
                is_new
            }
        };
        let flags = if to_move == Color::White { Situation::WHITE_TO_MOVE } else { 0 }
            | if is_new { Situation::NEW } else { 0 };
        self.situations.push(Situation { key, epoch_and_flags: self.epoch << Situation::FLAGS | flags, other: 0 });
    }

    /// Removes the position that was added last.
    pub(super) fn remove_last(&mut self) {
        let Some(last) = self.situations.last() else { return };
        if last.is_new() {
            let Place { index, first } = self.place(last.key);
            match first {
                Some(first) if first + 1 < self.situations.len() => self.situations[first].other = 0,
                _ => {
                    self.table[index] = 0;
                    self.used -= 1;
                }
            }
        }
        self.situations.pop();
        self.epoch = self.situations.last().map_or(0, |before| before.epoch());
    }

    /// Returns the number of moves before the first position that a ko rule forbids to repeat, if a move leads to these stones and
    /// this player to move.
    pub(super) fn find(&self, hash: u64, ko: Ko, to_move: Color) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        self.repeated(self.place(key(hash, self.epoch)).first?, ko, to_move)
    }

    /// Like [`find`](Self::find), with the index of the first situation with these stones.
    fn repeated(&self, first: usize, ko: Ko, to_move: Color) -> Option<u32> {
        let situation = self.situations[first];
        let found = match ko {
            Ko::Positional => number(first),
            Ko::Situational if situation.to_move() == to_move => number(first),
            Ko::Situational => situation.other,
            _ => return None,
        };
        // Every epoch but the first started with a setup, and all other actions are moves.
        found.checked_sub(1).map(|index| index.saturating_sub(self.epoch))
    }

    /// Returns true if the last position has the same stones and the same player to move as an earlier one.
    pub(super) fn repeats(&self) -> bool {
        self.situations.last().is_some_and(|last| !last.is_new())
    }

    /// Returns the place of a key in the table, or the free place for it.
    #[inline]
    fn place(&self, key: u64) -> Place {
        let mask = self.table.len() - 1;
        let mut index = key as usize & mask;
        loop {
            let first = (self.table[index] as usize).checked_sub(1);
            if first.is_none_or(|first| self.situations[first].key == key) {
                return Place { index, first };
            }
            index = (index + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let len = if self.table.is_empty() { SMALLEST } else { (GROWTH * self.table.len()).max(WHOLE_GAME) };
        self.table = alloc::vec![0; len];
        self.situations.reserve(self.table.len() / 2 - self.used);
        // In their order, so that the last one can be removed. Only the first situation with its stones has a place.
        for index in 0..self.situations.len() {
            let place = self.place(self.situations[index].key);
            if place.first.is_none() {
                self.table[place.index] = number(index);
            }
        }
    }
}

/// Returns an index plus one. A history of more positions than `u32` can count does not fit into memory.
fn number(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}
