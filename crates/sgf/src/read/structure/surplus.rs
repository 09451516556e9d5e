//! Removes doubled parentheses inside a game that is not closed because of them: `(;((;B[aa]))`.
//!
//! If the game has exactly one run of doubled parentheses, as many of them are removed as the game has open at its end; one
//! always stays, for the variation itself. The result is parsed again. It is accepted if the game is closed and has the same
//! nodes, parents and values ([`is_same`]). The cost is one more parse, so only games with at most [`MAX_NODES`] nodes are tried.

use crate::{
    Game,
    document::parse::{self, Odd, Parser, is_space_or_control},
};
use alloc::string::String;
use kifu_core::{Edits, Safety, Span};

/// Parentheses that can be removed: the game keeps its meaning, and fewer parentheses are open.
pub(super) struct Surplus {
    pub(super) edits: Edits,
    /// Safe if there is only white space between the parentheses, and a complete element before them.
    pub(super) safety: Safety,
    /// The number of parentheses that are still open after the edits.
    pub(super) left: usize,
}

/// The maximum number of nodes of a game that is parsed twice. A heuristic: real games have fewer.
const MAX_NODES: usize = 1 << 16;

/// Returns the doubled parentheses inside an unclosed game that can be removed.
pub(super) fn parentheses(game: Game<'_>) -> Option<Surplus> {
    let index = game.game;
    let mut doubled = index.oddities.iter().filter(|odd| odd.kind == Odd::DoubleParenthesis).map(|odd| odd.at);
    let at = doubled.next().filter(|at| doubled.next().is_none() && at.start > index.span.start)?;
    let is_fit = !index.bare && !index.rootless;
    let open = index.unclosed();
    if !is_fit || open == 0 {
        return None;
    }
    let run = &game.text[at.range()];
    // Letters between the parentheses may be the rest of a damaged property: `C(x (y)]`.
    let is_plain = run.chars().all(|c| c == '(' || is_space_or_control(c));
    let before = game.text[..at.start as usize].trim_end_matches(is_space_or_control);
    let is_alone = is_plain && before.ends_with([';', '(', ')', ']']);
    let safety = if is_alone { Safety::Safe } else { Safety::Guess };
    let parentheses = memchr::memchr_iter(b'(', run.as_bytes());
    let (count, last) = parentheses.take(open).enumerate().last().map(|(n, place)| (n + 1, place))?;
    // One of the parentheses must stay, for the variation itself.
    let (count, last) = match memchr::memchr(b'(', &run.as_bytes()[last + 1..]) {
        Some(_) => (count, last),
        None => (count - 1, memchr::memrchr(b'(', &run.as_bytes()[..last])?),
    };
    let taken = Span { start: at.start, end: at.start + last as u32 + 1 };
    let rest = game.text[taken.range()].replace('(', "");
    let left = open - count;
    let fixed: String = [
        &game.text[index.span.start as usize..taken.start as usize],
        &rest,
        &game.text[taken.end as usize..index.span.end as usize],
        &")".repeat(left),
    ]
    .concat();
    is_same(game, &fixed).then(|| Surplus { edits: Edits::one(taken, rest), safety, left })
}

/// Returns true if a text is one closed game with the same nodes, parents and values as `game`. Returns false for a game that has
/// too many nodes to be parsed twice.
pub(super) fn is_same(game: Game<'_>, fixed: &str) -> bool {
    let index = game.game;
    let mut again = parse::Game::default();
    index.nodes.len() <= MAX_NODES
        && Parser::new(fixed).next(&mut again)
        && again.unclosed() == 0
        && again.span == Span::new(0, fixed.trim_end().len())
        && again.parents().eq(index.parents())
        && again.properties.len() == index.properties.len()
        // Without the parentheses, a value before them might continue up to the next bracket.
        && again.values.iter().map(|value| &fixed[value.range()]).eq(index.values.iter().map(|value| &game.text[value.range()]))
}
