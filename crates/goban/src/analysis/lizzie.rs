//! LZ of Lizzie and LizzieYzy: the analysis after a move.
//!
//! The first line has the name of the engine, the win rate of the player who moved in percent, and the playouts in short form (`1.5k`);
//! with KataGo also the lead of the other player in points and its standard deviation. The second line has the candidates for the next
//! move, separated by `info`; their win rates, priors and scores are of the player to move. Rates of candidates are in hundredths of a
//! percent. Lizzie writes its own version in place of the name of the engine, and `info` after the last candidate too.

use super::{Context, has_places, scaled};
use crate::{Action, Color, Go, Move, Point};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;
use kifu_core::{Analysis, Decimal};

/// The name of Lizzie before its version, where other programs have the name of the engine.
const LIZZIE: &str = "Lizzie ";

pub(super) fn read(value: &str, context: Context) -> Option<Vec<Analysis<Go>>> {
    let analyses = parse(value, context)?;
    let (text, count) = text(&analyses, context)?;
    (text == value && count == analyses.len()).then_some(analyses)
}

/// Returns the value of LZ for the first analyses, and their number.
pub(super) fn write(analyses: &[Analysis<Go>], context: Context) -> Option<(String, usize)> {
    let (value, count) = text(analyses, context)?;
    (parse(&value, context)? == analyses[..count]).then_some((value, count))
}

fn parse(value: &str, context: Context) -> Option<Vec<Analysis<Go>>> {
    let mover = context.mover?;
    let (first, second) = value.split_once('\n')?;
    let mut analyses = alloc::vec![summary(first, mover)?];
    if second.is_empty() {
        return Some(analyses);
    }
    let engine = analyses[0].engine.clone();
    let candidates = second.strip_suffix(" info ").unwrap_or(second);
    for (candidate, rank) in candidates.split(" info ").zip(1..) {
        let mut analysis = self::candidate(candidate, mover.opponent(), context)?;
        (analysis.engine, analysis.rank) = (engine.clone(), Some(rank));
        analyses.push(analysis);
    }
    Some(analyses)
}

/// Parses the first line: `KataGo 47.2 1.5k 0.6 18.4`.
fn summary(line: &str, mover: Color) -> Option<Analysis<Go>> {
    let mut analysis = Analysis::default();
    let number = |text: &str| text.parse::<Decimal>().ok().filter(|_| has_places(text.trim_start_matches('-'), 1));
    let mut rest = line;
    let mut last = || {
        let (before, last) = rest.rsplit_once(' ')?;
        rest = before;
        Some(last)
    };
    let mut playouts = last()?;
    if self::playouts(playouts).is_none() {
        // The last two numbers are those of KataGo.
        let score;
        (analysis.score_deviation, score, playouts) = (Some(number(playouts)?), number(last()?)?, last()?);
        analysis.score = Some(of_black(score, mover.opponent())?);
    }
    analysis.visits = Some(self::playouts(playouts)?);
    let percent = scaled(number(last()?)?, 1)?;
    analysis.win_rate = Some(Decimal::new(rate_of_black(percent, 1_000, mover)?, 3));
    let is_version = rest.starts_with(|first: char| first.is_ascii_digit());
    analysis.engine = Some(if is_version { format!("{LIZZIE}{rest}") } else { rest.to_string() });
    Some(analysis)
}

/// Parses a candidate: `move Q16 visits 812 winrate 5283 prior 1412 scoreMean 0.61 pv Q16 D4`.
fn candidate(text: &str, to_move: Color, context: Context) -> Option<Analysis<Go>> {
    let mut analysis = Analysis::default();
    let (head, line) = text.split_once(" pv ")?;
    let mut color = to_move;
    for name in line.split(' ') {
        let at = if name == "pass" { None } else { Some(Point::from_a1(name, context.size)?) };
        analysis.line.push(Action::from(Move { color, at }));
        color = color.opponent();
    }
    let mut words = head.split(' ').skip(2);
    while let Some(word) = words.next() {
        let number = words.next()?;
        let rate = || number.parse().ok().filter(|rate| (0..=10_000).contains(rate));
        match word {
            "visits" => analysis.visits = Some(number.parse().ok()?),
            "winrate" => {
                let rate = rate_of_black(rate()?, 10_000, to_move)?;
                analysis.win_rate = Some(Decimal::new(rate, 4));
            }
            "prior" => analysis.prior = Some(Decimal::new(rate()?, 4)),
            "scoreMean" => analysis.score = Some(of_black(number.parse().ok()?, to_move)?),
            _ => return None,
        }
    }
    Some(analysis)
}

