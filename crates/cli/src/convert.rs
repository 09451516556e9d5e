//! `kifu convert`: converts records, and refuses to lose data.

mod allowed;
mod file;
mod games;
mod listed;
mod missing;
mod refusals;
mod room;

use crate::{
    args,
    args::Format,
    check, input,
    input::Input,
    output::{self, Claims, Target},
    problem::{Problem, Stop},
    render::counted,
    report::{Overview, Report, Rows, Unread},
    session::{Session, Voice},
    status::Status,
    visible, work,
};
use allowed::Allowed;
use file::{Conversion, Destination, End};
use kifu::{
    Chosen,
    model::{OptionSetting, Part},
};
use refusals::Refusals;
use room::Room;
use std::path::Path;

/// What became of the files so far.
#[derive(Default)]
struct Tally {
    converted: u64,
    /// The number of files that would lose something, or that are of another game.
    refused: u64,
    /// The number of those that an option would accept.
    acceptable: u64,
    no_game: u64,
    unwritten: u64,
    refusals: Refusals,
    status: Status,
}

pub(crate) fn run(session: &Session, args: &args::Convert) -> Result<Status, Stop> {
    let name = match &args.to {
        Some(name) => name.as_str(),
        None => format_of(session, args.output.as_deref())?,
    };
    let options = |chosen| with_settings(session, name, chosen);
    let mut to = match args.output.as_deref().filter(|path| !path.is_dir()).and_then(Path::extension) {
        // The file extension may choose the charset.
        Some(extension) => options(session.format_for(name, &extension.to_string_lossy())?)?,
        None => options(session.format(name)?)?,
    };
    if args.lines {
        let options = to.info().record_per_line.ok_or_else(|| not_a_line_each(session, name))?;
        for OptionSetting { name, value } in options {
            let with = to.with_option(name, value);
            to = Chosen::With(with.map_err(|error| Problem::usage(format!("{name}: {error}")))?);
        }
    }
    let allowed = Allowed::new(args.allow_loss.as_deref(), &session.settings.here)?;
    let folder = args.output.as_deref().filter(|path| path.is_dir());
    let found = input::find(&args.inputs, &session.library, folder, false)?;
    if let (true, Some(path)) = (args.lines, args.output.as_deref())
        && (path.is_dir() || output::is_named_as_folder(path))
    {
        let message = format!("--lines writes one file, and {} is a folder", path.to_string_lossy());
        return Err(Problem::usage(message).help("name a file with -o FILE".to_owned()).into());
    }
    let target = match (args.lines, args.output.as_deref()) {
        (true, None) => Target::Standard,
        (true, Some(path)) if path.as_os_str() == "-" => Target::Standard,
        (true, Some(path)) => Target::File(path.into()),
        (false, output) => Target::choose(output, &found)?,
    };
    if args.to.is_none() && !matches!(target, Target::File(_)) {
        return Err(not_stated().into());
    }
    let mut report = Report::start(session, "convert")?;
    let mut tally = Tally { status: found.tell(session), ..Tally::default() };
    let claims = Claims::of(&found.inputs);
    if let Target::File(path) = &target
        && args.lines
        && found.inputs.len() > 1
        && claims.is_input(path)
    {
        let name = path.to_string_lossy();
        return Err(Problem::usage(format!("{name} is one of the inputs, and would be replaced by all of them"))
            .help("write to a file that is not among the inputs".to_owned())
            .into());
    }
    let extension = to.extension();
    // `None` if another input may get the output.
    let plan = |input: &Input| -> Result<Option<Destination>, Problem> {
        Ok(Some(match &target {
            Target::Standard => Destination::Stream,
            Target::File(_) if args.lines => Destination::Stream,
            Target::File(path) => Destination::File(path.clone()),
            Target::Folder(folder) => {
                let path = output::with_extension(&folder.join(&input.relative), extension);
                match claims.reserve(&path, input)? {
                    true => Destination::Folder(path),
                    false => return Ok(None),
                }
            }
        }))
    };
    let mut stream = match &target {
        Target::File(path) if args.lines => Some((path, output::create(path, args.force)?)),
        _ => None,
    };
    let listing = !session.style.format.is_for_people() || session.voice == Voice::Verbose || !found.many;
    let (to, room, allowed, claims) = (&*to, &Room::default(), &allowed, &claims);
    let names_unread = listing || found.inputs.len() <= check::FEW;
    let conversion = Conversion { session, args, to, allowed, claims, room, extension, listing, names_unread };
    let failures = work::in_rounds(
        session,
        claims,
        &found.inputs,
        plan,
        |input, place| conversion.file(input, place).or_else(|problem| conversion.of_problem(problem)),
        |input, place, done| {
            session.reach(done.status);
            report.write(&done.messages)?;
            report.tally.add(done.tally);
            let mut put = |bytes: &[u8]| match &mut stream {
                Some((path, file)) => Ok(output::put(file, path, bytes)?),
                None => Ok(session.write(bytes)?),
            };
            put(&done.stream)?;
            if let Some(measured) = done.later {
                let diagnostics = work::guarded(input, || conversion.stream(measured, &mut put));
                report.write(&diagnostics.unwrap_or_else(|defect| Err(defect.into()))?)?;
            }
            tally.status = tally.status.max(done.status);
            match done.end {
                End::Converted => tally.converted += 1,
                End::Refused => {
                    tally.refused += 1;
                    tally.acceptable += u64::from(!done.refusals.is_empty());
                }
                End::NoGame => tally.no_game += 1,
                // Counted with the failures.
                End::Unwritten => {}
            }
            if let (Destination::Folder(path), End::Converted, false) = (place, done.end, done.is_numbered) {
                claims.keep(path);
            }
            tally.refusals.add(done.refusals);
            Ok(done.unwritten)
        },
    )?;
    // Without a converted game, a file that exists does not change.
    if let Some((_, file)) = stream.filter(|_| tally.converted > 0) {
        file.finish().map_err(Problem::from)?;
    }
    tally.status = tally.status.max(failures.status);
    tally.unwritten = failures.all_unwritten();
    report.failures(&failures, found.unread());
    report.done = vec![
        ("converted", tally.converted),
        ("refused", tally.refused),
        ("no_game", tally.no_game),
        ("unwritten", tally.unwritten),
    ];
    report.end()?;
    if !listing && session.style.format == Format::Full {
        let overview = Overview { tally: &report.tally, least: session.finding, width: session.style.columns };
        let table = overview.table(Rows { most: check::MOST_LINES, all: "-v lists all losses" });
        session.say(&table);
        if !table.is_empty() {
            session.remark("kifu explain CODE describes a code");
        }
    }
    tell(session, &tally, report.tally.unread, found.many, names_unread);
    // The user may not know settings that come with the inputs.
    if session.style.format.is_for_people() && (session.voice > Voice::Quiet || session.settings.may_be_of_inputs) {
        let lines = report.tally.settings(session.finding);
        lines.iter().for_each(|line| session.say(&format!("{}\n", visible::line(line))));
    }
    Ok(tally.status)
}

