use crate::{
    args, facts, input,
    input::Input,
    places,
    problem::{Problem, Stop},
    render::{
        json::{self, Object},
        lines::Lines,
    },
    session::Session,
    status::Status,
    visible, work,
};
use kifu::{
    AnyGames, Decoded, Library, PositionAnalysis, SeatPlayer, SeatTime, Summary,
    model::{CodeKind, Diagnostics, Info, LineColumn, NamedValue, Player, Seat, TimeControl},
    rules::Fact,
};
use std::{
    borrow::Cow,
    fmt::{Display, Write},
    ops::ControlFlow,
};

pub(crate) fn run(session: &Session, args: &args::Info) -> Result<Status, Stop> {
    let found = input::find(&args.inputs, &session.library, None, false)?;
    let status = found.tell(session);
    let form = Form::of(args, session.style.format);
    let library = (form == Form::Json || session.is_verbose() && form == Form::Block).then_some(&session.library);
    let how = How { form, library };
    let mut gap = "";
    if let Form::Csv(cells) = form {
        session.print(&cells.row(COLUMNS))?;
    }
    let mut put = |block: &str| -> Result<(), Stop> {
        session.print(&format!("{gap}{block}"))?;
        gap = form.between();
        Ok(())
    };
    let failures = work::each(
        session,
        &found.inputs,
        |_, input| answer(session, how, input),
        |input, answer| {
            session.tell_unread(&input.name(), answer.unread);
            match answer.blocks {
                Some(blocks) => {
                    let head = |block| headed(form, input, answer.count, block);
                    let blocks: Vec<_> = blocks.into_iter().map(head).collect();
                    if blocks.is_empty() { Ok(()) } else { put(&blocks.join(form.between())) }
                }
                None => again(session, how, input, answer.count, &mut put),
            }?;
            Ok(Vec::new())
        },
    )?;
    Ok(status.max(failures.status))
}

/// The form of the output.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Some lines for people.
    Block,
    /// A JSON object on one line.
    Json,
    /// A line of a table.
    Csv(Cells),
}

impl Form {
    fn of(args: &args::Info, messages: args::Format) -> Self {
        match (args.json, args.csv) {
            (_, true) => Self::Csv(if args.raw { Cells::Raw } else { Cells::Text }),
            (true, _) => Self::Json,
            _ if messages == args::Format::Json => Self::Json,
            _ => Self::Block,
        }
    }

    /// Returns the separator between two records.
    fn between(self) -> &'static str {
        if self == Self::Block { "\n" } else { "" }
    }
}

/// How records are printed.
#[derive(Clone, Copy)]
struct How<'a> {
    form: Form,
    /// The library that plays the record, if the facts of its last position are wanted.
    library: Option<&'a Library>,
}

impl How<'_> {
    /// Returns the facts of the last position of the main line, if they are wanted.
    fn facts(self, games: &AnyGames, index: usize) -> Vec<Fact> {
        let game = self.library.and_then(|library| library.game(games.game()));
        game.and_then(|game| game.position_facts(games, index)).unwrap_or_default()
    }
}

/// The maximum number of buffered bytes of one file's answer. If it is longer, the file is read a second time when its turn comes.
const MAX_BUFFERED: usize = 1024 * 1024;

/// The answer for a file.
struct Answer {
    /// The block of each game; `None` if they are too large to buffer.
    blocks: Option<Vec<Block>>,
    count: Count,
    /// The number of findings of what could not be read.
    unread: u64,
}

/// The number of games in a file.
#[derive(Clone, Copy, Default)]
struct Count {
    records: usize,
    /// Games of another kind, which have no record.
    others: usize,
}

impl Count {
    fn add(&mut self, of: &Origin) {
        match of {
            Origin::Record(..) => self.records += 1,
            Origin::Other(_) => self.others += 1,
        }
    }
}

/// What is printed of a game.
struct Block {
    origin: Origin,
    text: String,
}

