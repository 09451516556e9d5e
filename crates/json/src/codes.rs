//! The codes of all diagnostics of this crate. `codes.md` has their pages.

use kifu_core::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `json/`. The tables of the formats that use JSON include them.
///
/// ```
/// assert!(kifu_json::CODES.iter().all(|info| info.code.family() == "json"));
/// ```
pub const CODES: &[CodeInfo] = &[
    EMPTY,
    TOO_LARGE,
    STRAY_TEXT,
    FURTHER_VALUE,
    STATEMENT,
    COMMENT,
    UNCLOSED_COMMENT,
    ODD_SPACE,
    MISSING_COMMA,
    EXTRA_COMMA,
    TRAILING_COMMA,
    MISSING_COLON,
    MISSING_VALUE,
    MISSING_KEY,
    BARE_KEY,
    DUPLICATE_KEY,
    MISMATCHED_BRACKET,
    UNCLOSED_BRACKET,
    BARE_TEXT,
    ODD_LITERAL,
    ODD_NUMBER,
    SINGLE_QUOTES,
    MISSING_QUOTE,
    DOUBLED_QUOTE,
    EXCHANGED_QUOTES,
    UNCLOSED_STRING,
    CONTROL_CHARACTER,
    UNKNOWN_ESCAPE,
    LONE_SURROGATE,
];

pub(crate) const EMPTY: CodeInfo = info("json/empty");
pub(crate) const TOO_LARGE: CodeInfo = info("json/too-large");
pub(crate) const STRAY_TEXT: CodeInfo = info("json/stray-text");
pub(crate) const FURTHER_VALUE: CodeInfo = info("json/further-value");
pub(crate) const STATEMENT: CodeInfo = info("json/statement");
pub(crate) const COMMENT: CodeInfo = info("json/comment");
pub(crate) const UNCLOSED_COMMENT: CodeInfo = info("json/unclosed-comment");
pub(crate) const ODD_SPACE: CodeInfo = info("json/odd-space");
pub(crate) const MISSING_COMMA: CodeInfo = info("json/missing-comma");
pub(crate) const EXTRA_COMMA: CodeInfo = info("json/extra-comma");
pub(crate) const TRAILING_COMMA: CodeInfo = info("json/trailing-comma");
pub(crate) const MISSING_COLON: CodeInfo = info("json/missing-colon");
pub(crate) const MISSING_VALUE: CodeInfo = info("json/missing-value");
pub(crate) const MISSING_KEY: CodeInfo = info("json/missing-key");
pub(crate) const BARE_KEY: CodeInfo = info("json/bare-key");
pub(crate) const DUPLICATE_KEY: CodeInfo = info("json/duplicate-key");
pub(crate) const MISMATCHED_BRACKET: CodeInfo = info("json/mismatched-bracket");
pub(crate) const UNCLOSED_BRACKET: CodeInfo = info("json/unclosed-bracket");
pub(crate) const BARE_TEXT: CodeInfo = info("json/bare-text");
pub(crate) const ODD_LITERAL: CodeInfo = info("json/odd-literal");
pub(crate) const ODD_NUMBER: CodeInfo = info("json/odd-number");
pub(crate) const SINGLE_QUOTES: CodeInfo = info("json/single-quotes");
pub(crate) const MISSING_QUOTE: CodeInfo = info("json/missing-quote");
pub(crate) const DOUBLED_QUOTE: CodeInfo = info("json/doubled-quote");
pub(crate) const EXCHANGED_QUOTES: CodeInfo = info("json/exchanged-quotes");
pub(crate) const UNCLOSED_STRING: CodeInfo = info("json/unclosed-string");
pub(crate) const CONTROL_CHARACTER: CodeInfo = info("json/control-character");
pub(crate) const UNKNOWN_ESCAPE: CodeInfo = info("json/unknown-escape");
pub(crate) const LONE_SURROGATE: CodeInfo = info("json/lone-surrogate");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
