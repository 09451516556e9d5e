//! The names of charsets, and how a file declares its charset.

use crate::{CodeInfo, Diagnostics, Span, codes, source};
use alloc::{borrow::Cow, format, string::ToString, vec::Vec};
use core::{fmt, ops::Range};

/// A charset by its standard name, as in the WHATWG Encoding Standard: `UTF-8`, `Shift_JIS`, `gb18030`.
///
/// An unknown name is kept unchanged, so that messages can show it.
///
/// ```
/// use kifu_text::Charset;
/// assert_eq!(Charset::new("sjis").name(), "Shift_JIS");
/// assert_eq!(Charset::new("utf8"), Charset::UTF_8);
/// assert!(!Charset::new("klingon").is_known());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Charset(Cow<'static, str>);

impl Default for Charset {
    /// UTF-8.
    fn default() -> Self {
        Self::UTF_8
    }
}

/// A charset that a file declares.
///
/// ```
/// use kifu_text::{Charset, CharsetDeclaration, Source};
/// let bytes = b"(;CA[gb2312]PB[\xCE\xE2])".to_vec();
/// let declared = [CharsetDeclaration::of_file(Charset::new("gb2312"), 5..11)];
/// let (source, _) = Source::decode("game.sgf", bytes, None, &declared);
/// assert_eq!(source.text(), "(;CA[gb2312]PB[吴])");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct CharsetDeclaration {
    /// The offset of the first byte that the declaration applies to.
    pub from: usize,
    /// The end of the part of the file that contains the declaration. The text after it, up to the
    /// next declaration, is in the same charset unless its bytes contradict that: it may be another
    /// file that was appended.
    pub until: usize,
    /// The charset.
    pub charset: Charset,
    /// The bytes that name the charset, as messages show them.
    pub at: Range<usize>,
}

impl CharsetDeclaration {
    /// Creates a declaration for the whole file. `at` is the range of the bytes that name the charset.
    ///
    /// ```
    /// use kifu_text::{Charset, CharsetDeclaration};
    /// let declared = CharsetDeclaration::of_file(Charset::new("GBK"), 5..8);
    /// assert_eq!((declared.from, declared.until), (0, usize::MAX));
    /// ```
    #[must_use]
    pub const fn of_file(charset: Charset, at: Range<usize>) -> Self {
        Self::of_part(charset, at, 0..usize::MAX)
    }

    /// Creates a declaration for a part of the file: for the bytes from `part.start`, in the game or section that ends at `part.end`.
    /// `at` is the range of the bytes that name the charset.
    ///
    /// ```
    /// use kifu_text::{Charset, CharsetDeclaration};
    /// // (;CA[GBK])(;CA[Big5])
    /// let second = CharsetDeclaration::of_part(Charset::new("Big5"), 15..19, 10..21);
    /// assert_eq!((second.from, second.until), (10, 21));
    /// ```
    #[must_use]
    pub const fn of_part(charset: Charset, at: Range<usize>, part: Range<usize>) -> Self {
        Self { from: part.start, until: part.end, charset, at }
    }
}

/// The evidence for the charset of a segment, the most reliable first.
///
/// ```
/// use kifu_text::{Charset, CharsetDeclaration, CharsetSource, Source};
/// let found = |bytes: &[u8], declared: Vec<_>| Source::decode("game.sgf", bytes.to_vec(), None, &declared).0.segments()[0].found;
/// assert_eq!(found(b"\xEF\xBB\xBF(;)", vec![]), CharsetSource::Mark);
/// assert_eq!(found(b"(;CA[GBK])", vec![CharsetDeclaration::of_file(Charset::new("GBK"), 5..8)]), CharsetSource::Declared);
/// assert_eq!(found("(;PB[碁])".as_bytes(), vec![]), CharsetSource::ValidUtf8);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CharsetSource {
    /// The caller asked for this charset.
    Asked,
    /// The segment starts with a byte-order mark.
    Mark,
    /// The file declares this charset.
    Declared,
    /// The bytes are valid UTF-8.
    ValidUtf8,
    /// Files of the format are usually in this charset, and the bytes are text in it.
    Expected,
    /// The frequency of characters suggests this charset.
    Guessed,
    /// The frequency of characters suggests this charset, although the file declares another one.
    Overruled,
}

