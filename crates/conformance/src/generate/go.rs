//! Generates games of go.

use super::{
    Generate,
    values::{line, maybe, stated},
};
use crate::dump::parsed;
use arbitrary::{Result, Unstructured};
use kifu_core::{Decimal, NamedValue, Record};
use kifu_goban::{Action, Color, Go, Mark, Move, Point, Points, PositionEdit, Rect, Setup, Shape, Size, Terms};

/// The points that ever had a stone. A move is played on a point that never had one, next to another such point. So it is neither
/// suicide nor a ko capture, independent of earlier captures.
#[derive(Clone, Debug)]
pub struct Position {
    size: Size,
    touched: Vec<bool>,
    to_move: Color,
}

impl Position {
    fn index(&self, at: Point) -> usize {
        usize::from(at.y()) * usize::from(self.size.width()) + usize::from(at.x())
    }

    fn is_fresh(&self, at: Point) -> bool {
        !self.touched[self.index(at)]
    }

    fn touch(&mut self, points: &Points) {
        for point in points.iter() {
            let index = self.index(point);
            self.touched[index] = true;
        }
    }

    /// Returns true if a stone on this point has a liberty.
    fn can_play(&self, at: Point) -> bool {
        let (x, y) = (i16::from(at.x()), i16::from(at.y()));
        let beside = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)];
        let mut beside =
            beside.into_iter().filter_map(|(x, y)| Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?));
        self.is_fresh(at) && beside.any(|point| self.size.contains(point) && self.is_fresh(point))
    }
}

fn point(u: &mut Unstructured<'_>, size: Size) -> Result<Point> {
    let (x, y) = (u.int_in_range(0..=size.width() - 1)?, u.int_in_range(0..=size.height() - 1)?);
    Ok(Point::new(x, y).expect("a size is at most 52 wide and high"))
}

/// Generates a few points, or a rectangle.
fn points(u: &mut Unstructured<'_>, size: Size) -> Result<Points> {
    if u.ratio(1, 4)? {
        return Ok([Rect::new(point(u, size)?, point(u, size)?)].into_iter().collect());
    }
    let mut rects = Vec::new();
    for _ in 0..u.int_in_range(1..=4)? {
        rects.push(Rect::from(point(u, size)?));
    }
    Ok(rects.into_iter().collect())
}

/// Generates stones of both colours. If `clears` is true, it also removes stones.
fn edit(u: &mut Unstructured<'_>, size: Size, clears: bool) -> Result<PositionEdit> {
    let mut edit = PositionEdit::default();
    for color in [Some(Color::Black), Some(Color::White), None] {
        if (color.is_some() || clears)
            && let Some(points) = maybe(u, |u| points(u, size))?
        {
            edit.set(&points, color);
        }
    }
    edit.to_move = maybe(u, |u| Ok(*u.choose(&Color::ALL)?))?;
    Ok(edit)
}

impl Generate for Go {
    type Position = Position;

    fn start(u: &mut Unstructured<'_>) -> Result<(Setup, Position)> {
        let side = [19, 19, 19, 9, 13, 1, 2, 5, 20, 26, 52];
        let (width, height) = if u.ratio(1, 6)? {
            (*u.choose(&side)?, *u.choose(&side)?)
        } else {
            let side = *u.choose(&side)?;
            (side, side)
        };
        let size = Size::new(width, height).unwrap_or_default();
        let mut setup = Setup::new(size);
        setup.stones = maybe(u, |u| edit(u, size, false))?.unwrap_or_default();
        let to_move = setup.stones.to_move.unwrap_or(Color::Black);
        let mut position = Position { size, touched: vec![false; size.area()], to_move };
        position.touch(setup.stones.black());
        position.touch(setup.stones.white());
        Ok((setup, position))
    }

    fn terms(u: &mut Unstructured<'_>) -> Result<Terms> {
        let rules = ["Japanese", "Chinese", "AGA", "NZ", "GOE", "house rules: no ko"];
        let mut terms = Terms::default();
        terms.rules = maybe(u, |u| Ok((*u.choose(&rules)?).into()))?.unwrap_or_default();
        terms.komi = maybe(u, |u| stated(u, |u| Ok(Decimal::new(u.int_in_range(-20..=20)? * 5, 1).normalized())))?;
        terms.handicap = maybe(u, |u| stated(u, |u| u.int_in_range(0..=9)))?;
        terms.suicide = maybe(u, |u| u.ratio(1, 2))?;
        terms.superko = maybe(u, |u| u.ratio(1, 2))?;
        Ok(terms)
    }

