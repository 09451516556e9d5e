use crate::{
    args, input,
    input::Input,
    problem::{Problem, Stop},
    render::{
        faults,
        json::{self, Object},
        plain,
    },
    session::Session,
    status::Status,
    work,
};
use kifu::{
    Opened, Reading,
    core::{Game, Info, Player, Record, Seat},
    goban::Go,
};
use std::fmt::{Display, Write};

/// What only one game knows of its records.
struct Terms {
    rules: String,
    komi: Option<String>,
    handicap: Option<String>,
    size: String,
    moves: usize,
}

pub(crate) fn run(session: &Session, args: &args::Info) -> Result<Status, Stop> {
    let found = input::find(&args.inputs, &session.library, None)?;
    let mut status = Status::Clean;
    for problem in &found.problems {
        session.say_problem(problem);
        status = status.max(problem.status);
    }
    let mut gap = "";
    let failures = work::each(
        session,
        &found.inputs,
        |_, input| told(session, args.json, input),
        |_, texts| {
            if !texts.is_empty() {
                session.print(&format!("{gap}{}", texts.join(between(args.json))))?;
                gap = between(args.json);
            }
            Ok(())
        },
    )?;
    Ok(status.max(failures.status))
}

/// What stands between two records.
fn between(json: bool) -> &'static str {
    if json { "" } else { "\n" }
}

/// What is told of each record of a file.
fn told(session: &Session, json: bool, input: &Input) -> Result<Vec<String>, Problem> {
    let opened = session.open(input)?;
    let (name, version) = (input.name(), session.library.version(&opened));
    if opened.reading.is_empty() {
        return Err(Problem::no_game(&name, opened.reading.game(), opened.diagnostics(), "nothing can be told of it"));
    }
    let unread = opened.diagnostics().at_least(session.finding);
    if unread > 0 {
        let what = faults(unread, session.finding);
        session.remark(&format!("{name}: {what} while reading (kifu check shows them)"));
    }
    let told = |index, of, record, terms| {
        let told = Told { name: &name, opened: &opened, version: version.as_deref(), index, of, record, terms };
        if json { told.object() } else { told.block() }
    };
    Ok(match &opened.reading {
        Reading::Go(reading) => {
            let all = reading.records.iter().enumerate();
            all.map(|(i, record)| told(i, reading.records.len(), record, of_go(record))).collect()
        }
        _ => Vec::new(),
    })
}

fn of_go(record: &Record<Go>) -> Terms {
    let actions = record.tree.main_line().filter_map(|node| record.tree[node].action.as_ref());
    Terms {
        rules: record.terms.rules.clone(),
        komi: record.terms.komi.as_ref().map(ToString::to_string),
        handicap: record.terms.handicap.as_ref().map(ToString::to_string),
        size: record.setup.size.to_string(),
        moves: actions.filter(|action| action.as_move().is_some()).count(),
    }
}

/// A record, and what is to be told of it.
struct Told<'a, G: Game> {
    name: &'a str,
    opened: &'a Opened,
    version: Option<&'a str>,
    /// Which record of the file, from 0, and of how many.
    index: usize,
    of: usize,
    record: &'a Record<G>,
    terms: Terms,
}

