use crate::{
    Charset, CharsetDeclaration, CodeInfo, DecodeOptions, Diagnostics, EndsValue, Game, Part, Record, Sample, Source,
    Span, extension,
};
use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::{fmt, ops::ControlFlow};

/// A format of records of the game `G`: a plain value, whose fields are its options.
///
/// Reading never fails; it says what is wrong. Writing never fails; what is lost is measured by
/// [`losses`](crate::losses).
///
/// A whole format, of a game that is a row of numbers:
///
/// ```
#[doc = include_str!("../tests/toy/lines.rs")]
///
/// let source = Source::from_text("game.toy", "toy\n7\n3\n");
/// let reading = Lines.read(&source);
/// assert_eq!(reading.records[0].tree.len(), 3); // the root and two moves
/// assert_eq!(Lines.write(&reading.records).text, source.text());
/// ```
pub trait Format<G: Game>: Send + Sync {
    /// What the format is called, what it can hold, what it can say.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::Format;
    /// assert_eq!(Lines.info().extensions, ["toy"]);
    /// ```
    fn info(&self) -> &FormatInfo;

    /// The same format with an option set by name: the other face of the value's own fields.
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
    /// [`BadOption`], which lists the options there are.
    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<G>>, BadOption>;

    /// How sure it is that a file is its own.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Confidence, Format, Sample};
    /// assert_eq!(Lines.detect(&Sample::new(b"toy\n7\n", None)), Confidence::Certain);
    /// assert_eq!(Lines.detect(&Sample::new(b"(;GM[1])", None)), Confidence::No);
    /// ```
    fn detect(&self, sample: &Sample<'_>) -> Confidence;

    /// The charsets that the bytes declare, each from its byte on.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::Format;
    /// // A format declares none, if it does not say otherwise; SGF reads `CA`.
    /// assert!(Lines.charsets(b"toy\n7\n").is_empty());
    /// ```
    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        let _ = bytes;
        Vec::new()
    }

    /// The charset that files with this extension are usually in: `.kif` is Shift_JIS. The extension is in lower case, without the
    /// dot.
    ///
    /// It is taken where a file has no byte-order mark, declares no charset and is not valid UTF-8, and its bytes are text in that
    /// charset. No diagnostic reports that, unlike a guess.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::Format;
    /// // A format expects none, if it does not say otherwise.
    /// assert_eq!(Lines.expected_charset(Some("toy")), None);
    /// ```
    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        let _ = extension;
        None
    }

    /// Returns the function that says which `]` certainly ends a value, for formats that have such.
    ///
    /// Where a character of two bytes is damaged, decoding starts anew there. Without it the bracket may be taken for the second
    /// byte of the character, and what follows for text.
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

    /// Reads game by game, so that a collection never has to be held whole. What is said of no game comes back at the end.
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
        let last = self.read_each(source, &mut |read| {
            reading.records.push(read.record);
            reading.origins.push(read.origin);
            reading.diagnostics.append(read.diagnostics);
            ControlFlow::Continue(())
        });
        reading.diagnostics.append(last);
        reading
    }

    /// Writes. What it cannot hold is found by [`losses`](crate::losses).
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

    /// Writes one more game of a collection: what [`write`](Self::write) puts behind the `before` games in front of it.
    ///
    /// So a collection can be written without being held whole.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Format, Record};
    /// // A game is written as it is alone, if the format does not say otherwise.
    /// let record = Record::default();
    /// assert_eq!(Lines.write_next(&record, 7), Lines.write(&[record]));
    /// ```
    fn write_next(&self, record: &Record<G>, before: usize) -> WriteOutput {
        let _ = before;
        self.write(core::slice::from_ref(record))
    }

    /// The version of the format that the source says it is in, as people write it: `FF[4]`, `3.0`.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Format, Source};
    /// // A format has no versions, if it does not say otherwise.
    /// assert_eq!(Lines.version(&Source::from_text("a.toy", "toy\n7\n")), None);
    /// ```
    fn version(&self, source: &Source) -> Option<String> {
        let _ = source;
        None
    }

    /// The document's tokens, which tile the text, and the stretch of each game.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Format, Source};
    /// let source = Source::from_text("a.toy", "toy\n7\n");
    /// let tokens = Lines.layout(&source).tokens;
    /// assert!(tokens.iter().map(|token| source.slice(*token)).eq(["toy\n", "7\n"]));
    /// ```
    fn layout(&self, source: &Source) -> Layout;
}

