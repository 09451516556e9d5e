//! The points of handicap stones if the players do not choose them, and the star points, which mark them on the board.

use crate::{Point, Points, Size};

/// The custom by which the points of a fixed handicap are chosen. The customs differ in the third stone.
///
/// ```
/// use kifu_goban::{HandicapOrder, Size};
/// let third = |order: HandicapOrder| order.points(3, Size::default()).minus(&order.points(2, Size::default())).to_string();
/// assert_eq!(HandicapOrder::ALL.map(third), ["[dd]", "[pp]", "[jj]"]);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum HandicapOrder {
    /// The third stone is in the upper left corner: GTP's `fixed_handicap`, GNU Go, KataGo, and the Korean servers Tygem and
    /// CyberOro (wBaduk).
    #[default]
    Gtp,
    /// The third stone is in the lower right corner, so that White's first move is in the upper left one: the Japanese tradition,
    /// KGS, Sabaki, Seki, sgfutils.
    Traditional,
    /// The third stone is in the centre: the tradition of ancient China. A board without a centre has no three stones.
    Chinese,
}

impl HandicapOrder {
    /// Every order.
    ///
    /// ```
    /// use kifu_goban::{HandicapOrder, Size};
    /// // Four stones are in the corners in every order.
    /// let four = HandicapOrder::ALL.map(|order| order.points(4, Size::default()));
    /// assert!(four.iter().all(|points| points.to_string() == "[dd][pd][dp][pp]"));
    /// ```
    pub const ALL: [Self; 3] = [Self::Gtp, Self::Traditional, Self::Chinese];

    /// Returns the points of a fixed handicap in this order. Returns no points if a board of this size does not have this handicap.
    ///
    /// Two stones are in the lower left and the upper right corner, five stones also in the centre, six stones on three points of
    /// the left and right side, and eight stones also in the middle of the upper and lower side. Seven and nine stones are these
    /// and the centre.
    ///
    /// The stones are on the fourth line if a side has 13 lines or more, and otherwise on the third. Two to nine stones need odd
    /// sides of at least 9, and two to four stones need sides of at least 7. A handicap of one stone has no points: it is a game
    /// without komi, and Black moves first.
    ///
    /// ```
    /// use kifu_goban::{HandicapOrder, Size};
    /// let three = HandicapOrder::Traditional.points(3, Size::square(9).unwrap());
    /// assert_eq!(three.to_string(), "[gc][cg][gg]");
    /// assert!(HandicapOrder::Chinese.points(3, Size::square(8).unwrap()).is_empty()); // there is no centre
    /// ```
    #[must_use]
    pub fn points(self, stones: u32, size: Size) -> Points {
        if !(2..=most(size)).contains(&stones) {
            return Points::new();
        }
        let [lower_left, upper_right, upper_left, lower_right, left, right, top, bottom, centre] = star_list(size);
        let third = match (self, stones) {
            (Self::Chinese, 3) if most(size) < 9 => return Points::new(),
            (Self::Chinese, 3) => centre,
            (Self::Traditional, 3) => lower_right,
            _ => upper_left,
        };
        let around = [lower_left, upper_right, third, lower_right, left, right, top, bottom];
        // For five, seven and nine stones, one is in the centre.
        let in_centre = matches!(stones, 5 | 7 | 9);
        let around = around.into_iter().take(stones as usize - usize::from(in_centre));
        around.chain(in_centre.then_some(centre)).flatten().collect()
    }
}

/// Returns the points of a fixed handicap, as GTP's `fixed_handicap` and the servers set them, including the Korean ones (Tygem,
/// CyberOro): [`HandicapOrder::points`] in the order [`HandicapOrder::Gtp`].
///
/// ```
/// use kifu_goban::{Size, handicap_points};
/// assert_eq!(handicap_points(3, Size::default()).to_string(), "[dd][pd][dp]");
/// assert_eq!(handicap_points(9, Size::square(13).unwrap()).len(), 9);
/// assert!(handicap_points(5, Size::square(8).unwrap()).is_empty()); // there is no centre
/// ```
#[must_use]
pub fn handicap_points(stones: u32, size: Size) -> Points {
    HandicapOrder::default().points(stones, size)
}

/// Returns the star points (hoshi) of a board: the points of its largest fixed handicap. These are nine points if both sides are odd
/// and at least 9, otherwise four if both are at least 7, and otherwise none.
///
/// ```
/// use kifu_goban::{Size, star_points};
/// assert_eq!(star_points(Size::default()).to_string(), "[dd][jd][pd][dj][jj][pj][dp][jp][pp]");
/// assert_eq!(star_points(Size::new(8, 19).unwrap()).to_string(), "[cd][fd][cp][fp]");
/// ```
#[must_use]
pub fn star_points(size: Size) -> Points {
    handicap_points(most(size), size)
}

/// Returns the largest number of stones of a fixed handicap.
fn most(size: Size) -> u32 {
    let (width, height) = (size.width(), size.height());
    match width.min(height) {
        0..7 => 0,
        9.. if width % 2 == 1 && height % 2 == 1 => 9,
        _ => 4,
    }
}

