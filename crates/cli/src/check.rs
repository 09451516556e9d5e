//! `kifu check`: reports everything that is wrong with records.

use crate::{
    args,
    args::Format,
    config::{self, Chosen, FileChoice},
    input,
    input::{FoundInputs, Input},
    places::GamePlaces,
    problem::{Problem, Stop},
    render::{self, Finding, Page, counted},
    report::{FileFinding, FileTally, Overview, Report, Rows, Unread},
    session::{Session, Voice},
    status::Status,
    visible,
    watch::{Changes, Watch},
    work,
};
use kifu::{
    Decoded,
    model::{Code, Diagnostic, Diagnostics, Severity},
};
use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    panic,
    sync::mpsc,
    thread,
    time::{Duration, Instant},
};

/// The largest number of files whose findings are listed by default. More files get an overview.
pub(crate) const FEW: usize = 10;

/// The number of findings of one code that are listed for a file by default.
pub(crate) const MOST: u64 = 3;

/// The number of lines with codes in an overview. With the lines around them, they fill two screens of 24 lines, also where lines are
/// broken.
pub(crate) const MOST_LINES: usize = 36;

/// The result of checking one file.
struct Checked {
    findings: String,
    status: Status,
    tally: FileTally,
}

/// What is listed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Listing {
    /// Every finding.
    All,
    /// Every finding, but only a few of one code in a file.
    Some,
    /// Only the table of codes.
    Table,
}

impl Listing {
    fn choose(session: &Session, args: &args::Check, files: usize) -> Self {
        match session.style.format {
            _ if args.statistics => Self::Table,
            Format::Full if args.full => Self::All,
            Format::Full if files > FEW => Self::Table,
            Format::Full => Self::Some,
            _ => Self::All,
        }
    }
}

pub(crate) fn run(session: &Session, args: &args::Check) -> Result<Status, Stop> {
    let chosen = session.settings.chosen(&args.choose)?;
    if args.statistics && matches!(session.style.format, Format::Sarif | Format::Github) {
        let problem = Problem::usage("--statistics prints a table of codes, which this format does not have");
        return Err(problem.help("--format json has the table in its last line".to_owned()).into());
    }
    let checks = Checks { session, args, chosen };
    if args.watch { checks.watch() } else { checks.of_inputs() }
}

/// The checks of a command.
struct Checks<'a> {
    session: &'a Session,
    args: &'a args::Check,
    chosen: Chosen,
}

impl Checks<'_> {
    /// Checks the files while others are still being found, so that the first findings come at once.
    fn of_inputs(&self) -> Result<Status, Stop> {
        let Self { session, args, .. } = self;
        let (sender, receiver) = mpsc::channel();
        let walk = || {
            input::walk(&args.inputs, &session.library, None, false, &mut move |input| {
                session.progress.found(input.bytes);
                if sender.send(input).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            })
        };
        thread::scope(|scope| {
            let walk = scope.spawn(walk);
            let found = || walk.join().unwrap_or_else(|panic| panic::resume_unwind(panic));
            self.all(receiver.into_iter(), found)
        })
    }

    /// Checks the files, and then each file that is new or changed.
    fn watch(&self) -> Result<Status, Stop> {
        let Self { session, args, .. } = self;
        if session.style.format == Format::Sarif {
            return Err(Problem::usage("a SARIF report has an end, so --watch cannot write one").into());
        }
        let find = || input::find(&args.inputs, &session.library, None, false);
        let round = |inputs: Vec<Input>, found: FoundInputs| {
            inputs.iter().for_each(|input| session.progress.found(input.bytes));
            self.all(inputs.into_iter(), || Ok(found))
        };
        let mut watch = Watch::start(&args.inputs, &session.settings)?;
        let mut found = find()?;
        watch.changes(&found.inputs, None);
        round(std::mem::take(&mut found.inputs), found)?;
        loop {
            session.remark(&format!("watching {}; Ctrl-C ends", counted(watch.files(), "file")));
            let (what, changed) = loop {
                let events = watch.wait()?;
                if events.of_settings {
                    session.settings.forget();
                }
                // A large folder is searched only if the changed files are not known.
                let among = events.paths().and_then(|paths| input::among(&args.inputs, &session.library, paths));
                let (inputs, paths) = match among {
                    Some(inputs) => (inputs, events.paths()),
                    None => (find()?.inputs, None),
                };
                let Changes { inputs, are_new, gone } = watch.changes(&inputs, paths);
                for path in &gone {
                    match session.style.format {
                        Format::Json => session.put_findings(&render::json::gone(&path.to_string_lossy()))?,
                        _ => session.remark(&format!("{} is gone", path.display())),
                    }
                }
                match named(&inputs) {
                    Some(_) if events.of_settings => break (format!("{} changed", config::NAME), inputs),
                    Some(what) if are_new => break (format!("{what} appeared"), inputs),
                    Some(what) => break (format!("{what} changed"), inputs),
                    None => {}
                }
            };
            session.remark(&what);
            match round(changed, FoundInputs::default()) {
                // A person can correct the settings while the program waits.
                Err(Stop::Problem(problem)) => session.say_problem(&problem),
                ended => drop(ended?),
            }
        }
    }

    /// Checks files. `found` returns what else was found, when there are no more files.
    fn all(
        &self,
        mut inputs: impl Iterator<Item = Input>,
        found: impl FnOnce() -> Result<FoundInputs, Problem>,
    ) -> Result<Status, Stop> {
        let (Self { session, args, chosen }, start) = (self, Instant::now());
        let first: Vec<_> = inputs.by_ref().take(FEW + 1).collect();
        let (is_many, listing) = (first.len() > FEW, Listing::choose(session, args, first.len()));
        let told = |found: FoundInputs| (found.tell(session), found.unread());
        // Of a few files, the last one is found already.
        let early = if is_many { Err(found) } else { Ok(found()?) };
        let (mut status, mut report) = (Status::Clean, Report::start(session, "check")?);
        let early = early.map(told);
        let ended = work::each_found(
            session,
            first.into_iter().chain(inputs),
            |_, input| {
                let choice = session.settings.choice(&input.path, chosen, &session.library)?;
                let checked = check(session, input, listing, &choice);
                // A file that is not a record is a finding.
                checked.or_else(|problem| of_problem(session, problem, listing, &choice))
            },
            |_, checked| {
                session.reach(checked.status);
                report.write(&checked.findings)?;
                status = status.max(checked.status);
                report.tally.add(checked.tally);
                Ok(Vec::new())
            },
        );
        let failures = match ended {
            // A report for programs has an end.
            Err(Stop::Problem(problem)) if !session.style.format.is_for_people() => {
                session.say_problem(&problem);
                report.is_complete = false;
                report.end()?;
                return Ok(problem.status);
            }
            ended => ended?,
        };
        let (of_found, unread) = match early {
            Ok(told) => told,
            Err(found) => told(found()?),
        };
        status = status.max(of_found).max(failures.status);
        report.tally.unread = Unread { files: unread.files + failures.files, ..unread };
        session.say_doubts();
        report.end()?;
        let has_overview = args.statistics || is_many && session.style.format == Format::Full;
        let overview = Overview { tally: &report.tally, least: session.shown(), width: session.style.columns };
        end(session, args, &overview, has_overview.then(|| start.elapsed()))?;
        Ok(status)
    }
}

