//! `players`: the players.

use crate::{codes, read::Reader};
use alloc::{borrow::Cow, format, string::ToString};
use kifu_core::{Edits, Safety, Seat, Severity, SlotEntry};
use kifu_json::{
    Kind, Value,
    record::{excerpt, is_misspelling, pointer_step},
};

/// The maximum number of players. Other players are kept as foreign data. No game has more.
const MAX_PLAYERS: usize = 100;

/// A seat, with the usual name of its colour.
struct NamedSeat<'c> {
    seat: Seat,
    color: &'c str,
}

impl<'c> NamedSeat<'c> {
    fn of(color: &'c str) -> Self {
        match color.to_ascii_lowercase().as_str() {
            "black" | "b" => Self { seat: Seat::First, color: "black" },
            "white" | "w" => Self { seat: Seat::Second, color: "white" },
            _ => Self { seat: Seat::Other(color.to_string()), color },
        }
    }
}

/// Returns true if a player can have a colour of its own in the list. The slot has a player whose colour would be read as that of another
/// one, such as a third player with the name `white`.
pub(crate) fn has_color(of: &Seat) -> bool {
    match of {
        Seat::Other(color) => !color.is_empty() && seat(color) == *of,
        Seat::First | Seat::Second => true,
    }
}

/// Returns true if an entry of the slot is about a player whose seat [has a colour](has_color).
pub(crate) fn is_of_color(player: &SlotEntry) -> bool {
    let of = player.fields.first().and_then(|seat| seat.strip_prefix('='));
    of.is_none_or(|color| has_color(&Seat::Other(color.into())))
}

/// Returns the seat of a colour.
pub(crate) fn seat(color: &str) -> Seat {
    NamedSeat::of(color).seat
}

/// Returns true if a player has no data. A record has no such player.
fn has_no_data(player: Value<'_>) -> bool {
    let is_datum = |(key, value): (Cow<'_, str>, Value<'_>)| {
        key != "color" && !value.is_null() && value.string().is_none_or(|text| !text.is_empty())
    };
    player.kind() == Kind::Object && !player.members().any(is_datum)
}

/// Returns what is done with a player whose colour go does not have.
fn done(player: Value<'_>) -> &'static str {
    match has_no_data(player) {
        true => "the player has no data and no effect (kept in the file)",
        false => "read as a player of neither colour",
    }
}

impl Reader {
    pub(super) fn players(&mut self, value: Value<'_>) {
        match value.kind() {
            Kind::Array => value.elements().for_each(|player| self.player_of_list(player)),
            Kind::Object => {
                let at = value.key_span().unwrap_or(value.span());
                let message = "players is an object, as Seki writes it, and not a list; read as a list";
                self.json.diagnostics.report(&codes::PLAYERS_OBJECT, at, || message);
                for (key, player) in value.members() {
                    self.player_of_object(&key, player);
                }
            }
            _ if value.is_null() => {}
            _ => self.keep_wrong("players", "/players", "a list", value),
        }
    }

    fn player_of_list(&mut self, player: Value<'_>) {
        let color = player.get("color").and_then(|color| self.json.text("color", color));
        match color.filter(|color| !color.is_empty()) {
            Some(color) => self.player(&color, player),
            None => {
                self.json.diagnostics.report(
                    &codes::PLAYER_WITHOUT_COLOR,
                    player.span(),
                    || "this player has no colour; the player has no effect (kept in the file)",
                );
                self.keep_in_game("/players", player);
            }
        }
    }

    fn player_of_object(&mut self, key: &str, player: Value<'_>) {
        match player.kind() {
            Kind::Object if !key.is_empty() => {
                // Seki may use a number as the key. The player then has a member for the colour.
                let color = player.get("color").and_then(Value::string);
                self.player(color.as_deref().unwrap_or(key), player);
            }
            Kind::String if !key.is_empty() => self.player_by_name(key, player),
            _ if player.is_null() => {}
            _ => {
                self.report_wrong(key, "an object", player);
                let Some(json) = self.json.compact(player) else { return };
                let raw = format!("{{{}:{json}}}", kifu_json::quote(key));
                self.keep_raw_in_game("/players", player.span().start, raw);
            }
        }
    }

    /// Reports a colour that go does not have. With a typing error it is an error.
    fn report_misspelt_color(&mut self, color: &str, player: Value<'_>) {
        let Some(likely) = ["black", "white"].into_iter().find(|known| is_misspelling(color, known, true)) else {
            let at = player.get("color").map_or(player.span(), Value::span);
            self.json.diagnostics.report(&codes::BAD_VALUE.with_severity(Severity::Note), at, || {
                format!("{:?} is not a colour of go; {}", excerpt(color), done(player))
            });
            return;
        };
        let stated = player.get("color");
        let at = stated.map_or(player.span(), Value::span);
        let report = self.json.diagnostics.report(&codes::BAD_VALUE.with_severity(Severity::Error), at, || {
            let color = excerpt(color);
            format!("a player has the colour {color:?}, perhaps {likely:?}; {}", done(player))
        });
        if stated.is_some() {
            report.fix(Safety::Guess, || format!("write {likely:?}"), || Edits::one(at, format!("\"{likely}\"")));
        }
    }

    /// Reads a player that is only a name.
    fn player_by_name(&mut self, color: &str, name: Value<'_>) {
        let NamedSeat { seat, color } = NamedSeat::of(color);
        if matches!(seat, Seat::Other(_)) {
            self.report_misspelt_color(color, name);
        }
        let Some(text) = name.string().filter(|_| self.record.info.player(&seat).is_none()) else {
            return self.keep_in_game(&format!("/players/{}", pointer_step(color)), name);
        };
        self.json.diagnostics.report(
            &codes::WRONG_KIND,
            name.span(),
            || "a text in place of a player object; read as the name of the player",
        );
        self.record.info.player_mut(seat).name = text.into_owned();
    }

    fn player(&mut self, color: &str, player: Value<'_>) {
        let NamedSeat { seat, color } = NamedSeat::of(color);
        if matches!(seat, Seat::Other(_)) {
            self.report_misspelt_color(color, player);
        }
        let is_taken = self.record.info.player(&seat).is_some_and(|player| !player.is_empty());
        if is_taken || self.record.info.players.len() >= MAX_PLAYERS {
            self.json.diagnostics.report(&codes::COLOR_TWICE, player.span(), || {
                format!(
                    "a second player for {color}; the first counts, and the second has no effect (kept in the file)"
                )
            });
            self.keep_in_game("/players", player);
            return;
        }
        if matches!(seat, Seat::Other(_)) && has_no_data(player) {
            let raw = format!("{{\"color\":{}}}", kifu_json::quote(color));
            return self.keep_raw_in_game("/players", player.span().start, raw);
        }
        for (key, value) in player.members() {
            let is_known = matches!(&*key, "name" | "rank" | "team" | "country");
            let text =
                if is_known && !value.is_null() { self.json.text(&key, value).map(Cow::into_owned) } else { None };
            match text {
                Some(text) => {
                    let player = self.record.info.player_mut(seat.clone());
                    let field = match &*key {
                        "name" => &mut player.name,
                        "rank" => &mut player.rank,
                        "team" => &mut player.team,
                        _ => &mut player.country,
                    };
                    *field = text;
                }
                None if value.is_null() || key == "color" => {}
                None => {
                    if !is_known {
                        self.json.report_unknown(value);
                    }
                    self.keep_in_game(&format!("/players/{}/{}", pointer_step(color), pointer_step(&key)), value);
                }
            }
        }
    }
}
