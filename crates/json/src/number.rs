//! Parsing of numbers.

use alloc::string::{String, ToString};
use kifu_core::Decimal;

/// The result of reading a text as a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Number {
    /// A number in JSON spelling.
    Strict,
    /// A number in another spelling, and its JSON spelling. `is_certain` is false if leading zeros could mean base 8, or if digits
    /// may be missing after the decimal point.
    Loose { json: String, is_certain: bool },
    /// Not a number.
    No,
}

/// Parses a number, also in spellings of JavaScript: `+1`, `.5`, `6.`, `007`, `0x1F`.
pub(crate) fn number(text: &str) -> Number {
    let (sign, digits) = match text.as_bytes() {
        [b'-', ..] => ("-", &text[1..]),
        [b'+', ..] => ("", &text[1..]),
        _ => ("", text),
    };
    if let Some(hex) = digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        // `from_str_radix` would also accept a sign.
        if !hex.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Number::No;
        }
        return u64::from_str_radix(hex, 16)
            .map_or(Number::No, |n| Number::Loose { json: sign.to_string() + &n.to_string(), is_certain: true });
    }
    let (mantissa, exponent) = match digits.find(['e', 'E']) {
        Some(at) => (&digits[..at], Some(&digits[at + 1..])),
        None => (digits, None),
    };
    let (whole, fraction) = match mantissa.find('.') {
        Some(at) => (&mantissa[..at], Some(&mantissa[at + 1..])),
        None => (mantissa, None),
    };
    let all_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let some_digits = |text: &str| !text.is_empty() && all_digits(text);
    let fits = all_digits(whole)
        && fraction.is_none_or(all_digits)
        && (!whole.is_empty() || fraction.is_some_and(some_digits))
        && exponent.is_none_or(|exponent| some_digits(exponent.strip_prefix(['+', '-']).unwrap_or(exponent)));
    if !fits {
        return Number::No;
    }
    let strict_whole = match whole.trim_start_matches('0') {
        "" => "0",
        other => other,
    };
    let mut json = String::from(sign);
    json.push_str(strict_whole);
    if let Some(fraction) = fraction.filter(|fraction| !fraction.is_empty()) {
        json.push('.');
        json.push_str(fraction);
    }
    if let Some(exponent) = exponent {
        json.push('e');
        json.push_str(exponent);
    }
    if json.eq_ignore_ascii_case(text) {
        Number::Strict
    } else {
        let is_complete = fraction != Some("");
        Number::Loose { json, is_certain: is_complete && whole.len() <= strict_whole.len() }
    }
}

/// Returns the exact value of a number in JSON spelling, or `None` if a `Decimal` cannot represent it.
pub(crate) fn decimal(text: &str) -> Option<Decimal> {
    let Some(at) = text.find(['e', 'E']) else {
        return text.parse().ok();
    };
    let exponent: i32 = text[at + 1..].parse().ok()?;
    let mantissa: Decimal = text[..at].parse().ok()?;
    if mantissa == Decimal::from(0) {
        return Some(mantissa);
    }
    // A `Decimal` has at most 19 digits, and at most 18 after the point. Larger exponents cannot fit.
    if !(-36..=36).contains(&exponent) {
        return None;
    }
    let (sign, digits) = match text[..at].strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &text[..at]),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let point = i32::try_from(whole.len()).ok()? + exponent;
    let all = String::from(whole) + fraction;
    let mut plain = String::from(sign);
    match usize::try_from(point) {
        Ok(point) if point > 0 => {
            plain.push_str(&all[..point.min(all.len())]);
            (all.len()..point).for_each(|_| plain.push('0'));
            if point < all.len() {
                plain.push('.');
                plain.push_str(&all[point..]);
            }
        }
        _ => {
            plain.push_str("0.");
            (0..point.unsigned_abs()).for_each(|_| plain.push('0'));
            plain.push_str(&all);
        }
    }
    // `plain` may start with zeros, which `Decimal` accepts.
    plain.parse().ok()
}

/// Returns the value of a number without a fraction.
pub(crate) fn integer(text: &str) -> Option<i64> {
    text.parse().ok().or_else(|| decimal(text)?.to_integer())
}

