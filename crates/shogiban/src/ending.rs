//! How a game ends, as the last entry of a line of moves says.

use crate::Color;
use core::fmt;
use kifu_core::{Outcome, Termination, Typo};

/// The ending of a line of play: what stands in place of a move. A few more moves may follow it in a record.
///
/// ```
/// use kifu_core::{Outcome, Seat, Termination};
/// use kifu_shogiban::{Color, Ending};
/// let ending = Ending::from_kif("投了").unwrap();
/// assert_eq!(ending, Ending::Resignation);
/// // Black to move resigns.
/// let outcome = ending.outcome(Color::Black, Color::Black);
/// assert_eq!(outcome, Some(Outcome::Win { winner: Seat::Second, by: Termination::Resignation }));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Ending {
    /// 投了: the player to move resigns.
    Resignation,
    /// 中断: the game is interrupted.
    Interruption,
    /// 千日手: a draw by repetition.
    Repetition,
    /// 切れ負け: the player to move has no time left.
    TimeUp,
    /// 反則負け: the player to move has made an illegal move or another illegal act.
    IllegalMove,
    /// 反則勝ち: an illegal act of this player has ended the game.
    IllegalAction(Color),
    /// 持将棋: a draw by impasse.
    Impasse,
    /// 入玉勝ち: the player to move declares a win.
    DeclarationWin,
    /// 引き分け宣言: the player to move declares a draw.
    DeclarationDraw,
    /// 待った: the player to move took back a move.
    TakeBack,
    /// 詰み: the player to move is checkmated.
    Checkmate,
    /// 不詰: the problem has no mate.
    NoMate,
    /// An error of the program that wrote the record.
    Error,
    /// 最大手数: a draw, because the game has reached its largest number of moves.
    MaxMoves,
    /// 不戦勝: the player with the first move wins without a game.
    DefaultWin,
    /// 不戦敗: the player with the first move loses without a game.
    DefaultLoss,
    /// トライ: the player to move has won, because the king has reached the square of the other king.
    Try,
}

use Ending::{
    Checkmate, DeclarationDraw, DeclarationWin, DefaultLoss, DefaultWin, Error, IllegalAction, IllegalMove, Impasse,
    Interruption, MaxMoves, NoMate, Repetition, Resignation, TakeBack, TimeUp, Try,
};

/// An ending with its word in KIF, and its word in CSA and JKF.
type Row = (Ending, &'static str, Option<&'static str>);

const ROWS: [Row; 18] = [
    (Resignation, "投了", Some("TORYO")),
    (Interruption, "中断", Some("CHUDAN")),
    (Repetition, "千日手", Some("SENNICHITE")),
    (TimeUp, "切れ負け", Some("TIME_UP")),
    (IllegalMove, "反則負け", Some("ILLEGAL_MOVE")),
    (IllegalAction(Color::Black), "反則勝ち", Some("+ILLEGAL_ACTION")),
    (IllegalAction(Color::White), "反則勝ち", Some("-ILLEGAL_ACTION")),
    (Impasse, "持将棋", Some("JISHOGI")),
    (DeclarationWin, "入玉勝ち", Some("KACHI")),
    (DeclarationDraw, "引き分け宣言", Some("HIKIWAKE")),
    (TakeBack, "待った", Some("MATTA")),
    (Checkmate, "詰み", Some("TSUMI")),
    (NoMate, "不詰", Some("FUZUMI")),
    (Error, "エラー", Some("ERROR")),
    (MaxMoves, "最大手数", Some("MAX_MOVES")),
    (DefaultWin, "不戦勝", None),
    (DefaultLoss, "不戦敗", None),
    (Try, "トライ", None),
];

impl Ending {
    /// Every ending, the illegal action once for each player.
    pub fn all() -> impl Iterator<Item = Self> {
        ROWS.iter().map(|row| row.0)
    }

