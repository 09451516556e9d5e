//! One diagnostic: what was found, where, what was done about it, and what can be done.

use crate::{Code, CodeInfo, Edits, Severity, Span};
use alloc::{string::String, vec::Vec};
use core::fmt;

/// The certainty of a fix.
///
/// This enum is exhaustive: a fix is certain or it is not.
///
/// ```
/// use kifu_text::{Edits, Fix, Safety, Span};
/// let fix = Fix::new(Safety::Guess, "escape the bracket", Edits::one(Span::at(5), "\\"));
/// assert_ne!(fix.safety, Safety::Safe); // applied only if the user asks for it
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Safety {
    /// The meaning is certain: `kifu fix` applies it.
    Safe,
    /// The meaning is likely: `kifu fix` applies the fix only with `--guess`.
    Guess,
}

/// A change of the text that removes the cause of a diagnostic.
///
/// ```
/// use kifu_text::{Edits, Fix, Safety, Span};
/// let fix = Fix::new(Safety::Safe, "close the value", Edits::one(Span::at(7), "]"));
/// assert_eq!(fix.edits.apply("(;C[abc)"), "(;C[abc])");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Fix {
    /// The effect of the fix, in the imperative: "escape the bracket".
    pub title: String,
    /// The certainty of the fix.
    pub safety: Safety,
    /// The change.
    pub edits: Edits,
}

impl Fix {
    /// Creates a fix.
    #[must_use]
    pub fn new(safety: Safety, title: impl Into<String>, edits: Edits) -> Self {
        Self { title: title.into(), safety, edits }
    }
}

/// The place of a node: the index of its record in the file, and its index in the record, both from 0.
///
/// A literal may construct it, because these two indices are all of the place.
///
/// ```
/// use kifu_text::NodeIndex;
/// let root_of_second_game = NodeIndex { record: 1, node: 0 };
/// assert!(root_of_second_game > NodeIndex { record: 0, node: 200 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NodeIndex {
    /// The index of the record in the file.
    pub record: usize,
    /// The index of the node in the record.
    pub node: usize,
}

/// A remark on a diagnostic, which may have a place of its own.
///
/// ```
/// # use kifu_text::{CodeInfo, Severity};
/// # const TWICE: CodeInfo = CodeInfo::new("sgf/duplicate-property", Severity::Warning, "a property twice", "…");
/// use kifu_text::{Diagnostic, DiagnosticNote, Span};
/// let found = Diagnostic::new(&TWICE, "KM occurs twice").note(Some(Span::new(2, 7)), "the first is here");
/// let DiagnosticNote { span, text, .. } = &found.notes[0];
/// assert_eq!((*span, text.as_str()), (Some(Span::new(2, 7)), "the first is here"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DiagnosticNote {
    /// The place in the text, if the remark has one.
    pub span: Option<Span>,
    /// The remark.
    pub text: String,
}

/// One diagnostic: what was found, where, what was done about it, and what can be done.
///
/// [`Diagnostics::report`](crate::Diagnostics::report) makes one and adds it to the others of the input.
///
/// ```
/// use kifu_text::{CodeInfo, Diagnostic, Edits, Safety, Severity, Span};
/// const UNCLOSED_VALUE: CodeInfo = CodeInfo::new("sgf/unclosed-value", Severity::Warning, "a value is not closed", "…");
/// let found = Diagnostic::new(&UNCLOSED_VALUE, "the value has no `]`; read up to the end of the file")
///     .at(Span::new(3, 9))
///     .note(Some(Span::new(3, 4)), "it starts here")
///     .help("close it with ]")
///     .fix(Safety::Safe, "close the value", Edits::one(Span::at(9), "]"));
/// assert_eq!((found.code.family(), found.severity), ("sgf", Severity::Warning));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Diagnostic {
    /// The kind of diagnostic.
    pub code: Code,
    /// The severity: the effect on the record.
    pub severity: Severity,
    /// The message: what was found, and then what kifu did about it.
    pub message: String,
    /// The place in the text.
    pub span: Option<Span>,
    /// The node, for a diagnostic at a node of a record.
    pub node: Option<NodeIndex>,
    /// Remarks, some with a further place.
    pub notes: Vec<DiagnosticNote>,
    /// Advice to the user.
    pub help: Option<String>,
    /// A change of the text that removes the cause of the diagnostic.
    pub fix: Option<Fix>,
}

impl Diagnostic {
    /// Creates a diagnostic without a place, with the code and the severity of `info`.
    #[must_use]
    pub fn new(info: &CodeInfo, message: impl Into<String>) -> Self {
        let CodeInfo { code, severity, .. } = *info;
        let message = message.into();
        Self { code, severity, message, span: None, node: None, notes: Vec::new(), help: None, fix: None }
    }

    /// Returns the diagnostic with a place in the text.
    #[must_use]
    pub fn at(self, span: Span) -> Self {
        Self { span: Some(span), ..self }
    }

    /// Returns the diagnostic with a place in the records.
    #[must_use]
    pub fn at_node(self, node: NodeIndex) -> Self {
        Self { node: Some(node), ..self }
    }

    /// Returns the diagnostic with a further remark.
    #[must_use]
    pub fn note(mut self, span: Option<Span>, text: impl Into<String>) -> Self {
        self.notes.push(DiagnosticNote { span, text: text.into() });
        self
    }

    /// Returns the diagnostic with advice to the user.
    #[must_use]
    pub fn help(self, text: impl Into<String>) -> Self {
        Self { help: Some(text.into()), ..self }
    }

    /// Returns the diagnostic with a fix.
    #[must_use]
    pub fn fix(self, safety: Safety, title: impl Into<String>, edits: Edits) -> Self {
        Self { fix: Some(Fix::new(safety, title, edits)), ..self }
    }
}

impl fmt::Display for Diagnostic {
    /// Writes one line: `warning[sgf/unclosed-value]: the value has no end`. The place and the help are left out.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}[{}]: {}", self.severity, self.code, self.message)
    }
}
