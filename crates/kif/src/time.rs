//! The times of moves: `( 0:05/00:00:05)`, the time for the move and the total of the player.

use crate::document::is_blank;
use alloc::string::String;
use core::{fmt::Write, time::Duration};

/// The largest number of digits in a part of a time.
const MOST_DIGITS: u32 = 9;

/// Parses the first group of a time that has a time. The total may be missing. `Err` if there is text but no time in it; `Ok(None)` for
/// `()`.
pub(crate) fn parse(text: &str) -> Result<Option<(Duration, Option<Duration>)>, ()> {
    let (mut rest, mut is_empty) = (text.as_bytes(), true);
    while let Some(open) = memchr::memchr(b'(', rest) {
        rest = &rest[open + 1..];
        let inside = &rest[..memchr::memchr2(b'(', b')', rest).unwrap_or(rest.len())];
        if is_blank(inside) {
            continue;
        }
        is_empty = false;
        let (spent, total) = match memchr::memchr(b'/', inside) {
            Some(at) => (&inside[..at], &inside[at + 1..]),
            None => (inside, &[][..]),
        };
        let Some(spent) = clock(spent) else { continue };
        if is_blank(total) {
            return Ok(Some((spent, None)));
        }
        return clock(total).map(|total| Some((spent, Some(total)))).ok_or(());
    }
    if is_empty { Ok(None) } else { Err(()) }
}

/// Parses `m:ss` or `h:mm:ss`, with white space around the numbers. A number may be larger than usual: the minutes of a move may be over
/// 59.
fn clock(text: &[u8]) -> Option<Duration> {
    let (mut seconds, mut number, mut digits, mut parts) = (0_u64, 0_u64, 0, 1);
    for byte in text {
        match byte {
            b'0'..=b'9' if digits < MOST_DIGITS => {
                number = number * 10 + u64::from(byte - b'0');
                digits += 1;
            }
            b':' if digits > 0 => {
                seconds = (seconds + number) * 60;
                (number, digits) = (0, 0);
                parts += 1;
            }
            // These bytes occur together only in a full-width space. No digit may follow the space after a number.
            b' ' | b'\t' | 0xE3 | 0x80 if digits > 0 => digits = MOST_DIGITS,
            b' ' | b'\t' | 0xE3 | 0x80 => {}
            _ => return None,
        }
    }
    (digits > 0 && matches!(parts, 2 | 3)).then(|| Duration::from_secs(seconds + number))
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
