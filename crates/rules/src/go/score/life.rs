//! The groups of a position: which are alive, and which are in seki.
//!
//! For each player a graph connects the chains, the points of their eyes, and the open points that the player reaches. A connected
//! part of it is a group. A group with fewer than two eyes is in seki, because a group that could be captured would be marked as
//! dead.
//!
//! A point of an eye that the group would fall apart without is a cutting point (an articulation point of the graph, found with the
//! algorithm of Hopcroft and Tarjan). The owner may have to connect there, so the point is a false eye, and a space is judged
//! without it. If a part that would be cut off has no eye, the owner must fill the point, and the point does not count. If a dead
//! stone is on such a point, it was thrown in, and the owner must also fill what is beside it to capture the stone.
//!
//! A chain of eyes in a ring has no cutting point, so the eyes of a two-headed dragon are true. The time is `n log n` in the size
//! of the board.

use super::{
    Count,
    eye::{Space, parts},
    map::{Cell, Map},
    reach::{is_stopped, reached_by},
};
use alloc::{collections::BTreeSet, vec, vec::Vec};
use kifu_goban::Color;

/// What is known about the life of the stones of a position without dead stones.
pub(super) struct Life {
    /// The points of groups in seki, by colour: their stones, and their eyes.
    pub(super) seki: [Vec<bool>; 2],
    /// The points of eyes that a player must fill to connect living stones.
    pub(super) filled: Vec<bool>,
    /// The points that neither player can keep the other away from.
    pub(super) dame: Vec<bool>,
    /// The groups that are alive without a seki.
    pub(super) groups: Count,
}

impl Life {
    /// Judges a position. `fallen` has the colours of the dead stones that were removed from it.
    pub(super) fn of(map: &Map, fallen: &[Option<Color>]) -> Self {
        let none = || vec![false; map.len()];
        let mut life = Self { seki: [none(), none()], filled: none(), dame: none(), groups: Count::default() };
        let reached = Color::ALL.map(|player| reached_by(map, fallen, player));
        let mut is_eye = none();
        for color in Color::ALL {
            let (own, other) = (&reached[color as usize], &reached[color.opponent() as usize]);
            let groups = Groups::new(map, fallen, color, own, other);
            groups.judge(&mut life);
            for &at in &groups.eyes {
                is_eye[at] = true;
            }
        }
        for at in map.indices() {
            life.dame[at] = map.cell(at) == Cell::Empty && !is_eye[at];
        }
        life
    }
}

/// No node, as the parent of a root.
const NONE: usize = usize::MAX;

/// The graph of the chains, eyes and open points of a colour. Its nodes are indices of the board; the first stone of a chain stands
/// for the chain.
struct Groups<'a> {
    map: &'a Map,
    fallen: &'a [Option<Color>],
    color: Color,
    /// The points that the opponent reaches.
    reached: &'a [bool],
    /// The points of eyes.
    eyes: BTreeSet<usize>,
    /// The first stone of the chain of each stone.
    chain: Vec<usize>,
    /// The edges of all nodes, sorted, in both directions.
    edges: Vec<(usize, usize)>,
    /// Where the edges of each node start.
    starts: Vec<usize>,
    /// The nodes in the order of a depth-first search.
    order: Vec<usize>,
    /// The node from which the search came, by node.
    parent: Vec<usize>,
    /// The first node of the group, by node.
    root: Vec<usize>,
    /// True for each node that cannot be connected with the nodes before its parent without the parent.
    is_cut_off: Vec<bool>,
}

impl<'a> Groups<'a> {
    fn new(map: &'a Map, fallen: &'a [Option<Color>], color: Color, own: &[bool], reached: &'a [bool]) -> Self {
        let stone = Cell::Stone(color);
        let mut chain = vec![NONE; map.len()];
        for stones in map.parts(|cell| cell == stone) {
            for &at in &stones {
                chain[at] = stones[0];
            }
        }
        let closed = map.indices().filter(|&at| map.cell(at) == Cell::Empty && !reached[at]);
        // A space beside no stone of the colour is not its eye.
        let is_own = |part: &Vec<usize>| part.iter().any(|&at| map.beside(at).iter().any(|&at| map.cell(at) == stone));
        let eyes: BTreeSet<usize> = parts(map, closed).into_iter().filter(is_own).flatten().collect();
        let mut groups = Self {
            map,
            fallen,
            color,
            reached,
            eyes,
            chain,
            edges: Vec::new(),
            starts: vec![0; map.len() + 1],
            order: Vec::new(),
            parent: vec![NONE; map.len()],
            root: vec![NONE; map.len()],
            is_cut_off: vec![false; map.len()],
        };
        groups.connect(own);
        groups.search();
        groups
    }

