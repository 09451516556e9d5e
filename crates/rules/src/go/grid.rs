//! The points of a board, with the chains of its stones.
//!
//! A border of one point surrounds the board, so that every point has four neighbours. The stones of a chain form a ring. One of
//! them is the head of the chain. Its cell has the number of stones and of pseudo-liberties: each empty point counts once for each
//! stone of the chain beside it. A chain without pseudo-liberties has no liberties.
//!
//! A stone joins the largest of the chains of its colour beside it, and so do the other chains. Every stone thus gets a new head at
//! most a logarithmic number of times.
//!
//! A captured stone leaves its ring and its head in the cell, until another stone is played there. Undoing a move therefore needs
//! no list of the captured stones. It restores every cell exactly, so earlier moves can be undone after it.

use kifu_goban::Color;

/// An index into the cells. The cell 0 belongs to the border.
pub(super) type Index = u16;

/// What is on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    // The first one, so that a new grid is filled with zeros.
    Border,
    Empty,
    Black,
    White,
}

impl Content {
    #[inline]
    pub(super) fn of(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    #[inline]
    pub(super) fn stone(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Empty | Self::Border => None,
        }
    }

    #[inline]
    fn is_stone(self) -> bool {
        matches!(self, Self::Black | Self::White)
    }
}

/// A point of the board or of its border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) content: Content,
    /// The next stone of the chain.
    next: Index,
    /// The stone whose cell has the figures of the chain.
    head: Index,
    /// The stones of the chain, in the cell of its head.
    stones: u16,
    /// The pseudo-liberties of the chain, in the cell of its head.
    liberties: u16,
}

impl Cell {
    const fn of(content: Content) -> Self {
        Self { content, next: 0, head: 0, stones: 0, liberties: 0 }
    }
}

/// The cells of a board. `N` is a power of two, so that a mask keeps every index in range.
#[derive(Clone, Debug)]
pub(super) struct Grid<const N: usize> {
    cells: [Cell; N],
    /// The distance from a point to the point below it.
    stride: Index,
}

/// The changes that a stone made to a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// The point of the stone; 0 if there is none.
    at: Index,
    color: Color,
    /// The cell before.
    before: Cell,
    /// The sides of the stone where a chain was captured, one for each chain.
    captured: Sides,
    /// The heads of the chains that joined the chain of the stone, in this order; 0 after the last one.
    joined: [Index; 3],
    /// True if its own chain had no liberty.
    is_suicide: bool,
}

impl Placed {
    /// No changes.
    pub(super) const NOTHING: Self = Self {
        at: 0,
        color: Color::Black,
        before: Cell::of(Content::Empty),
        captured: Sides(0),
        joined: [0; 3],
        is_suicide: false,
    };

    #[inline]
    pub(super) fn is_nothing(&self) -> bool {
        self.at == 0
    }
}

/// A set of the four sides of a point: a bit for each index in [`Grid::beside`].
#[derive(Clone, Copy, Debug, Default)]
struct Sides(u8);

impl Sides {
    /// Adds a side if `is_in` is true.
    #[inline]
    fn insert_if(&mut self, side: usize, is_in: bool) {
        self.0 |= u8::from(is_in) << side;
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Sides {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let side = self.0.trailing_zeros() as usize;
        // Removes the lowest bit.
        self.0 &= self.0.checked_sub(1)?;
        Some(side)
    }
}

/// The effect of a stone that is not yet placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    /// The heads of the opponent's chains that it captures.
    pub(super) captured: Few<Index>,
    /// True if its own chain has no liberty after the captures.
    pub(super) is_suicide: bool,
}

/// Up to four values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Few<T> {
    values: [T; 4],
    len: u8,
}

impl<T: Copy> Few<T> {
    fn new(none: T) -> Self {
        Self { values: [none; 4], len: 0 }
    }

    fn push(&mut self, value: T) {
        self.values[usize::from(self.len)] = value;
        self.len += 1;
    }

    pub(super) fn as_slice(&self) -> &[T] {
        &self.values[..usize::from(self.len)]
    }
}

