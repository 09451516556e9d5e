//! Every diagnostic that this crate reports; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// Every code that reading JKF may report: those of this crate, and those of JSON.
///
/// ```
/// use kifu_core::{Format, Source};
/// let reading = kifu_jkf::Jkf::default().read(&Source::from_text("game.jkf", r#"{"header": {}}"#));
/// let found = reading.diagnostics.iter().next().unwrap();
/// let info = kifu_jkf::CODES.iter().find(|info| info.code == found.code).unwrap();
/// assert_eq!(info.title, "the record has no moves");
/// ```
pub const CODES: &[CodeInfo] = &{
    let mut all = [OWN[0]; OWN.len() + kifu_json::CODES.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = if i < OWN.len() { OWN[i] } else { kifu_json::CODES[i - OWN.len()] };
        i += 1;
    }
    all
};

macro_rules! codes {
    ($($name:ident $code:literal,)*) => {
        const OWN: &[CodeInfo] = &[$($name),*];
        $(pub(crate) const $name: CodeInfo = info($code);)*
    };
}

codes! {
    NO_RECORD "jkf/no-record",
    NO_MOVES "jkf/no-moves",
    NO_HEADER "jkf/no-header",
    NOT_A_NODE "jkf/not-a-node",
    WRONG_KIND "jkf/wrong-kind",
    BAD_VALUE "jkf/bad-value",
    UNKNOWN_MEMBER "jkf/unknown-member",
    UNKNOWN_PRESET "jkf/unknown-preset",
    NO_POSITION "jkf/no-position",
    PRESET_WITH_DATA "jkf/preset-with-data",
    INCOMPLETE_DATA "jkf/incomplete-data",
    BAD_BOARD "jkf/bad-board",
    BAD_SQUARE "jkf/bad-square",
    BAD_HAND "jkf/bad-hand",
    PIECE_COUNT "jkf/piece-count",
    HANDICAP_DIFFERS "jkf/handicap-differs",
    BAD_MOVE "jkf/bad-move",
    NO_ORIGIN "jkf/no-origin",
    INCOMPLETE "jkf/incomplete",
    PIECE_AFTER_MOVE "jkf/piece-after-move",
    WRONG_PLAYER "jkf/wrong-player",
    WRONG_SAME "jkf/wrong-same",
    WRONG_PROMOTE "jkf/wrong-promote",
    WRONG_CAPTURE "jkf/wrong-capture",
    WRONG_RELATIVE "jkf/wrong-relative",
    WRONG_TOTAL "jkf/wrong-total",
    BAD_TIME "jkf/bad-time",
    UNKNOWN_SPECIAL "jkf/unknown-special",
    UNSIGNED_ACTION "jkf/unsigned-action",
    MOVE_AND_SPECIAL "jkf/move-and-special",
    AFTER_ENDING "jkf/after-ending",
    MOVE_AT_START "jkf/move-at-start",
    FORKS_AT_START "jkf/forks-at-start",
    EMPTY_FORK "jkf/empty-fork",
}

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
