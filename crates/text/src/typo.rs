//! Names with one typing error.

/// The one typing error that makes a text of a known name. A letter is a byte here, because known names are ASCII.
///
/// ```
/// use kifu_text::Typo;
/// assert_eq!(Typo::of("komii", "komi"), Some(Typo::Doubled));
/// assert_eq!(Typo::of("koni", "komi"), Some(Typo::Wrong(b'n')));
/// assert_eq!(Typo::of("komis", "komi"), Some(Typo::Extra { at: 4, letter: b's' }));
/// assert_eq!(Typo::of("komi", "komi"), None);
/// assert_eq!(Typo::of("date", "komi"), None); // more than one
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typo {
    /// A letter is missing.
    Missing,
    /// A letter is written twice.
    Doubled,
    /// Two neighbours are exchanged.
    Exchanged,
    /// Another letter is in the place of one.
    Wrong(u8),
    /// There is a letter more, which is not that before it.
    Extra {
        /// The number of letters of the name before it.
        at: usize,
        /// The letter.
        letter: u8,
    },
}

impl Typo {
    /// Returns the error that makes `text` of `name`, or `None` if the two are equal or differ by more than one error.
    #[must_use]
    pub fn of(text: &str, name: &str) -> Option<Self> {
        let (text, name) = (text.as_bytes(), name.as_bytes());
        let same = text.iter().zip(name).take_while(|(odd, right)| odd == right).count();
        let (odd, right) = (&text[same..], &name[same..]);
        match (odd, right) {
            (_, [_, rest @ ..]) if odd == rest => Some(Self::Missing),
            // The second of two equal letters is the first that differs.
            ([first, rest @ ..], _) if rest == right && name[..same].last() == Some(first) => Some(Self::Doubled),
            ([letter, rest @ ..], _) if rest == right => Some(Self::Extra { at: same, letter: *letter }),
            ([a, b, odd_rest @ ..], [c, d, rest @ ..]) if (a, b) == (d, c) && odd_rest == rest => Some(Self::Exchanged),
            ([letter, odd_rest @ ..], [_, rest @ ..]) if odd_rest == rest => Some(Self::Wrong(*letter)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Typo;
    use alloc::string::String;

    /// All texts with one error are found by changing the name in every way.
    #[test]
    fn every_error_at_every_place_is_recognised() {
        let name = "moves";
        let text = |parts: &[&str]| -> String { parts.concat() };
        for at in 0..name.len() {
            let (before, after) = name.split_at(at);
            let (letter, rest) = after.split_at(1);
            assert_eq!(Typo::of(&text(&[before, rest]), name), Some(Typo::Missing));
            assert_eq!(Typo::of(&text(&[before, letter, letter, rest]), name), Some(Typo::Doubled));
            assert_eq!(Typo::of(&text(&[before, "x", rest]), name), Some(Typo::Wrong(b'x')));
            assert_eq!(Typo::of(&text(&[before, "x", after]), name), Some(Typo::Extra { at, letter: b'x' }));
            if let Some(next) = rest.get(..1) {
                assert_eq!(Typo::of(&text(&[before, next, letter, &rest[1..]]), name), Some(Typo::Exchanged));
            }
        }
        assert_eq!(Typo::of("moves!", name), Some(Typo::Extra { at: 5, letter: b'!' }));
        for other in ["moves", "mo", "", "mvoex", "xmovesx", "movables", "譜"] {
            assert_eq!(Typo::of(other, name), None, "{other}");
        }
    }
}
