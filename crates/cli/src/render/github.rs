//! Renders findings as workflow commands, which GitHub Actions shows as annotations of the files.
//!
//! <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>

use super::{Finding, Page};
use crate::{problem::Problem, visible};
use kifu::model::{LineColumn, Severity};
use std::fmt::Write;

pub(super) fn finding(page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    let diagnostic = finding.diagnostic;
    let command = command(diagnostic.severity);
    let _ = write!(out, "::{command} file={}", property(&visible::lines(&super::in_repository(page.name))));
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
    let message = data(&visible::line(&format!("{}{place}", diagnostic.message)));
    let _ = writeln!(out, ",title={}::{message}", property(diagnostic.code.0));
}

pub(crate) fn problem(problem: &Problem) -> String {
    let place = problem.place.as_deref().map(|place| (place.source.name(), place.source.position(place.span.start)));
    let file = problem.file.as_deref().or(place.map(|(name, _)| name)).map(super::in_repository);
    let mut properties = Vec::new();
    properties.extend(file.map(|file| format!("file={}", property(&visible::lines(&file)))));
    properties.extend(place.map(|(_, LineColumn { line, column })| format!("line={line},col={column}")));
    properties.extend(problem.code.map(|code| format!("title={}", property(code.0))));
    let gap = if properties.is_empty() { "" } else { " " };
    let (command, message) = (command(problem.severity), data(&visible::line(&problem.message)));
    format!("::{command}{gap}{}::{message}\n", properties.join(","))
}

fn command(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "notice",
    }
}

/// Escapes the message of a command. A line end would end the command.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
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
        assert_eq!(property("a:b,c%d\n::error::x"), "a%3Ab%2Cc%25d%0A%3A%3Aerror%3A%3Ax");
        assert_eq!(data("100% of a: b\r\n"), "100%25 of a: b%0D%0A");
    }
}
