use crate::Judge;
use core::{fmt, marker::PhantomData};
use kifu_core::{CodeInfo, Diagnostics, GameInFile, Pass};

/// The rules of a game as a pass, for a library and the program. It reports what [`Judge::examine`] finds: every
/// illegal action, and in some games more.
///
/// ```
/// # use kifu_core::*; use kifu_rules::*;
/// /// The pass of a game, among other passes.
/// fn passes<G: Judge>() -> Vec<Box<dyn Pass<G>>> {
///     vec![Box::new(RulesPass::<G>::new())]
/// }
/// ```
pub struct RulesPass<G>(PhantomData<fn() -> G>);

impl<G: Judge> RulesPass<G> {
    /// Creates the pass.
    #[must_use]
    pub fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Judge> Default for RulesPass<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G> fmt::Debug for RulesPass<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RulesPass")
    }
}

impl<G: Judge> Pass<G> for RulesPass<G> {
    fn name(&self) -> &'static str {
        "rules"
    }

    fn codes(&self) -> &'static [CodeInfo] {
        G::codes()
    }

    fn check(&self, game: &GameInFile<'_, G>) -> Diagnostics {
        G::examine(game)
    }
}
