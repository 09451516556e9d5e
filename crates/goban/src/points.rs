use crate::{Point, Size};
use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::fmt;

/// A rectangle of points, including both corners.
///
/// ```
/// use kifu_goban::{Point, Rect};
/// let p = |letters| Point::from_sgf(letters).unwrap();
/// let rect = Rect::new(p("cb"), p("ad"));
/// assert_eq!((rect.upper_left(), rect.lower_right()), (p("ab"), p("cd")));
/// assert_eq!(rect.area(), 9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rect {
    from: Point,
    to: Point,
}

impl Rect {
    /// Returns the rectangle between two opposite corners, in any order.
    #[must_use]
    pub fn new(a: Point, b: Point) -> Self {
        let corner = |x, y| Point::new(x, y).expect("between two points");
        Self { from: corner(a.x().min(b.x()), a.y().min(b.y())), to: corner(a.x().max(b.x()), a.y().max(b.y())) }
    }

    /// Returns the corners for people, in A1 style where they are on a board of this size.
    fn text(self, size: Size) -> String {
        let (from, to) = (self.from.text(size), self.to.text(size));
        if from == to { from } else { format!("{from}:{to}") }
    }

    /// Returns the upper left corner.
    #[must_use]
    pub fn upper_left(self) -> Point {
        self.from
    }

    /// Returns the lower right corner.
    #[must_use]
    pub fn lower_right(self) -> Point {
        self.to
    }

    /// The number of points.
    #[must_use]
    pub fn area(self) -> usize {
        usize::from(self.to.x() - self.from.x() + 1) * usize::from(self.to.y() - self.from.y() + 1)
    }

    /// Returns the points, row by row from the top.
    pub fn iter(self) -> impl Iterator<Item = Point> {
        let columns = self.from.x()..=self.to.x();
        (self.from.y()..=self.to.y()).flat_map(move |y| columns.clone().filter_map(move |x| Point::new(x, y)))
    }
}

impl From<Point> for Rect {
    fn from(point: Point) -> Self {
        Self { from: point, to: point }
    }
}

impl fmt::Display for Rect {
    /// Writes the rectangle as in SGF: `cc`, or `aa:cc`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.from == self.to { self.from.fmt(f) } else { write!(f, "{}:{}", self.from, self.to) }
    }
}

impl fmt::Debug for Rect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A set of points, stored as rectangles: a whole board is one rectangle.
///
/// Equal sets have equal rectangles, independent of how they were built.
///
/// ```
/// use kifu_goban::{Point, Points};
/// let p = |letters| Point::from_sgf(letters).unwrap();
/// let points: Points = [p("ab"), p("aa"), p("ba"), p("bb"), p("dd")].into_iter().collect();
/// assert_eq!(points.to_string(), "[aa:bb][dd]");
/// assert_eq!(points.len(), 5);
/// assert!(points.contains(p("ba")));
/// ```
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(Box<[Rect]>);

/// The maximum number of rectangles in a text for people: the points of the largest usual handicap.
const SHOWN: usize = 9;

impl Points {
    /// Returns the points for people, in A1 style where they are on a board of this size: `D4, A19:C17 and 12 more`.
    pub(crate) fn text(&self, size: Size) -> String {
        let texts: Vec<String> = self.rects().take(SHOWN).map(|rect| rect.text(size)).collect();
        let more: usize = self.rects().skip(SHOWN).map(Rect::area).sum();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        texts.join(", ") + &more
    }

    /// The memory of the rectangles, in bytes.
    pub(crate) fn memory(&self) -> usize {
        size_of_val(&*self.0)
    }

    /// Creates an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the rectangles: disjoint, and sorted by their upper left corners.
    ///
    /// ```
    /// use kifu_goban::{Point, Points};
    /// // Three stones in a row, and one below the first.
    /// let points: Points = ["dd", "ed", "fd", "de"].into_iter().filter_map(Point::from_sgf).collect();
    /// assert!(points.rects().map(|rect| rect.to_string()).eq(["dd:fd", "de"]));
    /// ```
    pub fn rects(&self) -> impl Iterator<Item = Rect> {
        self.0.iter().copied()
    }

    /// Returns the points, rectangle by rectangle.
    pub fn iter(&self) -> impl Iterator<Item = Point> {
        self.rects().flat_map(Rect::iter)
    }

    /// The number of points.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rects().map(Rect::area).sum()
    }

    /// Returns true if the set is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns true if `point` is in the set.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        self.rects().any(|rect| {
            (rect.from.x()..=rect.to.x()).contains(&point.x()) && (rect.from.y()..=rect.to.y()).contains(&point.y())
        })
    }

    /// Returns the points of this set and of `other`.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.rects().chain(other.rects()).collect()
    }

    /// Returns the points of this set that are not in `other`.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let (mut rows, gone) = (Rows::of(self.rects()), Rows::of(other.rects()));
        for (row, gone) in rows.0.iter_mut().zip(gone.0) {
            *row &= !gone;
        }
        rows.into_points()
    }

    /// Returns the points that are on a board of this size.
    #[must_use]
    pub fn within(&self, size: Size) -> Self {
        let mut rows = Rows::of(self.rects());
        for (y, row) in rows.0.iter_mut().enumerate() {
            *row &= if y < usize::from(size.height()) { u64::MAX >> (64 - size.width()) } else { 0 };
        }
        rows.into_points()
    }
}

