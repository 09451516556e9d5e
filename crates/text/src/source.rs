//! A file's bytes and their decoded text, and edits of the text that change no other byte.

use crate::{Charset, CharsetDeclaration, CharsetSource, Diagnostic, Diagnostics, Edits, Limits, Span, codes};
use alloc::{format, string::String, vec::Vec};
use core::{fmt, ops::Range};

mod candidates;
#[cfg(feature = "encoding")]
mod coder;
mod damage;
mod decode;
mod detect;
mod encode;
mod fit;
mod guess;
mod mojibake;
mod walk;

pub use damage::ValueEnd;
pub(crate) use decode::decode_lossy;
pub(crate) use detect::sniff;
pub(crate) use encode::encode;
use walk::Walker;

/// The maximum size of a source in bytes: offsets in spans have 32 bits.
const LARGEST: usize = u32::MAX as usize;

/// A file: its original bytes and their decoded text.
///
/// The whole file is decoded before it is parsed, because in Shift_JIS, GBK and Big5 the second byte of a character
/// can be `\` or `]`. A byte-order mark belongs to the bytes, not to the text.
///
/// ```
/// use kifu_text::{Edits, Source, Span};
/// let (source, diagnostics) = Source::decode("game.sgf", b"\xEF\xBB\xBF(;C[\xE7\xA2\x81])".to_vec(), None, &[]);
/// assert_eq!(source.text(), "(;C[碁])");
/// assert!(diagnostics.is_empty());
/// let bytes = source.splice(&Edits::one(Span::new(2, 3), "GC")).unwrap();
/// assert_eq!(bytes, b"\xEF\xBB\xBF(;GC[\xE7\xA2\x81])");
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    name: String,
    /// The decoded text. If the bytes are UTF-8, this buffer has them, including a byte-order mark.
    text: String,
    /// The length of a byte-order mark at the start of `text`.
    mark: usize,
    /// The original bytes, if they differ from `text`.
    bytes: Option<Vec<u8>>,
    segments: Vec<Segment>,
    /// Corresponding offsets in the text and in the bytes, mostly of line starts, both ascending. Empty if text and bytes are the
    /// same.
    checkpoints: Vec<(usize, usize)>,
    limits: Limits,
    /// The format's function that says where values end.
    value_end: Option<ValueEnd>,
}

/// The facts about the text of a file that the caller and the format know before it is decoded.
///
/// ```
/// use kifu_text::{Charset, CharsetSource, DecodeOptions, Source};
/// let shift_jis = Charset::new("Shift_JIS");
/// let mut options = DecodeOptions::default();
/// options.expected = Some(&shift_jis);
/// let (source, diagnostics) = Source::decode_with("game.kif", b"\x8E\xE8\x8D\x87\x8A\x84".to_vec(), &options);
/// assert_eq!((source.text(), source.segments()[0].found), ("手合割", CharsetSource::Expected));
/// assert!(diagnostics.is_empty()); // nothing was guessed
/// ```
#[derive(Clone, Copy, Debug, Default)]
#[non_exhaustive]
pub struct DecodeOptions<'a> {
    /// The charset that the caller asks for.
    pub asked: Option<&'a Charset>,
    /// The charsets that the file declares, each from its byte on.
    pub declared: &'a [CharsetDeclaration],
    /// The charset that files of the format are usually in. It is used if the file has no byte-order mark, declares no charset and
    /// is not valid UTF-8, and its bytes are text in that charset.
    pub expected: Option<&'a Charset>,
    /// The charsets that files of the format are in if they declare none. The one that the bytes are in counts, also if a few of them
    /// are damaged. Only if they are text in none of these, the charset is guessed among all. The default is empty: the format may have
    /// any charset.
    pub candidates: &'a [Charset],
    /// The character with which the format ends its values: a damaged character then does not include it.
    pub value_end: Option<ValueEnd>,
}

/// A stretch of bytes in one charset.
///
/// ```
/// use kifu_text::{Charset, CharsetDeclaration, Source};
/// // Two games, each in the charset that it declares.
/// let bytes = b"(;CA[Shift_JIS]PB[\x8C\xE9])(;CA[GBK]PB[\xCE\xE2])".to_vec();
/// let declare = |name, at, part| CharsetDeclaration::of_part(Charset::new(name), at, part);
/// let declared = [declare("Shift_JIS", 5..14, 0..22), declare("GBK", 27..30, 22..38)];
/// let (source, _) = Source::decode("games.sgf", bytes, None, &declared);
/// assert_eq!(source.text(), "(;CA[Shift_JIS]PB[碁])(;CA[GBK]PB[吴])");
/// assert_eq!(source.segments()[1].start, 22);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Segment {
    /// The offset of the first byte. The segment ends at the start of the next one.
    pub start: usize,
    /// Its charset.
    pub charset: Charset,
    /// The evidence for the charset.
    pub found: CharsetSource,
}

