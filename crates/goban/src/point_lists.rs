//! Rectangles in formats that write points one by one.
//!
//! Other programs read only points. But a rectangle takes few letters in SGF, and its points may take a thousand times as much text. So
//! such a format writes rectangles up to these areas point by point, and larger ones in a form of its own.
//!
//! ```
//! use kifu_goban::point_lists::{MAX_INHERITED_AREA, MAX_MARK_AREA};
//! assert!(MAX_INHERITED_AREA < MAX_MARK_AREA);
//! ```

use crate::{Action, Go, Mark, Points, PositionEdit, Rect};
use kifu_core::{Node, Record};

/// The maximum area of a rectangle of marks that is written point by point. A larger area in SGF text is a rectangle with two
/// corners, and single points would take more than 20 times as much text. No user draws that many marks by hand.
pub const MAX_MARK_AREA: usize = 8;
/// The maximum area for marks that later nodes inherit (dimmed points and views). Few programs read these marks.
pub const MAX_INHERITED_AREA: usize = 1;
/// The maximum number of points in all large rectangles of stones and territory of a record for which these are written point by
/// point. The value is four times the number of points of a 19x19 board.
const MAX_POINTS_OF_RECORD: usize = 4 * 361;

/// Returns the maximum area of rectangles of stones and territory that are written point by point in a record.
///
/// ```
/// use kifu_core::Record;
/// use kifu_goban::{Go, point_lists};
/// let record: Record<Go> = Record::default();
/// assert!(point_lists::max_area_of_stones(&record) > point_lists::MAX_MARK_AREA);
/// ```
#[must_use]
pub fn max_area_of_stones(record: &Record<Go>) -> usize {
    let large = |points: &Points| points.rects().map(Rect::area).filter(|&area| area > MAX_MARK_AREA).sum::<usize>();
    let of_edit =
        |edit: &PositionEdit| [edit.black(), edit.white(), edit.clear()].into_iter().map(large).sum::<usize>();
    let of_node = |node: &Node<Go>| {
        let edit = if let Some(Action::Edit(edit)) = &node.action { of_edit(edit) } else { 0 };
        let marks = node.details().into_iter().flat_map(|details| &details.marks);
        let territory = |mark: &Mark| if let Mark::Territory(_, points) = mark { large(points) } else { 0 };
        edit + marks.map(territory).sum::<usize>()
    };
    let tree = &record.tree;
    let all = of_edit(&record.setup.stones) + tree.preorder().map(|node| of_node(&tree[node])).sum::<usize>();
    if all <= MAX_POINTS_OF_RECORD { MAX_POINTS_OF_RECORD } else { MAX_MARK_AREA }
}
