//! Formats of any game. A program works with files in the same way for every game, so it does not need the type of the game.

use crate::{AnyGames, AnyPass, Converted, Output, Summary, Verify, convert, convert_next, convert_unverified};
use core::any::Any;
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Charset, Confidence, Diagnostics, FixChoice, Fixed, Format, FormatInfo, Game, HeaderField, Layout,
    NodeId, OtherGame, Part, Pass, ReadOutput, Sample, Source, SourceMap, Span, apply_fixes, check_games,
};

/// A format of any game, as stored in a [`Library`](crate::Library).
///
/// It is implemented for the formats of every game; [`of`](#method.of) returns the typed format. A method that takes games returns
/// `None` if they are of another game.
///
/// ```
/// let library = kifu::Library::default();
/// let format = library.detect("unnamed", b"(;GM[1]SZ[9])")?;
/// assert_eq!((format.info().id, format.game()), ("sgf", "go"));
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait AnyFormat: Any + Send + Sync {
    /// Returns the name of the game: `go`.
    fn game(&self) -> &'static str;

    /// Returns the description of the format.
    fn info(&self) -> &FormatInfo;

    /// Returns a copy of this format with the option `name` set to `value`.
    ///
    /// # Errors
    /// [`BadOption`], which lists the options of the format.
    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn AnyFormat>, BadOption>;

    /// Returns the confidence of the format that the file is in this format.
    fn detect(&self, sample: &Sample<'_>) -> Confidence;

    /// Returns the reason why a file does not have the format, for the message about a file that no format recognises.
    ///
    /// ```
    /// use kifu::{Library, model::Sample};
    /// let library = Library::default();
    /// let sample = Sample::new(b"Dear Sir", None);
    /// assert_eq!(library.get("jgf2").unwrap().rejection(&sample).unwrap(), "no JSON object");
    /// ```
    fn rejection(&self, sample: &Sample<'_>) -> Option<String>;

    /// Decodes a file in `charset`, or in the charset that the format detects.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// // An SGF file declares its charset.
    /// let (source, diagnostics) = library.format("sgf")?.decode("game.sgf", b"(;CA[GBK]PB[\xCE\xE2])".to_vec(), None);
    /// assert_eq!(source.text(), "(;CA[GBK]PB[吴])");
    /// assert!(diagnostics.is_empty());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    fn decode(&self, name: &str, bytes: Vec<u8>, charset: Option<&Charset>) -> (Source, Diagnostics);

    /// Returns the charset that files with this extension usually have.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let expected = |id, extension| library.get(id).unwrap().expected_charset(Some(extension));
    /// assert_eq!(expected("sgf", "sgf"), None);
    /// assert_eq!(expected("kif", "kif").unwrap().name(), "Shift_JIS");
    /// ```
    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset>;

    /// Returns the extension of output files, without the dot, see [`Format::extension`].
    fn extension(&self) -> &'static str;

    /// Returns the places of parts of a game in the text, see [`Format::locate`].
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let read = |text: &str| library.read("game.sgf", text.into(), &kifu::Hints::default());
    /// let (before, after) = (read("(;GM[1];B[aa]N[corner]C[good])")?, read("(;GM[1];B[aa])")?);
    /// let losses = before.games.difference(&after.games).expect("both are go");
    /// let wanted: Vec<_> = losses.iter().filter_map(|loss| Some((loss.node?, loss.part))).collect();
    /// let found = library.format("sgf")?.locate(&before.source, &before.games.source_maps()[0], &wanted);
    /// assert!(found.into_iter().flatten().map(|span| before.source.slice(span)).eq(["N[corner]", "C[good]"]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    fn locate(&self, source: &Source, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>>;

    /// Returns the places of the fields of the header of a game, see [`Format::header_spans`].
    ///
    /// ```
    /// use kifu::model::{HeaderField, Seat};
    /// let library = kifu::Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1]PB[Ida]PW[Nils])".to_vec(), &kifu::Hints::default())?;
    /// let found = library.format("sgf")?.header_spans(&opened.source, &opened.games.source_maps()[0]).unwrap();
    /// let (_, span) = found.iter().find(|(field, _)| *field == HeaderField::PlayerName(Seat::Second)).unwrap();
    /// assert_eq!(opened.source.slice(*span), "PW[Nils]");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    fn header_spans(&self, source: &Source, source_map: &SourceMap) -> Option<Vec<(HeaderField, Span)>>;

    /// Returns the diagnostics of the passes for the game of this format. `first` is the index of the first of `games` in the file,
    /// from 0.
    fn check(&self, passes: &[&dyn AnyPass], source: &Source, games: &AnyGames, first: usize) -> Option<Diagnostics>;

    /// Returns the tokens of a source, and the span of each game.
    fn layout(&self, source: &Source) -> Layout;

    /// Reads a source.
    fn read(&self, source: &Source) -> AnyGames;

    /// Reads game by game, and passes each game to `sink`. Returns the diagnostics that belong to no game.
    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(AnyGames) -> ControlFlow<()>) -> Diagnostics;

    /// Returns an explanation of a word of the format, such as the name of a property, as Markdown.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let page = library.get("sgf").unwrap().explain("KM").unwrap();
    /// assert!(page.starts_with("KM: komi\n"));
    /// ```
    fn explain(&self, word: &str) -> Option<String>;

    /// Passes the games that the format recognises but does not read to `sink`, each with its summary, see [`Format::other_games`].
    ///
    /// ```
    /// use kifu::{Library, model::Source};
    /// use std::ops::ControlFlow;
    /// let library = Library::default();
    /// let source = Source::from_text("games.sgf", "(;GM[1];B[aa])(;GM[11]PB[Ida];B[b4];W[resign])");
    /// library.format("sgf")?.other_games(&source, &mut |other, summary| {
    ///     assert_eq!((other.game.as_str(), summary.moves), ("hex", 2));
    ///     assert_eq!((&*summary.players[0].seat_name, &*summary.players[0].player.name), ("black", "Ida"));
    ///     ControlFlow::Continue(())
    /// });
    /// # Ok::<(), kifu::Error>(())
    /// ```
    fn other_games(&self, source: &Source, sink: &mut dyn FnMut(&OtherGame, Summary<'_>) -> ControlFlow<()>);

    /// Applies the fixes of a source and those of the passes, see [`apply_fixes`]. `diagnostics` are those of its charset.
    fn fix<'s>(
        &self,
        passes: &[&dyn AnyPass],
        source: &'s Source,
        diagnostics: Diagnostics,
        choice: FixChoice<'_>,
    ) -> Fixed<'s>;

    /// Writes games, reads the output again, and compares it with the games.
    fn convert(&self, games: &AnyGames) -> Option<Converted>;

    /// Writes games without measuring losses.
    fn convert_unverified(&self, games: &AnyGames) -> Option<Converted>;

    /// Writes games one by one, with one output per game. `before` is the number of games that the collection has already; the
    /// text between two games depends on it. Measures losses if `verify` asks for it.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let opened = library.read("games.sgf", b"(;GM[1];B[aa])(;GM[1];B[bb])".to_vec(), &kifu::Hints::default())?;
    /// let outputs = library.format("sgf")?.convert_each(&opened.games, 0, kifu::Verify::Losses).expect("both are go");
    /// assert!(outputs.iter().all(|output| output.losses.is_empty()));
    /// assert_eq!(outputs.len(), 2); // `convert` returns one output for both
    /// # Ok::<(), kifu::Error>(())
    /// ```
    fn convert_each(&self, games: &AnyGames, before: usize, verify: Verify) -> Option<Vec<Output>>;
}

impl dyn AnyFormat + '_ {
    /// Returns the typed format, if it is of the game `G`.
    ///
    /// ```
    /// use kifu::{Library, goban::Go, model::Record};
    /// let library = Library::default();
    /// let sgf = library.get("sgf").and_then(|format| format.of::<Go>()).unwrap();
    /// assert!(sgf.write(&[Record::default()]).text.starts_with("(;FF[4]"));
    /// ```
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<&dyn Format<G>> {
        let format: &dyn Any = self;
        format.downcast_ref::<Erased<G>>().map(|format| &*format.0)
    }
}

/// Returns the passes for the game `G`.
fn of_game<'p, G: Game>(passes: &[&'p dyn AnyPass]) -> Vec<&'p dyn Pass<G>> {
    passes.iter().filter_map(|pass| pass.of()).collect()
}

