use alloc::format;
use core::{cmp::Ordering, fmt, hash::Hash, str::FromStr, time::Duration};

/// An exact decimal number that keeps its digits: `6.50` and `6.5` are equal, but are displayed differently.
///
/// ```
/// use kifu_core::Decimal;
/// let komi: Decimal = "6.50".parse().unwrap();
/// assert_eq!(komi, "6.5".parse().unwrap());
/// assert_eq!(komi.to_string(), "6.50");
/// assert!(komi < Decimal::from(7));
/// assert!("six".parse::<Decimal>().is_err());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Decimal {
    mantissa: i64,
    scale: u8,
    negative_zero: bool,
}

/// The error for a text that is not a decimal number, or has too many digits.
///
/// ```
/// use kifu_core::{Decimal, ParseDecimalError};
/// let refused: ParseDecimalError = "6,5".parse::<Decimal>().unwrap_err();
/// assert_eq!(refused.to_string(), "not a decimal number, or one with too many digits");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a decimal number, or one with too many digits")]
#[non_exhaustive]
pub struct ParseDecimalError;

impl Decimal {
    /// Returns `mantissa` divided by ten to the power of `scale`.
    ///
    /// # Panics
    /// If `scale` is greater than 18.
    #[must_use]
    pub const fn new(mantissa: i64, scale: u8) -> Self {
        assert!(scale <= MAX_SCALE, "at most 18 digits after the point");
        Self { mantissa, scale, negative_zero: false }
    }

    /// Returns the number as an integer, or `None` if its fraction is not zero.
    ///
    /// ```
    /// use kifu_core::Decimal;
    /// assert_eq!("19.0".parse::<Decimal>()?.to_integer(), Some(19));
    /// assert_eq!("6.5".parse::<Decimal>()?.to_integer(), None);
    /// # Ok::<(), kifu_core::ParseDecimalError>(())
    /// ```
    #[must_use]
    pub fn to_integer(self) -> Option<i64> {
        let (mantissa, scale) = self.reduced();
        (scale == 0).then_some(mantissa)
    }

    /// Parses a number in a common notation, as people write it in a value: with a comma as the decimal separator (`6,5`) or with a
    /// half as a fraction (`5 1/2`, `5½`). White space around it is ignored.
    ///
    /// Returns `None` for other text, and if a comma may also separate thousands: 1,800 seconds are half an hour or less than two
    /// seconds.
    ///
    /// ```
    /// use kifu_core::Decimal;
    /// assert_eq!(Decimal::parse_common("6,5"), Some(Decimal::new(65, 1)));
    /// assert_eq!(Decimal::parse_common("5 1/2"), Some(Decimal::new(55, 1)));
    /// assert_eq!(Decimal::parse_common("1,800"), None);
    /// ```
    #[must_use]
    pub fn parse_common(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Ok(number) = text.parse() {
            return Some(number);
        }
        let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
        let sign = if text.starts_with('-') { "-" } else { "" };
        // `51/2` is not read, because it may be fifty-one halves, or five and a half.
        let is_apart = |whole: &&str| whole.is_empty() || whole.ends_with(' ');
        let half = digits.strip_suffix('½').or_else(|| digits.strip_suffix("1/2").filter(is_apart));
        if let Some(whole) = half.map(str::trim_end) {
            let are_digits = whole.bytes().all(|byte| byte.is_ascii_digit());
            return if are_digits { format!("{sign}{whole}.5").parse().ok() } else { None };
        }
        let (whole, fraction) = digits.split_once(',')?;
        let has_separators = fraction.contains([',', '.']) || whole.contains('.');
        if has_separators || may_separate_thousands(whole, fraction) {
            return None;
        }
        format!("{sign}{whole}.{fraction}").parse().ok()
    }

    /// Returns the nearest floating-point number.
    #[must_use]
    #[allow(clippy::cast_precision_loss)]
    pub fn to_f64(self) -> f64 {
        let mut divisor = 1.0;
        for _ in 0..self.scale {
            divisor *= 10.0;
        }
        self.mantissa as f64 / divisor
    }

    /// Returns the same value without zeros at the end of its fraction.
    #[must_use]
    pub fn normalized(self) -> Self {
        let (mantissa, scale) = self.reduced();
        Self { mantissa, scale, negative_zero: false }
    }