/// Returns true if two numbers in JSON spelling have the same value. The number of digits is not limited.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a == b || matches!((Scientific::of(a), Scientific::of(b)), (Some(a), Some(b)) if a == b)
}

/// A number in normal form: sign, digits without zeros at either end, and the exponent for a decimal point before the digits.
#[derive(PartialEq, Eq)]
struct Scientific {
    negative: bool,
    digits: String,
    power: i64,
}

impl Scientific {
    /// Returns the normal form, or `None` if the exponent does not fit into 64 bits.
    fn of(text: &str) -> Option<Self> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        let (mantissa, exponent) = match digits.find(['e', 'E']) {
            Some(at) => (&digits[..at], digits[at + 1..].parse::<i64>().ok()),
            None => (digits, Some(0)),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = String::from(whole) + fraction;
        let digits = all.trim_start_matches('0');
        if digits.is_empty() {
            return Some(Self { negative: false, digits: String::new(), power: 0 });
        }
        let zeros = i64::try_from(all.len() - digits.len()).ok()?;
        let power = exponent?.checked_add(i64::try_from(whole.len()).ok()?)?.checked_sub(zeros)?;
        Some(Self { negative, digits: digits.trim_end_matches('0').to_string(), power })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn loose(json: &str, is_certain: bool) -> Number {
        Number::Loose { json: json.into(), is_certain }
    }

    #[test]
    fn numbers_as_people_write_them() {
        for text in ["0", "-0", "15", "6.50", "-1.5e10", "1E+5", "1e-05"] {
            assert_eq!(number(text), Number::Strict, "{text}");
        }
        assert_eq!(number("+1"), loose("1", true));
        assert_eq!(number(".5"), loose("0.5", true));
        assert_eq!(number("-.5"), loose("-0.5", true));
        assert_eq!(number("6."), loose("6", false));
        assert_eq!(number("1.e3"), loose("1e3", false));
        assert_eq!(number("007"), loose("7", false));
        assert_eq!(number("00.5"), loose("0.5", false));
        assert_eq!(number("-0x1F"), loose("-31", true));
        for text in ["", "-", "+", ".", "e5", "1e", "1e+", "0x", "0x+1", "--1", "1-2", "12a", "1.2.3", "-Infinity", "٣"]
        {
            assert_eq!(number(text), Number::No, "{text}");
        }
        assert_eq!(number("0xFFFFFFFFFFFFFFFFFF"), Number::No);
    }

    #[test]
    fn decimals_are_exact() {
        let shown = |text: &str| decimal(text).map(|d| d.to_string());
        assert_eq!(shown("6.50").as_deref(), Some("6.50"));
        assert_eq!(shown("65e-1").as_deref(), Some("6.5"));
        assert_eq!(shown("-1.25e1").as_deref(), Some("-12.5"));
        assert_eq!(shown("1.5e3").as_deref(), Some("1500"));
        assert_eq!(shown("1E-2").as_deref(), Some("0.01"));
        assert_eq!(shown("0e99").as_deref(), Some("0"));
        assert_eq!(shown("1e99"), None);
        assert_eq!(shown("1e-19"), None);
        assert_eq!(shown("12345678901234567890"), None);
        assert_eq!(integer("12345678901234567890"), None);
        assert_eq!(integer("9223372036854775807"), Some(i64::MAX));
        assert_eq!(integer("15"), Some(15));
        assert_eq!(integer("-3.0"), Some(-3));
        assert_eq!(integer("1.5e1"), Some(15));
        assert_eq!(integer("1.5"), None);
        assert_eq!(integer("-0"), Some(0));
    }

    #[test]
    fn equality_is_of_value() {
        for (a, b) in [("1", "1.0"), ("1e2", "100"), ("0.01", "1e-2"), ("-0", "0.0e5"), ("12e400", "1.2e401")] {
            assert!(same(a, b), "{a} {b}");
        }
        for (a, b) in [("1", "-1"), ("1", "10"), ("0.1", "0.01"), ("12345678901234567890", "12345678901234567891")] {
            assert!(!same(a, b), "{a} {b}");
        }
        assert!(same("1e99999999999999999999", "1e99999999999999999999"));
    }
}