/// The only implementation of [`AnyFormat`].
pub(crate) struct Erased<G: Game>(pub(crate) Box<dyn Format<G>>);

impl<G: Game> AnyFormat for Erased<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn info(&self) -> &FormatInfo {
        self.0.info()
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn AnyFormat>, BadOption> {
        Ok(Box::new(Self(self.0.with_option(name, value)?)))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        self.0.detect(sample)
    }

    fn rejection(&self, sample: &Sample<'_>) -> Option<String> {
        self.0.rejection(sample)
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, charset: Option<&Charset>) -> (Source, Diagnostics) {
        self.0.decode(name, bytes, charset)
    }

    fn expected_charset(&self, extension: Option<&str>) -> Option<Charset> {
        self.0.expected_charset(extension)
    }

    fn extension(&self) -> &'static str {
        self.0.extension()
    }

    fn locate(&self, source: &Source, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
        self.0.locate(source, source_map, wanted)
    }

    fn header_spans(&self, source: &Source, source_map: &SourceMap) -> Option<Vec<(HeaderField, Span)>> {
        self.0.header_spans(source, source_map)
    }

    fn check(&self, passes: &[&dyn AnyPass], source: &Source, games: &AnyGames, first: usize) -> Option<Diagnostics> {
        Some(check_games(&of_game(passes), &*self.0, source, games.of::<G>()?, first))
    }

    fn layout(&self, source: &Source) -> Layout {
        self.0.layout(source)
    }

    fn read(&self, source: &Source) -> AnyGames {
        AnyGames::new(self.0.read(source))
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(AnyGames) -> ControlFlow<()>) -> Diagnostics {
        self.0.read_each(source, &mut |read| {
            let mut output = ReadOutput::default();
            output.push(read);
            sink(AnyGames::new(output))
        })
    }

    fn explain(&self, word: &str) -> Option<String> {
        self.0.explain(word)
    }

    fn other_games(&self, source: &Source, sink: &mut dyn FnMut(&OtherGame, Summary<'_>) -> ControlFlow<()>) {
        self.0.other_games(source, &mut |other| sink(&other, Summary::of_other::<G>(&other)));
    }

    fn fix<'s>(
        &self,
        passes: &[&dyn AnyPass],
        source: &'s Source,
        diagnostics: Diagnostics,
        choice: FixChoice<'_>,
    ) -> Fixed<'s> {
        apply_fixes(&*self.0, &of_game(passes), source, diagnostics, choice)
    }

    fn convert(&self, games: &AnyGames) -> Option<Converted> {
        Some(convert(&*self.0, &games.of::<G>()?.records))
    }

    fn convert_unverified(&self, games: &AnyGames) -> Option<Converted> {
        Some(convert_unverified(&*self.0, &games.of::<G>()?.records))
    }

    fn convert_each(&self, games: &AnyGames, before: usize, verify: Verify) -> Option<Vec<Output>> {
        let records = games.of::<G>()?.records.iter().enumerate();
        Some(records.map(|(n, record)| convert_next(&*self.0, record, before + n, verify)).collect())
    }
}