impl<const N: usize> Grid<N> {
    /// Returns an empty grid, if `N` cells are enough for it.
    pub(super) fn new(width: u8, height: u8) -> Option<Self> {
        const { assert!(N.is_power_of_two()) };
        let (width, height) = (usize::from(width), usize::from(height));
        let stride = width + 1;
        // One border column between two rows is enough for both of them.
        let needed = stride * (height + 2) + 1;
        if needed > N {
            return None;
        }
        let mut cells = [Cell::of(Content::Border); N];
        for row in 1..=height {
            cells[row * stride + 1..][..width].fill(Cell::of(Content::Empty));
        }
        Some(Self { cells, stride: Index::try_from(stride).ok()? })
    }

    /// Returns the index of a point of the board.
    pub(super) fn index(&self, x: u8, y: u8) -> Index {
        (Index::from(y) + 1) * self.stride + Index::from(x) + 1
    }

    /// Returns the coordinates of a point of the board.
    pub(super) fn place_of(&self, at: Index) -> (u8, u8) {
        let small = |n: Index| u8::try_from(n).unwrap_or(u8::MAX);
        (small((at - 1) % self.stride), small((at - 1) / self.stride - 1))
    }

    #[inline]
    fn cell(&self, at: Index) -> &Cell {
        &self.cells[usize::from(at) & (N - 1)]
    }

    #[inline]
    fn cell_mut(&mut self, at: Index) -> &mut Cell {
        &mut self.cells[usize::from(at) & (N - 1)]
    }

    #[inline]
    pub(super) fn content(&self, at: Index) -> Content {
        self.cell(at).content
    }

    /// Replaces a cell, and returns the former one. The chains are not adapted.
    pub(super) fn replace(&mut self, at: Index, content: Content) -> Cell {
        let cell = self.cell_mut(at);
        let before = *cell;
        cell.content = content;
        before
    }

    /// Restores a cell that [`replace`](Self::replace) returned.
    pub(super) fn restore(&mut self, at: Index, before: Cell) {
        *self.cell_mut(at) = before;
    }

    #[inline]
    fn beside(&self, at: Index) -> [Index; 4] {
        [at - 1, at + 1, at - self.stride, at + self.stride]
    }

    /// Finds the chains of all stones, after cells were replaced.
    pub(super) fn find_chains(&mut self) {
        let points = || 1..Index::try_from(N).unwrap_or(Index::MAX);
        for at in points() {
            if self.content(at).is_stone() {
                *self.cell_mut(at) = Cell { head: 0, ..*self.cell(at) };
            }
        }
        for at in points() {
            let content = self.content(at);
            if content.is_stone() && self.cell(at).head == 0 {
                self.found(at);
                for &beside in &self.beside(at) {
                    let (one, other) = (self.cell(at).head, self.cell(beside).head);
                    if self.content(beside) == content && other != 0 && other != one {
                        // The smaller chain gets the head of the larger one.
                        let is_larger = self.cell(one).stones >= self.cell(other).stones;
                        let (kept, joined) = if is_larger { (one, other) } else { (other, one) };
                        self.join(kept, joined);
                    }
                }
            }
        }
    }

    /// Makes a chain of the stone on a point.
    fn found(&mut self, at: Index) {
        let liberties = self.beside(at).iter().filter(|&&beside| self.content(beside) == Content::Empty).count();
        let content = self.content(at);
        *self.cell_mut(at) = Cell { content, next: at, head: at, stones: 1, liberties: liberties as u16 };
    }

    /// Joins a chain to another one.
    #[inline]
    fn join(&mut self, kept: Index, joined: Index) {
        self.each_stone(joined, |cell| cell.head = kept);
        let Cell { stones, liberties, .. } = *self.cell(joined);
        let chain = self.cell_mut(kept);
        chain.stones += stones;
        chain.liberties += liberties;
        self.swap_next(kept, joined);
    }

    /// Separates two chains that [`join`](Self::join) joined.
    #[inline]
    fn separate(&mut self, kept: Index, joined: Index) {
        self.swap_next(kept, joined);
        let Cell { stones, liberties, .. } = *self.cell(joined);
        let chain = self.cell_mut(kept);
        chain.stones -= stones;
        chain.liberties -= liberties;
        self.each_stone(joined, |cell| cell.head = joined);
    }

