//! A property that a node has already, with a value that means the same: it adds nothing, so it is ignored.

use super::{Reader, dialects, header::terms, node::draft::Draft, seconds};
use crate::{
    Kind, Node, Property, PropertyDef, Type, Value, games,
    value::{self, LooseDates},
};
use alloc::string::{String, ToString};
use kifu_core::{Charset, Decimal, Span};
use kifu_goban::outcome_text;

/// A value that was read, for a comparison with another value of the same property.
#[derive(PartialEq)]
pub(in crate::read) enum ComparedValue {
    /// The standard form of a value that has a meaning.
    Known(String),
    /// The text of any other value.
    Text(String),
}

impl<'a> Reader<'a> {
    /// Returns true if a property means the same as the first property of its node with this identifier, which is in `row` of the table.
    ///
    /// This must not change with a safe fix of either property, because the result decides what the record keeps. The first property of
    /// each row is found and read once for each node, so the cost is linear in the text of the node.
    pub(super) fn repeats_first(
        &self,
        node: Node<'a>,
        property: Property<'a>,
        row: usize,
        draft: &mut Draft,
        has_header: bool,
    ) -> bool {
        let known = &crate::PROPERTIES[row];
        let is_of_game = matches!(known.kind, Kind::Root | Kind::GameInfo);
        let Value::One(of) = known.value else { return false };
        let is_compared = match (known.identifier, of) {
            // Texts are joined, and a move that occurs twice may be two moves.
            (_, Type::Text | Type::Move) => false,
            // The meaning of PL beside a move depends on their number.
            ("PL", _) => draft.mover.is_none(),
            // A fix may give the first of them the name of another property.
            (identifier, _) if has_header && dialects::is_renamed(identifier, draft.mover.is_some()) => false,
            // Outside of the first node these have no effect, and all of them are kept.
            _ => has_header || !is_of_game,
        };
        // A value without its bracket was cut off. An identifier without a value has no bracket at all.
        let text = self.game.text.as_bytes();
        let is_cut = |at: Span| text[..at.start as usize].ends_with(b"[") && text.get(at.end as usize) != Some(&b']');
        if !is_compared || property.value_spans().any(is_cut) {
            return false;
        }
        let takes_text = is_of_game || known.identifier == "N";
        let firsts = draft.firsts.get_or_insert_default();
        let first = firsts.entry(row).or_insert_with(|| {
            let first = node.get(known.identifier).filter(|first| !first.is(property))?;
            self.compared(known, counting(first, takes_text)?)
        });
        let Some(first) = first else { return false };
        let is_same = |raw: &str| {
            // The record has the time of the first date only.
            let has_time = known.identifier == "DT"
                && value::loose_dates(raw).is_some_and(|read| read.time.is_some() || read.has_more_times);
            !has_time && self.compared(known, raw).as_ref() == Some(&*first)
        };
        counting(property, takes_text).is_some_and(is_same)
            && property.values().all(|raw| value::is_blank(raw) || is_same(raw))
    }

    /// Returns a value for a comparison. `None` if it has a bracket, because it may have lost one of its own.
    pub(super) fn compared(&self, known: &PropertyDef, raw: &str) -> Option<ComparedValue> {
        if raw.contains('[') {
            return None;
        }
        let (Value::One(of) | Value::List(of) | Value::Elist(of)) = known.value;
        let decimal = |number: Decimal| number.normalized().to_string();
        let standard = match known.identifier {
            "CA" => Some(Charset::new(&value::simple_text(raw))).filter(Charset::is_known).map(|of| of.name().into()),
            "GM" => games::number(raw).filter(|_| games::is_plain(raw)).map(|number| number.to_string()),
            // Programs are found by the raw text of AP.
            "AP" => return Some(ComparedValue::Text(raw.into())),
            "DT" => value::dates(raw)
                .or_else(|| value::loose_dates(raw).map(|LooseDates { dates, .. }| dates))
                .map(|dates| value::dates_text(&dates)),
            "RE" => self.result(raw).value().map(|outcome| outcome_text(&outcome)),
            "OT" => self.overtime_in(&value::simple_text(raw)).map(|overtime| overtime.to_string()),
            "TM" | "BL" | "WL" => seconds::time(raw).value().map(|time| time.as_nanos().to_string()),
            "HA" => terms::stones(raw).value().map(|stones| stones.to_string()),
            "DO" | "IT" => matches!(raw.trim(), "" | "1" | "2").then(String::new),
            _ => match of {
                Type::Number | Type::Range(..) => value::number(raw).value().map(|number| number.to_string()),
                Type::Real => value::real(raw).value().map(decimal),
                Type::Double => value::double(raw).value().map(|emphasised| emphasised.to_string()),
                Type::Color => value::color(raw).value().map(|color| color.letter().to_string()),
                Type::Size => value::size(raw).value().map(|size| value::size_text(&size)),
                _ => None,
            },
        };
        Some(match standard {
            Some(standard) => ComparedValue::Known(standard),
            None => ComparedValue::Text(value::simple_text(raw).into_owned()),
        })
    }
}

/// Returns the value of a property that counts: the first, or if it `takes_text`, the first that is not empty.
fn counting(property: Property<'_>, takes_text: bool) -> Option<&str> {
    let stated = property.values().find(|raw| takes_text && !value::is_blank(raw));
    stated.or_else(|| property.values().next())
}
