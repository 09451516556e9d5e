//! What the diagnostics of charsets mean: the pages of the family `text/`.

use crate::{
    Code, CodeInfo,
    Severity::{self, Error, Warning},
};

const fn info(code: &'static str, severity: Severity, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code: Code(code), severity, title, page }
}

/// The page of a character that a charset does not have.
macro_rules! not {
    ($code:literal, $which:literal, $charset:literal, $option:literal, $character:literal) => {
        info(
            concat!("text/not-", $code),
            Error,
            concat!("a character does not exist in ", $which),
            concat!(
                "The text cannot be written in ",
                $which,
                "; the character became `?`. The library says so of the bytes that it makes; `kifu convert` tells it as `loss/character`, and writes nothing.\n\n```console\n$ printf '(;PB[",
                $character,
                "])' | kifu convert - --to sgf:encoding=",
                $option,
                "\nerror[loss/character]: ",
                $charset,
                " has no '",
                $character,
                "'; written as ?\n```\n\nWrite UTF-8 instead, which has every character: `--to sgf`. To have the `?` all the same: `--allow-loss=character`."
            ),
        )
    };
}

/// The codes of the family `text/`: what is found when a file is decoded or encoded.
///
/// ```
/// use kifu_text::{CODES, Charset};
/// let (_, said) = Charset::new("GBK").encode("한");
/// let found = said.iter().next().unwrap();
/// let info = CODES.iter().find(|info| info.code == found.code).unwrap();
/// assert_eq!(info.title, "a character does not exist in GBK");
/// ```
pub const CODES: &[CodeInfo] = &[
    info(
        "text/charset-contradicted",
        Warning,
        "the declared charset is certainly wrong",
        "A file may say in which charset it is written (SGF: `CA[GBK]`). Editors that save in another charset often leave the old name in place. Here the bytes prove another charset: they are valid UTF-8 beyond ASCII, or have the escape sequences of ISO-2022-JP, or the zero bytes of UTF-16. The file was read in that charset.\n\n```console\n$ printf '(;CA[GBK]PB[碁])' | kifu check -\nwarning[text/charset-contradicted]: the file declares GBK, but its bytes are valid UTF-8; read as UTF-8\n```\n\nTo read it as declared, name the charset: `kifu --encoding gb18030 …`. To correct the file, convert it: `kifu convert FILE --to sgf`.",
    ),
    info(
        "text/charset-overruled",
        Warning,
        "the declared charset is probably wrong",
        "The file declares a charset, but its text looks like another one: it has many bytes that are invalid in the declared charset, or the declared charset is a default that programs write into any file (ISO-8859-1, windows-1252) and most letters are those of another script. The file was read in the charset that it looks like. This is a guess, so `kifu convert` refuses the file (`loss/charset`). The message shows the first words in both charsets.\n\n```console\n$ printf '(;CA[UTF-8]PB[\\226\\173\\210\\366\\226\\126]PW[\\212\\326\\216\\122])' | kifu check -\nwarning[text/charset-overruled]: the file declares UTF-8 (\"�{���V\"), but looks like Shift_JIS (\"本因坊\"); read as Shift_JIS\n```\n\nIf the guess is wrong, use the declared charset: `--encoding utf-8`. If it is right, confirm it with `--encoding shift_jis`, or convert with `--allow-loss=charset`.",
    ),
    info(
        "text/charset-ambiguous",
        Error,
        "which charset is right decides what the games are",
        "As `text/charset-overruled`: the file declares one charset and looks like another. In addition, the two readings differ in brackets, quotes or backslashes. In GBK, Big5 and Shift_JIS the second byte of a character may be `]`, so a value ends elsewhere in the other charset, and properties appear or disappear.\n\n```console\n$ printf '(;CA[UTF-8]PB[\\203\\135\\203\\214]PW[\\212\\326\\216\\122])' | kifu check -\nerror[text/charset-ambiguous]: the file declares UTF-8 (\"�\"), but looks like Shift_JIS (\"ゾレ\"); read as Shift_JIS. The two differ in brackets, so the games differ too\n```\n\nLook at both readings with `kifu info --encoding …`, then convert with the right one.",
    ),
    info(
        "text/charset-guessed",
        Warning,
        "the charset was guessed",
        "The file declares no charset, has no byte-order mark and is not valid UTF-8. The charset was guessed from how often which characters appear. The fewer there are, the less certain is the guess; one or two bytes are read as windows-1252.\n\n```console\n$ printf '(;PB[\\226\\173\\210\\366\\226\\126])' | kifu check -\nwarning[text/charset-guessed]: no charset declared, and not valid UTF-8; read as Shift_JIS, judging by the bytes\n```\n\nIf names or comments look wrong, name the charset: `kifu --encoding shift_jis …`.",
    ),
    info(
        "text/charset-unknown",
        Warning,
        "the declared charset is unknown",
        "The file declares a charset that does not exist, or one that kifu cannot decode (IBM437, HZ-GB-2312, ISO-2022-KR, Johab, x-mac-japanese, UTF-32 and a few more). The charset was judged by the bytes instead. Text in a charset that kifu cannot decode is misread, so `kifu convert` refuses such a file (`loss/charset`) if it has any.\n\n```console\n$ printf '(;CA[klingon]PB[Gu])' | kifu check -\nwarning[text/charset-unknown]: unknown charset \"klingon\"; read as UTF-8, judging by the bytes\n```\n\nIf names or comments look wrong, name the charset: `kifu --encoding gb18030 …`. Declare a charset that other programs know too.",
    ),
    info(
        "text/mojibake",
        Warning,
        "a text was read in the wrong charset before it was saved",
        "The file is read as it is meant to be, and in it there is text that a program before had taken for another charset than it was in: `Ã©` for `é`, `鍙ゅ姏` for 古力, `–{ˆö–V` for 本因坊. It is said where hardly any text is meant so; the text is kept as it is.\n\n```console\n$ printf '(;PB[FrÃ©dÃ©ric])' | kifu check -\nwarning[text/mojibake]: looks like UTF-8 that was read as windows-1252: \"Ã©\" would be \"é\"; kept as it is\n```\n\n`kifu fix --guess` writes what it was. If it was broken twice, the fix finds the second time too; where bytes were dropped on the way, somebody has to write it anew.",
    ),
    info(
        "text/damaged-character",
        Warning,
        "a character is damaged",
        "Some bytes of a character are missing or wrong; the rest of the text is whole. Often a server cut a name after so many bytes. The character was read as U+FFFD (�), and nothing else changed. The bytes stay in the file until the text is edited.\n\n```console\n$ printf '(;PB[\\344\\275\\240\\345])' | kifu check --encoding utf-8 -\nwarning[text/damaged-character]: damaged character at byte 8 (invalid UTF-8); read as �\n```\n\nWrite what the text said, if you know it.",
    ),
    info(
        "text/undecodable",
        Error,
        "some bytes are invalid in the file's charset",
        "Some bytes have no meaning in the charset of the file. Each such place was read as U+FFFD (�). Most often the charset is wrong; or bytes are missing, and what follows in the same line is misread. The bytes stay in the file until the text is edited.\n\n```console\n$ printf '(;PB[\\346])' | kifu check --encoding utf-8 -\nerror[text/undecodable]: invalid UTF-8 at byte 5; read as �\n```\n\nIf all such texts look wrong, name the charset: `kifu --encoding gb18030 …`. If it is one place, write there what the text said.",
    ),
    info(
        "text/too-large",
        Error,
        "the file is larger than 4 GiB",
        "Places in a file are counted with 32 bits, so that a larger file has places without a number. Nothing of it was read.\n\n```console\n$ kifu check all-games.sgf\nerror[text/too-large]: all-games.sgf is larger than 4 GiB; nothing of it was read\n```\n\nSplit the collection into several files.",
    ),
    not!("shift-jis", "Shift_JIS", "Shift_JIS", "shift_jis", "吴"),
    not!("euc-jp", "EUC-JP", "EUC-JP", "euc-jp", "吴"),
    not!("iso-2022-jp", "ISO-2022-JP", "ISO-2022-JP", "iso-2022-jp", "吴"),
    not!("gbk", "GBK", "GBK", "gbk", "한"),
    not!("big5", "Big5", "Big5", "big5", "吴"),
    not!("euc-kr", "EUC-KR", "EUC-KR", "euc-kr", "吴"),
    not!("windows-1252", "windows-1252", "windows-1252", "windows-1252", "碁"),
    not!("windows-1251", "windows-1251", "windows-1251", "windows-1251", "é"),
    not!("in-charset", "the charset asked for", "KOI8-R", "koi8-r", "é"),
];