/// Returns the points of the largest handicap: the corners in the order of GTP, the left, right, upper and lower side, and the
/// centre.
fn star_list(size: Size) -> [Option<Point>; 9] {
    let lines = |length: u8| {
        let near = if length < 13 { 2 } else { 3 };
        (near, length / 2, length.saturating_sub(1 + near))
    };
    let ((left, middle, right), (top, centre, bottom)) = (lines(size.width()), lines(size.height()));
    [
        (left, bottom),
        (right, top),
        (left, top),
        (right, bottom),
        (left, centre),
        (right, centre),
        (middle, top),
        (middle, bottom),
        (middle, centre),
    ]
    .map(|(x, y)| Point::new(x, y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{format, string::String, vec::Vec};

    #[test]
    fn a_handicap_has_as_many_points_or_none() {
        for (width, height) in (1..=52).flat_map(|width| (1..=52).map(move |height| (width, height))) {
            let size = Size::new(width, height).unwrap();
            for (order, stones) in HandicapOrder::ALL.into_iter().flat_map(|order| (0..12).map(move |n| (order, n))) {
                let points = order.points(stones, size);
                assert!(points.is_empty() || points.len() == stones as usize, "{stones} on {size}");
                assert!(points.iter().all(|point| size.contains(point)));
                assert!(points.minus(&star_points(size)).is_empty());
                assert!(stones == 3 || points == handicap_points(stones, size), "the orders differ in three stones");
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

    /// The rows and columns of the points, from pictures: each size has its lines, and each number of stones its points on them.
    #[test]
    fn every_size_has_its_points() {
        // The points of two to nine stones, of three by three lines. Three stones depend on the order.
        const ODD: [[&str; 3]; 8] = [
            ["..X", "...", "X.."],
            ["???", "???", "???"],
            ["X.X", "...", "X.X"],
            ["X.X", ".X.", "X.X"],
            ["X.X", "X.X", "X.X"],
            ["X.X", "XXX", "X.X"],
            ["XXX", "X.X", "XXX"],
            ["XXX", "XXX", "XXX"],
        ];
        const THREE: [(HandicapOrder, [&str; 3]); 3] = [
            (HandicapOrder::Gtp, ["X.X", "...", "X.."]),
            (HandicapOrder::Traditional, ["..X", "...", "X.X"]),
            (HandicapOrder::Chinese, ["..X", ".X.", "X.."]),
        ];
        // The lines of each side: the near one, the middle and the far one, in A1 style.
        let lines = |side: u8| match side {
            7 => ([3, 4, 5], false),
            8 => ([3, 5, 6], false),
            9 => ([3, 5, 7], true),
            10 => ([3, 6, 8], false),
            11 => ([3, 6, 9], true),
            12 => ([3, 7, 10], false),
            13 => ([4, 7, 10], true),
            14 => ([4, 8, 11], false),
            15 => ([4, 8, 12], true),
            16 => ([4, 9, 13], false),
            17 => ([4, 9, 14], true),
            18 => ([4, 10, 15], false),
            19 => ([4, 10, 16], true),
            20 => ([4, 11, 17], false),
            21 => ([4, 11, 18], true),
            _ => unreachable!("no such side in the table"),
        };
        for (width, height) in (7..=21).flat_map(|width| (7..=21).map(move |height| (width, height))) {
            let size = Size::new(width, height).unwrap();
            let ((columns, odd_width), (rows, odd_height)) = (lines(width), lines(height));
            let has_all = odd_width && odd_height;
            let expected = |picture: [&str; 3]| -> Points {
                let stone = |(row, line): (usize, &str)| -> Vec<String> {
                    let stones = line.char_indices().filter(|(_, c)| *c == 'X').map(|(column, _)| column);
                    let name = |column: usize| {
                        let letter = b"ABCDEFGHJKLMNOPQRSTUV"[columns[column] as usize - 1];
                        // The picture has the upper row first.
                        format!("{}{}", char::from(letter), rows[2 - row])
                    };
                    stones.map(name).collect()
                };
                let names = picture.into_iter().enumerate().flat_map(stone);
                names.map(|name| Point::from_a1(&name, size).unwrap()).collect()
            };
            for (stones, picture) in (2..).zip(ODD) {
                for (order, three) in THREE {
                    let picture = if stones == 3 { three } else { picture };
                    let exists = has_all || stones <= 4 && !(stones == 3 && order == HandicapOrder::Chinese);
                    let points = if exists { expected(picture) } else { Points::new() };
                    assert_eq!(order.points(stones, size), points, "{stones} on {size} in the order {order:?}");
                }
            }
            assert_eq!(star_points(size), expected(if has_all { ODD[7] } else { ODD[2] }));
        }
        for size in ["6x6", "1x1", "6x19", "19x5"] {
            assert!(star_points(size.parse().unwrap()).is_empty());
        }
    }
}
