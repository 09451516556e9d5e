use kifu_core::{BadOption, Diagnostic, Loss};
use std::{
    fmt, io,
    path::{Path, PathBuf},
};

/// An error that prevents reading or writing a file, or choosing a format. Problems in the content of a file are diagnostics.
///
/// ```
/// use kifu::{Error, Library};
/// let error = Library::default().format("sfg").err().unwrap();
/// assert_eq!(error.to_string(), "unknown format \"sfg\"; the formats are: sgf, jgf2, jgf1, kif, ki2, csa, usi, jkf");
/// assert!(matches!(error, Error::UnknownFormat { name, .. } if name == "sfg"));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        error: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        error: io::Error,
    },
    /// A file with this name exists, and must not be replaced.
    #[error("{} exists already; not overwritten", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The file to replace changed after it was read.
    #[error("{} changed while kifu worked on it; not written", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A new file could not have the owner, permissions, attributes or other names of the file that it would replace, or its path is
    /// not that of a file.
    #[error("{} {why}; not written", path.display())]
    Irreplaceable {
        /// The file.
        path: PathBuf,
        /// The obstacle, as the rest of a sentence whose subject is the file.
        why: String,
    },
    /// A file has data that is not in its records.
    #[error("{name} has data that is not in its records: {}", diagnostic.message)]
    Incomplete {
        /// The name of the file.
        name: String,
        /// The diagnostic about the missing data.
        diagnostic: Box<Diagnostic>,
    },
    /// No format of the game has the extension of the file to write.
    #[error("cannot write {}: no format of {game} has its extension", path.display())]
    NoFormatFor {
        /// The file.
        path: PathBuf,
        /// The game of the records.
        game: &'static str,
    },
    /// There are no games to write.
    #[error("cannot write {}: there are no games", path.display())]
    NoGames {
        /// The file.
        path: PathBuf,
    },
    /// The format of the file to write does not hold this number of games.
    #[error("cannot write {}: {format} holds one game per file, but there are {games} games", path.display())]
    ManyGames {
        /// The file.
        path: PathBuf,
        /// The format.
        format: &'static str,
        /// The number of records.
        games: usize,
    },
    /// The file to write would lose data of the records.
    #[error(
        "{} not written; parts of the records would be lost: {}",
        path.display(),
        losses.iter().map(|loss| loss.message.as_str()).collect::<Vec<_>>().join("; ")
    )]
    Lossy {
        /// The file.
        path: PathBuf,
        /// The losses.
        losses: Vec<Loss>,
    },
    /// No format recognises the file.
    #[error("{name} is {}", rejected(tried))]
    NotRecognised {
        /// The file.
        name: String,
        /// The formats that were tried, those with the extension of the file first.
        tried: Vec<Rejection>,
        /// The beginning of a record in the format that the file name suggests.
        help: Option<String>,
    },
    /// The file contains only white space.
    #[error("{name} is empty or contains only white space; there is nothing to read")]
    Empty {
        /// The file.
        name: String,
    },
    /// The file is larger than 4 GiB, the limit of offsets in a text.
    #[error("{name} is larger than 4 GiB; nothing was read")]
    TooLarge {
        /// The file.
        name: String,
    },
    /// Several formats recognise the file equally well.
    #[error("{name} could be {}; name the format", formats.join(" or "))]
    Tie {
        /// The file.
        name: String,
        /// The formats.
        formats: Vec<&'static str>,
    },
    /// No format has this name.
    #[error("unknown format {name:?}; the formats are: {}", known.join(", "))]
    UnknownFormat {
        /// The name.
        name: String,
        /// The known formats.
        known: Vec<&'static str>,
    },
    /// A format does not have this option, or the option does not allow this value.
    #[error("format {format}: {error}")]
    BadOption {
        /// The format.
        format: &'static str,
        /// The error of the option.
        #[source]
        error: BadOption,
    },
}

/// A format that does not recognise a file, with the reason.
///
/// ```
/// use kifu::{Error, Library};
/// let Err(Error::NotRecognised { tried, .. }) = Library::default().detect("letter.txt", b"Dear Sir") else { panic!() };
/// assert_eq!(tried[0].to_string(), "sgf (no \"(;\")");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rejection {
    /// The identifier of the format.
    pub format: &'static str,
    /// The reason, if the format states one.
    pub reason: Option<String>,
    /// True if the file has an extension of the format.
    pub has_extension: bool,
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "{} ({reason})", self.format),
            None => f.write_str(self.format),
        }
    }
}

impl Rejection {
    /// Returns the formats with their reasons, those with the same reason together: `jgf1, jkf (no JSON object)`.
    ///
    /// ```
    /// use kifu::{Error, Library, Rejection};
    /// let Err(Error::NotRecognised { tried, .. }) = Library::default().detect("letter.txt", b"Dear Sir") else { panic!() };
    /// assert_eq!(Rejection::by_reason(&tried)[..2], ["sgf (no \"(;\")", "jgf2, jgf1, jkf (no JSON object)"]);
    /// ```
    #[must_use]
    pub fn by_reason<'r>(tried: impl IntoIterator<Item = &'r Self>) -> Vec<String> {
        let mut reasons: Vec<(Option<&str>, Vec<&str>)> = Vec::new();
        for Self { format, reason, .. } in tried {
            match reasons.iter_mut().find(|(other, _)| *other == reason.as_deref()) {
                Some((_, formats)) => formats.push(format),
                None => reasons.push((reason.as_deref(), Vec::from([*format]))),
            }
        }
        let parts = reasons.into_iter().map(|(reason, formats)| match reason {
            Some(reason) => format!("{} ({reason})", formats.join(", ")),
            None => formats.join(", "),
        });
        parts.collect()
    }
}

/// Returns what a file is not: the format of its extension with its reason, or any.
fn rejected(tried: &[Rejection]) -> String {
    match Rejection::by_reason(tried.iter().filter(|tried| tried.has_extension)).as_slice() {
        [] => "not in a known format".into(),
        expected => format!("neither {} nor another known format", expected.join(", ")),
    }
}

impl Error {
    pub(crate) fn unwritable(path: &Path, error: io::Error) -> Self {
        Self::Unwritable { path: path.into(), error }
    }
}
