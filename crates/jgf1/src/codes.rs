//! Every diagnostic that this crate reports; their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodeKind, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// Every code that reading JGF 1 may report: those of this crate, and those of JSON.
///
/// ```
/// use kifu_core::{Format, Source};
/// let reading = kifu_jgf1::Jgf1::default().read(&Source::from_text("game.jgf", r#"{"board": {"width": 9, "height": 9}}"#));
/// let found = reading.diagnostics.iter().next().unwrap();
/// let info = kifu_jgf1::CODES.iter().find(|info| info.code == found.code).unwrap();
/// assert_eq!(info.title, "the record has no tree");
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
        const OWN: &[CodeInfo] = &[NOT_GO, $($name),*];
        $(pub(crate) const $name: CodeInfo = info($code);)*
    };
}

pub(crate) const NOT_GO: CodeInfo = info("jgf1/not-go").with_kind(CodeKind::OtherGame);

codes! {
    NO_RECORD "jgf1/no-record",
    NO_TREE "jgf1/no-tree",
    NOT_A_NODE "jgf1/not-a-node",
    UNKNOWN_VERSION "jgf1/unknown-version",
    OLDER_KEY "jgf1/older-key",
    WRONG_KIND "jgf1/wrong-kind",
    BAD_VALUE "jgf1/bad-value",
    DISAGREEMENT "jgf1/disagreement",
    PLAYER_WITHOUT_COLOR "jgf1/player-without-color",
    COLOR_TWICE "jgf1/color-twice",
    BAD_SIZE "jgf1/bad-size",
    BAD_CUT_OFF "jgf1/bad-cut-off",
    BAD_MOVE "jgf1/bad-move",
    BAD_SETUP "jgf1/bad-setup",
    BAD_SLOT "jgf1/bad-slot",
    LABEL_WITHOUT_TEXT "jgf1/label-without-text",
    IMPOSSIBLE_POINT "jgf1/impossible-point",
    IMPOSSIBLE_MARK "jgf1/impossible-mark",
    PASS_OUTSIDE "jgf1/pass-outside",
    POINT_TWICE "jgf1/point-twice",
    UNKNOWN_MEMBER "jgf1/unknown-member",
    PROPERTY_WITHOUT_EFFECT "jgf1/property-without-effect",
    STONE_TWICE "jgf1/stone-twice",
    MOVE_IN_ROOT "jgf1/move-in-root",
    SETUP_AND_MOVE "jgf1/setup-and-move",
    VARIATIONS_FIRST "jgf1/variations-first",
    NODE_AFTER_VARIATIONS "jgf1/node-after-variations",
    BAD_VARIATION "jgf1/bad-variation",
    ODD_KOMI "jgf1/odd-komi",
}

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
