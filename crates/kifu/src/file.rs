//! Files that are written completely or not at all.

mod attributes;
mod temporary;
mod version;

use crate::Error;
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};
use temporary::Temporary;
pub use temporary::{NoUnfinished, remove_unfinished};
pub use version::FileVersion;

/// A file that is written completely or not at all. It gets its name in [`finish`](Self::finish); until then, a file that it
/// replaces stays unchanged. If it is dropped before, its temporary file is removed.
///
/// The new file has the permissions, the owner and the extended attributes of the file that it replaces, from its first byte. If
/// the path is a symbolic link, its target is replaced. A device or a pipe is written to directly.
///
/// ```
/// use kifu::{Error, WholeFile};
/// use std::{fs, io::Write};
/// # let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("game.sgf");
/// let mut file = WholeFile::create(&path)?;
/// file.write_all(b"(;GM[1]").unwrap();
/// assert!(!path.exists());
/// file.write_all(b";B[aa])").unwrap();
/// file.finish()?;
/// assert_eq!(fs::read(&path).unwrap(), b"(;GM[1];B[aa])");
/// assert!(matches!(WholeFile::create(&path), Err(Error::Exists { .. })));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug)]
pub struct WholeFile {
    /// The path that the caller named, and the path of the link target.
    name: PathBuf,
    path: PathBuf,
    sink: Sink,
    replaces: bool,
}

#[derive(Debug)]
enum Sink {
    /// A temporary file in the same folder, and the version of the file that it replaces.
    Beside(Temporary, Option<FileVersion>),
    /// A device or a pipe, which must not be replaced by a file.
    Device(fs::File),
}

impl WholeFile {
    /// Starts a new file.
    ///
    /// ```
    /// # let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("game.sgf");
    /// kifu::WholeFile::create(&path)?.finish()?;
    /// assert!(matches!(kifu::WholeFile::create(&path), Err(kifu::Error::Exists { .. })));
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Exists`], or [`Error::Unwritable`].
    pub fn create(path: &Path) -> Result<Self, Error> {
        Self::start(path, false)
    }

    /// Starts a file that replaces an existing file at this path, if any.
    ///
    /// ```
    /// use std::{fs, io::Write};
    /// # let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("game.sgf");
    /// fs::write(&path, "(;GM[1])").unwrap();
    /// let mut file = kifu::WholeFile::replace(&path)?;
    /// file.write_all(b"(;GM[1]SZ[9])").unwrap();
    /// assert_eq!(fs::read(&path).unwrap(), b"(;GM[1])");
    /// file.finish()?;
    /// assert_eq!(fs::read(&path).unwrap(), b"(;GM[1]SZ[9])");
    /// # Ok::<(), kifu::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Irreplaceable`] if the new file could not have the owner, the permissions, the extended attributes or the other
    /// names (hard links) of the old one, or if the path is a folder or a symbolic link without a target. [`Error::Unwritable`].
    pub fn replace(path: &Path) -> Result<Self, Error> {
        Self::start(path, true)
    }

