//! A set of formats, and the files that it opens.

use crate::{AnyFormat, AnyGames, AnyPass, Error, FixedFile, default_formats, format::Erased, pass::ErasedPass};
use kifu_core::{Charset, Confidence, Diagnostics, Format, Game, Pass, Safety, Sample, Severity, Source, extension};
use std::{
    fs,
    ops::{ControlFlow, Deref},
    path::Path,
};

/// A set of formats, for one or more games, and of passes that check records.
///
/// ```
/// let library = kifu::Library::default();
/// assert!(library.get("sgf").is_some());
/// ```
pub struct Library {
    formats: Vec<Box<dyn AnyFormat>>,
    passes: Vec<Box<dyn AnyPass>>,
}

impl Default for Library {
    /// Returns a library with every format whose feature is on.
    fn default() -> Self {
        default_formats(Self::empty())
    }
}

/// What the caller knows about a file.
///
/// ```
/// use kifu::{Hints, Library, model::Charset};
/// let mut hints = Hints::default();
/// hints.charset = Some(Charset::new("GBK")); // the file does not declare it
/// let opened = Library::default().read("game.sgf", b"(;PB[\xCE\xE2])".to_vec(), &hints)?;
/// assert_eq!(opened.source.text(), "(;PB[吴])");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Hints {
    /// The format, with options: `sgf`, `sgf:encoding=gb18030`.
    pub format: Option<String>,
    /// The charset.
    pub charset: Option<Charset>,
}

/// A file that was read.
///
/// ```
/// use kifu::{Hints, Library, OpenFile};
/// let opened: OpenFile = Library::default().read("game.sgf", b"(;GM[1];B[aa])".to_vec(), &Hints::default())?;
/// assert_eq!((opened.format, opened.source.name(), opened.games.len()), ("sgf", "game.sgf", 1));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct OpenFile {
    /// The bytes and their text.
    pub source: Source,
    /// The identifier of the format.
    pub format: &'static str,
    /// The games.
    pub games: AnyGames,
}

impl OpenFile {
    /// Returns the diagnostics of the file; those of its charset come first.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let bytes = b"(;CA[klingon]PL[white])".to_vec();
    /// let opened = Library::default().read("game.sgf", bytes, &Hints::default())?;
    /// assert_eq!(opened.diagnostics().iter().next().unwrap().code.0, "text/charset-unknown");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        self.games.diagnostics()
    }
}

impl Library {
    /// Returns a library without formats and passes.
    ///
    /// ```
    /// use kifu::{Library, sgf::Sgf};
    /// let library = Library::empty().with(Sgf::default());
    /// assert_eq!(library.ids(), ["sgf"]);
    /// ```
    #[must_use]
    pub fn empty() -> Self {
        Self { formats: Vec::new(), passes: Vec::new() }
    }

    /// Adds a format. It replaces the format that has the same identifier.
    ///
    /// ```
    /// use kifu::{Library, model::Charset, sgf::Sgf};
    /// let library = Library::default().with(Sgf::default().encoding(Charset::new("GB18030")));
    /// assert_eq!(library.ids(), ["sgf", "jgf2"]);
    /// ```
    #[must_use]
    pub fn with<G: Game>(mut self, format: impl Format<G> + 'static) -> Self {
        let format: Box<dyn AnyFormat> = Box::new(Erased(Box::new(format)));
        let known = self.formats.iter_mut().find(|known| known.info().id == format.info().id);
        match known {
            Some(known) => *known = format,
            None => self.formats.push(format),
        }
        self
    }

