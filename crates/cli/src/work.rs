//! The same work for many files, on all cores.

use crate::{
    codes,
    input::Input,
    problem::{Problem, Stop},
    session::Session,
    status::Status,
    visible,
};
use rayon::prelude::*;
use std::{
    cell::Cell,
    panic::{self, AssertUnwindSafe},
};

/// How many files, and how many bytes of them, are worked on before the results are given out: no more is held at once.
const BATCH: (usize, u64) = (512, 16 * 1024 * 1024);

thread_local! {
    /// Whether a panic is caught here, and what it said.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static LAST_WORDS: Cell<String> = const { Cell::new(String::new()) };
}

/// What a panic says while files are worked on becomes part of a message; every other one is said as ever.
pub(crate) fn hear_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| match GUARDED.get() {
        true => LAST_WORDS.set(panic.to_string()),
        false => usual(panic),
    }));
}

/// What could not be worked on.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Failures {
    pub(crate) files: u64,
    /// Those of them that were found to be no records.
    pub(crate) findings: u64,
    pub(crate) status: Status,
}

/// Does `work` for every file, and gives the results to `then` in the order of the files. A file that cannot be worked on is
/// told, and keeps no other from its turn.
pub(crate) fn each<T: Send>(
    session: &Session,
    inputs: &[Input],
    work: impl Fn(usize, &Input) -> Result<T, Problem> + Sync,
    mut then: impl FnMut(&Input, T) -> Result<(), Stop>,
) -> Result<Failures, Stop> {
    let worked = |index: usize, input: &Input| {
        let done = guarded(input, || work(index, input));
        session.progress.done(input.bytes);
        done.unwrap_or_else(Err)
    };
    let mut failures = Failures::default();
    let pool = match inputs {
        [] | [_] => None,
        _ => Some(session.pool()?),
    };
    session.progress.start(inputs.len() as u64, inputs.iter().map(|input| input.bytes).sum());
    let mut first = 0;
    while first < inputs.len() {
        let batch = &inputs[first..first + batch(&inputs[first..])];
        // So many shares that a large file keeps no core waiting, and so few that sharing costs nothing.
        let share = 1 + batch.len() / 64;
        let done: Vec<_> = match &pool {
            Some(pool) => pool.install(|| {
                batch.par_iter().enumerate().with_max_len(share).map(|(i, input)| worked(first + i, input)).collect()
            }),
            None => batch.iter().enumerate().map(|(i, input)| worked(first + i, input)).collect(),
        };
        for (input, done) in batch.iter().zip(done) {
            match done {
                Ok(done) => then(input, done)?,
                Err(problem) => {
                    session.say_problem(&problem);
                    failures.files += 1;
                    failures.findings += u64::from(problem.status == Status::Findings);
                    failures.status = failures.status.max(problem.status);
                }
            }
        }
        first += batch.len();
    }
    session.progress.finish();
    Ok(failures)
}

/// Does the work for a file; where it panics, that is the problem.
pub(crate) fn guarded<T>(input: &Input, work: impl FnOnce() -> T) -> Result<T, Problem> {
    let before = GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    done.map_err(|_| defect(input))
}

/// Does `work` for every item, on all cores: what several games of one file are worked on with.
pub(crate) fn all<T: Send, R: Send>(
    session: &Session,
    items: Vec<T>,
    work: impl Fn(T) -> R + Sync,
) -> Result<Vec<R>, Problem> {
    if items.len() < 2 || session.jobs == 1 {
        return Ok(items.into_iter().map(work).collect());
    }
    let guarded = |item| {
        let before = GUARDED.replace(true);
        let done = panic::catch_unwind(AssertUnwindSafe(|| work(item)));
        GUARDED.set(before);
        done.map_err(|panic| (panic, LAST_WORDS.take()))
    };
    let done: Vec<_> = session.pool()?.install(|| items.into_par_iter().map(guarded).collect());
    let heard = |(panic, words)| {
        LAST_WORDS.set(words);
        panic::resume_unwind(panic)
    };
    Ok(done.into_iter().map(|done| done.unwrap_or_else(heard)).collect())
}

/// How many of the files make a batch.
fn batch(inputs: &[Input]) -> usize {
    let mut bytes = 0;
    let fitting = inputs.iter().take(BATCH.0).take_while(|input| {
        let fits = bytes < BATCH.1;
        bytes += input.bytes;
        fits
    });
    fitting.count().max(1)
}

fn defect(input: &Input) -> Problem {
    let (name, words) = (input.name(), visible::line(&LAST_WORDS.take()).into_owned());
    let message = format!("kifu failed while it worked on {name}; this is a defect of kifu, not of the file ({words})");
    Problem::of_file(&codes::DEFECT, name, message, Status::Failed)
        .help("please report it, with the file if you can".to_owned())
}
