//! The line of Floodgate and of CSA 3.0: `* 30 -3334FU +2726FU #52000`, a score, the moves that follow, and the number of nodes. The
//! moves are in CSA, or in USI with some engines.

use super::{
    Context,
    draft::Draft,
    line::{self, Notation},
};
use crate::Shogi;
use alloc::{format, string::String};
use kifu_core::Analysis;

pub(super) fn read(text: &str, context: &Context<'_>) -> Option<Draft> {
    let mut draft = Draft::default();
    let rest = text.strip_prefix("* ")?;
    let (score, rest) = rest.split_at(rest.bytes().position(|byte| byte == b' ').unwrap_or(rest.len()));
    if !score.ends_with(|last: char| last.is_ascii_digit()) {
        return None;
    }
    draft.set_score(score)?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let last = rest.rsplit_once(' ').and_then(|(moves, last)| Some((moves, last.strip_prefix('#')?)));
    let (moves, nodes) = match last {
        Some((moves, nodes)) if is_number(nodes) => (moves, Some(nodes)),
        _ => (rest, None),
    };
    if let Some(nodes) = nodes {
        draft.set_nodes(nodes)?;
    }
    let line = moves.trim_start_matches(' ');
    let (before, line) = (&moves[..moves.len() - line.len()], line.trim_end_matches(' '));
    let behind = &moves[before.len() + line.len()..];
    let notation = draft.set_line(line, context, false);
    draft.usual = match (before, line, behind) {
        ("", "", "") => Some(usual(false, nodes.is_some())),
        (" ", _, "") if notation == Notation::CSA => Some(usual(true, nodes.is_some())),
        _ => None,
    };
    if draft.usual.is_some() {
        return Some(draft);
    }
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
    Some(draft)
}

/// Returns the notation of a line with one space between two of its parts.
const fn usual(has_line: bool, has_nodes: bool) -> &'static str {
    match (has_line, has_nodes) {
        (false, false) => "floodgate:* {score}",
        (false, true) => "floodgate:* {score} #{nodes}",
        (true, false) => "floodgate:* {score} {csa| }",
        (true, true) => "floodgate:* {score} {csa| } #{nodes}",
    }
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
