//! The end of a line of play: the line まで, and words that end a game.

use super::{Reader, Variation, start::split_player};
use crate::{
    codes,
    document::{Line, is_gap, split_tail, trim},
    summary::{self, Summary},
};
use alloc::{
    format,
    string::{String, ToString},
};
use kifu_core::{Edits, Outcome, Parsed, Safety, Severity};
use kifu_shogiban::{Action, Color, Ending};

/// The words in the place of a move when a game is adjourned.
const SEALED_MOVE: &str = "封じ手";

impl<'a> Reader<'a, '_> {
    /// Reports words in the place of an ending that kifu does not know.
    pub(super) fn report_words(&mut self, words: &'a str, what: &str, line: &Line<'a>) {
        if is_known(words) {
            return;
        }
        let likely = likely_ending(words, self.branches().state.to_move);
        // Words that tell who won are the result of a game, and a damaged move uses up a turn.
        let counts = likely.is_some() || words.contains(['勝', '負', '投']) || Action::looks_like_move(words);
        let severity = if counts { Severity::Warning } else { Severity::Note };
        let code = codes::UNKNOWN_ENDING.with_severity(severity);
        let message = || format!("`{words}` is {what}; kept as words");
        let report = self.game.report(&code, line.span_of(words), message);
        if let Some(likely) = likely {
            report.fix(Safety::Guess, || format!("write {likely}"), || Edits::one(line.span_of(words), likely));
        }
    }

    /// Reads the line at the end of a line of play.
    pub(super) fn summary(&mut self, line: &Line<'a>) {
        if !self.can_play(line) {
            return;
        }
        let text = split_tail(line.text).0;
        match self.variation.take() {
            // The first entry of a variation is its ending.
            Some(Variation { number, line, .. }) => self.branch(number, line),
            None => self.attach_notes(),
        }
        if self.mend_ending(text) {
            return;
        }
        let current = self.game.current();
        let (to_move, first) = (self.branches().state.to_move, self.game.record().setup.to_move);
        let Some(found) = summary::parse(text, to_move) else {
            return self.unknown(line);
        };
        let stated = self.game.record().tree[current].action.clone();
        // A damaged move is not an ending. In KI2, a number that counts the ending itself is that of a further ending.
        let nodes = self.branches().next() - 1 + self.offset;
        let number = summary::number(text);
        let is_of_summary = self.ended.binary_search(&current).is_ok();
        let counts_ending = is_of_summary || !matches!(stated, Some(Action::Ending(_)));
        // Words that kifu does not know are not an ending, so that this line decides.
        let is_unknown = matches!(&stated, Some(Action::Words(words)) if !is_known(words.as_str()))
            && !matches!(found, Summary::Words(_));
        let is_further = is_unknown || number.is_some_and(|(number, _)| number == nodes) && counts_ending;
        let is_words = stated.as_ref().is_some_and(|action| action.as_move().is_none());
        let moves = nodes - self.branches().state.since_move.max(usize::from(is_words)).min(nodes);
        let stated = stated.filter(|action| action.mover(to_move).is_none() && !is_further);
        // Words that are not understood do not contradict an ending.
        let is_kept = match (&stated, &found) {
            (Some(Action::Ending(_)), Summary::Words(_)) => true,
            (Some(stated @ Action::Words(_)), Summary::Words(_)) => found.contradicts(stated, to_move, first),
            _ => false,
        };
        let contradicted = stated
            .as_ref()
            .filter(|stated| !is_kept && found.contradicts(stated, to_move, first))
            .map(Action::to_string);
        // The moves that lead to a diagram may count too, and an ending before the last one.
        let before = if self.offset == 0 { self.game.record().setup.moves_before as usize } else { 0 };
        let before_last = nodes.saturating_sub(usize::from(is_words));
        let is_right = |n: usize| is_further || n == moves || n == before_last || n == moves.saturating_add(before);
        if let Some((number, digits)) = number.filter(|(number, _)| !is_right(*number)) {
            // Some files count the ending. If a move may be missing, the number may be right.
            let may_lack = self.is_doubtful || self.skipped > 0 || contradicted.is_some();
            let is_with_ending = (moves..=nodes).contains(&number) && !may_lack;
            let severity = if is_with_ending { Severity::Note } else { Severity::Warning };
            let message = || match is_with_ending {
                true => format!("the line says {number} moves, because it counts the ending; there are {moves}"),
                false => format!("the line says {number} moves, but there are {moves}; the moves count"),
            };
            let report = self.game.report(&codes::SUMMARY_DIFFERS.with_severity(severity), line.shown(), message);
            match is_with_ending {
                true if !is_kept => {
                    let edits = || Edits::one(line.span_of(digits), moves.to_string());
                    report.fix(Safety::Safe, || format!("write {moves}"), edits)
                }
                true => report,
                false => report.help("check whether a move is missing"),
            };
        }
        match (stated, contradicted) {
            _ if is_kept => return self.unknown(line),
            (_, Some(stated)) => {
                let text = trim(line.text);
                let message = || format!("`{text}` contradicts the ending {stated}, which was used");
                self.game.report(&codes::SUMMARY_DIFFERS, line.shown(), message);
            }
            (Some(_), None) => {}
            (None, None) => return self.end_line(found, line),
        }
        self.tail(line);
    }

    /// Ends a line of play as its summary says, because no word in the place of a move does.
    pub(super) fn end_line(&mut self, found: Summary<'a>, line: &Line<'a>) {
        let action = match found {
            Summary::Ending(ending) => ending.into(),
            Summary::Words(words) => {
                self.report_words(words, "not an ending that kifu knows", line);
                self.words(words)
            }
            // Only the end of the main line is the result of the game.
            Summary::Winner(..) if !self.branches().is_main() => return self.unknown(line),
            Summary::Winner(winner, by) => {
                let outcome = Outcome::Win { winner: winner.seat(), by };
                self.game.record_mut().info.outcome = Some(Parsed::Value(outcome));
                return self.tail(line);
            }
        };
        self.game.add(line.shown().start, action);
        self.push();
        self.ended.push(self.game.current());
        self.tail(line);
    }

    /// If the word of the ending has a damaged character, replaces it by the ending that the summary states. Returns true if it did.
    pub(super) fn mend_ending(&mut self, text: &str) -> bool {
        let before = self.branches().next() + self.offset - 1;
        let node = self.game.node_mut();
        let is_damaged =
            matches!(&node.action, Some(Action::Words(words)) if words.as_str().contains(char::REPLACEMENT_CHARACTER));
        if !is_damaged || summary::number(text).map(|(number, _)| number + 1) != Some(before) {
            return false;
        }
        // The damaged word was counted as a move.
        let to_move = self.branches().state.to_move.opponent();
        let action = match summary::parse(text, to_move) {
            Some(Summary::Ending(ending)) => Action::from(ending),
            _ => return false,
        };
        self.game.node_mut().action = Some(action);
        self.branches().state.to_move = to_move;
        true
    }
}

/// Returns the word of the ending that words of the player to move may mean: 投了 for `投　了。` and for the name of the player and 投了.
fn likely_ending(words: &str, to_move: Color) -> Option<&'static str> {
    let plain: String = words.chars().filter(|c| !is_gap(*c) && !"。！!".contains(*c)).collect();
    let word = split_player(&plain).filter(|(player, ..)| *player == to_move).map_or(&*plain, |(.., word)| word);
    let exact = Ending::from_kif_at(word, to_move).map(|ending| summary::kif_word(ending, to_move));
    // Some programs write the word of CSA: `Time-up`. Short words of people are too much like those.
    let upper = word.to_ascii_uppercase();
    let near = || Ending::nearest_word(&upper).filter(|_| upper.len() >= 6).and_then(Ending::from_csa);
    let of_csa = || Ending::from_csa(&upper).or_else(near).map(|ending| summary::kif_word(ending, to_move));
    exact.or_else(of_csa).or_else(|| Ending::nearest_word(word)).or_else(|| Ending::nearest_word(words))
}

/// Returns true for words in the place of a move that have a meaning.
pub(super) fn is_known(words: &str) -> bool {
    matches!(words, SEALED_MOVE | Action::PASS)
}
