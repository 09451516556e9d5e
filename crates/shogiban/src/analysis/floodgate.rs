//! The line of Floodgate and of CSA 3.0: `* 30 -3334FU +2726FU #52000`, a score, the moves that follow, and the number of nodes. The
//! moves are in CSA, or in USI with some engines.

use super::{
    Context,
    draft::Draft,
    line::{self, Style},
};
use crate::Shogi;
use alloc::{format, string::String};
use kifu_core::Analysis;

pub(super) fn read(text: &str, context: &Context<'_>, draft: &mut Draft<'_>) -> Option<()> {
    let rest = text.strip_prefix("* ")?;
    let end = rest.bytes().position(|byte| byte == b' ').unwrap_or(rest.len());
    let (score, rest) = rest.split_at(end);
    if !score.as_bytes().last()?.is_ascii_digit() {
        return None;
    }
    draft.set_score(score)?;
    if rest.is_empty() {
        draft.usual_notation(usual(None, false)?);
        return Some(());
    }
    let (moves, nodes) = match split_nodes(rest) {
        Some((moves, nodes)) => (moves, Some(nodes)),
        None => (rest, None),
    };
    if let Some(nodes) = nodes {
        draft.set_nodes(nodes)?;
    }
    if moves.is_empty() {
        draft.usual_notation(usual(None, true)?);
        return Some(());
    }
    let plain = moves.strip_prefix(' ').and_then(|line| draft.set_plain_line(line, context));
    if let Some(usual) = plain.and_then(|style| usual(Some(style), nodes.is_some())) {
        draft.usual_notation(usual);
        return Some(());
    }
    let rest = moves.trim_start_matches(' ');
    let (before, line) = (&moves[..moves.len() - rest.len()], rest.trim_end_matches(' '));
    let behind = &rest[line.len()..];
    let notation = draft.set_line(line, context, false);
    draft.literal("* ")?;
    draft.place("score");
    draft.literal(before)?;
    if !line.is_empty() {
        draft.place_of_line(notation);
    }
    draft.literal(behind)?;
    if nodes.is_some() {
        draft.literal(" #")?;
        draft.place("nodes");
    }
    Some(())
}

/// Divides the text after the score into the moves and the number of nodes, if it has one.
fn split_nodes(text: &str) -> Option<(&str, &str)> {
    let space = text.bytes().rposition(|byte| byte == b' ')?;
    let nodes = text[space + 1..].strip_prefix('#')?;
    let is_number = !nodes.is_empty() && nodes.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some((&text[..space], nodes))
}

/// Returns the notation of an analysis in its usual layout: with a plain line, or without a line.
fn usual(line: Option<Style>, has_nodes: bool) -> Option<&'static str> {
    Some(match (line, has_nodes) {
        (None, false) => "floodgate:* {score}",
        (None, true) => "floodgate:* {score} #{nodes}",
        (Some(Style::Csa), false) => "floodgate:* {score} {csa| }",
        (Some(Style::Csa), true) => "floodgate:* {score} {csa| } #{nodes}",
        (Some(Style::Usi), false) => "floodgate:* {score} {usi| }",
        (Some(Style::Usi), true) => "floodgate:* {score} {usi| } #{nodes}",
        _ => return None,
    })
}

/// Returns the usual layout for the values that an analysis has.
pub(super) fn layout(analysis: &Analysis<Shogi>) -> String {
    let mut out = String::from("* {score}");
    if let Some(place) = line::usual(analysis, "csa| ") {
        out.push_str(&format!(" {{{place}}}"));
    }
    if analysis.nodes.is_some() {
        out.push_str(" #{nodes}");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, check_comments};

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn lines_of_floodgate() {
        check(
            START,
            "☗７六歩(77)",
            &[
                (&["* 0"], "score=0"),
                (&["* -800 -3334FU"], "score=-800, line, ☖３四歩(33)"),
                (
                    &["* 35 -3334FU +8822UM -3122GI +0045KA #52000"],
                    "score=35, nodes=52000, line, ☖３四歩(33), ☗２二角成(88), ☖２二銀(31), ☗４五角打",
                ),
                (&["* 30000 -3334FU %TORYO"], "score=30000, line, ☖３四歩(33), 投了"),
                (&["* 130 3c3d 8h2b+"], "score=130, line, ☖３四歩(33), ☗２二角成(88)"),
                // Some engines write the move of the node too.
                (&["* 130 7g7f 3c3d"], "position=before, score=130, line, ☗７六歩(77), ☖３四歩(33)"),
                (&["* 116 -3334FU -PASS"], "score=116, tail=-PASS, line, ☖３四歩(33)"),
                // No piece stands on the square.
                (&["* 116 -5556FU"], "score=116, tail=-5556FU"),
                (&["* 1.5 #7"], "score=1.5, nodes=7"),
                (&["* 12  -3334FU  "], "score=12, line, ☖３四歩(33)"),
                (&["* 5 #x"], "score=5, tail=#x"),
                (&["* 12 -3334FU +8822UM  -3122GI"], "score=12, tail=+8822UM  -3122GI, line, ☖３四歩(33)"),
                (&["* 12 -3334FU +8822UMx"], "score=12, tail=+8822UMx, line, ☖３四歩(33)"),
                (&["* 12 -3334FU %TORYO -3132GI"], "score=12, line, ☖３四歩(33), 投了, ☖３二銀(31)"),
            ],
        );
    }

    #[test]
    fn other_lines_are_comments() {
        check_comments(&["* ", "* +5", "* 05", "* 5手目", "*5", "* -", "** 5", "* 5. 歩", "'** 5"]);
    }
}
