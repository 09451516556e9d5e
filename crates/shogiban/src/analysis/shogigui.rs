//! The lines of ShogiGUI and of programs that follow it: `*解析 0 ○ 候補1 時間 00:15.9 深さ 54/60 ノード数 1000495 評価値 207 読み筋 ▲７六歩(77) `.
//!
//! After the kind of the line (解析 an analysis of the whole game, 検討 one of a position, 対局 the engine that played) come the number
//! of the engine, a mark if the move of the game was the best (○) or another candidate (△), and words with a value each. Any of them may
//! be missing. A mate has 詰 in place of the score: `評価値 -詰 5`. Kishin Analytics writes `* Engine suisho Version … 候補1 深さ …`.
//!
//! ShogiGUI converts the scores and mates of USI to Black's point of view, but not the arrows ↑ (lower bound) and ↓ (upper bound).
//!
//! The line of moves starts before the move of the node if it has a move of the same player, as those of 対局 do.

use super::{Context, draft::Draft, line};
use crate::Shogi;
use alloc::{format, string::String};
use kifu_core::{AnalysedPosition, Analysis};

/// The kinds of lines.
const KINDS: [&str; 4] = ["解析", "対局", "検討", "候補手"];

pub(super) fn read(text: &str, context: &Context<'_>) -> Option<Draft> {
    let mut draft = Draft::default();
    let rest = match text.strip_prefix("* Engine ") {
        Some(rest) => {
            draft.literal("* Engine ")?;
            let end = [" 候補", " 深さ ", " 評価値 "].iter().filter_map(|word| rest.find(word)).min()?;
            draft.engine(&rest[..end])?;
            &rest[end..]
        }
        None => {
            let kind = text.strip_prefix('*').unwrap_or(text);
            let rest = KINDS.iter().find_map(|word| kind.strip_prefix(word)).filter(|rest| rest.starts_with(' '))?;
            draft.literal(&text[..text.len() - rest.len()])?;
            if kind.starts_with("対局") {
                draft.position(AnalysedPosition::Before);
            }
            rest
        }
    };
    words(&mut draft, rest, context)?;
    let Analysis { score, mate, line, depth, .. } = &draft.analysis;
    let has_values = score.is_some() || mate.is_some() || depth.is_some() || !line.is_empty();
    has_values.then_some(draft)
}

/// Reads the words with their values.
fn words(draft: &mut Draft, text: &str, context: &Context<'_>) -> Option<()> {
    let mut rest = text;
    while !rest.is_empty() {
        let spaces = rest.len() - rest.trim_start_matches(' ').len();
        draft.literal(&rest[..spaces])?;
        rest = &rest[spaces..];
        let (word, behind) = next(rest);
        if let Some(rank) = word.strip_prefix("候補") {
            draft.literal("候補")?;
            draft.rank(rank)?;
            rest = behind;
            continue;
        }
        let is_mark = word.is_empty()
            || matches!(word, "○" | "△" | "×")
            || (word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()));
        draft.literal(word)?;
        if is_mark {
            rest = behind;
            continue;
        }
        if word == "読み筋" {
            return draft.moves(behind, context, false);
        }
        let value = behind.strip_prefix(' ')?;
        draft.literal(" ")?;
        let (value, behind) = next(value);
        rest = behind;
        match word {
            "時間" => draft.time(value)?,
            "深さ" => draft.depth(value)?,
            "ノード数" => draft.nodes(value)?,
            "評価値" if matches!(value, "+詰" | "-詰") => {
                let plies = behind
                    .strip_prefix(' ')
                    .map(next)
                    .filter(|(word, _)| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit()));
                draft.signed_mate(value, plies.map(|(word, _)| word))?;
                rest = plies.map_or(behind, |(_, behind)| behind);
            }
            "評価値" => draft.score_with_arrow(value)?,
            _ => return None,
        }
    }
    Some(())
}

/// Returns the text up to the next space, and the rest.
fn next(text: &str) -> (&str, &str) {
    text.split_at(text.find(' ').unwrap_or(text.len()))
}

