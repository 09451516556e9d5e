use crate::{
    args::{Color, Command, Format, Global},
    config::Settings,
    input::Input,
    names,
    problem::{Problem, Stop},
    progress::Progress,
    render::{self, Style},
    status::Status,
    visible,
};
use anstream::{AutoStream, ColorChoice};
use kifu::{
    Chosen, Decoded, FileVersion, Hints, Library,
    model::{Charset, Diagnostics, Severity},
};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::{
    borrow::Cow,
    io::{self, IsTerminal, Write},
    sync::{
        Mutex, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
};

/// The verbosity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Voice {
    Quiet,
    Normal,
    Verbose,
}

/// The context of a command: the formats, the global options and the output.
pub(crate) struct Session {
    pub(crate) library: Library,
    pub(crate) hints: Hints,
    /// The lowest severity that counts as a finding.
    pub(crate) finding: Severity,
    pub(crate) voice: Voice,
    pub(crate) style: Style,
    pub(crate) jobs: usize,
    pub(crate) progress: Progress,
    pub(crate) settings: Settings,
    /// The global options that decide what is read and reported, as they can be pasted into a command line.
    pub(crate) given: Vec<String>,
    /// Where the findings of the command go.
    output: Output,
    color: Color,
    pool: OnceLock<ThreadPool>,
    /// The status so far, for a run whose output is cut off.
    reached: AtomicU8,
    /// True if a run whose output is cut off goes on, because its status depends on all inputs.
    judges_all: bool,
    /// True if the reader of standard output has read enough.
    is_cut: AtomicBool,
    /// The problems that a SARIF report contains at its end.
    problems: Mutex<Vec<Problem>>,
}

/// The stream for the findings of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Output {
    /// The findings are the product of the command.
    Standard,
    /// Standard output has the records.
    Error,
}

/// The maximum number of problems in a SARIF report.
const MAX_PROBLEMS: usize = 1_000;

impl Session {
    /// Starts a command that reads `inputs`.
    pub(crate) fn new(library: Library, global: &Global, command: &Command, output: Output) -> Result<Self, Stop> {
        // The settings may name the codes of a pass that this run does not need.
        let settings = Settings::new(&library, global, &command.inputs())?;
        let library = if command.without_rules() { library.check_without("rules") } else { library };
        let is_strict = global.strict.or(settings.here.strict()).unwrap_or(false);
        let mut hints = Hints::default();
        hints.strict = is_strict;
        if let Some(name) = &global.encoding {
            hints.charset = Some(charset(name)?);
        }
        if let Some(format) = &global.from {
            library.format(format).map_err(Problem::from)?;
            hints.format = Some(format.clone());
        }
        let voice = match (global.quiet, global.verbose) {
            (true, _) => Voice::Quiet,
            (_, true) => Voice::Verbose,
            _ => Voice::Normal,
        };
        Ok(Self {
            library,
            hints,
            finding: if is_strict { Severity::Warning } else { Severity::Error },
            voice,
            style: Style::new(global.format, output),
            jobs: global.jobs.or(settings.here.jobs()).map_or(0, std::num::NonZero::get),
            progress: Progress::new(),
            settings,
            given: global.to_paste(),
            output,
            color: global.color,
            pool: OnceLock::new(),
            reached: AtomicU8::new(Status::Clean as u8),
            judges_all: command.judges_all(),
            is_cut: AtomicBool::new(false),
            problems: Mutex::default(),
        })
    }

    /// Returns the lowest severity that is shown.
    pub(crate) fn shown(&self) -> Severity {
        match self.voice {
            Voice::Quiet => self.finding,
            Voice::Normal => Severity::Warning,
            Voice::Verbose => Severity::Note,
        }
    }

