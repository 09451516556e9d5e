//! The limits for reading one file.

/// The limits for reading one file: the memory of a game, and the number of diagnostics that are kept.
///
/// The defaults are far above the needs of real games. A server that reads many files at once can set lower ones.
///
/// ```
/// use kifu_text::{Limits, Source};
/// let mut limits = Limits::default();
/// limits.memory = 1 << 20;
/// let source = Source::from_text("game.sgf", "(;B[pd])").with_limits(limits);
/// assert_eq!(source.limits().memory, 1_048_576);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The memory of the record of one game in bytes. A game with a long text may take a multiple of its text instead, if that is
    /// more. Default: 64 MiB. With `usize::MAX` the memory is not limited.
    pub memory: usize,
    /// The number of diagnostics of one code that are kept; the others are counted. Default: 1,000.
    pub diagnostics_per_code: u64,
    /// The number of diagnostics that are kept in total. Up to this number, diagnostics with a fix are kept above the limit of their
    /// code, so that one round of fixes usually applies all of them. Default: 50,000.
    pub diagnostics_with_fixes: u64,
}

impl Limits {
    /// The limits if nothing else is set.
    pub const DEFAULT: Self = Self { memory: 64 << 20, diagnostics_per_code: 1_000, diagnostics_with_fixes: 50_000 };
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}
