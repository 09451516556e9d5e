//! Renders messages as JSON, one object per line.

use super::{Finding, Page};
use crate::{problem::Problem, visible};
use kifu::model::LineColumn;
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

    /// Adds the members of a place: `span` in bytes, `from` and `to` as lines and columns from 1.
    pub(crate) fn place(&mut self, page: &Page<'_>, span: Option<(u32, u32)>) -> &mut Self {
        let position = |at: u32| {
            let LineColumn { line, column } = page.position(at);
            format!("{{\"line\":{line},\"column\":{column}}}")
        };
        self.option("span", span.map(|(start, end)| format!("[{start},{end}]")))
            .option("from", span.map(|(start, _)| position(start)))
            .option("to", span.map(|(_, end)| position(end)))
    }

    pub(crate) fn end(&mut self) -> String {
        self.0.push('}');
        std::mem::take(&mut self.0)
    }
}

/// Returns a JSON string. Hidden characters that JSON allows are escaped too, because the string may be printed on a terminal.
pub(crate) fn string(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    if !json.contains(visible::is_hidden) {
        return json;
    }
    let mut out = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if visible::is_hidden(c) {
            // All hidden characters are below U+10000, so one escape is enough.
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

pub(crate) fn array(values: impl IntoIterator<Item = String>) -> String {
    format!("[{}]", values.into_iter().collect::<Vec<_>>().join(","))
}

pub(super) fn finding(page: &Page<'_>, finding: &Finding<'_>, out: &mut String) {
    let diagnostic = finding.diagnostic;
    let span = diagnostic.span.map(|span| (span.start, span.end)).or(finding.near.map(|at| (at, at)));
    let advice = super::help(diagnostic).or(diagnostic.fix.as_ref().map(|fix| fix.title.as_str().into()));
    let mut object = Object::new();
    object
        .text("file", page.name)
        .text("code", diagnostic.code.0)
        .text("severity", &diagnostic.severity.to_string())
        .text("message", &diagnostic.message)
        .place(page, span)
        .option("record", finding.record)
        .option("node", finding.node)
        .option("help", advice.as_deref().map(string));
    out.push_str(&object.end());
    out.push('\n');
}

pub(crate) fn problem(problem: &Problem) -> String {
    let mut object = Object::new();
    object
        .option("file", problem.file.as_deref().map(string))
        .option("code", problem.code.map(|code| string(code.0)))
        .text("severity", "error")
        .text("message", &problem.message);
    for key in ["span", "from", "to", "record", "node"] {
        object.raw(key, "null");
    }
    object.option("help", problem.help.as_deref().map(string));
    object.end() + "\n"
}