    /// Returns the format with this name and its options.
    pub(crate) fn format(&self, name: &str) -> Result<Chosen<'_>, Stop> {
        Ok(self.library.format(name).map_err(Problem::from)?)
    }

    /// Returns the format with this name and its options, for a file with this extension.
    pub(crate) fn format_for(&self, name: &str, extension: &str) -> Result<Chosen<'_>, Stop> {
        Ok(self.library.format_for(name, extension).map_err(Problem::from)?)
    }

    /// Detects the format of a file and decodes it. Its games are read later, one by one.
    pub(crate) fn decode(&self, input: &Input) -> Result<Decoded<'_>, Problem> {
        Ok(self.decode_version(input)?.0)
    }

    /// Like `decode`, for a file that may be replaced: also returns the version that was read.
    pub(crate) fn decode_version(&self, input: &Input) -> Result<(Decoded<'_>, Option<FileVersion>), Problem> {
        let (bytes, version) = input.read()?;
        Ok((self.library.decode(&input.name(), bytes, &self.hints)?, version))
    }

    /// Returns the number of findings of one code that are kept for a file.
    pub(crate) fn most_kept(&self) -> u64 {
        self.library.limits().diagnostics_per_code
    }

    /// Returns the thread pool, which the first call starts.
    pub(crate) fn pool(&self) -> Result<&ThreadPool, Problem> {
        if let Some(pool) = self.pool.get() {
            return Ok(pool);
        }
        let built = ThreadPoolBuilder::new().num_threads(self.jobs).build().map_err(|error| {
            Problem::usage(format!("cannot start the threads: {error}")).help("try --jobs 1".to_owned())
        })?;
        Ok(self.pool.get_or_init(|| built))
    }

    /// Returns the exit status for the diagnostics of a file.
    pub(crate) fn status(&self, diagnostics: &Diagnostics) -> Status {
        if diagnostics.at_least(self.finding) > 0 { Status::Findings } else { Status::Clean }
    }

    /// Remembers the status of a part of the run.
    pub(crate) fn reach(&self, status: Status) {
        self.reached.fetch_max(status as u8, Ordering::Relaxed);
    }

    /// Returns the status of the parts so far.
    pub(crate) fn reached(&self) -> Status {
        let reached = self.reached.load(Ordering::Relaxed);
        let all = [Status::Clean, Status::Findings, Status::Failed];
        all.into_iter().find(|status| *status as u8 == reached).unwrap_or_default()
    }

    /// Writes text to standard error.
    pub(crate) fn say(&self, text: &str) {
        if !text.is_empty() {
            self.progress.suspend(|| render::say(&stderr(self.color), &in_log(self.style.format, text)));
        }
    }

    /// Writes a line for people to standard error; not if the output is for programs.
    pub(crate) fn remark(&self, line: &str) {
        if self.style.format.is_for_people() && self.voice > Voice::Quiet {
            self.say(&format!("{}\n", render::fitted(self.style, &visible::line(line))));
        }
    }

    /// Writes a line for people to standard error, or a note for programs, which otherwise could not tell what happened.
    pub(crate) fn notice(&self, line: &str) {
        match self.style.format.is_for_people() {
            true => self.remark(line),
            false => self.say_problem(&Problem::note(line)),
        }
    }

    /// Reports the settings without effect, if warnings are shown.
    pub(crate) fn say_doubts(&self) {
        if self.voice > Voice::Quiet {
            self.settings.doubts().iter().for_each(|doubt| self.say_problem(doubt));
        }
    }

    /// Reports a problem on standard error. A SARIF report contains it too, at its end.
    pub(crate) fn say_problem(&self, problem: &Problem) {
        if self.style.format == Format::Sarif {
            let mut problems = self.problems.lock().unwrap_or_else(PoisonError::into_inner);
            // A wrong setting is a problem of each file in its folder.
            let is_known = problems.last().is_some_and(|last| last.placed_message() == problem.placed_message());
            if problems.len() < MAX_PROBLEMS && !is_known {
                problems.push(problem.clone());
            }
            if self.output == Output::Error {
                return;
            }
        }
        self.say(&problem.render(self.style.format));
    }

    /// Returns the problems for a SARIF report, and forgets them.
    pub(crate) fn take_problems(&self) -> Vec<Problem> {
        std::mem::take(&mut self.problems.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes findings, which may have colours, to the stream of the command.
    pub(crate) fn put_findings(&self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        match self.output {
            Output::Standard => self.put_styled(&in_log(self.style.format, text)),
            Output::Error => {
                self.say(text);
                Ok(())
            }
        }
    }

    /// Writes an answer to standard output. Its hidden characters must already be escaped.
    pub(crate) fn print(&self, text: &str) -> io::Result<()> {
        self.put(visible::in_log(text).as_bytes())
    }

    /// Writes an answer with colours to standard output. Removes the colours where they are not wanted.
    pub(crate) fn print_styled(&self, text: &str) -> io::Result<()> {
        self.put_styled(&visible::in_log(text))
    }

    fn put_styled(&self, text: &str) -> io::Result<()> {
        let color = choice(self.color, &io::stdout());
        self.to_standard(|| {
            let mut out = AutoStream::new(io::stdout(), color).lock();
            out.write_all(text.as_bytes())?;
            out.flush()
        })
    }

    /// Writes to standard output. If its reader, such as `head`, has read enough, the error ends the command. A command that
    /// [judges all inputs](Command::judges_all) goes on without output until its status cannot be that of a clean run any more.
    fn to_standard(&self, write: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let written = match self.is_cut.load(Ordering::Relaxed) {
            true => Err(io::ErrorKind::BrokenPipe.into()),
            false => self.progress.suspend(write),
        };
        let is_cut = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        match written {
            Err(error) if is_cut(&error) && self.judges_all && self.reached() == Status::Clean => {
                self.is_cut.store(true, Ordering::Relaxed);
                Ok(())
            }
            written => written,
        }
    }

    /// Reports that parts of a file could not be read: the number of `unread` findings that count. Not with -q.
    pub(crate) fn tell_unread(&self, name: &str, unread: u64) {
        if unread > 0 && self.voice > Voice::Quiet {
            let message = format!("{name}: {} while reading (see kifu check)", render::faults(unread, self.finding));
            self.tell_incomplete(Severity::Warning, name, &message);
        }
    }

    /// Reports that the answer of a command lacks a part of a file: as a line for people, or as a problem for programs.
    pub(crate) fn tell_incomplete(&self, severity: Severity, name: &str, message: &str) {
        match self.style.format.is_for_people() {
            true => self.say(&format!("{}\n", visible::line(message))),
            false => self.say_problem(&Problem::in_file(severity, name, message)),
        }
    }

    pub(crate) fn is_verbose(&self) -> bool {
        self.voice == Voice::Verbose
    }

    /// Writes a record to standard output: its bytes, or on a terminal its text with escaped control characters.
    pub(crate) fn write(&self, bytes: &[u8]) -> io::Result<()> {
        self.put(&record(bytes, io::stdout().is_terminal()))
    }

    /// Returns true if a diff is made for people: on a terminal, or with `--color always`. Any other diff has the bytes of the
    /// file, for `patch`.
    pub(crate) fn shows_diffs(&self) -> bool {
        shows_diffs(io::stdout().is_terminal(), self.color)
    }

    /// Writes bytes to standard output unchanged.
    pub(crate) fn put(&self, bytes: &[u8]) -> io::Result<()> {
        self.to_standard(|| {
            let mut out = io::stdout().lock();
            out.write_all(bytes)?;
            out.flush()
        })
    }
}

/// Returns findings or messages in a format, without commands for the runner of a CI job except those of the format itself.
pub(crate) fn in_log(format: Format, text: &str) -> Cow<'_, str> {
    match format {
        Format::Github => Cow::Borrowed(text),
        _ => visible::in_log(text),
    }
}

