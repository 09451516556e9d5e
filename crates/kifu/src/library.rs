use crate::Error;
use kifu_core::{Charset, Confidence, Detected, Diagnostics, Format, FormatInfo, Formats, Sample, Severity, Source};
use kifu_goban::Go;
use std::{ffi::OsStr, fs, ops::ControlFlow, path::Path};

/// How much of a file its format is recognised by, in bytes.
const HEAD: usize = 64 * 1024;

/// The formats to work with: a plain value.
///
/// ```
/// let library = kifu::Library::default();
/// assert!(library.go.get("sgf").is_some());
/// ```
#[non_exhaustive]
pub struct Library {
    /// The formats of go.
    pub go: Formats<Go>,
}

impl Default for Library {
    /// Every format whose feature is on.
    fn default() -> Self {
        let go = Formats::new();
        #[cfg(feature = "sgf")]
        let go = go.with(kifu_sgf::Sgf::default());
        #[cfg(feature = "jgf2")]
        let go = go.with(kifu_jgf2::Jgf2::default());
        Self { go }
    }
}

/// What is known about a file beforehand.
///
/// ```
/// use kifu::{Hints, Library, model::Charset};
/// let mut hints = Hints::default();
/// hints.charset = Some(Charset::new("GBK")); // its file does not say so
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

/// A format of whichever game.
///
/// ```
/// use kifu::{AnyFormat, Library};
/// let library = Library::default();
/// let format: AnyFormat<'_> = library.detect("unnamed", b"(;GM[1]SZ[9])")?;
/// assert_eq!((format.info().id, format.game()), ("sgf", "go"));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum AnyFormat<'a> {
    /// A format of go.
    Go(&'a dyn Format<Go>),
}

impl AnyFormat<'_> {
    /// What the format is.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert!(library.format("jgf2")?.any().info().extensions.contains(&"jgf"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn info(&self) -> &FormatInfo {
        match self {
            Self::Go(format) => format.info(),
        }
    }

    /// Decodes a file as the format says.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// // SGF says in which charset it is written.
    /// let (source, said) = library.format("sgf")?.any().decode("game.sgf", b"(;CA[GBK]PB[\xCE\xE2])".to_vec(), None);
    /// assert_eq!(source.text(), "(;CA[GBK]PB[吴])");
    /// assert!(said.is_empty());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn decode(&self, name: &str, bytes: Vec<u8>, charset: Option<&Charset>) -> (Source, Diagnostics) {
        match self {
            Self::Go(format) => format.decode(name, bytes, charset),
        }
    }

    /// Reads a source.
    ///
    /// ```
    /// use kifu::{Library, model::Source};
    /// let library = Library::default();
    /// let reading = library.format("sgf")?.any().read(&Source::from_text("games.sgf", "(;B[aa])(;B[bb])"));
    /// assert_eq!(reading.len(), 2);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn read(&self, source: &Source) -> ReadOutput {
        match self {
            Self::Go(format) => ReadOutput::Go(format.read(source)),
        }
    }
}

/// The games of a file, of whichever game.
///
/// ```
/// use kifu::{Hints, Library, ReadOutput};
/// let opened = Library::default().read("game.sgf", b"(;SZ[9]KM[6.5];B[ee])".to_vec(), &Hints::default())?;
/// let ReadOutput::Go(go) = &opened.reading else { return Ok(()) };
/// assert_eq!(go.records[0].setup.size.to_string(), "9x9");
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadOutput {
    /// Games of go.
    Go(kifu_core::ReadOutput<Go>),
}

impl ReadOutput {
    /// What is to be said of them.
    ///
    /// ```
    /// use kifu::{Library, model::Source};
    /// let library = Library::default();
    /// let reading = library.format("sgf")?.any().read(&Source::from_text("game.sgf", "(;PL[white])"));
    /// assert!(reading.diagnostics().iter().all(|found| found.fix.is_some()));
    /// assert_eq!(reading.diagnostics().iter().count(), 1); // SPEC: SGF FF[4], Color is B or W
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        match self {
            Self::Go(reading) => &reading.diagnostics,
        }
    }

    /// The same, to be taken or sorted.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let mut opened = Library::default().read("game.sgf", b"Hello! (;PL[white])".to_vec(), &Hints::default())?;
    /// let said = std::mem::take(opened.reading.diagnostics_mut());
    /// assert_eq!(said.iter().count(), 2);
    /// assert!(opened.diagnostics().is_empty());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn diagnostics_mut(&mut self) -> &mut Diagnostics {
        match self {
            Self::Go(reading) => &mut reading.diagnostics,
        }
    }
}

/// A file that was read.
///
/// ```
/// use kifu::{Hints, Library, OpenFile};
/// let opened: OpenFile = Library::default().read("game.sgf", b"(;GM[1];B[aa])".to_vec(), &Hints::default())?;
/// assert_eq!((opened.format, opened.source.name(), opened.reading.len()), ("sgf", "game.sgf", 1));
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Debug)]
pub struct OpenFile {
    /// Its bytes and their text.
    pub source: Source,
    /// The identifier of its format.
    pub format: &'static str,
    /// Its games.
    pub reading: ReadOutput,
}

