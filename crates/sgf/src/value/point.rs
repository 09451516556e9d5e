//! Points, moves, rectangles and sizes.

use super::{Meaning, raw::compose, text::simple_text};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_goban::{Color, Move, Point, Rect, Size};

/// Parses a point of go: two letters, counted from the upper left. It need not be on the board.
///
/// ```
/// use kifu_goban::Point;
/// use kifu_sgf::value::{Meaning, point};
/// assert_eq!(point("pd"), Meaning::Exact(Point::new(15, 3).unwrap()));
/// assert_eq!(point("p\\d"), Meaning::Exact(Point::new(15, 3).unwrap())); // an unnecessary escape
/// assert_eq!(point("Q16"), Meaning::None);
/// ```
#[must_use]
pub fn point(raw: &str) -> Meaning<Point> {
    if let Some(point) = Point::from_sgf(raw) {
        return Meaning::Exact(point);
    }
    let text = simple_text(raw);
    // A letter may have an unnecessary escape, and there may be white space between the letters.
    if text.len() > MAX_POINT_TEXT {
        return Meaning::None;
    }
    let letters: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    Meaning::of(Point::from_sgf(&letters), letters.len() == text.len(), Point::to_string)
}

/// The length above which a text is not a point.
const MAX_POINT_TEXT: usize = 64;

/// Parses a move of go: a point, or a pass (`[]`; `[tt]` if no side of the board is over 19).
///
/// ```
/// use kifu_goban::{Color, Move, Point, Size};
/// use kifu_sgf::value::{Meaning, play};
/// let pass = Move::pass(Color::Black);
/// assert_eq!(play("tt", Color::Black, Size::square(19).unwrap()), Meaning::Exact(pass));
/// let tt = Move::play(Color::Black, Point::from_sgf("tt").unwrap());
/// assert_eq!(play("tt", Color::Black, Size::square(21).unwrap()), Meaning::Exact(tt));
/// assert_eq!(play("--", Color::Black, Size::default()), Meaning::Loose(pass, String::new()));
/// ```
#[must_use]
pub fn play(raw: &str, color: Color, size: Size) -> Meaning<Move> {
    if raw.is_empty() || (raw == "tt" && size.tt_is_pass()) {
        return Meaning::Exact(Move::pass(color));
    }
    match point(raw) {
        Meaning::Exact(point) => Meaning::Exact(Move::play(color, point)),
        Meaning::Loose(point, _) if point.to_sgf() == ['t', 't'] && size.tt_is_pass() => {
            Meaning::Loose(Move::pass(color), String::new())
        }
        Meaning::Loose(point, written) => Meaning::Loose(Move::play(color, point), written),
        Meaning::None => match simple_text(raw).trim() {
            "" | "--" | "pass" | "PASS" | "Pass" => Meaning::Loose(Move::pass(color), String::new()),
            _ => Meaning::None,
        },
    }
}

/// Parses an entry of a list of points: a point, or the upper left and the lower right corner of a rectangle.
///
/// ```
/// use kifu_sgf::value::{Meaning, rect};
/// assert_eq!(rect("aa:cc").value().unwrap().area(), 9);
/// // A rectangle of one point is written as that point, and the upper left corner comes first.
/// assert!(matches!(rect("aa:aa"), Meaning::Loose(_, better) if better == "aa"));
/// assert!(matches!(rect("cc:aa"), Meaning::Loose(_, better) if better == "aa:cc"));
/// ```
#[must_use]
pub fn rect(raw: &str) -> Meaning<Rect> {
    if let Some(point) = Point::from_sgf(raw) {
        return Meaning::Exact(point.into());
    }
    let Some((from, to)) = compose(raw) else {
        return match point(raw) {
            Meaning::Exact(point) => Meaning::Exact(point.into()),
            Meaning::Loose(point, written) => Meaning::Loose(point.into(), written),
            Meaning::None => Meaning::None,
        };
    };
    let (exact, corners) = match (point(from), point(to)) {
        (Meaning::Exact(from), Meaning::Exact(to)) => {
            (from.x() <= to.x() && from.y() <= to.y() && from != to, Some((from, to)))
        }
        (from, to) => (false, from.value().zip(to.value())),
    };
    Meaning::of(corners.map(|(from, to)| Rect::new(from, to)), exact, Rect::to_string)
}

