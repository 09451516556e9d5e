//! Every diagnostic that this crate reports; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `csa/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_csa::{CODES, Csa};
/// let reading = Csa::default().read(&Source::from_text("a.csa", "PI\n+\n+7776XX\n"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert_eq!(found.code.0, "csa/bad-move");
/// assert!(CODES.iter().any(|info| info.code == found.code));
/// ```
pub const CODES: &[CodeInfo] = &[
    NO_GAME,
    UNKNOWN_LINE,
    HEADER_TWICE,
    BAD_HEADER,
    BAD_RANK,
    RANK_COUNT,
    BAD_PIECES,
    TWO_POSITIONS,
    NO_POSITION,
    NO_SIDE,
    BAD_MOVE,
    WRONG_PLAYER,
    UNKNOWN_ENDING,
    TIME_WITHOUT_MOVE,
    BAD_TIME,
    AFTER_ENDING,
    PIECE_COUNT,
];

pub(crate) const NO_GAME: CodeInfo = info("csa/no-game");
pub(crate) const UNKNOWN_LINE: CodeInfo = info("csa/unknown-line");
pub(crate) const HEADER_TWICE: CodeInfo = info("csa/header-twice");
pub(crate) const BAD_HEADER: CodeInfo = info("csa/bad-header");
pub(crate) const BAD_RANK: CodeInfo = info("csa/bad-rank");
pub(crate) const RANK_COUNT: CodeInfo = info("csa/rank-count");
pub(crate) const BAD_PIECES: CodeInfo = info("csa/bad-pieces");
pub(crate) const TWO_POSITIONS: CodeInfo = info("csa/two-positions");
pub(crate) const NO_POSITION: CodeInfo = info("csa/no-position");
pub(crate) const NO_SIDE: CodeInfo = info("csa/no-side");
pub(crate) const BAD_MOVE: CodeInfo = info("csa/bad-move");
pub(crate) const WRONG_PLAYER: CodeInfo = info("csa/wrong-player");
pub(crate) const UNKNOWN_ENDING: CodeInfo = info("csa/unknown-ending");
pub(crate) const TIME_WITHOUT_MOVE: CodeInfo = info("csa/time-without-move");
pub(crate) const BAD_TIME: CodeInfo = info("csa/bad-time");
pub(crate) const AFTER_ENDING: CodeInfo = info("csa/after-ending");
pub(crate) const PIECE_COUNT: CodeInfo = info("csa/piece-count");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
