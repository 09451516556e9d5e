use crate::{
    args, input,
    input::Input,
    problem::{Problem, Stop},
    render::{
        faults,
        json::{self, Object},
    },
    session::Session,
    status::Status,
    visible, work,
};
use kifu::{
    Decoded, ReadOutput,
    goban::Go,
    model::{Diagnostics, Game, Info, Player, Record, Seat},
};
use std::{
    fmt::{Display, Write},
    ops::ControlFlow,
};

/// What only one game knows of its records.
struct Terms {
    rules: String,
    komi: Option<String>,
    handicap: Option<String>,
    size: String,
    moves: usize,
}

pub(crate) fn run(session: &Session, args: &args::Info) -> Result<Status, Stop> {
    let found = input::find(&args.inputs, &session.library, None, false)?;
    let status = found.tell(session);
    let mut gap = "";
    let mut put = |block: &str| -> Result<(), Stop> {
        session.print(&format!("{gap}{block}"))?;
        gap = between(args.json);
        Ok(())
    };
    let failures = work::each(
        session,
        &found.inputs,
        |_, input| answer(session, args.json, input),
        |input, answer| match answer.blocks {
            Some(blocks) => {
                let blocks: Vec<_> = blocks
                    .into_iter()
                    .enumerate()
                    .map(|(n, block)| headed(args.json, input, n, answer.of, &block))
                    .collect();
                if blocks.is_empty() { Ok(()) } else { put(&blocks.join(between(args.json))) }
            }
            None => again(session, args.json, input, answer.of, &mut put),
        },
    )?;
    Ok(status.max(failures.status))
}

/// What stands between two records.
fn between(json: bool) -> &'static str {
    if json { "" } else { "\n" }
}

/// What is told of a file is held until it is its turn, unless it is more than this: then the file is read once more.
const HELD: usize = 1024 * 1024;

/// What is told of a file.
struct Answer {
    /// Of each record; none where that is too much to be held.
    blocks: Option<Vec<String>>,
    /// How many records there are.
    of: usize,
}

/// Reads a file record by record.
fn answer(session: &Session, json: bool, input: &Input) -> Result<Answer, Problem> {
    let mut decoded = session.decode(input)?;
    let name = input.name();
    let mut said = std::mem::take(&mut decoded.diagnostics);
    let (mut answer, mut bytes) = (Answer { blocks: Some(Vec::new()), of: 0 }, 0);
    let last = each(&decoded, json, &name, &mut said, &mut |block| {
        answer.of += 1;
        bytes += block.len() + size_of::<String>();
        // Standard input cannot be read once more.
        if bytes > HELD && !input.is_standard() {
            answer.blocks = None;
        } else if let Some(blocks) = &mut answer.blocks {
            blocks.push(block);
        }
        ControlFlow::Continue(())
    })?;
    said.append(last);
    if answer.of == 0 {
        let game = decoded.format.any().game();
        return Err(Problem::no_game(&name, game, &said, "nothing can be told of it"));
    }
    let unread = said.at_least(session.finding);
    if unread > 0 {
        let what = faults(unread, session.finding);
        session.remark(&format!("{name}: {what} while reading (kifu check shows them)"));
    }
    Ok(answer)
}

/// Reads a file once more, and gives out what is told of each of its records.
fn again(
    session: &Session,
    json: bool,
    input: &Input,
    of: usize,
    put: &mut dyn FnMut(&str) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (decoded, name) = (session.decode(input)?, input.name());
    let (mut index, mut stopped) = (0, None);
    each(&decoded, json, &name, &mut Diagnostics::default(), &mut |block| {
        let done = put(&headed(json, input, index, of, &block));
        index += 1;
        match done {
            Ok(()) => ControlFlow::Continue(()),
            Err(stop) => {
                stopped = Some(stop);
                ControlFlow::Break(())
            }
        }
    })?;
    stopped.map_or(Ok(()), Err)
}

/// Gives out what is told of each record of a file, one at a time.
fn each(
    decoded: &Decoded<'_>,
    json: bool,
    name: &str,
    said: &mut Diagnostics,
    put: &mut dyn FnMut(String) -> ControlFlow<()>,
) -> Result<Diagnostics, Problem> {
    let version = decoded.format.any().version(&decoded.source);
    let mut index = 0;
    let last = decoded.read_each(&mut |mut game| {
        said.append(std::mem::take(game.diagnostics_mut()));
        if let ReadOutput::Go(reading) = &game {
            for record in &reading.records {
                let told = Told { name, decoded, version: version.as_deref(), index, record, terms: of_go(record) };
                index += 1;
                put(if json { told.object() } else { told.block() })?;
            }
        }
        ControlFlow::Continue(())
    })?;
    Ok(last)
}

/// A block under its head: the file, and which of its records it is.
fn headed(json: bool, input: &Input, index: usize, of: usize, block: &str) -> String {
    let name = input.name();
    let name = visible::line(&name);
    match (json, of) {
        (true, _) => block.to_owned(),
        (_, 1) => format!("{name}\n{block}"),
        _ => format!("{name}, game {} of {of}\n{block}", index + 1),
    }
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
    decoded: &'a Decoded<'a>,
    version: Option<&'a str>,
    /// Which record of the file, from 0.
    index: usize,
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

    /// Lines of a name and what it stands for.
    fn block(&self) -> String {
        let info = &self.record.info;
        let mut out = String::new();
        let mut line = |key: &str, value: &str| {
            if !value.is_empty() {
                let _ = writeln!(out, "  {:<11} {}", visible::line(key), visible::line(value));
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
        let seconds = info.time.as_ref().map(|time| match time.value() {
            Some(limit) => duration(limit.main.as_secs()),
            None => time.to_string(),
        });
        line("time", &joined([&seconds.unwrap_or_default(), &text(info.overtime.as_ref())]));
        line("size", &self.terms.size);
        line("moves", &self.terms.moves.to_string());
        line("variations", &self.variations().to_string());
        line("comments", &self.comments().to_string());
        line("format", [self.decoded.format.any().info().id, self.version.unwrap_or_default()].join(" ").trim());
        line("charset", &self.decoded.source.charset().to_string());
        out
    }

    /// The same as a JSON object on a line.
    fn object(&self) -> String {
        let info = &self.record.info;
        let mut object = Object::new();
        object
            .text("file", self.name)
            .raw("record", self.index)
            .text("format", self.decoded.format.any().info().id)
            .option("version", self.version.map(json::string))
            .text("charset", self.decoded.source.charset().name())
            .text("game", self.decoded.format.any().game());
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
        Seat::Other(colour) => colour.clone(),
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
