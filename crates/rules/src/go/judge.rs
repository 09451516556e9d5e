//! Which moves of go are legal.

use super::{Board, History, codes};
use crate::Judge;
use alloc::string::{String, ToString};
use core::fmt;
use kifu_core::{CodeInfo, Diagnostics, GameInFile, Node, Parsed, Severity};
use kifu_goban::{
    Action, Color, Go, Move, Size, Terms,
    rules::{Ko, Preset, Repetition, Rules},
};

/// An illegal move, and the reason.
///
/// ```
/// use kifu_goban::{Color, Move, Point, Rules, Setup};
/// use kifu_rules::go::{IllegalReason, Position};
/// let mut position = Position::new(&Setup::default(), Rules::default());
/// let tengen = Point::from_sgf("jj").unwrap();
/// position.play(Move::play(Color::Black, tengen)).unwrap();
/// let illegal = position.play(Move::play(Color::White, tengen)).unwrap_err();
/// assert_eq!(illegal.reason, IllegalReason::Occupied(Color::Black));
/// assert_eq!(illegal.to_string(), "White K10 (W[jj]) is on a black stone");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMove {
    /// The move.
    pub played: Move,
    /// The reason why it is illegal.
    pub reason: IllegalReason,
    size: Size,
}

/// The reason why a move is illegal.
///
/// ```
/// use kifu_goban::{Color, Move, Point, Rules, Setup, Size};
/// use kifu_rules::go::{IllegalReason, Position};
/// let position = Position::new(&Setup::new(Size::square(1).unwrap()), Rules::default());
/// let illegal = position.judge(Move::play(Color::Black, Point::from_sgf("aa").unwrap())).unwrap_err();
/// assert_eq!(illegal.reason, IllegalReason::Suicide { stones: 1 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum IllegalReason {
    /// The point is not on the board.
    OffBoard,
    /// The point has a stone of this colour.
    Occupied(Color),
    /// The move recaptures in a ko immediately.
    Ko,
    /// The move repeats an earlier position.
    Superko {
        /// The ko rule that forbids it.
        rule: Ko,
        /// The number of moves before the earlier position; 0 is the start.
        after: u32,
    },
    /// The move leaves its own chain without a liberty.
    Suicide {
        /// The number of stones of the chain.
        stones: u32,
    },
}

impl IllegalMove {
    pub(super) fn new(played: Move, size: Size, reason: IllegalReason) -> Self {
        Self { played, reason, size }
    }

    /// Returns what happens if the move is played anyway.
    pub(super) fn effect(&self) -> &'static str {
        match self.reason {
            IllegalReason::OffBoard => "it has no effect",
            IllegalReason::Occupied(_) => "it replaces the stone",
            IllegalReason::Ko | IllegalReason::Superko { .. } => "played anyway",
            IllegalReason::Suicide { stones: 1 } => "the stone is removed",
            IllegalReason::Suicide { .. } => "the chain is removed",
        }
    }
}

impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&move_text(self.played, self.size))?;
        match self.reason {
            IllegalReason::OffBoard => write!(f, " is outside the {} board", self.size),
            IllegalReason::Occupied(color) => write!(f, " is on a {color} stone"),
            IllegalReason::Ko => f.write_str(" recaptures in a ko immediately"),
            IllegalReason::Superko { rule, after } => {
                let rule = if rule == Ko::Situational { "situational" } else { "positional" };
                match after {
                    0 => write!(f, " repeats the start position ({rule} superko)"),
                    _ => write!(f, " repeats the position after move {after} ({rule} superko)"),
                }
            }
            IllegalReason::Suicide { stones: 1 } => f.write_str(" has no liberty (suicide)"),
            IllegalReason::Suicide { stones } => {
                write!(f, " leaves its chain of {stones} stones without a liberty (suicide)")
            }
        }
    }
}

impl core::error::Error for IllegalMove {}

/// Returns a text such as `Black D4 (B[dp])`.
pub(super) fn move_text(played: Move, size: Size) -> String {
    <Go as kifu_core::Game>::action_text(&Action::Move(played), &kifu_goban::Setup::new(size))
}

