//! The tree of a grammar to be translated: simpler than pest's, and it matches the same texts.
//!
//! The generated scanner is a recursive-descent recogniser with first-byte dispatch, for grammars without recursion. pest's
//! optimised rules become nodes: characters are merged into classes, and `(!stop ~ ANY)*` becomes a search. For each
//! node, [`Facts`] has the next bytes on which the node may or must match. A choice becomes a `match` on the next byte, whose
//! arms try only the alternatives that can match there, in the order of the grammar. The result equals that of pest, because an
//! omitted alternative would fail, or follows one that certainly matches.
//!
//! Cost: each rule is translated at most twice, with and without its tokens. A choice is tested for each of the 256 bytes and
//! the end of the text, so the code takes time in proportion to the alternatives times 257. The scanner takes constant stack and
//! does not allocate. The grammar determines whether its time is linear, because a failed alternative is scanned again.
//!
//! Thresholds, which are heuristics and change only the code and not what it matches: a class of at most `FEW` characters
//! (`tree/lower.rs`) can be a stop of a search; a run of characters that ends at more than `MANY_STOPS` others
//! (`print/characters.rs`) tests each character instead of searching; a test with more than `FEW_COMPARISONS` comparisons
//! (`print/membership.rs`) becomes a lookup in a table.

use crate::{Error, facts::Facts, set::CharSet};
use pest_meta::{
    ast::RuleType,
    optimizer::{OptimizedExpr, OptimizedRule},
    parser,
};
use std::{cell::RefCell, collections::BTreeMap, rc::Rc};

mod lower;
mod simplify;
mod written;

use written::{Written, written_rules};

/// An expression, with its text in the grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Always matches, and consumes no character.
    Empty,
    /// Two characters or more.
    Literal(String),
    /// Two characters or more; the case of ASCII letters is ignored.
    Caseless(String),
    /// One character.
    Class(CharSet),
    /// Characters of the set, as many as possible.
    Run {
        set: CharSet,
        some: bool,
    },
    /// Everything up to the first of the texts, or to the end. No text is empty or begins with another.
    Until(Vec<String>),
    /// The start of the text.
    Start,
    /// The end of the text.
    End,
    Call(Call),
    Seq(Vec<Node>),
    Choice(Vec<Node>),
    Opt(Box<Node>),
    Rep(Box<Node>),
    And(Box<Node>),
    Not(Box<Node>),
}

/// A call of a rule, with or without tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Call {
    pub(crate) rule: usize,
    /// True if tokens are produced. An `@` rule produces its own token and none of the rules in it.
    pub(crate) loud: bool,
}

pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) ty: RuleType,
    pub(crate) written: Written,
    expr: OptimizedExpr,
}

/// A translated rule.
pub(crate) struct Body {
    pub(crate) node: Node,
    pub(crate) facts: Facts,
}

pub(crate) struct Grammar {
    pub(crate) rules: Vec<Rule>,
    bodies: RefCell<BTreeMap<Call, Rc<Body>>>,
}

