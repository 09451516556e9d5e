//! The header: everything beside the tree.

use super::{Reader, root_node, step};
use crate::{codes, slot};
use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{
    ByoYomi, Decimal, Foreign, MainTime, Outcome, Overtime, Parsed, PartialDate, Record, Seat, Severity, SlotEntry,
    Termination,
};
use kifu_goban::{Color, Mark, Point, Rect, Size, outcome_text, parse_outcome};
use kifu_json::{Kind, Value};

/// Keys of earlier versions, by where they stood, with what they are called today.
const OLDER: [(&str, &str, &str); 8] = [
    ("rules", "ruleSet", "/rules/ruleset"),
    ("rules", "mainTime", "/rules/time"),
    ("rules", "overTime", "/rules/overtime"),
    ("game", "players", "/players"),
    ("game", "komi", "/rules/komi"),
    ("game", "handicap", "/rules/handicap"),
    ("game", "rules", "/rules/ruleset"),
    ("game", "time", "/rules/time"),
];

/// More players than any game has are kept as they are.
const MOST_PLAYERS: usize = 100;

impl Reader {
    /// Reads every member of the record but its tree.
    pub(super) fn header(&mut self, root: Value<'_>) {
        // The keys of earlier versions count only where today's say nothing.
        let mut older: Vec<(&'static str, Value<'_>)> = Vec::new();
        // So does what the slots in `meta` say.
        let mut meta: Vec<Value<'_>> = Vec::new();
        if let Some(board) = root.get("board") {
            self.board(board);
        }
        for (key, value) in root.members() {
            match &*key {
                "tree" | "board" => {}
                "record" | "source" | "game" | "event" | "rules" if value.kind() == Kind::Object => {
                    for (member, value) in value.members() {
                        match OLDER.iter().find(|(section, old, _)| *section == key && *old == member) {
                            Some(_) if value.is_null() => {}
                            Some((_, _, today)) => older.push((today, value)),
                            None => self.member(&key, &member, value),
                        }
                    }
                }
                "players" => self.players(value),
                "settings" if value.kind() == Kind::Object => {
                    for (name, value) in value.members() {
                        self.record.info.display.push((name.into_owned(), value.compact()));
                    }
                }
                "meta" if value.kind() == Kind::Object => meta.push(value),
                "record" | "source" | "game" | "event" | "rules" | "settings" | "meta" if value.is_null() => {}
                known @ ("record" | "source" | "game" | "event" | "rules" | "settings" | "meta") => {
                    self.keep_wrong(known, &format!("/{known}"), "an object", value);
                }
                // A key without a value stands where the text was cut.
                _ if value.kind() == Kind::Missing => {}
                other => self.keep_unknown(&format!("/{}", step(other)), value),
            }
        }
        for (key, value) in older {
            self.older(key, value);
        }
        self.overtime_in_parts(root);
        meta.into_iter().for_each(|meta| self.meta(meta));
    }

    /// The text that a member of one of the header's objects is.
    fn field(&mut self, section: &str, key: &str) -> Option<&mut String> {
        let info = &mut self.record.info;
        Some(match (section, key) {
            ("record", "generator") => &mut info.application,
            ("record", "transcriber") => &mut info.transcriber,
            ("source", "name") => &mut info.source,
            ("source", "url") => &mut info.address,
            ("source", "copyright") => &mut info.copyright,
            ("game", "name") => &mut info.name,
            ("game", "opening") => &mut info.opening,
            ("game", "annotator") => &mut info.annotator,
            ("game", "description") => &mut info.description,
            ("event", "name") => &mut info.event,
            ("event", "location") => &mut info.place,
            ("event", "round") => &mut info.round,
            ("rules", "ruleset") => &mut self.record.terms.rules,
            _ => return None,
        })
    }

