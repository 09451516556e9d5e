//! Diagnostics of the structure of a game, with their fixes.

use super::{
    lost_bracket::{self, Before},
    lost_end,
    surplus::{self, Surplus},
};
use crate::{
    Game, codes,
    document::parse::{Odd, Oddity, is_name, is_space_or_control},
    value,
};
use alloc::{format, string::String};
use kifu_core::{CodeInfo, Diagnostic, Diagnostics, Edits, Safety, Severity, Span};

/// Text outside of every game.
pub(super) fn stray(text: &str, at: Span, diagnostics: &mut Diagnostics) {
    let stray = &text[at.range()];
    if stray.bytes().all(|b| b == b')' || is_space_or_control(b as char)) {
        diagnostics.report(&codes::SURPLUS_PARENTHESIS, at, || "this parenthesis closes nothing; skipped").fix(
            Safety::Safe,
            || "take it out",
            || Edits::one(at, ""),
        );
        return;
    }
    if let Some(part) = crate::document::parse::misplaced(text, at) {
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
            let shown = super::shown(&text[part.range()]);
            format!("a part of a game stands outside of its parentheses: {shown:?}; skipped")
        });
        // What never ends would take the new parenthesis along, and in a game `black[aa]` is a property of its own.
        let has_identifier = text[part.range()].starts_with(|c: char| c == ';' || c.is_ascii_uppercase());
        if has_identifier && text[part.range()].ends_with(']') {
            report.fix(Safety::Guess, || title, || edits);
        }
        return;
    }
    diagnostics
        .report(&codes::STRAY_TEXT, at, || format!("text outside of any game: {:?}; skipped", super::shown(stray)));
}

/// A text without any game.
pub(super) fn no_game(text: &str) -> Diagnostic {
    let message = if text.trim().is_empty() {
        "the file is empty; nothing was read"
    } else {
        "there is no SGF game in this text; nothing was read"
    };
    Diagnostic::new(&codes::NO_GAME, message).help("an SGF game starts with `(;`")
}

/// A game other than go.
pub(super) fn not_go(game: Game<'_>) -> Diagnostic {
    let stated = game.root_value("GM").unwrap_or_default();
    let name =
        crate::games::name(game.game_type()).map_or_else(|| format!("game {:?}", super::shown(stated)), Into::into);
    let at = game.nodes().find_map(|node| node.get("GM")).map_or(game.span(), crate::Property::span);
    let message = format!("this is {name}, not go; it stays in the file, and is no record");
    Diagnostic::new(&codes::NOT_GO, message).at(at)
}

/// Every deviation that the parser met. Where the text is `open_ended`, a bracket that a fix brings
/// would be the end of a value before it.
pub(super) fn oddities(game: Game<'_>, open_ended: bool, diagnostics: &mut Diagnostics) {
    // That a game is not closed goes without saying where a value never ends.
    let in_value = game.game.oddities.iter().any(|odd| odd.kind == Odd::UnclosedValue);
    let surplus = surplus::parentheses(game).filter(|_| !ends_in_value(game));
    for &Oddity { kind, at } in &game.game.oddities {
        let is_mended = || opened_twice(game).is_some() || surplus.as_ref().is_some_and(|surplus| surplus.left == 0);
        if kind == Odd::UnclosedTree && (in_value || is_mended()) {
            continue;
        }
        // To escape a bracket that ends its text would hide what the text took along.
        if kind == Odd::UnescapedBracket && lost_end::report(game, at, diagnostics) {
            continue;
        }
        diagnostics.report(&code(kind), at, String::new).with(|oddity| {
            let mut found = describe(game, kind, at, surplus.as_ref(), oddity);
            if let Some(fix) = found.fix.as_mut().filter(|_| open_ended && kind == Odd::FigureWithoutValue) {
                fix.safety = Safety::Guess;
            }
            found
        });
    }
    if let Some(raw) = game.root_value("FF")
        && !matches!(value::number(raw).value(), Some(1..=4))
    {
        let at = game.nodes().find_map(|node| node.get("FF")).map_or(game.span(), crate::Property::span);
        diagnostics.report(&codes::UNKNOWN_VERSION, at, || {
            format!("there is no version FF[{}]; read as FF[4]", super::shown(raw))
        });
    }
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
        Odd::UnclosedTree => codes::UNCLOSED_TREE,
        Odd::UnclosedValue => codes::UNCLOSED_VALUE,
        Odd::EmptyTree => codes::EMPTY_TREE,
        Odd::NodeAfterVariation => codes::NODE_AFTER_VARIATION,
        Odd::UnescapedBracket => codes::UNESCAPED_BRACKET,
        Odd::ValueWithoutIdentifier => codes::VALUE_WITHOUT_IDENTIFIER,
        Odd::IdentifierWithoutValue => codes::IDENTIFIER_WITHOUT_VALUE,
        Odd::BlankInIdentifier => codes::BLANK_IN_IDENTIFIER,
    }
}

