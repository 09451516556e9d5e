//! From the lines of a file to its record.

pub(crate) mod branches;
pub(crate) mod start;

use crate::{
    codes,
    document::{self, Line, MoveLine, each_line, header, is_gap, move_line, split_tail, trim, trim_start},
    notation::{self, MoveText, Origin},
    scanner::Token,
    summary::{self, Summary},
    time::{self, Times},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use branches::{Branches, State, is_turn};
use kifu_core::{
    Comment, Edits, Field, Foreign, GameBuilder, MoveTime, NamedValue, NodeId, Outcome, Parsed, Safety, Severity, Span,
    line_end,
};
use kifu_rules::shogi::{Relative, Resolved};
use kifu_shogiban::{
    Action, Color, Ending, Kind, Move, Shogi, Square,
    analysis::{self, SplitComment},
    bod,
    fields::{FIELDS, SYNONYMS},
};
use start::Start;

/// Reads the record of a text.
pub(crate) fn read(text: &str, analyses: bool, game: &mut GameBuilder<Shogi>) {
    let mut reader = Reader::new(text, game);
    reader.analyses = analyses;
    each_line(text, |line| reader.line(line));
    reader.finish();
}

/// The words in the place of a move when a game is adjourned.
const SEALED_MOVE: &str = "封じ手";

/// Comment lines, a bookmark and lines of programs, which belong to a node.
#[derive(Debug, Default)]
struct Notes<'a> {
    comment: Vec<&'a str>,
    bookmark: Option<&'a str>,
    /// Keys and values for which a record has no place.
    foreign: Vec<(&'static str, &'a str)>,
}

impl Notes<'_> {
    fn is_empty(&self) -> bool {
        self.comment.is_empty() && self.bookmark.is_none() && self.foreign.is_empty()
    }
}

/// A number of a move that is larger than that of the next move.
struct LargeNumber {
    number: usize,
    next: usize,
    line: Span,
    digits: Span,
}

/// The line before the first move of a variation.
#[derive(Clone, Copy, Debug)]
struct Variation {
    /// The number of the first move, counted from the start position.
    number: usize,
    /// The line without its end, and with it.
    line: Span,
    whole: Span,
}

struct Reader<'a, 'g> {
    text: &'a str,
    game: &'g mut GameBuilder<Shogi>,
    start: Start<'a>,
    /// The keys and values of the headers that were read, to find those that occur twice.
    seen: Vec<(&'a str, &'a str)>,
    /// The lines of play, from the first move on.
    branches: Option<Branches>,
    notes: Notes<'a>,
    /// True if analyses are read, false if they stay in the comments.
    analyses: bool,
    /// The variation whose first move is not read yet.
    variation: Option<Variation>,
    /// The difference between the number of the first move and 1.
    offset: usize,
    /// The number of the last move, if it is too large.
    number: Option<LargeNumber>,
    /// By how much the numbers are too large, because moves are missing.
    skipped: usize,
    /// The number of moves in other forms since the last move.
    unplayed: usize,
    /// True if something was not understood that could be a move, so that moves may be missing.
    is_doubtful: bool,
    /// The endings that lines まで state, in the order of the text.
    ended: Vec<NodeId>,
    /// True if there was anything but comments and unknown lines.
    has_record: bool,
}

/// Returns true if a text before a colon can be the key of a header, which is Japanese. Any other file has texts with a colon too.
fn is_key(text: &str) -> bool {
    /// Longer texts are sentences.
    const LONGEST: usize = 20;
    let is_of_key = |c: char| !c.is_whitespace() && !"()[]{}<>;,.\"'\\/=".contains(c);
    !text.is_ascii() && text.chars().all(is_of_key) && text.chars().nth(LONGEST).is_none()
}

impl<'a, 'g> Reader<'a, 'g> {
    fn new(text: &'a str, game: &'g mut GameBuilder<Shogi>) -> Self {
        Self {
            text,
            game,
            start: Start::default(),
            seen: Vec::new(),
            branches: None,
            notes: Notes::default(),
            analyses: true,
            variation: None,
            offset: 0,
            number: None,
            skipped: 0,
            unplayed: 0,
            is_doubtful: false,
            ended: Vec::new(),
            has_record: false,
        }
    }

    fn line(&mut self, line: &Line<'a>) {
        // A variation needs a move before it, and a header a known key.
        let is_record = !matches!(
            line.token,
            Token::Space | Token::Comment | Token::Program | Token::Unknown | Token::Header | Token::Variation
        );
        self.has_record |= is_record;
        match line.token {
            Token::Space => {}
            Token::Separator => self.behind(line, "数手指消費時間-"),
            Token::Border if self.branches.is_none() => self.behind(line, "+-"),
            Token::Files if self.branches.is_none() => self.behind(line, "987654321９８７６５４３２１ \t　"),
            Token::Move => self.move_line(line),
            Token::Moves => self.moves(line),
            Token::Comment => self.notes.comment.push(&line.text[1..]),
            Token::Bookmark => self.bookmark(line),
            Token::Program => self.program(line),
            Token::Variation => self.variation(line),
            Token::Summary => self.summary(line),
            Token::Header => self.header(line),
            Token::Rank if self.branches.is_none() => {
                self.start.rank(line);
                let behind = bod::parse_rank(split_tail(line.text).0).map_or("", |rank| rank.behind);
                self.surplus(line, behind);
                self.tail(line);
            }
            Token::Side if self.branches.is_none() => {
                self.start.side(trim(split_tail(line.text).0));
                self.tail(line);
            }
            Token::Caption if self.branches.is_none() => self.caption(line.text),
            Token::Flip if self.branches.is_none() => {
                self.game.foreign("kif", "盤面回転", "");
                self.tail(line);
            }
            _ => self.unknown(line),
        }
    }

