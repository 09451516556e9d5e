//! What was found in a file: where, how grave it is, what was done about it, and what can be done.

use crate::{Edits, Span};
use alloc::{string::String, vec::Vec};
use core::fmt;

/// The stable name of a kind of finding, in two halves: `sgf/unclosed-value`, `loss/variation`.
///
/// ```
/// use kifu_text::Code;
/// let code = Code("sgf/unclosed-value");
/// assert_eq!((code.family(), code.short()), ("sgf", "unclosed-value"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(pub &'static str);

impl Code {
    /// What stands before the slash: the format or the part of kifu that says it.
    ///
    /// ```
    /// use kifu_text::Code;
    /// assert_eq!(Code("loss/variation").family(), "loss");
    /// ```
    #[must_use]
    pub fn family(self) -> &'static str {
        self.0.split_once('/').map_or(self.0, |(family, _)| family)
    }

    /// What stands after the slash.
    ///
    /// ```
    /// use kifu_text::Code;
    /// assert_eq!(Code("loss/variation").short(), "variation"); // as `--allow-loss` takes it
    /// ```
    #[must_use]
    pub fn short(self) -> &'static str {
        self.0.split_once('/').map_or(self.0, |(_, short)| short)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// How much a finding means for the record.
///
/// ```
/// use kifu_text::Severity;
/// assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
/// assert_eq!(Severity::Warning.to_string(), "warning");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is wrong, and it is worth knowing.
    Note,
    /// All of it reached the record, by a guess or against the standard.
    Warning,
    /// Some of the input did not reach the record.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        })
    }
}

/// How sure a fix is.
///
/// ```
/// use kifu_text::{Code, Diagnostic, Edits, Safety, Severity, Span};
/// let code = Code("sgf/unescaped-bracket");
/// let found = Diagnostic::new(code, Severity::Warning, "a bracket in a text; taken as part of it")
///     .fix(Safety::Guess, "escape the bracket", Edits::one(Span::at(5), "\\"));
/// // What is only likely is left to the user.
/// assert!(found.fix.filter(|fix| fix.safety == Safety::Safe).is_none());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Safety {
    /// The meaning is certain: `kifu fix` applies it.
    Safe,
    /// The meaning is likely: applied only when asked for.
    Guess,
}

/// A cure for what a diagnostic says.
///
/// ```
/// use kifu_text::{Edits, Fix, Safety, Span};
/// let fix = Fix { title: "close the value".into(), safety: Safety::Safe, edits: Edits::one(Span::at(7), "]") };
/// assert_eq!(fix.edits.apply("(;C[abc)"), "(;C[abc])");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, as an order: "escape the bracket".
    pub title: String,
    /// How sure it is.
    pub safety: Safety,
    /// The change of the text.
    pub edits: Edits,
}

