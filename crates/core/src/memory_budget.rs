//! The maximum memory of a game that is read.

use crate::{CodeInfo, Diagnostics, Limits, Source, Span, TOO_DENSE};
use alloc::format;

/// The maximum memory of the record of one game: [`Limits::memory`], or [`TIMES`](Self::TIMES) times the length of its text if that
/// is more.
///
/// A few bytes of text can become a node of several hundred bytes. A reader counts the memory of the nodes and stops if the budget
/// is spent, so that a small file cannot use all memory. The limit is far above the needs of real games.
///
/// ```
/// use kifu_core::{Limits, MemoryBudget, Source, Span};
/// let source = Source::from_text("game.sgf", "(;B[pd])");
/// let mut budget = MemoryBudget::of_game(&source, Span::new(0, 8));
/// assert!(budget.take(300));
/// assert!(!budget.take(Limits::DEFAULT.memory));
/// assert!(budget.is_spent() && !budget.take(1)); // nothing fits any more
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryBudget {
    all: usize,
    /// The bytes that are left, or `None` after a request that did not fit.
    left: Option<usize>,
    /// The bytes that were taken for parts of the current node.
    of_parts: usize,
    /// True after the diagnostic that the budget is spent.
    is_reported: bool,
}

impl MemoryBudget {
    /// The budget of a game with a long text, as a multiple of the length of its text. A plain move takes nine times its text.
    pub const TIMES: usize = 9;

    /// Returns the budget of a game of `source` whose text has this span. A [trusted](Source::trusted) source has no limit.
    #[must_use]
    pub fn of_game(source: &Source, game: Span) -> Self {
        Self::of_text(game.range().len(), source.limits())
    }

    /// Returns the budget of a game whose text has `bytes` bytes.
    ///
    /// ```
    /// use kifu_core::{Limits, MemoryBudget};
    /// let least = Limits::DEFAULT.memory;
    /// assert!(MemoryBudget::of_text(8, Limits::DEFAULT).take(least));
    /// assert!(MemoryBudget::of_text(least, Limits::DEFAULT).take(least * MemoryBudget::TIMES));
    /// ```
    #[must_use]
    pub fn of_text(bytes: usize, limits: Limits) -> Self {
        let all = bytes.saturating_mul(Self::TIMES).max(limits.memory);
        Self { all, left: Some(all), of_parts: 0, is_reported: false }
    }

    /// Returns a budget without a limit, for texts that the program itself wrote.
    #[must_use]
    pub fn unlimited() -> Self {
        Self { all: usize::MAX, left: Some(usize::MAX), of_parts: 0, is_reported: false }
    }

    /// Returns true if the budget has no limit.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.all == usize::MAX
    }

    /// Reserves `bytes` from the budget; returns false if they do not fit. The budget is then spent, and all later calls return false.
    pub fn take(&mut self, bytes: usize) -> bool {
        if !self.is_unlimited() {
            self.left = self.left.and_then(|left| left.checked_sub(bytes));
        }
        self.left.is_some()
    }

    /// Returns true if `bytes` fit into the budget.
    #[must_use]
    pub fn has(&self, bytes: usize) -> bool {
        self.left.is_some_and(|left| bytes <= left)
    }

    /// Returns true if a request did not fit.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left.is_none()
    }

    /// Reserves `bytes` for a part of a node that is not complete yet. If they do not fit, reports that the game was read only up to `at`,
    /// and returns false.
    ///
    /// One node may have millions of values, so a reader takes the memory of each value before it is stored.
    ///
    /// ```
    /// use kifu_core::{Diagnostics, Limits, MemoryBudget};
    /// let (mut budget, mut diagnostics) = (MemoryBudget::of_text(8, Limits::DEFAULT), Diagnostics::default());
    /// assert!(budget.take_part(1_000, 3, &mut diagnostics) && diagnostics.is_empty());
    /// assert!(!budget.take_part(Limits::DEFAULT.memory, 5, &mut diagnostics));
    /// assert_eq!(diagnostics.iter().next().unwrap().span.unwrap().start, 5);
    /// ```
    pub fn take_part(&mut self, bytes: usize, at: u32, diagnostics: &mut Diagnostics) -> bool {
        self.of_parts += bytes;
        let fits = self.take(bytes);
        if !fits {
            self.report(at, diagnostics);
        }
        fits
    }

    /// Reserves `bytes` for a complete node, without the memory that was already taken for its parts. A node of the text may become
    /// several nodes of the record, which share its parts.
    ///
    /// ```
    /// use kifu_core::{Diagnostics, Limits, MemoryBudget};
    /// let mut budget = MemoryBudget::of_text(8, Limits::DEFAULT);
    /// budget.take_part(1_000, 3, &mut Diagnostics::default());
    /// budget.take_node(1_500);
    /// budget.end_node();
    /// assert!(budget.take(Limits::DEFAULT.memory - 1_500) && !budget.take(1));
    /// ```
    pub fn take_node(&mut self, bytes: usize) {
        let taken = self.of_parts.min(bytes);
        self.of_parts -= taken;
        let _ = self.take(bytes - taken);
    }

    /// Ends the current node of the text: the next parts are those of another node.
    ///
    /// ```
    /// use kifu_core::{Diagnostics, Limits, MemoryBudget};
    /// let mut budget = MemoryBudget::of_text(8, Limits::DEFAULT);
    /// budget.take_part(1_000, 3, &mut Diagnostics::default()); // not stored in a node
    /// budget.end_node();
    /// budget.take_node(500);
    /// assert!(budget.take(Limits::DEFAULT.memory - 1_500) && !budget.take(1));
    /// ```
    pub fn end_node(&mut self) {
        self.of_parts = 0;
    }

    /// Reports that the game was read only up to `at`, once for each budget.
    ///
    /// ```
    /// use kifu_core::{Diagnostics, Limits, MemoryBudget};
    /// let mut diagnostics = Diagnostics::default();
    /// let mut budget = MemoryBudget::of_text(8, Limits::DEFAULT);
    /// budget.report(7, &mut diagnostics);
    /// budget.report(8, &mut diagnostics);
    /// assert_eq!(diagnostics.iter().count(), 1);
    /// let found = diagnostics.iter().next().unwrap();
    /// assert_eq!(found.message, "this game needs more than 64 MiB of memory; the game was read up to here");
    /// ```
    pub fn report(&mut self, at: u32, diagnostics: &mut Diagnostics) {
        const CODE: CodeInfo = TOO_DENSE;
        if core::mem::replace(&mut self.is_reported, true) {
            return;
        }
        let at = Span { start: at, end: at };
        let (most, unit) = if self.all < 1 << 20 { (self.all >> 10, "KiB") } else { (self.all >> 20, "MiB") };
        diagnostics
            .report(&CODE, at, || {
                format!("this game needs more than {most} {unit} of memory; the game was read up to here")
            })
            .help("split the game, or remove empty nodes");
    }
}