/// One game that was read.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Format, ReadGame, Source};
/// use core::{fmt, ops::ControlFlow};
/// let mut first = None;
/// Lines.read_each(&Source::from_text("a.toy", "toy\n7\n"), &mut |game| {
///     first = Some(game);
///     ControlFlow::Break(())
/// });
/// let ReadGame { record, origin, .. } = first.unwrap();
/// assert_eq!((record.tree.len(), origin.starts), (2, vec![0, 4]));
/// ```
#[derive(Clone, Debug)]
pub struct ReadGame<G: Game> {
    /// What it means.
    pub record: Record<G>,
    /// Where it stood.
    pub origin: SourceMap,
    /// What is to be said of it.
    pub diagnostics: Diagnostics,
}

/// All games that were read.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Format, Source};
/// let reading = Lines.read(&Source::from_text("a.toy", "toy\n7\n"));
/// // A record and its origin have the same index.
/// assert_eq!((reading.records.len(), reading.origins.len()), (1, 1));
/// assert!(reading.diagnostics.is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct ReadOutput<G: Game> {
    /// What they mean.
    pub records: Vec<Record<G>>,
    /// Where each stood.
    pub origins: Vec<SourceMap>,
    /// What is to be said of them.
    pub diagnostics: Diagnostics,
}

impl<G: Game> Default for ReadOutput<G> {
    fn default() -> Self {
        Self { records: Vec::new(), origins: Vec::new(), diagnostics: Diagnostics::default() }
    }
}

/// Where a record stood in the text.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Format, Source};
/// let source = Source::from_text("a.toy", "toy\n7\n3\n");
/// let reading = Lines.read(&source);
/// let last = reading.records[0].tree.main_line().last().unwrap();
/// let start = reading.origins[0].starts[last.index()];
/// assert_eq!(source.position(start), (3, 1)); // the third line
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceMap {
    /// The whole game.
    pub span: Span,
    /// Where each node starts, by its index; nodes split from one share a start.
    pub starts: Vec<u32>,
}

/// What a format wrote.
///
/// ```
/// use kifu_core::{Charset, WriteOutput};
/// let writing = WriteOutput { text: "PB[碁]".into(), charset: Charset::new("windows-1252") };
/// let (bytes, said) = writing.encode();
/// assert_eq!(bytes, b"PB[?]");
/// assert_eq!(said.iter().next().unwrap().code.0, "text/not-windows-1252");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteOutput {
    /// The text.
    pub text: String,
    /// In which charset it is to be saved.
    pub charset: Charset,
}

impl WriteOutput {
    /// A text to be saved as UTF-8.
    ///
    /// ```
    /// use kifu_core::WriteOutput;
    /// let (bytes, said) = WriteOutput::utf8("(;PB[碁])".into()).encode();
    /// assert_eq!(bytes, "(;PB[碁])".as_bytes());
    /// assert!(said.is_empty());
    /// ```
    #[must_use]
    pub fn utf8(text: String) -> Self {
        Self { text, charset: Charset::UTF_8 }
    }

    /// The bytes to be saved. A character that the charset cannot hold becomes `?`, with a diagnostic.
    ///
    /// ```
    /// use kifu_core::{Charset, WriteOutput};
    /// let writing = WriteOutput { text: "碁".into(), charset: Charset::UTF_16BE };
    /// assert_eq!(writing.encode().0, [0xFE, 0xFF, 0x78, 0x81]); // a byte-order mark, and U+7881
    /// ```
    #[must_use]
    pub fn encode(&self) -> (Vec<u8>, Diagnostics) {
        let (mut bytes, said) = self.encode_more();
        bytes.splice(..0, self.charset.byte_order_mark().iter().copied());
        (bytes, said)
    }

    /// The same behind what was saved before: without a byte-order mark.
    ///
    /// ```
    /// use kifu_core::{Charset, WriteOutput};
    /// let writing = WriteOutput { text: "碁".into(), charset: Charset::UTF_16BE };
    /// assert_eq!(writing.encode_more().0, [0x78, 0x81]);
    /// ```
    #[must_use]
    pub fn encode_more(&self) -> (Vec<u8>, Diagnostics) {
        self.charset.encode(&self.text)
    }
}

/// Whether a file of a format holds one game or many.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Format, GamesPerFile};
/// assert_eq!(Lines.info().games, GamesPerFile::One); // of several records the first is written
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GamesPerFile {
    /// One game: a record a file.
    One,
    /// A collection.
    Many,
}

/// How a document is laid out.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Format, Source, Span};
/// let layout = Lines.layout(&Source::from_text("a.toy", "toy\n7\n"));
/// assert_eq!(layout.games, [Span::new(0, 6)]);
/// assert!(layout.tokens.windows(2).all(|pair| pair[0].end == pair[1].start)); // they tile
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Its tokens, which tile the text.
    pub tokens: Vec<Span>,
    /// The stretch of each game.
    pub games: Vec<Span>,
}

