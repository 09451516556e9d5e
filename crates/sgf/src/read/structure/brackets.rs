//! Diagnostics of brackets that are missing, extra or not escaped, with their fixes.
//!
//! A value that is not closed continues up to the end of the file, so it usually contains the closing parentheses of the
//! game. The fix inserts the bracket before them. `closing_parentheses` takes the `)` and white space at the end of the
//! value, leaves one `)` for each `(` that the rest of the value opens, and gives the others to the game, at most as many as
//! the game has open. The cost is linear in the length of the value.

use super::{
    describe::{message, safe_fix, stands_alone},
    lost_bracket::{self, Before},
    lost_end,
};
use crate::{
    Game,
    document::parse::{Odd, is_space_or_control},
};
use alloc::format;
use kifu_core::{Diagnostic, Edits, Fix, Safety, Span};

/// A bracket that closes nothing.
pub(super) fn stray_bracket(game: Game<'_>, at: Span, found: Diagnostic) -> Diagnostic {
    let fix = match lost_bracket::before(game, at.start) {
        Before::Nothing => Some(Fix::new(surplus_bracket(game, at), "remove the bracket", Edits::one(at, ""))),
        Before::Letters(edits) => edits.map(|edits| Fix::new(Safety::Guess, "insert the missing bracket", edits)),
    };
    message(found, "this bracket closes nothing; ignored", fix)
}

/// FG without a value.
pub(super) fn figure_without_value(at: Span, found: Diagnostic) -> Diagnostic {
    let fix = safe_fix("write FG[]", Span { start: at.end, end: at.end }, "[]");
    message(found, "FG has no value, which FF[3] allowed; read as FG[]", fix)
}

/// A value that is not closed.
pub(super) fn unclosed_value(game: Game<'_>, at: Span, found: Diagnostic) -> Diagnostic {
    let text = &game.text[at.range()];
    let start = Span { start: at.start, end: at.start + 1 };
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    let unclosed = game.game.unclosed();
    // Parentheses at the end that the value does not open are probably those of the game.
    let ends = closing_parentheses(&text[1..], unclosed);
    let mut edits = Edits::default();
    if ends.count > 0 {
        let _ = edits.insert(at.start as usize + 1 + ends.from, "]");
        let _ = edits.insert(at.end as usize, ")".repeat(unclosed - ends.count));
    } else {
        // A backslash that escapes nothing would escape the bracket.
        let end = Span { start: at.end - u32::from(backslashes % 2 == 1), end: at.end };
        edits = Edits::one(end, format!("]{}", ")".repeat(unclosed)));
    }
    // A move that was cut off would become a pass.
    let is_cut_move = text.len() == 1 && game.text[..at.start as usize].ends_with(['B', 'W']);
    let fix = (!is_cut_move).then(|| Fix::new(Safety::Guess, "close the value", edits));
    message(found, "this value is not closed; read up to the end of the file", fix)
        .at(start)
        .note(Some(start), "the value starts here")
}

/// Parentheses at the end of a value that is not closed.
struct ClosingParentheses {
    /// The offset in the value at which they start.
    from: usize,
    count: usize,
}

/// Returns the parentheses at the end of a value that close no parenthesis of the value, at most `most`.
fn closing_parentheses(value: &str, most: usize) -> ClosingParentheses {
    let run = value.trim_end_matches(|c: char| c == ')' || is_space_or_control(c)).len();
    let open = value[..run].bytes().fold(0_usize, |open, byte| match byte {
        b'(' => open + 1,
        b')' => open.saturating_sub(1),
        _ => open,
    });
    let ends = || value[run..].bytes().enumerate().filter(|(_, byte)| *byte == b')').map(|(at, _)| run + at);
    let count = ends().count().saturating_sub(open).min(most);
    let from = ends().rev().take(count).last().unwrap_or(value.len());
    // A backslash before the parentheses would escape the bracket that the fix inserts.
    let is_escaped = value[..from].ends_with('\\');
    ClosingParentheses { from, count: if is_escaped { 0 } else { count } }
}

/// A bracket inside a text.
pub(super) fn unescaped_bracket(at: Span, found: Diagnostic) -> Diagnostic {
    let fix = Fix::new(Safety::Guess, "escape the bracket", Edits::one(at, "\\]".repeat(at.range().len())));
    message(found, "a bracket inside a text is not escaped; read as part of the text", Some(fix))
}

/// Finds texts whose brackets must not be escaped, because SGF may follow them. Remembers the last text, which may have
/// many brackets.
#[derive(Default)]
pub(super) struct Texts {
    last: Option<DoubtfulText>,
}

struct DoubtfulText {
    value: usize,
    is_doubtful: bool,
}

impl Texts {
    /// Returns true if SGF may follow a bracket of the text that contains the bracket at `at`: the text contains something like SGF,
    /// or its property has another value after it (`PB[Lee]P][Gu]`).
    pub(super) fn is_doubtful(&mut self, game: Game<'_>, at: Span) -> bool {
        let value = game.game.values.partition_point(|value| value.start <= at.start).saturating_sub(1);
        let last = self.last.take().filter(|last| last.value == value);
        let text = last.unwrap_or_else(|| {
            let span = game.game.values.get(value).map_or(at, |span| *span);
            let is_doubtful =
                lost_bracket::has_surplus_value(game, value) || lost_end::resembles_sgf(game, value, span);
            DoubtfulText { value, is_doubtful }
        });
        self.last.insert(text).is_doubtful
    }
}

/// Returns the safety of removing a bracket that closes nothing and has no letters before it. A bracket after a text may be part of it.
fn surplus_bracket(game: Game<'_>, at: Span) -> Safety {
    let next = game.text[at.end as usize..].bytes().next();
    let alone = stands_alone(game.text, at)
        || game.text[..at.start as usize].ends_with(']') && next.is_some_and(|b| b.is_ascii_uppercase() || b == b'[');
    // A parenthesis before the bracket may be part of the value that the bracket ends: `C(x)]`.
    let is_after_parenthesis =
        game.text[..at.start as usize].trim_end_matches(is_space_or_control).ends_with(['(', ')']);
    let is_safe = alone && !is_after_parenthesis && !game.game.bare && !lost_bracket::follows_text(game, at);
    if is_safe { Safety::Safe } else { Safety::Guess }
}

/// Returns true if the text of the game ends inside a value.
pub(super) fn ends_in_value(game: Game<'_>) -> bool {
    let last = game.game.oddities.iter().rev().find(|odd| odd.kind != Odd::UnclosedTree);
    last.is_some_and(|odd| match odd.kind {
        Odd::UnclosedValue => true,
        Odd::ValueWithoutIdentifier => {
            let text = game.text[odd.at.range()].trim_end();
            let inner = text.strip_suffix(']').unwrap_or(text);
            odd.at.end == game.span().end
                && (inner.len() == text.len() || (inner.len() - inner.trim_end_matches('\\').len()) % 2 == 1)
        }
        _ => false,
    })
}