/// Returns the reason why a move is illegal, if it is.
pub(super) fn judge(board: &Board, history: &History, rules: &Rules, played: Move) -> Result<(), IllegalMove> {
    let illegal = |reason| Err(IllegalMove::new(played, board.size(), reason));
    let Some(point) = played.at else { return Ok(()) };
    let Some(at) = board.index(point) else { return illegal(IllegalReason::OffBoard) };
    if let Some(color) = board.stone(point) {
        return illegal(IllegalReason::Occupied(color));
    }
    let effect = board.effect(at, played.color);
    if effect.suicide > 0 && !allows_suicide(rules, effect.suicide) {
        return illegal(IllegalReason::Suicide { stones: effect.suicide });
    }
    if board.is_ko(at, played.color) {
        return illegal(IllegalReason::Ko);
    }
    match repeated(history, rules, effect.hash, played.color) {
        Some(reason) => illegal(reason),
        None => Ok(()),
    }
}

/// Returns true if a move may remove this number of stones of its own colour. No rule set here allows suicide of a single stone.
pub(super) fn allows_suicide(rules: &Rules, stones: u32) -> bool {
    rules.suicide && stones > 1
}

/// Returns superko as the reason, if a move of a player to the position with this hash repeats a position.
fn repeated(history: &History, rules: &Rules, hash: u64, color: Color) -> Option<IllegalReason> {
    let found = history.find(hash, rules.ko, color.opponent());
    found.map(|after| IllegalReason::Superko { rule: rules.ko, after })
}

impl Judge for Go {
    type Rules = Rules;
    type History = History;
    type Fault = IllegalMove;

    /// Returns the rule set that the terms name. If the terms state suicide or superko (JGF 2), that replaces the value of the rule
    /// set; without a rule set both are illegal unless they are stated to be legal.
    fn rules(terms: &Terms) -> Option<Parsed<Rules>> {
        if let Some(rules) = terms.rule_set() {
            return Some(Parsed::Value(rules));
        }
        let has_flags = terms.suicide.is_some() || terms.superko.is_some();
        if terms.rules.trim().is_empty() && has_flags {
            let mut rules = assumed();
            if terms.superko != Some(true) {
                (rules.ko, rules.repetition) = (Ko::Simple, Repetition::NoResult);
            }
            rules.suicide = terms.suicide.unwrap_or(false);
            return Some(Parsed::Value(rules));
        }
        (!terms.rules.trim().is_empty()).then(|| Parsed::Text(terms.rules.as_str().into()))
    }

    /// Returns Tromp-Taylor rules without suicide. They forbid whatever one of the customary rule sets forbids.
    fn assumed_rules() -> Rules {
        assumed()
    }

    fn judge(board: &Board, history: &History, rules: &Rules, action: &Action) -> Result<(), IllegalMove> {
        match action {
            Action::Move(played) => judge(board, history, rules, *played),
            _ => Ok(()),
        }
    }

    fn remember(history: &mut History, action: Option<&Action>, board: &Board) {
        history.add(board, action.is_none_or(|action| action.as_move().is_some()));
    }

    fn forget(history: &mut History) {
        history.remove_last();
    }

    fn code(fault: &IllegalMove) -> &'static CodeInfo {
        match fault.reason {
            IllegalReason::OffBoard => &codes::OFF_BOARD,
            IllegalReason::Occupied(_) => &codes::OCCUPIED_POINT,
            IllegalReason::Ko => &codes::KO,
            IllegalReason::Superko { .. } => &codes::SUPERKO,
            IllegalReason::Suicide { .. } => &codes::SUICIDE,
        }
    }

    fn codes() -> &'static [CodeInfo] {
        codes::CODES
    }

    /// If the record states no rules, a superko repetition is a note, because some rule sets allow it, and everything else is a
    /// warning. SGF's `KO` on the node makes an illegal move a note.
    fn severity(fault: &IllegalMove, are_stated: bool, node: &Node<Go>) -> Severity {
        let is_forced = || node.details().is_some_and(|details| details.foreign.get("sgf", "KO").is_some());
        match fault.reason {
            _ if is_forced() => Severity::Note,
            _ if are_stated => Severity::Error,
            IllegalReason::Superko { .. } => Severity::Note,
            _ => Severity::Warning,
        }
    }

    /// Checks the moves and the header: also turns, handicap, komi, setup, and the stated result.
    fn examine(game: &GameInFile<'_, Go>) -> Diagnostics {
        super::check::check(game)
    }
}

/// Returns the name of rules that a text states, for messages: that of the preset that the text names, because several presets have
/// the same rules. If the rules are others, for example because JGF 2 also states that suicide is legal, their own name.
pub(super) fn rules_name(text: &str, rules: &Rules) -> String {
    match Preset::named(text).filter(|preset| preset.rules == *rules) {
        Some(preset) => preset.name.into(),
        None => rules.to_string(),
    }
}

fn assumed() -> Rules {
    let mut rules = Rules::default();
    rules.suicide = false;
    rules
}
