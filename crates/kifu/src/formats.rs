//! The formats and the rules of this crate.

use crate::Library;
use kifu_core::{Format, Game};

/// Receives formats one by one, each with the type of its game.
///
/// [`AnyFormat`](crate::AnyFormat) is enough for work that is the same for every game. A visitor is for code that is generic
/// over the game, such as a test that compares records.
///
/// ```
/// use kifu::{FormatVisitor, default_formats, model::{Format, Game}};
///
/// /// Writes an empty record in every format.
/// struct Empty(Vec<String>);
///
/// impl FormatVisitor for Empty {
///     fn visit<G: Game>(mut self, format: impl Format<G> + 'static) -> Self {
///         self.0.push(format.write(&[Default::default()]).text);
///         self
///     }
/// }
///
/// let Empty(texts) = default_formats(Empty(Vec::new()));
/// assert!(texts.iter().any(|text| text.starts_with("(;FF[4]")));
/// ```
pub trait FormatVisitor: Sized {
    /// Receives one format, and returns the visitor for the next.
    #[must_use]
    fn visit<G: Game>(self, format: impl Format<G> + 'static) -> Self;
}

impl FormatVisitor for Library {
    fn visit<G: Game>(self, format: impl Format<G> + 'static) -> Self {
        self.with(format)
    }
}

/// Passes every format whose feature is on to a visitor, in the order of [`Library::default`].
///
/// ```
/// use kifu::{Library, default_formats};
/// assert_eq!(default_formats(Library::empty()).ids(), Library::default().ids());
/// ```
#[must_use]
pub fn default_formats<V: FormatVisitor>(visitor: V) -> V {
    #[cfg(feature = "sgf")]
    let visitor = visitor.visit(kifu_sgf::Sgf::default());
    #[cfg(feature = "jgf2")]
    let visitor = visitor.visit(kifu_jgf2::Jgf2::default());
    #[cfg(feature = "jgf1")]
    let visitor = visitor.visit(kifu_jgf1::Jgf1::default());
    #[cfg(feature = "kif")]
    let visitor = visitor.visit(kifu_kif::Kif::default()).visit(kifu_kif::Ki2::default());
    #[cfg(feature = "csa")]
    let visitor = visitor.visit(kifu_csa::Csa::default());
    #[cfg(feature = "usi")]
    let visitor = visitor.visit(kifu_usi::Usi::default());
    #[cfg(feature = "jkf")]
    let visitor = visitor.visit(kifu_jkf::Jkf::default());
    visitor
}

/// Adds the rules of every game whose feature is on.
pub(crate) fn default_rules(library: Library) -> Library {
    #[cfg(feature = "go")]
    let library = library.check_with(kifu_rules::RulesPass::<kifu_goban::Go>::new()).with_game::<kifu_goban::Go>();
    #[cfg(feature = "shogi")]
    let library =
        library.check_with(kifu_rules::RulesPass::<kifu_shogiban::Shogi>::new()).with_game::<kifu_shogiban::Shogi>();
    library
}
