use crate::{
    Case, Generate, LAWS, Law, Violation,
    law::{self, Verdict},
    laws::{bytes, damage, depth, fixes, local, means, options, reading, time, writing},
};
use kifu_core::{Format, Game};
use libtest_mimic::{Arguments, Failed, Trial};
use std::{env, fs, io, path::Path, process::exit, sync::Arc};

/// The format under test, and the formats that read twins.
#[derive(Clone)]
struct Formats<G: Game> {
    tried: Arc<dyn Format<G>>,
    twins: Vec<Arc<dyn Format<G>>>,
}

/// A law for one case.
type OfCase<G> = fn(&Formats<G>, &Case) -> Verdict;

/// Returns the laws for each case.
fn of_cases<G: Generate>() -> [(Law, OfCase<G>); 14] {
    [
        (law::DETECTS, |formats, case| reading::detects(&*formats.tried, case)),
        (law::TILES, |formats, case| reading::tiles(&*formats.tried, case)),
        (law::SPANS, |formats, case| reading::spans(&*formats.tried, case)),
        (law::CODES, |formats, case| reading::codes(&*formats.tried, case)),
        (law::MEANS, |formats, case| means::means(&*formats.tried, &formats.twins, case)),
        (law::SAME, |formats, case| reading::same(&*formats.tried, case)),
        (law::STREAMS, |formats, case| reading::streams(&*formats.tried, case)),
        (law::PRINTS, |formats, case| bytes::prints(&*formats.tried, case)),
        (law::STABLE, |formats, case| writing::stable(&*formats.tried, case)),
        (law::CLEAN, |formats, case| writing::clean(&*formats.tried, case)),
        (law::ADMITS, |formats, case| writing::admits(&*formats.tried, case)),
        (law::FIXES, |formats, case| fixes::fixes(&*formats.tried, case)),
        (law::SURVIVES, |formats, case| damage::survives(&*formats.tried, case)),
        (law::LOCAL, |formats, case| local::damage_stays_local(&*formats.tried, case, local::PLACES)),
    ]
}

/// Tests a law on a case. If the failure is known, the result is inverted: the test fails if the law is satisfied.
fn try_case<G: Game>(law: Law, kept: OfCase<G>, formats: &Formats<G>, case: &Case) -> Verdict {
    let kept = kept(formats, case);
    match (case.known.get(law.name), kept) {
        (None, kept) => kept,
        (Some(_), Err(_)) => Ok(()),
        (Some(reason), Ok(())) => {
            let message = format!(
                "the law is satisfied now; remove it from `known` in case.toml, where the reason is {reason:?}"
            );
            Err(Violation::new(law, &case.name, message))
        }
    }
}

/// A test suite for a format.
///
/// ```
/// use kifu_conformance::{Case, Suite};
/// let suite = Suite::new(kifu_sgf::Sgf::default()).case(Case::new("two-moves", "sgf", b"(;SZ[9];B[cc];W[gg])"));
/// assert_eq!(suite.label(), "sgf");
/// ```
pub struct Suite<G: Generate> {
    formats: Formats<G>,
    label: String,
    cases: Vec<Arc<Case>>,
}

impl<G: Generate> Suite<G> {
    /// Creates a suite for a format, without cases. It tests generated records.
    #[must_use]
    pub fn new(format: impl Format<G> + 'static) -> Self {
        let label = format.info().id.into();
        Self { formats: Formats { tried: Arc::new(format), twins: Vec::new() }, label, cases: Vec::new() }
    }

    /// Returns the suite with another name than the identifier of the format, for tests with several suites of one format.
    #[must_use]
    pub fn with_label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Returns the name of the suite.
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// Adds a format that reads twins, the files that cases name by `same-as`. That format should
    /// have its own suite.
    ///
    /// ```
    /// use kifu_conformance::{Case, Suite, Twin};
    /// use kifu_sgf::Sgf;
    /// let case = Case::new("one", "sgf", b"(;B[cc])").with_twin(Twin::new("twin.sgf", b"(;GM[1]FF[4];B[cc])"));
    /// let suite = Suite::new(Sgf::default()).twins(Sgf::default()).case(case); // the first would be your own format
    /// assert_eq!(suite.cases().count(), 1);
    /// ```
    #[must_use]
    pub fn twins(mut self, format: impl Format<G> + 'static) -> Self {
        self.formats.twins.push(Arc::new(format));
        self
    }