    /// A line without meaning is kept where it stands.
    fn unknown(&mut self, line: &Line<'a>) {
        let text = line.text;
        if let Some((number, words)) = like_move(text) {
            // Such moves are not played, so that each of them counts.
            let next = self.branches.as_ref().map_or(1, Branches::next) + self.offset + self.unplayed;
            let is_next = number.parse() == Ok(next);
            self.unplayed += 1;
            let message = || format!("`{}` is not in the form of a move; kept, but without effect", trim(text));
            let report = self.game.report(&codes::BAD_MOVE, line.shown(), message);
            let likely = format!("{number} {}", trim(words));
            match notation::parse(move_line(&likely).words).filter(|_| is_next) {
                Some(_) => {
                    report.fix(Safety::Guess, || format!("write `{likely}`"), || Edits::one(line.shown(), &*likely))
                }
                None => report.help("a move is written as `1 ７六歩(77)`, or as `▲７六歩` in KI2"),
            };
        } else {
            let message = || "this line has no meaning here; kept, but without effect";
            let report = self.game.report(&codes::UNKNOWN_LINE, line.shown(), message);
            if matches!(line.token, Token::Unknown | Token::Header) && !is_damaged(text) {
                let edits = || Edits::one(Span::at(line.span.start as usize), "*");
                report.fix(Safety::Guess, || "make it a comment", edits);
            }
        }
        self.is_doubtful = true;
        self.notes.foreign.push(("line", text));
    }

    /// Keeps what follows a line of these characters: words without meaning, and the text after `#`.
    fn behind(&mut self, line: &Line<'a>, characters: &str) {
        let text = split_tail(line.text).0;
        self.surplus(line, trim(text.trim_start_matches(|c| characters.contains(c))));
        self.tail(line);
    }

    fn bookmark(&mut self, line: &Line<'a>) {
        let name = &line.text[1..];
        if self.notes.bookmark.is_some() || self.variation.is_none() && self.game.node_mut().has_bookmark() {
            self.game.report(
                &codes::BOOKMARK_TWICE,
                line.shown(),
                || "the position has a bookmark already; this one is kept, but without effect",
            );
            self.notes.foreign.push(("line", line.text));
            return;
        }
        self.notes.bookmark = Some(name);
    }

    /// Reads a comment of a program: the charset, the name of the program, or anything else.
    fn program(&mut self, line: &Line<'a>) {
        let text = trim(&line.text[1..]);
        if self.branches.is_none() {
            if let Some(version) = version(line.text) {
                if !version.is_empty() {
                    self.game.version(version);
                }
                return;
            }
            if let Some(application) = application(text)
                && self.game.record().info.application.is_empty()
            {
                self.game.record_mut().info.application = application.into();
                return;
            }
        }
        self.notes.foreign.push(("#", &line.text[1..]));
    }

    /// Reads the line below a diagram: `手数＝33  △７六銀(87)  まで`.
    fn caption(&mut self, line: &'a str) {
        let last_move = self.start.caption(line);
        if !last_move.is_empty() {
            self.game.foreign("kif", "手数", last_move);
        }
    }

