use crate::{
    args, check, codes, input,
    input::Input,
    output::{self, Claims, Target},
    problem::{Problem, Stop},
    render::{Page, counted, faults, plain},
    session::Session,
    status::Status,
    work,
};
use kifu::{
    Chosen, Opened,
    core::{Diagnostics, Edits, Found, Safety, Severity, Source},
};
use similar::TextDiff;
use std::{path::PathBuf, time::Duration};

/// Where a mended file goes.
enum Place {
    Nowhere,
    Standard,
    File(PathBuf),
}

/// What became of a file.
struct Mended {
    bytes: Vec<u8>,
    /// The fixes that were made, and those that could not be written.
    made: u64,
    unwritable: u64,
    /// Why not all of them were made.
    stopped: Option<&'static str>,
    /// What is still to be said of it.
    left: Diagnostics,
    /// The same for programs.
    messages: String,
    /// The text before and after, to be compared.
    texts: Option<(String, String)>,
}

pub(crate) fn run(session: &Session, args: &args::Fix) -> Result<Status, Stop> {
    let folder = args.output.as_deref().filter(|path| path.is_dir());
    let found = input::find(&args.inputs, &session.library, folder)?;
    let target = match (args.dry_run, args.in_place) {
        (true, _) | (_, true) => Target::Standard,
        _ => Target::choose(args.output.as_deref(), &found).map_err(|problem| {
            problem.help("write to a folder with -o DIR, or back to the files with --in-place".to_owned())
        })?,
    };
    let mut status = Status::Clean;
    for problem in &found.problems {
        session.say_problem(problem);
        status = status.max(problem.status);
    }
    let claims = Claims::default();
    let plan = |input: &Input| match &target {
        _ if args.dry_run => Ok(Place::Nowhere),
        _ if args.in_place && !input.is_standard() => Ok(Place::File(input.path.clone())),
        Target::Standard => Ok(Place::Standard),
        Target::File(path) => Ok(Place::File(path.clone())),
        Target::Folder(folder) => {
            let path = folder.join(&input.relative);
            claims.claim(&path, input).map(|()| Place::File(path))
        }
    };
    let places: Vec<Result<Place, Problem>> = found.inputs.iter().map(plan).collect();
    let fix = |index: usize, input: &Input| -> Result<Mended, Problem> {
        let place = places[index].as_ref().map_err(Clone::clone)?;
        let mut mended = mend(session, args, input)?;
        if let Place::File(path) = place {
            let untouched = args.in_place && mended.made == 0;
            if !untouched {
                output::write(path, &mended.bytes, args.force || args.in_place)?;
            }
        }
        if !matches!(place, Place::Standard) {
            mended.bytes = Vec::new();
        }
        Ok(mended)
    };
    let (mut made, mut files, mut left) = (0, 0, 0);
    let failures = work::each(session, &found.inputs, fix, |input, mended| {
        session.say(&mended.messages);
        made += mended.made;
        files += u64::from(mended.made > 0);
        left += mended.left.at_least(session.finding);
        status = status.max(session.status(&mended.left));
        if mended.unwritable > 0 {
            let message = format!(
                "{} in {} cannot be written in its charset; left out",
                counted(mended.unwritable, "fix"),
                input.name()
            );
            session.say_problem(&Problem::of_file(codes::NOT_MENDED, input.name(), message, Status::Findings));
            status = status.max(Status::Findings);
        }
        if let Some(why) = mended.stopped {
            let message = format!("{}: not every fix was made: {why}", input.name());
            session.say_problem(&Problem::of_file(codes::NOT_MENDED, input.name(), message, Status::Findings));
            status = status.max(Status::Findings);
        }
        if let Some((before, after)) = &mended.texts {
            session.print(&diff(&input.name(), before, after))?;
        }
        Ok(session.write(&mended.bytes)?)
    })?;
    let fixes = if made == 1 { "1 fix".to_owned() } else { format!("{made} fixes") };
    let done = if args.dry_run { "would be made" } else { "made" };
    let of = counted(found.inputs.len() as u64, "file");
    let rest = match left {
        0 => String::new(),
        _ => format!("; {} left (kifu check says more)", faults(left, session.finding)),
    };
    session.remark(&format!("{fixes} {done} in {files} of {of}{rest}"));
    Ok(status.max(failures.status))
}

