//! Files under another name until they are whole; gone when they are dropped or the program is interrupted.

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
pub(super) struct Temporary {
    // It is dropped, and so removed, before its entry.
    file: NamedTempFile,
    _entry: Entry,
}

/// A path among those there are.
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

/// From now on SIGINT and SIGTERM remove every temporary file before they end the program, with status 130 or 143.
#[cfg(unix)]
pub(crate) fn remove_on_signals() -> io::Result<()> {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
    };
    let mut signals = Signals::new([SIGINT, SIGTERM])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = signals.forever().next() {
            // The lock is kept: no file is made or named any more.
            let all = all();
            for path in all.iter() {
                let _ = std::fs::remove_file(path);
            }
            std::process::exit(128 + signal);
        }
    })?;
    Ok(())
}

#[cfg(not(unix))]
pub(crate) fn remove_on_signals() -> io::Result<()> {
    Ok(())
}
