use crate::LAWS;
use kifu_core::{Charset, Part, Severity};
use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

/// A fixture: a file, and its description in `case.toml` in the same folder.
///
/// ```
/// use kifu_conformance::Case;
/// let case = Case::new("two-moves", "sgf", b"(;SZ[9];B[cc];W[gg])");
/// assert_eq!(case.file_name(), "two-moves.sgf");
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Case {
    /// The name of the folder of the case.
    pub name: String,
    /// The extension of the file.
    pub extension: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// The charset in `case.toml`, if any.
    pub charset: Option<Charset>,
    /// The folder of the case. A case without a folder has no files to bless.
    pub folder: Option<PathBuf>,
    /// The text of `record.snap`: the [`dump`](crate::dump()) of the file, checked by a person.
    pub snapshot: Option<String>,
    /// The most severe diagnostic of the file.
    pub expect: Option<Expect>,
    /// The same game in another format.
    pub twin: Option<Twin>,
    /// The laws that are known to fail on this case, each with the reason.
    pub known: BTreeMap<String, String>,
}

/// The most severe diagnostic of a file, as in `case.toml`: `expect = "warnings"`.
///
/// ```
/// use kifu_conformance::Expect;
/// use kifu_core::Severity;
/// assert_eq!(Expect::of(Some(Severity::Note)), Expect::Clean);
/// assert_eq!(Expect::Warnings.name(), "warnings");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Expect {
    /// No diagnostics, or only notes.
    Clean,
    /// Warnings and no errors.
    Warnings,
    /// Errors.
    Errors,
}

impl Expect {
    /// Returns the expectation for the most severe diagnostic.
    #[must_use]
    pub fn of(severity: Option<Severity>) -> Self {
        match severity {
            None | Some(Severity::Note) => Self::Clean,
            Some(Severity::Warning) => Self::Warnings,
            Some(Severity::Error) => Self::Errors,
        }
    }

    /// Returns the word in `case.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Clean => "clean",
            Self::Warnings => "warnings",
            Self::Errors => "errors",
        }
    }
}

/// The same game in another format: `same-as = "twin.sgf"` in `case.toml`.
///
/// ```
/// use kifu_conformance::Twin;
/// let twin = Twin::new("twin.sgf", b"(;SZ[9];B[cc])");
/// assert!(twin.leave_out.is_empty());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Twin {
    /// The name of the file.
    pub name: String,
    /// The file.
    pub bytes: Vec<u8>,
    /// The parts that may differ, each with the reason.
    pub leave_out: BTreeMap<Part, String>,
}

impl Twin {
    /// Creates a twin that is the same in every part.
    #[must_use]
    pub fn new(name: &str, bytes: &[u8]) -> Self {
        Self { name: name.into(), bytes: bytes.into(), leave_out: BTreeMap::new() }
    }

    /// Adds a part that may differ in the twin, and the reason.
    #[must_use]
    pub fn leave_out(mut self, part: Part, reason: &str) -> Self {
        self.leave_out.insert(part, reason.into());
        self
    }
}

/// The keys of `case.toml`.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[allow(
    dead_code,
    reason = "some keys are for people and for other tests, and are listed so that a misspelt key is found"
)]
struct CaseToml {
    about: Option<String>,
    source: Option<String>,
    licence: Option<String>,
    encoding: Option<String>,
    expect: Option<Expect>,
    same_as: Option<String>,
    #[serde(default)]
    leave_out: BTreeMap<String, String>,
    #[serde(default)]
    known: BTreeMap<String, String>,
    r#as: Option<Vec<String>>,
}

impl Case {
    /// Creates a case without a folder.
    #[must_use]
    pub fn new(name: &str, extension: &str, bytes: &[u8]) -> Self {
        Self {
            name: name.into(),
            extension: extension.into(),
            bytes: bytes.into(),
            charset: None,
            folder: None,
            snapshot: None,
            expect: None,
            twin: None,
            known: BTreeMap::new(),
        }
    }