/// Applies fixes until none is left.
fn mend(session: &Session, args: &args::Fix, input: &Input) -> Result<Mended, Problem> {
    let mut opened = session.open(input)?;
    let before = args.dry_run.then(|| opened.source.text().to_owned());
    let mut hints = session.hints.clone();
    let name = hints.format.get_or_insert_with(|| opened.format.to_owned()).clone();
    let (mut made, mut stopped, mut idle) = (0, None, 0);
    let unwritable = loop {
        let round = edits(&opened, args.guess);
        let (edited, applied, failed) = splice(&opened.source, round);
        let Some((source, said)) = edited.filter(|_| applied > 0) else { break failed };
        // A charset that the bytes decided must not be decided otherwise in the next round.
        let mended =
            match source.segments().iter().any(|segment| matches!(segment.found, Found::ValidUtf8 | Found::Guessed)) {
                true => read(&session.library.format(&name)?, opened.format, source, said),
                false => session.library.read(&input.name(), source.bytes().to_vec(), &hints)?,
            };
        // Nobody looks over a safe fix: one that changes a game is not made.
        if !args.guess && opened.reading.difference(&mended.reading).is_none_or(|changes| !changes.is_empty()) {
            stopped = Some("one that is called safe would change the game; this is a defect of kifu, please report it");
            break failed;
        }
        // A fix may make room for another; where that goes on and on, something goes round in circles.
        let found = |opened: &Opened| opened.diagnostics().at_least(Severity::Note);
        idle = if found(&mended) < found(&opened) { 0 } else { idle + 1 };
        if idle > 20 {
            stopped = Some("each makes another necessary");
            break failed;
        }
        made += applied;
        opened = mended;
    };
    let texts = before.filter(|_| made > 0).map(|before| (before, opened.source.text().to_owned()));
    let bytes = opened.source.bytes().to_owned();
    let mut messages = String::new();
    if session.json {
        let page = Page::new(opened.source.name(), &opened.source);
        check::list(session, &page, opened.diagnostics(), opened.reading.origins(), session.finding, &mut messages);
    }
    let Opened { mut reading, .. } = opened;
    Ok(Mended { bytes, made, unwritable, stopped, messages, left: std::mem::take(reading.diagnostics_mut()), texts })
}

/// What an edited file is read as.
fn read(format: &Chosen<'_>, id: &'static str, source: Source, mut said: Diagnostics) -> Opened {
    let mut reading = format.any().read(&source);
    said.append(std::mem::take(reading.diagnostics_mut()));
    *reading.diagnostics_mut() = said;
    Opened { source, format: id, reading }
}

/// The fixes that are to be made: none touches another.
fn edits(opened: &Opened, guess: bool) -> Vec<Edits> {
    let text = opened.source.text();
    let fixes = opened.diagnostics().iter().filter_map(|said| said.fix.as_ref());
    let wanted = fixes.filter(|fix| guess || fix.safety == Safety::Safe);
    let inside = |edits: &Edits| edits.iter().all(|(span, _)| text.get(span.range()).is_some());
    let changes = |edits: &Edits| edits.iter().any(|(span, new)| &text[span.range()] != new);
    wanted.map(|fix| &fix.edits).filter(|edits| inside(edits) && changes(edits)).cloned().collect()
}

/// The file with every fix made that can be written, how many these are, and how many cannot.
fn splice(source: &Source, mut fixes: Vec<Edits>) -> (Option<(Source, Diagnostics)>, u64, u64) {
    let mut failed = 0;
    while !fixes.is_empty() {
        let (all, left_out) = Edits::from_disjoint(fixes.clone());
        match source.edited(&all) {
            Ok(edited) => return (Some(edited), (fixes.len() - left_out.len()) as u64, failed),
            Err(error) => {
                let before = fixes.len();
                fixes.retain(|edits| edits.iter().all(|(span, _)| span != error.at));
                failed += (before - fixes.len()) as u64;
                if fixes.len() == before {
                    break;
                }
            }
        }
    }
    (None, 0, failed)
}

/// A unified diff; of texts that differ too much for a good one, a simple one.
fn diff(name: &str, before: &str, after: &str) -> String {
    let name = plain(name);
    let mut config = TextDiff::configure();
    config.timeout(Duration::from_secs(2));
    config.diff_lines(before, after).unified_diff().header(&name, &name).to_string()
}
