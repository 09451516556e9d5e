//! Renders findings as workflow commands, which GitHub Actions shows as annotations of the files.
//!
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>

use super::{Finding, Page};
use crate::{problem::Problem, visible};
use kifu::model::{LineColumn, Severity};
use std::fmt::Write;

pub(super) fn finding(page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    let diagnostic = finding.diagnostic;
    let command = match diagnostic.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    };
    let _ = write!(out, "::{command} file={}", property(page.name));
    if let Some(start) = finding.start() {
        let LineColumn { line, column } = page.position(start);
        let _ = write!(out, ",line={line},col={column}");
        // GitHub ignores the last column of a span of several lines.
        let end = diagnostic.span.map(|span| page.position(span.end)).filter(|end| end.line == line);
        if let Some(end) = end {
            let _ = write!(out, ",endLine={line},endColumn={}", end.column);
        }
    }
    let place = finding.place.to_string();
    let place = if place.is_empty() { place } else { format!(" ({place})") };
    let message = data(&format!("{}{place}", diagnostic.message));
    let _ = writeln!(out, ",title={}::{message}", property(diagnostic.code.0));
}

pub(crate) fn problem(problem: &Problem) -> String {
    let file = problem.file.as_deref().map(|file| format!(" file={}", property(file))).unwrap_or_default();
    format!("::error{file}::{}\n", data(&problem.placed_message()))
}

/// Escapes the message of a command.
fn data(text: &str) -> String {
    // A line end would end the command. `visible` escapes it, with everything else that controls a terminal.
    visible::line(text).replace('%', "%25")
}

/// Escapes the value of a property of a command.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_name_cannot_end_the_command() {
        assert_eq!(property("a:b,c%d\n::error::x"), r"a%3Ab%2Cc%25d\n%3A%3Aerror%3A%3Ax");
        assert_eq!(data("100% of a: b\r\n"), r"100%25 of a: b\r\n");
    }
}