/// Returns the name of the format that the extension of the output stands for.
///
/// # Errors
/// A usage error if the output is a folder or standard output, or if its extension stands for no format or for several.
fn format_of<'s>(session: &'s Session, output: Option<&Path>) -> Result<&'s str, Problem> {
    let file = output.filter(|path| path.as_os_str() != "-" && !path.is_dir() && !output::is_named_as_folder(path));
    let Some(extension) = file.and_then(Path::extension) else {
        return Err(not_stated());
    };
    let extension = extension.to_string_lossy().to_ascii_lowercase();
    let formats = session.library.formats().map(kifu::AnyFormat::info);
    let named: Vec<_> =
        formats.filter(|format| format.extensions.contains(&extension.as_str())).map(|f| f.id).collect();
    match named[..] {
        [format] => Ok(format),
        [] => Err(Problem::usage(format!("the extension .{extension} stands for no format"))
            .help("name the format with --to FORMAT; kifu formats lists the formats".to_owned())),
        _ => {
            Err(Problem::usage(format!("the extension .{extension} stands for several formats: {}", named.join(", ")))
                .help("choose one of them with --to".to_owned()))
        }
    }
}

fn not_stated() -> Problem {
    Problem::usage("the format to write is not stated")
        .help("name it with --to FORMAT; kifu formats lists the formats".to_owned())
}

/// Returns the format with the options in the settings that the command line does not set.
fn with_settings<'s>(session: &'s Session, to: &str, mut chosen: Chosen<'s>) -> Result<Chosen<'s>, Problem> {
    let (id, given) = to.split_once(':').unwrap_or((to, ""));
    for (option, value) in session.settings.here.options(id) {
        let is_given = given.split([',', ':']).any(|given| given.split('=').next() == Some(option));
        if !is_given {
            let with = chosen.with_option(option, value);
            chosen = Chosen::With(with.map_err(|error| Problem::usage(format!("{to}: {error}")))?);
        }
    }
    Ok(chosen)
}

/// Prints the last lines: the option that accepts the losses, and what became of the files. `names_unread` states that the files without a
/// game are listed.
fn tell(session: &Session, tally: &Tally, unread: Unread, many: bool, names_unread: bool) {
    if !session.style.format.is_for_people() {
        return;
    }
    if let Some(line) = tally.refusals.to_paste() {
        let of_all = if tally.acceptable < tally.refused { format!(" of {}", tally.refused) } else { String::new() };
        session.say(&format!("{}{of_all} refused; {line}\n", tally.acceptable));
    }
    if many {
        let Tally { converted, refused, no_game, unwritten, .. } = *tally;
        let all = converted + refused + no_game + unread.files + unwritten;
        let mut sentence = format!("{}, {converted} converted", counted(all, "file"));
        let is_input = tally.refusals.has(Part::Input) && tally.acceptable == refused;
        let why_refused = if is_input { " (kifu check shows why)" } else { "" };
        let why_no_game = if names_unread { "" } else { " (-v shows why)" };
        for (n, what, why) in [
            (refused, "refused", why_refused),
            (no_game, "without a game", why_no_game),
            (unwritten, "not written", ""),
        ] {
            if n > 0 {
                sentence.push_str(&format!(", {n} {what}{why}"));
            }
        }
        sentence.push_str(&unread.sentence());
        session.remark(&sentence);
    }
}

fn not_a_line_each(session: &Session, to: &str) -> Problem {
    let able = session.library.formats().filter(|format| format.info().record_per_line.is_some());
    let able: Vec<_> = able.map(|format| format.info().id).collect();
    let known = if able.is_empty() { "no format can".to_owned() } else { format!("these can: {}", able.join(", ")) };
    Problem::usage(format!("{to} cannot be written with one record per line; {known}"))
}

/// Returns true if writing to the path would overwrite an existing file.
fn is_there(path: &Path) -> bool {
    // Writing to a device or a pipe overwrites nothing.
    let device = std::fs::metadata(path).is_ok_and(|there| !there.is_file() && !there.is_dir());
    path.exists() && !device
}
