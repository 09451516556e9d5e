//! What a game other than go states about itself, for `kifu info`.

use super::board;
use crate::{Game, read::structure::no_record, value};
use alloc::format;
use kifu_core::{NamedValue, OtherGame, Parsed, Seat};

/// Returns what a game other than go states about itself.
pub(in crate::read) fn describe(game: Game<'_>) -> OtherGame {
    let mut other = OtherGame::new(no_record::name(game), game.span());
    let header = game.node(usize::from(game.game.rootless));
    // The header may have millions of properties, so it is read once. The first value counts.
    for property in header.properties() {
        let identifier = property.identifier();
        let Some(raw) = property.values().find(|raw| !value::is_blank(raw)) else { continue };
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
