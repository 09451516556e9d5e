//! Waits for files to change.

use crate::{
    args, config,
    config::{Settings, folder_of},
    input::Input,
    problem::Problem,
};
use kifu::FileVersion;
use notify::{
    EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use std::{
    collections::{HashMap, HashSet},
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

/// Changes are read when none came for this time, because editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Changes are read after this time even if more of them come.
const PATIENCE: Duration = Duration::from_secs(2);

/// The inputs of a command, while they are watched.
pub(crate) struct Watch {
    events: Receiver<notify::Result<notify::Event>>,
    /// The versions of the files when they were found last.
    versions: HashMap<PathBuf, FileVersion>,
    /// The names of the files with settings.
    settings: HashSet<OsString>,
    /// Sends the events for as long as it exists.
    _watcher: RecommendedWatcher,
}

/// What changed in the inputs.
pub(crate) struct Changes {
    /// The inputs that are new or changed.
    pub(crate) inputs: Vec<Input>,
    /// True if all of them are new.
    pub(crate) are_new: bool,
    /// The paths of the inputs that are gone.
    pub(crate) gone: Vec<PathBuf>,
}

impl Watch {
    /// Starts to watch the files and folders, and the files with settings for them.
    pub(crate) fn start(inputs: &args::Inputs, settings: &Settings) -> Result<Self, Problem> {
        let (sender, events) = channel();
        let mut names = HashSet::from([config::NAME.into()]);
        let mut watcher =
            notify::recommended_watcher(sender).map_err(|error| unwatchable(Path::new("files"), &error))?;
        for path in &inputs.paths {
            if path.as_os_str() == "-" {
                return Err(Problem::usage("standard input cannot be watched"));
            }
            let mut watch =
                |folder: &Path, mode| watcher.watch(folder, mode).map_err(|error| unwatchable(folder, &error));
            // A program may replace a file, so the folder of a file is watched.
            let folder = if path.is_dir() { path } else { folder_of(path) };
            if let Some(file) = settings.file_for(folder) {
                watch(folder_of(&file), RecursiveMode::NonRecursive)?;
                names.extend(file.file_name().map(OsString::from));
            }
            watch(folder, if path.is_dir() { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive })?;
        }
        Ok(Self { events, versions: HashMap::new(), settings: names, _watcher: watcher })
    }

    /// Returns what changed since the last call.
    pub(crate) fn changes(&mut self, inputs: &[Input]) -> Changes {
        let before = std::mem::take(&mut self.versions);
        let is_changed = |input: &&Input| {
            let Ok(file) = fs::metadata(&input.path) else { return false };
            let version = FileVersion::of(&file);
            let is_changed = before.get(&input.path) != Some(&version);
            self.versions.insert(input.path.clone(), version);
            is_changed
        };
        let inputs: Vec<_> = inputs.iter().filter(is_changed).cloned().collect();
        let are_new = inputs.iter().all(|input| !before.contains_key(&input.path));
        let mut gone: Vec<_> = before.into_keys().filter(|path| !self.versions.contains_key(path)).collect();
        gone.sort();
        Changes { inputs, are_new, gone }
    }

    /// Waits until something in the folders changes, and then until the changes pause. Returns true if settings changed; then each
    /// input counts as changed.
    pub(crate) fn wait(&mut self) -> Result<bool, Problem> {
        let ended = || Problem::usage("the system does not report changes of files any more");
        let mut event = self.events.recv().map_err(|_| ended())?;
        while !is_change(&event) {
            event = self.events.recv().map_err(|_| ended())?;
        }
        let mut has_settings = self.is_of_settings(&event);
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.events.recv_timeout(QUIET) {
                Ok(event) => has_settings |= is_change(&event) && self.is_of_settings(&event),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
        if has_settings {
            self.versions.clear();
        }
        Ok(has_settings)
    }

    fn is_of_settings(&self, event: &notify::Result<notify::Event>) -> bool {
        let Ok(event) = event else { return false };
        event.paths.iter().any(|path| path.file_name().is_some_and(|name| self.settings.contains(name)))
    }

    /// Returns the number of files that are watched.
    pub(crate) fn files(&self) -> u64 {
        self.versions.len() as u64
    }
}

/// Returns true unless a file was only read. An error may hide a change.
fn is_change(event: &notify::Result<notify::Event>) -> bool {
    match event {
        Ok(event) => match event.kind {
            EventKind::Access(AccessKind::Close(mode)) => mode == AccessMode::Write,
            EventKind::Access(_) => false,
            _ => true,
        },
        Err(_) => true,
    }
}

fn unwatchable(path: &Path, error: &notify::Error) -> Problem {
    Problem::usage(format!("cannot watch {}: {error}", path.display()))
}
