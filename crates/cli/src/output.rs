//! Files that appear whole or not at all.

mod attributes;
mod temporary;

use crate::{codes, input::Found, input::Input, problem::Problem, status::Status};
use std::{
    collections::HashMap,
    ffi::OsString,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Mutex,
    time::SystemTime,
};
use temporary::Temporary;
pub(crate) use temporary::remove_on_signals;

/// Where the output goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    Standard,
    File(PathBuf),
    Folder(PathBuf),
}

impl Target {
    /// What `-o` means for these inputs.
    pub(crate) fn choose(output: Option<&Path>, found: &Found) -> Result<Self, Problem> {
        let Some(path) = output.filter(|path| path.as_os_str() != "-") else {
            return match found.many {
                true => Err(Problem::usage("several inputs, or a folder, need a folder to write to")
                    .help("give it with -o DIR".to_owned())),
                false => Ok(Self::Standard),
            };
        };
        let slash =
            path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(char::from(last)));
        if path.is_dir() || slash || found.many {
            if path.exists() && !path.is_dir() {
                let message = format!("{} is no folder; several inputs need one to write to", path.to_string_lossy());
                return Err(Problem::usage(message));
            }
            return Ok(Self::Folder(path.into()));
        }
        Ok(Self::File(path.into()))
    }
}

/// Which input each output is made of: no two may have the same.
#[derive(Debug, Default)]
pub(crate) struct Claims(Mutex<HashMap<PathBuf, String>>);

impl Claims {
    /// Makes `output` the output of `input`.
    pub(crate) fn claim(&self, output: &Path, input: &Input) -> Result<(), Problem> {
        let mut claims = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let name = input.name();
        match claims.get(output) {
            Some(other) => {
                let message = format!("{name} would be written to {}, and so is {other}", output.to_string_lossy());
                Err(Problem::of_file(&codes::SAME_OUTPUT, name, message, Status::Failed)
                    .help("rename one of them, or write them into folders of their own".to_owned()))
            }
            None => {
                claims.insert(output.into(), name);
                Ok(())
            }
        }
    }
}

/// The path with another extension. What looks like none stays: `opening 1.2` becomes `opening 1.2.sgf`.
pub(crate) fn with_extension(path: &Path, extension: &str) -> PathBuf {
    numbered(path, None, extension)
}

/// The same for one of several games: `name-3.jgf`.
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

/// The error of a file that exists, without `--force`.
pub(crate) fn exists(path: &Path) -> Problem {
    let name = path.to_string_lossy();
    let message = format!("{name} exists already; not overwritten");
    Problem::of_file(&codes::EXISTS, name, message, Status::Failed).help("--force overwrites it".to_owned())
}

/// Writes a file: all of it, under another name beside it first, or nothing. Folders that are missing are made.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), Problem> {
    let mut whole = Whole::create(path, force)?;
    whole.write(bytes)?;
    whole.keep()
}

/// Writes a file back to where it was read, unless it changed since.
pub(crate) fn replace(path: &Path, bytes: &[u8], read: Option<&Version>) -> Result<(), Problem> {
    let mut whole = Whole::create(path, true)?;
    whole.expects(read);
    whole.write(bytes)?;
    whole.keep()
}

/// A file that is being written, and is not there before it is whole.
pub(crate) struct Whole {
    /// The name that was asked for, and the path that it leads to.
    name: PathBuf,
    path: PathBuf,
    file: Sink,
    force: bool,
}

enum Sink {
    /// Beside its place, under another name; and the file that stands in its place.
    Beside(Temporary, Option<Version>),
    /// A device or a pipe, which no file may take the place of.
    Device(fs::File),
}

