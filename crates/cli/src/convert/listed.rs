//! The losses of one file, listed or counted.

use super::{Refusals, file::Conversion};
use crate::{
    check,
    render::{self, Finding, Page, counted},
    session::Voice,
    visible,
};
use kifu::model::{Charset, Diagnostic, Diagnostics, LineColumn, Loss, NodeId, Part, Severity, SourceMap, Span};

/// The losses of a file, listed or counted.
pub(super) struct Listed<'a> {
    conversion: &'a Conversion<'a>,
    page: &'a Page<'a>,
    /// The messages about the file as a whole, and then those about its games.
    messages: [String; 2],
    refusals: Refusals,
    diagnostics: Diagnostics,
    /// The number of losses that were accepted and not listed.
    accepted: u64,
}

impl<'a> Listed<'a> {
    pub(super) fn new(conversion: &'a Conversion<'a>, page: &'a Page<'a>) -> Self {
        let (messages, refusals, diagnostics) = (<[String; 2]>::default(), Refusals::default(), Diagnostics::default());
        Self { conversion, page, messages, refusals, diagnostics, accepted: 0 }
    }

    /// Adds the diagnostics of reading: all of them if verbose, otherwise those that refuse the file.
    pub(super) fn reading(&mut self, diagnostics: &Diagnostics, source_maps: &[SourceMap]) {
        let Conversion { session, allowed, listing, .. } = self.conversion;
        if !listing {
            return;
        }
        let messages = &mut self.messages[0];
        if session.voice == Voice::Verbose {
            check::list(session, self.page, diagnostics, source_maps, Severity::Note, messages);
        } else if !allowed.has(Part::Input) {
            check::list(session, self.page, diagnostics, source_maps, session.finding, messages);
        }
        let doubtful = diagnostics.at_least(Severity::Warning) - diagnostics.at_least(session.finding);
        if doubtful > 0 && session.voice == Voice::Normal && !session.json {
            let warnings = counted(doubtful, "warning");
            messages
                .push_str(&format!("{}: {warnings} while reading (see kifu check)\n", visible::line(self.page.name)));
        }
    }

    /// Adds a loss of a game, with its place `at` if known, the `start` of the game, and `several` if the file has other games.
    pub(super) fn of_game(&mut self, loss: &Loss, at: Option<Span>, start: Option<u32>, several: bool) {
        self.loss(loss, at, start, several, 1);
    }

    /// Adds a loss of the file, with its place `at`, or with `near`, where the lost part begins, if only that is known.
    pub(super) fn of_file(&mut self, loss: &Loss, at: Option<Span>, near: Option<u32>) {
        self.loss(loss, at, near, true, 0);
    }

    fn loss(&mut self, loss: &Loss, at: Option<Span>, start: Option<u32>, several: bool, to: usize) {
        let Conversion { session, allowed, listing, .. } = self.conversion;
        let refused = !allowed.has(loss.part);
        let diagnostic = self.diagnostic(loss, at, refused);
        if refused {
            let place = if self.refusals.has(loss.part) { String::new() } else { self.place(&diagnostic, loss, start) };
            self.refusals.push(loss.part, place);
        }
        if !listing || !refused && session.voice < Voice::Verbose {
            self.accepted += u64::from(*listing && !refused && !loss.part.is_note());
            return;
        }
        let before = self.diagnostics.iter().count();
        self.diagnostics.push(diagnostic);
        if let Some(diagnostic) = self.diagnostics.iter().nth(before) {
            let near = start.filter(|_| several && diagnostic.span.is_none() && loss.part != Part::Input);
            let node = loss.node.map(NodeId::index);
            let finding = Finding { diagnostic, record: Some(loss.record), node, near };
            render::finding(session.json, self.page, &finding, &mut self.messages[to]);
        }
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
        if refused && self.conversion.session.json && diagnostic.help.is_none() {
            return diagnostic.help(format!("accept with --allow-loss={}", loss.part.name()));
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

    /// Returns the place as `name:line:column`, or only the name.
    fn place(&self, diagnostic: &Diagnostic, loss: &Loss, start: Option<u32>) -> String {
        let at = diagnostic.span.map(|span| span.start).or(start);
        match at.filter(|_| loss.part != Part::Input) {
            Some(at) => {
                let LineColumn { line, column } = self.page.position(at);
                format!("{}:{line}:{column}", self.page.name)
            }
            None => self.page.name.to_owned(),
        }
    }

    /// Returns the messages and the refusals. Messages about losses that were only counted come last.
    pub(super) fn end(self) -> (String, Refusals) {
        let json = self.conversion.session.json;
        let mut messages = self.messages.concat();
        for count in self.diagnostics.counts() {
            render::more(json, self.page, count, self.diagnostics.iter(), &mut messages);
        }
        if self.accepted > 0 && self.conversion.session.voice == Voice::Normal && !json {
            let losses = counted(self.accepted, "loss");
            messages.push_str(&format!("{}: {losses} accepted (-v lists them)\n", visible::line(self.page.name)));
        }
        (messages, self.refusals)
    }
}
