//! The names of functions, tokens and helpers: all names are different, and valid in Rust.

use super::Printer;
use crate::{
    Error,
    tree::{Call, Grammar},
};
use pest_meta::ast::RuleType;
use std::collections::{BTreeMap, BTreeSet};

/// The keywords of Rust that can name a function in their raw form, as in `r#type`.
const KEYWORDS: [&str; 48] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "do", "dyn", "else", "enum",
    "extern", "false", "final", "fn", "for", "gen", "if", "impl", "in", "let", "loop", "macro", "match", "mod", "move",
    "mut", "override", "priv", "pub", "ref", "return", "static", "struct", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while", "yield",
];

/// The words that cannot name a function in any form.
const RESERVED: [&str; 4] = ["self", "Self", "super", "crate"];

/// An item with a name in the generated module.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Named {
    Entry(usize),
    Helper(&'static str),
    Rule(Call),
}

/// Checks that each entry can name a function.
pub(super) fn check_entries(grammar: &Grammar, entries: &[Call]) -> Result<(), Error> {
    for entry in entries {
        let rule = &grammar.rules[entry.rule].name;
        if RESERVED.contains(&rule.as_str()) {
            return Err(Error::Untranslatable {
                rule: rule.clone(),
                what: "an entry gives its name to a function, and Rust reserves this word; give the rule another name"
                    .to_owned(),
            });
        }
    }
    Ok(())
}

/// Returns the rules that produce tokens, with the names of their variants.
pub(super) fn tokens(grammar: &Grammar, reached: &BTreeSet<Call>) -> Result<BTreeMap<usize, String>, Error> {
    let mut tokens: BTreeMap<usize, String> = BTreeMap::new();
    for call in reached {
        let rule = &grammar.rules[call.rule];
        if !call.loud || rule.ty != RuleType::Atomic {
            continue;
        }
        let name = camel_case(&rule.name);
        let refuse = |what: String| Err(Error::Untranslatable { rule: rule.name.clone(), what });
        if name == "Self" || !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return refuse(format!(
                "the token of this rule would be called `{name}`, and no Rust variant can have this name; \
                 give the rule another name"
            ));
        }
        if let Some((other, _)) = tokens.iter().find(|(_, taken)| **taken == name) {
            return refuse(format!(
                "the token of this rule would be called `{name}`, like that of `{}`; give one of the rules another name",
                grammar.rules[*other].name
            ));
        }
        tokens.insert(call.rule, name);
    }
    Ok(tokens)
}

fn camel_case(name: &str) -> String {
    let mut camel = String::new();
    for word in name.split('_').filter(|word| !word.is_empty()) {
        let shout = word.len() > 1 && !word.contains(|c: char| c.is_ascii_lowercase());
        for (at, c) in word.char_indices() {
            camel.push(match at {
                0 => c.to_ascii_uppercase(),
                _ if shout => c.to_ascii_lowercase(),
                _ => c,
            });
        }
    }
    camel
}

/// Returns the functions that generated code calls: the name and the text of each.
pub(super) fn helpers() -> impl Iterator<Item = (&'static str, &'static str)> {
    include_str!("../helpers.rs").split_inclusive("\n}\n").filter_map(|source| {
        let (_, head) = source.split_once("fn ")?;
        let (name, _) = head.split_once('(')?;
        Some((name, source.trim_start()))
    })
}

impl Printer<'_> {
    /// Names the entries, the helpers and the rules.
    pub(super) fn name_all(&mut self, entries: &[Call], reached: &BTreeSet<Call>) {
        // The entries get their names first, so that no helper or rule takes a name that callers
        // use.
        for entry in entries {
            let name = self.grammar.rules[entry.rule].name.clone();
            self.name(Named::Entry(entry.rule), name);
        }
        for (name, _) in helpers() {
            self.name(Named::Helper(name), name.to_owned());
        }
        for &call in reached {
            let rule = &self.grammar.rules[call.rule];
            let prefix = match (call.loud, rule.ty) {
                (false, _) => "match",
                (true, RuleType::Atomic) => "emit",
                (true, _) => "scan",
            };
            self.name(Named::Rule(call), format!("{prefix}_{}", rule.name));
        }
    }

    fn name(&mut self, what: Named, wish: String) {
        let name = self.free_name(wish);
        self.names.insert(what, name);
    }

    /// Returns the name, with underscores at its end if another function has the name.
    pub(super) fn free_name(&mut self, mut name: String) -> String {
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        name
    }

    /// Returns the name of a helper in the generated module.
    pub(super) fn helper_name(&self, name: &'static str) -> &str {
        &self.names[&Named::Helper(name)]
    }

    /// Returns the name of an entry's function. It is raw if the rule's name is a keyword of Rust.
    pub(super) fn entry_name(&self, rule: usize) -> String {
        let name = &self.names[&Named::Entry(rule)];
        if KEYWORDS.contains(&name.as_str()) { format!("r#{name}") } else { name.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate;

    #[test]
    fn every_keyword_can_name_an_entry() {
        for keyword in KEYWORDS {
            let scanner = generate(&format!("{keyword} = @{{ ANY }}"), &[keyword]).unwrap();
            assert!(scanner.contains(&format!("pub fn r#{keyword}(")), "{scanner}");
        }
    }

    #[test]
    fn reserved_words_name_no_entry() {
        for word in RESERVED {
            let error = generate(&format!("{word} = _{{ ANY }}"), &[word]).unwrap_err();
            assert!(matches!(&error, Error::Untranslatable { rule, .. } if rule == word), "{word}: {error}");
        }
    }
}
