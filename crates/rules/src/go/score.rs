//! The score of a position of go: area or territory, dead stones, seki, group tax, and the result.
//!
//! The functions here count a final position. Which stones are dead is not computed: the players or the record state it. What
//! follows from that is computed: the points of both players, the groups in seki, the prisoners, and the result under a rule set.
//!
//! ```
//! use kifu_goban::{Color, Go, Point, Points, Setup, Size, rules::Rules};
//! use kifu_rules::{Play, go::score::{Score, ScoreOptions}};
//! let size = Size::square(5).unwrap();
//! let points = |names: &[&str]| -> Points { names.iter().filter_map(|name| Point::from_a1(name, size)).collect() };
//! let mut setup = Setup::new(size);
//! setup.stones.set(&points(&["C1", "C2", "C3", "C4", "C5"]), Some(Color::Black));
//! setup.stones.set(&points(&["D1", "D2", "D3", "D4", "D5", "A3"]), Some(Color::White));
//! let board = Go::start(&setup);
//!
//! let mut options = ScoreOptions::default();
//! options.dead = points(&["A3"]);
//! options.komi = "0.5".parse()?;
//! let area = Score::new(&board, &"chinese".parse::<Rules>()?, &options)?;
//! assert_eq!((area.area.black, area.area.white, area.text()), (15, 10, "B+4.5".into()));
//! let territory = Score::new(&board, &"japanese".parse::<Rules>()?, &options)?;
//! assert_eq!((territory.territory.black, territory.territory.white, territory.text()), (10, 5, "B+5.5".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod benson;
mod dead;
mod eye;
mod life;
mod map;
mod reach;

pub use benson::{PassAlive, pass_alive};
pub use dead::{NoStoneError, chains, dead_by_territory, stones_of_regions};

use super::Board;
use alloc::{string::String, vec, vec::Vec};
use kifu_core::{Decimal, Outcome, Termination};
use kifu_goban::{
    Color, Point, Points, Size, outcome_text,
    rules::{Compensation, Rules, Scoring, Tax},
};
use life::Life;
use map::{Cell, Map};

/// What a score depends on in addition to the position and the rule set.
///
/// ```
/// use kifu_rules::go::score::ScoreOptions;
/// let mut options = ScoreOptions::default();
/// options.komi = "7.5".parse()?;
/// options.handicap = 4;
/// assert!(options.dead.is_empty());
/// # Ok::<(), kifu_core::ParseDecimalError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ScoreOptions {
    /// The dead stones. One stone stands for its chain. See [`stones_of_regions`] and [`dead_by_territory`] for other ways to mark
    /// them.
    pub dead: Points,
    /// The points that White gets for moving second.
    pub komi: Decimal,
    /// The number of handicap stones, for rule sets that give White points for them. 0 and 1 mean a game without handicap.
    pub handicap: u32,
    /// The player who passed first, for rule sets with a button.
    pub button: Option<Color>,
}

impl Default for ScoreOptions {
    /// No dead stones, no komi, no handicap, and no button.
    fn default() -> Self {
        Self { dead: Points::new(), komi: Decimal::from(0), handicap: 0, button: None }
    }
}

/// A number for each colour.
///
/// The two fields are all colours that exist, so the type is exhaustive.
///
/// ```
/// use kifu_goban::Color;
/// use kifu_rules::go::score::Count;
/// let count = Count { black: 44, white: 37 };
/// assert_eq!(count.of(Color::White), 37);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Count {
    /// The number of Black.
    pub black: u32,
    /// The number of White.
    pub white: u32,
}

impl Count {
    /// Returns the number of a colour.
    #[must_use]
    pub fn of(self, color: Color) -> u32 {
        match color {
            Color::Black => self.black,
            Color::White => self.white,
        }
    }

