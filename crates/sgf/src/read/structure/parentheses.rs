//! Diagnostics of parentheses that are missing, doubled, empty or never closed, with their fixes.
//!
//! A game with more `(` than `)` is fixed in one of three ways, the first that closes it: remove the doubled parentheses at
//! its start (`opened_twice`), remove doubled parentheses inside it (`surplus`), or append the missing `)`. The cost is
//! linear in the length of the game.

use super::{
    brackets::ends_in_value,
    describe::{message, safe_fix, stands_alone},
    surplus::Surplus,
};
use crate::{
    Game,
    document::parse::{Odd, is_name, is_space_or_control},
    read::messages::shown,
};
use alloc::{format, string::String};
use kifu_core::{Diagnostic, Edits, Fix, Safety, Span};

/// A game without its opening parenthesis.
pub(super) fn missing_parenthesis(game: Game<'_>, at: Span, found: Diagnostic) -> Diagnostic {
    // A game that is opened and never closed would contain the next game.
    let unclosed = game.game.oddities.iter().find(|odd| odd.kind == Odd::UnclosedTree);
    let stays_apart = unclosed.is_none_or(|odd| can_be_closed(game, odd.at));
    // Properties directly before the start of the game are part of the game.
    let before = game.text[..at.start as usize].trim_end_matches(is_space_or_control);
    let opens = || before.rfind(['[', '(', ')']).is_some_and(|at| before[at..].starts_with('['));
    let is_cut = before.ends_with(']') && opens();
    let insert = |title, text| (stays_apart && !is_cut).then(|| safe_fix(title, at, text)).flatten();
    if game.text[at.end as usize..].starts_with(';') {
        let fix = insert("insert the parenthesis", "(");
        message(found, "the game starts without an opening parenthesis; read from here", fix)
    } else {
        let fix = insert("insert the parenthesis and the semicolon", "(;");
        message(found, "the game starts without an opening parenthesis and a semicolon; read from here", fix)
    }
}

/// Several parentheses that open one variation.
pub(super) fn double_parenthesis(game: Game<'_>, at: Span, surplus: Option<&Surplus>, found: Diagnostic) -> Diagnostic {
    let text = &game.text[at.range()];
    let several = match text.bytes().filter(|&byte| byte == b'(').count() {
        2 => String::from("two"),
        several => format!("{several}"),
    };
    let is_first = text.starts_with('(') && at.start == game.span().start;
    let edits = is_first.then(|| opened_twice(game)).flatten();
    // The fix is certain only directly before a node of a game with a root. In other places the rest of the text could become
    // a separate game, or no game with a node could remain.
    let after = game.text[at.end as usize..].trim_start_matches(is_space_or_control);
    let is_certain = !game.game.rootless && after.starts_with(';');
    let safety = if is_certain { Safety::Safe } else { Safety::Guess };
    let fix = |safety, edits| Fix::new(safety, "remove the parentheses that are not closed", edits);
    // Letters between the parentheses may be the rest of a damaged property: `C(x (y)]`.
    let is_plain = text.chars().all(|c| c == '(' || is_space_or_control(c));
    let before = game.text[..at.start as usize].trim_end_matches(is_space_or_control);
    let is_alone = is_plain && before.ends_with([';', '(', ')', ']']);
    let inside_safety = if is_alone { Safety::Safe } else { Safety::Guess };
    let inside = || surplus.map(|surplus| fix(inside_safety, surplus.edits.clone()));
    let fix = edits.map(|edits| fix(safety, edits)).or_else(inside);
    message(found, format!("{several} parentheses open one variation; read as one"), fix)
}

/// A game that is not closed.
pub(super) fn unclosed_tree(game: Game<'_>, at: Span, surplus: Option<&Surplus>, found: Diagnostic) -> Diagnostic {
    let open = surplus.map_or(game.game.unclosed(), |surplus| surplus.left);
    let close = ")".repeat(open);
    let what = if open == 1 { "the game is".into() } else { format!("{open} parentheses are") };
    let start = Span { start: game.span().start, end: game.span().start + 1 };
    let fix = can_be_closed(game, at).then(|| safe_fix("close the game", at, &close)).flatten();
    let is_last = game.span().end as usize == game.text.len();
    let end = if is_last { "the end" } else { "the next game" };
    message(found, format!("{what} not closed; everything up to {end} was read"), fix)
        .note(Some(start), "the game starts here")
}

/// Returns true if a parenthesis that is inserted at the end of a game closes the game.
fn can_be_closed(game: Game<'_>, end: Span) -> bool {
    // A parenthesis after a damaged character would be read as part of that character.
    let is_damaged = game.text[..end.end as usize].ends_with('\u{FFFD}');
    !ends_in_value(game) && !is_damaged
}

/// Parentheses without a node.
pub(super) fn empty_tree(game: Game<'_>, at: Span, found: Diagnostic) -> Diagnostic {
    let text = &game.text[at.range()];
    // Without any node there is no game to keep.
    let inner = text.trim_matches(|c| c == '(' || c == ')' || is_space_or_control(c));
    // Before a node the parentheses may be `)(` with its characters exchanged.
    let is_before_node = game.text[at.end as usize..].trim_start_matches(is_space_or_control).starts_with(';');
    let safety = if stands_alone(game.text, at) && !is_before_node { Safety::Safe } else { Safety::Guess };
    // There is no fix that would remove text between the parentheses, or join the identifier before them to a value after them.
    let before = game.text[..at.start as usize].trim_end_matches(is_space_or_control);
    let can_go = inner.is_empty() && !before.bytes().last().is_some_and(is_name);
    let fix =
        (can_go && !game.game.nodes.is_empty()).then(|| Fix::new(safety, "remove the parentheses", Edits::one(at, "")));
    match inner.is_empty() {
        true => message(found, "empty parentheses; ignored", fix),
        false => message(found, format!("parentheses without a node: {:?}; ignored", shown(text)), fix),
    }
}

/// Returns the edits that remove the parentheses that are never closed, if all of them are doubled ones at the start of the
/// game. Without them the game is closed.
pub(super) fn opened_twice(game: Game<'_>) -> Option<Edits> {
    let doubled = game.game.oddities.iter().find(|odd| odd.kind == Odd::DoubleParenthesis)?.at;
    let mut edits = Edits::default();
    // Adjacent parentheses are one edit: there may be millions of them.
    let mut run: Option<Span> = None;
    for at in game.game.never_closed() {
        // The last of the doubled parentheses opens the game itself.
        if !(doubled.start..doubled.end - 1).contains(&at) {
            return None;
        }
        match &mut run {
            Some(run) if run.end == at => run.end += 1,
            _ => {
                if let Some(run) = run.replace(Span { start: at, end: at + 1 }) {
                    let _ = edits.replace(run, "");
                }
            }
        }
    }
    if let Some(run) = run {
        let _ = edits.replace(run, "");
    }
    (!edits.is_empty() && !ends_in_value(game)).then_some(edits)
}
