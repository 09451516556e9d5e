//! AP and SO: the program that wrote the file, and the source of the record.

use crate::value;
use alloc::{
    format,
    string::{String, ToString},
};

/// Returns AP in the form of the record: `CGoban v3`, or `name:word` if the version is not a number.
pub(super) fn application(raw: &str) -> String {
    match value::compose(raw) {
        Some((name, version)) if !version.is_empty() => {
            let between = if version.starts_with(|c: char| c.is_ascii_digit()) { " v" } else { ":" };
            format!("{}{between}{}", value::simple_text(name), value::simple_text(version))
        }
        Some((name, _)) => value::simple_text(name).into_owned(),
        None => value::simple_text(raw).into_owned(),
    }
}

/// Splits a text into the source and its address. The address is empty if the text does not end with one.
pub(crate) fn source_and_address(text: &str) -> (String, String) {
    let is_address =
        |part: &str| (part.starts_with("http://") || part.starts_with("https://")) && !part.contains([' ', ',']);
    if is_address(text) {
        return (String::new(), text.to_string());
    }
    match text.rsplit_once(", ") {
        Some((source, address)) if is_address(address) && !source.is_empty() => {
            (source.to_string(), address.to_string())
        }
        _ => (text.to_string(), String::new()),
    }
}