/// Something worth saying about an input: what was found, where, what was done about it, what can be done.
///
/// ```
/// use kifu_text::{Code, Diagnostic, Edits, Safety, Severity, Span};
/// let d = Diagnostic::new(Code("sgf/unclosed-value"), Severity::Warning, "the value never ends; closed at the end")
///     .at(Span::new(3, 9))
///     .note(Some(Span::new(3, 4)), "it starts here")
///     .help("close it with ]")
///     .fix(Safety::Safe, "close the value", Edits::one(Span::at(9), "]"));
/// assert_eq!(d.code.family(), "sgf");
/// assert_eq!(d.severity.to_string(), "warning");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// Its kind.
    pub code: Code,
    /// What it means for the record.
    pub severity: Severity,
    /// What was found; ends with what was done about it.
    pub message: String,
    /// Where in the text.
    pub span: Option<Span>,
    /// Where in the records: the index of the record in the file, and the index of the node in the record, both from 0.
    pub node: Option<(usize, usize)>,
    /// Further places, and what is to be said of them.
    pub notes: Vec<(Option<Span>, String)>,
    /// What to do.
    pub help: Option<String>,
    /// A change of the text that cures it.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// A finding without a place.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Severity};
    /// let found = Diagnostic::new(Code("text/charset-guessed"), Severity::Warning, "read as Shift_JIS, a guess");
    /// assert_eq!((found.span, found.fix), (None, None));
    /// ```
    #[must_use]
    pub fn new(code: Code, severity: Severity, message: impl Into<String>) -> Self {
        let message = message.into();
        Self { code, severity, message, span: None, node: None, notes: Vec::new(), help: None, fix: None }
    }

    /// The same, at a place of the text.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Severity, Source, Span};
    /// let source = Source::from_text("game.sgf", "(;XY[1])");
    /// let found = Diagnostic::new(Code("sgf/private"), Severity::Note, "a private property; kept").at(Span::new(2, 4));
    /// assert_eq!(source.slice(found.span.unwrap()), "XY");
    /// ```
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { span: Some(span), ..self }
    }

    /// The same, at a node of a record: both are given by their index, from 0.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Severity};
    /// let found = Diagnostic::new(Code("loss/comment"), Severity::Error, "comment is gone").at_node(0, 4);
    /// assert_eq!(found.node, Some((0, 4)));
    /// ```
    #[must_use]
    pub fn at_node(self, record: usize, node: usize) -> Self {
        Self { node: Some((record, node)), ..self }
    }

    /// The same, with a further remark.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Severity, Span};
    /// let found = Diagnostic::new(Code("sgf/property-twice"), Severity::Warning, "KM twice; the first counts")
    ///     .at(Span::new(9, 14))
    ///     .note(Some(Span::new(2, 7)), "the first is here")
    ///     .note(None, "SGF allows a property once a node");
    /// assert_eq!(found.notes.len(), 2);
    /// ```
    #[must_use]
    pub fn note(mut self, span: Option<Span>, text: impl Into<String>) -> Self {
        self.notes.push((span, text.into()));
        self
    }

    /// The same, with advice.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Severity};
    /// let found = Diagnostic::new(Code("text/charset-guessed"), Severity::Warning, "read as GBK, a guess")
    ///     .help("name the charset: --encoding");
    /// assert_eq!(found.help.as_deref(), Some("name the charset: --encoding"));
    /// ```
    #[must_use]
    pub fn help(self, text: impl Into<String>) -> Self {
        Self { help: Some(text.into()), ..self }
    }

    /// The same, with a cure.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Edits, Safety, Severity, Source, Span};
    /// let source = Source::from_text("game.sgf", "(;B[aa]");
    /// let found = Diagnostic::new(Code("sgf/unclosed"), Severity::Warning, "the game never ends; closed at the end")
    ///     .fix(Safety::Safe, "close the game", Edits::one(Span::at(7), ")"));
    /// assert_eq!(source.splice(&found.fix.unwrap().edits)?, b"(;B[aa])");
    /// # Ok::<(), kifu_text::Unencodable>(())
    /// ```
    #[must_use]
    pub fn fix(self, safety: Safety, title: impl Into<String>, edits: Edits) -> Self {
        Self { fix: Some(Fix { title: title.into(), safety, edits }), ..self }
    }
}

/// What was said about an input, in order.
///
/// Of one code [`Diagnostics::MAX_PER_CODE`] are kept in full, and of what has a fix [`Diagnostics::MAX_FIXES_PER_CODE`], so that everything can be
/// mended at once; the rest are counted.
///
/// ```
/// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
/// let mut said = Diagnostics::default();
/// for _ in 0..2_000 {
///     said.push(Diagnostic::new(Code("sgf/stray-text"), Severity::Error, "text outside of any game; skipped"));
/// }
/// assert_eq!(said.iter().count(), 1_000);
/// assert_eq!(said.counts().collect::<Vec<_>>(), [(Code("sgf/stray-text"), Severity::Error, 2_000)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    counts: Vec<Count>,
}

/// How often something was said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Count {
    code: Code,
    severity: Severity,
    times: u64,
    /// Whether some of it has a fix.
    mends: bool,
}

impl Diagnostics {
    /// How many of one code are kept in full.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
    /// let mut said = Diagnostics::default();
    /// for at in 0..=Diagnostics::MAX_PER_CODE {
    ///     said.push(Diagnostic::new(Code("sgf/stray-text"), Severity::Error, format!("text at {at}; skipped")));
    /// }
    /// assert_eq!(said.omitted(), 1);
    /// ```
    pub const MAX_PER_CODE: u64 = 1_000;

    /// How many of one code are kept of those that have a fix.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Edits, Safety, Severity, Span};
    /// let mut said = Diagnostics::default();
    /// for at in 0..5_000 {
    ///     let blank = Diagnostic::new(Code("sgf/loose-value"), Severity::Warning, "B[ aa]; read as B[aa]");
    ///     said.push(blank.fix(Safety::Safe, "take the blank out", Edits::one(Span::new(at, at + 1), "")));
    /// }
    /// assert_eq!(said.iter().count(), 5_000);
    /// assert!(Diagnostics::MAX_FIXES_PER_CODE >= 5_000);
    /// ```
    pub const MAX_FIXES_PER_CODE: u64 = 100_000;