    fn action(u: &mut Unstructured<'_>, position: &mut Position) -> Result<Option<Action>> {
        if u.ratio(1, 12)? {
            let edit = edit(u, position.size, true)?;
            if !edit.is_empty() {
                position.touch(edit.black());
                position.touch(edit.white());
                position.to_move = edit.to_move.unwrap_or(position.to_move);
                return Ok(Some(Action::from(edit)));
            }
        }
        // Sometimes a player moves twice.
        let color = if u.ratio(1, 16)? { position.to_move.opponent() } else { position.to_move };
        position.to_move = color.opponent();
        for _ in 0..4 {
            let at = point(u, position.size)?;
            if position.can_play(at) {
                let index = position.index(at);
                position.touched[index] = true;
                return Ok(Some(Move::play(color, at).into()));
            }
        }
        Ok(Some(Move::pass(color).into()))
    }

    fn marks(u: &mut Unstructured<'_>, setup: &Setup) -> Result<Vec<Mark>> {
        let size = setup.size;
        let mut marks = Vec::new();
        for shape in Shape::ALL {
            marks.extend(maybe(u, |u| Ok(Mark::Shape(shape, points(u, size)?)))?);
        }
        let dim = maybe(u, |u| Ok(Mark::Dim(if u.ratio(1, 4)? { Points::new() } else { points(u, size)? })))?;
        let view = maybe(u, |u| Ok(Mark::View(if u.ratio(1, 4)? { Points::new() } else { points(u, size)? })))?;
        marks.extend(dim.into_iter().chain(view));
        if let Some(black) = maybe(u, |u| points(u, size))? {
            let white = points(u, size)?.minus(&black);
            marks.push(Mark::Territory(Color::Black, black));
            if !white.is_empty() {
                marks.push(Mark::Territory(Color::White, white));
            }
        }
        if let Some(label) = maybe(u, line)? {
            marks.push(Mark::Label(point(u, size)?, label));
        }
        let (from, to) = (point(u, size)?, point(u, size)?);
        if from != to {
            marks.extend(maybe(u, |_| Ok(Mark::Arrow(from, to)))?);
            marks.extend(maybe(u, |_| Ok(Mark::Line(from, to)))?);
        }
        if let Some(kind) = maybe(u, |u| Ok(*u.choose(&["star", "hourglass"])?))? {
            let text = maybe(u, line)?.unwrap_or_default();
            marks.push(Mark::Custom { kind: kind.into(), text, points: points(u, size)? });
        }
        marks.sort();
        Ok(marks)
    }

    fn plain(n: usize) -> Action {
        let at = Size::default().rect().iter().nth(n % 361).expect("a board of 361 points");
        Move::play(if n.is_multiple_of(2) { Color::Black } else { Color::White }, at).into()
    }

    fn dump_start(record: &Record<Self>) -> Vec<NamedValue> {
        let (terms, setup) = (&record.terms, &record.setup);
        let rules = (!terms.rules.is_empty()).then(|| NamedValue::new("rules", format!("{:?}", terms.rules)));
        let komi = terms.komi.as_ref().map(|komi| NamedValue::new("komi", parsed(komi)));
        let handicap = terms.handicap.as_ref().map(|handicap| NamedValue::new("handicap", parsed(handicap)));
        let board = NamedValue::new("board", setup.size.to_string());
        let start = (!setup.stones.is_empty()).then(|| NamedValue::new("start", setup.stones.to_string()));
        let suicide = terms.suicide.map(|is_legal| NamedValue::new("suicide", is_legal.to_string()));
        let superko = terms.superko.map(|is_rule| NamedValue::new("superko", is_rule.to_string()));
        let terms = rules.into_iter().chain(komi).chain(handicap).chain(suicide).chain(superko);
        terms.chain([board]).chain(start).collect()
    }

    fn dump_mark(mark: &Mark) -> String {
        match mark {
            Mark::Shape(shape, points) => format!("{shape:?} {points}"),
            Mark::Label(at, text) => format!("Label {at} {text:?}"),
            Mark::Arrow(from, to) => format!("Arrow {from} {to}"),
            Mark::Line(from, to) => format!("Line {from} {to}"),
            Mark::Dim(points) => format!("Dim {points}"),
            Mark::View(points) => format!("View {points}"),
            Mark::Territory(color, points) => format!("Territory {color} {points}"),
            Mark::Custom { kind, text, points } => format!("{kind} {text:?} {points}"),
            other => format!("{other:?}"),
        }
    }
}
