//! The losses of one file, listed or counted.

use super::{Refusals, file::Conversion};
use crate::{
    check,
    places::{GamePlace, GamePlaces},
    render::{self, Finding, Page, counted},
    report::{Effect, FileTally},
    session::Voice,
    visible,
};
use kifu::model::{Charset, Code, Diagnostic, Diagnostics, Loss, Part, Severity, Span};
use std::collections::BTreeMap;

/// The losses of a file, listed or counted.
pub(super) struct Listed<'a> {
    conversion: &'a Conversion<'a>,
    page: &'a Page<'a>,
    /// The messages about the file as a whole, and then those about its games.
    messages: [String; 2],
    refusals: Refusals,
    tally: FileTally,
    diagnostics: Diagnostics,
    /// The number of losses of each code that are listed.
    listed: BTreeMap<(Code, Severity), u64>,
    /// The number of losses that were accepted and not listed.
    accepted: u64,
    /// The losses that only the settings accept.
    by_settings: Effect,
}

impl<'a> Listed<'a> {
    pub(super) fn new(conversion: &'a Conversion<'a>, page: &'a Page<'a>) -> Self {
        Self {
            conversion,
            page,
            messages: <[String; 2]>::default(),
            refusals: Refusals::default(),
            tally: FileTally::default(),
            diagnostics: Diagnostics::default(),
            listed: BTreeMap::new(),
            accepted: 0,
            by_settings: conversion.allowed.by.as_deref().map_or_else(Effect::default, Effect::of),
        }
    }

    /// Adds the diagnostics of reading: all of them if verbose, otherwise those that refuse the file.
    pub(super) fn reading(&mut self, diagnostics: &Diagnostics, places: &GamePlaces) {
        let Conversion { session, allowed, listing, .. } = self.conversion;
        let least = match session.voice {
            Voice::Verbose => Some(Severity::Note),
            _ if allowed.has(Part::Input) => None,
            _ => Some(session.finding),
        };
        self.tally.add(FileTally::of(self.page, diagnostics));
        if !listing {
            return;
        }
        let messages = &mut self.messages[0];
        if let Some(least) = least {
            check::list(session, self.page, diagnostics, places, least, self.conversion.most(), messages);
        }
        let doubtful = diagnostics.at_least(Severity::Warning) - diagnostics.at_least(session.finding);
        if doubtful > 0 && session.voice == Voice::Normal && session.style.format.is_for_people() {
            let warnings = counted(doubtful, "warning");
            messages
                .push_str(&format!("{}: {warnings} while reading (see kifu check)\n", visible::line(self.page.name)));
        }
    }

    /// Adds a loss of a game, with its place `at` if known, the `start` of the game, and its place in the game. The start is shown if
    /// only that is known, and the file has other games.
    pub(super) fn of_game(
        &mut self,
        loss: &Loss,
        at: Option<Span>,
        start: Option<u32>,
        place: impl FnOnce() -> GamePlace,
    ) {
        self.loss(loss, at, start, place, 1);
    }

    /// Adds a loss of the file, with its place `at`, or with `near`, where the lost part begins, if only that is known.
    pub(super) fn of_file(&mut self, loss: &Loss, at: Option<Span>, near: Option<u32>) {
        let place = || GamePlace { record: Some(loss.record), ..GamePlace::default() };
        self.loss(loss, at, near, place, 0);
    }

    fn loss(
        &mut self,
        loss: &Loss,
        at: Option<Span>,
        start: Option<u32>,
        place: impl FnOnce() -> GamePlace,
        to: usize,
    ) {
        let Conversion { session, allowed, listing, .. } = self.conversion;
        let refused = !allowed.has(loss.part);
        let diagnostic = self.diagnostic(loss, at, refused);
        if refused {
            self.refusals.push(loss.part);
        } else if allowed.by.is_some() && !loss.part.is_note() {
            self.by_settings.accept();
        }
        let (page, severity) = (self.page, diagnostic.severity);
        self.tally.count(severity, diagnostic.code, || first_place(page, &diagnostic, loss, start));
        // Programs get every loss.
        let is_counted = !refused && session.voice < Voice::Verbose && session.style.format.is_for_people();
        if !listing || is_counted {
            self.accepted += u64::from(*listing && !refused && !loss.part.is_note());
            return;
        }
        let listed = self.listed.entry((diagnostic.code, diagnostic.severity)).or_default();
        if *listed < self.conversion.most() {
            *listed += 1;
            let place = place();
            let shows_start = to == 0 || place.is_one_of_several;
            let is_near = shows_start && diagnostic.span.is_none() && loss.part != Part::Input;
            let finding = Finding { diagnostic: &diagnostic, place, near: start.filter(|_| is_near) };
            render::finding(session.style, self.page, &finding, &mut self.messages[to]);
        }
        self.diagnostics.push(diagnostic);
    }

