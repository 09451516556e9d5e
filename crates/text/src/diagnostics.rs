//! All diagnostics of one input: kept up to a limit for each code, and counted above it.

use crate::{Code, CodeInfo, CodeKind, Diagnostic, Edits, Limits, NodeIndex, Safety, Severity, Span};
use alloc::{string::String, vec::Vec};

/// The diagnostics of one input, in the order in which they were reported.
///
/// For each code, 1,000 diagnostics are kept. Those with a fix are kept above this limit, up to 50,000 diagnostics of all codes, so that
/// one round of fixes usually applies all of them. The rest are counted. [`Limits`] has other numbers.
///
/// ```
/// use kifu_text::{CodeInfo, Diagnostics, Severity, Span};
/// const STRAY_TEXT: CodeInfo = CodeInfo::new("sgf/stray-text", Severity::Warning, "text outside of any game", "…");
/// let mut diagnostics = Diagnostics::default();
/// for at in 0..2_000 {
///     diagnostics.report(&STRAY_TEXT, Span::new(at, at + 1), || format!("text at {at}; ignored"));
/// }
/// assert_eq!(diagnostics.iter().count(), 1_000);
/// let counts = diagnostics.counts().map(|count| (count.code, count.severity, count.times));
/// assert_eq!(counts.collect::<Vec<_>>(), [(STRAY_TEXT.code, Severity::Warning, 2_000)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    counts: Vec<Count>,
    limits: Limits,
}

/// The number of diagnostics of one code and severity; [`Diagnostics::counts`] returns it.
///
/// ```
/// # use kifu_text::{CodeInfo, Severity};
/// # const STRAY_TEXT: CodeInfo = CodeInfo::new("sgf/stray-text", Severity::Warning, "text outside of any game", "…");
/// use kifu_text::{Count, Diagnostic, Diagnostics};
/// let mut diagnostics = Diagnostics::default();
/// diagnostics.push(Diagnostic::new(&STRAY_TEXT, "text outside of any game"));
/// let count: &Count = diagnostics.counts().next().unwrap();
/// assert_eq!((count.code, count.severity, count.times), (STRAY_TEXT.code, Severity::Warning, 1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Count {
    /// The code of the diagnostics.
    pub code: Code,
    /// Their severity.
    pub severity: Severity,
    /// The number of diagnostics.
    pub times: u64,
    /// True if at least one of them has a fix.
    has_fixes: bool,
}

impl Diagnostics {
    /// Returns an empty list with other limits for what it keeps.
    ///
    /// ```
    /// # use kifu_text::{CodeInfo, Severity};
    /// # const STRAY_TEXT: CodeInfo = CodeInfo::new("sgf/stray-text", Severity::Warning, "text outside of any game", "…");
    /// use kifu_text::{Diagnostic, Diagnostics, Limits};
    /// let mut limits = Limits::default();
    /// limits.diagnostics_per_code = 2;
    /// let mut diagnostics = Diagnostics::within(limits);
    /// (0..5).for_each(|_| diagnostics.push(Diagnostic::new(&STRAY_TEXT, "text outside of any game")));
    /// assert_eq!((diagnostics.iter().count(), diagnostics.omitted()), (2, 3));
    /// ```
    #[must_use]
    pub fn within(limits: Limits) -> Self {
        Self { limits, ..Self::default() }
    }

