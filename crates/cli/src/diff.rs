use crate::{
    args, codes,
    input::Input,
    pairs,
    problem::{Problem, Stop},
    render::{Page, counted, json::Object},
    session::Session,
    status::Status,
    visible,
};
use kifu::{
    AnyGames,
    model::{Diagnostics, Loss, Part, Severity},
};

pub(crate) fn run(session: &Session, args: &args::Diff) -> Result<Status, Stop> {
    let (a, b) = (Input::of(&args.a), Input::of(&args.b));
    if a.is_standard() && b.is_standard() {
        return Err(Problem::usage("standard input can be read once; - was given twice").into());
    }
    // Nothing can be compared with what cannot be read.
    let failed = |problem: Problem| Problem { status: Status::Failed, ..problem };
    let mut before = session.decode(&a).map_err(failed)?;
    let mut after = session.decode(&b).map_err(failed)?;
    let games = [before.format.game(), after.format.game()];
    let mut said = [&mut before, &mut after].map(|decoded| std::mem::take(&mut decoded.diagnostics));
    let mut found = Differences::default();
    let last = pairs::each(&before, &after, |pair| found.pair(pair, &mut said));
    for (said, last) in said.iter_mut().zip(last) {
        said.append(last.map_err(|error| failed(error.into()))?);
    }
    for ((input, n), (said, game)) in
        [(&a, found.games[0]), (&b, found.games[1])].into_iter().zip(said.iter().zip(games))
    {
        if n == 0 {
            return Err(failed(Problem::no_game(&input.name(), game, said, "it cannot be compared")).into());
        }
        let errors = said.at_least(Severity::Error);
        if errors > 0 {
            let what = counted(errors, "error");
            session
                .remark(&format!("{}: what {what} left unread was not compared (kifu check shows each)", input.name()));
        }
    }
    if games[0] != games[1] {
        let message = format!("{} is {}, and {} is {}", a.name(), games[0], b.name(), games[1]);
        return Err(Problem::of_file(codes::OTHER_GAME, b.name(), message, Status::Failed).into());
    }
    let (several, differences) = (found.games[0] > 1, found.end());
    if differences.is_empty() {
        return Ok(Status::Clean);
    }
    let name = a.name();
    let page = Page::new(&name, &before.source);
    let mut out = String::new();
    if !session.json {
        out.push_str(&format!("--- {}\n+++ {}\n", visible::line(&name), visible::line(&b.name())));
    }
    for (difference, at) in &differences {
        out.push_str(&match session.json {
            true => object(&page, &b.name(), difference, *at),
            false => sentence(&page, difference, *at, several),
        });
    }
    session.print(&out)?;
    Ok(Status::Findings)
}

/// What the games do not say alike, and where in the first file that is.
#[derive(Default)]
struct Differences {
    found: Vec<(Loss, Option<u32>)>,
    /// How many games each file has.
    games: [usize; 2],
    /// Where the first game stands that the second file does not have.
    more: Option<u32>,
}

impl Differences {
    /// Compares the next game of each file.
    fn pair(&mut self, pair: [Option<AnyGames>; 2], said: &mut [Diagnostics; 2]) {
        let index = self.games[0].max(self.games[1]);
        let mut games = pair;
        for ((game, said), n) in games.iter_mut().zip(said).zip(&mut self.games) {
            if let Some(game) = game {
                said.append(std::mem::take(game.diagnostics_mut()));
                *n += game.len();
            }
        }
        match &games {
            [Some(before), Some(after)] => {
                for mut difference in before.difference(after).unwrap_or_default() {
                    let at = place(before, &difference);
                    difference.record = index;
                    self.found.push((difference, at));
                }
            }
            [Some(before), None] if self.more.is_none() => {
                self.more = before.source_maps().first().map(|origin| origin.span.start);
            }
            _ => {}
        }
    }

    /// All of it: first that one file has more games.
    fn end(mut self) -> Vec<(Loss, Option<u32>)> {
        let [before, after] = self.games;
        if before != after {
            let games = |n| if n == 1 { "one game".to_owned() } else { format!("{n} games") };
            let message = format!("{} became {}", games(before), games(after));
            self.found.insert(0, (Loss::new(Part::Game, before.min(after), None, message), self.more));
        }
        self.found
    }
}

/// Where in the first file the node, or else the record starts.
fn place(before: &AnyGames, difference: &Loss) -> Option<u32> {
    let origin = before.source_maps().get(difference.record)?;
    let node = difference.node.and_then(|node| origin.starts.get(node.index()).copied());
    Some(node.unwrap_or(origin.span.start))
}

fn sentence(page: &Page<'_>, difference: &Loss, at: Option<u32>, several: bool) -> String {
    let place = at.filter(|_| several || difference.node.is_some()).map_or_else(String::new, |at| {
        let (line, column) = page.position(at);
        format!("{line}:{column}: ")
    });
    format!("{place}{}: {}\n", difference.part.name(), visible::line(&difference.message))
}

fn object(page: &Page<'_>, other: &str, difference: &Loss, at: Option<u32>) -> String {
    let mut object = Object::new();
    object
        .text("file", page.name)
        .text("other", other)
        .text("code", difference.part.code().0)
        .text("severity", "note")
        .text("message", &difference.message)
        .place(page, at.map(|at| (at, at)))
        .raw("record", difference.record)
        .option("node", difference.node.map(kifu::model::NodeId::index))
        .raw("help", "null");
    object.end() + "\n"
}
