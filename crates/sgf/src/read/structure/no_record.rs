//! Diagnostics of text that gives no record: no game at all, or a game other than go.

use crate::{Game, Property, codes, games, read::messages::shown};
use alloc::{format, string::String};
use kifu_core::{Diagnostic, Severity};

/// A text without any game.
pub(in crate::read) fn no_game(text: &str) -> Diagnostic {
    let message = if text.trim().is_empty() {
        "the file is empty; nothing was read"
    } else {
        "this text contains no SGF game; nothing was read"
    };
    Diagnostic::new(&codes::NO_GAME, message).help("an SGF game starts with `(;`")
}

/// A game other than go.
pub(in crate::read) fn not_go(game: Game<'_>) -> Diagnostic {
    let stated = game.root_value("GM").unwrap_or_default();
    let name = name(game);
    let at = game.nodes().find_map(|node| node.get("GM")).map_or(game.span(), Property::span);
    // A value that is not the number or the name of a game is probably damaged, and the game may be go.
    if !games::is_plain(stated) {
        let message = format!("GM[{}] is not the number or name of a game; the game is ignored", shown(stated));
        return Diagnostic::new(&codes::NOT_GO.with_severity(Severity::Error), message)
            .at(at)
            .help("if this is a game of go, write GM[1]");
    }
    let message = format!("this is {name}, not go; ignored");
    let found = Diagnostic::new(&codes::NOT_GO, message).at(at);
    // Some servers write games of go with the number of another game.
    match ["KM", "HA"].into_iter().any(|identifier| game.root_property(identifier).is_some()) {
        true => found.help("if this is go, write GM[1]"),
        false => found,
    }
}

/// Returns the name of a game, or the value of GM if the standard does not name it.
pub(in crate::read) fn name(game: Game<'_>) -> String {
    let stated = || format!("game {:?}", shown(game.root_value("GM").unwrap_or_default()));
    games::name(game.game_type()).map_or_else(stated, Into::into)
}