    fn of_mut(&mut self, color: Color) -> &mut u32 {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// The score of a position under a rule set.
///
/// ```
/// use kifu_goban::{Color, Go, Setup, Size, rules::Rules};
/// use kifu_rules::{Play, go::score::{Score, ScoreOptions}};
/// let board = Go::start(&Setup::new(Size::square(9).unwrap()));
/// let score = Score::new(&board, &Rules::default(), &ScoreOptions::default())?;
/// assert_eq!(score.dame.len(), 81); // an empty board belongs to neither player
/// assert_eq!(score.text(), "0");
/// # Ok::<(), kifu_rules::go::score::NoStoneError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// The living stones, and the points that touch stones of one colour alone. Points under dead stones count as empty.
    ///
    /// Komi, tax, compensation and the button are not included.
    pub area: Count,
    /// The points that touch stones of one colour alone, without living stones. Points under dead stones count as empty.
    ///
    /// Under territory rules with tax, points in seki and points that their owner must fill do not count. Komi, group tax,
    /// compensation and the button are not included.
    pub territory: Count,
    /// The stones that each player captured in play.
    pub captures: Count,
    /// The prisoners of each player: the captured stones, and the opponent's dead stones.
    pub prisoners: Count,
    /// The stones that were removed as dead.
    pub dead: Points,
    /// The points of groups in seki: their stones, and what they surround.
    pub seki: Points,
    /// The points without a living stone that belong to neither player, because both reach them or neither does. A point after a gap
    /// in a wall is not dame if the owner of the wall can answer a move in the gap.
    pub dame: Points,
    /// The groups that are alive without a seki. Chains that share surrounded points are one group.
    pub groups: Count,
    /// The points that the tax of the rule set takes from each player: two for each group with [`Tax::All`], and under area rules
    /// the points in seki that are surrounded.
    pub tax: Count,
    /// The points that White gets for handicap stones.
    pub compensation: u32,
    /// The points that Black has more than White, with everything that counts. `None` if the komi has too many digits.
    pub lead: Option<Decimal>,
    size: Size,
    /// The owner of each point under the rule set, row by row from the top.
    owners: Vec<Option<Color>>,
    /// The player whose group in seki has each point, row by row from the top.
    seki_owners: Vec<Option<Color>>,
}

impl Score {
    /// Counts a position.
    ///
    /// The time is `n log n` in the number of points.
    ///
    /// ```
    /// use kifu_goban::{Color, Go, Point, Setup, Size, rules::Rules};
    /// use kifu_rules::{Play, go::score::{Score, ScoreOptions}};
    /// let mut setup = Setup::new(Size::square(9).unwrap());
    /// setup.stones.set(&Point::from_sgf("ee").unwrap().into(), Some(Color::Black));
    /// let score = Score::new(&Go::start(&setup), &"tromp-taylor".parse::<Rules>()?, &ScoreOptions::default())?;
    /// assert_eq!((score.area.black, score.territory.black), (81, 80));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NoStoneError`] if a point of `options.dead` has no stone.
    pub fn new(board: &Board, rules: &Rules, options: &ScoreOptions) -> Result<Self, NoStoneError> {
        let dead = chains(board, &options.dead)?;
        let mut map = Map::of(board);
        let captures = Count { black: board.captured_by(Color::Black), white: board.captured_by(Color::White) };
        let mut prisoners = captures;
        let mut fallen = vec![None; map.len()];
        for point in dead.iter() {
            let Some(at) = map.at(point) else { continue };
            fallen[at] = map.stone(at);
            if let Some(color) = fallen[at] {
                *prisoners.of_mut(color.opponent()) += 1;
            }
            map.set(at, Cell::Empty);
        }
        let is_territory = rules.scoring == Scoring::Territory;
        let (surrounded, life) = (surrounded(&map), Life::of(&map, &fallen));
        let is_seki = |at: usize| life.seki.iter().any(|seki| seki[at]);
        // Points that do not count where groups in seki are taxed.
        let is_taxed = |at: usize| rules.tax != Tax::None && (is_seki(at) || life.filled[at]);
        let (mut area, mut territory, mut tax) = (Count::default(), Count::default(), Count::default());
        let mut owners = Vec::with_capacity(map.size().area());
        for at in map.indices() {
            let stone = map.stone(at);
            if let Some(owner) = surrounded[at] {
                if !(is_territory && is_taxed(at)) {
                    *territory.of_mut(owner) += 1;
                }
                // A stone on a point that its owner must fill counts as area, like the empty point.
                if rules.tax != Tax::None && is_seki(at) {
                    *tax.of_mut(owner) += u32::from(!is_territory);
                }
            }
            let area_owner = surrounded[at].or(stone);
            if let Some(owner) = area_owner {
                *area.of_mut(owner) += 1;
            }
            owners.push(if is_territory { surrounded[at].filter(|_| !is_taxed(at)) } else { area_owner });
        }
        if rules.tax == Tax::All {
            tax.black += 2 * life.groups.black;
            tax.white += 2 * life.groups.white;
        }
        let stones = if options.handicap < 2 { 0 } else { options.handicap };
        let compensation = match rules.compensation {
            Compensation::AllButOne => stones.saturating_sub(1),
            Compensation::All => stones,
            _ => 0,
        };
        let points = |color| {
            let [points, taken] = if is_territory { [territory, prisoners] } else { [area, Count::default()] };
            let button = rules.button && options.button == Some(color);
            let whole = i64::from(points.of(color)) + i64::from(taken.of(color)) - i64::from(tax.of(color));
            10 * whole + if button { 5 } else { 0 }
        };
        let lead = Decimal::new(points(Color::Black) - points(Color::White) - 10 * i64::from(compensation), 1);
        let lead = options.komi.negated().and_then(|komi| lead.normalized().checked_add(komi.normalized()));
        // A point that both colours could enclose has no owner.
        let seki_owner = |at: usize| match (map.stone(at), life.seki[0][at], life.seki[1][at]) {
            (None, true, false) => Some(Color::Black),
            (None, false, true) => Some(Color::White),
            (stone, ..) => stone.filter(|_| is_seki(at)),
        };
        let seki_owners = map.indices().map(seki_owner).collect();
        Ok(Self {
            area,
            territory,
            captures,
            prisoners,
            dead,
            seki: map.points(map.indices().filter(|&at| is_seki(at))),
            dame: map.points(map.indices().filter(|&at| life.dame[at])),
            groups: life.groups,
            tax,
            compensation,
            lead: lead.map(Decimal::normalized),
            size: map.size(),
            owners,
            seki_owners,
        })
    }

