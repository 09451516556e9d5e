use crate::{
    Case, Generate, Law, Violation,
    law::{self, Kept},
    laws::{bytes, damage, depth, fixes, local, options, reading, time, writing},
};
use kifu_core::{Format, Game};
use libtest_mimic::{Arguments, Failed, Trial};
use std::{fs, io, path::Path, process::exit, sync::Arc};

/// A law that is tried on a case.
type OfCase<G> = fn(&dyn Format<G>, &Case) -> Kept;

/// The laws that are tried on each case.
fn of_cases<G: Game>() -> [(Law, OfCase<G>); 13] {
    [
        (law::DETECTS, reading::detects),
        (law::TILES, reading::tiles),
        (law::SPANS, reading::spans),
        (law::CODES, reading::codes),
        (law::SAME, reading::same),
        (law::STREAMS, reading::streams),
        (law::PRINTS, bytes::prints),
        (law::STABLE, writing::stable),
        (law::CLEAN, writing::clean),
        (law::ADMITS, writing::admits),
        (law::FIXES, fixes::fixes),
        (law::SURVIVES, damage::survives),
        (law::LOCAL, |format, case| local::damage_stays_local(format, case, local::PLACES)),
    ]
}

/// The laws, to be tried on a format.
///
/// ```
/// use kifu_conformance::{Case, Suite};
/// let suite = Suite::new(kifu_sgf::Sgf::default()).case(Case::new("two-moves", "sgf", b"(;SZ[9];B[cc];W[gg])"));
/// assert_eq!(suite.label(), "sgf");
/// ```
pub struct Suite<G: Generate> {
    format: Arc<dyn Format<G>>,
    label: String,
    cases: Vec<Arc<Case>>,
}

impl<G: Generate> Suite<G> {
    /// The laws for a format, on records that are made up.
    ///
    /// ```
    /// use kifu_conformance::Suite;
    /// assert_eq!(Suite::new(kifu_sgf::Sgf::default()).cases().count(), 0);
    /// ```
    #[must_use]
    pub fn new(format: impl Format<G> + 'static) -> Self {
        let label = format.info().id.into();
        Self { format: Arc::new(format), label, cases: Vec::new() }
    }