    fn start(path: &Path, replaces: bool) -> Result<Self, Error> {
        if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            let device = fs::OpenOptions::new().write(true).open(path);
            let sink = Sink::Device(device.map_err(|error| Error::unwritable(path, error))?);
            return Ok(Self { name: path.into(), path: path.into(), sink, replaces });
        }
        if !replaces && fs::symlink_metadata(path).is_ok() {
            return Err(Error::Exists { path: path.into() });
        }
        if let Some(why) = irreplaceable(path).filter(|_| replaces) {
            return Err(Error::Irreplaceable { path: path.into(), why: why.into() });
        }
        let name = path;
        let path = if replaces { fs::canonicalize(name).unwrap_or_else(|_| name.into()) } else { name.into() };
        let before = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        let file = Temporary::create(folder_of(&path), before.is_some());
        let file = file.map_err(|error| Error::unwritable(name, error))?;
        if let Some(before) = &before {
            attributes::keep(&path, before, file.as_file())
                .map_err(|why| Error::Irreplaceable { path: name.into(), why })?;
        }
        let version = before.as_ref().map(FileVersion::of);
        Ok(Self { name: name.into(), path, sink: Sink::Beside(file, version), replaces })
    }

    /// Sets the version of the file that may be replaced: the version that was read. By default it is the version that existed when
    /// this file was started.
    ///
    /// ```
    /// use kifu::{Error, FileVersion, WholeFile};
    /// use std::{fs, io::Write};
    /// # let folder = tempfile::tempdir().unwrap();
    /// let path = folder.path().join("game.sgf");
    /// fs::write(&path, "(;GM[1])").unwrap();
    /// let read = FileVersion::of(&fs::metadata(&path).unwrap());
    /// fs::write(&path, "(;GM[1];B[aa])").unwrap();
    /// let mut file = WholeFile::replace(&path)?.if_still(read);
    /// file.write_all(b"(;GM[1]SZ[9])").unwrap();
    /// assert!(matches!(file.finish(), Err(Error::Changed { .. })));
    /// assert_eq!(fs::read(&path).unwrap(), b"(;GM[1];B[aa])");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn if_still(mut self, read: FileVersion) -> Self {
        if let Sink::Beside(_, version) = &mut self.sink {
            *version = Some(read);
        }
        self
    }

    /// Finishes the file: moves it to its final path.
    ///
    /// # Errors
    /// [`Error::Changed`] if the file to replace has changed, and [`Error::Exists`] if another file appeared at the path; that file
    /// stays unchanged. [`Error::Unwritable`].
    pub fn finish(self) -> Result<(), Error> {
        let Self { name, path, sink: Sink::Beside(file, version), replaces } = self else { return Ok(()) };
        if let Some(version) = &version {
            // The new content must be on the disk before the old file disappears.
            file.as_file().sync_all().map_err(|error| Error::unwritable(&name, error))?;
            let now = fs::symlink_metadata(&path).ok();
            if now.is_none_or(|now| FileVersion::of(&now) != *version) {
                return Err(Error::Changed { path: name });
            }
        }
        // Do not replace a file that appeared meanwhile.
        match file.persist(&path, replaces && version.is_some()) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && replaces => {
                return Err(Error::Changed { path: name });
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(Error::Exists { path: name }),
            Err(error) => return Err(Error::unwritable(&name, error)),
        }
        #[cfg(unix)]
        if version.is_some() {
            // Write the new name to the disk too. Not every file system supports this.
            let _ = fs::File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Beside(file, _) => file.as_file().write(bytes),
            Sink::Device(device) => device.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns why no file can be put in the place of a path: the rest of a sentence whose subject is the path.
fn irreplaceable(path: &Path) -> Option<&'static str> {
    match fs::metadata(path) {
        Ok(there) => there.is_dir().then_some("is a folder"),
        Err(_) => path.is_symlink().then_some("is a symbolic link, and its target cannot be found"),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    fn replace(path: &Path, bytes: &[u8]) -> Result<(), Error> {
        let mut file = WholeFile::replace(path)?;
        file.write_all(bytes).unwrap();
        file.finish()
    }

    #[cfg(unix)]
    #[test]
    fn a_device_stays_a_device() {
        use std::os::unix::fs::FileTypeExt;
        let null = Path::new("/dev/null");
        replace(null, b"gone").unwrap();
        let mut file = WholeFile::create(null).unwrap();
        file.write_all(b"gone").unwrap();
        file.finish().unwrap();
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
    }

    #[test]
    fn what_is_not_finished_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"(;").unwrap();
        drop(file);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        replace(&path, b"one").unwrap();
        assert!(matches!(WholeFile::create(&path), Err(Error::Exists { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"one");
        replace(&path, b"two").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_appears_meanwhile_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let mut file = WholeFile::create(&path).unwrap();
        file.write_all(b"mine").unwrap();
        fs::write(&path, b"another's").unwrap();
        assert!(matches!(file.finish(), Err(Error::Exists { .. })));
        assert_eq!(fs::read(&path).unwrap(), b"another's");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_changes_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let is_changed = |change: &dyn Fn()| {
            fs::write(&path, b"read").unwrap();
            let read = FileVersion::of(&fs::metadata(&path).unwrap());
            let mut file = WholeFile::replace(&path).unwrap().if_still(read);
            file.write_all(b"mine").unwrap();
            change();
            let finished = file.finish();
            let entries = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            assert_eq!(entries.filter(|name| name.to_string_lossy().starts_with(".kifu-")).count(), 0);
            matches!(finished, Err(Error::Changed { .. })).then(|| fs::read(&path).unwrap_or_default())
        };
        assert_eq!(is_changed(&|| {}), None);
        assert_eq!(fs::read(&path).unwrap(), b"mine");
        assert_eq!(is_changed(&|| fs::write(&path, b"longer").unwrap()).unwrap(), b"longer");
        let later = SystemTime::now() + std::time::Duration::from_nanos(1_000_001);
        let touch = || fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        assert_eq!(is_changed(&touch).unwrap(), b"read");
        assert_eq!(is_changed(&|| fs::remove_file(&path).unwrap()).unwrap(), b"");
        // Other bytes of the same size, with the time set back.
        #[cfg(unix)]
        assert_eq!(
            is_changed(&|| {
                let time = fs::metadata(&path).unwrap().modified().unwrap();
                // The clock of the file system may be coarse.
                std::thread::sleep(std::time::Duration::from_millis(20));
                fs::write(&path, b"new.").unwrap();
                fs::File::options().write(true).open(&path).unwrap().set_modified(time).unwrap();
            })
            .unwrap(),
            b"new."
        );
        // Another file of the same size and time: some editors save by renaming a new file.
        #[cfg(unix)]
        assert_eq!(
            is_changed(&|| {
                let time = fs::metadata(&path).unwrap().modified().unwrap();
                let other = folder.path().join("b.sgf");
                fs::write(&other, b"new.").unwrap();
                fs::File::options().write(true).open(&other).unwrap().set_modified(time).unwrap();
                fs::rename(&other, &path).unwrap();
            })
            .unwrap(),
            b"new."
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_file_of_two_names_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("a.sgf"), folder.path().join("b.sgf"));
        fs::write(&path, b"both").unwrap();
        fs::hard_link(&path, &other).unwrap();
        assert!(matches!(WholeFile::replace(&path), Err(Error::Irreplaceable { .. })));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[cfg(unix)]
    #[test]
    fn the_temporary_file_has_the_mode_of_the_file() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        for mode in [0o600, 0o640, 0o444, 0o666] {
            fs::write(&path, b"secret").unwrap();
            fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            let mut file = WholeFile::replace(&path).unwrap();
            let Sink::Beside(temporary, _) = &file.sink else { panic!("a file") };
            let (new, old) = (temporary.as_file().metadata().unwrap(), fs::metadata(&path).unwrap());
            assert_eq!((new.mode() & 0o7777, new.len()), (mode, 0));
            assert_eq!((new.uid(), new.gid()), (old.uid(), old.gid()));
            file.write_all(b"mine").unwrap();
            file.finish().unwrap();
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, mode);
            fs::remove_file(&path).unwrap();
        }
    }
}