    /// Returns a time as seconds. It is exact to the nanosecond up to about 292 years; longer times lose digits at the end.
    ///
    /// ```
    /// use core::time::Duration;
    /// use kifu_core::Decimal;
    /// let time = Duration::from_millis(65_500);
    /// assert_eq!(Decimal::from_duration(time).to_string(), "65.5");
    /// assert_eq!(Decimal::from_duration(time).to_duration(), Some(time));
    /// let half = Duration::from_millis(2_000_000_000_500);
    /// assert_eq!(Decimal::from_duration(half).to_string(), "2000000000.5");
    /// ```
    #[must_use]
    pub fn from_duration(time: Duration) -> Self {
        let nanos = i64::from(time.subsec_nanos());
        let whole = i64::try_from(time.as_secs()).unwrap_or(i64::MAX);
        let with_digits = |scale: u8| {
            let unit = 10_i64.pow(u32::from(scale));
            let mantissa = whole.checked_mul(unit)?.checked_add(nanos / (1_000_000_000 / unit))?;
            Some(Self::new(mantissa, scale).normalized())
        };
        (0..=9).rev().find_map(with_digits).unwrap_or_else(|| Self::from(whole))
    }

    /// Returns the number of seconds as a time, or `None` if it is negative or more precise than a nanosecond.
    ///
    /// ```
    /// use core::time::Duration;
    /// use kifu_core::Decimal;
    /// assert_eq!(Decimal::new(1005, 1).to_duration(), Some(Duration::from_millis(100_500)));
    /// assert_eq!(Decimal::from(-1).to_duration(), None);
    /// assert_eq!(Decimal::new(1, 10).to_duration(), None); // a tenth of a nanosecond
    /// ```
    #[must_use]
    pub fn to_duration(self) -> Option<Duration> {
        let (mantissa, scale) = self.reduced();
        let mantissa = u64::try_from(mantissa).ok().filter(|_| !self.negative_zero && scale <= 9)?;
        let unit = 10_u64.pow(u32::from(scale));
        let nanos = (mantissa % unit) * 10_u64.pow(9 - u32::from(scale));
        Some(Duration::new(mantissa / unit, u32::try_from(nanos).ok()?))
    }

    /// Returns true if the number is less than zero.
    #[must_use]
    pub fn is_negative(self) -> bool {
        self.mantissa < 0
    }

    /// Returns the number with the other sign, with the same digits. Returns `None` for `i64::MIN` units of the last digit.
    ///
    /// ```
    /// use kifu_core::Decimal;
    /// let negated = |text: &str| text.parse::<Decimal>().unwrap().negated().unwrap().to_string();
    /// assert_eq!((negated("1.50"), negated("-0.5")), ("-1.50".into(), "0.5".into()));
    /// assert_eq!(negated("0.0"), "-0.0"); // engines write the sign of zero
    /// ```
    #[must_use]
    pub fn negated(self) -> Option<Self> {
        let mantissa = self.mantissa.checked_neg()?;
        Some(Self { mantissa, scale: self.scale, negative_zero: mantissa == 0 && !self.negative_zero })
    }

    /// Returns the sum of two numbers, with the digits of the longer one. Returns `None` if it has too many digits.
    ///
    /// ```
    /// use kifu_core::Decimal;
    /// let sum = Decimal::new(65, 1).checked_add(Decimal::from(-7)).unwrap();
    /// assert_eq!(sum.to_string(), "-0.5");
    /// assert_eq!(Decimal::from(i64::MAX).checked_add(Decimal::from(1)), None);
    /// ```
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let scale = self.scale.max(other.scale);
        let scaled = |number: Self| number.mantissa.checked_mul(10_i64.pow(u32::from(scale - number.scale)));
        Some(Self::new(scaled(self)?.checked_add(scaled(other)?)?, scale))
    }

    fn reduced(self) -> (i64, u8) {
        let (mut mantissa, mut scale) = (self.mantissa, self.scale);
        while scale > 0 && mantissa % 10 == 0 {
            mantissa /= 10;
            scale -= 1;
        }
        (mantissa, scale)
    }
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self::new(value, 0)
    }
}

/// Returns true if the comma between the two parts of a number may separate thousands.
fn may_separate_thousands(whole: &str, part: &str) -> bool {
    let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    (1..=3).contains(&whole.len())
        && part.len() == 3
        && are_digits(whole)
        && are_digits(part)
        && !whole.starts_with('0')
}

/// The maximum number of digits after the point. Each of the powers of ten up to 10^18 fits into an `i64`.
const MAX_SCALE: u8 = 18;

impl FromStr for Decimal {
    type Err = ParseDecimalError;

