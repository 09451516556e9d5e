//! SBKV, Black's win rate in percent after the move. Sabaki writes at most two decimals without trailing zeros; other programs write
//! always two.

use crate::Go;
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::Analysis;

pub(super) fn read(value: &str) -> Option<Analysis<Go>> {
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || !is_number(fraction) || whole.len() > 3 || fraction.len() > 2 {
        return None;
    }
    // Percent: the point moves by two places.
    let digits = format!("{whole:0>3}");
    let mut analysis = Analysis::default();
    analysis.win_rate = Some(format!("{}.{}{fraction}", &digits[..1], &digits[1..]).parse().ok()?);
    (text(&analysis)? == value).then_some(analysis)
}

/// Returns the value of SBKV for an analysis that is only a win rate with two to four decimals.
pub(super) fn write(analysis: &Analysis<Go>) -> Option<String> {
    let value = text(analysis)?;
    (read(&value).as_ref() == Some(analysis)).then_some(value)
}

fn text(analysis: &Analysis<Go>) -> Option<String> {
    let rate = analysis.win_rate?.to_string();
    let (one, fraction) = rate.split_once('.')?;
    let (percent, decimals) = fraction.split_at_checked(2)?;
    let whole: u32 = format!("{one}{percent}").parse().ok()?;
    if whole > 100 || (whole == 100 && decimals.contains(|digit| digit != '0')) {
        return None;
    }
    Some(if decimals.is_empty() { format!("{whole}") } else { format!("{whole}.{decimals}") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_core::Decimal;

    #[test]
    fn values_of_sabaki_and_of_others() {
        // Sabaki writes 50, 49.3, 48.75, 0.5 and 100; analyze-sgf 99.04 and Ogatak 49.30.
        for (value, rate) in [
            ("50", "0.50"),
            ("49.3", "0.493"),
            ("48.75", "0.4875"),
            ("0.5", "0.005"),
            ("0", "0.00"),
            ("100", "1.00"),
            ("99.04", "0.9904"),
            ("49.30", "0.4930"),
        ] {
            let analysis = read(value).unwrap_or_else(|| panic!("{value}"));
            assert_eq!(analysis.win_rate.map(|rate| rate.to_string()).as_deref(), Some(rate));
            assert_eq!(write(&analysis).as_deref(), Some(value));
        }
        for value in ["", "-1", "100.5", "101", "050", ".5", "5.", "49.123", "49,3", "1e1", "+5", "٥"] {
            assert_eq!(read(value), None, "{value}");
        }
    }

    #[test]
    fn only_a_win_rate_with_these_decimals_is_written() {
        let mut analysis = Analysis::default();
        for (rate, value) in [("0.5", None), ("0.50", Some("50")), ("0.12345", None), ("1", None), ("-0.50", None)] {
            analysis.win_rate = Some(rate.parse::<Decimal>().unwrap());
            assert_eq!(write(&analysis).as_deref(), value, "{rate}");
        }
        analysis.win_rate = Some(Decimal::new(50, 2));
        analysis.visits = Some(1);
        assert_eq!(write(&analysis), None);
    }
}