impl Charset {
    /// UTF-8.
    pub const UTF_8: Self = Self(Cow::Borrowed("UTF-8"));
    /// Shift_JIS.
    pub const SHIFT_JIS: Self = Self(Cow::Borrowed("Shift_JIS"));
    /// EUC-JP.
    pub const EUC_JP: Self = Self(Cow::Borrowed("EUC-JP"));
    /// UTF-16, little-endian.
    pub const UTF_16LE: Self = Self(Cow::Borrowed("UTF-16LE"));
    /// UTF-16, big-endian.
    pub const UTF_16BE: Self = Self(Cow::Borrowed("UTF-16BE"));

    /// Returns the charset that `label` names. Case is ignored, hyphens may be missing, and common aliases are known.
    ///
    /// ```
    /// use kifu_text::Charset;
    /// assert_eq!(Charset::new("CP936"), Charset::new("gb2312")); // both are GBK
    /// assert_eq!(Charset::new("latin1").name(), "windows-1252"); // as the standard has it
    /// ```
    #[must_use]
    pub fn new(label: &str) -> Self {
        let label = label.trim();
        match standard_name(label) {
            Some(name) => Self(Cow::Borrowed(name)),
            None => Self(Cow::Owned(label.to_string())),
        }
    }

    /// Returns the standard name, or the given name if it is unknown.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Returns true if kifu can decode and encode this charset.
    #[must_use]
    pub fn is_known(&self) -> bool {
        standard_name(&self.0).is_some()
    }

    /// Encodes `text` in this charset, without a byte-order mark. A character that the charset does not have becomes `?`, with a
    /// diagnostic at its place in `text`. A charset that is not [known](Self::is_known) is treated as UTF-8.
    ///
    /// ```
    /// use kifu_text::{Charset, Span};
    /// let (bytes, diagnostics) = Charset::new("windows-1252").encode("Café 碁");
    /// assert_eq!(bytes, b"Caf\xE9 ?");
    /// let missing = diagnostics.iter().next().unwrap();
    /// assert_eq!((missing.code.0, missing.span), ("text/not-windows-1252", Some(Span::new(6, 9))));
    /// ```
    #[must_use]
    pub fn encode(&self, text: &str) -> (Vec<u8>, Diagnostics) {
        let mut diagnostics = Diagnostics::default();
        if *self == Self::UTF_8 {
            return (text.as_bytes().to_vec(), diagnostics);
        }
        let (bytes, missing) = source::encode(self, text);
        let info = self.not_in_charset();
        for (at, character) in missing {
            let span = Span::new(at, at + character.len_utf8());
            diagnostics.report(info, span, || format!("{self} has no {character:?}; ? replaces it"));
        }
        (bytes, diagnostics)
    }

