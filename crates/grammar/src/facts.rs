//! The facts about an expression that the next byte alone decides: whether the expression can
//! match, must match, or can match nothing.

use crate::{
    set::{END, Symbols},
    tree::{Call, Grammar, Kind, Node},
};

/// The next symbols on which an expression can match, and those on which it must. `takes` and `empty` may have too many symbols,
/// and `sure` may have too few.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// The symbols on which the expression may match and consume something.
    pub(crate) takes: Symbols,
    /// The symbols on which the expression may match and consume nothing.
    pub(crate) empty: Symbols,
    /// The symbols on which the expression certainly matches.
    pub(crate) sure: Symbols,
    /// True if the expression may produce a token.
    pub(crate) emits: bool,
}

impl Facts {
    pub(crate) fn may(&self) -> Symbols {
        self.takes.or(&self.empty)
    }

    pub(crate) fn cannot_fail(&self) -> bool {
        self.sure.is_total()
    }

    pub(crate) fn can_be_empty(&self) -> bool {
        self.empty != Symbols::none()
    }

    pub(crate) fn of(node: &Node, grammar: &Grammar) -> Self {
        let (none, all) = (Symbols::none, Symbols::all);
        let silent = |takes, empty, sure| Self { takes, empty, sure, emits: false };
        match &node.kind {
            Kind::Empty => silent(none(), all(), all()),
            Kind::Literal(string) => silent(Symbols::of(first_byte(string)), none(), none()),
            Kind::Caseless(string) => {
                let first = [string.to_ascii_lowercase(), string.to_ascii_uppercase()];
                silent(Symbols::of(first.iter().filter_map(|string| first_byte(string))), none(), none())
            }
            Kind::Class(set) => silent(set.first_bytes(), none(), set.sure_bytes()),
            Kind::Run { set, some: true } => silent(set.first_bytes(), none(), set.sure_bytes()),
            Kind::Run { set, some: false } => silent(set.first_bytes(), all().without(&set.sure_bytes()), all()),
            Kind::Until(stops) => {
                let stops = Symbols::of(stops.iter().filter_map(|stop| first_byte(stop)).chain([END]));
                silent(all().without(&Symbols::of([END])), stops, all())
            }
            Kind::Start => silent(none(), all(), none()),
            Kind::End => silent(none(), Symbols::of([END]), Symbols::of([END])),
            Kind::Call(call) => Self::of_call(*call, grammar),
            Kind::Seq(parts) => parts
                .iter()
                .map(|part| Self::of(part, grammar))
                .reduce(|first, then| first.followed_by(&then))
                .unwrap_or_else(|| silent(none(), all(), all())),
            Kind::Choice(parts) => parts
                .iter()
                .map(|part| Self::of(part, grammar))
                .reduce(|first, other| first.or_else(&other))
                .unwrap_or_else(|| silent(none(), none(), none())),
            Kind::Opt(inner) | Kind::Rep(inner) => {
                let inner = Self::of(inner, grammar);
                let empty = inner.empty.or(&all().without(&inner.sure));
                Self { empty, sure: all(), ..inner }
            }
            Kind::And(inner) => {
                let inner = Self::of(inner, grammar);
                silent(none(), inner.may(), inner.sure)
            }
            Kind::Not(inner) => {
                let inner = Self::of(inner, grammar);
                silent(none(), all().without(&inner.sure), all().without(&inner.may()))
            }
        }
    }

    fn of_call(call: Call, grammar: &Grammar) -> Self {
        grammar.body(call).facts.clone()
    }

    fn followed_by(&self, then: &Self) -> Self {
        let takes = self.takes.or(&self.empty.and(&then.takes));
        let empty = self.empty.and(&then.empty);
        // After consumed characters, any symbol may follow. If nothing was consumed, the next symbol is still the same.
        let mut sure = self.sure.clone();
        if !then.cannot_fail() {
            sure = sure.without(&self.takes);
        }
        sure = sure.without(&self.empty.without(&then.sure));
        Self { takes, empty, sure, emits: self.emits || then.emits }
    }

    fn or_else(&self, other: &Self) -> Self {
        Self {
            takes: self.takes.or(&other.takes.without(&self.sure)),
            empty: self.empty.or(&other.empty.without(&self.sure)),
            sure: self.sure.or(&other.sure),
            emits: self.emits || other.emits,
        }
    }
}

fn first_byte(string: &str) -> Option<usize> {
    string.bytes().next().map(usize::from)
}