    fn header(&mut self, line: &Line<'a>) {
        let (key, value) = header(line.text);
        if is_like_move(line.text) {
            return self.unknown(line);
        }
        if self.branches.is_some() {
            // The word 変化 with a damaged character.
            let is_damaged = key.contains(char::REPLACEMENT_CHARACTER) && value.ends_with('手');
            return if is_damaged { self.variation(line) } else { self.unknown(line) };
        }
        if self.start.header(line) {
            self.has_record = true;
            if key == "手合割" {
                self.tail(line);
            }
            return;
        }
        let player = start::split_player(key).filter(|(.., rest)| rest.is_empty());
        // 先手 and 下手 are names of the same player.
        let usual = usual(key);
        let is_same = |seen: &str| {
            seen == usual || player.is_some_and(|(color, is_handicap, _)| seen == color.player_name(!is_handicap))
        };
        let seen = self.seen.iter().find(|(first, _)| is_same(first)).copied();
        let first = seen.or_else(|| self.start.value(key).map(|value| (key, value)));
        self.has_record = self.has_record || is_key(key);
        if let Some((first, first_value)) = first {
            let other = if first == key { String::new() } else { format!(", first as {first}") };
            let message = || format!("{key} occurs twice{other}; the second value is kept, but without effect");
            let code = if key == "手合割" { &codes::HANDICAP_DIFFERS } else { &codes::HEADER_TWICE };
            let report = self.game.report(code, line.shown(), message);
            if first_value == value {
                report.fix(Safety::Guess, || "remove the second one, which is equal", || Edits::one(line.span, ""));
            }
        } else if let Some((color, is_handicap, _)) = player {
            self.seen.push((key, value));
            self.start.is_handicap = Some(is_handicap);
            self.game.record_mut().info.player_mut(color.seat()).name = value.into();
            return;
        } else if let Some(field) = Field::find(&FIELDS, usual) {
            let is_value = field.read(self.game.record_mut(), value);
            if !is_value && !value.is_empty() && !field.holds(value) {
                let message = || format!("{key} cannot be `{value}`; kept as a header, without effect");
                self.game.report(&codes::BAD_HEADER, line.span_of(value), message);
                self.game.record_mut().info.headers.push(NamedValue::new(key, value));
                return;
            }
            self.seen.push((field.key(), value));
            // Other values are often prose, such as 各８時間.
            if !is_value && !value.is_empty() && field.key().ends_with("日時") {
                let message = || format!("{key}: `{value}` is not a date; kept as text");
                self.game
                    .report(&codes::BAD_HEADER, line.span_of(value), message)
                    .help("write a date such as 2014/03/16 09:00");
            }
            return;
        }
        self.game.record_mut().info.headers.push(NamedValue::new(key, value));
    }

    /// Keeps the text after `#`.
    fn tail(&mut self, line: &Line<'a>) {
        self.notes.foreign.extend(split_tail(line.text).1.map(|tail| ("#", tail)));
    }

    /// Returns the lines of play. The first call ends the headers.
    fn branches(&mut self) -> &mut Branches {
        if self.branches.is_none() {
            self.start.finish(self.game);
            let state = State::new(&self.game.record().setup, false).with_last(self.start.last_to);
            self.branches = Some(Branches::new(state));
        }
        self.branches.as_mut().expect("set above")
    }

    fn variation(&mut self, line: &Line<'a>) {
        let text = split_tail(line.text).0;
        let number = text.split(['：', ':']).nth(1).unwrap_or_default().trim_matches(is_gap);
        let behind = number.trim_start_matches(|c| half_width(c).is_ascii_digit());
        let (stated, behind) = number.split_at(number.len() - behind.len());
        let behind = trim(behind.strip_prefix('手').unwrap_or(behind));
        let digits: String = stated.chars().map(half_width).collect();
        let Ok(number) = digits.parse::<usize>() else { return self.unknown(line) };
        if self.branches.as_ref().is_none_or(|branches| branches.next() == 1) {
            // Some versions of a program write this line before the first move.
            let message = || "a variation before the first move; this line was ignored";
            let report = self.game.report(&codes::VARIATION_WITHOUT_GAME, line.shown(), message);
            report.fix(Safety::Safe, || "remove the line", || Edits::one(line.span, ""));
            return;
        }
        self.end_variation();
        self.attach_notes();
        let number = number.saturating_sub(self.offset).max(1);
        self.variation = Some(Variation { number, line: line.shown(), whole: line.span });
        if !matches!(behind, "目" | "から" | "目から") {
            self.surplus(line, behind);
        }
        self.tail(line);
    }

    /// Reports a variation without moves.
    fn end_variation(&mut self) {
        if let Some(Variation { line, whole, .. }) = self.variation.take() {
            let (message, is_doubtful) = (|| "this variation has no moves; ignored", self.is_doubtful);
            let report = self.game.report(&codes::EMPTY_VARIATION, line, message);
            // A line that was not understood may be its first move.
            if !is_doubtful {
                report.fix(Safety::Guess, || "remove the line", || Edits::one(whole, ""));
            }
        }
    }

