//! Every diagnostic of the rules of shogi. Their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the rules of shogi, with their pages.
///
/// ```
/// use kifu_rules::shogi::CODES;
/// assert!(CODES.iter().any(|info| info.code.0 == "rules/two-pawns"));
/// ```
pub const CODES: &[CodeInfo] = &[
    SAME_PLAYER_AGAIN,
    NO_PIECE,
    OTHER_PIECE,
    OWN_PIECE,
    UNREACHABLE_SQUARE,
    NOT_IN_HAND,
    OCCUPIED_SQUARE,
    TWO_PAWNS,
    STUCK_PIECE,
    BAD_PROMOTION,
];

pub(super) const SAME_PLAYER_AGAIN: CodeInfo = info("rules/same-player-again");
pub(super) const NO_PIECE: CodeInfo = info("rules/no-piece");
pub(super) const OTHER_PIECE: CodeInfo = info("rules/other-piece");
pub(super) const OWN_PIECE: CodeInfo = info("rules/own-piece");
pub(super) const UNREACHABLE_SQUARE: CodeInfo = info("rules/unreachable-square");
pub(super) const NOT_IN_HAND: CodeInfo = info("rules/not-in-hand");
pub(super) const OCCUPIED_SQUARE: CodeInfo = info("rules/occupied-square");
pub(super) const TWO_PAWNS: CodeInfo = info("rules/two-pawns");
pub(super) const STUCK_PIECE: CodeInfo = info("rules/stuck-piece");
pub(super) const BAD_PROMOTION: CodeInfo = info("rules/bad-promotion");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
