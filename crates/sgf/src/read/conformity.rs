//! Checks values that the record keeps unchanged against the standard.

use super::{Reader, header::terms, seconds, values::report_bad};
use crate::{
    Property, PropertyDef, Type, Value,
    value::{self, Meaning},
};
use alloc::format;
use kifu_core::Span;
use kifu_goban::Color;

impl<'a> Reader<'a> {
    /// Reports the values of a kept property that do not follow the standard.
    pub(super) fn check(&mut self, identifier: &str, property: Property<'a>, known: &'static PropertyDef) {
        let (Value::One(of) | Value::List(of) | Value::Elist(of)) = known.value;
        let may_be_empty = matches!(known.value, Value::Elist(_));
        for at in property.value_spans() {
            let raw = self.raw(at);
            let is_point = || value::rect(raw) != Meaning::None || may_be_empty && raw.is_empty();
            let bounds;
            let wanted = match of {
                Type::None if !raw.is_empty() => "no value",
                Type::Number | Type::Range(..) if value::number(raw) == Meaning::None => "a whole number",
                Type::Range(low, high)
                    if !value::number(raw).value().is_some_and(|n| (i64::from(low)..=i64::from(high)).contains(&n)) =>
                {
                    bounds = format!("a number from {low} to {high}");
                    &bounds
                }
                Type::Real if value::real(raw) == Meaning::None => "a number",
                Type::Double if value::double(raw) == Meaning::None => "1, or 2 for emphasis",
                Type::Figure if !is_figure(raw) => "no value, or flags and a title",
                Type::Point | Type::Stone if !is_point() => "a point",
                Type::Move if value::play(raw, Color::Black, self.size) == Meaning::None => "a move",
                _ => continue,
            };
            let _ = self.meaning::<()>(identifier, at, Meaning::None, wanted);
        }
    }
}

impl Reader<'_> {
    /// Reports a value of game information outside of the first node that has no meaning. It has no effect, so a loose value
    /// is not reported.
    pub(super) fn check_game_info(&mut self, identifier: &str, at: Span) {
        let raw = self.raw(at);
        let wanted = match identifier {
            _ if value::is_blank(raw) || !has_no_meaning(identifier, raw) => return,
            "DT" => "a date",
            "RE" => "a result",
            "TM" => "a time in seconds",
            "KM" => "a number",
            "HA" => "a number of stones",
            _ => "a whole number",
        };
        report_bad(&mut self.diagnostics, self.game.text, identifier, at, wanted, "has no effect (kept in the file)");
    }
}

/// Returns true if a value of game information has no meaning for the reader, whatever else the game contains. Texts have none.
pub(crate) fn has_no_meaning(identifier: &str, raw: &str) -> bool {
    match identifier {
        "DT" => value::dates(raw).is_none() && value::loose_dates(raw).is_none(),
        "RE" => value::outcome(raw) == Meaning::None,
        "TM" => seconds::time(raw) == Meaning::None,
        "KM" => value::real(raw) == Meaning::None,
        "HA" => terms::stones(raw) == Meaning::None,
        "KI" | "BS" | "WS" => value::number(raw) == Meaning::None,
        _ => false,
    }
}

/// Returns true if a raw value is written as the standard requires for this type.
pub(crate) fn is_valid(of: Type, raw: &str) -> bool {
    let number = || match value::number(raw) {
        Meaning::Exact(number) => Some(number),
        _ => None,
    };
    match of {
        Type::None => raw.is_empty(),
        Type::Number => number().is_some(),
        Type::Range(low, high) => number().is_some_and(|n| (i64::from(low)..=i64::from(high)).contains(&n)),
        Type::Real => matches!(value::real(raw), Meaning::Exact(_)),
        Type::Double => matches!(value::double(raw), Meaning::Exact(_)),
        Type::Color => matches!(value::color(raw), Meaning::Exact(_)),
        Type::Size => matches!(value::size(raw), Meaning::Exact(_)),
        Type::Figure => is_figure(raw),
        Type::Point | Type::Stone => matches!(value::rect(raw), Meaning::Exact(_)) || raw.is_empty(),
        Type::PointPoint => value::compose(raw).is_some_and(|(from, to)| from != to && is_point(from) && is_point(to)),
        Type::PointText => value::compose(raw).is_some_and(|(point, _)| is_point(point)),
        // The types `StonePoint` and `TextText` occur only in games other than go.
        Type::SimpleText | Type::Text | Type::Move | Type::StonePoint | Type::TextText => true,
    }
}

fn is_point(raw: &str) -> bool {
    matches!(value::point(raw), Meaning::Exact(_))
}

pub(super) fn is_figure(raw: &str) -> bool {
    raw.is_empty() || value::compose(raw).is_some_and(|(flags, _)| value::number(flags) != Meaning::None)
}
