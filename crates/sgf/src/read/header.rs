//! Reads the root properties and the information about the game.

use super::{
    Reader,
    messages::shown,
    node::draft::{Draft, HeaderCharacters, Target},
    values::report_texts,
};
use crate::{
    Property, codes, games,
    value::{self, Meaning},
};
use alloc::{format, string::String};
use kifu_core::{NamedValue, Parsed, Seat, Severity, Span, UnparsedText};

pub(super) mod dates;
mod outcome;
pub(super) mod source;
pub(super) mod terms;
mod time;

/// Returns the form that the standard recommends for a rank or a round, if the text has another one.
fn recommended_form(identifier: &str, text: &str) -> Option<&'static str> {
    let text = text.trim();
    let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let rest = &text[digits..];
    match identifier {
        "BR" | "WR" if !text.is_empty() => {
            let unit = rest.trim_start().trim_end_matches(['?', '*']).to_ascii_lowercase();
            let is_rank =
                (1..=2).contains(&digits) && matches!(&*unit, "k" | "kyu" | "d" | "dan" | "p" | "pro" | "p-dan");
            (!is_rank).then_some("such as 5k, 3d or 9p")
        }
        "RO" if !text.is_empty() => {
            let is_type = rest.is_empty() || rest.trim_start().starts_with('(') && rest.ends_with(')');
            (digits == 0 || !is_type).then_some("such as 5 or 5 (final)")
        }
        _ => None,
    }
}

/// Returns the text of a value that has no meaning. The writer writes it back to its property, because its format is SGF.
fn unparsed(raw: &str) -> UnparsedText {
    UnparsedText::of("sgf", value::simple_text(raw))
}

impl<'a> Reader<'a> {
    /// Reads a property of the root or of the game. `twice` is true if the property occurred earlier in the node.
    pub(super) fn root_property(&mut self, identifier: &str, property: Property<'a>, draft: &mut Draft, twice: bool) {
        if identifier == "GC" {
            return self.description(property);
        }
        let Some(at) = self.first_text(identifier, property, draft, Target::Head) else { return };
        let written = self.game.text;
        let text = || value::simple_text(written.get(at.range()).unwrap_or_default()).into_owned();
        match identifier {
            // One that repeats the first was ignored.
            "FF" | "CA" | "GM" if twice => {
                return self.keep(identifier, core::iter::once(at), draft, Target::Head);
            }
            // FF and CA describe the document, so the record does not contain them. If the value lost its bracket, it contains a
            // part of the game, which is kept.
            "FF" | "CA" => {
                if self.raw(at).contains('[') {
                    self.keep(identifier, core::iter::once(at), draft, Target::Head);
                }
                return;
            }
            "GM" => return self.number_of_game(at, draft),
            _ => {}
        }
        if let Some(wanted) = recommended_form(identifier, &text()) {
            self.diagnostics.report(&codes::GAME_INFO_FORMAT, at, || {
                format!(
                    "{identifier}[{}] is not in the form that SGF recommends, {wanted}; read as a text",
                    shown(self.game.text.get(at.range()).unwrap_or_default())
                )
            });
        }
        let Some(field) = self.field(identifier) else { return self.typed(identifier, at, draft) };
        if field.is_empty() {
            *field = text();
        } else if !text().is_empty() {
            self.keep(identifier, core::iter::once(at), draft, Target::Head);
        }
    }

    /// Returns the text of the record that a header property sets. Returns `None` if the property is not a plain text.
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

    /// Returns true if the record has the value of a header property already.
    pub(super) fn is_stated(&mut self, identifier: &str) -> bool {
        if let Some(field) = self.field(identifier) {
            return !field.is_empty();
        }
        let (info, terms) = (&self.record.info, &self.record.terms);
        match identifier {
            "AP" => !info.application.is_empty(),
            "ST" => !info.display.is_empty(),
            "SO" => !(info.source.is_empty() && info.address.is_empty()),
            "RE" => info.outcome.is_some(),
            "TM" => info.time.all().is_some_and(|control| control.main.is_some()),
            "OT" => info.time.all().is_some_and(|control| control.overtime.is_some()),
            "DT" => !info.dates.is_empty(),
            "KM" => terms.komi.is_some(),
            "KI" => terms.komi.is_some() && !self.has_komi(),
            "HA" => terms.handicap.is_some(),
            _ => true,
        }
    }

    /// Restores the characters that SGF cannot write in the texts of the header. They come from the slot.
    pub(super) fn restore_header_characters(&mut self, characters: &[HeaderCharacters]) {
        for HeaderCharacters { identifier, runs } in characters {
            let info = &mut self.record.info;
            let text = match &**identifier {
                "AP" => Some(&mut info.application),
                "GC" => Some(&mut info.description),
                "SO" => Some(&mut info.source),
                "OT" => {
                    if let Some(Parsed::Text(text)) = &mut info.time.all_mut().overtime {
                        *text = value::restored(text, runs).into();
                    }
                    None
                }
                _ => self.field(identifier),
            };
            if let Some(text) = text {
                *text = value::restored(text, runs);
            }
        }
    }

