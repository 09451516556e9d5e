//! What does a file contain? Reads files, at once or game by game.

use super::{Chosen, Library};
use crate::{AnyGames, Error};
use kifu_core::{Charset, Confidence, Diagnostics, FixChoice, Fixed, Sample, Severity, Source, Stopped, extension};
use std::{fs, ops::ControlFlow, path::Path};

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
    /// True to report what a strict reader does not accept as warnings, not as notes: the codes of the kind
    /// [`CodeKind::Strict`](kifu_core::CodeKind::Strict).
    pub strict: bool,
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
        let source = source.with_limits(self.limits);
        Ok(Decoded { source, format, diagnostics, confidence, strict: hints.strict, library: self })
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
    strict: bool,
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
        let mut diagnostics = self.format.read_each(&self.source, &mut |mut game| {
            any = true;
            self.raise(game.diagnostics_mut());
            sink(game)
        });
        self.raise(&mut diagnostics);
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
        self.raise(games.diagnostics_mut());
        self.is_recognised(!games.is_empty(), games.diagnostics())?;
        let mut diagnostics = self.diagnostics.take();
        diagnostics.append(core::mem::take(games.diagnostics_mut()));
        *games.diagnostics_mut() = diagnostics;
        let format = self.format.info().id;
        Ok(OpenFile { source: self.source, format, games })
    }

    /// Returns the diagnostics of the library's passes in games of this file. `first` is the index of the first of these games, from
    /// 0. Games of another game than that of the format are not checked; this file does not contain any.
    ///
    /// ```
    /// use kifu::{Hints, Library, model::Diagnostics};
    /// use std::ops::ControlFlow;
    /// let library = Library::default();
    /// let decoded = library.decode("games.sgf", b"(;B[aa])(;B[bb];W[bb])".to_vec(), &Hints::default())?;
    /// let (mut found, mut first) = (Diagnostics::default(), 0);
    /// decoded.read_each(&mut |games| {
    ///     found.append(decoded.check(&games, first));
    ///     first += games.len();
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(found.iter().next().unwrap().node.unwrap().record, 1); // White's move is on a stone
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn check(&self, games: &AnyGames, first: usize) -> Diagnostics {
        let passes: Vec<_> = self.library.passes().collect();
        let mut diagnostics = self.format.check(&passes, &self.source, games, first).unwrap_or_default();
        self.raise(&mut diagnostics);
        diagnostics
    }

    /// Applies the fixes of the file and of the library's passes: the safe fixes, and with [`Safety::Guess`](kifu_core::Safety::Guess) also the guesses; a
    /// [`FixChoice`] also chooses by code. Only one game is in memory at a time. [`apply_fixes`](kifu_core::apply_fixes) says how the result is checked. A file that the
    /// library would then recognise as another format is not fixed ([`Stopped::ChangesFormat`]).
    ///
    /// ```
    /// use kifu::{Hints, Library, model::Safety};
    /// let library = Library::default();
    /// let decoded = library.decode("game.sgf", b"(;Black[qd];W[dc])".to_vec(), &Hints::default())?;
    /// let fixed = decoded.fix(Safety::Safe)?;
    /// assert_eq!((fixed.source.text(), fixed.made), ("(;B[qd];W[dc])", 1));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotRecognised`] if only the file name suggested the format, and the file contains errors but no game.
    pub fn fix<'c>(&self, choice: impl Into<FixChoice<'c>>) -> Result<Fixed<'_>, Error> {
        if self.confidence == Confidence::Possible {
            self.read_each(&mut |_| ControlFlow::Break(()))?;
        }
        let passes: Vec<_> = self.library.passes().collect();
        let fix = |choice| self.format.fix(&passes, &self.source, self.diagnostics.clone(), choice);
        let choice = choice.into();
        let mut fixed = fix(choice);
        // Fixes can make a file one of another format, such as JGF 2 that was read as JGF 1 because of its damage.
        if fixed.made > 0 && self.is_of_format(&self.source) && !self.is_of_format(&fixed.source) {
            let found = fixed.found;
            drop(fixed);
            fixed = fix(choice.of_codes(&|_| false));
            (fixed.found, fixed.stopped) = (found, Some(Stopped::ChangesFormat));
        }
        self.raise(&mut fixed.diagnostics);
        Ok(fixed)
    }

    /// Returns true if the library recognises a file as one of the format of this file.
    fn is_of_format(&self, source: &Source) -> bool {
        let format = self.library.detect(self.source.name(), source.bytes());
        format.is_ok_and(|format| format.info().id == self.format.info().id)
    }

    /// Makes warnings of what a strict reader does not accept, if the hints ask for it.
    fn raise(&self, diagnostics: &mut Diagnostics) {
        if self.strict {
            diagnostics.raise_strict(self.format.info().codes);
            self.library.passes().for_each(|pass| diagnostics.raise_strict(pass.codes()));
        }
    }

    /// Returns an error if only the file name suggested the format, and the file contains errors but no game.
    fn is_recognised(&self, has_game: bool, diagnostics: &Diagnostics) -> Result<(), Error> {
        if self.confidence != Confidence::Possible || has_game || diagnostics.at_least(Severity::Error) == 0 {
            return Ok(());
        }
        let mut errors = diagnostics.iter().filter(|found| found.severity == Severity::Error);
        let help = errors.find_map(|found| found.help.clone());
        let extension = extension(self.source.name());
        let tried = self.library.rejections(&Sample::new(self.source.bytes(), extension.as_deref()));
        Err(Error::NotRecognised { name: self.source.name().into(), tried, help })
    }
}