    /// Makes one ring of two, or two of one.
    #[inline]
    fn swap_next(&mut self, one: Index, other: Index) {
        let next = self.cell(one).next;
        self.cell_mut(one).next = self.cell(other).next;
        self.cell_mut(other).next = next;
    }

    #[inline]
    fn each_stone(&mut self, head: Index, mut change: impl FnMut(&mut Cell)) {
        let mut at = head;
        loop {
            let cell = self.cell_mut(at);
            change(cell);
            at = cell.next;
            if at == head {
                break;
            }
        }
    }

    /// Removes the stones of a chain without liberties, or puts them back, and adapts the liberties of the chains beside them. Calls
    /// `visit` with each point of the chain.
    #[inline]
    fn exchange(&mut self, head: Index, color: Color, content: Content, mut visit: impl FnMut(Index)) {
        let (mut at, opponent) = (head, Content::of(color.opponent()));
        loop {
            visit(at);
            self.cell_mut(at).content = content;
            for &beside in &self.beside(at) {
                let Cell { content: other, head, .. } = *self.cell(beside);
                if other == opponent {
                    let liberties = &mut self.cell_mut(head).liberties;
                    *liberties = if content == Content::Empty { *liberties + 1 } else { *liberties - 1 };
                }
            }
            at = self.cell(at).next;
            if at == head {
                break;
            }
        }
    }

    /// Places a stone on an empty point. Removes the opponent's chains beside it that have no liberty, or else its own chain if it
    /// has none. Calls `removed` with the point and the colour of each stone that it removes.
    ///
    /// `placed` has no changes before. It is filled in its place, because copying what was just written field by field is slow.
    #[inline]
    pub(super) fn place(
        &mut self,
        at: Index,
        color: Color,
        placed: &mut Placed,
        mut removed: impl FnMut(Index, Color),
    ) {
        let (own, opponent) = (Content::of(color), Content::of(color.opponent()));
        let beside = self.beside(at);
        let (mut liberties, mut allies, mut captured) = (0, Sides::default(), Sides::default());
        // What is beside a stone is hard to predict, so this loop has no branches. The points without a stone take their liberties
        // from the cell 0, which has no use otherwise.
        for (side, &beside) in beside.iter().enumerate() {
            let Cell { content, head, .. } = *self.cell(beside);
            let chain = self.cell_mut(if content.is_stone() { head } else { 0 });
            chain.liberties = chain.liberties.wrapping_sub(1);
            // The last point of a chain beside the stone takes its last liberty, so each captured chain is found once.
            let is_last = chain.liberties == 0;
            captured.insert_if(side, (content == opponent) & is_last);
            allies.insert_if(side, content == own);
            liberties += u16::from(content == Content::Empty);
        }
        (placed.at, placed.color, placed.before, placed.captured) = (at, color, *self.cell(at), captured);
        *self.cell_mut(at) = Cell { content: own, next: at, head: at, stones: 1, liberties };
        if !allies.is_empty() {
            let (mut kept, mut most) = (0, 0);
            for side in allies {
                let head = self.cell(beside[side]).head;
                let stones = self.cell(head).stones;
                if stones > most {
                    (kept, most) = (head, stones);
                }
            }
            self.join(kept, at);
            let mut joined = placed.joined.iter_mut();
            for side in allies {
                let head = self.cell(beside[side]).head;
                if head != kept
                    && let Some(joined) = joined.next()
                {
                    self.join(kept, head);
                    *joined = head;
                }
            }
            liberties = self.cell(kept).liberties;
        }
        if !captured.is_empty() {
            // The points of the captured stones are liberties now.
            for side in captured {
                self.exchange(self.cell(beside[side]).head, color.opponent(), Content::Empty, |at| {
                    removed(at, color.opponent());
                });
            }
        } else if liberties == 0 {
            self.exchange(self.cell(at).head, color, Content::Empty, |at| removed(at, color));
            placed.is_suicide = true;
        }
    }

