//! Renders messages as JSON, one object per line.

use super::{Finding, Page};
use crate::{problem::Problem, report::Tally, visible};
use kifu::model::{Count, Fix, LineColumn, Safety, Severity, Span};
use std::fmt::{Display, Write};

/// A JSON object that is built member by member.
pub(crate) struct Object(String);

impl Object {
    pub(crate) fn new() -> Self {
        Self("{".to_owned())
    }

    /// Adds a member whose value is already JSON.
    pub(crate) fn raw(&mut self, key: &str, value: impl Display) -> &mut Self {
        if self.0.len() > 1 {
            self.0.push(',');
        }
        let _ = write!(self.0, "{}:{value}", string(key));
        self
    }

    pub(crate) fn text(&mut self, key: &str, value: &str) -> &mut Self {
        self.raw(key, string(value))
    }

    /// Adds a member; its value is `null` for `None`.
    pub(crate) fn option(&mut self, key: &str, value: Option<impl Display>) -> &mut Self {
        match value {
            Some(value) => self.raw(key, value),
            None => self.raw(key, "null"),
        }
    }

    /// Adds the members of a place: `span` in the decoded text, `bytes` in the file, `from` and `to` as lines and columns from 1.
    pub(crate) fn place(&mut self, page: &Page<'_>, span: Option<(u32, u32)>) -> &mut Self {
        let position = |at: u32| {
            let LineColumn { line, column } = page.position(at);
            format!("{{\"line\":{line},\"column\":{column}}}")
        };
        let bytes = span.map(|(start, end)| page.bytes_of(Span::new(start as usize, end as usize)));
        self.option("span", span.map(|(start, end)| format!("[{start},{end}]")))
            .option("bytes", bytes.map(|bytes| format!("[{},{}]", bytes.start, bytes.end)))
            .option("from", span.map(|(start, _)| position(start)))
            .option("to", span.map(|(_, end)| position(end)))
    }

    pub(crate) fn end(&mut self) -> String {
        self.0.push('}');
        std::mem::take(&mut self.0)
    }
}

/// Returns a JSON string. Hidden characters that JSON allows are escaped too, because the string may be printed on a terminal, and
/// commands for the runner of a CI job, because it may be printed in a log.
pub(crate) fn string(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    let mut places: Vec<_> = json.match_indices(visible::is_hidden).map(|(at, _)| at).collect();
    // No line of JSON begins with a colon.
    places.extend(visible::hash_commands(&json));
    places.sort_unstable();
    visible::with_escapes(&json, &places, escape).into_owned()
}

/// Returns the escape of a character in JSON: two escapes for one from U+10000 on.
fn escape(c: char) -> String {
    c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
}

pub(crate) fn array(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(","))
}

/// The version of the objects, see docs/schemas. It changes if a program that reads them must change.
const VERSION: u32 = 1;

/// Returns the first line of a report.
pub(crate) fn start(command: &str) -> String {
    let mut object = Object::new();
    object
        .text("type", "start")
        .raw("version", VERSION)
        .text("program", concat!("kifu ", env!("CARGO_PKG_VERSION")))
        .text("command", command);
    object.end() + "\n"
}

/// Returns true if a file starts as a report in JSON or SARIF does, or as a line about a record: `{"file":"a.sgf","record":0`. It may be
/// in UTF-16, as PowerShell writes it.
pub(crate) fn is_output(head: &[u8]) -> bool {
    let ascii: Vec<u8> = head.iter().copied().filter(|byte| byte.is_ascii() && *byte != 0).collect();
    let head = String::from_utf8_lossy(&ascii);
    let of_record = || head.strip_prefix("{\"file\":\"")?.split_once("\",\"record\":");
    let is_sarif = || head.starts_with("{\"$schema\":") && head.contains("\"driver\":{\"name\":\"kifu\"");
    head.starts_with("{\"type\":\"start\",\"version\":")
        || is_sarif()
        || of_record().is_some_and(|(_, value)| value.starts_with(|c: char| c.is_ascii_digit() || c == 'n'))
}