/// A place in a text as people count it: line and column, both from 1. The column counts characters.
///
/// A literal may construct it, because a line and a column are all of such a place.
///
/// ```
/// use kifu_text::{LineColumn, Source};
/// let source = Source::from_text("game.sgf", "(;\n;B[aa])");
/// let LineColumn { line, column } = source.position(4);
/// assert_eq!((line, column), (2, 2));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl fmt::Display for LineColumn {
    /// Writes `line:column`, as compilers do.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A character that an edit would write and that the charset at its place does not have.
///
/// ```
/// use kifu_text::{Charset, Edits, Source, Span};
/// let (source, _) = Source::decode("game.sgf", b"(;PB[?])".to_vec(), Some(&Charset::new("windows-1252")), &[]);
/// let refused = source.splice(&Edits::one(Span::new(5, 6), "Go 碁")).unwrap_err();
/// assert_eq!(refused.character, '碁');
/// assert_eq!(refused.to_string(), "windows-1252 has no '碁'");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{charset} has no {character:?}")]
#[non_exhaustive]
pub struct Unencodable {
    /// The span of the edit.
    pub at: Span,
    /// The first character that does not fit.
    pub character: char,
    /// The charset of the text there.
    pub charset: Charset,
}

impl Source {
    /// Decodes a file.
    ///
    /// The charset is the first of these: the one asked for; that of a byte-order mark; the declared one, from the offset of its
    /// declaration on (unless the bytes contradict it); UTF-8, if the bytes are valid in it; a guess.
    ///
    /// ```
    /// use kifu_text::{Charset, Source};
    /// // 本因坊 in Shift_JIS: the second byte of 本 is `{`, and that of many another character `]` or `\`.
    /// let bytes = b"(;PB[\x96\x7B\x88\xF6\x96\x56])".to_vec();
    /// let (source, diagnostics) = Source::decode("game.sgf", bytes, Some(&Charset::new("Shift_JIS")), &[]);
    /// assert_eq!(source.text(), "(;PB[本因坊])");
    /// assert!(diagnostics.is_empty());
    /// ```
    #[must_use]
    pub fn decode(
        name: impl Into<String>,
        bytes: Vec<u8>,
        asked: Option<&Charset>,
        declared: &[CharsetDeclaration],
    ) -> (Self, Diagnostics) {
        Self::decode_with(name, bytes, &DecodeOptions { asked, declared, ..DecodeOptions::default() })
    }

    /// Decodes a file with all that is known about it, see [`DecodeOptions`].
    ///
    /// ```
    /// use kifu_text::{Charset, DecodeOptions, Source, ValueEnd};
    /// let gbk = Charset::new("GBK");
    /// let mut options = DecodeOptions::default();
    /// options.asked = Some(&gbk);
    /// options.value_end = Some(ValueEnd::new(b']', |bytes, at| bytes[at + 1..].starts_with(b"PW[")));
    /// // 吴 without its second byte. The first byte and the bracket are a character too.
    /// let (source, _) = Source::decode_with("game.sgf", b"(;PB[\xCE]PW[Go])".to_vec(), &options);
    /// assert_eq!(source.text(), "(;PB[\u{FFFD}]PW[Go])");
    /// ```
    #[must_use]
    pub fn decode_with(name: impl Into<String>, bytes: Vec<u8>, options: &DecodeOptions<'_>) -> (Self, Diagnostics) {
        let name = name.into();
        let mut findings = Vec::new();
        let segments = match bytes.len() > LARGEST {
            true => Vec::new(),
            false => detect::segments(&bytes, options, &mut findings),
        };
        Self::in_segments(name, bytes, segments, options.value_end, findings)
    }

