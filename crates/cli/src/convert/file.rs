//! One file, converted or refused.

use super::{Allowed, Refusals, is_there, listed::Listed};
use crate::{
    args, codes,
    input::Input,
    output::{self, Claims},
    problem::Problem,
    render::{self, Finding, Page, counted, faults},
    session::{Session, Voice},
    status::Status,
};
use kifu::{
    AnyFormat, Converted, Opened, Output,
    core::{Diagnostic, Games, Loss, Part, Severity, Span},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

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
        if opened.reading.is_empty() {
            let is_told =
                self.listing && !self.allowed.has(Part::Input) && opened.diagnostics().at_least(session.finding) > 0;
            let (messages, refusals) = listed.end();
            return match is_told {
                false => Err(Problem::no_game(&name, &opened, "nothing was written")),
                true => Ok(Done { messages, refused: true, refusals, status: Status::Findings, ..Done::default() }),
            };
        }
        // What is lost of the file as a whole is lost in everything that is made of it.
        let mut common = self.of_the_file(&opened);
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
                "there are {}, and a file of {} holds one; only the first would be written",
                counted(outputs.len() as u64, "game"),
                self.to.info().id
            );
            common.push((Loss::new(Part::Game, 1, None, message), None));
            outputs.truncate(1);
        }
        common.iter().for_each(|(loss, at)| listed.loss(loss, *at));
        let refused = self.refuses(common.iter().map(|(loss, _)| loss));
        let mut written = Vec::new();
        for (i, output) in outputs.iter().enumerate() {
            output.losses.iter().for_each(|loss| listed.loss(loss, None));
            if !refused && !self.refuses(&output.losses) {
                written.push((i, output));
            }
        }
        let (messages, refusals) = listed.end();
        // A stream has no half files.
        let whole = written.len() == outputs.len() || matches!(place, Place::Folder(_));
        let mut messages = messages;
        if session.voice == Voice::Verbose {
            self.tell_of_slots(&name, &opened, &mut messages);
        }
        let mut done = Done { messages, refused: !refusals.is_empty(), refusals, ..Done::default() };
        if done.refused {
            done.status = Status::Findings;
        }
        if whole {
            for (i, output) in written {
                // A game whose place is taken keeps no other game of the file from its own.
                if let Err(problem) = self.put(place, several.then_some(i + 1), output, input, &mut done) {
                    done.messages.push_str(&problem.render(session.json));
                    done.refused = true;
                    done.status = done.status.max(problem.status);
                }
            }
        }
        Ok(done)
    }

    /// Whether one of the losses is not allowed.
    fn refuses<'l>(&self, losses: impl IntoIterator<Item = &'l Loss>) -> bool {
        losses.into_iter().any(|loss| !self.allowed.has(loss.part))
    }

    fn write(&self, opened: &Opened) -> Option<Converted> {
        match self.args.no_verify {
            true => self.to.convert_unverified(&opened.reading),
            false => self.to.convert(&opened.reading),
        }
    }

    /// What never became a record: what could not be read, and games that no format here can replay.
    fn of_the_file(&self, opened: &Opened) -> Vec<(Loss, Option<Span>)> {
        let mut losses = Vec::new();
        let unread = opened.diagnostics().at_least(self.session.finding);
        if unread > 0 {
            let what = faults(unread, self.session.finding);
            let message = format!("{what} while reading; what could not be read would be lost");
            losses.push((Loss::new(Part::Input, 0, None, message), None));
        }
        let (left_out, all) = left_out(self.session, opened);
        if !left_out.is_empty() && !opened.reading.is_empty() {
            let is = if left_out.len() == 1 { "is" } else { "are" };
            let game = opened.reading.game();
            let message =
                format!("{} of the {all} games in the file {is} not {game}, and would be left out", left_out.len());
            losses.push((Loss::new(Part::Game, 0, None, message), left_out.first().copied()));
        }
        losses
    }

    /// What the format has no word for goes into its slot, and comes back from there: that is no loss, and told when asked.
    fn tell_of_slots(&self, name: &str, opened: &Opened, messages: &mut String) {
        let own = self.to.info().id;
        let mut kept: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for entry in opened.reading.foreign().filter(|entry| entry.format != own) {
            kept.entry(&entry.format).or_default().insert(&entry.key);
        }
        for (format, keys) in kept {
            let some: Vec<_> = keys.iter().take(20).copied().collect();
            let more =
                if keys.len() > some.len() { format!(" and {} more", keys.len() - some.len()) } else { String::new() };
            let message =
                format!("{own} has no word for these of {format}; kept in its slot: {}{more}", some.join(", "));
            let diagnostic = Diagnostic::new(codes::KEPT, Severity::Note, message);
            let page = Page::new(name, &opened.source);
            render::finding(self.session.json, &page, &Finding::from(&diagnostic), messages);
        }
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
