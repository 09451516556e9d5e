//! From the statements of a file to its records.

pub(crate) mod start;

use crate::{
    DECLARATIONS, INFO, codes,
    document::{Statement, each_statement, header, is_gap, trim},
    fields::FIELDS,
    scanner::Token,
    state::State,
    times, words,
};
use alloc::{collections::BTreeSet, format, string::String, vec::Vec};
use core::ops::ControlFlow;
use kifu_core::{
    Comment, Diagnostics, Edits, Field, Foreign, GameBuilder, MoveTime, NamedValue, Outcome, Parsed, ReadGame, Record,
    Safety, Severity, Source, Span, Termination, line_end,
};
use kifu_shogiban::{
    Action, Color, Ending, Move, Piece, Shogi,
    analysis::{self, Context, SplitComment},
    csa::{CsaMove, CsaSeconds},
};
use start::{Start, color};

/// Reads the games of a source one by one.
pub(crate) fn read_each(
    source: &Source,
    analyses: bool,
    sink: &mut dyn FnMut(ReadGame<Shogi>) -> ControlFlow<()>,
) -> Diagnostics {
    let text = source.text();
    let (mut version, mut has_game, line_end) = (None, false, line_end(text));
    let [mut diagnostics, mut empty] = [(), ()].map(|()| Diagnostics::within(source.limits()));
    let mut start = 0;
    loop {
        let rest = Span::new(start, text.len());
        let mut game = GameBuilder::new(rest).within(source.limits());
        let mut reader = Reader::new(&mut game, Span::at(start), line_end);
        reader.analyses = analyses;
        let end = each_statement(text, start, |statement| reader.statement(statement));
        // Only the first game of a file states the version.
        version = reader.version.or(version);
        let is_blank = reader.is_blank;
        reader.finish();
        game.ends_at(end);
        if let Some(version) = version {
            game.version(version);
        }
        match game.finish() {
            Ok(mut game) => {
                has_game = true;
                game.record.claim_texts("csa");
                if sink(game).is_break() {
                    break;
                }
            }
            // Comments and empty lines after the last separator are not a game.
            Err(found) if is_blank => empty.append(found),
            Err(found) => diagnostics.append(found),
        }
        if end == text.len() {
            break;
        }
        start = end;
    }
    if !has_game {
        diagnostics.append(empty);
    }
    diagnostics
}

/// Comment lines and lines of programs, which belong to a node.
#[derive(Debug, Default)]
struct Notes<'a> {
    comment: Vec<&'a str>,
    /// The values of [`PROGRAM`] and of [`LINE`].
    program: Vec<&'a str>,
    unknown: Vec<&'a str>,
}

/// The most memory that a text takes beside its characters: a reference to it and its copy, or the copies of a key and a value.
const OF_TEXT: usize = 64;

/// The key of comments that programs ignore, and that of lines without a meaning, among the foreign data.
pub(crate) const PROGRAM: &str = "'";
pub(crate) const LINE: &str = "line";

/// The key of a word after `%` that CSA does not define: a writer needs to know that the words of the node are one.
pub(crate) const ENDING: &str = "%";

/// A header with a date or a time in words.
#[derive(Debug)]
struct Words<'a> {
    statement: Statement<'a>,
    /// The number of headers without a place before it.
    headers_before: usize,
    key: &'a str,
    value: &'a str,
    /// The key of CSA for the value.
    of_csa: &'static str,
}

