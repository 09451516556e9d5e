//! Backgammon (GM\[6\]).
//!
//! ```
//! use kifu_sgf::games::backgammon::Move;
//! let Move::Roll(roll) = "31hefe".parse()? else { unreachable!("it is a roll") };
//! assert_eq!((roll.dice(), roll.steps().count()), ([3, 1], 2)); // 8/5 6/5 for White
//! # Ok::<(), kifu_sgf::games::ParseNotationError>(())
//! ```

use super::{Notation, ParseNotationError};
use core::{fmt, str::FromStr};

const POINT: ParseNotationError = ParseNotationError::new("a point of backgammon, a letter from a to z");
const MOVE: ParseNotationError = ParseNotationError::new("a move of backgammon, such as 31hefe or double");

/// A place of a checker: one of the 24 points `a` to `x`, the bar `y` or the tray `z`. `a` is White's 1 point and Black's 24 point.
///
/// ```
/// use kifu_sgf::games::backgammon::Point;
/// let point: Point = "h".parse()?;
/// assert_eq!(point.letter(), 'h'); // White's 8 point
/// assert_eq!(Point::new('y'), Some(Point::BAR));
/// assert_eq!(Point::new('H'), None);
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point(u8);

impl Point {
    /// The bar.
    pub const BAR: Self = Self(b'y');
    /// The tray for checkers that were borne off.
    pub const OFF: Self = Self(b'z');

    /// Returns the point with this letter, from `a` to `z`.
    #[must_use]
    pub const fn new(letter: char) -> Option<Self> {
        if letter.is_ascii_lowercase() { Some(Self(letter as u8)) } else { None }
    }

    /// Returns the letter.
    #[must_use]
    pub const fn letter(self) -> char {
        self.0 as char
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl FromStr for Point {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut letters = text.chars();
        letters.next().filter(|_| letters.next().is_none()).and_then(Self::new).ok_or(POINT)
    }
}

impl Notation for Point {
    const WANTED: &'static str = POINT.wanted;
}

/// A step of one checker: the point that it leaves, and the point that it moves to.
///
/// ```
/// use kifu_sgf::games::backgammon::{Point, Step};
/// let step = Step::new(Point::BAR, Point::new('g').unwrap()).unwrap();
/// assert_eq!(step.to_string(), "yg"); // Black enters: bar/18
/// assert_eq!(Step::new(Point::OFF, Point::BAR), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    from: Point,
    to: Point,
}

impl Step {
    /// Returns the step, or `None` if a checker would leave the tray or move to the bar.
    #[must_use]
    pub fn new(from: Point, to: Point) -> Option<Self> {
        (from != Point::OFF && to != Point::BAR).then_some(Self { from, to })
    }

    /// Returns the point that the checker leaves.
    #[must_use]
    pub const fn from(self) -> Point {
        self.from
    }

    /// Returns the point that the checker moves to.
    #[must_use]
    pub const fn to(self) -> Point {
        self.to
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// A roll of the dice and the steps that follow it.
///
/// ```
/// use kifu_sgf::games::backgammon::{Point, Roll, Step};
/// let off = |letter| Step::new(Point::new(letter).unwrap(), Point::OFF).unwrap();
/// let roll = Roll::new([6, 6], &[off('f'), off('e'), off('d'), off('c')]).unwrap();
/// assert_eq!(roll.to_string(), "66fzezdzcz");
/// assert_eq!(Roll::new([7, 1], &[]), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Roll {
    dice: [u8; 2],
    steps: [Option<Step>; MAX_STEPS],
}

/// A double moves four checkers.
const MAX_STEPS: usize = 4;

impl Roll {
    /// Returns the roll, or `None` if a die is not from 1 to 6, or if there are more than four steps after a double or more than two
    /// after another roll.
    ///
    /// ```
    /// use kifu_sgf::games::backgammon::{Point, Roll, Step};
    /// assert_eq!(Roll::new([6, 6], &[]).unwrap().to_string(), "66"); // no legal step
    /// let step = Step::new(Point::new('h').unwrap(), Point::new('e').unwrap()).unwrap();
    /// assert!(Roll::new([3, 3], &[step; 4]).is_some());
    /// assert_eq!(Roll::new([3, 1], &[step; 3]), None);
    /// ```
    #[must_use]
    pub fn new(dice: [u8; 2], steps: &[Step]) -> Option<Self> {
        let mut roll = Self { dice, steps: [None; MAX_STEPS] };
        for (at, step) in steps.iter().enumerate() {
            *roll.steps.get_mut(at)? = Some(*step);
        }
        let may_follow = steps.len() <= 2 || dice[0] == dice[1];
        (may_follow && dice.iter().all(|die| (1..=6).contains(die))).then_some(roll)
    }

    /// Returns the numbers of the dice, in the order of the text.
    #[must_use]
    pub const fn dice(self) -> [u8; 2] {
        self.dice
    }

    /// Returns the steps, at most four.
    pub fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        self.steps.iter().flatten().copied()
    }
}

impl fmt::Display for Roll {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.dice[0], self.dice[1])?;
        self.steps().try_for_each(|step| step.fmt(f))
    }
}

/// A move: a roll, or an action with the doubling cube.
///
/// ```
/// use kifu_sgf::games::backgammon::Move;
/// assert_eq!("double".parse(), Ok(Move::Double));
/// assert_eq!("61yg".parse::<Move>()?.to_string(), "61yg");
/// assert!("71yg".parse::<Move>().is_err());
/// # Ok::<(), kifu_sgf::games::ParseNotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Move {
    /// A roll of the dice and its steps.
    Roll(Roll),
    /// The player doubles or redoubles.
    Double,
    /// The player takes the double.
    Take,
    /// The player drops the double, and loses the game.
    Drop,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Roll(roll) => roll.fmt(f),
            Self::Double => f.write_str("double"),
            Self::Take => f.write_str("take"),
            Self::Drop => f.write_str("drop"),
        }
    }
}

impl FromStr for Move {
    type Err = ParseNotationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "double" => return Ok(Self::Double),
            "take" => return Ok(Self::Take),
            "drop" => return Ok(Self::Drop),
            _ => {}
        }
        let [first, second, steps @ ..] = text.as_bytes() else { return Err(MOVE) };
        let mut found = [Step { from: Point::BAR, to: Point::OFF }; MAX_STEPS];
        if !steps.len().is_multiple_of(2) || steps.len() > 2 * MAX_STEPS {
            return Err(MOVE);
        }
        for (step, pair) in found.iter_mut().zip(steps.chunks_exact(2)) {
            let point = |at: usize| Point::new(char::from(pair[at])).ok_or(MOVE);
            *step = Step::new(point(0)?, point(1)?).ok_or(MOVE)?;
        }
        let dice = [first, second].map(|die| die.wrapping_sub(b'0'));
        Roll::new(dice, &found[..steps.len() / 2]).map(Self::Roll).ok_or(MOVE)
    }
}

impl Notation for Move {
    const WANTED: &'static str = MOVE.wanted;

    fn help(text: &str) -> Option<&'static str> {
        let text = text.trim();
        // With the first die twice, the same steps would be valid.
        let (first, rest) = (text.get(..1)?, text.get(2..)?);
        let double = alloc::format!("{first}{first}{rest}");
        let has_too_many =
            double.len() == text.len() && text.parse::<Self>().is_err() && double.parse::<Self>().is_ok();
        (has_too_many && rest.len() > 4).then_some("a roll of two different dice has at most two steps")
    }

    fn standard(text: &str) -> alloc::string::String {
        text.to_ascii_lowercase()
    }
}
