use crate::{args::Format, codes, names, render, status::Status};
use kifu::{
    AnyFormat, Rejection,
    model::{Code, CodeInfo, CodeKind, Diagnostic, Diagnostics, OptionValues, Severity, Source, Span, TOO_LARGE},
};
use std::{borrow::Cow, io, path::Path, sync::Arc};

/// An error that prevents work on a file, or the start of the program; or a note about the run.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub(crate) severity: Severity,
    /// The file, if the error concerns one.
    pub(crate) file: Option<String>,
    /// `None` for an error in the command line.
    pub(crate) code: Option<Code>,
    pub(crate) message: String,
    pub(crate) notes: Arc<[String]>,
    pub(crate) help: Option<String>,
    pub(crate) status: Status,
    /// The place in a file with settings.
    pub(crate) place: Option<Arc<ProblemPlace>>,
}

/// A place in a file with settings.
#[derive(Debug)]
pub(crate) struct ProblemPlace {
    pub(crate) source: Source,
    pub(crate) span: Span,
}

/// An error that ends a command early.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The command cannot start or continue.
    Problem(Problem),
    /// Standard output cannot be written.
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
            Self::Io(error) => Problem::usage(format!("cannot write to standard output: {}", plain(&error))),
        }
    }
}

impl Problem {
    /// Returns an error in the command line.
    pub(crate) fn usage(message: impl Into<String>) -> Self {
        let severity = Severity::Error;
        Self {
            severity,
            file: None,
            code: None,
            message: message.into(),
            notes: Arc::default(),
            help: None,
            status: Status::Failed,
            place: None,
        }
    }

    /// Returns a note about the run. It does not change the exit status.
    pub(crate) fn note(message: impl Into<String>) -> Self {
        Self { severity: Severity::Note, status: Status::Clean, ..Self::usage(message) }
    }

    /// Returns a problem with the content of a file that does not prevent work on it.
    pub(crate) fn in_file(severity: Severity, file: &str, message: impl Into<String>) -> Self {
        Self { severity, file: Some(file.to_owned()), status: Status::Clean, ..Self::usage(message) }
    }

    /// Returns an error that concerns a file.
    pub(crate) fn of_file(
        info: &CodeInfo,
        file: impl Into<String>,
        message: impl Into<String>,
        status: Status,
    ) -> Self {
        Self { file: Some(file.into()), code: Some(info.code), status, ..Self::usage(message) }
    }

    /// Returns the error for a file in a known format that contains no record.
    pub(crate) fn no_game(name: &str, format: &dyn AnyFormat, diagnostics: &Diagnostics, done: &str) -> Self {
        // The reason is the text before `; `. What the reader did with the text is left out.
        let why = Self::reason(format, diagnostics).map_or_else(String::new, |found| {
            let why = found.message.split("; ").next().unwrap_or_default();
            format!(": {}", why.strip_suffix(&format!(", not {}", format.game())).unwrap_or(why))
        });
        let message = format!("{name} contains no game of {}{why}; {done}", format.game());
        Self::of_file(&codes::NO_GAME, name, message, Status::Findings)
    }

    /// Returns the finding that says why a file contains no record.
    pub(crate) fn reason<'d>(format: &dyn AnyFormat, diagnostics: &'d Diagnostics) -> Option<&'d Diagnostic> {
        let is_other = |info: &CodeInfo| info.kind == CodeKind::OtherGame;
        let others: Vec<_> = format.info().codes.iter().filter(|info| is_other(info)).map(|info| info.code).collect();
        let other = diagnostics.iter().find(|found| others.contains(&found.code));
        other.or_else(|| diagnostics.iter().min_by_key(|found| std::cmp::Reverse(found.severity)))
    }

    pub(crate) fn unreadable(file: &str, error: &io::Error) -> Self {
        let message = format!("cannot read {file}: {}", plain(error));
        Self::of_file(&codes::UNREADABLE, file, message, Status::Failed)
    }

    /// Returns the error for a path that is neither a regular file nor a folder.
    pub(crate) fn special(file: &str, what: &str) -> Self {
        let message = format!("{file} is {what}, not a regular file; the file was not opened");
        Self::of_file(&codes::UNREADABLE, file, message, Status::Failed)
            .help("redirect its content to standard input: kifu … -".to_owned())
    }

    pub(crate) fn unwritable(path: &Path, error: &io::Error) -> Self {
        let file = path.to_string_lossy();
        let message = format!("cannot write {file}: {}", plain(error));
        Self::of_file(&codes::UNWRITABLE, file, message, Status::Failed)
    }

    /// Returns true if the file could not be read, or if its settings are wrong. Wrong settings have no code.
    pub(crate) fn is_of_reading(&self) -> bool {
        self.code.is_none()
            || [codes::UNREADABLE, codes::NO_RECORD, codes::AMBIGUOUS, codes::NO_GAME, TOO_LARGE]
                .iter()
                .any(|info| Some(info.code) == self.code)
    }

    pub(crate) fn help(self, help: impl Into<Option<String>>) -> Self {
        Self { help: help.into(), ..self }
    }

    /// Sets the place in a file with settings.
    pub(crate) fn at(self, source: Source, span: Span) -> Self {
        Self { place: Some(Arc::new(ProblemPlace { source, span })), ..self }
    }

    /// Returns the message after its place, for formats without excerpts.
    pub(crate) fn placed_message(&self) -> Cow<'_, str> {
        match self.place.as_deref() {
            Some(ProblemPlace { source, span }) => {
                format!("{}:{}: {}", source.name(), source.position(span.start), self.message).into()
            }
            None => self.message.as_str().into(),
        }
    }

    /// Renders the problem in a format.
    pub(crate) fn render(&self, format: Format) -> String {
        match format {
            Format::Full | Format::Sarif => render::text::problem(self),
            Format::Concise => render::concise::problem(self),
            Format::Json => render::json::problem(self),
            Format::Github => render::github::problem(self),
        }
    }
}

/// Adds the code, the status and a help to an error of the facade crate.
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
            Error::NotRecognised { name, tried, help } => {
                let notes = Rejection::by_reason(tried.iter().filter(|tried| !tried.has_extension));
                let problem = Self::of_file(&codes::NO_RECORD, name, message, Status::Findings)
                    .help(help.unwrap_or_else(|| "if the file is a record, name its format with --from".to_owned()));
                Self { notes: notes.into_iter().map(|tried| format!("not {tried}")).collect(), ..problem }
            }
            Error::Empty { name } => Self::of_file(&codes::NO_RECORD, name, message, Status::Findings),
            Error::TooLarge { name } => Self::of_file(&TOO_LARGE, name, message, Status::Failed)
                .help("split the collection into several files".to_owned()),
            Error::Tie { name, formats } => {
                let help = formats.iter().map(|format| format!("--from {format}")).collect::<Vec<_>>().join(" or ");
                Self::of_file(&codes::AMBIGUOUS, name, message, Status::Findings).help(help)
            }
            Error::UnknownFormat { name, known } => Self::usage(message).help(names::did_you_mean(&name, known)),
            Error::BadOption { error, .. } => {
                let known = error.allowed.iter().map(|option| option.name);
                let option = error.allowed.iter().find(|option| option.name == error.name);
                let help = match option.map(|option| option.values) {
                    Some(OptionValues::Charset) if kifu::model::Charset::new(&error.value).is_known() => None,
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

/// Returns the text of a system error without its number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    match text.split_once(" (os error") {
        Some((text, _)) => text.to_lowercase(),
        None => text,
    }
}
