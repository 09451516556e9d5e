//! What the root says of the game.

use super::{
    Reader,
    details::{self, Parts},
};
use crate::{
    Property, codes,
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Decimal, Edits, MainTime, Overtime, Parsed, PartialDateTime, Safety, Seat, Span};

/// Programs that count komi in quarters of a stone or in hundredths, by what AP says of them.
const FOX_KOMI: [&str; 3] = ["foxwq", "SGFC:2.0", "YuanYu"];

impl<'a> Reader<'a> {
    /// A property of the root, or one that says something of the game.
    pub(super) fn root_property(&mut self, identifier: &str, property: Property<'a>, parts: &mut Parts) {
        if identifier == "GC" {
            return self.description(property);
        }
        let Some(at) = self.first_text(identifier, property, parts, 0) else { return };
        let written = self.game.text;
        let text = || value::simple_text(written.get(at.range()).unwrap_or_default()).into_owned();
        match identifier {
            // They are the document's.
            "FF" | "CA" => return,
            "GM" => return self.game_in_words(at),
            _ => {}
        }
        let Some(field) = self.field(identifier) else { return self.typed(identifier, at, parts) };
        if field.is_empty() {
            *field = text();
        } else if !text().is_empty() {
            self.keep(identifier, core::iter::once(at), parts, 0);
        }
    }

    /// The text of the record that a property of the header is.
    fn field(&mut self, identifier: &str) -> Option<&mut String> {
        let info = &mut self.record.info;
        Some(match identifier {
            "GN" => &mut info.name,
            "EV" => &mut info.event,
            "RO" => &mut info.round,
            "PC" => &mut info.place,
            "ON" => &mut info.opening,
            "AN" => &mut info.annotator,
            "US" => &mut info.transcriber,
            "CP" => &mut info.copyright,
            "PB" => &mut info.player_mut(Seat::First).name,
            "PW" => &mut info.player_mut(Seat::Second).name,
            "BR" => &mut info.player_mut(Seat::First).rank,
            "WR" => &mut info.player_mut(Seat::Second).rank,
            "BT" => &mut info.player_mut(Seat::First).team,
            "WT" => &mut info.player_mut(Seat::Second).team,
            "RU" => &mut self.record.terms.rules,
            _ => return None,
        })
    }

    /// Puts the characters that the slot keeps into the texts of the header.
    pub(super) fn restore(&mut self, characters: &[(String, Vec<value::Run>)]) {
        for (identifier, runs) in characters {
            let info = &mut self.record.info;
            let text = match &**identifier {
                "GC" => Some(&mut info.description),
                "SO" => Some(&mut info.source),
                "OT" => match &mut info.time.all_mut().overtime {
                    Some(Parsed::Text(text)) => Some(text),
                    _ => None,
                },
                _ => self.field(identifier),
            };
            if let Some(text) = text {
                *text = value::restored(text, runs);
            }
        }
    }

    /// GM as a word: the standard wants the number.
    fn game_in_words(&mut self, at: Span) {
        let raw = self.raw(at);
        let meaning = match value::number(raw) {
            Meaning::None if !raw.trim().is_empty() => Meaning::Loose((), String::from("1")),
            _ => Meaning::Exact(()),
        };
        let _ = self.meaning("GM", at, meaning, "the number of a game");
    }

    /// GC: several texts are joined.
    fn description(&mut self, property: Property<'a>) {
        self.report_texts("GC", property);
        for raw in property.values() {
            let text = value::text(raw);
            let description = &mut self.record.info.description;
            if !text.is_empty() {
                if !description.is_empty() {
                    description.push_str("\n\n");
                }
                description.push_str(&text);
            }
        }
    }

