//! Which values may any part of a record have? Texts and times, and whether a value is there at all.

use arbitrary::{Error, Result, Unstructured};
use kifu_core::{Foreign, ForeignSet, Parsed, PartialDate, PartialDateTime, TimeOfDay, UnparsedText};
use std::{fmt, time::Duration};

/// Generates a value in one of three cases.
pub(crate) fn maybe<T>(
    u: &mut Unstructured<'_>,
    make: impl FnOnce(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Option<T>> {
    Ok(if u.ratio(1, 3)? { Some(make(u)?) } else { None })
}

/// Generates a value, or a text: one that no format reads as a value, or the text of a value. A text may have a format that does
/// not exist.
pub(crate) fn stated<T: fmt::Display>(
    u: &mut Unstructured<'_>,
    make: impl FnOnce(&mut Unstructured<'_>) -> Result<T>,
) -> Result<Parsed<T>> {
    if u.ratio(3, 4)? {
        return Ok(Parsed::Value(make(u)?));
    }
    let text = if u.ratio(3, 4)? { format!("agreed on {}", line(u)?) } else { make(u)?.to_string() };
    Ok(Parsed::Text(if u.ratio(1, 4)? { UnparsedText::of("elsewhere", text) } else { text.into() }))
}

/// Generates a text on one line with characters that are special in some format. It is not empty, and has no spaces at its ends.
pub(crate) fn line(u: &mut Unstructured<'_>) -> Result<String> {
    const PIECES: [&str; 24] = [
        "Honinbo",
        "]",
        "[",
        "\\",
        ":",
        ";",
        "(",
        ")",
        "\"",
        "{",
        "}",
        ",",
        "本因坊",
        "이창호",
        "Müller",
        "棋譜",
        "🀄",
        "'",
        "#",
        "=",
        "%",
        "5",
        "a b",
        "e\u{301}",
    ];
    let mut out = String::new();
    for _ in 0..u.int_in_range(1..=4)? {
        out.push_str(u.choose(&PIECES)?);
    }
    Ok(out)
}

/// Generates a text of several lines, with spaces anywhere.
pub(crate) fn text(u: &mut Unstructured<'_>) -> Result<String> {
    let mut out = line(u)?;
    for _ in 0..u.int_in_range(0..=3)? {
        out.push_str(u.choose(&["\n", "\n\n", " ", "  ", "\n ", " \n"])?);
        out.push_str(&line(u)?);
    }
    Ok(out)
}

/// Generates a time with a precision of seconds, milliseconds or nanoseconds.
pub(crate) fn time(u: &mut Unstructured<'_>) -> Result<Duration> {
    let seconds = u.int_in_range(0..=100_000)?;
    let nanos = [0, 500_000_000, 123_000_000, 7][u.choose_index(4)?];
    Ok(Duration::new(seconds, nanos))
}

pub(crate) fn date(u: &mut Unstructured<'_>) -> Result<PartialDate> {
    let year = u.int_in_range(1600..=2099)?;
    let month = maybe(u, |u| u.int_in_range(1..=12))?;
    let day = if month.is_some() { maybe(u, |u| u.int_in_range(1..=28))? } else { None };
    PartialDate::new(year, month, day).ok_or(Error::IncorrectFormat)
}

pub(crate) fn moment(u: &mut Unstructured<'_>) -> Result<PartialDateTime> {
    let (year, month, day) = (u.int_in_range(1600..=2099)?, u.int_in_range(1..=12)?, u.int_in_range(1..=28)?);
    let date = PartialDate::new(year, Some(month), Some(day)).ok_or(Error::IncorrectFormat)?;
    let second = maybe(u, |u| u.int_in_range(0..=59))?;
    let time = maybe(u, |u| {
        TimeOfDay::new(u.int_in_range(0..=23)?, u.int_in_range(0..=59)?, second).ok_or(Error::IncorrectFormat)
    })?;
    Ok(PartialDateTime { date, time })
}

/// Generates data of formats that do not exist.
pub(crate) fn foreign(u: &mut Unstructured<'_>) -> Result<ForeignSet> {
    let mut out = Vec::new();
    for format in ["elsewhere", "nowhere"] {
        if let Some(value) = maybe(u, line)? {
            let more = maybe(u, line)?;
            out.push(Foreign::new(
                format,
                format!("key {}", line(u)?),
                [value].into_iter().chain(more).collect::<Vec<_>>(),
            ));
        }
    }
    Ok(out.into())
}
