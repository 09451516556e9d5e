use crate::Charset;
use alloc::{borrow::Cow, string::String};
use core::cell::OnceCell;

/// The start of a file and the extension of its name: what a format recognises a file by.
///
/// The text is made when a format first asks for it, and serves all formats.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Confidence, Format, Sample};
/// let sample = Sample::new(b"toy\n7\n", Some("txt"));
/// assert_eq!(Lines.detect(&sample), Confidence::Certain);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample<'a> {
    /// The first bytes, as they are in the file.
    pub bytes: &'a [u8],
    /// The extension, in lower case, without the dot.
    pub extension: Option<&'a str>,
    text: OnceCell<Cow<'a, str>>,
}

impl<'a> Sample<'a> {
    /// The number of bytes that a sample has at most.
    ///
    /// ```
    /// use kifu_core::Sample;
    /// assert_eq!(Sample::new(&[b' '; 100_000], None).bytes.len(), Sample::MAX_LEN);
    /// ```
    pub const MAX_LEN: usize = 64 * 1024;

    /// The sample of a file with these bytes, of which it takes the first. The extension is in lower case, see [`extension`].
    ///
    /// ```
    /// use kifu_core::Sample;
    /// let sample = Sample::new(b"(;GM[1]SZ[9])", Some("sgf"));
    /// assert_eq!((sample.text(), sample.extension), ("(;GM[1]SZ[9])", Some("sgf")));
    /// ```
    #[must_use]
    pub fn new(bytes: &'a [u8], extension: Option<&'a str>) -> Self {
        Self { bytes: &bytes[..bytes.len().min(Self::MAX_LEN)], extension, text: OnceCell::new() }
    }

    /// The text, without a byte-order mark: UTF-16 where a mark or zero bytes prove it, otherwise UTF-8. Bytes that are invalid
    /// there become U+FFFD; what is ASCII is right in nearly every charset.
    ///
    /// ```
    /// use kifu_core::Sample;
    /// assert_eq!(Sample::new(b"\xFF\xFE(\0;\0)\0", None).text(), "(;)");
    /// assert_eq!(Sample::new(b"(;PB[\x8C\xE9])", None).text(), "(;PB[\u{FFFD}\u{FFFD}])"); // Shift_JIS
    /// ```
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| self.text_in(&Charset::sniff(self.bytes).unwrap_or(Charset::UTF_8)))
    }

    /// The text in a charset, for a format whose words are not ASCII. It is decoded anew each time.
    ///
    /// ```
    /// use kifu_core::{Charset, Sample};
    /// let sample = Sample::new(b"\x8E\xE8\x8D\x87\x8A\x84", Some("kif"));
    /// assert_eq!(sample.text_in(&Charset::new("Shift_JIS")), "手合割");
    /// ```
    #[must_use]
    pub fn text_in(&self, charset: &Charset) -> Cow<'a, str> {
        charset.decode(self.bytes)
    }
}

/// The extension of a file's name, in lower case, without the dot.
///
/// ```
/// use kifu_core::extension;
/// assert_eq!(extension("games/1846.SGF").as_deref(), Some("sgf"));
/// assert_eq!(extension("games.old/1846"), None);
/// assert_eq!(extension(".sgf"), None); // a hidden file
/// ```
#[must_use]
pub fn extension(name: &str) -> Option<String> {
    let file = name.rsplit(['/', '\\']).next()?;
    let (stem, extension) = file.rsplit_once('.')?;
    (!stem.is_empty()).then(|| extension.to_ascii_lowercase())
}
