//! Which files a command works on.

use crate::{args, codes, problem::Problem, render::counted, session::Session, status::Status};
use kifu::{FileVersion, Library};
use std::{
    collections::{BTreeSet, HashSet},
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
    /// How many links to folders were not followed, and how many to files outside of the folder.
    links: u64,
    outside: u64,
    /// How often a file was found again.
    repeated: u64,
}

impl Found {
    /// Tells what was left out, and why. The status that makes.
    pub(crate) fn tell(&self, session: &Session) -> Status {
        let mut status = Status::Clean;
        for problem in &self.problems {
            session.say_problem(problem);
            status = status.max(problem.status);
        }
        for (n, what, why) in [
            (self.links, "link to a folder", "not followed (--follow follows them)"),
            (self.outside, "link out of the folder", "left alone (--follow follows them)"),
            (self.repeated, "name of a file that was found before", "left out"),
        ] {
            if n > 0 {
                let (one, rest) = what.split_once(' ').unwrap_or((what, ""));
                session.remark(&format!("{} {rest}: {why}", counted(n, one)));
            }
        }
        status
    }
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

    /// Reads it; of a file, the version that was read is told too.
    pub(crate) fn read(&self) -> Result<(Vec<u8>, Option<FileVersion>), Problem> {
        let too_large = || Problem::from(kifu::Error::TooLarge { name: self.name() });
        if self.bytes > LARGEST {
            return Err(too_large());
        }
        // It may grow while it is read.
        let mut bytes = Vec::new();
        let mut version = None;
        let read = if self.is_standard() {
            io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)
        } else {
            // A pipe that nobody writes to would be waited for.
            if let Some(what) = fs::metadata(&self.path).ok().as_ref().and_then(special) {
                return Err(Problem::special(&self.name(), what));
            }
            fs::File::open(&self.path).and_then(|file| {
                version = Some(FileVersion::of(&file.metadata()?));
                bytes.try_reserve_exact(usize::try_from(self.bytes).unwrap_or(0) + 1)?;
                file.take(LARGEST + 1).read_to_end(&mut bytes)
            })
        };
        match read {
            Ok(_) if bytes.len() as u64 > LARGEST => Err(too_large()),
            Ok(_) => Ok((bytes, version)),
            Err(error) => Err(Problem::unreadable(&self.name(), &error)),
        }
    }
}

/// The files that were named, and those in the folders that were named: sorted, each once, hidden ones left out, and those of
/// unknown extensions too unless all are wanted. The folder `except`, to which the program writes, is left out below others.
/// Where files are `written_back`, links that lead out of a folder are left alone, unless links are to be followed.
pub(crate) fn find(
    args: &args::Inputs,
    library: &Library,
    except: Option<&Path>,
    written_back: bool,
) -> Result<Found, Problem> {
    let standard = args.paths.iter().filter(|path| path.as_os_str() == "-").count();
    if standard > 1 {
        return Err(Problem::usage("standard input can be read once; - was given several times"));
    }
    let extensions: BTreeSet<_> =
        library.formats().flat_map(|format| format.info().extensions.iter().copied()).collect();
    let known = |path: &Path| {
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        args.all || extension.is_some_and(|extension| extensions.contains(extension.as_str()))
    };
    let except = except.and_then(|folder| fs::canonicalize(folder).ok());
    let mut walk = Walk {
        known: &known,
        except: except.as_deref(),
        follow: args.follow,
        stays_inside: written_back && !args.follow,
        found: Found { many: args.paths.len() > 1, ..Found::default() },
        entries: Vec::new(),
    };
    for path in &args.paths {
        if path.as_os_str() != "-" && path.is_dir() {
            walk.found.many = true;
            walk.folder(path);
        } else {
            let (input, is_link) = (Input::of(path), path.is_symlink());
            let identity = if input.is_standard() { None } else { Identity::of(path) };
            walk.entries.push(Entry { input, is_link, identity });
        }
    }
    Ok(walk.end())
}

/// The search for files.
struct Walk<'a> {
    known: &'a dyn Fn(&Path) -> bool,
    except: Option<&'a Path>,
    follow: bool,
    /// Whether files outside of a folder are left alone.
    stays_inside: bool,
    found: Found,
    entries: Vec<Entry>,
}