/// What a format is.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Lines;
/// use kifu_core::{Format, FormatInfo, Part};
/// let info: &FormatInfo = Lines.info();
/// assert_eq!((info.id, info.title), ("lines", "Moves on lines"));
/// assert!(!info.holds.contains(&Part::Comment));
/// assert!(info.partly.is_empty()); // what it holds, it holds without limits
/// ```
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// Its identifier, as on the command line: `sgf`.
    pub id: &'static str,
    /// Its name in full.
    pub title: &'static str,
    /// The extensions of its files, without the dot, the usual one first.
    pub extensions: &'static [&'static str],
    /// Whether a file holds one game or many.
    pub games: GamesPerFile,
    /// The parts of the model that it can hold, whatever a record says there. Whatever else is lost in it is told, and never
    /// a surprise.
    pub holds: &'static [Part],
    /// The parts that it can hold within limits, each with them, for people: `(Part::Action, "moves on 19x19")`. What it has
    /// read from its own files is within them.
    pub partly: &'static [(Part, &'static str)],
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Every diagnostic it can give.
    pub codes: &'static [CodeInfo],
}

/// An option of a format.
///
/// ```
/// use kifu_core::{BadOption, OptionInfo, OptionValues};
/// const STYLE: OptionInfo =
///     OptionInfo { name: "style", values: OptionValues::OneOf(&["pretty", "compact"]), about: "how much white space" };
/// let refused = BadOption::new("style", "nice", &[STYLE]);
/// assert_eq!(refused.to_string(), "style cannot be \"nice\"; it takes pretty or compact");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// The values it takes.
    pub values: OptionValues,
    /// What it does.
    pub about: &'static str,
}

/// The values that an option takes.
///
/// ```
/// use kifu_core::OptionValues;
/// assert_eq!(OptionValues::OneOf(&["black", "white", "both"]).to_string(), "black, white or both");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionValues {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// The name of a charset.
    Charset,
    /// Any text of this description.
    Text(&'static str),
}

impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OneOf([first @ .., last]) if !first.is_empty() => write!(f, "{} or {last}", first.join(", ")),
            Self::OneOf(words) => f.write_str(&words.join("")),
            Self::Charset => f.write_str("the name of a charset: utf-8, gb18030, shift_jis, …"),
            Self::Text(about) => f.write_str(about),
        }
    }
}

/// An option that a format does not have, or a value that the option does not take.
///
/// ```
/// use kifu_core::{BadOption, OptionInfo, OptionValues};
/// const STYLE: OptionInfo =
///     OptionInfo { name: "style", values: OptionValues::OneOf(&["pretty", "compact"]), about: "how much white space" };
/// let refused = BadOption::new("stile", "compact", &[STYLE]);
/// assert_eq!(refused.to_string(), "there is no option \"stile\"; there is style (pretty or compact)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct BadOption {
    /// The option's name.
    pub name: String,
    /// The value it was to have.
    pub value: String,
    /// What there is.
    pub allowed: &'static [OptionInfo],
}

impl BadOption {
    /// The option `name` with `value`, of a format whose options are `allowed`.
    ///
    /// ```
    /// use kifu_core::BadOption;
    /// let refused = BadOption::new("style", "compact", &[]);
    /// assert_eq!((refused.name.as_str(), refused.allowed), ("style", &[][..]));
    /// ```
    #[must_use]
    pub fn new(name: &str, value: &str, allowed: &'static [OptionInfo]) -> Self {
        Self { name: name.into(), value: value.into(), allowed }
    }

    fn sentence(&self) -> String {
        let Self { name, value, allowed } = self;
        if let Some(option) = allowed.iter().find(|option| option.name == name) {
            return format!("{name} cannot be {value:?}; it takes {}", option.values);
        }
        let list: Vec<_> = allowed.iter().map(|option| format!("{} ({})", option.name, option.values)).collect();
        match list.is_empty() {
            true => format!("there is no option {name:?}; this format has none"),
            false => format!("there is no option {name:?}; there is {}", list.join(", ")),
        }
    }
}

/// How sure a format is that a file is its own.
///
/// ```
/// use kifu_core::Confidence;
/// let answers = [Confidence::Possible, Confidence::Certain, Confidence::Likely];
/// assert_eq!(answers.into_iter().max(), Some(Confidence::Certain)); // the surest wins
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Surely not.
    No,
    /// It could be read.
    Possible,
    /// It looks like it.
    Likely,
    /// Nothing else looks like this.
    Certain,
}