    /// Reports a diagnostic at a place of the text.
    ///
    /// The message says what was found, and then what was done about it. It is built only if the diagnostic is kept, and so is what
    /// the returned [`Report`] adds.
    ///
    /// ```
    /// use kifu_text::{CodeInfo, Diagnostics, Edits, Safety, Severity, Span};
    /// const UNCLOSED_VALUE: CodeInfo = CodeInfo::new("sgf/unclosed-value", Severity::Warning, "a value is not closed", "…");
    /// let mut diagnostics = Diagnostics::default();
    /// diagnostics
    ///     .report(&UNCLOSED_VALUE, Span::new(3, 9), || "C has no `]`; read up to the end of the file")
    ///     .help("check whether something is missing")
    ///     .fix(Safety::Guess, || "close the value", || Edits::one(Span::at(9), "]"));
    /// let found = diagnostics.iter().next().unwrap();
    /// assert_eq!((found.code, found.severity), (UNCLOSED_VALUE.code, Severity::Warning));
    /// assert!(found.help.is_some() && found.fix.is_some());
    /// ```
    pub fn report<M: Into<String>>(&mut self, info: &CodeInfo, span: Span, message: impl FnOnce() -> M) -> Report<'_> {
        let mut report = self.start(info.code, info.severity);
        if report.is_kept() {
            report.draft = Some(Diagnostic::new(info, message()).at(span));
        }
        report
    }

    /// Reports a diagnostic at a node of a record.
    pub fn report_at_node<M: Into<String>>(
        &mut self,
        info: &CodeInfo,
        node: NodeIndex,
        message: impl FnOnce() -> M,
    ) -> Report<'_> {
        let mut report = self.start(info.code, info.severity);
        if report.is_kept() {
            report.draft = Some(Diagnostic::new(info, message()).at_node(node));
        }
        report
    }

    /// Adds a diagnostic.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        self.push_with(diagnostic.code, diagnostic.severity, || diagnostic);
    }

    /// Adds a diagnostic that is built only if it is kept.
    pub(crate) fn push_with(&mut self, code: Code, severity: Severity, diagnostic: impl FnOnce() -> Diagnostic) {
        let mut report = self.start(code, severity);
        if report.is_kept() {
            report.draft = Some(diagnostic());
        }
    }

    fn start(&mut self, code: Code, severity: Severity) -> Report<'_> {
        let count = self.count(code, severity, 1);
        Report { diagnostics: self, count, draft: None }
    }

    /// Adds all diagnostics of `other`.
    ///
    /// ```
    /// # use kifu_text::{CodeInfo, Severity};
    /// # const STRAY_TEXT: CodeInfo = CodeInfo::new("sgf/stray-text", Severity::Error, "text outside of any game", "…");
    /// use kifu_text::{Diagnostic, Diagnostics};
    /// let one = || Diagnostic::new(&STRAY_TEXT, "text outside of any game; ignored");
    /// let (mut all, mut more) = (Diagnostics::default(), Diagnostics::default());
    /// all.push(one());
    /// (0..1_500).for_each(|_| more.push(one()));
    /// all.append(more); // adds the counts too
    /// assert_eq!(all.at_least(Severity::Error), 1_501);
    /// ```
    pub fn append(&mut self, other: Self) {
        let mut uncounted = other.counts;
        for diagnostic in other.kept {
            if let Some(count) = uncounted.iter_mut().find(|count| count.is_of(diagnostic.code, diagnostic.severity)) {
                count.times -= 1;
            }
            self.push(diagnostic);
        }
        for Count { code, severity, times, .. } in uncounted.into_iter().filter(|count| count.times > 0) {
            self.count(code, severity, times);
        }
    }

    /// Counts `times` more diagnostics, and returns the index of their count.
    fn count(&mut self, code: Code, severity: Severity, times: u64) -> usize {
        let known = self.counts.iter().position(|count| count.is_of(code, severity));
        let at = known.unwrap_or_else(|| {
            self.counts.push(Count { code, severity, times: 0, has_fixes: false });
            self.counts.len() - 1
        });
        self.counts[at].times += times;
        at
    }

    /// Returns the limits for what is kept.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Returns all diagnostics, and leaves an empty list with the same limits.
    #[must_use]
    pub fn take(&mut self) -> Self {
        let empty = Self::within(self.limits);
        core::mem::replace(self, empty)
    }

    /// Returns the diagnostics that were kept.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.kept.iter()
    }

    /// Returns the diagnostics that were kept, for changes: a format that reads on behalf of another moves their places.
    ///
    /// ```
    /// # use kifu_text::{CodeInfo, Severity};
    /// # const COMMENT: CodeInfo = CodeInfo::new("json/comment", Severity::Warning, "a comment", "…");
    /// use kifu_text::{Diagnostics, Span};
    /// let mut diagnostics = Diagnostics::default();
    /// diagnostics.report(&COMMENT, Span::new(2, 9), || "a comment; ignored");
    /// for found in diagnostics.iter_mut() {
    ///     // The text was the second line of a file whose first has 40 bytes.
    ///     found.span = found.span.map(|span| Span { start: span.start + 40, end: span.end + 40 });
    /// }
    /// assert_eq!(diagnostics.iter().next().unwrap().span, Some(Span::new(42, 49)));
    /// ```
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Diagnostic> {
        self.kept.iter_mut()
    }

    /// The number of diagnostics of each code and severity, in the order in which they were first reported.
    pub fn counts(&self) -> impl Iterator<Item = &Count> {
        self.counts.iter()
    }

    /// The number of diagnostics of this severity or above.
    #[must_use]
    pub fn at_least(&self, severity: Severity) -> u64 {
        self.counts.iter().filter(|count| count.severity >= severity).map(|count| count.times).sum()
    }

    /// The number of diagnostics that were counted and not kept. A program that lists the diagnostics should say how many are
    /// missing from its list.
    #[must_use]
    pub fn omitted(&self) -> u64 {
        self.at_least(Severity::Note) - self.kept.len() as u64
    }

    /// The highest severity of all diagnostics.
    #[must_use]
    pub fn max_severity(&self) -> Option<Severity> {
        self.counts.iter().map(|count| count.severity).max()
    }

    /// True if nothing was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Makes warnings of the notes whose code is of the kind [`CodeKind::Strict`]. `codes` are the kinds that may occur.
    ///
    /// ```
    /// use kifu_text::{CodeInfo, CodeKind, Diagnostic, Diagnostics, Severity};
    /// const EMPTY_NODE: CodeInfo =
    ///     CodeInfo::new("sgf/empty-node", Severity::Note, "an empty node", "…").with_kind(CodeKind::Strict);
    /// let mut diagnostics = Diagnostics::default();
    /// diagnostics.push(Diagnostic::new(&EMPTY_NODE, "a node without properties; kept"));
    /// diagnostics.raise_strict(&[EMPTY_NODE]);
    /// assert_eq!(diagnostics.max_severity(), Some(Severity::Warning));
    /// ```
    pub fn raise_strict(&mut self, codes: &[CodeInfo]) {
        let is_strict = |code| codes.iter().any(|info| info.code == code && info.kind == CodeKind::Strict);
        self.regrade(|code, severity| match severity {
            Severity::Note if is_strict(code) => Some(Severity::Warning),
            _ => Some(severity),
        });
    }

    /// Gives each diagnostic the severity that `grade` returns for its code and its severity, and drops it for `None`.
    ///
    /// ```
    /// # use kifu_text::{CodeInfo, Severity};
    /// # const ODD: CodeInfo = CodeInfo::new("sgf/odd", Severity::Warning, "odd", "…");
    /// # const FINE: CodeInfo = CodeInfo::new("sgf/fine", Severity::Note, "fine", "…");
    /// use kifu_text::{Diagnostic, Diagnostics};
    /// let mut diagnostics = Diagnostics::default();
    /// diagnostics.extend([Diagnostic::new(&ODD, "odd"), Diagnostic::new(&FINE, "fine")]);
    /// diagnostics.regrade(|code, _| (code == ODD.code).then_some(Severity::Error));
    /// assert!(diagnostics.counts().map(|count| (count.code, count.severity)).eq([(ODD.code, Severity::Error)]));
    /// ```
    pub fn regrade(&mut self, grade: impl Fn(Code, Severity) -> Option<Severity>) {
        let mut counts: Vec<Count> = Vec::with_capacity(self.counts.len());
        for mut count in core::mem::take(&mut self.counts) {
            let Some(severity) = grade(count.code, count.severity) else { continue };
            count.severity = severity;
            match counts.iter_mut().find(|other| other.is_of(count.code, count.severity)) {
                Some(other) => {
                    other.times += count.times;
                    other.has_fixes |= count.has_fixes;
                }
                None => counts.push(count),
            }
        }
        self.counts = counts;
        self.kept.retain_mut(|found| match grade(found.code, found.severity) {
            Some(severity) => {
                found.severity = severity;
                true
            }
            None => false,
        });
    }

    /// Sorts the kept diagnostics by their place in the text. Diagnostics without a place come first.
    pub fn sort_by_place(&mut self) {
        self.kept.sort_by_key(|diagnostic| diagnostic.span);
    }
}

