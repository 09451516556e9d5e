//! The trait of a format, with its required methods and its defaults.

use crate::{
    Charset, CharsetDeclaration, DecodeOptions, Diagnostics, Game, HeaderField, NodeId, Part, Record, Sample, Source,
    Span, ValueEnd, extension,
};
use alloc::{boxed::Box, string::String, vec::Vec};
use core::ops::ControlFlow;

mod info;
mod option;
mod other_game;
mod part_spans;
mod read;
mod write;

pub use info::{Confidence, FormatInfo, GamesPerFile, PartLimit};
pub use option::{BadOption, OptionInfo, OptionSetting, OptionValues};
pub use other_game::OtherGame;
pub use part_spans::PartSpans;
pub use read::{Layout, ReadGame, ReadOutput, SourceMap};
pub use write::{LineEnd, WriteOutput};

/// A format for records of the game `G`. A format is a plain value, whose fields are its options.
///
/// Reading never fails; it reports what is wrong. Writing never fails; [`losses`](crate::losses) measures what is lost.
///
/// A complete format, for a game that is a sequence of numbers:
///
/// ```
#[doc = include_str!("../tests/toy/lines.rs")]
///
/// use kifu_core::Format;
/// let source = Source::from_text("game.toy", "toy\n7\n3\n");
/// let reading = Lines.read(&source);
/// assert_eq!(reading.records[0].tree.len(), 3); // the root and two moves
/// assert_eq!(Lines.write(&reading.records).text, source.text());
/// ```
pub trait Format<G: Game>: Send + Sync {
    /// Returns the name of the format, the parts that it can hold, its options and its diagnostics.
    fn info(&self) -> &FormatInfo;

    /// Returns a copy of this format with the option `name` set to `value`.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::Format;
    /// let refused = Lines.with_option("style", "compact").err().unwrap();
    /// assert_eq!(refused.to_string(), "unknown option \"style\"; this format has no options");
    /// ```
    ///
    /// # Errors
    /// [`BadOption`], which lists the existing options. A format that does not implement this method has no options.
    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<G>>, BadOption> {
        Err(BadOption::new(name, value, self.info().options))
    }

