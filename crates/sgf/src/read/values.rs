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
    Property, PropertyDef, Type, Value, codes,
    document::parse,
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
        let others =
            report_others(&mut self.diagnostics, self.game.text, identifier, property, counts, Severity::Error);
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
/// neither empty nor repeat it.
pub(super) fn report_others(
    diagnostics: &mut Diagnostics,
    text: &str,
    identifier: &str,
    property: Property<'_>,
    counts: Span,
    of_moves: Severity,
) -> Vec<Span> {
    let Some(second) = property.value_spans().nth(1) else { return Vec::new() };
    // An empty move is a pass, so it is not ignored.
    let is_move = matches!(identifier, "B" | "W");
    let raw = &text[counts.range()];
    let adds_something = |at: &Span| {
        let other = &text[at.range()];
        *at != counts && other != raw && (is_move || !value::simple_text(other).trim().is_empty())
    };
    let others: Vec<Span> = property.value_spans().filter(adds_something).collect();
    if others.is_empty() {
        report_empty_values(diagnostics, text, identifier, property, counts);
        return others;
    }
    // Other moves are missing from the record, which is an error.
    let hides_move = is_move && others.iter().any(|at| !text[at.range()].trim().is_empty());
    let severity = if hides_move { of_moves } else { codes::TOO_MANY_VALUES.severity };
    diagnostics.report(&codes::TOO_MANY_VALUES.with_severity(severity), second, || {
        let number = property.value_spans().count();
        format!("{identifier} takes one value but has {number}; {} counts", quoted(raw))
    });
    others
}

/// Reports further values that are empty, or equal to the one that counts.
fn report_empty_values(
    diagnostics: &mut Diagnostics,
    text: &str,
    identifier: &str,
    property: Property<'_>,
    counts: Span,
) {
    let Some(second) = property.value_spans().nth(1) else { return };
    let report = diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
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

/// Reports a property that its node has already. It is an error if it is a move that the record does not have. The record does not
/// contain it if it `is_ignored`. It `has_effect` unless its values are only kept.
pub(super) fn report_twice(
    diagnostics: &mut Diagnostics,
    property: Property<'_>,
    identifier: &str,
    value: Option<Value>,
    is_lost_move: bool,
    is_ignored: bool,
    has_effect: bool,
) {
    let severity = if is_lost_move { Severity::Error } else { codes::DUPLICATE_PROPERTY.severity };
    let is_list = matches!(value, Some(Value::List(_) | Value::Elist(_)));
    let is_single = !is_list && value != Some(Value::One(Type::Text));
    let repeats = is_ignored || is_single && repeats(property, identifier);
    let report = diagnostics.report(&codes::DUPLICATE_PROPERTY.with_severity(severity), property.name_span(), || {
        let done = match value {
            _ if is_list => "the lists are merged",
            Some(Value::One(Type::Text)) if has_effect => "the texts are joined",
            Some(Value::One(Type::Text)) => "both are kept in the file",
            _ if repeats => "it repeats an earlier value",
            _ => "the first counts",
        };
        format!("{identifier} occurs twice in this node; {done}")
    });
    if is_lost_move {
        let at = Span::at(property.name_span().start as usize);
        report.fix(Safety::Guess, || "start a node before the move", || Edits::one(at, ";"));
    } else if is_list && continues_list(property, identifier) {
        report.fix(Safety::Safe, || "merge the lists", || Edits::one(property.name_span(), ""));
    } else if let Some(edits) = moved(property, identifier, value, has_effect) {
        report.fix(Safety::Safe, || if is_list { "merge the lists" } else { "join the texts" }, || edits);
    } else if repeats && property.is_removable() {
        let safety = if is_ignored { Safety::Safe } else { Safety::Guess };
        report.fix(safety, || format!("remove the second {identifier}"), || Edits::one(property.span(), ""));
    }
}

/// Returns true if a property follows one with the same identifier, so that its values follow those without its name.
fn continues_list(property: Property<'_>, identifier: &str) -> bool {
    // An empty value is an empty list, and no value of a longer one.
    let is_plain =
        |property: Property<'_>| property.is_closed() && property.values().all(|value| !value.trim().is_empty());
    property.before().is_some_and(|before| {
        let touches = property.text_since(before).trim().is_empty();
        before.identifier() == identifier && touches && is_plain(before) && is_plain(property)
    })
}

/// Returns the edits that move the values of a property to the end of the nearest earlier property with the same identifier, if this
/// changes nothing that is read. `None` also
///
/// * for stones, whose order counts;
/// * if another list is between the two, because the first of two contradicting marks counts;
/// * if the list continues in the next property, whose name another fix removes;
/// * for a text that has no effect, because the record keeps it unchanged.
fn moved(property: Property<'_>, identifier: &str, value: Option<Value>, has_effect: bool) -> Option<Edits> {
    let is_text = value == Some(Value::One(Type::Text));
    if !is_text
        && (matches!(identifier, "AB" | "AW" | "AE") || !matches!(value, Some(Value::List(_) | Value::Elist(_))))
    {
        return None;
    }
    let first = earlier(property, identifier)?;
    let mut between = core::iter::successors(property.before(), |before| before.before());
    if !is_text
        && !between.by_ref().take_while(|before| !before.is(first)).all(|before| is_single(&before.identifier()))
    {
        return None;
    }
    let is_movable = |property: Property<'_>| {
        property.is_closed() && (is_text || property.values().all(|value| !value.trim().is_empty()))
    };
    if !property.is_removable() || !is_movable(first) || !is_movable(property) || continues(property, identifier) {
        return None;
    }
    let (at, added) = if is_text {
        let one = |property: Property<'_>| property.value_spans().next().filter(|_| property.values().nth(1).is_none());
        let texts = [first.values().next()?, property.values().next()?];
        let (end, _) = (one(first)?.end, one(property)?);
        (Span::at(end as usize), format!("{}{}", joints(&texts).filter(|_| has_effect)?.first()?, texts[1]))
    } else {
        // Another fix may remove the first of the two, so this one replaces its last bracket.
        let end = first.span().end;
        (Span { start: end - 1, end }, format!("]{}", property.values_text()))
    };
    let mut edits = Edits::one(at, added);
    edits.replace(property.span(), "").ok()?;
    Some(edits)
}

