//! Runs the same work for many files, on all cores.

use crate::{
    codes,
    input::Input,
    output::Claims,
    problem::{Problem, Stop},
    render::counted,
    session::{Session, Voice},
    status::Status,
    visible,
};
use kifu::model::Code;
use rayon::prelude::*;
use std::{
    borrow::Borrow,
    cell::Cell,
    collections::{BTreeMap, BTreeSet},
    panic::{self, AssertUnwindSafe},
};

/// The maximum numbers of files and of their bytes in one batch. The results of a batch are passed on before the next batch starts,
/// which bounds the memory.
const BATCH: (usize, u64) = (512, 16 * 1024 * 1024);

/// The number of files in the first batch, so that its results come at once. Each batch is twice as large as the one before.
const FIRST_BATCH: usize = 32;

/// The approximate number of shares of a batch: enough that one large file does not block other cores, and few enough that
/// scheduling costs little.
const SHARES: usize = 64;

thread_local! {
    /// True while this module catches panics.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static LAST_WORDS: Cell<String> = const { Cell::new(String::new()) };
}

/// Installs a panic hook: the text of a panic in `guarded` work becomes part of a message; other panics are printed as usual.
pub(crate) fn hear_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |panic| match GUARDED.get() {
        true => LAST_WORDS.set(panic.to_string()),
        false => usual(panic),
    }));
}

/// The number of files that failed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Failures {
    /// The number of files without a result.
    pub(crate) files: u64,
    /// The number of those files that could not be read.
    pub(crate) unread: u64,
    /// The number of files with a result that could not be written.
    pub(crate) unwritten: u64,
    pub(crate) status: Status,
}

impl Failures {
    /// Adds the failures of other files.
    pub(crate) fn add(&mut self, other: Self) {
        let Self { files, unread, unwritten, status } = other;
        self.files += files;
        self.unread += unread;
        self.unwritten += unwritten;
        self.status = self.status.max(status);
    }

    /// Returns the number of files that could be read, but not written.
    pub(crate) fn all_unwritten(self) -> u64 {
        self.files - self.unread + self.unwritten
    }
}

/// Runs `work` for every file, and passes the results to `then` in the order of the files. Reports a file that fails, and continues
/// with the others. `then` returns the reasons why the result of a file could not be written.
pub(crate) fn each<T: Send>(
    session: &Session,
    inputs: &[Input],
    work: impl Fn(usize, &Input) -> Result<T, Problem> + Sync,
    then: impl FnMut(&Input, T) -> Result<Vec<Problem>, Stop>,
) -> Result<Failures, Stop> {
    inputs.iter().for_each(|input| session.progress.found(input.bytes));
    each_found(session, inputs.iter(), work, then)
}

/// Like [`each`], for files that are still being found. The caller tells the progress about them.
pub(crate) fn each_found<T: Send, I: Borrow<Input> + Sync>(
    session: &Session,
    inputs: impl Iterator<Item = I>,
    work: impl Fn(usize, &Input) -> Result<T, Problem> + Sync,
    then: impl FnMut(&Input, T) -> Result<Vec<Problem>, Stop>,
) -> Result<Failures, Stop> {
    let mut told = Told::default();
    let failures = round(session, inputs, &mut told, work, then)?;
    told.end(session);
    Ok(failures)
}

/// Like [`each`], in rounds: `plan` assigns the output of each input before any work of the round begins, so that the outputs do not depend
/// on the order in which threads finish. An input whose output is reserved for another one (`None`) waits until that one is written, or
/// is not.
pub(crate) fn in_rounds<P: Sync, T: Send>(
    session: &Session,
    claims: &Claims<'_>,
    inputs: &[Input],
    plan: impl Fn(&Input) -> Result<Option<P>, Problem>,
    work: impl Fn(&Input, &P) -> Result<T, Problem> + Sync,
    mut then: impl FnMut(&Input, &P, T) -> Result<Vec<Problem>, Stop>,
) -> Result<Failures, Stop> {
    inputs.iter().for_each(|input| session.progress.found(input.bytes));
    let (mut failures, mut told) = (Failures::default(), Told::default());
    let mut waiting: Vec<&Input> = inputs.iter().collect();
    while !waiting.is_empty() {
        let (mut now, mut places, mut later) = (Vec::new(), Vec::new(), Vec::new());
        for input in waiting {
            match plan(input).transpose() {
                None => later.push(input),
                Some(place) => {
                    now.push(input);
                    // There may be a million places, and a problem is four times as large as a path.
                    places.push(place.map_err(Box::new));
                }
            }
        }
        let work = |index: usize, input: &Input| {
            let place = places[index].as_ref().map_err(|problem| Problem::clone(problem))?;
            Ok((place, work(input, place)?))
        };
        failures
            .add(round(session, now.into_iter(), &mut told, work, |input, (place, done)| then(input, place, done))?);
        claims.end_round();
        waiting = later;
    }
    told.end(session);
    Ok(failures)
}

