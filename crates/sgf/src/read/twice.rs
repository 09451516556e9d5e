//! Properties that a node has already: what counts, and the fix.

use super::{
    Reader,
    node::{draft::Draft, judgement::group, point_mark},
    repeated::ComparedValue,
    values::joints,
};
use crate::{Kind, Node, Property, PropertyDef, Type, Value, codes, document::parse, value};
use alloc::{collections::BTreeSet, format, string::String};
use kifu_core::{Charset, Diagnostics, Edits, Safety, Severity, Span};
use kifu_goban::{Color, Points, slot};

/// What a property adds to its node, which has one with the same identifier already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Again {
    /// A further move of a player, which the record does not have. It `can_split` from the first if there are only two.
    LostMove { can_split: bool },
    /// Nothing, because it repeats an earlier value. The record does not have it at all if it `is_ignored`.
    Repeats { is_ignored: bool },
    /// Nothing, because it is empty.
    Empty,
    /// Its value, because the one before it has none that counts. Without that one, the record is the same if it `is_alone`.
    Counts { before: Before, is_alone: bool },
    /// Nothing, and neither does the one before it.
    Neither,
    /// The values of a list. They `can_move` if their place in the node does not matter. Those that the list before has can be left out
    /// if all of them `are_read`: the record keeps the text of the others.
    List { can_move: bool, are_read: bool },
    /// A text that is joined to the one before it.
    Text { can_move: bool },
    /// A value that is only kept, as the one before it, because it has no effect in this node.
    WithoutEffect,
    /// Another value, without effect.
    Other,
}

/// Where the value of a property is stated.
enum Stated {
    Before,
    Nowhere,
}

/// Why a property does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    Empty,
    Unreadable,
    /// The bytes of the file are not in this charset.
    OtherCharset,
}

