//! Diagnostics of parentheses that are missing, doubled, empty or never closed, with their fixes.
//!
//! A game with more `(` than `)` is fixed in one of three ways, the first that closes it: remove the doubled parentheses at
//! its start (`opened_twice`), remove doubled parentheses inside it (`surplus`), or append the missing `)`. The cost is
//! linear in the length of the game.

use super::{
    brackets::ends_in_value,
    describe::{message, safe_fix, stands_alone},
    surplus::{self, Surplus},
};
use crate::{
    Game,
    document::parse::{Odd, is_name, is_space_or_control},
    read::messages::shown,
};
use alloc::{format, string::String, vec, vec::Vec};
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
    let is_certain =
        |edits: &Edits| !game.game.rootless && after.starts_with(';') && surplus::is_same(game, &without(game, edits));
    let fix = |safety, edits| Fix::new(safety, "remove the parentheses that are not closed", edits);
    let inside = || surplus.map(|surplus| fix(surplus.safety, surplus.edits.clone()));
    let outside = |edits| fix(if is_certain(&edits) { Safety::Safe } else { Safety::Guess }, edits);
    let fix = edits.map(outside).or_else(inside);
    message(found, format!("{several} parentheses open one variation; read as one"), fix)
}

/// A game that is not closed. In nested variations the missing parenthesis may belong to another place than the end.
pub(super) fn unclosed_tree(
    game: Game<'_>,
    at: Span,
    surplus: Option<&Surplus>,
    nested: &Nested,
    found: Diagnostic,
) -> Diagnostic {
    let open = surplus.map_or(game.game.unclosed(), |surplus| surplus.left);
    let close = ")".repeat(open);
    let what = if open == 1 { "the game is".into() } else { format!("{open} parentheses are") };
    let start = Span { start: game.span().start, end: game.span().start + 1 };
    let is_last = game.span().end as usize == game.text.len();
    let end = if is_last { "the end" } else { "the next game" };
    let fix = match nested {
        &Nested { only_child: Some(before), .. } if open == 1 => {
            let edits = Edits::one(Span { start: before, end: before }, ")");
            Some(Fix::new(Safety::Guess, "close the variation before the next one", edits))
        }
        _ if can_be_closed(game, at) => {
            // The number of parentheses depends on the fix that removes the doubled ones.
            let is_certain = !nested.is_ambiguous && surplus.is_none_or(|surplus| surplus.safety == Safety::Safe);
            let safety = if is_certain { Safety::Safe } else { Safety::Guess };
            Some(Fix::new(safety, "close the game", Edits::one(at, close)))
        }
        _ => None,
    };
    let effect = if nested.is_ambiguous { ", so some variations may be at the wrong node" } else { "" };
    message(found, format!("{what} not closed{effect}; everything up to {end} was read"), fix)
        .note(Some(start), "the game starts here")
}

/// The variations inside other variations at the end of a game.
#[derive(Default)]
pub(super) struct Nested {
    /// True if a missing `)` may belong to a place before the end: the game ends with `)`, and the last variation of the main line
    /// has variations in parentheses. If the text was cut off, only the end is missing.
    pub(super) is_ambiguous: bool,
    /// The `(` of the only such variation without a sibling, before which the missing `)` probably belongs. Variations usually have
    /// siblings: `B[aa](;W[bb])(;W[cc])`. If such a variation starts inside another one, it may be the sibling of that one.
    only_child: Option<u32>,
}

impl Nested {
    /// Reads the nodes of a game once.
    pub(super) fn of(game: Game<'_>) -> Self {
        let span = game.span();
        let index = game.game;
        if index.rootless || !game.text[span.range()].trim_end_matches(is_space_or_control).ends_with(')') {
            return Self::default();
        }
        let opened = |node: usize| {
            let start = index.nodes[node].start as usize;
            let before = game.text[span.start as usize..start].trim_end_matches(is_space_or_control);
            (node > 0 && before.ends_with('(')).then(|| span.start + before.len() as u32 - 1)
        };
        // The nodes with several children: of these only the first child directly follows its parent.
        let mut has_several = vec![false; index.nodes.len()];
        for (node, parent) in index.parents().enumerate() {
            if let Some(parent) = parent.filter(|parent| parent + 1 != node) {
                has_several[parent] = true;
            }
        }
        // For each node, true if it is inside a variation of the main line.
        let mut is_inside = Vec::with_capacity(index.nodes.len());
        let (mut nested, mut only_children, mut last_opened) = (Self::default(), 0, None);
        for (node, parent) in index.parents().enumerate() {
            let parent_is_inside = parent.is_some_and(|parent| is_inside[parent]);
            let opened = opened(node);
            is_inside.push(parent_is_inside || opened.is_some());
            let Some(open) = opened else { continue };
            if !parent_is_inside {
                // What comes before the last variation of the main line is complete.
                (nested, only_children, last_opened) = (Self::default(), 0, None);
                continue;
            }
            nested.is_ambiguous = true;
            if parent.is_some_and(|parent| !has_several[parent]) {
                only_children += 1;
                let is_inside_other = only_children == 2 && nested.only_child == last_opened;
                nested.only_child = Some(open).filter(|_| only_children == 1 || is_inside_other);
            }
            last_opened = Some(open);
        }
        nested
    }
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

/// Returns the text of a game after edits that only remove parts of it.
fn without(game: Game<'_>, removals: &Edits) -> String {
    let mut text = String::new();
    let mut from = game.span().start;
    for (removed, _) in removals.iter() {
        text.push_str(&game.text[from as usize..removed.start as usize]);
        from = removed.end;
    }
    text.push_str(&game.text[from as usize..game.span().end as usize]);
    text
}
