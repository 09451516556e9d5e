//! Every diagnostic that this crate gives.

use kifu_core::{Code, CodeInfo, Severity, Severity::Error, Severity::Warning};

/// The codes of the family `gib/`.
///
/// ```
/// use kifu_core::{Format, Source};
/// let reading = kifu_gib::Gib::default().read(&Source::from_text("a.gib", "\\GS\nSTO 0 2 1 15 19\n\\GE\n"));
/// let said = reading.diagnostics.iter().next().unwrap();
/// assert_eq!(said.code.0, "gib/bad-move");
/// assert!(kifu_gib::CODES.iter().any(|info| info.code == said.code));
/// ```
pub const CODES: &[CodeInfo] = &[
    NO_GAME, STRAY_TEXT, UNCLOSED_FIELD, FIELD_TWICE, BAD_VALUE, UNKNOWN_LINE,
    BAD_MOVE, SAME_COLOUR, UNCLOSED_GAME,
];

pub(crate) const NO_GAME: CodeInfo = info("gib/no-game", Error, "there is no game in this text", "A GIB file has a header, `\\HS … \\HE`, and a game, `\\GS … \\GE`. Neither a field nor a move was found, so nothing was read.\n\n```gib\nHello!\n```\n\nCheck that the file is GIB at all.");
pub(crate) const STRAY_TEXT: CodeInfo = info("gib/stray-text", Error, "text that is neither a field nor a line of the game", "It is skipped, and stays in the file.\n\n```gib\nSTO 0 2 1 fifteen 3\n```\n\nTake it out, or write what was meant.");
pub(crate) const UNCLOSED_FIELD: CodeInfo = info("gib/unclosed-field", Warning, "a field has no end", "A field ends with `\\]`. It was read up to the end of its line.\n\n```gib\n\\[GAMENAME=Friendly\n```\n\nWrite the end (safe fix).");
pub(crate) const FIELD_TWICE: CodeInfo = info("gib/field-twice", Warning, "a field stands twice and says two things", "The first counts.\n\n```gib\n\\[GAMENAME=Friendly\\]\n\\[GAMENAME=Rated\\]\n```\n\nTake one out.");
pub(crate) const BAD_VALUE: CodeInfo = info("gib/bad-value", Warning, "a value that is not what its field wants", "It is kept as a text where the record has a place for one.\n\n```gib\n\\[GAMEGONGJE=six and a half\\]\n```\n\nWrite the value: komi and points in tenths, results as the numbers that Tygem has for them.");
pub(crate) const UNKNOWN_LINE: CodeInfo = info("gib/unknown-line", Error, "a line that nobody knows", "In the game stand `INI`, `STO`, `SKI` and `IDX`. What another line does, an undone move for one, is not known; it is skipped, and stays in the file.\n\n```gib\nREM 0 57\n```\n\nLook whether the game is right without it.");
pub(crate) const BAD_MOVE: CodeInfo = info("gib/bad-move", Error, "a move that is none", "A move is `STO 0 NUMBER PLAYER X Y`: Black is player 1 and White 2, and the board has the lines 0 to 18. It is skipped, and the game goes on with the next.\n\n```gib\nSTO 0 2 1 19 3\n```\n\nWrite the point that was meant.");
pub(crate) const SAME_COLOUR: CodeInfo = info("gib/same-colour", Warning, "a player moves twice in a row", "Some programs leave out a pass. Both moves are read as they stand.\n\n```gib\nSTO 0 2 1 15 3\nSTO 0 3 1 3 15\n```\n\nInsert the pass, `SKI 0 3`, if there was one (guess fix).");
pub(crate) const UNCLOSED_GAME: CodeInfo = info("gib/unclosed-game", Warning, "the game has no end", "A game ends with `\\GE`. The file may have been cut; it was read as far as it goes.\n\n```gib\n\\GS\nSTO 0 2 1 15 3\n```\n\nWrite the end (safe fix), or look for a whole file.");

const fn info(code: &'static str, severity: Severity, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code: Code(code), severity, title, page }
}
