//! The result of writing: a text, with its charset and line end.

use crate::{Charset, Diagnostics, Span};
use alloc::{string::String, vec::Vec};

/// The text that a format wrote, with its charset and line end.
///
/// ```
/// use kifu_core::{Charset, WriteOutput};
/// let writing = WriteOutput::new("PB[碁]".into(), Charset::new("windows-1252"));
/// let (bytes, diagnostics) = writing.encode();
/// assert_eq!(bytes, b"PB[?]");
/// assert_eq!(diagnostics.iter().next().unwrap().code.0, "text/not-windows-1252");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WriteOutput {
    /// The text. Lines end with a line feed.
    pub text: String,
    /// The charset of the file.
    pub charset: Charset,
    /// The line end of the file.
    pub line_end: LineEnd,
}

impl WriteOutput {
    /// Creates the output for a text in `charset`.
    #[must_use]
    pub fn new(text: String, charset: Charset) -> Self {
        Self { text, charset, line_end: LineEnd::Lf }
    }

    /// Returns the output with another line end.
    #[must_use]
    pub fn line_end(self, line_end: LineEnd) -> Self {
        Self { line_end, ..self }
    }

    /// Creates the output for a text in UTF-8.
    #[must_use]
    pub fn utf8(text: String) -> Self {
        Self::new(text, Charset::UTF_8)
    }

    /// Returns the bytes of the file. A character that the charset does not have becomes `?`, with a diagnostic.
    ///
    /// ```
    /// use kifu_core::{Charset, WriteOutput};
    /// let writing = WriteOutput::new("碁".into(), Charset::UTF_16BE);
    /// assert_eq!(writing.encode().0, [0xFE, 0xFF, 0x78, 0x81]); // a byte-order mark, and U+7881
    /// ```
    #[must_use]
    pub fn encode(&self) -> (Vec<u8>, Diagnostics) {
        let (mut bytes, diagnostics) = self.encode_more();
        bytes.splice(..0, self.charset.byte_order_mark().iter().copied());
        (bytes, diagnostics)
    }

    /// Returns the bytes without a byte-order mark, for appending to a file.
    ///
    /// ```
    /// use kifu_core::{Charset, WriteOutput};
    /// let writing = WriteOutput::new("碁".into(), Charset::UTF_16BE);
    /// assert_eq!(writing.encode_more().0, [0x78, 0x81]);
    /// ```
    #[must_use]
    pub fn encode_more(&self) -> (Vec<u8>, Diagnostics) {
        match self.line_end {
            LineEnd::Lf => self.charset.encode(&self.text),
            LineEnd::CrLf => self.encode_crlf(),
        }
    }

    /// Returns the bytes with a carriage return before each line feed. The spans of the diagnostics refer to the text without them.
    fn encode_crlf(&self) -> (Vec<u8>, Diagnostics) {
        let mut text = String::with_capacity(self.text.len() + self.text.len() / 16);
        // The offsets of the carriage returns in the new text.
        let mut inserted: Vec<u32> = Vec::new();
        for line in self.text.split_inclusive('\n') {
            match line.strip_suffix('\n').filter(|line| !line.ends_with('\r')) {
                Some(line) => {
                    text.push_str(line);
                    inserted.push(Span::at(text.len()).start);
                    text.push_str("\r\n");
                }
                None => text.push_str(line),
            }
        }
        let (bytes, mut diagnostics) = self.charset.encode(&text);
        let before = |at: u32| at - inserted.partition_point(|other| *other < at) as u32;
        for diagnostic in diagnostics.iter_mut() {
            diagnostic.span = diagnostic.span.map(|span| Span { start: before(span.start), end: before(span.end) });
        }
        (bytes, diagnostics)
    }
}

/// The line end of a file.
///
/// ```
/// use kifu_core::{LineEnd, WriteOutput};
/// assert_eq!(WriteOutput::utf8(String::new()).line_end, LineEnd::Lf);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LineEnd {
    /// A line feed.
    #[default]
    Lf,
    /// A carriage return and a line feed.
    CrLf,
}
