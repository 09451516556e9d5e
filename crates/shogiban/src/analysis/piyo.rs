//! The lines of Piyo Shogi (ぴよ将棋) and K-Shogi: `#指し手[62]△７五歩  ▲３三桂成  △同金  `.
//!
//! 指し手 is the move that was played and what follows, 推奨手 another move in its place, and 形勢 the position after the move. The moves
//! are as in KI2, with two spaces after each, and 打 after every drop.

use super::{Context, draft::Draft, line};
use crate::Shogi;
use alloc::{format, string::String};
use kifu_core::{AnalysedPosition, Analysis};

pub(super) fn read(text: &str, context: &Context<'_>) -> Option<Draft> {
    let mut draft = Draft::default();
    let (kind, rest) = text.strip_prefix('#').and_then(|_| text.split_once('['))?;
    match kind {
        "#指し手" | "#推奨手" => draft.position(AnalysedPosition::Before),
        "#形勢" => {}
        _ => return None,
    }
    let (score, moves) = rest.split_once(']')?;
    draft.literal(kind)?;
    draft.literal("[")?;
    draft.score(score)?;
    draft.literal("]")?;
    draft.moves(moves, context, true)?;
    Some(draft)
}

/// Returns the usual layout for the values that an analysis has.
pub(super) fn layout(analysis: &Analysis<Shogi>) -> String {
    let kind = if analysis.position == AnalysedPosition::Before { "指し手" } else { "形勢" };
    let mut out = format!("#{kind}[{{score}}]");
    if let Some(place) = line::usual(analysis, "ki2同打|  ") {
        out.push_str(&format!("{{{place}}}  "));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, check_comments};

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn lines_of_piyo_shogi() {
        check(
            START,
            "☗７六歩(77)",
            &[
                (
                    &["#指し手[72]▲７六歩  △３四歩  ▲２二角成  △同銀  ▲４五角打  "],
                    "position=before, score=72, line, ☗７六歩(77), ☖３四歩(33), ☗２二角成(88), ☖２二銀(31), ☗４五角打",
                ),
                (
                    &["#推奨手[-29] ▲７六歩  △３四歩  ▲２二角成  △同　銀"],
                    "position=before, score=-29, line, ☗７六歩(77), ☖３四歩(33), ☗２二角成(88), ☖２二銀(31)",
                ),
                (&["#形勢[0]△３四歩  "], "score=0, line, ☖３四歩(33)"),
                (&["#指し手[5]"], "position=before, score=5"),
                (&["#指し手[5]疑問手"], "position=before, score=5, tail=疑問手"),
            ],
        );
    }

    #[test]
    fn other_lines_are_comments() {
        check_comments(&["#指し手", "#指し手[x]", "#指し手[5", "#定跡: △８五歩   △３四歩   ", "#評[5]", "指し手[5]"]);
    }
}
