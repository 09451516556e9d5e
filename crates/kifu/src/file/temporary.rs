//! Files under another name until they are whole; gone when they are dropped, or when all are removed.

use std::{
    collections::HashSet,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};
use tempfile::NamedTempFile;

/// The paths of those there are. Whoever makes one holds the lock, so that a signal finds all of them.
static ALL: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

fn all() -> MutexGuard<'static, HashSet<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file.
#[derive(Debug)]
pub(super) struct Temporary {
    // It is dropped, and so removed, before its entry.
    file: NamedTempFile,
    _entry: Entry,
}

/// A path among those there are.
#[derive(Debug)]
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        all().remove(&self.0);
    }
}

impl Temporary {
    /// Makes one: for a file that is new, with the permissions that every new file has; for one that replaces another, so
    /// that only its owner can read it.
    pub(super) fn create(folder: &Path, replaces: bool) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kifu-");
        #[cfg(unix)]
        if !replaces {
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        }
        #[cfg(not(unix))]
        let _ = replaces;
        let mut all = all();
        let file = builder.tempfile_in(folder)?;
        all.insert(file.path().into());
        let _entry = Entry(file.path().into());
        Ok(Self { file, _entry })
    }

    pub(super) fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// Gives it its name; another file of that name is replaced only where that is asked for.
    pub(super) fn persist(self, path: &Path, replaces: bool) -> io::Result<()> {
        let done = if replaces { self.file.persist(path) } else { self.file.persist_noclobber(path) };
        done.map(drop).map_err(|failed| failed.error)
    }
}

/// Removes all files that are not finished. While the answer lives, no [`WholeFile`](crate::WholeFile) is started or finished.
///
/// A program that a signal ends does not drop what it has. It calls this where it handles the signal.
///
/// ```
/// use kifu::{WholeFile, remove_unfinished};
/// # let folder = tempfile::tempdir().unwrap();
/// let entries = || std::fs::read_dir(folder.path()).unwrap().count();
/// let file = WholeFile::create(&folder.path().join("game.sgf"))?;
/// assert_eq!(entries(), 1);
/// drop(remove_unfinished());
/// assert_eq!(entries(), 0);
/// # Ok::<(), kifu::Error>(())
/// ```
pub fn remove_unfinished() -> NoUnfinished {
    let all = all();
    for path in all.iter() {
        let _ = std::fs::remove_file(path);
    }
    NoUnfinished { _all: all }
}

/// Keeps files from being started and finished as long as it lives; [`remove_unfinished`] returns it.
///
/// ```
/// let unfinished: kifu::NoUnfinished = kifu::remove_unfinished();
/// drop(unfinished); // files can be written again
/// ```
#[derive(Debug)]
#[must_use]
pub struct NoUnfinished {
    _all: MutexGuard<'static, HashSet<PathBuf>>,
}
