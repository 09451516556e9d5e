//! Simplifies nodes: characters become classes, and neighbours are joined.

use super::{Kind, Node};
use crate::set::CharSet;

pub(super) fn literal(string: &str) -> Kind {
    let mut chars = string.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Kind::Empty,
        (Some(c), None) => Kind::Class(CharSet::of(c)),
        _ => Kind::Literal(string.to_owned()),
    }
}

pub(super) fn caseless(string: &str) -> Kind {
    match literal(string) {
        Kind::Class(set) => match set.single() {
            Some(c) => Kind::Class(CharSet::of(c.to_ascii_lowercase()).or(&CharSet::of(c.to_ascii_uppercase()))),
            None => Kind::Class(set),
        },
        Kind::Literal(string) if string.bytes().any(|b| b.is_ascii_alphabetic()) => Kind::Caseless(string),
        kind => kind,
    }
}

pub(super) fn until(strings: Vec<String>) -> Kind {
    let mut stops: Vec<String> = Vec::new();
    for string in &strings {
        if string.is_empty() {
            return Kind::Empty;
        }
        let covered = strings.iter().any(|other| other != string && string.starts_with(other.as_str()));
        if !covered && !stops.contains(string) {
            stops.push(string.clone());
        }
    }
    let mut set = CharSet::all();
    for stop in &stops {
        match literal(stop) {
            Kind::Class(class) => set = set.and(&class.complement()),
            _ => return Kind::Until(stops),
        }
    }
    Kind::Run { set, some: false }
}

pub(super) fn flatten(parts: Vec<Node>, open: impl Fn(Kind) -> Result<Vec<Node>, Kind>) -> Vec<Node> {
    let mut flat = Vec::new();
    for Node { kind, text } in parts {
        match open(kind) {
            Ok(inner) => flat.extend(inner),
            Err(kind) => flat.push(Node { kind, text }),
        }
    }
    flat
}

/// Returns a sequence, with neighbours joined that match together as one node.
pub(super) fn sequence(parts: Vec<Node>) -> Kind {
    let mut joined: Vec<Node> = Vec::new();
    // Start from the end, so that `!a ~ !b ~ ANY` becomes one class.
    for part in parts.into_iter().rev() {
        let kind = joined.last().and_then(|next| join(&part.kind, &next.kind));
        match (kind, joined.last_mut()) {
            (Some(kind), Some(next)) => {
                next.text = format!("{} ~ {}", part.text, next.text);
                next.kind = kind;
            }
            _ => joined.push(part),
        }
    }
    joined.reverse();
    match joined.len() {
        0 => Kind::Empty,
        1 => joined.remove(0).kind,
        _ => Kind::Seq(joined),
    }
}

fn join(first: &Kind, second: &Kind) -> Option<Kind> {
    match (first, second) {
        (Kind::Not(not), Kind::Class(set)) => match &not.kind {
            Kind::Class(class) => Some(set.and(&class.complement())),
            _ => None,
        }
        .filter(|set| !set.is_empty())
        .map(Kind::Class),
        (Kind::And(and), Kind::Class(set)) => match &and.kind {
            Kind::Class(class) => Some(set.and(class)),
            _ => None,
        }
        .filter(|set| !set.is_empty())
        .map(Kind::Class),
        (Kind::Class(one), Kind::Run { set, some: false }) if one == set => {
            Some(Kind::Run { set: set.clone(), some: true })
        }
        _ => {
            let string = |kind: &Kind| match kind {
                Kind::Literal(string) => Some(string.clone()),
                Kind::Class(set) => set.single().map(String::from),
                _ => None,
            };
            Some(Kind::Literal(string(first)? + &string(second)?))
        }
    }
}

/// Returns a choice, with neighbours of one character each merged into one class. It makes no difference which of them matched.
pub(super) fn choice(parts: Vec<Node>) -> Kind {
    let mut merged: Vec<Node> = Vec::new();
    for part in parts {
        match (merged.last_mut(), &part.kind) {
            (Some(Node { kind: Kind::Class(before), text }), Kind::Class(set)) => {
                *before = before.or(set);
                *text = format!("{text} | {}", part.text);
            }
            _ => merged.push(part),
        }
    }
    match merged.len() {
        1 => merged.remove(0).kind,
        _ => Kind::Choice(merged),
    }
}

pub(super) fn builtin(name: &str) -> Option<Kind> {
    let range = CharSet::range;
    let lower = range('a', 'z');
    let upper = range('A', 'Z');
    let digit = range('0', '9');
    let set = match name {
        "SOI" => return Some(Kind::Start),
        "EOI" => return Some(Kind::End),
        "NEWLINE" => {
            let parts = ["\n", "\r\n", "\r"].map(|string| Node { kind: literal(string), text: format!("{string:?}") });
            return Some(Kind::Choice(parts.into()));
        }
        "ANY" => CharSet::all(),
        "ASCII" => range('\0', '\x7F'),
        "ASCII_DIGIT" => digit,
        "ASCII_NONZERO_DIGIT" => range('1', '9'),
        "ASCII_BIN_DIGIT" => range('0', '1'),
        "ASCII_OCT_DIGIT" => range('0', '7'),
        "ASCII_HEX_DIGIT" => digit.or(&range('a', 'f')).or(&range('A', 'F')),
        "ASCII_ALPHA_LOWER" => lower,
        "ASCII_ALPHA_UPPER" => upper,
        "ASCII_ALPHA" => lower.or(&upper),
        "ASCII_ALPHANUMERIC" => lower.or(&upper).or(&digit),
        _ => return None,
    };
    Some(Kind::Class(set))
}
