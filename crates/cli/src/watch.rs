//! Waits for files to change.

use crate::{
    args, config,
    config::{Settings, folder_of},
    input::Input,
    problem::Problem,
};
use kifu::FileVersion;
use notify::{
    Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher,
    event::{AccessKind, AccessMode, ModifyKind},
};
use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    ffi::OsString,
    fs,
    ops::Bound,
    path::{Path, PathBuf, absolute},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::{Duration, Instant},
};

/// Changes are read when none came for this time, because editors write a file in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Changes are read after this time even if more of them come.
const PATIENCE: Duration = Duration::from_secs(2);

/// The inputs of a command, while they are watched.
pub(crate) struct Watch {
    events: Receiver<notify::Result<Event>>,
    /// The versions of the files when they were found last.
    versions: BTreeMap<PathBuf, FileVersion>,
    /// The names of the files with settings.
    settings: HashSet<OsString>,
    /// The files and folders in the arguments by the absolute paths that events have for them.
    inputs: Vec<(PathBuf, PathBuf)>,
    /// The folders that are watched, by their absolute paths. Those above the inputs are watched too: if one of them is replaced, so is
    /// the input, and the new one is not watched yet.
    folders: BTreeMap<PathBuf, RecursiveMode>,
    watcher: RecommendedWatcher,
}

/// What may have changed.
#[derive(Debug, Default)]
pub(crate) struct Events {
    /// True if settings changed. Then each input counts as changed.
    pub(crate) of_settings: bool,
    /// The paths of the files in the form of the arguments.
    paths: BTreeSet<PathBuf>,
    /// True if there may be other changes.
    are_incomplete: bool,
    /// True if a watched folder was replaced, or appeared.
    of_folders: bool,
}

impl Events {
    fn are_empty(&self) -> bool {
        !self.of_settings && self.paths.is_empty() && !self.are_incomplete && !self.of_folders
    }

