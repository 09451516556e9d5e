use crate::{
    args,
    args::Format,
    check, codes,
    config::FileChoice,
    input,
    input::Input,
    output::{self, Claims, ReadInput, Target},
    places::GamePlaces,
    problem::{Problem, Stop},
    render::{Page, counted, faults, json},
    report::{FileFinding, FileTally, Overview, Report, Rows},
    session::{Session, Voice},
    status::Status,
    visible, work,
};
use kifu::{
    Decoded,
    model::{Diagnostics, FixChoice, Fixed, Safety, Severity, Source, Stopped},
};
use similar::{ChangeTag, TextDiff};
use std::{
    cmp::Ordering,
    hash::{BuildHasher, RandomState},
    ops::ControlFlow,
    path::PathBuf,
    time::Duration,
};

/// The output of a fixed file.
enum Destination {
    Nowhere,
    Standard,
    File(PathBuf),
}

/// The result of fixing a file.
#[derive(Default)]
struct FixedInput {
    /// The bytes for standard output.
    bytes: Vec<u8>,
    /// The number of fixes made, of those that `kifu check` states, and of fixes that the charset of the file cannot encode.
    made: u64,
    found: u64,
    unencodable: u64,
    /// The reason why some fixes were not made.
    stopped: Option<Stopped>,
    /// The remaining diagnostics.
    left: Diagnostics,
    /// The remaining diagnostics, for programs; for people, only the finding that the file is not a record.
    findings: String,
    tally: FileTally,
    /// The status if the file is not a record.
    status: Status,
    /// The diff to print; empty without `--dry-run`.
    diff: Vec<u8>,
    /// The reason why the file could not be written.
    unwritten: Option<Problem>,
}

pub(crate) fn run(session: &Session, args: &args::Fix) -> Result<Status, Stop> {
    let chosen = session.settings.chosen(&args.choose)?;
    let folder = args.output.as_deref().filter(|path| path.is_dir());
    let found = input::find(&args.inputs, &session.library, folder, args.in_place)?;
    if args.in_place && found.inputs.iter().any(Input::is_standard) {
        let problem = Problem::usage("standard input cannot be changed in place");
        return Err(problem.help("without --in-place, the fixed record goes to standard output".to_owned()).into());
    }
    let target = match (args.dry_run, args.in_place) {
        (true, _) | (_, true) => Target::Standard,
        _ => Target::choose(args.output.as_deref(), &found).map_err(|problem| {
            problem.help("write to a folder with -o DIR, or back to the files with --in-place".to_owned())
        })?,
    };
    let claims = Claims::of(&found.inputs);
    // `None` if another input may get the output.
    let plan = |input: &Input| {
        Ok(Some(match &target {
            _ if args.dry_run => Destination::Nowhere,
            _ if args.in_place => Destination::File(input.path.clone()),
            Target::Standard => Destination::Standard,
            Target::File(path) => Destination::File(path.clone()),
            Target::Folder(folder) => {
                let path = folder.join(&input.relative);
                match claims.reserve(&path, input)? {
                    true => Destination::File(path),
                    false => return Ok(None),
                }
            }
        }))
    };
    let names_unread =
        found.inputs.len() <= check::FEW || session.is_verbose() || !session.style.format.is_for_people();
    let is_named = found.inputs.len() > 1 && (found.inputs.len() <= check::FEW || session.is_verbose());
    let fix = |input: &Input, place: &Destination| -> Result<FixedInput, Problem> {
        let choice = session.settings.choice(&input.path, &chosen, &session.library)?;
        fix_input(session, args, &choice, input, place)
            .or_else(|problem| of_problem(session, problem, &choice, names_unread))
    };
    let (mut made, mut stated, mut files, mut left) = (0, 0, 0, 0);
    let mut report = Report::start(session, "fix")?;
    found.tell(session);
    // False if a fix could not be made, which has a message of its own.
    let mut are_possible = true;
    let failures = work::in_rounds(session, &claims, &found.inputs, plan, fix, |input, place, fixed| {
        // A file that is not a record is not written.
        if let (Destination::File(path), None, Status::Clean) = (place, &fixed.unwritten, fixed.status) {
            claims.keep(path);
        }
        session.reach(session.status(&fixed.left).max(fixed.status));
        report.write(&fixed.findings)?;
        report.tally.add(fixed.tally);
        if fixed.made > 0 {
            match session.style.format {
                Format::Json => report.write(&json::fixed(&input.name(), fixed.made))?,
                // A dry run shows the changes, and the names of very many files are of no use on a terminal.
                _ if !args.dry_run && is_named => {
                    session.remark(&format!("{}: {}", input.name(), counted(fixed.made, "fix")));
                }
                _ => {}
            }
        }
        made += fixed.made;
        stated += fixed.found;
        files += u64::from(fixed.made > 0);
        left += fixed.left.at_least(session.finding) + u64::from(fixed.status == Status::Findings);
        are_possible &= fixed.unencodable == 0 && fixed.stopped.is_none();
        if fixed.unencodable > 0 {
            let message = format!(
                "{} in {} not made: the charset of the file does not have the new characters",
                counted(fixed.unencodable, "fix"),
                input.name()
            );
            session.say_problem(&Problem::of_file(&codes::NOT_FIXED, input.name(), message, Status::Findings));
            session.reach(Status::Findings);
        }
        if let Some(why) = fixed.stopped {
            let message = format!("{}: some fixes were not made: {why}", input.name());
            let mut problem = Problem::of_file(&codes::NOT_FIXED, input.name(), message, Status::Findings);
            match why {
                Stopped::MovesCharset => problem = problem.help("--encoding chooses the charset".to_owned()),
                Stopped::ChangesFormat => problem = problem.help("--from chooses the format".to_owned()),
                Stopped::LosesGame => problem = problem.help("--only and --ignore choose the fixes".to_owned()),
                _ => {}
            }
            session.say_problem(&problem);
            session.reach(Status::Findings);
        }
        session.put(&fixed.diff)?;
        session.write(&fixed.bytes)?;
        Ok(fixed.unwritten.into_iter().collect())
    })?;
    report.failures(&failures, found.unread());
    let unwritten = failures.all_unwritten();
    report.done = vec![("fixes", made), ("fixable", stated), ("fixed", files), ("unwritten", unwritten)];
    session.say_doubts();
    report.end()?;
    if found.inputs.len() > check::FEW && session.style.format == Format::Full && session.voice > Voice::Quiet {
        // The same table as that of `kifu check` on the fixed files.
        let overview = Overview { tally: &report.tally, least: session.shown(), width: session.style.columns };
        let rows = Rows { most: check::MOST_LINES, all: "-v shows all" };
        session.say(&overview.table(if session.is_verbose() { Rows::ALL } else { rows }));
    }
    let fixes = counted(made, "fix");
    let done = if args.dry_run { "would be made" } else { "made" };
    let mut of = counted(report.tally.all_files(), "file");
    of.push_str(&report.tally.unread.sentence());
    if unwritten > 0 {
        of.push_str(&format!(", {unwritten} not written"));
    }
    let rest = match left {
        0 => String::new(),
        _ => format!("; {} left (see kifu check)", faults(left, session.finding)),
    };
    // What `kifu check` states counts the fixes of the findings that it lists.
    let why = match made.cmp(&stated) {
        _ if unwritten > 0 => String::new(),
        Ordering::Less if are_possible => format!(" (kifu check states {stated}: the others were no longer needed)"),
        Ordering::Less => format!(" (kifu check states {stated})"),
        Ordering::Equal => String::new(),
        Ordering::Greater => format!(" (kifu check states {stated}: a fix can lead to another one)"),
    };
    let status = session.reached();
    session.remark(&match made {
        0 if status == Status::Clean => format!("nothing to fix in {of}"),
        0 => format!("no fix {done} in {of}{why}{rest}"),
        _ => format!("{fixes} {done} in {files} of {of}{why}{rest}"),
    });
    report.tally.settings(session.shown()).iter().for_each(|line| session.remark(line));
    Ok(status)
}

