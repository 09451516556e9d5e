//! A node: its comments, its move, its time and its ending.

use super::seconds;
use crate::{
    Form,
    derived::{Derived, write_full, write_minimal, write_minimal_csa, write_minimal_ki2},
    line::Line,
    read::UNSIGNED,
    slot,
};
use alloc::{borrow::Cow, boxed::Box, format, string::String, vec::Vec};
use core::time::Duration;
use kifu_core::{AnalysedPosition, Node};
use kifu_json::{Writer, record::ForeignData};
use kifu_rules::shogi::Position;
use kifu_shogiban::{
    Action, Color, Ending, Shogi,
    analysis::{self, Context, LinePosition},
};

/// What the writer knows before a node.
pub(super) struct Before<'a> {
    pub(super) position: &'a Position,
    pub(super) line: &'a Line,
}

/// How a node is written.
#[derive(Clone, Copy)]
pub(super) struct Role {
    pub(super) form: Form,
    /// True for the last node of its line.
    pub(super) is_last: bool,
    /// True if the minimal form states that a move is a drop.
    pub(super) names_drops: bool,
}

/// Writes the members of a node except its forks.
pub(super) fn members(node: &Node<Shogi>, before: &Before<'_>, role: Role, out: &mut Writer) {
    let Role { form, is_last, names_drops } = role;
    let mut foreign = node.details().map(|details| slot::data_of_node(&details.foreign, node.action.as_ref()));
    comments(node, before, out);
    match &node.action {
        Some(Action::Move(played)) => {
            out.key("move");
            out.begin_object_inline();
            let derived = || Derived::of(played, before.position, before.line);
            let mut rest = |key: &str, out: &mut Writer| {
                if let Some(foreign) = &mut foreign {
                    foreign.write_members(&format!("/move/{key}"), &[], out);
                }
            };
            match form {
                Form::Full => write_full(played, &derived(), &mut rest, out),
                Form::Minimal => write_minimal(played, before.line, names_drops, &mut rest, out),
                Form::MinimalKi2 => write_minimal_ki2(played, &derived(), &mut rest, out),
                Form::MinimalCsa => write_minimal_csa(played, names_drops, &mut rest, out),
            }
            if let Some(foreign) = &mut foreign {
                foreign.write_members("/move", &[], out);
            }
            out.end();
        }
        Some(action) => {
            if let Some(word) = special(action, is_last).map(|word| unsigned(word, action, before, form)) {
                out.key("special");
                out.string(word);
            }
        }
        None => {}
    }
    if let Some(spent) = node.spent.get() {
        time(node, spent, before, form, foreign.as_mut(), out);
    }
    if let Some(mut foreign) = foreign {
        foreign.write_members("", &[], out);
        slot::write(&foreign, out);
    }
}

/// Returns the word of an ending in a form. A parser of KIF or KI2 does not state who made an illegal action, if it is the player who
/// moved last.
fn unsigned(word: &'static str, action: &Action, before: &Before<'_>, form: Form) -> &'static str {
    match action {
        Action::Ending(Ending::IllegalAction(offender))
            if matches!(form, Form::Minimal | Form::MinimalKi2)
                && *offender == before.position.to_move().opponent() =>
        {
            UNSIGNED
        }
        _ => word,
    }
}

/// Returns the word for an ending. JKF lacks some; those get the word with the same winner, if there is one.
fn special(action: &Action, is_last: bool) -> Option<&'static str> {
    match action {
        Action::Ending(Ending::MaxMoves) => Ending::Impasse.csa(),
        Action::Ending(ending) => Some(ending.csa_or_nearest()),
        // A sealed move, for example.
        Action::Words(_) if is_last && action.mover(Color::Black).is_none() => Ending::Interruption.csa(),
        _ => None,
    }
}

/// Writes the time of a move and the total of the player, in whole seconds.
fn time(
    node: &Node<Shogi>,
    spent: Duration,
    before: &Before<'_>,
    form: Form,
    mut foreign: Option<&mut ForeignData<'_>>,
    out: &mut Writer,
) {
    let to_move = before.position.to_move();
    let mover = node.action.as_ref().and_then(|action| action.mover(to_move)).unwrap_or(to_move);
    let stated = node.details().and_then(|details| details.clock.total);
    let total = stated.unwrap_or_else(|| before.line.total(mover).saturating_add(spent));
    let [hours, minutes, rest] = seconds(total);
    let whole = spent.as_secs();
    out.key("time");
    out.begin_object_inline();
    let all: [(&str, &[(&str, u64)]); 2] =
        [("now", &[("m", whole / 60), ("s", whole % 60)]), ("total", &[("h", hours), ("m", minutes), ("s", rest)])];
    let states_total = matches!(form, Form::Full | Form::Minimal);
    for (key, parts) in all.into_iter().filter(|(key, _)| states_total || *key == "now") {
        out.key(key);
        out.begin_object_inline();
        for (unit, number) in parts {
            out.key(unit);
            out.integer(i64::try_from(*number).unwrap_or(i64::MAX));
        }
        if let Some(foreign) = &mut foreign {
            foreign.write_members(&format!("/time/{key}"), &[], out);
        }
        out.end();
    }
    if let Some(foreign) = &mut foreign {
        foreign.write_members("/time", &[], out);
    }
    out.end();
}

/// Returns the time of a move as JSON.
pub(crate) fn spent_json(spent: Duration) -> String {
    let seconds = spent.as_secs();
    format!(r#"{{"m":{},"s":{}}}"#, seconds / 60, seconds % 60)
}

/// Writes the lines of the comments, the analyses and the bookmark.
fn comments(node: &Node<Shogi>, before: &Before<'_>, out: &mut Writer) {
    let Some(details) = node.details() else { return };
    let mut lines: Vec<Cow<'_, str>> =
        details.comments.iter().flat_map(|comment| comment.text.split('\n')).map(Cow::Borrowed).collect();
    if !details.analyses.is_empty() {
        let played = node.action.as_ref().and_then(Action::as_move);
        let positions = |at: AnalysedPosition| -> Option<Box<dyn LinePosition>> {
            let mut position = before.position.clone();
            if let Some(action) = node.action.as_ref().filter(|_| at == AnalysedPosition::After) {
                position.play_action(action);
            }
            Some(Box::new(position))
        };
        let context = Context::new(played, before.line.last_to).with_positions(&positions);
        let written = details.analyses.iter().filter_map(|analysis| analysis::write(analysis, &context));
        lines.extend(written.flatten().map(Cow::Owned));
    }
    // A line that starts like a bookmark is not read as one in a text with several lines.
    if lines.len() > 1 && lines.iter().any(|line| line.starts_with('&')) {
        lines = alloc::vec![Cow::Owned(lines.join("\n"))];
    }
    if lines.is_empty() && details.bookmark.is_none() {
        return;
    }
    out.key("comments");
    out.begin_array_inline();
    lines.iter().for_each(|line| out.string(line));
    if let Some(bookmark) = &details.bookmark {
        out.string(&format!("&{}", kifu_core::one_line(bookmark)));
    }
    out.end();
}
