//! Games whose positions can be shown and scored.

use crate::AnyGames;
use core::any::Any;
use core::{marker::PhantomData, ops::ControlFlow};
use kifu_core::ReadOutput;
use kifu_rules::{
    BoardStyle, Fact, NoSuchPlace, Places, ScoreError, ScoreReport, ScoreRequest, Show, Shown, show, show_each,
};

/// A game whose positions can be shown, of any type, as stored in a [`Library`](crate::Library).
///
/// Each method takes the games of a file and the index of one of them, from 0. It returns `None` if there is no such game, or if it
/// is another game than this.
///
/// ```
/// use kifu::{Hints, Library, rules::{BoardStyle, Places}};
/// let library = Library::default();
/// let opened = library.read("game.sgf", b"(;GM[1]SZ[3];B[bb])".to_vec(), &Hints::default())?;
/// let go = library.game("go").unwrap();
/// let style = BoardStyle::default().with_ascii(true);
/// let shown = go.show(&opened.games, 0, &Places::End, style).unwrap().unwrap();
/// let board: String = shown[0].board.iter().map(|part| part.text.as_str()).collect();
/// assert_eq!(board.lines().nth(2), Some("2 .(X). 2"));
/// # Ok::<(), kifu::Error>(())
/// ```
pub trait AnyGame: Any + Send + Sync {
    /// Returns the name of the game: `go`.
    fn name(&self) -> &'static str;

    /// Returns the positions at places of a record, see [`show`].
    ///
    /// ```
    /// use kifu::{Hints, Library, rules::{BoardStyle, Places}};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1];B[aa])".to_vec(), &Hints::default())?;
    /// let go = library.game("go").unwrap();
    /// let missing = go.show(&opened.games, 0, &Places::Move(2), BoardStyle::default()).unwrap().unwrap_err();
    /// assert_eq!(missing.to_string(), "move 2 does not exist; the main line has 1 move");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    fn show(
        &self,
        games: &AnyGames,
        index: usize,
        places: &Places,
        style: BoardStyle,
    ) -> Option<Result<Vec<Shown>, NoSuchPlace>>;

    /// Passes the positions at places of a record to `then`, one at a time, until it breaks, see [`show_each`].
    fn show_each(
        &self,
        games: &AnyGames,
        index: usize,
        places: &Places,
        style: BoardStyle,
        then: &mut dyn FnMut(Shown) -> ControlFlow<()>,
    ) -> Option<Result<(), NoSuchPlace>>;

    /// Returns the facts of the position at the end of the main line, such as the captures.
    ///
    /// ```
    /// use kifu::{Hints, Library};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1];B[aa];W[ba];B[ss];W[ab])".to_vec(), &Hints::default())?;
    /// let facts = library.game("go").unwrap().position_facts(&opened.games, 0).unwrap();
    /// assert_eq!(facts[0].value.to_string(), "black 0, white 1");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    fn position_facts(&self, games: &AnyGames, index: usize) -> Option<Vec<Fact>>;

    /// Returns the score of the position at the end of the main line. Also `None` if the game is not scored.
    ///
    /// ```
    /// use kifu::{Hints, Library, rules::ScoreRequest};
    /// let library = Library::default();
    /// let opened = library.read("game.sgf", b"(;GM[1]SZ[3]KM[0];B[bb])".to_vec(), &Hints::default())?;
    /// let report = library.game("go").unwrap().score(&opened.games, 0, &ScoreRequest::default()).unwrap().unwrap();
    /// assert!(report.facts.iter().any(|fact| fact.name == "result" && fact.value.to_string() == "B+9"));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    fn score(&self, games: &AnyGames, index: usize, request: &ScoreRequest) -> Option<Result<ScoreReport, ScoreError>>;
}

/// The only implementation of [`AnyGame`].
pub(crate) struct ErasedGame<G>(PhantomData<fn() -> G>);

impl<G> ErasedGame<G> {
    pub(crate) fn new() -> Self {
        Self(PhantomData)
    }
}

impl<G: Show> AnyGame for ErasedGame<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn show(
        &self,
        games: &AnyGames,
        index: usize,
        places: &Places,
        style: BoardStyle,
    ) -> Option<Result<Vec<Shown>, NoSuchPlace>> {
        Some(show(record::<G>(games, index)?, places, style))
    }

    fn show_each(
        &self,
        games: &AnyGames,
        index: usize,
        places: &Places,
        style: BoardStyle,
        then: &mut dyn FnMut(Shown) -> ControlFlow<()>,
    ) -> Option<Result<(), NoSuchPlace>> {
        Some(show_each(record::<G>(games, index)?, places, style, then))
    }

    fn position_facts(&self, games: &AnyGames, index: usize) -> Option<Vec<Fact>> {
        let record = record::<G>(games, index)?;
        let mut position = G::start(&record.setup);
        for node in record.tree.main_line() {
            if let Some(action) = &record.tree[node].action {
                G::play_unchecked(&mut position, action);
            }
        }
        Some(G::position_facts(&position))
    }

    fn score(&self, games: &AnyGames, index: usize, request: &ScoreRequest) -> Option<Result<ScoreReport, ScoreError>> {
        G::score(record::<G>(games, index)?, request)
    }
}

fn record<G: Show>(games: &AnyGames, index: usize) -> Option<&kifu_core::Record<G>> {
    games.of::<G>().map(|games: &ReadOutput<G>| &games.records).and_then(|records| records.get(index))
}
