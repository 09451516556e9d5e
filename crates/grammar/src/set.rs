//! Sets of characters, and the first bytes of their characters.

/// The symbol for the end of a text. The other symbols are the 256 bytes.
pub(crate) const END: usize = 256;

/// A set of bytes and of the end of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Symbols([bool; 257]);

impl Symbols {
    pub(crate) fn none() -> Self {
        Self([false; 257])
    }

    pub(crate) fn all() -> Self {
        Self([true; 257])
    }

    pub(crate) fn of(symbols: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::none();
        for symbol in symbols {
            set.0[symbol] = true;
        }
        set
    }

    pub(crate) fn has(&self, symbol: usize) -> bool {
        self.0[symbol]
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] || other.0[n]))
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] && other.0[n]))
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|n| self.0[n] && !other.0[n]))
    }

    /// Returns true if the set has the end and every byte that can start a character.
    pub(crate) fn is_total(&self) -> bool {
        (0..=END).all(|n| self.0[n] || n != END && !starts_character(n))
    }
}

/// A set of characters: inclusive ranges, in order, with gaps between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CharSet(Vec<(char, char)>);

/// The way to test whether a character is in a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Only ASCII: the byte is the character.
    Ascii,
    /// Some ASCII and all non-ASCII characters: the first byte decides, and any other byte of a character is a member too.
    AsciiAndRest,
    /// The first byte decides whether a character is in the set.
    FirstByte,
    /// The character has to be decoded.
    Decoded,
}

const LAST_ASCII: char = '\x7F';

impl CharSet {
    pub(crate) fn all() -> Self {
        Self(vec![('\0', char::MAX)])
    }

    pub(crate) fn of(c: char) -> Self {
        Self(vec![(c, c)])
    }

    /// The characters from `first` to `last`, both included; empty if `first` is after `last`.
    pub(crate) fn range(first: char, last: char) -> Self {
        Self(if first <= last { vec![(first, last)] } else { Vec::new() })
    }