struct Reader<'a, 'g> {
    game: &'g mut GameBuilder<Shogi>,
    /// What ends a line that a fix inserts.
    line_end: &'a str,
    start: Start<'a>,
    /// The keys of the headers that were read, to find those that occur twice, and the lines.
    seen: Vec<(&'a str, &'a str)>,
    /// The dates and times in words.
    words: Vec<Words<'a>>,
    /// The position; `None` before the side to move and the first move.
    state: Option<State>,
    notes: Notes<'a>,
    /// True if analyses are read, false if they stay in the comments.
    analyses: bool,
    version: Option<&'a str>,
    has_ending: bool,
    /// True if the last action is an ending.
    is_ended: bool,
    /// True if there was anything but comments, messages of a server and unknown lines.
    has_record: bool,
    /// The offset of the statement that is read.
    at: u32,
    /// True if the rest of the game does not fit in its memory.
    is_full: bool,
    /// True if there were only comments and empty lines.
    is_blank: bool,
    /// The place of what the game lacks.
    place: Span,
}

impl<'a, 'g> Reader<'a, 'g> {
    fn new(game: &'g mut GameBuilder<Shogi>, place: Span, line_end: &'a str) -> Self {
        Self {
            game,
            line_end,
            start: Start::default(),
            seen: Vec::new(),
            words: Vec::new(),
            state: None,
            notes: Notes::default(),
            analyses: true,
            version: None,
            has_ending: false,
            is_ended: false,
            has_record: false,
            at: place.start,
            is_full: false,
            is_blank: true,
            place,
        }
    }

    fn statement(&mut self, statement: &Statement<'a>) {
        if self.is_full {
            return;
        }
        self.at = statement.span.start;
        use Token::{
            Comment, Ending, Even, Header, Move, Name, Pieces, Program, Rank, Separator, Server, Side, Space, Time,
            Unknown, Version,
        };
        let (token, is_header) = (statement.token, self.state.is_none());
        self.is_blank &= matches!(token, Space | Comment | Program | Separator);
        self.has_record |= !matches!(token, Space | Comment | Program | Separator | Server | Unknown | Version);
        match token {
            Space | Separator => {}
            Comment => {
                self.take(statement.text);
                self.notes.comment.push(&statement.text[2..]);
            }
            Program => self.program(statement),
            Version => self.version(statement),
            Name => self.name(statement),
            Header => self.header(statement),
            Even if is_header && self.start.even(statement) => {}
            Rank | Pieces if is_header => {
                self.take(statement.text);
                match token {
                    Rank => self.start.rank(statement),
                    _ => self.start.pieces(statement),
                }
            }
            Side if is_header && statement.text.len() == 1 => {
                self.start.to_move = color(statement.text.as_bytes()[0]);
                self.begin(None, statement.shown());
            }
            Side if statement.text.len() > 1 => self.bad_move(statement.text, statement.shown()),
            Move => self.play(statement),
            Time => self.time(statement),
            Unknown if !is_header && self.lost_move(statement) => {}
            Ending => self.ending(statement),
            Server => self.server(statement),
            _ => self.unknown(statement),
        }
    }

    /// A line without meaning is kept where it is.
    fn unknown(&mut self, statement: &Statement<'a>) {
        let message = || "this line has no meaning here; kept, but without effect";
        self.keep(LINE, statement.text);
        let is_remark = statement.token == Token::Unknown && !is_damaged(statement.text);
        let report = self.game.report(&codes::UNKNOWN_LINE, statement.shown(), message);
        if is_remark {
            let edits = || Edits::one(Span::at(statement.span.start as usize), "'*");
            report.fix(Safety::Guess, || "make it a comment", edits);
        }
    }

    fn version(&mut self, statement: &Statement<'a>) {
        let text = trim(&statement.text[1..]);
        let words = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        let (version, behind) = (&text[..text.len() - words.len()], trim(words));
        match self.version {
            None => self.version = Some(version),
            Some(_) => {
                let message = || "the version occurs twice; the first one counts";
                self.game.report(&codes::HEADER_TWICE, statement.shown(), message);
            }
        }
        if !behind.is_empty() {
            let message = || format!("`{behind}` follows the version; kept as a line of its own, but without effect");
            self.game.report(&codes::UNKNOWN_LINE, statement.span_of(behind), message);
            self.keep(LINE, behind);
        }
    }

