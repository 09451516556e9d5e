//! Every diagnostic of the rules of go. Their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodeKind, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `rules/`, with their pages.
///
/// ```
/// use kifu_core::Severity;
/// use kifu_rules::go::CODES;
/// let ko = CODES.iter().find(|info| info.code.0 == "rules/ko").unwrap();
/// assert_eq!(ko.severity, Severity::Error);
/// ```
pub const CODES: &[CodeInfo] = &[
    OCCUPIED_POINT,
    KO,
    SUPERKO,
    SUICIDE,
    OFF_BOARD,
    SAME_PLAYER_TWICE,
    MOVE_AFTER_END,
    HANDICAP,
    KOMI,
    IMPOSSIBLE_RESULT,
    WRONG_RESULT,
    SETUP_WITHOUT_EFFECT,
    SETUP_ON_STONE,
    LATE_SETUP,
    UNKNOWN_RULE_SET,
];

pub(super) const OCCUPIED_POINT: CodeInfo = info("rules/occupied-point");
pub(super) const KO: CodeInfo = info("rules/ko");
pub(super) const SUPERKO: CodeInfo = info("rules/superko");
pub(super) const SUICIDE: CodeInfo = info("rules/suicide");
pub(super) const OFF_BOARD: CodeInfo = info("rules/off-board");
pub(super) const SAME_PLAYER_TWICE: CodeInfo = info("rules/same-player-twice");
pub(super) const MOVE_AFTER_END: CodeInfo = info("rules/move-after-end");
pub(super) const HANDICAP: CodeInfo = info("rules/handicap");
pub(super) const KOMI: CodeInfo = info("rules/komi");
pub(super) const IMPOSSIBLE_RESULT: CodeInfo = info("rules/impossible-result");
pub(super) const WRONG_RESULT: CodeInfo = info("rules/wrong-result");
pub(super) const SETUP_WITHOUT_EFFECT: CodeInfo = strict("rules/setup-without-effect");
pub(super) const SETUP_ON_STONE: CodeInfo = strict("rules/setup-on-stone");
pub(super) const LATE_SETUP: CodeInfo = strict("rules/late-setup");
pub(super) const UNKNOWN_RULE_SET: CodeInfo = info("rules/unknown-rule-set");

/// A kind that SGFC reports as an error, although SGF allows it.
const fn strict(code: &'static str) -> CodeInfo {
    info(code).with_kind(CodeKind::Strict)
}

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
