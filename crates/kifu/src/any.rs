//! What can be done with a format or with games, whichever game it is.

use crate::{
    AnyFormat, Chosen, Converted, Library, OpenFile, Output, ReadOutput, convert, convert_next, convert_unverified,
};
use core::ops::ControlFlow;
use kifu_core::{
    BadOption, Diagnostics, Fixed, Foreign, Game, Layout, Loss, Safety, Source, SourceMap, Stopped, apply_fixes,
    difference,
};
use kifu_goban::Go;

/// A file after its fixes.
///
/// ```
/// use kifu::{FixedFile, Hints, Library, model::Safety};
/// let library = Library::default();
/// let opened = library.read("game.sgf", b"(;B[qd];W[dc])".to_vec(), &Hints::default())?;
/// let FixedFile { made, stopped, .. } = library.format("sgf")?.any().fix(opened, Safety::Guess);
/// assert_eq!((made, stopped), (0, None)); // nothing to fix
/// # Ok::<(), kifu::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct FixedFile {
    /// The file, with the diagnostics that are left.
    pub file: OpenFile,
    /// How many fixes were made.
    pub made: u64,
    /// How many could not be made, because the file's charset does not have the characters.
    pub unencodable: u64,
    /// Why fixes were left out, if any were.
    pub stopped: Option<Stopped>,
}

impl AnyFormat<'_> {
    /// The name of the game: `go`.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert!(library.iter().all(|format| format.game() == "go"));
    /// ```
    #[must_use]
    pub fn game(&self) -> &'static str {
        match self {
            Self::Go(_) => Go::NAME,
        }
    }

    /// The same format with an option set by name.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let sgf = library.iter().find(|format| format.info().id == "sgf").unwrap();
    /// assert!(sgf.with_option("encoding", "gb18030").is_ok());
    /// assert!(sgf.with_option("encoding", "klingon").is_err());
    /// ```
    ///
    /// # Errors
    /// [`BadOption`], which lists the options there are.
    pub fn with_option(&self, name: &str, value: &str) -> Result<Chosen<'static>, BadOption> {
        match self {
            Self::Go(format) => format.with_option(name, value).map(Chosen::With),
        }
    }

    /// The version of the format that a source says it is in.
    ///
    /// ```
    /// use kifu::{Library, model::Source};
    /// let library = Library::default();
    /// let format = library.detect("game.sgf", b"(;FF[4]GM[1])")?;
    /// assert_eq!(format.version(&Source::from_text("game.sgf", "(;FF[4]GM[1])")).as_deref(), Some("FF[4]"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn version(&self, source: &Source) -> Option<String> {
        match self {
            Self::Go(format) => format.version(source),
        }
    }

    /// Makes the fixes of what was read, see [`apply_fixes`].
    ///
    /// ```
    /// use kifu::{Hints, Library, model::Safety};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;Black[qd];W[dc])".to_vec(), &Hints::default())?;
    /// let fixed = library.format("sgf")?.any().fix(opened, Safety::Safe);
    /// assert_eq!((fixed.file.source.text(), fixed.made), ("(;B[qd];W[dc])", 1));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn fix(&self, opened: OpenFile, safety: Safety) -> FixedFile {
        let OpenFile { source, format, reading } = opened;
        match (self, reading) {
            (Self::Go(own), ReadOutput::Go(reading)) => {
                let Fixed { source, reading, made, unencodable, stopped } = apply_fixes(*own, source, reading, safety);
                FixedFile {
                    file: OpenFile { source, format, reading: ReadOutput::Go(reading) },
                    made,
                    unencodable,
                    stopped,
                }
            }
        }
    }

    /// The tokens of a source, and the stretch of each game.
    ///
    /// ```
    /// use kifu::{Library, model::Source};
    /// let library = Library::default();
    /// let source = Source::from_text("games.sgf", "(;B[aa]) (;B[bb])");
    /// let layout = library.format("sgf")?.any().layout(&source);
    /// assert!(layout.games.iter().map(|game| source.slice(*game)).eq(["(;B[aa])", "(;B[bb])"]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn layout(&self, source: &Source) -> Layout {
        match self {
            Self::Go(format) => format.layout(source),
        }
    }

    /// Reads game by game, each as a reading of its own; what is said of no game comes back at the end.
    ///
    /// ```
    /// use kifu::{Library, model::Source};
    /// use std::ops::ControlFlow;
    /// let library = Library::default();
    /// let mut games = 0;
    /// let last = library.format("sgf")?.any().read_each(&Source::from_text("games.sgf", "(;B[aa])(;B[bb])"), &mut |game| {
    ///     games += game.len(); // one at a time
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(games == 2 && last.is_empty());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadOutput) -> ControlFlow<()>) -> Diagnostics {
        match self {
            Self::Go(format) => format.read_each(source, &mut |read| {
                let (records, origins) = (vec![read.record], vec![read.origin]);
                sink(ReadOutput::Go(kifu_core::ReadOutput { records, origins, diagnostics: read.diagnostics }))
            }),
        }
    }

    /// Writes what was read game by game, as what stands behind the `before` games of a collection: an output a game; none
    /// where the format is of another game. Losses are measured where `verify` says so.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let opened = library.read("games.sgf", b"(;GM[1];B[aa])(;GM[1];B[bb])".to_vec(), &kifu::Hints::default())?;
    /// let outputs = library.format("sgf")?.any().convert_each(&opened.reading, 0, true).expect("both are go");
    /// assert!(outputs.iter().all(|output| output.losses.is_empty()));
    /// assert_eq!(outputs.len(), 2); // `convert` makes one of them
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn convert_each(&self, reading: &ReadOutput, before: usize, verify: bool) -> Option<Vec<Output>> {
        match (self, reading) {
            (Self::Go(format), ReadOutput::Go(reading)) => {
                let all = reading.records.iter().enumerate();
                Some(all.map(|(n, record)| convert_next(*format, record, before + n, verify)).collect())
            }
        }
    }

    /// Writes what was read, reads what was written, and compares; none where the format is of another game.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1]SZ[9];B[ee])".to_vec(), &kifu::Hints::default())?;
    /// let chosen = library.format("sgf")?;
    /// let converted = chosen.any().convert(&opened.reading).expect("both are go");
    /// assert_eq!(converted.outputs.len(), 1);
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn convert(&self, reading: &ReadOutput) -> Option<Converted> {
        match (self, reading) {
            (Self::Go(format), ReadOutput::Go(reading)) => Some(convert(*format, &reading.records)),
        }
    }

    /// Writes what was read without looking whether anything was lost; none where the format is of another game.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1]SZ[9];B[ee])".to_vec(), &Hints::default())?;
    /// let chosen = library.format("jgf2:style=compact")?;
    /// let converted = chosen.any().convert_unverified(&opened.reading).expect("both are go");
    /// assert!(converted.outputs[0].writing.text.starts_with("{\"record\":"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn convert_unverified(&self, reading: &ReadOutput) -> Option<Converted> {
        match (self, reading) {
            (Self::Go(format), ReadOutput::Go(reading)) => Some(convert_unverified(*format, &reading.records)),
        }
    }
}

