//! A slow and obvious board: a grid of stones, a copy for each undo, and a flood fill for each chain.

use kifu_goban::{Action, Color, Point, Size};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlowBoard {
    pub(crate) size: Size,
    /// The rows from the top.
    pub(crate) stones: Vec<Vec<Option<Color>>>,
    pub(crate) to_move: Color,
    pub(crate) captured: [u32; 2],
}

impl SlowBoard {
    pub(crate) fn new(size: Size) -> Self {
        let stones = vec![vec![None; usize::from(size.width())]; usize::from(size.height())];
        Self { size, stones, to_move: Color::Black, captured: [0; 2] }
    }

    pub(crate) fn stone(&self, at: Point) -> Option<Color> {
        self.stones[usize::from(at.y())][usize::from(at.x())]
    }

    fn set(&mut self, at: Point, stone: Option<Color>) {
        self.stones[usize::from(at.y())][usize::from(at.x())] = stone;
    }

    fn beside(&self, at: Point) -> Vec<Point> {
        let distance = |other: Point| at.x().abs_diff(other.x()) + at.y().abs_diff(other.y());
        let steps = [(0, -1), (-1, 0), (1, 0), (0, 1)];
        let moved = |(x, y): (i16, i16)| {
            let (x, y) = (i16::from(at.x()) + x, i16::from(at.y()) + y);
            Point::new(u8::try_from(x).ok()?, u8::try_from(y).ok()?)
        };
        let beside: Vec<Point> = steps.into_iter().filter_map(moved).filter(|&at| self.size.contains(at)).collect();
        assert!(beside.iter().all(|&other| distance(other) == 1));
        beside
    }

    fn remove_without_liberties(&mut self, from: Point, color: Color) {
        if self.stone(from) != Some(color) {
            return;
        }
        let mut chain = vec![from];
        let mut next = 0;
        while next < chain.len() {
            for beside in self.beside(chain[next]) {
                match self.stone(beside) {
                    None => return,
                    Some(other) if other == color && !chain.contains(&beside) => chain.push(beside),
                    Some(_) => {}
                }
            }
            next += 1;
        }
        for at in chain {
            self.set(at, None);
            self.captured[color.opponent() as usize] += 1;
        }
    }

    pub(crate) fn play(&mut self, action: &Action) {
        match action {
            Action::Move(played) => {
                if let Some(at) = played.at.filter(|&at| self.size.contains(at)) {
                    self.set(at, Some(played.color));
                    for beside in self.beside(at) {
                        self.remove_without_liberties(beside, played.color.opponent());
                    }
                    self.remove_without_liberties(at, played.color);
                }
                self.to_move = played.color.opponent();
            }
            Action::Edit(edit) => {
                let stones =
                    [(edit.black(), Some(Color::Black)), (edit.white(), Some(Color::White)), (edit.clear(), None)];
                let size = self.size;
                for (points, stone) in stones {
                    for at in points.iter().filter(|&at| size.contains(at)) {
                        self.set(at, stone);
                    }
                }
                self.to_move = edit.to_move.unwrap_or(self.to_move);
            }
            _ => {}
        }
    }
}
