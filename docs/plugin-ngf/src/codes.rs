//! Every diagnostic that the format reports; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `ngf/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// let reading = kifu_ngf::Ngf::default().read(&Source::from_text("a.ngf", "Rated game\n19\nPMABBZZZZ\n"));
/// assert!(reading.diagnostics.iter().all(|found| kifu_ngf::CODES.iter().any(|info| info.code == found.code)));
/// ```
pub const CODES: &[CodeInfo] = &[NO_GAME, BAD_VALUE, BAD_MOVE, UNKNOWN_LINE];

pub(crate) const NO_GAME: CodeInfo = info("ngf/no-game");
pub(crate) const BAD_VALUE: CodeInfo = info("ngf/bad-value");
pub(crate) const BAD_MOVE: CodeInfo = info("ngf/bad-move");
pub(crate) const UNKNOWN_LINE: CodeInfo = info("ngf/unknown-line");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
