//! Prints the functions of a rule, with their heads: comment, name, parameters and result.

use super::{Printer, layout, names::Named};
use crate::tree::{Call, Kind, Node};

const SINK: &str = "&mut impl FnMut(Token, usize, usize)";

impl Printer<'_> {
    /// Returns the public function of an entry.
    pub(super) fn entry(&mut self, entry: Call) -> String {
        let value = self.call(entry, "at").returned(true);
        let rule = &self.grammar.rules[entry.rule].name;
        let name = self.entry_name(entry.rule);
        let sink = if self.grammar.body(entry).facts.emits { "sink" } else { "_sink" };
        layout::item(&format!(
            "/// Scans `{rule}` at byte `at` of `text`; each token goes to `sink` as (token, start, end).\n\
             ///\n\
             /// Returns the end of the match, or `None` if the rule does not match or no character begins at `at`.\n\
             #[inline]\n\
             pub fn {name}(text: &str, at: usize, {sink}: {SINK}) -> Option<usize> {{\n\
             if !text.is_char_boundary(at) {{ return None; }}\n\
             {value}\n\
             }}"
        ))
    }

    /// Prints the function of a rule, and those of its parts.
    pub(super) fn rule(&mut self, call: Call) {
        let rule = &self.grammar.rules[call.rule];
        let name = self.names[&Named::Rule(call)].clone();
        self.current = Some(call);
        self.parts.clear();
        if let Some(token) = self.tokens.get(&call.rule)
            && call.loud
        {
            let token = token.clone();
            let silent = Call { loud: false, ..call };
            let inner = self.call(silent, "i");
            let fallible = inner.fallible;
            let (mark, end) = if fallible { ("?", "Some(end)") } else { ("", "end") };
            let lines = vec![
                format!("let end = {}{mark};", inner.code),
                format!("sink(Token::{token}, i, end);"),
                end.to_owned(),
            ];
            self.function(&name, &format!("Produces the token `{}`.", rule.name), &lines, fallible, true);
            return;
        }
        let body = self.grammar.body(call);
        let fallible = self.is_fallible(&body.node);
        let lines = self.lines(&body.node, fallible);
        self.function(&name, &rule.written.source, &lines, fallible, body.facts.emits);
        while !self.pending.is_empty() {
            let part = self.pending.remove(0);
            let (node, name, emits) = self.parts[part].clone();
            let fallible = self.is_fallible(&node);
            let lines = self.lines(&node, fallible);
            self.function(&name, &format!("In `{}`: {}", rule.name, node.text), &lines, fallible, emits);
        }
    }

    /// Prints a function with these lines as its body.
    fn function(&mut self, name: &str, comment: &str, lines: &[String], fallible: bool, emits: bool) {
        let moves = lines.iter().any(|line| line.starts_with("i = ") || line.starts_with("i += "));
        let used = |word: &str| {
            lines.iter().any(|line| line.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|w| w == word))
        };
        let text = if used("text") { "text" } else { "_text" };
        let place = match (moves, used("i")) {
            (true, _) => "mut i",
            (false, true) => "i",
            (false, false) => "_i",
        };
        let sink = match (emits, used("sink")) {
            (true, true) => format!(", sink: {SINK}"),
            (true, false) => format!(", _sink: {SINK}"),
            (false, _) => String::new(),
        };
        let result = if fallible { "Option<usize>" } else { "usize" };
        let body = lines.join("\n");
        let code = format!("#[inline]\nfn {name}({text}: &str, {place}: usize{sink}) -> {result} {{\n{body}\n}}");
        let function = layout::comment("//", comment.lines()) + &layout::item(&code);
        if let Some(call) = self.current {
            self.functions.entry(call).or_default().push(function);
        }
    }

    /// Returns true if the code for an expression returns an `Option`.
    pub(super) fn is_fallible(&self, node: &Node) -> bool {
        match &node.kind {
            Kind::Empty | Kind::Run { some: false, .. } | Kind::Until(_) | Kind::Opt(_) | Kind::Rep(_) => false,
            Kind::Call(call) => self.is_fallible(&self.grammar.body(*call).node),
            Kind::Seq(parts) => parts.iter().any(|part| self.is_fallible(part)),
            Kind::Choice(parts) => parts.iter().all(|part| self.is_fallible(part)),
            Kind::And(inner) => self.is_fallible(inner),
            _ => true,
        }
    }
}
