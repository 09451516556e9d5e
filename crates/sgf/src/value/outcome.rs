//! Results, in the form of the standard and in other common forms.

use super::{
    Meaning,
    text::{half_width, simple_text},
};
use alloc::string::ToString;
use kifu_core::{Decimal, Outcome, Seat, Termination};
use kifu_goban::{outcome_text, parse_outcome, parse_outcome_words};

/// Parses a result as in RE, in any case of letters. Other common forms are loose.
///
/// ```
/// use kifu_sgf::value::outcome;
/// assert_eq!(outcome("B+Resign").value().unwrap().to_string(), "first wins by resignation");
/// assert_eq!(outcome("W + 3目半").value().unwrap().to_string(), "second wins by 3.5");
/// assert_eq!(outcome("Black wins by 5 3/4 points").value().unwrap().to_string(), "first wins by 5.75");
/// assert_eq!(outcome("an exciting game").value(), None);
/// ```
#[must_use]
pub fn outcome(raw: &str) -> Meaning<Outcome> {
    let text = simple_text(raw);
    let value: Option<Outcome> =
        parse_outcome(text.trim()).ok().or_else(|| loose_outcome(&text)).or_else(|| korean_outcome(&text));
    let standard = |outcome: &Outcome| {
        let written = outcome_text(outcome);
        let long = match outcome {
            Outcome::Draw(_) => "Draw".to_string(),
            Outcome::Win { by: Termination::Resignation, .. } => written.replace("+R", "+Resign"),
            Outcome::Win { by: Termination::Time, .. } => written.replace("+T", "+Time"),
            Outcome::Win { by: Termination::Forfeit, .. } => written.replace("+F", "+Forfeit"),
            _ => written.clone(),
        };
        raw == written || raw == long
    };
    let exact = value.as_ref().is_some_and(standard);
    Meaning::of(value, exact, outcome_text)
}

/// Parses a number of moves with a result: `294수 흑0.5집승`.
pub(crate) fn outcome_after_moves(raw: &str) -> Option<(usize, Outcome)> {
    let (moves, result) = raw.trim().split_once(['수', '手'])?;
    Some((moves.parse().ok()?, outcome(result.trim_start()).value()?))
}

/// Parses a result in a common form: `jigo`, `B + Res.`, `W+3目半`, `B`, `black wins by 5 3/4 points`, `白中押勝`.
fn loose_outcome(text: &str) -> Option<Outcome> {
    let text = half_width(text).trim().trim_end_matches(['.', '!']).to_lowercase();
    match &*text {
        "jigo" | "持碁" | "和棋" | "drawn" | "tie" => return Some(Outcome::Draw(Termination::Unstated)),
        "no result" | "suspended" => return Some(Outcome::NoResult),
        "unknown" => return Some(Outcome::Unknown),
        _ => {}
    }
    let names = ["black", "white", "黒番", "白番", "黑", "黒", "白", "b", "w"];
    let name = names.into_iter().find(|name| text.starts_with(name))?;
    let rest = &text[name.len()..];
    if name.is_ascii() && rest.starts_with(|c: char| c.is_alphabetic()) {
        return None;
    }
    let is_black = matches!(name, "b" | "black" | "黒番" | "黑" | "黒");
    let rest = rest.trim_start();
    let (is_winner, how) = match rest.strip_prefix('+') {
        Some(how) => (true, how),
        None => {
            let verbs = [("wins", true), ("won", true), ("win", true), ("loses", false), ("lost", false)];
            let verb = verbs.into_iter().find_map(|(verb, wins)| Some((wins, rest.strip_prefix(verb)?)));
            match (verb, rest) {
                (Some((_, how)), _) if how.starts_with(|c: char| c.is_alphanumeric()) => return None,
                (Some(verb), _) => verb,
                (None, "resigns" | "resigned") => (false, "r"),
                (None, "forfeits" | "forfeited") => (false, "f"),
                (None, "") => (true, ""),
                (None, _) if rest.starts_with("by ") || !name.is_ascii() => (true, rest),
                (None, _) => return None,
            }
        }
    };
    let how = how.trim();
    let how = ["by ", "on "].into_iter().find_map(|word| how.strip_prefix(word)).unwrap_or(how);
    let how = how.trim_end_matches(['勝', '胜', 'ち']).trim();
    let by = match how {
        "" => Termination::Unstated,
        "r" | "res" | "res." | "resign" | "resignation" | "中押" | "中押し" | "中盘" | "中盤" => {
            Termination::Resignation
        }
        "t" | "time" | "timeout" | "時間" | "時間切れ" => Termination::Time,
        "f" | "forf" | "forf." | "forfeit" => Termination::Forfeit,
        score => Termination::Score(points(score)?),
    };
    let winner = if is_black == is_winner { Seat::First } else { Seat::Second };
    Some(Outcome::Win { winner, by })
}

