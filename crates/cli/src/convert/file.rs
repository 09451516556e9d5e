//! The conversion of one file.

use super::{
    Allowed, Refusals,
    games::{self, Game},
    is_there,
    listed::Listed,
    missing::Missing,
    room::{Room, Taken},
};
use crate::{
    args::{self, Format},
    check, codes,
    config::FileChoice,
    input::Input,
    output::{self, Claims, ReadInput},
    places::{self, GamePlace, GamePlaces},
    problem::{Problem, Stop},
    render::{self, Finding, Page, counted, faults},
    report::{FileFinding, FileTally},
    session::{Session, Voice},
    status::Status,
};
use kifu::{
    AnyFormat, AnyGames, Decoded, Verify,
    model::{
        CHARSET_AMBIGUOUS, CHARSET_OVERRULED, CHARSET_UNKNOWN, CharsetSource, CodeKind, Count, Diagnostic, Diagnostics,
        GamesPerFile, Loss, NodeId, Part, Severity, Source, Span, WriteOutput,
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    path::{Path, PathBuf},
};

/// The destination of the output of one input.
#[derive(Clone, Debug)]
pub(super) enum Destination {
    Stream,
    File(PathBuf),
    Folder(PathBuf),
}

/// The settings of a conversion, the same for all files.
pub(super) struct Conversion<'a> {
    pub(super) session: &'a Session,
    pub(super) args: &'a args::Convert,
    pub(super) to: &'a dyn AnyFormat,
    pub(super) allowed: &'a Allowed,
    pub(super) claims: &'a Claims<'a>,
    pub(super) room: &'a Room,
    pub(super) extension: &'a str,
    /// True if losses are listed one by one, false if they are only counted (for many files).
    pub(super) listing: bool,
    /// True if the files that are not records are listed one by one.
    pub(super) names_unread: bool,
}

impl Conversion<'_> {
    /// Returns the largest number of findings of one code that are listed for a file.
    pub(super) fn most(&self) -> u64 {
        match self.session.style.format {
            Format::Full if !self.session.is_verbose() => check::MOST,
            _ => self.session.most_kept(),
        }
    }
}

/// What became of a file.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum End {
    #[default]
    Converted,
    /// Something would be lost.
    Refused,
    /// It is not a record of the game.
    NoGame,
    Unwritten,
}

/// The result of converting a file.
#[derive(Default)]
pub(super) struct Done<'a> {
    pub(super) messages: String,
    /// The output for the stream.
    pub(super) stream: Vec<u8>,
    /// The share of `Room` that `stream` takes.
    taken: Option<Taken<'a>>,
    /// The file to write to the stream later, if its output is too large to buffer.
    pub(super) later: Option<Measured<'a>>,
    pub(super) end: End,
    /// True if the names of its files have numbers, so that the name without one is free.
    pub(super) is_numbered: bool,
    pub(super) refusals: Refusals,
    pub(super) tally: FileTally,
    pub(super) status: Status,
    /// The reasons why the file, or some of its games, could not be written.
    pub(super) unwritten: Vec<Problem>,
}

/// A file that was converted and may be written, except for the refused games.
pub(super) struct Measured<'a> {
    decoded: Decoded<'a>,
    /// The games that would lose something.
    refused: BTreeSet<usize>,
    /// The buffered output of each game; `None` if it is too large.
    buffered: Option<Vec<(usize, WriteOutput)>>,
    taken: Taken<'a>,
    games: usize,
}

/// The distribution of the games of a file over outputs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Together,
    Apart,
    /// Only the first game: the format holds one game per file, and there is one output.
    First,
}

