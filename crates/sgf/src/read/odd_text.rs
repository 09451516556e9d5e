//! Control characters and properties inside a text, and line breaks inside a name.

use super::{Reader, messages::shown, structure::lost_end};
use crate::{Property, PropertyDef, Type, Value, codes, value};
use alloc::{format, string::String};
use kifu_core::{Diagnostics, Edits, Safety, Severity, Span};

impl<'a> Reader<'a> {
    /// Reports properties within a value, and line breaks within a name: a bracket is probably missing.
    /// Line breaks are reported only in the value that counts.
    pub(super) fn report_swallowed(
        &mut self,
        identifier: &str,
        known: Option<&PropertyDef>,
        property: Property<'a>,
        counts: bool,
    ) {
        let is_read = counts && property.value_spans().nth(1).is_none();
        let is_line = known.is_some_and(|known| matches!(known.value, Value::One(Type::SimpleText)));
        // An unknown property may contain texts.
        let is_text = known.is_none_or(PropertyDef::has_text);
        let is_single = known.is_some_and(|known| matches!(known.value, Value::One(_)));
        for (index, at) in property.value_spans().enumerate() {
            let raw = self.raw(at);
            let has_brackets = has_brackets(raw);
            if has_brackets && lost_end::is_reported(self.game.text, identifier, at) {
                continue;
            }
            let find = || {
                let found = match is_text {
                    _ if known.is_none() => lost_end::within_private(raw, at.start as usize),
                    true => lost_end::within(raw, at.start as usize, is_line),
                    false => lost_end::within_value(raw, at.start as usize),
                };
                let found = found.or_else(|| lost_end::next_value(known?, raw, at.start as usize));
                let is_further = is_single && index > 0;
                found.or_else(|| is_further.then(|| lost_end::instead_of_value(raw, at.start as usize)).flatten())
            };
            if let Some(found) = has_brackets.then(find).flatten() {
                let report = self.diagnostics.report(&codes::PROPERTY_IN_TEXT, found.at, || {
                    let shown = shown(&self.game.text[found.at.range()]);
                    let what = if found.is_value { "value" } else { "property" };
                    let done = if is_text { "read as text" } else { "read as part of the value" };
                    format!("{identifier} contains {shown:?}, which looks like a {what}; {done}")
                });
                if let Some(fix) = found.fix {
                    report.fix(Safety::Guess, || fix.title, || fix.edits());
                }
            } else if is_read
                && matches!(identifier, "PB" | "PW" | "BR" | "WR" | "BT" | "WT")
                && let Some(first) = line_breaks(raw, at.start as usize).next()
            {
                self.diagnostics
                    .report(&codes::LINE_BREAK_IN_NAME, first, || {
                        format!("a line break in {identifier}; read as a space")
                    })
                    .fix(Safety::Safe, || "write a space", || on_one_line(raw, at));
            }
        }
    }
}

/// Reports control characters other than white space in a text.
pub(super) fn report_controls(diagnostics: &mut Diagnostics, text: &str, identifier: &str, property: Property<'_>) {
    let odd = |c: char| (c.is_ascii_control() && !c.is_ascii_whitespace() && c != '\x0B') || c == '\u{FEFF}';
    for at in property.value_spans() {
        // 0xEF may start a byte-order mark.
        if value::all(&text[at.range()], |b| (b >= b' ') & (b != 0x7F) & (b != 0xEF)) {
            continue;
        }
        let Some((from, found)) = text[at.range()].char_indices().find(|(_, c)| odd(*c)) else { continue };
        let from = at.start as usize + from;
        diagnostics.report(
            &codes::CONTROL_CHARACTER.with_severity(Severity::Warning),
            Span::new(from, from + found.len_utf8()),
            || format!("a control character (U+{:04X}) in {identifier}; read as a space", u32::from(found)),
        );
    }
}

/// Returns true if a raw value contains a bracket.
#[inline]
fn has_brackets(raw: &str) -> bool {
    // Most values are points, for which a loop is faster.
    match raw.as_bytes() {
        short @ ([] | [_] | [_, _]) => short.iter().any(|byte| matches!(byte, b'[' | b']')),
        long => memchr::memchr2(b'[', b']', long).is_some(),
    }
}

/// Returns the line breaks of a raw value that are not escaped. `start` is the offset of the value.
fn line_breaks(raw: &str, start: usize) -> impl Iterator<Item = Span> {
    let mut at = 0;
    core::iter::from_fn(move || {
        loop {
            let from = at + memchr::memchr2(b'\n', b'\r', &raw.as_bytes()[at..])?;
            let before = &raw[at..from];
            let backslashes = before.len() - before.trim_end_matches('\\').len();
            at = from + value::newline_len(&raw[from..]).unwrap_or(1);
            if backslashes.is_multiple_of(2) {
                return Some(Span::new(start + from, start + at));
            }
        }
    })
}

/// Replaces each line break of the raw value at `at` by a space: one edit for each, or one for the whole value if there are
/// more than 1000.
fn on_one_line(raw: &str, at: Span) -> Edits {
    // A heuristic: with more edits, one edit needs less memory.
    const MAX_EDITS: usize = 1000;
    let breaks = || line_breaks(raw, at.start as usize);
    let mut edits = Edits::default();
    if breaks().nth(MAX_EDITS).is_none() {
        for found in breaks() {
            // Line breaks do not overlap.
            let _ = edits.replace(found, " ");
        }
        return edits;
    }
    let (mut text, mut rest) = (String::with_capacity(raw.len()), 0);
    for found in line_breaks(raw, 0) {
        text.push_str(&raw[rest..found.start as usize]);
        text.push(' ');
        rest = found.end as usize;
    }
    text.push_str(&raw[rest..]);
    Edits::one(at, text)
}
