//! Positions as text: `x` and `o` are living stones, `b` and `w` dead stones, and `.` is an empty point.

use kifu_goban::{Color, Go, Point, Points, Setup, Size, rules::Rules};
use kifu_rules::{
    Play,
    go::{
        Board,
        score::{Score, ScoreOptions},
    },
};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagram {
    pub(crate) rows: Vec<Vec<char>>,
}

impl Diagram {
    pub(crate) fn parse(rows: &[&str]) -> Self {
        Self { rows: rows.iter().map(|row| row.chars().collect()).collect() }
    }

    pub(crate) fn size(&self) -> Size {
        Size::new(self.rows[0].len().try_into().unwrap(), self.rows.len().try_into().unwrap()).unwrap()
    }

    fn points(&self, letters: &str) -> Points {
        self.size().rect().iter().filter(|&point| letters.contains(self.letter(point))).collect()
    }

    fn letter(&self, point: Point) -> char {
        self.rows[usize::from(point.y())][usize::from(point.x())]
    }

    pub(crate) fn board(&self) -> Board {
        let mut setup = Setup::new(self.size());
        setup.stones.set(&self.points("xb"), Some(Color::Black));
        setup.stones.set(&self.points("ow"), Some(Color::White));
        Go::start(&setup)
    }

    pub(crate) fn options(&self) -> ScoreOptions {
        let mut options = ScoreOptions::default();
        options.dead = self.points("bw");
        options
    }

    pub(crate) fn score(&self, rules: &Rules) -> Score {
        Score::new(&self.board(), rules, &self.options()).unwrap()
    }

    fn map(&self, letter: impl Fn(Point, char) -> char) -> Vec<String> {
        let width = self.rows[0].len();
        let letters: Vec<char> = self.size().rect().iter().map(|point| letter(point, self.letter(point))).collect();
        letters.chunks(width).map(|row| row.iter().collect()).collect()
    }

    /// The position with `z` and `a` where a point counts for Black or White.
    pub(crate) fn territory(&self, score: &Score) -> Vec<String> {
        self.map(|point, letter| match score.owner(point) {
            Some(Color::Black) => 'z',
            Some(Color::White) => 'a',
            None => letter,
        })
    }

    /// The points in seki: `x` and `o` under stones, `z` and `a` on empty points.
    pub(crate) fn seki(&self, score: &Score) -> Vec<String> {
        self.map(|point, letter| {
            let owner = score.seki_owner(point);
            assert_eq!(owner.is_some(), score.seki.contains(point));
            match (owner, letter) {
                (None, _) => '.',
                (Some(Color::Black), '.') => 'z',
                (Some(Color::White), '.') => 'a',
                (Some(Color::Black), _) => 'x',
                (Some(Color::White), _) => 'o',
            }
        })
    }

    /// The position with `1` on dame.
    pub(crate) fn dame(&self, score: &Score) -> Vec<String> {
        self.map(|point, letter| if score.dame.contains(point) { '1' } else { letter })
    }
}
