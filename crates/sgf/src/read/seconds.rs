//! Times in seconds.

use super::Reader;
use crate::{
    codes,
    value::{self, Meaning},
};
use alloc::{format, string::ToString, vec::Vec};
use core::time::Duration;
use kifu_core::{Decimal, Span};

impl<'a> Reader<'a> {
    /// Returns true if a time is a negative number, which the standard allows. Reports such a time.
    pub(super) fn is_negative(&mut self, identifier: &str, at: Span) -> bool {
        let raw = self.raw(at);
        let is_negative = matches!(value::real(raw), Meaning::Exact(time) if time < Decimal::from(0));
        if is_negative {
            self.diagnostics.report(&codes::NEGATIVE_TIME, at, || {
                format!("{identifier}[{raw}] is a negative time; it has no effect on the clock (kept in the file)")
            });
        }
        is_negative
    }
}

/// Parses a time in seconds; `0:07:42`, `30m` and `3小时` are loose.
pub(super) fn time(raw: &str) -> Meaning<Duration> {
    match value::real(raw) {
        Meaning::Exact(seconds) => return seconds.to_duration().map_or(Meaning::None, Meaning::Exact),
        Meaning::Loose(seconds, written) => {
            return seconds.to_duration().map_or(Meaning::None, |time| Meaning::Loose(time, written));
        }
        Meaning::None => {}
    }
    let text = value::simple_text(raw);
    let text = text.trim();
    let whole =
        |part: &str| part.trim().parse::<u32>().ok().filter(|_| part.trim().bytes().all(|b| b.is_ascii_digit()));
    let parts: Vec<&str> = text.split(':').collect();
    let seconds = if let [hours, minutes, seconds] = parts[..] {
        let small = |part: &str| whole(part).filter(|&n| n < 60).map(u64::from);
        whole(hours).map(u64::from).zip(small(minutes)).zip(small(seconds)).map(|((h, m), s)| 3_600 * h + 60 * m + s)
    } else {
        let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let unit = match text[digits..].trim().to_ascii_lowercase().trim_end_matches('.') {
            "s" | "sec" | "secs" | "second" | "seconds" | "秒" | "초" => Some(1),
            "m" | "min" | "mins" | "minute" | "minutes" | "分" | "分钟" | "分鐘" | "분" => Some(60),
            "h" | "hr" | "hrs" | "hour" | "hours" | "小时" | "小時" | "時間" | "시간" => Some(3_600),
            _ => None,
        };
        whole(&text[..digits]).zip(unit).map(|(n, unit)| u64::from(n) * unit)
    };
    seconds.map_or(Meaning::None, |seconds| Meaning::Loose(Duration::from_secs(seconds), seconds.to_string()))
}
