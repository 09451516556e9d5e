//! The points of handicap stones if the players do not choose them.

use crate::{Point, Points, Size};

/// Returns the points of a fixed handicap, as GTP's `fixed_handicap` and the servers set them, including the Korean ones (Tygem,
/// CyberOro): the third stone is in the upper left corner, the fifth in the centre. Returns no points if a board of this size does
/// not have this handicap.
///
/// The stones are on the fourth line if a side has 13 lines or more, and otherwise on the third. Two to nine stones need odd sides
/// of at least 9, and two to four stones need sides of at least 7. A handicap of one stone has no points: it is a game without
/// komi, and Black moves first.
///
/// ```
/// use kifu_goban::{Size, handicap_points};
/// assert_eq!(handicap_points(3, Size::default()).to_string(), "[dd][pd][dp]");
/// assert_eq!(handicap_points(9, Size::square(13).unwrap()).len(), 9);
/// assert!(handicap_points(5, Size::square(8).unwrap()).is_empty()); // there is no centre
/// ```
#[must_use]
pub fn handicap_points(stones: u32, size: Size) -> Points {
    let (width, height) = (size.width(), size.height());
    let has_centre = width % 2 == 1 && height % 2 == 1 && width.min(height) >= 9;
    let most = if has_centre { 9 } else { 4 };
    if !(2..=most).contains(&stones) || width.min(height) < 7 {
        return Points::new();
    }
    let lines = |length: u8| {
        let near = if length < 13 { 2 } else { 3 };
        (near, length / 2, length - 1 - near)
    };
    let ((left, middle, right), (top, centre, bottom)) = (lines(width), lines(height));
    let beside = [
        (left, bottom),
        (right, top),
        (left, top),
        (right, bottom),
        (left, centre),
        (right, centre),
        (middle, top),
        (middle, bottom),
    ];
    // For five, seven and nine stones, one is in the centre.
    let in_centre = matches!(stones, 5 | 7 | 9);
    let beside = beside.into_iter().take(stones as usize - usize::from(in_centre));
    beside.chain(in_centre.then_some((middle, centre))).filter_map(|(x, y)| Point::new(x, y)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_handicap_has_as_many_points_or_none() {
        for (width, height) in (1..=19).flat_map(|width| (1..=19).map(move |height| (width, height))) {
            let size = Size::new(width, height).unwrap();
            for stones in 0..12 {
                let points = handicap_points(stones, size);
                assert!(points.is_empty() || points.len() == stones as usize, "{stones} on {size}");
                assert!(points.iter().all(|point| size.contains(point)));
            }
        }
    }

    #[test]
    fn stones_are_where_servers_set_them() {
        let points = |stones, of: &[&str]| {
            let expected: Points = of.iter().filter_map(|point| Point::from_sgf(point)).collect();
            assert_eq!(handicap_points(stones, Size::default()), expected, "{stones}");
        };
        points(1, &[]);
        points(2, &["dp", "pd"]);
        points(3, &["dp", "pd", "dd"]);
        points(5, &["dp", "pd", "dd", "pp", "jj"]);
        points(6, &["dp", "pd", "dd", "pp", "dj", "pj"]);
        points(8, &["dp", "pd", "dd", "pp", "dj", "pj", "jd", "jp"]);
        points(10, &[]);
    }
}
