//! Generates records of gomoku, for tests of any format of the game.

use crate::{Gomoku, Point, Terms};
use kifu_conformance::Generate;
use kifu_conformance::arbitrary::{Result, Unstructured};

impl Generate for Gomoku {
    /// The free points.
    type Position = Vec<Point>;

    fn start(_: &mut Unstructured<'_>) -> Result<((), Vec<Point>)> {
        Ok(((), (0..225).map(Self::plain).collect()))
    }

    fn terms(u: &mut Unstructured<'_>) -> Result<Terms> {
        Ok(Terms { rules: (*u.choose(&["", "freestyle", "renju", "swap 2: five exactly"])?).into() })
    }

    fn action(u: &mut Unstructured<'_>, free: &mut Vec<Point>) -> Result<Option<Point>> {
        Ok(if free.is_empty() { None } else { Some(free.swap_remove(u.choose_index(free.len())?)) })
    }

    fn marks(u: &mut Unstructured<'_>, (): &()) -> Result<Vec<Point>> {
        Ok(Point::new(u.arbitrary()?, u.arbitrary()?).into_iter().collect())
    }

    fn plain(n: usize) -> Point {
        Point::new((n % 15) as u8, (n / 15 % 15) as u8).expect("both are less than 15")
    }
}
