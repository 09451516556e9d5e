//! From a record to text.

use crate::{
    handicap,
    read::{RESULTS, in_words, name_and_rank, when},
};
use kifu_core::{Decimal, Outcome, Overtime, Parsed, PartialDateTime, Record, Seat, Termination};
use kifu_goban::{Go, Points, Size, outcome_text};

pub(crate) fn write(record: &Record<Go>, kind: &str) -> String {
    let info = &record.info;
    let moves = moves(record);
    let count = moves.lines().count();
    let mut out = format!("\\HS\n\\[GIBOKIND={kind}\\]\n");
    let (code, points, words) = result(info.outcome.as_ref());
    let mut main = vec![format!("GRLT:{code},ZIPSU:{points},TCNT:{count}")];
    let mut tag = vec![format!("R{}", record.terms.handicap.as_ref().and_then(Parsed::value).unwrap_or(&0))];
    field(&mut out, "GAMERESULT", &words);
    match &record.terms.komi {
        Some(Parsed::Value(komi)) => main.extend(tenths(*komi).map(|tenths| format!("GONGJE:{tenths}"))),
        Some(Parsed::Text(words)) => field(&mut out, "GAMEGONGJE", words),
        None => {}
    }
    let overtime = match info.overtime {
        Some(Parsed::Value(Overtime::Periods { count, each })) => Some(format!("{}-{count}", each.as_secs())),
        _ => None,
    };
    match &info.time {
        None if overtime.is_none() => {}
        Some(Parsed::Text(words)) => field(&mut out, "GAMETIME", words),
        time => {
            let seconds = time.as_ref().and_then(Parsed::value).map_or(0, |time| time.main.as_secs());
            main.push(format!("GTIME:{seconds}-{}", overtime.as_deref().unwrap_or("0-0")));
        }
    }
    let (date, minute) = date(record);
    field(&mut out, "GAMEDATE", &date);
    tag.extend(minute);
    field(&mut out, "GAMENAME", &info.name);
    field(&mut out, "GAMEPLACE", &info.place);
    for (seat, key) in [(Seat::Second, "GAMEWHITENAME"), (Seat::First, "GAMEBLACKNAME")] {
        let name = info.player(&seat).map(|player| full_name(&player.name, &player.rank));
        field(&mut out, key, &name.unwrap_or_default());
    }
    field(&mut out, "GAMECOMMENT", &info.description);
    for foreign in info.foreign.iter().filter(|foreign| foreign.format == "gib") {
        let (key, value) = (foreign.key.as_str(), foreign.values.concat());
        match key {
            "GAMEINFOMAIN" => main.push(value),
            "GAMETAG" => tag.push(value),
            _ => field(&mut out, key, &value),
        }
    }
    field(&mut out, "GAMEINFOMAIN", &main.join(","));
    field(&mut out, "GAMETAG", &tag.join(","));

    let stones = &record.setup.stones;
    let set = |n: &u32| stones.white.is_empty() && stones.black == handicap(*n).collect::<Points>();
    let set = (2..=9).find(set).unwrap_or(0);
    let comments = record.tree[record.tree.root()].details().map_or(&[][..], |details| &details.comments);
    let comment = comments.iter().map(|comment| one_line(&comment.text)).collect::<Vec<_>>().join(" ");
    format!("{out}\\HE\n\\GS\n2 1 0\n{} 0 &4\nINI 0 1 {set} &4{comment}\n{moves}\\GE\n", count + 1)
}

/// A field, if it says anything. What would end it is left out, and so becomes a loss that is told.
fn field(out: &mut String, key: &str, value: &str) {
    let mut kept = String::new();
    for c in one_line(value).chars() {
        if c == ']' {
            kept.truncate(kept.trim_end_matches('\\').len());
        }
        kept.push(c);
    }
    if !kept.trim().is_empty() {
        *out += &format!("\\[{key}={}\\]\n", kept.trim());
    }
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ").trim().into()
}

/// The moves of the main line that the board has, a line each.
fn moves(record: &Record<Go>) -> String {
    let moves = record.tree.main_line().filter_map(|node| record.tree[node].action.as_ref()?.as_move());
    let moves = moves.filter(|played| played.at.is_none_or(|at| Size::default().contains(at)));
    let line = |(number, played): (u32, kifu_goban::Move)| match played.at {
        Some(at) => format!("STO 0 {number} {} {} {} \n", played.color as u8 + 1, at.x(), at.y()),
        None => format!("SKI 0 {number} \n"),
    };
    (2..).zip(moves).map(line).collect()
}

/// As it will be read: of `a(b)` the second is a rank, however it got there.
fn full_name(name: &str, rank: &str) -> String {
    let written = one_line(&if rank.is_empty() { name.into() } else { format!("{name} ({rank})") });
    match name_and_rank(&written) {
        (_, "") => written,
        (name, rank) => format!("{name} ({rank})"),
    }
}

/// Tenths, where that is all of it.
fn tenths(number: Decimal) -> Option<i64> {
    let digits = number.normalized().to_string();
    let (whole, tenth) = digits.split_once('.').unwrap_or((&digits, "0"));
    format!("{whole}{tenth}").parse().ok().filter(|_| tenth.len() == 1)
}

/// The server's number of a result, the points in tenths, and the words.
fn result(outcome: Option<&Parsed<Outcome>>) -> (u32, i64, String) {
    let words = outcome.map(|outcome| match outcome {
        Parsed::Value(outcome) => outcome_text(outcome),
        Parsed::Text(text) => one_line(text),
    });
    let words = words.unwrap_or_default();
    // Words that are a result are read as one.
    let Some(Parsed::Value(Outcome::Win { winner, by })) = in_words(&words) else { return (255, 0, words) };
    let (by, points) = match by {
        Termination::Score(score) => (Termination::Unstated, tenths(score).filter(|&points| points > 0)),
        by => (by, Some(0)),
    };
    match (RESULTS.into_iter().find(|known| known.1 == by), points) {
        (Some((number, _)), Some(points)) => (number + u32::from(winner == Seat::Second), points, words),
        _ => (255, 0, words),
    }
}

/// The start, or the first date, as Tygem writes it; and the minute for GAMETAG.
fn date(record: &Record<Go>) -> (String, Option<String>) {
    let words = match (&record.info.started, record.info.dates.first()) {
        (Some(Parsed::Value(start)), _) => start.to_string().replace([' ', ':'], "-"),
        (_, Some(date)) => date.to_string(),
        (start, None) => start.as_ref().map(ToString::to_string).unwrap_or_default(),
    };
    // Words that are a date are read as one.
    let Some(PartialDateTime { date, time }) = when(&one_line(&words)) else { return (words, None) };
    let text = date.to_string();
    let Some((hour, minute, second)) = time else { return (text, None) };
    let second = second.map(|second| format!("-{second:02}")).unwrap_or_default();
    let minute_of = format!("C{}:{hour:02}:{minute:02}", text.replace('-', ":"));
    (format!("{text}-{hour:02}-{minute:02}{second}"), Some(minute_of))
}