    /// Returns the effect of a stone on an empty point. The chains must be known.
    pub(super) fn effect(&self, at: Index, color: Color) -> Effect {
        let own = Content::of(color);
        let beside = self.beside(at).map(|point| *self.cell(point));
        let mut effect = Effect { captured: Few::new(0), is_suicide: true };
        for Cell { content, head, .. } in beside {
            if !content.is_stone() {
                effect.is_suicide &= content == Content::Border;
                continue;
            }
            // Each stone of the chain beside the point loses a pseudo-liberty.
            let touching = || beside.iter().filter(|cell| cell.content == content && cell.head == head).count();
            let liberties = usize::from(self.cell(head).liberties);
            let is_last_liberty = liberties <= beside.len() && liberties == touching();
            effect.is_suicide &= (content == own) == is_last_liberty;
            if content != own && is_last_liberty && !effect.captured.as_slice().contains(&head) {
                effect.captured.push(head);
            }
        }
        effect
    }

    /// Calls `visit` with each point of the chain with this head.
    pub(super) fn each_of_chain(&self, head: Index, mut visit: impl FnMut(Index)) {
        let mut at = head;
        loop {
            visit(at);
            at = self.cell(at).next;
            if at == head {
                break;
            }
        }
    }

    /// Calls `visit` with the head of each chain of a colour beside a point, once for each chain.
    pub(super) fn each_chain_beside(&self, at: Index, color: Color, mut visit: impl FnMut(Index)) {
        let mut seen = Few::new(0);
        for &beside in &self.beside(at) {
            let head = self.cell(beside).head;
            if self.content(beside) == Content::of(color) && !seen.as_slice().contains(&head) {
                seen.push(head);
                visit(head);
            }
        }
    }

    /// Returns the number of stones of the chain with this head.
    pub(super) fn stones(&self, head: Index) -> u32 {
        u32::from(self.cell(head).stones)
    }

    /// Returns the point of a ko after a [`place`](Self::place) that captured one stone: the opponent could recapture there exactly
    /// the new stone. Returns 0 if there is no ko.
    pub(super) fn ko_of(&self, placed: &Placed) -> Index {
        let Cell { head, stones, liberties, .. } = *self.cell(placed.at);
        if head != placed.at || stones != 1 || liberties != 1 {
            return 0;
        }
        let &[captured] = self.captured(placed).as_slice() else { return 0 };
        let recapture = self.effect(captured, placed.color.opponent());
        if recapture.captured.as_slice() == [placed.at] { captured } else { 0 }
    }

    /// Returns the heads of the chains that a [`place`](Self::place) captured.
    fn captured(&self, placed: &Placed) -> Few<Index> {
        let (mut heads, beside) = (Few::new(0), self.beside(placed.at));
        for side in placed.captured {
            heads.push(self.cell(beside[side]).head);
        }
        heads
    }

    /// Undoes the last [`place`](Self::place). The chains must not have been [found](Self::find_chains) again since then.
    pub(super) fn take_back(&mut self, placed: &Placed) {
        let &Placed { at, color, before, joined, is_suicide, .. } = placed;
        // The head of the chain that the stone joined, or the stone itself.
        let kept = self.cell(at).head;
        if is_suicide {
            self.exchange(kept, color, Content::of(color), |_| {});
        }
        for &chain in self.captured(placed).as_slice() {
            self.exchange(chain, color.opponent(), Content::of(color.opponent()), |_| {});
        }
        for head in joined.into_iter().rev().filter(|&head| head != 0) {
            self.separate(kept, head);
        }
        if kept != at {
            self.separate(kept, at);
        }
        for &beside in &self.beside(at) {
            let Cell { content, head, .. } = *self.cell(beside);
            if content.is_stone() {
                self.cell_mut(head).liberties += 1;
            }
        }
        self.restore(at, before);
    }

    /// Undoes the stones of the last [`place`](Self::place), but not the chains, which must be [found](Self::find_chains) again.
    pub(super) fn take_back_stones(&mut self, placed: &Placed) {
        let &Placed { at, color, before, is_suicide, .. } = placed;
        if is_suicide {
            self.each_stone(self.cell(at).head, |cell| cell.content = Content::of(color));
        }
        for &chain in self.captured(placed).as_slice() {
            self.each_stone(chain, |cell| cell.content = Content::of(color.opponent()));
        }
        self.restore(at, before);
    }
}
