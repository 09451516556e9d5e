//! What does the information about a game contain?

use super::values::{date, foreign, line, maybe, moment, stated, text, time};
use arbitrary::{Result, Unstructured};
use kifu_core::{ByoYomi, Decimal, Info, MainTime, NamedValue, Outcome, Overtime, Player, Seat, Termination};
use std::time::Duration;

/// Generates a result. Some have a rare notation or none in go.
fn outcome(u: &mut Unstructured<'_>) -> Result<Outcome> {
    let without_winner = [Outcome::Draw(Termination::Unstated), Outcome::NoResult, Outcome::Unknown];
    if u.ratio(1, 4)? {
        return Ok(u.choose(&without_winner)?.clone());
    }
    let score = Decimal::new(u.int_in_range(1..=800)?, 1).normalized();
    let usual = [
        Termination::Score(score),
        Termination::Unstated,
        Termination::Resignation,
        Termination::Time,
        Termination::Forfeit,
    ];
    let rare = [
        Termination::Score(Decimal::new(0, 0)),
        Termination::IllegalMove,
        Termination::Checkmate,
        Termination::Declaration,
        Termination::Repetition,
        Termination::Impasse,
        Termination::Interruption,
        Termination::MaxMoves,
    ];
    if u.ratio(1, 2)? {
        let by = if u.ratio(1, 4)? { *u.choose(&usual)? } else { *u.choose(&rare)? };
        let winners = [Some(Seat::First), Some(Seat::Second), Some(Seat::Other("red".into())), None];
        return Ok(match u.choose(&winners)?.clone() {
            Some(winner) => Outcome::Win { winner, by },
            None => Outcome::Draw(by),
        });
    }
    Ok(Outcome::Win { winner: u.choose(&[Seat::First, Seat::Second])?.clone(), by: *u.choose(&usual)? })
}

fn overtime(u: &mut Unstructured<'_>) -> Result<Overtime> {
    // A file may state zero periods, moves or seconds.
    let (count, seconds) = (u.int_in_range(1..=30)?, u.int_in_range(1..=900)?);
    let count = if u.ratio(1, 8)? { 0 } else { count };
    let time = Duration::from_secs(if u.ratio(1, 8)? { 0 } else { seconds });
    Ok(match u.choose_index(5)? {
        0 => ByoYomi::Periods { count, each: time }.into(),
        1 => ByoYomi::Moves { count, within: time }.into(),
        2 => ByoYomi::PerMove(time).into(),
        3 => Overtime::increment(time),
        _ => Overtime::from(ByoYomi::Periods { count, each: time }).and_increment(time),
    })
}

fn player(u: &mut Unstructured<'_>) -> Result<Player> {
    let mut player = Player::default();
    for field in [&mut player.name, &mut player.rank, &mut player.team, &mut player.country] {
        *field = maybe(u, line)?.unwrap_or_default();
    }
    Ok(player)
}

/// Generates the information about the game.
pub(crate) fn info(u: &mut Unstructured<'_>) -> Result<Info> {
    let mut info = Info::default();
    for seat in [Seat::First, Seat::Second] {
        *info.player_mut(seat) = player(u)?;
    }
    if let Some(colour) = maybe(u, |u| Ok(*u.choose(&["red", "green"])?))? {
        *info.player_mut(Seat::Other(colour.into())) = player(u)?;
    }
    for field in [
        &mut info.name,
        &mut info.event,
        &mut info.round,
        &mut info.place,
        &mut info.opening,
        &mut info.annotator,
        &mut info.transcriber,
        &mut info.copyright,
        &mut info.source,
    ] {
        *field = maybe(u, line)?.unwrap_or_default();
    }
    if info.source.is_empty() {
        info.address =
            maybe(u, |u| Ok(format!("https://example.org/{}", u.int_in_range(0..=99)?)))?.unwrap_or_default();
    }
    info.application = maybe(u, |u| match u.ratio(1, 4)? {
        true => line(u),
        false => Ok(format!("Boardmaster v{}", u.int_in_range(1..=9)?)),
    })?
    .unwrap_or_default();
    info.description = maybe(u, text)?.unwrap_or_default();
    for _ in 0..u.int_in_range(0..=2)? {
        info.dates.push(stated(u, date)?);
    }
    // A date that is text must be the only date, because in a list its end would be ambiguous.
    if info.dates.iter().any(|date| date.value().is_none()) {
        info.dates.truncate(1);
    }
    info.started = maybe(u, |u| stated(u, moment))?;
    info.ended = maybe(u, |u| stated(u, moment))?;
    // More often than other values, because there are many results.
    info.outcome = if u.ratio(2, 3)? { Some(stated(u, outcome)?) } else { None };
    for seat in [None, Some(Seat::First), Some(Seat::Second)] {
        let (main, overtime) =
            (maybe(u, |u| stated(u, |u| Ok(MainTime(time(u)?))))?, maybe(u, |u| stated(u, overtime))?);
        let control = match seat {
            Some(seat) => info.time.of_mut(seat),
            None => info.time.all_mut(),
        };
        control.main = main;
        control.overtime = overtime;
    }
    if let Some(value) = maybe(u, line)? {
        info.headers.push(NamedValue::new(line(u)?, value));
    }
    // The values of preferences are JSON texts.
    if let Some(value) = maybe(u, |u| Ok(*u.choose(&["true", "12", "\"dark wood\"", "[1,\"]\"]"])?))? {
        info.display.push(NamedValue::new(format!("colour of {}", line(u)?), value));
    }
    info.foreign = foreign(u)?;
    Ok(info)
}
