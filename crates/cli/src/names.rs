//! Suggestions for mistyped names.

/// Returns the name in `known` that the user probably meant.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name = name.to_lowercase();
    let allowed = (name.chars().count() / 3).max(1);
    let starts = |other: &str| name.len() >= 3 && other.to_lowercase().starts_with(&name);
    let likely = known.into_iter().map(|other| ((!starts(other), distance(&name, &other.to_lowercase())), other));
    likely
        .filter(|((_, distance), other)| *distance <= allowed || starts(other))
        .min_by_key(|likely| likely.0)
        .map(|likely| likely.1)
}

/// Returns `did you mean X?`, if there is such a name.
pub(crate) fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<String> {
    nearest(name, known).map(|other| format!("did you mean {other}?"))
}

/// The maximum number of letters to compare. The cost is the product of the lengths, and an argument may be long.
const COMPARED: usize = 64;

/// Returns the number of letters to change, add, remove or swap with their neighbour (optimal string alignment distance). Only the
/// first [`COMPARED`] letters count.
fn distance(a: &str, b: &str) -> usize {
    let start = |text: &str| text.chars().take(COMPARED).collect::<String>();
    strsim::osa_distance(&start(a), &start(b))
}

/// The charsets for suggestions, most likely first.
pub(crate) const CHARSETS: [&str; 24] = [
    "UTF-8",
    "Shift_JIS",
    "GBK",
    "gb18030",
    "EUC-JP",
    "ISO-2022-JP",
    "Big5",
    "EUC-KR",
    "UTF-16LE",
    "UTF-16BE",
    "windows-1252",
    "windows-1251",
    "windows-1250",
    "windows-1253",
    "windows-1254",
    "windows-1256",
    "windows-1257",
    "windows-1258",
    "ISO-8859-2",
    "ISO-8859-5",
    "ISO-8859-15",
    "KOI8-R",
    "KOI8-U",
    "macintosh",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_the_one_that_was_meant() {
        let formats = ["sgf", "jgf1", "jgf2", "kif", "ki2", "csa"];
        for (typed, meant) in
            [("sfg", Some("sgf")), ("SGF", Some("sgf")), ("jgf", Some("jgf1")), ("xml", None), ("", None)]
        {
            assert_eq!(nearest(typed, formats), meant, "{typed}");
        }
        assert_eq!(nearest("variatoins", ["variation", "action"]), Some("variation"));
        assert_eq!(nearest("shift", CHARSETS), Some("Shift_JIS"));
    }

    #[test]
    fn every_charset_is_known() {
        for name in CHARSETS {
            assert_eq!(kifu::model::Charset::new(name).name(), name);
        }
    }
}
