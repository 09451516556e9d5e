//! What is to be said of a game's structure, with the cures.

use crate::{
    Game, codes,
    document::parse::{Odd, Oddity, is_space_or_control},
    value,
};
use alloc::{format, string::String};
use kifu_core::{Code, Diagnostic, Diagnostics, Edits, Safety, Severity, Span};

/// Text outside of every game.
pub(super) fn stray(text: &str, at: Span, said: &mut Diagnostics) {
    let stray = &text[at.range()];
    if stray.bytes().all(|b| b == b')' || is_space_or_control(b as char)) {
        let message = "this parenthesis closes nothing; skipped";
        said.push(Diagnostic::new(codes::SURPLUS_PARENTHESIS, Severity::Warning, message).at(at).fix(
            Safety::Safe,
            "take it out",
            Edits::one(at, ""),
        ));
        return;
    }
    if let Some(part) = crate::document::parse::misplaced(text, at) {
        let shown = super::shown(&text[part.range()]);
        let message = format!("a part of a game stands outside of its parentheses: {shown:?}; skipped");
        let before = text[..part.start as usize].trim_end_matches(is_space_or_control);
        let is_inside =
            before.ends_with(')') && text[part.end as usize..].trim_start_matches(is_space_or_control).starts_with(')');
        let (title, edits) = if is_inside {
            ("take out the parenthesis before it", Edits::one(Span::new(before.len() - 1, before.len()), ""))
        } else {
            let open = if text[part.start as usize..].starts_with(';') { "(" } else { "(;" };
            ("make it a game of its own", Edits::one(part, format!("{open}{})", &text[part.range()])))
        };
        let diagnostic = Diagnostic::new(codes::STRAY_TEXT, Severity::Error, message).at(part);
        // What never ends would take the new parenthesis along.
        let is_whole = text[part.range()].ends_with(']');
        said.push(if is_whole { diagnostic.fix(Safety::Guess, title, edits) } else { diagnostic });
        return;
    }
    let shown = super::shown(stray);
    let message = format!("text outside of any game: {shown:?}; skipped");
    said.push(Diagnostic::new(codes::STRAY_TEXT, Severity::Warning, message).at(at));
}

/// A text without any game.
pub(super) fn no_game(text: &str) -> Diagnostic {
    let message = if text.trim().is_empty() {
        "the file is empty; nothing was read"
    } else {
        "there is no SGF game in this text; nothing was read"
    };
    Diagnostic::new(codes::NO_GAME, Severity::Error, message).help("an SGF game starts with `(;`")
}

/// A game other than go.
pub(super) fn not_go(game: Game<'_>) -> Diagnostic {
    let stated = game.root_value("GM").unwrap_or_default();
    let name =
        crate::games::name(game.game_type()).map_or_else(|| format!("game {:?}", super::shown(stated)), Into::into);
    let at = game.nodes().find_map(|node| node.get("GM")).map_or(game.span(), crate::Property::span);
    Diagnostic::new(
        codes::NOT_GO,
        Severity::Note,
        format!("this is {name}, not go; it stays in the file, and is no record"),
    )
    .at(at)
}

