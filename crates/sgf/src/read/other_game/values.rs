//! Checks the values of a property by their type.

use super::{Checker, notation::Part};
use crate::{
    Property, PropertyDef, Type, Value, codes, games,
    read::{
        conformity::is_figure,
        header::dates::report_bad_date,
        messages::shown,
        seconds,
        values::{report_bad, report_loose, report_others, report_texts},
    },
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Severity, Span};

impl<'a> Checker<'a, '_> {
    pub(super) fn values(&mut self, property: Property<'a>, known: &PropertyDef) {
        let identifier = known.identifier;
        match known.value {
            Value::One(Type::Text) => report_texts(self.diagnostics, self.text, identifier, property),
            Value::One(of) => {
                let is_stated = |at: &Span| !value::is_blank(&self.text[at.range()]);
                let stated = property.value_spans().find(is_stated).filter(|_| of == Type::SimpleText);
                let Some(counts) = stated.or_else(|| property.value_spans().next()) else { return };
                report_others(self.diagnostics, self.text, identifier, property, counts, Severity::Warning, true);
                self.value(identifier, of, counts);
            }
            Value::List(of) | Value::Elist(of) => {
                // In a list that may be empty, one empty value means an empty list.
                let is_single = property.value_spans().nth(1).is_none();
                let may_be_empty = is_single && matches!(known.value, Value::Elist(_));
                for at in property.value_spans() {
                    if !value::is_blank(&self.text[at.range()]) {
                        self.value(identifier, of, at);
                    } else if !may_be_empty && self.has_notation() {
                        self.diagnostics.report(&codes::BAD_VALUE, at, || match is_single {
                            true => format!("{identifier} is empty; ignored"),
                            false => format!("{identifier} has an empty value among others; ignored"),
                        });
                    }
                }
            }
        }
    }

    /// Checks one value by its type.
    fn value(&mut self, identifier: &str, of: Type, at: Span) {
        let raw = &self.text[at.range()];
        match of {
            Type::Text => {}
            Type::None => {
                let meaning = match raw.trim() {
                    "" if raw.is_empty() => Meaning::Exact(()),
                    "" => Meaning::Loose((), String::new()),
                    _ => Meaning::None,
                };
                self.meaning(identifier, at, meaning, "no value");
            }
            // Damage of FF and GM is reported with the structure of the game.
            Type::Range(..) if identifier == "FF" => {}
            Type::Number if identifier == "GM" => self.number_of_game(at),
            Type::Number if matches!(identifier, "OB" | "OW") => {
                self.meaning(identifier, at, value::number(raw), "a number of moves");
            }
            Type::Number => self.meaning(identifier, at, value::number(raw), "a whole number"),
            Type::Range(low, high) => {
                let is_within = |n: &i64| (i64::from(low)..=i64::from(high)).contains(n);
                let meaning = match value::number(raw) {
                    Meaning::Exact(n) | Meaning::Loose(n, _) if !is_within(&n) => Meaning::None,
                    meaning => meaning,
                };
                self.meaning(identifier, at, meaning, &format!("a number from {low} to {high}"));
            }
            Type::Real if matches!(identifier, "TM" | "BL" | "WL") => match value::real(raw) {
                // The standard allows a negative time.
                Meaning::Exact(_) => {}
                _ => self.meaning(identifier, at, seconds::time(raw), "a time in seconds"),
            },
            Type::Real => self.meaning(identifier, at, value::real(raw), "a number"),
            Type::Double => self.meaning(identifier, at, value::double(raw), "a degree (1, or 2 for emphasis)"),
            Type::Color => self.meaning(identifier, at, value::color(raw), "a colour"),
            Type::SimpleText => self.text_of_game(identifier, at),
            Type::Size => self.meaning(identifier, at, games::board_size(raw), "a board size"),
            Type::Figure => {
                let meaning = if is_figure(raw) { Meaning::Exact(()) } else { Meaning::None };
                self.meaning(identifier, at, meaning, "no value, or flags and a title");
            }
            Type::Move => self.notation(identifier, Part::Move, at),
            Type::Point => self.points(identifier, Part::Point, at),
            Type::Stone => self.points(identifier, Part::Stone, at),
            Type::PointPoint => self.composed(identifier, at, "two different points", |checker, from, to| {
                checker.notation(identifier, Part::Point, from);
                checker.notation(identifier, Part::Point, to);
                if checker.has_notation() && checker.text[from.range()] == checker.text[to.range()] {
                    report_bad(checker.diagnostics, checker.text, identifier, at, "two different points", NO_EFFECT);
                }
            }),
            Type::PointText => self.composed(identifier, at, "a point and a text", |checker, point, _| {
                checker.notation(identifier, Part::Point, point);
            }),
            Type::StonePoint => self.composed(identifier, at, "a stone and a point", |checker, stone, point| {
                checker.notation(identifier, Part::Stone, stone);
                checker.notation(identifier, Part::Point, point);
            }),
            // Many programs write their name without a version.
            Type::TextText if identifier == "AP" => {}
            Type::TextText => self.composed(identifier, at, "two texts with a colon between them", |_, _, _| {}),
        }
    }

    fn meaning<T>(&mut self, identifier: &str, at: Span, meaning: Meaning<T>, wanted: &str) {
        match meaning {
            Meaning::Exact(_) => {}
            Meaning::Loose(_, written) => {
                report_loose(self.diagnostics, self.text, identifier, at, &written, wanted, true);
            }
            Meaning::None => {
                report_bad(self.diagnostics, self.text, identifier, at, wanted, NO_EFFECT);
            }
        }
    }

    /// Checks GM, which may have the name of the game.
    fn number_of_game(&mut self, at: Span) {
        let raw = &self.text[at.range()];
        if value::number(raw) == Meaning::None && games::is_plain(raw) {
            let meaning = Meaning::Loose((), self.number.to_string());
            self.meaning("GM", at, meaning, "the number of a game");
        }
    }

    /// Checks the texts that have a form: the result and the dates.
    fn text_of_game(&mut self, identifier: &str, at: Span) {
        let raw = &self.text[at.range()];
        if !matches!(identifier, "RE" | "DT") {
            return;
        }
        if value::is_blank(raw) {
            self.diagnostics.report(&codes::EMPTY_VALUE, at, || format!("{identifier} is empty; ignored"));
            return;
        }
        if identifier == "RE" {
            // Players of the other games have other results, such as 1-0.
            match self.number {
                6 if games::is_backgammon_resignation(raw) => {}
                _ if !self.has_notation() => {}
                _ => self.meaning(identifier, at, value::outcome(raw), "a result of the standard"),
            }
            return;
        }
        if value::dates(raw).is_some_and(|_| !raw.contains(char::is_whitespace)) {
            return;
        }
        let Some(value::LooseDates { dates, time, has_more_times, .. }) = value::loose_dates(raw) else {
            report_bad_date(self.diagnostics, raw, at);
            return;
        };
        let written = value::dates_text(&dates);
        match time.is_some() || has_more_times {
            false => self.meaning(identifier, at, Meaning::Loose((), written), "a list of dates"),
            // No fix removes the time.
            true => {
                self.diagnostics.report(&codes::LOOSE_VALUE, at, || {
                    let shown = shown(raw);
                    format!("DT[{shown}] has a time of day, which DT does not allow; read as DT[{written}]")
                });
            }
        }
    }

    /// Checks a value of two parts.
    fn composed(&mut self, identifier: &str, at: Span, wanted: &str, check: impl FnOnce(&mut Self, Span, Span)) {
        match parts(self.text, at) {
            Some((first, second)) => check(self, first, second),
            None => {
                report_bad(self.diagnostics, self.text, identifier, at, wanted, NO_EFFECT);
            }
        }
    }
}

pub(super) const NO_EFFECT: &str = "has no effect (kept in the file)";

/// Returns the two parts of a composed value.
pub(super) fn parts(text: &str, at: Span) -> Option<(Span, Span)> {
    let (first, _) = value::compose(&text[at.range()])?;
    let colon = at.start as usize + first.len();
    Some((Span::new(at.start as usize, colon), Span::new(colon + 1, at.end as usize)))
}