    /// Adds a case.
    #[must_use]
    pub fn case(mut self, case: Case) -> Self {
        self.cases.push(Arc::new(case));
        self
    }

    /// Adds every case in a folder. Each case is a folder with a file `input.…` and a `case.toml`.
    ///
    /// # Panics
    /// If the folder cannot be read, or if a case in it is invalid.
    #[must_use]
    pub fn fixtures(mut self, folder: impl AsRef<Path>) -> Self {
        let folder = folder.as_ref();
        let cases = cases(folder).unwrap_or_else(|error| panic!("the fixtures in {}: {error}", folder.display()));
        self.cases.extend(cases.into_iter().map(Arc::new));
        self
    }

    /// Returns the cases.
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter().map(|case| &**case)
    }

    /// Runs all trials, one per case and law, and ends the program. For a test with `harness = false`.
    pub fn main(self) -> ! {
        self.run_isolated();
        let arguments = Arguments::from_args();
        libtest_mimic::run(&arguments, self.trials()).exit()
    }

    /// If this process was started to test the law `depth` of this suite, tests it and ends the process. [`Suite::main`] calls it;
    /// a test with its own `main` must call it first.
    pub fn run_isolated(&self) {
        if depth::is_alone(&self.label) {
            let cases: Vec<Case> = self.cases().cloned().collect();
            exit(if depth::alone(&*self.formats.tried, &cases) { 0 } else { 1 });
        }
    }

    /// Returns the trials, for a test with its own `main`.
    ///
    /// ```
    /// use kifu_conformance::{Case, Suite};
    /// let suite = Suite::new(kifu_sgf::Sgf::default()).case(Case::new("empty", "sgf", b"(;)"));
    /// assert!(suite.trials().iter().any(|trial| trial.name() == "empty/tiles"));
    /// ```
    #[must_use]
    pub fn trials(&self) -> Vec<Trial> {
        let mut trials = Vec::new();
        for case in &self.cases {
            for (law, kept) in of_cases() {
                let (formats, case) = (self.formats.clone(), case.clone());
                let name = format!("{}/{}", case.name, law.name);
                let kind = if case.known.contains_key(law.name) { "known" } else { "" };
                let trial = name.clone();
                let run = move || try_case(law, kept, &formats, &case).map_err(|broken| failed(&broken, &trial));
                trials.push(Trial::test(name, run).with_kind(kind));
            }
        }
        for (law, kept) in self.of_format() {
            trials.push(Trial::test(law.name, move || kept().map_err(|broken| failed(&broken, law.name))));
        }
        trials
    }

    /// Tests every law now, and returns the violations: at most one per law.
    ///
    /// ```no_run
    /// use kifu_conformance::{Case, Suite};
    /// let suite = Suite::new(kifu_sgf::Sgf::default()).case(Case::new("empty", "sgf", b"(;)"));
    /// suite.run_isolated(); // for the law `depth`
    /// assert!(suite.broken().is_empty());
    /// ```
    #[must_use]
    pub fn broken(&self) -> Vec<Violation> {
        LAWS.iter().filter_map(|law| self.violation(law.name)).collect()
    }

    /// Tests the law with this name now, and returns the first violation.
    ///
    /// # Panics
    /// If no law has this name.
    #[must_use]
    pub fn violation(&self, law: &str) -> Option<Violation> {
        assert!(LAWS.iter().any(|known| known.name == law), "there is no law {law:?}");
        let of_cases = of_cases().into_iter().filter(|(known, _)| known.name == law);
        let mut of_cases = of_cases
            .filter_map(|(law, kept)| self.cases().find_map(|case| try_case(law, kept, &self.formats, case).err()));
        let of_format = self.of_format().into_iter().filter(|(known, _)| known.name == law);
        of_cases.next().or_else(|| of_format.filter_map(|(_, kept)| kept().err()).next())
    }

    /// Returns the laws for the format as a whole.
    fn of_format(&self) -> Vec<(Law, Box<dyn FnOnce() -> Verdict + Send>)> {
        let cases: Vec<Case> = self.cases().cloned().collect();
        let format = &self.formats.tried;
        let [a, b, c, d, e] = [(), (), (), (), ()].map(|()| format.clone());
        let label = self.label.clone();
        vec![
            (law::STABLE, Box::new(move || writing::stable_generated(&*e))),
            (law::KEEPS, Box::new(move || writing::keeps(&*a))),
            (law::LINES, Box::new(move || writing::lines(&*d))),
            (law::OPTIONS, Box::new(move || options::options(&*b))),
            (law::DEPTH, Box::new(move || depth::depth(&label))),
            (law::LINEAR, Box::new(move || time::linear(&*c, &cases))),
        ]
    }
}