    /// Parses an optional sign, digits, and optionally a point and digits: `7`, `-0.5`, `+6.50`, `.5`, `6.`. There may be 18 digits
    /// after the point, and all digits together must fit into an `i64`.
    fn from_str(text: &str) -> Result<Self, ParseDecimalError> {
        let (negative, digits) = match text.as_bytes() {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            rest => (false, rest),
        };
        let (mut mantissa, mut scale, mut point, mut any) = (0_i64, 0_u8, false, false);
        for &byte in digits {
            match byte {
                b'0'..=b'9' => {
                    any = true;
                    scale += u8::from(point);
                    // Accumulates negative values, because `i64::MIN` has no positive counterpart.
                    let longer = mantissa.checked_mul(10).and_then(|longer| longer.checked_sub(i64::from(byte - b'0')));
                    mantissa = longer.filter(|_| scale <= 18).ok_or(ParseDecimalError)?;
                }
                b'.' if !point => point = true,
                _ => return Err(ParseDecimalError),
            }
        }
        if !any {
            return Err(ParseDecimalError);
        }
        let mantissa = if negative { mantissa } else { mantissa.checked_neg().ok_or(ParseDecimalError)? };
        Ok(Self { mantissa, scale, negative_zero: negative && mantissa == 0 })
    }
}

/// The most characters of a number: a sign, 19 digits, a zero before the point, and the point.
const MAX_CHARACTERS: usize = 22;

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Records have many numbers, so the text is made without an allocation, from its end.
        let mut text = [0_u8; MAX_CHARACTERS];
        let mut at = text.len();
        let mut put = |byte: u8| {
            at -= 1;
            text[at] = byte;
        };
        let (mut rest, mut digits) = (self.mantissa.unsigned_abs(), 0);
        while rest > 0 || digits <= self.scale {
            if digits == self.scale && digits > 0 {
                put(b'.');
            }
            put(b'0' + (rest % 10) as u8);
            rest /= 10;
            digits += 1;
        }
        if self.mantissa < 0 || self.negative_zero {
            put(b'-');
        }
        f.write_str(core::str::from_utf8(&text[at..]).map_err(|_| fmt::Error)?)
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.reduced() == other.reduced()
    }
}

impl Eq for Decimal {}

impl Hash for Decimal {
    fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
        self.reduced().hash(state);
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        let scaled = |a: &Self, b: &Self| i128::from(a.mantissa) * 10_i128.pow(u32::from(b.scale));
        scaled(self, other).cmp(&scaled(other, self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn digits_stay_as_written() {
        for text in
            ["0", "6.5", "6.50", "-0.5", "0.05", "-12.345", "9223372036854775807", "-9223372036854775808", "0.000"]
        {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), text);
        }
        assert_eq!("+7".parse::<Decimal>().unwrap().to_string(), "7");
        assert_eq!(".5".parse::<Decimal>().unwrap().to_string(), "0.5");
        assert_eq!("6.".parse::<Decimal>().unwrap().to_string(), "6");
        for text in [
            "",
            "-",
            ".",
            "1e3",
            "1.2.3",
            " 1",
            "9223372036854775808",
            "-9223372036854775809",
            "0.0000000000000000001",
            "٣",
        ] {
            assert!(text.parse::<Decimal>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_comma_is_a_decimal_point_unless_it_may_separate_thousands() {
        for (text, number) in [
            ("5,5", "5.5"),
            ("-6,5", "-6.5"),
            ("+6,5", "6.5"),
            ("0,375", "0.375"),
            ("-0,375", "-0.375"),
            ("1795,300", "1795.300"),
            ("1795,3", "1795.3"),
            (" 1,80 ", "1.80"),
            ("1,8000", "1.8000"),
            ("5 1/2", "5.5"),
            ("-5½", "-5.5"),
            ("1/2", "0.5"),
        ] {
            assert_eq!(Decimal::parse_common(text).unwrap().to_string(), number, "{text}");
        }
        for text in
            ["1,800", "-1,800", "+12,345", "100,000", "1,800,000", "1,800.5", "1.800,5", "1,-80", ",", "51/2", "x½", ""]
        {
            assert_eq!(Decimal::parse_common(text), None, "{text}");
        }
    }

    #[test]
    fn equality_is_of_value() {
        let parse = |text: &str| text.parse::<Decimal>().unwrap();
        assert_eq!(parse("6.50"), parse("6.5"));
        assert_eq!(parse("-0"), parse("0.0"));
        assert!(parse("-1") < parse("-0.99"));
        assert!(parse("999999999999999999") > parse("0.999999999999999999"));
        assert_eq!(parse("3.00").to_integer(), Some(3));
        assert_eq!(parse("3.01").to_integer(), None);
        assert!((parse("3.75").to_f64() - 3.75).abs() < 1e-12);
    }
}