/// Returns the name of a file, or the number of several; `None` if there is none.
fn named(inputs: &[Input]) -> Option<String> {
    match inputs {
        [] => None,
        [input] => Some(input.name()),
        _ => Some(counted(inputs.len() as u64, "file")),
    }
}

/// Writes the last lines for people: the overview if there is a `time`, the number of findings, and what to do next.
fn end(session: &Session, args: &args::Check, overview: &Overview<'_>, time: Option<Duration>) -> Result<(), Stop> {
    if !session.style.format.is_for_people() {
        return Ok(());
    }
    let mut out = String::new();
    if time.is_some() {
        let is_whole = args.statistics || args.full;
        let rows = Rows { most: MOST_LINES, all: "--statistics shows all" };
        out.push_str(&overview.table(if is_whole { Rows::ALL } else { rows }));
        if !out.is_empty() {
            out.push('\n');
        }
    }
    if session.voice > Voice::Quiet {
        let mut sentence = overview.sentence(time);
        let warns = overview.tally.count(Severity::Warning) > 0 && overview.tally.count(Severity::Error) == 0;
        if warns && session.finding == Severity::Warning {
            sentence.push_str("; with --strict, warnings count as errors do");
        }
        for line in [sentence].into_iter().chain(overview.tally.settings(session.shown())) {
            out.push_str(&render::fitted(session.style, &visible::line(&line)));
            out.push('\n');
        }
        if time.is_some() {
            out.push_str(&next(session, args, overview));
        }
    }
    match session.style.format {
        // The lines of this format are for editors, which expect nothing else.
        Format::Concise if !args.statistics => session.say(&out),
        _ => session.put_findings(&out)?,
    }
    Ok(())
}

