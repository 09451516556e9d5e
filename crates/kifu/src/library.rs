//! A set of formats, passes and games.

use crate::{
    AnyFormat, AnyGame, AnyPass, default_formats, format::Erased, formats::default_rules, game::ErasedGame,
    pass::ErasedPass,
};
use kifu_core::{Diagnostics, Format, Game, Limits, Pass};
use kifu_rules::Show;

mod choose;
mod detect;
mod open;

pub use choose::Chosen;
pub(crate) use choose::in_usual_charset;
pub use open::{Decoded, Hints, OpenFile};

/// A set of formats, for one or more games, of passes that check records, and of games whose positions can be shown.
///
/// ```
/// let library = kifu::Library::default();
/// assert!(library.get("sgf").is_some());
/// ```
pub struct Library {
    formats: Vec<Box<dyn AnyFormat>>,
    passes: Vec<Box<dyn AnyPass>>,
    games: Vec<Box<dyn AnyGame>>,
    limits: Limits,
}

impl Default for Library {
    /// Returns a library with every format whose feature is on, and with the rules of every game whose feature is on.
    fn default() -> Self {
        default_rules(default_formats(Self::empty()))
    }
}

impl Library {
    /// Returns a library without formats and passes.
    #[must_use]
    pub fn empty() -> Self {
        Self { formats: Vec::new(), passes: Vec::new(), games: Vec::new(), limits: Limits::DEFAULT }
    }

    /// Adds a format. It replaces the format that has the same identifier.
    ///
    /// ```
    /// use kifu::{Library, model::Charset, sgf::Sgf};
    /// let library = Library::default().with(Sgf::default().encoding(Charset::new("GB18030")));
    /// assert_eq!(library.ids(), ["sgf", "jgf2", "jgf1", "kif", "ki2", "csa", "usi", "jkf"]);
    /// ```
    #[must_use]
    pub fn with<G: Game>(mut self, format: impl Format<G> + 'static) -> Self {
        let format: Box<dyn AnyFormat> = Box::new(Erased(Box::new(format)));
        let known = self.formats.iter_mut().find(|known| known.info().id == format.info().id);
        match known {
            Some(known) => *known = format,
            None => self.formats.push(format),
        }
        self
    }

    /// Adds a pass. It replaces the pass of the same game that has the same name.
    ///
    /// ```
    /// use kifu::{Hints, Library, goban::Go};
    /// use kifu::model::{CodeInfo, Diagnostics, GameInFile, Pass, Severity};
    /// const NO_EVENT: CodeInfo = CodeInfo::new("club/no-event", Severity::Warning, "the event is missing", "State the event.");
    /// struct HouseRules;
    /// impl Pass<Go> for HouseRules {
    ///     fn name(&self) -> &str { "club" }
    ///     fn codes(&self) -> &'static [CodeInfo] { const { &[NO_EVENT] } }
    ///     fn check(&self, game: &GameInFile<'_, Go>) -> Diagnostics {
    ///         let mut found = Diagnostics::default();
    ///         if game.record.info.event.is_empty() {
    ///             found.report_at_node(&NO_EVENT, game.node_index(game.record.tree.root()), || "the event is missing");
    ///         }
    ///         found
    ///     }
    /// }
    /// let library = Library::default().check_with(HouseRules);
    /// let opened = library.read("game.sgf", b"(;GM[1];B[aa])".to_vec(), &Hints::default())?;
    /// assert_eq!(library.check(&opened).iter().next().unwrap().code.0, "club/no-event");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn check_with<G: Game>(mut self, pass: impl Pass<G> + 'static) -> Self {
        let pass: Box<dyn AnyPass> = Box::new(ErasedPass(Box::new(pass)));
        let key = |pass: &dyn AnyPass| (pass.game(), pass.name().to_owned());
        match self.passes.iter_mut().find(|known| key(&***known) == key(&*pass)) {
            Some(known) => *known = pass,
            None => self.passes.push(pass),
        }
        self
    }

    /// Adds a game whose positions can be shown. The program then shows and scores the records of this game.
    #[must_use]
    pub fn with_game<G: Show>(mut self) -> Self {
        if self.game(G::NAME).is_none() {
            self.games.push(Box::new(ErasedGame::<G>::new()));
        }
        self
    }

    /// Sets the limits for reading a file: the memory of a game, and the number of diagnostics that are kept.
    ///
    /// ```
    /// use kifu::{Hints, Library, model::Limits};
    /// let mut limits = Limits::DEFAULT;
    /// limits.memory = 10_000;
    /// let library = Library::default().with_limits(limits);
    /// let opened = library.read("game.sgf", format!("(;GM[1]{})", ";C[x]".repeat(1_000)).into_bytes(), &Hints::default())?;
    /// assert_eq!(opened.diagnostics().iter().next().unwrap().code.0, "text/too-dense");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Returns the limits for reading a file.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns the game with this name, if its positions can be shown.
    #[must_use]
    pub fn game(&self, name: &str) -> Option<&dyn AnyGame> {
        self.games.iter().map(|game| &**game).find(|game| game.name() == name)
    }

    /// Removes the passes with this name, of every game.
    #[must_use]
    pub fn check_without(mut self, name: &str) -> Self {
        self.passes.retain(|pass| pass.name() != name);
        self
    }

    /// Returns the passes, in the order in which they were added.
    ///
    /// ```
    /// let library = kifu::Library::default();
    /// assert!(library.passes().map(|pass| (pass.game(), pass.name())).eq([("go", "rules"), ("shogi", "rules")]));
    /// ```
    pub fn passes(&self) -> impl Iterator<Item = &dyn AnyPass> {
        self.passes.iter().map(|pass| &**pass)
    }

    /// Returns the diagnostics of the passes in a file that this library has opened. [`OpenFile::diagnostics`] returns those of its
    /// format. A file in a format that the library does not have is not checked.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1];B[aa];W[aa])".to_vec(), &Hints::default())?;
    /// assert_eq!(library.check(&opened).iter().next().unwrap().code.0, "rules/occupied-point");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    #[must_use]
    pub fn check(&self, opened: &OpenFile) -> Diagnostics {
        let passes: Vec<_> = self.passes().collect();
        let check = |format: &dyn AnyFormat| format.check(&passes, &opened.source, &opened.games, 0);
        self.get(opened.format).and_then(check).unwrap_or_default()
    }

    /// Returns the formats, in the order in which they were added.
    pub fn formats(&self) -> impl Iterator<Item = &dyn AnyFormat> {
        self.formats.iter().map(|format| &**format)
    }

    /// Returns the formats of one game.
    pub fn formats_of<G: Game>(&self) -> impl Iterator<Item = &dyn Format<G>> {
        self.formats().filter_map(|format| format.of())
    }

    /// Returns the format with this identifier.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&dyn AnyFormat> {
        self.formats().find(|format| format.info().id == id)
    }

    /// Returns the identifiers of all formats.
    #[must_use]
    pub fn ids(&self) -> Vec<&'static str> {
        self.formats().map(|format| format.info().id).collect()
    }
}
