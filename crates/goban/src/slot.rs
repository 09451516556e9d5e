//! SGF's identifiers for judgements and some marks. SGF, JGF 1 and JGF 2 share them: the JSON formats keep them in their slot for
//! SGF.
//!
//! ```
//! use kifu_core::{Degree, Judgement, MoveQuality};
//! use kifu_goban::slot;
//! // SGF: TE[2]
//! let mut judgement = Judgement::default();
//! assert!(slot::read(&mut judgement, "TE", "2"));
//! assert_eq!(judgement.of_move, Some(MoveQuality::Good(Degree::Emphasised)));
//! ```

use crate::{Mark, Point, Points, Rect, Size};
use alloc::{
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Degree, Judgement, MoveQuality, PositionJudgement, PositionQuality};

/// The identifiers of judgements.
///
/// ```
/// use kifu_goban::slot::IDENTIFIERS;
/// assert!(IDENTIFIERS.contains(&"HO") && !IDENTIFIERS.contains(&"KO"));
/// assert!(IDENTIFIERS.is_sorted());
/// ```
pub const IDENTIFIERS: [&str; 10] = ["BM", "DM", "DO", "GB", "GW", "HO", "IT", "TE", "UC", "V"];

/// Returns the marks of `identifier` with these values on a board of this size: views, dims, arrows and lines, which JSON formats
/// may also keep in their slot for SGF.
///
/// Returns `None` for any other identifier, or if a value is not understood or is outside of the board.
///
/// ```
/// use kifu_goban::{Mark, Point, Size, slot};
/// let on = |values: &[&str]| slot::marks("AR", values, Size::default());
/// let [from, to] = ["aa", "bb"].map(|point| Point::from_sgf(point).unwrap());
/// assert_eq!(on(&["aa:bb"]), Some(vec![Mark::Arrow(from, to)]));
/// assert_eq!(on(&["aa:zz"]), None);
/// ```
#[must_use]
pub fn marks(identifier: &str, values: &[&str], size: Size) -> Option<Vec<Mark>> {
    let point = |letters: &str| Point::from_sgf(letters).filter(|&point| size.contains(point));
    let pair = |value: &str| value.split_once(':').and_then(|(a, b)| Some((point(a)?, point(b)?)));
    let rect = |value: &&str| match pair(value) {
        Some((a, b)) => Some(Rect::new(a, b)),
        None => point(value).map(Rect::from),
    };
    let points = || -> Option<Points> {
        if let [""] = values {
            Some(Points::new())
        } else {
            values.iter().map(rect).collect::<Option<Vec<_>>>().map(|rects| rects.into_iter().collect())
        }
    };
    let ends = |mark: fn(Point, Point) -> Mark| -> Option<Vec<Mark>> {
        values.iter().map(|value| pair(value).filter(|(a, b)| a != b).map(|(a, b)| mark(a, b))).collect()
    };
    match identifier {
        "VW" => Some(alloc::vec![Mark::View(points()?)]),
        "DD" => Some(alloc::vec![Mark::Dim(points()?)]),
        "AR" => ends(Mark::Arrow),
        "LN" => ends(Mark::Line),
        _ => None,
    }
}

/// Stores the judgement of `identifier` with `value` in `judgement`.
///
/// Returns false if `identifier` is not a judgement, if the value is not understood in full, or if the judgement has another one
/// already. Of GB, GW, DM and UC the first counts, and also of BM, DO, IT and TE.
///
/// ```
/// use kifu_core::Judgement;
/// let mut judgement = Judgement::default();
/// assert!(kifu_goban::slot::read(&mut judgement, "GB", "2"));
/// assert!(!kifu_goban::slot::read(&mut judgement, "UC", "1"), "it contradicts GB");
/// assert_eq!(kifu_goban::slot::write(&judgement)[0].value, "2"); // GB counts
/// ```
pub fn read(judgement: &mut Judgement, identifier: &str, value: &str) -> bool {
    if identifier == "V" {
        return fill(&mut judgement.value, value.parse().ok());
    }
    let degree = match value {
        "1" => Some(Degree::Normal),
        "2" => Some(Degree::Emphasised),
        _ => None,
    };
    if identifier == "HO" {
        return fill(&mut judgement.hotspot, degree);
    }
    if let Some((_, quality)) = POSITIONS.iter().find(|(name, _)| *name == identifier) {
        return fill(&mut judgement.of_position, degree.map(|degree| PositionJudgement { quality: *quality, degree }));
    }
    match identifier {
        "DO" | "IT" if value.is_empty() => {
            let quality = if identifier == "DO" { MoveQuality::Doubtful } else { MoveQuality::Interesting };
            fill(&mut judgement.of_move, Some(quality))
        }
        "BM" => fill(&mut judgement.of_move, degree.map(MoveQuality::Bad)),
        "TE" => fill(&mut judgement.of_move, degree.map(MoveQuality::Good)),
        _ => false,
    }
}