impl<G: Game> Told<'_, G> {
    /// How many ways to go on there are beside the main line.
    fn variations(&self) -> usize {
        let tree = &self.record.tree;
        tree.preorder().filter(|&node| tree.first_child(node).is_none()).count().saturating_sub(1)
    }

    fn comments(&self) -> usize {
        let tree = &self.record.tree;
        tree.preorder().filter_map(|node| tree[node].details()).map(|details| details.comments.len()).sum()
    }

    /// Lines of a name and what it stands for, under the name of the file.
    fn block(&self) -> String {
        let info = &self.record.info;
        let mut out = plain(self.name);
        if self.of > 1 {
            let _ = write!(out, ", game {} of {}", self.index + 1, self.of);
        }
        out.push('\n');
        let mut line = |key: &str, value: &str| {
            if !value.is_empty() {
                let _ = writeln!(out, "  {key:<11} {}", plain(value));
            }
        };
        line("name", &info.name);
        for player in &info.players {
            line(&seat(&player.seat), &described(player));
        }
        line("event", &joined([&info.event, &info.round]));
        line("place", &info.place);
        line("date", &joined(&dates(info)));
        line("result", &text(info.outcome.as_ref()));
        line("rules", &self.terms.rules);
        line("komi", self.terms.komi.as_deref().unwrap_or_default());
        line("handicap", self.terms.handicap.as_deref().unwrap_or_default());
        let seconds = info.time.as_ref().map(|time| match time.known() {
            Some(limit) => duration(limit.main.as_secs()),
            None => time.to_string(),
        });
        line("time", &joined([&seconds.unwrap_or_default(), &text(info.overtime.as_ref())]));
        line("size", &self.terms.size);
        line("moves", &self.terms.moves.to_string());
        line("variations", &self.variations().to_string());
        line("comments", &self.comments().to_string());
        line("format", [self.opened.format, self.version.unwrap_or_default()].join(" ").trim());
        line("charset", &self.opened.source.charset().to_string());
        out
    }

    /// The same as a JSON object on a line.
    fn object(&self) -> String {
        let info = &self.record.info;
        let mut object = Object::new();
        object
            .text("file", self.name)
            .raw("record", self.index)
            .text("format", self.opened.format)
            .option("version", self.version.map(json::string))
            .text("charset", self.opened.source.charset().name())
            .text("game", self.opened.reading.game());
        let mut member = |key: &str, value: &str| {
            if !value.is_empty() {
                object.text(key, value);
            }
        };
        member("name", &info.name);
        member("event", &info.event);
        member("round", &info.round);
        member("place", &info.place);
        member("result", &text(info.outcome.as_ref()));
        member("rules", &self.terms.rules);
        member("komi", self.terms.komi.as_deref().unwrap_or_default());
        member("handicap", self.terms.handicap.as_deref().unwrap_or_default());
        member("time", &text(info.time.as_ref()));
        member("overtime", &text(info.overtime.as_ref()));
        member("size", &self.terms.size);
        object
            .raw("players", json::array(info.players.iter().map(player)))
            .raw("dates", json::array(dates(info).iter().map(|date| json::string(date))))
            .raw("moves", self.terms.moves)
            .raw("variations", self.variations())
            .raw("comments", self.comments());
        object.end() + "\n"
    }
}

fn seat(seat: &Seat) -> String {
    match seat {
        Seat::First => "black".to_owned(),
        Seat::Second => "white".to_owned(),
        Seat::Other(colour) => plain(colour),
    }
}

/// `Lee Changho 9p, Korea`
fn described(player: &Player) -> String {
    let name = [player.name.as_str(), player.rank.as_str()].into_iter().filter(|part| !part.is_empty());
    joined([&name.collect::<Vec<_>>().join(" "), &player.team, &player.country])
}

fn player(player: &Player) -> String {
    let mut object = Object::new();
    object.text("seat", &seat(&player.seat));
    let parts = [("name", &player.name), ("rank", &player.rank), ("team", &player.team), ("country", &player.country)];
    for (key, value) in parts.into_iter().filter(|(_, value)| !value.is_empty()) {
        object.text(key, value);
    }
    object.end()
}

fn dates(info: &Info) -> Vec<String> {
    info.dates.iter().map(ToString::to_string).collect()
}

fn text(value: Option<&impl Display>) -> String {
    value.map(ToString::to_string).unwrap_or_default()
}

fn joined<'a>(parts: impl IntoIterator<Item = &'a String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// `2h`, `1h 30m`, `45s`
fn duration(seconds: u64) -> String {
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")];
    let parts: Vec<_> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(" ") }
}
