//! Generates records that use every part of the model, so that a writer is tested on records that its reader cannot produce.

use arbitrary::{Result, Unstructured};
use info::info;
use kifu_core::{Game, NamedValue, Node, NodeId, Record};
use node::{clock, decorate};

mod games;
#[cfg(feature = "go")]
mod go;
mod info;
mod node;
#[cfg(feature = "shogi")]
mod shogi;
mod values;

pub use games::{GameVisitor, generated_games};

/// A game whose records can be generated: games with values in every part of the model.
///
/// The same bytes give the same record, so that a fuzzer can control the generator.
///
/// ```
/// use arbitrary::Unstructured;
/// use kifu_conformance::{Generate, record};
/// use kifu_goban::Go;
/// let seed: Vec<u8> = (0..2_000_u32).map(|n| (n * n % 251) as u8).collect();
/// let made: kifu_core::Record<Go> = record(&mut Unstructured::new(&seed))?;
/// assert_eq!(made, record(&mut Unstructured::new(&seed))?);
/// # Ok::<(), arbitrary::Error>(())
/// ```
pub trait Generate: Game {
    /// The state that is needed to continue a game legally.
    type Position: Clone;

    /// Generates a setup and its position.
    ///
    /// # Errors
    /// An error of `arbitrary` if the bytes cannot be used.
    fn start(u: &mut Unstructured<'_>) -> Result<(Self::Setup, Self::Position)>;

    /// Generates the terms of a game.
    ///
    /// # Errors
    /// See [`Generate::start`].
    fn terms(u: &mut Unstructured<'_>) -> Result<Self::Terms>;

    /// Generates an action, usually one that is legal in the position, and plays it; `None` if the line ends here.
    ///
    /// # Errors
    /// See [`Generate::start`].
    fn action(u: &mut Unstructured<'_>, position: &mut Self::Position) -> Result<Option<Self::Action>>;

    /// Generates marks on a board with this setup, at most one of each kind.
    ///
    /// # Errors
    /// See [`Generate::start`].
    fn marks(u: &mut Unstructured<'_>, setup: &Self::Setup) -> Result<Vec<Self::Mark>>;

    /// Returns action number `n` of a game of any length, for measurements. It need not be legal.
    fn plain(n: usize) -> Self::Action;

    /// Returns the terms and the setup as lines of a [`dump`](crate::dump), each with a name and a value. The default
    /// implementation returns the `Debug` texts of both, if they differ from the default values.
    ///
    /// The values must differ where the records differ, or the law `means` misses a fault.
    ///
    /// ```
    /// use kifu_conformance::Generate;
    /// use kifu_core::{NamedValue, Record};
    /// use kifu_goban::Go;
    /// assert_eq!(Go::dump_start(&Record::default()), [NamedValue::new("board", "19x19")]);
    /// ```
    #[must_use]
    fn dump_start(record: &Record<Self>) -> Vec<NamedValue> {
        let terms =
            (record.terms != Self::Terms::default()).then(|| NamedValue::new("terms", format!("{:?}", record.terms)));
        let setup =
            (record.setup != Self::Setup::default()).then(|| NamedValue::new("start", format!("{:?}", record.setup)));
        terms.into_iter().chain(setup).collect()
    }

    /// Returns a mark as text for a [`dump`](crate::dump). The default implementation returns its `Debug` text.
    ///
    /// ```
    /// use kifu_conformance::Generate;
    /// use kifu_goban::{Go, Mark, Point};
    /// let label = Mark::Label(Point::from_sgf("dd").unwrap(), "A".into());
    /// assert_eq!(Go::dump_mark(&label), "Label dd \"A\"");
    /// ```
    #[must_use]
    fn dump_mark(mark: &Self::Mark) -> String {
        format!("{mark:?}")
    }
}

/// Returns bytes for generating a record. Each number always gives the same bytes, and different numbers give different bytes.
///
/// ```
/// use kifu_conformance::seed;
/// assert_eq!(seed(7), seed(7));
/// assert_ne!(seed(7), seed(8));
/// ```
#[must_use]
pub fn seed(number: u64) -> Vec<u8> {
    // xorshift64
    let mut state = number.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let mut byte = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()[3]
    };
    (0..16_384).map(|_| byte()).collect()
}

/// Generates a record with values in any part of the model.
///
/// ```
/// use arbitrary::Unstructured;
/// use kifu_conformance::record;
/// use kifu_goban::Go;
/// let made = record::<Go>(&mut Unstructured::new(&[9; 500]))?;
/// assert!(made.tree.len() > 1);
/// # Ok::<(), arbitrary::Error>(())
/// ```
///
/// # Errors
/// An error of `arbitrary` if the bytes cannot be used.
pub fn record<G: Generate>(u: &mut Unstructured<'_>) -> Result<Record<G>> {
    let (setup, position) = G::start(u)?;
    let mut record = Record::new(setup);
    record.terms = G::terms(u)?;
    record.info = info(u)?;
    let root = record.tree.root();
    let mut tips: Vec<(NodeId, G::Position)> = vec![(root, position)];
    let mut nodes = 1;
    let most = u.int_in_range(2..=40)?;
    while nodes < most {
        // Usually continue the last line; sometimes start a variation at an earlier node.
        let at = if u.ratio(3, 4)? { tips.len() - 1 } else { u.choose_index(tips.len())? };
        let (parent, mut position) = tips[at].clone();
        let Some(action) = G::action(u, &mut position)? else {
            nodes += 1;
            continue;
        };
        // Variations of one node must start with different actions.
        if record.tree.children(parent).any(|child| record.tree[child].action.as_ref() == Some(&action)) {
            nodes += 1;
            continue;
        }
        let node = record.tree.add(parent, Node::new(Some(action)));
        clock(u, &mut record.tree[node])?;
        decorate(u, &mut record, node)?;
        tips.push((node, position));
        nodes += 1;
    }
    decorate(u, &mut record, root)?;
    reorder(u, &mut record)?;
    Ok(record)
}

/// Changes the order of children, because the order of nodes in memory must not matter.
fn reorder<G: Game>(u: &mut Unstructured<'_>, record: &mut Record<G>) -> Result<()> {
    if u.ratio(1, 3)? {
        let nodes: Vec<NodeId> = record.tree.preorder().skip(1).collect();
        if !nodes.is_empty() {
            record.tree.promote(nodes[u.choose_index(nodes.len())?]);
        }
    }
    Ok(())
}
