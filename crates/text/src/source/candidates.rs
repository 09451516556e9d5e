//! The choice of a charset among those that files of a format have.
//!
//! Method: each candidate gets points for what the bytes are in it ([`Characters::points`]). In the right charset nearly all characters
//! are common ones, also if a byte is missing. In another one, the same bytes are rare characters, half-width kana or damaged ones. A
//! candidate without points is not chosen.
//!
//! Cost: the bytes are read twice for each candidate.
//!
//! The points are heuristics. `cargo xtask charsets` measures how often the charset of a damaged file is found with them.

use super::{damage::ValueEnd, fit::Fit};
use crate::Charset;
use core::cmp::Reverse;

/// Returns the candidate that the bytes are in, and true if they have common characters of it. Of two candidates with as many points,
/// the `expected` one counts, and then the first.
pub(super) fn best(
    bytes: &[u8],
    candidates: &[Charset],
    expected: Option<&Charset>,
    value_end: Option<ValueEnd>,
) -> Option<(Charset, bool)> {
    let known = candidates.iter().filter(|charset| charset.is_known());
    let judged = known.map(|charset| (Characters::of(bytes, charset, value_end), charset));
    let rank = |(found, charset): &(Characters, &Charset)| (Reverse(found.points(charset)), Some(*charset) != expected);
    let (best, charset) = judged.min_by_key(rank)?;
    (best.points(charset) > 0).then(|| (charset.clone(), best.common > 0))
}

/// The numbers of non-ASCII characters that bytes have in a charset, by their kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Characters {
    /// Characters that most texts consist of, see [`Known`].
    common: usize,
    half_width: usize,
    other: usize,
    damaged: usize,
}

impl Characters {
    fn of(bytes: &[u8], charset: &Charset, value_end: Option<ValueEnd>) -> Self {
        let Fit { whole, damaged, .. } = Fit::of(bytes, charset, value_end);
        let Known { common, half_width } = Known::of(bytes, charset);
        Self { common, half_width, other: whole.saturating_sub(common + half_width), damaged }
    }

    /// Returns the points for a charset: two for each byte of a common character. Half-width kana are bad evidence, because bytes of other charsets are such kana in Shift_JIS. But
    /// a short list of names may have nothing else. In EUC-JP some of the characters from such bytes are rare or damaged.
    fn points(self, charset: &Charset) -> isize {
        let Self { common, half_width, other, damaged } = self;
        let are_all_half_width = common + other + damaged == 0;
        let of_half_width = if are_all_half_width { 3 } else { -2 };
        let of_common = if *charset == Charset::UTF_8 { 6 } else { 4 };
        [(common, of_common), (half_width, of_half_width), (other, -2), (damaged, -4)]
            .iter()
            .map(|(count, points)| count.cast_signed() * points)
            .sum()
    }
}

/// The numbers of characters of a charset for East Asia whose kind the bytes show.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// Common characters: kana, punctuation and the first level of kanji in Japanese charsets, the first level in Big5, both levels of
    /// GB 2312 in GBK, syllables in EUC-KR, and characters of three bytes or more in UTF-8.
    pub(super) common: usize,
    /// Half-width kana.
    pub(super) half_width: usize,
}