/// Parses a size: a number, or columns and rows. `n:n` and `19x19` are loose.
///
/// ```
/// use kifu_goban::Size;
/// use kifu_sgf::value::{Meaning, size};
/// assert_eq!(size("19"), Meaning::Exact(Size::default()));
/// assert_eq!(size("9:13"), Meaning::Exact(Size::new(9, 13).unwrap()));
/// assert_eq!(size("19:19"), Meaning::Loose(Size::default(), "19".into()));
/// ```
#[must_use]
pub fn size(raw: &str) -> Meaning<Size> {
    let text = simple_text(raw);
    let trimmed = text.trim();
    let side = |part: &str| part.trim().parse::<u8>().ok();
    if let Some(side) = side(trimmed) {
        return Meaning::of(Size::square(side), trimmed.len() == raw.len() && !raw.starts_with(['+', '0']), size_text);
    }
    let parts = trimmed.split_once(':').or_else(|| trimmed.split_once(['x', 'X', '×', '*']));
    let Some(size) = parts.and_then(|(w, h)| Size::new(side(w)?, side(h)?)) else { return Meaning::None };
    let written = size_text(&size);
    Meaning::of(Some(size), written == raw, |_| written)
}

/// Returns a size in the form of SZ.
///
/// ```
/// use kifu_goban::Size;
/// use kifu_sgf::value::size_text;
/// assert_eq!(size_text(&Size::square(9).unwrap()), "9");
/// assert_eq!(size_text(&Size::new(9, 13).unwrap()), "9:13");
/// ```
#[must_use]
pub fn size_text(size: &Size) -> String {
    if size.is_square() { size.width().to_string() } else { format!("{}:{}", size.width(), size.height()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_and_moves() {
        let at = |letters| Point::from_sgf(letters).unwrap();
        assert_eq!(rect("cc:aa"), Meaning::Loose(Rect::new(at("aa"), at("cc")), "aa:cc".to_string()));
        assert_eq!(rect("aa:cc"), Meaning::Exact(Rect::new(at("aa"), at("cc"))));
        assert_eq!(point("g\\a"), Meaning::Exact(at("ga")));
        assert_eq!(point(" ga"), Meaning::Loose(at("ga"), "ga".to_string()));
        assert_eq!(point("g a"), Meaning::Loose(at("ga"), "ga".to_string()));
        let (small, large) = (Size::default(), Size::new(20, 13).unwrap());
        assert_eq!(play("tt", Color::Black, small), Meaning::Exact(Move::pass(Color::Black)));
        assert_eq!(play("tt", Color::Black, large), Meaning::Exact(Move::play(Color::Black, at("tt"))));
        assert_eq!(play("--", Color::White, small), Meaning::Loose(Move::pass(Color::White), String::new()));
        assert_eq!(play("Q16", Color::White, small), Meaning::None);
    }

    #[test]
    fn sizes() {
        assert_eq!(size("19"), Meaning::Exact(Size::default()));
        assert_eq!(size("13:9"), Meaning::Exact(Size::new(13, 9).unwrap()));
        assert_eq!(size("19x19"), Meaning::Loose(Size::default(), "19".to_string()));
        assert_eq!(size("9:9"), Meaning::Loose(Size::square(9).unwrap(), "9".to_string()));
        for raw in ["0", "53", "x", "", "19 19", "9:0", "-9"] {
            assert_eq!(size(raw), Meaning::None, "{raw}");
        }
    }
}