/// Returns what to do next, one command per line.
fn next(session: &Session, args: &args::Check, overview: &Overview<'_>) -> String {
    let Some((_, code, _)) = overview.tally.rows().find(|(severity, ..)| *severity >= overview.least) else {
        return String::new();
    };
    let mut given = session.given.clone();
    given.extend(args.choose.to_paste());
    given.extend(args.no_rules.then(|| "--no-rules".to_owned()));
    let options = given.iter().map(|option| visible::columns(option) + 1).sum::<usize>();
    let longest = "kifu fix --guess --dry-run ".len() + options;
    given.push(args.inputs.to_paste(session.style.columns.map(|columns| columns.saturating_sub(longest))));
    let given = given.join(" ");
    let mut lines = Vec::new();
    match overview.tally.fixable() {
        (0, 0) => {}
        (0, guess) => {
            lines.push((format!("fix --guess --dry-run {given}"), format!("shows {}", counted(guess, "guess"))));
        }
        (safe, 0) => lines.push((format!("fix --dry-run {given}"), format!("shows {}", counted(safe, "safe fix")))),
        (safe, guess) => lines.push((
            format!("fix --dry-run {given}"),
            format!("shows {}; --guess adds {}", counted(safe, "safe fix"), counted(guess, "guess")),
        )),
    }
    if !args.full {
        let verbose = if session.is_verbose() { " -v" } else { "" };
        lines.push((format!("check --full{verbose} {given}"), "lists every finding".to_owned()));
    }
    lines.push((format!("explain {code}"), "describes a code".to_owned()));
    let width = visible::columns;
    let widest = lines.iter().map(|(command, _)| width(command)).max().unwrap_or(0);
    let is_table = lines.iter().all(|(_, what)| {
        session.style.columns.is_none_or(|columns| "kifu ".len() + widest + 2 + width(what) <= columns)
    });
    let line = |(command, what): &(String, String)| match is_table {
        true => format!("kifu {command}{:1$}  {what}\n", "", widest - width(command)),
        false => format!("kifu {command}\n    {what}\n"),
    };
    lines.iter().map(line).collect()
}

/// Checks one file.
fn check(session: &Session, input: &Input, listing: Listing, choice: &FileChoice) -> Result<Checked, Problem> {
    let mut decoded = session.decode(input)?;
    let of_charset = std::mem::take(&mut decoded.diagnostics);
    let (mut diagnostics, places) = diagnostics(&decoded, of_charset, listing != Listing::Table)?;
    let effect = choice.apply(&mut diagnostics);
    let page = Page::new(decoded.source.name(), &decoded.source);
    let mut findings = String::new();
    if listing != Listing::Table {
        let most = if listing == Listing::Some { MOST } else { session.most_kept() };
        list(session, &page, &diagnostics, &places, session.shown(), most, &mut findings);
    }
    let mut tally = FileTally::of(&page, &diagnostics);
    tally.effect(effect);
    Ok(Checked { findings, status: session.status(&diagnostics), tally })
}

/// Returns the finding that a file is not a record.
fn of_problem(session: &Session, problem: Problem, listing: Listing, choice: &FileChoice) -> Result<Checked, Problem> {
    let FileFinding { text, tally, status } = FileFinding::of(session, problem, choice)?;
    Ok(Checked { findings: if listing == Listing::Table { String::new() } else { text }, status, tally })
}

/// Appends the diagnostics of the games and of the passes to the `diagnostics` of the charset. Also returns their places in the
/// games, if they are wanted. Keeps no game in memory.
pub(crate) fn diagnostics(
    decoded: &Decoded<'_>,
    mut diagnostics: Diagnostics,
    with_places: bool,
) -> Result<(Diagnostics, GamePlaces), Problem> {
    let (mut places, mut games) = (GamePlaces::new(&diagnostics), 0);
    let last = decoded.read_each(&mut |mut game| {
        let own = std::mem::take(game.diagnostics_mut());
        let of_passes = decoded.check(&game, games);
        if with_places {
            places.add(&game, &[&own, &of_passes]);
        }
        diagnostics.append(own);
        diagnostics.append(of_passes);
        games += game.len();
        ControlFlow::Continue(())
    })?;
    diagnostics.append(last);
    places.end(&diagnostics, &*decoded.format);
    Ok((diagnostics, places))
}

/// Appends the diagnostics of at least the severity `least` to `out`, in the order of the text, and at most `most` of one code.
pub(crate) fn list(
    session: &Session,
    page: &Page<'_>,
    diagnostics: &Diagnostics,
    places: &GamePlaces,
    least: Severity,
    most: u64,
    out: &mut String,
) {
    let mut shown: Vec<&Diagnostic> = diagnostics.iter().filter(|found| found.severity >= least).collect();
    shown.sort_by_key(|found| found.span);
    let mut counts: BTreeMap<(Code, Severity), u64> = BTreeMap::new();
    for diagnostic in shown {
        let times = counts.entry((diagnostic.code, diagnostic.severity)).or_default();
        // One finding more takes less room than the line that says so.
        if *times < most || *times == most && is_one_more(diagnostics, diagnostic, most) {
            *times += 1;
            let finding = Finding { diagnostic, place: places.of(diagnostic), near: None };
            render::finding(session.style, page, &finding, out);
        }
    }
    let how = match most < session.most_kept() {
        true => "--full shows every finding".to_owned(),
        false => format!("kifu keeps at most {most} findings of one code in a file"),
    };
    for count in diagnostics.counts().filter(|count| count.severity >= least) {
        let listed = counts.get(&(count.code, count.severity)).copied().unwrap_or_default();
        if count.times > listed {
            render::more(session.style, page, count, count.times - listed, &how, out);
        }
    }
}

/// Returns true if there is exactly one diagnostic of this kind more than `most`.
fn is_one_more(diagnostics: &Diagnostics, found: &Diagnostic, most: u64) -> bool {
    let mut counts = diagnostics.counts();
    counts.any(|count| (count.code, count.severity, count.times) == (found.code, found.severity, most + 1))
}