impl Count {
    /// Creates a diagnostic without a place that summarizes these diagnostics.
    ///
    /// ```
    /// # use kifu_text::{CodeInfo, Severity};
    /// # const STRAY_TEXT: CodeInfo = CodeInfo::new("sgf/stray-text", Severity::Warning, "text outside of any game", "…");
    /// use kifu_text::{Diagnostic, Diagnostics};
    /// let mut diagnostics = Diagnostics::default();
    /// (0..3).for_each(|_| diagnostics.push(Diagnostic::new(&STRAY_TEXT, "text outside of any game")));
    /// let count = diagnostics.counts().next().unwrap();
    /// let summary = count.diagnostic(format!("{} more of these", count.times));
    /// assert_eq!((summary.code, summary.message.as_str()), (STRAY_TEXT.code, "3 more of these"));
    /// ```
    #[must_use]
    pub fn diagnostic(&self, message: impl Into<String>) -> Diagnostic {
        let info = CodeInfo::new(self.code.0, self.severity, "", "");
        Diagnostic::new(&info, message)
    }

    fn is_of(&self, code: Code, severity: Severity) -> bool {
        (self.code, self.severity) == (code, severity)
    }

    /// True if the diagnostic that was counted last may be kept. `kept` is the number of diagnostics that are kept already.
    fn is_within(&self, limits: &Limits, has_fix: bool, kept: usize) -> bool {
        self.times <= limits.diagnostics_per_code || has_fix && (kept as u64) < limits.diagnostics_with_fixes
    }
}

