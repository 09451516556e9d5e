//! Every diagnostic that this crate reports; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `@name@/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// let reading = kifu_@name@::@Name@::default().read(&Source::from_text("game.@name@", "#@name@\nB zz\n"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert!(kifu_@name@::CODES.iter().any(|info| info.code == found.code && !info.page.is_empty()));
/// ```
pub const CODES: &[CodeInfo] = &[NO_MOVE];

pub(crate) const NO_MOVE: CodeInfo = info("@name@/no-move");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