impl<'a> Conversion<'a> {
    /// Reads a file, converts it, and writes it if the user accepts all losses.
    pub(super) fn file(&self, input: &Input, place: &Destination) -> Result<Done<'a>, Problem> {
        if let Destination::File(path) = place
            && !self.args.force
            && is_there(path)
        {
            return Err(kifu::Error::Exists { path: path.clone() }.into());
        }
        let (decoded, version) = self.session.decode_version(input)?;
        self.decoded(decoded, ReadInput { input, version: version.as_ref() }, place)
    }

    /// Converts a file that was read.
    fn decoded(&self, decoded: Decoded<'a>, read: ReadInput<'_>, place: &Destination) -> Result<Done<'a>, Problem> {
        let input = read.input;
        let (game, other) = (decoded.format.game(), self.to.game());
        if game != other {
            // A file that is not a record at all is of no game.
            let (mut found, mut games) = (decoded.diagnostics.clone(), 0);
            let last = decoded.read_each(&mut |mut game| {
                found.append(std::mem::take(game.diagnostics_mut()));
                games += game.len();
                ControlFlow::Continue(())
            })?;
            found.append(last);
            let page = Page::new(decoded.source.name(), &decoded.source);
            let tally = FileTally::of(&page, &found);
            if games == 0 {
                return self.of_no_game(&page, &*decoded.format, &found, tally);
            }
            let (from, to) = (decoded.format.info().id, self.to.info().id);
            let message = format!("{} is {from}, a format of {game}, but {to} is a format of {other}", input.name());
            let mut done =
                self.of_problem(Problem::of_file(&codes::OTHER_GAME, input.name(), message, Status::Findings))?;
            done.tally.add(tally);
            return Ok(done);
        }
        let shape = self.shape(place);
        let (mut done, measured) = self.measure(decoded, shape)?;
        let written = match (measured, place) {
            (None, _) => Ok(()),
            (Some(measured), Destination::Stream) if measured.buffered.is_none() => {
                done.later = Some(measured);
                Ok(())
            }
            (Some(mut measured), Destination::Stream) => {
                done.taken = Some(std::mem::replace(&mut measured.taken, Taken::new(self.room)));
                let stream = &mut done.stream;
                let diagnostics = self.stream(measured, &mut |bytes| {
                    stream.extend_from_slice(bytes);
                    Ok(())
                });
                diagnostics.map(|diagnostics| done.messages += &diagnostics).map_err(Stop::into_problem)
            }
            (Some(measured), Destination::File(path) | Destination::Folder(path)) if shape == Shape::Apart => {
                self.apart(measured, path, read, &mut done)
            }
            (Some(measured), Destination::File(path) | Destination::Folder(path)) => {
                self.together(measured, path, read).map(|diagnostics| done.messages += &diagnostics)
            }
        };
        // The findings of a file that cannot be written count.
        done.unwritten.extend(written.err());
        if !done.unwritten.is_empty() {
            done.end = End::Unwritten;
        }
        Ok(done)
    }

    /// Writes all games to one file, and returns the messages.
    fn together(&self, measured: Measured<'_>, path: &Path, read: ReadInput<'_>) -> Result<String, Problem> {
        let mut file = output::create_of(read, path, self.args.force)?;
        let diagnostics = self.stream(measured, &mut |bytes| Ok(output::put(&mut file, path, bytes)?));
        let diagnostics = diagnostics.map_err(Stop::into_problem)?;
        file.finish()?;
        Ok(diagnostics)
    }

    /// Returns the finding that a file is not a record of the game.
    pub(super) fn of_problem(&self, problem: Problem) -> Result<Done<'a>, Problem> {
        let end = if problem.is_of_reading() { End::NoGame } else { End::Refused };
        let FileFinding { text, tally, status } = FileFinding::of(self.session, problem, &FileChoice::default())?;
        let messages = if self.names_unread { text } else { String::new() };
        Ok(Done { messages, end, tally, status, ..Done::default() })
    }

    /// Returns the finding that a file contains no game. `found` are its diagnostics, which `tally` counts.
    fn of_no_game(
        &self,
        page: &Page<'_>,
        format: &dyn AnyFormat,
        found: &Diagnostics,
        tally: FileTally,
    ) -> Result<Done<'a>, Problem> {
        let mut problem = Problem::no_game(page.name, format, found, "not written");
        // The findings of the file are those of `kifu check`. If they include none, there is one that says why it was not written.
        let is_found = found.at_least(self.session.finding) > 0;
        if is_found && let Some(reason) = Problem::reason(format, found) {
            problem.code = Some(reason.code);
        }
        let mut done = self.of_problem(problem)?;
        done.end = End::NoGame;
        if is_found {
            done.tally = tally;
        } else {
            done.tally.add(tally);
        }
        Ok(done)
    }

    /// Reads a file and converts it game by game. Returns its messages, and the output if it may be written.
    fn measure(&self, mut decoded: Decoded<'a>, shape: Shape) -> Result<(Done<'a>, Option<Measured<'a>>), Problem> {
        let (session, own) = (self.session, self.to.info().id);
        let mut diagnostics = std::mem::take(&mut decoded.diagnostics);
        let page = Page::new(decoded.source.name(), &decoded.source);
        let mut listed = Listed::new(self, &page);
        let (mut spans, mut in_games, mut kept) = (Vec::new(), GamePlaces::new(&diagnostics), KeptForeign::default());
        let (mut refused, mut buffered, mut taken) = (BTreeSet::new(), Some(Vec::new()), Taken::new(self.room));
        let mut take = |Game { index, mut reading, output, several }: Game| {
            let found = std::mem::take(reading.diagnostics_mut());
            if self.listing {
                in_games.add(&reading, &[&found]);
            }
            diagnostics.append(found);
            // Without slots, the output keeps nothing of other formats, and nothing of nodes that it does not have.
            let is_of_kept = |loss: &Loss| !matches!(loss.part, Part::Foreign | Part::Variation | Part::Action);
            let mut losses = output.iter().flat_map(|output| &output.losses);
            if session.voice == Voice::Verbose && losses.all(is_of_kept) {
                kept.add(&reading, own);
            }
            if let Some(output) = output {
                let source_map = reading.source_maps().first();
                let missing = Missing::of(&output.losses, &page, source_map.map(|source_map| source_map.span));
                let places = source_map.map(|source_map| places::of_losses(&decoded, source_map, &output.losses));
                for (n, loss) in output.losses.iter().enumerate() {
                    let place = || places.as_ref().and_then(|places| places[n]);
                    let at = missing.place(loss).or_else(place);
                    let start = source_map.map(|source_map| source_map.span.start);
                    let node = loss.node.map(NodeId::index);
                    listed.of_game(loss, at, start, || GamePlace::in_game(&reading, loss.record, node, several));
                }
                if self.refuses(&output.losses) {
                    refused.insert(index);
                } else {
                    match &mut buffered {
                        Some(buffered) if taken.more(output.written.text.len()) => {
                            buffered.push((index, output.written));
                        }
                        Some(_) => {
                            buffered = None;
                            taken.give_back();
                        }
                        None => {}
                    }
                }
            }
            spans.extend(reading.source_maps().iter().map(|source_map| source_map.span));
            Ok::<_, Problem>(())
        };
        let wanted = |index| shape != Shape::First || index == 0;
        let verify = if self.args.no_verify { Verify::Nothing } else { Verify::Losses };
        let last = games::each(self, &decoded, verify, wanted, &mut take)?;
        diagnostics.append(last);
        in_games.end(&diagnostics, &*decoded.format);
        listed.reading(&diagnostics, &in_games);
        if spans.is_empty() {
            let (messages, _, tally) = listed.end();
            let mut done = self.of_no_game(&page, &*decoded.format, &diagnostics, tally)?;
            if !messages.is_empty() && diagnostics.at_least(session.finding) > 0 {
                done.messages.clear();
            }
            done.messages.insert_str(0, &messages);
            return Ok((done, None));
        }
        // A loss of the file as a whole is a loss in each of its outputs.
        let of_the_file = self.of_the_file(&decoded, &diagnostics, &spans, shape);
        of_the_file.iter().for_each(|(loss, at, near)| listed.of_file(loss, *at, *near));
        let (mut messages, refusals, tally) = listed.end();
        kept.tell(session, &page, own, &mut messages);
        let is_refused = !refusals.is_empty();
        let (status, end) = if is_refused { (Status::Findings, End::Refused) } else { (Status::Clean, End::Converted) };
        let done = Done { messages, end, refusals, tally, status, ..Done::default() };
        let whole = refused.is_empty() || shape == Shape::Apart;
        let games = spans.len();
        let may_be_written = whole && !self.refuses(of_the_file.iter().map(|(loss, ..)| loss));
        Ok((done, may_be_written.then_some(Measured { decoded, refused, buffered, taken, games })))
    }

    fn shape(&self, place: &Destination) -> Shape {
        match (self.to.info().games, place) {
            (GamesPerFile::One, _) if self.args.lines => Shape::Together,
            (GamesPerFile::One, Destination::Folder(_)) => Shape::Apart,
            (GamesPerFile::One, _) => Shape::First,
            _ => Shape::Together,
        }
    }

    fn refuses<'l>(&self, losses: impl IntoIterator<Item = &'l Loss>) -> bool {
        losses.into_iter().any(|loss| !self.allowed.has(loss.part))
    }

    /// Returns the losses that concern the file and not one game, each with its span, or with the start of the lost part.
    fn of_the_file(
        &self,
        decoded: &Decoded<'_>,
        diagnostics: &Diagnostics,
        games: &[Span],
        shape: Shape,
    ) -> Vec<(Loss, Option<Span>, Option<u32>)> {
        let mut losses = Vec::new();
        if let Some(doubt) = overruled(&decoded.source, diagnostics) {
            let message = format!("{}. If the guess is wrong, the text would be garbled", doubt.message);
            losses.push((Loss::new(Part::Charset, 0, None, message), doubt.span, None));
        }
        // An ambiguous charset is reported as its own loss (`Part::Charset`).
        let least = self.session.finding;
        let counted_here = |count: &&Count| count.code != CHARSET_AMBIGUOUS.code && count.severity >= least;
        let counts: Vec<_> = diagnostics.counts().filter(counted_here).collect();
        let unread = counts.iter().map(|count| count.times).sum();
        if unread > 0 {
            let message = match counts.iter().any(|count| count.severity == Severity::Error) {
                true => format!(
                    "{} in the input; the parts that could not be read would be missing from the output",
                    faults(unread, least)
                ),
                false => {
                    format!("{} in the input; with --strict, warnings count as errors", counted(unread, "warning"))
                }
            };
            losses.push((Loss::new(Part::Input, 0, None, message), None, None));
        }
        let (left_out, all) = left_out(decoded, diagnostics, games);
        if !left_out.is_empty() {
            let is = if left_out.len() == 1 { "is" } else { "are" };
            let game = decoded.format.game();
            let message =
                format!("{} of the {all} games in the file {is} not {game}, and would be left out", left_out.len());
            losses.push((Loss::new(Part::Game, 0, None, message), left_out.first().copied(), None));
        }
        if let (Shape::First, [_, second, ..]) = (shape, games) {
            let message = format!(
                "the file has {}, but {} holds one game per file; only the first would be written",
                counted(games.len() as u64, "game"),
                self.to.info().id
            );
            losses.push((Loss::new(Part::Game, 1, None, message), None, Some(second.start)));
        }
        losses
    }

    /// Passes each game that is to be written to `to`: the buffered output, or else the output of a second conversion.
    fn written<E: From<Problem>>(
        &self,
        measured: Measured<'_>,
        mut to: impl FnMut(usize, &WriteOutput) -> Result<(), E>,
    ) -> Result<(), E> {
        if let Some(buffered) = measured.buffered {
            return buffered.iter().try_for_each(|(index, writing)| to(*index, writing));
        }
        let wanted = |index: usize| !measured.refused.contains(&index);
        games::each(self, &measured.decoded, Verify::Nothing, wanted, |game| match &game.output {
            Some(output) => to(game.index, &output.written),
            None => Ok(()),
        })?;
        Ok(())
    }

    /// Writes all games one after the other, and returns the messages.
    pub(super) fn stream(
        &self,
        measured: Measured<'_>,
        to: &mut dyn FnMut(&[u8]) -> Result<(), Stop>,
    ) -> Result<String, Stop> {
        let name = measured.decoded.source.name().to_owned();
        let mut missing = Diagnostics::default();
        self.written(measured, |index, writing| {
            let apart = index == 0 || self.to.info().games == GamesPerFile::One;
            let (mut bytes, diagnostics) = if apart { writing.encode() } else { writing.encode_more() };
            missing.append(diagnostics);
            if self.args.lines && bytes.last() != Some(&b'\n') {
                bytes.push(b'\n');
            }
            to(&bytes)
        })?;
        Ok(self.missing_characters(&name, &missing))
    }

    /// Writes each game to a separate file.
    fn apart(
        &self,
        measured: Measured<'_>,
        path: &Path,
        read: ReadInput<'_>,
        done: &mut Done<'_>,
    ) -> Result<(), Problem> {
        let several = measured.games > 1;
        done.is_numbered = several;
        self.written(measured, |index, writing| {
            let (bytes, diagnostics) = writing.encode();
            done.messages += &self.missing_characters(&read.input.name(), &diagnostics);
            let put = || match several {
                true => {
                    let path = output::numbered(path, Some(index + 1), self.extension);
                    self.claims.claim(&path, read.input, index + 1)?;
                    output::write(read, &path, &bytes, self.args.force)
                }
                false => output::write(read, path, &bytes, self.args.force),
            };
            match put() {
                // If one game cannot be written, the other games of the file still are.
                Err(problem) if several => {
                    done.unwritten.push(problem);
                    Ok(())
                }
                put => put,
            }
        })
    }

    /// Returns the messages about characters that the charset does not have, if losses were not checked (`--no-verify`).
    fn missing_characters(&self, name: &str, missing: &Diagnostics) -> String {
        let mut out = String::new();
        if self.args.no_verify && self.session.voice > Voice::Quiet {
            let nowhere = Source::from_text(name, "");
            for count in missing.counts() {
                let diagnostic =
                    count.diagnostic(format!("{name}: {} replaced by ?", counted(count.times, "character")));
                let page = Page::new(name, &nowhere);
                render::finding(self.session.style, &page, &Finding::from(&diagnostic), &mut out);
            }
        }
        out
    }
}

