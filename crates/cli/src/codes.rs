//! What the program itself has to say of files, beside what the formats say of records.

use kifu::model::{
    Code, CodeInfo,
    Severity::{self, Error, Note},
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
pub(crate) const CHANGED: Code = Code("file/changed");
pub(crate) const IRREPLACEABLE: Code = Code("file/irreplaceable");
pub(crate) const NOT_MENDED: Code = Code("file/not-mended");
pub(crate) const KEPT: Code = Code("file/kept");
pub(crate) const DEFECT: Code = Code("file/defect");

/// The codes of the family `file/`.
///
/// ```
/// use kifu::model::Severity;
/// assert!(kifu_cli::CODES.iter().all(|info| info.code.family() == "file"));
/// let exists = kifu_cli::CODES.iter().find(|info| info.code.short() == "exists").unwrap();
/// assert_eq!((exists.severity, exists.title), (Severity::Error, "a file would be overwritten"));
/// ```
#[rustfmt::skip]
pub const CODES: &[CodeInfo] = &[
    info(UNREADABLE, Error, "a file or folder cannot be read", "It is not there, or one may not read it; or it is a pipe, a device or a socket, which kifu does not open. The other files are done all the same.\n\n```console\n$ kifu check no-such-game.sgf\nerror[file/unreadable]: cannot read no-such-game.sgf: no such file or directory\n```\n\nLook whether the name is right, and who may read the file."),
    info(LOOP, Error, "a link leads back to a folder above it", "Links to folders are followed where `--follow` asks for it. Following this one would never end; it was left out, and the rest of the folder is done.\n\n```console\n$ mkdir games\n$ ln -s ../games games/again\n$ kifu check --follow games\nerror[file/loop]: games/again leads back to games; left out\n```\n\nNothing needs to be done: what the link leads to is read where it stands. Without the link nothing is said."),
    info(NO_RECORD, Error, "a file is in no format that is known", "No format recognises its beginning, nor its name, or it is empty. Perhaps it is no record at all; `kifu formats` lists what can be read.\n\n```console\n$ echo 'Dear Sir' > letter.txt\n$ kifu check letter.txt\nerror[file/no-record]: letter.txt is in no format that is known here; tried sgf, jgf2\n```\n\nIf it is a record, name its format: `kifu check --from sgf game.txt`."),
    info(AMBIGUOUS, Error, "a file could be in several formats", "Several formats recognise it equally well. kifu does not choose one, and nothing of it was read.\n\n```console\n$ echo '{\"tree\": [{\"name\": \"(;\"}]}' | kifu check -\nerror[file/ambiguous]: <stdin> could be sgf or jgf2; say which\n```\n\nName the one it is in: `kifu check --from jgf2 game.txt`."),
    info(NO_GAME, Error, "a file holds no game that could be converted", "Its format is known, and no game was found in it that kifu can replay: it holds none, or only games that kifu does not know.\n\n```console\n$ printf '(;GM[3])' | kifu convert - --to jgf2\nerror[file/no-game]: <stdin> holds no game of go (this is chess, not go; it stays in the file, and is no record); nothing was written\n```\n\n`kifu check -v` says what is in the file. A game that kifu does not know stays where it is."),
    info(OTHER_GAME, Error, "a record of one game for a format of another", "A record of go cannot be written in a format of shogi, nor the other way round. Every format that kifu has today is of go, so that only formats which a program adds can have it say so.\n\n```text\nerror[file/other-game]: game.sgf is go, and csa is a format of shogi\n```\n\nChoose a format of the same game: `kifu formats` lists them."),
    info(EXISTS, Error, "a file would be overwritten", "There is a file of that name already. It is left as it is, and nothing was written.\n\n```console\n$ printf '(;B[aa])' > game.sgf\n$ kifu convert game.sgf --to sgf -o game.sgf\nerror[file/exists]: game.sgf exists already; not overwritten\n```\n\nChoose another name, or overwrite it with `--force`."),
    info(SAME_OUTPUT, Error, "two inputs would become one output", "Both would be written under the same name: here both become `new/game.jgf`. The first is written, the second is not.\n\n```console\n$ mkdir a b\n$ printf '(;B[aa])' | tee a/game.sgf > b/game.sgf\n$ kifu convert a/game.sgf b/game.sgf --to jgf2 -o new\nerror[file/same-output]: b/game.sgf would be written to new/game.jgf, and so is a/game.sgf\n```\n\nRename one of them, or convert them into folders of their own. The tree of a folder that is converted as a whole is kept."),
    info(UNWRITABLE, Error, "a file cannot be written", "There is no room, or one may not write there. No half file is left behind.\n\n```console\n$ printf '(;B[aa])' > game.sgf\n$ kifu convert game.sgf --to jgf2 -o game.sgf/new.jgf\nerror[file/unwritable]: cannot write game.sgf/new.jgf: file exists\n```\n\nMake room, or write to another folder: here `game.sgf` is none."),
    info(CHANGED, Error, "a file changed while it was worked on", "Another program wrote the file after kifu had read it. What kifu made of the old version would undo that, so nothing was written. Device, inode, size, time, permissions and owner are compared.\n\n```text\nerror[file/changed]: game.sgf changed while it was worked on; it was left alone\n```\n\nRun kifu again, when the other program is done."),
    info(IRREPLACEABLE, Error, "a file cannot be replaced without losing more than its bytes", "kifu writes a new file and gives it the name of the old one. The new one must have the same owner, group, permissions and extended attributes (access lists, labels), and the old one must have no other name (hard link), which would still lead to the old bytes. Where that is not possible, nothing is written.\n\n```console\n$ printf '(;GM[1]SZ[9]' > game.sgf\n$ ln game.sgf other.sgf\n$ kifu fix --in-place game.sgf\nerror[file/irreplaceable]: game.sgf has 2 names (hard links), and replacing it would part them; it was left alone\n```\n\nWrite to another file with `-o`."),
    info(NOT_MENDED, Error, "a fix cannot be written in the charset of the file", "The fix needs a character that the file's charset does not have. This fix was left out, all others were made.\n\n```console\n$ printf '{\"tree\": [{\"name\": \"Caf\\\\xe9\"}]}' | kifu fix --encoding shift_jis -\nerror[file/not-mended]: 1 fix in <stdin> not made: its charset does not have the characters\n```\n\nConvert the file to UTF-8 first: `kifu convert game.jgf --encoding shift_jis --to jgf2 -o new.jgf`."),
    info(KEPT, Note, "something is kept in the slot of a format", "The format that is written has no word for what another format says. It is kept in a place that the format has for such things, and comes back from there: nothing is lost, but other programs do not look there. `kifu convert -v` tells what is kept so.\n\n```console\n$ printf '(;SZ[9];B[ee]MN[5])' | kifu convert -v --to jgf2 -\nnote[file/kept]: jgf2 has no word for these of sgf; kept in its slot: MN\n```\n\nNothing needs to be done. Where other programs have to see it, stay with the first format."),
    info(DEFECT, Error, "kifu itself failed", "This is a defect of kifu or of a format that was added to it, and never the file's fault. The other files are done.\n\n```text\nerror[file/defect]: kifu failed while it worked on game.sgf; this is a defect of kifu, not of the file (…)\n```\n\nPlease report it, with the file if you can."),
];

const fn info(code: Code, severity: Severity, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code, severity, title, page }
}
