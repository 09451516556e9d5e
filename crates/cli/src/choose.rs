//! Which findings count: `--ignore`, `--only` and `--deny`.

use crate::{names, problem::Problem};
use kifu::model::{Code, CodeInfo, Diagnostics, Severity};
use std::collections::BTreeMap;

/// Codes, or families of codes such as `rules/*`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Codes(Vec<String>);

impl Codes {
    /// Parses names. `known` has every code.
    pub(crate) fn parse<'n>(
        names: impl IntoIterator<Item = &'n str>,
        known: &BTreeMap<&'static str, CodeInfo>,
    ) -> Result<Self, Problem> {
        let names = names.into_iter().map(str::trim).filter(|name| !name.is_empty());
        names.map(|name| code(name, known)).collect::<Result<_, _>>().map(Self)
    }

    /// Returns how exactly a code is named: 2 by its name, 1 by its family, 0 not at all.
    fn names(&self, code: Code) -> u8 {
        let of = |name: &String| match name.strip_suffix("/*") {
            Some(family) => u8::from(code.family() == family),
            None if name == code.0 => 2,
            None => 0,
        };
        self.0.iter().map(of).max().unwrap_or(0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl std::fmt::Display for Codes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

/// Returns the full name of a code, or of a family with `/*`.
fn code(name: &str, known: &BTreeMap<&'static str, CodeInfo>) -> Result<String, Problem> {
    let is_family = |family| known.values().any(|info| info.code.family() == family);
    if known.contains_key(name) || name.strip_suffix("/*").is_some_and(is_family) {
        return Ok(name.to_owned());
    }
    let problem = match name.strip_suffix("/*") {
        Some(family) => format!("no code is in the family {family:?}"),
        None => format!("unknown code {name:?}"),
    };
    let help = match meant(name, known) {
        Some(meant) => format!("did you mean {meant}?"),
        None => "kifu explain lists all codes; a family is written as rules/*".to_owned(),
    };
    Err(Problem::usage(problem).help(help))
}

/// Returns the code or the family that was probably meant by a name that is none.
pub(crate) fn meant(name: &str, known: &BTreeMap<&'static str, CodeInfo>) -> Option<String> {
    let families = || known.values().map(|info| info.code.family());
    let family = name.trim_end_matches(['/', '*']);
    if families().any(|other| other == family) {
        return Some(format!("{family}/*"));
    }
    if name.ends_with(['/', '*']) {
        return names::nearest(family, families()).map(|family| format!("{family}/*"));
    }
    // The family is missing, or is another one.
    let short = name.rsplit('/').next().unwrap_or(name);
    let same: Vec<_> = known.values().filter(|info| info.code.short() == short).map(|info| info.code.0).collect();
    match &same[..] {
        [] => names::nearest(name, known.keys().copied()).map(str::to_owned),
        _ => Some(same.join(" or ")),
    }
}

/// Which findings are reported, and which of them count as errors.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) ignore: Codes,
    pub(crate) only: Codes,
    pub(crate) deny: Codes,
}

impl Choice {
    /// Returns the severity of a finding, or `None` if it is not reported. The name of a code counts more than the name of its
    /// family: `--ignore rules/* --deny rules/ko` denies `rules/ko`, and `--ignore rules/* --only rules/ko` reports it.
    pub(crate) fn severity(&self, code: Code, severity: Severity) -> Option<Severity> {
        let [ignored, wanted, denied] = [&self.ignore, &self.only, &self.deny].map(|codes| codes.names(code));
        let is_wanted = self.only.is_empty() || wanted > 0;
        if !is_wanted || ignored > 0 && ignored >= denied.max(wanted) {
            return None;
        }
        Some(if denied > 0 { Severity::Error } else { severity })
    }

    /// Returns the severity of the finding that a file is not a record, or `None` if it is not reported. `only` does not hide it, because
    /// nothing else is known of the file.
    pub(crate) fn severity_of_file(&self, code: Code) -> Option<Severity> {
        Self { only: Codes::default(), ..self.clone() }.severity(code, Severity::Error)
    }

    /// Applies the choice to the diagnostics of a file.
    pub(crate) fn apply(&self, diagnostics: &mut Diagnostics) {
        if self != &Self::default() {
            diagnostics.regrade(|code, severity| self.severity(code, severity));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known() -> BTreeMap<&'static str, CodeInfo> {
        let codes = ["rules/ko", "rules/suicide", "sgf/bad-value"];
        codes.map(|code| (code, CodeInfo::new(code, Severity::Warning, "", ""))).into()
    }

    fn codes(names: &[&str]) -> Codes {
        Codes::parse(names.iter().copied(), &known()).unwrap()
    }

    #[test]
    fn the_name_of_a_code_counts_more_than_its_family() {
        let graded = |ignore: &[&str], only: &[&str], deny: &[&str]| {
            let choice = Choice { ignore: codes(ignore), only: codes(only), deny: codes(deny) };
            known().values().map(|info| choice.severity(info.code, Severity::Warning)).collect::<Vec<_>>()
        };
        let (warning, error) = (Some(Severity::Warning), Some(Severity::Error));
        assert_eq!(graded(&[], &[], &[]), [warning; 3]);
        assert_eq!(graded(&["rules/*"], &[], &[]), [None, None, warning]);
        assert_eq!(graded(&["rules/*"], &[], &["rules/ko"]), [error, None, warning]);
        assert_eq!(graded(&["rules/ko"], &[], &["rules/*"]), [None, error, warning]);
        assert_eq!(graded(&["rules/ko"], &[], &["rules/ko"]), [None, warning, warning]);
        assert_eq!(graded(&["rules/ko"], &["rules/*"], &[]), [None, warning, None]);
        assert_eq!(graded(&["rules/*"], &["rules/ko"], &[]), [warning, None, None]);
        assert_eq!(graded(&["rules/*"], &["rules/*"], &[]), [None, None, None]);
        assert_eq!(graded(&[], &["sgf/bad-value"], &["rules/*"]), [None, None, warning]);
    }

    #[test]
    fn unknown_codes_are_errors() {
        let help = |name: &str| Codes::parse([name], &known()).unwrap_err().help.unwrap();
        assert_eq!(help("rules/koo"), "did you mean rules/ko?");
        assert_eq!(help("rule/*"), "did you mean rules/*?");
        for family in ["rules", "rules/", "rules*"] {
            assert_eq!(help(family), "did you mean rules/*?");
        }
        for name in ["bad-value", "kif/bad-value"] {
            assert_eq!(help(name), "did you mean sgf/bad-value?");
        }
        assert!(help("*/*").starts_with("kifu explain lists all codes"));
        assert!(help("x").starts_with("kifu explain lists all codes"));
    }
}