    /// Decodes bytes in this charset, without a byte-order mark. Invalid bytes become U+FFFD. A charset that is not
    /// [known](Self::is_known) is treated as UTF-8.
    ///
    /// ```
    /// use kifu_text::Charset;
    /// assert_eq!(Charset::new("Shift_JIS").decode(b"\x8E\xE8\x8D\x87\x8A\x84"), "手合割");
    /// assert_eq!(Charset::UTF_16LE.decode(b"\xFF\xFE(\0;\0"), "(;");
    /// ```
    #[must_use]
    pub fn decode<'b>(&self, bytes: &'b [u8]) -> Cow<'b, str> {
        source::decode_lossy(self, bytes)
    }

    /// Returns the charset that the first bytes of a file prove: by a byte-order mark, or by the zero bytes of UTF-16.
    ///
    /// ```
    /// use kifu_text::Charset;
    /// assert_eq!(Charset::sniff(b"\xEF\xBB\xBF(;)"), Some(Charset::UTF_8));
    /// assert_eq!(Charset::sniff(b"(\0;\0)\0"), Some(Charset::UTF_16LE));
    /// assert_eq!(Charset::sniff(b"(;)"), None);
    /// ```
    #[must_use]
    pub fn sniff(bytes: &[u8]) -> Option<Self> {
        source::sniff(bytes)
    }

    /// Returns the byte-order mark that a file in this charset needs at its start. UTF-16 is not recognised without it; no other
    /// charset needs one.
    ///
    /// ```
    /// use kifu_text::Charset;
    /// assert_eq!(Charset::UTF_16LE.byte_order_mark(), [0xFF, 0xFE]);
    /// assert!(Charset::UTF_8.byte_order_mark().is_empty());
    /// ```
    #[must_use]
    pub fn byte_order_mark(&self) -> &'static [u8] {
        match self.name() {
            "UTF-16LE" => &[0xFF, 0xFE],
            "UTF-16BE" => &[0xFE, 0xFF],
            _ => &[],
        }
    }

    /// Returns true if this is the name of an existing charset that kifu cannot decode.
    pub(crate) fn is_undecodable(&self) -> bool {
        let bare = bare(&self.0);
        !self.is_known() && UNDECODABLE.iter().any(|family| bare.starts_with(family))
    }

    /// Returns true if the bytes have the ASCII sequences by which this charset switches to two-byte characters.
    pub(crate) fn is_in_escapes(&self, bytes: &[u8]) -> bool {
        match bare(&self.0).as_str() {
            "hz" | "hzgb2312" => bytes.windows(2).any(|pair| pair == b"~{"),
            "iso2022kr" => bytes.contains(&0x0E),
            "utf7" => memchr::memchr_iter(b'+', bytes).any(|at| {
                let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
                bytes[at + 1..].iter().take_while(is_base64).take(3).count() == 3
            }),
            _ => bytes.contains(&0x1B),
        }
    }

    /// Returns the code for a character that the charset does not have.
    fn not_in_charset(&self) -> &'static CodeInfo {
        let entry = NOT.iter().find(|(name, _)| *name == self.0);
        entry.map_or(&codes::NOT_IN_CHARSET, |(_, info)| info)
    }
}

impl fmt::Display for Charset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The names of existing charsets that kifu cannot decode, in lower case and without hyphens. The names of their variants start
/// with these.
const UNDECODABLE: [&str; 18] = [
    "ibm4",
    "ibm7",
    "ibm8",
    "cp4",
    "cp7",
    "cp8",
    "hz",
    "iso2022kr",
    "iso2022cn",
    "johab",
    "cp1361",
    "xmac",
    "utf7",
    "utf32",
    "ucs4",
    "ebcdic",
    "euctw",
    "xeuctw",
];

/// Returns a name in lower case and without hyphens.
fn bare(label: &str) -> alloc::string::String {
    label.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// The charsets that a file may be written in and that lack some characters, with the code for a missing character.
static NOT: [(&str, CodeInfo); 8] = [
    ("Shift_JIS", codes::NOT_SHIFT_JIS),
    ("EUC-JP", codes::NOT_EUC_JP),
    ("ISO-2022-JP", codes::NOT_ISO_2022_JP),
    ("GBK", codes::NOT_GBK),
    ("Big5", codes::NOT_BIG5),
    ("EUC-KR", codes::NOT_EUC_KR),
    ("windows-1252", codes::NOT_WINDOWS_1252),
    ("windows-1251", codes::NOT_WINDOWS_1251),
];

#[cfg(feature = "encoding")]
fn standard_name(label: &str) -> Option<&'static str> {
    // In the standard, "replacement" stands for charsets that must not be used. They are unknown here.
    let find = |label: &str| {
        encoding_rs::Encoding::for_label_no_replacement(label.as_bytes()).map(encoding_rs::Encoding::name)
    };
    find(label).or_else(|| {
        let bare = bare(label);
        let other = match bare.as_str() {
            "cp932" | "ms932" | "windows932" | "mskanji" | "shiftjis" => "shift_jis",
            "cp936" | "ms936" | "windows936" | "eucgb2312" | "eucgb" | "euccn" | "xeuccn" | "gb231280" | "gb" => "gbk",
            "cp949" | "ms949" | "uhc" | "windows949" => "euc-kr",
            "cp950" | "ms950" | "windows950" | "eten" => "big5",
            "jis" | "csiso2022jp" => "iso-2022-jp",
            "ujis" | "xeucjp" | "cp51932" => "euc-jp",
            "xeuckr" | "ksc5601" | "ksx1001" => "euc-kr",
            "macroman" | "xmacroman" => "macintosh",
            "88591" | "latin" => "windows-1252",
            "koi8r" => "koi8-r",
            "koi8u" | "koi8ru" => "koi8-u",
            "big5hkscs" => "big5-hkscs",
            "utf16" | "ucs2" => "utf-16le",
            "usascii" | "ansix341968" => "us-ascii",
            _ => return find(&bare).or_else(|| find(&hyphenated(&bare))),
        };
        find(other)
    })
}

