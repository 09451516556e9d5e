//! Encoding: from text to bytes.

use super::detect;
use crate::Charset;
use alloc::vec::Vec;

/// The escape sequence that switches to a state of ISO-2022-JP; `None` is the initial state, ASCII.
pub(super) type Shift = Option<&'static [u8]>;

/// The escape sequences of the states of ISO-2022-JP.
pub(super) const SHIFTS: [&[u8]; 5] = [b"\x1B(J", b"\x1B(I", b"\x1B$@", b"\x1B$B", b"\x1B$(D"];

/// Encodes `text` in `charset`. A character that the charset does not have becomes `?`; the second value lists these characters
/// with their offsets in `text`.
pub(crate) fn encode(charset: &Charset, text: &str) -> (Vec<u8>, Vec<(usize, char)>) {
    let mut out = Vec::with_capacity(text.len());
    let mut missing = Vec::new();
    let mut start = 0;
    for piece in text.split_inclusive(mistaken(charset)) {
        let fits = piece.trim_end_matches(mistaken(charset));
        let mut at = 0;
        while let Err((end, character)) = append(charset, &fits[at..], &mut out) {
            missing.push((start + at + end - character.len_utf8(), character));
            let _ = append(charset, "?", &mut out);
            at += end;
        }
        if let Some(character) = piece[fits.len()..].chars().next() {
            missing.push((start + fits.len(), character));
            let _ = append(charset, "?", &mut out);
        }
        start += piece.len();
    }
    (out, missing)
}

/// Returns the test for characters that the encoders of the Encoding Standard silently replace: `¥` by a backslash, the minus sign
/// by the full-width one, half-width kana by full-width kana, and private-use characters by those that Unicode has since assigned.
fn mistaken(charset: &Charset) -> fn(char) -> bool {
    match charset.name() {
        "EUC-JP" | "Shift_JIS" => |c| matches!(c, '¥' | '‾' | '\u{2212}'),
        "ISO-2022-JP" => |c| matches!(c, '\u{2212}' | '\u{FF61}'..='\u{FF9F}'),
        "GBK" | "gb18030" => |c| {
            matches!(
                c,
                '\u{E78D}'
                    ..='\u{E796}'
                        | '\u{E81E}'
                        | '\u{E826}'
                        | '\u{E82B}'
                        | '\u{E82C}'
                        | '\u{E832}'
                        | '\u{E843}'
                        | '\u{E854}'
                        | '\u{E864}'
            )
        },
        _ => |_| false,
    }
}

/// Appends `text`, encoded so that the bytes before it end in the state `before` and the bytes after it start in the state `after`.
pub(super) fn encode_within(
    charset: &Charset,
    text: &str,
    before: Shift,
    after: Shift,
    out: &mut Vec<u8>,
) -> Result<(), char> {
    if let Some(character) = text.chars().find(|character| mistaken(charset)(*character)) {
        return Err(character);
    }
    if !detect::is_stateful(charset) {
        return append(charset, text, out).map_err(|(_, character)| character);
    }
    if text.is_empty() && before == after {
        return Ok(());
    }
    let mut between = Vec::new();
    between.extend(before.is_some().then_some(ASCII).into_iter().flatten());
    append(charset, text, &mut between).map_err(|(_, character)| character)?;
    between.extend(after.into_iter().flatten());
    // An escape sequence right after another one is an error: only the last of several counts.
    if escape_len(&between) > 0
        && let Some(shift) = SHIFTS.iter().chain(&[ASCII]).find(|shift| out.ends_with(shift))
    {
        out.truncate(out.len() - shift.len());
    }
    let mut at = 0;
    while at < between.len() {
        let len = escape_len(&between[at..]);
        let end = at + len.max(1);
        if len == 0 || escape_len(&between[end..]) == 0 {
            out.extend_from_slice(&between[at..end]);
        }
        at = end;
    }
    Ok(())
}

/// The escape sequence that switches back to ASCII.
pub(super) const ASCII: &[u8] = b"\x1B(B";

/// Returns the length of the escape sequence that `bytes` start with, or 0.
fn escape_len(bytes: &[u8]) -> usize {
    SHIFTS.iter().chain(&[ASCII]).find(|shift| bytes.starts_with(shift)).map_or(0, |shift| shift.len())
}

/// Returns true unless the text after `bytes` is in ASCII. `before` says whether the text before them is in a shift state.
#[cfg(feature = "encoding")]
pub(super) fn is_shifted_after(bytes: &[u8], before: bool) -> bool {
    match bytes.iter().rposition(|&byte| byte == b'\x1B') {
        Some(last) => !bytes[last..].starts_with(ASCII),
        None => before,
    }
}

/// Returns the offset after the escape sequences that start at `byte`, and the state that they switch to.
pub(super) fn after_escapes(bytes: &[u8], mut byte: usize, mut shift: Shift) -> (usize, Shift) {
    loop {
        let len = escape_len(&bytes[byte..]);
        if len == 0 {
            return (byte, shift);
        }
        shift = SHIFTS.iter().copied().find(|shift| bytes[byte..].starts_with(shift));
        byte += len;
    }
}

/// Appends the encoded `text`. If a character does not fit, appends what precedes it and returns the offset of its end and the
/// character.
fn append(charset: &Charset, text: &str, out: &mut Vec<u8>) -> Result<(), (usize, char)> {
    if detect::is_utf16(charset) {
        let big = *charset == Charset::UTF_16BE;
        let units = text.encode_utf16();
        out.extend(units.flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }));
        return Ok(());
    }
    #[cfg(feature = "encoding")]
    if let Some(encoding) = super::coder::encoding_of(charset) {
        return super::coder::encode(encoding, text, out);
    }
    out.extend_from_slice(text.as_bytes());
    Ok(())
}
