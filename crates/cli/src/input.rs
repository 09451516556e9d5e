//! Finds the input files of a command.

use crate::{
    args, codes,
    problem::Problem,
    render::{counted, json},
    report::Unread,
    session::Session,
    status::Status,
};
use kifu::{FileVersion, Library};
use std::{
    cell::Cell,
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, HashSet},
    ffi::OsStr,
    fs::{self, Metadata},
    io::{self, Read},
    ops::ControlFlow,
    path::{Path, PathBuf},
};
use walkdir::{DirEntry, WalkDir};

/// The maximum number of bytes in a file, because offsets in a text have 32 bits.
const LARGEST: u64 = u32::MAX as u64;

/// The number of bytes that show whether a file is output of kifu.
const OUTPUT_HEAD: u64 = 4096;

/// An input file.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// The path; `-` is standard input.
    pub(crate) path: PathBuf,
    /// The path relative to the folder in the arguments, or only the file name.
    pub(crate) relative: PathBuf,
    /// The size in bytes; 0 if unknown.
    pub(crate) bytes: u64,
}

/// The files that were found.
#[derive(Debug, Default)]
pub(crate) struct FoundInputs {
    pub(crate) inputs: Vec<Input>,
    /// The files and folders that could not be read.
    pub(crate) problems: Vec<Problem>,
    /// True if the arguments name several files, or a folder.
    pub(crate) many: bool,
    /// The number of links to folders, and of links to files outside of the folder, that were not followed.
    links: u64,
    outside: u64,
    /// The number of times that the output folder was found in an input.
    outputs: u64,
    /// The number of files with output of kifu.
    written: u64,
    /// The number of times that a file was found again.
    repeated: u64,
    /// The folders without a file to read, with what was ignored there.
    ignored: Vec<(String, Ignored)>,
}

impl From<Vec<Input>> for FoundInputs {
    fn from(inputs: Vec<Input>) -> Self {
        Self { inputs, ..Self::default() }
    }
}

/// The files of a folder that were not read.
#[derive(Debug, Default)]
struct Ignored {
    /// The number of files with each unknown extension; empty for files without one.
    extensions: BTreeMap<String, u64>,
    /// The number of hidden files and folders.
    hidden: u64,
}

impl FoundInputs {
    /// Returns the numbers of files and folders that could not be read.
    pub(crate) fn unread(&self) -> Unread {
        let is_folder = |problem: &&Problem| problem.file.as_deref().is_some_and(|file| Path::new(file).is_dir());
        let (folders, files): (Vec<_>, Vec<_>) = self.problems.iter().partition(is_folder);
        // A link that leads back is not a folder of its own.
        let unread = folders.iter().filter(|problem| problem.code != Some(codes::LOOP.code));
        Unread { files: files.len() as u64, folders: unread.count() as u64 }
    }

