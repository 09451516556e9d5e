//! Keys with a typing error.

/// The length from which a key is recognised with another letter in place of one of its letters. Shorter keys resemble other
/// words, such as `mode` and `move`.
const LONG_KEY: usize = 6;

/// Returns true if a key is a known one with one letter doubled, missing or wrong, or with two letters exchanged.
///
/// A wrong letter in a short key counts only if `is_certain` is true, for example because the value is an object, as that of the known
/// key is.
///
/// ```
/// use kifu_json::record::is_misspelling;
/// assert!(is_misspelling("mvoe", "move", false));
/// assert!(is_misspelling("mode", "move", true) && !is_misspelling("mode", "move", false));
/// ```
#[must_use]
pub fn is_misspelling(key: &str, known: &str, is_certain: bool) -> bool {
    let same = key.bytes().zip(known.bytes()).take_while(|(odd, right)| odd == right).count();
    let (odd, right) = (&key.as_bytes()[same..], &known.as_bytes()[same..]);
    let (Some((first, odd_rest)), Some((due, rest))) = (odd.split_first(), right.split_first()) else {
        // The last letter is missing or doubled, or another character follows it.
        let is_extra = |&extra: &u8| extra == known.as_bytes()[same - 1] || !extra.is_ascii_alphabetic();
        return odd.is_empty() && right.len() == 1 || right.is_empty() && odd.len() == 1 && odd.iter().all(is_extra);
    };
    // The second of two equal letters is the first that differs.
    let is_doubled = same > 0 && *first == known.as_bytes()[same - 1] && odd_rest == right;
    let is_missing = rest == odd;
    let is_inserted = odd_rest == right && (is_certain || !first.is_ascii_alphabetic());
    let is_exchanged = odd.len() > 1 && right.len() > 1 && odd[..2] == [right[1], right[0]] && odd[2..] == right[2..];
    let is_telling = !first.is_ascii_lowercase() || known.len() >= LONG_KEY || is_certain;
    let is_wrong = odd_rest == rest && is_telling && due != first;
    is_doubled || is_missing || is_inserted || is_exchanged || is_wrong
}

#[cfg(test)]
mod tests {
    use super::is_misspelling;

    #[test]
    fn a_key_with_one_typing_error_is_recognised() {
        for key in ["mov", "movee", "mmove", "ove", "mvoe", "mo:e", "Move", "mode", ",move", "move ", "move("] {
            assert!(is_misspelling(key, "move", true), "{key}");
        }
        for key in ["variatoins", "variotions", "ariations"] {
            assert!(is_misspelling(key, "variations", true), "{key}");
        }
        assert!(is_misspelling("hendicap", "handicap", false));
        for key in ["move", "moves", "note", "m", "", "movable"] {
            assert!(!is_misspelling(key, "move", true), "{key}");
        }
        assert!(!is_misspelling("fame", "name", false));
    }
}
