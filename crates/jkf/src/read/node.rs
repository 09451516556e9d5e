//! Reading of a node. A node with a move and an ending becomes two nodes of the record.

use super::{Reader, meaning_of_move, tree::NodeRead};
use crate::{codes, slot};
use alloc::{format, vec::Vec};
use kifu_core::{Foreign, Node, NodeId, Safety};
use kifu_json::{
    Kind, Value,
    record::{excerpt, is_misspelling, slot::FOREIGN},
};
use kifu_shogiban::{Action, Color, Ending};

impl<'d> Reader<'d> {
    /// Reads a node below `parent`.
    pub(super) fn node(&mut self, value: Value<'d>, parent: NodeId) -> NodeRead<'d> {
        let start = value.span().start;
        let (mut kept, mut kept_of_ending): (Vec<Foreign>, Vec<Foreign>) = (Vec::new(), Vec::new());
        let (mut word, mut renamed) = (None, None);
        let (mut comments, mut play, mut time, mut special, mut forks) = (None, None, None, None, None);
        for (key, member) in value.members() {
            match &*key {
                "comments" | "move" | "time" | "special" | "forks" if member.is_null() => {}
                "comments" => comments = Some(member),
                "move" => play = Some(member),
                "time" => time = Some(member),
                "special" => special = Some(member),
                "forks" if member.kind() == Kind::Array => forks = Some(member),
                "forks" => self.keep_wrong(&mut kept, ("", "forks"), "a list of forks", member),
                _ if member.kind() == Kind::Missing => {}
                _ if renamed.is_none() && is_misspelling(&key, "move", true) && is_move(member) => {
                    renamed = Some((key, member));
                }
                _ => word = self.other_member(&key, member, &mut kept).or(word),
            }
        }
        if let Some((key, member)) = renamed {
            match value.get("move") {
                None if special.is_none() => {
                    self.renamed(&key, "move", member);
                    play = Some(member);
                }
                _ => self.keep_unknown(&mut kept, "", &key, member),
            }
        }
        let to_move = self.position.to_move();
        let action = match play {
            Some(play) => Some(self.played(play, &mut kept).map_or_else(|| meaning_of_move(play), Action::from)),
            None => word.take_if(|word| word.mover(to_move).is_some()),
        };
        let mover = action.as_ref().and_then(|action| action.mover(to_move));
        let has_move = action.is_some();
        let mut node = Node::new(action);
        if let Some(time) = time {
            self.time(time, mover.unwrap_or(to_move), &mut node, &mut kept);
        }
        // The words of an ending are those of the player who is to move after the move.
        let after = mover.map_or(to_move, Color::opponent);
        let ending = special.and_then(|special| self.special(special, after, &mut kept_of_ending));
        // What is written is the nearest word that JKF has.
        let ending = word.filter(|_| !has_move).or(ending);
        let is_ending = ending.is_some();
        let has_both = has_move && is_ending;
        if let Some(special) = special.filter(|_| has_both) {
            self.json.diagnostics.report(
                &codes::MOVE_AND_SPECIAL,
                special.member_span(),
                || "a move and an ending in one node; read as two nodes",
            );
        }
        let second = match ending {
            Some(ending) if !has_both => {
                node.action = Some(ending);
                None
            }
            second => second,
        };
        if let Some(comments) = comments {
            self.comments(comments, &mut node, &mut kept);
        }
        if !has_both {
            kept.append(&mut kept_of_ending);
        }
        if !kept.is_empty() {
            node.details_mut().foreign.extend(kept);
        }
        let is_played = node.action.is_some();
        // Only a node with forks is played again.
        let again = |action: &Option<Action>| forks.and_then(|_| action.clone());
        let actions = [again(&node.action), again(&second)];
        let mut last = self.add(parent, node, start);
        if let Some(ending) = second {
            let mut node = Node::new(Some(ending));
            if !kept_of_ending.is_empty() {
                node.details_mut().foreign.extend(kept_of_ending);
            }
            last = self.add(last, node, start);
        }
        self.json.budget.end_node();
        NodeRead { node: last, actions, is_played, is_ending, forks }
    }

    /// Reports a member whose key is damaged, and whose value shows which one it is.
    pub(super) fn renamed(&mut self, key: &str, meant: &str, value: Value<'d>) {
        let key = excerpt(key);
        let message = || format!("{key:?} is not a JKF member, but its value is that of {meant:?}; read as {meant:?}");
        let report = self.json.diagnostics.report(&codes::UNKNOWN_MEMBER, value.member_span(), message);
        report.fix(Safety::Safe, || format!("write {meant:?}"), || value.rename(meant).unwrap_or_default());
    }

    /// Reads a member that JKF does not define: the values that the writer could not write at their places, or any other one. Returns
    /// the meaning of the move or the ending that it has.
    fn other_member(&mut self, key: &str, value: Value<'_>, kept: &mut Vec<Foreign>) -> Option<Action> {
        let slot = if key == FOREIGN { slot::read(value, slot::is_of_node, &mut self.json) } else { None };
        let Some(entries) = slot else {
            self.keep_unknown(kept, "", key, value);
            return None;
        };
        let action = slot::action(&entries);
        if let Some(action) = action.as_ref().filter(|_| entries.iter().any(|entry| entry.key == "/move")) {
            let message = || format!("`{action}` is a move that could not be read; kept as words");
            self.json.diagnostics.report(&codes::BAD_MOVE, value.member_span(), message);
        }
        kept.extend(entries);
        action
    }

    /// Reads the node of the position at the start. Returns its forks, which it should not have.
    pub(super) fn first_node(&mut self, value: Value<'d>) -> Option<Value<'d>> {
        self.starts[0] = value.span().start;
        let (mut kept, mut forks) = (Vec::new(), None);
        let mut node = Node::new(None);
        for (key, member) in value.members() {
            match &*key {
                "comments" | "move" | "time" | "special" | "forks" if member.is_null() => {}
                "comments" => self.comments(member, &mut node, &mut kept),
                "forks" if member.elements().next().is_some() => {
                    self.json.diagnostics.report(
                        &codes::FORKS_AT_START,
                        member.member_span(),
                        || "forks are alternatives to their node, but this is the position at the start; read as variations of move 1",
                    );
                    forks = Some(member);
                }
                "forks" if member.kind() == Kind::Array => {}
                "forks" => self.keep_wrong(&mut kept, ("", "forks"), "a list of forks", member),
                // The time of a move that is not there.
                "time" => {
                    self.json.diagnostics.report(
                        &codes::BAD_TIME,
                        member.member_span(),
                        || "a time at the start of the game; it has no effect (kept in the file)",
                    );
                    self.json.keep(&mut kept, "/time", member);
                }
                _ if member.kind() == Kind::Missing => {}
                _ => _ = self.other_member(&key, member, &mut kept),
            }
        }
        // A record has no foreign data at its root, so the game has it.
        for mut entry in kept {
            entry.key.to_mut().insert_str(0, FIRST_NODE);
            self.foreign.push(entry);
        }
        let top = self.record.tree.root();
        let details = node.set_details(None);
        self.record.tree[top].set_details(details);
        let memory = self.record.tree[top].memory();
        self.json.budget.take_node(memory);
        self.json.budget.end_node();
        forks
    }

    /// Returns the ending that a text names.
    fn special(&mut self, value: Value<'_>, to_move: Color, kept: &mut Vec<Foreign>) -> Option<Action> {
        let Some(text) = value.string() else {
            self.keep_wrong(kept, ("", "special"), "a text", value);
            return None;
        };
        let word = text.strip_prefix('%').unwrap_or(&text);
        if word == UNSIGNED {
            let offender = to_move.opponent();
            let ending = Ending::IllegalAction(offender);
            let signed = format!("\"{}\"", ending.csa().unwrap_or_default());
            self.json
                .diagnostics
                .report(&codes::UNSIGNED_ACTION, value.span(), || {
                    format!("an illegal action without its player; read as one of {offender}, who moved last")
                })
                .fix(Safety::Safe, || format!("write {signed}"), || value.set(&signed));
            if let Some(normalizer) = &mut self.normalizer {
                normalizer.set(value, &signed);
            }
            return Some(ending.into());
        }
        let ending = Ending::from_csa(word);
        if ending.is_some() && word.len() == text.len() && ending != Some(Ending::MaxMoves) {
            return ending.map(Action::from);
        }
        let is_percent = ending.is_some() && word.len() != text.len();
        let report = self.json.diagnostics.report(&codes::UNKNOWN_SPECIAL, value.span(), || match ending {
            Some(ending) => format!("{} is not an ending of JKF; read as {ending}", excerpt(&text)),
            None => format!("{} is not an ending of JKF; kept as words", excerpt(&text)),
        });
        if is_percent && ending != Some(Ending::MaxMoves) {
            let json = format!("\"{word}\"");
            report.fix(Safety::Safe, || format!("write {json}"), || value.set(&json));
            return ending.map(Action::from);
        }
        let likely = word.to_ascii_uppercase();
        if ending.is_none() && Ending::from_csa(&likely).is_some_and(|likely| likely != Ending::MaxMoves) {
            let json = format!("\"{likely}\"");
            report.fix(Safety::Guess, || format!("write {json}"), || value.set(&json));
        } else {
            drop(report);
        }
        // The text is kept, because JKF has no word for it.
        self.json.keep(kept, "/special", value);
        Some(meaning_of_special(&text))
    }
}

/// Returns true for an object that has the members of a move.
fn is_move(value: Value<'_>) -> bool {
    let has = |key| value.get_present(key).is_some();
    value.kind() == Kind::Object && has("piece") && (has("to") || has("same"))
}

/// Returns the ending of a text that JKF may not have: a word of CSA, or any other words.
pub(crate) fn meaning_of_special(text: &str) -> Action {
    let ending = Ending::from_csa(text.strip_prefix('%').unwrap_or(text));
    ending.map_or_else(|| Action::words(&kifu_core::one_line(text)), Action::from)
}

/// An illegal action of the player who moved last, as parsers of KIF and KI2 give it.
pub(crate) const UNSIGNED: &str = "ILLEGAL_ACTION";

/// The pointer of the first node.
pub(crate) const FIRST_NODE: &str = "/moves/0";
