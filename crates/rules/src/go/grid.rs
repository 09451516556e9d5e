//! The points of a board, with the chains of its stones.
//!
//! A border of one point surrounds the board, so that every point has four neighbours. The stones of a chain form a ring. One of
//! them is the head of the chain. Its cell has the number of stones and of pseudo-liberties: each empty point counts once for each
//! stone of the chain beside it. A chain without pseudo-liberties has no liberties.
//!
//! A stone joins a chain of its colour beside it. If there are more of them, the smaller of two chains joins the larger one. Every
//! stone thus gets a new head at most a logarithmic number of times.
//!
//! A captured stone leaves its ring in the cell, until another stone is played there. Undoing a move therefore needs only the heads
//! of the captured chains, and no list of their stones. It restores every cell exactly, so earlier moves can be undone after it.

use super::zobrist;
use alloc::{boxed::Box, vec::Vec};
use kifu_goban::Color;

/// An index into the cells, below 4096. The cell 0 belongs to the border.
pub(super) type Index = u16;

/// What is on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    Border,
    Empty,
    Stone(Color),
}

impl Content {
    #[inline]
    pub(super) fn stone(self) -> Option<Color> {
        match self {
            Self::Stone(color) => Some(color),
            Self::Empty | Self::Border => None,
        }
    }
}

/// The content of a cell and, for a stone, the head of its chain, in one number: a stone is played with one load for each point
/// beside it. The head of a point without a stone is the cell 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Tag(u16);

impl Tag {
    /// The number of bits of the head.
    const HEAD: u32 = 12;
    const BORDER: Self = Self(0);
    // The largest content, so that one comparison finds it.
    const EMPTY: Self = Self(3 << Self::HEAD);

    #[inline]
    fn stone(color: Color, head: Index) -> Self {
        Self((color as u16 + 1) << Self::HEAD | head)
    }

    #[inline]
    fn of(content: Content) -> Self {
        match content {
            Content::Border => Self::BORDER,
            Content::Empty => Self::EMPTY,
            Content::Stone(color) => Self::stone(color, 0),
        }
    }

    #[inline]
    fn head(self) -> Index {
        self.0 & ((1 << Self::HEAD) - 1)
    }

    #[inline]
    fn content(self) -> Content {
        match self.0 >> Self::HEAD {
            0 => Content::Border,
            1 => Content::Stone(Color::Black),
            2 => Content::Stone(Color::White),
            _ => Content::Empty,
        }
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 >= Self::EMPTY.0
    }

    /// Returns true for a stone of this colour.
    #[inline]
    fn is(self, color: Color) -> bool {
        // Only then the content becomes 0.
        self.0 ^ Self::stone(color, 0).0 < 1 << Self::HEAD
    }
}

/// A point of the board or of its border.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    tag: Tag,
    /// The next stone of the chain.
    next: Index,
    /// The figures of the chain, in the cell of its head.
    chain: Figures,
}

impl Cell {
    const fn of(tag: Tag) -> Self {
        Self { tag, next: 0, chain: Figures(0) }
    }
}

/// The number of stones of a chain (the upper half) and of its pseudo-liberties (the lower half). One addition changes both.
#[derive(Clone, Copy, Debug)]
struct Figures(u32);

impl Figures {
    /// Returns the figures of one stone.
    #[inline]
    fn of_stone(liberties: u32) -> Self {
        Self(1 << 16 | liberties)
    }

    #[inline]
    fn stones(self) -> u32 {
        self.0 >> 16
    }

    #[inline]
    fn liberties(self) -> u16 {
        self.0 as u16
    }

    /// Adds the figures of another chain, or liberties alone.
    // The cell 0, which stands for no chain, may wrap around.
    #[inline]
    fn add(&mut self, other: u32) {
        self.0 = self.0.wrapping_add(other);
    }

    #[inline]
    fn subtract(&mut self, other: u32) {
        self.0 = self.0.wrapping_sub(other);
    }
}

/// The cells of a board. `N` is a power of two, so that a mask keeps every index in range.
#[derive(Clone, Debug)]
pub(super) struct Grid<const N: usize> {
    cells: Box<[Cell; N]>,
    /// The Zobrist hash of the stones.
    hash: u64,
    /// The distance from a point to the point below it.
    stride: Index,
}

