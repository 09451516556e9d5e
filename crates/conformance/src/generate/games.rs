//! Which games have generated records?

use super::Generate;

/// Receives games one by one, each with its type.
///
/// ```
/// use kifu_conformance::{GameVisitor, Generate, generated_games};
///
/// struct LongestName(usize);
///
/// impl GameVisitor for LongestName {
///     fn visit<G: Generate>(self) -> Self {
///         Self(self.0.max(G::NAME.len()))
///     }
/// }
///
/// assert!(generated_games(LongestName(0)).0 >= "go".len());
/// ```
pub trait GameVisitor: Sized {
    /// Receives one game, and returns the visitor for the next.
    #[must_use]
    fn visit<G: Generate>(self) -> Self;
}

/// Passes every game of this repository whose feature is on to a visitor. They include the games of `kifu::default_formats`.
///
/// ```
/// use kifu_conformance::{GameVisitor, Generate, generated_games};
///
/// struct Names(Vec<&'static str>);
///
/// impl GameVisitor for Names {
///     fn visit<G: Generate>(mut self) -> Self {
///         self.0.push(G::NAME);
///         self
///     }
/// }
///
/// assert_eq!(generated_games(Names(Vec::new())).0, ["go", "shogi"]);
/// ```
#[must_use]
pub fn generated_games<V: GameVisitor>(visitor: V) -> V {
    #[cfg(feature = "go")]
    let visitor = visitor.visit::<kifu_goban::Go>();
    #[cfg(feature = "shogi")]
    let visitor = visitor.visit::<kifu_shogiban::Shogi>();
    visitor
}