/// Whether a bracket that closes nothing, and that no letters stand before, can go for sure.
fn surplus_bracket(game: Game<'_>, at: Span) -> Safety {
    let next = game.text[at.end as usize..].bytes().next();
    let alone = stands_alone(game.text, at)
        || game.text[..at.start as usize].ends_with(']') && next.is_some_and(|b| b.is_ascii_uppercase() || b == b'[');
    // Behind a parenthesis it keeps a game from starting there.
    if alone && !game.game.bare { Safety::Safe } else { Safety::Guess }
}

/// Whether a piece of the text can go, or something can be put in its place, without what is around it growing together.
fn stands_alone(text: &str, at: Span) -> bool {
    let before = text[..at.start as usize].trim_end_matches(is_space_or_control).bytes().last();
    let after = text[at.end as usize..].trim_start_matches(is_space_or_control).bytes().next();
    matches!(before, None | Some(b';' | b'(' | b')' | b']')) && matches!(after, None | Some(b';' | b'(' | b')'))
}

/// The parentheses of a game that is opened more often than closed, where all that is open are doubled ones: to take them out
/// closes it.
fn opened_twice(game: Game<'_>) -> Option<Edits> {
    let doubled = game.game.oddities.iter().find(|odd| odd.kind == Odd::DoubleParenthesis)?.at;
    let mut edits = Edits::default();
    // Parentheses side by side are one edit: there may be millions.
    let mut run: Option<Span> = None;
    for at in game.game.never_closed() {
        // The last of them is the game's own.
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

/// Whether the text of the game ends inside of a value.
fn ends_in_value(game: Game<'_>) -> bool {
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

/// The message, the notes and the fix of a deviation.
fn describe(game: Game<'_>, kind: Odd, at: Span, surplus: Option<&Surplus>, mut oddity: Diagnostic) -> Diagnostic {
    let text = &game.text[at.range()];
    let say = |message: &str| {
        oddity.message = message.into();
        oddity
    };
    let safe = |title: &str, span: Span, new: &str| (Safety::Safe, String::from(title), Edits::one(span, new));
    let (found, fix) = match kind {
        Odd::StrayBracket => {
            let fix = match lost_bracket::before(game, at.start) {
                Before::Nothing => Some((surplus_bracket(game, at), "take it out".into(), Edits::one(at, ""))),
                Before::Letters(cure) => cure.map(|edits| (Safety::Guess, "put the missing bracket in".into(), edits)),
            };
            (say("this bracket closes nothing; skipped"), fix)
        }
        Odd::FigureWithoutValue => (
            say("FG has no value, which FF[3] allowed; read as FG[]"),
            Some(safe("write FG[]", Span { start: at.end, end: at.end }, "[]")),
        ),
        Odd::StrayInside => (say(&format!("{:?} is no property; skipped", super::shown(text.trim()))), None),
        Odd::ControlCharacter => (say("control characters; read as spaces"), None),
        Odd::MissingSemicolon => {
            // Behind stray text the node might have begun there.
            let before = game.text[..at.start as usize].trim_end_matches(is_space_or_control);
            let safety = if before.ends_with(['(', ')']) { Safety::Safe } else { Safety::Guess };
            (
                say("a node starts without its semicolon; read as if it were there"),
                Some((safety, "insert the semicolon".into(), Edits::one(at, ";"))),
            )
        }
        Odd::MissingParenthesis if game.text[at.end as usize..].starts_with(';') => (
            say("the game starts without its parenthesis; read as if it were there"),
            Some(safe("insert the parenthesis", at, "(")),
        ),
        Odd::MissingParenthesis => (
            say("the game starts without its parenthesis and semicolon; read as if they were there"),
            Some(safe("insert them", at, "(;")),
        ),
        Odd::DoubleParenthesis => {
            let several = match text.bytes().filter(|&byte| byte == b'(').count() {
                2 => "two".into(),
                several => format!("{several}"),
            };
            let is_first = text.starts_with('(') && at.start == game.span().start;
            let edits = is_first.then(|| opened_twice(game)).flatten();
            // What follows the end would become a game of its own, and without a node there would be none.
            let after = game.text[at.end as usize..].trim_start_matches(is_space_or_control);
            let is_sure = !game.game.rootless && after.starts_with(';');
            let safety = if is_sure { Safety::Safe } else { Safety::Guess };
            let title = || "take out what is never closed".into();
            let inside = || surplus.map(|surplus| (Safety::Safe, title(), surplus.edits.clone()));
            let fix = edits.map(|edits| (safety, title(), edits)).or_else(inside);
            (say(&format!("{several} parentheses open one variation; read as one")), fix)
        }
        Odd::SeveralRoots => {
            let found = say("the game has several first nodes; read as variations that follow an empty one");
            (found.help("an SGF file may hold several games: write each in its own parentheses"), None)
        }
        Odd::UnclosedTree => {
            let open = surplus.map_or(game.game.unclosed(), |surplus| surplus.left);
            let close = ")".repeat(open);
            let what = if open == 1 { "the game is".into() } else { format!("{open} parentheses are") };
            let start = Span { start: game.span().start, end: game.span().start + 1 };
            let found = say(&format!("{what} not closed; everything up to the end was read"));
            let found = found.note(Some(start), "the game starts here");
            // Behind half a character the end would be torn anew.
            let is_torn = game.text[..at.end as usize].ends_with('\u{FFFD}');
            (found, (!ends_in_value(game) && !is_torn).then(|| safe("close it", at, &close)))
        }
        Odd::UnclosedValue => {
            let start = Span { start: at.start, end: at.start + 1 };
            let found = say("this value never ends; it was closed at the end of the file, and the game with it")
                .note(Some(start), "it starts here");
            let quoted = text.len() - text.trim_end_matches('\\').len();
            let close = format!("]{}", ")".repeat(game.game.unclosed()));
            // A backslash that quotes nothing would quote the bracket.
            let end = Span { start: at.end - u32::from(quoted % 2 == 1), end: at.end };
            (found, Some((Safety::Guess, "close it".into(), Edits::one(end, close))))
        }
        Odd::EmptyTree => {
            // Without any node there is no game to keep.
            let inner = text.trim_matches(|c| c == '(' || c == ')' || is_space_or_control(c));
            let safety = if stands_alone(game.text, at) { Safety::Safe } else { Safety::Guess };
            // What somebody wrote is not taken out, and an identifier does not come by a value.
            let before = game.text[..at.start as usize].trim_end_matches(is_space_or_control);
            let can_go = inner.is_empty() && !before.bytes().last().is_some_and(is_name);
            let fix =
                (can_go && !game.game.nodes.is_empty()).then(|| (safety, "take them out".into(), Edits::one(at, "")));
            let found = match inner.is_empty() {
                true => say("empty parentheses; skipped"),
                false => say(&format!("parentheses without a node in them: {:?}; skipped", super::shown(text))),
            };
            (found, fix)
        }
        Odd::NodeAfterVariation => (say("a node follows the variations; read as one more of them"), None),
        Odd::UnescapedBracket => (
            say("a bracket inside a text is not escaped; read as part of the text"),
            Some((Safety::Guess, "escape it".into(), Edits::one(at, "\\]".repeat(text.len())))),
        ),
        Odd::ValueWithoutIdentifier => {
            (say(&format!("the value {:?} has no identifier; skipped", super::shown(text))), None)
        }
        Odd::IdentifierWithoutValue => {
            (say(&format!("the identifier {:?} has no value; skipped", super::shown(text.trim()))), None)
        }
        Odd::BlankInIdentifier => {
            let name = crate::document::parse::identifier(text);
            (
                say(&format!("blanks inside the identifier {name}; read as if there were none")),
                Some(safe("take the blanks out", at, &name)),
            )
        }
    };
    let found = found.at(if kind == Odd::UnclosedValue { Span { start: at.start, end: at.start + 1 } } else { at });
    match fix {
        Some((safety, title, edits)) => found.fix(safety, title, edits),
        None => found,
    }
}
