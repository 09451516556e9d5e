//! `kifu diff`: compares the content of two files.

mod side_by_side;

use crate::{
    args,
    args::Format,
    codes,
    input::Input,
    pairs,
    places::{self, GamePlace},
    problem::{Problem, Stop},
    render::{
        self, Finding, Page, counted,
        json::{Object, string},
    },
    report::{FileTally, Report},
    session::{Session, Voice},
    status::Status,
    visible,
};
use kifu::{
    AnyGames, Decoded, NodePlace,
    model::{Diagnostic, Diagnostics, LineColumn, Loss, Part, Severity, Span},
};
use side_by_side::Row;

pub(crate) fn run(session: &Session, args: &args::Diff) -> Result<Status, Stop> {
    let (a, b) = (Input::of(&args.a), Input::of(&args.b));
    if a.is_standard() && b.is_standard() {
        return Err(Problem::usage("standard input can be read only once; - was given twice").into());
    }
    let mut report = Report::start(session, "diff")?;
    let status = match compare(session, args, [&a, &b], &mut report) {
        // These reports have an end.
        Err(Stop::Problem(problem)) if matches!(session.style.format, Format::Json | Format::Sarif) => {
            session.say_problem(&problem);
            report.tally.unread.files = 1;
            report.is_complete = false;
            Status::Failed
        }
        ended => ended?,
    };
    report.end()?;
    Ok(status)
}

/// Compares two files, and writes what differs.
fn compare(session: &Session, args: &args::Diff, [a, b]: [&Input; 2], report: &mut Report<'_>) -> Result<Status, Stop> {
    // If one file cannot be read, the comparison fails.
    let failed = |problem: Problem| Problem { status: Status::Failed, ..problem };
    let mut before = session.decode(a).map_err(failed)?;
    let mut after = session.decode(b).map_err(failed)?;
    let mut diagnostics = [&mut before, &mut after].map(|decoded| std::mem::take(&mut decoded.diagnostics));
    let formats = [&*before.format, &*after.format];
    let mut found = Differences::default();
    let last = pairs::each(&before, &after, |pair| found.pair(pair, &before, &mut diagnostics));
    for (diagnostics, last) in diagnostics.iter_mut().zip(last) {
        diagnostics.append(last.map_err(|error| failed(error.into()))?);
    }
    let (names, mut incomplete) = ([a.name(), b.name()], Vec::new());
    for (((name, n), diagnostics), format) in names.iter().zip(found.games).zip(&diagnostics).zip(formats) {
        if n == 0 {
            return Err(failed(Problem::no_game(name, format, diagnostics, "the file cannot be compared")).into());
        }
        report.tally.files += 1;
        let errors = diagnostics.at_least(Severity::Error);
        if errors > 0 {
            let what = counted(errors, "error");
            let message =
                format!("{name}: {what}; the parts that could not be read were not compared (see kifu check)");
            incomplete.push((name, message));
        } else {
            report.tally.clean += 1;
        }
        let others = places::other_games(diagnostics, format);
        if others > 0 {
            let what = counted(others, "game");
            let were = if others == 1 { "was" } else { "were" };
            incomplete.push((name, format!("{name}: {what} other than {} {were} not compared", format.game())));
        }
    }
    let games = formats.map(kifu::AnyFormat::game);
    if games[0] != games[1] {
        let message = format!("{} is a game of {}, but {} is a game of {}", names[0], games[0], names[1], games[1]);
        return Err(Problem::of_file(&codes::OTHER_GAME, b.name(), message, Status::Failed).into());
    }
    let (several, differences) = (found.games[0] > 1, found.end());
    report.done.push(("differences", differences.len() as u64));
    // If the files were compared in part only, they may differ in the rest.
    let status = match (differences.is_empty(), incomplete.is_empty()) {
        (true, true) => Status::Clean,
        (true, false) => Status::Failed,
        (false, _) => Status::Findings,
    };
    // Status 2 always has a reason.
    if status == Status::Failed || session.voice > Voice::Quiet {
        let severity = if status == Status::Failed { Severity::Error } else { Severity::Warning };
        incomplete.iter().for_each(|(name, message)| session.tell_incomplete(severity, name, message));
    }
    session.reach(status);
    let page = Page::new(&names[0], &before.source);
    report.tally.extend(tally(&page, &differences));
    report.write(&rendered(session, args, &page, &names, &differences, several))?;
    Ok(status)
}

