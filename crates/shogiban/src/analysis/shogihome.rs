//! The lines of ShogiHome (Electron将棋):
//!
//! ```text
//! 先手有望
//! *評価値=210
//! *読み筋=▲２六歩△３四歩
//! *深さ=10
//! *ノード数=12345678
//! *エンジン=Engine01
//! ```
//!
//! Lines of the engine that played start with `*`, and those of a research with `#`. A mate is `#詰み=先手勝ち:15手`, or without a number
//! if its length is not known. The words before the score follow from it. Earlier versions wrote the moves as KIF has them, with every
//! square.

use super::line;
use crate::Shogi;
use alloc::{format, string::String, vec::Vec};
use kifu_core::Analysis;

/// The words for a score.
pub(super) const SITUATIONS: [&str; 9] =
    ["先手勝勢", "先手優勢", "先手有利", "先手有望", "互角", "後手有望", "後手有利", "後手優勢", "後手勝勢"];

/// Returns the usual layout for the values that an analysis has.
pub(super) fn layout(analysis: &Analysis<Shogi>) -> String {
    let Analysis { score, mate, depth, nodes, engine, .. } = analysis;
    let moves = line::usual(analysis, "ki2|").map(|place| format!("#読み筋={{{place}}}"));
    let stated = |is_stated: bool, text: &str| is_stated.then(|| String::from(text));
    let lines = [
        stated(mate.is_some(), "#詰み={mate}"),
        stated(score.is_some(), "{situation}\n#評価値={score}"),
        moves,
        stated(depth.is_some(), "#深さ={depth}"),
        stated(nodes.is_some(), "#ノード数={nodes}"),
        stated(engine.is_some(), "#エンジン={engine}"),
    ];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, check_comments};

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn lines_of_shogihome() {
        check(
            START,
            "",
            &[
                (
                    &["先手有望", "*評価値=210", "*読み筋=▲２六歩△３四歩", "*深さ=10", "*ノード数=12345678"],
                    "score=210, depth=10, nodes=12345678, line, ☗２六歩(27), ☖３四歩(33)",
                ),
                (
                    &["互角", "#評価値=158", "#読み筋=▲７六歩△３四歩▲２二角成△同　銀", "#エンジン=Engine01"],
                    "engine=Engine01, score=158, line, ☗７六歩(77), ☖３四歩(33), ☗２二角成(88), ☖２二銀(31)",
                ),
                // Earlier versions wrote every square.
                (
                    &["#読み筋=▲７六歩(77)△３四歩(33)▲２二角成(88)△２二銀(31)▲４五角打", "#深さ=3"],
                    "depth=3, line, ☗７六歩(77), ☖３四歩(33), ☗２二角成(88), ☖２二銀(31), ☗４五角打",
                ),
                (
                    &["#読み筋=7g7f 3c3d 8h2b+ 3a2b B*4e"],
                    "line, ☗７六歩(77), ☖３四歩(33), ☗２二角成(88), ☖２二銀(31), ☗４五角打",
                ),
                (&["*詰み=先手勝ち:15手", "*エンジン=Engine01"], "engine=Engine01, mate=15 first"),
                (&["#詰み=後手勝ち"], "mate=second"),
                (&["#詰み=後手勝ち", "後手勝勢", "#評価値=-30000"], "score=-30000, mate=second"),
                (&["#評価値=0.25"], "score=0.25"),
                (&["#読み筋=▲７六歩△８五歩"], "tail=△８五歩, line, ☗７六歩(77)"),
                (&["#評価値=1", "#読み筋=☗２六歩☖８四歩"], "score=1, line, ☗２六歩(27), ☖８四歩(83)"),
            ],
        );
    }

    #[test]
    fn other_lines_are_comments() {
        check_comments(&[
            "互角",
            "#エンジン=a",
            "#評価値=+5",
            "#評価値=",
            "#評価値=5点",
            "#詰み=先手",
            "#悪手=1",
            "評価値=5",
            "#詰み=先手勝ち:手",
        ]);
        // The words do not follow from the score.
        let lines = ["先手優勢", "#評価値=158"];
        assert!(super::super::read(&lines, &super::super::Context::default()).is_none());
        // A repeated key, another first character, or another line ends the analysis.
        for rest in ["#評価値=2", "*深さ=2", "互角", ""] {
            let lines = ["#評価値=1", rest];
            assert_eq!(super::super::read(&lines, &super::super::Context::default()).unwrap().lines, 1, "{rest}");
        }
    }
}
