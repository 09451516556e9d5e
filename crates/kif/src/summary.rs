//! The line at the end of a game: `まで98手で先手の勝ち`. In KI2 it is the only place of an ending.

use crate::{
    document::trim_lead,
    read::{half_width, start::split_player},
};
use alloc::{format, string::String};
use kifu_core::Termination;
use kifu_shogiban::{Action, Color, Ending};

/// What a summary says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Summary<'a> {
    /// The game ends so.
    Ending(Ending),
    /// The player who wins, and why, although no ending of the player to move says so.
    Winner(Color, Termination),
    /// Other words, such as 封じ手.
    Words(&'a str),
}

impl Summary<'_> {
    /// Returns true if the summary contradicts the ending in the place of a move. `first` is the player of the first move.
    pub(crate) fn contradicts(&self, stated: &Action, to_move: Color, first: Color) -> bool {
        let winner = |ending: Ending| ending.outcome(to_move, first).and_then(|outcome| outcome.winner().cloned());
        match (self, stated) {
            (Self::Ending(ending), Action::Ending(stated)) => winner(*ending) != winner(*stated),
            (Self::Winner(color, _), Action::Ending(stated)) => winner(*stated) != Some(color.seat()),
            (Self::Words(words), Action::Words(stated)) => *words != stated.as_str(),
            _ => true,
        }
    }
}

/// Parses a summary. `to_move` is the player to move at the end. `None` if it has no result.
pub(crate) fn parse(line: &str, to_move: Color) -> Option<Summary<'_>> {
    let rest = trim_lead(line).strip_prefix("まで")?;
    let rest = rest.trim_start_matches(|c: char| matches!(c, '、' | ',' | ' ' | '　' | '\t') || is_digit(c));
    let rest = rest.strip_prefix('手').unwrap_or(rest).trim_start_matches(['、', ' ', '　']);
    let rest = rest.strip_prefix("にて").or_else(|| rest.strip_prefix('で')).unwrap_or(rest);
    let rest = rest.trim_end_matches(['。', ' ', '　', '\t']);
    if rest.is_empty() {
        return None;
    }
    let opponent = to_move.opponent();
    let (by_time, result) = match rest.strip_prefix("時間切れにより") {
        Some(result) => (true, result),
        None => (false, rest),
    };
    if let Some((player, _, result)) = split_player(result) {
        let ending = match result {
            "の勝ち" | "勝ち" | "の勝" => match (player == opponent, by_time) {
                (true, true) => Ending::TimeUp,
                (true, false) => Ending::Resignation,
                (false, true) => return Some(Summary::Winner(player, Termination::Time)),
                (false, false) => return Some(Summary::Winner(player, Termination::Unstated)),
            },
            "の反則勝ち" if player == to_move => Ending::IllegalAction(opponent),
            "の反則負け" if player == opponent => Ending::IllegalAction(opponent),
            "の反則勝ち" | "の反則負け" => Ending::IllegalMove,
            "の入玉勝ち" if player == to_move => Ending::DeclarationWin,
            "の入玉勝ち" => return Some(Summary::Winner(player, Termination::Declaration)),
            _ => return Some(Summary::Words(rest)),
        };
        return Some(Summary::Ending(ending));
    }
    Some(Ending::from_kif_at(rest, to_move).map_or(Summary::Words(rest), Summary::Ending))
}

/// Returns the number of moves that a summary states.
pub(crate) fn number(line: &str) -> Option<usize> {
    let rest = line.split_once("まで")?.1.trim_start_matches(['、', ',', ' ', '　', '\t']);
    let digits: String = rest.chars().map(half_width).take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, '０'..='９')
}

/// Returns the summary of a line of play that ends so after a number of moves. `to_move` is the player to move.
pub(crate) fn write(action: &Action, moves: usize, to_move: Color, is_handicap: bool) -> Option<String> {
    let name = |color: Color| color.player_name(is_handicap);
    let (mover, opponent) = (name(to_move), name(to_move.opponent()));
    let text = match action {
        Action::Ending(Ending::Resignation) => format!("{opponent}の勝ち"),
        Action::Ending(Ending::TimeUp) => format!("時間切れにより{opponent}の勝ち"),
        Action::Ending(ending @ (Ending::IllegalMove | Ending::IllegalAction(_) | Ending::DeclarationWin)) => {
            format!("{mover}の{}", kif_word(*ending, to_move))
        }
        Action::Ending(ending) => kif_word(*ending, to_move).into(),
        Action::Words(words) => words.as_str().into(),
        _ => return None,
    };
    Some(format!("まで{moves}手で{text}"))
}