/// Returns the text for the first analyses, and their number. The caller checks that it is read as these analyses.
fn text(analyses: &[Analysis<Go>], context: Context) -> Option<(String, usize)> {
    let mover = context.mover?;
    let first = analyses.first()?;
    let engine = first.engine.as_deref()?;
    let version = engine.strip_prefix(LIZZIE).filter(|rest| rest.starts_with(|first: char| first.is_ascii_digit()));
    let name = version.unwrap_or(engine);
    if name.is_empty() || name.contains(['\\', ']', '[']) || name.contains(char::is_control) {
        return None;
    }
    let percent = rate_of_black(scaled(first.win_rate?, 3)?, 1_000, mover)?;
    let playouts = playouts_text(first.visits?, version.is_some());
    let mut out = format!("{name} {}.{} {playouts}", percent / 10, percent % 10);
    if let (Some(score), Some(deviation)) = (first.score, first.score_deviation) {
        let _ = write!(out, " {} {deviation}", of_black(score, mover.opponent())?);
    }
    out.push('\n');
    let mut count = 1;
    for (analysis, rank) in analyses[1..].iter().zip(1..) {
        if analysis.rank != Some(rank) || analysis.engine != first.engine {
            break;
        }
        let Some(candidate) = candidate_text(analysis, mover.opponent(), context) else { break };
        if count > 1 && version.is_none() {
            out.push_str(" info ");
        }
        out.push_str(&candidate);
        if version.is_some() {
            out.push_str(" info ");
        }
        count += 1;
    }
    Some((out, count))
}

fn candidate_text(analysis: &Analysis<Go>, to_move: Color, context: Context) -> Option<String> {
    let line: Option<Vec<String>> = analysis
        .line
        .iter()
        .map(|action| Some(action.as_move()?.at.map_or_else(|| "pass".to_string(), |at| at.to_a1(context.size))))
        .collect();
    let line = line.filter(|line| !line.is_empty())?;
    let rate = rate_of_black(scaled(analysis.win_rate?, 4)?, 10_000, to_move)?;
    let mut out = format!("move {} visits {} winrate {rate}", line[0], analysis.visits?);
    if let Some(prior) = analysis.prior {
        let _ = write!(out, " prior {}", scaled(prior, 4)?);
    }
    if let Some(score) = analysis.score {
        let _ = write!(out, " scoreMean {}", of_black(score, to_move)?);
    }
    let _ = write!(out, " pv {}", line.join(" "));
    // The text must be read as this analysis, apart from what all candidates share.
    let mut read = candidate(&out, to_move, context)?;
    (read.engine, read.rank) = (analysis.engine.clone(), analysis.rank);
    (read == *analysis).then_some(out)
}

/// Returns a score of `player` from Black's point of view, or the other way round.
fn of_black(score: Decimal, player: Color) -> Option<Decimal> {
    if player == Color::Black { Some(score) } else { score.negated() }
}

/// Returns a win rate of `player`, as a part of `whole`, from Black's point of view, or the other way round.
fn rate_of_black(rate: i64, whole: i64, player: Color) -> Option<i64> {
    let rate = if player == Color::Black { rate } else { whole - rate };
    (0..=whole).contains(&rate).then_some(rate)
}

/// Parses a number of playouts: `812`, `1.5k`, `12k`, `1.2m`.
fn playouts(text: &str) -> Option<u64> {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let (number, unit) = match text.as_bytes().last()? {
        b'k' => (&text[..text.len() - 1], 1_000_u64),
        b'm' => (&text[..text.len() - 1], 1_000_000),
        _ => return text.parse().ok().filter(|_| is_number(text)),
    };
    let (whole, tenth) = number.split_once('.').unwrap_or((number, "0"));
    if !is_number(whole) || !is_number(tenth) || tenth.len() != 1 {
        return None;
    }
    let tenths: u64 = format!("{whole}{tenth}").parse().ok()?;
    tenths.checked_mul(unit / 10)
}

