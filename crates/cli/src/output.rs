//! Files that appear whole or not at all.

use crate::{codes, input::Found, input::Input, problem::Problem, status::Status};
use std::{
    collections::HashMap,
    ffi::OsString,
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Mutex,
};

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
                Err(Problem::of_file(codes::SAME_OUTPUT, name, message, Status::Failed)
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

/// What is said where a file exists that nobody asked to overwrite.
pub(crate) fn exists(path: &Path) -> Problem {
    let name = path.to_string_lossy();
    let message = format!("{name} exists already; not overwritten");
    Problem::of_file(codes::EXISTS, name, message, Status::Failed).help("--force overwrites it".to_owned())
}

/// Writes a file: all of it, under another name beside it first, or nothing. Folders that are missing are made.
pub(crate) fn write(path: &Path, bytes: &[u8], force: bool) -> Result<(), Problem> {
    let mut whole = Whole::create(path, force)?;
    whole.write(bytes)?;
    whole.keep()
}

/// A file that is being written, and is not there before it is whole.
pub(crate) struct Whole {
    path: PathBuf,
    file: Sink,
    force: bool,
}

enum Sink {
    /// Beside its place, under another name.
    Beside(tempfile::NamedTempFile),
    /// A device or a pipe, which no file may take the place of.
    Device(fs::File),
}

impl Whole {
    pub(crate) fn create(path: &Path, force: bool) -> Result<Self, Problem> {
        if fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
            let device = fs::OpenOptions::new().write(true).open(path);
            let file = Sink::Device(device.map_err(|error| Problem::unwritable(path, &error))?);
            return Ok(Self { path: path.into(), file, force });
        }
        if !force && fs::symlink_metadata(path).is_ok() {
            return Err(exists(path));
        }
        // What is overwritten through a link is the file it leads to.
        let path = if force { fs::canonicalize(path).unwrap_or_else(|_| path.into()) } else { path.into() };
        let failed = |error: io::Error| Problem::unwritable(&path, &error);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        fs::create_dir_all(folder).map_err(failed)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".kifu-");
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(failed)?;
        Ok(Self { path, file: Sink::Beside(file), force })
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Problem> {
        let written = match &mut self.file {
            Sink::Beside(file) => file.write_all(bytes),
            Sink::Device(device) => device.write_all(bytes),
        };
        written.map_err(|error| Problem::unwritable(&self.path, &error))
    }

    /// Gives it its name.
    pub(crate) fn keep(self) -> Result<(), Problem> {
        let Self { path, file: Sink::Beside(file), force } = self else { return Ok(()) };
        if let Ok(before) = fs::metadata(&path) {
            // Not every file system knows permissions.
            let _ = file.as_file().set_permissions(before.permissions());
        }
        let kept = if force { file.persist(&path) } else { file.persist_noclobber(&path) };
        match kept {
            Ok(_) => Ok(()),
            Err(error) if !force && error.error.kind() == io::ErrorKind::AlreadyExists => Err(exists(&path)),
            Err(error) => Err(Problem::unwritable(&path, &error.error)),
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
        assert_eq!(whole.keep().unwrap_err().code, Some(codes::EXISTS));
        assert_eq!(fs::read(&path).unwrap(), b"another's");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
