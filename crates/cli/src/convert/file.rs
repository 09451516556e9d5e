//! One file, converted or refused.

use super::{Allowed, Refusals, is_there};
use crate::{
    args, check, codes,
    input::Input,
    output::{self, Claims},
    problem::Problem,
    render::{self, Finding, Page, counted},
    session::{Session, Voice},
    status::Status,
};
use kifu::{
    AnyFormat, Converted, Opened, Output,
    core::{Diagnostic, Diagnostics, Games, Loss, Origin, Part, Severity, Span},
};
use std::path::PathBuf;

/// Where the records of one input go.
#[derive(Clone, Debug)]
pub(super) enum Place {
    /// Behind all others.
    Stream,
    /// Into this file alone.
    File(PathBuf),
    /// Into this file, or where there are several games, into several beside it.
    Folder(PathBuf),
}

/// What was asked for.
pub(super) struct Conversion<'a> {
    pub(super) session: &'a Session,
    pub(super) args: &'a args::Convert,
    pub(super) to: AnyFormat<'a>,
    pub(super) allowed: &'a Allowed,
    pub(super) claims: &'a Claims,
    pub(super) extension: &'a str,
    /// Whether every loss is listed, not only counted.
    pub(super) listing: bool,
}

/// What became of a file.
#[derive(Default)]
pub(super) struct Done {
    pub(super) messages: String,
    pub(super) stream: Vec<u8>,
    pub(super) refused: bool,
    pub(super) refusals: Refusals,
    pub(super) status: Status,
}

impl Conversion<'_> {
    pub(super) fn file(&self, input: &Input, place: &Place) -> Result<Done, Problem> {
        let (session, args) = (self.session, self.args);
        if let Place::File(path) = place
            && !args.force
            && is_there(path)
        {
            return Err(output::exists(path));
        }
        let mut opened = session.open(input)?;
        if args.stamp {
            opened.reading.stamp(concat!("kifu v", env!("CARGO_PKG_VERSION")));
        }
        let name = input.name();
        let mut listed = Listed::new(self, &name, &opened);
        listed.reading();
        // What is lost of the file as a whole is lost in everything that is made of it.
        let mut common = self.of_the_file(&opened);
        if opened.reading.is_empty() && self.refuse(&common).is_empty() {
            return Err(self.no_game(&name, &opened));
        }
        let Some(Converted { mut outputs }) = self.write(&opened) else {
            let message = format!(
                "{name} is {}, and {} is a format of {}",
                opened.reading.game(),
                self.to.info().id,
                self.to.game()
            );
            return Err(Problem::of_file(codes::OTHER_GAME, name, message, Status::Findings));
        };
        let several = outputs.len() > 1 && !args.lines;
        if several && !matches!(place, Place::Folder(_)) {
            let message = format!(
                "{} and a file of {} holds one; only the first would be written",
                counted(outputs.len() as u64, "game"),
                self.to.info().id
            );
            common.push(Loss::new(Part::Game, 1, None, message));
            outputs.truncate(1);
        }
        common.iter().for_each(|loss| listed.loss(loss));
        let mut written = Vec::new();
        for (i, output) in outputs.iter().enumerate() {
            output.losses.iter().for_each(|loss| listed.loss(loss));
            if self.refuse(&common).is_empty() && self.refuse(&output.losses).is_empty() {
                written.push((i, output));
            }
        }
        let Listed { messages, refusals, .. } = listed.end();
        // A stream has no half files.
        let whole = written.len() == outputs.len() || matches!(place, Place::Folder(_));
        let mut done = Done { messages, refused: !refusals.is_empty(), refusals, ..Done::default() };
        if whole {
            for (i, output) in written {
                self.put(place, several.then_some(i + 1), output, input, &mut done)?;
            }
        }
        done.status = match done.refused {
            true => Status::Findings,
            false => Status::Clean,
        };
        Ok(done)
    }

    /// The losses that are not allowed.
    fn refuse<'l>(&self, losses: &'l [Loss]) -> Vec<&'l Loss> {
        losses.iter().filter(|loss| !self.allowed.has(loss.part)).collect()
    }

    fn write(&self, opened: &Opened) -> Option<Converted> {
        match self.args.no_verify {
            true => self.to.convert_unverified(&opened.reading),
            false => self.to.convert(&opened.reading),
        }
    }

    /// What never became a record: what could not be read, and games that no format here can replay.
    fn of_the_file(&self, opened: &Opened) -> Vec<Loss> {
        let mut losses = Vec::new();
        let unread = opened.diagnostics().at_least(self.session.finding);
        if unread > 0 {
            let what = if self.session.finding == Severity::Error { "error" } else { "error or warning" };
            let message = format!("{} while reading; what could not be read would be lost", counted(unread, what));
            losses.push(Loss::new(Part::Input, 0, None, message));
        }
        let (left_out, all) = left_out(self.session, opened);
        let left_out = left_out.len();
        if left_out > 0 && !opened.reading.is_empty() {
            let message = format!(
                "{left_out} of {all} games in the file are not {}; they would be left out",
                opened.reading.game()
            );
            losses.push(Loss::new(Part::Game, 0, None, message));
        }
        losses
    }

    fn no_game(&self, name: &str, opened: &Opened) -> Problem {
        let game = opened.reading.game();
        let message = format!("there is no game of {game} in {name}; nothing was written");
        let why = opened.diagnostics().iter().next().map(|said| said.message.clone());
        Problem::of_file(codes::NO_GAME, name, message, Status::Findings).help(why)
    }

    /// Writes one output to its place.
    fn put(
        &self,
        place: &Place,
        number: Option<usize>,
        output: &Output,
        input: &Input,
        done: &mut Done,
    ) -> Result<(), Problem> {
        let (mut bytes, said) = output.writing.encode();
        if self.args.no_verify && !said.is_empty() && self.session.voice > Voice::Quiet {
            let text = format!("{}: {}", input.name(), counted(said.at_least(Severity::Note), "character"));
            done.messages.push_str(&format!("warning: {text} became ?\n\n"));
        }
        match place {
            Place::Stream => {
                if self.args.lines && bytes.last() != Some(&b'\n') {
                    bytes.push(b'\n');
                }
                done.stream.extend_from_slice(&bytes);
                Ok(())
            }
            Place::File(path) => output::write(path, &bytes, self.args.force),
            Place::Folder(path) => {
                if let Some(number) = number {
                    let path = output::numbered(path, Some(number), self.extension);
                    self.claims.claim(&path, input)?;
                    return output::write(&path, &bytes, self.args.force);
                }
                output::write(path, &bytes, self.args.force)
            }
        }
    }
}