/// Every deviation that the parser met. Where the text is `open_ended`, a bracket that a fix brings
/// would be the end of a value before it.
pub(super) fn oddities(game: Game<'_>, open_ended: bool, said: &mut Diagnostics) {
    // That a game is not closed goes without saying where a value never ends.
    let in_value = game.game.oddities.iter().any(|odd| odd.kind == Odd::UnclosedValue);
    for &Oddity { kind, at } in &game.game.oddities {
        if kind == Odd::UnclosedTree && (in_value || opened_twice(game).is_some()) {
            continue;
        }
        let (code, severity) = code(kind);
        said.push_with(code, severity, || {
            let mut found = diagnostic(game, kind, at, code, severity);
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
        let message = format!("there is no version FF[{}]; read as FF[4]", super::shown(raw));
        said.push(Diagnostic::new(codes::UNKNOWN_VERSION, Severity::Error, message).at(at));
    }
}

fn code(kind: Odd) -> (Code, Severity) {
    match kind {
        Odd::FigureWithoutValue => (codes::OLD_PROPERTY, Severity::Note),
        Odd::StrayBracket => (codes::STRAY_INSIDE, Severity::Warning),
        Odd::StrayInside => (codes::STRAY_INSIDE, Severity::Error),
        Odd::ControlCharacter => (codes::CONTROL_CHARACTER, Severity::Note),
        Odd::MissingSemicolon => (codes::MISSING_SEMICOLON, Severity::Warning),
        Odd::MissingParenthesis => (codes::MISSING_PARENTHESIS, Severity::Warning),
        Odd::DoubleParenthesis => (codes::DOUBLE_PARENTHESIS, Severity::Warning),
        Odd::SeveralRoots => (codes::SEVERAL_ROOTS, Severity::Warning),
        Odd::UnclosedTree => (codes::UNCLOSED_TREE, Severity::Warning),
        Odd::UnclosedValue => (codes::UNCLOSED_VALUE, Severity::Warning),
        Odd::EmptyTree => (codes::EMPTY_TREE, Severity::Warning),
        Odd::NodeAfterVariation => (codes::NODE_AFTER_VARIATION, Severity::Warning),
        Odd::UnescapedBracket => (codes::UNESCAPED_BRACKET, Severity::Warning),
        Odd::ValueWithoutIdentifier => (codes::VALUE_WITHOUT_IDENTIFIER, Severity::Error),
        Odd::IdentifierWithoutValue => (codes::IDENTIFIER_WITHOUT_VALUE, Severity::Error),
        Odd::BlankInIdentifier => (codes::BLANK_IN_IDENTIFIER, Severity::Warning),
    }
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
    for at in game.game.never_closed() {
        // The last of them is the game's own.
        if !(doubled.start..doubled.end - 1).contains(&at) {
            return None;
        }
        let _ = edits.replace(Span { start: at, end: at + 1 }, "");
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

fn diagnostic(game: Game<'_>, kind: Odd, at: Span, code: Code, severity: Severity) -> Diagnostic {
    let text = &game.text[at.range()];
    let say = |message: &str| Diagnostic::new(code, severity, message);
    let safe = |title: &str, span: Span, new: &str| (Safety::Safe, String::from(title), Edits::one(span, new));
    let (said, fix) = match kind {
        Odd::StrayBracket => {
            let next = game.text[at.end as usize..].bytes().next();
            let alone = stands_alone(game.text, at)
                || game.text[..at.start as usize].ends_with(']')
                    && next.is_some_and(|b| b.is_ascii_uppercase() || b == b'[');
            // Behind a parenthesis it keeps a game from starting there.
            let safety = if alone && !game.game.bare { Safety::Safe } else { Safety::Guess };
            (say("this bracket closes nothing; skipped"), Some((safety, "take it out".into(), Edits::one(at, ""))))
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
            let fix = edits.map(|edits| (safety, "take out what is never closed".into(), edits));
            (say(&format!("{several} parentheses open one variation; read as one")), fix)
        }
        Odd::SeveralRoots => {
            let said = say("the game has several first nodes; read as variations that follow an empty one");
            (said.help("an SGF file may hold several games: write each in its own parentheses"), None)
        }
        Odd::UnclosedTree => {
            let open = game.game.unclosed();
            let close = ")".repeat(open);
            let what = if open == 1 { "the game is".into() } else { format!("{open} parentheses are") };
            let said = say(&format!("{what} not closed; everything up to the end was read"));
            let said = said.note(
                Some(Span::new(game.span().start as usize, game.span().start as usize + 1)),
                "the game starts here",
            );
            // Behind half a character the end would be torn anew.
            let is_torn = game.text[..at.end as usize].ends_with('\u{FFFD}');
            (said, (!ends_in_value(game) && !is_torn).then(|| safe("close it", at, &close)))
        }
        Odd::UnclosedValue => {
            let start = Span { start: at.start, end: at.start + 1 };
            let said = say("this value never ends; it was closed at the end of the file, and the game with it")
                .note(Some(start), "it starts here");
            let quoted = text.len() - text.trim_end_matches('\\').len();
            let close = format!("]{}", ")".repeat(game.game.unclosed()));
            // A backslash that quotes nothing would quote the bracket.
            let end = Span { start: at.end - u32::from(quoted % 2 == 1), end: at.end };
            (said, Some((Safety::Guess, "close it".into(), Edits::one(end, close))))
        }
        Odd::EmptyTree => {
            // Without any node there is no game to keep.
            let inner = text.trim_matches(|c| c == '(' || c == ')' || is_space_or_control(c));
            let safety = match inner.is_empty() && stands_alone(game.text, at) {
                true => Safety::Safe,
                false => Safety::Guess,
            };
            let fix = (!game.game.nodes.is_empty()).then(|| (safety, "take them out".into(), Edits::one(at, "")));
            let said = match inner.is_empty() {
                true => say("empty parentheses; skipped"),
                false => say(&format!("parentheses without a node in them: {:?}; skipped", super::shown(text))),
            };
            (said, fix)
        }
        Odd::NodeAfterVariation => (say("a node follows the variations; read as one more of them"), None),
        Odd::UnescapedBracket => (
            say("a bracket inside a text is not escaped; read as part of the text"),
            Some((Safety::Guess, "escape it".into(), Edits::one(at, "\\]"))),
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
    let said = said.at(if kind == Odd::UnclosedValue { Span { start: at.start, end: at.start + 1 } } else { at });
    match fix {
        Some((safety, title, edits)) => said.fix(safety, title, edits),
        None => said,
    }
}