    /// Decodes each segment in its charset. Diagnostics about charsets come first.
    fn in_segments(
        name: String,
        bytes: Vec<u8>,
        segments: Vec<Segment>,
        value_end: Option<ValueEnd>,
        findings: Vec<detect::Finding>,
    ) -> (Self, Diagnostics) {
        let mut diagnostics = Diagnostics::default();
        if bytes.len() > LARGEST {
            diagnostics.push(too_large(bytes.len()));
            return (Self::from_text(name, String::new()), diagnostics);
        }
        let plain = segments.iter().all(|segment| segment.charset == Charset::UTF_8);
        let bytes = if plain {
            match String::from_utf8(bytes) {
                Ok(text) => {
                    let mark = if text.starts_with('\u{FEFF}') { 3 } else { 0 };
                    let source = Self {
                        name,
                        text,
                        mark,
                        bytes: None,
                        segments,
                        checkpoints: Vec::new(),
                        limits: Limits::default(),
                        value_end,
                    };
                    let mut walked = None;
                    findings.into_iter().for_each(|finding| finding.report(&source, &mut walked, &mut diagnostics));
                    mojibake::find(&source, &mut diagnostics);
                    return (source, diagnostics);
                }
                Err(error) => error.into_bytes(),
            }
        } else {
            bytes
        };
        let mut source = Self {
            name,
            text: String::new(),
            mark: 0,
            bytes: None,
            segments,
            checkpoints: Vec::new(),
            limits: Limits::default(),
            value_end,
        };
        for (i, segment) in source.segments.iter().enumerate() {
            let end = source.segments.get(i + 1).map_or(bytes.len(), |next| next.start);
            decode::decode(
                segment,
                &bytes[..end],
                value_end,
                &mut source.text,
                &mut source.checkpoints,
                &mut diagnostics,
            );
        }
        if source.text.len() > LARGEST {
            diagnostics.push(too_large(source.text.len()));
            return (Self::from_text(source.name, String::new()), diagnostics);
        }
        source.bytes = Some(bytes);
        let mut all = Diagnostics::default();
        let mut walked = None;
        findings.into_iter().for_each(|finding| finding.report(&source, &mut walked, &mut all));
        all.append(diagnostics);
        mojibake::find(&source, &mut all);
        (source, all)
    }

    /// Creates a source from text; its bytes are the text in UTF-8.
    #[must_use]
    pub fn from_text(name: impl Into<String>, text: impl Into<String>) -> Self {
        let segment = Segment { start: 0, charset: Charset::UTF_8, found: CharsetSource::Asked };
        Self {
            name: name.into(),
            text: text.into(),
            mark: 0,
            bytes: None,
            segments: alloc::vec![segment],
            checkpoints: Vec::new(),
            limits: Limits::default(),
            value_end: None,
        }
    }

    /// Returns the source with other [`Limits`] for its readers.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the source without a limit for the memory of a game.
    ///
    /// This is meant for text that the program itself created from a record in memory.
    #[must_use]
    pub fn trusted(mut self) -> Self {
        self.limits.memory = usize::MAX;
        self
    }