/// Where a block comes from.
enum Origin {
    /// The record with this index in its file, and the name of its game.
    Record(usize, &'static str),
    /// A game of another kind, which starts at this place.
    Other(LineColumn),
}

/// Reads a file record by record.
fn answer(session: &Session, how: How<'_>, input: &Input) -> Result<Answer, Problem> {
    let mut decoded = session.decode(input)?;
    let name = input.name();
    let mut diagnostics = std::mem::take(&mut decoded.diagnostics);
    let (mut answer, mut bytes) = (Answer { blocks: Some(Vec::new()), count: Count::default(), unread: 0 }, 0);
    let last = each(&decoded, how, &name, &mut diagnostics, &mut |block| {
        answer.count.add(&block.origin);
        bytes += block.text.len() + size_of::<Block>();
        // A file is read again if its output is too large to keep. Standard input can be read only once.
        if bytes > MAX_BUFFERED && !input.is_standard() {
            answer.blocks = None;
        } else if let Some(blocks) = &mut answer.blocks {
            blocks.push(block);
        }
        ControlFlow::Continue(())
    })?;
    diagnostics.append(last);
    if answer.count.records + answer.count.others == 0 {
        return Err(Problem::no_game(&name, &*decoded.format, &diagnostics, "nothing to show"));
    }
    answer.unread = diagnostics.at_least(session.finding);
    Ok(answer)
}

/// Reads a file a second time, and prints the block of each game.
fn again(
    session: &Session,
    how: How<'_>,
    input: &Input,
    count: Count,
    put: &mut dyn FnMut(&str) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let (decoded, name) = (session.decode(input)?, input.name());
    let mut stopped = None;
    each(&decoded, how, &name, &mut Diagnostics::default(), &mut |block| match put(&headed(
        how.form, input, count, block,
    )) {
        Ok(()) => ControlFlow::Continue(()),
        Err(stop) => {
            stopped = Some(stop);
            ControlFlow::Break(())
        }
    })?;
    stopped.map_or(Ok(()), Err)
}

/// Passes the block of each game of a file to `put`, one at a time: first the records, then the games of other kinds.
fn each(
    decoded: &Decoded<'_>,
    how: How<'_>,
    name: &str,
    diagnostics: &mut Diagnostics,
    put: &mut dyn FnMut(Block) -> ControlFlow<()>,
) -> Result<Diagnostics, Problem> {
    let (mut index, mut has_others, mut is_stopped) = (0, false, false);
    let format = &*decoded.format;
    let mut look = |found: &Diagnostics| {
        let is_other =
            |code| format.info().codes.iter().any(|info| info.code == code && info.kind == CodeKind::OtherGame);
        has_others |= found.counts().any(|count| is_other(count.code));
    };
    let last = decoded.read_each(&mut |mut game| {
        look(game.diagnostics());
        diagnostics.append(std::mem::take(game.diagnostics_mut()));
        for (n, summary) in (0..game.len()).filter_map(|n| Some((n, game.summary(n)?))) {
            let version = game.source_maps()[n].version.as_deref();
            let position = how.facts(&game, n);
            let entry = Entry { name, decoded, version, record: Some(index), game: format.game(), summary, position };
            let done = put(Block { origin: Origin::Record(index, format.game()), text: entry.print(how.form) });
            index += 1;
            is_stopped |= done.is_break();
            done?;
        }
        ControlFlow::Continue(())
    })?;
    look(&last);
    // The games without a record are read only if there are any, because they are searched for in the whole file.
    if has_others && !is_stopped {
        let lines = Lines::new(decoded.source.text());
        format.other_games(&decoded.source, &mut |other, summary| {
            let version = other.version.as_deref();
            let entry =
                Entry { name, decoded, version, record: None, game: &other.game, summary, position: Vec::new() };
            let origin = Origin::Other(lines.position(other.span.start));
            put(Block { origin, text: entry.print(how.form) })
        });
    }
    Ok(last)
}

/// Returns a block with its head: the file, and which of its games it is.
fn headed(form: Form, input: &Input, count: Count, block: Block) -> String {
    let Block { origin, text } = block;
    if form != Form::Block {
        return text;
    }
    let name = input.name();
    let name = visible::line(&name);
    match origin {
        Origin::Record(index, game) if count.records > 1 => {
            let numbered = places::numbered((count.others > 0).then_some(game), index);
            format!("{name}, {numbered} of {}\n{text}", count.records)
        }
        Origin::Other(place) if count.records + count.others > 1 => {
            format!("{name}:{}:{}\n{text}", place.line, place.column)
        }
        _ => format!("{name}\n{text}"),
    }
}

/// A game and its origin.
struct Entry<'a> {
    name: &'a str,
    decoded: &'a Decoded<'a>,
    version: Option<&'a str>,
    /// The index of the record in its file, from 0; `None` for a game without a record.
    record: Option<usize>,
    /// The name of the game.
    game: &'a str,
    summary: Summary<'a>,
    /// The facts of the last position of the main line, if they are wanted.
    position: Vec<Fact>,
}