    /// Says one more thing.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
    /// let mut said = Diagnostics::default();
    /// said.push(Diagnostic::new(Code("text/charset-guessed"), Severity::Warning, "read as GBK, a guess"));
    /// assert_eq!(said.max_severity(), Some(Severity::Warning));
    /// ```
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.push_with(diagnostic.code, diagnostic.severity, || diagnostic);
    }

    /// Says one more thing, which is only put into words where it is kept.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
    /// let (code, severity) = (Code("sgf/stray-text"), Severity::Error);
    /// let (mut said, mut put_into_words) = (Diagnostics::default(), 0);
    /// for _ in 0..1_000_000 {
    ///     said.push_with(code, severity, || {
    ///         put_into_words += 1;
    ///         Diagnostic::new(code, severity, "text outside of any game; skipped")
    ///     });
    /// }
    /// assert_eq!(put_into_words, 1_000);
    /// ```
    pub fn push_with(&mut self, code: Code, severity: Severity, words: impl FnOnce() -> Diagnostic) {
        let count = self.count(code, severity, 1);
        let before = count.times - 1;
        if before >= if count.mends { Self::MAX_FIXES_PER_CODE } else { Self::MAX_PER_CODE } {
            return;
        }
        let diagnostic = words();
        let has_fix = diagnostic.fix.is_some();
        count.mends |= has_fix;
        if has_fix || before < Self::MAX_PER_CODE {
            self.kept.push(diagnostic);
        }
    }

    /// Says all of `other` too.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
    /// let one = || Diagnostic::new(Code("sgf/stray-text"), Severity::Error, "text outside of any game; skipped");
    /// let (mut all, mut more) = (Diagnostics::default(), Diagnostics::default());
    /// all.push(one());
    /// (0..1_500).for_each(|_| more.push(one()));
    /// all.append(more); // what was only counted is counted on
    /// assert_eq!(all.at_least(Severity::Error), 1_501);
    /// ```
    pub fn append(&mut self, other: Self) {
        let mut unseen = other.counts;
        for diagnostic in other.kept {
            if let Some(entry) = unseen.iter_mut().find(|entry| (entry.code, entry.severity) == diagnostic.key()) {
                entry.times -= 1;
            }
            self.push(diagnostic);
        }
        for Count { code, severity, times, .. } in unseen.into_iter().filter(|entry| entry.times > 0) {
            self.count(code, severity, times);
        }
    }

    /// Counts, and tells how many there were before.
    fn count(&mut self, code: Code, severity: Severity, more: u64) -> &mut Count {
        let known = self.counts.iter().position(|entry| (entry.code, entry.severity) == (code, severity));
        let at = known.unwrap_or_else(|| {
            self.counts.push(Count { code, severity, times: 0, mends: false });
            self.counts.len() - 1
        });
        self.counts[at].times += more;
        &mut self.counts[at]
    }

    /// What was kept in full.
    ///
    /// ```
    /// use kifu_text::{Charset, Source};
    /// let (_, said) = Source::decode("game.sgf", b"(;)".to_vec(), Some(&Charset::new("klingon")), &[]);
    /// assert!(said.iter().map(|found| found.code.0).eq(["text/charset-unknown"]));
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter()
    }

    /// What was kept in full, to change: a format reading on behalf of another moves places.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity, Span};
    /// let mut said = Diagnostics::default();
    /// said.push(Diagnostic::new(Code("json/comment"), Severity::Warning, "a comment; skipped").at(Span::new(2, 9)));
    /// for found in said.iter_mut() {
    ///     // The text was the second line of a file whose first has 40 bytes.
    ///     found.span = found.span.map(|span| Span { start: span.start + 40, end: span.end + 40 });
    /// }
    /// assert_eq!(said.iter().next().unwrap().span, Some(Span::new(42, 49)));
    /// ```
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.kept.iter_mut()
    }

    /// How often each code was said, in the order in which it was first said.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
    /// let mut said = Diagnostics::default();
    /// for code in ["sgf/stray-text", "sgf/unclosed", "sgf/stray-text"] {
    ///     said.push(Diagnostic::new(Code(code), Severity::Warning, "said, and nothing done"));
    /// }
    /// assert!(said.counts().map(|(code, _, times)| (code.short(), times)).eq([("stray-text", 2), ("unclosed", 1)]));
    /// ```
    pub fn counts(&self) -> impl Iterator<Item = (Code, Severity, u64)> {
        self.counts.iter().map(|entry| (entry.code, entry.severity, entry.times))
    }

    /// How much was said at this severity or above.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
    /// let mut said = Diagnostics::default();
    /// for severity in [Severity::Note, Severity::Warning, Severity::Error] {
    ///     said.push(Diagnostic::new(Code("sgf/any"), severity, "said, and nothing done"));
    /// }
    /// assert_eq!(said.at_least(Severity::Warning), 2);
    /// ```
    #[must_use]
    pub fn at_least(&self, severity: Severity) -> u64 {
        self.counts.iter().filter(|entry| entry.severity >= severity).map(|entry| entry.times).sum()
    }

    /// How much was said that was not kept in full.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
    /// let mut said = Diagnostics::default();
    /// for _ in 0..1_250 {
    ///     said.push(Diagnostic::new(Code("sgf/stray-text"), Severity::Error, "text outside of any game; skipped"));
    /// }
    /// assert_eq!(said.omitted(), 250);
    /// ```
    #[must_use]
    pub fn omitted(&self) -> u64 {
        self.at_least(Severity::Note) - self.kept.len() as u64
    }

    /// The gravest severity said.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity};
    /// let mut said = Diagnostics::default();
    /// assert_eq!(said.max_severity(), None);
    /// said.push(Diagnostic::new(Code("loss/comment"), Severity::Error, "comment is gone"));
    /// said.push(Diagnostic::new(Code("loss/display"), Severity::Note, "a viewer's preference is gone"));
    /// assert_eq!(said.max_severity(), Some(Severity::Error));
    /// ```
    #[must_use]
    pub fn max_severity(&self) -> Option<Severity> {
        self.counts.iter().map(|entry| entry.severity).max()
    }

    /// Whether nothing was said.
    ///
    /// ```
    /// use kifu_text::Source;
    /// let (_, said) = Source::decode("game.sgf", "(;PB[碁])".into(), None, &[]);
    /// assert!(said.is_empty()); // valid UTF-8 needs no guess
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Puts what was kept into the order of the text; what has no place comes first.
    ///
    /// ```
    /// use kifu_text::{Code, Diagnostic, Diagnostics, Severity, Span};
    /// let at = |place: usize| Diagnostic::new(Code("sgf/any"), Severity::Note, "said").at(Span::at(place));
    /// let mut said = Diagnostics::default();
    /// said.extend([at(7), at(2)]);
    /// said.sort_by_place();
    /// assert!(said.iter().map(|found| found.span.unwrap().start).eq([2, 7]));
    /// ```
    pub fn sort_by_place(&mut self) {
        self.kept.sort_by_key(|diagnostic| diagnostic.span);
    }
}