impl Again {
    /// Returns what a property adds, if its place in the node does not matter for lists that `can_move`.
    pub(super) fn of_value(property: Property<'_>, identifier: &str, value: Option<Value>, can_move: bool) -> Self {
        match value {
            Some(Value::List(_) | Value::Elist(_)) => Self::List { can_move, are_read: false },
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
        is_move: bool,
    ) -> Again {
        let known = &crate::PROPERTIES[row];
        let PropertyDef { identifier, kind, value, .. } = *known;
        let is_of_game = matches!(kind, Kind::Root | Kind::GameInfo);
        let is_text = value == Value::One(Type::Text);
        let is_empty = is_text && has_no_character(property) || !is_text && has_no_text(property);
        let before = match earlier(property, identifier) {
            Some(before) if has_no_character(before) || !is_text && has_no_text(before) => Before::Empty,
            _ => Before::Unreadable,
        };
        // The whole node is searched, so it must have few properties.
        let is_pair = || {
            node.properties().nth(SEARCHED).is_none()
                && node.properties().filter(|other| other.identifier() == identifier).nth(2).is_none()
        };
        if is_of_game && !has_header {
            return match Again::of_value(property, identifier, Some(value), false) {
                Again::Text { .. } => Again::WithoutEffect,
                again => again,
            };
        }
        // FF, CA and GM are kept, because they describe the document. What KI means depends on KM.
        if is_of_game && !matches!(identifier, "FF" | "CA" | "GM" | "KI") {
            if is_empty {
                return Again::Empty;
            }
            if !is_text && !self.is_stated(identifier) {
                // The meaning of other properties depends on the first of these.
                let is_first = matches!(identifier, "OT" | "DT" | "AP");
                return Again::Counts { before, is_alone: !is_first && is_pair() };
            }
        }
        if identifier == "CA" {
            return self.charset_again(property);
        }
        if let Value::One(of) = value
            && of != Type::Text
        {
            return match self.has_value(identifier, draft, is_move) {
                Some(Stated::Before) => Again::of_value(property, identifier, Some(value), false),
                // Only an empty name is not kept.
                Some(Stated::Nowhere) if self.is_readable(known, property, is_move) => {
                    Again::Counts { before, is_alone: identifier == "N" && is_pair() }
                }
                Some(Stated::Nowhere) => Again::Neither,
                None => Again::WithoutEffect,
            };
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
        let mark = point_mark(identifier);
        let takes_points = is_setup(identifier) || mark.is_some();
        let has_points = is_setup(identifier) || mark.is_some_and(|mark| draft.has_points(mark));
        match (is_empty, before) {
            (true, Before::Unreadable) if is_text || has_points => Again::Empty,
            // Other lists keep an empty value, and without a point it may mean an empty list.
            (false, Before::Empty) => {
                let is_ignored = is_text || takes_points && property.values().any(|raw| self.is_read(identifier, raw));
                Again::Counts { before, is_alone: is_ignored && is_pair() }
            }
            _ if is_text => Again::Text { can_move },
            _ => {
                let are_read = property.values().all(|raw| self.is_read(identifier, raw));
                Again::List { can_move, are_read }
            }
        }
    }

    /// Returns what a further CA adds. The bytes of the file decide which one is right.
    fn charset_again(&self, property: Property<'a>) -> Again {
        let is_right = |property: Property<'a>| {
            let raw = property.values().next().unwrap_or_default();
            Charset::new(&value::simple_text(raw)).name() == self.charset.name()
        };
        match earlier(property, "CA") {
            _ if repeats(property, "CA") => Again::Repeats { is_ignored: false },
            Some(before) if !is_right(before) && is_right(property) => {
                Again::Counts { before: Before::OtherCharset, is_alone: false }
            }
            Some(before) if !is_right(before) => Again::Neither,
            _ => Again::Other,
        }
    }

    /// Returns where the node has the value of a property that takes one; `None` if it has an effect nowhere. `is_move` is true if the
    /// property is a move of the node.
    fn has_value(&self, identifier: &str, draft: &Draft, is_move: bool) -> Option<Stated> {
        let details = || draft.target(draft.main).node.details();
        let has_value = match identifier {
            "B" | "W" => !is_move,
            "BL" | "WL" | "OB" | "OW" => {
                let color = if identifier.contains('B') { Color::Black } else { Color::White };
                if draft.mover != Some(color) {
                    return None;
                }
                let clock = details().map(|details| details.clock).unwrap_or_default();
                if identifier.ends_with('L') { clock.left.is_some() } else { clock.overtime_left.is_some() }
            }
            "PL" => draft.mover.is_some() || draft.states_turn(),
            "N" => draft.head.node.details().is_some_and(|details| !details.name.is_empty()),
            _ if slot::IDENTIFIERS.contains(&identifier) => {
                let judgement = details().map(|details| details.judgement).unwrap_or_default();
                slot::write(&judgement).iter().any(|stated| group(stated.identifier) == group(identifier))
            }
            _ => true,
        };
        Some(if has_value { Stated::Before } else { Stated::Nowhere })
    }

    /// Returns true if the value of a property has a meaning.
    fn is_readable(&self, known: &PropertyDef, property: Property<'a>, is_move: bool) -> bool {
        let raw = property.values().next().unwrap_or_default();
        match known.identifier {
            "B" | "W" => is_move,
            "N" => !has_no_text(property),
            "BL" | "WL" | "OB" | "OW" if raw.trim_start().starts_with('-') => false,
            _ => matches!(self.compared(known, raw), Some(ComparedValue::Known(_))),
        }
    }

    /// Returns true if the record has what a value of a list states: stones or marks on the board.
    fn is_read(&self, identifier: &str, raw: &str) -> bool {
        let is_point = |raw| value::point(raw).value().is_some_and(|point| self.size.contains(point));
        match identifier {
            "LB" => value::compose(raw).is_some_and(|(point, _)| is_point(point)),
            "AR" | "LN" => value::compose(raw).is_some_and(|(from, to)| from != to && is_point(from) && is_point(to)),
            _ if is_setup(identifier) || point_mark(identifier).is_some() => {
                value::rect(raw).value().is_some_and(|rect| self.size.contains(rect.lower_right()))
            }
            _ => false,
        }
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
    !is_setup(identifier) && between.by_ref().take_while(|before| !before.is(first)).all(is_single)
}

/// Reports a property that its node has already.
pub(super) fn report_twice(diagnostics: &mut Diagnostics, property: Property<'_>, identifier: &str, again: Again) {
    // The record is incomplete without a move.
    let severity =
        if matches!(again, Again::LostMove { .. }) { Severity::Error } else { codes::DUPLICATE_PROPERTY.severity };
    let report = diagnostics.report(&codes::DUPLICATE_PROPERTY.with_severity(severity), property.name_span(), || {
        let done = match again {
            Again::LostMove { .. } | Again::Other => "the first counts",
            Again::Neither => "it has no effect, and neither has the one before",
            Again::Repeats { .. } => "it repeats an earlier value",
            Again::Empty => "this one is empty and ignored",
            Again::Counts { before: Before::Empty, .. } => "the one before is empty, so this one counts",
            Again::Counts { before: Before::Unreadable, .. } => "the one before cannot be read, so this one counts",
            Again::Counts { before: Before::OtherCharset, .. } => "the bytes agree with this one",
            Again::List { .. } => "the lists are merged",
            Again::Text { .. } => "the texts are joined",
            Again::WithoutEffect => "both are kept in the file",
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
        // A move that cannot be read may be one of the other player, or of another node.
        Again::Counts { before: Before::Unreadable, .. } if matches!(identifier, "B" | "W") => {
            report.help(format!("remove every {identifier} but the right one"));
        }
        Again::Counts { before, is_alone } => {
            let useless = earlier(property, identifier).filter(|first| first.is_removable() && property.is_closed());
            let (what, safety) = match before {
                Before::Empty if is_alone => ("empty", Safety::Safe),
                Before::Empty => ("empty", Safety::Guess),
                Before::Unreadable => ("unreadable", Safety::Guess),
                Before::OtherCharset => ("wrong", Safety::Guess),
            };
            if let Some(useless) = useless {
                let title = || format!("remove the {what} {identifier}");
                report.fix(safety, title, || Edits::one(useless.span(), ""));
            }
        }
        Again::List { can_move: true, are_read } => {
            if let Some(edits) = merged(property, identifier, are_read) {
                report.fix(Safety::Safe, || "merge the lists", || edits);
            }
        }
        // Whether the writer meant the text twice is not known.
        Again::Text { .. } if repeats(property, identifier) && property.is_removable() => {
            report.fix(
                Safety::Guess,
                || format!("remove the repeated {identifier}"),
                || Edits::one(property.span(), ""),
            );
        }
        Again::Text { can_move: true } => {
            if let Some(edits) = joined(property, identifier) {
                report.fix(Safety::Safe, || "join the texts", || edits);
            }
        }
        Again::Other | Again::Neither => drop(report.help(format!("remove every {identifier} but the right one"))),
        _ => {}
    }
}

/// Returns true for the properties of the stones of a setup.
fn is_setup(identifier: &str) -> bool {
    matches!(identifier, "AB" | "AW" | "AE")
}

/// Returns true if all values of a property are empty. White space is text in a comment.
fn has_no_character(property: Property<'_>) -> bool {
    property.values().all(|raw| value::text(raw).is_empty())
}

/// Returns true if all values of a property are empty, or white space.
fn has_no_text(property: Property<'_>) -> bool {
    property.values().all(value::is_blank)
}

/// Returns true if a property follows one with the same identifier, so that its values follow those without its name.
fn follows_list(property: Property<'_>, identifier: &str) -> bool {
    // An empty value is an empty list, and no value of a longer one.
    let is_plain = |property: Property<'_>| property.is_closed() && !property.values().any(value::is_blank);
    property.before().is_some_and(|before| {
        let touches = property.text_since(before).trim().is_empty();
        before.identifier() == identifier && touches && is_plain(before) && is_plain(property)
    })
}

/// Returns the edits that move the values of a list to the end of the nearest earlier list with the same identifier, if it is sound. Values
/// that the earlier list has are left out if they `are_read`. The list must not continue in the next property, whose name another fix
/// removes.
fn merged(property: Property<'_>, identifier: &str, are_read: bool) -> Option<Edits> {
    let first = earlier(property, identifier)?;
    let known: BTreeSet<&str> = first.values().filter(|_| are_read).collect();
    if follows_list(property, identifier) {
        let mut edits = Edits::one(property.name_span(), "");
        let values = property.values().zip(property.value_spans());
        for (_, Span { start, end }) in values.filter(|(value, _)| known.contains(value)) {
            edits.replace(Span { start: start - 1, end: end + 1 }, "").ok()?;
        }
        return Some(edits);
    }
    let is_sound = |property: Property<'_>| property.is_closed() && !property.values().any(value::is_blank);
    if !property.is_removable() || !is_sound(first) || !is_sound(property) || continues(property, identifier) {
        return None;
    }
    let values: String = match property.values().any(|value| known.contains(value)) {
        false => property.values_text().into(),
        true => property.values().filter(|value| !known.contains(value)).map(|value| format!("[{value}]")).collect(),
    };
    // Another fix may remove the first of the two, so this one replaces its last bracket.
    let end = first.span().end;
    let mut edits = Edits::one(Span { start: end - 1, end }, format!("]{values}"));
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
