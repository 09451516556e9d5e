//! `kifu diff`: compares the content of two files.

mod side_by_side;

use crate::{
    args,
    args::Format,
    codes,
    input::Input,
    pairs, places,
    problem::{Problem, Stop},
    render::{
        Page, counted,
        json::{Object, string},
    },
    session::Session,
    status::Status,
    visible,
};
use kifu::{
    AnyGames, Decoded, NodePlace,
    model::{Code, CodeKind, Diagnostics, LineColumn, Loss, Part, Severity, Span},
};
use side_by_side::Row;

pub(crate) fn run(session: &Session, args: &args::Diff) -> Result<Status, Stop> {
    let (a, b) = (Input::of(&args.a), Input::of(&args.b));
    if a.is_standard() && b.is_standard() {
        return Err(Problem::usage("standard input can be read only once; - was given twice").into());
    }
    // If one file cannot be read, the comparison fails.
    let failed = |problem: Problem| Problem { status: Status::Failed, ..problem };
    let mut before = session.decode(&a).map_err(failed)?;
    let mut after = session.decode(&b).map_err(failed)?;
    let mut diagnostics = [&mut before, &mut after].map(|decoded| std::mem::take(&mut decoded.diagnostics));
    let formats = [&*before.format, &*after.format];
    let mut found = Differences::default();
    let last = pairs::each(&before, &after, |pair| found.pair(pair, &before, &mut diagnostics));
    for (diagnostics, last) in diagnostics.iter_mut().zip(last) {
        diagnostics.append(last.map_err(|error| failed(error.into()))?);
    }
    let mut is_whole = true;
    for ((input, n), (diagnostics, format)) in
        [(&a, found.games[0]), (&b, found.games[1])].into_iter().zip(diagnostics.iter().zip(formats))
    {
        if n == 0 {
            return Err(
                failed(Problem::no_game(&input.name(), format, diagnostics, "the file cannot be compared")).into()
            );
        }
        let errors = diagnostics.at_least(Severity::Error);
        if errors > 0 {
            is_whole = false;
            let what = counted(errors, "error");
            session.remark(&format!(
                "{}: {what}; the parts that could not be read were not compared (see kifu check)",
                input.name()
            ));
        }
        let others = others(diagnostics, format);
        if others > 0 {
            is_whole = false;
            let what = counted(others, "game");
            let were = if others == 1 { "was" } else { "were" };
            session.remark(&format!("{}: {what} other than {} {were} not compared", input.name(), format.game()));
        }
    }
    let games = formats.map(kifu::AnyFormat::game);
    if games[0] != games[1] {
        let message = format!("{} is a game of {}, but {} is a game of {}", a.name(), games[0], b.name(), games[1]);
        return Err(Problem::of_file(&codes::OTHER_GAME, b.name(), message, Status::Failed).into());
    }
    let (several, differences) = (found.games[0] > 1, found.end());
    if differences.is_empty() {
        // If the files were compared in part only, they may differ in the rest.
        return Ok(if is_whole { Status::Clean } else { Status::Failed });
    }
    let name = a.name();
    let page = Page::new(&name, &before.source);
    let other = b.name();
    let out = match session.style.format {
        Format::Json => differences.iter().map(|(found, at)| object(&page, &other, found, at)).collect(),
        _ if args.side_by_side => {
            let rows: Vec<_> = differences.iter().map(|(found, at)| Row::of(&page, found, at, several)).collect();
            side_by_side::table([&name, &other], &rows, session.style.columns)
        }
        _ => {
            let lines: String = differences.iter().map(|(found, at)| sentence(&page, found, at, several)).collect();
            format!("--- {}\n+++ {}\n{lines}", visible::line(&name), visible::line(&other))
        }
    };
    session.print(&out)?;
    Ok(Status::Findings)
}

/// Returns the number of games in the file that are of another game (such as chess), which kifu did not read.
fn others(diagnostics: &Diagnostics, format: &dyn kifu::AnyFormat) -> u64 {
    let is_other =
        |code: Code| format.info().codes.iter().any(|info| info.code == code && info.kind == CodeKind::OtherGame);
    diagnostics.counts().filter(|count| is_other(count.code)).map(|count| count.times).sum()
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
                for ((n, mut difference), node) in differences.into_iter().enumerate().zip(nodes) {
                    let part = parts.as_ref().and_then(|parts| parts[n]);
                    let node = node.filter(|_| difference.node.is_some());
                    difference.record = index;
                    self.found.push((difference, DifferencePlace { part, game, node }));
                }
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
    // The name of the part is shown unless the message starts with it.
    let name = difference.part.name();
    let is_named = difference.message.starts_with(name.trim_end_matches('s'));
    let in_game = in_game(difference, at, several);
    // The number of a move says that it is one.
    let is_move = difference.part == Part::Action && !in_game.is_empty();
    let part = if is_named || is_move { String::new() } else { format!("{name}: ") };
    let in_game = if in_game.is_empty() { in_game } else { format!("{in_game}: ") };
    format!("{place}{in_game}{part}{}\n", visible::line(&difference.message))
}

/// Returns the line and the column in the first file: `2:8`.
fn position(page: &Page<'_>, at: &DifferencePlace, several: bool) -> Option<String> {
    let start = at.part.map(|span| span.start).or(at.game.filter(|_| several))?;
    let LineColumn { line, column } = page.position(start);
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
        // A variation that only the second file has follows the node of the first one.
        let follows = difference.part == Part::Variation && difference.before.is_empty();
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