/// Returns the bytes of a record for standard output.
fn record(bytes: &[u8], is_terminal: bool) -> Cow<'_, [u8]> {
    match is_terminal {
        true => Cow::Owned(visible::bytes(bytes).into_bytes()),
        false => Cow::Borrowed(bytes),
    }
}

fn shows_diffs(is_terminal: bool, color: Color) -> bool {
    is_terminal || color == Color::Always
}

/// Returns the charset with this name.
fn charset(name: &str) -> Result<Charset, Problem> {
    let charset = Charset::new(name);
    if charset.is_known() {
        return Ok(charset);
    }
    let known = names::CHARSETS.join(", ");
    let problem = Problem::usage(format!("unknown charset {name:?}; the charsets are: {known}"));
    Err(problem.help(names::did_you_mean(name, names::CHARSETS)))
}

/// Returns the choice of colours for a stream.
fn choice(color: Color, stream: &impl IsTerminal) -> ColorChoice {
    match color {
        // To the library, any value forces colours. By convention, 0 does not.
        Color::Auto if is_zero("CLICOLOR_FORCE") && (is_zero("CLICOLOR") || !stream.is_terminal()) => {
            ColorChoice::Never
        }
        Color::Auto => ColorChoice::Auto,
        Color::Always => ColorChoice::Always,
        Color::Never => ColorChoice::Never,
    }
}

/// Returns true if a variable of the environment is `0`.
fn is_zero(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value == "0")
}

/// Returns a writer to standard error that removes colours if they are not wanted.
pub(crate) fn stderr(color: Color) -> impl Fn(&[u8]) -> io::Result<()> {
    move |bytes| AutoStream::new(io::stderr(), choice(color, &io::stderr())).write_all(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_control_characters_and_a_pipe_every_byte() {
        let bytes = b"(;C[\x1b]0;x\x07 \x96\r\n\xc2\x9b])\n";
        assert_eq!(&*record(bytes, false), bytes);
        assert_eq!(
            &*record(bytes, true),
            br"(;C[\u{1b}]0;x\u{7} \x96
\u{9b}])
"
        );
    }

    #[test]
    fn diffs_are_shown_on_terminals_or_with_colour_only() {
        assert!(shows_diffs(true, Color::Auto) && shows_diffs(true, Color::Never) && shows_diffs(false, Color::Always));
        assert!(!shows_diffs(false, Color::Auto) && !shows_diffs(false, Color::Never));
    }
}