/// Returns the finding that a file is not a record. Its text is left out if the overview counts it.
fn of_problem(
    session: &Session,
    problem: Problem,
    choice: &FileChoice,
    is_listed: bool,
) -> Result<FixedInput, Problem> {
    let FileFinding { text, tally, status } = FileFinding::of(session, problem, choice)?;
    Ok(FixedInput { findings: if is_listed { text } else { String::new() }, tally, status, ..FixedInput::default() })
}

/// Reads a file, applies fixes until none is left, and writes the result.
fn fix_input(
    session: &Session,
    args: &args::Fix,
    choice: &FileChoice,
    input: &Input,
    place: &Destination,
) -> Result<FixedInput, Problem> {
    let (decoded, version) = session.decode_version(input)?;
    let is_reported = |code| choice.reported.severity(code, Severity::Error).is_some();
    let safety = FixChoice::from(if args.guess { Safety::Guess } else { Safety::Safe });
    let mut fixed = decoded.fix(safety.of_codes(&is_reported))?;
    let unwritten = match place {
        // Files that are changed in place are not touched if there was nothing to fix.
        Destination::File(_) if args.in_place && fixed.made == 0 => None,
        Destination::File(path) => {
            let read = ReadInput { input, version: version.as_ref() };
            output::write(read, path, fixed.source.bytes(), args.in_place || args.force).err()
        }
        Destination::Nowhere | Destination::Standard => None,
    };
    if unwritten.is_some() {
        // Nothing was fixed.
        (fixed.diagnostics, _) = check::diagnostics(&decoded, decoded.diagnostics.clone(), false)?;
        fixed.made = 0;
    }
    let effect = choice.apply(&mut fixed.diagnostics);
    let diff = match args.dry_run && fixed.made > 0 {
        true => {
            let [before, after] = [&decoded.source, &fixed.source].map(|source| compared(session, source));
            diff(input, before, after, session.shows_diffs())
        }
        false => Vec::new(),
    };
    // Unless the file is replaced, people and programs look for the places in the original.
    let is_replaced = args.in_place && unwritten.is_none();
    if !args.in_place && unwritten.is_none() {
        fixed.move_to_original();
    }
    let source = if is_replaced { &*fixed.source } else { &decoded.source };
    let page = Page::new(source.name(), source);
    let findings = findings(session, &decoded, &fixed.diagnostics, &page, source);
    let mut tally = FileTally::of(&page, &fixed.diagnostics);
    tally.effect(effect);
    let Fixed { source, diagnostics: left, made, found, unencodable, stopped, .. } = fixed;
    let bytes = if matches!(place, Destination::Standard) { source.bytes().to_owned() } else { Vec::new() };
    let status = Status::Clean;
    Ok(FixedInput { bytes, made, found, unencodable, stopped, left, findings, tally, status, diff, unwritten })
}