fn round<T: Send, I: Borrow<Input> + Sync>(
    session: &Session,
    inputs: impl Iterator<Item = I>,
    told: &mut Told,
    work: impl Fn(usize, &Input) -> Result<T, Problem> + Sync,
    mut then: impl FnMut(&Input, T) -> Result<Vec<Problem>, Stop>,
) -> Result<Failures, Stop> {
    let worked = |index: usize, input: &Input| {
        let done = guarded(input, || work(index, input));
        session.progress.done(input.bytes);
        done.unwrap_or_else(Err)
    };
    let mut failures = Failures::default();
    if session.voice > Voice::Quiet {
        session.progress.start();
    }
    let (mut first, mut most, mut inputs) = (0, FIRST_BATCH, inputs.peekable());
    while inputs.peek().is_some() {
        let batch = batch(&mut inputs, most);
        most = (2 * most).min(BATCH.0);
        let share = 1 + batch.len() / SHARES;
        let done: Vec<_> = match &batch[..] {
            [input] => vec![worked(first, input.borrow())],
            batch => session.pool()?.install(|| {
                let worked = |(i, input): (usize, &I)| worked(first + i, input.borrow());
                batch.par_iter().enumerate().with_max_len(share).map(worked).collect()
            }),
        };
        for (input, done) in batch.iter().zip(done) {
            let problems = match done {
                Ok(done) => {
                    let problems = then(input.borrow(), done)?;
                    failures.unwritten += u64::from(!problems.is_empty());
                    problems
                }
                Err(problem) => {
                    failures.files += 1;
                    failures.unread += u64::from(problem.is_of_reading());
                    vec![problem]
                }
            };
            for problem in &problems {
                told.problem(session, problem);
                failures.status = failures.status.max(problem.status);
                session.reach(problem.status);
            }
        }
        first += batch.len();
    }
    session.progress.finish();
    Ok(failures)
}

/// The problems of a run by code. For people only the first few of a code are printed, because a folder may have thousands.
#[derive(Default)]
struct Told(BTreeMap<Option<Code>, OfCode>);

/// The problems of one code.
#[derive(Default)]
struct OfCode {
    times: u64,
    /// What was printed. A problem of a folder, such as a wrong setting, is the same for all of its files.
    printed: BTreeSet<String>,
    help: Option<String>,
}

impl Told {
    /// The number of problems of one code that are printed.
    const MOST: usize = 3;

    fn is_limited(session: &Session) -> bool {
        session.style.format.is_for_people() && session.voice < Voice::Verbose
    }

    fn problem(&mut self, session: &Session, problem: &Problem) {
        let of_code = self.0.entry(problem.code).or_default();
        of_code.times += 1;
        // A help for all of them.
        match of_code.times {
            1 => of_code.help.clone_from(&problem.help),
            _ if of_code.help != problem.help => of_code.help = None,
            _ => {}
        }
        // A wrong setting has no code.
        if !Self::is_limited(session) && problem.code.is_some() {
            return session.say_problem(problem);
        }
        let text = problem.render(session.style.format);
        let has_room = of_code.printed.len() < Self::MOST || !Self::is_limited(session);
        if has_room && !of_code.printed.contains(&text) {
            of_code.printed.insert(text);
            session.say_problem(problem);
        }
    }

    /// Prints how many problems were not printed.
    fn end(self, session: &Session) {
        for (code, OfCode { times, printed, help }) in self.0 {
            if let Some(more @ 1..) = times.checked_sub(printed.len() as u64).filter(|_| Self::is_limited(session)) {
                let have = if more == 1 { "has" } else { "have" };
                let message = format!("{} {have} this problem (-v lists them)", counted(more, "more file"));
                session.say_problem(&Problem { code, ..Problem::usage(message).help(help) });
            }
        }
    }
}

/// Runs the work for a file, and turns a panic into a problem.
pub(crate) fn guarded<T>(input: &Input, work: impl FnOnce() -> T) -> Result<T, Problem> {
    let before = GUARDED.replace(true);
    let done = panic::catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(before);
    done.map_err(|_| defect(input))
}

/// Runs `work` for every item on all cores. It is used for the games of one file.
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

/// Returns the files of the next batch: at most `most`, and at least one if there is one.
fn batch<I: Borrow<Input>>(inputs: &mut impl Iterator<Item = I>, most: usize) -> Vec<I> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while batch.len() < most
        && bytes < BATCH.1
        && let Some(input) = inputs.next()
    {
        bytes += input.borrow().bytes;
        batch.push(input);
    }
    batch
}

fn defect(input: &Input) -> Problem {
    let (name, words) = (input.name(), visible::line(&LAST_WORDS.take()).into_owned());
    let message = format!("kifu failed on {name}; this is a bug in kifu, not in the file ({words})");
    Problem::of_file(&codes::DEFECT, name, message, Status::Failed)
        .help("please report it, with the file if you can".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{args::Cli, session::Output};
    use clap::Parser;
    use std::path::Path;

    #[test]
    fn the_first_files_are_done_while_others_are_found() {
        let cli = Cli::parse_from(["kifu", "check", "--no-config", "games"]);
        let session = Session::new(kifu::Library::empty(), &cli.global, &cli.command, Output::Standard)
            .unwrap_or_else(|_| panic!());
        let done = Cell::new(0);
        // Batches of 32, 64, 128 files and so on.
        let inputs = (0..3 * BATCH.0).map(|n| {
            let before = (0..).map(|batch| FIRST_BATCH * ((1 << batch) - 1)).take_while(|&before| before <= n).last();
            assert!(n > BATCH.0 || before == Some(done.get()), "{n}: {}", done.get());
            Input::of(Path::new(&format!("{n}.sgf")))
        });
        let ended = each_found(
            &session,
            inputs,
            |n, _| Ok(n),
            |input, n| {
                assert_eq!(input.name(), format!("{n}.sgf"));
                done.set(done.get() + 1);
                Ok(Vec::new())
            },
        );
        assert_eq!((ended.map_or(1, |failures| failures.files), done.get()), (0, 3 * BATCH.0));
    }
}
