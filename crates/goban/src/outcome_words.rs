//! Results in the words of servers.

use crate::outcome_text;
use alloc::{format, string::String};
use kifu_core::{Decimal, Outcome, ParseOutcomeError, Seat, Termination};

/// Words with one meaning, in English, Korean, Chinese and Japanese. An English word has to be at the start of a word or after a
/// digit: "win" is found in "wins" and "34win", and not in "twin".
type Words = &'static [&'static str];

const NO_RESULT: Words = &["no result", "void", "무효", "无胜负", "無勝負"];
const DRAW: Words = &["draw", "jigo", "무승부", "和棋", "和局", "持碁", "持ち碁", "ジゴ"];
const BLACK: Words = &["black", "흑", "黑", "黒"];
const WHITE: Words = &["white", "백", "白"];
const WINS: Words = &["win", "won", "승", "胜", "勝"];
const LOSES: Words = &["lose", "lost", "패", "负", "負", "敗"];
const RESIGNATION: Words = &["resign", "불계", "中盘", "中盤", "中押"];
const TIME: Words = &["time", "시간", "超时", "超時", "時間"];
const FORFEIT: Words = &["forfeit", "부전", "不战", "不戰", "不戦"];
/// Half a point, after whole points or alone.
const HALF: Words = &["half", "집반", "반집", "目半", "半目"];
/// Chinese stones; each counts one point or two.
const STONES: Words = &["子"];
/// The unit of points; the number may be in words.
const POINTS: Words = &["집", "目"];
/// The units after a number that counts moves.
const MOVES: [&str; 4] = ["수", "手", "moves", " moves"];

/// Returns the offset of the first of the words.
fn find(text: &str, words: Words) -> Option<usize> {
    let starts = |at: usize, word: &str| !word.is_ascii() || !text[..at].ends_with(|c: char| c.is_ascii_alphabetic());
    words.iter().filter_map(|word| text.match_indices(word).map(|(at, _)| at).find(|at| starts(*at, word))).min()
}

/// Returns the first number that does not count moves, and the text after it.
fn number(text: &str) -> Option<(Decimal, &str)> {
    let pieces = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    let numbers = pieces.filter_map(|digits| {
        let end = digits.as_ptr() as usize - text.as_ptr() as usize + digits.len();
        Some((digits.parse().ok()?, &text[end..]))
    });
    { numbers }.find(|(_, rest)| !MOVES.iter().any(|word| rest.starts_with(word)))
}

/// Reads a result in the words of English, Korean, Chinese and Japanese servers: `White wins by 3.5!`, `흑 불계승`, `白11目胜`.
///
/// The player who is named first won, or lost if there is only a word for losing. A word states how the game ended, or else the
/// first number that does not count moves is the score. A score in stones (`黑胜3子`) is not read, because the value of a stone
/// depends on the rules.
///
/// ```
/// use kifu_core::{Outcome, Seat, Termination};
/// use kifu_goban::{outcome_text, parse_outcome_words};
/// assert_eq!(outcome_text(&parse_outcome_words("250수 흑7집반승")?), "B+7.5"); // 250 moves
/// assert_eq!(outcome_text(&parse_outcome_words("White loses on time")?), "B+T");
/// assert!(parse_outcome_words("adjourned").is_err());
/// # Ok::<(), kifu_core::ParseOutcomeError>(())
/// ```
///
/// # Errors
/// [`ParseOutcomeError`] if the words do not state who won and how.
pub fn parse_outcome_words(text: &str) -> Result<Outcome, ParseOutcomeError> {
    let text = &*text.to_ascii_lowercase();
    let has = |words| find(text, words).is_some();
    if has(NO_RESULT) {
        return Ok(Outcome::NoResult);
    }
    if has(DRAW) {
        return Ok(Outcome::Draw(Termination::Unstated));
    }
    let is_black = match (find(text, BLACK), find(text, WHITE)) {
        (Some(black), white) => white.is_none_or(|white| black < white),
        (None, Some(_)) => false,
        (None, None) => return Err(ParseOutcomeError),
    };
    let is_winner = has(WINS);
    if !is_winner && !has(LOSES) {
        return Err(ParseOutcomeError);
    }
    let by = match number(text) {
        _ if has(RESIGNATION) => Termination::Resignation,
        _ if has(TIME) => Termination::Time,
        _ if has(FORFEIT) => Termination::Forfeit,
        _ if has(STONES) => return Err(ParseOutcomeError),
        // "7집반" is seven points and a half.
        Some((whole, rest)) if whole.to_integer().is_some() && HALF[1..].iter().any(|word| rest.starts_with(word)) => {
            Termination::Score(format!("{whole}.5").parse().map_err(|_| ParseOutcomeError)?)
        }
        Some((points, _)) => Termination::Score(points),
        None if has(HALF) => Termination::Score(Decimal::new(5, 1)),
        None if has(POINTS) => return Err(ParseOutcomeError),
        None => Termination::Unstated,
    };
    Ok(Outcome::Win { winner: if is_black == is_winner { Seat::First } else { Seat::Second }, by })
}