    fn is_stone(&self, at: usize) -> bool {
        self.map.cell(at) == Cell::Stone(self.color)
    }

    /// Finds the edges. `own` are the open points that the player reaches.
    fn connect(&mut self, own: &[bool]) {
        let map = self.map;
        let is_open = |at: usize| own[at] && !self.eyes.contains(&at);
        let is_stopped = |from, to| is_stopped(map, from, to, self.color);
        let mut edges = Vec::new();
        for at in map.indices() {
            let is_eye = self.eyes.contains(&at);
            if !is_eye && !is_open(at) {
                continue;
            }
            for beside in map.beside(at) {
                let is_joined = if is_eye {
                    self.eyes.contains(&beside)
                } else {
                    map.cell(beside) == Cell::Empty
                        && is_open(beside)
                        && !is_stopped(at, beside)
                        && !is_stopped(beside, at)
                };
                if self.is_stone(beside) {
                    edges.extend([(at, self.chain[beside]), (self.chain[beside], at)]);
                } else if is_joined {
                    edges.push((at, beside));
                }
            }
        }
        edges.sort_unstable();
        edges.dedup();
        for at in 0..map.len() {
            self.starts[at + 1] =
                self.starts[at] + edges[self.starts[at]..].iter().take_while(|edge| edge.0 == at).count();
        }
        self.edges = edges;
    }

    fn edges_of(&self, node: usize) -> &[(usize, usize)] {
        &self.edges[self.starts[node]..self.starts[node + 1]]
    }

    /// Searches the graph depth first and finds the cutting points.
    fn search(&mut self) {
        let is_node = |at: usize| self.chain[at] == at || !self.edges_of(at).is_empty();
        let nodes: Vec<usize> = self.map.indices().filter(|&at| is_node(at)).collect();
        // The position of each node in the order, and the next edge to follow.
        let (mut entered, mut next) = (vec![NONE; self.map.len()], self.starts.clone());
        for root in nodes {
            if entered[root] != NONE {
                continue;
            }
            let mut path = vec![root];
            entered[root] = self.order.len();
            self.order.push(root);
            while let Some(&node) = path.last() {
                self.root[node] = root;
                if next[node] == self.starts[node + 1] {
                    path.pop();
                    continue;
                }
                let to = self.edges[next[node]].1;
                next[node] += 1;
                if entered[to] == NONE {
                    entered[to] = self.order.len();
                    self.parent[to] = node;
                    self.order.push(to);
                    path.push(to);
                }
            }
        }
        // The earliest node that each node and its descendants reach with one edge that is not part of the search.
        let mut low = entered.clone();
        for &node in self.order.iter().rev() {
            for &(_, to) in self.edges_of(node) {
                if self.parent[to] == node {
                    low[node] = low[node].min(low[to]);
                } else if self.parent[node] != to {
                    low[node] = low[node].min(entered[to]);
                }
            }
        }
        for &node in &self.order {
            let parent = self.parent[node];
            self.is_cut_off[node] = parent != NONE && low[node] >= entered[parent];
        }
    }