/// Parses a result in Korean: `흑불계승`, `백 3집반승`. Texts with other words are not read, because they would be lost.
fn korean_outcome(text: &str) -> Option<Outcome> {
    const WORDS: [&str; 9] = ["흑", "백", "불계", "집", "반", "승", "패", "시간", "무승부"];
    let text = text.trim();
    let rest = WORDS.into_iter().fold(text.to_string(), |text, word| text.replacen(word, "", 1));
    let is_number = rest.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ' ');
    let outcome = if text.len() <= 64 && is_number { parse_outcome_words(text).ok() } else { None };
    // A win without a word for how it was won.
    outcome.filter(|outcome| !matches!(outcome, Outcome::Win { by: Termination::Unstated, .. }))
}

/// A result with a fraction has fewer whole points than this. The largest board has 2,704 points, and the product with 100 cannot
/// overflow.
const MAX_SCORE: i64 = 100_000;

/// Parses a number of points: `5 3/4 points`, `3目半`, `½`.
fn points(text: &str) -> Option<Decimal> {
    let units = ["points", "point", "pts.", "pts", "pt", "moku", "目", ""];
    let unit = units.into_iter().find(|unit| text.ends_with(unit))?;
    let text = text.strip_suffix(unit)?.trim_end();
    let (whole, quarters) = match text.strip_suffix("目半").or_else(|| text.strip_suffix('半')) {
        Some(whole) => (whole.trim_end_matches('目'), 2),
        None => {
            let parts = [("1/4", 1), ("¼", 1), ("1/2", 2), ("½", 2), ("3/4", 3), ("¾", 3)];
            let part = parts.into_iter().find_map(|(part, n)| Some((text.strip_suffix(part)?, n)));
            // `31/2` is not read, because it may be thirty-one halves, or three and a half.
            let apart = |whole: &str| whole.is_empty() || whole.ends_with(' ') || !text.contains('/');
            match part {
                Some((whole, n)) if apart(whole) => (whole.trim_end(), n),
                Some(_) => return None,
                None => (text, 0),
            }
        }
    };
    if quarters == 0 {
        let starts = whole.starts_with(|c: char| c.is_ascii_digit());
        return if starts { whole.parse().ok() } else { None };
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok().filter(|n| (0..MAX_SCORE).contains(n))? };
    Some(Decimal::new(whole * 100 + 25 * quarters, 2).normalized())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results() {
        for (raw, written, exact) in [
            ("B+3.5", "B+3.5", true),
            ("W+R", "W+R", true),
            ("W+Resign", "W+R", true),
            ("b+r", "B+R", false),
            ("Draw", "0", true),
            ("0", "0", true),
            ("Void", "Void", true),
            ("?", "?", true),
            ("W+3.50 ", "W+3.50", false),
            ("B+", "B+", true),
            ("W+F", "W+F", true),
        ] {
            let meaning = outcome(raw);
            assert_eq!(matches!(meaning, Meaning::Exact(_)), exact, "{raw}");
            assert_eq!(outcome_text(&meaning.value().unwrap()), written);
        }
        for (raw, written) in [
            ("B+3目半", "B+3.5"),
            ("W + 2 1/2", "W+2.5"),
            ("w+½", "W+0.5"),
            ("White+Res.", "W+R"),
            ("黑+中盘", "B+R"),
            ("B", "B+"),
            ("white", "W+"),
            ("black wins by 5 3/4 points", "B+5.75"),
            ("White won by resignation.", "W+R"),
            ("Black lost on time", "W+T"),
            ("B by 1/2 point", "B+0.5"),
            ("white resigns", "B+R"),
            ("白3目半勝ち", "W+3.5"),
            ("黒番中押し勝ち", "B+R"),
            ("Ｗ＋Ｒ", "W+R"),
            ("Jigo", "0"),
            ("흑불계승", "B+R"),
            ("백 3집반승", "W+3.5"),
            ("흑0.5집승", "B+0.5"),
            ("백시간승", "W+T"),
        ] {
            assert!(
                matches!(outcome(raw), Meaning::Loose(outcome, text) if text == written && outcome_text(&outcome) == written),
                "{raw}"
            );
        }
        for raw in [
            "B+31/2",
            "B+目",
            "B+-3",
            "B+x",
            "Blackbird",
            "Black wins?",
            "B 3",
            "Bob",
            "黒3/4子勝",
            "Bwins",
            "흑",
            "흑승 결승전",
            "250수 흑승",
            "",
        ] {
            assert_eq!(outcome(raw), Meaning::None, "{raw}");
        }
    }
}
