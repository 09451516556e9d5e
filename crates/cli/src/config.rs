//! The settings in `kifu.toml`: found in the folder of a file, or in a folder above it.

mod read;
mod show;

pub(crate) use show::run;

use crate::{
    args,
    choose::{Choice, Codes},
    explain,
    problem::Problem,
    report::Effect,
};
use kifu::{
    Library,
    model::{Code, CodeInfo, Diagnostics, Severity},
};
use std::{
    collections::{BTreeMap, HashMap},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

/// The name of the file.
pub(crate) const NAME: &str = "kifu.toml";

/// A setting, and where it is: the line in the file, from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Setting<T> {
    value: T,
    line: usize,
}

/// The content of a file with settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Config {
    path: PathBuf,
    /// The path for messages: relative to the current folder, if the file is below it.
    pub(crate) name: String,
    jobs: Option<Setting<NonZeroUsize>>,
    strict: Option<Setting<bool>>,
    allow_loss: Option<Setting<String>>,
    codes: FolderCodes,
    /// The codes of folders below the one of the file, by their path in it. A folder may have two tables: `old` and `./old`.
    folders: BTreeMap<PathBuf, Vec<Setting<FolderCodes>>>,
    /// The options of formats: the id of the format, the option, the value.
    formats: Vec<Setting<(String, String, String)>>,
}

/// The codes of a folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FolderCodes {
    ignore: Option<Setting<Codes>>,
    only: Option<Setting<Codes>>,
    deny: Option<Setting<Codes>>,
}

impl Config {
    /// Returns the value of `allow-loss`, unless its list is empty.
    pub(crate) fn allow_loss(&self) -> Option<&str> {
        self.allow_loss.as_ref().map(|setting| setting.value.as_str()).filter(|parts| !parts.is_empty())
    }

    pub(crate) fn jobs(&self) -> Option<NonZeroUsize> {
        self.jobs.as_ref().map(|setting| setting.value)
    }

    pub(crate) fn strict(&self) -> Option<bool> {
        self.strict.as_ref().map(|setting| setting.value)
    }

    /// Returns the folders of the file that do not exist, each with its line.
    fn missing_folders(&self) -> impl Iterator<Item = (&Path, usize)> {
        let root = self.path.parent();
        let folders = self.folders.iter().map(|(folder, tables)| (folder.as_path(), tables));
        let missing = folders.filter(move |(folder, _)| !root.is_some_and(|root| root.join(folder).is_dir()));
        missing.flat_map(|(folder, tables)| tables.iter().map(move |table| (folder, table.line)))
    }

    /// Returns the options of a format, each with its value.
    pub(crate) fn options<'c>(&'c self, format: &'c str) -> impl Iterator<Item = (&'c str, &'c str)> {
        let of = self.formats.iter().filter(move |setting| setting.value.0 == format);
        of.map(|setting| (setting.value.1.as_str(), setting.value.2.as_str()))
    }
}

/// The settings of a run. Settings on the command line count more than those in files.
#[derive(Debug)]
pub(crate) struct Settings {
    source: Source,
    /// The settings for the run as a whole: those of the folder that has all inputs, when it started.
    pub(crate) here: Arc<Config>,
    /// True if the file with these settings may come from the same person as the inputs: it is in their folder, or not above the current
    /// one.
    pub(crate) may_be_of_inputs: bool,
    known: BTreeMap<&'static str, CodeInfo>,
    /// The settings for the files in each folder.
    folders: Mutex<HashMap<PathBuf, Arc<FolderConfig>>>,
    /// The files that were read, by their paths.
    files: Mutex<HashMap<PathBuf, Arc<Config>>>,
}

/// Where settings come from.
#[derive(Debug)]
enum Source {
    /// `kifu.toml` in the folder of a file or above it.
    Folders,
    /// The file that `--config` names.
    File(PathBuf),
    /// Only the command line.
    Nothing,
}

