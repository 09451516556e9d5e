//! What can be done with a format or with games, whichever game it is.

use crate::{AnyFormat, Chosen, Converted, Library, Opened, Reading, convert, convert_unverified};
use kifu_core::{BadOption, Game, Layout, Loss, Origin, Source, difference};
use kifu_goban::Go;

impl AnyFormat<'_> {
    /// The name of the game: `go`.
    #[must_use]
    pub fn game(&self) -> &'static str {
        match self {
            Self::Go(_) => Go::NAME,
        }
    }

    /// The same format with an option set by name.
    ///
    /// # Errors
    /// [`BadOption`], which lists the options there are.
    pub fn with_option(&self, name: &str, value: &str) -> Result<Chosen<'static>, BadOption> {
        match self {
            Self::Go(format) => format.with_option(name, value).map(Chosen::With),
        }
    }

    /// The version of the format that a source says it is in.
    #[must_use]
    pub fn version(&self, source: &Source) -> Option<String> {
        match self {
            Self::Go(format) => format.version(source),
        }
    }

    /// The tokens of a source, and the stretch of each game.
    #[must_use]
    pub fn layout(&self, source: &Source) -> Layout {
        match self {
            Self::Go(format) => format.layout(source),
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
    pub fn convert(&self, reading: &Reading) -> Option<Converted> {
        match (self, reading) {
            (Self::Go(format), Reading::Go(reading)) => Some(convert(*format, &reading.records)),
        }
    }

    /// Writes what was read without looking whether anything was lost; none where the format is of another game.
    #[must_use]
    pub fn convert_unverified(&self, reading: &Reading) -> Option<Converted> {
        match (self, reading) {
            (Self::Go(format), Reading::Go(reading)) => Some(convert_unverified(*format, &reading.records)),
        }
    }
}

impl Reading {
    /// The name of the game: `go`.
    #[must_use]
    pub fn game(&self) -> &'static str {
        match self {
            Self::Go(_) => Go::NAME,
        }
    }

    /// Where each record stood.
    #[must_use]
    pub fn origins(&self) -> &[Origin] {
        match self {
            Self::Go(reading) => &reading.origins,
        }
    }

    /// How many records there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.origins().len()
    }

    /// Whether there is no record.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.origins().is_empty()
    }

    /// Names the program that writes the records next.
    pub fn stamp(&mut self, application: &str) {
        match self {
            Self::Go(reading) => {
                reading.records.iter_mut().for_each(|record| record.info.application = application.to_owned());
            }
        }
    }

    /// What these records and `after` do not say alike; none where the games differ.
    #[must_use]
    pub fn difference(&self, after: &Self) -> Option<Vec<Loss>> {
        match (self, after) {
            (Self::Go(before), Self::Go(after)) => Some(difference(&before.records, &after.records)),
        }
    }
}

impl Chosen<'_> {
    /// The format, of whichever game.
    #[must_use]
    pub fn any(&self) -> AnyFormat<'_> {
        AnyFormat::Go(self.get())
    }
}

impl Library {
    /// Each format, of whichever game.
    pub fn iter(&self) -> impl Iterator<Item = AnyFormat<'_>> {
        self.go.iter().map(AnyFormat::Go)
    }

    /// The version of its format that a file says it is in.
    #[must_use]
    pub fn version(&self, opened: &Opened) -> Option<String> {
        self.iter().find(|format| format.info().id == opened.format)?.version(&opened.source)
    }
}