/// The changes that a stone made to a grid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    /// The cell before.
    before: Cell,
    /// For each side, the head of the chain there that was captured or that joined another one.
    chains: [Index; 4],
    /// The point of the stone; 0 if there is none.
    at: Index,
    /// The head of its own chain, if that had no liberty; otherwise 0.
    suicide: Index,
    color: Color,
    captured: Sides,
    joined: Sides,
}

impl Placed {
    /// No changes.
    pub(super) const NOTHING: Self = Self {
        before: Cell::of(Tag(0)),
        chains: [0; 4],
        at: 0,
        color: Color::Black,
        captured: Sides(0),
        joined: Sides(0),
        suicide: 0,
    };

    #[inline]
    pub(super) fn is_nothing(&self) -> bool {
        self.at == 0
    }

    /// Returns true if its own chain had no liberty.
    #[inline]
    pub(super) fn is_suicide(&self) -> bool {
        self.suicide != 0
    }

    /// Returns the player to whom the removed stones count as captured.
    #[inline]
    pub(super) fn captured_by(&self) -> Color {
        if self.is_suicide() { self.color.opponent() } else { self.color }
    }

    /// Returns the heads of the chains that were removed, and their colour.
    fn removed(&self) -> (impl Iterator<Item = Index> + use<>, Color) {
        let Self { chains, captured, suicide, .. } = *self;
        let own = Some(suicide).filter(|&head| head != 0);
        (captured.map(move |side| chains[side]).chain(own), self.captured_by().opponent())
    }
}

/// A set of the four sides of a point: a bit for each index in [`Grid::beside`].
#[derive(Clone, Copy, Debug)]
struct Sides(u8);

impl Sides {
    #[inline]
    fn insert(&mut self, side: usize) {
        self.0 |= 1 << side;
    }
}

impl Iterator for Sides {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let side = self.0.trailing_zeros() as usize;
        // Removes the lowest bit.
        self.0 &= self.0.checked_sub(1)?;
        // The mask shows the compiler that this is one of four sides.
        Some(side & 3)
    }
}

/// The effect of a stone on an empty point, before it is placed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effect {
    /// The hash of the stones after the move.
    pub(super) hash: u64,
    /// The number of stones of the player's own chain that the move removes; 0 if it has a liberty.
    pub(super) suicide: u32,
}

/// Up to four values.
#[derive(Clone, Copy, Debug)]
struct Few<T> {
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

    fn as_slice(&self) -> &[T] {
        &self.values[..usize::from(self.len)]
    }
}

impl<const N: usize> Grid<N> {
    /// Returns an empty grid, if `N` cells are enough for it.
    pub(super) fn new(width: u8, height: u8) -> Option<Self> {
        const { assert!(N.is_power_of_two() && N <= 1 << Tag::HEAD) };
        let (width, height) = (usize::from(width), usize::from(height));
        let stride = width + 1;
        // One border column between two rows is enough for both of them.
        let needed = stride * (height + 2) + 1;
        if needed > N {
            return None;
        }
        let mut cells: Box<[Cell; N]> = alloc::vec![Cell::of(Tag::BORDER); N].try_into().ok()?;
        for row in 1..=height {
            cells[row * stride + 1..][..width].fill(Cell::of(Tag::EMPTY));
        }
        Some(Self { cells, hash: 0, stride: Index::try_from(stride).ok()? })
    }

    /// Returns the index of a point of the board.
    #[inline]
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
    fn tag(&self, at: Index) -> Tag {
        self.cell(at).tag
    }

    #[inline]
    pub(super) fn content(&self, at: Index) -> Content {
        self.tag(at).content()
    }

    #[inline]
    pub(super) fn hash(&self) -> u64 {
        self.hash
    }

    /// Returns the head of the chain of a stone, or 0 if it is not a stone.
    #[inline]
    fn head(&self, at: Index) -> Index {
        self.tag(at).head()
    }

    /// Replaces a cell, and returns the former one. The chains are not adapted.
    pub(super) fn replace(&mut self, at: Index, content: Content) -> Cell {
        let before = *self.cell(at);
        self.restore(at, Cell { tag: Tag::of(content), ..before });
        before
    }

