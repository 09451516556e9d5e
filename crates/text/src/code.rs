//! The kinds of diagnostic: their names, severities and pages.

use core::fmt;

/// The stable name of a kind of diagnostic, in two halves: `sgf/unclosed-value`, `loss/variation`.
///
/// The field is public, because the type is one name and nothing else.
///
/// ```
/// use kifu_text::Code;
/// let code = Code("sgf/unclosed-value");
/// assert_eq!((code.family(), code.short()), ("sgf", "unclosed-value"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(transparent))]
pub struct Code(pub &'static str);

impl Code {
    /// Returns the part before the slash: the format or the part of kifu that reports it.
    #[must_use]
    pub fn family(self) -> &'static str {
        self.0.split_once('/').map_or(self.0, |(family, _)| family)
    }

    /// Returns the short name: the part after the slash.
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

/// The severity of a diagnostic: its effect on the record.
///
/// This enum is exhaustive, so that every program maps each severity to its own levels.
///
/// ```
/// use kifu_text::Severity;
/// assert!(Severity::Note < Severity::Warning && Severity::Warning < Severity::Error);
/// assert_eq!(Severity::Warning.to_string(), "warning");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Severity {
    /// The diagnostic is not a problem, but it is worth knowing.
    Note,
    /// All of the input reached the record, by a guess or against the standard.
    Warning,
    /// Some of the input did not reach the record.
    Error,
}

impl Severity {
    pub(crate) const ALL: [Self; 3] = [Self::Note, Self::Warning, Self::Error];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A kind of diagnostic: its name, its severity, and the page that `kifu explain` shows.
///
/// A crate declares one constant for each kind, and reports with it ([`Diagnostics::report`](crate::Diagnostics::report)). The texts
/// are usually in a Markdown file ([`CodePages`](crate::CodePages)).
///
/// ```
/// use kifu_text::{CODES, Severity};
/// let invalid = CODES.iter().find(|info| info.code.0 == "text/undecodable").unwrap();
/// assert_eq!(invalid.severity, Severity::Error);
/// assert_eq!(invalid.title, "some bytes are invalid in the file's charset");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CodeInfo {
    /// The name.
    pub code: Code,
    /// The severity, unless a diagnostic has another one ([`with_severity`](Self::with_severity)).
    pub severity: Severity,
    /// The title: what was found, in a few words.
    pub title: &'static str,
    /// The explanation, an example and what to do; Markdown.
    pub page: &'static str,
    /// The reaction of programs to a diagnostic of this kind.
    pub kind: CodeKind,
}

/// The reaction of programs to a diagnostic, in addition to showing it.
///
/// ```
/// use kifu_text::{CodeInfo, CodeKind, Severity};
/// const NOT_GO: CodeInfo = CodeInfo::new("sgf/not-go", Severity::Note, "a game other than go", "…").with_kind(CodeKind::OtherGame);
/// assert_ne!(NOT_GO.kind, CodeKind::default());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CodeKind {
    /// A program only shows the diagnostic.
    #[default]
    Ordinary,
    /// The file has a game that the format does not read. A program that looks for a game to convert reports this.
    OtherGame,
    /// A strict reader does not accept this. With `--strict` a note of this kind is a warning
    /// ([`Diagnostics::raise_strict`](crate::Diagnostics::raise_strict)).
    Strict,
}

impl CodeInfo {
    /// Creates a kind of diagnostic.
    #[must_use]
    pub const fn new(code: &'static str, severity: Severity, title: &'static str, page: &'static str) -> Self {
        Self { code: Code(code), severity, title, page, kind: CodeKind::Ordinary }
    }

    /// Returns the kind with another severity, for a diagnostic that is more or less severe than usual.
    #[must_use]
    pub const fn with_severity(self, severity: Severity) -> Self {
        Self { severity, ..self }
    }

    /// Returns the kind of diagnostic with another meaning for programs.
    #[must_use]
    pub const fn with_kind(self, kind: CodeKind) -> Self {
        Self { kind, ..self }
    }
}
