//! Formats of one game a file, which are most, with less to write than a whole `Format`.

use crate::{
    BadOption, Charset, CharsetDeclaration, Confidence, Diagnostics, Format, FormatInfo, Game, GameBuilder, Layout,
    MemoryBudget, OptionInfo, OptionValues, ReadGame, Record, Sample, Source, Span, WriteOutput,
};
use alloc::{boxed::Box, string::String, vec::Vec};
use core::{fmt, ops::ControlFlow};

/// A format of one game a file. Every type that implements it implements [`Format`].
///
/// What most formats do alike has a default: no options, UTF-8, each line a token, and detection by the words and extensions of
/// its [`FormatInfo`]. A format of many games a file, or one with a need that is not listed here, implements `Format` itself.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::Toy;
/// use kifu_core::{Confidence, Format, FormatInfo, GameBuilder, Part, Record, Sample, SingleGame, Source, lines};
///
/// /// The moves of a game, a line each.
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
    /// What the format is called, what it can hold, and what its files start with.
    ///
    /// ```
    /// use kifu_core::{FormatInfo, Part};
    /// const INFO: FormatInfo = FormatInfo::new("plain", "Plain moves").extensions(&["moves"]).holds(&[Part::Action]);
    /// assert_eq!(INFO.extensions, ["moves"]);
    /// ```
    const INFO: FormatInfo;

    /// Its options, each with its setter. `INFO` lists [their descriptions](FormatOption::infos).
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

    /// Reads the game of a source into `game`. If there is none, [`reject`](GameBuilder::reject) says so.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::{Lines, Toy};
    /// use kifu_core::{GameBuilder, SingleGame, Source, Span};
    /// let mut game: GameBuilder<Toy> = GameBuilder::new(Span::new(0, 6));
    /// Lines.read_game(&Source::from_text("a.toy", "toy\n7\n"), &mut game);
    /// assert!(game.record().moves().eq(&[7]));
    /// ```
    fn read_game(&self, source: &Source, game: &mut GameBuilder<G>);

    /// Returns the text of a record.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Record, SingleGame};
    /// assert_eq!(Lines.write_game(&Record::default()), "toy\n");
    /// ```
    fn write_game(&self, record: &Record<G>) -> String;

    /// The charset in which it is written.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Charset, SingleGame};
    /// assert_eq!(Lines.encoding(), Charset::UTF_8);
    /// ```
    fn encoding(&self) -> Charset {
        Charset::UTF_8
    }

    /// What is saved of a written text: it also says which line end and which extension the file gets.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{SingleGame, WriteOutput};
    /// // The charset of the format and line feeds, if it does not say otherwise.
    /// assert_eq!(Lines.output("toy\n".into()), WriteOutput::utf8("toy\n".into()));
    /// ```
    fn output(&self, text: String) -> WriteOutput {
        WriteOutput::new(text, self.encoding())
    }

    /// How confident the format is that a file is written in it; see [`FormatInfo::confidence`].
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{Confidence, Sample, SingleGame};
    /// assert_eq!(Lines.detect(&Sample::new(b"", Some("toy"))), Confidence::Possible);
    /// ```
    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        Self::INFO.confidence(sample, self.expected_charset(sample.extension).as_ref())
    }

    /// The charsets that the bytes declare; see [`Format::charsets`].
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::SingleGame;
    /// assert!(Lines.charsets(b"toy\n").is_empty());
    /// ```
    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        let _ = bytes;
        Vec::new()
    }

    /// The charset that files with this extension are usually in; see [`Format::expected_charset`].
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::SingleGame;
    /// assert_eq!(Lines.expected_charset(Some("toy")), None);
    /// ```
    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        let _ = extension;
        None
    }

    /// The tokens of a source: its lines, unless the format decides otherwise.
    ///
    /// ```
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// # use toy::Lines;
    /// use kifu_core::{SingleGame, Source};
    /// assert_eq!(Lines.layout(&Source::from_text("a.toy", "toy\n7\n")).tokens.len(), 2);
    /// ```
    fn layout(&self, source: &Source) -> Layout {
        Layout::lines(source.text())
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

    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        SingleGame::charsets(self, bytes)
    }

    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        SingleGame::expected_charset(self, extension)
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<G>) -> ControlFlow<()>) -> Diagnostics {
        let span = Span::new(0, source.text().len());
        let mut game = GameBuilder::new(span).budget(MemoryBudget::of_game(source, span));
        self.read_game(source, &mut game);
        match game.finish() {
            Ok(game) => {
                // The only game: it makes no difference whether the caller wants more.
                let _ = sink(game);
                Diagnostics::default()
            }
            Err(diagnostics) => diagnostics,
        }
    }

    fn write(&self, records: &[Record<G>]) -> WriteOutput {
        let text = records.first().map(|record| self.write_game(record)).unwrap_or_default();
        self.output(text)
    }

    fn layout(&self, source: &Source) -> Layout {
        SingleGame::layout(self, source)
    }
}

/// An option of a format, with its setter: a line of the table of a format's options.
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
    /// Its name, its values, and what it does.
    pub info: OptionInfo,
    set: fn(&mut F, &str) -> bool,
}

impl<F> fmt::Debug for FormatOption<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.info.fmt(f)
    }
}

impl<F> FormatOption<F> {
    /// The option `name`. `set` sets it in a format, or returns false if the option does not take the value.
    ///
    /// ```
    /// use kifu_core::{FormatOption, OptionValues};
    /// struct Plain { counts: bool }
    /// let option: FormatOption<Plain> =
    ///     FormatOption::new("count", OptionValues::OneOf(&["yes"]), "number the moves", |plain, value| {
    ///         plain.counts = value == "yes";
    ///         plain.counts
    ///     });
    /// assert_eq!(option.info.about, "number the moves");
    /// ```
    #[must_use]
    pub const fn new(
        name: &'static str,
        values: OptionValues,
        about: &'static str,
        set: fn(&mut F, &str) -> bool,
    ) -> Self {
        Self { info: OptionInfo::new(name, values, about), set }
    }

    /// The descriptions of the options of a table, for [`FormatInfo::options`].
    ///
    /// ```
    /// use kifu_core::{FormatInfo, FormatOption, OptionValues};
    /// struct Plain;
    /// const OPTIONS: [FormatOption<Plain>; 1] =
    ///     [FormatOption::new("title", OptionValues::Text("a title"), "the title to write", |_, _| true)];
    /// const INFO: FormatInfo = FormatInfo::new("plain", "Plain moves").options(&FormatOption::infos(&OPTIONS));
    /// assert_eq!(INFO.options[0].values, OptionValues::Text("a title"));
    /// ```
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