/// The members that the object of every record can have.
const MEMBERS: [&str; 20] = [
    "file",
    "record",
    "format",
    "version",
    "charset",
    "game",
    "name",
    "event",
    "round",
    "place",
    "result",
    "time",
    "overtime",
    "timeOfPlayers",
    "players",
    "dates",
    "moves",
    "variations",
    "comments",
    "analyses",
];

/// The columns of the table. `number` is that of the game in its file, from 1.
const COLUMNS: [&str; 19] = [
    "file",
    "number",
    "game",
    "name",
    "event",
    "round",
    "date",
    "place",
    "player 1",
    "rank 1",
    "player 2",
    "rank 2",
    "result",
    "facts",
    "moves",
    "variations",
    "comments",
    "format",
    "charset",
];

/// How values are written into the cells of a table.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cells {
    /// As text, also if a spreadsheet would take the value for a formula.
    Text,
    Raw,
}

impl Cells {
    /// Returns a line of the table. Control characters are escaped, as everywhere.
    fn row(self, values: [&str; COLUMNS.len()]) -> String {
        let cell = |value| match (self, visible::line(value)) {
            // An apostrophe is how a person types a text into a spreadsheet.
            (Self::Text, value) if is_formula(&value) => format!("'{value}"),
            (_, value) => value.into_owned(),
        };
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Writing to memory does not fail.
        let _ = writer.write_record(values.map(cell));
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }
}

/// Returns true if a spreadsheet would take a value for a formula. Spaces before it are ignored, and full-width signs count too, as in
/// Japanese spreadsheets. A plain number such as -5 is not a formula. A tab, which could begin one too, is escaped already.
///
/// <https://owasp.org/www-community/attacks/CSV_Injection>
fn is_formula(value: &str) -> bool {
    let is_number = |text: &str| {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        [whole, fraction].iter().all(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let text = value.trim();
    match text.strip_prefix(['-', '+']) {
        Some(rest) => !is_number(rest),
        None => text.starts_with(['=', '@', '＝', '＠', '＋', '－']),
    }
}

/// Returns the key for a fact of a game. A game may name its facts like the members of every record, which must not repeat.
fn key_of<'a>(fact: &'a str, game: &str) -> Cow<'a, str> {
    if MEMBERS.contains(&fact) { format!("{game} {fact}").into() } else { fact.into() }
}

