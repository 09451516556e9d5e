//! Every diagnostic that this crate gives.

use crate::{Code, CodeInfo, Severity};

const fn info(code: &'static str, severity: Severity, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code: Code(code), severity, title, page }
}

use Severity::{Error, Warning};

/// The codes of the families `text/` (charsets) and `loss/` (what a conversion would lose).
///
/// ```
/// use kifu_core::{CODES, Part};
/// // Whatever a conversion can lose has its page.
/// assert!(Part::ALL.iter().all(|part| CODES.iter().any(|info| info.code == part.code())));
/// ```
pub const CODES: &[CodeInfo] = &[
    info(
        "text/charset-contradicted",
        Warning,
        "the file declares a charset that its bytes are not in",
        "A file may say in which charset it is written (SGF: `CA[GBK]`). Editors that save in another charset often leave the old name standing. A declared charset is set aside where the bytes are not valid in it, or where they are valid UTF-8 and not plain ASCII; the charset that the bytes suggest is used.\n\nIf the guess is wrong, name the charset: `kifu --encoding gb18030 …`.",
    ),
    info(
        "text/charset-guessed",
        Warning,
        "the charset was guessed",
        "The file declares no charset, has no byte-order mark and is not valid UTF-8. The charset was guessed from how often which characters appear, which is less sure the fewer of them there are.\n\nIf names or comments look wrong, name the charset: `kifu --encoding shift_jis …`.",
    ),
    info(
        "text/charset-unknown",
        Warning,
        "no charset has this name",
        "The file or the command line names a charset that does not exist or that kifu does not know. The charset was chosen by the bytes instead.",
    ),
    info(
        "text/undecodable",
        Error,
        "some bytes are no text in the file's charset",
        "Some bytes have no meaning in the charset of the file; each such place is read as U+FFFD (�). Often a text was cut in the middle of a character, or the charset is wrong. The bytes themselves stay in the file, whatever else in it is changed.",
    ),
    info(
        "text/too-large",
        Error,
        "the file is larger than 4 GiB",
        "Places in a file are counted with 32 bits. Split the collection into several files.",
    ),
    not("text/not-shift-jis", "a character does not exist in Shift_JIS"),
    not("text/not-euc-jp", "a character does not exist in EUC-JP"),
    not("text/not-iso-2022-jp", "a character does not exist in ISO-2022-JP"),
    not("text/not-gbk", "a character does not exist in GBK"),
    not("text/not-big5", "a character does not exist in Big5"),
    not("text/not-euc-kr", "a character does not exist in EUC-KR"),
    not("text/not-windows-1252", "a character does not exist in windows-1252"),
    not("text/not-windows-1251", "a character does not exist in windows-1251"),
    not("text/not-in-charset", "a character does not exist in the charset asked for"),
    loss(
        "loss/input",
        "some of the input could not be read",
        "The input has errors: what could not be read cannot be converted. `kifu check` shows each place.",
    ),
    loss(
        "loss/game",
        "a game would be left out",
        "The input has several games, and a file of the target holds one: with `-o DIR` each game becomes a file of its own, `name-1.jgf`, `name-2.jgf`, …\n\nOr the input has games that kifu does not know beside others that it does: in an SGF collection any game may stand.",
    ),
    loss(
        "loss/setup",
        "the start of the board would change",
        "The size of the board, its stones, or the player to move would differ.",
    ),
    loss("loss/terms", "rule set, komi or handicap would be lost", ""),
    loss("loss/title", "the name of the game would be lost", ""),
    loss(
        "loss/text",
        "a text about the game would be lost",
        "One of: opening, annotator, transcriber, source, address, copyright, description.",
    ),
    loss("loss/application", "the name of the program that wrote the record would be lost", ""),
    loss(
        "loss/players",
        "something about the players would be lost",
        "A name, rank, team or country, or a player beside Black and White.",
    ),
    loss("loss/event", "event, round or place would be lost", ""),
    loss("loss/dates", "dates would be lost", ""),
    loss("loss/outcome", "the result would be lost", ""),
    loss("loss/time", "the time limit or overtime would be lost", ""),
    loss("loss/header", "a free header would be lost", ""),
    loss(
        "loss/display",
        "a preference of the viewer would be lost",
        "How a viewer should show the record is a preference, not part of the game: losing it is told and refuses nothing.",
    ),
    loss(
        "loss/variation",
        "a variation would be lost",
        "Nodes would be missing, or stand in another order. Formats without variations keep only the main line.",
    ),
    loss("loss/action", "a move or a setup of stones would change", ""),
    loss("loss/name", "the name of a node would be lost", ""),
    loss("loss/comment", "a comment would be lost or change", ""),
    loss("loss/comment-author", "the author or the time of a comment would be lost", ""),
    loss("loss/clock", "a clock would be lost", ""),
    loss("loss/clock-precision", "a clock would lose fractions of a second", ""),
    loss("loss/judgement", "a judgement of a move or of a position would be lost", ""),
    loss("loss/analysis", "an engine's analysis would be lost", ""),
    loss("loss/mark", "a mark on the board would be lost", ""),
    loss("loss/bookmark", "a bookmark would be lost", ""),
    loss(
        "loss/foreign",
        "something that only the other format can say would be lost",
        "Private properties and keys without a meaning that is shared. Most formats have a place for such things of other formats; this one has none.",
    ),
    loss(
        "loss/character",
        "a character does not exist in the charset of the target",
        "Write UTF-8 instead, or another charset: `--to sgf:encoding=gb18030`.",
    ),
];

const fn not(code: &'static str, title: &'static str) -> CodeInfo {
    info(
        code,
        Error,
        title,
        "The text cannot be written in the charset asked for; the character became `?`. Write UTF-8 instead.",
    )
}

const fn loss(code: &'static str, title: &'static str, page: &'static str) -> CodeInfo {
    info(code, Error, title, page)
}
