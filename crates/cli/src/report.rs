//! The report of a command: its findings in the chosen format, and what they add up to.

mod overview;
mod tally;

pub(crate) use overview::{Overview, Rows};
pub(crate) use tally::{Effect, FileTally, Tally, Unread};

use crate::{
    args::Format, config::FileChoice, explain, problem::Problem, render, session::Session, status::Status,
    work::Failures,
};
use kifu::model::Severity;
use std::io;

/// A report that is written while the findings come in, file by file. It keeps only the tally of them in memory.
pub(crate) struct Report<'s> {
    session: &'s Session,
    pub(crate) tally: Tally,
    /// What the command did besides reporting, by name: the number of fixes, of files that were converted, and so on.
    pub(crate) done: Vec<(&'static str, u64)>,
    has_findings: bool,
    /// False if the command was ended early by a problem.
    pub(crate) is_complete: bool,
}

impl<'s> Report<'s> {
    /// Writes the start of the report of a command.
    pub(crate) fn start(session: &'s Session, command: &str) -> io::Result<Self> {
        match session.style.format {
            Format::Json => session.put_findings(&render::json::start(command))?,
            Format::Sarif => session.put_findings(&render::sarif::start(explain::all(&session.library).values()))?,
            Format::Full | Format::Concise | Format::Github => {}
        }
        Ok(Self { session, tally: Tally::default(), done: Vec::new(), has_findings: false, is_complete: true })
    }

    /// Counts the files of a command with outputs that failed, and what could not be read before.
    pub(crate) fn failures(&mut self, failures: &Failures, before: Unread) {
        self.tally.unread = Unread { files: before.files + failures.unread, ..before };
        self.tally.skipped = failures.files - failures.unread;
    }

    /// Writes the rendered findings of a file.
    pub(crate) fn write(&mut self, findings: &str) -> io::Result<()> {
        let is_first = !self.has_findings;
        self.has_findings |= !findings.is_empty();
        self.session.put_findings(match self.session.style.format {
            Format::Sarif => render::sarif::joined(findings, is_first),
            _ => findings,
        })
    }

    /// Writes the end of the report: for programs, the summary; for people, the command itself writes it.
    pub(crate) fn end(&self) -> io::Result<()> {
        let format = self.session.style.format;
        if matches!(format, Format::Sarif | Format::Github) {
            let lines = self.tally.settings(self.session.shown());
            lines.iter().for_each(|line| self.session.say_problem(&Problem::note(line)));
        }
        match format {
            Format::Json => {
                self.session.put_findings(&render::json::summary(&self.tally, &self.done, self.is_complete))
            }
            Format::Sarif => self.session.put_findings(&render::sarif::end(&self.session.take_problems())),
            Format::Full | Format::Concise | Format::Github => Ok(()),
        }
    }
}

/// The finding that a whole file is not a record.
pub(crate) struct FileFinding {
    /// The rendered finding.
    pub(crate) text: String,
    pub(crate) tally: FileTally,
    pub(crate) status: Status,
}

impl FileFinding {
    /// Returns the finding of a problem that concerns the content of a file. Other problems concern the run; they are returned as
    /// errors.
    pub(crate) fn of(session: &Session, problem: Problem, choice: &FileChoice) -> Result<Self, Problem> {
        let (Some(file), Some(code), Status::Findings) = (&problem.file, problem.code, problem.status) else {
            return Err(problem);
        };
        let mut tally = FileTally::default();
        if choice.reported.severity_of_file(code).is_none() {
            tally.effect(choice.of_hidden_file(code));
            return Ok(Self { text: String::new(), tally, status: Status::Clean });
        }
        tally.count(Severity::Error, code, || file.clone());
        Ok(Self { text: render::of_file(session.style, &problem, code, file), tally, status: problem.status })
    }
}
