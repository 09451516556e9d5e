//! Diagnostics of the structure of a text, with their fixes.

use super::messages::shown;
use crate::{
    Game, Kind, Property, PropertyDef, codes,
    document::parse::{Odd, Oddity},
    value,
};
use alloc::{format, string::String};
use brackets::ends_in_value;
use kifu_core::{CodeInfo, Diagnostics, Safety, Severity};

mod brackets;
mod describe;
pub(super) mod lost_bracket;
pub(super) mod lost_end;
pub(super) mod no_record;
mod parentheses;
pub(super) mod stray;
mod surplus;

/// Reports every deviation that the parser found. If the text is `open_ended`, a bracket that a fix inserts could end an
/// earlier value, so the fix of FG is a guess.
pub(super) fn oddities(game: Game<'_>, open_ended: bool, diagnostics: &mut Diagnostics) {
    // A game cannot be closed inside a value that is not closed.
    let in_value = game.game.oddities.iter().any(|odd| odd.kind == Odd::UnclosedValue);
    let surplus = surplus::parentheses(game).filter(|_| !ends_in_value(game));
    let is_unclosed = game.game.oddities.iter().any(|odd| odd.kind == Odd::UnclosedTree);
    let nested = if is_unclosed { parentheses::Nested::of(game) } else { parentheses::Nested::default() };
    let mut texts = brackets::Texts::default();
    for &Oddity { kind, at } in &game.game.oddities {
        let is_closed_by_fix =
            || parentheses::opened_twice(game).is_some() || surplus.as_ref().is_some_and(|surplus| surplus.left == 0);
        if kind == Odd::UnclosedTree && (in_value || is_closed_by_fix()) {
            continue;
        }
        // If the text contains properties after this bracket, the bracket probably ends it. Escaping would hide them.
        if kind == Odd::UnescapedBracket && lost_end::report(game, at, diagnostics) {
            continue;
        }
        let is_before_name = || lost_end::precedes_long_name(game.text, at.end as usize);
        let is_doubtful = kind == Odd::UnescapedBracket && (texts.is_doubtful(game, at) || is_before_name());
        let is_error = match kind {
            Odd::UnclosedTree => nested.is_ambiguous,
            Odd::SeveralRoots => has_header_below_root(game),
            Odd::UnescapedBracket => is_doubtful,
            _ => false,
        };
        let code = if is_error { code(kind).with_severity(Severity::Error) } else { code(kind) };
        diagnostics.report(&code, at, String::new).with(|oddity| {
            let mut found = describe::describe(game, Oddity { kind, at }, surplus.as_ref(), &nested, oddity);
            if is_doubtful {
                found.fix = None;
                found = found.help("check whether a property follows this bracket");
            }
            if let Some(fix) = found.fix.as_mut().filter(|_| open_ended && kind == Odd::FigureWithoutValue) {
                fix.safety = Safety::Guess;
            }
            found
        });
    }
    if let Some(raw) = game.root_value("FF")
        && !matches!(value::number(raw).value(), Some(1..=4))
    {
        let at = game.nodes().find_map(|node| node.get("FF")).map_or(game.span(), Property::span);
        diagnostics.report(&codes::UNKNOWN_VERSION, at, || {
            format!("FF[{}] is not a version of SGF (1 to 4); read as FF[4]", shown(raw))
        });
    }
}

/// Returns true if one of several first nodes has the size, the players or other properties of a game. They have no effect there.
fn has_header_below_root(game: Game<'_>) -> bool {
    let first_nodes = game.game.parents().enumerate().filter(|&(_, parent)| parent == Some(0));
    let mut properties = first_nodes.flat_map(|(node, _)| game.node(node).properties());
    properties.any(|property| {
        PropertyDef::find(&property.identifier(), 1)
            .is_some_and(|known| matches!(known.kind, Kind::Root | Kind::GameInfo))
    })
}

fn code(kind: Odd) -> CodeInfo {
    match kind {
        Odd::FigureWithoutValue => codes::OLD_PROPERTY,
        Odd::StrayBracket => codes::STRAY_INSIDE.with_severity(Severity::Warning),
        Odd::StrayInside => codes::STRAY_INSIDE,
        Odd::ControlCharacter => codes::CONTROL_CHARACTER,
        Odd::MissingSemicolon => codes::MISSING_SEMICOLON,
        Odd::MissingParenthesis => codes::MISSING_PARENTHESIS,
        Odd::DoubleParenthesis => codes::DOUBLE_PARENTHESIS,
        Odd::SeveralRoots => codes::SEVERAL_ROOTS,
        Odd::EmptyFirstNode => codes::EMPTY_FIRST_NODE,
        Odd::UnclosedTree => codes::UNCLOSED_TREE,
        Odd::UnclosedValue => codes::UNCLOSED_VALUE,
        Odd::EmptyTree => codes::EMPTY_TREE,
        Odd::NodeAfterVariation => codes::NODE_AFTER_VARIATION,
        Odd::UnescapedBracket => codes::UNESCAPED_BRACKET,
        Odd::ValueWithoutIdentifier => codes::VALUE_WITHOUT_IDENTIFIER,
        Odd::IdentifierWithoutValue => codes::IDENTIFIER_WITHOUT_VALUE,
        Odd::SpaceInIdentifier => codes::SPACE_IN_IDENTIFIER,
    }
}