impl Grammar {
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let (_, optimized) = pest_meta::parse_and_optimize(text).map_err(|errors| {
            let errors: Vec<String> =
                errors.into_iter().map(|error| error.renamed_rules(parser::rename_meta_rule).to_string()).collect();
            Error::Syntax(errors.join("\n\n"))
        })?;
        let mut written = written_rules(text);
        let rules = optimized
            .into_iter()
            .map(|OptimizedRule { name, ty, expr }| {
                let written = written.remove(&name).unwrap_or_default();
                Rule { name, ty, written, expr }
            })
            .collect();
        let grammar = Self { rules, bodies: RefCell::default() };
        for name in ["WHITESPACE", "COMMENT"] {
            if grammar.find(name).is_some() {
                return Err(Error::Untranslatable {
                    rule: name.to_owned(),
                    what: "pest matches this rule implicitly between the elements of other rules, and a scanner matches only what is \
                           written; write the white space where it is allowed, with a rule of another name, as in \
                           `key ~ blank* ~ \"=\"`"
                        .to_owned(),
                });
            }
        }
        Ok(grammar)
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|rule| rule.name == name)
    }

    /// Returns the body of a rule that was already translated.
    pub(crate) fn body(&self, call: Call) -> Rc<Body> {
        Rc::clone(&self.bodies.borrow()[&call])
    }

    /// Translates a rule and all rules that it reaches. Returns the call of the rule.
    pub(crate) fn translate(&self, rule: usize) -> Result<Call, Error> {
        self.call(rule, true, &mut Vec::new())
    }

    /// Translates a call. `callers` are the rules that are being translated, outermost first.
    fn call(&self, rule: usize, loud: bool, callers: &mut Vec<usize>) -> Result<Call, Error> {
        let Rule { name, ty, .. } = &self.rules[rule];
        if let Some(start) = callers.iter().position(|&caller| caller == rule) {
            let circle: Vec<&str> =
                callers[start..].iter().chain([&rule]).map(|&rule| self.rules[rule].name.as_str()).collect();
            return Err(Error::Untranslatable {
                rule: name.clone(),
                what: format!(
                    "the rule reaches itself ({}), and nested input would use up the stack; write a token for each bracket and let the reader \
                     track the nesting, as in `open = @{{ \"(\" }}  close = @{{ \")\" }}`",
                    circle.join(" → ")
                ),
            });
        }
        let instead = match ty {
            RuleType::Atomic | RuleType::Silent => None,
            RuleType::Normal => Some(("an ordinary rule `{}`", "its tokens would nest; white space would be implied")),
            RuleType::CompoundAtomic => Some(("a compound rule `${}`", "its tokens would nest")),
            RuleType::NonAtomic => {
                Some(("a non-atomic rule `!{}`", "its tokens would nest; white space would be implied"))
            }
        };
        if let Some((what, why)) = instead {
            return Err(Error::Untranslatable {
                rule: name.clone(),
                what: format!(
                    "the rule is {what}: {why}; write `{name} = @{{ … }}` for a token, or `{name} = _{{ … }}` to only group other rules"
                ),
            });
        }

        if let Some(tag) = &self.rules[rule].written.tag {
            return Err(Error::Untranslatable {
                rule: name.clone(),
                what: format!(
                    "the rule has the tag `{tag}`, and a token has only a rule and a position; write a separate rule instead of the tag"
                ),
            });
        }

        // A silent rule that reaches no token becomes one function for all callers.
        let loud = loud && (*ty == RuleType::Atomic || self.emits(&self.rules[rule].expr, &mut vec![rule]));
        let call = Call { rule, loud };
        if self.bodies.borrow().contains_key(&call) {
            return Ok(call);
        }
        let body = if loud && *ty == RuleType::Atomic {
            let silent = self.call(rule, false, callers)?;
            let facts = self.body(silent).facts.clone();
            Body { node: Node { kind: Kind::Call(silent), text: name.clone() }, facts: Facts { emits: true, ..facts } }
        } else {
            callers.push(rule);
            let node = self.lower(&self.rules[rule].expr, rule, loud, callers)?;
            callers.pop();
            let facts = Facts::of(&node, self);
            Body { node, facts }
        };
        self.bodies.borrow_mut().insert(call, Rc::new(body));
        Ok(call)
    }

    /// True if the expression reaches an `@` rule outside of predicates. `seen` ends at recursion, which is refused elsewhere.
    fn emits(&self, expr: &OptimizedExpr, seen: &mut Vec<usize>) -> bool {
        match expr {
            OptimizedExpr::Ident(name) => self.find(name).is_some_and(|rule| {
                if self.rules[rule].ty != RuleType::Silent {
                    return true;
                }
                if seen.contains(&rule) {
                    return false;
                }
                seen.push(rule);
                self.emits(&self.rules[rule].expr, seen)
            }),
            OptimizedExpr::Seq(a, b) | OptimizedExpr::Choice(a, b) => self.emits(a, seen) || self.emits(b, seen),
            OptimizedExpr::Opt(inner) | OptimizedExpr::Rep(inner) | OptimizedExpr::RestoreOnErr(inner) => {
                self.emits(inner, seen)
            }
            _ => false,
        }
    }
}
