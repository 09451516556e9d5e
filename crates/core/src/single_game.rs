//! A trait for formats with one game per file, which need less code than a complete `Format`.

use crate::{
    BadOption, Charset, CharsetDeclaration, Confidence, Diagnostics, Format, FormatInfo, Game, GameBuilder,
    HeaderField, Layout, NodeId, OptionInfo, OptionValues, Part, ReadGame, Record, Sample, Source, SourceMap, Span,
    WriteOutput,
};
use alloc::{boxed::Box, string::String, vec::Vec};
use core::{fmt, ops::ControlFlow};

/// A format with one game per file. Types that implement this trait implement [`Format`] automatically.
///
/// The defaults fit most formats: no options, UTF-8, one token per line, and detection by the words and extensions of
/// [`FormatInfo`]. A format with several games per file, or with other needs, implements `Format` directly.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// use kifu_core::{Confidence, Format, FormatInfo, GameBuilder, Part, Record, Sample, SingleGame, Source, lines};
///
/// /// The moves of a game, one per line.
/// #[derive(Clone)]
/// struct Plain;
///
/// impl SingleGame<Toy> for Plain {
///     const INFO: FormatInfo =
///         FormatInfo::new("plain", "Plain moves").extensions(&["moves"]).magic(&["#moves"]).holds(&[Part::Action]);
///
///     fn read_game(&self, source: &Source, game: &mut GameBuilder<Toy>) {
///         for line in lines(source.text()).skip(1) {
///             if let Ok(square) = line.text.parse::<u8>() {
///                 game.add(line.span.start, square);
///             }
///         }
///     }
///
///     fn write_game(&self, record: &Record<Toy>) -> String {
///         record.moves().fold("#moves\n".into(), |text, square| format!("{text}{square}\n"))
///     }
/// }
///
/// let source = Source::from_text("game.moves", "#moves\n7\n3\n");
/// let reading = Plain.read(&source);
/// assert_eq!(reading.source_maps[0].starts, [0, 7, 9]);
/// assert_eq!(Plain.write(&reading.records).text, source.text());
/// assert_eq!(Format::detect(&Plain, &Sample::new(b"#moves\n7\n", None)), Confidence::Certain);
/// assert!(Plain.with_option("style", "compact").is_err());
/// ```
pub trait SingleGame<G: Game>: Clone + Send + Sync + 'static {
    /// The description of the format: its name, the parts that it can hold, the words that its files start with.
    const INFO: FormatInfo;

    /// The options of the format, each with its setter. `INFO` contains [their descriptions](FormatOption::infos).
    ///
    /// ```
    /// use kifu_core::{FormatInfo, FormatOption, OptionValues};
    /// struct Plain { counts: bool }
    /// const OPTIONS: [FormatOption<Plain>; 1] =
    ///     [FormatOption::new("count", OptionValues::OneOf(&["yes", "no"]), "number the moves", |plain, value| {
    ///         plain.counts = value == "yes";
    ///         plain.counts || value == "no"
    ///     })];
    /// const INFO: FormatInfo = FormatInfo::new("plain", "Plain moves").options(&FormatOption::infos(&OPTIONS));
    /// assert_eq!(INFO.options[0].name, "count");
    /// ```
    const OPTIONS: &'static [FormatOption<Self>] = &[];

    /// The id of the format as which texts that cannot be parsed are stored. Two formats with the same headers share it, so that each
    /// writes the texts of the other.
    const TEXTS: &'static str = Self::INFO.id;

    /// Reads the game of a source into `game`. If the source has no game, call [`reject`](GameBuilder::reject).
    fn read_game(&self, source: &Source, game: &mut GameBuilder<G>);

    /// Reads the game that starts at the offset `start` into `game`, and returns the offset of its end, where the next one starts. The default
    /// reads the whole source as one game. A format whose files users put together reads them all, although a file that it writes has one.
    fn read_next(&self, source: &Source, start: usize, game: &mut GameBuilder<G>) -> usize {
        let _ = start;
        self.read_game(source, game);
        source.text().len()
    }

    /// Returns the text of a record.
    fn write_game(&self, record: &Record<G>) -> String;

    /// Returns the charset that the format writes.
    fn encoding(&self) -> Charset {
        Charset::UTF_8
    }

    /// Returns the extension that output files should have, see [`Format::extension`].
    fn extension(&self) -> &'static str {
        Self::INFO.first_extension()
    }

    /// Returns the output for a written text, with the charset and line end of the file.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Lines; // a format of a game whose moves are numbers
    /// use kifu_core::{SingleGame, WriteOutput};
    /// // The default is the charset of the format, with line feeds.
    /// assert_eq!(Lines.output("toy\n".into()), WriteOutput::utf8("toy\n".into()));
    /// ```
    fn output(&self, text: String) -> WriteOutput {
        WriteOutput::new(text, self.encoding())
    }

    /// Returns the confidence that a file has this format, see [`FormatInfo::confidence`].
    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        Self::INFO.confidence(sample, self.expected_charset(sample.extension).as_ref())
    }

    /// Returns the charsets that the bytes declare, see [`Format::charsets`].
    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        let _ = bytes;
        Vec::new()
    }

    /// Returns the reason why a file does not have the format, in a few words. The default is [`FormatInfo::rejection`].
    fn rejection(&self, sample: &Sample<'_>) -> Option<String> {
        let _ = sample;
        Self::INFO.rejection()
    }

    /// Returns the usual charset of files with this extension, see [`Format::expected_charset`].
    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        let _ = extension;
        None
    }

    /// Returns the tokens of a source. The default is one token per line.
    fn layout(&self, source: &Source) -> Layout {
        Layout::lines(source.text())
    }

    /// Returns the part of a record that a line contains, without white space around it, if it contains another one than an action.
    /// [`Format::locate`] finds parts so. The default knows none.
    fn part_of_line(&self, line: &str) -> Option<Part> {
        let _ = line;
        None
    }

    /// Returns the places of the fields of the headers of all games, see [`Format::header_spans`].
    fn header_spans(&self, source: &Source) -> Option<Vec<(HeaderField, Span)>> {
        let _ = source;
        None
    }
}