    /// Reads a line of KIF: a move with its number and its time.
    fn move_line(&mut self, line: &Line<'a>) {
        let MoveLine { number, words, time, tail } = move_line(line.text);
        if words.is_empty() {
            return self.unknown(line);
        }
        let variation = self.variation.take();
        if variation.is_none() {
            self.attach_notes();
        }
        let next = self.branches().next();
        if next == 1 && variation.is_none() {
            let before = self.game.record().setup.moves_before as usize;
            self.offset = if number == Some(before + 1) { before } else { 0 };
        }
        let number = number.and_then(|number| number.checked_sub(self.offset)).filter(|number| *number > 0);
        if number.is_none() {
            let number = variation.map_or(next, |variation| variation.number) + self.offset;
            let message = || format!("this is not the number of a move; read as move {number}");
            let report = self.game.report(&codes::MOVE_NUMBER, number_span(line), message);
            let edits = || renumbered(number_span(line), number);
            report.fix(Safety::Guess, || format!("write {number}"), edits);
        }
        self.place(number, next, variation, line);
        let (action, remark) = self.action(words, line);
        let node = self.game.add(line.start(), action);
        match time::parse(time) {
            Ok(None) => {}
            Ok(Some(Times { spent, total })) => {
                node.spent = MoveTime::from(spent);
                let state = &self.branches.as_ref().expect("made above").state;
                let mover = state.to_move;
                let (sum, is_known) = (state.total(mover).saturating_add(spent), state.knows_total(mover));
                if let Some((total, place)) = total.filter(|(total, _)| *total != sum) {
                    self.game.node_mut().details_mut().clock.total = Some(total);
                    if is_known {
                        let span = line.span_of(trim(&time[place]));
                        let [stated, sum] = [total, sum].map(time::total_text);
                        let message =
                            || format!("the total is {stated}, but the times of {mover} add up to {sum}; kept");
                        // The total may be right, and a time wrong.
                        let report = self.game.report(&codes::WRONG_TOTAL, span, message);
                        report.help("check the total, and the times since the last one that is right");
                    }
                }
            }
            Err(()) => {
                let span = line.span_of(time);
                self.game
                    .report(&codes::BAD_TIME, span, || format!("`{time}` is not a time; kept, but without effect"))
                    .help("a time is written as `( m:ss/hh:mm:ss)`");
                self.notes.foreign.push(("time", time));
            }
        }
        self.surplus(line, remark);
        // Another time may follow the first one, but nothing else.
        if let Some((_, words)) = time.rsplit_once(')') {
            self.surplus(line, trim(words));
        }
        if let Some(tail) = tail {
            self.notes.foreign.push(("#", tail));
        }
        self.push();
    }

    /// Words that follow what a line states are kept as a line of their own.
    fn surplus(&mut self, line: &Line<'a>, words: &'a str) {
        if words.is_empty() {
            return;
        }
        let span = line.span_of(words);
        let report = self.game.report(&codes::UNKNOWN_LINE, span, || {
            format!("`{words}` has no meaning at the end of this line; kept as a line of its own, but without effect")
        });
        // What follows would become a part of the comment.
        if span.end == line.shown().end {
            let edits = || Edits::one(Span::at(span.start as usize), format!("{}*", line_end(self.text)));
            report.fix(Safety::Guess, || "make it a comment", edits);
        }
        self.notes.foreign.push(("line", words));
    }

    /// Goes to the node that a move continues. `next` is the number of the next move of the current line.
    fn place(&mut self, number: Option<usize>, next: usize, variation: Option<Variation>, line: &Line<'a>) {
        let offset = self.offset;
        if let Some(large) = self.number.take() {
            // If the next number is right, only this one was wrong.
            let is_alone = variation.is_none() && number == Some(next);
            self.skipped = if is_alone { 0 } else { large.number - large.next };
            self.report_number(large, is_alone);
        }
        let start = match (variation, number) {
            (Some(variation), number) => {
                let Variation { number: stated, line: span, .. } = variation;
                let start = number.unwrap_or(stated);
                if start != stated {
                    let message = || {
                        format!(
                            "the variation starts with move {}, but its first move has the number {}; the number was used",
                            stated + offset,
                            start + offset
                        )
                    };
                    self.game.report(&codes::MOVE_NUMBER, span, message);
                }
                return self.branch(start, span);
            }
            (None, Some(number)) if number < next => {
                self.is_doubtful = true;
                let message =
                    || format!("move {} follows move {}; read as a variation", number + offset, next - 1 + offset);
                self.game.report(&codes::MOVE_NUMBER, line.shown(), message);
                number
            }
            (None, Some(number)) if number > next => {
                // If a move is missing, the numbers after it do not need a finding of their own.
                if number - next != self.skipped {
                    self.number = Some(LargeNumber { number, next, line: line.shown(), digits: number_span(line) });
                }
                return;
            }
            _ => return,
        };
        self.branch(start, line.shown());
    }

    /// Reports a number that is too large, with a fix if only this number is wrong.
    fn report_number(&mut self, large: LargeNumber, is_alone: bool) {
        let LargeNumber { number, next, line, digits } = large;
        let (stated, right) = (number + self.offset, next + self.offset);
        let message = || format!("move {stated} follows move {}; read as move {right}", right - 1);
        let report = self.game.report(&codes::MOVE_NUMBER, line, message);
        match is_alone {
            true => report.fix(Safety::Guess, || format!("write {right}"), || renumbered(digits, right)),
            false => report.help("check whether a move is missing"),
        };
    }

    fn branch(&mut self, start: usize, span: Span) {
        self.skipped = 0;
        let branches = self.branches.as_mut().expect("there is a move");
        let parent = branches.branch(start, self.game.record());
        let actual = branches.next();
        self.game.go_to(parent);
        if actual != start {
            let (before, actual) = (start - 1 + self.offset, actual + self.offset);
            let message = || format!("no line has a move {before}; the variation was read as one of move {actual}");
            self.game.report(&codes::VARIATION_WITHOUT_PARENT, span, message);
        }
    }

    /// Adds the current node to its line.
    fn push(&mut self) {
        let node = self.game.current();
        let tree = &self.game.record().tree;
        if let Some(branches) = &mut self.branches {
            branches.push(node, tree);
        }
    }