pub(super) fn finding(page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    let diagnostic = finding.diagnostic;
    let span = diagnostic.span.map(|span| (span.start, span.end)).or(finding.near.map(|at| (at, at)));
    let place = &finding.place;
    let node = place.node_place.as_ref();
    let notes = diagnostic.notes.iter().map(|note| {
        let span = note.span.map(|span| page.within(span)).map(|span| (span.start, span.end));
        Object::new().text("message", &note.text).place(page, span).end()
    });
    let mut object = Object::new();
    object
        .text("type", "finding")
        .text("file", page.name)
        .text("code", diagnostic.code.0)
        .text("severity", &diagnostic.severity.to_string())
        .text("message", &diagnostic.message)
        .place(page, span)
        .option("record", place.record)
        .option("node", place.node)
        .option("move", node.map(|node| node.number))
        .option("played", node.and_then(|node| node.played.as_deref()).map(string))
        .option("point", node.and_then(|node| node.point.as_deref()).map(string))
        .option("variation", node.and_then(|node| node.variation))
        .raw("notes", array(notes))
        .option("help", super::help(diagnostic).as_deref().map(string))
        .option("fix", diagnostic.fix.as_ref().map(|fix| self::fix(page, fix)));
    out.push_str(&object.end());
    out.push('\n');
}

/// Returns a fix: what it does, whether it is safe, and its edits.
fn fix(page: &Page<'_>, fix: &Fix) -> String {
    let safety = match fix.safety {
        Safety::Safe => "safe",
        Safety::Guess => "guess",
    };
    let edits = fix
        .edits
        .iter()
        .map(|(span, text)| Object::new().place(page, Some((span.start, span.end))).text("text", text).end());
    Object::new().text("title", &fix.title).text("safety", safety).raw("edits", array(edits)).end()
}

/// Returns the line of a file with fixes.
pub(crate) fn fixed(file: &str, fixes: u64) -> String {
    Object::new().text("type", "fixed").text("file", file).raw("fixes", fixes).end() + "\n"
}

/// Appends the number of findings of one code that are not listed.
pub(super) fn more(page: &Page<'_>, count: &Count, times: u64, out: &mut String) {
    let mut object = Object::new();
    object
        .text("type", "more")
        .text("file", page.name)
        .text("code", count.code.0)
        .text("severity", &count.severity.to_string())
        .raw("times", times);
    out.push_str(&object.end());
    out.push('\n');
}

pub(crate) fn problem(problem: &Problem) -> String {
    let file = problem.file.as_deref().or(problem.place.as_deref().map(|place| place.source.name()));
    let mut object = Object::new();
    object
        .text("type", "problem")
        .option("file", file.map(string))
        .option("code", problem.code.map(|code| string(code.0)))
        .text("severity", &problem.severity.to_string())
        .text("message", &problem.placed_message())
        .option("help", problem.help.as_deref().map(string));
    object.end() + "\n"
}

/// Returns the line of a file that was deleted, or moved away, while it was watched.
pub(crate) fn gone(file: &str) -> String {
    Object::new().text("type", "gone").text("file", file).end() + "\n"
}

/// Returns the last line of a report. `done` has what the command did, by name.
pub(crate) fn summary(tally: &Tally, done: &[(&str, u64)], is_complete: bool) -> String {
    let codes = tally.rows().map(|(severity, code, row)| {
        Object::new()
            .text("code", code.0)
            .text("severity", &severity.to_string())
            .raw("count", row.count)
            .raw("files", row.files)
            .raw("safe", row.safe)
            .raw("guess", row.guess)
            .text("first", &row.first)
            .end()
    });
    let codes = array(codes);
    let mut object = Object::new();
    object
        .text("type", "summary")
        .raw("complete", is_complete)
        .raw("files", tally.all_files())
        .raw("clean", tally.clean)
        .raw("failed", tally.unread.files)
        .raw("unread_folders", tally.unread.folders)
        .raw("errors", tally.count(Severity::Error))
        .raw("warnings", tally.count(Severity::Warning))
        .raw("notes", tally.count(Severity::Note));
    for (name, number) in done {
        object.raw(name, number);
    }
    let settings = tally.effects().map(|effect| {
        let hidden = Object::new()
            .raw("errors", effect.hidden(Severity::Error))
            .raw("warnings", effect.hidden(Severity::Warning))
            .raw("notes", effect.hidden(Severity::Note))
            .end();
        Object::new().text("file", effect.file()).raw("hidden", hidden).raw("accepted_losses", effect.losses()).end()
    });
    object.raw("codes", codes).raw("settings", array(settings)).end() + "\n"
}