    /// Checks GM. Reports a name instead of a number, and a value that is neither.
    fn number_of_game(&mut self, at: Span, draft: &mut Draft) {
        let raw = self.raw(at);
        let meaning = match value::number(raw) {
            Meaning::None if value::is_blank(raw) => Meaning::Exact(()),
            Meaning::None if games::is_plain(raw) => Meaning::Loose((), String::from("1")),
            Meaning::None => Meaning::None,
            _ => Meaning::Exact(()),
        };
        if self.meaning("GM", at, meaning, "the number of a game").is_none() {
            self.keep("GM", core::iter::once(at), draft, Target::Head);
        }
    }

    /// Reads GC. Several texts are joined.
    fn description(&mut self, property: Property<'a>) {
        report_texts(&mut self.diagnostics, self.game.text, "GC", property);
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

    /// Reads a header property that is not a plain text, such as a date or a number.
    fn typed(&mut self, identifier: &str, at: Span, draft: &mut Draft) {
        let raw = self.raw(at);
        if value::is_blank(raw) {
            // The size decides which points are on the board.
            let (severity, done) = match identifier {
                "SZ" => (Severity::Warning, "read as 19"),
                _ => (codes::EMPTY_VALUE.severity, "ignored"),
            };
            let info = codes::EMPTY_VALUE.with_severity(severity);
            self.diagnostics.report(&info, at, || format!("{identifier} is empty; {done}"));
            return;
        }
        if identifier != "SZ" && self.is_stated(identifier) {
            if matches!(identifier, "BS" | "WS") {
                self.check_game_info(identifier, at);
            }
            self.keep(identifier, core::iter::once(at), draft, Target::Head);
            return;
        }
        match identifier {
            "SZ" => self.board_size(at, draft),
            "AP" => match source::application(raw) {
                name if name.is_empty() => self.keep(identifier, core::iter::once(at), draft, Target::Head),
                name => {
                    if value::compose(raw).is_none() {
                        self.diagnostics.report(&codes::NOT_COMPOSED, at, || {
                            let name = shown(raw);
                            format!("AP takes a name and a version, such as CGoban:3; {name:?} was read as a name without a version")
                        });
                    }
                    self.record.info.application = name;
                }
            },
            "ST" => self.style(at, draft),
            "SO" => self.record.info.set_source_line(&value::simple_text(raw)),
            "RE" => self.outcome(at),
            "TM" => self.time_limit(at),
            "OT" => self.overtime(at),
            "DT" => self.dates(at, draft),
            "KM" => self.komi(at),
            "KI" => self.old_komi(at, draft),
            _ => self.handicap(at),
        }
    }

    /// Returns the value, or its text if the value has no meaning.
    fn stated<T>(&mut self, identifier: &str, at: Span, meaning: Meaning<T>, wanted: &str) -> Parsed<T> {
        self.meaning(identifier, at, meaning, wanted)
            .map_or_else(|| Parsed::Text(unparsed(self.raw(at))), Parsed::Value)
    }

    fn board_size(&mut self, at: Span, draft: &mut Draft) {
        let raw = self.raw(at);
        match value::size(raw) {
            Meaning::None => {
                // The first SZ counts.
                let first = self.game.root_value("SZ").filter(|first| value::size(first).value().is_some());
                let severity = if first.is_some() { Severity::Warning } else { codes::BAD_SIZE.severity };
                self.diagnostics.report(&codes::BAD_SIZE.with_severity(severity), at, || {
                    let done = match first {
                        Some(first) => format!("SZ[{}] counts (this one is kept in the file)", shown(first)),
                        None => "read as 19".into(),
                    };
                    let is_size =
                        raw.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b':' | b' ' | b'-')) && !raw.is_empty();
                    match is_size {
                        true => format!("board size SZ[{}] is impossible (1 to 52); {done}", shown(raw)),
                        false => format!("SZ[{}] is not a board size (a number from 1 to 52); {done}", shown(raw)),
                    }
                });
                self.keep("SZ", core::iter::once(at), draft, Target::Head);
            }
            meaning => {
                let is_pair = raw.contains(':');
                let _ = self.meaning("SZ", at, meaning, "a board size");
                if is_pair {
                    self.report_newer(at, || {
                        format!("SZ[{}] states width and height, which only FF[4] has", shown(raw))
                    });
                }
                // Another SZ of the same size adds nothing.
                if value::size(raw).value() != Some(self.size) {
                    self.keep("SZ", core::iter::once(at), draft, Target::Head);
                }
            }
        }
    }

    /// Reads ST, which states how variations are shown.
    fn style(&mut self, at: Span, draft: &mut Draft) {
        let meaning = match value::number(self.raw(at)) {
            Meaning::Exact(style @ 0..=3) => Meaning::Exact(style),
            Meaning::Loose(style @ 0..=3, written) => Meaning::Loose(style, written),
            _ => Meaning::None,
        };
        match self.meaning("ST", at, meaning, "a number from 0 to 3") {
            Some(style) => {
                let word = |on: bool| String::from(if on { "true" } else { "false" });
                self.record.info.display = alloc::vec![
                    NamedValue::new("showVariations", word(style & 2 == 0)),
                    NamedValue::new("showSiblingVariations", word(style & 1 == 1)),
                ];
            }
            None => self.keep("ST", core::iter::once(at), draft, Target::Head),
        }
    }
}