/// Returns the usual layout for the values that an analysis has.
pub(super) fn layout(analysis: &Analysis<Shogi>) -> String {
    let Analysis { position, rank, time, depth, selective_depth, nodes, score, bound, mate, .. } = analysis;
    let kind = if *position == AnalysedPosition::Before { "*対局" } else { "*解析 0 " };
    let mut out = String::from(kind);
    let depths = if selective_depth.is_some() { " 深さ {depth}/{selective-depth}" } else { " 深さ {depth}" };
    for (is_stated, part) in [
        (rank.is_some(), " 候補{rank}"),
        (time.is_some(), " 時間 {time}"),
        (depth.is_some(), depths),
        (nodes.is_some(), " ノード数 {nodes}"),
        (score.is_some(), " 評価値 {score}"),
        (bound.is_some(), "{bound}"),
        (mate.is_some(), " 評価値 {signed-mate}"),
    ] {
        out.push_str(if is_stated { part } else { "" });
    }
    if let Some(place) = line::usual(analysis, "kif| ") {
        out.push_str(&format!(" 読み筋 {{{place}}}"));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, check_comments};

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn lines_of_shogigui() {
        check(
            START,
            "☗７六歩(77)",
            &[
                // The engine that played: the line starts with the move of the node.
                (
                    &["*対局 深さ 2 ノード数 960 評価値 0 読み筋 ▲７六歩(77) "],
                    "position=before, score=0, depth=2, nodes=960, line, ☗７六歩(77)",
                ),
                (&["*解析 0  評価値 7 読み筋 △５五角打 "], "score=7, line, ☖５五角打"),
                // ShogiDroid writes two spaces, and no space at the end.
                (
                    &["対局 候補1 時間 00:01.0 深さ 10/17 ノード数 49691 評価値 -34 読み筋  ▲７六歩(77) △３四歩(33)"],
                    "position=before, rank=1, score=-34, depth=10, selective-depth=17, nodes=49691, time=1, line, ☗７六歩(77), ☖３四歩(33)",
                ),
                (
                    &[
                        "*解析 0 △ 候補1 時間 02:00.8 深さ 32 ノード数 1 評価値 0 読み筋 △３四歩(33) ▲２二角成(88) △同　銀(31) ▲４五角打 ",
                    ],
                    "rank=1, score=0, depth=32, nodes=1, time=120.8, line, ☖３四歩(33), ☗２二角成(88), ☖２二銀(31), ☗４五角打",
                ),
                (
                    &["*解析 0  候補2 深さ 11 評価値 23 読み筋 △同　歩(83) "],
                    "rank=2, score=23, depth=11, line, ☖７六歩(83)",
                ),
                (&["*検討 候補1 評価値 +詰 13 読み筋 △３四歩(33)"], "rank=1, mate=13 first, line, ☖３四歩(33)"),
                (&["*解析 0 ○ 評価値 -詰"], "mate=second"),
                (&["*解析 0 ○ 評価値 -詰 読み筋 ▲２六歩(27)"], "position=before, mate=second, line, ☗２六歩(27)"),
                // White is to move, so White's score is at least -120.
                (&["*解析 0  評価値 120↑"], "score=120, bound=upper"),
                (
                    &["*対局 評価値 120↑ 読み筋 ▲７六歩(77)"],
                    "position=before, score=120, bound=lower, line, ☗７六歩(77)",
                ),
                (&["*解析 0  評価値 -120↓ 読み筋"], "score=-120, bound=lower"),
                // The text from the first word that is not a move, or that would be written in another way.
                (
                    &["*解析 0  評価値 1 読み筋 △３四歩(33) ▲中断 △８四歩(83)"],
                    "score=1, tail=▲中断 △８四歩(83), line, ☖３四歩(33)",
                ),
                (&["*解析 0  評価値 1 読み筋 定跡"], "score=1, tail=定跡"),
                (
                    &[
                        "* Engine suisho Version Suisho5/YaneuraOu-V7.50 候補1 深さ 13/19 ノード数 596119 評価値 -47 読み筋 △７四歩(73) ▲５六歩(57)",
                    ],
                    "engine=suisho Version Suisho5/YaneuraOu-V7.50, rank=1, score=-47, depth=13, selective-depth=19, nodes=596119, line, ☖７四歩(73), ☗５六歩(57)",
                ),
            ],
        );
    }

    #[test]
    fn other_lines_are_comments() {
        check_comments(&[
            "*解析",
            "*解析 0",
            "*解析する 評価値 5",
            "対局 は夜まで続いた",
            "*解析 0 ○ 評価値",
            "*解析 0 ○ 評価値 007",
            "*解析 0 ○ 評価値 1.2M",
            "*解析 0 ○ ノード数 44M 評価値 3",
            "*解析 0 ○ 時間 0:15.9 評価値 3",
            "*解析 0 ○ 時間 00:15.95 評価値 3",
            "*解析 0 {x} 評価値 3",
            // Without a move it is not known whose bound it is.
            "*解析 0  評価値 3↑",
            // Of two values of a kind, one would be written twice.
            "*解析 候補1 候補2 評価値 30",
            "*解析 深さ 3 深さ 5",
            "*解析 深さ 10/12 深さ 3",
            "*解析 時間 00:01.0 時間 00:02.0 深さ 3",
            "*解析 評価値 3 評価値 30",
            "*Engines 0 HoneyWaffle",
            "* Engine suisho",
        ]);
    }
}