    /// Adds a pass. It replaces the pass of the same game that has the same name.
    ///
    /// ```
    /// use kifu::{Hints, Library, goban::Go};
    /// use kifu::model::{CodeInfo, Diagnostics, GameInFile, Pass, Severity};
    /// const NO_EVENT: CodeInfo = CodeInfo::new("club/no-event", Severity::Warning, "the event is missing", "State the event.");
    /// struct HouseRules;
    /// impl Pass<Go> for HouseRules {
    ///     fn name(&self) -> &str { "club" }
    ///     fn codes(&self) -> &'static [CodeInfo] { const { &[NO_EVENT] } }
    ///     fn check(&self, game: &GameInFile<'_, Go>) -> Diagnostics {
    ///         let mut found = Diagnostics::default();
    ///         if game.record.info.event.is_empty() {
    ///             found.report_at_node(&NO_EVENT, game.index, 0, || "the event is missing");
    ///         }
    ///         found
    ///     }
    /// }
    /// let library = Library::default().check_with(HouseRules);
    /// let opened = library.read("game.sgf", b"(;GM[1];B[aa])".to_vec(), &Hints::default())?;
    /// assert_eq!(library.check(&opened).iter().next().unwrap().code.0, "club/no-event");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn check_with<G: Game>(mut self, pass: impl Pass<G> + 'static) -> Self {
        let pass: Box<dyn AnyPass> = Box::new(ErasedPass(Box::new(pass)));
        let key = |pass: &dyn AnyPass| (pass.game(), pass.name().to_owned());
        match self.passes.iter_mut().find(|known| key(&***known) == key(&*pass)) {
            Some(known) => *known = pass,
            None => self.passes.push(pass),
        }
        self
    }

    /// Returns the passes, in the order in which they were added.
    ///
    /// ```
    /// assert_eq!(kifu::Library::default().passes().count(), 0);
    /// ```
    pub fn passes(&self) -> impl Iterator<Item = &dyn AnyPass> {
        self.passes.iter().map(|pass| &**pass)
    }

    /// Returns the findings of the passes in a file. [`OpenFile::diagnostics`] returns those of its format.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1];B[aa])".to_vec(), &Hints::default())?;
    /// assert!(library.check(&opened).is_empty()); // there are no passes
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn check(&self, opened: &OpenFile) -> Diagnostics {
        let passes: Vec<_> = self.passes().collect();
        let check = |format: &dyn AnyFormat| format.check(&passes, &opened.source, &opened.games, 0);
        self.get(opened.format).map(check).unwrap_or_default()
    }

    /// Returns the formats, in the order in which they were added.
    ///
    /// ```
    /// use kifu::{Library, model::GamesPerFile};
    /// let library = Library::default();
    /// let of_collections = library.formats().filter(|format| format.info().games == GamesPerFile::Many);
    /// assert!(of_collections.map(|format| format.info().id).eq(["sgf"]));
    /// ```
    pub fn formats(&self) -> impl Iterator<Item = &dyn AnyFormat> {
        self.formats.iter().map(|format| &**format)
    }

    /// Returns the formats of one game.
    ///
    /// ```
    /// use kifu::{Library, goban::Go, model::Record};
    /// let library = Library::default();
    /// for format in library.formats_of::<Go>() {
    ///     assert!(!format.write(&[Record::default()]).text.is_empty());
    /// }
    /// ```
    pub fn formats_of<G: Game>(&self) -> impl Iterator<Item = &dyn Format<G>> {
        self.formats().filter_map(|format| format.of())
    }

    /// Returns the format with this identifier.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert_eq!(library.get("jgf2").map(|format| format.game()), Some("go"));
    /// assert!(library.get("chess").is_none());
    /// ```
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&dyn AnyFormat> {
        self.formats().find(|format| format.info().id == id)
    }

    /// Detects the format of a file, by its content and then by its extension.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert_eq!(library.detect("game.txt", b"(;GM[1]SZ[19];B[pd])")?.info().id, "sgf"); // the content counts
    /// assert!(library.detect("letter.txt", b"Dear Sir").is_err());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error if the file is empty, if no format recognises it, or if several formats recognise it equally well.
    pub fn detect(&self, name: &str, bytes: &[u8]) -> Result<&dyn AnyFormat, Error> {
        self.recognise(name, bytes).map(|(format, _)| format)
    }

    /// Returns the format of a file, and its confidence. Formats are ranked by confidence, and then by whether they have the
    /// extension.
    fn recognise(&self, name: &str, bytes: &[u8]) -> Result<(&dyn AnyFormat, Confidence), Error> {
        if bytes.trim_ascii().is_empty() {
            return Err(Error::Empty { name: name.into() });
        }
        let extension = extension(name);
        let sample = Sample::new(bytes, extension.as_deref());
        let claims = |format: &dyn AnyFormat| {
            sample.extension.is_some_and(|extension| format.info().extensions.contains(&extension))
        };
        let ranked: Vec<_> = self.formats().map(|format| ((format.detect(&sample), claims(format)), format)).collect();
        let best = ranked.iter().map(|(rank, _)| *rank).max().filter(|best| best.0 > Confidence::No);
        let found: Vec<_> = ranked.into_iter().filter(|(rank, _)| Some(*rank) == best).collect();
        match found[..] {
            [] => Err(Error::NotRecognised { name: name.into(), tried: self.ids(), help: None }),
            [((confidence, _), format)] => Ok((format, confidence)),
            _ => {
                let formats = found.iter().map(|(_, format)| format.info().id).collect();
                Err(Error::Tie { name: name.into(), formats })
            }
        }
    }

    /// Returns the identifiers of all formats.
    ///
    /// ```
    /// assert_eq!(kifu::Library::default().ids(), ["sgf", "jgf2"]);
    /// ```
    #[must_use]
    pub fn ids(&self) -> Vec<&'static str> {
        self.formats().map(|format| format.info().id).collect()
    }

    /// Returns the format with this identifier, with options after a colon: `sgf`, `sgf:encoding=gb18030,…`.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert!(library.format("jgf2:style=compact,players=object").is_ok());
    /// let error = library.format("jgf2:style=nice").err().unwrap();
    /// assert!(error.to_string().starts_with("format jgf2: style cannot be \"nice\""));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error if the format or the option does not exist; the error lists the known ones.
    pub fn format(&self, name: &str) -> Result<Chosen<'_>, Error> {
        let (id, options) = name.split_once(':').unwrap_or((name, ""));
        let unknown = || Error::UnknownFormat { name: id.into(), known: self.ids() };
        let format = self.get(id).ok_or_else(unknown)?;
        let mut chosen = Chosen::Plain(format);
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let bad = |error| Error::BadOption { format: format.info().id, error };
            chosen = Chosen::With(chosen.with_option(key, value).map_err(bad)?);
        }
        Ok(chosen)
    }

    /// Returns the format with this identifier, with options after a colon, for a file with the extension `extension`. It writes
    /// the usual charset of such files, unless the options name a charset.
    ///
    /// This applies to formats that have an option for the charset and [expect](kifu_core::Format::expected_charset) a charset:
    /// `.kifu` is KIF in UTF-8.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let sgf = library.format_for("sgf:encoding=gbk", "sgf")?;
    /// assert_eq!(sgf.of::<kifu::goban::Go>().unwrap().write(&[]).charset.name(), "GBK");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`format`](Self::format).
    pub fn format_for(&self, name: &str, extension: &str) -> Result<Chosen<'_>, Error> {
        let chosen = self.format(name)?;
        let (_, options) = name.split_once(':').unwrap_or((name, ""));
        let names_charset = chosen
            .info()
            .charset_option()
            .is_some_and(|charset| options.split(',').any(|option| option.split('=').next() == Some(charset)));
        Ok(match in_usual_charset(&*chosen, extension).filter(|_| !names_charset) {
            Some(format) => Chosen::With(format),
            None => chosen,
        })
    }

    /// Reads the bytes of a file.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1]SZ[9];B[ee])".to_vec(), &Hints::default())?;
    /// assert!(opened.diagnostics().is_empty());
    /// assert!(library.read("letter.txt", b"Dear Sir".to_vec(), &Hints::default()).is_err());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error if the bytes are empty or too many, if no format recognises them, or if the hints name an unknown format.
    pub fn read(&self, name: &str, bytes: Vec<u8>, hints: &Hints) -> Result<OpenFile, Error> {
        self.decode(name, bytes, hints)?.read()
    }

    /// Detects the format of a file and decodes it, so that it can be read game by game.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// use std::ops::ControlFlow;
    /// let library = Library::default();
    /// let decoded = library.decode("games.sgf", b"(;GM[1];B[aa])(;GM[1];B[bb])".to_vec(), &Hints::default())?;
    /// let mut games = 0;
    /// decoded.read_each(&mut |_| {
    ///     games += 1;
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!((decoded.format.info().id, games), ("sgf", 2));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error if the bytes are empty or too many, if no format recognises them, or if the hints name an unknown format.
    pub fn decode(&self, name: &str, bytes: Vec<u8>, hints: &Hints) -> Result<Decoded<'_>, Error> {
        let chosen = hints.format.as_deref().map(|format| self.format(format)).transpose()?;
        let (format, confidence) = match chosen {
            Some(chosen) => (chosen, Confidence::Certain),
            None => {
                let (format, confidence) = self.recognise(name, &bytes)?;
                (Chosen::Plain(format), confidence)
            }
        };
        let (source, diagnostics) = format.decode(name, bytes, hints.charset.as_ref());
        if diagnostics.iter().any(|found| found.code == kifu_core::TOO_LARGE.code) {
            return Err(Error::TooLarge { name: name.into() });
        }
        Ok(Decoded { source, format, diagnostics, confidence, library: self })
    }

    /// Opens a file.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let path = "../../fixtures/sgf/famous-ear-reddening-1846/input.sgf"; // a game of 325 moves
    /// let opened = Library::default().open(path.as_ref(), &Hints::default())?;
    /// assert_eq!(opened.games.source_maps()[0].starts.len(), 326); // its nodes, with the root
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error if the file cannot be read, or if no format recognises it.
    pub fn open(&self, path: &Path, hints: &Hints) -> Result<OpenFile, Error> {
        let bytes = fs::read(path).map_err(|error| Error::Io { path: path.into(), error })?;
        self.read(&path.to_string_lossy(), bytes, hints)
    }
}

