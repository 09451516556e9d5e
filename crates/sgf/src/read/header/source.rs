//! AP: the program that wrote the file.

use crate::value;
use alloc::{format, string::String};

/// Returns AP in the form of the record: `CGoban v3`, or `name:word` if the version is not a number.
pub(super) fn application(raw: &str) -> String {
    match value::compose(raw) {
        Some((name, version)) if !version.trim_start().is_empty() => {
            // Lizzie writes a space before its version.
            let version = version.trim_start();
            let between = if version.starts_with(|c: char| c.is_ascii_digit()) { " v" } else { ":" };
            format!("{}{between}{}", value::simple_text(name), value::simple_text(version))
        }
        Some((name, _)) => value::simple_text(name).into_owned(),
        None => value::simple_text(raw).into_owned(),
    }
}
