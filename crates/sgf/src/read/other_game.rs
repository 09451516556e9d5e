//! Describes a game other than go, and checks it: its properties by the table, and its moves, points and stones by the notation of the game.
//!
//! The game gives no record, so nothing can be missing from one: the findings are warnings and notes, with the messages of go. A game
//! whose notation is unknown has any text as a move, a point or a stone. The cost is linear in the text.

use super::{
    conformity::is_figure,
    header::dates::report_bad_date,
    long_name::report_long_name,
    messages::shown,
    odd_text::report_controls,
    property_name::{report_other_game, report_version},
    seconds,
    structure::no_record,
    values::{report_bad, report_loose, report_others, report_texts},
};
use crate::{
    Game, Kind, Node, PROPERTIES, Property, PropertyDef, Type, Value, codes,
    games::{self, Notation, amazons, backgammon, gomoku, hex, loa, octi, othello},
    slot,
    value::{self, Meaning},
};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Diagnostics, NamedValue, OtherGame, Parsed, Seat, Severity, Span};
use kifu_goban::Point;

/// Reports the properties and values of a game other than go that do not follow the standard.
pub(super) fn check(game: Game<'_>, diagnostics: &mut Diagnostics) {
    let number = game.game_type();
    let checker = Checker {
        text: game.text,
        number,
        version: game.version(),
        states_version: game.root_value("FF").is_some(),
        board: board(game, number),
        diagnostics,
    };
    checker.game(game);
}

/// Returns what a game other than go states about itself.
pub(super) fn describe(game: Game<'_>) -> OtherGame {
    let mut other = OtherGame::new(no_record::name(game), game.span());
    let header = game.node(usize::from(game.game.rootless));
    // The header may have millions of properties, so it is read once. The first value counts.
    for property in header.properties() {
        let identifier = property.identifier();
        let Some(raw) = property.values().find(|raw| !raw.trim().is_empty()) else { continue };
        state(&mut other, &identifier, raw);
    }
    if let Some((columns, rows)) = board(game, game.game_type()) {
        other.facts.push(NamedValue::new("size", format!("{columns}x{rows}")));
    }
    let version = game.root_value("FF").and_then(|stated| value::number(stated).value());
    other.version = version.map(|of| format!("FF[{of}]"));
    let mut is_main = true;
    for (node, parent) in game.nodes().zip(game.game.parents()) {
        if parent.is_some_and(|parent| parent + 1 != node.index()) {
            other.variations += 1;
            is_main = false;
        }
        let (mut black, mut white, mut comment) = (false, false, false);
        for property in node.properties() {
            match &*property.identifier() {
                "B" => black = true,
                "W" => white = true,
                "C" => comment |= property.values().any(|raw| !raw.is_empty()),
                _ => {}
            }
        }
        other.comments += usize::from(comment);
        other.moves += if is_main { usize::from(black) + usize::from(white) } else { 0 };
    }
    other
}

/// Sets the part of a description that a property of the header states, unless an earlier one did.
fn state(other: &mut OtherGame, identifier: &str, raw: &str) {
    let OtherGame { info, result, facts, .. } = other;
    let field = match identifier {
        "GN" => &mut info.name,
        "EV" => &mut info.event,
        "RO" => &mut info.round,
        "PC" => &mut info.place,
        "RE" => result,
        "PB" => &mut info.player_mut(Seat::First).name,
        "PW" => &mut info.player_mut(Seat::Second).name,
        "BR" => &mut info.player_mut(Seat::First).rank,
        "WR" => &mut info.player_mut(Seat::Second).rank,
        "BT" => &mut info.player_mut(Seat::First).team,
        "WT" => &mut info.player_mut(Seat::Second).team,
        "RU" if facts.is_empty() => return facts.push(NamedValue::new("rules", value::simple_text(raw).trim())),
        "DT" if info.dates.is_empty() => {
            let dates = value::dates(raw).or_else(|| value::loose_dates(raw).map(|loose| loose.dates));
            let text = || [Parsed::Text(value::simple_text(raw).into_owned().into())].into();
            info.dates = dates.map_or_else(text, |dates| dates.into_iter().map(Parsed::Value).collect());
            return;
        }
        _ => return,
    };
    if field.is_empty() {
        *field = value::simple_text(raw).trim().into();
    }
}

/// Returns the columns and rows of the board, or `None` if SZ has no meaning or the game has no usual size.
fn board(game: Game<'_>, number: u8) -> Option<(u32, u32)> {
    let side = match game.root_value("SZ") {
        Some(raw) => return games::board_size(raw).value(),
        None => games::usual_size(number)?,
    };
    Some((side, side))
}

