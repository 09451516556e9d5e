//! Writes the output.

use crate::{codes, input::FoundInputs, input::Input, problem::Problem, status::Status};
use kifu::{FileVersion, WholeFile};
use std::{
    collections::{HashMap, hash_map::Entry},
    ffi::OsString,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

/// The destination of the output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Standard,
    File(PathBuf),
    Folder(PathBuf),
}

impl Target {
    /// Returns the destination that `-o` selects for these inputs.
    pub(crate) fn choose(output: Option<&Path>, found: &FoundInputs) -> Result<Self, Problem> {
        let Some(path) = output.filter(|path| path.as_os_str() != "-") else {
            return match found.many {
                true => Err(Problem::usage("several inputs, or a folder, need an output folder")
                    .help("name the folder with -o DIR".to_owned())),
                false => Ok(Self::Standard),
            };
        };
        if path.is_dir() || is_named_as_folder(path) || found.many {
            // Without the separator at its end, which a file cannot have.
            let named = path.components().as_path();
            if named.exists() && !named.is_dir() {
                let why = if found.many { "; several inputs need an output folder" } else { "" };
                return Err(Problem::usage(format!("{} is not a folder{why}", named.to_string_lossy())));
            }
            return Ok(Self::Folder(path.into()));
        }
        Ok(Self::File(path.into()))
    }
}

/// Returns true if a path ends with a separator.
pub(crate) fn is_named_as_folder(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(char::from(last)))
}

/// The claim of an input to an output.
#[derive(Clone, Debug)]
struct Claim {
    /// The name of the input, and the path of the output.
    name: String,
    output: PathBuf,
    /// False if it is not known yet whether the input will be written.
    is_certain: bool,
}

/// The input of each output: two inputs must not have the same output, and no output replaces another input.
#[derive(Debug)]
pub(crate) struct Claims<'a> {
    /// The claims by the [places](Self::place) of the outputs.
    outputs: Mutex<HashMap<PathBuf, Claim>>,
    /// The resolved paths of the folders of outputs, or the link to a missing place that leads to them.
    folders: Mutex<HashMap<PathBuf, Result<PathBuf, PathBuf>>>,
    inputs: &'a [Input],
    /// The indices of the inputs by their resolved paths. Computed when an output exists already.
    resolved: OnceLock<HashMap<PathBuf, usize>>,
}

impl<'a> Claims<'a> {
    /// Creates the claims of a run with these inputs.
    pub(crate) fn of(inputs: &'a [Input]) -> Self {
        Self { outputs: Mutex::default(), folders: Mutex::default(), inputs, resolved: OnceLock::new() }
    }

    /// Returns the input whose resolved path is `path`.
    fn input_at(&self, path: &Path) -> Option<&'a Path> {
        let resolve = || {
            let files = self.inputs.iter().enumerate().filter(|(_, input)| !input.is_standard());
            files.filter_map(|(index, input)| Some((fs::canonicalize(&input.path).ok()?, index))).collect()
        };
        self.resolved.get_or_init(resolve).get(path).map(|&index| self.inputs[index].path.as_path())
    }

    /// Returns true if a path is that of an input.
    pub(crate) fn is_input(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| self.input_at(&path).is_some())
    }

    /// Registers `output` as the output of a game of `input`.
    pub(crate) fn claim(&self, output: &Path, input: &Input, game: usize) -> Result<(), Problem> {
        let what = format!("game {game} of {}", input.name());
        let why = match self.register(output, input, &what, true)? {
            None => return Ok(()),
            Some(claim) => claim.reason(output),
        };
        Err(same_output(output, input, &what, &why))
    }

    /// Reserves `output` for `input` until the [end of the round](Self::end_round). Returns false if it is reserved for another input.
    pub(crate) fn reserve(&self, output: &Path, input: &Input) -> Result<bool, Problem> {
        let place = self.place(output)?;
        if let Some(other) = self.outputs().get(&place).filter(|claim| claim.is_certain) {
            return Err(same_output(output, input, &input.name(), &other.reason(output)));
        }
        self.register(output, input, &input.name(), false).map(|other| other.is_none())
    }

    /// Makes a reservation certain, because its input was written.
    pub(crate) fn keep(&self, output: &Path) {
        let Ok(place) = self.place(output) else { return };
        if let Some(claim) = self.outputs().get_mut(&place) {
            claim.is_certain = true;
        }
    }

    /// Ends the reservations of the inputs that were not written.
    pub(crate) fn end_round(&self) {
        self.outputs().retain(|_, claim| claim.is_certain);
    }

    /// Registers a claim, if there is none. Otherwise returns the other one. `what` is not written if the output is an input.
    fn register(&self, output: &Path, input: &Input, what: &str, is_certain: bool) -> Result<Option<Claim>, Problem> {
        // The output of one input must not replace another input: if kifu then refuses that input, its data would be lost.
        let place = self.place(output)?;
        let replaced = if output.exists() { self.input_at(&place) } else { None };
        if replaced.is_some_and(|replaced| replaced != input.path) {
            return Err(same_output(output, input, what, "another input"));
        }
        Ok(match self.outputs().entry(place) {
            Entry::Occupied(other) => Some(other.get().clone()),
            Entry::Vacant(place) => {
                place.insert(Claim { name: input.name(), output: output.into(), is_certain });
                None
            }
        })
    }

    /// Returns the path by which an output is known: with links, two paths can be one file.
    /// A link to a missing place is refused, because the place may be another output.
    fn place(&self, output: &Path) -> Result<PathBuf, Problem> {
        if let Ok(resolved) = fs::canonicalize(output) {
            return Ok(resolved);
        }
        if output.is_symlink() {
            return Err(dangling(output, output));
        }
        let (Some(folder), Some(name)) = (output.parent(), output.file_name()) else { return Ok(output.into()) };
        let mut folders = self.folders.lock().unwrap_or_else(PoisonError::into_inner);
        match folders.entry(folder.into()).or_insert_with(|| resolved_folder(folder)) {
            Ok(folder) => Ok(folder.join(name)),
            Err(link) => Err(dangling(output, link)),
        }
    }

    fn outputs(&self) -> MutexGuard<'_, HashMap<PathBuf, Claim>> {
        self.outputs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the resolved path of a folder that may be missing, or the link to a missing place that leads to it.
