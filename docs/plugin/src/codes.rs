//! Every diagnostic that the format reports; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `gib/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// let reading = kifu_gib::Gib::default().read(&Source::from_text("a.gib", "\\GS\nSTO 0 2 1 15 19\n\\GE\n"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert_eq!(found.code.0, "gib/bad-move");
/// assert!(kifu_gib::CODES.iter().any(|info| info.code == found.code));
/// ```
pub const CODES: &[CodeInfo] =
    &[NO_GAME, STRAY_TEXT, UNCLOSED_FIELD, FIELD_TWICE, BAD_VALUE, UNKNOWN_LINE, BAD_MOVE, SAME_COLOUR, UNCLOSED_GAME];

pub(crate) const NO_GAME: CodeInfo = info("gib/no-game");
pub(crate) const STRAY_TEXT: CodeInfo = info("gib/stray-text");
pub(crate) const UNCLOSED_FIELD: CodeInfo = info("gib/unclosed-field");
pub(crate) const FIELD_TWICE: CodeInfo = info("gib/field-twice");
pub(crate) const BAD_VALUE: CodeInfo = info("gib/bad-value");
pub(crate) const UNKNOWN_LINE: CodeInfo = info("gib/unknown-line");
pub(crate) const BAD_MOVE: CodeInfo = info("gib/bad-move");
pub(crate) const SAME_COLOUR: CodeInfo = info("gib/same-colour");
pub(crate) const UNCLOSED_GAME: CodeInfo = info("gib/unclosed-game");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