    /// Returns the nodes that follow a node in the search.
    fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        self.edges_of(node).iter().map(|edge| edge.1).filter(move |&to| self.parent[to] == node)
    }

    /// Returns true for a cutting point beside a stone.
    fn is_cut(&self, at: usize) -> bool {
        let parts = self.children(at).filter(|&child| self.is_cut_off[child]).count();
        let is_root = self.parent[at] == NONE;
        parts > usize::from(is_root) && self.map.beside(at).into_iter().any(|beside| self.is_stone(beside))
    }

    fn has_dead_stone(&self, at: usize) -> bool {
        self.fallen[at] == Some(self.color.opponent())
    }

    /// Judges the groups of the colour.
    fn judge(&self, life: &mut Life) {
        let cuts: BTreeSet<usize> = self.eyes.iter().copied().filter(|&at| self.is_cut(at)).collect();
        let beside = |at: usize| self.map.beside(at).into_iter();
        let thrown_in: Vec<usize> = cuts.iter().copied().filter(|&at| self.has_dead_stone(at)).collect();
        // The points that the owner fills to capture stones that were thrown in.
        let is_eye = |at: &usize| self.eyes.contains(at) && !cuts.contains(at);
        let captures: BTreeSet<usize> = thrown_in.iter().flat_map(|&at| beside(at)).filter(is_eye).collect();
        let spaces = self.eyes.iter().copied().filter(|at| !cuts.contains(at) && !captures.contains(at));
        // The eyes of each space, at one of its points; then those of a node and its descendants.
        let mut eyes = vec![0_u32; self.map.len()];
        for points in parts(self.map, spaces) {
            let at = points[0];
            eyes[at] = self.space(points, &cuts, &captures).eyes();
        }
        // The groups without their open points.
        let own = eyes.clone();
        for &node in self.order.iter().rev() {
            if self.parent[node] != NONE {
                eyes[self.parent[node]] += eyes[node];
            }
        }
        let total = |node: usize| eyes[self.root[node]];
        let separates = |at: &usize| {
            let cut_off = || self.children(*at).filter(|&child| self.is_cut_off[child]).map(|child| eyes[child]);
            let rest = total(*at) - cut_off().sum::<u32>();
            cut_off().any(|eyes| eyes == 0) || (rest == 0 && self.parent[*at] != NONE)
        };
        for &at in cuts.iter().filter(|at| separates(at)) {
            life.filled[at] = true;
            if self.has_dead_stone(at) {
                for capture in beside(at).filter(|at| captures.contains(at)) {
                    life.filled[capture] = true;
                }
            }
        }
        for at in self.map.indices() {
            let node = if self.is_stone(at) { self.chain[at] } else { at };
            let is_of_group = self.is_stone(at) || self.eyes.contains(&at);
            life.seki[self.color as usize][at] = is_of_group && total(node) < 2;
        }
        *life.groups.of_mut(self.color) = self.count_groups(&own, total);
    }

    /// Returns a space without the points that the owner must fill, with what is beside it.
    fn space(&self, points: Vec<usize>, cuts: &BTreeSet<usize>, captures: &BTreeSet<usize>) -> Space<'_> {
        let beside = |at: usize| self.map.beside(at).into_iter();
        let around: BTreeSet<usize> = points.iter().flat_map(|&at| beside(at)).collect();
        let is_gap = |at: &usize| self.map.cell(*at) == Cell::Empty && self.reached[*at];
        let fills = || around.iter().copied().filter(|at| cuts.contains(at) || captures.contains(at));
        let to_capture = fills().filter(|at| captures.contains(at) && !self.has_dead_stone(*at));
        let thrown_in: BTreeSet<usize> =
            to_capture.flat_map(beside).filter(|at| cuts.contains(at) && self.has_dead_stone(*at)).collect();
        Space {
            map: self.map,
            fallen: self.fallen,
            owner: self.color,
            sills: points.iter().copied().filter(|&at| beside(at).any(|at| is_gap(&at))).collect(),
            gaps: around.iter().filter(|at| is_gap(at)).count(),
            fills: fills().count(),
            has_throw_in: fills().any(|at| self.has_dead_stone(at)),
            captures: thrown_in.len(),
            points,
        }
    }

    /// Returns the number of groups that are alive. Groups that have two eyes each are counted apart if only open points connect
    /// them. `own` are the eyes of each space, and `total` the eyes of the group of a node.
    fn count_groups(&self, own: &[u32], total: impl Fn(usize) -> u32) -> u32 {
        let is_closed = |at: usize| self.is_stone(at) || self.eyes.contains(&at);
        let mut seen = vec![false; self.map.len()];
        let mut alive = vec![0_u32; self.map.len()];
        for &start in self.order.iter().filter(|&&node| is_closed(node)) {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let (mut part, mut next, mut eyes) = (vec![start], 0, 0);
            while let Some(&node) = part.get(next) {
                next += 1;
                eyes += own[node];
                for &(_, to) in self.edges_of(node) {
                    if !seen[to] && is_closed(to) {
                        seen[to] = true;
                        part.push(to);
                    }
                }
            }
            alive[self.root[start]] += u32::from(eyes >= 2);
        }
        let roots = self.order.iter().copied().filter(|&node| self.parent[node] == NONE && total(node) >= 2);
        roots.map(|root| alive[root].max(1)).sum()
    }
}