/// Returns true if a property with the same identifier follows. Only white space is between the two.
fn continues(property: Property<'_>, identifier: &str) -> bool {
    let after = property.text_after().trim_start();
    let len = after.bytes().take_while(u8::is_ascii_alphabetic).count();
    parse::identifier(&after[..len]) == identifier
}

/// Returns true for properties with one value.
fn is_single(identifier: &str) -> bool {
    PropertyDef::find(identifier, 1).is_some_and(|known| matches!(known.value, Value::One(_)))
}

/// Returns what joins raw texts to one that is read as all of them, with an empty line between each two. `None` if there is no such text,
/// because one of them is empty, or has a bracket that is not escaped, which may be damage that has another fix.
fn joints(texts: &[&str]) -> Option<Vec<&'static str>> {
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

/// The number of properties that are searched for an earlier one. Without a limit, a node with many repeated properties would take
/// quadratic time.
const SEARCHED: usize = 64;

/// Returns true if an earlier property of the node has the same identifier and the same one value.
pub(super) fn repeats(property: Property<'_>, identifier: &str) -> bool {
    let mut values = property.values();
    let (Some(value), None) = (values.next(), values.next()) else { return false };
    earlier(property, identifier)
        .is_some_and(|first| first.values().eq([value]) && first.is_closed() && property.is_closed())
}

/// Returns the nearest earlier property of the node with this identifier.
fn earlier<'a>(property: Property<'a>, identifier: &str) -> Option<Property<'a>> {
    let mut before = core::iter::successors(property.before(), |before| before.before()).take(SEARCHED);
    before.find(|before| before.identifier() == identifier)
}

/// The largest number of texts that a fix joins. There may be millions.
const MOST_TEXTS: usize = 100;

/// Reports several values of a property that is one text of many lines.
pub(super) fn report_texts(diagnostics: &mut Diagnostics, text: &str, identifier: &str, property: Property<'_>) {
    let Some(second) = property.value_spans().nth(1) else { return };
    let mut texts = property.value_spans().filter(|at| !value::text(&text[at.range()]).is_empty());
    let first = texts.next().or_else(|| property.value_spans().next());
    if let (Some(first), None) = (first, texts.next()) {
        return report_empty_values(diagnostics, text, identifier, property, first);
    }
    let report = diagnostics.report(&codes::TOO_MANY_VALUES, second, || {
        let number = property.value_spans().count();
        format!("{identifier} takes one value but has {number}; the texts are joined")
    });
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