    /// Reads the case in a folder: `input.…`, and if they exist `case.toml`, `record.snap` and a twin.
    ///
    /// ```
    /// use kifu_conformance::Case;
    /// let case = Case::in_folder("../../fixtures/sgf/famous-ear-reddening-1846".as_ref())?;
    /// assert_eq!((case.name.as_str(), case.extension.as_str()), ("famous-ear-reddening-1846", "sgf"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// An error if a file is missing or cannot be read, or if `case.toml` has an unknown key. The message lists the known keys.
    pub fn in_folder(folder: &Path) -> io::Result<Self> {
        let mut inputs: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
        inputs.retain(|entry| entry.path().file_stem().is_some_and(|stem| stem == "input"));
        let [input] = &inputs[..] else {
            return Err(io::Error::other(format!(
                "{} has {} files with the name input and an extension, not one",
                folder.display(),
                inputs.len()
            )));
        };
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let extension = input.path().extension().unwrap_or_default().to_string_lossy().into_owned();
        let mut case = Self::new(&name, &extension, &fs::read(input.path())?);
        case.folder = Some(folder.to_owned());
        // The law `means` reports a file that is not a snapshot, and rewrites it on demand.
        case.snapshot = crate::snapshot::read(&folder.join("record.snap")).unwrap_or_default();
        let path = folder.join("case.toml");
        if path.exists() {
            case.describe(folder, &fs::read_to_string(&path)?)
                .map_err(|message| io::Error::other(format!("{}: {message}", path.display())))?;
        }
        Ok(case)
    }

    /// Applies the text of `case.toml`.
    fn describe(&mut self, folder: &Path, text: &str) -> Result<(), String> {
        let toml: CaseToml = toml::from_str(text).map_err(|error| error.to_string())?;
        self.charset = toml.encoding.as_deref().map(Charset::new);
        self.expect = toml.expect;
        for (law, reason) in &toml.known {
            if !LAWS.iter().any(|known| known.name == law) {
                let laws: Vec<_> = LAWS.iter().map(|law| law.name).collect();
                return Err(format!("no law is called `{law}`; the laws are {}", laws.join(", ")));
            }
            if reason.trim().is_empty() {
                return Err(format!("`known` gives no reason why `{law}` fails"));
            }
        }
        self.known = toml.known;
        let Some(name) = toml.same_as else {
            return if toml.leave_out.is_empty() { Ok(()) } else { Err("`leave-out` needs `same-as`".into()) };
        };
        let bytes = fs::read(folder.join(&name)).map_err(|error| format!("same-as = {name:?}: {error}"))?;
        let mut twin = Twin::new(&name, &bytes);
        for (part, reason) in toml.leave_out {
            if reason.trim().is_empty() {
                return Err(format!("`leave-out` gives no reason for `{part}`"));
            }
            let Some(found) = Part::from_name(&part) else {
                let parts: Vec<_> = Part::ALL.iter().copied().map(Part::name).collect();
                return Err(format!("no part of a record is called `{part}`; the parts are {}", parts.join(", ")));
            };
            twin.leave_out.insert(found, reason);
        }
        self.twin = Some(twin);
        Ok(())
    }

    /// Returns the case with the dump that the file must have, as in `record.snap`.
    #[must_use]
    pub fn with_snapshot(self, dump: &str, expect: Expect) -> Self {
        Self { snapshot: Some(dump.into()), expect: Some(expect), ..self }
    }

    /// Returns the case with the same game in another format.
    #[must_use]
    pub fn with_twin(self, twin: Twin) -> Self {
        Self { twin: Some(twin), ..self }
    }

    /// Returns the name of the file.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.{}", self.name, self.extension)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> String {
        Case::new("a", "sgf", b"").describe(Path::new("nowhere"), text).unwrap_err()
    }

    #[test]
    fn a_misspelt_key_is_refused_with_the_list_of_keys() {
        let message = refused("abuot = \"a file\"");
        for key in ["abuot", "about", "source", "licence", "encoding", "expect", "same-as", "leave-out", "known", "as"]
        {
            assert!(message.contains(&format!("`{key}`")), "{message}");
        }
    }

    #[test]
    fn a_misspelt_law_part_or_word_is_refused_with_the_list() {
        let message = refused("known = { cleen = \"why\" }");
        assert!(message.starts_with("no law is called `cleen`; the laws are detects, tiles"), "{message}");
        assert!(refused("expect = \"fine\"").contains("`clean`, `warnings`, `errors`"));
        assert_eq!(refused("known = { clean = \" \" }"), "`known` gives no reason why `clean` fails");
        assert_eq!(refused("leave-out = { foreign = \"why\" }"), "`leave-out` needs `same-as`");
        assert!(refused("same-as = \"twin.sgf\"").starts_with("same-as = \"twin.sgf\": "));
    }
}