    /// Returns the action of the words in the place of a move, and the remark after it.
    fn action(&mut self, words: &'a str, line: &Line<'a>) -> (Action, &'a str) {
        let to_move = self.branches().state.to_move;
        self.unplayed = 0;
        let (words, text, remark) = divided(words, to_move);
        let action = match text {
            Some(text) => self.resolve(&MoveText { color: None, ..text }, words, line),
            None => self.other(words, to_move, line),
        };
        (action, remark)
    }

    /// Returns the action of words other than a move.
    fn other(&mut self, words: &'a str, to_move: Color, line: &Line<'a>) -> Action {
        let plain = trim_mark(words);
        if let Some(ending) = Ending::from_kif_at(trim(plain), to_move) {
            return ending.into();
        }
        self.is_doubtful |= !is_known(plain);
        if Action::looks_like_move(words) {
            let message =
                || format!("`{words}` is not a move; kept as words, so that the moves after it may be illegal");
            let report = self.game.report(&codes::BAD_MOVE, line.span_of(words), message);
            let usual = usual_characters(words);
            if notation::parse(&usual).is_some() {
                let edits = || Edits::one(line.span_of(words), &*usual);
                report.fix(Safety::Guess, || format!("write `{usual}`"), edits);
            }
        } else {
            self.report_words(plain, "neither a move nor an ending", line);
        }
        self.words(plain)
    }

    /// Reports words in the place of an ending that kifu does not know.
    fn report_words(&mut self, words: &'a str, what: &str, line: &Line<'a>) {
        // The finding about a damaged character is enough.
        if !is_known(words) && !words.contains(char::REPLACEMENT_CHARACTER) {
            let message = || format!("`{words}` is {what}; kept as words");
            self.game.report(&codes::UNKNOWN_ENDING, line.span_of(words), message);
        }
    }

    fn words(&self, words: &str) -> Action {
        Action::words(words)
    }

    /// Returns the move that a text names in the current position.
    fn resolve(&mut self, text: &MoveText, words: &'a str, line: &Line<'a>) -> Action {
        let branches = self.branches.as_mut().expect("made before");
        let color = text.color.unwrap_or(branches.state.to_move);
        let span = line.span_of(words);
        let Some(to) = text.to.or(branches.state.last_to) else {
            let message =
                || format!("`{words}`: there is no move before it, to whose square 同 could refer; kept as words");
            self.game.report(&codes::SAME_WITHOUT_MOVE, span, message);
            return self.words(trim_mark(words));
        };
        let kind = text.kind;
        if text.relative != Relative::default() && text.origin != Origin::Unstated {
            self.compare_relative(text, color, to, words, line);
        }
        let branches = self.branches.as_mut().expect("made before");
        let from = match text.origin {
            Origin::Square(from) => Ok(Some(from)),
            Origin::Hand => Ok(None),
            Origin::Unstated => {
                let position = branches.position(self.game.record());
                match position.resolve(color, kind, to, text.relative) {
                    Resolved::From(from) => Ok(Some(from)),
                    Resolved::Drop => Ok(None),
                    Resolved::None => Err(false),
                    Resolved::Ambiguous => Err(true),
                }
            }
        };
        match from {
            Ok(from) => {
                let played = from.map_or(Move::drop(color, kind, to), |from| Move::new(color, kind, from, to));
                if text.promotes { played.promoting().into() } else { played.into() }
            }
            Err(is_ambiguous) => {
                self.is_doubtful = true;
                let relative = text.relative;
                let mut has_other = || {
                    let position = branches.position(self.game.record());
                    relative != Relative::default()
                        && position.resolve(color, kind, to, Relative::default()) != Resolved::None
                };
                let (code, message) = if is_ambiguous {
                    (&codes::AMBIGUOUS_MOVE, format!("`{words}`: more than one {kind} can go there; kept as words"))
                } else if has_other() {
                    (
                        &codes::NO_SUCH_PIECE,
                        format!("`{words}`: {relative} fits no {kind} that can go there; kept as words"),
                    )
                } else {
                    (
                        &codes::NO_SUCH_PIECE,
                        format!("`{words}`: {color} has no {kind} that can go there; kept as words"),
                    )
                };
                self.game
                    .report(code, span, || message)
                    .help("the moves after it may be read wrong, because this one was not played");
                self.words(trim_mark(words))
            }
        }
    }

