use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::{self, IsTerminal},
    sync::{
        Once, OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// The bar appears after this time. A program that shows nothing for longer seems to hang.
const PATIENCE: Duration = Duration::from_millis(150);

/// A progress bar. It is shown only on a terminal, and only if the run takes a while.
pub(crate) struct Progress {
    /// The start of the run. Finding many files takes a part of it.
    since: Instant,
    /// The numbers of the files that were found, and of their bytes.
    files: AtomicU64,
    bytes: AtomicU64,
    work: OnceLock<Work>,
}

struct Work {
    done: AtomicU64,
    bar: ProgressBar,
    shown: Once,
}

impl Progress {
    /// Creates a bar for a run that starts now.
    pub(crate) fn new() -> Self {
        let (files, bytes) = (AtomicU64::new(0), AtomicU64::new(0));
        Self { since: Instant::now(), files, bytes, work: OnceLock::new() }
    }

    /// Counts a file to work on.
    pub(crate) fn found(&self, bytes: u64) {
        self.files.fetch_add(1, Relaxed);
        self.bytes.fetch_add(bytes, Relaxed);
    }

    /// Starts the bar.
    pub(crate) fn start(&self) {
        if io::stderr().is_terminal() {
            let _ = self.work.set(Work { done: AtomicU64::new(0), bar: bar(), shown: Once::new() });
        }
    }

    /// Counts a file that is done.
    pub(crate) fn done(&self, bytes: u64) {
        let Some(work) = self.work.get() else { return };
        let done = work.done.fetch_add(1, Relaxed) + 1;
        work.bar.set_message(format!("{done}/{} files", self.files.load(Relaxed)));
        work.bar.set_length(self.bytes.load(Relaxed));
        work.bar.inc(bytes);
        if self.since.elapsed() > PATIENCE {
            work.shown.call_once(|| work.bar.set_draw_target(ProgressDrawTarget::stderr()));
        }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        if let Some(work) = self.work.get() {
            work.bar.finish_and_clear();
        }
    }

    /// Hides the bar while `write` runs.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match self.work.get() {
            Some(work) => work.bar.suspend(write),
            None => write(),
        }
    }
}

/// Returns a bar that counts, but is hidden at first.
fn bar() -> ProgressBar {
    let template = "{wide_bar} {msg}  {binary_bytes_per_sec}  {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::hidden()).with_style(style)
}
