//! Keys with a typing error.

use kifu_core::Typo;

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
    match Typo::of(key, known) {
        Some(Typo::Missing | Typo::Doubled | Typo::Exchanged) => true,
        // A letter after the last one is often a plural.
        Some(Typo::Extra { at, letter }) => !letter.is_ascii_alphabetic() || is_certain && at < known.len(),
        Some(Typo::Wrong(letter)) => !letter.is_ascii_lowercase() || known.len() >= LONG_KEY || is_certain,
        None => false,
    }
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
