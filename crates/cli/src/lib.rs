//! The program `kifu` as a library, for authors who want the same program with their own formats.
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     // Put a format of your own in the place of SGF.
//!     kifu_cli::run(kifu::Library::default().with(kifu::sgf::Sgf::default()))
//! }
//! ```
//!
//! Every command works with an added format: `--to` accepts its options, and `kifu explain` shows its codes. `check` and `fix` also
//! run passes that are added with `Library::check_with`, such as the house rules of a club; `formats` lists them.
//!
//! Records and the findings of `check` go to standard output or to files, messages to standard error. The exit status is 0 (clean), 1 (something was found) or
//! 2 (something could not be done).
#![cfg_attr(docsrs, feature(doc_cfg))]

mod args;
mod check;
mod choose;
mod codes;
mod config;
mod convert;
mod diff;
mod explain;
mod facts;
mod fix;
mod formats;
mod info;
mod input;
mod names;
mod output;
mod pairs;
mod places;
mod problem;
mod progress;
mod render;
mod report;
mod score;
mod session;
mod show;
mod status;
mod visible;
mod watch;
mod work;

pub use codes::CODES;

use args::{Cli, Command};
use clap::{CommandFactory, FromArgMatches};
use kifu::Library;
use problem::Stop;
use session::{Output, Session};
use std::{
    ffi::OsString,
    io::{self, Write},
    process::ExitCode,
};

/// Runs the program with these formats, on the arguments of the process, and returns its exit status.
///
/// ```no_run
/// use std::process::ExitCode;
///
/// /// The program, with one format only.
/// fn main() -> ExitCode {
///     kifu_cli::run(kifu::Library::empty().with(kifu::sgf::Sgf::default()))
/// }
/// ```
///
/// The status is 0 (clean), 1 (something was found) or 2 (something could not be done). (The example is not run, because the
/// arguments of the process would be those of the test.)
pub fn run(library: Library) -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let cli = match parsed(&library, &arguments) {
        Ok(cli) => cli,
        Err(error) => {
            let status = u8::try_from(error.exit_code()).unwrap_or(2);
            // A closed pipe has read enough. After any other error, the help is missing.
            let is_lost = |error: io::Error| error.kind() != io::ErrorKind::BrokenPipe;
            let status = if refuse(&library, &arguments, &error).is_err_and(is_lost) { 2 } else { status };
            return ExitCode::from(status);
        }
    };
    work::hear_panics();
    // An error is ignored: without the signal handler, an interrupted program only leaves hidden temporary files.
    let _ = output::remove_on_signals();
    let format = cli.global.format;
    let output = match cli.command {
        // The records may go to standard output.
        Command::Convert(_) | Command::Fix(_) => Output::Error,
        _ => Output::Standard,
    };
    let ended = Session::new(library, &cli.global, &cli.command, output).and_then(|session| {
        match &cli.command {
            Command::Convert(args) => convert::run(&session, args),
            Command::Check(args) => check::run(&session, args),
            Command::Fix(args) => fix::run(&session, args),
            Command::Info(args) => info::run(&session, args),
            Command::Show(args) => show::run(&session, args),
            Command::Score(args) => score::run(&session, args),
            Command::Diff(args) => diff::run(&session, args),
            Command::Formats(args) => formats::run(&session, args),
            Command::Explain(args) => explain::run(&session, args),
            Command::Config(args) => config::run(&session, args, &cli.global),
        }
        .or_else(|stop| match stop {
            // A reader such as `head` has read enough.
            Stop::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(session.reached()),
            stop => Err(stop),
        })
    });
    match ended {
        Ok(status) => status.into(),
        Err(stop) => {
            let problem = stop.into_problem();
            let text = problem.render(format);
            let line = format!("{}\n", text.trim_end());
            render::say(&session::stderr(cli.global.color), &session::in_log(format, &line));
            ExitCode::from(2)
        }
    }
}

fn parsed(library: &Library, arguments: &[OsString]) -> Result<Cli, clap::Error> {
    let matches = command(library).color(color_of_help(arguments)).try_get_matches_from(arguments)?;
    Cli::from_arg_matches(&matches)
}

/// Returns when the help and errors about the arguments have colours. They are printed before the arguments are parsed.
fn color_of_help(arguments: &[OsString]) -> clap::ColorChoice {
    let mut values =
        arguments.iter().zip(arguments.iter().skip(1).map(Some).chain([None])).filter_map(|(name, next)| {
            let name = name.to_str()?;
            if name == "--color" { next?.to_str() } else { name.strip_prefix("--color=") }
        });
    match values.next() {
        Some("never") => clap::ColorChoice::Never,
        Some("always") => clap::ColorChoice::Always,
        _ => clap::ColorChoice::Auto,
    }
}

/// Prints the error about the arguments, or the help. clap quotes arguments raw, so arguments with hidden characters are escaped
/// and parsed again; the message then quotes the escaped form.
fn refuse(library: &Library, arguments: &[OsString], error: &clap::Error) -> io::Result<()> {
    let is_hidden = |argument: &OsString| argument.to_string_lossy().contains(visible::is_hidden);
    match arguments.iter().any(is_hidden) {
        false => error.print(),
        true => {
            let shown = |argument: &OsString| visible::line(&argument.to_string_lossy()).into_owned().into();
            let again = parsed(library, &arguments.iter().map(shown).collect::<Vec<_>>());
            let text = again.err().as_ref().unwrap_or(error).render().to_string();
            let text = visible::lines(&text);
            if error.use_stderr() {
                io::stderr().write_all(text.as_bytes())
            } else {
                io::stdout().write_all(text.as_bytes())
            }
        }
    }
}

/// Returns the definition of the command line with these formats, for completions and man pages.
///
/// ```
/// let command = kifu_cli::command(&kifu::Library::default());
/// assert!(command.find_subcommand("convert").is_some());
/// ```
pub fn command(library: &Library) -> clap::Command {
    let ids = library.ids().join(", ");
    Cli::command().mut_subcommand("convert", |convert| {
        convert.mut_arg("to", |to| {
            to.help(format!("The format to write: {ids}; options follow a colon: sgf:encoding=gbk"))
        })
    })
}

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
