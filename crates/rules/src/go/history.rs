//! The earlier positions of a game, for superko.
//!
//! Method: a list of situations in their order, and a hash table of their stones with open addressing. Adding a situation, removing
//! the last one and looking one up take constant time. Situations are removed in the reverse order, so a removed entry leaves its
//! place in the table empty, and no entry after it is lost.

use super::Board;
use alloc::vec::Vec;
use kifu_goban::Color;

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
    /// The entries of the table. The length is 0 or a power of two, and more than half of the entries are free.
    table: Vec<Entry>,
    /// The number of entries that are not free.
    used: usize,
    /// How often the history restarted.
    epoch: u32,
}

/// The stones and the player to move after an action.
#[derive(Clone, Copy, Debug)]
struct Situation {
    /// The key of the stones.
    key: u64,
    /// The number of moves before it.
    moves: u32,
    /// The epoch, and two flags in one number, because a history may have millions of situations.
    epoch_and_flags: u32,
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

/// The first situations with the same stones.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The key of the stones; 0 if the entry is free.
    key: u64,
    /// For Black and White to move: the number of moves before the first situation, plus one; 0 if there is none.
    first: [u32; 2],
}

/// Returns the key of a position: its hash, mixed with the epoch, so that restarts need no second table.
fn key(hash: u64, epoch: u32) -> u64 {
    // The entries of a free place have the key 0.
    (hash ^ u64::from(epoch).wrapping_mul(0x9E37_79B9_7F4A_7C15)).max(1)
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
        let moves = self.situations.last().map_or(0, |last| last.moves + u32::from(is_move));
        if !is_move {
            self.epoch = (self.epoch + 1) & (u32::MAX >> Situation::FLAGS);
        }
        let (key, to_move) = (key(board.hash(), self.epoch), board.to_move());
        if self.table.len() <= 2 * self.used {
            self.grow();
        }
        let is_new = self.insert(key, to_move, moves);
        let flags = if to_move == Color::White { Situation::WHITE_TO_MOVE } else { 0 }
            | if is_new { Situation::NEW } else { 0 };
        self.situations.push(Situation { key, moves, epoch_and_flags: self.epoch << Situation::FLAGS | flags });
    }

    /// Removes the position that was added last.
    pub(super) fn remove_last(&mut self) {
        let Some(last) = self.situations.pop() else { return };
        if last.is_new() {
            let at = place(&self.table, last.key);
            let entry = &mut self.table[at];
            entry.first[last.to_move() as usize] = 0;
            if entry.first == [0; 2] {
                *entry = Entry::default();
                self.used -= 1;
            }
        }
        self.epoch = self.situations.last().map_or(0, |before| before.epoch());
    }

    /// Returns the number of moves before the first position with these stones, and with this player to move if it is given.
    pub(super) fn find(&self, hash: u64, to_move: Option<Color>) -> Option<u32> {
        if self.table.is_empty() {
            return None;
        }
        let first = self.table[place(&self.table, key(hash, self.epoch))].first;
        match to_move {
            Some(color) => first[color as usize].checked_sub(1),
            None => first.iter().filter_map(|moves| moves.checked_sub(1)).min(),
        }
    }

    /// Returns true if the last position has the same stones and the same player to move as an earlier one.
    pub(super) fn repeats(&self) -> bool {
        self.situations.last().is_some_and(|last| !last.is_new())
    }

    fn grow(&mut self) {
        self.table = alloc::vec![Entry::default(); (2 * self.table.len()).max(64)];
        self.used = 0;
        // In their order, so that the last one can be removed.
        for n in 0..self.situations.len() {
            let situation = self.situations[n];
            if situation.is_new() {
                self.insert(situation.key, situation.to_move(), situation.moves);
            }
        }
    }

    /// Adds a situation to the table, and returns true if it is the first with its stones and player to move.
    #[inline]
    fn insert(&mut self, key: u64, to_move: Color, moves: u32) -> bool {
        let at = place(&self.table, key);
        let entry = &mut self.table[at];
        self.used += usize::from(entry.key == 0);
        entry.key = key;
        let first = &mut entry.first[to_move as usize];
        let is_new = *first == 0;
        if is_new {
            *first = moves.saturating_add(1);
        }
        is_new
    }
}

/// Returns the place of a key in the table, or the free place for it.
#[inline]
fn place(table: &[Entry], key: u64) -> usize {
    let mask = table.len() - 1;
    let mut at = key as usize & mask;
    while table[at].key != key && table[at].key != 0 {
        at = (at + 1) & mask;
    }
    at
}