/// Returns the summary of a line of play after which this player wins, although no ending says so. `None` if it would be read as an
/// ending, or has no place for the reason.
pub(crate) fn of_winner(
    winner: Color,
    by: Termination,
    moves: usize,
    to_move: Color,
    is_handicap: bool,
) -> Option<String> {
    let (reason, result) = match by {
        Termination::Unstated => ("", "勝ち"),
        Termination::Time => ("時間切れにより", "勝ち"),
        Termination::Declaration => ("", "入玉勝ち"),
        _ => return None,
    };
    let text = format!("まで{moves}手で{reason}{}の{result}", winner.player_name(is_handicap));
    (parse(&text, to_move) == Some(Summary::Winner(winner, by))).then_some(text)
}

/// Returns the word of an ending in the place of a move of `to_move`. KIF has no word for a declared draw, and the words for illegal acts
/// say who loses, but not which act it was.
pub(crate) fn kif_word(ending: Ending, to_move: Color) -> &'static str {
    match ending {
        Ending::DeclarationDraw => Ending::Impasse.kif(),
        Ending::IllegalAction(offender) if offender == to_move => Ending::IllegalMove.kif(),
        ending => ending.kif(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_in_use() {
        use Color::{Black, White};
        let cases = [
            ("まで98手で先手の勝ち", White, Summary::Ending(Ending::Resignation)),
            ("まで98手で先手の勝ち", Black, Summary::Winner(Black, Termination::Unstated)),
            ("まで98手で時間切れにより先手の勝ち", Black, Summary::Winner(Black, Termination::Time)),
            ("まで97手で先手の入玉勝ち", White, Summary::Winner(Black, Termination::Declaration)),
            ("まで98手にて先手の勝ち", White, Summary::Ending(Ending::Resignation)),
            ("　まで32手で上手の勝ち", Black, Summary::Ending(Ending::Resignation)),
            ("まで120手で時間切れにより後手の勝ち", Black, Summary::Ending(Ending::TimeUp)),
            ("まで5手で先手の反則勝ち", Black, Summary::Ending(Ending::IllegalAction(White))),
            ("まで5手で後手の反則負け", Black, Summary::Ending(Ending::IllegalAction(White))),
            ("まで5手で後手の反則負け", White, Summary::Ending(Ending::IllegalMove)),
            ("まで5手で先手の反則勝ち", White, Summary::Ending(Ending::IllegalMove)),
            ("まで5手で先手の入玉勝ち", Black, Summary::Ending(Ending::DeclarationWin)),
            ("まで、59手で詰み", White, Summary::Ending(Ending::Checkmate)),
            ("まで３１手詰", White, Summary::Ending(Ending::Checkmate)),
            ("まで10手で中断", White, Summary::Ending(Ending::Interruption)),
            ("まで66手で封じ手", White, Summary::Words("封じ手")),
            ("まで0手で持将棋。", White, Summary::Ending(Ending::Impasse)),
        ];
        for (text, to_move, expected) in cases {
            assert_eq!(parse(text, to_move), Some(expected), "{text}");
        }
        assert_eq!(parse("まで", Black), None);
        assert_eq!(parse("まで99手", Black), None);
    }

    #[test]
    fn a_winner_without_an_ending_comes_back() {
        use Color::{Black, White};
        for (winner, by, to_move, expected) in [
            (Black, Termination::Unstated, Black, Some("まで7手で先手の勝ち")),
            (White, Termination::Time, White, Some("まで7手で時間切れにより後手の勝ち")),
            (Black, Termination::Declaration, White, Some("まで7手で先手の入玉勝ち")),
            // These would be read as 投了, 切れ負け and 入玉勝ち.
            (Black, Termination::Unstated, White, None),
            (Black, Termination::Time, White, None),
            (Black, Termination::Declaration, Black, None),
            (Black, Termination::Checkmate, Black, None),
        ] {
            assert_eq!(of_winner(winner, by, 7, to_move, false).as_deref(), expected);
        }
    }

    #[test]
    fn every_ending_comes_back_for_both_sides() {
        for to_move in Color::ALL {
            for ending in Ending::all() {
                let text = write(&ending.into(), 7, to_move, false).unwrap();
                let expected = match ending {
                    Ending::DeclarationDraw => Ending::Impasse,
                    Ending::IllegalAction(offender) if offender == to_move => Ending::IllegalMove,
                    ending => ending,
                };
                assert_eq!(parse(&text, to_move), Some(Summary::Ending(expected)), "{text}");
            }
        }
    }
}