    /// A member of one of the header's objects.
    fn member(&mut self, section: &str, key: &str, value: Value<'_>) {
        const KNOWN: [&str; 15] = [
            "format",
            "charset",
            "type",
            "version",
            "result",
            "date",
            "dates",
            "komi",
            "handicap",
            "time",
            "overtime",
            "allowSuicide",
            "disallowRepeats",
            "numberOfPeriods",
            "timePerPeriod",
        ];
        // What has a word and no value says nothing.
        if value.is_null() && (KNOWN.contains(&key) || self.field(section, key).is_some()) {
            return;
        }
        if self.field(section, key).is_some() {
            let text = self.text(key, value).map(Cow::into_owned);
            match (self.field(section, key), text) {
                (Some(field), Some(text)) => *field = text,
                _ => self.keep_info(&format!("/{section}/{key}"), value),
            }
            return;
        }
        match (section, key) {
            // They are the document's.
            ("record", "format" | "charset") | ("game", "type") => {}
            ("record", "version") => self.version(value),
            ("game", "result") => self.result(value),
            ("game", "date") => self.date_beside(value),
            ("game", "dates") => self.dates(value),
            ("rules", "komi") => self.komi(value),
            ("rules", "handicap") => self.handicap(value),
            ("rules", "time") => self.time(value),
            ("rules", "overtime") => self.overtime(value),
            // What equals the default, and what is read together with the overtime.
            ("rules", "allowSuicide" | "disallowRepeats") if value.boolean() == Some(false) => {}
            ("rules", "numberOfPeriods" | "timePerPeriod") => {}
            ("rules", "allowSuicide") if value.boolean().is_some() => self.record.terms.suicide = Some(true),
            ("rules", "disallowRepeats") if value.boolean().is_some() => self.record.terms.superko = Some(true),
            ("rules", "allowSuicide" | "disallowRepeats") => {
                self.keep_wrong(key, &format!("/rules/{key}"), "true or false", value);
            }
            _ => self.keep_unknown(&format!("/{section}/{}", step(key)), value),
        }
    }

    fn version(&mut self, value: Value<'_>) {
        if !super::is_version_2(value) {
            let raw = value.raw().to_string();
            self.diagnostics.report(&codes::UNKNOWN_VERSION, value.span(), || {
                format!("the record says that it is version {raw}, and is version 2 by its look; read as that")
            });
        }
    }

    /// A key of an earlier version.
    fn older(&mut self, key: &'static str, value: Value<'_>) {
        let (info, terms) = (&self.record.info, &self.record.terms);
        let stated = match key {
            "/rules/ruleset" => !terms.rules.is_empty(),
            "/rules/time" => info.time.all().is_some_and(|time| time.main.is_some()),
            "/rules/overtime" => info.time.all().is_some_and(|time| time.overtime.is_some()),
            "/rules/komi" => terms.komi.is_some(),
            "/rules/handicap" => terms.handicap.is_some(),
            _ => !info.players.is_empty(),
        };
        let at = value.key_span().unwrap_or(value.span());
        let pointer = value.pointer();
        if stated {
            self.report_disagreement(
                value,
                &format!("{pointer} is called {key} today, which is there too; kept as it is"),
            );
            self.keep_info(&pointer, value);
            return;
        }
        self.diagnostics.report(&codes::OLDER_KEY, at, || format!("{pointer} is called {key} today; read as that"));
        match key {
            "/rules/ruleset" => match self.text(key, value) {
                Some(text) => self.record.terms.rules = text.into_owned(),
                None => self.keep_info(&pointer, value),
            },
            "/rules/time" if value.kind() == Kind::Object => self.time_in_parts(&pointer, value),
            "/rules/time" => self.time(value),
            "/rules/overtime" => self.overtime(value),
            "/rules/komi" => self.komi(value),
            "/rules/handicap" => self.handicap(value),
            _ => self.players(value),
        }
    }

