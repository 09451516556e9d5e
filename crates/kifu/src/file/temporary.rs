//! Temporary files, which are removed when they are dropped, or all together.

use std::{
    collections::HashSet,
    fs::File,
    io,
    path::{Path, PathBuf},
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};
use tempfile::NamedTempFile;

/// The paths of all temporary files. A file is created under the lock, so that a signal handler finds all of them.
static ALL: LazyLock<Mutex<HashSet<PathBuf>>> = LazyLock::new(Mutex::default);

fn all() -> MutexGuard<'static, HashSet<PathBuf>> {
    ALL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file.
#[derive(Debug)]
pub(super) struct Temporary {
    // Fields are dropped in this order: the file must be removed before its entry in `ALL`.
    file: NamedTempFile,
    _entry: Entry,
}

/// A path in `ALL`, removed when dropped.
#[derive(Debug)]
struct Entry(PathBuf);

impl Drop for Entry {
    fn drop(&mut self) {
        all().remove(&self.0);
    }
}

impl Temporary {
    /// Creates a temporary file: with the usual permissions for a new file, or readable only by its owner if it replaces another.
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

    /// Renames the file to `path`. Replaces an existing file only if `replaces` is true.
    pub(super) fn persist(self, path: &Path, replaces: bool) -> io::Result<()> {
        let done = if replaces { self.file.persist(path) } else { self.file.persist_noclobber(path) };
        done.map(drop).map_err(|failed| failed.error)
    }
}

/// Removes all unfinished files. While the returned guard exists, no [`WholeFile`](crate::WholeFile) can be started or finished.
///
/// A signal that ends a program does not drop its values. Call this function in the handler of the signal.
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

/// A guard that prevents starting and finishing files while it exists. [`remove_unfinished`] returns it.
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
