//! Every diagnostic that the format gives.

use kifu_core::{Code, CodeInfo, Severity::Error, Severity::Warning};

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

pub(crate) const NO_MAGIC: CodeInfo = CodeInfo { code: Code("gomoku/no-magic"), severity: Warning, title: "there is no line `gomoku`", page: "Programs recognise the format by the first line, which is `gomoku`. The file was read without it.\n\n```text\nh8 i9\n```\n\nInsert the line (safe fix)." };
pub(crate) const BAD_POINT: CodeInfo = CodeInfo { code: Code("gomoku/bad-point"), severity: Error, title: "a word is not a point", page: "A stone is a column, `a` to `o`, and a row, 1 to 15. The word was left out, and the next stone has the colour that this one would have had.\n\n```text\ngomoku\nh8 p9 i9\n```\n\nWrite the point that was meant." };
pub(crate) const HEADER_TWICE: CodeInfo = CodeInfo { code: Code("gomoku/header-twice"), severity: Error, title: "a header that stands twice", page: "The first counts, the second was left out.\n\n```text\ngomoku\nBlack: Ida\nBlack: Eva\n```\n\nRemove one of them." };
pub(crate) const OPEN_COMMENT: CodeInfo = CodeInfo { code: Code("gomoku/open-comment"), severity: Warning, title: "a comment has no end", page: "A comment ends with `}`; `}}` is a brace in its text. It was read to the end of the file.\n\n```text\ngomoku\nh8 {the centre\n```\n\nWrite the brace (safe fix), and look whether stones stand in the comment." };
