//! Texts that end at a bracket with stray characters after it: `C[x].;W[bb]`. The parser reads the rest as part of the text.

use super::lost_bracket::name_of;
use crate::{
    Game, PropertyDef, codes,
    document::parse::{closing_bracket, is_space_or_control},
    read::messages::shown,
    value,
};
use alloc::format;
use kifu_core::{Diagnostics, Edits, Safety, Severity, Span};

/// A property that became part of a text.
struct Swallowed {
    at: Span,
    /// The characters between the bracket and the property, if they are not words.
    stray: Option<Span>,
    /// True if it is a move or stones, without which the record is another game.
    is_play: bool,
}

/// The most characters between the bracket and the property.
const FEW: usize = 8;

/// The property in the text between an unescaped bracket that ends at `from` and the next bracket.
fn swallowed(text: &str, from: usize) -> Option<Swallowed> {
    let part = &text[from..closing_bracket(text.as_bytes(), from)?];
    let trimmed = |text: &str| text.trim_end_matches(is_space_or_control).len();
    let mut is_first = true;
    memchr::memchr_iter(b'[', part.as_bytes()).find_map(|open| {
        let name_end = trimmed(&part[..open]);
        let start = part[..name_end].trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
        let name = &part[start..name_end];
        let before = trimmed(&part[..start]);
        let is_node = part[..before].ends_with(';');
        let start = if is_node { before - 1 } else { start };
        let (stray, value) = (&part[..start], &part[open + 1..]);
        let is_near = core::mem::take(&mut is_first) && is_few(stray);
        let is_move = matches!(name, "B" | "W");
        let is_play = is_move && (value.is_empty() || value::point(value).value().is_some())
            || matches!(name, "AB" | "AW" | "AE") && value::rect(value).value().is_some();
        // Prose has `B[1]`.
        let is_property = is_play || !is_move && PropertyDef::find(name, 1).is_some();
        let is_found = is_near && is_property || is_node && is_move && is_play;
        is_found.then(|| {
            let can_go = !stray.contains(char::is_alphanumeric);
            let stray = Span::new(from, from + trimmed(stray));
            Swallowed { at: Span::new(from + start, from + open + 1), stray: can_go.then_some(stray), is_play }
        })
    })
}

/// True if these are few characters and not prose, so that they may be there by mistake.
fn is_few(stray: &str) -> bool {
    let is_prose = || {
        let has_word = stray.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_alphabetic));
        has_word && stray.contains(char::is_whitespace)
    };
    stray.chars().filter(|&c| !is_space_or_control(c)).take(FEW + 1).count() <= FEW && !is_prose()
}

/// Reports a property in the text after the bracket at `at`. False if there is none.
pub(super) fn report(game: Game<'_>, at: Span, diagnostics: &mut Diagnostics) -> bool {
    let Some(Swallowed { at: part, stray, is_play }) = swallowed(game.text, at.end as usize) else { return false };
    let severity = if is_play { Severity::Error } else { Severity::Warning };
    let value = game.game.values.partition_point(|value| value.start <= at.start).saturating_sub(1);
    let name = name_of(game, value).unwrap_or_default();
    let report = diagnostics.report(&codes::PROPERTY_IN_TEXT.with_severity(severity), part, || {
        let found = shown(&game.text[part.range()]);
        format!("{name} goes on behind its bracket and contains {found:?}, which looks like a property; read as text")
    });
    if let Some(stray) = stray {
        report.fix(Safety::Guess, || format!("end {name} at its bracket"), || Edits::one(stray, ""));
    }
    true
}

/// True if [`report`] reports this value.
pub(in crate::read) fn is_reported(text: &str, value: Span) -> bool {
    let mut from = value.start as usize;
    while let Some(close) = closing_bracket(text.as_bytes(), from).filter(|&close| close < value.end as usize) {
        from = close + 1;
        if swallowed(text, from).is_some() {
            return true;
        }
    }
    false
}
