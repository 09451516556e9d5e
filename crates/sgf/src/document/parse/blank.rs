//! White space outside of values.

/// Returns true if a character counts as white space outside of values. Control characters and byte-order marks count too.
pub(crate) fn is_space_or_control(c: char) -> bool {
    c.is_whitespace() || c.is_control() || c == '\u{FEFF}'
}

pub(super) fn is_blank(b: u8) -> bool {
    matches!(b, b' ' | b'\t'..=b'\r')
}

pub(super) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&b| is_blank(b)) {
        at += 1;
    }
    at
}

/// Returns the end of the white space and control characters at `at`.
pub(super) fn skip_spaces(text: &str, at: usize) -> usize {
    let rest = &text[at..];
    // The fast path: a visible ASCII character is not white space.
    match rest.as_bytes().first() {
        Some(b'!'..=b'~') | None => at,
        _ => at + rest.len() - rest.trim_start_matches(is_space_or_control).len(),
    }
}