/// Inserts the hyphens that authors leave out: `windows1252` becomes `windows-1252`, and `iso88591` becomes `iso-8859-1`.
#[cfg(feature = "encoding")]
fn hyphenated(bare: &str) -> alloc::string::String {
    if let Some(part) = bare.strip_prefix("iso8859") {
        return alloc::format!("iso-8859-{part}");
    }
    if let Some(part) = bare.strip_prefix("euc") {
        return alloc::format!("euc-{part}");
    }
    let digits = bare.find(|c: char| c.is_ascii_digit()).unwrap_or(bare.len());
    alloc::format!("{}-{}", &bare[..digits], &bare[digits..])
}

#[cfg(not(feature = "encoding"))]
fn standard_name(label: &str) -> Option<&'static str> {
    ["UTF-8", "UTF-16LE", "UTF-16BE"].into_iter().find(|name| bare(name) == bare(label))
}

#[cfg(all(test, feature = "encoding"))]
mod tests {
    use super::*;

    #[test]
    fn names_in_use_are_understood() {
        for (label, name) in [
            ("UTF-8", "UTF-8"),
            ("utf8", "UTF-8"),
            ("Utf_8", "UTF-8"),
            ("SJIS", "Shift_JIS"),
            ("CP932", "Shift_JIS"),
            ("gb2312", "GBK"),
            ("GB18030", "gb18030"),
            ("big5", "Big5"),
            ("euc-kr", "EUC-KR"),
            ("CP949", "EUC-KR"),
            ("iso8859-1", "windows-1252"),
            ("ISO_8859-1", "windows-1252"),
            ("iso88592", "ISO-8859-2"),
            ("windows1251", "windows-1251"),
            ("WIN-1252", "WIN-1252"),
            ("euc_jp", "EUC-JP"),
            ("us-ascii", "windows-1252"),
            ("EUC-CN", "GBK"),
            ("x-euc-cn", "GBK"),
            ("ujis", "EUC-JP"),
            ("macroman", "macintosh"),
            ("8859_1", "windows-1252"),
        ] {
            assert_eq!(Charset::new(label).name(), name, "{label}");
        }
    }

    #[test]
    fn undecodable_charsets_differ_from_unknown_names() {
        for label in ["IBM437", "cp850", "HZ-GB-2312", "ISO-2022-KR", "JOHAB", "x-mac-japanese", "UTF-32", "utf-32le"] {
            assert!(Charset::new(label).is_undecodable(), "{label}");
        }
        for label in ["klingon", "UTF-8", "cp1252", "IBM866", "macintosh", ""] {
            assert!(!Charset::new(label).is_undecodable(), "{label}");
        }
    }

    #[test]
    fn each_lossy_charset_has_a_code() {
        for (name, info) in &NOT {
            assert_eq!(Charset::new(name).name(), *name);
            assert!(crate::CODES.contains(info), "{name}");
        }
    }
}
