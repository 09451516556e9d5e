//! A set of points with one bit for each point of the largest board, for lists that grow property by property.

use kifu_goban::{Point, Rect, Size};

/// One word for each row, one bit for each column.
pub(super) struct PointMap([u64; Size::MAX as usize]);

impl Default for PointMap {
    fn default() -> Self {
        Self([0; Size::MAX as usize])
    }
}

impl PointMap {
    pub(super) fn add(&mut self, list: &[Rect]) {
        for rect in list {
            let columns = columns(*rect);
            for y in rows(*rect) {
                self.0[y] |= columns;
            }
        }
    }

    /// Returns the first point of a list that is in the set.
    pub(super) fn first_of(&self, list: &[Rect]) -> Option<Point> {
        list.iter().find_map(|rect| {
            rows(*rect).find_map(|y| {
                let common = self.0[y] & columns(*rect);
                let x = u8::try_from(common.trailing_zeros()).ok().filter(|_| common != 0)?;
                Point::new(x, u8::try_from(y).ok()?)
            })
        })
    }
}

fn rows(rect: Rect) -> impl Iterator<Item = usize> {
    usize::from(rect.upper_left().y())..usize::from(rect.lower_right().y()) + 1
}

/// Returns the bits of the columns of a rectangle.
fn columns(rect: Rect) -> u64 {
    let (left, right) = (rect.upper_left().x(), rect.lower_right().x());
    (u64::MAX >> (63 - (right - left))) << left
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;
    use kifu_goban::Points;
    use proptest::prelude::*;

    fn point() -> impl Strategy<Value = Point> {
        (0..Size::MAX, 0..Size::MAX).prop_map(|(x, y)| Point::new(x, y).unwrap())
    }

    fn list() -> impl Strategy<Value = Vec<Rect>> {
        prop::collection::vec((point(), point()).prop_map(|(a, b)| Rect::new(a, b)), 0..4)
    }

    proptest! {
        /// The set has the points of its lists, and finds a point of another list exactly if the lists have common points.
        #[test]
        fn is_a_set_of_points(first in list(), second in list(), other in list()) {
            let mut map = PointMap::default();
            map.add(&first);
            map.add(&second);
            let all: Points = first.into_iter().chain(second).collect();
            let found = map.first_of(&other);
            prop_assert_eq!(found.is_some(), other.iter().any(|rect| rect.iter().any(|point| all.contains(point))));
            if let Some(found) = found {
                prop_assert!(all.contains(found) && other.iter().any(|rect| rect.iter().any(|point| point == found)));
            }
        }
    }
}