/// Returns a number of playouts in the short form of Lizzie or of LizzieYzy.
fn playouts_text(playouts: u64, is_lizzie: bool) -> String {
    let tenths = |unit: u64| {
        let tenths = (playouts + unit / 20) / (unit / 10);
        format!("{}.{}", tenths / 10, tenths % 10)
    };
    let (whole_thousands, millions) = if is_lizzie { (10_000, 1_000_000) } else { (9_950, 10_000_000) };
    match playouts {
        0..1_000 => playouts.to_string(),
        _ if playouts < whole_thousands => format!("{}k", tenths(1_000)),
        _ if playouts < millions => format!("{}k", (playouts + 500) / 1_000),
        // A number that is not a multiple of the unit is not written, so a wrong rounding cannot be read.
        _ if playouts > u64::MAX / 2 => playouts.to_string(),
        _ => format!("{}m", tenths(1_000_000)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn context(mover: Color) -> Context {
        Context::new(Some(mover), Size::default())
    }

    #[test]
    fn the_rate_is_of_the_player_who_moved() {
        for (mover, rate, score) in [(Color::Black, "0.472", "-0.6"), (Color::White, "0.528", "0.6")] {
            let value = "KataGo 47.2 1.5k 0.6 18.4\n";
            let [analysis] = &read(value, context(mover)).unwrap()[..] else { panic!() };
            let shown = [analysis.win_rate, analysis.score, analysis.score_deviation].map(|n| n.unwrap().to_string());
            assert_eq!(shown, [rate, score, "18.4"]);
            assert_eq!(analysis.visits, Some(1_500));
            assert_eq!(write(core::slice::from_ref(analysis), context(mover)), Some((value.to_string(), 1)));
        }
    }

    #[test]
    fn candidates_are_of_the_player_to_move() {
        let value = "KataGo 47.2 1.5k 0.6 18.4\n\
            move Q16 visits 812 winrate 5283 prior 1412 scoreMean 0.61 pv Q16 D4 \
            info move D4 visits 690 winrate 5270 prior 1400 scoreMean -0.58 pv D4 pass R14";
        let analyses = read(value, context(Color::Black)).unwrap();
        let [all, first, second] = &analyses[..] else { panic!() };
        assert_eq!((all.rank, first.rank, second.rank), (None, Some(1), Some(2)));
        assert_eq!(first.engine.as_deref(), Some("KataGo"));
        // White is to move.
        let shown = [first.win_rate, first.prior, first.score, second.score].map(|number| number.unwrap().to_string());
        assert_eq!(shown, ["0.4717", "0.1412", "-0.61", "0.58"]);
        let line = |of: &Analysis<Go>| of.line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        assert_eq!((line(first), line(second)), ("W[pd] B[dp]".into(), "W[dp] B[] W[qf]".into()));
        assert_eq!(write(&analyses, context(Color::Black)), Some((value.to_string(), 3)));
    }

    #[test]
    fn lizzie_writes_its_version_and_a_last_separator() {
        let value = "0.7 48.3 12k\nmove Q16 visits 8042 winrate 5171 pv Q16 D4 R6 info move D4 visits 3990 winrate 5163 pv D4 Q16 info ";
        let analyses = read(value, context(Color::White)).unwrap();
        assert_eq!(analyses.len(), 3);
        assert!(analyses.iter().all(|analysis| analysis.engine.as_deref() == Some("Lizzie 0.7")));
        assert_eq!(analyses[0].visits, Some(12_000));
        assert_eq!(write(&analyses, context(Color::White)), Some((value.to_string(), 3)));
        // A node that was not analysed.
        assert_eq!(read("0.7 50.0 0\n", context(Color::Black)).unwrap()[0].visits, Some(0));
        // Other analyses follow.
        let mut more = analyses.clone();
        more.push(Analysis::default());
        assert_eq!(write(&more, context(Color::White)), Some((value.to_string(), 3)));
    }

    #[test]
    fn playouts_have_a_short_form() {
        for (text, number) in [("0", 0), ("999", 999), ("1.0k", 1_000), ("1.3k", 1_300), ("45k", 45_000)] {
            assert_eq!((playouts(text), &*playouts_text(number, true)), (Some(number), text));
            assert_eq!(&*playouts_text(number, false), text);
        }
        assert_eq!((playouts("1.2m"), &*playouts_text(1_200_000, true)), (Some(1_200_000), "1.2m"));
        assert_eq!((playouts("1235k"), &*playouts_text(1_235_000, false)), (Some(1_235_000), "1235k"));
        assert_eq!((playouts("12.3m"), &*playouts_text(12_300_000, false)), (Some(12_300_000), "12.3m"));
        assert_eq!(playouts_text(u64::MAX, false), u64::MAX.to_string());
        for text in ["", "k", "1.k", ".5k", "1.25k", "12K", "-1", "1.5", "99999999999999999999m"] {
            assert_eq!(playouts(text), None, "{text}");
        }
    }

    #[test]
    fn other_values_stay_foreign() {
        let black = context(Color::Black);
        for value in [
            "",
            "0.7 50.0 0",
            "0.7 50,0 0\n",
            "0.7 50.00 0\n",
            "0.7 100.1 0\n",
            "50.0 0\n",
            "KataGo 47.2 1.5k 0.6 18.4 1.5\n",
            "KataGo 47.2 1500\n",
            "KataGo 47.2 10.0k\n",
            "info move Q16 visits 1500 winrate 5420 pv Q16 D4",
            "0.7 50.0 1\nmove Q16 visits 1 winrate 5171 pv D4 info ",
            "0.7 50.0 1\nmove Q16 visits 1 winrate 5171 pv Q16",
            "0.7 50.0 1\nmove Q16 visits 1 winrate 5171 pv Q16 info\n",
            "KataGo 50.0 1\nmove Q16 visits 1 winrate 5171 pv Q16 info ",
            "KataGo 50.0 1\nmove Q16 visits 1 winrate 5171 pv Q16 pvVisits 1",
            "KataGo 50.0 1\nmove Q16 visits 1 winrate 5171 lcb 5000 pv Q16",
            "KataGo 50.0 1\nmove Z99 visits 1 winrate 5171 pv Z99",
            "KataGo 50.0 1\nmove Q16 visits 1 winrate 10001 pv Q16",
            "KataGo 50.0 1\nmove Q16 visits 1 winrate 05171 pv Q16",
            "Kata\\]Go 50.0 1\n",
        ] {
            assert_eq!(read(value, black), None, "{value:?}");
        }
        // Without a move it is not known whose win rate it is.
        assert_eq!(read("0.7 50.0 0\n", Context::new(None, Size::default())), None);
    }
}