/// A file that was found, perhaps not for the first time.
struct Entry {
    input: Input,
    is_link: bool,
    /// None for standard input, and for what is not there.
    identity: Option<Identity>,
}

/// Which file it is, whatever it was called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// Its device and inode.
    #[cfg(unix)]
    Node(u64, u64),
    /// Of a file that has several names (hard links) by right, and where there are no inodes, its true path.
    Path(PathBuf),
}

impl Identity {
    fn of(path: &Path) -> Option<Self> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            let file = fs::metadata(path).ok()?;
            if file.nlink() <= 1 {
                return Some(Self::Node(file.dev(), file.ino()));
            }
        }
        fs::canonicalize(path).ok().map(Self::Path)
    }
}

impl Walk<'_> {
    fn folder(&mut self, root: &Path) {
        let except = self.except;
        let wanted = |entry: &DirEntry| {
            let hidden = entry.depth() > 0 && is_hidden(entry.path());
            let is_output =
                || except.is_some_and(|except| fs::canonicalize(entry.path()).is_ok_and(|path| path == except));
            !(hidden || entry.depth() > 0 && entry.file_type().is_dir() && is_output())
        };
        let true_root = fs::canonicalize(root).ok();
        for entry in WalkDir::new(root).follow_links(self.follow).sort_by_file_name().into_iter().filter_entry(wanted) {
            match entry {
                Ok(entry) => self.entry(root, true_root.as_deref(), entry),
                Err(error) => self.found.problems.extend(unwalkable(&error, self.known)),
            }
        }
    }

    fn entry(&mut self, root: &Path, true_root: Option<&Path>, entry: DirEntry) {
        let (path, is_link) = (entry.path(), entry.path_is_symlink());
        let there = match fs::metadata(path) {
            Ok(there) => there,
            Err(error) => {
                if (self.known)(path) {
                    self.found.problems.push(Problem::unreadable(&path.to_string_lossy(), &error));
                }
                return;
            }
        };
        if there.is_dir() {
            // The folder that was named is looked into, even if it is a link.
            self.found.links += u64::from(is_link && !self.follow && entry.depth() > 0);
            return;
        }
        if !(self.known)(path) {
            return;
        }
        let is_inside =
            || fs::canonicalize(path).is_ok_and(|path| true_root.is_some_and(|root| path.starts_with(root)));
        if is_link && self.stays_inside && !is_inside() {
            self.found.outside += 1;
            return;
        }
        let relative = path.strip_prefix(root).unwrap_or(path).to_owned();
        let identity = Identity::of(path);
        let input = Input { path: entry.into_path(), relative, bytes: there.len() };
        self.entries.push(Entry { input, is_link, identity });
    }

    /// Each file once: under its own name rather than under that of a link.
    fn end(self) -> Found {
        let Self { mut found, entries, .. } = self;
        let own: HashSet<_> =
            entries.iter().filter(|entry| !entry.is_link).filter_map(|entry| entry.identity.clone()).collect();
        let mut seen = HashSet::new();
        for Entry { input, is_link, identity } in entries {
            let is_first =
                identity.is_none_or(|identity| !(is_link && own.contains(&identity)) && seen.insert(identity));
            if is_first {
                found.inputs.push(input);
            } else {
                found.repeated += 1;
            }
        }
        found
    }
}

/// What a file is that is neither a file nor a folder: opening it might never end.
fn special(file: &fs::Metadata) -> Option<&'static str> {
    let kind = file.file_type();
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        for (is, name) in [
            (kind.is_fifo(), "a named pipe (FIFO)"),
            (kind.is_socket(), "a socket"),
            (kind.is_char_device() || kind.is_block_device(), "a device"),
        ] {
            if is {
                return Some(name);
            }
        }
    }
    (!kind.is_file() && !kind.is_dir()).then_some("no file")
}

/// What is to be said of what the walk stumbled over: nothing, where it would have been passed over anyway.
fn unwalkable(error: &walkdir::Error, known: &dyn Fn(&Path) -> bool) -> Option<Problem> {
    let path = error.path().unwrap_or(Path::new("?"));
    let name = path.to_string_lossy();
    if let Some(ancestor) = error.loop_ancestor() {
        let message = format!("{name} leads back to {}; left out", ancestor.to_string_lossy());
        return Some(Problem::of_file(&codes::LOOP, name, message, Status::Failed));
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
