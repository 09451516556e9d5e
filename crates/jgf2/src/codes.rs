//! The codes of all diagnostics of this crate: its own, with pages in `codes.md`, and those of JSON.

use kifu_core::{CodeInfo, CodeKind, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the families `jgf2/` and `json/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_jgf2::{CODES, Jgf2};
/// // The table has the codes of the record and of the JSON.
/// let text = r#"{"record": {"format": "JGF", "version": 2}, "board": {"size": 9}, "tree": [{}, 3,]}"#;
/// let reading = Jgf2::default().read(&Source::from_text("game.jgf", text));
/// let mut codes: Vec<_> = reading.diagnostics.iter().map(|found| found.code.0).collect();
/// codes.sort();
/// assert_eq!(codes, ["jgf2/not-a-node", "json/trailing-comma"]);
/// assert!(codes.iter().all(|code| CODES.iter().any(|info| info.code.0 == *code)));
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

const OWN: &[CodeInfo] = &[
    NO_RECORD,
    NO_TREE,
    NOT_A_NODE,
    NOT_GO,
    UNKNOWN_VERSION,
    OLDER_KEY,
    WRONG_KIND,
    BAD_VALUE,
    DISAGREEMENT,
    PLAYERS_OBJECT,
    PLAYER_WITHOUT_COLOR,
    COLOR_TWICE,
    BAD_SIZE,
    BAD_CUT_OFF,
    BAD_MOVE,
    BAD_SETUP,
    BAD_MARK,
    BAD_SCORE,
    BAD_SLOT,
    LABEL_WITHOUT_TEXT,
    IMPOSSIBLE_POINT,
    IMPOSSIBLE_MARK,
    POINT_TWICE,
    UNKNOWN_MEMBER,
    STONE_TWICE,
    PASS_WITH_POINT,
    MOVE_IN_ROOT,
    SETUP_AND_MOVE,
    VARIATIONS_FIRST,
    VARIATIONS_AND_MORE,
    NODE_AFTER_VARIATIONS,
    BAD_VARIATION,
    ODD_KOMI,
];

pub(crate) const NO_RECORD: CodeInfo = info("jgf2/no-record");
pub(crate) const NO_TREE: CodeInfo = info("jgf2/no-tree");
pub(crate) const NOT_A_NODE: CodeInfo = info("jgf2/not-a-node");
pub(crate) const NOT_GO: CodeInfo = info("jgf2/not-go").with_kind(CodeKind::OtherGame);
pub(crate) const UNKNOWN_VERSION: CodeInfo = info("jgf2/unknown-version");
pub(crate) const OLDER_KEY: CodeInfo = info("jgf2/older-key");
pub(crate) const WRONG_KIND: CodeInfo = info("jgf2/wrong-kind");
pub(crate) const BAD_VALUE: CodeInfo = info("jgf2/bad-value");
pub(crate) const DISAGREEMENT: CodeInfo = info("jgf2/disagreement");
pub(crate) const PLAYERS_OBJECT: CodeInfo = info("jgf2/players-object");
pub(crate) const PLAYER_WITHOUT_COLOR: CodeInfo = info("jgf2/player-without-color");
pub(crate) const COLOR_TWICE: CodeInfo = info("jgf2/color-twice");
pub(crate) const BAD_SIZE: CodeInfo = info("jgf2/bad-size");
pub(crate) const BAD_CUT_OFF: CodeInfo = info("jgf2/bad-cut-off");
pub(crate) const BAD_MOVE: CodeInfo = info("jgf2/bad-move");
pub(crate) const BAD_SETUP: CodeInfo = info("jgf2/bad-setup");
pub(crate) const BAD_MARK: CodeInfo = info("jgf2/bad-mark");
pub(crate) const BAD_SCORE: CodeInfo = info("jgf2/bad-score");
pub(crate) const BAD_SLOT: CodeInfo = info("jgf2/bad-slot");
pub(crate) const LABEL_WITHOUT_TEXT: CodeInfo = info("jgf2/label-without-text");
pub(crate) const IMPOSSIBLE_POINT: CodeInfo = info("jgf2/impossible-point");
pub(crate) const IMPOSSIBLE_MARK: CodeInfo = info("jgf2/impossible-mark");
pub(crate) const POINT_TWICE: CodeInfo = info("jgf2/point-twice");
pub(crate) const UNKNOWN_MEMBER: CodeInfo = info("jgf2/unknown-member");
pub(crate) const STONE_TWICE: CodeInfo = info("jgf2/stone-twice");
pub(crate) const PASS_WITH_POINT: CodeInfo = info("jgf2/pass-with-point");
pub(crate) const MOVE_IN_ROOT: CodeInfo = info("jgf2/move-in-root");
pub(crate) const SETUP_AND_MOVE: CodeInfo = info("jgf2/setup-and-move");
pub(crate) const VARIATIONS_FIRST: CodeInfo = info("jgf2/variations-first");
pub(crate) const VARIATIONS_AND_MORE: CodeInfo = info("jgf2/variations-and-more");
pub(crate) const NODE_AFTER_VARIATIONS: CodeInfo = info("jgf2/node-after-variations");
pub(crate) const BAD_VARIATION: CodeInfo = info("jgf2/bad-variation");
pub(crate) const ODD_KOMI: CodeInfo = info("jgf2/odd-komi");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
