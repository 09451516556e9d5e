//! The line at the end of a game: `まで98手で先手の勝ち`. In KI2 it is the only place of an ending.

use crate::{
    document::{half_width, trim_lead},
    read::start::split_player,
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
            (Self::Words(words), Action::Words(stated)) => *words != stated.as_str().trim_end_matches(is_end),
            _ => true,
        }
    }
}

/// Parses a summary. `to_move` is the player to move at the end. `None` if it has no result.
pub(crate) fn parse(line: &str, to_move: Color) -> Option<Summary<'_>> {
    let rest = trim_lead(line).strip_prefix("まで")?;
    let rest = split_number(rest).map_or_else(|| rest.trim_start_matches(is_separator), |(.., rest)| rest);
    let rest = rest.strip_prefix('手').unwrap_or(rest).trim_start_matches(['、', ' ', '　']);
    let rest = rest.strip_prefix("にて").or_else(|| rest.strip_prefix('で')).unwrap_or(rest);
    let rest = rest.trim_end_matches(is_end);
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

/// Returns the number of moves that a summary states, and its text.
pub(crate) fn number(line: &str) -> Option<(usize, &str)> {
    let (number, text, _) = split_number(line.split_once("まで")?.1)?;
    Some((number?, text))
}

/// Returns true for what may follow a summary.
fn is_end(c: char) -> bool {
    matches!(c, '。' | ' ' | '　' | '\t')
}

fn is_separator(c: char) -> bool {
    matches!(c, '、' | ',' | ' ' | '　' | '\t')
}

/// Returns the number of moves at the start of a text, its own text, and the rest. The number is `None` if it has too many digits. A number
/// in kanji is one only before 手.
fn split_number(text: &str) -> Option<(Option<usize>, &str, &str)> {
    let text = text.trim_start_matches(is_separator);
    let digits = text.trim_start_matches(|c| half_width(c).is_ascii_digit());
    let (number, rest) = text.split_at(text.len() - digits.len());
    if !number.is_empty() {
        let digits: String = number.chars().map(half_width).collect();
        return Some((digits.parse().ok(), number, rest));
    }
    let rest = text.trim_start_matches(|c| kanji(c).is_some());
    let number = &text[..text.len() - rest.len()];
    (!number.is_empty() && rest.starts_with('手')).then(|| (kanji_number(number), number, rest))
}

/// Returns the value of a kanji in a number.
fn kanji(c: char) -> Option<usize> {
    const DIGITS: &str = "〇一二三四五六七八九";
    match c {
        '十' => Some(10),
        '百' => Some(100),
        '千' => Some(1000),
        _ => DIGITS.chars().position(|digit| digit == c),
    }
}

/// Returns a number in kanji: 百十二, or 一一二. `None` if it is too large.
fn kanji_number(text: &str) -> Option<usize> {
    let (mut sum, mut digits) = (0_usize, None);
    for value in text.chars().filter_map(kanji) {
        if value < 10 {
            digits = Some(digits.unwrap_or(0_usize).checked_mul(10)?.checked_add(value)?);
        } else {
            sum = sum.checked_add(digits.take().unwrap_or(1).checked_mul(value)?)?;
        }
    }
    sum.checked_add(digits.unwrap_or(0))
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
            ("まで二手で先手の勝ち", White, Summary::Ending(Ending::Resignation)),
            ("まで、百十手にて詰み", White, Summary::Ending(Ending::Checkmate)),
            ("まで千日手", White, Summary::Ending(Ending::Repetition)),
            ("まで百手目", White, Summary::Words("目")),
        ];
        for (text, to_move, expected) in cases {
            assert_eq!(parse(text, to_move), Some(expected), "{text}");
        }
        assert_eq!(parse("まで", Black), None);
        assert_eq!(parse("まで99手", Black), None);
    }

    #[test]
    fn numbers_of_moves() {
        for (text, expected) in [
            ("まで98手で先手の勝ち", Some((98, "98"))),
            ("　まで、３１手詰", Some((31, "３１"))),
            ("まで二手で中断", Some((2, "二"))),
            ("まで十手で中断", Some((10, "十"))),
            ("まで三十一手詰", Some((31, "三十一"))),
            ("まで百八手で中断", Some((108, "百八"))),
            ("まで千二百三十手で中断", Some((1230, "千二百三十"))),
            ("まで一二〇手で中断", Some((120, "一二〇"))),
            ("まで千日手", None),
            ("まで詰み", None),
            ("まで99999999999999999999999手で中断", None),
            ("まで九九九九九九九九九九九九九九九九九九九九九九九手で中断", None),
        ] {
            assert_eq!(number(text), expected, "{text}");
        }
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
