//! What a grammar means once it is known to be translatable: simpler than pest's tree, and equal to it in what it matches.

use crate::{Error, facts::Facts, set::CharSet};
use pest_meta::{
    ast::RuleType,
    optimizer::{OptimizedExpr, OptimizedRule},
    parser,
};
use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap},
    rc::Rc,
};

/// An expression, and the words of the grammar for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Matches always, and nothing.
    Empty,
    /// Two characters or more.
    Literal(String),
    /// Two characters or more, ASCII letters in either case.
    Caseless(String),
    /// One character.
    Class(CharSet),
    /// Characters of the set, as many as there are.
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

/// A rule, and in which of its ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Call {
    pub(crate) rule: usize,
    /// Whether tokens are given out. An `@` rule gives out its own and none from within.
    pub(crate) loud: bool,
}

pub(crate) struct Rule {
    pub(crate) name: String,
    pub(crate) ty: RuleType,
    pub(crate) written: Written,
    expr: OptimizedExpr,
}

/// A rule that was translated.
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
                    what: "pest matches it between the elements of other rules without their saying so, and a scanner has only what is written; \
                           write the blanks where they may stand, under a name of their own, as in `key ~ blank* ~ \"=\"`"
                        .to_owned(),
                });
            }
        }
        Ok(grammar)
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.rules.iter().position(|rule| rule.name == name)
    }

    /// A rule that was translated before.
    pub(crate) fn body(&self, call: Call) -> Rc<Body> {
        Rc::clone(&self.bodies.borrow()[&call])
    }

    /// Translates a rule with all that it reaches, and says how it is called.
    pub(crate) fn translate(&self, rule: usize) -> Result<Call, Error> {
        self.call(rule, true, &mut Vec::new())
    }

    /// `callers` holds the rules being translated, outermost first.
    fn call(&self, rule: usize, loud: bool, callers: &mut Vec<usize>) -> Result<Call, Error> {
        let Rule { name, ty, .. } = &self.rules[rule];
        if let Some(start) = callers.iter().position(|&caller| caller == rule) {
            let circle: Vec<&str> =
                callers[start..].iter().chain([&rule]).map(|&rule| self.rules[rule].name.as_str()).collect();
            return Err(Error::Untranslatable {
                rule: name.clone(),
                what: format!(
                    "it reaches itself ({}), and nested input would use up the stack; write a token for each bracket and let the reader \
                     keep the nesting, as in `open = @{{ \"(\" }}  close = @{{ \")\" }}`",
                    circle.join(" → ")
                ),
            });
        }
        let instead = match ty {
            RuleType::Atomic | RuleType::Silent => None,
            RuleType::Normal => Some(("an ordinary rule `{}`", "its tokens would nest and blanks could be implied")),
            RuleType::CompoundAtomic => Some(("a compound rule `${}`", "its tokens would nest")),
            RuleType::NonAtomic => {
                Some(("a non-atomic rule `!{}`", "its tokens would nest and blanks could be implied"))
            }
        };
        if let Some((what, why)) = instead {
            return Err(Error::Untranslatable {
                rule: name.clone(),
                what: format!(
                    "it is {what}: {why}; write `{name} = @{{ … }}` for a token, or `{name} = _{{ … }}` for what only groups others"
                ),
            });
        }

        if let Some(tag) = &self.rules[rule].written.tag {
            return Err(Error::Untranslatable {
                rule: name.clone(),
                what: format!(
                    "it has the tag `{tag}`, and a token is only a rule and a place; write a rule of its own for what the tag is to tell apart"
                ),
            });
        }

        // A silent rule that reaches no token is one function, whoever calls it.
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

    /// Whether the expression reaches an `@` rule outside of predicates. `seen` stops at recursion, which is refused elsewhere.
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

    fn lower(&self, expr: &OptimizedExpr, rule: usize, loud: bool, callers: &mut Vec<usize>) -> Result<Node, Error> {
        let text = words(expr);
        let refuse = |what: String| Err(Error::Untranslatable { rule: self.rules[rule].name.clone(), what });
        let kind = match expr {
            OptimizedExpr::Str(string) => literal(string),
            OptimizedExpr::Insens(string) => caseless(string),
            OptimizedExpr::Range(first, last) => match (first.chars().next(), last.chars().next()) {
                (Some(first), Some(last)) if first <= last => Kind::Class(CharSet::range(first, last)),
                _ => {
                    return refuse(format!("the range `{text}` is empty; write the smaller character first"));
                }
            },
            OptimizedExpr::Ident(name) => match self.find(name) {
                Some(called) => {
                    let call = self.call(called, loud, callers)?;
                    match &self.body(call).node.kind {
                        // A class is shorter than the call of it, and can be merged with its neighbours.
                        kind @ (Kind::Class(_) | Kind::Empty) if !call.loud => kind.clone(),
                        _ => Kind::Call(call),
                    }
                }
                None => match builtin(name) {
                    Some(Kind::End) if loud => {
                        return refuse(
                            "pest gives `EOI` a token of its own here, and a scanner has no token for what is not there; write `!ANY` or \
                             `&EOI`, which give none"
                                .to_owned(),
                        );
                    }
                    Some(kind) => kind,
                    None => return refuse(unknown_builtin(name)),
                },
            },
            OptimizedExpr::PosPred(inner) => match self.lower(inner, rule, false, callers)? {
                // A predicate of a predicate is one predicate.
                Node { kind: kind @ (Kind::And(_) | Kind::Not(_) | Kind::Empty), .. } => kind,
                inner => Kind::And(Box::new(inner)),
            },
            OptimizedExpr::NegPred(inner) => {
                let inner = self.lower(inner, rule, false, callers)?;
                if Facts::of(&inner, self).cannot_fail() {
                    return refuse(format!(
                        "`{text}` never matches, because `{}` always does; write what must not stand there, without `?` or `*`",
                        inner.text
                    ));
                }
                match inner.kind {
                    Kind::Not(inner) => Kind::And(inner),
                    Kind::And(inner) => Kind::Not(inner),
                    _ => Kind::Not(Box::new(inner)),
                }
            }
            OptimizedExpr::Seq(..) => {
                let mut parts = Vec::new();
                let mut rest = expr;
                while let OptimizedExpr::Seq(first, others) = rest {
                    parts.push(self.lower(first, rule, loud, callers)?);
                    rest = others;
                }
                parts.push(self.lower(rest, rule, loud, callers)?);
                let parts = flatten(parts, |kind| match kind {
                    Kind::Seq(inner) => Ok(inner),
                    Kind::Empty => Ok(Vec::new()),
                    other => Err(other),
                });
                self.keeps_tokens(&parts, rule)?;
                sequence(parts)
            }
            OptimizedExpr::Choice(..) => {
                let mut parts = Vec::new();
                let mut rest = expr;
                while let OptimizedExpr::Choice(first, others) = rest {
                    parts.push(self.lower(first, rule, loud, callers)?);
                    rest = others;
                }
                parts.push(self.lower(rest, rule, loud, callers)?);
                choice(flatten(parts, |kind| match kind {
                    Kind::Choice(inner) => Ok(inner),
                    other => Err(other),
                }))
            }
            OptimizedExpr::Opt(inner) => match self.lower(inner, rule, loud, callers)? {
                Node { kind: kind @ (Kind::Empty | Kind::Until(_)), .. } => kind,
                Node { kind: Kind::Run { set, .. }, .. } => Kind::Run { set, some: false },
                inner => Kind::Opt(Box::new(inner)),
            },
            OptimizedExpr::Rep(inner) => {
                let inner = self.lower(inner, rule, loud, callers)?;
                if Facts::of(&inner, self).can_be_empty() {
                    return refuse(format!(
                        "`{text}` may never end, because `{}` can match nothing; let each turn take a character at least",
                        inner.text
                    ));
                }
                self.repeat(inner)
            }
            OptimizedExpr::Skip(strings) => until(strings.clone()),
            OptimizedExpr::RestoreOnErr(inner) => return self.lower(inner, rule, loud, callers),
            OptimizedExpr::Push(_) | OptimizedExpr::PeekSlice(..) => return refuse(stack(&text)),
            // What pest_meta has only with its feature `grammar-extras`.
            #[allow(unreachable_patterns, reason = "another crate may turn the feature on")]
            _ => {
                return refuse(format!(
                    "`{text}` is in the tree because pest_meta was built with its feature `grammar-extras`, whose trees are not translated; \
                     build the generator apart from what turns the feature on"
                ));
            }
        };
        Ok(Node { kind, text })
    }

    /// The rule that lets tokens be given out at once: what was given out is never to be taken back.
    fn keeps_tokens(&self, parts: &[Node], rule: usize) -> Result<(), Error> {
        let operand = |node: &Node| match &node.text {
            text if text.contains(' ') => format!("({text})"),
            text => text.clone(),
        };
        let mut emitting: Option<&Node> = None;
        for part in parts {
            let facts = Facts::of(part, self);
            if let Some(emitting) = emitting
                && !facts.cannot_fail()
            {
                let (first, then) = (operand(emitting), operand(part));
                return Err(Error::Untranslatable {
                    rule: self.rules[rule].name.clone(),
                    what: format!(
                        "`{}` gives out a token, which cannot be taken back where `{}` behind it fails; look ahead and let nothing fail behind \
                         the first token, as in `&({first} ~ {then}) ~ {first} ~ {then}?`, or make one `@` rule of both",
                        emitting.text, part.text
                    ),
                });
            }
            if facts.emits {
                emitting = Some(part);
            }
        }
        Ok(())
    }

    fn repeat(&self, inner: Node) -> Kind {
        match inner.kind {
            Kind::Class(set) | Kind::Run { set, .. } => Kind::Run { set, some: false },
            Kind::Seq(parts) => {
                if let [Node { kind: Kind::Not(stop), .. }, Node { kind: Kind::Class(any), .. }] = &parts[..]
                    && *any == CharSet::all()
                    && let Some(strings) = self.strings(stop)
                {
                    return until(strings);
                }
                Kind::Rep(Box::new(Node { kind: Kind::Seq(parts), text: inner.text }))
            }
            kind => Kind::Rep(Box::new(Node { kind, text: inner.text })),
        }
    }

    /// The texts that an expression matches, where it is a choice of a few.
    fn strings(&self, node: &Node) -> Option<Vec<String>> {
        const FEW: usize = 16;
        match &node.kind {
            Kind::Literal(string) => Some(vec![string.clone()]),
            Kind::Class(set) => set.few(FEW).map(|chars| chars.into_iter().map(String::from).collect()),
            Kind::Choice(parts) => {
                parts.iter().map(|part| self.strings(part)).collect::<Option<Vec<_>>>().map(|strings| strings.concat())
            }
            Kind::Call(call) if !call.loud => self.strings(&self.body(*call).node),
            _ => None,
        }
    }
}