impl OpenFile {
    /// What is to be said of the file: of its charset first.
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
        self.reading.diagnostics()
    }
}

impl Library {
    /// No format at all.
    ///
    /// ```
    /// use kifu::{Library, sgf::Sgf};
    /// let mut library = Library::empty();
    /// library.go = library.go.with(Sgf::default());
    /// assert_eq!(library.ids(), ["sgf"]);
    /// ```
    #[must_use]
    pub fn empty() -> Self {
        Self { go: Formats::new() }
    }

    /// What each format is.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// for format in library.formats() {
    ///     assert!(!format.title.is_empty() && !format.codes.is_empty());
    /// }
    /// ```
    pub fn formats(&self) -> impl Iterator<Item = &FormatInfo> {
        self.go.iter().map(Format::info)
    }

    /// The format of a file, by its content and then by its extension.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert_eq!(library.detect("game.txt", b"(;GM[1]SZ[19];B[pd])")?.info().id, "sgf"); // the content counts
    /// assert!(library.detect("letter.txt", b"Dear Sir").is_err());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where it is empty, no format recognises it, or several do equally well.
    pub fn detect(&self, name: &str, bytes: &[u8]) -> Result<AnyFormat<'_>, Error> {
        self.recognise(name, bytes).map(|(format, _)| format)
    }

    /// The format of a file, and how sure it is of it.
    fn recognise(&self, name: &str, bytes: &[u8]) -> Result<(AnyFormat<'_>, Confidence), Error> {
        if bytes.trim_ascii().is_empty() {
            return Err(Error::Empty { name: name.into() });
        }
        let head = head(bytes);
        let extension = Path::new(name).extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        let sample = Sample { head: &head, extension: extension.as_deref() };
        match self.go.detect(&sample) {
            Detected::One(format, confidence) => Ok((AnyFormat::Go(format), confidence)),
            Detected::Tie(formats, _) => Err(Error::Tie { name: name.into(), formats }),
            Detected::None => Err(Error::NotRecognised { name: name.into(), tried: self.ids(), help: None }),
        }
    }

    /// The identifiers of all formats.
    ///
    /// ```
    /// assert_eq!(kifu::Library::default().ids(), ["sgf", "jgf2"]);
    /// ```
    #[must_use]
    pub fn ids(&self) -> Vec<&'static str> {
        self.formats().map(|info| info.id).collect()
    }

    /// The format of go that is called so, with options behind it: `sgf`, `sgf:encoding=gb18030,…`.
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
    /// Where there is no such format or option; the error lists what there is.
    pub fn format(&self, name: &str) -> Result<Chosen<'_>, Error> {
        let (id, options) = name.split_once(':').unwrap_or((name, ""));
        let unknown = || Error::UnknownFormat { name: id.into(), known: self.ids() };
        let format = self.go.get(id).ok_or_else(unknown)?;
        let mut chosen = Chosen::Plain(format);
        for option in options.split(',').filter(|option| !option.is_empty()) {
            let (key, value) = option.split_once('=').unwrap_or((option, ""));
            let bad = |error| Error::BadOption { format: format.info().id, error };
            chosen = Chosen::With(chosen.get().with_option(key, value).map_err(bad)?);
        }
        Ok(chosen)
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
    /// Where there is nothing in them, no format recognises them, or the hints name one that there is not.
    pub fn read(&self, name: &str, bytes: Vec<u8>, hints: &Hints) -> Result<OpenFile, Error> {
        self.decode(name, bytes, hints)?.read()
    }

    /// Finds the format of a file and decodes it, so that it can be read game by game.
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
    /// assert_eq!((decoded.format.get().info().id, games), ("sgf", 2));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where there is nothing in it or too much, no format recognises it, or the hints name one that there is not.
    pub fn decode(&self, name: &str, bytes: Vec<u8>, hints: &Hints) -> Result<Decoded<'_>, Error> {
        let chosen = hints.format.as_deref().map(|format| self.format(format)).transpose()?;
        let (format, confidence) = match chosen {
            Some(chosen) => (chosen, Confidence::Certain),
            None => {
                let (AnyFormat::Go(format), confidence) = self.recognise(name, &bytes)?;
                (Chosen::Plain(format), confidence)
            }
        };
        let (source, diagnostics) = format.any().decode(name, bytes, hints.charset.as_ref());
        if diagnostics.iter().any(|said| said.code == kifu_core::TOO_LARGE) {
            return Err(Error::TooLarge { name: name.into() });
        }
        Ok(Decoded { source, format, diagnostics, confidence, tried: self.ids() })
    }

    /// Opens a file.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let path = "../../fixtures/sgf/famous-ear-reddening-1846/input.sgf"; // a game of 325 moves
    /// let opened = Library::default().open(path.as_ref(), &Hints::default())?;
    /// assert_eq!(opened.reading.origins()[0].starts.len(), 326); // its nodes: the start too
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// Where it cannot be read, or no format recognises it.
    pub fn open(&self, path: &Path, hints: &Hints) -> Result<OpenFile, Error> {
        let bytes = fs::read(path).map_err(|error| Error::Io { path: path.into(), error })?;
        self.read(&path.to_string_lossy(), bytes, hints)
    }
}

