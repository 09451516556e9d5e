//! The times of moves: `( 0:05/00:00:05)`, the time for the move and the total of the player.

use crate::document::trim;
use alloc::string::String;
use core::{fmt::Write, time::Duration};

/// Parses the first group of a time that has a time. The total may be missing. `Err` if there is text but no time in it; `Ok(None)` for
/// `()`.
pub(crate) fn parse(text: &str) -> Result<Option<(Duration, Option<Duration>)>, ()> {
    let mut is_empty = true;
    for group in text.split('(').skip(1) {
        let inside = trim(group.split(')').next().unwrap_or_default());
        if inside.is_empty() {
            continue;
        }
        is_empty = false;
        let (spent, total) = inside.split_once('/').unwrap_or((inside, ""));
        let total = Some(total).filter(|total| !trim(total).is_empty());
        let Some(spent) = clock(spent) else { continue };
        return match total.map(clock) {
            Some(None) => Err(()),
            total => Ok(Some((spent, total.flatten()))),
        };
    }
    if is_empty { Ok(None) } else { Err(()) }
}

/// Parses `m:ss` or `h:mm:ss`. A number may be larger than usual: the minutes of a move may be over 59.
fn clock(text: &str) -> Option<Duration> {
    let (mut seconds, mut parts) = (0_u64, 0);
    for part in text.split(':') {
        let part = trim(part);
        if part.is_empty() || part.len() > 9 || !part.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        seconds = seconds * 60 + part.parse::<u64>().ok()?;
        parts += 1;
    }
    matches!(parts, 2 | 3).then(|| Duration::from_secs(seconds))
}

/// Appends a time as Kifu for Windows writes it, in whole seconds.
pub(crate) fn write(out: &mut String, spent: Duration, total: Duration) {
    let (spent, total) = (spent.as_secs(), total.as_secs());
    let _ = write!(
        out,
        "({:>2}:{:02}/{:02}:{:02}:{:02})",
        spent / 60,
        spent % 60,
        total / 3600,
        total / 60 % 60,
        total % 60
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let seconds = |text| parse(text).map(|time| time.map(|(a, b)| (a.as_secs(), b.map(|b| b.as_secs()))));
        assert_eq!(seconds("( 0:05/00:00:05)"), Ok(Some((5, Some(5)))));
        assert_eq!(seconds("(120:00/02:00:00)+"), Ok(Some((7200, Some(7200)))));
        assert_eq!(seconds("( 0:00/00:00:00) ( 0:07/00:00:00)"), Ok(Some((0, Some(0)))));
        assert_eq!(seconds("() ( 0:07/00:00:00)"), Ok(Some((7, Some(0)))));
        assert_eq!(seconds("(00:01 / 00:00:02)"), Ok(Some((1, Some(2)))));
        assert_eq!(seconds("(1:02:03)"), Ok(Some((3723, None))));
        assert_eq!(seconds("( 0:21/)"), Ok(Some((21, None))));
        assert_eq!(seconds("()"), Ok(None));
        assert_eq!(seconds("( 0:05/x:y)"), Err(()));
        assert_eq!(seconds("(a:05/00:00:05)"), Err(()));
        assert_eq!(seconds("(-1:05/00:00:05)"), Err(()));
        assert_eq!(seconds("(9999999999:05/00:00:05)"), Err(()));
    }

    #[test]
    fn a_time_comes_back() {
        let mut out = String::new();
        write(&mut out, Duration::from_secs(7265), Duration::from_secs(360_001));
        assert_eq!(out, "(121:05/100:00:01)");
        assert_eq!(parse(&out), Ok(Some((Duration::from_secs(7265), Some(Duration::from_secs(360_001))))));
    }
}
