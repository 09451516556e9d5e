//! `players`: the players.

use crate::{codes, read::Reader};
use alloc::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    format,
    string::{String, ToString},
};
use kifu_core::{Edits, Player, Safety, Seat, Severity, SlotEntry};
use kifu_json::{
    Kind, Value,
    record::{excerpt, is_misspelling, pointer_step, slot},
};

/// The maximum number of players. Other players are kept as foreign data. No game has more.
const MAX_PLAYERS: usize = 100;

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
    match color.to_ascii_lowercase().as_str() {
        "black" | "b" => Seat::First,
        "white" | "w" => Seat::Second,
        _ => Seat::Other(color.to_string()),
    }
}

/// Returns the colours of the players that have data in the slot. kifu writes such a player without data in the list.
fn colors_in_slot(players: Value<'_>) -> BTreeSet<String> {
    let of_slot = || players.parent()?.parent()?.get("record")?.get(slot::FOREIGN)?.get(slot::KIFU)?.get("player");
    let color = |entry: Value<'_>| Some(entry.element(0)?.string()?.strip_prefix('=')?.to_string());
    // A player has at most four entries.
    of_slot().into_iter().flat_map(Value::elements).take(4 * MAX_PLAYERS).filter_map(color).collect()
}

impl Reader {
    pub(super) fn players(&mut self, value: Value<'_>) {
        match value.kind() {
            Kind::Array => {
                // Of two players of one colour the last counts, as in ngGo.
                let seat_of = |player: Value<'_>| Some(seat(&player.get("color")?.string()?));
                self.colors_in_slot = colors_in_slot(value);
                let mut last: BTreeMap<String, usize> = BTreeMap::new();
                let mut repeated: BTreeSet<usize> = BTreeSet::new();
                for (place, player) in value.elements().enumerate() {
                    if let Some(seat) = seat_of(player).filter(|_| last.len() < MAX_PLAYERS)
                        && let Some(earlier) = last.insert(seat.to_string(), place)
                    {
                        repeated.remove(&earlier);
                        repeated.insert(place);
                    }
                }
                for (place, player) in value.elements().enumerate() {
                    let later = seat_of(player).and_then(|seat| last.get(&seat.to_string()).copied());
                    if later.is_some_and(|later| later > place) {
                        self.json.diagnostics.report(&codes::COLOR_TWICE, player.span(), || {
                            let color = player.get("color").and_then(Value::string).unwrap_or_default();
                            format!("a later player has the colour {} too; the last counts, and this one has no effect (kept in the file)", excerpt(&color))
                        });
                        self.keep_in_game("/game/players/-", player);
                    } else {
                        let kept = self.foreign.len();
                        self.player_of_list(player);
                        // Nothing would be written of a player without data: the earlier one would count, or a player of neither
                        // colour would be gone.
                        let must_stay = |seat: &Seat| match seat {
                            Seat::Other(color) if self.has_no_data(color, player) => true,
                            _ => repeated.contains(&place),
                        };
                        let of_seat = seat_of(player).filter(must_stay);
                        let is_empty = |seat| self.record.info.player(&seat).is_none_or(Player::is_empty);
                        if self.foreign.len() == kept && of_seat.is_some_and(is_empty) {
                            self.keep_in_game("/game/players/-", player);
                        }
                    }
                }
            }
            // The form of Seki.
            Kind::Object => {
                self.json.diagnostics.report(
                    &codes::WRONG_KIND,
                    value.span(),
                    || "players is an object, as in Seki's files, and not a list; read as a list",
                );
                for (color, player) in value.members() {
                    match &*color {
                        "" => self.player_of_list(player),
                        color => self.player_of_color(color, &player.pointer(), player),
                    }
                }
            }
            _ => self.keep_wrong("players", "/game/players", "a list", value),
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
                self.keep_in_game("/game/players/-", player);
            }
        }
    }

    /// Reads a player.
    fn player(&mut self, color: &str, player: Value<'_>) {
        let seat = seat(color);
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
            return self.keep_in_game("/game/players/-", player);
        }
        for (key, value) in player.members() {
            let is_known = matches!(&*key, "name" | "rank" | "team");
            let text =
                if is_known && !value.is_null() { self.json.text(&key, value).map(Cow::into_owned) } else { None };
            match text {
                Some(text) => {
                    let player = self.record.info.player_mut(seat.clone());
                    let field = match &*key {
                        "name" => &mut player.name,
                        "rank" => &mut player.rank,
                        _ => &mut player.team,
                    };
                    *field = text;
                }
                None if value.is_null() || key == "color" => {}
                None => {
                    if !is_known {
                        self.json.report_unknown(value);
                    }
                    let written = match &seat {
                        Seat::First => "black",
                        Seat::Second => "white",
                        _ => color,
                    };
                    let pointer = format!("/game/players/{}/{}", pointer_step(written), pointer_step(&key));
                    self.keep_in_game(&pointer, value);
                }
            }
        }
    }

    /// Reads a player of the first dialects: `black` or `white`, with a name or an object.
    pub(super) fn player_of_color(&mut self, color: &str, pointer: &str, player: Value<'_>) {
        let is_taken = self.record.info.player(&seat(color)).is_some_and(|player| !player.is_empty());
        match player.kind() {
            _ if is_taken => self.keep_in_game(pointer, player),
            Kind::Object => self.player(color, player),
            _ => match self.json.text(color, player).map(Cow::into_owned) {
                Some(name) => self.record.info.player_mut(seat(color)).name = name,
                None => self.keep_in_game(pointer, player),
            },
        }
    }

    /// Returns true if a player whose colour go does not have has no data, neither here nor in the slot. A record has no such player.
    fn has_no_data(&self, color: &str, player: Value<'_>) -> bool {
        let is_datum = |(key, value): (Cow<'_, str>, Value<'_>)| {
            key != "color" && !value.is_null() && value.string().is_none_or(|text| !text.is_empty())
        };
        !self.colors_in_slot.contains(color) && !player.members().any(is_datum)
    }

    /// Reports a colour that go does not have. With a typing error it is an error.
    fn report_misspelt_color(&mut self, color: &str, player: Value<'_>) {
        let Some(stated) = player.get("color") else { return };
        let at = stated.span();
        let done = match self.has_no_data(color, player) {
            true => "the player has no data and no effect (kept in the file)",
            false => "read as a player of neither colour",
        };
        let Some(likely) = ["black", "white"].into_iter().find(|known| is_misspelling(color, known, true)) else {
            self.json.diagnostics.report(&codes::BAD_VALUE.with_severity(Severity::Note), at, || {
                format!("{:?} is not a colour of go; {done}", excerpt(color))
            });
            return;
        };
        let report = self.json.diagnostics.report(&codes::BAD_VALUE.with_severity(Severity::Error), at, || {
            let stated = excerpt(color);
            format!("a player has the colour {stated:?}, perhaps {likely:?}; {done}")
        });
        report.fix(Safety::Guess, || format!("write {likely:?}"), || Edits::one(at, format!("\"{likely}\"")));
    }
}
