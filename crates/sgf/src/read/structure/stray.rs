//! Diagnostics of text outside of every game, with their fixes.
//!
//! Such text is usually the header of an e-mail, and gets a warning. If it contains a part of a
//! game (`misplaced`), that is an error. The fix then opens a game before the part, removes the
//! parenthesis before the part, or makes the part a separate game.
//!
//! A `)` that closes nothing is an error if the game before it is probably a variation that was closed too early: this game
//! directly follows a game with a header, and its own first node has none of GM, FF, SZ, CA, AP, PB and PW. [`LastGame`]
//! keeps what this needs. The cost is linear in the text, and the memory is constant.

use crate::{
    Game, Kind, Property, PropertyDef, codes,
    document::parse::{Odd, is_name, is_space_or_control, misplaced},
    read::messages::shown,
};
use alloc::format;
use kifu_core::{Diagnostics, Edits, Safety, Severity, Span};

/// The last game before a place in the text.
#[derive(Clone, Copy)]
pub(in crate::read) struct LastGame {
    end: u32,
    /// True if its first node has a property that only the first node of a game has.
    has_header: bool,
    /// The end of the last game with a header, if this game follows it directly and has no header of its own. Then this game
    /// may be a variation of that one.
    variation_of: Option<u32>,
    /// True if one of its values lost its bracket, or if its values are unknown because it is not a game of go. Then its parentheses
    /// may belong to a value.
    is_doubtful: bool,
    /// True if a node has several variations. Then a parenthesis that is missing or doubled changes the tree.
    has_variations: bool,
    /// The only node that follows variations. Before it a `(` is probably missing.
    after_variations: Option<u32>,
}

impl LastGame {
    /// Creates the entry of the game that follows `before`.
    pub(in crate::read) fn after(before: Option<Self>, game: Game<'_>) -> Self {
        let directly = before.filter(|before| {
            let gap = &game.text[before.end as usize..(game.span().start.max(before.end)) as usize];
            gap.chars().all(is_space_or_control)
        });
        let is_header = |property: Property<'_>| starts_header(&property.identifier());
        let has_header = game.nodes().next().is_some_and(|first| first.properties().any(is_header));
        // Only these properties show a separate game: results and names of events also occur in variations.
        let is_of_game =
            |property: Property<'_>| matches!(&*property.identifier(), "GM" | "FF" | "SZ" | "CA" | "AP" | "PB" | "PW");
        let is_of_its_own = game.nodes().next().is_some_and(|first| first.properties().any(is_of_game));
        let variation_of = directly
            .filter(|_| !is_of_its_own)
            .and_then(|before| before.variation_of.or_else(|| before.has_header.then_some(before.end)));
        let is_doubtful = directly.is_some_and(|before| before.is_doubtful) || game.game_type() != 1;
        let mut after_variations = game.game.oddities.iter().filter(|odd| odd.kind == Odd::NodeAfterVariation);
        let after_variations =
            after_variations.next().filter(|_| after_variations.next().is_none()).map(|odd| odd.at.start);
        let has_variations = game.game.has_variations();
        Self { end: game.span().end, has_header, variation_of, is_doubtful, has_variations, after_variations }
    }

    /// Returns the game with a value that lost its bracket.
    pub(in crate::read) fn doubtful(self) -> Self {
        Self { is_doubtful: true, ..self }
    }
}

/// Returns true for a property of the first node of a game.
fn starts_header(identifier: &str) -> bool {
    PropertyDef::find(identifier, 1).is_some_and(|known| matches!(known.kind, Kind::Root | Kind::GameInfo))
}