impl Diagnostic {
    fn key(&self) -> (Code, Severity) {
        (self.code, self.severity)
    }
}

impl IntoIterator for Diagnostics {
    type Item = Diagnostic;
    type IntoIter = alloc::vec::IntoIter<Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.kept.into_iter()
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, iter: T) {
        for diagnostic in iter {
            self.push(diagnostic);
        }
    }
}

/// A line of a crate's table of codes: what `kifu explain` and the documentation are made of.
///
/// ```
/// use kifu_text::{CODES, Severity};
/// let lost = CODES.iter().find(|info| info.code.0 == "text/undecodable").unwrap();
/// assert_eq!(lost.severity, Severity::Error);
/// assert_eq!(lost.title, "some bytes are invalid in the file's charset");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfo {
    /// The code.
    pub code: Code,
    /// The severity it usually has.
    pub severity: Severity,
    /// What it means, in a few words.
    pub title: &'static str,
    /// What it means, why it matters, an example and the cure; Markdown.
    pub page: &'static str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    fn one(code: &'static str) -> Diagnostic {
        Diagnostic::new(Code(code), Severity::Warning, format!("{code}; nothing was done"))
    }

    #[test]
    fn appending_keeps_the_counts() {
        let mut a = Diagnostics::default();
        let mut b = Diagnostics::default();
        for _ in 0..700 {
            a.push(one("x/y"));
        }
        for _ in 0..1_500 {
            b.push(one("x/y"));
        }
        b.push(one("x/z"));
        a.append(b);
        assert_eq!(a.counts().map(|(code, _, n)| (code.0, n)).collect::<Vec<_>>(), [("x/y", 2_200), ("x/z", 1)]);
        assert_eq!(a.iter().count(), 1_001);
        assert_eq!(a.omitted(), 1_200);
        assert_eq!(a.at_least(Severity::Error), 0);
    }
}