    /// A property whose value has a type.
    fn typed(&mut self, identifier: &str, at: Span, parts: &mut Parts) {
        let raw = self.raw(at);
        if value::simple_text(raw).trim().is_empty() {
            let read = if identifier == "SZ" { "as 19" } else { "as not stated" };
            self.diagnostics.report(&codes::EMPTY_VALUE, at, || format!("{identifier} is empty; read {read}"));
            return;
        }
        let info = &self.record.info;
        let terms = &self.record.terms;
        let taken = match identifier {
            "SZ" => false,
            "AP" => !info.application.is_empty(),
            "ST" => !info.display.is_empty(),
            "SO" => !(info.source.is_empty() && info.address.is_empty()),
            "RE" => info.outcome.is_some(),
            "TM" => info.time.all().is_some_and(|control| control.main.is_some()),
            "OT" => info.time.all().is_some_and(|control| control.overtime.is_some()),
            "DT" => !info.dates.is_empty(),
            "KM" | "KI" => terms.komi.is_some(),
            "HA" => terms.handicap.is_some(),
            _ => true,
        };
        if taken {
            self.keep(identifier, core::iter::once(at), parts, 0);
            return;
        }
        match identifier {
            "SZ" => self.board_size(at, parts),
            "AP" => match application(raw) {
                name if name.is_empty() => self.keep(identifier, core::iter::once(at), parts, 0),
                name => self.record.info.application = name,
            },
            "ST" => self.style(at, parts),
            "SO" => {
                let (source, address) = source_and_address(&value::simple_text(raw));
                self.record.info.source = source;
                self.record.info.address = address;
            }
            "RE" => {
                let outcome = self.stated(identifier, at, value::outcome(raw), "a result of the standard");
                self.record.info.outcome = Some(outcome);
            }
            "TM" => self.time_limit(at),
            "OT" => self.overtime(at),
            "DT" => self.dates(at),
            "KM" => self.komi(at),
            "KI" => self.old_komi(at, parts),
            _ => self.handicap(at),
        }
    }

    /// Whether a time is a number below zero, which the standard allows; it is reported.
    pub(super) fn is_negative(&mut self, identifier: &str, at: Span) -> bool {
        let raw = self.raw(at);
        let is_negative = matches!(value::real(raw), Meaning::Exact(time) if time < Decimal::from(0));
        if is_negative {
            self.diagnostics.report(&codes::NEGATIVE_TIME, at, || {
                format!("{identifier}[{raw}] is less than no time; kept, and shown on no clock")
            });
        }
        is_negative
    }

    /// TM, in seconds.
    fn time_limit(&mut self, at: Span) {
        let raw = self.raw(at);
        let meaning = match details::time(raw) {
            Meaning::Exact(main) => Meaning::Exact(MainTime(main)),
            Meaning::Loose(main, written) => Meaning::Loose(MainTime(main), written),
            Meaning::None if self.is_negative("TM", at) => {
                self.record.info.time.all_mut().main = Some(Parsed::Text(value::simple_text(raw).into_owned()));
                return;
            }
            Meaning::None => Meaning::None,
        };
        let time = self.stated("TM", at, meaning, "a time in seconds");
        self.record.info.time.all_mut().main = Some(time);
    }

    /// OT.
    fn overtime(&mut self, at: Span) {
        let raw = self.raw(at);
        let text = value::simple_text(raw);
        let known = text.parse().ok().filter(|overtime: &Overtime| overtime.to_string() == text);
        self.record.info.time.all_mut().overtime =
            Some(known.map_or_else(|| Parsed::Text(text.into_owned()), Parsed::Value));
    }

    /// DT.
    fn dates(&mut self, at: Span) {
        let raw = self.raw(at);
        if let Some(dates) = value::dates(raw) {
            if raw.contains(char::is_whitespace) {
                let written: String = raw.chars().filter(|c| !c.is_whitespace()).collect();
                let _ = self.meaning("DT", at, Meaning::Loose((), written), "a list of dates");
            }
            self.record.info.dates = dates.into_iter().map(Parsed::Value).collect();
            return;
        }
        let Some((dates, time)) = value::loose_dates(raw) else {
            self.diagnostics
                .report(&codes::BAD_VALUE, at, || {
                    format!("DT[{}] is not a date that can be told for certain; kept as text", super::shown(raw))
                })
                .help("a date is YYYY, YYYY-MM or YYYY-MM-DD; several stand with commas between them");
            self.record.info.dates = alloc::vec![Parsed::Text(value::simple_text(raw).into_owned())];
            return;
        };
        let written = value::dates_text(&dates);
        let started = time.map(|time| PartialDateTime { date: dates[0], time: Some(time) });
        match started {
            None => drop(self.meaning("DT", at, Meaning::Loose((), written), "a list of dates")),
            Some(started) => self.report_time_of_day(at, &written, started),
        }
        if self.record.info.started.is_none() {
            self.record.info.started = started.map(Parsed::Value);
        }
        self.record.info.dates = dates.into_iter().map(Parsed::Value).collect();
    }

