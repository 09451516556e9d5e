//! The parts of a grammar's text that pest's optimised tree does not have.

use pest_meta::parser;
use std::collections::HashMap;

/// The parts of a rule's text that the optimised tree does not have.
#[derive(Default)]
pub(crate) struct Written {
    /// The source text of the rule.
    pub(crate) source: String,
    /// The lines of its `///` comment.
    pub(crate) docs: Vec<String>,
    /// A tag in the rule, which pest_meta drops if its feature `grammar-extras` is off.
    pub(super) tag: Option<String>,
}

pub(super) fn written_rules(text: &str) -> HashMap<String, Written> {
    let mut rules = HashMap::new();
    let mut docs = Vec::new();
    let pairs = parser::parse(parser::Rule::grammar_rules, text);
    for pair in pairs.into_iter().flatten() {
        if pair.as_rule() != parser::Rule::grammar_rule {
            continue;
        }
        let source = pair.as_str().trim().to_owned();
        let mut inner = pair.into_inner();
        let Some(first) = inner.next() else {
            continue;
        };
        if first.as_rule() == parser::Rule::line_doc {
            docs.extend(first.into_inner().map(|line| line.as_str().trim_end().to_owned()));
            continue;
        }
        let tag = inner
            .flatten()
            .find(|pair| pair.as_rule() == parser::Rule::tag_id)
            .map(|pair| pair.as_str().trim().to_owned());
        let docs = std::mem::take(&mut docs);
        rules.insert(first.as_str().to_owned(), Written { source, docs, tag });
    }
    rules
}
