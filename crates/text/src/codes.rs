//! The codes of diagnostics about files and charsets. Their pages are in `codes.md`.

use crate::{CodeInfo, CodePages};

/// The pages of the codes.
const PAGES: CodePages = CodePages::new(include_str!("codes.md"));

/// The codes of the family `text/`, which are reported when a file is decoded or encoded.
///
/// ```
/// use kifu_text::{CODES, Charset};
/// let (_, diagnostics) = Charset::new("GBK").encode("한");
/// let found = diagnostics.iter().next().unwrap();
/// let info = CODES.iter().find(|info| info.code == found.code).unwrap();
/// assert_eq!(info.title, "a character does not exist in GBK");
/// ```
pub const CODES: &[CodeInfo] = &[
    CHARSET_CONTRADICTED,
    CHARSET_OVERRULED,
    CHARSET_AMBIGUOUS,
    CHARSET_GUESSED,
    CHARSET_UNKNOWN,
    MOJIBAKE,
    DAMAGED_CHARACTER,
    UNDECODABLE,
    TOO_LARGE,
    TOO_DENSE,
    NOT_SHIFT_JIS,
    NOT_EUC_JP,
    NOT_ISO_2022_JP,
    NOT_GBK,
    NOT_BIG5,
    NOT_EUC_KR,
    NOT_WINDOWS_1252,
    NOT_WINDOWS_1251,
    NOT_IN_CHARSET,
];

pub(crate) const CHARSET_CONTRADICTED: CodeInfo = info("text/charset-contradicted");

/// The code of a declared charset that a guess overruled.
///
/// ```
/// assert!(kifu_text::CODES.contains(&kifu_text::CHARSET_OVERRULED));
/// ```
pub const CHARSET_OVERRULED: CodeInfo = info("text/charset-overruled");

/// The code of a declared charset that a guess overruled, if the two disagree about where values end.
///
/// ```
/// assert!(kifu_text::CODES.contains(&kifu_text::CHARSET_AMBIGUOUS));
/// ```
pub const CHARSET_AMBIGUOUS: CodeInfo = info("text/charset-ambiguous");

/// The code of a charset that was guessed because the file declares none.
///
/// ```
/// assert!(kifu_text::CODES.contains(&kifu_text::CHARSET_GUESSED));
/// ```
pub const CHARSET_GUESSED: CodeInfo = info("text/charset-guessed");

/// The code of a declared charset that cannot be decoded.
///
/// ```
/// assert!(kifu_text::CODES.contains(&kifu_text::CHARSET_UNKNOWN));
/// ```
pub const CHARSET_UNKNOWN: CodeInfo = info("text/charset-unknown");

/// The code of text that was decoded in a wrong charset before it was saved.
///
/// ```
/// assert!(kifu_text::CODES.contains(&kifu_text::MOJIBAKE));
/// ```
pub const MOJIBAKE: CodeInfo = info("text/mojibake");

pub(crate) const DAMAGED_CHARACTER: CodeInfo = info("text/damaged-character");
/// The code of bytes that are invalid in the charset of the file.
///
/// ```
/// assert!(kifu_text::CODES.contains(&kifu_text::UNDECODABLE));
/// ```
pub const UNDECODABLE: CodeInfo = info("text/undecodable");

/// The code of a file that is larger than a [`Source`](crate::Source) can be; its source is empty.
///
/// ```
/// assert!(kifu_text::CODES.contains(&kifu_text::TOO_LARGE));
/// ```
pub const TOO_LARGE: CodeInfo = info("text/too-large");

/// The code of a game that would take too much memory for its text. The rest of the game is not read.
///
/// ```
/// assert!(kifu_text::CODES.contains(&kifu_text::TOO_DENSE));
/// ```
pub const TOO_DENSE: CodeInfo = info("text/too-dense");

pub(crate) const NOT_SHIFT_JIS: CodeInfo = info("text/not-shift-jis");
pub(crate) const NOT_EUC_JP: CodeInfo = info("text/not-euc-jp");
pub(crate) const NOT_ISO_2022_JP: CodeInfo = info("text/not-iso-2022-jp");
pub(crate) const NOT_GBK: CodeInfo = info("text/not-gbk");
pub(crate) const NOT_BIG5: CodeInfo = info("text/not-big5");
pub(crate) const NOT_EUC_KR: CodeInfo = info("text/not-euc-kr");
pub(crate) const NOT_WINDOWS_1252: CodeInfo = info("text/not-windows-1252");
pub(crate) const NOT_WINDOWS_1251: CodeInfo = info("text/not-windows-1251");
pub(crate) const NOT_IN_CHARSET: CodeInfo = info("text/not-in-charset");

const fn info(code: &'static str) -> CodeInfo {
    PAGES.info(code)
}