    /// Another name than the format's identifier, where a test has several suites of one format.
    ///
    /// ```
    /// use kifu_conformance::Suite;
    /// assert_eq!(Suite::new(kifu_sgf::Sgf::default()).with_label("sgf-gbk").label(), "sgf-gbk");
    /// ```
    #[must_use]
    pub fn with_label(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Its name.
    ///
    /// ```
    /// use kifu_conformance::Suite;
    /// assert_eq!(Suite::new(kifu_sgf::Sgf::default()).label(), "sgf");
    /// ```
    #[must_use]
    pub fn label(&self) -> &str {
        &self.label
    }

    /// With one more case.
    ///
    /// ```
    /// use kifu_conformance::{Case, Suite};
    /// let suite = Suite::new(kifu_sgf::Sgf::default()).case(Case::new("empty", "sgf", b"(;)"));
    /// assert_eq!(suite.cases().count(), 1);
    /// ```
    #[must_use]
    pub fn case(mut self, case: Case) -> Self {
        self.cases.push(Arc::new(case));
        self
    }

    /// With every case in a folder: folders with a file `input.…` each, and a `case.toml`.
    ///
    /// ```
    /// use kifu_conformance::Suite;
    /// let suite = Suite::new(kifu_sgf::Sgf::default()).fixtures("../../fixtures/sgf");
    /// assert!(suite.cases().any(|case| case.name == "famous-ear-reddening-1846"));
    /// ```
    ///
    /// # Panics
    /// Where the folder cannot be read, or a case in it is not as it should be.
    #[must_use]
    pub fn fixtures(mut self, folder: impl AsRef<Path>) -> Self {
        let folder = folder.as_ref();
        let cases = cases(folder).unwrap_or_else(|error| panic!("the fixtures in {}: {error}", folder.display()));
        self.cases.extend(cases.into_iter().map(Arc::new));
        self
    }

    /// The cases.
    ///
    /// ```
    /// use kifu_conformance::Suite;
    /// let suite = Suite::new(kifu_sgf::Sgf::default()).fixtures("../../fixtures/sgf");
    /// assert!(suite.cases().all(|case| case.extension == "sgf"));
    /// ```
    pub fn cases(&self) -> impl Iterator<Item = &Case> {
        self.cases.iter().map(|case| &**case)
    }

    /// Tries every law, one trial a case and law, and ends the program: for a test with `harness = false`.
    ///
    /// ```no_run
    /// kifu_conformance::Suite::new(kifu_sgf::Sgf::default()).fixtures("../../fixtures/sgf").main()
    /// ```
    pub fn main(self) -> ! {
        self.run_isolated();
        let arguments = Arguments::from_args();
        libtest_mimic::run(&arguments, self.trials()).exit()
    }

    /// Where this process was started to try the nesting of this suite alone, does so and ends. [`Suite::main`] calls it; a
    /// test with a `main` of its own calls it first.
    ///
    /// ```
    /// use kifu_conformance::Suite;
    /// Suite::new(kifu_sgf::Sgf::default()).run_isolated(); // this process was not
    /// ```
    pub fn run_isolated(&self) {
        if depth::is_alone(&self.label) {
            let cases: Vec<Case> = self.cases().cloned().collect();
            exit(if depth::alone(&*self.format, &cases) { 0 } else { 1 });
        }
    }

    /// The trials, for a test with a `main` of its own.
    ///
    /// ```
    /// use kifu_conformance::{Case, Suite};
    /// let suite = Suite::new(kifu_sgf::Sgf::default()).case(Case::new("empty", "sgf", b"(;)"));
    /// assert!(suite.trials().iter().any(|trial| trial.name() == "empty/tiles"));
    /// ```
    #[must_use]
    pub fn trials(&self) -> Vec<Trial> {
        let failed = |broken: Violation| Failed::from(broken.to_string());
        let mut trials = Vec::new();
        for case in &self.cases {
            for (law, kept) in of_cases() {
                let (format, case) = (self.format.clone(), case.clone());
                let name = format!("{}/{}", case.name, law.name);
                trials.push(Trial::test(name, move || kept(&*format, &case).map_err(failed)));
            }
        }
        for (law, kept) in self.of_format() {
            trials.push(Trial::test(law.name, move || kept().map_err(failed)));
        }
        trials
    }

    /// Tries every law here and now, and tells which are broken: at most one case a law.
    ///
    /// ```no_run
    /// use kifu_conformance::{Case, Suite};
    /// let suite = Suite::new(kifu_sgf::Sgf::default()).case(Case::new("empty", "sgf", b"(;)"));
    /// suite.run_isolated(); // for the nesting
    /// assert!(suite.broken().is_empty());
    /// ```
    #[must_use]
    pub fn broken(&self) -> Vec<Violation> {
        let mut broken = Vec::new();
        for (_, kept) in of_cases() {
            broken.extend(self.cases().find_map(|case| kept(&*self.format, case).err()));
        }
        broken.extend(self.of_format().into_iter().filter_map(|(_, kept)| kept().err()));
        broken
    }

    /// The laws that are tried on the format as a whole.
    fn of_format(&self) -> Vec<(Law, Box<dyn FnOnce() -> Kept + Send>)> {
        let cases: Vec<Case> = self.cases().cloned().collect();
        let (a, b, c) = (self.format.clone(), self.format.clone(), self.format.clone());
        let label = self.label.clone();
        vec![
            (law::KEEPS, Box::new(move || writing::keeps(&*a))),
            (law::OPTIONS, Box::new(move || options::options(&*b))),
            (law::DEPTH, Box::new(move || depth::depth(&label))),
            (law::LINEAR, Box::new(move || time::linear(&*c, &cases))),
        ]
    }
}

fn cases(folder: &Path) -> io::Result<Vec<Case>> {
    let mut folders: Vec<_> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
    folders.retain(|path| path.is_dir());
    folders.sort();
    folders.iter().map(|folder| Case::in_folder(folder)).collect()
}