impl Entry<'_> {
    fn print(&self, form: Form) -> String {
        match form {
            Form::Block => self.block(),
            Form::Json => self.object(),
            Form::Csv(cells) => self.row(cells),
        }
    }

    /// Returns the record as a line of the table with [`COLUMNS`].
    fn row(&self, cells: Cells) -> String {
        let Summary { info, players, result, facts, moves, variations, comments, .. } = &self.summary;
        let player = |seat: &Seat| players.iter().find(|player| player.seat == seat).map(|player| player.player);
        let [first, second] = [Seat::First, Seat::Second].map(|seat| player(&seat));
        let name = |player: Option<&Player>| player.map_or_else(String::new, |player| player.name.clone());
        let rank = |player: Option<&Player>| player.map_or_else(String::new, |player| player.rank.clone());
        let facts: Vec<String> = facts.iter().map(|NamedValue { name, value }| format!("{name} {value}")).collect();
        let number = self.record.map_or_else(String::new, |record| (record + 1).to_string());
        let charset = self.decoded.source.charset();
        cells.row([
            self.name,
            &number,
            self.game,
            &info.name,
            &info.event,
            &info.round,
            &dates(info).join(", "),
            &info.place,
            &name(first),
            &rank(first),
            &name(second),
            &rank(second),
            result,
            &facts.join(", "),
            &moves.to_string(),
            &variations.to_string(),
            &comments.to_string(),
            self.decoded.format.info().id,
            charset.name(),
        ])
    }

    /// Returns the record as text, with one line per property.
    fn block(&self) -> String {
        let Summary { info, players, time, result, facts, moves, variations, comments, .. } = &self.summary;
        let mut out = String::new();
        let mut line = |key: &str, value: &str| {
            if !value.is_empty() {
                let _ = writeln!(out, "  {:<11} {}", visible::line(key), visible::line(value));
            }
        };
        if self.record.is_none() {
            line("game", self.game);
        }
        line("name", &info.name);
        for SeatPlayer { seat_name, player, .. } in players {
            line(seat_name, &described(player));
        }
        line("event", &joined([&info.event, &info.round]));
        line("place", &info.place);
        line("date", &joined(&dates(info)));
        line("result", result);
        for NamedValue { name, value } in facts {
            line(name, value);
        }
        for SeatTime { seat_name, control, .. } in time {
            let main = control.main.as_ref().map(|main| match main.value() {
                Some(main) => duration(main.0.as_secs()),
                None => main.to_string(),
            });
            let time = joined([&main.unwrap_or_default(), &text(control.overtime.as_ref())]);
            match seat_name {
                Some(name) => line(&format!("{name}'s time"), &time),
                None => line("time", &time),
            }
        }
        line("moves", &moves.to_string());
        for Fact { name, value, .. } in &self.position {
            line(name, &value.to_string());
        }
        line("variations", &variations.to_string());
        line("comments", &comments.to_string());
        line("format", [self.decoded.format.info().id, self.version.unwrap_or_default()].join(" ").trim());
        line("charset", &self.decoded.source.charset().to_string());
        out
    }

    /// Returns the record as a JSON object on one line.
    fn object(&self) -> String {
        let Summary { info, players, time, result, facts, moves, variations, comments, .. } = &self.summary;
        let mut object = Object::new();
        object
            .text("file", self.name)
            .option("record", self.record)
            .text("format", self.decoded.format.info().id)
            .option("version", self.version.map(json::string))
            .text("charset", self.decoded.source.charset().name())
            .text("game", self.game);
        let mut member = |key: &str, value: &str| {
            if !value.is_empty() {
                object.text(key, value);
            }
        };
        member("name", &info.name);
        member("event", &info.event);
        member("round", &info.round);
        member("place", &info.place);
        member("result", result);
        for fact in facts {
            member(&key_of(&fact.name, self.game), &fact.value);
        }
        let members = |of: &TimeControl| [("time", text(of.main.as_ref())), ("overtime", text(of.overtime.as_ref()))];
        if let Some(all) = info.time.all() {
            members(all).iter().for_each(|(key, value)| member(key, value));
        }
        let own = time.iter().filter_map(|SeatTime { seat_name, control, .. }| {
            let mut object = Object::new();
            object.text("player", seat_name.as_deref()?);
            for (key, value) in members(control).iter().filter(|(_, value)| !value.is_empty()) {
                object.text(key, value);
            }
            Some(object.end())
        });
        let own: Vec<_> = own.collect();
        if !own.is_empty() {
            object.raw("timeOfPlayers", json::array(own));
        }
        object
            .raw("players", json::array(players.iter().map(|of| player(&of.seat_name, of.player))))
            .raw("dates", json::array(dates(info).iter().map(|date| json::string(date))))
            .raw("moves", moves)
            .raw("variations", variations)
            .raw("comments", comments);
        for Fact { name, value, .. } in &self.position {
            object.raw(&key_of(name, self.game), facts::json(value));
        }
        if !self.summary.analyses.is_empty() {
            object.raw("analyses", json::array(self.summary.analyses.iter().map(analysis)));
        }
        object.end() + "\n"
    }
}