    /// Reports what was ignored, and why. Returns the resulting status.
    pub(crate) fn tell(&self, session: &Session) -> Status {
        let mut status = Status::Clean;
        for problem in &self.problems {
            session.say_problem(problem);
            status = status.max(problem.status);
        }
        session.reach(status);
        for (n, what, why) in [
            (self.links, "link to a folder", "not followed (--follow follows them)"),
            (self.outside, "link out of the folder", "not followed (--follow follows them)"),
            (self.outputs, "output folder in an input", "its files were not read"),
            (self.written, "file with output of kifu", "not read (name it to read it)"),
            (self.repeated, "path to a file that was found before", "not read again"),
        ] {
            if n > 0 {
                let (one, rest) = what.split_once(' ').unwrap_or((what, ""));
                session.remark(&format!("{} {rest}: {why}", counted(n, one)));
            }
        }
        // What is in an unreadable folder is not known.
        let is_unread = |folder: &str| {
            let mut files = self.problems.iter().filter_map(|problem| problem.file.as_deref());
            files.any(|file| Path::new(file).starts_with(folder))
        };
        for (folder, ignored) in self.ignored.iter().filter(|(folder, _)| !is_unread(folder)) {
            session.notice(&format!("{folder}: no file was read; {}", sentence(ignored)));
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

    /// Returns the input at a path; `-` is standard input.
    pub(crate) fn of(path: &Path) -> Self {
        if path.as_os_str() == "-" {
            return Self::standard();
        }
        let relative = path.file_name().map_or_else(|| path.into(), PathBuf::from);
        Self { path: path.into(), relative, bytes: fs::metadata(path).map_or(0, |data| data.len()) }
    }

    /// Returns the name for messages.
    pub(crate) fn name(&self) -> String {
        if self.is_standard() { "<stdin>".to_owned() } else { self.path.to_string_lossy().into_owned() }
    }

    /// Reads the input. For a file, also returns the version that was read.
    pub(crate) fn read(&self) -> Result<(Vec<u8>, Option<FileVersion>), Problem> {
        let too_large = || Problem::from(kifu::Error::TooLarge { name: self.name() });
        if self.bytes > LARGEST {
            return Err(too_large());
        }
        // The limit is checked again below, because the file may grow while kifu reads it.
        let mut bytes = Vec::new();
        let mut version = None;
        let read = if self.is_standard() {
            io::stdin().lock().take(LARGEST + 1).read_to_end(&mut bytes)
        } else {
            // Opening a pipe without a writer would block.
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

/// Returns the files that [`walk`] finds.
pub(crate) fn find(
    args: &args::Inputs,
    library: &Library,
    except: Option<&Path>,
    written_back: bool,
) -> Result<FoundInputs, Problem> {
    let mut inputs = Vec::new();
    let mut found = walk(args, library, except, written_back, &mut |input| {
        inputs.push(input);
        ControlFlow::Continue(())
    })?;
    found.inputs = inputs;
    Ok(found)
}

/// Finds the files in the arguments, and the files in the folders in the arguments: sorted, each only once, and links last. Passes each
/// to `then` at once, and returns the rest. In folders, ignores hidden files, files with an unknown extension (unless
/// `--all`), output of kifu, and the output folder `except`. If files are `written_back`, ignores links that lead out of a folder (unless `--follow`).
pub(crate) fn walk(
    args: &args::Inputs,
    library: &Library,
    except: Option<&Path>,
    written_back: bool,
    then: &mut dyn FnMut(Input) -> ControlFlow<()>,
) -> Result<FoundInputs, Problem> {
    let standard = args.paths.iter().filter(|path| path.as_os_str() == "-").count();
    if standard > 1 {
        return Err(Problem::usage("standard input can be read only once; - was given several times"));
    }
    let known = known(args, library);
    let except = except.and_then(|folder| fs::canonicalize(folder).ok());
    let mut walk = Walk {
        known: &known,
        except: except.as_deref(),
        output: Identity::of_output(),
        follow: args.follow,
        stays_inside: written_back && !args.follow,
        found: FoundInputs { many: args.paths.len() > 1, ..FoundInputs::default() },
        seen: HashSet::new(),
        links: Vec::new(),
        ignored: Ignored::default(),
        count: 0,
        then,
        is_ended: false,
    };
    for path in &args.paths {
        if path.as_os_str() != "-" && path.is_dir() {
            walk.found.many = true;
            walk.folder(path);
        } else {
            let (input, is_link) = (Input::of(path), path.is_symlink());
            let identity = if input.is_standard() {
                None
            } else {
                fs::metadata(path).ok().and_then(|file| Identity::of(path, &file))
            };
            walk.found_one(Entry { input, identity }, is_link);
        }
    }
    Ok(walk.end())
}

/// Returns the files that [`walk`] finds at these paths, which are in the arguments or below them. `None` if only the walk can find
/// them, because there is a folder or a link. A path without a file is ignored.
pub(crate) fn among(args: &args::Inputs, library: &Library, paths: &BTreeSet<PathBuf>) -> Option<Vec<Input>> {
    let (known, output) = (known(args, library), Identity::of_output());
    let mut found = Vec::new();
    for path in paths {
        let root = args.paths.iter().find(|root| path.starts_with(root))?;
        let relative = path.strip_prefix(root).ok()?;
        let Ok(there) = fs::symlink_metadata(path) else { continue };
        let mut folders = relative.ancestors().skip(1).map(|folder| root.join(folder));
        if !there.is_file() || folders.any(|folder| folder.is_symlink()) {
            return None;
        }
        let is_named = relative.as_os_str().is_empty();
        let is_read = || {
            let identity = Identity::of(path, &there);
            known(path)
                && !relative.iter().any(|name| is_hidden(Path::new(name)))
                && !is_written(path, &there, &identity, &output)
        };
        if is_named || is_read() {
            let relative = if is_named { Input::of(path).relative } else { relative.to_owned() };
            found.push(Input { path: path.clone(), relative, bytes: there.len() });
        }
    }
    Some(found)
}

/// Returns which files in folders are read, judging by their extensions.
fn known(args: &args::Inputs, library: &Library) -> impl Fn(&Path) -> bool {
    let extensions: BTreeSet<_> =
        library.formats().flat_map(|format| format.info().extensions.iter().copied()).collect();
    let all = args.all;
    move |path| {
        let extension = path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase);
        all || extension.is_some_and(|extension| extensions.contains(extension.as_str()))
    }
}

/// Returns true for the file that standard output goes to, and for other output of kifu.
fn is_written(path: &Path, file: &Metadata, identity: &Option<Identity>, output: &Option<Identity>) -> bool {
    identity.is_some() && identity == output || file.is_file() && is_output(path)
}

/// The search for files.
struct Walk<'a> {
    known: &'a dyn Fn(&Path) -> bool,
    except: Option<&'a Path>,
    /// The file that standard output goes to.
    output: Option<Identity>,
    follow: bool,
    /// True if files outside of the folder are ignored.
    stays_inside: bool,
    found: FoundInputs,
    /// The files that were passed on.
    seen: HashSet<Identity>,
    /// The links to files, which come last, because a file has its own name if it is found without a link too.
    links: Vec<Entry>,
    /// What was ignored in the current folder.
    ignored: Ignored,
    /// The number of files and links that were found.
    count: usize,
    then: &'a mut dyn FnMut(Input) -> ControlFlow<()>,
    /// True if no more files are wanted.
    is_ended: bool,
}

/// A file that was found; another entry may be the same file.
struct Entry {
    input: Input,
    /// `None` for standard input, and for a path that does not exist.
    identity: Option<Identity>,
}

/// Identifies a file, independent of its path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// The device and inode.
    #[cfg(unix)]
    Node(u64, u64),
    /// The canonical path: for a file with several hard links, whose names are separate inputs, and on systems without inodes.
    Path(PathBuf),
}

impl Identity {
    /// Returns the identity of the file at `path`, which `file` describes.
    #[cfg_attr(not(unix), expect(unused_variables, reason = "only Unix has inodes"))]
    fn of(path: &Path, file: &Metadata) -> Option<Self> {
        #[cfg(unix)]
        {
            use std::os::unix::fs::MetadataExt;
            if file.nlink() <= 1 {
                return Some(Self::Node(file.dev(), file.ino()));
            }
        }
        fs::canonicalize(path).ok().map(Self::Path)
    }

    /// Returns the file that standard output goes to, if it can be found again in a folder.
    fn of_output() -> Option<Self> {
        #[cfg(unix)]
        {
            use std::{fs::File, os::fd::AsFd};
            let output = File::from(io::stdout().as_fd().try_clone_to_owned().ok()?);
            let file = output.metadata().ok().filter(Metadata::is_file)?;
            Self::of(Path::new(""), &file)
        }
        #[cfg(not(unix))]
        None
    }
}

impl Walk<'_> {
    fn folder(&mut self, root: &Path) {
        let (except, hidden_count, outputs) = (self.except, Cell::new(0), Cell::new(0));
        let wanted = |entry: &DirEntry| {
            let hidden = entry.depth() > 0 && is_hidden(entry.path());
            hidden_count.set(hidden_count.get() + u64::from(hidden));
            let is_output =
                || except.is_some_and(|except| fs::canonicalize(entry.path()).is_ok_and(|path| path == except));
            let is_output = !hidden && entry.depth() > 0 && entry.file_type().is_dir() && is_output();
            outputs.set(outputs.get() + u64::from(is_output));
            !hidden && !is_output
        };
        let true_root = fs::canonicalize(root).ok();
        let before = self.count as u64 + self.found.written;
        self.ignored = Ignored::default();
        for entry in WalkDir::new(root).follow_links(self.follow).sort_by_file_name().into_iter().filter_entry(wanted) {
            match entry {
                Ok(entry) => self.entry(root, true_root.as_deref(), entry),
                Err(error) => self.found.problems.extend(unwalkable(&error, self.known)),
            }
            if self.is_ended {
                return;
            }
        }
        self.found.outputs += outputs.get();
        self.ignored.hidden = hidden_count.get();
        if self.count as u64 + self.found.written == before && outputs.get() == 0 {
            self.found.ignored.push((root.to_string_lossy().into_owned(), std::mem::take(&mut self.ignored)));
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
            // A folder in the arguments is searched even if it is a link.
            self.found.links += u64::from(is_link && !self.follow && entry.depth() > 0);
            return;
        }
        if !(self.known)(path) {
            let extension = path.extension().map(|extension| extension.to_string_lossy().into_owned());
            *self.ignored.extensions.entry(extension.unwrap_or_default()).or_default() += 1;
            return;
        }
        let is_inside =
            || fs::canonicalize(path).is_ok_and(|path| true_root.is_some_and(|root| path.starts_with(root)));
        if is_link && self.stays_inside && !is_inside() {
            self.found.outside += 1;
            return;
        }
        let relative = path.strip_prefix(root).unwrap_or(path).to_owned();
        let identity = Identity::of(path, &there);
        if is_written(path, &there, &identity, &self.output) {
            self.found.written += 1;
            return;
        }
        let input = Input { path: entry.into_path(), relative, bytes: there.len() };
        self.found_one(Entry { input, identity }, is_link);
    }

    fn found_one(&mut self, entry: Entry, is_link: bool) {
        self.count += 1;
        if is_link { self.links.push(entry) } else { self.pass_on(entry) }
    }

    /// Passes a file on, unless it was passed on before.
    fn pass_on(&mut self, entry: Entry) {
        if entry.identity.is_none_or(|identity| self.seen.insert(identity)) {
            self.is_ended |= (self.then)(entry.input).is_break();
        } else {
            self.found.repeated += 1;
        }
    }

    fn end(mut self) -> FoundInputs {
        for entry in std::mem::take(&mut self.links) {
            self.pass_on(entry);
        }
        self.found
    }
}

/// The number of extensions that a message names.
const MOST_EXTENSIONS: usize = 5;

/// Returns a sentence about the files that were ignored, the most frequent extensions first.
fn sentence(ignored: &Ignored) -> String {
    let Ignored { extensions, hidden } = ignored;
    let are_hidden = match hidden {
        0 => "the folder has no files".to_owned(),
        1 => "1 hidden file or folder was left out (name it to read it)".to_owned(),
        _ => format!("{hidden} hidden files or folders were left out (name them to read them)"),
    };
    if extensions.is_empty() {
        return are_hidden;
    }
    let mut kinds: Vec<_> = extensions.iter().collect();
    kinds.sort_by_key(|(_, n)| Reverse(**n));
    let kind = |(extension, n): &(&String, &u64)| match extension.as_str() {
        "" => format!("{n} without an extension"),
        extension => format!("{n} .{extension}"),
    };
    let mut named: Vec<_> = kinds.iter().take(MOST_EXTENSIONS).map(kind).collect();
    if kinds.len() > MOST_EXTENSIONS {
        named.push(format!("{} others", kinds[MOST_EXTENSIONS..].iter().map(|(_, n)| **n).sum::<u64>()));
    }
    let all = extensions.values().sum();
    let have = if all == 1 { "has" } else { "have" };
    let hidden = if *hidden > 0 { format!("; {are_hidden}") } else { String::new() };
    format!("{} {have} an unknown extension: {} (--all reads them){hidden}", counted(all, "file"), named.join(", "))
}

/// Returns the kind of a file that is neither a regular file nor a folder. Opening such a file might block forever.
fn special(file: &Metadata) -> Option<&'static str> {
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
    (!kind.is_file() && !kind.is_dir()).then_some("a special file")
}