/// A diagnostic that was just reported, to be completed with advice, remarks and a fix.
///
/// It is added to the diagnostics when it is dropped at the end of the statement.
///
/// ```
/// # use kifu_text::{CodeInfo, Severity};
/// # const BAD_VALUE: CodeInfo = CodeInfo::new("sgf/bad-value", Severity::Warning, "an invalid value", "…");
/// use kifu_text::{Diagnostics, Span};
/// let mut diagnostics = Diagnostics::default();
/// diagnostics.report(&BAD_VALUE, Span::new(3, 7), || "HA[two] is not a number; ignored").help("write HA[2]");
/// assert_eq!(diagnostics.iter().next().unwrap().help.as_deref(), Some("write HA[2]"));
/// ```
#[derive(Debug)]
pub struct Report<'d> {
    diagnostics: &'d mut Diagnostics,
    /// The index of its entry in `counts`.
    count: usize,
    draft: Option<Diagnostic>,
}

impl Report<'_> {
    /// Adds advice to the user.
    pub fn help(self, text: impl Into<String>) -> Self {
        self.with(|found| found.help(text))
    }

    /// Adds a remark, with a further place if it has one.
    pub fn note(self, span: Option<Span>, text: impl Into<String>) -> Self {
        self.with(|found| found.note(span, text))
    }

    /// Adds a fix. Its title and its edits are built only if the diagnostic is kept.
    pub fn fix<T: Into<String>>(
        self,
        safety: Safety,
        title: impl FnOnce() -> T,
        edits: impl FnOnce() -> Edits,
    ) -> Self {
        self.with(|found| found.fix(safety, title(), edits()))
    }

    /// Changes the diagnostic, if it is kept.
    ///
    /// ```
    /// # use kifu_text::{CodeInfo, Severity};
    /// # const BAD_MOVE: CodeInfo = CodeInfo::new("jgf2/bad-move", Severity::Error, "not a move", "…");
    /// use kifu_text::{Diagnostics, Span};
    /// let mut diagnostics = Diagnostics::default();
    /// let nearest = Some("Q16");
    /// diagnostics.report(&BAD_MOVE, Span::new(0, 3), || "Q161 is not a point").with(|found| match nearest {
    ///     Some(point) => found.help(format!("did you mean {point}?")),
    ///     None => found,
    /// });
    /// assert_eq!(diagnostics.iter().next().unwrap().help.as_deref(), Some("did you mean Q16?"));
    /// ```
    pub fn with(mut self, change: impl FnOnce(Diagnostic) -> Diagnostic) -> Self {
        self.draft = self.draft.take().map(change);
        self
    }

    /// Returns true if the diagnostic may be kept. The higher limit applies if the code has diagnostics with fixes.
    fn is_kept(&self) -> bool {
        let count = self.diagnostics.counts[self.count];
        count.is_within(&self.diagnostics.limits, count.has_fixes, self.diagnostics.kept.len())
    }
}

