//! Names with one typing error.

/// The one typing error that makes a text of a known name.
///
/// ```
/// use kifu_text::Typo;
/// assert_eq!(Typo::of("komii", "komi"), Some(Typo::Doubled));
/// assert_eq!(Typo::of("koni", "komi"), Some(Typo::Wrong('n')));
/// assert_eq!(Typo::of("komis", "komi"), Some(Typo::Extra { at: 4, letter: 's' }));
/// assert_eq!(Typo::of("持時間", "持ち時間"), Some(Typo::Missing));
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
    Wrong(char),
    /// There is a letter more, which is not that before it.
    Extra {
        /// The number of letters of the name before it.
        at: usize,
        /// The letter.
        letter: char,
    },
}

impl Typo {
    /// Returns the error that makes `text` of `name`, or `None` if the two are equal or differ by more than one error.
    #[must_use]
    pub fn of(text: &str, name: &str) -> Option<Self> {
        let same = text.chars().zip(name.chars()).take_while(|(odd, right)| odd == right);
        let same: usize = same.map(|(letter, _)| letter.len_utf8()).sum();
        let ((same, odd), right) = (text.split_at(same), &name[same..]);
        match (first(odd), first(right)) {
            (_, Some((_, rest))) if odd == rest => Some(Self::Missing),
            // The second of two equal letters is the first that differs.
            (Some((letter, rest)), _) if rest == right => match same.ends_with(letter) {
                true => Some(Self::Doubled),
                false => Some(Self::Extra { at: same.chars().count(), letter }),
            },
            (Some((a, odd_rest)), Some((b, rest))) => {
                let is_exchanged = odd_rest.strip_prefix(b).is_some_and(|odd| Some(odd) == rest.strip_prefix(a));
                let is_wrong = odd_rest == rest;
                is_exchanged.then_some(Self::Exchanged).or(is_wrong.then_some(Self::Wrong(a)))
            }
            _ => None,
        }
    }
}

/// Returns the first letter of a text, and the rest.
fn first(text: &str) -> Option<(char, &str)> {
    let mut letters = text.chars();
    Some((letters.next()?, letters.as_str()))
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
            assert_eq!(Typo::of(&text(&[before, "x", rest]), name), Some(Typo::Wrong('x')));
            assert_eq!(Typo::of(&text(&[before, "x", after]), name), Some(Typo::Extra { at, letter: 'x' }));
            if let Some(next) = rest.get(..1) {
                assert_eq!(Typo::of(&text(&[before, next, letter, &rest[1..]]), name), Some(Typo::Exchanged));
            }
        }
        assert_eq!(Typo::of("moves!", name), Some(Typo::Extra { at: 5, letter: '!' }));
        assert_eq!(Typo::of("後手の特駒", "後手の持駒"), Some(Typo::Wrong('特')));
        assert_eq!(Typo::of("後手持の駒", "後手の持駒"), Some(Typo::Exchanged));
        for other in ["moves", "mo", "", "mvoex", "xmovesx", "movables", "譜"] {
            assert_eq!(Typo::of(other, name), None, "{other}");
        }
    }
}
