//! Prints the code for an expression of the grammar: a value if possible, otherwise the lines of a
//! separate function.

use super::{
    HERE, Printer, Value,
    bytes::{byte, byte_ranges, patterns},
    membership::{FEW_COMPARISONS, comparisons},
    names::Named,
};
use crate::{
    facts::Facts,
    set::{END, Shape},
    tree::{Call, Kind, Node},
};

/// The maximum number of characters that one slice pattern tests. A longer text is compared as a whole.
const LONGEST_ROW: usize = 12;

impl Printer<'_> {
    /// Returns a call of a rule, and marks the rule to be printed.
    pub(super) fn call(&mut self, call: Call, place: &str) -> Value {
        self.wanted.insert(call);
        let body = self.grammar.body(call);
        let sink = if body.facts.emits { ", sink" } else { "" };
        Value {
            code: format!("{}(text, {place}{sink})", self.names[&Named::Rule(call)]),
            fallible: self.is_fallible(&body.node),
        }
    }

    /// Returns the code for an expression at `i`. If one Rust expression is not enough, the code is a call of a new function.
    pub(super) fn value(&mut self, node: &Node) -> Value {
        match &node.kind {
            Kind::Empty => Value::sure("i"),
            Kind::Literal(string) => Value::fallible(self.helper("literal", &format!("{HERE}{string:?}"))),
            Kind::Caseless(string) => Value::fallible(self.helper("caseless", &format!("{HERE}{string:?}"))),
            Kind::Class(set) => Value::fallible(self.one(set)),
            Kind::Run { set, some } => self.run(set, *some).unwrap_or_else(|| self.part(node)),
            Kind::Opt(inner) if !self.is_fallible(inner) => self.value(inner),
            Kind::Until(_)
            | Kind::Seq(_)
            | Kind::Choice(_)
            | Kind::Opt(_)
            | Kind::Rep(_)
            | Kind::And(_)
            | Kind::Not(_) => self.part(node),
            Kind::Start => Value::fallible("(i == 0).then_some(i)"),
            Kind::End => Value::fallible("(i == text.len()).then_some(i)"),
            Kind::Call(call) => self.call(*call, "i"),
        }
    }

    /// Returns a call of the function that a part of the rule gets.
    fn part(&mut self, node: &Node) -> Value {
        let known = self.parts.iter().position(|(part, ..)| part.kind == node.kind);
        let part = known.unwrap_or_else(|| {
            let emits = Facts::of(node, self.grammar).emits;
            let rule = &self.names[&Named::Rule(self.current.expect("a rule is being printed"))];
            let name = format!("{rule}_{}", self.parts.len() + 1);
            let name = self.free_name(name);
            self.parts.push((node.clone(), name, emits));
            self.pending.push(self.parts.len() - 1);
            self.parts.len() - 1
        });
        let (_, name, emits) = &self.parts[part];
        let code = format!("{name}(text, i{})", if *emits { ", sink" } else { "" });
        Value { code, fallible: self.is_fallible(node) }
    }

    /// Returns the lines of a function for an expression.
    pub(super) fn lines(&mut self, node: &Node, fallible: bool) -> Vec<String> {
        match &node.kind {
            Kind::Seq(parts) => self.sequence(parts, fallible),
            Kind::Choice(parts) => self.choice(parts, fallible),
            Kind::Until(stops) => self.until(stops, "return i"),
            Kind::Run { set, some } if matches!(set.shape(), Shape::FirstByte | Shape::Decoded) => {
                self.long_run(set, *some)
            }
            Kind::Opt(_) | Kind::Rep(_) | Kind::And(_) | Kind::Not(_) => {
                self.sequence(std::slice::from_ref(node), fallible)
            }
            _ => vec![self.value(node).returned(fallible)],
        }
    }

    fn sequence(&mut self, parts: &[Node], fallible: bool) -> Vec<String> {
        let mut lines = Vec::new();
        let mut rest = parts;
        while let [part, others @ ..] = rest {
            if let Some((row, after)) = row(rest) {
                rest = after;
                lines.extend(row);
                continue;
            }
            let times = rest.iter().take_while(|other| other.kind == part.kind).count();
            rest = others;
            if times > 2 {
                rest = &rest[times - 1..];
                lines.push(format!("for _ in 0..{times} {{"));
                lines.extend(self.statement(part));
                lines.push("}".to_owned());
            } else if rest.is_empty() && !matches!(part.kind, Kind::Rep(_) | Kind::Opt(_) | Kind::And(_) | Kind::Not(_))
            {
                lines.push(self.value(part).returned(fallible));
                return lines;
            } else {
                lines.extend(self.statement(part));
            }
        }
        lines.push(Value::sure("i").returned(fallible));
        lines
    }

    /// Returns the lines that move `i` to the end of an expression, or return if it does not match.
    fn statement(&mut self, node: &Node) -> Vec<String> {
        match &node.kind {
            Kind::Rep(inner) => {
                let value = self.value(inner);
                vec![format!("while let Some(end) = {} {{", value.code), "i = end;".into(), "}".into()]
            }
            Kind::Opt(inner) => {
                let value = self.value(inner);
                if !value.fallible {
                    return vec![format!("i = {};", value.code)];
                }
                vec![format!("if let Some(end) = {} {{", value.code), "i = end;".into(), "}".into()]
            }
            Kind::And(inner) => {
                let value = self.value(inner);
                if value.fallible { vec![format!("{}?;", value.code)] } else { Vec::new() }
            }
            Kind::Not(inner) => {
                let value = self.value(inner);
                vec![format!("if {}.is_some() {{ return None; }}", value.code)]
            }
            Kind::Start => vec!["if i != 0 { return None; }".into()],
            Kind::End => vec!["if i != text.len() { return None; }".into()],
            _ => {
                let value = self.value(node);
                vec![format!("i = {}{};", value.code, if value.fallible { "?" } else { "" })]
            }
        }
    }
}