/// A bitmap of the largest board: one word for each row, one bit for each column.
struct Rows([u64; Size::MAX as usize]);

impl Rows {
    fn of(rects: impl Iterator<Item = Rect>) -> Self {
        let mut rows = Self([0; Size::MAX as usize]);
        for rect in rects {
            let columns = (u64::MAX >> (63 - (rect.to.x() - rect.from.x()))) << rect.from.x();
            for row in &mut rows.0[usize::from(rect.from.y())..=usize::from(rect.to.y())] {
                *row |= columns;
            }
        }
        rows
    }

    /// Converts the bitmap to rectangles, from the top. Each run of a row becomes a rectangle that extends down while the rows
    /// below have exactly the same run.
    fn into_points(mut self) -> Points {
        let mut rects = Vec::new();
        for y in 0..self.0.len() {
            while self.0[y] != 0 {
                let left = self.0[y].trailing_zeros();
                let width = (!(self.0[y] >> left)).trailing_zeros();
                let run = (u64::MAX >> (64 - width)) << left;
                let edges = run | run << 1 | run >> 1;
                let below = self.0[y..].iter().take_while(|&&row| row & edges == run).count();
                for row in &mut self.0[y..y + below] {
                    *row &= !run;
                }
                let small = |n: usize| u8::try_from(n).expect("at most 52");
                let corner = |x: u32, y: usize| Point::new(small(x as usize), small(y)).expect("on the largest board");
                rects.push(Rect { from: corner(left, y), to: corner(left + width - 1, y + below - 1) });
            }
        }
        Points(rects.into_boxed_slice())
    }
}

impl FromIterator<Rect> for Points {
    fn from_iter<I: IntoIterator<Item = Rect>>(rects: I) -> Self {
        let mut rects = rects.into_iter();
        match (rects.next(), rects.next()) {
            (None, _) => Self::new(),
            (Some(one), None) => Self(Box::new([one])),
            (Some(one), Some(two)) => Rows::of([one, two].into_iter().chain(rects)).into_points(),
        }
    }
}

impl FromIterator<Point> for Points {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().map(Rect::from).collect()
    }
}

impl From<Point> for Points {
    fn from(point: Point) -> Self {
        Self(Box::new([point.into()]))
    }
}

impl From<Rect> for Points {
    fn from(rect: Rect) -> Self {
        Self(Box::new([rect]))
    }
}

impl fmt::Display for Points {
    /// Writes a compressed list as in SGF: `[aa:cc][dd]`, or `[]` for the empty set.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("[]");
        }
        self.rects().try_for_each(|rect| write!(f, "[{rect}]"))
    }
}

impl fmt::Debug for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{collections::BTreeSet, vec::Vec};
    use proptest::prelude::*;

    fn rect() -> impl Strategy<Value = Rect> {
        let side = || prop_oneof![0_u8..6, 0_u8..52];
        (side(), side(), side(), side())
            .prop_map(|(a, b, c, d)| Rect::new(Point::new(a, b).unwrap(), Point::new(c, d).unwrap()))
    }

    fn slow(rects: &[Rect]) -> BTreeSet<Point> {
        rects.iter().flat_map(|rect| rect.iter()).collect()
    }

    proptest! {
        #[test]
        fn a_set_is_its_points_however_it_was_put_together(a in prop::collection::vec(rect(), 0..8), b in prop::collection::vec(rect(), 0..4)) {
            let (x, y): (Points, Points) = (a.iter().copied().collect(), b.iter().copied().collect());
            let (p, q) = (slow(&a), slow(&b));
            let set = |points: &Points| points.iter().collect::<BTreeSet<_>>();
            prop_assert_eq!(set(&x), p.clone());
            prop_assert_eq!(x.len(), p.len());
            prop_assert_eq!(&p.iter().copied().collect::<Points>(), &x);
            prop_assert!(x.rects().is_sorted_by(|a, b| a.upper_left() < b.upper_left()));
            prop_assert_eq!(set(&x.union(&y)), &p | &q);
            prop_assert_eq!(set(&x.minus(&y)), &p - &q);
            let size = Size::new(19, 13).unwrap();
            prop_assert_eq!(set(&x.within(size)), p.iter().copied().filter(|&point| size.contains(point)).collect::<BTreeSet<_>>());
            for point in Size::square(52).unwrap().rect().iter() {
                prop_assert_eq!(x.contains(point), p.contains(&point));
            }
        }
    }

    #[test]
    fn a_whole_board_is_one_rectangle() {
        let all: Points = Size::square(52).unwrap().rect().iter().collect();
        assert_eq!(all.rects().collect::<Vec<_>>(), [Size::square(52).unwrap().rect()]);
        assert_eq!(all.len(), 2_704);
    }
}