impl Settings {
    /// Reads the settings of the folder that has all `inputs`, or those that the command line names.
    pub(crate) fn new(library: &Library, global: &args::Global, inputs: &[&Path]) -> Result<Self, Problem> {
        let known = explain::all(library);
        let mut may_be_of_inputs = false;
        let (source, here) = match &global.config {
            _ if global.no_config => (Source::Nothing, Config::default()),
            Some(path) => (Source::File(path.clone()), read::file(path, library, &known)?),
            None => {
                let of_inputs = common(inputs);
                let found = find(&of_inputs);
                may_be_of_inputs = found
                    .as_deref()
                    .and_then(Path::parent)
                    .is_some_and(|folder| folder == of_inputs || !resolved(Path::new("")).starts_with(folder));
                (Source::Folders, found.map(|path| read::file(&path, library, &known)).transpose()?.unwrap_or_default())
            }
        };
        let here = Arc::new(here);
        let files = Mutex::new(HashMap::from([(here.path.clone(), Arc::clone(&here))]));
        Ok(Self { source, here, may_be_of_inputs, known, folders: Mutex::default(), files })
    }

    /// Returns the file with the settings for the files in a folder, if there is one.
    pub(crate) fn file_for(&self, folder: &Path) -> Option<PathBuf> {
        match &self.source {
            Source::File(path) => Some(path.clone()),
            Source::Folders => find(&resolved(folder)),
            Source::Nothing => None,
        }
    }

    /// Forgets which findings are reported in each folder. The files with settings are read again.
    pub(crate) fn forget(&self) {
        self.folders.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.files.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Returns the settings for the files in a folder.
    fn of_folder(&self, folder: &Path, library: &Library) -> Result<Arc<FolderConfig>, Problem> {
        if let Some(known) = self.folders.lock().unwrap_or_else(PoisonError::into_inner).get(folder) {
            return Ok(Arc::clone(known));
        }
        let path = resolved(folder);
        let config = self.file_for(&path).map(|path| self.file(&path, library)).transpose()?.unwrap_or_default();
        let root = config.path.parent().map(resolved).unwrap_or_default();
        let inside = path.strip_prefix(root).ok().map(Path::to_owned);
        let found = Arc::new(FolderConfig { inside, config });
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(folders.entry(folder.to_owned()).or_insert(found)))
    }

    /// Returns the settings in a file, which is read once.
    fn file(&self, path: &Path, library: &Library) -> Result<Arc<Config>, Problem> {
        let mut files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = files.get(path) {
            return Ok(Arc::clone(known));
        }
        let config = Arc::new(read::file(path, library, &self.known)?);
        Ok(Arc::clone(files.entry(path.to_owned()).or_insert(config)))
    }

    /// Returns warnings about settings without effect, in the files that were read.
    pub(crate) fn doubts(&self) -> Vec<Problem> {
        let files = self.files.lock().unwrap_or_else(PoisonError::into_inner);
        let mut files: Vec<_> = files.values().collect();
        files.sort_by_key(|config| &config.path);
        let doubt = |config: &Config, (folder, line): (&Path, usize)| Problem {
            severity: Severity::Warning,
            ..Problem::note(format!(
                "{}:{line}: [folder.{:?}] is not a folder beside this file; its settings have no effect",
                config.name,
                folder.to_string_lossy()
            ))
        };
        let of_file =
            |config: &Arc<Config>| config.missing_folders().map(|missing| doubt(config, missing)).collect::<Vec<_>>();
        files.into_iter().flat_map(of_file).collect()
    }

    /// Returns which findings of a file are reported.
    pub(crate) fn choice(&self, file: &Path, chosen: &Chosen, library: &Library) -> Result<FileChoice, Problem> {
        let folder = self.of_folder(folder_of(file), library)?;
        let pick = |given: &Option<Codes>, of: fn(&FolderCodes) -> Option<&Setting<Codes>>| match given {
            Some(codes) => codes.clone(),
            None => folder.codes().find_map(of).map_or_else(Codes::default, |setting| setting.value.clone()),
        };
        let reported = Choice {
            ignore: pick(&chosen.ignore, |codes| codes.ignore.as_ref()),
            only: pick(&chosen.only, |codes| codes.only.as_ref()),
            deny: pick(&chosen.deny, |codes| codes.deny.as_ref()),
        };
        Ok(FileChoice { reported, given: chosen.choice(), config: Arc::clone(&folder.config) })
    }