/// Returns lines that test the characters at the start of a sequence with one slice pattern, and the rest of the sequence.
///
/// Each of the characters is one byte. A predicate after them is part of the pattern too. `None` if a slice pattern has no
/// advantage.
fn row(parts: &[Node]) -> Option<(Vec<String>, &[Node])> {
    let mut row: Vec<String> = Vec::new();
    let mut rest = parts;
    while let [part, others @ ..] = rest
        && let Some(more) = byte_patterns(&part.kind)
        && row.len() + more.len() <= LONGEST_ROW
    {
        row.extend(more);
        rest = others;
    }
    let taken = row.len();
    // A single character, or a single text, has a separate helper.
    if taken < 3 || parts.len() - rest.len() < 2 {
        return None;
    }
    if let [Node { kind: Kind::And(ahead), .. }, others @ ..] = rest
        && let Some(ahead) = byte_patterns(&ahead.kind)
        && taken + ahead.len() <= LONGEST_ROW
    {
        row.extend(ahead);
        rest = others;
    }
    let lines = vec![
        "i = match text.as_bytes().get(i..) {".to_owned(),
        format!("Some([{}, ..]) => i + {taken},", row.join(", ")),
        "_ => return None,".to_owned(),
        "};".to_owned(),
    ];
    Some((lines, rest))
}

/// Returns a pattern for each byte of an ASCII expression of fixed length. `None` if a table is a better test.
fn byte_patterns(kind: &Kind) -> Option<Vec<String>> {
    match kind {
        Kind::Class(set) if set.shape() == Shape::Ascii => {
            let members: Vec<usize> = (0..END).filter(|&byte| set.first_bytes().has(byte)).collect();
            let ranges = byte_ranges(&members);
            (comparisons(&ranges) <= FEW_COMPARISONS).then(|| vec![patterns(&ranges)])
        }
        Kind::Literal(string) if string.is_ascii() => Some(string.bytes().map(|one| byte(usize::from(one))).collect()),
        _ => None,
    }
}
