use crate::{
    args, check, codes, input,
    input::Input,
    output::{self, Claims, Target},
    problem::{Problem, Stop},
    render::{Page, counted, faults},
    session::Session,
    status::Status,
    visible, work,
};
use kifu::{
    FileVersion, FixedFile, OpenFile,
    model::{Diagnostics, Fix, Safety, Source, SourceMap, Stopped},
};
use similar::TextDiff;
use std::{fs, path::PathBuf, time::Duration};

/// The output of a fixed file.
enum Destination {
    Nowhere,
    Standard,
    File(PathBuf),
}

/// The result of fixing a file.
struct Mended {
    bytes: Vec<u8>,
    /// The version of the file that was read.
    version: Option<FileVersion>,
    /// The number of fixes made, and of fixes that the charset of the file cannot encode.
    made: u64,
    unencodable: u64,
    /// The reason why some fixes were not made.
    stopped: Option<Stopped>,
    /// The remaining diagnostics.
    left: Diagnostics,
    /// The remaining diagnostics as JSON; empty for text output.
    messages: String,
    /// The diff to print; empty without `--dry-run`.
    diff: Vec<u8>,
}

pub(crate) fn run(session: &Session, args: &args::Fix) -> Result<Status, Stop> {
    let folder = args.output.as_deref().filter(|path| path.is_dir());
    let found = input::find(&args.inputs, &session.library, folder, args.in_place)?;
    let target = match (args.dry_run, args.in_place) {
        (true, _) | (_, true) => Target::Standard,
        _ => Target::choose(args.output.as_deref(), &found).map_err(|problem| {
            problem.help("write to a folder with -o DIR, or back to the files with --in-place".to_owned())
        })?,
    };
    let mut status = found.tell(session);
    let claims = Claims::of(&found.inputs);
    let plan = |input: &Input| match &target {
        _ if args.dry_run => Ok(Destination::Nowhere),
        _ if args.in_place && !input.is_standard() => Ok(Destination::File(input.path.clone())),
        Target::Standard => Ok(Destination::Standard),
        Target::File(path) => Ok(Destination::File(path.clone())),
        Target::Folder(folder) => {
            let path = folder.join(&input.relative);
            claims.claim(&path, input).map(|()| Destination::File(path))
        }
    };
    let places: Vec<Result<Destination, Problem>> = found.inputs.iter().map(plan).collect();
    let fix = |index: usize, input: &Input| -> Result<Mended, Problem> {
        let place = places[index].as_ref().map_err(Clone::clone)?;
        let mut mended = mend(session, args, input)?;
        if let Destination::File(path) = place {
            let untouched = args.in_place && mended.made == 0;
            if !untouched {
                // `-o` may name the same file.
                let is_same = || fs::canonicalize(path).ok() == fs::canonicalize(&input.path).ok();
                if args.in_place || args.force && is_same() {
                    output::replace(path, &mended.bytes, mended.version.take())?;
                } else {
                    output::write(path, &mended.bytes, args.force)?;
                }
            }
        }
        if !matches!(place, Destination::Standard) {
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
        if mended.unencodable > 0 {
            let message = format!(
                "{} in {} not made: its charset does not have the characters",
                counted(mended.unencodable, "fix"),
                input.name()
            );
            session.say_problem(&Problem::of_file(&codes::NOT_MENDED, input.name(), message, Status::Findings));
            status = status.max(Status::Findings);
        }
        if let Some(why) = mended.stopped {
            let message = format!("{}: some fixes were not made: {why}", input.name());
            let mut problem = Problem::of_file(&codes::NOT_MENDED, input.name(), message, Status::Findings);
            if why == Stopped::MovesCharset {
                problem = problem.help("--encoding chooses the charset".to_owned());
            }
            session.say_problem(&problem);
            status = status.max(Status::Findings);
        }
        session.put(&mended.diff)?;
        Ok(session.write(&mended.bytes)?)
    })?;
    let fixes = if made == 1 { "1 fix".to_owned() } else { format!("{made} fixes") };
    let done = if args.dry_run { "would be made" } else { "made" };
    let of = counted(found.inputs.len() as u64, "file");
    let rest = match left {
        0 => String::new(),
        _ => format!("; {} left (kifu check shows them)", faults(left, session.finding)),
    };
    session.remark(&format!("{fixes} {done} in {files} of {of}{rest}"));
    Ok(status.max(failures.status))
}

/// Reads a file and applies fixes until none is left.
fn mend(session: &Session, args: &args::Fix, input: &Input) -> Result<Mended, Problem> {
    let (mut decoded, version) = session.decode_version(input)?;
    // Most files have no fix. For them this first pass, which keeps no game in memory, is enough.
    let of_charset = std::mem::take(&mut decoded.diagnostics);
    let (left, source_maps) = check::diagnostics(session, &decoded, of_charset.clone())?;
    let is_wanted = |fix: &Fix| args.guess || fix.safety == Safety::Safe;
    if !left.iter().filter_map(|diagnostic| diagnostic.fix.as_ref()).any(is_wanted) {
        let messages = messages(session, &decoded.source, &left, &source_maps);
        let (bytes, diff) = (decoded.source.bytes().to_owned(), Vec::new());
        return Ok(Mended { bytes, version, made: 0, unencodable: 0, stopped: None, left, messages, diff });
    }
    drop((left, source_maps));
    decoded.diagnostics = of_charset;
    let before = args.dry_run.then(|| compared(session, &decoded.source).to_owned());
    let fixed = decoded.fix(if args.guess { Safety::Guess } else { Safety::Safe });
    let FixedFile { file: OpenFile { source, mut games, .. }, made, unencodable, stopped, .. } = fixed;
    let diff = match before.filter(|_| made > 0) {
        Some(before) => diff(input, &before, compared(session, &source), session.shows_diffs()),
        None => Vec::new(),
    };
    let messages = messages(session, &source, games.diagnostics(), games.source_maps());
    let bytes = source.bytes().to_owned();
    let left = std::mem::take(games.diagnostics_mut());
    Ok(Mended { bytes, version, made, unencodable, stopped, left, messages, diff })
}

/// Returns the remaining diagnostics as JSON messages; empty for text output.
fn messages(session: &Session, source: &Source, left: &Diagnostics, source_maps: &[SourceMap]) -> String {
    let mut messages = String::new();
    if session.json {
        check::list(session, &Page::new(source.name(), source), left, source_maps, session.finding, &mut messages);
    }
    messages
}

/// Returns what the diff compares: the text of the file if the diff is shown to people, otherwise its bytes.
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
        // Writing to memory does not fail.
        let _ = hunk.to_writer(&mut out);
    }
    if !is_shown {
        return out;
    }
    let text = String::from_utf8_lossy(&out);
    // If every line ends in CR LF, do not show the carriage returns.
    let is_crlf = |line: &&[u8]| line.ends_with(b"\r\n") || !line.ends_with(b"\n");
    match old.iter().chain(&new).all(is_crlf) {
        true => visible::lines(&text.replace("\r\n", "\n")).into_owned().into_bytes(),
        false => visible::lines(&text).into_owned().into_bytes(),
    }
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
