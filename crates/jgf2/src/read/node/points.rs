//! The points of a list: of stones, of marks and of territory.

use crate::{codes, read::Reader};
use alloc::{format, string::String, vec::Vec};
use kifu_core::Span;
use kifu_goban::{Point, Points, Rect, Size};
use kifu_json::{Kind, Value, record::excerpt};

/// Returns the entries of a list. An object counts as a list of one entry.
pub(super) fn entries(value: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    value.elements().chain((value.kind() == Kind::Object).then_some(value))
}

/// Returns the list of points of an entry.
pub(super) fn list(entry: Value<'_>) -> Option<Value<'_>> {
    entry.get("coords").or_else(|| entry.get("coordinates")).filter(|list| list.kind() == Kind::Array)
}

/// Returns the elements of the list of points of an entry.
pub(super) fn elements_of_list(entry: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    list(entry).into_iter().flat_map(Value::elements)
}

/// Returns the rectangles of an entry.
pub(super) fn elements_of_rects(entry: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    entry.get("rects").into_iter().flat_map(Value::elements)
}

/// Returns true if an entry has a list of points, or is a point.
pub(super) fn has_points(entry: Value<'_>) -> bool {
    let has_rects = entry.get("rects").is_some_and(|list| list.kind() == Kind::Array);
    list(entry).is_some() || has_rects || entry.get("x").is_some()
}

/// Returns the point, if the board has it.
pub(super) fn point(size: Size, x: i64, y: i64) -> Option<Point> {
    let point = Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)?;
    size.contains(point).then_some(point)
}

/// Returns the point of an object with `x` and `y`, or of a pair, if the board has it.
pub(super) fn point_of(size: Size, value: Value<'_>) -> Option<Point> {
    let side = |key, index| value.get(key).or_else(|| value.element(index)).and_then(Value::integer);
    point(size, side("x", 0)?, side("y", 1)?)
}

/// Returns the rectangle of an object with the corners `from` and `to`, if the board has them.
pub(super) fn rect_of(size: Size, value: Value<'_>) -> Option<Rect> {
    let corner = |key| point_of(size, value.get(key)?);
    Some(Rect::new(corner("from")?, corner("to")?))
}

/// Returns the reason why a value is not a point, line or rectangle of the board, for a message.
pub(super) fn off_board_words(size: Size, value: Value<'_>) -> String {
    let sides = |value: Value<'_>| {
        let side = |key, index| value.get(key).or_else(|| value.element(index)).and_then(Value::integer);
        side("x", 0).zip(side("y", 1))
    };
    let corners = ["from", "to"].into_iter().filter_map(|key| value.get(key));
    let outside = corners.chain([value]).filter_map(sides).find(|&(x, y)| point(size, x, y).is_none());
    match outside {
        Some((x, y)) => format!("the point ({x}, {y}) is outside the {size} board"),
        None => format!("{} is not a point of the {size} board", excerpt(value.raw())),
    }
}

/// Returns the name of a point of the board for messages: `C17 (2, 2)`, in A1 style and as the file has it.
pub(super) fn named(point: Point, size: Size) -> String {
    format!("{} ({}, {})", point.to_a1(size), point.x(), point.y())
}

/// Returns the place of a point in the list of an entry, or that of the entry.
pub(super) fn place_of(point: Point, entry: Value<'_>, size: Size) -> Span {
    let has_point = |value: &Value<'_>| point_of(size, *value) == Some(point);
    elements_of_list(entry).find(has_point).unwrap_or(entry).span()
}

/// A set of points with one bit for each point of the largest board.
#[derive(Clone)]
pub(super) struct PointBits([u64; Size::MAX as usize]);

impl Default for PointBits {
    fn default() -> Self {
        Self([0; Size::MAX as usize])
    }
}

impl PointBits {
    fn contains(&self, point: Point) -> bool {
        self.0[usize::from(point.y())] & (1 << point.x()) != 0
    }

    fn insert(&mut self, point: Point) {
        self.0[usize::from(point.y())] |= 1 << point.x();
    }
}

/// The points of an entry.
pub(super) struct EntryPoints<'v> {
    pub(super) rects: Vec<Rect>,
    /// The first point outside the board.
    pub(super) off_board: Option<Value<'v>>,
}

impl Reader {
    pub(super) fn point(&self, x: i64, y: i64) -> Option<Point> {
        point(self.size, x, y)
    }

    /// Returns the points of an entry with `coords` or `rects`, or of an entry that is a point. Reports a repeated point.
    pub(super) fn points<'v>(&mut self, entry: Value<'v>) -> EntryPoints<'v> {
        let size = self.size;
        let mut rects = Vec::new();
        let mut off_board = None;
        let flat = list(entry).is_none().then_some(entry).filter(|entry| entry.get("x").is_some());
        let points = elements_of_list(entry).chain(flat);
        let points = points.map(|value| (value, point_of(size, value).map(Rect::from)));
        let large = elements_of_rects(entry).map(|value| (value, rect_of(size, value)));
        for (value, rect) in points.chain(large) {
            if rect.is_none() {
                off_board.get_or_insert(value);
            }
            rects.extend(rect.map(|rect| (value, rect)));
        }
        self.report_point_twice(&rects);
        EntryPoints { rects: rects.into_iter().map(|(_, rect)| rect).collect(), off_board }
    }

    /// Reports the first point of an entry that an earlier entry of the same kind has, and adds the points to those of the kind.
    pub(super) fn report_in_earlier_entry(&mut self, entry: Value<'_>, rects: &[Rect], seen: &mut PointBits) {
        let mut points = rects.iter().flat_map(|rect| rect.iter());
        if let Some(point) = points.find(|&point| seen.contains(point)) {
            let (name, at) = (named(point, self.size), place_of(point, entry, self.size));
            self.json
                .diagnostics
                .report(&codes::POINT_TWICE, at, || format!("an earlier entry has {name} too; read once"));
        }
        rects.iter().flat_map(|rect| rect.iter()).for_each(|point| seen.insert(point));
    }

    fn report_point_twice(&mut self, rects: &[(Value<'_>, Rect)]) {
        let area = rects.iter().map(|(_, rect)| rect.area()).sum::<usize>();
        if rects.len() <= 1 || area <= rects.iter().map(|(_, rect)| *rect).collect::<Points>().len() {
            return;
        }
        let mut seen = [[false; Size::MAX as usize]; Size::MAX as usize];
        let mut is_repeated =
            |point: Point| core::mem::replace(&mut seen[usize::from(point.y())][usize::from(point.x())], true);
        let again = rects
            .iter()
            .find_map(|(value, rect)| rect.iter().find(|&point| is_repeated(point)).map(|point| (value, point)));
        if let Some((value, point)) = again {
            let name = named(point, self.size);
            self.json
                .diagnostics
                .report(&codes::POINT_TWICE, value.span(), || format!("{name} is repeated; read once"));
        }
    }
}
