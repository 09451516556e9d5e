//! Points: how they are spelt, and the part of the board that the file shows.

use crate::Spelling;
use alloc::string::ToString;
use kifu_goban::{Point, Rect, Size};
use kifu_json::{Kind, Value, Writer};

/// The visible part of a board. The coordinates of JGF 1 count from its upper left corner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// The visible part.
    pub(crate) rect: Rect,
    /// The size of the visible part.
    pub(crate) size: Size,
}

/// The meaning of a value in place of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PointValue {
    On(Point),
    /// A point outside the board, with its coordinates in the file.
    Off(i64, i64),
    /// Not a point.
    Wrong,
}

impl PointValue {
    pub(crate) fn on(self) -> Option<Point> {
        if let Self::On(point) = self { Some(point) } else { None }
    }
}

impl Window {
    /// Returns the window that shows the whole board.
    pub(crate) fn whole(size: Size) -> Self {
        Self { rect: size.rect(), size }
    }

    /// Returns the window that shows a part of a board.
    pub(crate) fn of(rect: Rect) -> Option<Self> {
        let (from, to) = (rect.upper_left(), rect.lower_right());
        let size = Size::new(to.x() - from.x() + 1, to.y() - from.y() + 1)?;
        Some(Self { rect, size })
    }

    /// Returns the point of a value: `[3, 3]`, `"dd"`, or the first entries of a label.
    pub(crate) fn point(self, value: Value<'_>) -> PointValue {
        let Some((x, y)) = coordinates(value) else { return PointValue::Wrong };
        self.at(x, y)
    }

    /// Returns the point at coordinates of the file.
    pub(crate) fn at(self, x: i64, y: i64) -> PointValue {
        let inside = u8::try_from(x).ok().zip(u8::try_from(y).ok());
        let inside = inside.filter(|&(x, y)| x < self.size.width() && y < self.size.height());
        let from = self.rect.upper_left();
        match inside.and_then(|(x, y)| Point::new(x + from.x(), y + from.y())) {
            Some(point) => PointValue::On(point),
            None => PointValue::Off(x, y),
        }
    }

    /// Returns true if the window shows a point.
    pub(crate) fn contains(self, point: Point) -> bool {
        let (from, to) = (self.rect.upper_left(), self.rect.lower_right());
        (from.x()..=to.x()).contains(&point.x()) && (from.y()..=to.y()).contains(&point.y())
    }

    /// Returns a point with the coordinates of the file.
    pub(crate) fn relative(self, point: Point) -> Option<Point> {
        let from = self.rect.upper_left();
        Point::new(point.x().checked_sub(from.x())?, point.y().checked_sub(from.y())?)
    }

    /// Writes a point.
    pub(crate) fn write(self, point: Point, spelling: Spelling, out: &mut Writer) {
        match spelling {
            Spelling::Letters => {
                out.string(&self.relative(point).unwrap_or(point).to_string());
            }
            Spelling::Numbers => {
                out.begin_array_inline();
                self.write_numbers(point, out);
                out.end();
            }
        }
    }

    /// Writes the two numbers of a point into an array.
    pub(crate) fn write_numbers(self, point: Point, out: &mut Writer) {
        let point = self.relative(point).unwrap_or(point);
        out.integer(i64::from(point.x()));
        out.integer(i64::from(point.y()));
    }
}

/// Returns the coordinates of a value in the spelling of any dialect, from 0.
pub(crate) fn coordinates(value: Value<'_>) -> Option<(i64, i64)> {
    if value.kind() == Kind::Array {
        let first = value.element(0)?;
        if first.kind() == Kind::String {
            return letters(&first.string()?);
        }
        return Some((first.integer()?, value.element(1)?.integer()?));
    }
    letters(&value.string()?)
}

/// Returns the coordinates of two letters: `a` to `z`, then `A` to `Z`.
fn letters(text: &str) -> Option<(i64, i64)> {
    let coordinate = |letter: u8| match letter {
        b'a'..=b'z' => Some(i64::from(letter - b'a')),
        b'A'..=b'Z' => Some(i64::from(letter - b'A') + 26),
        _ => None,
    };
    match text.as_bytes() {
        [x, y] => Some((coordinate(*x)?, coordinate(*y)?)),
        _ => None,
    }
}