    /// Returns the paths that may have changed. `None` if everything may have changed.
    pub(crate) fn paths(&self) -> Option<&BTreeSet<PathBuf>> {
        (!self.of_settings && !self.are_incomplete && !self.of_folders).then_some(&self.paths)
    }
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
        let watcher = notify::recommended_watcher(sender).map_err(|error| unwatchable(Path::new("files"), &error))?;
        let mut watch = Self {
            events,
            versions: BTreeMap::new(),
            settings: HashSet::from([config::NAME.into()]),
            inputs: Vec::new(),
            folders: BTreeMap::new(),
            watcher,
        };
        for path in &inputs.paths {
            if path.as_os_str() == "-" {
                return Err(Problem::usage("standard input cannot be watched"));
            }
            watch.input(path, settings)?;
        }
        Ok(watch)
    }

    /// Watches a file or a folder, the file with settings for it, and the folders above it.
    fn input(&mut self, path: &Path, settings: &Settings) -> Result<(), Problem> {
        let canonical = fs::canonicalize(path).ok();
        let places = absolute(path).ok().into_iter().chain(canonical);
        self.inputs.extend(places.map(|place| (place, path.to_owned())));
        // A program may replace a file, so the folder of a file is watched.
        let folder = if path.is_dir() { path } else { folder_of(path) };
        let mode = if path.is_dir() { RecursiveMode::Recursive } else { RecursiveMode::NonRecursive };
        if let Some(file) = settings.file_for(folder) {
            self.folder(folder_of(&file), RecursiveMode::NonRecursive)?;
            self.settings.extend(file.file_name().map(OsString::from));
        }
        for above in folder.ancestors().skip(1) {
            // A folder that cannot be watched is probably not replaced either.
            let _ = self.folder(above, RecursiveMode::NonRecursive);
        }
        self.folder(folder, mode)
    }

    /// Watches a folder.
    fn folder(&mut self, folder: &Path, mode: RecursiveMode) -> Result<(), Problem> {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let place = absolute(folder).unwrap_or_else(|_| folder.to_owned());
        // Watched alone, a folder would lose that the folders below it are watched.
        let is_within = |(known, of): (&PathBuf, &RecursiveMode)| {
            *known == place && *of == mode || *of == RecursiveMode::Recursive && place.starts_with(known)
        };
        if self.folders.iter().any(is_within) {
            return Ok(());
        }
        self.watcher.watch(&place, mode).map_err(|error| unwatchable(folder, &error))?;
        self.folders.insert(place, mode);
        Ok(())
    }

    /// Watches the folders again, because one of them was replaced. A folder that is missing is watched when it appears.
    fn watch_again(&mut self) {
        for recursive in [RecursiveMode::NonRecursive, RecursiveMode::Recursive] {
            for (folder, _) in self.folders.iter().filter(|(_, mode)| **mode == recursive) {
                let _ = self.watcher.unwatch(folder);
                let _ = self.watcher.watch(folder, recursive);
            }
        }
    }

    /// Returns what changed since the last call. `found` has the inputs, or only those at the `paths` if nothing else changed.
    pub(crate) fn changes(&mut self, found: &[Input], paths: Option<&BTreeSet<PathBuf>>) -> Changes {
        let before = match paths {
            None => std::mem::take(&mut self.versions),
            Some(paths) => paths.iter().flat_map(|path| removed_below(&mut self.versions, path)).collect(),
        };
        let is_changed = |input: &&Input| {
            let Ok(file) = fs::metadata(&input.path) else { return false };
            let version = FileVersion::of(&file);
            let is_changed = before.get(&input.path) != Some(&version);
            self.versions.insert(input.path.clone(), version);
            is_changed
        };
        let inputs: Vec<_> = found.iter().filter(is_changed).cloned().collect();
        let are_new = inputs.iter().all(|input| !before.contains_key(&input.path));
        let gone = before.into_keys().filter(|path| !self.versions.contains_key(path)).collect();
        Changes { inputs, are_new, gone }
    }

    /// Waits until something in the folders changes, and then until the changes pause. Returns what may have changed.
    pub(crate) fn wait(&mut self) -> Result<Events, Problem> {
        let ended = || Problem::usage("the system does not report changes of files any more");
        let mut events = Events::default();
        while events.are_empty() {
            self.hear(self.events.recv().map_err(|_| ended())?, &mut events);
        }
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            match self.events.recv_timeout(QUIET) {
                Ok(event) => self.hear(event, &mut events),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return Err(ended()),
            }
        }
        if events.of_folders {
            self.watch_again();
        }
        if events.of_settings {
            self.versions.clear();
        }
        Ok(events)
    }

    /// Adds what an event reports.
    fn hear(&self, event: notify::Result<Event>, events: &mut Events) {
        // An error may hide a change.
        let Ok(event) = event else {
            events.are_incomplete = true;
            return;
        };
        if !is_change(event.kind) {
            return;
        }
        events.are_incomplete |= event.need_rescan() || event.paths.is_empty();
        for path in &event.paths {
            if path.file_name().is_some_and(|name| self.settings.contains(name)) {
                events.of_settings = true;
            } else if self.folders.contains_key(path) {
                events.of_folders |=
                    !matches!(event.kind, EventKind::Modify(ModifyKind::Metadata(_) | ModifyKind::Data(_)));
            } else {
                events.paths.extend(self.path_of(path));
            }
        }
    }

    /// Returns the path of a file in the form of the arguments. `None` if it is not in them.
    fn path_of(&self, place: &Path) -> Option<PathBuf> {
        self.inputs.iter().find_map(|(input, path)| {
            let relative = place.strip_prefix(input).ok()?;
            Some(if relative.as_os_str().is_empty() { path.clone() } else { path.join(relative) })
        })
    }

    /// Returns the number of files that are watched.
    pub(crate) fn files(&self) -> u64 {
        self.versions.len() as u64
    }
}

/// Removes the version of a file, or those of the files in a folder.
fn removed_below(versions: &mut BTreeMap<PathBuf, FileVersion>, path: &Path) -> Vec<(PathBuf, FileVersion)> {
    // The paths in a folder follow its own path.
    let below = versions
        .range::<Path, _>((Bound::Included(path), Bound::Unbounded))
        .map(|(known, _)| known)
        .take_while(|known| known.starts_with(path));
    let below: Vec<_> = below.cloned().collect();
    below.into_iter().filter_map(|path| versions.remove_entry(&path)).collect()
}

/// Returns true unless a file was only read.
fn is_change(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(AccessKind::Close(mode)) => mode == AccessMode::Write,
        EventKind::Access(_) => false,
        _ => true,
    }
}

fn unwatchable(path: &Path, error: &notify::Error) -> Problem {
    Problem::usage(format!("cannot watch {}: {error}", path.display()))
}
