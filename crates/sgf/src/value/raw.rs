//! Raw values: their normal form for foreign data, and the parts of composed values.

use super::text::newline_len;
use alloc::string::String;

/// Normalizes a raw value for foreign data: line ends become `\n`, a bracket that is not escaped is escaped, and a backslash
/// at the end that escapes nothing is dropped.
///
/// ```
/// use kifu_sgf::value::normalized;
/// assert_eq!(normalized("two\r\nlines \\] here"), "two\nlines \\] here");
/// assert_eq!(normalized("a ] that its writer did not escape"), "a \\] that its writer did not escape");
/// assert_eq!(normalized("cut off\\"), "cut off");
/// ```
#[must_use]
pub fn normalized(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = memchr::memchr2(b'\r', b'\n', rest.as_bytes()) {
        let len = newline_len(&rest[at..]).unwrap_or(1);
        out.push_str(&rest[..at]);
        out.push('\n');
        rest = &rest[at + len..];
    }
    out.push_str(rest);
    let quotes = out.len() - out.trim_end_matches('\\').len();
    if quotes % 2 == 1 {
        out.pop();
    }
    if is_whole(&out) { out } else { with_escaped_brackets(&out) }
}

fn with_escaped_brackets(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len() + 8);
    let mut escaped = false;
    for character in raw.chars() {
        if character == ']' && !escaped {
            out.push('\\');
        }
        out.push(character);
        escaped = character == '\\' && !escaped;
    }
    out
}

/// Returns true if a raw value can be written between brackets: each `]` in it is escaped, and no backslash would escape the
/// bracket after it.
pub(crate) fn is_whole(raw: &str) -> bool {
    let mut escaped = false;
    let ends_early = raw.bytes().any(|b| {
        let ends = b == b']' && !escaped;
        escaped = b == b'\\' && !escaped;
        ends
    });
    !ends_early && !escaped
}

/// Splits a composed value at its first colon that is not escaped. Returns `None` if it has no such colon.
///
/// ```
/// assert_eq!(kifu_sgf::value::compose("a\\:b:c:d"), Some(("a\\:b", "c:d")));
/// assert_eq!(kifu_sgf::value::compose("a"), None);
/// ```
#[must_use]
pub fn compose(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let at = raw.bytes().position(|b| {
        let colon = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        colon
    })?;
    Some((&raw[..at], &raw[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn raw_values_keep_their_escapes() {
        assert_eq!(normalized("a\\]b\r\nc\n\rd\\"), "a\\]b\nc\nd");
        assert_eq!(normalized("a\\\\"), "a\\\\");
        assert_eq!(normalized("a]\\]\\\\]b"), "a\\]\\]\\\\\\]b");
        for (raw, whole) in
            [("a\\]b", true), ("a]b", false), ("a\\", false), ("a\\\\", true), ("a\\\\]", false), ("é[", true)]
        {
            assert_eq!(is_whole(raw), whole, "{raw}");
        }
    }
}
