//! A tutorial: the games of a server, and the records of games.
//!
//! This page is for authors of servers and editors. It shows how a program plays a game of go with these crates: it refuses illegal
//! moves, takes moves back, saves the game, and counts it. At the end it reads a record. The page uses
//! [`Position`](crate::go::Position), which is a game in progress: a board with its rules and its history.
//!
//! # Choose the rules
//! A rule set has a name. Case and spaces have no effect, so the names in SGF files are names here too. An unknown name is an error
//! that your program can show.
//!
//! ```
//! use kifu_goban::Rules;
//! let rules: Rules = "Japanese".parse()?;
//! assert_eq!(rules.to_string(), "japanese");
//!
//! let error = "house rules".parse::<Rules>().unwrap_err();
//! assert_eq!(error.to_string(), "not the name of a rule set such as `japanese`, nor rules in a notation of KataGo");
//! # Ok::<(), kifu_goban::rules::ParseRulesError>(())
//! ```
//!
//! [`PRESETS`](kifu_goban::rules::PRESETS) lists the rule sets, with the komi that is usual today. A menu can be made from it.
//!
//! ```
//! use kifu_goban::rules::PRESETS;
//! let aga = PRESETS.iter().find(|preset| preset.name == "aga").unwrap();
//! assert_eq!(aga.komi.to_string(), "7.5");
//! ```
//!
//! # Play, and refuse illegal moves
//! A game starts from a setup: a board of some size, with or without handicap stones. `play` checks a move and plays it.
//!
//! ```
//! use kifu_goban::{Color, Move, Point, Setup, Size};
//! use kifu_rules::go::Position;
//!
//! let size = Size::square(9).unwrap();
//! let mut game = Position::new(&Setup::new(size), "japanese".parse()?);
//! // The players send the names of points.
//! let point = |name: &str| Point::from_a1(name, size).ok_or("no such point");
//!
//! game.play(Move::play(Color::Black, point("E5")?))?;
//! game.play(Move::play(Color::White, point("E6")?))?;
//! assert_eq!(game.board().stone(point("E6")?), Some(Color::White));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An illegal move is an error, and the position does not change. The text of the error is a message for the player. The reason is
//! a value for your program, for example to translate the message.
//!
//! ```
//! # use kifu_goban::{Color, Move, Point, Setup, Size};
//! # use kifu_rules::go::Position;
//! use kifu_rules::go::IllegalReason;
//! # let size = Size::square(9).unwrap();
//! # let mut game = Position::new(&Setup::new(size), "japanese".parse()?);
//! # let point = |name: &str| Point::from_a1(name, size).ok_or("no such point");
//! # game.play(Move::play(Color::Black, point("E5")?))?;
//! let illegal = game.play(Move::play(Color::White, point("E5")?)).unwrap_err();
//! assert_eq!(illegal.to_string(), "White E5 (W[ee]) is on a black stone");
//! assert_eq!(illegal.reason, IllegalReason::Occupied(Color::Black));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The rules do not check the turn, because handicap stones and problems need moves of one player in a row. A server checks it.
//!
//! ```
//! # use kifu_goban::{Color, Move, Point, Setup, Size};
//! # use kifu_rules::go::Position;
//! /// Plays a move for a player, if it is the turn of that player.
//! fn play(game: &mut Position, played: Move) -> Result<(), String> {
//!     if played.color != game.board().to_move() {
//!         return Err("it is not your turn".into());
//!     }
//!     game.play(played).map_err(|illegal| illegal.to_string())
//! }
//! let mut game = Position::new(&Setup::default(), "japanese".parse()?);
//! assert_eq!(play(&mut game, Move::pass(Color::White)), Err("it is not your turn".into()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An editor may show the points where a player may play. `judge` checks one move without playing it, and `legal_moves` returns all
//! points.
//!
//! ```
//! use kifu_goban::{Color, Setup, Size};
//! use kifu_rules::go::Position;
//! let game = Position::new(&Setup::new(Size::square(9).unwrap()), "japanese".parse()?);
//! assert_eq!(game.legal_moves(Color::Black).count(), 81);
//! # Ok::<(), kifu_goban::rules::ParseRulesError>(())
//! ```
//!
//! # Take a move back
//! `undo` takes back the last move and returns it. The captured stones are there again, and so is a ko.
//!
//! ```
//! use kifu_goban::{Color, Move, Setup};
//! use kifu_rules::go::Position;
//! let mut game = Position::new(&Setup::default(), "japanese".parse()?);
//! game.play(Move::pass(Color::Black))?;
//! assert_eq!(game.undo(), Some(Move::pass(Color::Black).into()));
//! assert_eq!(game.board().to_move(), Color::Black);
//! assert_eq!(game.undo(), None); // the start
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Save and restore
//! A [`Snapshot`](crate::go::Snapshot) is a saved game. It has the start, the rules and every move, because a ko rule depends on the
//! earlier positions. The restored game judges every next move as the saved one did. The time is linear in the number of moves.
//!
//! ```
//! use kifu_goban::{Color, Move, Setup};
//! use kifu_rules::go::Position;
//! let mut game = Position::new(&Setup::default(), "aga".parse()?);
//! game.play(Move::pass(Color::Black))?;
//!
//! let restored = Position::restore(&game.snapshot());
//! assert_eq!(restored.board().to_move(), Color::White);
//! assert_eq!(restored.passes(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! With the feature `serde`, a snapshot can be a text, such as JSON in a database:
//!
#![cfg_attr(feature = "serde", doc = "```")]
#![cfg_attr(not(feature = "serde"), doc = "```ignore")]
//! use kifu_goban::{Color, Move, Point, Setup};
//! use kifu_rules::go::{Position, Snapshot};
//! let mut game = Position::new(&Setup::default(), "aga".parse()?);
//! game.play(Move::play(Color::Black, Point::from_sgf("pd").unwrap()))?;
//!
//! let json = serde_json::to_string(&game.snapshot())?;
//! assert!(json.contains(r#""rules":"aga""#));
//!
//! let saved: Snapshot = serde_json::from_str(&json)?;
//! let restored = Position::restore(&saved);
//! assert_eq!(restored.board(), game.board());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The end of the game
//! Passes end the game. The rule set decides how many are needed, and who passes last.
//!
//! ```
//! use kifu_goban::{Color, Move, Setup};
//! use kifu_rules::go::Position;
//! let mut game = Position::new(&Setup::default(), "japanese".parse()?);
//! game.play(Move::pass(Color::Black))?;
//! assert!(!game.is_over());
//! game.play(Move::pass(Color::White))?;
//! assert!(game.is_over());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `play` also works after that, because the players may agree to resume the game. A server that does not allow this checks `is_over`
//! before each move.
//!
//! Japanese rules also end a game without a result when a position repeats, as in a triple ko. Check `repetition` after each move.
//!
//! ```
//! use kifu_goban::{Setup, rules::Repetition};
//! use kifu_rules::go::Position;
//! let game = Position::new(&Setup::default(), "japanese".parse()?);
//! match game.repetition() {
//!     Some(Repetition::NoResult) => println!("The position is repeated. The game has no result."),
//!     Some(_) => println!("The position is repeated. The game is a draw."),
//!     None => {} // the game goes on
//! }
//! # Ok::<(), kifu_goban::rules::ParseRulesError>(())
//! ```
//!
//! # Count the points
//! The players mark the dead stones, because no rule computes which stones are dead. In most programs a click on a stone marks all
//! stones of its colour in the same region. [`stones_of_regions`](crate::go::score::stones_of_regions) returns them.
//!
//! Here each player has a wall, and one white stone is in Black's territory:
//!
//! ```
//! use kifu_goban::{Color, Move, Point, Points, Setup, Size};
//! use kifu_rules::go::{Position, score::{Score, ScoreOptions, stones_of_regions}};
//!
//! let size = Size::square(5).unwrap();
//! let point = |name: &str| Point::from_a1(name, size).ok_or("no such point");
//! let mut game = Position::new(&Setup::new(size), "japanese".parse()?);
//! for (black, white) in [("C1", "D1"), ("C2", "D2"), ("C3", "D3"), ("C4", "D4"), ("C5", "D5")] {
//!     game.play(Move::play(Color::Black, point(black)?))?;
//!     game.play(Move::play(Color::White, point(white)?))?;
//! }
//! game.play(Move::pass(Color::Black))?;
//! game.play(Move::play(Color::White, point("A3")?))?;
//! game.play(Move::pass(Color::Black))?;
//! game.play(Move::pass(Color::White))?;
//! assert!(game.is_over());
//!
//! let mut options = ScoreOptions::default();
//! options.komi = "0.5".parse()?;
//! options.dead = stones_of_regions(game.board(), &Points::from(point("A3")?))?;
//! options.button = game.first_to_pass(); // for rules with a button
//!
//! let score = Score::new(game.board(), game.rules(), &options)?;
//! assert_eq!((score.territory.black, score.prisoners.black, score.territory.white), (10, 1, 5));
//! assert_eq!(score.text(), "B+5.5");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `text` is the result as SGF writes it, `outcome` is the same as a value, and `owner` returns for each point the player for whom it
//! counts, so that an editor can show it.
//!
//! # Make a record of the game
//! A record has the moves as a tree, so that variations can be added later. The result is a value of the record's information.
//!
//! ```
//! use kifu_core::{Node, Outcome, Parsed, Record, Seat, Termination};
//! use kifu_goban::{Color, Go, Move, Point, Setup};
//! use kifu_rules::go::Position;
//! let mut game = Position::new(&Setup::default(), "japanese".parse()?);
//! game.play(Move::play(Color::Black, Point::from_sgf("pd").unwrap()))?;
//!
//! let mut record: Record<Go> = Record::new(game.start().clone());
//! record.terms.rules = game.rules().to_string();
//! record.tree.add_line(record.tree.root(), game.actions().map(|action| Node::new(Some(action.clone()))));
//! record.info.outcome = Some(Parsed::Value(Outcome::Win { winner: Seat::First, by: Termination::Resignation }));
//! assert_eq!(record.moves().count(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Replay a record
//! A [`Cursor`](crate::Cursor) is a place in a record, with the position there. It plays every move, even an illegal one, because
//! records have such moves.
//!
//! ```
//! use kifu_core::{Node, Record};
//! use kifu_goban::{Color, Go, Move, Point};
//! use kifu_rules::Cursor;
//! let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
//! let mut record: Record<Go> = Record::default();
//! let moves = [play(Color::Black, "ab"), play(Color::White, "aa"), play(Color::Black, "ba")];
//! record.tree.add_line(record.tree.root(), moves);
//!
//! let mut cursor = Cursor::new(&record);
//! while cursor.forward().is_some() {
//!     println!("{} stones captured by Black", cursor.position().captured_by(Color::Black));
//! }
//! assert_eq!(cursor.position().captured_by(Color::Black), 1);
//! cursor.back();
//! assert_eq!(cursor.position().stone(Point::from_sgf("aa").unwrap()), Some(Color::White));
//! ```
//!
//! An [`Editor`](crate::Editor) can do the same, and also changes the record. The front page of this crate shows it, and how a player
//! solves a problem.
//!
//! # Find illegal moves in a record
//! [`check`](crate::check) judges every move of a record under the rules that the record states, also in variations. If the record
//! states no rules, the findings are warnings or notes.
//!
//! ```
//! # use kifu_core::{Node, Record};
//! # use kifu_goban::{Color, Go, Move, Point};
//! use kifu_core::Severity;
//! use kifu_rules::check;
//! # let play = |color, at: &str| Node::new(Some(Move::play(color, Point::from_sgf(at).unwrap()).into()));
//! let mut record: Record<Go> = Record::default();
//! record.terms.rules = "Japanese".into();
//! record.tree.add_line(record.tree.root(), [play(Color::Black, "pd"), play(Color::White, "pd")]);
//!
//! let found = check(&record, 0); // the first record of a file
//! let finding = found.iter().next().unwrap();
//! assert_eq!(finding.message, "White Q16 (W[pd]) is on a black stone; played anyway");
//! assert_eq!((finding.code.0, finding.severity), ("rules/occupied-point", Severity::Error));
//! ```
//!
//! [`RulesPass`](crate::RulesPass) finds more in a file: two moves in a row by one player, a wrong number of handicap stones, a result
//! that the komi cannot give, and others. `Library::default` of the crate `kifu` has it.
