//! `players`: the players, as a list or as an object.

use crate::{Jgf2, Players, read::header::players::has_color};
use alloc::{collections::BTreeSet, format, string::String, vec::Vec};
use kifu_core::{Info, Player, Seat};
use kifu_json::{Writer, record::ForeignData};

/// A player, or a colour with only foreign data.
struct Entry<'r> {
    color: String,
    player: Option<&'r Player>,
}

pub(super) fn players(info: &Info, format: &Jgf2, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let entries = entries(info, foreign);
    let kept: Vec<&str> = foreign.of_list("/players").collect();
    if entries.is_empty() && kept.is_empty() {
        return;
    }
    // The object of Seki has no place for a player without a colour.
    let as_object = format.players == Players::Object && kept.is_empty();
    out.key("players");
    if as_object {
        out.begin_object();
    } else {
        out.begin_array();
    }
    for entry in &entries {
        if as_object {
            out.key(&entry.color);
            out.begin_object();
        } else {
            out.begin_object();
            out.key("color");
            out.string(&entry.color);
        }
        members(entry, foreign, out);
        out.end();
    }
    kept.iter().for_each(|raw| out.raw(raw));
    out.end();
}

fn entries<'r>(info: &'r Info, foreign: &ForeignData<'_>) -> Vec<Entry<'r>> {
    let color = |seat: &Seat| match seat {
        Seat::First => String::from("black"),
        Seat::Second => String::from("white"),
        Seat::Other(color) => color.clone(),
    };
    let of_colors = info.players.iter().filter(|(seat, _)| has_color(seat));
    let players = of_colors.map(|(seat, player)| Entry { color: color(seat), player: Some(player) });
    let mut entries: Vec<Entry<'r>> = players.collect();
    let mut seen: BTreeSet<String> = entries.iter().map(|entry| entry.color.clone()).collect();
    for entry in foreign.members.iter().filter(|entry| entry.key.starts_with("/players/")) {
        let mut steps = entry.key.split('/').skip(2);
        if let (Some(color), Some(_), None) = (steps.next(), steps.next(), steps.next()) {
            let color = color.replace("~1", "/").replace("~0", "~");
            if seen.insert(color.clone()) {
                entries.push(Entry { color, player: None });
            }
        }
    }
    entries
}

fn members(entry: &Entry<'_>, foreign: &mut ForeignData<'_>, out: &mut Writer) {
    let fields = entry.player.map(|player| {
        [("name", &player.name), ("rank", &player.rank), ("team", &player.team), ("country", &player.country)]
    });
    let mut written = alloc::vec!["color"];
    for (key, text) in fields.into_iter().flatten().filter(|(_, text)| !text.is_empty()) {
        out.key(key);
        out.string(text);
        written.push(key);
    }
    let color = entry.color.replace('~', "~0").replace('/', "~1");
    foreign.write_members(&format!("/players/{color}"), &written, out);
}