    /// Counts the memory of a text that is kept. The builder counts that of moves.
    fn take(&mut self, text: &str) {
        self.is_full |= !self.game.take_part(OF_TEXT + text.len(), self.at);
    }

    /// Keeps a text in the game, or after the first move and the side to move in the current node.
    fn keep(&mut self, key: &'static str, text: &'a str) {
        self.take(text);
        match self.state {
            None => self.game.foreign(INFO.id, key, text),
            Some(_) if key == PROGRAM => self.notes.program.push(text),
            Some(_) => self.notes.unknown.push(text),
        }
    }

    /// Reads a comment that programs ignore: the charset, the program that wrote the file, or anything else.
    fn program(&mut self, statement: &Statement<'a>) {
        let text = &statement.text[1..];
        if self.state.is_none() {
            if DECLARATIONS.iter().any(|key| statement.text.starts_with(key)) {
                return;
            }
            let application = &mut self.game.record_mut().info.application;
            if let Some(name) = application_of(text).filter(|_| application.is_empty()) {
                *application = name.into();
                return;
            }
        }
        self.keep(PROGRAM, text);
    }

    fn name(&mut self, statement: &Statement<'a>) {
        let (key, name) = (&statement.text[..2], statement.text[2..].trim());
        if self.seen(key).is_some() {
            self.twice(statement, key, key);
            self.keep(LINE, statement.text);
        } else if let Some(color) = color(key.as_bytes()[1]).filter(|_| !name.is_empty()) {
            self.seen.push((key, statement.text));
            self.game.record_mut().info.player_mut(color.seat()).name = name.into();
        }
    }