/// The games of the file that became no record, and how many games there are. Such a game is always told of, so that there is
/// nothing to count where nothing was said.
fn left_out(session: &Session, opened: &Opened) -> (Vec<Span>, usize) {
    let (said, origins) = (opened.diagnostics(), opened.reading.origins());
    let Ok(format) = session.library.format(opened.format) else { return (Vec::new(), 0) };
    if said.is_empty() || format.any().info().games == Games::One {
        return (Vec::new(), origins.len());
    }
    let games = format.any().layout(&opened.source).games;
    let mut spans: Vec<Span> = origins.iter().map(|origin| origin.span).collect();
    spans.sort();
    let is_read = |game: &Span| {
        let before = spans.partition_point(|span| span.end <= game.start);
        spans.get(before).is_some_and(|span| span.start < game.end.max(game.start + 1))
    };
    let all = games.len();
    (games.into_iter().filter(|game| !is_read(game)).collect(), all)
}

/// The losses of a file, told or counted.
struct Listed<'a> {
    conversion: &'a Conversion<'a>,
    page: Page<'a>,
    opened: &'a Opened,
    starts: Starts<'a>,
    messages: String,
    refusals: Refusals,
    told: Diagnostics,
}

impl<'a> Listed<'a> {
    fn new(conversion: &'a Conversion<'a>, name: &'a str, opened: &'a Opened) -> Self {
        Self {
            conversion,
            page: Page::new(name, &opened.source),
            opened,
            starts: Starts::new(opened.reading.origins()),
            messages: String::new(),
            refusals: Refusals::default(),
            told: Diagnostics::default(),
        }
    }

    /// What was said while reading: what makes the file be refused, or all of it.
    fn reading(&mut self) {
        let Conversion { session, allowed, listing, .. } = self.conversion;
        let said = self.opened.diagnostics();
        if !listing {
            return;
        }
        if session.voice == Voice::Verbose {
            check::list(session, &self.page, said, Severity::Note, &mut self.messages);
        } else if !allowed.has(Part::Input) {
            check::list(session, &self.page, said, session.finding, &mut self.messages);
        }
        let doubtful = said.at_least(Severity::Warning) - said.at_least(session.finding);
        if doubtful > 0 && session.voice == Voice::Normal && !session.json {
            let warnings = counted(doubtful, "warning");
            self.messages.push_str(&format!("{}: {warnings} while reading (kifu check shows them)\n", self.page.name));
        }
    }