    /// A time as JGF 1 says it: main time, and overtime as a text or in seconds a move.
    fn time_in_parts(&mut self, pointer: &str, value: Value<'_>) {
        for (key, part) in value.members().filter(|(_, part)| !part.is_null()) {
            match (&*key, part.decimal().and_then(Decimal::to_duration)) {
                ("main", _) => self.time(part),
                ("overtime", Some(each)) if !each.is_zero() => {
                    self.record.info.time.all_mut().overtime = Some(Parsed::Value(ByoYomi::PerMove(each).into()));
                }
                ("overtime", Some(_)) => {}
                ("overtime", None) => self.overtime(part),
                _ => self.keep_info(&format!("{pointer}/{}", step(&key)), part),
            }
        }
    }

    fn result(&mut self, value: Value<'_>) {
        let Some(text) = self.text("result", value) else { return self.keep_info("/game/result", value) };
        let outcome = match &*text {
            "" => Some(Outcome::NoResult),
            "D" => Some(Outcome::Draw(Termination::Unstated)),
            other => parse_outcome(other.trim()).ok(),
        };
        let standard =
            |outcome: &Outcome| outcome_text(outcome) == text || matches!(&*text, "" | "D" | "VOID" | "Draw");
        if !outcome.as_ref().is_some_and(standard) {
            self.diagnostics.report(&codes::BAD_VALUE, value.span(), || match &outcome {
                None => format!("the result {text:?} is none of the format's; kept as a text"),
                Some(outcome) => {
                    let read = outcome_text(outcome);
                    format!("the result {text:?} is not written as the format wants; read as {read}")
                }
            });
        }
        self.record.info.outcome = Some(outcome.map_or_else(|| Parsed::Text(text.into_owned()), Parsed::Value));
    }

    /// `date`: the first of `dates`, where both are there.
    fn date_beside(&mut self, value: Value<'_>) {
        let Some(text) = self.text("date", value) else { return self.keep_info("/game/date", value) };
        if text.is_empty() {
            return;
        }
        // One date is compared: a key that stands again and again would take quadratic time.
        if core::mem::replace(&mut self.has_date, true) {
            return self.keep_info("/game/date", value);
        }
        if self.record.info.dates.is_empty() {
            self.record.info.dates = alloc::vec![self.date(value, &text)];
        } else if !self.record.info.dates.iter().any(|date| date.to_string() == *text) {
            self.report_disagreement(value, "date is none of dates; those count, and it is kept as it is");
            self.keep_info("/game/date", value);
        }
    }

    fn date(&mut self, value: Value<'_>, text: &str) -> Parsed<PartialDate> {
        text.parse().map_or_else(
            |_| {
                self.diagnostics.report(&codes::BAD_VALUE, value.span(), || {
                    format!("{text:?} is no date of the form YYYY-MM-DD; kept as a text")
                });
                Parsed::Text(text.into())
            },
            Parsed::Value,
        )
    }

    fn dates(&mut self, value: Value<'_>) {
        // The list grows, and others are made of it.
        let memory = value.elements().count() * 4 * size_of::<(Value<'_>, Cow<'_, str>)>();
        if !self.take(memory, value.span().start) {
            return;
        }
        let texts: Option<Vec<(Value<'_>, Cow<'_, str>)>> =
            value.elements().map(|date| Some((date, date.string()?))).collect();
        let Some(texts) = texts.filter(|_| value.kind() == Kind::Array) else {
            return self.keep_wrong("dates", "/game/dates", "a list of texts", value);
        };
        let texts: Vec<_> = texts.into_iter().filter(|(_, text)| !text.is_empty()).collect();
        if texts.is_empty() {
            return;
        }
        let beside = core::mem::take(&mut self.record.info.dates);
        let dates: Vec<_> = texts.iter().map(|(value, text)| self.date(*value, text)).collect();
        let all_known = dates.iter().all(|date| date.value().is_some());
        self.record.info.dates = if all_known {
            dates
        } else {
            alloc::vec![Parsed::Text(texts.iter().map(|(_, text)| &**text).collect::<Vec<_>>().join(","))]
        };
        if let Some(date) = beside.first().map(ToString::to_string)
            && !texts.iter().any(|(_, text)| **text == date)
        {
            self.report_disagreement(value, "date is none of dates; those count, and it is kept as it is");
            self.foreign.push(Foreign::new(slot::SELF, "/game/date", alloc::vec![kifu_json::quote(&date)]));
        }
    }