/// Returns the message of a trial: the violation, and the command that runs this trial alone.
fn failed(broken: &Violation, trial: &str) -> Failed {
    let record = broken.number.map_or_else(String::new, |number| format!("{}={number} ", writing::ONE_RECORD));
    let package = env::var("CARGO_PKG_NAME").map_or_else(|_| String::new(), |name| format!("-p {name} "));
    let program = env::current_exe().ok();
    let test = program.as_deref().and_then(|path| target_name(path.file_stem()?.to_str()?));
    let test = test.map_or_else(String::new, |name| format!("--test {name} "));
    Failed::from(format!("{broken}\nto run this trial alone: {record}cargo test {package}{test}-- --exact {trial}"))
}

/// Returns the name of a test target: the name of the program without the hash that cargo appends.
fn target_name(stem: &str) -> Option<&str> {
    let (name, hash) = stem.rsplit_once('-')?;
    (hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(name)
}

fn cases(folder: &Path) -> io::Result<Vec<Case>> {
    let mut folders: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders.iter().map(|folder| Case::in_folder(folder)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu_goban::Go;
    use kifu_sgf::Sgf;

    #[test]
    fn a_known_failure_does_not_fail_until_it_is_fixed() {
        let formats = Formats::<Go> { tried: Arc::new(Sgf::default()), twins: Vec::new() };
        let mut case = Case::new("one", "sgf", b"(;SZ[9])");
        case.known.insert("tiles".into(), "a reason".into());
        let try_with = |kept: OfCase<Go>| try_case(law::TILES, kept, &formats, &case);
        assert_eq!(try_with(|_, _| Err(Violation::new(law::TILES, "one", "a gap"))), Ok(()));
        let error = try_with(|_, _| Ok(())).unwrap_err();
        assert!(error.message.starts_with("the law is satisfied now; remove it from `known`"), "{error}");
        assert!(try_case(law::SPANS, |_, _| Err(Violation::new(law::SPANS, "one", "a gap")), &formats, &case).is_err());
    }

    #[test]
    fn the_name_of_a_test_is_that_of_its_program_without_the_hash() {
        assert_eq!(target_name("conformance-0123456789abcdef"), Some("conformance"));
        assert_eq!(target_name("the-laws-0123456789abcdef"), Some("the-laws"));
        assert_eq!(target_name("conformance"), None);
        assert_eq!(target_name("the-laws"), None);
    }

    #[test]
    fn a_message_ends_with_a_line_to_paste() {
        let broken = Violation::new(law::KEEPS, "record 17", "it lost a comment").with_number(17);
        let message = failed(&broken, "keeps").message().unwrap_or_default().to_owned();
        let line = message.lines().last().unwrap_or_default();
        assert!(line.starts_with("to run this trial alone: KIFU_RECORD=17 cargo test -p kifu-conformance "), "{line}");
        assert!(line.ends_with("-- --exact keeps"), "{line}");
    }
}