/// The maximum number of keys that a message lists.
const MAX_KEYS: usize = 20;

/// The keys of foreign data by format. The output format stores this data in its slot.
#[derive(Default)]
struct KeptForeign(BTreeMap<String, BTreeSet<String>>);

impl KeptForeign {
    fn add(&mut self, reading: &AnyGames, own: &str) {
        for entry in reading.foreign().filter(|entry| entry.format != own) {
            self.0.entry(entry.format.to_string()).or_default().insert(entry.key.to_string());
        }
    }

    fn tell(self, session: &Session, page: &Page<'_>, own: &str, messages: &mut String) {
        for (format, keys) in self.0 {
            let some: Vec<_> = keys.iter().take(MAX_KEYS).map(String::as_str).collect();
            let more =
                if keys.len() > some.len() { format!(" and {} more", keys.len() - some.len()) } else { String::new() };
            let message = format!(
                "{own} has no place for this {format} data; kept in the place reserved for other formats: {}{more}",
                some.join(", ")
            );
            let diagnostic = Diagnostic::new(&codes::KEPT, message);
            render::finding(session.style, page, &Finding::from(&diagnostic), messages);
        }
    }
}

/// Returns the diagnostic about a declared charset that a guess overruled, or that cannot be decoded, if any.
fn overruled<'d>(source: &Source, diagnostics: &'d Diagnostics) -> Option<&'d Diagnostic> {
    let is_overruled = source.segments().iter().any(|segment| segment.found == CharsetSource::Overruled);
    let codes = [CHARSET_OVERRULED, CHARSET_AMBIGUOUS, CHARSET_UNKNOWN].map(|info| info.code);
    diagnostics.iter().find(|diagnostic| is_overruled && codes.contains(&diagnostic.code))
}

