//! Text outside of every game.

use crate::{
    codes,
    document::parse::{is_space_or_control, misplaced},
    read::messages::shown,
};
use alloc::format;
use kifu_core::{Diagnostics, Edits, Safety, Severity, Span};

/// Reports text outside of every game.
pub(in crate::read) fn stray(text: &str, at: Span, diagnostics: &mut Diagnostics) {
    let stray = &text[at.range()];
    if stray.bytes().all(|b| b == b')' || is_space_or_control(b as char)) {
        diagnostics.report(&codes::SURPLUS_PARENTHESIS, at, || "this parenthesis closes nothing; skipped").fix(
            Safety::Safe,
            || "take it out",
            || Edits::one(at, ""),
        );
        return;
    }
    if let Some(part) = misplaced(text, at) {
        let before = text[..part.start as usize].trim_end_matches(is_space_or_control);
        let is_inside =
            before.ends_with(')') && text[part.end as usize..].trim_start_matches(is_space_or_control).starts_with(')');
        let (title, edits) = if is_inside {
            ("take out the parenthesis before it", Edits::one(Span::new(before.len() - 1, before.len()), ""))
        } else {
            let open = if text[part.start as usize..].starts_with(';') { "(" } else { "(;" };
            ("make it a game of its own", Edits::one(part, format!("{open}{})", &text[part.range()])))
        };
        let report = diagnostics.report(&codes::STRAY_TEXT.with_severity(Severity::Error), part, || {
            let shown = shown(&text[part.range()]);
            format!("a part of a game stands outside of its parentheses: {shown:?}; skipped")
        });
        // A value that never ends would contain the new parenthesis, and in a game `black[aa]` is another property.
        let has_identifier = text[part.range()].starts_with(|c: char| c == ';' || c.is_ascii_uppercase());
        if has_identifier && text[part.range()].ends_with(']') {
            report.fix(Safety::Guess, || title, || edits);
        }
        return;
    }
    diagnostics.report(&codes::STRAY_TEXT, at, || format!("text outside of any game: {:?}; skipped", shown(stray)));
}