/// Returns a result in the English words of servers, which [`parse_outcome_words`] reads: `Black wins by 3.5`, `White wins by
/// resign`.
///
/// A result that servers have no words for is written in the notation of go players, see [`outcome_text`].
///
/// ```
/// use kifu_core::{Outcome, Seat, Termination};
/// use kifu_goban::outcome_words;
/// assert_eq!(outcome_words(&Outcome::Win { winner: Seat::Second, by: Termination::Time }), "White wins on time");
/// assert_eq!(outcome_words(&Outcome::Unknown), "?");
/// ```
#[must_use]
pub fn outcome_words(outcome: &Outcome) -> String {
    let winner = match outcome.winner() {
        Some(Seat::First) => "Black",
        Some(Seat::Second) => "White",
        _ => "",
    };
    match outcome {
        // Servers have no words for the reason of a draw.
        Outcome::Draw(_) => "Draw".into(),
        Outcome::NoResult => "No result".into(),
        Outcome::Win { by, .. } if !winner.is_empty() => match by {
            Termination::Unstated => format!("{winner} wins"),
            Termination::Score(points) if *points >= Decimal::from(0) => format!("{winner} wins by {points}"),
            Termination::Resignation => format!("{winner} wins by resign"),
            Termination::Time => format!("{winner} wins on time"),
            Termination::Forfeit => format!("{winner} wins by forfeit"),
            _ => outcome_text(outcome),
        },
        _ => outcome_text(outcome),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_four_languages_are_read() {
        for (text, wanted) in [
            ("Black wins by 0.5!", "B+0.5"),
            ("White wins by  resign!", "W+R"),
            ("White loses on time", "B+T"),
            ("Black wins by 34win >> White(58):Black(92)", "B+34"),
            ("White 19Win >> White(83):Black(64)", "W+19"),
            ("white 59.5 win", "W+59.5"),
            ("black 4 points win", "B+4"),
            ("흑 불계승", "B+R"),
            ("흑 시간승", "B+T"),
            ("백 시간패", "B+T"),
            ("250수 백7집승", "W+7"),
            ("백 3집반승", "W+3.5"),
            ("흑 반집승", "B+0.5"),
            ("黑中盘胜", "B+R"),
            ("白11目胜", "W+11"),
            ("白超时负", "B+T"),
            ("黒中押し勝ち", "B+R"),
            ("白番2目半勝ち", "W+2.5"),
            ("白半目勝", "W+0.5"),
            ("和棋", "0"),
            ("무승부", "0"),
            ("無勝負", "Void"),
            ("Black won", "B+"),
        ] {
            assert_eq!(
                parse_outcome_words(text).map(|outcome| outcome_text(&outcome)).as_deref(),
                Ok(wanted),
                "{text}"
            );
        }
        for text in ["", "Black", "won", "黑胜3子", "黑胜三目", "adjourned until Sunday", "a twin of blackjack"]
        {
            assert!(parse_outcome_words(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_is_written_in_words_reads_back() {
        let by = [
            Termination::Unstated,
            Termination::Score(Decimal::new(35, 1)),
            Termination::Score(Decimal::from(0)),
            Termination::Resignation,
            Termination::Time,
            Termination::Forfeit,
        ];
        let wins = [Seat::First, Seat::Second].into_iter().flat_map(|winner| by.map(|by| (winner.clone(), by)));
        let wins = wins.map(|(winner, by)| Outcome::Win { winner, by });
        for outcome in wins.chain([Outcome::Draw(Termination::Unstated), Outcome::NoResult]) {
            assert_eq!(parse_outcome_words(&outcome_words(&outcome)), Ok(outcome));
        }
    }
}