    /// DT with a time of day, which goes to the start of the game. The fix keeps it in the slot.
    fn report_time_of_day(&mut self, at: Span, written: &str, started: PartialDateTime) {
        let (text, is_rootless) = (self.game.text, self.game.game.rootless);
        let report = self.diagnostics.report(&codes::LOOSE_VALUE, at, || {
            let shown = super::shown(&text[at.range()]);
            format!("DT[{shown}] has a time of day, and DT is a date; read as DT[{written}], started {started}")
        });
        let end = at.end as usize + 1;
        // The slot of a game is read in its root.
        if text.as_bytes().get(end - 1) == Some(&b']') && !is_rootless {
            let title = || format!("write DT[{written}], and the time in the slot");
            report.fix(Safety::Safe, title, || {
                let time = started.to_string().replace(':', "\\\\:");
                let mut edits = Edits::one(at, written);
                let _ = edits.insert(end, format!("{}[kifu:started:{time}]", super::slot::IDENTIFIER));
                edits
            });
        }
    }

    /// KI, twice the komi.
    fn old_komi(&mut self, at: Span, parts: &mut Parts) {
        let raw = self.raw(at);
        self.diagnostics.report(
            &codes::OLD_PROPERTY,
            at,
            || "KI is twice the komi, which is KM since FF[3]; read as that",
        );
        let half =
            value::number(raw).value().and_then(|twice| twice.checked_mul(5)).map(|tenths| Decimal::new(tenths, 1));
        match half {
            Some(komi) => self.record.terms.komi = Some(Parsed::Value(komi.normalized())),
            None => self.keep("KI", core::iter::once(at), parts, 0),
        }
    }

    /// HA.
    fn handicap(&mut self, at: Span) {
        let raw = self.raw(at);
        // `7.0` and `7.` are not written as a whole number, and are one.
        let whole = || value::real(raw).value().and_then(Decimal::to_integer);
        let meaning = match value::number(raw) {
            Meaning::None => whole().map_or(Meaning::None, |n| Meaning::Loose(n, n.to_string())),
            meaning => meaning,
        };
        let meaning = match meaning {
            Meaning::Exact(n) => u32::try_from(n).map_or(Meaning::None, Meaning::Exact),
            Meaning::Loose(n, written) => u32::try_from(n).map_or(Meaning::None, |n| Meaning::Loose(n, written)),
            Meaning::None => Meaning::None,
        };
        let handicap = self.stated("HA", at, meaning, "a number of stones");
        if let Parsed::Value(few @ 0..=1) = handicap {
            self.diagnostics.report(&codes::ODD_HANDICAP, at, || {
                format!("a handicap of {few} means that there is none; read as it stands")
            });
        }
        self.record.terms.handicap = Some(handicap);
    }

    /// A typed value, or its text where it has no meaning.
    fn stated<T>(&mut self, identifier: &str, at: Span, meaning: Meaning<T>, wanted: &str) -> Parsed<T> {
        let known = self.meaning(identifier, at, meaning, wanted);
        known.map_or_else(|| Parsed::Text(value::simple_text(self.raw(at)).into_owned()), Parsed::Value)
    }