    /// Compares the words of a move, such as 右, with the origin that it states as well.
    fn compare_relative(&mut self, text: &MoveText, color: Color, to: Square, words: &'a str, line: &Line<'a>) {
        let relative = text.relative;
        let message = match text.origin {
            Origin::Square(from) => {
                let branches = self.branches.as_mut().expect("made before");
                let position = branches.position(self.game.record());
                // Of a piece that cannot go there, the rules have a finding.
                if position.relative(&Move::new(color, text.kind, from, to)).is_none() {
                    return;
                }
                match position.resolve(color, text.kind, to, relative) {
                    Resolved::From(other) if other != from => format!(
                        "`{words}`: {relative} means the piece on {other}, not the one on {from}; the stated square was used"
                    ),
                    Resolved::None => {
                        format!("`{words}`: {relative} does not fit the piece on {from}; the stated square was used")
                    }
                    _ => return,
                }
            }
            _ => format!("`{words}`: {relative} cannot tell a piece in hand from others; read as a drop"),
        };
        let report = self.game.report(&codes::RELATIVE_DIFFERS, line.span_of(words), || message);
        if let Some(at) = words.find(notation::is_relative) {
            let len = words[at..].len() - words[at..].trim_start_matches(notation::is_relative).len();
            let part = line.span_of(&words[at..at + len]);
            report.fix(Safety::Guess, || format!("remove {}", &words[at..at + len]), || Edits::one(part, ""));
        }
    }

    /// Reads a line of KI2: any number of moves.
    fn moves(&mut self, line: &Line<'a>) {
        let moves: Vec<&str> = document::moves(split_tail(line.text).0).collect();
        let is_alone = |words: &&str| trim_mark(words).is_empty();
        if moves.iter().all(is_alone) {
            return self.unknown(line);
        }
        for words in moves {
            if is_alone(&words) {
                self.is_doubtful = true;
                let message =
                    || format!("the mark `{words}` has no move; left out, so that the moves after it may be illegal");
                self.game.report(&codes::BAD_MOVE, line.span_of(words), message);
                continue;
            }
            match self.variation.take() {
                Some(Variation { number, line, .. }) => {
                    self.branches();
                    self.branch(number, line);
                }
                None => self.attach_notes(),
            }
            let to_move = self.branches().state.to_move;
            let (words, text, remark) = divided(words, to_move);
            let action = match text {
                Some(text) => {
                    if text.color.is_some_and(|color| color != to_move) {
                        let message = || {
                            format!(
                                "the mark of `{words}` names {}, but {to_move} is to move; read as a move of {}",
                                to_move.opponent(),
                                to_move.opponent()
                            )
                        };
                        self.game.report(&codes::WRONG_PLAYER, line.span_of(words), message);
                    }
                    self.resolve(&text, words, line)
                }
                None => self.other(words, to_move, line),
            };
            self.game.add(line.span_of(words).start, action);
            self.push();
            self.surplus(line, remark);
        }
        self.tail(line);
    }

    /// Reads the line at the end of a line of play.
    fn summary(&mut self, line: &Line<'a>) {
        let text = split_tail(line.text).0;
        match self.variation.take() {
            // The first entry of a variation is its ending.
            Some(Variation { number, line, .. }) => self.branch(number, line),
            None => self.attach_notes(),
        }
        if self.mend_ending(text) {
            return;
        }
        let current = self.game.current();
        let (to_move, first) = (self.branches().state.to_move, self.game.record().setup.to_move);
        let Some(found) = summary::parse(text, to_move) else {
            return self.unknown(line);
        };
        let stated = self.game.record().tree[current].action.clone();
        // A damaged move is not an ending. In KI2, a number that counts the ending itself is that of a further ending.
        let nodes = self.branches().next() - 1 + self.offset;
        let number = summary::number(text);
        let is_of_summary = self.ended.binary_search(&current).is_ok();
        let counts_ending = is_of_summary || !matches!(stated, Some(Action::Ending(_)));
        let is_further = number.is_some_and(|(number, _)| number == nodes) && counts_ending;
        let is_words = stated.as_ref().is_some_and(|action| action.as_move().is_none());
        let moves = nodes - self.branches().state.since_move.max(usize::from(is_words)).min(nodes);
        let stated = stated.filter(|action| match action {
            Action::Move(_) => false,
            Action::Words(words) => !is_turn(words.as_str()) && !is_further,
            _ => !is_further,
        });
        // Words that are not understood do not contradict an ending.
        let is_kept = matches!((&stated, &found), (Some(Action::Ending(_)), Summary::Words(_)));
        let contradicted = stated
            .as_ref()
            .filter(|stated| !is_kept && found.contradicts(stated, to_move, first))
            .map(Action::to_string);
        // The moves that lead to a diagram may count too, and an ending before the last one.
        let before = if self.offset == 0 { self.game.record().setup.moves_before as usize } else { 0 };
        let before_last = nodes.saturating_sub(usize::from(is_words));
        let is_right = |n: usize| is_further || n == moves || n == before_last || n == moves.saturating_add(before);
        if let Some((number, digits)) = number.filter(|(number, _)| !is_right(*number)) {
            // Some files count the ending. If a move may be missing, the number may be right.
            let may_lack = self.is_doubtful || self.skipped > 0 || self.number.is_some() || contradicted.is_some();
            let is_with_ending = (moves..=nodes).contains(&number) && !may_lack;
            let severity = if is_with_ending { Severity::Note } else { Severity::Warning };
            let message = || match is_with_ending {
                true => format!("the line says {number} moves, because it counts the ending; there are {moves}"),
                false => format!("the line says {number} moves, but there are {moves}; the moves count"),
            };
            let report = self.game.report(&codes::SUMMARY_DIFFERS.with_severity(severity), line.shown(), message);
            match is_with_ending {
                true if !is_kept => {
                    let edits = || Edits::one(line.span_of(digits), moves.to_string());
                    report.fix(Safety::Safe, || format!("write {moves}"), edits)
                }
                true => report,
                false => report.help("check whether a move is missing"),
            };
        }
        match (stated, contradicted) {
            _ if is_kept => return self.unknown(line),
            (_, Some(stated)) => {
                let text = trim(line.text);
                let message = || format!("`{text}` contradicts the ending {stated}, which was used");
                self.game.report(&codes::SUMMARY_DIFFERS, line.shown(), message);
            }
            (Some(_), None) => {}
            (None, None) => return self.end_line(found, line),
        }
        self.tail(line);
    }

