//! Every diagnostic that this crate reports. Their pages are in `codes.md`.

use kifu_core::{CodeInfo, CodeKind, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `sgf/`, with their pages.
///
/// ```
/// use kifu_core::{Format, Source};
/// use kifu_sgf::{CODES, Sgf};
/// let reading = Sgf::default().read(&Source::from_text("game.sgf", "Hello! (;B[aa])"));
/// let found = reading.diagnostics.iter().next().unwrap();
/// assert_eq!(found.code.0, "sgf/stray-text");
/// assert!(CODES.iter().any(|info| info.code == found.code && !info.page.is_empty()));
/// ```
pub const CODES: &[CodeInfo] = &[
    NO_GAME,
    STRAY_TEXT,
    STRAY_INSIDE,
    MISSING_SEMICOLON,
    MISSING_PARENTHESIS,
    SURPLUS_PARENTHESIS,
    EMPTY_VALUE,
    DOUBLE_PARENTHESIS,
    SEVERAL_ROOTS,
    EMPTY_FIRST_NODE,
    UNCLOSED_TREE,
    UNCLOSED_VALUE,
    EMPTY_TREE,
    NODE_AFTER_VARIATION,
    UNESCAPED_BRACKET,
    PROPERTY_IN_TEXT,
    LINE_BREAK_IN_NAME,
    VALUE_WITHOUT_IDENTIFIER,
    IDENTIFIER_WITHOUT_VALUE,
    SPACE_IN_IDENTIFIER,
    CONTROL_CHARACTER,
    LONG_NAME,
    ODD_IDENTIFIER,
    UNKNOWN_PROPERTY,
    PROPERTY_OF_OTHER_GAME,
    PROPERTY_NOT_IN_VERSION,
    OLD_PROPERTY,
    DUPLICATE_PROPERTY,
    TOO_MANY_VALUES,
    BAD_VALUE,
    LOOSE_VALUE,
    DIALECT_PROPERTY,
    ODD_KOMI,
    ODD_RESULT,
    ODD_HANDICAP,
    HANDICAP_MOVES,
    NEGATIVE_TIME,
    IMPOSSIBLE_POINT,
    IMPOSSIBLE_MARK,
    BAD_SIZE,
    MOVE_IN_ROOT,
    SETUP_AND_MOVE,
    TWO_MOVES,
    CONTRADICTION,
    DISAGREEMENT,
    ROOT_PROPERTY_ELSEWHERE,
    GAME_INFO_ELSEWHERE,
    GAME_INFO_AGAIN,
    GAME_INFO_FORMAT,
    NOT_COMPOSED,
    POINT_TWICE,
    STONE_TWICE,
    NOT_GO,
    UNKNOWN_VERSION,
    BAD_SLOT,
    VALUE_NOT_IN_VERSION,
    TWO_MARKS,
    JUDGEMENT_WITHOUT_MOVE,
    EMPTY_NODE,
    EQUAL_VARIATIONS,
    VARIATION_LEVEL,
    SEVERAL_TREES,
    TREES_DIFFER,
];

pub(crate) const NO_GAME: CodeInfo = info("sgf/no-game");
pub(crate) const STRAY_TEXT: CodeInfo = info("sgf/stray-text");
pub(crate) const STRAY_INSIDE: CodeInfo = info("sgf/stray-inside");
pub(crate) const MISSING_SEMICOLON: CodeInfo = info("sgf/missing-semicolon");
pub(crate) const MISSING_PARENTHESIS: CodeInfo = info("sgf/missing-parenthesis");
pub(crate) const SURPLUS_PARENTHESIS: CodeInfo = info("sgf/surplus-parenthesis");
pub(crate) const EMPTY_VALUE: CodeInfo = info("sgf/empty-value");
pub(crate) const DOUBLE_PARENTHESIS: CodeInfo = info("sgf/double-parenthesis");
pub(crate) const SEVERAL_ROOTS: CodeInfo = info("sgf/several-roots");
pub(crate) const EMPTY_FIRST_NODE: CodeInfo = info("sgf/empty-first-node");
pub(crate) const UNCLOSED_TREE: CodeInfo = info("sgf/unclosed-tree");
pub(crate) const UNCLOSED_VALUE: CodeInfo = info("sgf/unclosed-value");
pub(crate) const EMPTY_TREE: CodeInfo = info("sgf/empty-tree");
pub(crate) const NODE_AFTER_VARIATION: CodeInfo = info("sgf/node-after-variation");
pub(crate) const UNESCAPED_BRACKET: CodeInfo = info("sgf/unescaped-bracket");
pub(crate) const PROPERTY_IN_TEXT: CodeInfo = info("sgf/property-in-text");
pub(crate) const LINE_BREAK_IN_NAME: CodeInfo = info("sgf/line-break-in-name");
pub(crate) const VALUE_WITHOUT_IDENTIFIER: CodeInfo = info("sgf/value-without-identifier");
pub(crate) const IDENTIFIER_WITHOUT_VALUE: CodeInfo = info("sgf/identifier-without-value");
pub(crate) const SPACE_IN_IDENTIFIER: CodeInfo = info("sgf/space-in-identifier");
pub(crate) const CONTROL_CHARACTER: CodeInfo = info("sgf/control-character");
pub(crate) const LONG_NAME: CodeInfo = strict("sgf/long-name");
pub(crate) const ODD_IDENTIFIER: CodeInfo = info("sgf/odd-identifier");
pub(crate) const UNKNOWN_PROPERTY: CodeInfo = strict("sgf/unknown-property");
pub(crate) const PROPERTY_OF_OTHER_GAME: CodeInfo = info("sgf/property-of-other-game");
pub(crate) const PROPERTY_NOT_IN_VERSION: CodeInfo = strict("sgf/property-not-in-version");
pub(crate) const OLD_PROPERTY: CodeInfo = info("sgf/old-property");
pub(crate) const DUPLICATE_PROPERTY: CodeInfo = info("sgf/duplicate-property");
pub(crate) const TOO_MANY_VALUES: CodeInfo = info("sgf/too-many-values");
pub(crate) const BAD_VALUE: CodeInfo = info("sgf/bad-value");
pub(crate) const LOOSE_VALUE: CodeInfo = info("sgf/loose-value");
pub(crate) const ODD_KOMI: CodeInfo = info("sgf/odd-komi");
pub(crate) const GAME_INFO_AGAIN: CodeInfo = info("sgf/game-info-again");
pub(crate) const GAME_INFO_FORMAT: CodeInfo = info("sgf/game-info-format");
pub(crate) const NOT_COMPOSED: CodeInfo = info("sgf/not-composed");
pub(crate) const DIALECT_PROPERTY: CodeInfo = info("sgf/dialect-property");
pub(crate) const ODD_RESULT: CodeInfo = info("sgf/odd-result");
pub(crate) const HANDICAP_MOVES: CodeInfo = info("sgf/handicap-moves");
pub(crate) const ODD_HANDICAP: CodeInfo = info("sgf/odd-handicap");
pub(crate) const NEGATIVE_TIME: CodeInfo = info("sgf/negative-time");
pub(crate) const IMPOSSIBLE_POINT: CodeInfo = info("sgf/impossible-point");
pub(crate) const IMPOSSIBLE_MARK: CodeInfo = info("sgf/impossible-mark");
pub(crate) const BAD_SIZE: CodeInfo = info("sgf/bad-size");
pub(crate) const MOVE_IN_ROOT: CodeInfo = strict("sgf/move-in-root");
pub(crate) const SETUP_AND_MOVE: CodeInfo = info("sgf/setup-and-move");
pub(crate) const TWO_MOVES: CodeInfo = info("sgf/two-moves");
pub(crate) const CONTRADICTION: CodeInfo = info("sgf/contradiction");
pub(crate) const DISAGREEMENT: CodeInfo = info("sgf/disagreement");
pub(crate) const ROOT_PROPERTY_ELSEWHERE: CodeInfo = info("sgf/root-property-elsewhere");
pub(crate) const GAME_INFO_ELSEWHERE: CodeInfo = info("sgf/game-info-elsewhere");
pub(crate) const POINT_TWICE: CodeInfo = info("sgf/point-twice");
pub(crate) const STONE_TWICE: CodeInfo = info("sgf/stone-twice");
pub(crate) const NOT_GO: CodeInfo = info("sgf/not-go").with_kind(CodeKind::OtherGame);
pub(crate) const UNKNOWN_VERSION: CodeInfo = info("sgf/unknown-version");
pub(crate) const BAD_SLOT: CodeInfo = info("sgf/bad-slot");
pub(crate) const VALUE_NOT_IN_VERSION: CodeInfo = strict("sgf/value-not-in-version");
pub(crate) const TWO_MARKS: CodeInfo = strict("sgf/two-marks");
pub(crate) const JUDGEMENT_WITHOUT_MOVE: CodeInfo = strict("sgf/judgement-without-move");
pub(crate) const EMPTY_NODE: CodeInfo = strict("sgf/empty-node");
pub(crate) const EQUAL_VARIATIONS: CodeInfo = strict("sgf/equal-variations");
pub(crate) const VARIATION_LEVEL: CodeInfo = strict("sgf/variation-level");
pub(crate) const SEVERAL_TREES: CodeInfo = strict("sgf/several-trees");
pub(crate) const TREES_DIFFER: CodeInfo = strict("sgf/trees-differ");

/// A kind that SGFC, too, reports as an error only if it checks strictly, or that no version of SGF allows.
const fn strict(code: &'static str) -> CodeInfo {
    info(code).with_kind(CodeKind::Strict)
}

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