/// A file whose format and charset are known, and whose games have not been read yet.
///
/// ```
/// use kifu::{Decoded, Hints, Library};
/// let library = Library::default();
/// let decoded: Decoded<'_> = library.decode("game.sgf", b"(;CA[GBK]PB[\xCE\xE2])".to_vec(), &Hints::default())?;
/// assert_eq!(decoded.source.text(), "(;CA[GBK]PB[吴])");
/// assert_eq!(decoded.read()?.games.len(), 1);
/// # Ok::<(), kifu::Error>(())
/// ```
pub struct Decoded<'a> {
    /// The bytes and their text.
    pub source: Source,
    /// The format.
    pub format: Chosen<'a>,
    /// The diagnostics of the charset.
    pub diagnostics: Diagnostics,
    confidence: Confidence,
    library: &'a Library,
}

impl Decoded<'_> {
    /// Reads game by game, so that only one game is in memory. Returns the diagnostics that belong to no game, without those of the
    /// charset.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// use std::ops::ControlFlow;
    /// let library = Library::default();
    /// let decoded = library.decode("games.sgf", b"(;B[aa])(;B[bb]) bye".to_vec(), &Hints::default())?;
    /// let mut starts = Vec::new();
    /// let last = decoded.read_each(&mut |game| {
    ///     starts.push(game.source_maps()[0].span.start);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(starts, [0, 8]);
    /// assert_eq!(last.iter().count(), 1);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotRecognised`] if only the file name suggested the format, and the file contains errors but no game.
    pub fn read_each(&self, sink: &mut dyn FnMut(AnyGames) -> ControlFlow<()>) -> Result<Diagnostics, Error> {
        let mut any = false;
        let diagnostics = self.format.read_each(&self.source, &mut |game| {
            any = true;
            sink(game)
        });
        self.is_recognised(any, &diagnostics)?;
        Ok(diagnostics)
    }

    /// Reads all games.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let opened = library.decode("games.sgf", b"(;B[aa])(;B[bb])".to_vec(), &Hints::default())?.read()?;
    /// assert_eq!(opened.games.len(), 2);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotRecognised`] if only the file name suggested the format, and the file contains errors but no game.
    pub fn read(mut self) -> Result<OpenFile, Error> {
        let mut games = self.format.read(&self.source);
        self.is_recognised(!games.is_empty(), games.diagnostics())?;
        let mut diagnostics = core::mem::take(&mut self.diagnostics);
        diagnostics.append(core::mem::take(games.diagnostics_mut()));
        *games.diagnostics_mut() = diagnostics;
        let format = self.format.info().id;
        Ok(OpenFile { source: self.source, format, games })
    }

    /// Returns the findings of the library's passes in games of this file. `first` is the index of the first of these games, from
    /// 0.
    ///
    /// ```
    /// use kifu::{Hints, Library, model::Diagnostics};
    /// use std::ops::ControlFlow;
    /// let library = Library::default();
    /// let decoded = library.decode("games.sgf", b"(;B[aa])(;B[bb])".to_vec(), &Hints::default())?;
    /// let (mut found, mut first) = (Diagnostics::default(), 0);
    /// decoded.read_each(&mut |games| {
    ///     found.append(decoded.check(&games, first));
    ///     first += games.len();
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert!(found.is_empty()); // there are no passes
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn check(&self, games: &AnyGames, first: usize) -> Diagnostics {
        let passes: Vec<_> = self.library.passes().collect();
        self.format.check(&passes, &self.source, games, first)
    }

    /// Reads all games, and applies the fixes of the file and of the library's passes: the safe fixes, and with [`Safety::Guess`]
    /// also the guesses.
    ///
    /// ```
    /// use kifu::{Hints, Library, model::Safety};
    /// let library = Library::default();
    /// let decoded = library.decode("game.sgf", b"(;Black[qd];W[dc])".to_vec(), &Hints::default())?;
    /// let fixed = decoded.fix(Safety::Safe);
    /// assert_eq!((fixed.file.source.text(), fixed.made), ("(;B[qd];W[dc])", 1));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn fix(self, safety: Safety) -> FixedFile {
        let passes: Vec<_> = self.library.passes().collect();
        self.format.fix(&passes, self.source, self.diagnostics, safety)
    }

    /// Returns an error if only the file name suggested the format, and the file contains errors but no game.
    fn is_recognised(&self, has_game: bool, diagnostics: &Diagnostics) -> Result<(), Error> {
        if self.confidence != Confidence::Possible || has_game || diagnostics.at_least(Severity::Error) == 0 {
            return Ok(());
        }
        let mut errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let help = errors.find_map(|found| found.help.clone());
        Err(Error::NotRecognised { name: self.source.name().into(), tried: self.library.ids(), help })
    }
}

/// Returns the format with the usual charset of files with this extension; `None` if no charset is usual.
pub(crate) fn in_usual_charset(format: &dyn AnyFormat, extension: &str) -> Option<Box<dyn AnyFormat>> {
    let charset = format.expected_charset(Some(&extension.to_ascii_lowercase()))?;
    format.with_option(format.info().charset_option()?, charset.name()).ok()
}

/// A format that was chosen by name.
///
/// ```
/// use kifu::{Chosen, Library};
/// let library = Library::default();
/// assert!(matches!(library.format("sgf")?, Chosen::Plain(_)));
/// assert!(matches!(library.format("sgf:encoding=gbk")?, Chosen::With(_)));
/// # Ok::<(), kifu::Error>(())
/// ```
#[non_exhaustive]
pub enum Chosen<'a> {
    /// The format of the library, unchanged.
    Plain(&'a dyn AnyFormat),
    /// A copy of the format with its own options.
    With(Box<dyn AnyFormat>),
}

impl Deref for Chosen<'_> {
    type Target = dyn AnyFormat;

    fn deref(&self) -> &dyn AnyFormat {
        match self {
            Self::Plain(format) => *format,
            Self::With(format) => &**format,
        }
    }
}