    fn board_size(&mut self, at: Span, parts: &mut Parts) {
        let raw = self.raw(at);
        match value::size(raw) {
            Meaning::None => {
                self.diagnostics.report(&codes::BAD_SIZE, at, || {
                    format!("SZ[{}] is no size of a board from 1 to 52; read as 19", super::shown(raw))
                });
                self.keep("SZ", core::iter::once(at), parts, 0);
            }
            meaning => {
                let _ = self.meaning("SZ", at, meaning, "a size");
                // One that says the same says nothing more.
                if value::size(raw).value() != Some(self.size) {
                    self.keep("SZ", core::iter::once(at), parts, 0);
                }
            }
        }
    }

    /// ST: what is shown of the variations.
    fn style(&mut self, at: Span, parts: &mut Parts) {
        let meaning = match value::number(self.raw(at)) {
            Meaning::Exact(style @ 0..=3) => Meaning::Exact(style),
            Meaning::Loose(style @ 0..=3, written) => Meaning::Loose(style, written),
            _ => Meaning::None,
        };
        match self.meaning("ST", at, meaning, "a number from 0 to 3") {
            Some(style) => {
                let word = |on: bool| String::from(if on { "true" } else { "false" });
                self.record.info.display = alloc::vec![
                    ("showVariations".into(), word(style & 2 == 0)),
                    ("showSiblingVariations".into(), word(style & 1 == 1)),
                ];
            }
            None => self.keep("ST", core::iter::once(at), parts, 0),
        }
    }

    fn komi(&mut self, at: Span) {
        let raw = self.raw(at);
        let meaning = value::real(raw);
        let mut komi = self.stated("KM", at, meaning, "a number");
        if let Parsed::Value(stated) = komi {
            let fox = self.game.applications().any(|raw| FOX_KOMI.iter().any(|program| raw.contains(program)));
            let points = fox.then(|| fox_points(stated)).flatten();
            if points.is_some() || stated > Decimal::from(100) || stated < Decimal::from(-100) {
                let report = self.diagnostics.report(&codes::ODD_KOMI, at, || match points {
                    Some(points) => {
                        format!("the program that wrote this file counts komi so; {stated} read as {points} points")
                    }
                    None => format!("a komi of {stated} is hardly meant in points; read as it stands"),
                });
                if let Some(likely) = points.or_else(|| fox_points(stated)) {
                    let title = || format!("write KM[{likely}]");
                    let report = report.fix(Safety::Guess, title, || Edits::one(at, likely.to_string()));
                    if points.is_none() {
                        report.help(format!("some servers write so for {likely} points"));
                    }
                }
            }
            if let Some(points) = points {
                komi = Parsed::Value(points);
            }
        }
        self.record.terms.komi = Some(komi);
    }
}

/// Komi in points of what Fox and its like write, in hundredths or in quarters of a stone.
fn fox_points(stated: Decimal) -> Option<Decimal> {
    let points = match stated.to_integer()? {
        50 => "0.5",
        550 | 275 => "5.5",
        650 | 325 => "6.5",
        700 | 350 => "7",
        750 | 375 => "7.5",
        _ => return None,
    };
    points.parse().ok()
}

/// AP as the record keeps it: `CGoban v3`; `name:word`, where the version is no number.
fn application(raw: &str) -> String {
    match value::compose(raw) {
        Some((name, version)) if !version.is_empty() => {
            let between = if version.starts_with(|c: char| c.is_ascii_digit()) { " v" } else { ":" };
            format!("{}{between}{}", value::simple_text(name), value::simple_text(version))
        }
        Some((name, _)) => value::simple_text(name).into_owned(),
        None => value::simple_text(raw).into_owned(),
    }
}

/// A source, and its address where it ends with one.
pub(crate) fn source_and_address(text: &str) -> (String, String) {
    let is_address =
        |part: &str| (part.starts_with("http://") || part.starts_with("https://")) && !part.contains([' ', ',']);
    if is_address(text) {
        return (String::new(), text.to_string());
    }
    match text.rsplit_once(", ") {
        Some((source, address)) if is_address(address) && !source.is_empty() => {
            (source.to_string(), address.to_string())
        }
        _ => (text.to_string(), String::new()),
    }
}