/// A file whose format and charset are known, and whose games were not read yet.
///
/// ```
/// use kifu::{Decoded, Hints, Library};
/// let library = Library::default();
/// let decoded: Decoded<'_> = library.decode("game.sgf", b"(;CA[GBK]PB[\xCE\xE2])".to_vec(), &Hints::default())?;
/// assert_eq!(decoded.source.text(), "(;CA[GBK]PB[吴])");
/// assert_eq!(decoded.read()?.reading.len(), 1);
/// # Ok::<(), kifu::Error>(())
/// ```
pub struct Decoded<'a> {
    /// Its bytes and their text.
    pub source: Source,
    /// Its format.
    pub format: Chosen<'a>,
    /// What is to be said of its charset.
    pub diagnostics: Diagnostics,
    confidence: Confidence,
    tried: Vec<&'static str>,
}

impl Decoded<'_> {
    /// Reads game by game, so that they never have to be held together; what is said of no game comes back, without what
    /// is to be said of the charset.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// use std::ops::ControlFlow;
    /// let library = Library::default();
    /// let decoded = library.decode("games.sgf", b"(;B[aa])(;B[bb]) bye".to_vec(), &Hints::default())?;
    /// let mut starts = Vec::new();
    /// let last = decoded.read_each(&mut |game| {
    ///     starts.push(game.origins()[0].span.start);
    ///     ControlFlow::Continue(())
    /// })?;
    /// assert_eq!(starts, [0, 8]);
    /// assert_eq!(last.iter().count(), 1);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotRecognised`], where its name alone promised a record and there is none.
    pub fn read_each(&self, sink: &mut dyn FnMut(ReadOutput) -> ControlFlow<()>) -> Result<Diagnostics, Error> {
        let mut any = false;
        let said = self.format.any().read_each(&self.source, &mut |game| {
            any = true;
            sink(game)
        });
        if self.confidence == Confidence::Possible && !any && said.at_least(Severity::Error) > 0 {
            let mut errors = said.iter().filter(|said| said.severity == Severity::Error);
            let help = errors.find_map(|said| said.help.clone());
            return Err(Error::NotRecognised { name: self.source.name().into(), tried: self.tried.clone(), help });
        }
        Ok(said)
    }

    /// Reads all games.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let opened = library.decode("games.sgf", b"(;B[aa])(;B[bb])".to_vec(), &Hints::default())?.read()?;
    /// assert_eq!(opened.reading.len(), 2);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::NotRecognised`], where its name alone promised a record and there is none.
    pub fn read(mut self) -> Result<OpenFile, Error> {
        let diagnostics = core::mem::take(&mut self.diagnostics);
        let mut all = kifu_core::ReadOutput { diagnostics, ..kifu_core::ReadOutput::default() };
        let last = self.read_each(&mut |ReadOutput::Go(mut game)| {
            all.records.append(&mut game.records);
            all.origins.append(&mut game.origins);
            all.diagnostics.append(game.diagnostics);
            ControlFlow::Continue(())
        })?;
        all.diagnostics.append(last);
        let format = self.format.get().info().id;
        Ok(OpenFile { source: self.source, format, reading: ReadOutput::Go(all) })
    }
}

/// A format that was asked for by name.
///
/// ```
/// use kifu::{Chosen, Library};
/// let library = Library::default();
/// assert!(matches!(library.format("sgf")?, Chosen::Plain(_)));
/// assert!(matches!(library.format("sgf:encoding=gbk")?, Chosen::With(_)));
/// # Ok::<(), kifu::Error>(())
/// ```
pub enum Chosen<'a> {
    /// As the library has it.
    Plain(&'a dyn Format<Go>),
    /// With options of its own.
    With(Box<dyn Format<Go>>),
}

impl Chosen<'_> {
    /// The format.
    ///
    /// ```
    /// use kifu::{Library, model::Record};
    /// let library = Library::default();
    /// let writing = library.format("sgf:encoding=gbk")?.get().write(&[Record::default()]);
    /// assert_eq!(writing.charset.name(), "GBK");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn get(&self) -> &dyn Format<Go> {
        match self {
            Self::Plain(format) => *format,
            Self::With(format) => &**format,
        }
    }
}

/// The start of a file as a text: its structure is ASCII in every charset but UTF-16.
fn head(bytes: &[u8]) -> String {
    let head = &bytes[..bytes.len().min(HEAD)];
    match head {
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] | [_, 0, ..] | [0, _, ..] => {
            Source::decode("", head[..head.len() & !1].to_vec(), None, &[]).0.text().to_owned()
        }
        [0xEF, 0xBB, 0xBF, rest @ ..] => String::from_utf8_lossy(rest).into_owned(),
        _ => String::from_utf8_lossy(head).into_owned(),
    }
}