/// Returns a text such as `Lee Changho 9p, Korea`.
fn described(player: &Player) -> String {
    let name = [player.name.as_str(), player.rank.as_str()].into_iter().filter(|part| !part.is_empty());
    joined([&name.collect::<Vec<_>>().join(" "), &player.team, &player.country])
}

fn player(seat: &str, player: &Player) -> String {
    let mut object = Object::new();
    object.text("seat", seat);
    let parts = [("name", &player.name), ("rank", &player.rank), ("team", &player.team), ("country", &player.country)];
    for (key, value) in parts.into_iter().filter(|(_, value)| !value.is_empty()) {
        object.text(key, value);
    }
    object.end()
}

/// Returns an analysis as an object: `{"move":12,"engine":"KataGo","winRate":0.47,"score":-0.5,"visits":800}`. The first player's
/// point of view counts.
fn analysis(analysis: &PositionAnalysis<'_>) -> String {
    let mut object = Object::new();
    object.raw("move", analysis.moves);
    let mut member = |key: &str, value: Option<String>| {
        if let Some(value) = value {
            object.raw(key, value);
        }
    };
    member("engine", analysis.engine.map(json::string));
    member("winRate", analysis.win_rate.map(|rate| rate.to_string()));
    member("score", analysis.score.map(|score| score.to_string()));
    member("visits", analysis.visits.map(|visits| visits.to_string()));
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

/// Returns a text such as `2h`, `1h 30m` or `45s`.
fn duration(seconds: u64) -> String {
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "m"), (seconds % 60, "s")];
    let parts: Vec<_> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}")).collect();
    if parts.is_empty() { "none".to_owned() } else { parts.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kifu::{
        Hints, Library,
        model::{FormatInfo, Game, GameBuilder, Layout, Record, SingleGame, Source, Span},
    };

    /// A game whose facts have the name of a member of every record.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Toy;

    impl Game for Toy {
        const NAME: &'static str = "toy";
        type Terms = ();
        type Setup = ();
        type Action = u8;
        type Mark = u8;

        fn facts(_: &Record<Self>) -> Vec<NamedValue> {
            MEMBERS.iter().chain(&["komi"]).map(|name| NamedValue::new(*name, "stated by the game")).collect()
        }
    }

    #[derive(Clone)]
    struct ToyText;

    impl SingleGame<Toy> for ToyText {
        const INFO: FormatInfo = FormatInfo::new("toy", "Toy").extensions(&["toy"]).magic(&["toy"]);

        fn read_game(&self, source: &Source, game: &mut GameBuilder<Toy>) {
            let info = &mut game.record_mut().info;
            for text in [&mut info.name, &mut info.event, &mut info.round, &mut info.place] {
                source.text().clone_into(text);
            }
        }

        fn write_game(&self, _: &Record<Toy>) -> String {
            "toy".into()
        }

        fn layout(&self, source: &Source) -> Layout {
            Layout::one_game([Span::new(0, source.text().len())], source.text())
        }
    }

    /// Returns the keys of the object of the only record in a file.
    fn keys(library: &Library, name: &str, text: &str) -> Vec<String> {
        let decoded = library.decode(name, text.into(), &Hints::default()).unwrap();
        let mut objects = Vec::new();
        let how = How { form: Form::Json, library: None };
        each(&decoded, how, name, &mut Diagnostics::default(), &mut |object| {
            objects.push(object.text);
            ControlFlow::Continue(())
        })
        .unwrap();
        // serde_json would merge keys that occur twice.
        let (document, diagnostics) = kifu_json::Document::parse(&objects[0]);
        assert!(diagnostics.is_empty(), "{diagnostics:?}");
        document.root().unwrap().members().map(|(key, _)| key.into_owned()).collect()
    }

    #[test]
    fn a_plain_number_is_not_a_formula() {
        for formula in ["=1+1", "+1-1", "-2+3", "@SUM(A1)", " =1", "＝1", "－", "-", "+", "-1e5", "-.5", "-5."] {
            assert!(is_formula(formula), "{formula:?}");
        }
        for text in ["", "-5", "+5", "-6.5", "0", "B+R", "a=b", "Ida", "１−１", "'=1"] {
            assert!(!is_formula(text), "{text:?}");
        }
    }

    #[test]
    fn a_fact_of_a_game_does_not_repeat_a_member() {
        let keys = keys(&Library::empty().with(ToyText), "game.toy", "toy");
        assert!(keys.iter().any(|key| key == "komi"));
        for member in MEMBERS {
            assert!(keys.contains(&format!("toy {member}")), "{keys:?}");
        }
    }

    #[test]
    fn analyses_are_listed_by_the_moves_before_them() {
        let text = "(;GM[1]SZ[9];B[ee]C[0.48 0.52 0.00 -0.1 v=400];W[eg]C[0.47 0.53 0.00 -0.0 v=412]SBKV[53.1]\
            ;B[cc]SBKV[55](;W[dd]LZ[KataGo 47.9 1.2k\nmove C5 visits 812 winrate 4790 pv C5]\
            ;B[gd]SBKV[50]LZ[KataGo 45.2 1.2k 3.5 5.0\nmove C5 visits 12 winrate 5480 scoreMean 3.5 pv C5])(;W[gg]SBKV[1]))";
        let library = Library::default();
        let decoded = library.decode("game.sgf", text.into(), &Hints::default()).unwrap();
        let mut object = String::new();
        let how = How { form: Form::Json, library: None };
        each(&decoded, how, "game.sgf", &mut Diagnostics::default(), &mut |block| {
            object = block.text;
            ControlFlow::Continue(())
        })
        .unwrap();
        let (_, analyses) = object.split_once("\"analyses\":").unwrap();
        let expected = concat!(
            r#"[{"move":0,"engine":"KataGo","winRate":0.52,"score":0.1,"visits":400},"#,
            r#"{"move":1,"engine":"KataGo","winRate":0.53,"score":0.0,"visits":412},"#,
            r#"{"move":2,"winRate":0.531},{"move":3,"winRate":0.55},"#,
            r#"{"move":4,"engine":"KataGo","winRate":0.521,"visits":1200},"#,
            // SBKV comes first, but LZ has a score too.
            r#"{"move":5,"engine":"KataGo","winRate":0.452,"score":-3.5,"visits":1200}]}"#,
        );
        assert_eq!(analyses.trim_end(), expected);
    }

    #[test]
    fn every_member_is_listed() {
        let text = "(;FF[4]GM[1]GN[a]EV[b]RO[1]PC[c]RE[B+R]TM[60]OT[3x20 byo-yomi]PB[d]DT[2020-02-02]\
            KX[kifu:main-time:60:first];B[aa]SBKV[50])";
        let keys = keys(&Library::default(), "game.sgf", text);
        let facts = ["size"];
        let members: std::collections::BTreeSet<_> =
            keys.iter().map(String::as_str).filter(|key| !facts.contains(key)).collect();
        assert_eq!(members, MEMBERS.into());
    }
}