/// What stands in the grammar about a rule, and is lost in the optimised tree.
#[derive(Default)]
pub(crate) struct Written {
    /// The rule as it is written.
    pub(crate) source: String,
    /// The lines of its `///` comment.
    pub(crate) docs: Vec<String>,
    /// A tag in it, which pest_meta drops where its feature `grammar-extras` is off.
    tag: Option<String>,
}

fn written_rules(text: &str) -> HashMap<String, Written> {
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

/// The expression in pest's words, without brackets around the whole.
fn words(expr: &OptimizedExpr) -> String {
    let text = expr.to_string();
    match expr {
        OptimizedExpr::Seq(..) | OptimizedExpr::Choice(..) | OptimizedExpr::Range(..) => {
            let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            inner.unwrap_or(&text).to_owned()
        }
        _ => text,
    }
}

fn literal(string: &str) -> Kind {
    let mut chars = string.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Kind::Empty,
        (Some(c), None) => Kind::Class(CharSet::of(c)),
        _ => Kind::Literal(string.to_owned()),
    }
}

fn caseless(string: &str) -> Kind {
    match literal(string) {
        Kind::Class(set) => match set.single() {
            Some(c) => Kind::Class(CharSet::of(c.to_ascii_lowercase()).or(&CharSet::of(c.to_ascii_uppercase()))),
            None => Kind::Class(set),
        },
        Kind::Literal(string) if string.bytes().any(|b| b.is_ascii_alphabetic()) => Kind::Caseless(string),
        kind => kind,
    }
}

