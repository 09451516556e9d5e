//! The values of a property: what they mean, and which of them counts.

use super::{
    Reader,
    messages::{quoted, shown},
    node::draft::{Draft, Target},
};
use crate::{
    Property, codes,
    value::{self, Meaning},
};
use alloc::{format, vec::Vec};
use kifu_core::{Edits, Safety, Severity, Span};

impl<'a> Reader<'a> {
    /// The meaning of a value. Reports what is wrong with it, with a fix if the meaning is certain.
    pub(super) fn meaning<T>(&mut self, identifier: &str, at: Span, meaning: Meaning<T>, wanted: &str) -> Option<T> {
        let text = self.game.text;
        match meaning {
            Meaning::Exact(value) => Some(value),
            Meaning::Loose(value, written) => {
                let wanted = wanted.trim_end_matches(" of the standard");
                let report = self.diagnostics.report(&codes::LOOSE_VALUE, at, || {
                    format!(
                        "{identifier}[{}] is not how the standard writes {wanted}; read as {identifier}[{written}]",
                        shown(&text[at.range()])
                    )
                });
                // The value could become equal to one that is kept beside it, and that one would then be ignored.
                // A value that never ends was cut off, and the fix would hide that.
                let is_closed = text.as_bytes().get(at.end as usize) == Some(&b']');
                if self.counts_beside_others != Some(at) && is_closed {
                    report.fix(Safety::Safe, || format!("write {identifier}[{written}]"), || Edits::one(at, &*written));
                }
                Some(value)
            }
            Meaning::None => {
                // Without its stones the record is another game.
                let stones = matches!(identifier, "B" | "W" | "AB" | "AW" | "AE");
                let severity = if stones { Severity::Error } else { Severity::Warning };
                self.diagnostics.report(&codes::BAD_VALUE.with_severity(severity), at, || {
                    let done = if stones { "left out of the game; its text is kept" } else { "kept as it is" };
                    format!("{identifier}[{}] is not {wanted}; {done}", shown(&text[at.range()]))
                });
                None
            }
        }
    }

    /// The first value of a property that takes one. Reports further values, and keeps those that add something.
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

    /// The first value that is not empty of a property that takes one text. Further values are kept unchanged.
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
        // An empty move is a pass.
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
        self.diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
            let number = property.value_spans().count();
            format!("{identifier} takes one value and has {number}; {} counts", quoted(raw))
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
            format!("{identifier} takes one value and has {number}; the others are empty or the same, and ignored")
        });
        let others = || property.value_spans().filter(|at| *at != counts);
        // A value that never ends has no bracket to take out.
        if others().all(|at| text.as_bytes().get(at.end as usize) == Some(&b']')) {
            report.fix(
                Safety::Safe,
                || "take them out",
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
            format!("{identifier} takes one value and has {number}; the texts are joined")
        });
    }
}
