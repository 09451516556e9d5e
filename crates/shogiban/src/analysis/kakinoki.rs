//! The lines of ShogiHome in another order: the engine first and the moves last (`*エンジン=`, `*評価値=`, `*深さ=`, `*ノード数=`, `*読み筋=`).

use super::line;
use crate::Shogi;
use alloc::{format, string::String, vec::Vec};
use kifu_core::Analysis;

/// The keys in their order.
const KEYS: [&str; 6] = ["エンジン", "詰み", "評価値", "深さ", "ノード数", "読み筋"];

/// Returns true if keys have the order of this dialect, and that of ShogiHome cannot be meant.
pub(super) fn is_order(keys: &[&str]) -> bool {
    let places = keys.iter().map(|key| KEYS.iter().position(|known| known == key));
    let comes = |first: &str, second: &str| {
        let place = |key: &str| keys.iter().position(|known| *known == key);
        place(first).is_some() && place(second).is_some() && place(first) < place(second)
    };
    places.is_sorted()
        && (keys.len() > 1 && keys.first() == Some(&"エンジン")
            || comes("深さ", "読み筋")
            || comes("ノード数", "読み筋"))
}

/// Returns the usual layout for the values that an analysis has.
pub(super) fn layout(analysis: &Analysis<Shogi>) -> String {
    let Analysis { score, mate, depth, nodes, engine, .. } = analysis;
    let moves = line::usual(analysis, "ki2|").map(|place| format!("*読み筋={{{place}}}"));
    let stated = |is_stated: bool, text: &str| is_stated.then(|| String::from(text));
    let lines = [
        stated(engine.is_some(), "*エンジン={engine}"),
        stated(mate.is_some(), "*詰み={mate}"),
        stated(score.is_some(), "*評価値={score}"),
        stated(depth.is_some(), "*深さ={depth}"),
        stated(nodes.is_some(), "*ノード数={nodes}"),
        moves,
    ];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::super::testing::{check, check_comments};

    use super::super::{Context, Dialect, read};

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    #[test]
    fn lines_with_the_engine_first() {
        check(
            START,
            "☗７六歩(77)",
            &[
                (
                    &[
                        "*エンジン=Kakinoki IX",
                        "*評価値=30",
                        "*深さ=9",
                        "*ノード数=52000",
                        "*読み筋=△３四歩(33) ▲２六歩(27)",
                    ],
                    "engine=Kakinoki IX, score=30, depth=9, nodes=52000, line, ☖３四歩(33), ☗２六歩(27)",
                ),
                (&["*エンジン=A", "*詰み=先手勝ち:5手"], "engine=A, mate=5 first"),
                (&["*評価値=-186", "*深さ=1", "*読み筋=△８四歩"], "score=-186, depth=1, line, ☖８四歩(83)"),
            ],
        );
    }

    #[test]
    fn the_order_decides() {
        let dialect = |lines: &[&str]| read(lines, &Context::default()).unwrap().dialect;
        assert_eq!(dialect(&["*エンジン=A", "*評価値=1"]), Dialect::Kakinoki);
        assert_eq!(dialect(&["*評価値=1", "*エンジン=A"]), Dialect::ShogiHome);
        assert_eq!(dialect(&["*評価値=1", "*深さ=2"]), Dialect::ShogiHome);
        assert_eq!(dialect(&["*ノード数=2", "*読み筋=定跡"]), Dialect::Kakinoki);
        check_comments(&["*エンジン=A"]);
    }
}