/// Reports text outside of every game, which follows `last`.
pub(in crate::read) fn stray(text: &str, at: Span, last: Option<LastGame>, diagnostics: &mut Diagnostics) {
    let stray = &text[at.range()];
    if stray.bytes().all(|b| b == b')' || is_space_or_control(b as char)) {
        surplus_parenthesis(at, last, diagnostics);
        return;
    }
    if let Some(part) = misplaced(text, at) {
        let before = text[..part.start as usize].trim_end_matches(is_space_or_control);
        let is_inside = before.ends_with(')') && goes_on(&text[part.end as usize..]);
        let is_header = part.end == at.end && text[part.end as usize..].starts_with(';');
        let (title, edits) = if is_header {
            let open = if text[part.start as usize..].starts_with(';') { "(" } else { "(;" };
            ("insert a parenthesis that opens the game", Edits::one(Span { start: part.start, end: part.start }, open))
        } else if is_inside {
            (
                "remove the closing parenthesis before the part",
                Edits::one(Span::new(before.len() - 1, before.len()), ""),
            )
        } else {
            let open = if text[part.start as usize..].starts_with(';') { "(" } else { "(;" };
            (
                "put the part into parentheses, as a separate game",
                Edits::one(part, format!("{open}{})", &text[part.range()])),
            )
        };
        let report = diagnostics.report(&codes::STRAY_TEXT.with_severity(Severity::Error), part, || {
            let shown = shown(&text[part.range()]);
            format!("a part of a game is outside of its parentheses: {shown:?}; ignored")
        });
        // A value that is not closed would contain the new parenthesis, and `black[aa]` in a game is a private property.
        let has_identifier = text[part.range()].starts_with(|c: char| c == ';' || c.is_ascii_uppercase());
        if has_identifier && text[part.range()].ends_with(']') {
            report.fix(Safety::Guess, || title, || edits);
        }
        return;
    }
    // A bracket that closes nothing, directly after a game, ends a value of the game: `AB[nc])dd][ld]`.
    let is_cut_value = last.is_some_and(|last| last.end == at.start)
        && memchr::memchr2(b'[', b']', stray.as_bytes()).is_some_and(|bracket| stray.as_bytes()[bracket] == b']');
    let is_record = is_cut_value || is_game_in_utf16(stray);
    let severity = if is_record { Severity::Error } else { codes::STRAY_TEXT.severity };
    diagnostics.report(&codes::STRAY_TEXT.with_severity(severity), at, || {
        format!("text outside of any game: {:?}; ignored", shown(stray))
    });
}

/// Returns true if a text is a game whose bytes were read as UTF-16, because it follows a file in UTF-16.
fn is_game_in_utf16(text: &str) -> bool {
    let is_start = |to_bytes: fn(u16) -> [u8; 2]| {
        let mut last = 0;
        let mut bytes = text.encode_utf16().flat_map(to_bytes);
        bytes.any(|byte| core::mem::replace(&mut last, byte) == b'(' && byte == b';')
    };
    !text.is_ascii() && (is_start(u16::to_le_bytes) || is_start(u16::to_be_bytes))
}

/// Reports a parenthesis that closes nothing.
fn surplus_parenthesis(at: Span, last: Option<LastGame>, diagnostics: &mut Diagnostics) {
    let last = last.filter(|last| last.end <= at.start);
    let is_doubtful = last.is_some_and(|last| last.is_doubtful);
    let Some(end) = last.and_then(|last| last.variation_of) else {
        let Some(last) = last.filter(|last| last.has_variations) else {
            let safety = if is_doubtful { Safety::Guess } else { Safety::Safe };
            let report =
                diagnostics.report(&codes::SURPLUS_PARENTHESIS, at, || "this parenthesis closes nothing; ignored");
            report.fix(safety, || "remove the parenthesis", || Edits::one(at, ""));
            return;
        };
        let report = diagnostics.report(
            &codes::SURPLUS_PARENTHESIS.with_severity(Severity::Error),
            at,
            || "this parenthesis closes nothing, so some variations before it may be at the wrong node; ignored",
        );
        match last.after_variations {
            Some(node) => report.fix(
                Safety::Guess,
                || "open a variation before the node that follows variations",
                || Edits::one(Span { start: node, end: node }, "("),
            ),
            None => report.fix(Safety::Guess, || "remove the parenthesis", || Edits::one(at, "")),
        };
        return;
    };
    let early = Span { start: end - 1, end };
    let report = diagnostics
        .report(
            &codes::SURPLUS_PARENTHESIS.with_severity(Severity::Error),
            at,
            || "this parenthesis closes nothing, and the game before it looks like a variation; ignored",
        )
        .note(Some(early), "this parenthesis may close the game too early");
    // After a fix inserts a lost bracket, this parenthesis may close a variation again.
    if !is_doubtful {
        report.fix(
            Safety::Guess,
            || "remove the parenthesis that may close the game too early",
            || Edits::one(early, ""),
        );
    }
}

/// The number of letters of an identifier that are read. Standard identifiers have one or two, so a third letter shows that
/// the identifier is a private one.
const LETTERS_OF_NAME: usize = 3;

/// Returns true if the game before a part of a game probably continues after the part: with its end, or with a variation.
fn goes_on(after: &str) -> bool {
    let skipped = |text: &'_ str, from: usize| text.len() - text[from..].trim_start_matches(is_space_or_control).len();
    let bytes = after.as_bytes();
    let at = skipped(after, 0);
    match bytes.get(at) {
        Some(b')') => true,
        Some(b'(') => {
            let node = skipped(after, at + 1);
            if bytes.get(node) != Some(&b';') {
                return false;
            }
            let name = skipped(after, node + 1);
            let letters = bytes[name..].iter().take_while(|&&b| is_name(b)).take(LETTERS_OF_NAME).count();
            !starts_header(&after[name..name + letters])
        }
        _ => false,
    }
}
