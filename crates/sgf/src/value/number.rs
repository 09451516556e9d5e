//! Number, Real, Double and Color.

use super::{Meaning, text::simple_text};
use alloc::string::ToString;
use kifu_core::Decimal;
use kifu_goban::Color;

/// Parses a Number: an optional sign, and digits.
///
/// ```
/// use kifu_sgf::value::{Meaning, number};
/// assert_eq!(number("+7"), Meaning::Exact(7));
/// assert_eq!(number("-12"), Meaning::Exact(-12));
/// assert_eq!(number("7.5"), Meaning::None);
/// ```
#[must_use]
pub fn number(raw: &str) -> Meaning<i64> {
    let text = simple_text(raw);
    let trimmed = text.trim();
    let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    let value = digits.bytes().all(|b| b.is_ascii_digit()).then(|| trimmed.parse().ok()).flatten();
    Meaning::of(value, trimmed.len() == raw.len(), i64::to_string)
}

/// Parses a Real: a number with optional digits after a point. A comma instead of the point is loose, and so is a half as a
/// fraction.
///
/// A value with a comma that may also separate thousands, such as `1,800`, is ambiguous and has no meaning.
///
/// ```
/// use kifu_sgf::value::{Meaning, real};
/// assert_eq!(real("6.5"), Meaning::Exact("6.5".parse().unwrap()));
/// assert_eq!(real("5 1/2"), Meaning::Loose("5.5".parse().unwrap(), "5.5".into()));
/// assert_eq!(real("many"), Meaning::None);
/// ```
#[must_use]
pub fn real(raw: &str) -> Meaning<Decimal> {
    let text = simple_text(raw);
    let trimmed = text.trim();
    let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    let standard = digits.starts_with(|c: char| c.is_ascii_digit()) && digits.ends_with(|c: char| c.is_ascii_digit());
    if let Ok(value) = trimmed.parse::<Decimal>() {
        return Meaning::of(Some(value), standard && trimmed.len() == raw.len(), Decimal::to_string);
    }
    Meaning::of(Decimal::parse_common(trimmed), false, Decimal::to_string)
}

/// Parses a Double: 1, or 2 for emphasis. The value is true for 2.
///
/// ```
/// use kifu_sgf::value::{Meaning, double};
/// assert_eq!(double("2"), Meaning::Exact(true));
/// assert_eq!(double("3"), Meaning::None);
/// ```
#[must_use]
pub fn double(raw: &str) -> Meaning<bool> {
    match raw {
        "1" => Meaning::Exact(false),
        "2" => Meaning::Exact(true),
        _ => match simple_text(raw).trim() {
            "1" => Meaning::Loose(false, "1".to_string()),
            "2" => Meaning::Loose(true, "2".to_string()),
            _ => Meaning::None,
        },
    }
}

/// Parses a Color: `B` or `W`; `b`, `white` and `2` are loose.
///
/// ```
/// use kifu_goban::Color;
/// use kifu_sgf::value::{Meaning, color};
/// assert_eq!(color("B"), Meaning::Exact(Color::Black));
/// assert_eq!(color("2"), Meaning::Loose(Color::White, "W".into()));
/// ```
#[must_use]
pub fn color(raw: &str) -> Meaning<Color> {
    let text = simple_text(raw);
    let value = match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    };
    Meaning::of(value, matches!(raw, "B" | "W"), |color| color.letter().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_colors() {
        assert_eq!([number("+7"), number("7 ")], [Meaning::Exact(7), Meaning::Loose(7, "7".to_string())]);
        assert_eq!(number(""), Meaning::None);
        assert_eq!(double("3"), Meaning::None);
        assert_eq!(color("white"), Meaning::Loose(Color::White, "W".to_string()));
    }

    #[test]
    fn a_comma_is_a_decimal_point_unless_it_may_separate_thousands() {
        for (raw, written) in [
            ("5,5", "5.5"),
            ("-6,5", "-6.5"),
            ("0,375", "0.375"),
            ("-0,375", "-0.375"),
            ("1795,300", "1795.300"),
            ("1795,3", "1795.3"),
            ("1,80", "1.80"),
            ("1,8000", "1.8000"),
        ] {
            assert_eq!(real(raw), Meaning::Loose(written.parse().unwrap(), written.to_string()), "{raw}");
        }
        for raw in ["1,800", " 1,800 ", "-1,800", "+12,345", "100,000", "1,800,000", "1,800.5", "1.800,5", "1,-80", ","]
        {
            assert_eq!(real(raw), Meaning::None, "{raw}");
        }
    }
}