impl<G: Game, F: SingleGame<G>> Format<G> for F {
    fn info(&self) -> &FormatInfo {
        const { &F::INFO }
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<G>>, BadOption> {
        let mut format = self.clone();
        match F::OPTIONS.iter().find(|option| option.info.name == name) {
            Some(option) if (option.set)(&mut format, value) => Ok(Box::new(format)),
            _ => Err(BadOption::new(name, value, Format::info(self).options)),
        }
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        SingleGame::detect(self, sample)
    }

    fn rejection(&self, sample: &Sample<'_>) -> Option<String> {
        SingleGame::rejection(self, sample)
    }

    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        SingleGame::charsets(self, bytes)
    }

    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        SingleGame::expected_charset(self, extension)
    }

    fn extension(&self) -> &'static str {
        SingleGame::extension(self)
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<G>) -> ControlFlow<()>) -> Diagnostics {
        let mut outside = Diagnostics::within(source.limits());
        let (mut start, len) = (0, source.text().len());
        loop {
            let mut game = GameBuilder::new(Span::new(start, len)).within(source.limits());
            let end = self.read_next(source, start, &mut game);
            if end < len {
                game.ends_at(end);
            }
            match game.finish() {
                Ok(mut game) => {
                    game.record.claim_texts(F::TEXTS);
                    if sink(game).is_break() {
                        return outside;
                    }
                }
                Err(diagnostics) => outside.append(diagnostics),
            }
            if end >= len {
                return outside;
            }
            start = end;
        }
    }

    fn write(&self, records: &[Record<G>]) -> WriteOutput {
        let text = records.first().map(|record| self.write_game(&record.with_texts_of(F::TEXTS))).unwrap_or_default();
        self.output(text)
    }

    fn locate(&self, source: &Source, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
        source_map.locate_lines(source.text(), wanted, |line| self.part_of_line(line))
    }

    fn layout(&self, source: &Source) -> Layout {
        SingleGame::layout(self, source)
    }

    fn header_spans(&self, source: &Source, source_map: &SourceMap) -> Option<Vec<(HeaderField, Span)>> {
        let is_of_game = |(_, span): &(HeaderField, Span)| source_map.span.range().contains(&(span.start as usize));
        Some(SingleGame::header_spans(self, source)?.into_iter().filter(is_of_game).collect())
    }
}

/// An option of a format, with its setter.
///
/// ```
/// use kifu_core::{Charset, FormatOption, OptionValues};
/// struct Plain { encoding: Charset }
/// const ENCODING: FormatOption<Plain> =
///     FormatOption::new("encoding", OptionValues::Charset, "the charset to write", |plain, value| {
///         plain.encoding = Charset::new(value);
///         plain.encoding.is_known()
///     });
/// assert_eq!(ENCODING.info.name, "encoding");
/// ```
pub struct FormatOption<F> {
    /// The name, the accepted values and the description of the option.
    pub info: OptionInfo,
    set: fn(&mut F, &str) -> bool,
}

impl<F> fmt::Debug for FormatOption<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info.fmt(f)
    }
}

impl<F> FormatOption<F> {
    /// Creates the option `name`. `set` sets the option in a format, or returns false if the option does not accept the value.
    #[must_use]
    pub const fn new(
        name: &'static str,
        values: OptionValues,
        about: &'static str,
        set: fn(&mut F, &str) -> bool,
    ) -> Self {
        Self { info: OptionInfo::new(name, values, about), set }
    }

    /// Returns the descriptions of the options of a table, for [`FormatInfo::options`].
    #[must_use]
    pub const fn infos<const N: usize>(options: &[Self; N]) -> [OptionInfo; N] {
        let mut infos = [OptionInfo::new("", OptionValues::Charset, ""); N];
        let mut n = 0;
        while n < N {
            infos[n] = options[n].info;
            n += 1;
        }
        infos
    }
}
