//! Whether a file is SGF.

use crate::document::parse::{is_space_or_control, start_of_first_game};
use alloc::string::String;
use kifu_core::{Confidence, Sample};

/// Returns the confidence that a file is SGF.
pub(crate) fn confidence(sample: &Sample<'_>, extensions: &[&str]) -> Confidence {
    let text = sample.text().trim_start_matches(is_space_or_control);
    let claims = claims(sample, extensions);
    if opens(text) {
        Confidence::Certain
    } else if is_json(text, sample, claims) {
        Confidence::No
    } else if start_of_first_game(text).is_some() {
        if claims { Confidence::Certain } else { Confidence::Likely }
    } else if claims {
        Confidence::Possible
    } else {
        Confidence::No
    }
}

/// Returns why a file is not SGF.
pub(crate) fn rejection(sample: &Sample<'_>, extensions: &[&str]) -> String {
    let text = sample.text().trim_start_matches(is_space_or_control);
    let is_json = is_json(text, sample, claims(sample, extensions));
    String::from(if is_json { "JSON" } else { "no \"(;\"" })
}

/// Returns true if a file has an extension of the format.
fn claims(sample: &Sample<'_>, extensions: &[&str]) -> bool {
    sample.extension.is_some_and(|extension| extensions.contains(&extension))
}

/// Returns true if a text starts with a game.
fn opens(text: &str) -> bool {
    let rest = text.strip_prefix('(').map(str::trim_start);
    rest.is_some_and(|rest| rest.starts_with(';') || rest.starts_with("(;"))
}

/// Returns true for JSON, which may have SGF in its strings: the text is JSON up to the first game, and that game is in a string.
fn is_json(text: &str, sample: &Sample<'_>, claims: bool) -> bool {
    if matches!(sample.extension, Some("json" | "jsonl")) {
        return true;
    }
    let game = start_of_first_game(text);
    let end = game.unwrap_or(text.len());
    // A string without an end is damage, or the sample ends in it. Under an extension of SGF, damage is that of a game.
    let may_be_json = !claims || sample.longer(usize::MAX).is_some();
    match json_until(text, end) {
        Some(Place::Outside) => game.is_none(),
        Some(Place::Inside { is_closed }) => is_closed || may_be_json,
        None => false,
    }
}

/// Where an offset of JSON is.
enum Place {
    /// Not in a string.
    Outside,
    /// In a string. It is not closed if the text ends first.
    Inside { is_closed: bool },
}

/// Returns the place of an offset in a text of the tokens of JSON that starts with an object or a list. `None` if other text is before the
/// offset. The order of the tokens does not matter.
fn json_until(text: &str, offset: usize) -> Option<Place> {
    let bytes = text.as_bytes();
    text.starts_with(['{', '[']).then_some(())?;
    let mut at = 0;
    while at < offset {
        match bytes[at] {
            b'"' => match string_stop(bytes, at + 1) {
                None => return Some(Place::Inside { is_closed: false }),
                Some(stop) if bytes[stop] != b'"' => return None,
                Some(stop) if stop >= offset => return Some(Place::Inside { is_closed: true }),
                Some(stop) => at = stop + 1,
            },
            b'{' | b'}' | b'[' | b']' | b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            _ => {
                let is_inside = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
                let len = bytes[at..].iter().take_while(|byte| is_inside(byte)).count();
                let word = text.get(at..at + len)?;
                let is_token = matches!(word, "true" | "false" | "null") || word.parse::<f64>().is_ok();
                is_token.then_some(())?;
                at += len;
            }
        }
    }
    Some(Place::Outside)
}

/// Returns the offset of the quotation mark that closes a string of JSON, or of a line break before it, which JSON does not allow.
fn string_stop(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match bytes.get(at)? {
            b'"' | b'\n' | b'\r' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}
