//! The contract of a format: what it does, and what it may leave to the defaults.

use crate::{
    Charset, CharsetDeclaration, DecodeOptions, Diagnostics, EndsValue, Game, NodeId, Part, Record, Sample, Source,
    Span, extension,
};
use alloc::{boxed::Box, vec::Vec};
use core::ops::ControlFlow;

mod info;
mod option;
mod part_spans;
mod read;
mod write;

pub use info::{Confidence, FormatInfo, GamesPerFile};
pub use option::{BadOption, OptionInfo, OptionValues};
pub use part_spans::PartSpans;
pub use read::{Layout, ReadGame, ReadOutput, SourceMap};
pub use write::{LineEnd, WriteOutput};

/// A format of records of the game `G`: a plain value, whose fields are its options.
///
/// Reading never fails; it reports what is wrong. Writing never fails; [`losses`](crate::losses) measures what is lost.
///
/// A whole format, of a game that is a row of numbers:
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
    /// The name of the format, the parts that it can hold, its options and its diagnostics.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::Format;
    /// assert_eq!(Lines.info().extensions, ["toy"]);
    /// ```
    fn info(&self) -> &FormatInfo;

    /// Returns a copy of this format with the option `name` set to `value`.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::Format;
    /// let refused = Lines.with_option("style", "compact").err().unwrap();
    /// assert_eq!(refused.to_string(), "there is no option \"style\"; this format has none");
    /// ```
    ///
    /// # Errors
    /// [`BadOption`], which lists the options there are. A format that does not implement this method has none.
    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<G>>, BadOption> {
        Err(BadOption::new(name, value, self.info().options))
    }

    /// How confident the format is that a file is written in it. By default that is [`FormatInfo::confidence`].
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Confidence, Format, Sample};
    /// assert_eq!(Lines.detect(&Sample::new(b"toy\n7\n", None)), Confidence::Certain);
    /// assert_eq!(Lines.detect(&Sample::new(b"(;GM[1])", None)), Confidence::No);
    /// ```
    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        self.info().confidence(sample, self.expected_charset(sample.extension).as_ref())
    }

    /// The charsets that the bytes declare, each with the bytes that it is for.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::Format;
    /// // By default a format finds none; SGF reads `CA`.
    /// assert!(Lines.charsets(b"toy\n7\n").is_empty());
    /// ```
    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        let _ = bytes;
        Vec::new()
    }

    /// The charset that files with this extension are usually in: `.kif` is Shift_JIS. The extension is in lower case, without the
    /// dot.
    ///
    /// It is used if a file has no byte-order mark, declares no charset and is not valid UTF-8, and its bytes are text in that
    /// charset. Unlike a guess, that gives no diagnostic.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::Format;
    /// // By default a format expects none.
    /// assert_eq!(Lines.expected_charset(Some("toy")), None);
    /// ```
    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        let _ = extension;
        None
    }

    /// Returns the function that finds each `]` that certainly ends a value, for formats that have such.
    ///
    /// After a damaged character of two bytes, decoding starts again there. Without the function the bracket may be taken for the
    /// second byte of the character, and what follows for text.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::Format;
    /// // A line ends where it ends in any charset.
    /// assert!(Lines.ends_value().is_none());
    /// ```
    fn ends_value(&self) -> Option<EndsValue> {
        None
    }

    /// Decodes a file: in `asked`, or in the charset that it declares in this format, or in the one that the format expects, or as
    /// its bytes suggest.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Charset, Format};
    /// let (source, diagnostics) = Lines.decode("a.toy", b"toy\n7\n".to_vec(), None);
    /// assert_eq!((source.text(), source.charset()), ("toy\n7\n", &Charset::UTF_8));
    /// assert!(diagnostics.is_empty());
    /// ```
    fn decode(&self, name: &str, bytes: Vec<u8>, asked: Option<&Charset>) -> (Source, Diagnostics) {
        let declared = if asked.is_some() { Vec::new() } else { self.charsets(&bytes) };
        let expected = self.expected_charset(extension(name).as_deref());
        let mut options = DecodeOptions::default();
        options.asked = asked;
        options.declared = &declared;
        options.expected = expected.as_ref();
        options.ends_value = self.ends_value();
        Source::decode_with(name, bytes, &options)
    }

    /// Reads game by game, so that only one game of a collection is in memory. Returns the diagnostics that belong to no game.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Format, Source};
    /// use core::{fmt, ops::ControlFlow};
    /// let mut moves = 0;
    /// let last = Lines.read_each(&Source::from_text("a.toy", "toy\n7\n3\n"), &mut |game| {
    ///     moves += game.record.tree.len() - 1;
    ///     ControlFlow::Continue(()) // `Break` reads no further game
    /// });
    /// assert_eq!(moves, 2);
    /// assert!(last.is_empty());
    /// ```
    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<G>) -> ControlFlow<()>) -> Diagnostics;

    /// Reads every game.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Format, Source};
    /// let reading = Lines.read(&Source::from_text("a.toy", "toy\n7\nseven\n3\n"));
    /// assert_eq!(reading.records[0].tree.len(), 3);
    /// assert_eq!(reading.diagnostics.iter().next().unwrap().code.0, "lines/no-square");
    /// ```
    fn read(&self, source: &Source) -> ReadOutput<G> {
        let mut reading = ReadOutput::default();
        let last = self.read_each(source, &mut |game| {
            reading.push(game);
            ControlFlow::Continue(())
        });
        reading.diagnostics.append(last);
        reading
    }

    /// Writes records as one text. [`losses`](crate::losses) finds what the format cannot hold.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Format, Node, Record};
    /// let mut record = Record::default();
    /// record.tree.add(record.tree.root(), Node::new(Some(7)));
    /// assert_eq!(Lines.write(&[record]).text, "toy\n7\n");
    /// ```
    fn write(&self, records: &[Record<G>]) -> WriteOutput;

    /// Writes the next game of a collection: the text that [`write`](Self::write) puts after the first `before` games.
    ///
    /// So a collection can be written with one game in memory at a time.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Format, Record};
    /// // By default a game is written as if it were the only one.
    /// let record = Record::default();
    /// assert_eq!(Lines.write_next(&record, 7), Lines.write(&[record]));
    /// ```
    fn write_next(&self, record: &Record<G>, before: usize) -> WriteOutput {
        let _ = before;
        self.write(core::slice::from_ref(record))
    }

    /// The places of parts of one game in the text: each is the property, the line or the member that has the part. `source_map` is
    /// the place of the game. A part of the game as a whole, such as the players, is asked for at the root.
    ///
    /// None if the format does not know the place, or the node does not have the part. All parts of a game are asked for in one
    /// call, so that the text is parsed once; [`SourceMap::locate`] groups them by node. By default a part of a node is at [the
    /// node](SourceMap::node_spans), and the place of a part of the game is unknown.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
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

    /// The document's tokens, which tile the text, and the span of each game. By default there is one game, and each line is a
    /// token.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Format, Source};
    /// let source = Source::from_text("a.toy", "toy\n7\n");
    /// let tokens = Lines.layout(&source).tokens;
    /// assert!(tokens.iter().map(|token| source.slice(*token)).eq(["toy\n", "7\n"]));
    /// ```
    fn layout(&self, source: &Source) -> Layout {
        Layout::lines(source.text())
    }
}

/// The span without the white space at its end.
pub(crate) fn without_space(source: &Source, span: Span) -> Span {
    let text = source.text().get(span.range()).unwrap_or_default();
    Span { end: span.end - (text.len() - text.trim_end().len()) as u32, ..span }
}