    /// Returns the first line with this key.
    fn seen(&self, key: &str) -> Option<&'a str> {
        self.seen.iter().find(|(seen, _)| *seen == key).map(|(_, line)| *line)
    }

    /// Reports a second line with a key; `place` is the name of its value.
    fn twice(&mut self, statement: &Statement<'a>, key: &str, place: &str) {
        let is_equal = self.seen(place).is_some_and(|first| first.trim_end() == statement.text.trim_end());
        let message = || format!("{key} occurs twice; the second value is kept, but without effect");
        let report = self.game.report(&codes::HEADER_TWICE, statement.shown(), message);
        if is_equal {
            report.fix(Safety::Guess, || "remove the second one, which is equal", || Edits::one(statement.span, ""));
        }
    }

    fn header(&mut self, statement: &Statement<'a>) {
        let Some((key, value)) = header(statement.text) else { return self.unknown(statement) };
        self.take(statement.text);
        if let Some(of_csa) = words::key_of_csa(key).filter(|_| !value.is_empty()) {
            let headers_before = self.game.record_mut().info.headers.len();
            self.words.push(Words { statement: *statement, headers_before, key, value, of_csa });
            return;
        }
        let seat = times::seat_of_time(key);
        let field = Field::find(&FIELDS, key);
        let place = match (&seat, field) {
            (Some(seat), _) => Some(times::key_of_time(seat.as_ref())),
            (None, Some(field)) => Some(field.key()),
            (None, None) => None,
        };
        let Some(place) = place else {
            self.game.record_mut().info.headers.push(NamedValue::new(key, value));
            return;
        };
        if value.is_empty() {
            return;
        }
        let is_first = self.seen(place).is_none();
        // A second value is only tried, to see whether it would count.
        let mut other;
        let record = match is_first {
            true => self.game.record_mut(),
            false => {
                other = Record::default();
                &mut other
            }
        };
        let (is_value, is_kept) = match (seat, field) {
            (Some(seat), _) => times::set_time(record, key, seat, value),
            (None, Some(field)) => {
                let is_value = field.read(record, value);
                (is_value, is_value || !field.write(record).is_empty())
            }
            (None, None) => (false, false),
        };
        match (is_kept, is_first) {
            (true, true) => {
                self.seen.push((place, statement.text));
                if !is_value {
                    let message = || format!("{key} cannot be `{value}`; kept as text");
                    self.game.report(&codes::BAD_HEADER, statement.shown(), message);
                }
                return;
            }
            // Files for both versions have TIME and TIME_LIMIT. The same time once more adds nothing.
            (true, false) => {
                let first = self.seen(place).and_then(header).filter(|(first, _)| *first != key);
                let is_same = first.is_some_and(|(first, time)| {
                    times::parse(first, time).is_some_and(|time| times::parse(key, value) == Some(time))
                });
                if is_same {
                    return;
                }
                self.twice(statement, key, place);
            }
            // Another value counts.
            (false, _) => {
                let message = || format!("{key} cannot be `{value}`; kept, but without effect");
                self.game.report(&codes::BAD_HEADER, statement.shown(), message);
            }
        }
        self.game.record_mut().info.headers.push(NamedValue::new(key, value));
    }

    /// Reads the dates and times in words, when all headers are known. Those that do not count are headers without a place in the record.
    fn read_words(&mut self) {
        let found = core::mem::take(&mut self.words);
        if found.is_empty() {
            return;
        }
        let mut first: Vec<(&str, &str)> = Vec::new();
        for Words { key, value, .. } in &found {
            if first.iter().all(|(other, _)| other != key) {
                first.push((key, value));
            }
        }
        self.game.record_mut().claim_texts(INFO.id);
        let mut counting = BTreeSet::new();
        for of_csa in found.iter().map(|words| words.of_csa).collect::<BTreeSet<_>>() {
            let beside = self.seen(of_csa).and_then(header);
            let of_place: Vec<_> =
                first.iter().copied().filter(|(key, _)| words::key_of_csa(key) == Some(of_csa)).collect();
            if words::read(self.game.record_mut(), &of_place, beside) {
                counting.insert(of_csa);
            }
        }
        self.game.record_mut().claim_texts(words::KIF);
        let mut headers = core::mem::take(&mut self.game.record_mut().info.headers).into_iter().enumerate().peekable();
        for Words { statement, headers_before, key, value, of_csa } in found {
            while let Some((_, other)) = headers.next_if(|(at, _)| *at < headers_before) {
                self.game.record_mut().info.headers.push(other);
            }
            if self.seen(key).is_some() {
                self.twice(&statement, key, key);
            } else {
                self.seen.push((key, statement.text));
                if counting.contains(of_csa) {
                    continue;
                }
                let other = self.seen(of_csa).and_then(header).map_or(of_csa, |(key, _)| key);
                let message = || format!("{key} and {other} differ; {key} is kept, but without effect");
                self.game.report(&codes::HEADER_TWICE, statement.shown(), message);
            }
            self.game.record_mut().info.headers.push(NamedValue::new(key, value));
        }
        self.game.record_mut().info.headers.extend(headers.map(|(_, other)| other));
    }

    /// Reads a message of a server. The result counts if no ending precedes it.
    fn server(&mut self, statement: &Statement<'a>) {
        let (text, is_header) = (statement.text, self.state.is_none());
        if let Some((key, value)) = text.split_once(':').filter(|_| is_header && !text.starts_with(['#', 'I'])) {
            let value = value.trim();
            match key {
                "To_Move" if value.len() == 1 => {
                    let turn = color(value.as_bytes()[0]);
                    match self.start.to_move {
                        None if turn.is_some() => return self.start.to_move = turn,
                        Some(_) if turn.is_some() && turn != self.start.to_move => self.twice(statement, key, key),
                        _ => {}
                    }
                }
                "Name+" | "Name-" => {
                    let seat = if key == "Name+" { Color::Black } else { Color::White }.seat();
                    let player = self.game.record_mut().info.player_mut(seat);
                    if player.name.is_empty() {
                        player.name = value.into();
                        return;
                    }
                    if player.name != value && !value.is_empty() {
                        let message = || {
                            format!("{key}: the player has another name already; this one is kept, but without effect")
                        };
                        self.game.report(&codes::HEADER_TWICE, statement.shown(), message);
                    }
                }
                _ => {}
            }
        }
        if let Some(message) = text.strip_prefix('#').filter(|_| !is_header && !self.has_ending) {
            if let Some(ending) = ending_of_server(message.trim()) {
                self.add(statement.shown().start, ending.into());
                (self.has_ending, self.is_ended) = (true, true);
                return;
            }
            if let Some(winner) = winner_of_server(message.trim()) {
                let outcome = Outcome::Win { winner: winner.seat(), by: Termination::Unstated };
                let stated = &mut self.game.record_mut().info.outcome;
                if stated.is_none() {
                    *stated = Some(Parsed::Value(outcome));
                    return;
                }
            }
        }
        self.keep(LINE, text);
    }

    /// Ends the headers, if they did not end before; `first` is the player of the first move.
    fn begin(&mut self, first: Option<Color>, at: Span) {
        if self.state.is_none() {
            self.start.finish(first, at, self.line_end, self.game);
            self.state = Some(State::new(&self.game.record().setup));
        }
    }

    fn add(&mut self, at: u32, action: Action) {
        self.attach_notes();
        if let Some(state) = &mut self.state {
            state.play(&action);
        }
        self.game.add(at, action);
    }

    fn play(&mut self, statement: &Statement<'a>) {
        let (text, span) = (statement.text, statement.shown());
        let Ok(written) = text.parse::<CsaMove>() else { return self.bad_move(text, span) };
        let color = written.color;
        self.begin(Some(color), span);
        let Some(state) = &self.state else { return };
        // The other player's piece may promote too: the rules say that the move is illegal. If the square has no piece that fits, it is the
        // one after the move.
        let before = written.from.and_then(|from| state.piece(from));
        let played = written.with_piece(before.map(|piece| Piece::new(color, piece.kind))).unwrap_or_else(|| {
            let CsaMove { from, to, kind, .. } = written;
            from.map_or_else(|| Move::drop(color, kind, to), |from| Move::new(color, kind, from, to))
        });
        let to_move = state.to_move();
        if to_move != color {
            let message =
                || format!("the sign of `{text}` names {color}, but {to_move} is to move; read as a move of {color}");
            self.game.report(&codes::WRONG_PLAYER, span, message);
        }
        self.report_after_ending(span);
        self.add(span.start, played.into());
    }

    /// Reports the first move after an ending. The moves after it need no finding of their own.
    fn report_after_ending(&mut self, at: Span) {
        if core::mem::take(&mut self.is_ended) {
            let message = || "a move or an ending follows the ending of the game; kept";
            self.game.report(&codes::AFTER_ENDING, at, message);
        }
    }

    /// Reads a move whose sign is lost or damaged, and the time after it. Returns false for other text.
    fn lost_move(&mut self, statement: &Statement<'a>) -> bool {
        let (text, rest) = statement.text.split_once(',').unwrap_or((statement.text, ""));
        let text = trim(text);
        let spent = trim(rest).strip_prefix('T').and_then(|time| time.parse().ok());
        let spent = spent.map_or(MoveTime::UNKNOWN, |CsaSeconds(time)| MoveTime::from(time));
        if !is_lost_move(text) || spent.get().is_none() && !trim(rest).is_empty() {
            return false;
        }
        self.bad_move(text, statement.span_of(text));
        self.game.node_mut().spent = spent;
        true
    }

    /// Keeps a move that cannot be read as words.
    fn bad_move(&mut self, text: &str, span: Span) {
        self.begin(text.chars().next().and_then(Action::sign), span);
        // Only the sign of the player to move may be missing.
        let sign = match self.state.as_ref().map(State::to_move) {
            Some(Color::White) => "-",
            _ => "+",
        };
        let is_unsigned = text.starts_with(|c: char| c.is_ascii_digit());
        let message = || format!("`{text}` is not a move; kept as words, so that the moves after it may be illegal");
        let report = self.game.report(&codes::BAD_MOVE, span, message);
        let likely: String = text.chars().filter(|c| !is_gap(*c)).map(usual_character).collect();
        let likely = if is_unsigned { [sign, &*likely].concat() } else { likely };
        match likely.parse::<CsaMove>() {
            Ok(_) => report.fix(Safety::Guess, || format!("write `{likely}`"), || Edits::one(span, &*likely)),
            Err(_) => report.help("a move is written as `+7776FU`, a drop as `+0055KA`"),
        };
        self.report_after_ending(span);
        self.add(span.start, Action::words(text));
    }

    fn ending(&mut self, statement: &Statement<'a>) {
        let (word, span) = (&statement.text[1..], statement.shown());
        self.begin(None, span);
        if word.is_empty() {
            return self.unknown(statement);
        }
        self.report_after_ending(span);
        let ending = Ending::from_csa(word);
        let action = match ending {
            Some(ending) => ending.into(),
            None => {
                let message = || format!("`{word}` is not an ending of CSA; kept as words");
                let (first, remark) = word.split_once(is_gap).unwrap_or((word, ""));
                let usual = first.to_ascii_uppercase();
                let is_known = Ending::from_csa(&usual).is_some();
                let nearest = Ending::nearest_word(&usual).filter(|word| word.is_ascii());
                let likely = if is_known { Some(&*usual) } else { nearest };
                let severity = if likely.is_some() { Severity::Warning } else { codes::UNKNOWN_ENDING.severity };
                let report = self.game.report(&codes::UNKNOWN_ENDING.with_severity(severity), span, message);
                if let Some(likely) = likely {
                    let fixed = format!("%{likely}");
                    match trim(remark) {
                        "" => report.fix(Safety::Guess, || format!("write `{fixed}`"), || Edits::one(span, &*fixed)),
                        remark => report.help(format!("write `{fixed}`, and `'*{remark}` in a line of its own")),
                    };
                }
                Action::words(word)
            }
        };
        (self.has_ending, self.is_ended) = (true, true);
        self.add(span.start, action);
        if ending.is_none() {
            self.game.node_mut().details_mut().foreign.extend([Foreign::new(INFO.id, ENDING, [String::from(word)])]);
        }
    }

    fn time(&mut self, statement: &Statement<'a>) {
        self.begin(None, statement.shown());
        let node = self.game.node_mut();
        let time = statement.text[1..].parse().ok().map(|CsaSeconds(time)| MoveTime::from(time));
        match time.filter(|time| time.get().is_some()) {
            Some(time) if node.action.is_some() && node.spent.get().is_none() => node.spent = time,
            time => self.other_time(statement, time),
        }
    }

    /// Keeps a time that has no effect.
    fn other_time(&mut self, statement: &Statement<'a>, time: Option<MoveTime>) {
        let (text, span) = (&statement.text[1..], statement.shown());
        match time {
            Some(_) => {
                let has_move = self.game.node_mut().action.is_some();
                let what = if has_move { "a second time of the same move" } else { "a time before any move" };
                let message = || format!("{what}; kept, but without effect");
                self.game.report(&codes::TIME_WITHOUT_MOVE, span, message);
            }
            // A line end is lost.
            None if has_move(text) => {
                let message = || format!("`{text}` is not a time, and has a move; kept, but without effect");
                let report = self.game.report(&codes::BAD_MOVE, span, message);
                report.help("a move is in a line of its own, or after a comma");
            }
            None => {
                let message = || format!("`{text}` is not a time; kept, but without effect");
                self.game.report(&codes::BAD_TIME, span, message).help("a time is a number of seconds, such as `T5`");
            }
        }
        self.keep(LINE, statement.text);
    }

    /// Attaches the notes to the current node. The next ones use the memory of their lists.
    fn attach_notes(&mut self) {
        let Self { game, state, notes, analyses, .. } = self;
        let Notes { comment: lines, program, unknown } = notes;
        if lines.is_empty() && program.is_empty() && unknown.is_empty() {
            return;
        }
        // The words of people and the analyses of engines.
        let comment = match state {
            _ if lines.is_empty() => None,
            _ if !*analyses => Some(analysis::unsplit(lines)),
            Some(state) => Some(analysis::split_csa(lines, &state.context_of(lines, game.record()))),
            None => Some(analysis::split_csa(lines, &Context::default())),
        };
        lines.clear();
        let details = game.node_mut().details_mut();
        if let Some(SplitComment { comment, analyses, .. }) = comment {
            if analyses.is_empty() || !comment.is_empty() {
                details.comments.push(Comment::from(comment));
            }
            details.analyses = analyses;
        }
        for (key, list) in [(PROGRAM, program), (LINE, unknown)] {
            if !list.is_empty() {
                let values: Vec<String> = list.drain(..).map(String::from).collect();
                details.foreign.extend([Foreign::new(INFO.id, key, values)]);
            }
        }
    }

    fn finish(mut self) {
        if !self.has_record {
            let message = || "there is no header, no position and no move; the file has no record";
            self.game.report(&codes::NO_GAME, self.place, message);
            self.game.reject();
            return;
        }
        self.begin(None, self.place);
        self.attach_notes();
        self.read_words();
    }
}