    /// Returns the limits for reading this source.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the file's name, as messages show it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the decoded text, without a byte-order mark. All spans are byte ranges of it.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text[self.mark..]
    }

    /// Returns the text of `span`, or `""` if the span is outside of the text or not on character boundaries.
    ///
    /// ```
    /// use kifu_text::{Source, Span};
    /// let source = Source::from_text("game.sgf", "(;PB[碁])");
    /// assert_eq!(source.slice(Span::new(5, 8)), "碁");
    /// assert_eq!(source.slice(Span::new(5, 6)), ""); // within a character
    /// ```
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text().get(span.range()).unwrap_or_default()
    }

    /// Returns the original bytes, including a byte-order mark.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_deref().unwrap_or(self.text.as_bytes())
    }

    /// Returns the segments of different charsets, in order. There is at least one, and the first starts at 0.
    #[must_use]
    pub fn segments(&self) -> &[Segment] {
        &self.segments
    }

    /// Returns the charset of the first segment. It is that of the whole file, unless the records are in different charsets.
    #[must_use]
    pub fn charset(&self) -> &Charset {
        &self.segments[0].charset
    }

    /// Returns the charset of the text at a span: that of the segment that contains its start.
    #[must_use]
    pub fn charset_of(&self, span: Span) -> &Charset {
        match &*self.segments {
            [only] => &only.charset,
            _ => self.charset_at(self.bytes_of(span).start),
        }
    }

    /// Returns the line and the column of the byte `at` of the text, both from 1. The column counts characters.
    ///
    /// ```
    /// use kifu_text::{LineColumn, Source};
    /// let source = Source::from_text("game.sgf", "(;PB[碁]\n;B[aa])");
    /// assert_eq!(source.position(8), LineColumn { line: 1, column: 7 }); // the bracket after the character of three bytes
    /// assert_eq!(source.position(11).to_string(), "2:2");
    /// ```
    #[must_use]
    pub fn position(&self, at: u32) -> LineColumn {
        let before = self.text().get(..at as usize).unwrap_or_else(|| self.text());
        let line = before.rfind('\n').map_or(0, |newline| newline + 1);
        LineColumn { line: before.matches('\n').count() + 1, column: before[line..].chars().count() + 1 }
    }

    /// Returns the range of the bytes of the file that became a span of the text. A character that the span contains in part counts.
    /// The end of a span after the text is the end of the text. The time does not depend on the length of the file.
    ///
    /// ```
    /// use kifu_text::{Charset, Source, Span};
    /// let gbk = Charset::new("GBK");
    /// let (source, _) = Source::decode("game.sgf", b"(;PB[\xCE\xE2];B[aa])".to_vec(), Some(&gbk), &[]);
    /// let move_of_black = source.text().find("B[aa]").unwrap();
    /// let bytes = source.bytes_of(Span::new(move_of_black, move_of_black + 5));
    /// assert_eq!(&source.bytes()[bytes], b"B[aa]");
    /// assert_eq!(source.bytes_of(Span::new(5, 8)), 5..7); // 吴: three bytes in UTF-8, two in GBK
    /// ```
    #[must_use]
    pub fn bytes_of(&self, span: Span) -> Range<usize> {
        let [start, end] = [span.start, span.end].map(|at| (at as usize).min(self.text().len()));
        if self.bytes.is_none() {
            return self.mark + start..self.mark + end;
        }
        let mut walker = Walker::new(self);
        let start = walker.last_before(start).byte;
        start..walker.first_after(end).byte.max(start)
    }

    /// Returns the bytes of the file with all edits applied. Bytes that no edit touches are copied unchanged.
    ///
    /// ```
    /// use kifu_text::{Charset, Edits, Source, Span};
    /// let gbk = Charset::new("GBK");
    /// let (source, _) = Source::decode("game.sgf", b"(;PB[\xCE\xE2];B[aa])".to_vec(), Some(&gbk), &[]);
    /// let at = source.text().find("aa").unwrap();
    /// let bytes = source.splice(&Edits::one(Span::new(at, at + 2), "pd"))?;
    /// assert_eq!(bytes, b"(;PB[\xCE\xE2];B[pd])"); // still GBK
    /// # Ok::<(), kifu_text::Unencodable>(())
    /// ```
    ///
    /// # Errors
    /// [`Unencodable`] if the charset at the place of an edit does not have all characters of its text.
    ///
    /// # Panics
    /// If an edit is outside of the text or not on character boundaries.
    pub fn splice(&self, edits: &Edits) -> Result<Vec<u8>, Unencodable> {
        self.spliced(edits).map(|(bytes, _)| bytes)
    }

    /// Returns the file with all edits applied, and its diagnostics. Each segment stays in its charset. The charset is not detected
    /// again, because a guess may change with the edited letters.
    ///
    /// ```
    /// use kifu_text::{Edits, Source, Span};
    /// let (source, _) = Source::decode("game.sgf", b"(;PB[\xCE\xE2\xC7\xE5\xD4\xB4])".to_vec(), None, &[]);
    /// assert_eq!(source.text(), "(;PB[吴清源])"); // GBK, as its characters suggest
    /// let (edited, _) = source.edited(&Edits::one(Span::new(8, 14), ""))?;
    /// assert_eq!((edited.text(), edited.segments()), ("(;PB[吴])", source.segments()));
    /// # Ok::<(), kifu_text::Unencodable>(())
    /// ```
    ///
    /// # Errors
    /// [`Unencodable`] if the charset at the place of an edit does not have all characters of its text.
    ///
    /// # Panics
    /// If an edit is outside of the text or not on character boundaries.
    pub fn edited(&self, edits: &Edits) -> Result<(Self, Diagnostics), Unencodable> {
        let (bytes, segments) = self.spliced(edits)?;
        let (edited, diagnostics) = Self::in_segments(self.name.clone(), bytes, segments, self.value_end, Vec::new());
        Ok((edited.with_limits(self.limits), diagnostics))
    }

    /// Returns the bytes with all edits applied, and the segments with their new starts.
    fn spliced(&self, edits: &Edits) -> Result<(Vec<u8>, Vec<Segment>), Unencodable> {
        let mut segments = self.segments.clone();
        let Some(bytes) = &self.bytes else {
            let edited = edits.apply(self.text());
            let mark = &self.text[..self.mark];
            let out = if mark.is_empty() { edited } else { [mark, &edited].concat() };
            segments.truncate(1);
            return Ok((out.into_bytes(), segments));
        };
        let mut moved = 0;
        // Segments that start up to `until` keep their distance from `copied`, because everything before `copied` was replaced.
        let mut follow = |until: usize, copied: usize, len: usize| {
            for segment in segments[moved..].iter_mut().take_while(|segment| segment.start <= until) {
                segment.start = len + segment.start.saturating_sub(copied);
                moved += 1;
            }
        };
        let mut out = Vec::with_capacity(bytes.len());
        let (mut copied, mut shift) = (0, None);
        let mut walker = Walker::new(self);
        for (span, new) in edits.iter() {
            // Unchanged text keeps its bytes, even if the charset has other bytes for it.
            if &self.text[span.range()] == new {
                continue;
            }
            let mut start = walker.last_before(span.start as usize);
            let mut end = walker.first_after(span.end as usize);
            // A few byte sequences decode to several characters. An edit between these characters replaces all of them.
            let before = &self.text[start.text..span.start as usize];
            let after = &self.text[span.end as usize..end.text];
            let replacement = format!("{before}{new}{after}");
            // The previous edit may have replaced the escape sequences here.
            if start.byte < copied {
                (start.byte, start.shift) = (copied, shift);
            }
            follow(start.byte, copied, out.len());
            out.extend_from_slice(&bytes[copied..start.byte]);
            let charset = self.charset_at(start.byte);
            if detect::is_stateful(charset) {
                (end.byte, end.shift) = encode::after_escapes(bytes, end.byte, end.shift);
            }
            encode::encode_within(charset, &replacement, start.shift, end.shift, &mut out)
                .map_err(|character| Unencodable { at: span, character, charset: charset.clone() })?;
            (copied, shift) = (end.byte.max(copied), end.shift);
            // A segment that started within the replaced bytes now starts after them.
            follow(copied, copied, out.len());
        }
        follow(usize::MAX, copied, out.len());
        out.extend_from_slice(&bytes[copied..]);
        // An escape sequence at the start of a segment may have been removed.
        segments.iter_mut().for_each(|segment| segment.start = segment.start.min(out.len()));
        out.shrink_to_fit();
        Ok((out, segments))
    }

    /// Returns the offset in the text of the byte `byte` of the file. Ascending offsets share one walk.
    fn place_of(&self, byte: usize, walked: &mut Option<decode::Walked>) -> usize {
        let Some(bytes) = &self.bytes else { return byte.saturating_sub(self.mark).min(self.text().len()) };
        let near = self.checkpoints.partition_point(|&(_, at)| at <= byte).saturating_sub(1);
        let Some(&checkpoint) = self.checkpoints.get(near).filter(|(_, from)| *from <= byte) else { return 0 };
        if walked.as_ref().is_some_and(|walked| !(checkpoint.1..=byte).contains(&walked.byte)) {
            *walked = None;
        }
        let walked = walked.get_or_insert_with(|| decode::Walked::new(checkpoint, self.charset_at(checkpoint.1)));
        walked.go_on(bytes, byte.min(bytes.len()))
    }

    /// Returns the end of the segment that contains `byte`.
    #[cfg(feature = "encoding")]
    fn end_of_segment(&self, byte: usize) -> usize {
        let after = self.segments.partition_point(|segment| segment.start <= byte);
        self.segments.get(after).map_or(self.bytes().len(), |next| next.start)
    }

    fn charset_at(&self, byte: usize) -> &Charset {
        let after = self.segments.partition_point(|segment| segment.start <= byte);
        &self.segments[after.saturating_sub(1)].charset
    }
}

fn too_large(len: usize) -> Diagnostic {
    let message = format!("the source has {len} bytes, and kifu reads at most 4 GiB; nothing was read");
    Diagnostic::new(&codes::TOO_LARGE, message).help("split the collection into several files")
}
