//! Control characters, line breaks and properties inside a text of one line.

use super::{Reader, structure::lost_end};
use crate::{Property, PropertyDef, codes, document::parse::is_space_or_control, value};
use alloc::{format, string::String};
use kifu_core::{Edits, Safety, Severity, Span};

impl<'a> Reader<'a> {
    /// Reports control characters other than white space in a text.
    pub(super) fn report_controls(&mut self, identifier: &str, property: Property<'a>) {
        let odd = |c: char| (c.is_ascii_control() && !c.is_ascii_whitespace() && c != '\x0B') || c == '\u{FEFF}';
        for at in property.value_spans() {
            // 0xEF may start a byte-order mark.
            if value::all(self.raw(at), |b| (b >= b' ') & (b != 0x7F) & (b != 0xEF)) {
                continue;
            }
            let Some((from, found)) = self.raw(at).char_indices().find(|(_, c)| odd(*c)) else { continue };
            let from = at.start as usize + from;
            self.diagnostics.report(
                &codes::CONTROL_CHARACTER.with_severity(Severity::Warning),
                Span::new(from, from + found.len_utf8()),
                || format!("a control character (U+{:04X}) in {identifier}; read as a space", u32::from(found)),
            );
        }
    }

    /// Reports properties and line breaks within a text of one line: its bracket is probably missing.
    /// Line breaks are reported only in the value that counts.
    pub(super) fn report_swallowed(&mut self, identifier: &str, property: Property<'a>, counts: bool) {
        let is_read = counts && property.value_spans().nth(1).is_none();
        for at in property.value_spans() {
            let raw = self.raw(at);
            let found = swallowed_property(raw).filter(|_| !lost_end::is_reported(self.game.text, at));
            if let Some((from, swallowed)) = found {
                let before = raw[..from].trim_end();
                let end = at.start as usize + before.len();
                let start = at.start as usize + from;
                let span = Span::new(start, start + swallowed.len());
                let bracket = Span::new(end - if before.ends_with("\\]") { 2 } else { 0 }, end);
                self.diagnostics
                    .report(&codes::PROPERTY_IN_TEXT, span, || {
                        format!("{identifier} contains {swallowed:?}, which looks like a property; read as text")
                    })
                    .fix(Safety::Guess, || format!("end {identifier} before it"), || Edits::one(bracket, "]"));
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

/// The first property in a text: a move after its semicolon, or a property of two letters at the start of a word, each with its
/// bracket. One letter is not enough: `player B[1d]` is a name.
fn swallowed_property(raw: &str) -> Option<(usize, &str)> {
    memchr::memchr_iter(b'[', raw.as_bytes()).find_map(|bracket| {
        let name = raw[..bracket].trim_end_matches(is_space_or_control);
        let letters = name.len() - name.trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
        let start = name.len() - letters;
        let before = raw[..start].trim_end_matches(is_space_or_control);
        let is_word = before.len() < start || before.ends_with([']', ';']);
        let is_move = matches!(&name[start..], "B" | "W") && before.ends_with(';');
        let is_found = !before.is_empty()
            && (is_move || letters == 2 && is_word && PropertyDef::find(&name[start..], 1).is_some());
        is_found.then(|| match is_move {
            true => (before.len() - 1, &raw[before.len() - 1..=bracket]),
            false => (start, &raw[start..=bracket]),
        })
    })
}

/// The line breaks of a raw value that are not escaped. `start` is the offset of the value.
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
    const MANY: usize = 1000;
    let breaks = || line_breaks(raw, at.start as usize);
    let mut edits = Edits::default();
    if breaks().nth(MANY).is_none() {
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
