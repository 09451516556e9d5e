//! Which files a command works on.

use crate::{args, codes, problem::Problem, status::Status};
use kifu::Library;
use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    io::{self, Read},
    path::{Path, PathBuf},
};
use walkdir::{DirEntry, WalkDir};

/// The most bytes that a file may have: places in a text are 32 bits wide.
const LARGEST: u64 = u32::MAX as u64;

/// A file to work on.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// Where it is; `-` is standard input.
    pub(crate) path: PathBuf,
    /// Its place below the folder that was named, or its name alone.
    pub(crate) relative: PathBuf,
    /// How large it is, as far as that is known.
    pub(crate) bytes: u64,
}

/// The files that were found.
#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) inputs: Vec<Input>,
    /// What could not be looked into.
    pub(crate) problems: Vec<Problem>,
    /// Whether several files were named, or a folder.
    pub(crate) many: bool,
}

impl Input {
    fn standard() -> Self {
        Self { path: "-".into(), relative: "stdin".into(), bytes: 0 }
    }

    pub(crate) fn is_standard(&self) -> bool {
        self.path.as_os_str() == "-"
    }

    /// The file, wherever it is.
    pub(crate) fn of(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            return Self::standard();
        }
        let relative = path.file_name().map_or_else(|| path.into(), PathBuf::from);
        Self { path: path.into(), relative, bytes: fs::metadata(path).map_or(0, |data| data.len()) }
    }

    /// Its name, as messages show it.
    pub(crate) fn name(&self) -> String {
        if self.is_standard() { "<stdin>".to_owned() } else { self.path.to_string_lossy().into_owned() }
    }

    pub(crate) fn read(&self) -> Result<Vec<u8>, Problem> {
        let too_large = || Problem::from(kifu::Error::TooLarge { name: self.name() });
        if self.bytes > LARGEST {
            return Err(too_large());
        }
        // It may grow while it is read.
        let mut bytes = Vec::new();
        let read = if self.is_standard() {
            io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)
        } else {
            fs::File::open(&self.path).and_then(|file| {
                bytes.try_reserve_exact(usize::try_from(self.bytes).unwrap_or(0) + 1)?;
                file.take(LARGEST + 1).read_to_end(&mut bytes)
            })
        };
        match read {
            Ok(_) if bytes.len() as u64 > LARGEST => Err(too_large()),
            Ok(_) => Ok(bytes),
            Err(error) => Err(Problem::unreadable(&self.name(), &error)),
        }
    }
}

/// The files that were named, and those in the folders that were named: sorted, hidden ones left out, and those of unknown
/// extensions too unless all are wanted. The folder `except`, to which the program writes, is left out below others.
pub(crate) fn find(args: &args::Inputs, library: &Library, except: Option<&Path>) -> Result<Found, Problem> {
    let standard = args.paths.iter().filter(|path| path.as_os_str() == "-").count();
    if standard > 1 {
        return Err(Problem::usage("standard input can be read once; - was given several times"));
    }
    let extensions: BTreeSet<_> = library.formats().flat_map(|info| info.extensions.iter().copied()).collect();
    let known = |path: &Path| {
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        args.all || extension.is_some_and(|extension| extensions.contains(extension.as_str()))
    };
    let except = except.and_then(|folder| fs::canonicalize(folder).ok());
    let mut found = Found { many: args.paths.len() > 1, ..Found::default() };
    for path in &args.paths {
        if path.as_os_str() != "-" && path.is_dir() {
            found.many = true;
            walk(path, &known, except.as_deref(), &mut found);
        } else {
            found.inputs.push(Input::of(path));
        }
    }
    Ok(found)
}

fn walk(root: &Path, known: &dyn Fn(&Path) -> bool, except: Option<&Path>, found: &mut Found) {
    let wanted = |entry: &DirEntry| {
        let hidden = entry.depth() > 0 && is_hidden(entry.path());
        let is_output = || except.is_some_and(|except| fs::canonicalize(entry.path()).is_ok_and(|path| path == except));
        !(hidden || entry.depth() > 0 && entry.file_type().is_dir() && is_output())
    };
    for entry in WalkDir::new(root).follow_links(true).sort_by_file_name().into_iter().filter_entry(wanted) {
        match entry {
            Ok(entry) if entry.file_type().is_file() && known(entry.path()) => {
                let relative = entry.path().strip_prefix(root).unwrap_or(entry.path()).to_owned();
                let bytes = entry.metadata().map_or(0, |data| data.len());
                found.inputs.push(Input { path: entry.into_path(), relative, bytes });
            }
            Ok(_) => {}
            Err(error) => found.problems.extend(unwalkable(&error, known)),
        }
    }
}

/// What is to be said of what the walk stumbled over: nothing, where it would have been passed over anyway.
fn unwalkable(error: &walkdir::Error, known: &dyn Fn(&Path) -> bool) -> Option<Problem> {
    let path = error.path().unwrap_or(Path::new("?"));
    let name = path.to_string_lossy();
    if let Some(ancestor) = error.loop_ancestor() {
        let message = format!("{name} leads back to {}; left out", ancestor.to_string_lossy());
        return Some(Problem::of_file(codes::LOOP, name, message, Status::Failed));
    }
    let dangling = path.is_symlink() && !path.exists();
    if error.depth() > 0 && (is_hidden(path) || dangling && !known(path)) {
        return None;
    }
    let error = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    Some(Problem::unreadable(&name, &io::Error::other(error)))
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}