    /// Returns the loss as a diagnostic with its place. An accepted loss is a warning.
    fn diagnostic(&self, loss: &Loss, at: Option<Span>, refused: bool) -> Diagnostic {
        let mut diagnostic = loss.diagnostic();
        if !refused && !loss.part.is_note() {
            diagnostic.severity = Severity::Warning;
        }
        if let Some(span) = at {
            diagnostic.span = Some(self.trimmed(span));
        }
        if loss.part == Part::Game && !self.conversion.args.lines && loss.record == 1 {
            return diagnostic.help("-o DIR/ writes each game to a separate file");
        }
        if loss.part == Part::Character
            && !self.refusals.has(Part::Character)
            && let Some(extension) = self.utf8_extension()
        {
            return diagnostic.help(format!("-o FILE.{extension} writes UTF-8, which has every character"));
        }
        // Text output shows this option once, in the last line.
        if refused && !self.conversion.session.style.format.is_for_people() && diagnostic.help.is_none() {
            return diagnostic.help(format!("--allow-loss={} accepts it", loss.part.name()));
        }
        diagnostic
    }

    /// Returns the extension of files of the output format that are in UTF-8 by convention, if the format has one.
    fn utf8_extension(&self) -> Option<&'static str> {
        let to = self.conversion.to;
        let is_utf8 = |extension: &&&str| to.expected_charset(Some(extension)) == Some(Charset::UTF_8);
        to.info().extensions.iter().find(is_utf8).copied()
    }

    /// Returns the first line of the span, without white space, brackets and commas at its end.
    fn trimmed(&self, span: Span) -> Span {
        let text = self.page.slice(span);
        let line = text.split(['\n', '\r']).next().unwrap_or_default();
        let line = line.trim_end_matches(|c: char| c.is_whitespace() || "(),".contains(c));
        Span { end: span.start + u32::try_from(line.len()).unwrap_or(0), ..span }
    }

    /// Returns the messages, the refusals and the number of losses. Messages about losses that were only counted come last.
    pub(super) fn end(mut self) -> (String, Refusals, FileTally) {
        let style = self.conversion.session.style;
        let mut messages = self.messages.concat();
        for count in self.diagnostics.counts() {
            let listed = self.listed.get(&(count.code, count.severity)).copied().unwrap_or_default();
            if count.times > listed {
                let how = match listed < self.conversion.session.most_kept() {
                    true => "-v shows every loss".to_owned(),
                    false => format!("kifu lists at most {listed} losses of one code in a file"),
                };
                render::more(style, self.page, count, count.times - listed, &how, &mut messages);
            }
        }
        if self.accepted > 0 && self.conversion.session.voice == Voice::Normal && style.format.is_for_people() {
            let losses = counted(self.accepted, "loss");
            messages.push_str(&format!("{}: {losses} accepted (-v lists them)\n", visible::line(self.page.name)));
        }
        self.tally.effect(self.by_settings);
        (messages, self.refusals, self.tally)
    }
}

/// Returns the place as `name:line:column`, or only the name.
fn first_place(page: &Page<'_>, diagnostic: &Diagnostic, loss: &Loss, start: Option<u32>) -> String {
    let at = diagnostic.span.map(|span| span.start).or(start);
    match at.filter(|_| loss.part != Part::Input) {
        Some(at) => format!("{}:{}", page.name, page.position(at)),
        None => page.name.to_owned(),
    }
}