/// Returns the games of a collection that became no record, and the number of all games. Without diagnostics, none was left out.
fn left_out(decoded: &Decoded<'_>, diagnostics: &Diagnostics, read: &[Span]) -> (Vec<Span>, usize) {
    let format = &decoded.format;
    let is_other = |code| format.info().codes.iter().any(|info| info.code == code && info.kind == CodeKind::OtherGame);
    // A file in a format of one game may still have several, one per line.
    let is_one = || format.info().games == GamesPerFile::One && !diagnostics.counts().any(|count| is_other(count.code));
    if diagnostics.is_empty() || is_one() {
        return (Vec::new(), read.len());
    }
    let games = format.layout(&decoded.source).games;
    let mut spans = read.to_vec();
    spans.sort();
    // Two records may come from the same stretch of text.
    let is_read = |game: &Span| {
        let before = spans.partition_point(|span| span.end <= game.start);
        spans.get(before).is_some_and(|span| span.start < game.end.max(game.start + 1))
    };
    let all = games.len();
    (games.into_iter().filter(|game| !is_read(game)).collect(), all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        args::{Cli, Command},
        session::Output,
    };
    use clap::Parser;
    use std::fs;

    /// Converts a file to itself; another program saves it directly after it was read. Returns the code of the problem.
    fn to_itself(format: &str, place: fn(PathBuf) -> Destination) -> Option<&'static str> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "(;GM[1];B[aa])").unwrap();
        let file = path.to_str().unwrap();
        let cli = Cli::parse_from(["kifu", "convert", file, "--to", format, "-o", file, "--force", "--no-config"]);
        let session = Session::new(kifu::Library::default(), &cli.global, &cli.command, Output::Error)
            .unwrap_or_else(|_| panic!());
        let Command::Convert(args) = &cli.command else { panic!("not convert") };
        let to = session.format(format).unwrap_or_else(|_| panic!());
        let inputs = [Input::of(&path)];
        let conversion = Conversion {
            session: &session,
            args,
            to: &*to,
            allowed: &Allowed::new(None, &session.settings.here).unwrap(),
            claims: &Claims::of(&inputs),
            room: &Room::default(),
            extension: to.extension(),
            listing: true,
            names_unread: true,
        };
        let (decoded, version) = session.decode_version(&inputs[0]).unwrap();
        fs::write(&path, "saved by another program").unwrap();
        let read = ReadInput { input: &inputs[0], version: version.as_ref() };
        let done = conversion.decoded(decoded, read, &place(path.clone())).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "saved by another program");
        done.unwritten.first().and_then(|problem| problem.code).map(|code| code.0)
    }

    #[test]
    fn a_file_that_was_saved_meanwhile_is_not_replaced() {
        // All games in one file, and each in a file of its own.
        assert_eq!(to_itself("sgf", Destination::File), Some("file/changed"));
        assert_eq!(to_itself("jgf2", Destination::Folder), Some("file/changed"));
    }
}
