//! Every diagnostic that the format reports; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `gomoku/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_gomoku::{CODES, GomokuText};
/// let reading = GomokuText.read(&Source::from_text("game.gmk", "gomoku\nh8 p9\n"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert_eq!(found.code.0, "gomoku/bad-point");
/// assert!(CODES.iter().any(|info| info.code == found.code));
/// ```
pub const CODES: &[CodeInfo] = &[NO_MAGIC, BAD_POINT, HEADER_TWICE, OPEN_COMMENT];

pub(crate) const NO_MAGIC: CodeInfo = info("gomoku/no-magic");
pub(crate) const BAD_POINT: CodeInfo = info("gomoku/bad-point");
pub(crate) const HEADER_TWICE: CodeInfo = info("gomoku/header-twice");
pub(crate) const OPEN_COMMENT: CodeInfo = info("gomoku/open-comment");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
