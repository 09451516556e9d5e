use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::{
    io::{self, IsTerminal},
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

/// Work that takes longer shows how far it is.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far the work is: shown where it takes a while and standard error is a terminal.
#[derive(Default)]
pub(crate) struct Progress {
    work: OnceLock<Work>,
}

struct Work {
    files: u64,
    bytes: u64,
    done: AtomicU64,
    done_bytes: AtomicU64,
    start: Instant,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    /// The work that begins now.
    pub(crate) fn start(&self, files: u64, bytes: u64) {
        if io::stderr().is_terminal() {
            let (done, done_bytes) = (AtomicU64::new(0), AtomicU64::new(0));
            let _ = self.work.set(Work { files, bytes, done, done_bytes, start: Instant::now(), bar: OnceLock::new() });
        }
    }

    /// One more file is done.
    pub(crate) fn done(&self, bytes: u64) {
        let Some(work) = self.work.get() else { return };
        let done = work.done.fetch_add(1, Relaxed) + 1;
        let done_bytes = work.done_bytes.fetch_add(bytes, Relaxed) + bytes;
        if work.start.elapsed() < PATIENCE {
            return;
        }
        let bar = work.bar.get_or_init(|| bar(work.bytes).with_elapsed(work.start.elapsed()));
        bar.set_message(format!("{done}/{} files", work.files));
        bar.set_position(done_bytes);
    }

    /// Nothing more is to be done.
    pub(crate) fn finish(&self) {
        if let Some(bar) = self.work.get().and_then(|work| work.bar.get()) {
            bar.finish_and_clear();
        }
    }

    /// Takes the bar out of the way while something else is written.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match self.work.get().and_then(|work| work.bar.get()) {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }
}

fn bar(bytes: u64) -> ProgressBar {
    let template = "{wide_bar} {msg}  {binary_bytes_per_sec}  {eta} left";
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr()).with_style(style)
}
