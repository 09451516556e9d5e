//! Every diagnostic of the rules of shogi. Their pages are in `codes.md`.

use kifu_core::CodeInfo;

/// The codes of the family `rules/` for shogi, with their pages.
///
/// ```
/// use kifu_core::Severity;
/// use kifu_rules::shogi::CODES;
/// let nifu = CODES.iter().find(|info| info.code.0 == "rules/nifu").unwrap();
/// assert_eq!(nifu.severity, Severity::Error);
/// ```
pub const CODES: &[CodeInfo] = &[
    NO_PIECE,
    OPPONENTS_PIECE,
    OTHER_KIND,
    OWN_PIECE,
    CANNOT_REACH,
    BLOCKED,
    OCCUPIED_SQUARE,
    NOT_IN_HAND,
    NIFU,
    DEAD_END,
    MUST_PROMOTE,
    MAY_NOT_PROMOTE,
    OUT_OF_TURN,
];

pub(super) const NO_PIECE: CodeInfo = info("rules/no-piece");
pub(super) const OPPONENTS_PIECE: CodeInfo = info("rules/opponents-piece");
pub(super) const OTHER_KIND: CodeInfo = info("rules/other-kind");
pub(super) const OWN_PIECE: CodeInfo = info("rules/own-piece");
pub(super) const CANNOT_REACH: CodeInfo = info("rules/cannot-reach");
pub(super) const BLOCKED: CodeInfo = info("rules/blocked");
pub(super) const OCCUPIED_SQUARE: CodeInfo = info("rules/occupied-square");
pub(super) const NOT_IN_HAND: CodeInfo = info("rules/not-in-hand");
pub(super) const NIFU: CodeInfo = info("rules/nifu");
pub(super) const DEAD_END: CodeInfo = info("rules/dead-end");
pub(super) const MUST_PROMOTE: CodeInfo = info("rules/must-promote");
pub(super) const MAY_NOT_PROMOTE: CodeInfo = info("rules/may-not-promote");
pub(super) const OUT_OF_TURN: CodeInfo = info("rules/out-of-turn");

const fn info(code: &'static str) -> CodeInfo {
    CodeInfo::from_pages(include_str!("codes.md"), code)
}
