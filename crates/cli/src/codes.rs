//! What the program itself has to say of files, beside what the formats say of records.

use kifu::core::{
    Code, CodeInfo,
    Severity::{self, Error},
};

pub(crate) const UNREADABLE: Code = Code("file/unreadable");
pub(crate) const LOOP: Code = Code("file/loop");
pub(crate) const NO_RECORD: Code = Code("file/no-record");
pub(crate) const AMBIGUOUS: Code = Code("file/ambiguous");
pub(crate) const NO_GAME: Code = Code("file/no-game");
pub(crate) const OTHER_GAME: Code = Code("file/other-game");
pub(crate) const EXISTS: Code = Code("file/exists");
pub(crate) const SAME_OUTPUT: Code = Code("file/same-output");
pub(crate) const UNWRITABLE: Code = Code("file/unwritable");
pub(crate) const NOT_MENDED: Code = Code("file/not-mended");
pub(crate) const DEFECT: Code = Code("file/defect");

/// The codes of the family `file/`.
///
/// ```
/// use kifu::core::Severity;
/// assert!(kifu_cli::CODES.iter().all(|info| info.code.family() == "file"));
/// let exists = kifu_cli::CODES.iter().find(|info| info.code.short() == "exists").unwrap();
/// assert_eq!((exists.severity, exists.title), (Severity::Error, "a file would be overwritten"));
/// ```
#[rustfmt::skip]
pub const CODES: &[CodeInfo] = &[
    info(UNREADABLE, Error, "a file or folder cannot be read", "It is not there, or one may not read it. The other files are done all the same."),
    info(LOOP, Error, "a link leads back to a folder above it", "Following it would never end; it was left out, and the rest of the folder is done."),
    info(NO_RECORD, Error, "a file is in no format that is known", "No format recognises its beginning, nor its name. Perhaps it is no record at all; `kifu formats` lists what can be read.\n\nIf it is one, name its format: `kifu check --from sgf game.txt`."),
    info(AMBIGUOUS, Error, "a file could be in several formats", "Several formats recognise it equally well. Name the one it is in: `kifu check --from sgf game.txt`."),
    info(NO_GAME, Error, "a file holds no game that could be converted", "Its format is known, and no game was found in it that kifu can replay: it is empty, or holds only games that kifu does not know."),
    info(OTHER_GAME, Error, "a record of one game for a format of another", "A record of go cannot be written in a format of shogi, nor the other way round."),
    info(EXISTS, Error, "a file would be overwritten", "An existing file is left as it is. `--force` overwrites it."),
    info(SAME_OUTPUT, Error, "two inputs would become one output", "Both would be written under the same name, for instance `game.sgf` and `game.jgf` when both become `game.kif`. The first is written, the second is not.\n\nRename one of them, or convert them into folders of their own."),
    info(UNWRITABLE, Error, "a file cannot be written", "There is no room, or one may not write there. No half file is left behind."),
    info(NOT_MENDED, Error, "a fix cannot be written in the charset of the file", "The fix needs a character that the file's charset does not have. This fix was left out, all others were made.\n\nConvert the file to UTF-8 first: `kifu convert game.sgf --to sgf -o new.sgf`."),
    info(DEFECT, Error, "kifu itself failed", "This is a defect of kifu or of a format that was added to it, and never the file's fault. The other files are done. Please report it, with the file if you can."),
];

const fn info(code: Code, severity: Severity, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code, severity, title, page }
}