/// Returns the differences in the format of the report.
fn rendered(
    session: &Session,
    args: &args::Diff,
    page: &Page<'_>,
    names: &[String; 2],
    differences: &[(Loss, DifferencePlace)],
    several: bool,
) -> String {
    let each = differences.iter().map(|(found, at)| (found, at));
    match session.style.format {
        _ if differences.is_empty() => String::new(),
        Format::Json => each.map(|(found, at)| object(page, &names[1], found, at)).collect(),
        Format::Concise => {
            let line = |(found, at): (_, &DifferencePlace)| {
                render::located(page, at.start(several), &described(found, at, several))
            };
            each.map(line).collect()
        }
        Format::Sarif | Format::Github => {
            let mut out = String::new();
            for (found, at) in each {
                let message = format!("{} (compared with {})", described(found, at, several), names[1]);
                let diagnostic = Diagnostic::new(&found.part.info().with_severity(Severity::Note), message);
                let diagnostic = match at.part {
                    Some(span) => diagnostic.at(span),
                    None => diagnostic,
                };
                let finding = Finding { diagnostic: &diagnostic, place: GamePlace::default(), near: at.game };
                render::finding(session.style, page, &finding, &mut out);
            }
            out
        }
        Format::Full if args.side_by_side => {
            let rows: Vec<_> = each.map(|(found, at)| Row::of(page, found, at, several)).collect();
            side_by_side::table([&names[0], &names[1]], &rows, session.style.columns)
        }
        Format::Full => {
            let lines: String = each.map(|(found, at)| sentence(page, found, at, several)).collect();
            format!("--- {}\n+++ {}\n{lines}", visible::line(&names[0]), visible::line(&names[1]))
        }
    }
}

/// Returns the number of differences of each part.
fn tally(page: &Page<'_>, differences: &[(Loss, DifferencePlace)]) -> FileTally {
    let mut tally = FileTally::default();
    for (found, at) in differences {
        tally.count(Severity::Note, found.part.code(), || {
            let place = at.start(true).map_or_else(String::new, |at| format!(":{}", page.position(at)));
            format!("{}{place}", page.name)
        });
    }
    tally
}

/// The place of a difference in the first file.
#[derive(Clone)]
struct DifferencePlace {
    /// The part that differs, or else its node, if known.
    part: Option<Span>,
    /// The start of the game, if known.
    game: Option<u32>,
    /// The node of the first file, for a difference in a node.
    node: Option<NodePlace>,
}

impl DifferencePlace {
    /// Returns the start of the part, or if the file has several games, at least of the game.
    fn start(&self, several: bool) -> Option<u32> {
        self.part.map(|span| span.start).or(self.game.filter(|_| several))
    }
}

/// The differences of the games, with their places in the first file.
#[derive(Default)]
struct Differences {
    found: Vec<(Loss, DifferencePlace)>,
    /// The number of games in each file.
    games: [usize; 2],
    /// The start of the first game that the second file does not have.
    more: Option<u32>,
}

impl Differences {
    /// Compares the next game of each file.
    fn pair(&mut self, pair: [Option<AnyGames>; 2], first: &Decoded<'_>, diagnostics: &mut [Diagnostics; 2]) {
        let index = self.games[0].max(self.games[1]);
        let mut games = pair;
        for ((game, diagnostics), n) in games.iter_mut().zip(diagnostics).zip(&mut self.games) {
            if let Some(game) = game {
                diagnostics.append(std::mem::take(game.diagnostics_mut()));
                *n += game.len();
            }
        }
        match &games {
            [Some(before), Some(after)] => {
                let differences = before.difference(after).unwrap_or_default();
                let source_map = before.source_maps().first();
                let parts = source_map.map(|source_map| places::of_losses(first, source_map, &differences));
                let game = source_map.map(|source_map| source_map.span.start);
                let nodes: Vec<usize> =
                    differences.iter().map(|found| found.node.map_or(0, kifu::model::NodeId::index)).collect();
                let nodes = before.node_places(0, &nodes);
                let first = self.found.len();
                for ((n, mut difference), node) in differences.into_iter().enumerate().zip(nodes) {
                    let part = parts.as_ref().and_then(|parts| parts[n]);
                    let node = node.filter(|_| difference.node.is_some());
                    difference.record = index;
                    self.found.push((difference, DifferencePlace { part, game, node }));
                }
                self.found[first..].sort_by_key(|(_, at)| at.start(true));
            }
            [Some(before), None] if self.more.is_none() => {
                self.more = before.source_maps().first().map(|source_map| source_map.span.start);
            }
            _ => {}
        }
    }

