//! Every diagnostic that this crate reports; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `usi/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_usi::{CODES, Usi};
/// let reading = Usi::default().read(&Source::from_text("a.usi", "startpos moves 7g7x\n"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert_eq!(found.code.0, "usi/bad-move");
/// assert!(CODES.iter().any(|info| info.code == found.code));
/// ```
pub const CODES: &[CodeInfo] = &[NO_GAME, UNKNOWN_LINE, BAD_POSITION, BAD_MOVE, BAD_SECTION, AFTER_ENDING, PIECE_COUNT];

pub(crate) const NO_GAME: CodeInfo = info("usi/no-game");
pub(crate) const UNKNOWN_LINE: CodeInfo = info("usi/unknown-line");
pub(crate) const BAD_POSITION: CodeInfo = info("usi/bad-position");
pub(crate) const BAD_MOVE: CodeInfo = info("usi/bad-move");
pub(crate) const BAD_SECTION: CodeInfo = info("usi/bad-section");
pub(crate) const AFTER_ENDING: CodeInfo = info("usi/after-ending");
pub(crate) const PIECE_COUNT: CodeInfo = info("usi/piece-count");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
