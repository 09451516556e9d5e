//! Every diagnostic that the formats of this crate report; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `kif/`, for KIF and for KI2.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_kif::{CODES, Kif};
/// let reading = Kif::default().read(&Source::from_text("a.kif", "手合割：平手\n   1 ７六歩(7\n"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert_eq!(found.code.0, "kif/bad-move");
/// assert!(CODES.iter().any(|info| info.code == found.code));
/// ```
pub const CODES: &[CodeInfo] = &[
    NO_GAME,
    UNKNOWN_LINE,
    HEADER_TWICE,
    BAD_HEADER,
    UNKNOWN_HANDICAP,
    HANDICAP_DIFFERS,
    HANDICAP_AGAINST_DIAGRAM,
    BAD_RANK,
    RANK_COUNT,
    BAD_HAND,
    HAND_WITHOUT_DIAGRAM,
    BAD_MOVE,
    SAME_WITHOUT_MOVE,
    NO_SUCH_PIECE,
    AMBIGUOUS_MOVE,
    RELATIVE_DIFFERS,
    WRONG_PLAYER,
    MISSING_MARK,
    MOVE_NUMBER,
    BAD_TIME,
    WRONG_TOTAL,
    BOOKMARK_TWICE,
    VARIATION_WITHOUT_GAME,
    VARIATION_WITHOUT_PARENT,
    EMPTY_VARIATION,
    SUMMARY_DIFFERS,
    UNKNOWN_ENDING,
    PIECE_COUNT,
];

pub(crate) const NO_GAME: CodeInfo = info("kif/no-game");
pub(crate) const UNKNOWN_LINE: CodeInfo = info("kif/unknown-line");
pub(crate) const HEADER_TWICE: CodeInfo = info("kif/header-twice");
pub(crate) const BAD_HEADER: CodeInfo = info("kif/bad-header");
pub(crate) const UNKNOWN_HANDICAP: CodeInfo = info("kif/unknown-handicap");
pub(crate) const HANDICAP_DIFFERS: CodeInfo = info("kif/handicap-differs");
pub(crate) const HANDICAP_AGAINST_DIAGRAM: CodeInfo = info("kif/handicap-against-diagram");
pub(crate) const BAD_RANK: CodeInfo = info("kif/bad-rank");
pub(crate) const RANK_COUNT: CodeInfo = info("kif/rank-count");
pub(crate) const BAD_HAND: CodeInfo = info("kif/bad-hand");
pub(crate) const HAND_WITHOUT_DIAGRAM: CodeInfo = info("kif/hand-without-diagram");
pub(crate) const BAD_MOVE: CodeInfo = info("kif/bad-move");
pub(crate) const SAME_WITHOUT_MOVE: CodeInfo = info("kif/same-without-move");
pub(crate) const NO_SUCH_PIECE: CodeInfo = info("kif/no-such-piece");
pub(crate) const AMBIGUOUS_MOVE: CodeInfo = info("kif/ambiguous-move");
pub(crate) const RELATIVE_DIFFERS: CodeInfo = info("kif/relative-differs");
pub(crate) const WRONG_PLAYER: CodeInfo = info("kif/wrong-player");
pub(crate) const MISSING_MARK: CodeInfo = info("kif/missing-mark");
pub(crate) const MOVE_NUMBER: CodeInfo = info("kif/move-number");
pub(crate) const BAD_TIME: CodeInfo = info("kif/bad-time");
pub(crate) const WRONG_TOTAL: CodeInfo = info("kif/wrong-total");
pub(crate) const BOOKMARK_TWICE: CodeInfo = info("kif/bookmark-twice");
pub(crate) const VARIATION_WITHOUT_GAME: CodeInfo = info("kif/variation-without-game");
pub(crate) const VARIATION_WITHOUT_PARENT: CodeInfo = info("kif/variation-without-parent");
pub(crate) const EMPTY_VARIATION: CodeInfo = info("kif/empty-variation");
pub(crate) const SUMMARY_DIFFERS: CodeInfo = info("kif/summary-differs");
pub(crate) const UNKNOWN_ENDING: CodeInfo = info("kif/unknown-ending");
pub(crate) const PIECE_COUNT: CodeInfo = info("kif/piece-count");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
