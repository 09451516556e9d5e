//! Reads the values of a property, and decides which of them count.

use super::{
    Reader,
    dialects::is_renamed,
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
use alloc::{format, string::String, vec::Vec};
use kifu_core::{Diagnostics, Edits, Report, Safety, Severity, Span};
use kifu_goban::Point;

impl<'a> Reader<'a> {
    /// Returns the meaning of a value. Reports a value that is not as the standard requires, with a fix if its meaning is
    /// certain.
    pub(super) fn meaning<T>(&mut self, identifier: &str, at: Span, meaning: Meaning<T>, wanted: &str) -> Option<T> {
        let text = self.game.text;
        match meaning {
            Meaning::Exact(value) => Some(value),
            Meaning::Loose(value, written) => {
                // The value could become equal to one that is kept beside it, and that one would then be ignored.
                let is_alone = self.counts_beside_others != Some(at);
                report_loose(&mut self.diagnostics, text, identifier, at, &written, wanted, is_alone);
                Some(value)
            }
            Meaning::None => {
                // A record without a move or stone is a different game.
                let left_out = match identifier {
                    "B" | "W" => Some(("such as pd", "the move was left out")),
                    "AB" | "AW" | "AE" => Some(("such as pd or pd:qf", "the stones were left out")),
                    _ => None,
                };
                let Some((example, done)) = left_out else {
                    // The record keeps these values as text in a field.
                    let done = match identifier {
                        "RE" | "TM" | "KM" | "HA" => "was kept as text",
                        _ => "has no effect (kept in the file)",
                    };
                    report_bad(&mut self.diagnostics, text, identifier, at, wanted, done);
                    return None;
                };
                let size = self.size;
                let report = self.diagnostics.report(&codes::BAD_VALUE.with_severity(Severity::Error), at, || {
                    let shown = shown(&text[at.range()]);
                    format!(
                        "{identifier} takes a point in SGF letters, {example}, not {shown:?}; {done} (kept in the file)"
                    )
                });
                report.with(|found| {
                    let name = text[at.range()].trim();
                    match Point::from_a1(name, size) {
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
        let is_stated = |at: &Span| !value::is_blank(self.raw(*at));
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
        // With one value, the property could be read as another one.
        let needs_others = draft.is_root && is_renamed(identifier, draft.mover.is_some());
        let (text, severity) = (self.game.text, Severity::Error);
        let others = report_others(&mut self.diagnostics, text, identifier, property, counts, severity, !needs_others);
        if !others.is_empty() {
            self.counts_beside_others = Some(counts);
            self.keep(identifier, others.into_iter(), draft, target);
        }
    }
}

/// Reports a value in a form that the standard does not have, but whose meaning is certain: the value `written`. The fix is offered if
/// the value `is_alone`.
pub(super) fn report_loose(
    diagnostics: &mut Diagnostics,
    text: &str,
    identifier: &str,
    at: Span,
    written: &str,
    wanted: &str,
    is_alone: bool,
) {
    let wanted = wanted.trim_end_matches(" of the standard");
    let report = diagnostics.report(&codes::LOOSE_VALUE, at, || {
        let shown = shown(&text[at.range()]);
        if written.is_empty() && wanted == "no value" {
            return format!("{identifier} takes no value; {identifier}[{shown}] was read as {identifier}[]");
        }
        format!("{identifier}[{shown}] is not the standard form of {wanted}; read as {identifier}[{written}]")
    });
    // A value without its bracket was cut off, and the fix would hide that.
    let is_closed = text.as_bytes().get(at.end as usize) == Some(&b']');
    if is_alone && is_closed {
        report.fix(Safety::Safe, || format!("write {identifier}[{written}]"), || Edits::one(at, written));
    }
}

/// Reports a value that has no meaning. `done` is what was done with it.
pub(super) fn report_bad<'d>(
    diagnostics: &'d mut Diagnostics,
    text: &str,
    identifier: &str,
    at: Span,
    wanted: &str,
    done: &str,
) -> Report<'d> {
    let report = diagnostics.report(&codes::BAD_VALUE, at, || {
        let shown = shown(&text[at.range()]);
        match judgement::of_degree(identifier) {
            Some(meaning) => format!("{identifier} {meaning}; {shown:?} {done}"),
            None => format!("{identifier} takes {wanted}; {shown:?} {done}"),
        }
    });
    match identifier {
        "PL" => report.help("write PL[B] or PL[W]"),
        "RE" => report.help("write a result such as B+3.5, W+R (resignation), W+T (time), 0 (draw), Void or ?"),
        "KM" => report.help("write a number such as 6.5"),
        "HA" => report.help("write the number of stones, 2 or more"),
        "TM" | "BL" | "WL" => report.help("write the time in seconds, such as 1800"),
        "ST" => report.help("write a number from 0 to 3"),
        _ => report,
    }
}

/// Reports the values of a property beside the one that counts, with the severity `of_moves` if they are moves. Returns those that are
/// neither empty nor repeat it. If none is left, they `can_go`, which is the fix.
pub(super) fn report_others(
    diagnostics: &mut Diagnostics,
    text: &str,
    identifier: &str,
    property: Property<'_>,
    counts: Span,
    of_moves: Severity,
    can_go: bool,
) -> Vec<Span> {
    let Some(second) = property.value_spans().nth(1) else { return Vec::new() };
    // An empty move is a pass, so it is not ignored.
    let is_move = matches!(identifier, "B" | "W");
    let raw = &text[counts.range()];
    let adds_something = |at: &Span| {
        let other = &text[at.range()];
        *at != counts && other != raw && (is_move || !value::is_blank(other))
    };
    let others: Vec<Span> = property.value_spans().filter(adds_something).collect();
    if others.is_empty() {
        report_empty_values(diagnostics, text, identifier, property, counts, can_go);
        return others;
    }
    // Other moves are missing from the record, which is an error.
    let hides_move = is_move && others.iter().any(|at| !text[at.range()].trim().is_empty());
    let severity = if hides_move { of_moves } else { codes::TOO_MANY_VALUES.severity };
    let report = diagnostics.report(&codes::TOO_MANY_VALUES.with_severity(severity), second, || {
        let number = property.value_spans().count();
        format!("{identifier} takes one value but has {number}; {} counts", quoted(raw))
    });
    // One player does not make many moves at once, and a text with spaces is not a move of any game.
    let is_word = |at: &Span| !text[at.range()].trim().contains(char::is_whitespace);
    if hides_move
        && property.is_closed()
        && others.len() == 1
        && others.iter().all(is_word)
        && counts.start < second.start
    {
        let edits = || {
            let mut edits = Edits::default();
            for at in &others {
                let _ = edits.replace(Span { start: at.start - 1, end: at.start }, format!(";{identifier}["));
            }
            edits
        };
        report.fix(Safety::Guess, || "start a node for each move", edits);
    } else if identifier == "DT"
        && let Some(joined) = joined_dates(property)
    {
        let at = property
            .value_spans()
            .fold(counts, |all, at| Span { start: all.start.min(at.start), end: all.end.max(at.end) });
        report.fix(Safety::Guess, || "put all dates into one value", || Edits::one(at, joined));
    } else {
        report.help(format!("remove every value of {identifier} but the right one"));
    }
    others
}

/// Returns the dates of several values as one value, with their times of day. `None` if one of them is not a date, or if there are very
/// many.
fn joined_dates(property: Property<'_>) -> Option<String> {
    let few = property.is_closed() && property.values().nth(MOST_TEXTS).is_none();
    let (mut all, mut joined) = (Vec::new(), String::new());
    let mut has_time = false;
    for raw in property.values().filter(|_| few) {
        let comma = if joined.is_empty() { "" } else { "," };
        joined.push_str(comma);
        joined.push_str(raw.trim());
        match value::dates(raw) {
            Some(dates) => all.extend(dates),
            None => {
                let read = value::loose_dates(raw)?;
                has_time |= read.time.is_some() || read.has_more_times;
                all.extend(read.dates);
            }
        }
    }
    match has_time {
        true => value::loose_dates(&joined).map(|_| joined),
        false => Some(value::dates_text(&all)),
    }
    .filter(|_| few)
}

/// Reports further values that are empty, or equal to the one that counts.
fn report_empty_values(
    diagnostics: &mut Diagnostics,
    text: &str,
    identifier: &str,
    property: Property<'_>,
    counts: Span,
    can_go: bool,
) {
    let Some(second) = property.value_spans().nth(1) else { return };
    let report = diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
        let number = property.value_spans().count();
        let others = if number == 2 { "the other one is" } else { "the others are" };
        format!("{identifier} takes one value but has {number}; {others} empty or repeated, and ignored")
    });
    let others = || property.value_spans().filter(|at| *at != counts);
    // A charset whose value moves to the start of CA could count for the whole file. A value without its closing bracket cannot be
    // removed with its brackets.
    if can_go && identifier != "CA" && others().all(|at| text.as_bytes().get(at.end as usize) == Some(&b']')) {
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

/// Returns what joins raw texts to one that is read as all of them, with an empty line between each two. `None` if there is no such text,
/// because one of them is empty, or has a bracket that is not escaped, which may be damage that has another fix.
pub(super) fn joints(texts: &[&str]) -> Option<Vec<&'static str>> {
    let is_plain = |raw: &str| {
        let mut opened = memchr::memchr_iter(b'[', raw.as_bytes());
        value::is_whole(raw) && opened.all(|open| value::is_escaped(raw, open))
    };
    let (mut joints, mut joined, mut read) = (Vec::new(), String::new(), String::new());
    for (index, raw) in texts.iter().enumerate() {
        let text = value::text(raw);
        if text.is_empty() || !is_plain(raw) {
            return None;
        }
        if index > 0 {
            // Two different characters would be one newline.
            let is_return = joined.ends_with('\r') || raw.starts_with('\r') && !raw.starts_with("\r\n");
            let joint = if is_return { "\r\r" } else { "\n\n" };
            joints.push(joint);
            joined.push_str(joint);
            read.push_str("\n\n");
        }
        joined.push_str(raw);
        read.push_str(&text);
    }
    (value::text(&joined) == read).then_some(joints)
}

/// The largest number of texts that a fix joins. There may be millions.
const MOST_TEXTS: usize = 100;

/// Reports several values of a property that is one text of many lines.
pub(super) fn report_texts(diagnostics: &mut Diagnostics, text: &str, identifier: &str, property: Property<'_>) {
    let Some(second) = property.value_spans().nth(1) else { return };
    let mut texts = property.value_spans().filter(|at| !value::text(&text[at.range()]).is_empty());
    let first = texts.next().or_else(|| property.value_spans().next());
    if let (Some(first), None) = (first, texts.next()) {
        return report_empty_values(diagnostics, text, identifier, property, first, true);
    }
    let report = diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
        let number = property.value_spans().count();
        format!("{identifier} takes one value but has {number}; the texts are joined")
    });
    // Whether the writer meant the text twice is not known.
    let first = property.values().next();
    if property.values().all(|raw| Some(raw) == first) {
        if let (true, Some(first), Some(last)) =
            (property.is_closed(), property.value_spans().next(), property.value_spans().last())
        {
            let others = Span { start: first.end + 1, end: last.end + 1 };
            report.fix(Safety::Guess, || "remove the repeated texts", || Edits::one(others, ""));
        }
        return;
    }
    let is_few = property.values().take(MOST_TEXTS + 1).count() <= MOST_TEXTS;
    if is_few
        && property.is_closed()
        && let Some(joints) = joints(&property.values().collect::<Vec<_>>())
    {
        let edits = || {
            let mut edits = Edits::default();
            let pairs = property.value_spans().zip(property.value_spans().skip(1));
            for ((value, next), joint) in pairs.zip(joints) {
                let _ = edits.replace(Span { start: value.end, end: next.start }, joint);
            }
            edits
        };
        report.fix(Safety::Safe, || "join the texts", edits);
    }
}