    pub(crate) fn ranges(&self) -> &[(char, char)] {
        &self.0
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the character of a set that has only one.
    pub(crate) fn single(&self) -> Option<char> {
        match self.0[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }

    /// Returns the characters, if there are at most `limit`.
    pub(crate) fn few(&self, limit: usize) -> Option<Vec<char>> {
        let chars: Vec<char> = self.chars().take(limit + 1).collect();
        (chars.len() <= limit).then_some(chars)
    }

    fn chars(&self) -> impl Iterator<Item = char> {
        self.0.iter().flat_map(|&(first, last)| first..=last)
    }

    pub(crate) fn or(&self, other: &Self) -> Self {
        let mut ranges: Vec<(char, char)> = self.0.iter().chain(&other.0).copied().collect();
        ranges.sort_unstable();
        let mut merged: Vec<(char, char)> = Vec::new();
        for (first, last) in ranges {
            match merged.last_mut() {
                // `next` skips the surrogates between U+D7FF and U+E000.
                Some(before) if next(before.1).is_none_or(|after| first <= after) => {
                    before.1 = before.1.max(last);
                }
                _ => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    pub(crate) fn complement(&self) -> Self {
        let mut ranges = Vec::new();
        let mut from = Some('\0');
        for &(first, last) in &self.0 {
            if let (Some(from), Some(to)) = (from, previous(first))
                && from <= to
            {
                ranges.push((from, to));
            }
            from = next(last);
        }
        ranges.extend(from.map(|from| (from, char::MAX)));
        Self(ranges)
    }

    pub(crate) fn and(&self, other: &Self) -> Self {
        self.complement().or(&other.complement()).complement()
    }

    fn covers(&self, first: char, last: char) -> bool {
        self.0.iter().any(|range| range.0 <= first && last <= range.1)
    }

    fn meets(&self, first: char, last: char) -> bool {
        self.0.iter().any(|range| range.0 <= last && first <= range.1)
    }

    /// Returns true if every non-ASCII character is in the set.
    fn has_rest(&self) -> bool {
        self.covers('\u{80}', char::MAX)
    }

    /// Returns the first bytes of the characters of the set.
    pub(crate) fn first_bytes(&self) -> Symbols {
        Symbols::of((0..END).filter(|&byte| match characters(byte) {
            Some((first, last)) => self.meets(first, last),
            None => self.has_rest(),
        }))
    }

    /// Returns the first bytes whose characters are all in the set.
    pub(crate) fn sure_bytes(&self) -> Symbols {
        Symbols::of((0..END).filter(|&byte| match characters(byte) {
            Some((first, last)) => self.covers(first, last),
            None => self.has_rest(),
        }))
    }

    pub(crate) fn shape(&self) -> Shape {
        if self.0.iter().all(|range| range.1 <= LAST_ASCII) {
            Shape::Ascii
        } else if self.has_rest() {
            Shape::AsciiAndRest
        } else if self.first_bytes() == self.sure_bytes() {
            Shape::FirstByte
        } else {
            Shape::Decoded
        }
    }
}

fn next(c: char) -> Option<char> {
    (c..=char::MAX).nth(1)
}

fn previous(c: char) -> Option<char> {
    ('\0'..=c).rev().nth(1)
}

fn starts_character(byte: usize) -> bool {
    characters(byte).is_some()
}

/// Returns the first and the last character whose UTF-8 begins with a byte.
fn characters(byte: usize) -> Option<(char, char)> {
    let byte = u32::try_from(byte).ok()?;
    let (first, last) = match byte {
        0x00..=0x7F => (byte, byte),
        0xC2..=0xDF => ((byte & 0x1F) << 6, (byte & 0x1F) << 6 | 0x3F),
        0xE0 => (0x800, 0xFFF),
        0xED => (0xD000, 0xD7FF),
        0xE1..=0xEF => ((byte & 0xF) << 12, (byte & 0xF) << 12 | 0xFFF),
        0xF0 => (0x1_0000, 0x3_FFFF),
        0xF4 => (0x10_0000, 0x10_FFFF),
        0xF1..=0xF3 => ((byte & 7) << 18, (byte & 7) << 18 | 0x3_FFFF),
        _ => return None,
    };
    Some((char::from_u32(first)?, char::from_u32(last)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_character_begins_with_its_byte() {
        for byte in 0..END {
            let Some((first, last)) = characters(byte) else {
                continue;
            };
            for c in [first, last] {
                assert_eq!(usize::from(c.to_string().as_bytes()[0]), byte, "{c:?}");
            }
            assert!(previous(first).is_none_or(|c| usize::from(c.to_string().as_bytes()[0]) < byte));
            assert!(next(last).is_none_or(|c| usize::from(c.to_string().as_bytes()[0]) > byte));
        }
    }

    #[test]
    fn a_complement_leaves_out_and_takes_in() {
        let set = CharSet::range('b', 'd').or(&CharSet::of('\u{E000}')).or(&CharSet::of('\0'));
        let rest = set.complement();
        assert_eq!(rest.ranges(), [('\u{1}', 'a'), ('e', '\u{D7FF}'), ('\u{E001}', char::MAX)]);
        assert_eq!(rest.complement(), set);
        assert!(rest.and(&set).is_empty());
        assert_eq!(rest.or(&set), CharSet::all());
        assert_eq!(CharSet::all().complement().ranges(), []);
    }

    #[test]
    fn a_set_knows_how_it_is_tested() {
        assert_eq!(CharSet::range('a', 'z').shape(), Shape::Ascii);
        assert_eq!(CharSet::of(']').complement().shape(), Shape::AsciiAndRest);
        assert_eq!(CharSet::range('\0', '\u{FFF}').shape(), Shape::FirstByte);
        assert_eq!(CharSet::of('：').shape(), Shape::Decoded);
        assert_eq!(CharSet::of('：').complement().shape(), Shape::Decoded);
    }
}