    /// Returns the player for whom a point counts under the rule set, without regard to group tax. `None` if it counts for neither,
    /// and for a point outside the board. Under territory rules a living stone does not count.
    ///
    /// ```
    /// use kifu_goban::{Color, Go, Point, Setup, Size, rules::Rules};
    /// use kifu_rules::{Play, go::score::{Score, ScoreOptions}};
    /// let mut setup = Setup::new(Size::square(9).unwrap());
    /// let stone = Point::from_sgf("ee").unwrap();
    /// setup.stones.set(&stone.into(), Some(Color::Black));
    /// let board = Go::start(&setup);
    /// let owner = |rules: &str| {
    ///     let score = Score::new(&board, &rules.parse::<Rules>().unwrap(), &ScoreOptions::default()).unwrap();
    ///     score.owner(stone)
    /// };
    /// assert_eq!((owner("chinese"), owner("japanese")), (Some(Color::Black), None));
    /// ```
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.value(&self.owners, point)
    }

    /// Returns the player whose group in seki has a stone on a point or encloses it. `None` for other points.
    ///
    /// ```
    /// use kifu_goban::{Color, Go, Point, Points, Setup, Size, rules::Rules};
    /// use kifu_rules::{Play, go::score::{Score, ScoreOptions}};
    /// // A black stone with one eye, and a white one with none.
    /// let size = Size::new(4, 1).unwrap();
    /// let point = |name| Point::from_a1(name, size).unwrap();
    /// let mut setup = Setup::new(size);
    /// setup.stones.set(&point("B1").into(), Some(Color::Black));
    /// setup.stones.set(&point("D1").into(), Some(Color::White));
    /// let score = Score::new(&Go::start(&setup), &"japanese".parse::<Rules>()?, &ScoreOptions::default())?;
    /// assert_eq!(score.seki_owner(point("A1")), Some(Color::Black));
    /// assert_eq!(score.seki_owner(point("C1")), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn seki_owner(&self, point: Point) -> Option<Color> {
        self.value(&self.seki_owners, point)
    }

    fn value(&self, values: &[Option<Color>], point: Point) -> Option<Color> {
        let index = usize::from(point.y()) * usize::from(self.size.width()) + usize::from(point.x());
        values.get(index).copied().flatten().filter(|_| self.size.contains(point))
    }

    /// Returns the result. [`Outcome::Unknown`] if the komi has too many digits to compute the difference.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let Some(lead) = self.lead else { return Outcome::Unknown };
        if lead == Decimal::from(0) {
            return Outcome::Draw(Termination::Unstated);
        }
        let (winner, by) =
            if lead.is_negative() { (Color::White, lead.negated().unwrap_or(lead)) } else { (Color::Black, lead) };
        Outcome::Win { winner: winner.seat(), by: Termination::Score(by) }
    }

    /// Returns the result in the notation of go players, as SGF's RE: `B+3.5`, `W+0.5`, or `0` for a tie.
    #[must_use]
    pub fn text(&self) -> String {
        outcome_text(&self.outcome())
    }
}

/// Returns for each point the player who surrounds it: the colour of the stones that its region touches, if it is one colour.
fn surrounded(map: &Map) -> Vec<Option<Color>> {
    let mut owners = vec![None; map.len()];
    for region in map.parts(|cell| cell == Cell::Empty) {
        let touched = region.iter().flat_map(|&at| map.beside(at)).filter_map(|beside| map.stone(beside));
        let touches = touched.fold([false; 2], |mut touches, color| {
            touches[color as usize] = true;
            touches
        });
        let owner = match touches {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => None,
        };
        for at in region {
            owners[at] = owner;
        }
    }
    owners
}