    /// Parses the codes on the command line.
    pub(crate) fn chosen(&self, args: &args::Choose) -> Result<Chosen, Problem> {
        let parse = |option: &str, names: &[String]| {
            if names.is_empty() {
                return Ok(None);
            }
            let codes = Codes::parse(names.iter().map(String::as_str), &self.known)?;
            // A variable of a script may be empty.
            match codes.is_empty() {
                true => Err(Problem::usage(format!("{option} has no code"))
                    .help("leave out the option, or give it a code or a family such as rules/*".to_owned())),
                false => Ok(Some(codes)),
            }
        };
        Ok(Chosen {
            ignore: parse("--ignore", &args.ignore)?,
            only: parse("--only", &args.only)?,
            deny: parse("--deny", &args.deny)?,
        })
    }
}

/// The codes on the command line. They replace those of `kifu.toml`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    ignore: Option<Codes>,
    only: Option<Codes>,
    deny: Option<Codes>,
}

impl Chosen {
    /// Returns the choice of the command line alone.
    fn choice(&self) -> Choice {
        let codes = |given: &Option<Codes>| given.clone().unwrap_or_default();
        Choice { ignore: codes(&self.ignore), only: codes(&self.only), deny: codes(&self.deny) }
    }
}

/// Which findings of a file are reported. The default reports all.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileChoice {
    pub(crate) reported: Choice,
    /// The same without the settings.
    given: Choice,
    config: Arc<Config>,
}

impl FileChoice {
    /// Applies the choice to the diagnostics of a file. Returns those that only the settings hide.
    pub(crate) fn apply(&self, diagnostics: &mut Diagnostics) -> Effect {
        let mut effect = Effect::of(&self.config.name);
        for count in diagnostics.counts() {
            let reported = self.reported.severity(count.code, count.severity);
            effect.hide(self.given.severity(count.code, count.severity).filter(|_| reported.is_none()), count.times);
        }
        self.reported.apply(diagnostics);
        effect
    }

    /// Returns what the settings hide, if the finding that a file is not a record is not reported. See [`Choice::severity_of_file`].
    pub(crate) fn of_hidden_file(&self, code: Code) -> Effect {
        let mut effect = Effect::of(&self.config.name);
        effect.hide(self.given.severity_of_file(code), 1);
        effect
    }
}

/// The settings for the files in a folder.
#[derive(Debug)]
struct FolderConfig {
    /// The path of the folder in that of the settings.
    inside: Option<PathBuf>,
    config: Arc<Config>,
}

impl FolderConfig {
    /// Returns the codes for the folder, the nearest ones first.
    fn codes(&self) -> impl Iterator<Item = &FolderCodes> {
        let above = self.inside.iter().flat_map(|inside| inside.ancestors());
        let of = above.filter_map(|folder| self.config.folders.get(folder)).flatten();
        of.map(|table| &table.value).chain([&self.config.codes])
    }
}

/// Returns the innermost folder that has all inputs; without inputs, the current folder.
fn common(inputs: &[&Path]) -> PathBuf {
    let folder = |path: &&Path| resolved(if path.is_dir() { path } else { folder_of(path) });
    let mut folders = inputs.iter().map(folder);
    let Some(mut common) = folders.next() else { return resolved(Path::new("")) };
    for folder in folders {
        while !folder.starts_with(&common) && common.pop() {}
    }
    common
}

/// Returns the folder of a file; the current folder is `.`. Standard input is in the current folder.
pub(crate) fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty() && file.as_os_str() != "-");
    folder.unwrap_or(Path::new("."))
}

/// Returns the absolute path of a folder.
fn resolved(folder: &Path) -> PathBuf {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

/// Returns the file with settings that is nearest to a folder: in it, or in a folder above it.
fn find(folder: &Path) -> Option<PathBuf> {
    // Opening a pipe would block. A folder with this name is an error.
    folder.ancestors().map(|folder| folder.join(NAME)).find(|path| path.is_file() || path.is_dir())
}