    /// Restores a cell that [`replace`](Self::replace) returned.
    pub(super) fn restore(&mut self, at: Index, cell: Cell) {
        let hash_of = |content: Content| content.stone().map_or(0, |color| zobrist::of_stone(at, color));
        self.hash ^= hash_of(self.content(at)) ^ hash_of(cell.tag.content());
        *self.cell_mut(at) = cell;
    }

    #[inline]
    fn beside(&self, at: Index) -> [Index; 4] {
        [at - 1, at + 1, at - self.stride, at + self.stride]
    }

    /// Finds the chains of all stones, after cells were replaced.
    pub(super) fn find_chains(&mut self) {
        let points = || 1..Index::try_from(N).unwrap_or(Index::MAX);
        for at in points() {
            self.cell_mut(at).tag = Tag::of(self.content(at));
        }
        for at in points() {
            if let Content::Stone(color) = self.content(at) {
                self.find_chain(at, color);
            }
        }
    }

    /// Finds the chain of a stone that has no head yet. It joins those beside it that have one.
    fn find_chain(&mut self, at: Index, color: Color) {
        let beside = self.beside(at);
        let liberties = beside.iter().filter(|&&beside| self.tag(beside).is_empty()).count();
        *self.cell_mut(at) = Cell { tag: Tag::stone(color, at), next: at, chain: Figures::of_stone(liberties as u32) };
        for beside in beside {
            let (one, other) = (self.tag(at).head(), self.tag(beside));
            if other.is(color) && other.head() != 0 && other.head() != one {
                self.join(one, other.head(), color);
            }
        }
    }

    /// Removes one stone, and finds the chains of the other stones of its chain again. Returns the former cells of the chain, that of
    /// the stone first. The time depends on the size of the chain.
    pub(super) fn take_stone(&mut self, at: Index, color: Color) -> Vec<(Index, Cell)> {
        let mut chain = Vec::new();
        self.each_of_chain(at, |of| chain.push((of, *self.cell(of))));
        self.replace(at, Content::Empty);
        self.change_opponents(at, color, |chain| chain.add(1));
        let others = || chain[1..].iter().map(|(of, _)| *of);
        others().for_each(|of| self.cell_mut(of).tag = Tag::stone(color, 0));
        others().for_each(|of| self.find_chain(of, color));
        chain
    }

    /// Undoes [`take_stone`](Self::take_stone). The chains must not have been [found](Self::find_chains) again since then.
    pub(super) fn put_stone_back(&mut self, chain: Vec<(Index, Cell)>) {
        if let Some((at, Cell { tag, .. })) = chain.first()
            && let Content::Stone(color) = tag.content()
        {
            self.change_opponents(*at, color, |chain| chain.subtract(1));
        }
        chain.into_iter().for_each(|(of, cell)| self.restore(of, cell));
    }

    /// Changes the chains of the opponent of `color` beside a point, once for each of their stones there.
    #[inline]
    fn change_opponents(&mut self, at: Index, color: Color, change: impl Fn(&mut Figures)) {
        for beside in self.beside(at) {
            let tag = self.tag(beside);
            if tag.is(color.opponent()) {
                change(&mut self.cell_mut(tag.head()).chain);
            }
        }
    }

    /// Joins two chains of a colour. The smaller one gets the head of the larger one, or the first one if they are equal. Returns the
    /// head that is kept and the other one.
    #[inline]
    fn join(&mut self, one: Index, other: Index, color: Color) -> (Index, Index) {
        let is_larger = self.cell(one).chain.stones() > self.cell(other).chain.stones();
        let (kept, joined) = if is_larger { (one, other) } else { (other, one) };
        self.each_stone(joined, |cell| cell.tag = Tag::stone(color, kept));
        let Figures(joining) = self.cell(joined).chain;
        self.cell_mut(kept).chain.add(joining);
        self.swap_next(kept, joined);
        (kept, joined)
    }

