//! The times of moves: `( 0:05/00:00:05)`, the time for the move and the total of the player.

use crate::document::trim;
use alloc::{format, string::String};
use core::{fmt::Write, ops::Range, time::Duration};

/// The largest number of digits in a part of a time.
const MOST_DIGITS: u32 = 9;

/// The times of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Times {
    pub(crate) spent: Duration,
    /// The total of the player, and its place in the text.
    pub(crate) total: Option<(Duration, Range<usize>)>,
}

/// Parses the first group of a time that has a time. The total may be missing. `Err` if there is text but no time in it; `Ok(None)` for
/// `()`.
#[inline]
pub(crate) fn parse(text: &str) -> Result<Option<Times>, ()> {
    let (mut rest, mut is_empty) = (text.as_bytes(), true);
    while let Some(open) = rest.iter().position(|byte| *byte == b'(') {
        let clock = |text| match usual_clock(text) {
            (_, 0) => clock(text),
            (seconds, len) => (Clock::Time(Duration::from_secs(seconds)), &text[len..]),
        };
        let (spent, after) = clock(&rest[open + 1..]);
        let behind = after.strip_prefix(b"/");
        let total = behind.map(clock);
        let after = total.map_or(after, |(_, after)| after);
        // There is only one slash, and what follows a parenthesis inside may belong to the time.
        let is_blank = spent == Clock::Blank && total.is_none();
        if after.starts_with(b"/") || after.starts_with(b"(") && !is_blank {
            return Err(());
        }
        if let Clock::Time(spent) = spent {
            return match total {
                None | Some((Clock::Blank, _)) => Ok(Some(Times { spent, total: None })),
                Some((Clock::Time(total), _)) => {
                    let place = text.len() - behind.map_or(0, <[u8]>::len)..text.len() - after.len();
                    Ok(Some(Times { spent, total: Some((total, place)) }))
                }
                Some((Clock::Other, _)) => Err(()),
            };
        }
        is_empty &= is_blank;
        rest = after;
    }
    if is_empty { Ok(None) } else { Err(()) }
}

/// Returns what follows the times of a text, without white space: words that are not a time.
pub(crate) fn after_times(text: &str) -> &str {
    // As a rule there is one group, which was parsed before.
    if text.bytes().position(|byte| byte == b')') == text.len().checked_sub(1) {
        return "";
    }
    let mut rest = trim(text);
    while rest.starts_with('(')
        && let Some((group, behind)) = rest.split_once(')')
        && parse(&rest[..=group.len()]).is_ok()
    {
        rest = trim(behind);
    }
    rest
}

/// What one side of a slash has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Clock {
    Blank,
    Time(Duration),
    Other,
}

/// Returns the same as [`clock`], faster, for a time in its usual form, which white space may precede: the seconds, and the length of the
/// text before a slash or a parenthesis. The length is 0 for other texts. Two numbers are returned in registers.
#[inline]
fn usual_clock(text: &[u8]) -> (u64, usize) {
    let mut at = text.iter().take_while(|byte| **byte == b' ').count();
    let (mut seconds, mut parts) = (0, 0);
    loop {
        let (start, mut number) = (at, 0);
        while let Some(digit @ b'0'..=b'9') = text.get(at) {
            number = number * 10 + u64::from(digit - b'0');
            at += 1;
            if at - start > MOST_DIGITS as usize {
                return (0, 0);
            }
        }
        if at == start {
            return (0, 0);
        }
        (seconds, parts) = (seconds * 60 + number, parts + 1);
        match text.get(at) {
            Some(b':') if parts < 3 => at += 1,
            Some(b'/' | b')') if parts > 1 => return (seconds, at),
            _ => return (0, 0),
        }
    }
}

