//! The most common queries of a record of go.

use crate::{Action, Color, Go, Mark, Move, Rect};
use kifu_core::{Player, Record};

/// The players, the moves and the view of a record of go.
///
/// ```
/// use kifu_core::{Node, Record};
/// use kifu_goban::{Action, Color, Go, GoRecord, Move, Point};
/// let mut record: Record<Go> = Record::default();
/// record.info.player_mut(Color::White.seat()).name = "Nils".into();
/// let at = Point::from_a1("Q16", record.setup.size).unwrap();
/// record.tree.add(record.tree.root(), Node::new(Some(Action::from(Move::play(Color::Black, at)))));
/// assert_eq!(record.white().map(|player| player.name.as_str()), Some("Nils"));
/// assert!(record.main_line().map(|played| played.to_a1(record.setup.size)).eq(["B Q16"]));
/// ```
pub trait GoRecord {
    /// Returns the player of the black stones, if the record has data about the player.
    fn black(&self) -> Option<&Player>;

    /// Returns the player of the white stones, if the record has data about the player.
    fn white(&self) -> Option<&Player>;

    /// Returns the moves of the main line, in order.
    fn main_line(&self) -> impl Iterator<Item = Move>;

    /// Returns the part of the board that is shown at the start: the view of the root, if it is one rectangle of the board, and not the
    /// whole board.
    ///
    /// ```
    /// use kifu_core::Record;
    /// use kifu_goban::{Go, GoRecord, Mark, Point, Rect};
    /// let mut record: Record<Go> = Record::default();
    /// let corner = Rect::new(Point::from_sgf("aa").unwrap(), Point::from_sgf("ii").unwrap());
    /// let root = record.tree.root();
    /// record.tree[root].details_mut().marks.extend([Mark::View(corner.into())]);
    /// assert_eq!(record.start_view(), Some(corner));
    /// ```
    fn start_view(&self) -> Option<Rect>;
}

impl GoRecord for Record<Go> {
    fn black(&self) -> Option<&Player> {
        self.info.player(&Color::Black.seat())
    }

    fn white(&self) -> Option<&Player> {
        self.info.player(&Color::White.seat())
    }

    fn main_line(&self) -> impl Iterator<Item = Move> {
        self.moves().filter_map(Action::as_move)
    }

    fn start_view(&self) -> Option<Rect> {
        let details = self.tree[self.tree.root()].details()?;
        let mut views =
            details.marks.iter().filter_map(|mark| if let Mark::View(points) = mark { Some(points) } else { None });
        let points = views.next().filter(|_| views.next().is_none())?;
        let mut rects = points.rects();
        let rect = rects.next().filter(|_| rects.next().is_none())?;
        let size = self.setup.size;
        (size.contains(rect.lower_right()) && rect != size.rect()).then_some(rect)
    }
}

#[cfg(test)]
mod tests {
    use crate::Go;
    use kifu_core::Node;

    /// A file may have millions of plain moves. With the links of the tree, which take 16 bytes, a node takes 48: 16 for the action,
    /// 8 for the time and 8 for the pointer to rarer data. A larger node makes each reader slower and collections larger.
    #[test]
    fn a_node_is_small() {
        assert!(size_of::<Node<Go>>() <= 32, "{}", size_of::<Node<Go>>());
    }
}