    /// Separates two chains of a colour that [`join`](Self::join) joined.
    #[inline]
    fn separate(&mut self, kept: Index, joined: Index, color: Color) {
        self.swap_next(kept, joined);
        let Figures(leaving) = self.cell(joined).chain;
        self.cell_mut(kept).chain.subtract(leaving);
        self.each_stone(joined, |cell| cell.tag = Tag::stone(color, joined));
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

    /// Removes the stones of a chain without liberties, and adapts the liberties of the chains beside them. Returns the number of
    /// stones.
    fn remove(&mut self, head: Index, color: Color) -> u32 {
        self.exchange(head, color, Tag::EMPTY, |chain| chain.add(1))
    }

    /// Puts the stones of a chain back.
    fn put_back(&mut self, head: Index, color: Color) -> u32 {
        self.exchange(head, color, Tag::stone(color, head), |chain| chain.subtract(1))
    }

    #[inline]
    fn exchange(&mut self, head: Index, color: Color, tag: Tag, change: impl Fn(&mut Figures)) -> u32 {
        let mut at = head;
        loop {
            self.hash ^= zobrist::of_stone(at, color);
            self.cell_mut(at).tag = tag;
            self.change_opponents(at, color, &change);
            at = self.cell(at).next;
            if at == head {
                break;
            }
        }
        self.stones(head)
    }

    /// Places a stone on an empty point. Removes the opponent's chains beside it that have no liberty, or else its own chain if it
    /// has none. Returns the number of stones that it removes.
    ///
    /// `placed` has no changes before. It is filled in its place, because copying what was just written field by field is slow.
    // Without the code around it and for grids of another size, all values fit into registers.
    #[inline(never)]
    pub(super) fn place(&mut self, at: Index, color: Color, placed: &mut Placed) -> u32 {
        let beside = self.beside(at);
        let (mut liberties, mut may_capture) = (0, false);
        // The smallest head of the chains of its colour, less one, so that 0 (no chain) is never the smallest; and the largest head.
        let (mut least, mut most) = (Index::MAX, 0);
        // What is beside a stone is hard to predict, so this loop has no branches. The points without a stone take their liberties
        // from the cell 0, which has no use otherwise.
        for beside in beside {
            let tag = self.tag(beside);
            let chain = &mut self.cell_mut(tag.head()).chain;
            chain.subtract(1);
            may_capture |= chain.liberties() == 0;
            liberties += u32::from(tag.is_empty());
            let ally = if tag.is(color) { tag.head() } else { 0 };
            (least, most) = (least.min(ally.wrapping_sub(1)), most.max(ally));
        }
        (placed.at, placed.color, placed.before) = (at, color, *self.cell(at));
        self.hash ^= zobrist::of_stone(at, color);
        // The stone joins one of the chains. Without any, it joins itself.
        let mut head = if most == 0 { at } else { most };
        *self.cell_mut(at) = Cell { tag: Tag::stone(color, head), next: at, chain: Figures(0) };
        self.cell_mut(head).chain.add(Figures::of_stone(liberties).0);
        self.swap_next(head, at);
        if least.wrapping_add(1) < most {
            for (side, beside) in beside.into_iter().enumerate() {
                let tag = self.tag(beside);
                if tag.is(color) && tag.head() != head {
                    (head, placed.chains[side]) = self.join(head, tag.head(), color);
                    placed.joined.insert(side);
                }
            }
        }
        let mut removed = 0;
        if may_capture {
            for (side, beside) in beside.into_iter().enumerate() {
                let tag = self.tag(beside);
                if tag.is(color.opponent()) && self.cell(tag.head()).chain.liberties() == 0 {
                    removed += self.remove(tag.head(), color.opponent());
                    placed.chains[side] = tag.head();
                    placed.captured.insert(side);
                }
            }
        }
        if self.cell(head).chain.liberties() == 0 {
            placed.suicide = head;
            removed = self.remove(head, color);
        }
        removed
    }

    /// Returns the effect of a stone on an empty point. The chains must be known.
    pub(super) fn effect(&self, at: Index, color: Color) -> Effect {
        let mut effect = Effect { hash: self.hash ^ zobrist::of_stone(at, color), suicide: 0 };
        let (captured, has_liberty) = self.captures(at, color);
        for &head in captured.as_slice() {
            self.each_of_chain(head, |at| effect.hash ^= zobrist::of_stone(at, color.opponent()));
        }
        if captured.as_slice().is_empty() && !has_liberty {
            effect.suicide = 1;
            effect.hash = self.hash;
            for &head in self.chains_beside(at, color).as_slice() {
                effect.suicide += self.stones(head);
                self.each_of_chain(head, |at| effect.hash ^= zobrist::of_stone(at, color));
            }
        }
        effect
    }

    /// Returns the heads of the opponent's chains that a stone on an empty point captures, and whether the stone has a liberty
    /// besides their points.
    fn captures(&self, at: Index, color: Color) -> (Few<Index>, bool) {
        let beside = self.beside(at).map(|point| self.tag(point));
        let (mut captured, mut has_liberty) = (Few::new(0), false);
        for tag in beside {
            let Content::Stone(of) = tag.content() else {
                has_liberty |= tag.is_empty();
                continue;
            };
            // Each stone of the chain beside the point loses a pseudo-liberty.
            let touching = beside.iter().filter(|&&other| other == tag).count();
            let is_last_liberty = usize::from(self.cell(tag.head()).chain.liberties()) == touching;
            has_liberty |= of == color && !is_last_liberty;
            if of != color && is_last_liberty && !captured.as_slice().contains(&tag.head()) {
                captured.push(tag.head());
            }
        }
        (captured, has_liberty)
    }

    /// Calls `visit` with each point of the chain with this head.
    fn each_of_chain(&self, head: Index, mut visit: impl FnMut(Index)) {
        let mut at = head;
        loop {
            visit(at);
            at = self.cell(at).next;
            if at == head {
                break;
            }
        }
    }

    /// Returns the heads of the chains of a colour beside a point, each once.
    fn chains_beside(&self, at: Index, color: Color) -> Few<Index> {
        let mut heads = Few::new(0);
        for beside in self.beside(at) {
            let tag = self.tag(beside);
            if tag.is(color) && !heads.as_slice().contains(&tag.head()) {
                heads.push(tag.head());
            }
        }
        heads
    }

    /// Returns the number of stones of the chain with this head.
    fn stones(&self, head: Index) -> u32 {
        self.cell(head).chain.stones()
    }

    /// Returns the point of a ko after a [`place`](Self::place) that captured one stone: the opponent could recapture there exactly
    /// the new stone. Returns 0 if there is no ko.
    pub(super) fn ko_of(&self, placed: &Placed) -> Index {
        let Cell { tag, chain, .. } = *self.cell(placed.at);
        if tag.head() != placed.at || chain.0 != Figures::of_stone(1).0 {
            return 0;
        }
        // The head of a chain of one stone is the stone.
        let (mut captured, _) = placed.removed();
        let Some(captured) = captured.next() else { return 0 };
        let (recaptured, _) = self.captures(captured, placed.color.opponent());
        if recaptured.as_slice() == [placed.at] { captured } else { 0 }
    }

    /// Undoes the last [`place`](Self::place). The chains must not have been [found](Self::find_chains) again since then. Returns the
    /// number of stones that it removed.
    pub(super) fn take_back(&mut self, placed: &Placed) -> u32 {
        let &Placed { at, color, before, chains, joined, .. } = placed;
        let (removed, of) = placed.removed();
        let stones = removed.map(|head| self.put_back(head, of)).sum();
        // The last chain that joined first.
        for side in Sides(joined.0.reverse_bits() >> 4) {
            self.separate(self.head(at), chains[3 - side], color);
        }
        let mut liberties = 0;
        for beside in self.beside(at) {
            let tag = self.tag(beside);
            self.cell_mut(tag.head()).chain.add(1);
            liberties += u32::from(tag.is_empty());
        }
        let head = self.head(at);
        self.cell_mut(head).chain.subtract(Figures::of_stone(liberties).0);
        self.swap_next(head, at);
        self.restore(at, before);
        stones
    }

    /// Undoes the stones of the last [`place`](Self::place), but not the chains, which must be [found](Self::find_chains) again.
    /// Returns the number of stones that it removed.
    pub(super) fn take_back_stones(&mut self, placed: &Placed) -> u32 {
        let (removed, of) = placed.removed();
        let mut stones = 0;
        for head in removed {
            let mut at = head;
            loop {
                self.hash ^= zobrist::of_stone(at, of);
                let cell = self.cell_mut(at);
                cell.tag = Tag::stone(of, head);
                (at, stones) = (cell.next, stones + 1);
                if at == head {
                    break;
                }
            }
        }
        self.restore(placed.at, placed.before);
        stones
    }
}
