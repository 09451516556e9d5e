//! Every diagnostic that this crate gives.

use kifu_core::{Code, CodeInfo, Severity};

pub(crate) const NO_MOVE: Code = Code("@name@/no-move");

/// The codes of the family `@name@/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// let reading = kifu_@name@::@Name@::default().read(&Source::from_text("game.@name@", "#@name@\nB zz\n"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert!(kifu_@name@::CODES.iter().any(|info| info.code == found.code && !info.page.is_empty()));
/// ```
pub const CODES: &[CodeInfo] = &[CodeInfo {
    code: NO_MOVE,
    severity: Severity::Error,
    title: "a word that is no move",
    page: "A move is a colour, `B` or `W`, and a point or `pass`. The word is skipped, and stays in the file.\n\n```\nB zz\n```\n\nWrite the point that was meant.",
}];