/// Returns the problem for an error of the walk, or `None` if the walk ignores that path anyway.
fn unwalkable(error: &walkdir::Error, known: &dyn Fn(&Path) -> bool) -> Option<Problem> {
    let path = error.path().unwrap_or(Path::new("?"));
    let name = path.to_string_lossy();
    if let Some(ancestor) = error.loop_ancestor() {
        let message = format!("{name} is a link back to {}; ignored", ancestor.to_string_lossy());
        return Some(Problem::of_file(&codes::LOOP, name, message, Status::Failed));
    }
    let dangling = path.is_symlink() && !path.exists();
    if error.depth() > 0 && (is_hidden(path) || dangling && !known(path)) {
        return None;
    }
    let error = error.io_error().map_or_else(|| error.to_string(), ToString::to_string);
    Some(Problem::unreadable(&name, &io::Error::other(error)))
}

/// Returns true for a file with what `kifu` itself writes in JSON: the findings of a command, or `kifu info --json`.
fn is_output(path: &Path) -> bool {
    let is_json = |extension: &OsStr| extension.eq_ignore_ascii_case("json") || extension.eq_ignore_ascii_case("jsonl");
    let mut head = Vec::new();
    path.extension().is_some_and(is_json)
        && fs::File::open(path).is_ok_and(|file| file.take(OUTPUT_HEAD).read_to_end(&mut head).is_ok())
        && json::is_output(&head)
}

fn is_hidden(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."))
}