fn resolved_folder(folder: &Path) -> Result<PathBuf, PathBuf> {
    let resolved = |there: &Path| {
        let path = if there.as_os_str().is_empty() { Path::new(".") } else { there };
        Some(fs::canonicalize(path).ok()?.join(folder.strip_prefix(there).ok()?))
    };
    let mut ancestors = folder.ancestors();
    ancestors
        .find_map(|there| if is_dangling(there) { Some(Err(there.into())) } else { resolved(there).map(Ok) })
        .unwrap_or_else(|| Ok(folder.into()))
}

/// Returns true for a link to a place that does not exist, or to itself.
fn is_dangling(path: &Path) -> bool {
    path.is_symlink() && !path.exists()
}

fn dangling(output: &Path, link: &Path) -> Problem {
    let message = format!("{} is a broken link", link.to_string_lossy());
    Problem::unwritable(output, &io::Error::other(message))
}

impl Claim {
    /// Returns the reason why another input does not get `output`.
    fn reason(&self, output: &Path) -> String {
        let Self { name, output: path, is_certain } = self;
        let what = if *is_certain { "already the output of" } else { "reserved for" };
        match output == path {
            true => format!("{what} {name}"),
            false => format!("{what} {name}, through a link: it is the same file as {}", path.to_string_lossy()),
        }
    }
}

fn same_output(output: &Path, input: &Input, what: &str, why: &str) -> Problem {
    let message = format!("{what} is not written: {} is {why}", output.to_string_lossy());
    Problem::of_file(&codes::SAME_OUTPUT, input.name(), message, Status::Failed)
        .help("rename one of the inputs, or write the inputs into different folders".to_owned())
}

/// Returns the path with another extension. A suffix that does not look like an extension stays: `opening 1.2` becomes `opening
/// 1.2.sgf`.
pub(crate) fn with_extension(path: &Path, extension: &str) -> PathBuf {
    numbered(path, None, extension)
}

/// Returns the path for one of several games: `name-3.jgf`.
pub(crate) fn numbered(path: &Path, number: Option<usize>, extension: &str) -> PathBuf {
    let is_extension = path.extension().is_some_and(|extension| {
        let bytes = extension.as_encoded_bytes();
        bytes.len() <= 5 && bytes.iter().all(u8::is_ascii_alphanumeric) && bytes.iter().any(u8::is_ascii_alphabetic)
    });
    let stem = if is_extension { path.file_stem() } else { path.file_name() };
    let mut name = stem.map_or_else(OsString::new, ToOwned::to_owned);
    if let Some(number) = number {
        name.push(format!("-{number}"));
    }
    name.push(format!(".{extension}"));
    path.with_file_name(name)
}

/// An input, and the version of its file that was read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ReadInput<'a> {
    pub(crate) input: &'a Input,
    /// `None` for standard input.
    pub(crate) version: Option<&'a FileVersion>,
}

