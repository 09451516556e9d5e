//! The pieces in hand.

use crate::Kind;
use core::fmt;

/// The pieces that a player has in hand (持駒).
///
/// ```
/// use kifu_shogiban::{Hand, Kind};
/// let mut hand = Hand::default();
/// hand.add(Kind::Pawn, 12);
/// assert!(hand.add(Kind::Rook, 1));
/// assert_eq!(hand.count(Kind::Pawn), 12);
/// assert_eq!(hand.to_string(), "飛　歩十二");
/// assert!(!hand.add(Kind::King, 1)); // a king cannot be in hand
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hand(
    /// The numbers, a byte for each kind, the first one on top. A position copies its hands before each move, and one word is copied
    /// faster than bytes, because single bytes have just changed.
    u64,
);

impl Hand {
    /// No pieces.
    pub const EMPTY: Self = Self(0);

    /// The largest number of pieces of one kind.
    ///
    /// ```
    /// use kifu_shogiban::{Hand, Kind};
    /// let mut hand = Hand::EMPTY;
    /// hand.add(Kind::Pawn, 200);
    /// hand.add(Kind::Pawn, 200);
    /// assert_eq!(u32::from(hand.count(Kind::Pawn)), Hand::MOST);
    /// ```
    pub const MOST: u32 = u8::MAX as u32;

    /// Returns the number of pieces of a kind; 0 for kinds that cannot be in hand.
    #[must_use]
    pub fn count(&self, kind: Kind) -> u8 {
        place(kind).map_or(0, |place| (self.0 >> place) as u8)
    }

    /// Adds pieces of a kind, at most up to 255. Returns false and changes nothing if the kind cannot be in hand.
    pub fn add(&mut self, kind: Kind, count: u8) -> bool {
        let Some(place) = place(kind) else { return false };
        let more = count.min(u8::MAX - self.count(kind));
        self.0 += u64::from(more) << place;
        true
    }

    /// Removes a piece of a kind. Returns false and changes nothing if there is none.
    ///
    /// ```
    /// use kifu_shogiban::{Hand, Kind};
    /// let mut hand = Hand::EMPTY;
    /// hand.add(Kind::Gold, 1);
    /// assert!(hand.remove(Kind::Gold) && !hand.remove(Kind::Gold));
    /// ```
    pub fn remove(&mut self, kind: Kind) -> bool {
        let Some(place) = place(kind).filter(|_| self.count(kind) > 0) else { return false };
        self.0 -= 1 << place;
        true
    }

    /// Returns true if there are no pieces.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == 0
    }

    /// Returns the kinds in hand and the number of each, in the order 飛 角 金 銀 桂 香 歩.
    pub fn iter(&self) -> impl Iterator<Item = (Kind, u8)> {
        let hand = *self;
        Kind::IN_HAND.into_iter().map(move |kind| (kind, hand.count(kind))).filter(|(_, count)| *count > 0)
    }
}

/// Returns the lowest bit of the number of a kind; `None` for a kind that cannot be in hand.
#[inline]
fn place(kind: Kind) -> Option<u32> {
    kind.is_droppable().then(|| u64::BITS - 8 * (kind as u32 + 1))
}

/// Writes the pieces as a diagram has them: `飛　角　歩十二`, and `なし` for none.
impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("なし");
        }
        for (n, (kind, count)) in self.iter().enumerate() {
            f.write_str(if n > 0 { "　" } else { "" })?;
            f.write_str(kind.kanji())?;
            if count > 1 {
                write_number(f, count)?;
            }
        }
        Ok(())
    }
}

/// Writes a number in kanji, up to 99; a larger one in digits.
fn write_number(f: &mut fmt::Formatter<'_>, number: u8) -> fmt::Result {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (tens, ones) = (usize::from(number / 10), usize::from(number % 10));
    match tens {
        0 => f.write_str(DIGITS[ones]),
        1 => write!(f, "十{}", DIGITS[ones]),
        2..=9 => write!(f, "{}十{}", DIGITS[tens], DIGITS[ones]),
        _ => write!(f, "{number}"),
    }
}
