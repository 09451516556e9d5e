use crate::Charset;
use alloc::{borrow::Cow, string::String};
use core::cell::OnceCell;

/// The start of a file and its extension, for the detection of its format.
///
/// The bytes are decoded when the first format asks for the text. The text is cached for the other formats.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Lines; // a format of a game whose moves are numbers
/// use kifu_core::{Confidence, Format, Sample};
/// let sample = Sample::new(b"toy\n7\n", Some("txt"));
/// assert_eq!(Lines.detect(&sample), Confidence::Certain);
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Sample<'a> {
    /// The first bytes of the file, without decoding.
    pub bytes: &'a [u8],
    /// The extension, in lower case, without the dot.
    pub extension: Option<&'a str>,
    all: &'a [u8],
    text: OnceCell<Cow<'a, str>>,
}

impl<'a> Sample<'a> {
    /// The maximum number of bytes of a sample.
    pub const MAX_LEN: usize = 64 * 1024;

    /// Creates a sample from the first of these bytes. The extension is in lower case, see [`extension`].
    #[must_use]
    pub fn new(bytes: &'a [u8], extension: Option<&'a str>) -> Self {
        Self { bytes: &bytes[..bytes.len().min(Self::MAX_LEN)], extension, all: bytes, text: OnceCell::new() }
    }

    /// Returns a longer sample, with at most `len` bytes. Returns `None` if this sample has that many, or all that were given.
    #[must_use]
    pub fn longer(&self, len: usize) -> Option<Self> {
        let len = len.min(self.all.len());
        let Self { extension, all, .. } = *self;
        (len > self.bytes.len()).then(|| Self { bytes: &all[..len], extension, all, text: OnceCell::new() })
    }

    /// Returns the text without a byte-order mark. It is decoded as UTF-16 if a mark or zero bytes prove that, otherwise as UTF-8.
    /// Invalid bytes become U+FFFD. ASCII characters are right in almost all charsets.
    #[must_use]
    pub fn text(&self) -> &str {
        self.text.get_or_init(|| self.text_in(&Charset::sniff(self.bytes).unwrap_or(Charset::UTF_8)))
    }

    /// Returns the text in a charset, for a format whose words are not ASCII. Each call decodes the bytes again.
    #[must_use]
    pub fn text_in(&self, charset: &Charset) -> Cow<'a, str> {
        charset.decode(self.bytes)
    }
}

/// Returns the extension of a file name, in lower case, without the dot.
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