    fn report_disagreement(&mut self, value: Value<'_>, message: &str) {
        self.diagnostics.report(&codes::DISAGREEMENT, value.span(), || message);
    }

    /// Keeps a member that is not of the kind that the format wants.
    fn keep_wrong(&mut self, key: &str, pointer: &str, wanted: &str, value: Value<'_>) {
        self.report_wrong(key, wanted, value);
        self.keep_info(pointer, value);
    }

    fn report_wrong(&mut self, key: &str, wanted: &str, value: Value<'_>) {
        self.diagnostics.report(&codes::WRONG_KIND, value.span(), || format!("{key} is not {wanted}; kept as it is"));
    }

    /// A number, or a text that is one, which is said; otherwise the text. None where an empty text says nothing.
    fn number(&mut self, key: &str, value: Value<'_>) -> Option<Parsed<Decimal>> {
        if let Some(number) = value.decimal() {
            return Some(Parsed::Value(number));
        }
        let text = value.string().map_or_else(|| value.compact(), Cow::into_owned);
        let trimmed = text.trim();
        let half = trimmed.strip_suffix('½').or(trimmed.strip_suffix(" 1/2")).map(str::trim_end);
        let half = half.map(|whole| format!("{}.5", if whole.is_empty() { "0" } else { whole }));
        // Some countries have a comma there.
        let comma = (trimmed.matches(',').count() == 1).then(|| trimmed.replace(',', "."));
        let number = half.or(comma).as_deref().unwrap_or(trimmed).parse::<Decimal>();
        if trimmed.is_empty() {
            return None;
        }
        Some(match number {
            Ok(number) => {
                self.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
                    format!("{key} is a text; read as the number {number}")
                });
                Parsed::Value(number)
            }
            Err(_) => {
                self.diagnostics
                    .report(&codes::BAD_VALUE, value.span(), || format!("{key} is no number; kept as a text"));
                Parsed::Text(text)
            }
        })
    }

    /// A number that means something; one that does not is a text.
    fn measured<T>(
        &mut self,
        key: &str,
        value: Value<'_>,
        meaning: impl Fn(Decimal) -> Option<T>,
    ) -> Option<Parsed<T>> {
        // Without a meaning it stays as it is written.
        let written = |number: Decimal| value.string().map_or_else(|| number.to_string(), Cow::into_owned);
        Some(match self.number(key, value)? {
            Parsed::Value(number) => meaning(number).map_or_else(|| Parsed::Text(written(number)), Parsed::Value),
            Parsed::Text(text) => Parsed::Text(text),
        })
    }

    fn komi(&mut self, value: Value<'_>) {
        self.record.terms.komi = self.number("komi", value);
        if let Some(Parsed::Value(komi)) = self.record.terms.komi
            && !(Decimal::from(-100)..=Decimal::from(100)).contains(&komi)
        {
            self.diagnostics.report(&codes::ODD_KOMI, value.span(), || {
                format!("a komi of {komi} is hardly meant in points; read as it stands")
            });
        }
    }

    fn handicap(&mut self, value: Value<'_>) {
        let stones = |number: Decimal| number.to_integer().and_then(|stones| u32::try_from(stones).ok());
        self.record.terms.handicap = self.measured("handicap", value, stones);
    }

    fn time(&mut self, value: Value<'_>) {
        let main = self.measured("time", value, |number: Decimal| number.to_duration().map(MainTime));
        self.record.info.time.all_mut().main = main;
    }

    fn overtime(&mut self, value: Value<'_>) {
        let Some(text) = self.text("overtime", value) else { return self.keep_info("/rules/overtime", value) };
        if !text.is_empty() {
            let known = text.parse().ok().filter(|overtime: &Overtime| overtime.to_string() == *text);
            self.record.info.time.all_mut().overtime =
                Some(known.map_or_else(|| Parsed::Text(text.into_owned()), Parsed::Value));
        }
    }

    /// `numberOfPeriods` and `timePerPeriod`: what Seki takes from the overtime, and repeats.
    fn overtime_in_parts(&mut self, root: Value<'_>) {
        let Some(rules) = root.get("rules") else { return };
        let (count, each) = (rules.get("numberOfPeriods"), rules.get("timePerPeriod"));
        let periods = count.and_then(Value::integer).and_then(|n| u32::try_from(n).ok()).filter(|&n| n > 0);
        let time = each.and_then(Value::decimal).and_then(Decimal::to_duration).filter(|time| !time.is_zero());
        let stated = periods.zip(time).map(|(count, each)| Overtime::from(ByoYomi::Periods { count, each }));
        let overtime = self.record.info.time.all().and_then(|time| time.overtime.as_ref());
        let agrees = match (overtime, &stated) {
            (Some(overtime), Some(stated)) => {
                // The text may say the same in other words, such as `3x20 byo`: then it begins alike.
                let amount = |text: &str| text.split(' ').next().unwrap_or_default().to_string();
                amount(&overtime.to_string()) == amount(&stated.to_string())
            }
            _ => false,
        };
        match stated {
            Some(stated) if overtime.is_none() => {
                self.record.info.time.all_mut().overtime = Some(Parsed::Value(stated));
            }
            Some(_) if agrees => {}
            _ => {
                for (key, part) in [("numberOfPeriods", count), ("timePerPeriod", each)] {
                    if let Some(part) = part.filter(|part| !part.is_null() && part.integer() != Some(0)) {
                        self.report_disagreement(
                            part,
                            &format!("{key} does not agree with the overtime; kept as it is"),
                        );
                        self.keep_info(&format!("/rules/{key}"), part);
                    }
                }
            }
        }
    }

    fn players(&mut self, value: Value<'_>) {
        match value.kind() {
            Kind::Array => {
                for player in value.elements() {
                    let color = player.get("color").and_then(|color| self.text("color", color));
                    match color.filter(|color| !color.is_empty()) {
                        Some(color) => self.player(&color, player),
                        None => {
                            self.diagnostics.report(
                                &codes::PLAYER_WITHOUT_COLOR,
                                player.span(),
                                || "this player has no colour; kept as it is",
                            );
                            self.keep_info("/players", player);
                        }
                    }
                }
            }
            Kind::Object => {
                let at = value.key_span().unwrap_or(value.span());
                let message = "players is an object, as Seki writes it; read as a list";
                self.diagnostics.report(&codes::PLAYERS_OBJECT, at, || message);
                for (key, player) in value.members() {
                    let stated = player.get("color").and_then(Value::string);
                    match player.kind() {
                        // Under a number, as Seki keeps them, the player says the colour.
                        Kind::Object if !key.is_empty() => self.player(stated.as_deref().unwrap_or(&key), player),
                        Kind::String if !key.is_empty() => self.player_by_name(&key, player),
                        _ if player.is_null() => {}
                        _ => {
                            let raw = format!("{{{}:{}}}", kifu_json::quote(&key), player.compact());
                            self.report_wrong(&key, "an object", player);
                            self.keep_info_raw("/players", player.span().start, raw);
                        }
                    }
                }
            }
            _ if value.is_null() => {}
            _ => self.keep_wrong("players", "/players", "a list", value),
        }
    }

    /// A player of whom there is but the name.
    fn player_by_name(&mut self, color: &str, name: Value<'_>) {
        let (seat, color) = seat(color);
        let Some(text) = name.string().filter(|_| self.record.info.player(&seat).is_none()) else {
            return self.keep_info(&format!("/players/{}", step(color)), name);
        };
        self.diagnostics.report(&codes::WRONG_KIND, name.span(), || "a player is an object; read as the player's name");
        self.record.info.player_mut(seat).name = text.into_owned();
    }

    fn player(&mut self, color: &str, player: Value<'_>) {
        let (seat, color) = seat(color);
        let taken = self.record.info.player(&seat).is_some_and(|player| !player.is_empty());
        if taken || self.record.info.players.len() >= MOST_PLAYERS {
            self.diagnostics.report(&codes::COLOR_TWICE, player.span(), || {
                format!("there is another {color} player; the first counts, and this one is kept as it is")
            });
            self.keep_info("/players", player);
            return;
        }
        for (key, value) in player.members() {
            let known = matches!(&*key, "name" | "rank" | "team" | "country");
            let text = if known && !value.is_null() { self.text(&key, value).map(Cow::into_owned) } else { None };
            match text {
                Some(text) => {
                    let player = self.record.info.player_mut(seat.clone());
                    let place = match &*key {
                        "name" => &mut player.name,
                        "rank" => &mut player.rank,
                        "team" => &mut player.team,
                        _ => &mut player.country,
                    };
                    *place = text;
                }
                None if value.is_null() || key == "color" => {}
                None => self.keep_info(&format!("/players/{}/{}", step(color), step(&key)), value),
            }
        }
    }

    fn board(&mut self, board: Value<'_>) {
        if board.kind() != Kind::Object {
            if !board.is_null() {
                self.keep_wrong("board", "/board", "an object", board);
            }
            return;
        }
        const NAMES: [&str; 7] = ["width", "height", "size", "cutOffLeft", "cutOffRight", "cutOffTop", "cutOffBottom"];
        let mut numbers = [None::<i64>; NAMES.len()];
        for (key, value) in board.members().filter(|(_, value)| !value.is_null()) {
            let Some(place) = NAMES.iter().position(|name| *name == key) else {
                self.keep_unknown(&format!("/board/{}", step(&key)), value);
                continue;
            };
            match self.number(&key, value) {
                Some(Parsed::Value(number)) if number.to_integer().is_some() => numbers[place] = number.to_integer(),
                _ => self.keep_info(&format!("/board/{key}"), value),
            }
        }
        let [width, height, size, cut @ ..] = numbers;
        if size.is_none() && width.is_some() != height.is_some() {
            let missing = if width.is_some() { "height" } else { "width" };
            self.diagnostics.report(&codes::BAD_SIZE.with_severity(Severity::Warning), board.span(), || {
                format!("the board has no {missing}; read as 19")
            });
        }
        let side = |side: Option<i64>| u8::try_from(side.or(size).unwrap_or(19)).ok();
        match side(width).zip(side(height)).and_then(|(width, height)| Size::new(width, height)) {
            Some(found) => self.size = found,
            None => {
                self.diagnostics.report(
                    &codes::BAD_SIZE,
                    board.span(),
                    || "a board has from 1x1 to 52x52 points here, and this one has not; read as 19x19",
                );
                for name in &NAMES[..3] {
                    if let Some(value) = board.get(name) {
                        self.keep_info(&format!("/board/{name}"), value);
                    }
                }
            }
        }
        if let (Some(stated), Some(value)) = (size, board.get("size"))
            && (width.is_some_and(|width| width != stated) || height.is_some_and(|height| height != stated))
        {
            self.report_disagreement(
                value,
                "size does not agree with width and height; those count, and it is kept as it is",
            );
            self.keep_info("/board/size", value);
        }
        self.record.setup.size = self.size;
        let cut = cut.map(Option::unwrap_or_default);
        if cut != [0; 4] {
            self.cut_off(board, cut, &NAMES[3..]);
        }
    }

    /// The lines that are cut off: what remains is the view at the start.
    fn cut_off(&mut self, board: Value<'_>, cut: [i64; 4], names: &[&str]) {
        let [left, right, top, bottom] = cut;
        let (width, height) = (i64::from(self.size.width()), i64::from(self.size.height()));
        let corner = |x: i64, y: i64| Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?);
        let inside = cut.iter().all(|n| (0..52).contains(n)) && left + right < width && top + bottom < height;
        let corners = corner(left, top).zip(corner(width - 1 - right, height - 1 - bottom));
        if let Some((from, to)) = corners.filter(|_| inside) {
            root_node(&mut self.record).details_mut().marks.insert(Mark::View(Rect::new(from, to).into()));
            return;
        }
        self.diagnostics.report(
            &codes::BAD_CUT_OFF,
            board.span(),
            || "so many lines cannot be cut off this board; kept as it is",
        );
        // What is no number is kept already.
        for (name, _) in names.iter().zip(cut).filter(|(_, lines)| *lines != 0) {
            if let Some(value) = board.get(name) {
                self.keep_info(&format!("/board/{name}"), value);
            }
        }
    }

    /// `meta`: the slots, and free members.
    fn meta(&mut self, meta: Value<'_>) {
        for (key, value) in meta.members() {
            match &*key {
                slot::SGF if value.kind() == Kind::Object => {
                    let entries = self.slot_entries(slot::SGF, value);
                    self.foreign.extend(entries);
                }
                slot::FOREIGN if value.kind() == Kind::Object => {
                    for (format, value) in value.members() {
                        if &*format == slot::OURS {
                            self.ours(value);
                        } else if value.kind() == Kind::Object {
                            let entries = self.slot_entries(&format, value);
                            self.foreign.extend(entries);
                        } else {
                            self.keep_info(&format!("/meta/foreign/{}", step(&format)), value);
                        }
                    }
                }
                _ => self.keep_info(&format!("/meta/{}", step(&key)), value),
            }
        }
    }

    /// The record's own words.
    fn ours(&mut self, value: Value<'_>) {
        let states_dates = !self.record.info.dates.is_empty();
        for (key, value) in value.members() {
            if !self.take(slot::memory(value), value.span().start) {
                return;
            }
            let Record { info, terms, .. } = &mut self.record;
            let take = |entry: &SlotEntry| {
                !(states_dates && entry.key == "date") && (entry.read_into_info(info) || terms.read_slot_entry(entry))
            };
            match slot::read(&key, value, take) {
                Some(None) => {}
                Some(Some(unread)) => {
                    self.report_bad_slot(&key, value);
                    self.foreign.push(unread);
                }
                None => self.keep_info(&format!("/meta/foreign/kifu/{}", step(&key)), value),
            }
        }
    }

    pub(super) fn report_bad_slot(&mut self, key: &str, value: Value<'_>) {
        self.diagnostics.report(&codes::BAD_SLOT, value.member_span(), || {
            format!("the note {key:?} of kifu has no effect: its value is stated already, or unknown; kept as it is")
        });
    }

    /// The colour that a word names; a letter is loose.
    pub(super) fn color(&mut self, value: Value<'_>) -> Option<Color> {
        let text = value.string()?;
        let color = match text.to_ascii_lowercase().as_str() {
            "black" | "b" => Color::Black,
            "white" | "w" => Color::White,
            _ => return None,
        };
        if text != color.to_string() {
            self.diagnostics.report(&codes::WRONG_KIND, value.span(), || {
                format!("the colour {text:?} is written {color}; read as that")
            });
        }
        Some(color)
    }
}

/// Whose seat a colour is, and the colour's usual name.
fn seat(color: &str) -> (Seat, &str) {
    match color.to_ascii_lowercase().as_str() {
        "black" | "b" => (Seat::First, "black"),
        "white" | "w" => (Seat::Second, "white"),
        _ => (Seat::Other(color.to_string()), color),
    }
}
