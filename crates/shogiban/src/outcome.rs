//! The words of a result.

use crate::{Color, Terms};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Outcome, Seat, Termination};

/// Returns the reason of a result in Japanese.
const fn reason(by: Termination) -> Option<&'static str> {
    Some(match by {
        Termination::Resignation => "投了",
        Termination::Time => "時間切れ",
        Termination::Forfeit => "不戦",
        Termination::IllegalMove => "反則",
        Termination::Checkmate => "詰み",
        Termination::Declaration => "宣言",
        Termination::Repetition => "千日手",
        Termination::Impasse => "持将棋",
        Termination::Interruption => "中断",
        Termination::MaxMoves => "最大手数",
        _ => return None,
    })
}

/// Returns a result as players say it: `先手の勝ち (投了)`, `引き分け (千日手)`.
///
/// ```
/// use kifu_core::{Outcome, Seat, Termination};
/// use kifu_shogiban::outcome_text;
/// let outcome = Outcome::Win { winner: Seat::First, by: Termination::Resignation };
/// assert_eq!(outcome_text(&outcome), "先手の勝ち (投了)");
/// assert_eq!(outcome_text(&Outcome::Draw(Termination::Repetition)), "引き分け (千日手)");
/// ```
#[must_use]
pub fn outcome_text(outcome: &Outcome) -> String {
    result_text(outcome, &Terms::default())
}

/// Returns a result in the names that the players have under these terms: `上手の勝ち (投了)`.
pub(crate) fn result_text(outcome: &Outcome, terms: &Terms) -> String {
    let (words, by) = match outcome {
        Outcome::Win { winner, by } => (format!("{}の勝ち", player_name(winner, terms)), *by),
        Outcome::Draw(by) => ("引き分け".to_string(), *by),
        Outcome::NoResult => return "結果なし".into(),
        Outcome::Unknown => return "不明".into(),
    };
    match (reason(by), by) {
        (Some(reason), _) => format!("{words} ({reason})"),
        (None, Termination::Score(points)) => format!("{words} ({points})"),
        (None, _) => words,
    }
}

/// Returns what a player is called: 先手 and 後手, or 下手 and 上手 in a handicap game.
pub(crate) fn player_name<'a>(seat: &'a Seat, terms: &Terms) -> &'a str {
    match seat {
        Seat::First => Color::Black.player_name(terms.is_handicap),
        Seat::Second => Color::White.player_name(terms.is_handicap),
        Seat::Other(name) => name,
    }
}

impl Color {
    /// Returns what the player is called: 先手 or 後手, or in a handicap game 下手 or 上手.
    #[must_use]
    pub const fn player_name(self, is_handicap: bool) -> &'static str {
        match (self, is_handicap) {
            (Self::Black, false) => "先手",
            (Self::White, false) => "後手",
            (Self::Black, true) => "下手",
            (Self::White, true) => "上手",
        }
    }
}