struct Checker<'a, 'd> {
    text: &'a str,
    /// The GM number of the game.
    number: u8,
    version: u8,
    states_version: bool,
    board: Option<(u32, u32)>,
    diagnostics: &'d mut Diagnostics,
}

/// What a value describes in the notation of a game.
#[derive(Clone, Copy)]
enum Part {
    Move,
    Point,
    Stone,
}

impl<'a> Checker<'a, '_> {
    fn game(mut self, game: Game<'a>) {
        for node in game.nodes() {
            // If the text has several first nodes, the first of them has the properties of the root.
            let has_header = node.index() == 0 || (game.game.rootless && node.index() == 1);
            self.node(node, has_header);
        }
    }

    fn node(&mut self, node: Node<'a>, has_header: bool) {
        let mut seen = [false; PROPERTIES.len()];
        for property in node.properties() {
            let identifier = property.identifier();
            let row = PropertyDef::row(&identifier, self.number);
            self.name(property, &identifier, row.map(|row| &PROPERTIES[row]));
            let Some(row) = row else { continue };
            let known = &PROPERTIES[row];
            if core::mem::replace(&mut seen[row], true) {
                self.report_twice(property, known);
            }
            if matches!(known.value, Value::One(Type::SimpleText | Type::Text)) {
                report_controls(self.diagnostics, self.text, &identifier, property);
            }
            match known.kind {
                Kind::Root if !has_header => {
                    self.diagnostics.report(&codes::ROOT_PROPERTY_ELSEWHERE, property.span(), || {
                        format!(
                            "{identifier} is allowed only in the first node; it has no effect here (kept in the file)"
                        )
                    });
                }
                Kind::GameInfo if !has_header => {
                    self.diagnostics.report(&codes::GAME_INFO_ELSEWHERE, property.span(), || {
                        format!(
                            "{identifier} (game information) is not in the first node; it has no effect here (kept in the file)"
                        )
                    });
                }
                _ => self.values(property, known),
            }
        }
    }

    /// Reports a name that is long, unknown, or of another game or version.
    fn name(&mut self, property: Property<'a>, identifier: &str, known: Option<&PropertyDef>) {
        let name = property.name();
        if name != identifier && !name.contains(|c: char| c.is_ascii_whitespace()) {
            report_long_name(self.diagnostics, property, identifier, self.version, Severity::Warning);
        }
        match known {
            Some(known) if !known.versions.contains(&self.version) => {
                report_version(self.diagnostics, property, known, self.version, self.states_version);
            }
            None if identifier != slot::IDENTIFIER => self.unknown(property, identifier),
            _ => {}
        }
    }

    /// Reports a property that the standard does not define for this game.
    fn unknown(&mut self, property: Property<'a>, identifier: &str) {
        if !identifier.bytes().all(|b| b.is_ascii_uppercase()) {
            self.diagnostics.report(&codes::ODD_IDENTIFIER, property.name_span(), || {
                let capitals = identifier.to_ascii_uppercase();
                if PropertyDef::find(&capitals, self.number).is_some() {
                    return format!(
                        "{identifier} is not an SGF identifier ({capitals} is); {identifier} has no effect (kept in the file)"
                    );
                }
                format!("{identifier} has characters other than capitals; it has no effect (kept in the file)")
            });
            return;
        }
        match PropertyDef::other_game(identifier, self.number) {
            // The value of GM is damaged, so the game may be the other one.
            Some(_) if self.number == 0 => {}
            Some(other) => match games::name(self.number) {
                Some(game) => report_other_game(self.diagnostics, property, other, game),
                None => report_other_game(self.diagnostics, property, other, &format!("game {}", self.number)),
            },
            None => {
                self.diagnostics.report(&codes::UNKNOWN_PROPERTY, property.name_span(), || {
                    format!("{identifier} is not in the SGF standard; it has no effect (kept in the file)")
                });
            }
        }
    }

    fn report_twice(&mut self, property: Property<'a>, known: &PropertyDef) {
        self.diagnostics.report(&codes::DUPLICATE_PROPERTY, property.name_span(), || {
            let done = match known.value {
                Value::List(_) | Value::Elist(_) => "the lists are merged",
                Value::One(Type::Text) => "the texts are joined",
                Value::One(_) => "the first counts",
            };
            format!("{} occurs twice in this node; {done}", known.identifier)
        });
    }

    fn values(&mut self, property: Property<'a>, known: &PropertyDef) {
        let identifier = known.identifier;
        match known.value {
            Value::One(Type::Text) => report_texts(self.diagnostics, self.text, identifier, property),
            Value::One(of) => {
                let is_stated = |at: &Span| !self.text[at.range()].trim().is_empty();
                let stated = property.value_spans().find(is_stated).filter(|_| of == Type::SimpleText);
                let Some(counts) = stated.or_else(|| property.value_spans().next()) else { return };
                report_others(self.diagnostics, self.text, identifier, property, counts, Severity::Warning);
                self.value(identifier, of, counts);
            }
            Value::List(of) | Value::Elist(of) => {
                // In a list that may be empty, one empty value means an empty list.
                let is_single = property.value_spans().nth(1).is_none();
                let may_be_empty = is_single && matches!(known.value, Value::Elist(_));
                for at in property.value_spans() {
                    if !value::simple_text(&self.text[at.range()]).trim().is_empty() {
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
        if value::simple_text(raw).trim().is_empty() {
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
        let Some(value::LooseDates { dates, time, .. }) = value::loose_dates(raw) else {
            report_bad_date(self.diagnostics, raw, at);
            return;
        };
        let written = value::dates_text(&dates);
        match time {
            None => self.meaning(identifier, at, Meaning::Loose((), written), "a list of dates"),
            // No fix removes the time.
            Some(_) => {
                self.diagnostics.report(&codes::LOOSE_VALUE, at, || {
                    let shown = shown(raw);
                    format!("DT[{shown}] has a time of day, which DT does not allow; read as DT[{written}]")
                });
            }
        }
    }

    /// Checks an entry of a list: a point or a stone, or two corners of a rectangle.
    fn points(&mut self, identifier: &str, part: Part, at: Span) {
        match parts(self.text, at) {
            Some((from, to)) => {
                self.notation(identifier, Part::Point, from);
                self.notation(identifier, Part::Point, to);
            }
            None => self.notation(identifier, part, at),
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

    /// Returns true if the notation of the game is known.
    fn has_notation(&self) -> bool {
        matches!(self.number, 2 | 4 | 6 | 9 | 11 | 18 | 19)
    }

    /// Checks a move, a point or a stone.
    fn notation(&mut self, identifier: &str, part: Part, at: Span) {
        match (self.number, part) {
            (2, Part::Move) => self.written::<othello::Move>(identifier, at),
            (4, Part::Move) => self.written::<gomoku::Move>(identifier, at),
            (18, Part::Move) => self.written::<amazons::Move>(identifier, at),
            (2 | 4 | 18, _) => self.written::<Point>(identifier, at),
            (6, Part::Move) => self.written::<backgammon::Move>(identifier, at),
            (6, _) => self.written::<backgammon::Point>(identifier, at),
            (9, Part::Move) => self.written::<loa::Move>(identifier, at),
            (9, _) => self.written::<loa::Square>(identifier, at),
            (11, Part::Move) => self.written::<hex::Move>(identifier, at),
            (11, _) => self.written::<hex::Cell>(identifier, at),
            (19, Part::Move) => self.written::<octi::Move>(identifier, at),
            (19, Part::Point) => self.written::<octi::Point>(identifier, at),
            (19, Part::Stone) => self.written::<octi::Stone>(identifier, at),
            _ => {}
        }
    }

    fn written<T: Notation>(&mut self, identifier: &str, at: Span) {
        let text = value::simple_text(&self.text[at.range()]);
        let meaning = match text.parse::<T>() {
            Ok(value) => Meaning::Exact(value),
            Err(_) => T::standard(text.trim()).parse().map_or(Meaning::None, |value: T| {
                let written = value.to_string();
                Meaning::Loose(value, written)
            }),
        };
        if let (Meaning::Exact(value) | Meaning::Loose(value, _), Some((columns, rows))) = (&meaning, self.board)
            && !value.is_on_board(columns, rows)
        {
            self.diagnostics.report(&codes::IMPOSSIBLE_POINT.with_severity(Severity::Warning), at, || {
                let shown = shown(&text);
                format!(
                    "{identifier}[{shown}] is outside the {columns}x{rows} board; it has no effect (kept in the file)"
                )
            });
        }
        match meaning {
            Meaning::Loose(_, written) => {
                // The example is of use only beside a value without a meaning.
                let wanted = T::WANTED.split(", ").next().unwrap_or(T::WANTED);
                report_loose(self.diagnostics, self.text, identifier, at, &written, wanted, true);
            }
            Meaning::None => {
                let report = report_bad(self.diagnostics, self.text, identifier, at, T::WANTED, NO_EFFECT);
                if let Some(help) = T::help(&text) {
                    report.help(help);
                }
            }
            Meaning::Exact(_) => {}
        }
    }
}

const NO_EFFECT: &str = "has no effect (kept in the file)";

/// Returns the two parts of a composed value.
fn parts(text: &str, at: Span) -> Option<(Span, Span)> {
    let (first, _) = value::compose(&text[at.range()])?;
    let colon = at.start as usize + first.len();
    Some((Span::new(at.start as usize, colon), Span::new(colon + 1, at.end as usize)))
}
