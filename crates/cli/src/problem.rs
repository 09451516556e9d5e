use crate::{codes, names, render, status::Status};
use kifu::{
    AnyFormat,
    model::{Code, CodeInfo, CodeKind, Diagnostics, OptionValues, TOO_LARGE},
};
use std::{io, path::Path};

/// What keeps a file from being worked on, or the program from starting.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    /// The file, where it concerns one.
    pub(crate) file: Option<String>,
    /// None for what is wrong with the command line.
    pub(crate) code: Option<Code>,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
    pub(crate) status: Status,
}

/// What ends a command before its time.
#[derive(Debug)]
pub(crate) enum Stop {
    /// It cannot even start.
    Problem(Problem),
    /// Nobody takes what it writes.
    Io(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Self::Problem(problem)
    }
}

impl Stop {
    pub(crate) fn into_problem(self) -> Problem {
        match self {
            Self::Problem(problem) => problem,
            Self::Io(error) => Problem::usage(format!("cannot write to standard output: {error}")),
        }
    }
}

impl Problem {
    /// What is wrong with the command line.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self { file: None, code: None, message: message.into(), help: None, status: Status::Failed }
    }

    /// What is wrong with a file.
    pub(crate) fn of_file(
        info: &CodeInfo,
        file: impl Into<String>,
        message: impl Into<String>,
        status: Status,
    ) -> Self {
        Self { file: Some(file.into()), code: Some(info.code), message: message.into(), help: None, status }
    }

    /// A file that is in a known format, and has no record.
    pub(crate) fn no_game(name: &str, format: &dyn AnyFormat, diagnostics: &Diagnostics, done: &str) -> Self {
        let is_other = |info: &CodeInfo| info.kind == CodeKind::OtherGame;
        let others: Vec<_> = format.info().codes.iter().filter(|info| is_other(info)).map(|info| info.code).collect();
        let other = diagnostics.iter().find(|found| others.contains(&found.code));
        let worst = diagnostics.iter().min_by_key(|found| std::cmp::Reverse(found.severity));
        let why = other.or(worst).map_or_else(String::new, |found| format!(" ({})", found.message));
        let message = format!("{name} holds no game of {}{why}; {done}", format.game());
        Self::of_file(&codes::NO_GAME, name, message, Status::Findings)
    }

    pub(crate) fn unreadable(file: &str, error: &io::Error) -> Self {
        let message = format!("cannot read {file}: {}", plain(error));
        Self::of_file(&codes::UNREADABLE, file, message, Status::Failed)
    }

    /// What is neither a file nor a folder.
    pub(crate) fn special(file: &str, what: &str) -> Self {
        let message = format!("{file} is {what}, not a file; it was not opened");
        Self::of_file(&codes::UNREADABLE, file, message, Status::Failed)
            .help("give what it writes to standard input: kifu … -".to_owned())
    }

    pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Self {
        let file = path.to_string_lossy();
        let message = format!("cannot write {file}: {}", plain(error));
        Self::of_file(&codes::UNWRITABLE, file, message, Status::Failed)
    }

    pub(crate) fn help(self, help: impl Into<Option<String>>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// As it is to be shown: a text in colours, or an object on one line.
    pub(crate) fn render(&self, json: bool) -> String {
        if json { render::json::problem(self) } else { render::text::problem(self) }
    }
}

/// What the facade cannot do.
impl From<kifu::Error> for Problem {
    fn from(error: kifu::Error) -> Self {
        use kifu::Error;
        let message = error.to_string();
        match error {
            Error::Io { path, error } => Self::unreadable(&path.to_string_lossy(), &error),
            Error::Unwritable { path, error } => Self::unwritable(&path, &error),
            Error::Exists { path } => Self::of_file(&codes::EXISTS, path.to_string_lossy(), message, Status::Failed)
                .help("--force overwrites it".to_owned()),
            Error::Changed { path } => Self::of_file(&codes::CHANGED, path.to_string_lossy(), message, Status::Failed)
                .help("run kifu again".to_owned()),
            Error::Irreplaceable { path, .. } => {
                Self::of_file(&codes::IRREPLACEABLE, path.to_string_lossy(), message, Status::Failed)
                    .help("write to another file with -o".to_owned())
            }
            Error::NotRecognised { name, help, .. } => {
                Self::of_file(&codes::NO_RECORD, name, message, Status::Findings)
                    .help(help.unwrap_or_else(|| "if it is a record, name its format with --from".to_owned()))
            }
            Error::Empty { name } => Self::of_file(&codes::NO_RECORD, name, message, Status::Findings),
            Error::TooLarge { name } => {
                Self::of_file(&TOO_LARGE, name, message, Status::Failed).help("split it into several files".to_owned())
            }
            Error::Tie { name, formats } => {
                let help = formats.iter().map(|format| format!("--from {format}")).collect::<Vec<_>>().join(" or ");
                Self::of_file(&codes::AMBIGUOUS, name, message, Status::Findings).help(help)
            }
            Error::UnknownFormat { name, known } => Self::usage(message).help(names::did_you_mean(&name, known)),
            Error::BadOption { error, .. } => {
                let known = error.allowed.iter().map(|option| option.name);
                let option = error.allowed.iter().find(|option| option.name == error.name);
                let help = match option.map(|option| option.values) {
                    Some(OptionValues::Charset) => names::did_you_mean(&error.value, names::CHARSETS),
                    Some(OptionValues::OneOf(words)) => names::did_you_mean(&error.value, words.iter().copied()),
                    Some(_) => None,
                    None => names::did_you_mean(&error.name, known),
                };
                Self::usage(message).help(help)
            }
            _ => Self::usage(message),
        }
    }
}

/// An error of the system without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_lowercase(),
        None => text,
    }
}
