//! Properties that a node has already: what counts, and the fix.

use super::{
    Reader,
    node::{draft::Draft, point_mark},
    values::joints,
};
use crate::{Kind, Node, Property, PropertyDef, Type, Value, codes, document::parse, value};
use alloc::format;
use kifu_core::{Diagnostics, Edits, Safety, Severity, Span};
use kifu_goban::{Color, Points};

/// What a property adds to its node, which has one with the same identifier already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// A further move of a player, which the record does not have. It `can_split` from the first if there are only two.
    LostMove { can_split: bool },
    /// Nothing, because it repeats an earlier value. The record does not have it at all if it `is_ignored`.
    Repeats { is_ignored: bool },
    /// Nothing, because it is empty.
    Empty,
    /// Its value, because those before it are empty. Without them, the record is the same if it `is_alone`.
    Counts { is_alone: bool },
    /// The values of a list. They `can_move` if their place in the node does not matter.
    List { can_move: bool },
    /// A text that is joined to the one before it.
    Text { can_move: bool },
    /// A text that is only kept, because it has no effect in this node.
    TextWithoutEffect,
    /// Another value, without effect.
    Other,
}

impl Again {
    /// Returns what a property adds, if its place in the node does not matter for lists that `can_move`.
    pub(super) fn of_value(property: Property<'_>, identifier: &str, value: Option<Value>, can_move: bool) -> Self {
        match value {
            Some(Value::List(_) | Value::Elist(_)) => Self::List { can_move },
            Some(Value::One(Type::Text)) => Self::Text { can_move },
            _ if repeats(property, identifier) => Self::Repeats { is_ignored: false },
            _ => Self::Other,
        }
    }
}

impl<'a> Reader<'a> {
    /// Returns what a property adds to its node, which has one with the same identifier already. `row` is its row in the table.
    pub(super) fn again(
        &mut self,
        node: Node<'a>,
        property: Property<'a>,
        row: usize,
        draft: &Draft,
        has_header: bool,
    ) -> Again {
        let PropertyDef { identifier, kind, value, .. } = crate::PROPERTIES[row];
        let is_of_game = matches!(kind, Kind::Root | Kind::GameInfo);
        let is_empty = property.values().all(|raw| value::simple_text(raw).trim().is_empty());
        if is_of_game && !has_header {
            return match Again::of_value(property, identifier, Some(value), false) {
                Again::Text { .. } => Again::TextWithoutEffect,
                again => again,
            };
        }
        // FF, CA and GM are kept, because they describe the document. What KI means depends on KM.
        if is_of_game && !matches!(identifier, "FF" | "CA" | "GM" | "KI") {
            if is_empty {
                return Again::Empty;
            }
            if value != Value::One(Type::Text) && !self.is_stated(identifier) {
                // The meaning of other properties depends on the first of these.
                let is_first = matches!(identifier, "OT" | "DT" | "AP");
                let mut same = node.properties().filter(|other| other.identifier() == identifier);
                return Again::Counts { is_alone: !is_first && same.nth(2).is_none() };
            }
        }
        let can_move = match identifier {
            // The last stone of a point counts.
            "AB" | "AW" | "AE" => follows_list(property, identifier) || !self.is_set_up(property, draft, identifier),
            // Each list starts with the letter A, and two values can be the corners of one rectangle.
            "L" => false,
            "VW" => self.version >= 4,
            // The letters of L are labels too, and the slot counts labels.
            "LB" => !draft.has_seen("L"),
            // A comment belongs to the move before it.
            "C" => draft.moves <= 1,
            _ => true,
        };
        let is_of_points = matches!(identifier, "AB" | "AW" | "AE")
            || point_mark(identifier).is_some_and(|mark| draft.has_points(mark));
        if is_empty && is_of_points {
            return Again::Empty;
        }
        Again::of_value(property, identifier, Some(value), can_move)
    }

    /// Returns true if a setup property with another identifier has a point of a list.
    fn is_set_up(&self, property: Property<'a>, draft: &Draft, identifier: &str) -> bool {
        let color = identifier.chars().nth(1).and_then(Color::from_letter);
        let rects = property.values().filter_map(|raw| value::rect(raw).value());
        let points: Points = rects.filter(|rect| self.size.contains(rect.lower_right())).collect();
        draft.set_up_by_others(&points, color).is_some()
    }
}

/// Returns true if the place of a property in its node does not matter, in a game without a record: if only properties with one value are
/// between it and the one before with the same identifier.
pub(super) fn can_move(property: Property<'_>, known: &PropertyDef) -> bool {
    let PropertyDef { identifier, value, .. } = *known;
    if value == Value::One(Type::Text) || follows_list(property, identifier) {
        return true;
    }
    let Some(first) = earlier(property, identifier) else { return false };
    let mut between = core::iter::successors(property.before(), |before| before.before());
    let is_single = |property: Property<'_>| {
        PropertyDef::find(&property.identifier(), 1).is_some_and(|known| matches!(known.value, Value::One(_)))
    };
    !matches!(identifier, "AB" | "AW" | "AE") && between.by_ref().take_while(|before| !before.is(first)).all(is_single)
}