impl<'a> ReadInput<'a> {
    /// Returns the version that was read, if `output` is the file of this input.
    fn version_at(self, output: &Path) -> Option<&'a FileVersion> {
        let path = &self.input.path;
        let is_same = || fs::canonicalize(output).is_ok_and(|output| fs::canonicalize(path).ok() == Some(output));
        self.version.filter(|_| output == path || is_same())
    }
}

/// Creates a file that appears only when it is complete. Also creates missing folders.
pub(crate) fn create(path: &Path, force: bool) -> Result<WholeFile, Problem> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|error| match folder.ancestors().find(|folder| is_dangling(folder)) {
            Some(link) => dangling(path, link),
            None => Problem::unwritable(path, &error),
        })?;
    }
    if is_dangling(path) {
        return Err(dangling(path, path));
    }
    if path.is_dir() {
        return Err(Problem::unwritable(path, &io::ErrorKind::IsADirectory.into()));
    }
    Ok(if force { WholeFile::replace(path)? } else { WholeFile::create(path)? })
}

/// Creates a file for what was made of an input. The file of the input itself is replaced only if it is still the version that was
/// read.
pub(crate) fn create_of(read: ReadInput<'_>, path: &Path, force: bool) -> Result<WholeFile, Problem> {
    match read.version_at(path).filter(|_| force) {
        Some(version) => Ok(WholeFile::replace(path)?.if_still(version.clone())),
        None => create(path, force),
    }
}

/// Writes a file with what was made of an input, see [`create_of`].
pub(crate) fn write(read: ReadInput<'_>, path: &Path, bytes: &[u8], force: bool) -> Result<(), Problem> {
    let mut file = create_of(read, path, force)?;
    put(&mut file, path, bytes)?;
    Ok(file.finish()?)
}

/// Appends bytes to a file.
pub(crate) fn put(file: &mut WholeFile, path: &Path, bytes: &[u8]) -> Result<(), Problem> {
    file.write_all(bytes).map_err(|error| Problem::unwritable(path, &error))
}

/// Installs handlers for SIGINT, SIGQUIT and SIGTERM that remove unfinished files and then end the program with status 130, 131 or
/// 143. SIGHUP has no handler, because `nohup` makes programs ignore it. SIGXFSZ, which reports a file above the limit of the system
/// (`ulimit -f`), does not end the program: writing the file then fails with an error.
#[cfg(unix)]
pub(crate) fn remove_on_signals() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGINT, SIGQUIT, SIGTERM, SIGXFSZ},
        flag,
        iterator::Signals,
    };
    flag::register(SIGXFSZ, std::sync::Arc::default())?;
    let mut signals = Signals::new([SIGINT, SIGQUIT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            let _unfinished = kifu::remove_unfinished();
            std::process::exit(128 + signal);
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn remove_on_signals() -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_an_extension_is_replaced() {
        for (before, after) in [
            ("a/game.sgf", "a/game.jgf"),
            ("game", "game.jgf"),
            ("opening 1.2", "opening 1.2.jgf"),
            ("1998.05.12.sgf", "1998.05.12.jgf"),
            ("Lee vs. Gu", "Lee vs. Gu.jgf"),
            (".sgf", ".sgf.jgf"),
        ] {
            assert_eq!(with_extension(Path::new(before), "jgf"), Path::new(after), "{before}");
        }
        assert_eq!(numbered(Path::new("a/b.sgf"), Some(3), "jgf"), Path::new("a/b-3.jgf"));
    }

    #[test]
    fn the_file_of_the_input_is_replaced_only_if_it_is_still_the_version_that_was_read() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["a.sgf", "b.sgf"].map(|name| folder.path().join(name));
        let same = folder.path().join(".").join("a.sgf");
        fs::write(&path, "read").unwrap();
        let input = Input::of(&path);
        let (_, version) = input.read().unwrap();
        let read = ReadInput { input: &input, version: version.as_ref() };
        for saved in [Some("another's"), None] {
            match saved {
                Some(saved) => fs::write(&path, saved).unwrap(),
                None => fs::remove_file(&path).unwrap(),
            }
            for output in [&path, &same] {
                let code = write(read, output, b"mine", true).err().and_then(|problem| problem.code);
                // Only the path of the input itself is known to be its file, if there is no file.
                if saved.is_some() || output == &path {
                    assert_eq!(code, Some(codes::CHANGED.code));
                    assert_eq!(fs::read_to_string(&path).ok().as_deref(), saved);
                }
            }
        }
        fs::write(&other, "there").unwrap();
        write(read, &other, b"mine", true).unwrap();
        assert_eq!(fs::read(&other).unwrap(), b"mine");
    }
}