fn until(strings: Vec<String>) -> Kind {
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

fn flatten(parts: Vec<Node>, open: impl Fn(Kind) -> Result<Vec<Node>, Kind>) -> Vec<Node> {
    let mut flat = Vec::new();
    for Node { kind, text } in parts {
        match open(kind) {
            Ok(inner) => flat.extend(inner),
            Err(kind) => flat.push(Node { kind, text }),
        }
    }
    flat
}

/// A sequence, with what two neighbours say together said by one.
fn sequence(parts: Vec<Node>) -> Kind {
    let mut joined: Vec<Node> = Vec::new();
    // From the back, so that `!a ~ !b ~ ANY` becomes one class.
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

/// A choice, with neighbours of one character each as one class: which of them matched makes no difference.
fn choice(parts: Vec<Node>) -> Kind {
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

fn builtin(name: &str) -> Option<Kind> {
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

fn unknown_builtin(name: &str) -> String {
    match name {
        "PEEK" | "PEEK_ALL" | "POP" | "POP_ALL" | "DROP" => stack(name),
        _ => format!(
            "`{name}` is a Unicode property, whose tables a scanner does not carry; write the ranges that the format knows, as in `'あ'..'ん'`, \
             or a negation, as in `!(\" \" | \"\\n\") ~ ANY`"
        ),
    }
}

fn stack(text: &str) -> String {
    format!(
        "`{text}` uses pest's stack, which a scanner does not have; let one token take either form and compare in the reader"
    )
}