    /// Ends a line of play as its summary says, because no word in the place of a move does.
    fn end_line(&mut self, found: Summary<'a>, line: &Line<'a>) {
        let action = match found {
            Summary::Ending(ending) => ending.into(),
            Summary::Words(words) => {
                self.report_words(words, "not an ending that kifu knows", line);
                self.words(words)
            }
            // Only the end of the main line is the result of the game.
            Summary::Winner(..) if !self.branches().is_main() => return self.unknown(line),
            Summary::Winner(winner, by) => {
                let outcome = Outcome::Win { winner: winner.seat(), by };
                self.game.record_mut().info.outcome = Some(Parsed::Value(outcome));
                return self.tail(line);
            }
        };
        self.game.add(line.shown().start, action);
        self.push();
        self.ended.push(self.game.current());
        self.tail(line);
    }

    /// If the word of the ending has a damaged character, replaces it by the ending that the summary states. Returns true if it did.
    fn mend_ending(&mut self, text: &str) -> bool {
        let before = self.branches().next() + self.offset - 1;
        let node = self.game.node_mut();
        let is_damaged =
            matches!(&node.action, Some(Action::Words(words)) if words.as_str().contains(char::REPLACEMENT_CHARACTER));
        if !is_damaged || summary::number(text).map(|(number, _)| number + 1) != Some(before) {
            return false;
        }
        // The damaged word was counted as a move.
        let to_move = self.branches().state.to_move.opponent();
        let action = match summary::parse(text, to_move) {
            Some(Summary::Ending(ending)) => Action::from(ending),
            _ => return false,
        };
        self.game.node_mut().action = Some(action);
        self.branches().state.to_move = to_move;
        true
    }

    /// Attaches the notes to the current node.
    fn attach_notes(&mut self) {
        if self.notes.is_empty() {
            return;
        }
        let Notes { comment: mut lines, bookmark, foreign } = core::mem::take(&mut self.notes);
        let comment = self.split(&lines);
        // The next comment uses the memory of this one.
        lines.clear();
        self.notes.comment = lines;
        let details = self.game.node_mut().details_mut();
        if let Some(SplitComment { comment, analyses, .. }) = comment {
            if analyses.is_empty() || !comment.is_empty() {
                details.comments.push(Comment::from(comment));
            }
            details.analyses = analyses;
        }
        if bookmark.is_some() {
            details.bookmark = bookmark.map(String::from);
        }
        let foreign = foreign.into_iter().map(|(key, value)| Foreign::new("kif", key, [value.to_string()].into()));
        details.foreign.extend(foreign);
    }

    /// Divides the lines of a comment into the words of people and the analyses of engines. `None` if there are no lines.
    fn split(&mut self, lines: &[&str]) -> Option<SplitComment> {
        if lines.is_empty() {
            return None;
        }
        if !self.analyses {
            return Some(analysis::unsplit(lines));
        }
        // Comments before the first move can analyse the start.
        self.branches();
        let branches = self.branches.as_mut()?;
        let record = self.game.record();
        let node = &record.tree[self.game.current()];
        Some(branches.with_context(node, record, |context| analysis::split(lines, context)))
    }

    fn finish(mut self) {
        self.branches();
        if let Some(large) = self.number.take() {
            self.report_number(large, false);
        }
        self.end_variation();
        self.attach_notes();
        if !self.has_record {
            self.game.report(
                &codes::NO_GAME,
                Span::at(0),
                || "there is no header, no diagram and no move; the file has no record",
            );
            self.game.reject();
        }
    }
}

/// Returns true if a line without meaning may be what damage has left of another one: of a move, a rank of a diagram, or a header.
fn is_damaged(line: &str) -> bool {
    let is_rank = |c: char| "一二三四五六七八九同".contains(c);
    let has_move = || line.chars().zip(line.chars().skip(1)).any(|(a, b)| is_rank(a) && Kind::from_kanji(b).is_some());
    line.contains(|c| matches!(c, char::REPLACEMENT_CHARACTER | '(' | '|') || Color::from_mark(c).is_some())
        || has_move()
}