    fn loss(&mut self, loss: &Loss) {
        let Conversion { session, allowed, listing, .. } = self.conversion;
        let refused = !allowed.has(loss.part);
        let diagnostic = self.diagnostic(loss, refused);
        if refused {
            let place = || self.place(&diagnostic, loss);
            let place = place();
            self.refusals.push(loss.part, 1, || place);
        }
        if !listing || !refused && session.voice < Voice::Verbose {
            return;
        }
        let before = self.told.iter().count();
        self.told.push(diagnostic);
        if let Some(diagnostic) = self.told.iter().nth(before) {
            let several = self.opened.reading.len() > 1;
            let near = self
                .starts
                .of_record(loss.record)
                .filter(|_| several && diagnostic.span.is_none() && loss.part != Part::Input);
            let finding = Finding { diagnostic, record: Some(loss.record), near };
            render::finding(session.json, &self.page, &finding, &mut self.messages);
        }
    }

    /// The loss as a diagnostic with its place: one that is allowed is but a warning.
    fn diagnostic(&mut self, loss: &Loss, refused: bool) -> Diagnostic {
        let mut diagnostic = loss.diagnostic();
        if !refused && !loss.part.is_note() {
            diagnostic.severity = Severity::Warning;
        }
        if let Some(span) = loss.node.and_then(|node| self.starts.of_node(loss.record, node.index())) {
            diagnostic.span = Some(self.trimmed(span));
        }
        if loss.part == Part::Game && !self.conversion.args.lines && loss.record == 1 {
            return diagnostic.help("-o DIR writes each game to a file of its own");
        }
        diagnostic
    }

    /// The span without the blanks and brackets at its end.
    fn trimmed(&self, span: Span) -> Span {
        let text = self.opened.source.slice(span);
        let line = text.split(['\n', '\r']).next().unwrap_or_default();
        let line = line.trim_end_matches(|c: char| c.is_whitespace() || "(),".contains(c));
        Span { end: span.start + u32::try_from(line.len()).unwrap_or(0), ..span }
    }

    /// The place in one line.
    fn place(&self, diagnostic: &Diagnostic, loss: &Loss) -> String {
        let at = diagnostic.span.map(|span| span.start).or_else(|| self.starts.of_record(loss.record));
        match at.filter(|_| loss.part != Part::Input) {
            Some(at) => {
                let (line, column) = self.page.position(at);
                format!("{}:{line}:{column}", self.page.name)
            }
            None => self.page.name.to_owned(),
        }
    }

    /// Says what was only counted.
    fn end(mut self) -> Self {
        let json = self.conversion.session.json;
        for (code, severity, times) in self.told.counts() {
            let told = self.told.iter().filter(|said| (said.code, said.severity) == (code, severity)).count() as u64;
            if times > told {
                render::more(json, &self.page, code, severity, times - told, &mut self.messages);
            }
        }
        self
    }
}

/// Where nodes start and end in the text.
struct Starts<'a> {
    origins: &'a [Origin],
    /// The starts of one record, sorted: losses come record by record.
    sorted: Option<(usize, Vec<u32>)>,
}

impl<'a> Starts<'a> {
    fn new(origins: &'a [Origin]) -> Self {
        Self { origins, sorted: None }
    }

    fn of_record(&self, record: usize) -> Option<u32> {
        self.origins.get(record).map(|origin| origin.span.start)
    }

    /// From where a node starts to where the next one does.
    fn of_node(&mut self, record: usize, node: usize) -> Option<Span> {
        let origin = self.origins.get(record)?;
        let start = *origin.starts.get(node)?;
        if self.sorted.as_ref().is_none_or(|(of, _)| *of != record) {
            let mut starts = origin.starts.clone();
            starts.sort_unstable();
            self.sorted = Some((record, starts));
        }
        let starts = self.sorted.as_ref().map(|(_, starts)| starts)?;
        let next = starts.get(starts.partition_point(|&other| other <= start)).copied();
        Some(Span { start, end: next.unwrap_or(origin.span.end).max(start) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_ends_where_the_next_one_starts() {
        let origins = [Origin { span: Span::new(0, 30), starts: vec![1, 20, 10] }];
        let mut starts = Starts::new(&origins);
        assert_eq!(starts.of_node(0, 0), Some(Span::new(1, 10)));
        assert_eq!(starts.of_node(0, 1), Some(Span::new(20, 30)));
        assert_eq!(starts.of_node(0, 3), None);
        assert_eq!(starts.of_node(1, 0), None);
    }
}
