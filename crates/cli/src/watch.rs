//! Waits for files to change.

use crate::{args, input::Input, problem::Problem};
use kifu::FileVersion;
use notify::{
    EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode},
};
use std::{
    collections::HashMap,
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
    /// Sends the events for as long as it exists.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Starts to watch the files and folders.
    pub(crate) fn start(inputs: &args::Inputs) -> Result<Self, Problem> {
        let (sender, events) = channel();
        let mut watcher =
            notify::recommended_watcher(sender).map_err(|error| unwatchable(Path::new("files"), &error))?;
        for path in &inputs.paths {
            if path.as_os_str() == "-" {
                return Err(Problem::usage("standard input cannot be watched"));
            }
            // A program may replace a file, so the folder of a file is watched.
            let (folder, mode) = match path.is_dir() {
                true => (path.as_path(), RecursiveMode::Recursive),
                false => (path.parent().unwrap_or(Path::new("")), RecursiveMode::NonRecursive),
            };
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            watcher.watch(folder, mode).map_err(|error| unwatchable(folder, &error))?;
        }
        Ok(Self { events, versions: HashMap::new(), _watcher: watcher })
    }

    /// Returns those inputs that are new or changed since the last call.
    pub(crate) fn changed(&mut self, inputs: &[Input]) -> Vec<Input> {
        let before = std::mem::take(&mut self.versions);
        let is_changed = |input: &&Input| {
            let Ok(file) = fs::metadata(&input.path) else { return false };
            let version = FileVersion::of(&file);
            let is_changed = before.get(&input.path) != Some(&version);
            self.versions.insert(input.path.clone(), version);
            is_changed
        };
        inputs.iter().filter(is_changed).cloned().collect()
    }

    /// Waits until something in the folders changes, and then until the changes pause.
    pub(crate) fn wait(&self) -> Result<(), Problem> {
        let ended = || Problem::usage("the system does not report changes of files any more");
        while !is_change(&self.events.recv().map_err(|_| ended())?) {}
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.events.recv_timeout(QUIET) {
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
        Ok(())
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