/// Divides the words in the place of a move into the move or the ending and a remark: `３四歩(33)+ 好手`. Returns them with the move
/// between them. Words that are neither have no remark.
fn divided(words: &str, to_move: Color) -> (&str, Option<MoveText>, &str) {
    const GAPS: usize = 3;
    let is_ending = |words: &str| Ending::from_kif_at(trim(trim_mark(words)), to_move).is_some();
    let text = notation::parse(words);
    if text.is_some() || is_ending(words) {
        return (words, text, "");
    }
    let after = |end: char| words.find(end).map(|at| at + end.len_utf8());
    let gaps = words.char_indices().filter(|(_, c)| is_gap(*c)).map(|(at, _)| at).take(GAPS);
    for end in after(')').into_iter().chain(after('打')).chain(gaps) {
        let (action, remark) = words.split_at(end);
        let (action, remark) = (trim(action), trim(trim(remark).trim_start_matches('+')));
        let text = notation::parse(action);
        if text.is_some() || is_ending(action) {
            return (action, text, remark);
        }
    }
    (words, None, "")
}

/// Returns true for words in the place of a move that have a meaning.
fn is_known(words: &str) -> bool {
    matches!(words, SEALED_MOVE | Action::PASS)
}

/// Returns true if a line has a number and then a move in another form than that of KIF, such as `1:７六歩(77)`.
pub(crate) fn is_like_move(line: &str) -> bool {
    like_move(line).is_some()
}

/// Returns the number of a line and the text after it, if it is a move in another form than that of KIF, such as `1:７六歩(77)`.
fn like_move(line: &str) -> Option<(String, &str)> {
    let is_digit = |c: char| half_width(c).is_ascii_digit();
    let numbered = trim(line).trim_start_matches(is_digit);
    // The file of the square is a digit, too.
    let number = &trim(line)[..trim(line).len() - numbered.len()];
    let behind = numbered
        .trim_start_matches("手目")
        .trim_start_matches(|c| is_gap(c) || matches!(c, '.' | '．' | ':' | '：' | '、'));
    let is_rank = |c: char| "一二三四五六七八九".contains(c);
    let mut square = behind.chars();
    let starts_with_square =
        square.next().is_some_and(|c| matches!(half_width(c), '1'..='9')) && square.next().is_some_and(is_rank);
    let is_move =
        !number.is_empty() && behind.len() < numbered.len() && (starts_with_square || behind.starts_with('同'));
    is_move.then(|| (number.chars().map(half_width).collect(), behind))
}

/// Returns a text with the usual characters of moves: `▲7 六歩（７７）` becomes `▲７六歩(77)`.
fn usual_characters(words: &str) -> String {
    let usual = |c: char| match c {
        '（' => '(',
        '）' => ')',
        c => half_width(c),
    };
    let (marks, words) = words.split_at(document::marks_at_start(words));
    let words: String = words.chars().filter(|c| !is_gap(*c)).map(usual).collect();
    let mut chars = words.chars();
    match chars.next().zip(chars.next()).and_then(|(file, rank)| Square::from_chars(file, rank)) {
        Some(square) => format!("{marks}{square}{}", chars.as_str()),
        None => format!("{marks}{words}"),
    }
}

/// Returns the edits that write another number in the same columns.
fn renumbered(digits: Span, number: usize) -> Edits {
    Edits::one(digits, format!("{number:>0$}", digits.len()))
}

/// Returns the place of the number at the start of a line with a move.
fn number_span(line: &Line<'_>) -> Span {
    let text = trim_start(line.text);
    line.span_of(&text[..text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len()])
}

/// Returns the words after the mark of a player, without white space.
pub(crate) fn trim_mark(words: &str) -> &str {
    trim(&words[document::marks_at_start(words)..])
}

/// Returns the usual key of a header.
pub(crate) fn usual(key: &str) -> &str {
    SYNONYMS.iter().find(|(name, _)| *name == key).map_or(key, |(_, usual)| usual)
}

pub(crate) fn half_width(c: char) -> char {
    match c {
        '０'..='９' => char::from(b'0' + (c as u32 - '０' as u32) as u8),
        _ => c,
    }
}

/// Returns the version that the first line of a file declares: `#KIF version=2.0 encoding=UTF-8`. `Some("")` if it names none. `None` for
/// other lines.
fn version(line: &str) -> Option<&str> {
    let words = line.strip_prefix("#KIF ").or_else(|| line.strip_prefix("#KI2 "))?;
    let version = words.split(' ').find_map(|word| word.strip_prefix("version="));
    (version.is_some() || words.contains("encoding=")).then(|| version.unwrap_or_default())
}

/// Returns the program that a comment names: `---- Kifu for Windows V7 V7.70 棋譜ファイル ----`.
fn application(text: &str) -> Option<&str> {
    if let Some((_, program)) = text.split_once("Generated by ") {
        return Some(trim(program)).filter(|program| !program.is_empty());
    }
    let inner = text.strip_prefix("--")?.trim_start_matches('-').trim_end_matches('-');
    let program = trim(trim(inner).strip_suffix("棋譜ファイル")?);
    (!program.is_empty()).then_some(program)
}