    /// Returns the confidence that a file has this format. The default is [`FormatInfo::confidence`].
    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        self.info().confidence(sample, self.expected_charset(sample.extension).as_ref())
    }

    /// Returns the reason why a file does not have this format: a few words that follow the name of the format in the message about
    /// a file that no format recognises. The default is [`FormatInfo::rejection`].
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::{Format, Sample};
    /// assert_eq!(Lines.rejection(&Sample::new(b"(;GM[1])", None)).unwrap(), r#"does not start with "toy""#);
    /// ```
    fn rejection(&self, sample: &Sample<'_>) -> Option<String> {
        let _ = sample;
        self.info().rejection()
    }

    /// Returns the charsets that the bytes declare, each with the range of bytes that it applies to.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::Format;
    /// // The default finds none. SGF reads `CA`.
    /// assert!(Lines.charsets(b"toy\n7\n").is_empty());
    /// ```
    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        let _ = bytes;
        Vec::new()
    }

    /// Returns the usual charset of files with this extension: `.kif` is Shift_JIS. The extension is in lower case, without the
    /// dot.
    ///
    /// It is used if a file has no byte-order mark, declares no charset and is not valid UTF-8, and its bytes are text in that
    /// charset. Unlike a guess, that gives no diagnostic.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::Format;
    /// // The default expects none.
    /// assert_eq!(Lines.expected_charset(Some("toy")), None);
    /// ```
    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        let _ = extension;
        None
    }

    /// Returns the extension that output files should have, without the dot. It may depend on the options: KIF in UTF-8 has the
    /// extension `kifu`. The default is the first extension of [`FormatInfo`].
    fn extension(&self) -> &'static str {
        self.info().first_extension()
    }

    /// Returns the character with which the format ends its values, if it may be the second byte of a character, as `]` in SGF.
    ///
    /// After a damaged character of two bytes, decoding starts again where a value certainly ends. Otherwise the end could be decoded
    /// as the second byte of the character, and the following structure as text.
    fn value_end(&self) -> Option<ValueEnd> {
        None
    }

    /// Decodes a file. The charset is the first of these: `asked`, the charset that the file declares in this format, the one of
    /// [the charsets of the format](FormatInfo::charsets) that the bytes are in, the charset that the format expects, the charset that
    /// the bytes suggest.
    fn decode(&self, name: &str, bytes: Vec<u8>, asked: Option<&Charset>) -> (Source, Diagnostics) {
        let declared = if asked.is_some() { Vec::new() } else { self.charsets(&bytes) };
        let expected = self.expected_charset(extension(name).as_deref());
        let mut options = DecodeOptions::default();
        options.asked = asked;
        options.declared = &declared;
        options.expected = expected.as_ref();
        options.candidates = self.info().charsets;
        options.value_end = self.value_end();
        Source::decode_with(name, bytes, &options)
    }

    /// Reads game by game, so that only one game of a collection is in memory. Returns the diagnostics that belong to no game.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::{Format, Source};
    /// use core::{fmt, ops::ControlFlow};
    /// let mut moves = 0;
    /// let last = Lines.read_each(&Source::from_text("a.toy", "toy\n7\n3\n"), &mut |game| {
    ///     moves += game.record.tree.len() - 1;
    ///     ControlFlow::Continue(()) // `Break` stops reading
    /// });
    /// assert_eq!(moves, 2);
    /// assert!(last.is_empty());
    /// ```
    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<G>) -> ControlFlow<()>) -> Diagnostics;

    /// Reads all games.
    fn read(&self, source: &Source) -> ReadOutput<G> {
        let mut reading = ReadOutput::default();
        let last = self.read_each(source, &mut |game| {
            reading.push(game);
            ControlFlow::Continue(())
        });
        reading.diagnostics.append(last);
        reading
    }

    /// Returns an explanation of a word of the format, such as the name of a property, as Markdown. The words are as files have them. The
    /// default has none.
    fn explain(&self, word: &str) -> Option<String> {
        let _ = word;
        None
    }

    /// Passes the games that this format recognises but does not read to `sink`, in the order of the text. They are games of another
    /// kind, for which [`read_each`](Self::read_each) reports a diagnostic of [`CodeKind::OtherGame`](crate::CodeKind::OtherGame). The
    /// default is none.
    fn other_games(&self, source: &Source, sink: &mut dyn FnMut(OtherGame) -> ControlFlow<()>) {
        let _ = (source, sink);
    }

    /// Writes records as one text. [`losses`](crate::losses) finds the parts that the format cannot hold.
    ///
    /// The text of a collection is that of its first game, and then that of each other game as [`write_next`](Self::write_next) writes
    /// it, so that a collection can be written with one game in memory at a time.
    fn write(&self, records: &[Record<G>]) -> WriteOutput;

    /// Writes a record that follows others in the same file. The default is [`write`](Self::write); CSA separates the games with a line.
    fn write_next(&self, record: &Record<G>) -> WriteOutput {
        self.write(core::slice::from_ref(record))
    }

    /// Returns the spans of parts of one game in the text: the property, line or member that contains the part. `source_map` has
    /// the place of the game. For a part of the whole game, such as the players, the node is the root.
    ///
    /// A span is `None` if the format does not know the place, or the node does not have the part. One call locates all parts of a
    /// game, so that the text is parsed once; [`SourceMap::locate`] groups them by node. The default returns [the span of the
    /// node](SourceMap::node_spans) for a part of a node, and `None` for a part of the game.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::{Format, Part, Source, Span};
    /// let source = Source::from_text("a.toy", "toy\n7\n3\n");
    /// let reading = Lines.read(&source);
    /// let tree = &reading.records[0].tree;
    /// let wanted = [(tree.main_line().nth(1).unwrap(), Part::Action), (tree.root(), Part::Event)];
    /// assert_eq!(Lines.locate(&source, &reading.source_maps[0], &wanted), [Some(Span::new(4, 5)), None]);
    /// ```
    fn locate(&self, source: &Source, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
        let nodes = source_map.node_spans(wanted.iter().map(|(node, _)| *node));
        let of_node = |(span, (_, part)): (Option<Span>, &(NodeId, Part))| {
            span.filter(|_| !part.is_of_game()).map(|span| without_space(source, span))
        };
        nodes.into_iter().zip(wanted).map(of_node).collect()
    }

    /// Returns the places of the fields of the header of one game: of each the property, line or member that states it. If a field is
    /// stated several times, the first place counts.
    ///
    /// The default returns `None`: the format knows at most the places of [parts](Self::locate).
    fn header_spans(&self, source: &Source, source_map: &SourceMap) -> Option<Vec<(HeaderField, Span)>> {
        let _ = (source, source_map);
        None
    }

    /// Returns the tokens of the document, which cover the text without gaps, and the span of each game. The default is one game,
    /// with a token for each line.
    fn layout(&self, source: &Source) -> Layout {
        Layout::lines(source.text())
    }
}

/// Returns the span without the white space at its end.
pub(crate) fn without_space(source: &Source, span: Span) -> Span {
    let text = source.text().get(span.range()).unwrap_or_default();
    Span { end: span.end - (text.len() - text.trim_end().len()) as u32, ..span }
}
