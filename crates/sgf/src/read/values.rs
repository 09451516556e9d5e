//! Reads the values of a property, and decides which of them count.

use super::{
    Reader,
    messages::{quoted, shown},
    node::{
        draft::{Draft, Target},
        judgement,
    },
};
use crate::{
    Property, codes,
    value::{self, Meaning},
};
use alloc::{format, vec::Vec};
use kifu_core::{Edits, Safety, Severity, Span};
use kifu_goban::Point;

impl<'a> Reader<'a> {
    /// Returns the meaning of a value. Reports a value that is not as the standard requires, with a fix if its meaning is
    /// certain.
    pub(super) fn meaning<T>(&mut self, identifier: &str, at: Span, meaning: Meaning<T>, wanted: &str) -> Option<T> {
        let text = self.game.text;
        match meaning {
            Meaning::Exact(value) => Some(value),
            Meaning::Loose(value, written) => {
                let wanted = wanted.trim_end_matches(" of the standard");
                let report = self.diagnostics.report(&codes::LOOSE_VALUE, at, || {
                    let shown = shown(&text[at.range()]);
                    if written.is_empty() && wanted == "no value" {
                        return format!(
                            "{identifier} takes no value; {identifier}[{shown}] was read as {identifier}[]"
                        );
                    }
                    format!(
                        "{identifier}[{shown}] is not the standard form of {wanted}; read as {identifier}[{written}]"
                    )
                });
                // The value could become equal to one that is kept beside it, and that one would then be ignored. A value
                // without its bracket was cut off, and the fix would hide that.
                let is_closed = text.as_bytes().get(at.end as usize) == Some(&b']');
                if self.counts_beside_others != Some(at) && is_closed {
                    report.fix(Safety::Safe, || format!("write {identifier}[{written}]"), || Edits::one(at, &*written));
                }
                Some(value)
            }
            Meaning::None => {
                // A record without a move or stone is a different game.
                let left_out = match identifier {
                    "B" | "W" => Some(("such as pd", "the move was left out")),
                    "AB" | "AW" | "AE" => Some(("such as pd or pd:qf", "the stones were left out")),
                    _ => None,
                };
                let size = self.size;
                let severity = if left_out.is_some() { Severity::Error } else { Severity::Warning };
                let report = self.diagnostics.report(&codes::BAD_VALUE.with_severity(severity), at, || {
                    let shown = shown(&text[at.range()]);
                    if let Some((example, done)) = left_out {
                        return format!(
                            "{identifier} takes a point in SGF letters, {example}, not {shown:?}; {done} (kept in the file)"
                        );
                    }
                    // The record keeps these values as text in a field.
                    let done = match identifier {
                        "RE" | "TM" | "KM" | "HA" => "was kept as text",
                        _ => "has no effect (kept in the file)",
                    };
                    match judgement::of_degree(identifier) {
                        Some(meaning) => format!("{identifier} {meaning}; {shown:?} {done}"),
                        None => format!("{identifier} takes {wanted}; {shown:?} {done}"),
                    }
                });
                report.with(|found| {
                    let name = text[at.range()].trim();
                    match Point::from_a1(name, size).filter(|_| left_out.is_some()) {
                        Some(point) => found.help(format!("write {name} as {identifier}[{point}]")),
                        None => found,
                    }
                });
                None
            }
        }
    }

    /// Returns the first value of a property that takes one value. Further values are reported, and kept unless they are
    /// empty or repeated.
    pub(super) fn first(
        &mut self,
        identifier: &str,
        property: Property<'a>,
        draft: &mut Draft,
        target: Target,
    ) -> Option<Span> {
        let first = property.value_spans().next()?;
        self.keep_others(identifier, property, first, draft, target);
        Some(first)
    }

    /// Returns the first value that is not empty of a property that takes one text. Further values are kept unchanged.
    pub(super) fn first_text(
        &mut self,
        identifier: &str,
        property: Property<'a>,
        draft: &mut Draft,
        target: Target,
    ) -> Option<Span> {
        let is_stated = |at: &Span| !value::simple_text(self.raw(*at)).trim().is_empty();
        let first = property.value_spans().find(is_stated).or_else(|| property.value_spans().next())?;
        self.keep_others(identifier, property, first, draft, target);
        Some(first)
    }

    /// Reports the values beside the one that counts. Those that are empty or repeat it are ignored; the rest are kept.
    fn keep_others(
        &mut self,
        identifier: &str,
        property: Property<'a>,
        counts: Span,
        draft: &mut Draft,
        target: Target,
    ) {
        let Some(second) = property.value_spans().nth(1) else { return };
        // An empty move is a pass, so it is not ignored.
        let is_move = matches!(identifier, "B" | "W");
        let raw = self.raw(counts);
        let text = self.game.text;
        let adds_something = |at: &Span| {
            let other = &text[at.range()];
            *at != counts && other != raw && (is_move || !value::simple_text(other).trim().is_empty())
        };
        let kept: Vec<Span> = property.value_spans().filter(adds_something).collect();
        if kept.is_empty() {
            return self.report_empty_values(identifier, property, counts);
        }
        // Other moves are missing from the record, which is an error.
        let hides_move = is_move && kept.iter().any(|at| !text[at.range()].trim().is_empty());
        let severity = if hides_move { Severity::Error } else { codes::TOO_MANY_VALUES.severity };
        self.diagnostics.report(&codes::TOO_MANY_VALUES.with_severity(severity), second, || {
            let number = property.value_spans().count();
            format!("{identifier} takes one value but has {number}; {} counts", quoted(raw))
        });
        self.counts_beside_others = Some(counts);
        self.keep(identifier, kept.into_iter(), draft, target);
    }

    /// Reports further values that are empty, or equal to the one that counts.
    pub(super) fn report_empty_values(&mut self, identifier: &str, property: Property<'a>, counts: Span) {
        let Some(second) = property.value_spans().nth(1) else { return };
        let text = self.game.text;
        let report = self.diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
            let number = property.value_spans().count();
            format!("{identifier} takes one value but has {number}; the others are empty or repeated, and ignored")
        });
        let others = || property.value_spans().filter(|at| *at != counts);
        // A value without its closing bracket cannot be removed with its brackets.
        if others().all(|at| text.as_bytes().get(at.end as usize) == Some(&b']')) {
            report.fix(
                Safety::Safe,
                || "remove the other values",
                || {
                    let mut edits = Edits::default();
                    // Adjacent values are one edit: there may be millions of them.
                    let mut run: Option<Span> = None;
                    for at in others() {
                        let value = Span { start: at.start - 1, end: at.end + 1 };
                        match &mut run {
                            Some(run) if run.end == value.start => run.end = value.end,
                            _ => {
                                if let Some(run) = run.replace(value) {
                                    let _ = edits.replace(run, "");
                                }
                            }
                        }
                    }
                    if let Some(run) = run {
                        let _ = edits.replace(run, "");
                    }
                    edits
                },
            );
        }
    }

    /// Reports several values of a property that is one text of many lines.
    pub(super) fn report_texts(&mut self, identifier: &str, property: Property<'a>) {
        let Some(second) = property.value_spans().nth(1) else { return };
        let mut texts = property.value_spans().filter(|at| !value::text(self.raw(*at)).is_empty());
        let first = texts.next().or_else(|| property.value_spans().next());
        if let (Some(first), None) = (first, texts.next()) {
            return self.report_empty_values(identifier, property, first);
        }
        self.diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
            let number = property.value_spans().count();
            format!("{identifier} takes one value but has {number}; the texts are joined")
        });
    }
}