impl Whole {
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, Problem> {
        if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            let device = fs::OpenOptions::new().write(true).open(path);
            let file = Sink::Device(device.map_err(|error| Problem::unwritable(path, &error))?);
            return Ok(Self { name: path.into(), path: path.into(), file, force });
        }
        if !force && fs::symlink_metadata(path).is_ok() {
            return Err(exists(path));
        }
        // What is overwritten through a link is the file it leads to.
        let name = path;
        let path = if force { fs::canonicalize(name).unwrap_or_else(|_| name.into()) } else { name.into() };
        let failed = |error: io::Error| Problem::unwritable(name, &error);
        let folder = folder_of(&path);
        fs::create_dir_all(folder).map_err(failed)?;
        let before = fs::metadata(&path).ok().filter(fs::Metadata::is_file);
        let file = Temporary::create(folder, before.is_some()).map_err(failed)?;
        if let Some(before) = &before {
            attributes::keep(&path, before, file.as_file()).map_err(|why| irreplaceable(name, &why))?;
        }
        let version = before.as_ref().map(Version::of);
        Ok(Self { name: name.into(), path, file: Sink::Beside(file, version), force })
    }

    /// Names the version of the file that may be replaced: the one that was read.
    fn expects(&mut self, read: Option<&Version>) {
        if let (Sink::Beside(_, version), Some(read)) = (&mut self.file, read) {
            *version = Some(read.clone());
        }
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        let written = match &mut self.file {
            Sink::Beside(file, _) => file.as_file().write_all(bytes),
            Sink::Device(device) => device.write_all(bytes),
        };
        written.map_err(|error| Problem::unwritable(&self.name, &error))
    }

    /// Gives it its name, if the file that it replaces is still the same.
    pub(crate) fn keep(self) -> Result<(), Problem> {
        let Self { name, path, file: Sink::Beside(file, version), force } = self else { return Ok(()) };
        let failed = |error: io::Error| Problem::unwritable(&name, &error);
        if let Some(version) = &version {
            // What replaces something is on the disk before that is gone.
            file.as_file().sync_all().map_err(failed)?;
            let now = fs::symlink_metadata(&path).ok();
            if now.is_none_or(|now| Version::of(&now) != *version) {
                return Err(changed(&name));
            }
        }
        // A file that appeared meanwhile is nobody's to replace either.
        match file.persist(&path, force && version.is_some()) {
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && force => return Err(changed(&name)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(exists(&name)),
            Err(error) => return Err(failed(error)),
        }
        #[cfg(unix)]
        if version.is_some() {
            // The name is on the disk too. Not every file system can.
            let _ = fs::File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
        }
        Ok(())
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The error of a file that changed after it was read.
fn changed(path: &Path) -> Problem {
    let name = path.to_string_lossy();
    let message = format!("{name} changed while it was worked on; it was left alone");
    Problem::of_file(&codes::CHANGED, name, message, Status::Failed).help("run kifu again".to_owned())
}

/// The error of a file whose permissions, owner or names a new file could not have.
fn irreplaceable(path: &Path, why: &str) -> Problem {
    let name = path.to_string_lossy();
    let message = format!("{name} {why}; it was left alone");
    Problem::of_file(&codes::IRREPLACEABLE, name, message, Status::Failed)
        .help("write to another file with -o".to_owned())
}

/// What tells one version of a file from another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Version {
    bytes: u64,
    modified: Option<SystemTime>,
    /// Device, inode, permissions, owner and group.
    #[cfg(unix)]
    node: (u64, u64, u32, u32, u32),
}

impl Version {
    pub(crate) fn of(file: &fs::Metadata) -> Self {
        #[cfg(unix)]
        use std::os::unix::fs::MetadataExt;
        Self {
            bytes: file.len(),
            modified: file.modified().ok(),
            #[cfg(unix)]
            node: (file.dev(), file.ino(), file.mode(), file.uid(), file.gid()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_device_stays_a_device() {
        use std::os::unix::fs::FileTypeExt;
        write(Path::new("/dev/null"), b"gone", true).unwrap();
        write(Path::new("/dev/null"), b"gone", false).unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }

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
    fn what_is_not_kept_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let mut whole = Whole::create(&path, false).unwrap();
        whole.write(b"(;").unwrap();
        drop(whole);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        write(&path, b"one", false).unwrap();
        assert!(write(&path, b"two", false).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write(&path, b"two", true).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_appears_meanwhile_is_left_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let mut whole = Whole::create(&path, false).unwrap();
        whole.write(b"mine").unwrap();
        fs::write(&path, b"another's").unwrap();
        assert_eq!(whole.keep().unwrap_err().code, Some(codes::EXISTS.code));
        assert_eq!(fs::read(&path).unwrap(), b"another's");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_changes_meanwhile_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        let is_changed = |change: &dyn Fn()| {
            fs::write(&path, b"read").unwrap();
            let read = Version::of(&fs::metadata(&path).unwrap());
            let mut whole = Whole::create(&path, true).unwrap();
            whole.expects(Some(&read));
            whole.write(b"mine").unwrap();
            change();
            let kept = whole.keep();
            assert_eq!(
                fs::read_dir(folder.path())
                    .unwrap()
                    .filter(|entry| { entry.as_ref().unwrap().file_name().to_string_lossy().starts_with(".kifu-") })
                    .count(),
                0
            );
            kept.is_err_and(|problem| problem.code == Some(codes::CHANGED.code))
                .then(|| fs::read(&path).unwrap_or_default())
        };
        assert_eq!(is_changed(&|| {}), None);
        assert_eq!(fs::read(&path).unwrap(), b"mine");
        assert_eq!(is_changed(&|| fs::write(&path, b"longer").unwrap()).unwrap(), b"longer");
        let later = SystemTime::now() + std::time::Duration::from_nanos(1_000_001);
        let touch = || fs::File::options().write(true).open(&path).unwrap().set_modified(later).unwrap();
        assert_eq!(is_changed(&touch).unwrap(), b"read");
        assert_eq!(is_changed(&|| fs::remove_file(&path).unwrap()).unwrap(), b"");
        // Another file of the same size and time, as an editor that renames makes one.
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
    fn nobody_sees_more_of_it_while_it_is_written() {
        use std::os::unix::fs::{MetadataExt, PermissionsExt};
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        for mode in [0o600, 0o640, 0o444, 0o666] {
            fs::write(&path, b"secret").unwrap();
            fs::set_permissions(&path, PermissionsExt::from_mode(mode)).unwrap();
            let mut whole = Whole::create(&path, true).unwrap();
            let Sink::Beside(file, _) = &whole.file else { panic!("a file") };
            let (new, old) = (file.as_file().metadata().unwrap(), fs::metadata(&path).unwrap());
            assert_eq!((new.mode() & 0o7777, new.len()), (mode, 0));
            assert_eq!((new.uid(), new.gid()), (old.uid(), old.gid()));
            whole.write(b"mine").unwrap();
            whole.keep().unwrap();
            assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, mode);
            fs::remove_file(&path).unwrap();
        }
    }
}
