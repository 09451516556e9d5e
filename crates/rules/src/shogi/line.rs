//! A position for the lines of moves in the comments of engines.

use super::{Position, Relative, Resolved};
use alloc::{format, string::String};
use kifu_shogiban::{Board, Color, Kind, Move, Square, analysis::LinePosition};

/// ```
/// use kifu_rules::shogi::Position;
/// use kifu_shogiban::{Move, Setup, analysis::{self, Context}};
/// let played: Move = "☗７六歩(77)".parse()?;
/// let before = Position::new(&Setup::default());
/// let mut after = before.clone();
/// after.play_unchecked(played);
/// let positions = |at: kifu_core::AnalysedPosition| -> Option<Box<dyn analysis::LinePosition>> {
///     Some(Box::new(if at == kifu_core::AnalysedPosition::After { after.clone() } else { before.clone() }))
/// };
/// let context = Context::new(Some(played), None).with_positions(&positions);
/// let read = analysis::read(&["#読み筋=△３四歩▲２二角不成△同　銀▲４五角"], &context).unwrap();
/// let line: Vec<_> = read.analysis.line.iter().map(ToString::to_string).collect();
/// assert_eq!(line, ["☖３四歩(33)", "☗２二角(88)", "☖２二銀(31)", "☗４五角打"]);
/// # Ok::<(), kifu_shogiban::ParseMoveError>(())
/// ```
impl LinePosition for Position {
    fn to_move(&self) -> Color {
        self.to_move()
    }

    fn board(&self) -> &Board {
        self.board()
    }

    fn resolve(&self, to: Square, kind: Kind, words: &str) -> Option<Move> {
        let color = self.to_move();
        let (words, promotes) = match words.strip_suffix("不成") {
            Some(words) => (words, false),
            None => words.strip_suffix('成').map_or((words, false), |words| (words, true)),
        };
        let played = match self.resolve(color, kind, to, Relative::from_text(words)?) {
            Resolved::From(from) => Move::new(color, kind, from, to),
            Resolved::Drop if !promotes => Move::drop(color, kind, to),
            _ => return None,
        };
        Some(if promotes { played.promoting() } else { played })
    }

    fn words(&self, played: Move) -> Option<String> {
        let promotion = match (played.promotes, played.may_promote()) {
            (true, _) => "成",
            (false, true) => "不成",
            (false, false) => "",
        };
        Some(format!("{}{promotion}", self.relative(&played)?))
    }

    fn play(&mut self, played: Move) {
        self.play_unchecked(played);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::boxed::Box;
    use kifu_core::AnalysedPosition;
    use kifu_shogiban::{
        Setup,
        analysis::{Context, Dialect, read, write, write_as},
    };

    /// Reads a line in a position, compares it with the usual text of the moves, and writes it again.
    fn check(sfen: &str, line: &str, dialect: Dialect, moves: &str) {
        let setup: Setup = sfen.parse().unwrap();
        let positions =
            |_: AnalysedPosition| -> Option<Box<dyn LinePosition>> { Some(Box::new(Position::new(&setup))) };
        let context = Context::default().with_positions(&positions);
        let found = read(&[line], &context).unwrap();
        assert_eq!((found.dialect, found.analysis.tail.as_str()), (dialect, ""), "{line}");
        assert_eq!(write(&found.analysis, &context).unwrap(), [line]);
        let as_usual = write_as(&found.analysis, Dialect::ShogiHome, &context).unwrap();
        assert_eq!(as_usual.last().map(|line| line.trim_start_matches("#読み筋=")), Some(moves), "{line}");
    }

    #[test]
    fn lines_of_programs_in_real_positions() {
        let middle_game = "l2g2gnl/1r2k2p1/2ns1pPs1/p1pp1R3/1p6p/P1PPS2B1/1PS1P3P/2GK1G3/LN6L b 4Pbn 71";
        let moves = "▲４七飛△４二金▲４四歩△同　歩▲同　角△４三歩▲５五角△３三桂▲６五歩△６二金▲６四歩△５四銀▲４四歩△５一桂▲４三歩成△同　金▲同　飛成△同　玉";
        check(middle_game, &format!("#読み筋={moves}"), Dialect::ShogiHome, moves);
        let csa = "* -800 +4447HI -3142KI +0044FU -4344FU +2644KA -0043FU +4455KA -2133KE +6665FU -6162KI +6564FU -6354GI +0044FU -0051KE +4443TO -4243KI +4743RY -5243OU";
        check(middle_game, csa, Dialect::Floodgate, moves);
        let piyo = "ln1g1kb1l/1r4g2/p2p1snp1/4spp1p/1pp1p2N1/2PP1PS1P/PPBSP1P2/2G1G2R1/LN1K4L b P 41";
        check(
            piyo,
            "#形勢[62]▲３三桂成  △同金  ▲７五歩  △同角  ▲４八飛  △６四角  ▲７九玉  △７四桂打  ▲４五歩  △８六歩  ▲同歩  △同桂  ▲８八金  △３二玉  ",
            Dialect::Piyo,
            "▲３三桂成△同　金▲７五歩△同　角▲４八飛△６四角▲７九玉△７四桂▲４五歩△８六歩▲同　歩△同　桂▲８八金△３二玉",
        );
    }
}
