//! Translates pest's expressions to nodes, and refuses those that a scanner cannot match.

use super::{
    Grammar, Kind, Node,
    simplify::{builtin, caseless, choice, flatten, literal, sequence, until},
};
use crate::{Error, facts::Facts, set::CharSet};
use pest_meta::optimizer::OptimizedExpr;

impl Grammar {
    pub(super) fn lower(
        &self,
        expr: &OptimizedExpr,
        rule: usize,
        loud: bool,
        callers: &mut Vec<usize>,
    ) -> Result<Node, Error> {
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
                        // A class is shorter than a call of its rule, and can be merged with its neighbours.
                        kind @ (Kind::Class(_) | Kind::Empty) if !call.loud => kind.clone(),
                        _ => Kind::Call(call),
                    }
                }
                None => match builtin(name) {
                    Some(Kind::End) if loud => {
                        return refuse(
                            "pest produces a token for `EOI` here, and a scanner has no token without text; write `!ANY` or \
                             `&EOI`, which produce none"
                                .to_owned(),
                        );
                    }
                    Some(kind) => kind,
                    None => return refuse(unknown_builtin(name)),
                },
            },
            OptimizedExpr::PosPred(inner) => match self.lower(inner, rule, false, callers)? {
                // A predicate within a predicate is one predicate.
                Node { kind: kind @ (Kind::And(_) | Kind::Not(_) | Kind::Empty), .. } => kind,
                inner => Kind::And(Box::new(inner)),
            },
            OptimizedExpr::NegPred(inner) => {
                let inner = self.lower(inner, rule, false, callers)?;
                if Facts::of(&inner, self).cannot_fail() {
                    return refuse(format!(
                        "`{text}` never matches, because `{}` always does; write what must not follow, without `?` or `*`",
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
                        "`{text}` may never end, because `{}` can match nothing; let each repetition match at least one character",
                        inner.text
                    ));
                }
                self.repeat(inner)
            }
            OptimizedExpr::Skip(strings) => until(strings.clone()),
            OptimizedExpr::RestoreOnErr(inner) => return self.lower(inner, rule, loud, callers),
            OptimizedExpr::Push(_) | OptimizedExpr::PeekSlice(..) => return refuse(stack(&text)),
            // The variants that pest_meta has only with its feature `grammar-extras`.
            #[allow(unreachable_patterns, reason = "another crate may turn the feature on")]
            _ => {
                return refuse(format!(
                    "`{text}` needs pest_meta's feature `grammar-extras`, which is not supported; build the generator separately \
                     from the crate that enables the feature"
                ));
            }
        };
        Ok(Node { kind, text })
    }

    /// Refuses a sequence where a part can fail after a token. A token is passed on at once and cannot be taken back.
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
                        "`{}` produces a token, which cannot be taken back if `{}` after it fails; look ahead and let nothing fail \
                         after the first token, as in `&({first} ~ {then}) ~ {first} ~ {then}?`, or make one `@` rule of both",
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

    /// Returns the texts that an expression matches, if it is a choice of a few.
    fn strings(&self, node: &Node) -> Option<Vec<String>> {
        /// The maximum number of characters of a class that are searched for as texts.
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

/// Returns the expression in pest's notation, without brackets around the whole.
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

fn unknown_builtin(name: &str) -> String {
    match name {
        "PEEK" | "PEEK_ALL" | "POP" | "POP_ALL" | "DROP" => stack(name),
        _ => format!(
            "`{name}` is a Unicode property, and a scanner has no Unicode tables; write the ranges that the format allows, as in \
             `'あ'..'ん'`, or a negation, as in `!(\" \" | \"\\n\") ~ ANY`"
        ),
    }
}

fn stack(text: &str) -> String {
    format!(
        "`{text}` uses pest's stack, which a scanner does not have; let one token match either form, and compare in the reader"
    )
}