/// Returns the remaining diagnostics for programs; empty for people.
fn findings(session: &Session, decoded: &Decoded<'_>, left: &Diagnostics, page: &Page<'_>, source: &Source) -> String {
    let mut findings = String::new();
    if !session.style.format.is_for_people() {
        let mut places = GamePlaces::new(left);
        decoded.format.read_each(source, &mut |game| {
            places.add(&game, &[]);
            ControlFlow::Continue(())
        });
        places.end(left, &*decoded.format);
        let most = session.most_kept();
        check::list(session, page, left, &places, session.shown(), most, &mut findings);
    }
    findings
}

/// Returns the content that the diff compares: the text of the file if the diff is shown to people,
/// otherwise the bytes.
fn compared<'a>(session: &Session, source: &'a Source) -> &'a [u8] {
    if session.shows_diffs() { source.text().as_bytes() } else { source.bytes() }
}

/// Returns a unified diff: visible text if `is_shown`, otherwise the bytes that `patch` takes. After two seconds of comparing, the
/// diff becomes coarser.
fn diff(input: &Input, before: &[u8], after: &[u8], is_shown: bool) -> Vec<u8> {
    // Lines end at line feeds only, as in `patch`.
    let lines = |bytes| <[u8]>::split_inclusive(bytes, |&byte| byte == b'\n').collect::<Vec<_>>();
    let (old, new) = (lines(before), lines(after));
    let mut config = TextDiff::configure();
    config.timeout(Duration::from_secs(2)).newline_terminated(true);
    let compared = config.diff_slices(&old, &new);
    let name = if is_shown { visible::line(&input.name()).into_owned() } else { for_patch(input) };
    let mut out = format!("--- {name}\n+++ {name}\n").into_bytes();
    for hunk in compared.unified_diff().iter_hunks() {
        out.extend_from_slice(format!("{}\n", hunk.header()).as_bytes());
        for change in hunk.iter_changes() {
            out.push(match change.tag() {
                ChangeTag::Equal => b' ',
                ChangeTag::Delete => b'-',
                ChangeTag::Insert => b'+',
            });
            let line = change.value();
            out.extend_from_slice(line);
            // To the library, a carriage return ends a line too.
            if !line.ends_with(b"\n") {
                out.extend_from_slice(b"\n\\ No newline at end of file\n");
            }
        }
    }
    if !is_shown {
        return between_stops(out);
    }
    let text = String::from_utf8_lossy(&out);
    // If every line ends in CR LF, do not show the carriage returns.
    let is_crlf = |line: &&[u8]| line.ends_with(b"\r\n") || !line.ends_with(b"\n");
    let text = if old.iter().chain(&new).all(is_crlf) { text.replace("\r\n", "\n").into() } else { text };
    visible::in_log(&visible::lines(&text)).into_owned().into_bytes()
}

/// Returns a diff whose lines are not commands for the runner of a CI job. Its bytes must stay those of the file, so lines before
/// and after it stop the commands, if there are any. `patch` ignores these lines.
///
/// <https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#stopping-and-starting-workflow-commands>
fn between_stops(diff: Vec<u8>) -> Vec<u8> {
    if !visible::has_commands(&String::from_utf8_lossy(&diff)) {
        return diff;
    }
    // The file must not know the word that starts the commands again. The hasher has random keys.
    let word = format!("kifu-{:016x}", RandomState::new().hash_one(&diff));
    [format!("::stop-commands::{word}\n").into_bytes(), diff, format!("::{word}::\n").into_bytes()].concat()
}

/// Returns the name of a file for the head of a diff. Unusual names are quoted as `patch` expects.
fn for_patch(input: &Input) -> String {
    let name = input.name();
    let bytes = if input.is_standard() { name.as_bytes() } else { input.path.as_os_str().as_encoded_bytes() };
    let is_odd = |c: char| visible::is_hidden(c) || matches!(c, '"' | '\\');
    if name.as_bytes() == bytes && !name.contains(is_odd) {
        // A tab ends a name that contains spaces.
        return if name.contains(' ') { name + "\t" } else { name };
    }
    let quoted = bytes.iter().map(|&byte| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\{byte:03o}"),
    });
    format!("\"{}\"", quoted.collect::<String>())
}