impl Drop for Report<'_> {
    fn drop(&mut self) {
        let Some(diagnostic) = self.draft.take() else { return };
        let (count, has_fix) = (&mut self.diagnostics.counts[self.count], diagnostic.fix.is_some());
        count.has_fixes |= has_fix;
        if count.is_within(&self.diagnostics.limits, has_fix, self.diagnostics.kept.len()) {
            self.diagnostics.kept.push(diagnostic);
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use core::cell::Cell;

    const ONE: CodeInfo = CodeInfo::new("x/one", Severity::Warning, "one", "");
    const TWO: CodeInfo = CodeInfo::new("x/two", Severity::Warning, "two", "");

    #[test]
    fn appending_keeps_the_counts() {
        let mut a = Diagnostics::default();
        let mut b = Diagnostics::default();
        for _ in 0..700 {
            a.push(Diagnostic::new(&ONE, "one"));
        }
        for _ in 0..1_500 {
            b.push(Diagnostic::new(&ONE, "one"));
        }
        b.push(Diagnostic::new(&TWO, "two"));
        a.append(b);
        assert_eq!(
            a.counts().map(|count| (count.code, count.times)).collect::<Vec<_>>(),
            [(ONE.code, 2_200), (TWO.code, 1)]
        );
        assert_eq!(a.iter().count(), 1_001);
        assert_eq!(a.omitted(), 1_200);
        assert_eq!(a.at_least(Severity::Error), 0);
    }

    #[test]
    fn beyond_the_limit_nothing_is_built() {
        let (messages, fixes) = (Cell::new(0), Cell::new(0));
        let mut diagnostics = Diagnostics::default();
        let mut report = |has_fix: bool, info| {
            let message = || {
                messages.set(messages.get() + 1);
                String::from("one")
            };
            let edits = || {
                fixes.set(fixes.get() + 1);
                Edits::one(Span::at(0), "")
            };
            let report = diagnostics.report(info, Span::at(0), message);
            if has_fix {
                report.fix(Safety::Safe, || "fix it", edits);
            }
        };
        (0..3_000).for_each(|_| report(false, &ONE));
        assert_eq!(messages.get(), 1_000);
        (0..150_000).for_each(|_| report(true, &TWO));
        assert_eq!((messages.get(), fixes.get()), (50_000, 49_000));
        // Once the code has a fix, a diagnostic without a fix does not take the place of one with a fix.
        (0..10).for_each(|_| report(false, &TWO));
        assert_eq!(diagnostics.iter().count(), 50_000);
        assert_eq!(diagnostics.omitted(), 103_010);
    }
}
