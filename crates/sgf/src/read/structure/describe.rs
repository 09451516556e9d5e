//! The message, the notes and the fix of each deviation.

use super::{
    brackets,
    parentheses::{self, Nested},
    surplus::Surplus,
};
use crate::{
    Game,
    document::parse::{Odd, Oddity, identifier, is_space_or_control},
    read::messages::shown,
};
use alloc::{format, string::String};
use kifu_core::{Diagnostic, Edits, Fix, Safety, Span};

/// Completes the diagnostic of a deviation.
pub(super) fn describe(
    game: Game<'_>,
    Oddity { kind, at }: Oddity,
    surplus: Option<&Surplus>,
    nested: &Nested,
    found: Diagnostic,
) -> Diagnostic {
    let text = &game.text[at.range()];
    match kind {
        Odd::StrayBracket => brackets::stray_bracket(game, at, found),
        Odd::FigureWithoutValue => brackets::figure_without_value(at, found),
        Odd::UnclosedValue => brackets::unclosed_value(game, at, found),
        Odd::UnescapedBracket => brackets::unescaped_bracket(at, found),
        Odd::MissingParenthesis => parentheses::missing_parenthesis(game, at, found),
        Odd::DoubleParenthesis => parentheses::double_parenthesis(game, at, surplus, found),
        Odd::UnclosedTree => parentheses::unclosed_tree(game, at, surplus, nested, found),
        Odd::EmptyTree => parentheses::empty_tree(game, at, found),
        Odd::MissingSemicolon => missing_semicolon(game, at, found),
        Odd::SeveralRoots => {
            message(found, "the game has several first nodes; read as variations after an empty first node", None)
                .help("an SGF file may contain several games: write each in its own parentheses")
        }
        Odd::EmptyFirstNode => {
            // Without the empty node, a game that is not closed may end at the next `(`.
            let fix = || Fix::new(Safety::Guess, "remove the semicolon of the empty node", Edits::one(at, ""));
            // Other text would then be outside of a node.
            let is_followed = game.text[at.end as usize..].trim_start().starts_with(';');
            message(
                found,
                "the first node is empty, and the second has the properties of the game; the empty node is ignored",
                is_followed.then(fix),
            )
        }
        Odd::NodeAfterVariation => {
            message(found, "a node follows the variations, which SGF forbids; read as another variation", None)
        }
        Odd::StrayInside => message(found, format!("{:?} is not a property; ignored", shown(text.trim())), None),
        Odd::ControlCharacter => message(found, "control characters; read as spaces", None),
        Odd::ValueWithoutIdentifier => {
            message(found, format!("the value {:?} has no identifier; ignored", shown(text)), None)
        }
        Odd::IdentifierWithoutValue => {
            message(found, format!("the identifier {:?} has no value; ignored", shown(text.trim())), None)
        }
        Odd::SpaceInIdentifier => {
            let name = identifier(text);
            let fix = safe_fix("remove the spaces", at, &name);
            message(found, format!("spaces inside the identifier {name}; read without them"), fix)
        }
    }
}

/// The most bytes of parentheses that are taken for a value.
const LONGEST_VALUE: usize = 256;

fn missing_semicolon(game: Game<'_>, at: Span, found: Diagnostic) -> Diagnostic {
    // After stray text the node might have started earlier.
    let before = game.text[..at.start as usize].trim_end_matches(is_space_or_control);
    // A name in lower-case letters is perhaps not a property. With a semicolon before the name, the
    // text could become another game.
    let is_name = game.text[at.end as usize..].starts_with(|c: char| c.is_ascii_uppercase());
    // Parentheses without a node, as in `PW(White)PB[Black]`, are perhaps the brackets of a value.
    let near = &before.as_bytes()[before.len().saturating_sub(LONGEST_VALUE)..];
    let tree = near.iter().rposition(|&byte| byte == b'(').filter(|_| before.ends_with(')')).map(|at| &near[at..]);
    let is_empty_tree = tree.is_some_and(|tree| !tree.contains(&b';'));
    let is_certain = before.ends_with(['(', ')']) && !is_empty_tree && is_name;
    let safety = if is_certain { Safety::Safe } else { Safety::Guess };
    let fix = Fix::new(safety, "insert the semicolon", Edits::one(at, ";"));
    message(found, "a node starts without a semicolon; read as a node", Some(fix))
}

/// Returns the diagnostic with this message and fix.
pub(super) fn message(mut found: Diagnostic, message: impl Into<String>, fix: Option<Fix>) -> Diagnostic {
    found.message = message.into();
    found.fix = fix;
    found
}

/// Returns a safe fix that replaces one span.
pub(super) fn safe_fix(title: &str, span: Span, new: &str) -> Option<Fix> {
    Some(Fix::new(Safety::Safe, title, Edits::one(span, new)))
}

/// Returns true if a piece of the text can be removed or replaced without joining the tokens around it.
pub(super) fn stands_alone(text: &str, at: Span) -> bool {
    let before = text[..at.start as usize].trim_end_matches(is_space_or_control).bytes().last();
    let after = text[at.end as usize..].trim_start_matches(is_space_or_control).bytes().next();
    matches!(before, None | Some(b';' | b'(' | b')' | b']')) && matches!(after, None | Some(b';' | b'(' | b')'))
}
