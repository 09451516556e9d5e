//! The diagnostics of the program itself; their pages are in `codes.md`.

use kifu::model::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `file/`.
///
/// ```
/// use kifu::model::Severity;
/// assert!(kifu_cli::CODES.iter().all(|info| info.code.family() == "file"));
/// let exists = kifu_cli::CODES.iter().find(|info| info.code.short() == "exists").unwrap();
/// assert_eq!((exists.severity, exists.title), (Severity::Error, "a file would be overwritten"));
/// ```
pub const CODES: &[CodeInfo] = &[
    UNREADABLE,
    LOOP,
    NO_RECORD,
    AMBIGUOUS,
    NO_GAME,
    OTHER_GAME,
    EXISTS,
    SAME_OUTPUT,
    UNWRITABLE,
    CHANGED,
    IRREPLACEABLE,
    NOT_FIXED,
    KEPT,
    DEFECT,
];

pub(crate) const UNREADABLE: CodeInfo = info("file/unreadable");
pub(crate) const LOOP: CodeInfo = info("file/loop");
pub(crate) const NO_RECORD: CodeInfo = info("file/no-record");
pub(crate) const AMBIGUOUS: CodeInfo = info("file/ambiguous");
pub(crate) const NO_GAME: CodeInfo = info("file/no-game");
pub(crate) const OTHER_GAME: CodeInfo = info("file/other-game");
pub(crate) const EXISTS: CodeInfo = info("file/exists");
pub(crate) const SAME_OUTPUT: CodeInfo = info("file/same-output");
pub(crate) const UNWRITABLE: CodeInfo = info("file/unwritable");
pub(crate) const CHANGED: CodeInfo = info("file/changed");
pub(crate) const IRREPLACEABLE: CodeInfo = info("file/irreplaceable");
pub(crate) const NOT_FIXED: CodeInfo = info("file/not-fixed");
pub(crate) const KEPT: CodeInfo = info("file/kept");
pub(crate) const DEFECT: CodeInfo = info("file/defect");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