/// A judgement as SGF writes it: `TE[2]`.
///
/// ```
/// use kifu_core::{Judgement, MoveQuality};
/// use kifu_goban::slot::{self, JudgementProperty};
/// let mut judgement = Judgement::default();
/// judgement.of_move = Some(MoveQuality::Doubtful);
/// let JudgementProperty { identifier, value, .. } = &slot::write(&judgement)[0];
/// assert_eq!((*identifier, value.as_str()), ("DO", ""));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgementProperty {
    /// The identifier: one of [`IDENTIFIERS`].
    pub identifier: &'static str,
    /// The value, which is empty for `DO` and `IT`.
    pub value: String,
}

/// Returns the identifiers and values of `judgement`. There is no identifier for whether the move solves a problem.
///
/// ```
/// use kifu_core::{Degree, Judgement};
/// let mut judgement = Judgement::default();
/// judgement.hotspot = Some(Degree::Normal);
/// judgement.value = Some("-7.5".parse()?);
/// let properties = kifu_goban::slot::write(&judgement);
/// assert_eq!((properties[0].identifier, &*properties[0].value), ("HO", "1"));
/// assert_eq!((properties[1].identifier, &*properties[1].value), ("V", "-7.5"));
/// # Ok::<(), kifu_core::ParseDecimalError>(())
/// ```
#[must_use]
pub fn write(judgement: &Judgement) -> Vec<JudgementProperty> {
    let number = |degree: Degree| if degree == Degree::Normal { "1" } else { "2" };
    let mut out = Vec::new();
    out.extend(judgement.of_move.and_then(|quality| match quality {
        MoveQuality::Bad(degree) => Some(("BM", number(degree))),
        MoveQuality::Doubtful => Some(("DO", "")),
        MoveQuality::Interesting => Some(("IT", "")),
        MoveQuality::Good(degree) => Some(("TE", number(degree))),
        // SGF has no property for any other quality.
        _ => None,
    }));
    if let Some(PositionJudgement { quality, degree }) = judgement.of_position {
        let name = POSITIONS.iter().find(|(_, of)| *of == quality).map_or("UC", |(name, _)| name);
        out.push((name, number(degree)));
    }
    out.extend(judgement.hotspot.map(|degree| ("HO", number(degree))));
    let property = |(identifier, value): (_, &str)| JudgementProperty { identifier, value: value.to_string() };
    let mut out: Vec<_> = out.into_iter().map(property).collect();
    out.extend(judgement.value.map(|value| JudgementProperty { identifier: "V", value: value.to_string() }));
    out
}

const POSITIONS: [(&str, PositionQuality); 4] = [
    ("DM", PositionQuality::Even),
    ("GB", PositionQuality::GoodForFirst),
    ("GW", PositionQuality::GoodForSecond),
    ("UC", PositionQuality::Unclear),
];

fn fill<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let free = place.is_none() && value.is_some();
    if free {
        *place = value;
    }
    free
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_identifier_comes_back() {
        for identifier in IDENTIFIERS {
            for value in ["", "1", "2", "-7.50"] {
                let mut judgement = Judgement::default();
                if read(&mut judgement, identifier, value) {
                    assert_eq!(write(&judgement), [JudgementProperty { identifier, value: value.to_string() }]);
                } else {
                    assert_eq!(judgement, Judgement::default());
                }
            }
        }
        assert!(!read(&mut Judgement::default(), "TE", "3"));
        assert!(!read(&mut Judgement::default(), "C", "1"));
    }
}
