use kifu_core::{BadOption, Diagnostic, Loss};
use std::{
    io,
    path::{Path, PathBuf},
};

/// What keeps a file from being read or a format from being chosen. What is wrong with a file's content is a diagnostic.
///
/// ```
/// use kifu::{Error, Library};
/// let error = Library::default().format("sfg").err().unwrap();
/// assert_eq!(error.to_string(), "there is no format \"sfg\"; there is sgf, jgf2");
/// assert!(matches!(error, Error::UnknownFormat { name, .. } if name == "sfg"));
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file cannot be read.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// The file cannot be written.
    #[error("cannot write {}: {error}", path.display())]
    Unwritable {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// There is a file of that name, which is not to be replaced.
    #[error("{} exists already; not overwritten", path.display())]
    Exists {
        /// Which file.
        path: PathBuf,
    },
    /// The file to replace changed after it was read.
    #[error("{} changed while it was worked on; it was left alone", path.display())]
    Changed {
        /// Which file.
        path: PathBuf,
    },
    /// A new file in its place could not have what it has.
    #[error("{} {why}; it was left alone", path.display())]
    Irreplaceable {
        /// Which file.
        path: PathBuf,
        /// What is in the way, as the rest of a sentence that the file begins.
        why: String,
    },
    /// A file has something that its records do not have.
    #[error("the records of {name} do not have all of it: {}", diagnostic.message)]
    Incomplete {
        /// The name of the file.
        name: String,
        /// What is not in the records.
        diagnostic: Box<Diagnostic>,
    },
    /// No format of the game has the extension of the file to write.
    #[error("cannot write {}: no format of {game} has its extension", path.display())]
    NoFormatFor {
        /// Which file.
        path: PathBuf,
        /// The game of the records.
        game: &'static str,
    },
    /// The format of the file to write does not hold this number of games.
    #[error("cannot write {}: a file of {format} holds one game, and there are {games}", path.display())]
    ManyGames {
        /// Which file.
        path: PathBuf,
        /// The format.
        format: &'static str,
        /// The number of records.
        games: usize,
    },
    /// The file to write would not say everything that the records say.
    #[error(
        "did not write {}: it would lose {}",
        path.display(),
        losses.iter().map(|loss| loss.message.as_str()).collect::<Vec<_>>().join("; ")
    )]
    Lossy {
        /// Which file.
        path: PathBuf,
        /// What would be lost.
        losses: Vec<Loss>,
    },
    /// No format recognises the file.
    #[error("{name} is in no format that is known here; tried {}", tried.join(", "))]
    NotRecognised {
        /// Which file.
        name: String,
        /// The formats that looked at it.
        tried: Vec<&'static str>,
        /// How a record of the format begins that the file's name speaks of.
        help: Option<String>,
    },
    /// There is nothing in the file but white space.
    #[error("{name} is empty; there is nothing to read")]
    Empty {
        /// Which file.
        name: String,
    },
    /// It is larger than places in a text can tell.
    #[error("{name} is larger than 4 GiB; nothing of it was read")]
    TooLarge {
        /// Which file.
        name: String,
    },
    /// Several formats recognise the file equally well.
    #[error("{name} could be {}; say which", formats.join(" or "))]
    Tie {
        /// Which file.
        name: String,
        /// The formats.
        formats: Vec<&'static str>,
    },
    /// There is no format of that name.
    #[error("there is no format {name:?}; there is {}", known.join(", "))]
    UnknownFormat {
        /// The name.
        name: String,
        /// The formats there are.
        known: Vec<&'static str>,
    },
    /// A format has no such option.
    #[error("format {format}: {error}")]
    BadOption {
        /// The format.
        format: &'static str,
        /// What is wrong with the option.
        #[source]
        error: BadOption,
    },
}

impl Error {
    pub(crate) fn unwritable(path: &Path, error: io::Error) -> Self {
        Self::Unwritable { path: path.into(), error }
    }
}