    /// Returns all differences; a different number of games comes first.
    fn end(mut self) -> Vec<(Loss, DifferencePlace)> {
        let [before, after] = self.games;
        if before != after {
            let games = |n| if n == 1 { "one game".to_owned() } else { format!("{n} games") };
            let message = format!("{} became {}", games(before), games(after));
            let place = DifferencePlace { part: None, game: self.more, node: None };
            self.found.insert(0, (Loss::new(Part::Game, before.min(after), None, message), place));
        }
        self.found
    }
}

/// Returns a line such as `2:8: move 2: White D4 (W[dp]) became White D16 (W[dd])`.
fn sentence(page: &Page<'_>, difference: &Loss, at: &DifferencePlace, several: bool) -> String {
    let place = position(page, at, several).map_or_else(String::new, |place| format!("{place}: "));
    format!("{place}{}\n", visible::line(&described(difference, at, several)))
}

/// Returns what differs, after its place in the game: `move 2: White D4 (W[dp]) became White D16 (W[dd])`.
fn described(difference: &Loss, at: &DifferencePlace, several: bool) -> String {
    // The name of the part is shown unless the message starts with it. A line of play has a name of its own.
    let name = match difference.part {
        _ if is_line(difference) && !difference.what.is_empty() => &difference.what,
        part => part.name(),
    };
    let is_named = difference.message.starts_with(name.trim_end_matches('s'));
    let in_game = in_game(difference, at, several);
    // The number of a move says that it is one.
    let is_move = difference.part == Part::Action && !is_line(difference) && !in_game.is_empty();
    let part = if is_named || is_move { String::new() } else { format!("{name}: ") };
    let in_game = if in_game.is_empty() { in_game } else { format!("{in_game}: ") };
    format!("{in_game}{part}{}", difference.message)
}

/// Returns true if a line of play differs: a variation, or the end of the main line.
fn is_line(difference: &Loss) -> bool {
    difference.part == Part::Variation || difference.part == Part::Action && difference.what == "main line"
}

/// Returns the line and the column in the first file: `2:8`.
fn position(page: &Page<'_>, at: &DifferencePlace, several: bool) -> Option<String> {
    let LineColumn { line, column } = page.position(at.start(several)?);
    Some(format!("{line}:{column}"))
}

/// Returns the place in the game: `game 2, move 12 (variation from 9)`; empty if it tells nothing.
fn in_game(difference: &Loss, at: &DifferencePlace, several: bool) -> String {
    let mut parts = Vec::new();
    if several && difference.part != Part::Game {
        parts.push(format!("game {}", difference.record + 1));
    }
    if let Some(NodePlace { number, played, variation, .. }) = &at.node
        && *number > 0
    {
        // A line that only the second file has follows the node of the first one.
        let follows = is_line(difference) && difference.before.is_empty();
        let after = if played.is_some() && !follows { "" } else { "after " };
        let variation = variation.map_or_else(String::new, |start| format!(" (variation from {start})"));
        parts.push(format!("{after}move {number}{variation}"));
    }
    parts.join(", ")
}

fn object(page: &Page<'_>, other: &str, difference: &Loss, at: &DifferencePlace) -> String {
    let mut object = Object::new();
    object
        .text("type", "difference")
        .text("file", page.name)
        .text("other", other)
        .text("code", difference.part.code().0)
        .text("severity", "note")
        .text("message", &difference.message)
        .text("what", &difference.what)
        .text("before", &difference.before)
        .text("after", &difference.after)
        .place(page, at.part.map(|span| (span.start, span.end)).or(at.game.map(|at| (at, at))))
        .raw("record", difference.record)
        .option("node", difference.node.map(kifu::model::NodeId::index))
        .option("move", at.node.as_ref().map(|node| node.number))
        .option("played", at.node.as_ref().and_then(|node| node.played.as_deref()).map(string))
        .option("point", at.node.as_ref().and_then(|node| node.point.as_deref()).map(string))
        .option("variation", at.node.as_ref().and_then(|node| node.variation))
        .raw("help", "null");
    object.end() + "\n"
}