impl ReadOutput {
    /// The name of the game: `go`.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let opened = Library::default().read("game.sgf", b"(;GM[1];B[aa])".to_vec(), &Hints::default())?;
    /// assert_eq!(opened.reading.game(), "go");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn game(&self) -> &'static str {
        match self {
            Self::Go(_) => Go::NAME,
        }
    }

    /// What the records keep of formats, because the record has no word for it.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let opened = Library::default().read("game.sgf", b"(;SZ[9];B[ee]MN[5])".to_vec(), &Hints::default())?;
    /// assert!(opened.reading.foreign().map(|entry| entry.key.as_str()).eq(["MN"]));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn foreign(&self) -> impl Iterator<Item = &Foreign> {
        let Self::Go(reading) = self;
        reading.records.iter().flat_map(|record| {
            let nodes = record.tree.preorder().filter_map(|node| record.tree[node].details());
            record.info.foreign.iter().chain(nodes.flat_map(|details| &details.foreign))
        })
    }

    /// Where each record stood.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let opened = Library::default().read("games.sgf", b"(;B[aa])\n(;B[bb])".to_vec(), &Hints::default())?;
    /// let second = opened.reading.origins()[1].span;
    /// assert_eq!(opened.source.slice(second), "(;B[bb])");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn origins(&self) -> &[SourceMap] {
        match self {
            Self::Go(reading) => &reading.origins,
        }
    }

    /// How many records there are.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let opened = Library::default().read("games.sgf", b"(;B[aa])(;GM[11])".to_vec(), &Hints::default())?;
    /// assert_eq!(opened.reading.len(), 1); // hex is no record
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn len(&self) -> usize {
        self.origins().len()
    }

    /// Whether there is no record.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let opened = Library::default().read("games.sgf", b"(;GM[11])".to_vec(), &Hints::default())?;
    /// assert!(opened.reading.is_empty());
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.origins().is_empty()
    }

    /// Names the program that writes the records next.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let mut opened = library.read("game.sgf", b"(;AP[CGoban:3];B[aa])".to_vec(), &Hints::default())?;
    /// opened.reading.stamp("my editor v1.0"); // the name, and its version behind `v`
    /// let converted = library.format("sgf")?.any().convert(&opened.reading).expect("both are go");
    /// assert!(converted.outputs[0].writing.text.contains("AP[my editor:1.0]"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    pub fn stamp(&mut self, application: &str) {
        match self {
            Self::Go(reading) => {
                reading.records.iter_mut().for_each(|record| record.info.application = application.to_owned());
            }
        }
    }

    /// What these records and `after` do not say alike; none where the games differ.
    ///
    /// ```
    /// use kifu::{Hints, Library, model::Part};
    /// let library = Library::default();
    /// let read = |text: &str| library.read("game.sgf", text.into(), &Hints::default());
    /// let (before, after) = (read("(;SZ[9]KM[5.5];B[ee])")?, read("(;SZ[9]KM[6.5];B[ee])")?);
    /// let losses = before.reading.difference(&after.reading).expect("both are go");
    /// assert_eq!((losses.len(), losses[0].part), (1, Part::Terms));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn difference(&self, after: &Self) -> Option<Vec<Loss>> {
        match (self, after) {
            (Self::Go(before), Self::Go(after)) => Some(difference(&before.records, &after.records)),
        }
    }
}

impl Chosen<'_> {
    /// The format, of whichever game.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert_eq!(library.format("sgf")?.any().game(), "go");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn any(&self) -> AnyFormat<'_> {
        AnyFormat::Go(self.get())
    }
}

impl Library {
    /// Each format, of whichever game.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// let holding_many = library.iter().filter(|format| format.info().games == kifu::model::GamesPerFile::Many);
    /// assert!(holding_many.map(|format| format.info().id).eq(["sgf"]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = AnyFormat<'_>> {
        self.go.iter().map(AnyFormat::Go)
    }

    /// The version of its format that a file says it is in.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;FF[3]GM[1];B[aa])".to_vec(), &Hints::default())?;
    /// assert_eq!(library.version(&opened).as_deref(), Some("FF[3]"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn version(&self, opened: &OpenFile) -> Option<String> {
        self.iter().find(|format| format.info().id == opened.format)?.version(&opened.source)
    }
}
