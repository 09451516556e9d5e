//! The codes of conversions. `codes.md` has their pages.

use crate::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the families `text/` (charsets) and `loss/` (what a conversion would lose).
///
/// ```
/// use kifu_core::{CODES, Part};
/// // Each part that a conversion can lose has a code and a page.
/// assert!(Part::ALL.iter().all(|part| CODES.iter().any(|info| info.code == part.code())));
/// ```
pub const CODES: &[CodeInfo] = &{
    let mut all = [OWN[0]; kifu_text::CODES.len() + OWN.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = match i.checked_sub(kifu_text::CODES.len()) {
            Some(own) => OWN[own],
            None => kifu_text::CODES[i],
        };
        i += 1;
    }
    all
};

const OWN: &[CodeInfo] = &[
    INPUT,
    CHARSET,
    FORMAT,
    GAME,
    SETUP,
    TERMS,
    TITLE,
    TEXT,
    APPLICATION,
    PLAYERS,
    EVENT,
    DATES,
    OUTCOME,
    TIME,
    HEADER,
    DISPLAY,
    VARIATION,
    ACTION,
    NAME,
    COMMENT,
    COMMENT_AUTHOR,
    CLOCK,
    CLOCK_PRECISION,
    JUDGEMENT,
    ANALYSIS,
    MARK,
    BOOKMARK,
    FOREIGN,
    CHARACTER,
];

pub(crate) const INPUT: CodeInfo = info("loss/input");
pub(crate) const CHARSET: CodeInfo = info("loss/charset");
pub(crate) const FORMAT: CodeInfo = info("loss/format");
pub(crate) const GAME: CodeInfo = info("loss/game");
pub(crate) const SETUP: CodeInfo = info("loss/setup");
pub(crate) const TERMS: CodeInfo = info("loss/terms");
pub(crate) const TITLE: CodeInfo = info("loss/title");
pub(crate) const TEXT: CodeInfo = info("loss/text");
pub(crate) const APPLICATION: CodeInfo = info("loss/application");
pub(crate) const PLAYERS: CodeInfo = info("loss/players");
pub(crate) const EVENT: CodeInfo = info("loss/event");
pub(crate) const DATES: CodeInfo = info("loss/dates");
pub(crate) const OUTCOME: CodeInfo = info("loss/outcome");
pub(crate) const TIME: CodeInfo = info("loss/time");
pub(crate) const HEADER: CodeInfo = info("loss/header");
pub(crate) const DISPLAY: CodeInfo = info("loss/display");
pub(crate) const VARIATION: CodeInfo = info("loss/variation");
pub(crate) const ACTION: CodeInfo = info("loss/action");
pub(crate) const NAME: CodeInfo = info("loss/name");
pub(crate) const COMMENT: CodeInfo = info("loss/comment");
pub(crate) const COMMENT_AUTHOR: CodeInfo = info("loss/comment-author");
pub(crate) const CLOCK: CodeInfo = info("loss/clock");
pub(crate) const CLOCK_PRECISION: CodeInfo = info("loss/clock-precision");
pub(crate) const JUDGEMENT: CodeInfo = info("loss/judgement");
pub(crate) const ANALYSIS: CodeInfo = info("loss/analysis");
pub(crate) const MARK: CodeInfo = info("loss/mark");
pub(crate) const BOOKMARK: CodeInfo = info("loss/bookmark");
pub(crate) const FOREIGN: CodeInfo = info("loss/foreign");
pub(crate) const CHARACTER: CodeInfo = info("loss/character");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