impl Known {
    pub(super) fn of(bytes: &[u8], charset: &Charset) -> Self {
        let mut known = Self::default();
        if *charset == Charset::UTF_8 {
            let characters = bytes.utf8_chunks().flat_map(|chunk| chunk.valid().chars());
            known.common = characters.filter(|c| *c >= '\u{800}').count();
            return known;
        }
        let kind_of: fn(u8, u8) -> Kind = match charset.name() {
            "Shift_JIS" => shift_jis,
            "EUC-JP" => euc_jp,
            "Big5" => |first, second| Kind::of_pair(second >= 0x40, matches!(first, 0xA4..=0xC6)),
            "EUC-KR" => |first, second| Kind::of_pair(second >= 0x41, matches!((first, second), (0xB0..=0xC8, 0xA1..))),
            _ => |first, second| Kind::of_pair(second >= 0x40, matches!((first, second), (0xB0..=0xF7, 0xA1..=0xFE))),
        };
        let mut at = 0;
        while let Some(&first) = bytes.get(at) {
            let second = bytes.get(at + 1).copied().unwrap_or_default();
            let kind = if first <= 0x80 { Kind::Single } else { kind_of(first, second) };
            known.common += usize::from(kind == Kind::Common);
            known.half_width += usize::from(matches!(kind, Kind::HalfWidth { .. }));
            at += match kind {
                Kind::Single | Kind::HalfWidth { bytes: 1 } => 1,
                _ => 2,
            };
        }
        known
    }
}

/// What two bytes are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// The first byte is a character, or damaged.
    Single,
    HalfWidth {
        bytes: usize,
    },
    Common,
    Other,
}

impl Kind {
    fn of_pair(is_pair: bool, is_common: bool) -> Self {
        match (is_pair, is_common) {
            (false, _) => Self::Single,
            (_, true) => Self::Common,
            _ => Self::Other,
        }
    }
}

fn shift_jis(first: u8, second: u8) -> Kind {
    match first {
        0xA1..=0xDF => Kind::HalfWidth { bytes: 1 },
        _ => Kind::of_pair(second >= 0x40, matches!(first, 0x81..=0x83 | 0x88..=0x97)),
    }
}

fn euc_jp(first: u8, second: u8) -> Kind {
    match (first, second) {
        (0x8E, 0xA1..=0xDF) => Kind::HalfWidth { bytes: 2 },
        _ => Kind::of_pair(second >= 0xA1, matches!(first, 0xA1..=0xA5 | 0xB0..=0xCF)),
    }
}

#[cfg(all(test, feature = "encoding"))]
mod tests {
    use super::*;
    use alloc::string::String;

    const JAPANESE: [&str; 3] = ["UTF-8", "Shift_JIS", "EUC-JP"];

    fn read_as(bytes: &[u8]) -> Option<(String, bool)> {
        let candidates = JAPANESE.map(Charset::new);
        let (charset, has_common) = best(bytes, &candidates, Some(&candidates[1]), None)?;
        Some((charset.name().into(), has_common))
    }

    /// Every byte of a text with few letters, missing, doubled or changed.
    #[test]
    fn a_damaged_byte_does_not_change_the_charset() {
        let text = "N+羽生善治\nN-谷川浩司\n$EVENT:名人戦\nPI\n+\n";
        for name in JAPANESE {
            let bytes = Charset::new(name).encode(text).0;
            for at in (0..bytes.len()).filter(|at| !bytes[*at].is_ascii()) {
                let with = |new: &[u8]| [&bytes[..at], new, &bytes[at + 1..]].concat();
                let changed = (0..=255).map(|byte| with(&[byte]));
                for damaged in changed.chain([with(&[]), with(&[bytes[at]; 2])]) {
                    assert_eq!(read_as(&damaged), Some((name.into(), true)), "{damaged:?}");
                }
            }
        }
    }

    #[test]
    fn names_of_half_width_kana_are_in_shift_jis() {
        let (bytes, _) = Charset::new("Shift_JIS").encode("N+ﾊﾌﾞﾖｼﾊﾙ\nN-ﾀﾆｶﾞﾜ\n");
        assert_eq!(read_as(&bytes), Some(("Shift_JIS".into(), false)));
    }

    #[test]
    fn another_language_is_in_none_of_them() {
        for (charset, text) in [("windows-1252", "N+Müller\nN-André\n"), ("windows-1251", "N+Иванов\nN-Петров\n")]
        {
            assert_eq!(read_as(&Charset::new(charset).encode(text).0), None, "{text}");
        }
    }
}
