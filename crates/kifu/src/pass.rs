//! Passes of any game.

use core::any::Any;
use kifu_core::{CodeInfo, Game, Pass};

/// A pass of any game, as stored in a [`Library`](crate::Library).
///
/// ```
/// use kifu::{AnyPass, Library};
/// /// The names of the passes of a library.
/// fn names(library: &Library) -> Vec<&str> {
///     library.passes().map(AnyPass::name).collect()
/// }
/// assert_eq!(names(&Library::default()), ["rules", "rules"]); // of go and of shogi
/// ```
pub trait AnyPass: Any + Send + Sync {
    /// Returns the name of the game: `go`.
    fn game(&self) -> &'static str;

    /// Returns the name of the pass.
    fn name(&self) -> &str;

    /// Returns the codes of all diagnostics that the pass can report.
    fn codes(&self) -> &'static [CodeInfo];
}

impl dyn AnyPass + '_ {
    /// Returns the typed pass, if it is of the game `G`.
    ///
    /// ```
    /// use kifu::{Library, goban::Go};
    /// /// The number of passes of go.
    /// fn of_go(library: &Library) -> usize {
    ///     library.passes().filter_map(|pass| pass.of::<Go>()).count()
    /// }
    /// ```
    #[must_use]
    pub fn of<G: Game>(&self) -> Option<&dyn Pass<G>> {
        let pass: &dyn Any = self;
        pass.downcast_ref::<ErasedPass<G>>().map(|pass| &*pass.0)
    }
}

/// The only implementation of [`AnyPass`].
pub(crate) struct ErasedPass<G: Game>(pub(crate) Box<dyn Pass<G>>);

impl<G: Game> AnyPass for ErasedPass<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }

    fn name(&self) -> &str {
        self.0.name()
    }

    fn codes(&self) -> &'static [CodeInfo] {
        self.0.codes()
    }
}