/// Parses `m:ss` or `h:mm:ss` before a slash or a parenthesis, with white space around the numbers. A number may be larger than usual: the
/// minutes of a move may be over 59. Also returns the rest of the text.
fn clock(text: &[u8]) -> (Clock, &[u8]) {
    let (mut seconds, mut number, mut digits, mut parts) = (0_u64, 0_u64, 0, 1);
    let (mut is_blank, mut is_time, mut end) = (true, true, text.len());
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'/' | b'(' | b')' => {
                end = at;
                break;
            }
            b'0'..=b'9' if digits < MOST_DIGITS => {
                number = number * 10 + u64::from(byte - b'0');
                digits += 1;
                is_blank = false;
            }
            b':' if digits > 0 && parts < 3 => {
                seconds = (seconds + number) * 60;
                (number, digits) = (0, 0);
                parts += 1;
            }
            // These bytes occur together only in a full-width space. No digit may follow the space after a number.
            b' ' | b'\t' | 0xE3 | 0x80 if digits > 0 => digits = MOST_DIGITS,
            b' ' | b'\t' | 0xE3 | 0x80 => {}
            _ => (is_blank, is_time) = (false, false),
        }
    }
    let found = match (is_blank, is_time && digits > 0 && matches!(parts, 2 | 3)) {
        (true, _) => Clock::Blank,
        (_, true) => Clock::Time(Duration::from_secs(seconds + number)),
        _ => Clock::Other,
    };
    (found, &text[end..])
}

/// Appends a time as Kifu for Windows writes it, in whole seconds.
pub(crate) fn write(out: &mut String, spent: Duration, total: Duration) {
    let spent = spent.as_secs();
    let _ = write!(out, "({:>2}:{:02}/{})", spent / 60, spent % 60, total_text(total));
}

/// Returns a total as Kifu for Windows writes it, in whole seconds.
pub(crate) fn total_text(total: Duration) -> String {
    let total = total.as_secs();
    format!("{:02}:{:02}:{:02}", total / 3600, total / 60 % 60, total % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times() {
        let seconds = |text| {
            let total = |total: (Duration, Range<usize>)| total.0.as_secs();
            parse(text).map(|times| times.map(|Times { spent, total: b }| (spent.as_secs(), b.map(total))))
        };
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
        assert_eq!(seconds("(999999999:0:0:0:0:0:0:0:0:0:0:0:0:0)"), Err(()));
        assert_eq!(seconds("( 0:05/00:00:05/00:00:06)"), Err(()));
        assert_eq!(seconds("( 0:0//00:00:05)"), Err(()));
        assert_eq!(seconds("(12:34//0:12:34)"), Err(()));
        assert_eq!(seconds("( 0:0(/00:00:05)"), Err(()));
        assert_eq!(seconds("(12:34(00:12:34)"), Err(()));
        assert_eq!(seconds("( 0:05/00:00:0(5)"), Err(()));
        assert_eq!(seconds("(　)"), Ok(None));
        assert_eq!(seconds("( / )"), Err(()));
    }

    #[test]
    fn usual_times_are_read_as_all_others() {
        // Texts of up to six of these.
        let parts = ["", " ", "5", "05", "999999999", "9999999999", ":", "/", "(", ")", "　", "-"];
        let mut texts = alloc::vec![String::new()];
        for _ in 0..5 {
            let longer = texts.iter().flat_map(|text| parts.map(|part| [text.as_str(), part].concat()));
            texts = longer.collect();
            texts.sort();
            texts.dedup();
        }
        let mut count = 0;
        for text in &texts {
            let (seconds, len) = usual_clock(text.as_bytes());
            if len > 0 {
                let found = (Clock::Time(Duration::from_secs(seconds)), &text.as_bytes()[len..]);
                assert_eq!(found, clock(text.as_bytes()), "{text}");
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
    }

    #[test]
    fn words_after_times() {
        for (text, words) in [
            ("( 0:05/00:00:05)", ""),
            ("( 0:00/00:00:00) ( 0:07/00:00:00)", ""),
            ("()( 0:07/00:00:00)  ", ""),
            ("( 0:05/00:00:05) 好手", "好手"),
            ("( 0:05/00:00:05) 好手 (笑)", "好手 (笑)"),
            ("( 0:01/00:00:01)   4 ８四歩(83) ( 0:02/00:00:02)", "4 ８四歩(83) ( 0:02/00:00:02)"),
            ("() (笑) x", "(笑) x"),
            ("( 0:05/00:00:05) (笑)", "(笑)"),
        ] {
            assert_eq!(after_times(text), words, "{text}");
        }
    }

    #[test]
    fn a_time_comes_back() {
        let mut out = String::new();
        write(&mut out, Duration::from_secs(7265), Duration::from_secs(360_001));
        assert_eq!(out, "(121:05/100:00:01)");
        let total = Some((Duration::from_secs(360_001), 8..17));
        assert_eq!(parse(&out), Ok(Some(Times { spent: Duration::from_secs(7265), total })));
        assert_eq!(&out[8..17], "100:00:01");
    }
}