/// Returns true if a line without meaning may be what damage has left of another one: of a move, a time or a header.
fn is_damaged(line: &str) -> bool {
    // One word in ASCII can be what is left of a statement: `TORYO`, `v2.2`.
    let is_word = line.is_ascii() && !trim(line).contains(is_gap);
    is_word
        || line.starts_with(|c: char| !c.is_alphabetic())
        || line.contains([char::REPLACEMENT_CHARACTER, '+', '-', ','])
}

/// Returns true for a move of CSA whose sign is lost, is another character, or has one before it.
pub(crate) fn is_lost_move(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    text.chars().count() - rest.chars().count() <= 2
        && ["+", rest].concat().parse::<CsaMove>().is_ok()
        && Action::looks_like_move(text)
}

/// Returns the character of CSA that another one means.
fn usual_character(c: char) -> char {
    match Action::sign(c) {
        Some(Color::Black) => '+',
        Some(Color::White) => '-',
        None => c.to_ascii_uppercase(),
    }
}

/// Returns true if a text contains a move of CSA.
fn has_move(text: &str) -> bool {
    const MOVE: usize = "+7776FU".len();
    let is_move = |at: usize| text.get(at..at + MOVE).is_some_and(|part| part.parse::<CsaMove>().is_ok());
    (0..text.len()).any(is_move)
}

/// Returns the program that a comment names: ` ---- Kifu for Windows V7 V7.08 CSA形式棋譜ファイル ----`.
pub(crate) fn application_of(text: &str) -> Option<&str> {
    let inner = text.trim().strip_prefix("--")?.trim_start_matches('-').trim_end_matches('-').trim();
    let program = inner.strip_suffix("CSA形式棋譜ファイル")?.trim();
    (!program.is_empty()).then_some(program)
}

/// Returns the ending of a message of a server, if the message alone states it.
pub(crate) fn ending_of_server(message: &str) -> Option<Ending> {
    Some(match message {
        "RESIGN" => Ending::Resignation,
        "TIME_UP" => Ending::TimeUp,
        "ILLEGAL_MOVE" => Ending::IllegalMove,
        "SENNICHITE" => Ending::Repetition,
        "MAX_MOVES" => Ending::MaxMoves,
        "CHUDAN" => Ending::Interruption,
        _ => return None,
    })
}

/// Returns the winner that a message of a server states.
pub(crate) fn winner_of_server(message: &str) -> Option<Color> {
    match message {
        "SENTE_WIN" => Some(Color::Black),
        "GOTE_WIN" => Some(Color::White),
        _ => None,
    }
}