/// Reports a property that its node has already.
pub(super) fn report_twice(diagnostics: &mut Diagnostics, property: Property<'_>, identifier: &str, again: Again) {
    // The record is incomplete without a move.
    let severity =
        if matches!(again, Again::LostMove { .. }) { Severity::Error } else { codes::DUPLICATE_PROPERTY.severity };
    let report = diagnostics.report(&codes::DUPLICATE_PROPERTY.with_severity(severity), property.name_span(), || {
        let done = match again {
            Again::LostMove { .. } | Again::Other => "the first counts",
            Again::Repeats { .. } => "it repeats an earlier value",
            Again::Empty => "this one is empty and ignored",
            Again::Counts { .. } => "the one before is empty, so this one counts",
            Again::List { .. } => "the lists are merged",
            Again::Text { .. } => "the texts are joined",
            Again::TextWithoutEffect => "both are kept in the file",
        };
        format!("{identifier} occurs again in this node; {done}")
    });
    match again {
        Again::LostMove { can_split: true } => {
            let at = Span::at(property.name_span().start as usize);
            report.fix(Safety::Guess, || "start a node before the move", || Edits::one(at, ";"));
        }
        Again::Repeats { is_ignored } if property.is_removable() => {
            let safety = if is_ignored { Safety::Safe } else { Safety::Guess };
            report.fix(safety, || format!("remove the repeated {identifier}"), || Edits::one(property.span(), ""));
        }
        Again::Empty if property.is_removable() => {
            report.fix(Safety::Safe, || format!("remove the empty {identifier}"), || Edits::one(property.span(), ""));
        }
        Again::Counts { is_alone: true } => {
            let empty = earlier(property, identifier).filter(|empty| empty.is_removable() && property.is_closed());
            if let Some(empty) = empty {
                let title = || format!("remove the empty {identifier}");
                report.fix(Safety::Safe, title, || Edits::one(empty.span(), ""));
            }
        }
        Again::List { can_move: true } => {
            if let Some(edits) = merged(property, identifier) {
                report.fix(Safety::Safe, || "merge the lists", || edits);
            }
        }
        Again::Text { can_move: true } => {
            if let Some(edits) = joined(property, identifier) {
                report.fix(Safety::Safe, || "join the texts", || edits);
            }
        }
        Again::Other => drop(report.help(format!("remove every {identifier} but the right one"))),
        _ => {}
    }
}

/// Returns true if a property follows one with the same identifier, so that its values follow those without its name.
fn follows_list(property: Property<'_>, identifier: &str) -> bool {
    // An empty value is an empty list, and no value of a longer one.
    let is_plain =
        |property: Property<'_>| property.is_closed() && property.values().all(|value| !value.trim().is_empty());
    property.before().is_some_and(|before| {
        let touches = property.text_since(before).trim().is_empty();
        before.identifier() == identifier && touches && is_plain(before) && is_plain(property)
    })
}

/// Returns the edits that move the values of a list to the end of the nearest earlier list with the same identifier, if it is sound. The
/// list must not continue in the next property, whose name another fix removes.
fn merged(property: Property<'_>, identifier: &str) -> Option<Edits> {
    if follows_list(property, identifier) {
        return Some(Edits::one(property.name_span(), ""));
    }
    let first = earlier(property, identifier)?;
    let is_sound =
        |property: Property<'_>| property.is_closed() && property.values().all(|value| !value.trim().is_empty());
    if !property.is_removable() || !is_sound(first) || !is_sound(property) || continues(property, identifier) {
        return None;
    }
    // Another fix may remove the first of the two, so this one replaces its last bracket.
    let end = first.span().end;
    let mut edits = Edits::one(Span { start: end - 1, end }, format!("]{}", property.values_text()));
    edits.replace(property.span(), "").ok()?;
    Some(edits)
}

/// Returns the edits that join a text to the nearest earlier one with the same identifier, if both are sound.
fn joined(property: Property<'_>, identifier: &str) -> Option<Edits> {
    let first = earlier(property, identifier)?;
    let is_sound = property.is_removable() && first.is_closed() && property.is_closed();
    if !is_sound || continues(property, identifier) {
        return None;
    }
    let one = |property: Property<'_>| property.value_spans().next().filter(|_| property.values().nth(1).is_none());
    let texts = [first.values().next()?, property.values().next()?];
    let (end, _) = (one(first)?.end, one(property)?);
    let mut edits = Edits::one(Span::at(end as usize), format!("{}{}", joints(&texts)?.first()?, texts[1]));
    edits.replace(property.span(), "").ok()?;
    Some(edits)
}

/// Returns true if a property with the same identifier follows. Only white space is between the two.
fn continues(property: Property<'_>, identifier: &str) -> bool {
    let after = property.text_after().trim_start();
    let len = after.bytes().take_while(u8::is_ascii_alphabetic).count();
    parse::identifier(&after[..len]) == identifier
}

/// The number of properties that are searched for an earlier one. Without a limit, a node with many repeated properties would take
/// quadratic time.
pub(super) const SEARCHED: usize = 64;

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
