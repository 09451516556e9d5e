//! The memory that a game may take while it is read.

use crate::{CodeInfo, Diagnostics, Source, Span, TOO_DENSE};
use alloc::format;

/// The memory that the record of one game may take: [`LEAST`](Self::LEAST) bytes, or [`TIMES`](Self::TIMES) times the game's
/// text if that is more.
///
/// A text of a few bytes can make a node of several hundred. A reader counts what it keeps and stops where the budget is
/// spent, so that nobody can fill the memory with a small file. The limit is far above what real games need.
///
/// ```
/// use kifu_core::{MemoryBudget, Source, Span};
/// let source = Source::from_text("game.sgf", "(;B[pd])");
/// let mut budget = MemoryBudget::of_game(&source, Span::new(0, 8));
/// assert!(budget.take(300));
/// assert!(!budget.take(MemoryBudget::LEAST));
/// assert!(budget.is_spent() && !budget.take(1)); // from now on nothing fits
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MemoryBudget {
    all: usize,
    /// None once something did not fit.
    left: Option<usize>,
}

impl MemoryBudget {
    /// What every game may take, however short its text is: 64 MiB.
    ///
    /// ```
    /// assert_eq!(kifu_core::MemoryBudget::LEAST, 64 * 1024 * 1024);
    /// ```
    pub const LEAST: usize = 64 << 20;
    /// How many times its text a long game may take. A plain move takes nine times its text.
    ///
    /// ```
    /// // 10 MB of text may take more than the least budget.
    /// assert!(kifu_core::MemoryBudget::TIMES * 10_000_000 > kifu_core::MemoryBudget::LEAST);
    /// ```
    pub const TIMES: usize = 9;

    /// The budget of a game of `source` whose text has this span. A [trusted](Source::trusted) source has no limit.
    ///
    /// ```
    /// use kifu_core::{MemoryBudget, Source, Span};
    /// let source = Source::from_text("game.sgf", "(;B[pd])").trusted();
    /// assert!(MemoryBudget::of_game(&source, Span::new(0, 8)).take(MemoryBudget::LEAST + 1));
    /// ```
    #[must_use]
    pub fn of_game(source: &Source, game: Span) -> Self {
        if source.is_trusted() { Self::unlimited() } else { Self::of_text(game.range().len()) }
    }

    /// The budget of a game whose text has `bytes` bytes.
    ///
    /// ```
    /// use kifu_core::MemoryBudget;
    /// assert!(MemoryBudget::of_text(8).take(MemoryBudget::LEAST));
    /// assert!(MemoryBudget::of_text(MemoryBudget::LEAST).take(MemoryBudget::LEAST * MemoryBudget::TIMES));
    /// ```
    #[must_use]
    pub fn of_text(bytes: usize) -> Self {
        let all = bytes.saturating_mul(Self::TIMES).max(Self::LEAST);
        Self { all, left: Some(all) }
    }

    /// No limit, for texts that the program made itself.
    ///
    /// ```
    /// use kifu_core::MemoryBudget;
    /// assert!(MemoryBudget::unlimited().take(usize::MAX));
    /// ```
    #[must_use]
    pub fn unlimited() -> Self {
        Self { all: usize::MAX, left: Some(usize::MAX) }
    }

    /// Whether there is no limit.
    ///
    /// ```
    /// use kifu_core::MemoryBudget;
    /// assert!(MemoryBudget::unlimited().is_unlimited());
    /// ```
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        self.all == usize::MAX
    }

    /// Takes `bytes` from what is left. False if they do not fit; then nothing fits any more.
    ///
    /// ```
    /// use kifu_core::MemoryBudget;
    /// let mut budget = MemoryBudget::of_text(0);
    /// assert!(budget.take(MemoryBudget::LEAST) && !budget.take(1));
    /// ```
    pub fn take(&mut self, bytes: usize) -> bool {
        if !self.is_unlimited() {
            self.left = self.left.and_then(|left| left.checked_sub(bytes));
        }
        self.left.is_some()
    }

    /// Whether something did not fit.
    ///
    /// ```
    /// use kifu_core::MemoryBudget;
    /// assert!(!MemoryBudget::of_text(8).is_spent());
    /// ```
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.left.is_none()
    }

    /// Reports that a game was read only up to `at`.
    ///
    /// ```
    /// use kifu_core::{Diagnostics, MemoryBudget, Span};
    /// let mut diagnostics = Diagnostics::default();
    /// MemoryBudget::of_text(8).report(Span::at(7), &mut diagnostics);
    /// let found = diagnostics.iter().next().unwrap();
    /// assert_eq!(found.message, "this game needs more than 64 MiB of memory; it was read up to here");
    /// ```
    pub fn report(&self, at: Span, diagnostics: &mut Diagnostics) {
        const CODE: CodeInfo = TOO_DENSE;
        let most = self.all >> 20;
        diagnostics
            .report(&CODE, at, || format!("this game needs more than {most} MiB of memory; it was read up to here"))
            .help("split the game, or take out nodes that say nothing");
    }
}
