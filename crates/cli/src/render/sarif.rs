//! Renders findings as results of SARIF 2.1.0, which code scanning and editors read.
//!
//! <https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html>

use super::{
    Finding, Page,
    json::{Object, array, string},
};
use crate::problem::Problem;
use kifu::model::{CodeInfo, Fix, LineColumn, Safety, Severity, Span};
use std::fmt::Write;

/// Returns the start of a report, up to its results. Each code is a rule.
pub(crate) fn start<'a>(codes: impl Iterator<Item = &'a CodeInfo>) -> String {
    let rules = codes.map(|info| {
        let mut rule = Object::new();
        rule.text("id", info.code.0).raw("shortDescription", text(info.title));
        if !info.page.is_empty() {
            rule.raw("help", Object::new().text("text", info.page).text("markdown", info.page).end());
        }
        rule.raw("defaultConfiguration", Object::new().text("level", level(info.severity)).end()).end()
    });
    let driver = Object::new()
        .text("name", "kifu")
        .text("version", env!("CARGO_PKG_VERSION"))
        .text("informationUri", env!("CARGO_PKG_REPOSITORY"))
        .raw("rules", array(rules))
        .end();
    let tool = Object::new().raw("driver", driver).end();
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\
         \"columnKind\":\"unicodeCodePoints\",\"results\":["
    )
}

/// Appends a result. The first character is a comma or white space, so that the results of several files can be joined.
pub(super) fn finding(page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    let diagnostic = finding.diagnostic;
    let span =
        diagnostic.span.map(|span| page.within(span)).or(finding.near.map(|at| Span::new(at as usize, at as usize)));
    let mut message = diagnostic.message.clone();
    if let Some(help) = super::help(diagnostic) {
        let _ = write!(message, "; {help}");
    }
    let mut result = Object::new();
    result
        .text("ruleId", diagnostic.code.0)
        .text("level", level(diagnostic.severity))
        .raw("message", text(&message))
        .raw("locations", array([location(page, span, &finding.place.to_string(), None)]));
    let notes: Vec<_> = diagnostic
        .notes
        .iter()
        .map(|note| location(page, note.span.map(|span| page.within(span)), "", Some(&note.text)))
        .collect();
    if !notes.is_empty() {
        result.raw("relatedLocations", array(notes));
    }
    if let Some(fix) = &diagnostic.fix {
        result.raw("fixes", array([self::fix(page, fix)]));
    }
    out.push_str(SEPARATOR);
    out.push_str(&result.end());
}

/// The text before each result.
const SEPARATOR: &str = ",\n";

/// Returns the results of a file as they follow the start of the list, or other results.
pub(crate) fn joined(results: &str, is_first: bool) -> &str {
    match is_first {
        true => results.strip_prefix(',').unwrap_or(results),
        false => results,
    }
}

/// Returns the end of a report. The problems are notifications, because they concern the run.
pub(crate) fn end(problems: &[Problem]) -> String {
    let notifications = problems.iter().map(|problem| {
        let mut notification = Object::new();
        notification.text("level", level(problem.severity)).raw("message", text(&problem.message));
        if let Some(code) = problem.code {
            notification.raw("descriptor", Object::new().text("id", code.0).end());
        }
        if let Some(place) = problem.place.as_deref() {
            let page = Page::new(place.source.name(), &place.source);
            notification.raw("locations", array([location(&page, Some(place.span), "", None)]));
        } else if let Some(file) = &problem.file {
            let physical = Object::new().raw("artifactLocation", artifact(file)).end();
            notification.raw("locations", array([Object::new().raw("physicalLocation", physical).end()]));
        }
        notification.end()
    });
    let invocation = Object::new()
        .raw("executionSuccessful", problems.iter().all(|problem| problem.severity < Severity::Error))
        .raw("toolExecutionNotifications", array(notifications))
        .end();
    format!("\n],\"invocations\":[{invocation}]}}]}}\n")
}

fn text(text: &str) -> String {
    Object::new().text("text", text).end()
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Returns a location: a file, or a span in it, with its place in the game.
fn location(page: &Page<'_>, span: Option<Span>, place: &str, message: Option<&str>) -> String {
    let mut physical = Object::new();
    physical.raw("artifactLocation", artifact(page.name));
    if let Some(span) = span {
        physical.raw("region", region(page, span));
    }
    let mut location = Object::new();
    location.raw("physicalLocation", physical.end());
    if !place.is_empty() {
        location.raw("logicalLocations", array([Object::new().text("fullyQualifiedName", place).end()]));
    }
    if let Some(message) = message {
        location.raw("message", text(message));
    }
    location.end()
}

fn region(page: &Page<'_>, span: Span) -> String {
    let [LineColumn { line, column }, end] = [span.start, span.end].map(|at| page.position(at));
    Object::new()
        .raw("startLine", line)
        .raw("startColumn", column)
        .raw("endLine", end.line)
        .raw("endColumn", end.column)
        .end()
}

fn artifact(file: &str) -> String {
    Object::new().raw("uri", string(&uri(&super::in_repository(file)))).end()
}

/// Returns a path as a relative or absolute URI: every byte except unreserved characters and slashes is percent-encoded.
fn uri(path: &str) -> String {
    let path = if cfg!(windows) { path.replace('\\', "/") } else { path.to_owned() };
    let mut uri = String::with_capacity(path.len());
    if path.starts_with('/') {
        uri.push_str("file://");
    }
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

fn fix(page: &Page<'_>, fix: &Fix) -> String {
    let replacements = fix.edits.iter().map(|(span, inserted)| {
        let mut replacement = Object::new();
        replacement.raw("deletedRegion", region(page, span));
        if !inserted.is_empty() {
            replacement.raw("insertedContent", text(inserted));
        }
        replacement.end()
    });
    let change =
        Object::new().raw("artifactLocation", artifact(page.name)).raw("replacements", array(replacements)).end();
    let title = match fix.safety {
        Safety::Safe => fix.title.clone(),
        Safety::Guess => format!("{} (a guess)", fix.title),
    };
    Object::new().raw("description", text(&title)).raw("artifactChanges", array([change])).end()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri("games/1926/a b.sgf"), "games/1926/a%20b.sgf");
        assert_eq!(uri("/tmp/棋.sgf"), "file:///tmp/%E6%A3%8B.sgf");
        // A colon in the first segment would start a scheme.
        assert_eq!(uri("a:b.sgf"), "a%3Ab.sgf");
    }
}
