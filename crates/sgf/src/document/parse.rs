//! Splits a text into games, and builds the index of each with every deviation of its structure.
//!
//! A game starts where [`start_of_game`] finds one, and ends where its parentheses are closed. A game that is not closed
//! also ends before a parenthesis whose first node has FF or GM, because only the first node of a game has them; if the game
//! lacks its own parenthesis, SZ counts too (`ends_before`). Two cases are not split: several first nodes, and variations of
//! an empty first node. There is no threshold, and the cost is linear in the length of the text.

use crate::scanner::{self, Token};
use alloc::vec::Vec;
use kifu_core::Span;

mod blank;
mod brackets;
mod build;
mod index;
mod oddity;
mod outside;
mod property;
mod start;

pub(crate) use blank::is_space_or_control;
pub(crate) use brackets::{InnerBrackets, closing_bracket, follows};
use build::{Build, NONE, PLAY};
pub(crate) use index::{Game, PropertySlot};
use index::{Open, narrow};
pub(crate) use oddity::{Odd, Oddity};
pub(crate) use outside::misplaced;
pub(crate) use property::{identifier, is_name};
use start::start_of_game;

/// A parser of games, at a place in a text.
pub(crate) struct Parser<'t> {
    text: &'t str,
    at: usize,
    /// True if a game was found.
    any: bool,
    /// The offset after which the text has no `]`.
    last_bracket: usize,
    /// The number of nodes to reserve memory for, estimated from the game before or from the length of the text.
    room: usize,
    /// The tokens, if they are to be collected.
    pub(crate) tokens: Option<Vec<Span>>,
    /// The text outside of every game since the last game.
    pub(crate) stray: Vec<Span>,
}

impl<'t> Parser<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        let room = (text.len() / PLAY as usize).min(1 << 17);
        Self { text, at: 0, any: false, last_bracket: text.len(), room, tokens: None, stray: Vec::new() }
    }

    /// Continues at `at`, after another game.
    pub(super) fn resume(text: &'t str, at: usize, any: bool) -> Self {
        Self { at, any, ..Self::new(text) }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Reads the next game into `game`, whose memory is reused. Returns false at the end of the text.
    pub(crate) fn next(&mut self, game: &mut Game) -> bool {
        self.stray.clear();
        let start = self.at;
        let (found, bare) = start_of_game(self.text, start, !self.any);
        self.outside(start, found);
        self.at = found;
        if found == self.text.len() {
            return false;
        }
        self.any = true;
        self.game(game, bare);
        true
    }

    /// Records the text between two games as one stray span, without the white space around it.
    fn outside(&mut self, start: usize, end: usize) {
        let text = &self.text[start..end];
        let trimmed = text.trim_matches(is_space_or_control);
        let stray = start + (text.len() - text.trim_start_matches(is_space_or_control).len());
        if !trimmed.is_empty() {
            self.stray.push(Span::new(stray, stray + trimmed.len()));
        }
        if let Some(tokens) = &mut self.tokens
            && start < end
        {
            tokens.push(Span::new(start, end));
        }
    }

    /// Reads the game at the parser's place into `game`.
    fn game(&mut self, game: &mut Game, bare: bool) {
        game.nodes.clear();
        game.properties.clear();
        game.values.clear();
        game.oddities.clear();
        game.branches.clear();
        game.open.clear();
        game.rootless = false;
        game.open_ended = false;
        game.bare = bare;
        let start = self.at;
        game.reserve(self.room);
        let mut build = Build {
            text: self.text,
            last_bracket: self.last_bracket,
            game,
            current: NONE,
            in_node: false,
            in_property: false,
            inner_brackets: None,
            after_variation: false,
            opened: None,
            word: None,
            end: start,
        };
        if bare {
            build.odd(Odd::MissingParenthesis, start, start);
            build.game.open.push(Open { at: narrow(start), node: NONE, nodes: 0 });
        }
        while build.end < self.text.len() {
            let at = build.end;
            let mut token = Token::Space;
            let end = scanner::token(self.text, at, &mut |found, _, _| token = found);
            debug_assert!(end.is_some_and(|end| end > at), "the grammar is total");
            let Some(end) = end.filter(|&end| end > at) else { break };
            if token == Token::Open && build.ends_before(at) {
                break;
            }
            build.token(token, at, end);
            if let Some(tokens) = &mut self.tokens {
                index::push(tokens, Span::new(at, build.end), self.text.len() - at);
            }
            if build.game.open.is_empty() {
                break;
            }
        }
        if !build.game.open.is_empty() {
            let end = start + self.text[start..build.end].trim_end().len();
            build.odd(Odd::UnclosedTree, end, end);
        }
        build.drop_empty_first_node();
        self.last_bracket = build.last_bracket;
        self.at = build.end;
        self.room = game.nodes.len() + game.nodes.len() / 8;
        game.span = Span::new(start, self.at);
    }
}

/// Returns the tokens of a text, without gaps, and the spans of its games.
pub(crate) fn layout(text: &str) -> kifu_core::Layout {
    let mut parser = Parser::new(text);
    parser.tokens = Some(Vec::new());
    let mut game = Game::default();
    let mut games = Vec::new();
    while parser.next(&mut game) {
        // Empty parentheses are not a game.
        if !game.nodes.is_empty() {
            games.push(game.span);
        }
    }
    kifu_core::Layout::new(parser.tokens.unwrap_or_default(), games)
}

/// Returns the start of the first game of a text, if there is one.
pub(crate) fn start_of_first_game(text: &str) -> Option<usize> {
    Some(start_of_game(text, 0, true).0).filter(|start| *start < text.len())
}