    /// Returns the word of KIF or CSA that a text probably means: it has one typing error.
    ///
    /// ```
    /// use kifu_shogiban::Ending;
    /// assert_eq!(Ending::nearest_word("反側負け"), Some("反則負け"));
    /// assert_eq!(Ending::nearest_word("TORY"), Some("TORYO"));
    /// // Many words have two characters, and one of them in common.
    /// assert_eq!(Ending::nearest_word("終了"), None);
    /// ```
    #[must_use]
    pub fn nearest_word(text: &str) -> Option<&'static str> {
        let words = ROWS.iter().flat_map(|(_, kif, csa)| [Some(*kif), *csa]).flatten();
        words.into_iter().find(|word| text.chars().nth(2).is_some() && Typo::of(text, word).is_some())
    }

    /// Returns the word of CSA, or that of another ending with the same winner, or else that of 中断.
    ///
    /// ```
    /// use kifu_shogiban::Ending;
    /// let words = [Ending::Checkmate, Ending::Try, Ending::DefaultLoss].map(Ending::csa_or_nearest);
    /// assert_eq!(words, ["TSUMI", "KACHI", "CHUDAN"]);
    /// ```
    #[must_use]
    pub fn csa_or_nearest(self) -> &'static str {
        let nearest = if self == Try { DeclarationWin } else { Interruption };
        self.csa().or(nearest.csa()).unwrap_or_default()
    }

    /// Returns the result of a game that ends so. `to_move` is the player to move, and `first` the player who made the first move.
    /// `None` if the ending decides nothing: a take-back, for example.
    #[must_use]
    pub fn outcome(self, to_move: Color, first: Color) -> Option<Outcome> {
        let win = |winner: Color, by| Some(Outcome::Win { winner: winner.seat(), by });
        match self {
            Resignation => win(to_move.opponent(), Termination::Resignation),
            TimeUp => win(to_move.opponent(), Termination::Time),
            IllegalMove => win(to_move.opponent(), Termination::IllegalMove),
            IllegalAction(offender) => win(offender.opponent(), Termination::IllegalMove),
            Checkmate => win(to_move.opponent(), Termination::Checkmate),
            DeclarationWin => win(to_move, Termination::Declaration),
            Try => win(to_move, Termination::Declaration),
            DefaultWin => win(first, Termination::Forfeit),
            DefaultLoss => win(first.opponent(), Termination::Forfeit),
            Repetition => Some(Outcome::Draw(Termination::Repetition)),
            Impasse => Some(Outcome::Draw(Termination::Impasse)),
            DeclarationDraw => Some(Outcome::Draw(Termination::Declaration)),
            MaxMoves => Some(Outcome::Draw(Termination::MaxMoves)),
            Interruption => Some(Outcome::NoResult),
            TakeBack | NoMate | Error => None,
        }
    }

    /// Returns the word in the place of a move: `投了`. 反則勝ち is the word for both players.
    #[must_use]
    pub fn kif(self) -> &'static str {
        ROWS.iter().find(|row| row.0 == self).map_or("", |row| row.1)
    }

    /// Returns the word in JKF, which is also that of CSA without `%`: `TORYO`. `None` if they have no word for it.
    #[must_use]
    pub fn csa(self) -> Option<&'static str> {
        ROWS.iter().find(|row| row.0 == self).and_then(|row| row.2)
    }

    /// Returns the ending of a word in the place of a move, with its other spellings: `詰`, `時間切れ`. `None` for other words, and for
    /// 反則勝ち: it depends on the player to move, see [`from_kif_at`](Self::from_kif_at).
    #[must_use]
    pub fn from_kif(word: &str) -> Option<Self> {
        match word {
            "詰" => Some(Checkmate),
            "時間切れ" => Some(TimeUp),
            "入玉宣言" | "勝ち宣言" => Some(DeclarationWin),
            "反則勝ち" => None,
            _ => ROWS.iter().find(|row| row.1 == word).map(|row| row.0),
        }
    }

    /// Returns the ending of a word in the place of a move of this player.
    ///
    /// ```
    /// use kifu_shogiban::{Color, Ending};
    /// let ending = Ending::from_kif_at("反則勝ち", Color::Black);
    /// assert_eq!(ending, Some(Ending::IllegalAction(Color::White))); // White's last move was illegal
    /// ```
    #[must_use]
    pub fn from_kif_at(word: &str, to_move: Color) -> Option<Self> {
        if word == "反則勝ち" { Some(IllegalAction(to_move.opponent())) } else { Self::from_kif(word) }
    }

    /// Returns the ending of a word in JKF, or in CSA without `%`.
    ///
    /// ```
    /// use kifu_shogiban::{Color, Ending};
    /// assert_eq!(Ending::from_csa("-ILLEGAL_ACTION"), Some(Ending::IllegalAction(Color::White)));
    /// assert_eq!(Ending::from_csa("TSUMI"), Some(Ending::Checkmate));
    /// ```
    #[must_use]
    pub fn from_csa(word: &str) -> Option<Self> {
        ROWS.iter().find(|row| row.2 == Some(word)).map(|row| row.0)
    }
}

/// Writes the word of the ending. That of an illegal action names the player who loses: `先手の反則`.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            IllegalAction(Color::Black) => "先手の反則",
            IllegalAction(Color::White) => "後手の反則",
            ending => ending.kif(),
        })
    }
}

impl Ending {
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        match text {
            "先手の反則" => Some(IllegalAction(Color::Black)),
            "後手の反則" => Some(IllegalAction(Color::White)),
            _ => Self::from_kif(text).filter(|ending| ending.kif() == text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_core::Seat;

    /// Who wins if Black is to move, and who if White is: 1 for Black, 2 for White, 0 for a draw or no result, `-` for unknown.
    #[test]
    fn the_winner_for_both_sides() {
        let table = [
            (Resignation, "21"),
            (Interruption, "00"),
            (Repetition, "00"),
            (TimeUp, "21"),
            (IllegalMove, "21"),
            (IllegalAction(Color::Black), "22"),
            (IllegalAction(Color::White), "11"),
            (Impasse, "00"),
            (DeclarationWin, "12"),
            (DeclarationDraw, "00"),
            (TakeBack, "--"),
            (Checkmate, "21"),
            (NoMate, "--"),
            (Error, "--"),
            (MaxMoves, "00"),
            (DefaultWin, "11"),
            (DefaultLoss, "22"),
            (Try, "12"),
        ];
        assert!(Ending::all().eq(table.iter().map(|row| row.0)));
        for (ending, expected) in table {
            let winner = |to_move| match ending.outcome(to_move, Color::Black) {
                None => '-',
                Some(outcome) => match outcome.winner() {
                    Some(Seat::First) => '1',
                    Some(_) => '2',
                    None => '0',
                },
            };
            let winners: alloc::string::String = Color::ALL.map(winner).iter().collect();
            assert_eq!(winners, expected, "{ending:?}");
        }
        // In a handicap game White has the first move.
        let outcome = DefaultWin.outcome(Color::White, Color::White);
        assert_eq!(outcome.as_ref().and_then(Outcome::winner), Some(&Seat::Second));
    }

    #[test]
    fn words_lead_back_to_their_ending() {
        for ending in Ending::all() {
            assert_eq!(Ending::from_text(&alloc::format!("{ending}")), Some(ending));
            if let Some(word) = ending.csa() {
                assert_eq!(Ending::from_csa(word), Some(ending));
            }
            let to_move = match ending {
                IllegalAction(offender) => offender.opponent(),
                _ => Color::Black,
            };
            assert_eq!(Ending::from_kif_at(ending.kif(), to_move), Some(ending));
        }
    }
}
