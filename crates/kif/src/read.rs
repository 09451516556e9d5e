//! From the lines of a file to its record.

pub(crate) mod branches;
mod ending;
mod keys;
mod number;
pub(crate) mod other_forms;
mod played;
pub(crate) mod start;

use crate::{
    codes,
    document::{self, Line, MoveLine, half_width, header, is_gap, move_line, split_tail, trim},
    games::{SEPARATOR, each_line},
    scanner::Token,
    time::{self, Times},
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use branches::{Branches, State};
use kifu_core::{
    Comment, Edits, Field, Foreign, GameBuilder, MoveTime, NamedValue, NodeId, Record, Safety, Severity, Span, line_end,
};
use kifu_shogiban::{
    Shogi,
    analysis::{self, SplitComment},
    fields::{FIELDS, SYNONYMS},
};
use other_forms::{
    UnusualStart, divided, has_move, is_damaged, is_move, is_part_of_move, unmarked, unmarked_move, unusual_start,
    usual_date,
};
use start::Start;

/// Reads the record of the game that starts at `start`, and returns its end.
pub(crate) fn read(text: &str, start: usize, analyses: bool, game: &mut GameBuilder<Shogi>) -> usize {
    let mut reader = Reader::new(text, game);
    reader.analyses = analyses;
    let end = each_line(text, start, |line| reader.line(line));
    reader.finish(Span::new(start, end));
    end
}

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
    /// By how much the numbers are too large, because moves are missing.
    skipped: usize,
    /// The number, the move and the time of the last line with a move, to find a line that occurs twice.
    last_line: Option<(usize, &'a str, &'a str)>,
    /// True if something was not understood that could be a move, so that moves may be missing.
    is_doubtful: bool,
    /// The endings that lines まで state, in the order of the text.
    ended: Vec<NodeId>,
    /// True if the rest of the game does not fit in its memory.
    is_full: bool,
    /// The offset of the first line of play, if the position at the start is not known.
    unplayed: Option<u32>,
    /// True if the position at the start is known, or is not read yet.
    is_known: bool,
    /// True if there was anything but comments and unknown lines.
    has_record: bool,
}

/// The most memory that a line takes beside its text: a reference to it and its copy, or a rank of a diagram.
const OF_LINE: usize = 64;

/// The key of the lines of play of a game whose position at the start is not known.
pub(crate) const UNPLAYED: &str = "moves";

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
            skipped: 0,
            last_line: None,
            is_doubtful: false,
            ended: Vec::new(),
            is_full: false,
            unplayed: None,
            is_known: true,
            has_record: false,
        }
    }

    fn line(&mut self, line: &Line<'a>) {
        if self.unplayed.is_some() || self.is_full {
            return;
        }
        if !matches!(line.token, Token::Move | Token::Moves | Token::Space) {
            // A move becomes a node, whose memory the builder counts.
            self.is_full = !self.game.take_part(OF_LINE + line.text.len(), line.span.start);
        }
        // A variation needs a move before it, and a header a known key.
        let is_record = !matches!(
            line.token,
            Token::Space | Token::Comment | Token::Program | Token::Unknown | Token::Header | Token::Variation
        );
        self.has_record |= is_record;
        let unusual = match line.token {
            Token::Unknown | Token::Header => unusual_start(line.text),
            _ => None,
        };
        let parts = match (line.token, unusual) {
            (Token::Move, _) => move_line(line.text),
            (_, Some(UnusualStart::Number(number, rest))) => move_line(rest).with_number(number),
            (_, Some(UnusualStart::Mark)) => {
                (self.has_record, self.last_line) = (true, None);
                return self.moves(line);
            }
            _ => return self.other_line(line),
        };
        self.has_record = true;
        self.move_line(parts, line);
    }

    /// Reads a line that is not a move of KIF.
    fn other_line(&mut self, line: &Line<'a>) {
        if !matches!(line.token, Token::Comment | Token::Program | Token::Bookmark | Token::Space) {
            self.last_line = None;
        }
        match line.token {
            Token::Space => {}
            Token::Separator => self.behind(line, "数手指消費時間-"),
            Token::Border if self.branches.is_none() => self.behind(line, "+- \t　"),
            Token::Files if self.branches.is_none() => self.behind(line, "987654321９８７６５４３２１ \t　"),
            // The key of a hand can start with the mark of the player.
            Token::Moves if self.branches.is_none() && self.start.header(line) => {}
            Token::Moves => self.moves(line),
            Token::Comment => self.notes.comment.push(&line.text[1..]),
            Token::Bookmark => self.bookmark(line),
            Token::Program => self.program(line),
            Token::Variation => self.variation(line),
            Token::Summary => self.summary(line),
            Token::Header => self.header(line),
            Token::Rank if self.branches.is_none() => {
                let behind = self.start.rank(line);
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
        let message = || match line.token {
            Token::Move => "this line has the number of a move, but no move; kept, but without effect",
            _ => "this line has no meaning here; kept, but without effect",
        };
        // The moves of a line are lost with it.
        let has_move = match line.token {
            Token::Move => true,
            Token::Unknown | Token::Header => has_move(text),
            _ => false,
        };
        let code = if has_move { &codes::BAD_MOVE } else { &codes::UNKNOWN_LINE };
        let report = self.game.report(code, line.shown(), message);
        if has_move {
            report.help("a move is written as `1 ７六歩(77)`, or as `▲７六歩` in KI2");
        } else if matches!(line.token, Token::Unknown | Token::Header) && !is_damaged(text) {
            let edits = || Edits::one(Span::at(line.span.start as usize), "*");
            report.fix(Safety::Guess, || "make it a comment", edits);
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
        if text == SEPARATOR {
            return;
        }
        if self.branches.is_none() {
            // The line of Shogidokoro that names the format.
            if text == "KIF形式棋譜ファイル" {
                return;
            }
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
        self.report_joined(key, value, line);
        let usual = usual(key);
        let field = Field::find(&FIELDS, usual);
        if player.is_none() && field.is_none() && is_move(line.text) {
            return self.unknown(line);
        }
        // 先手 and 下手 are names of the same player.
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
        } else if let Some(field) = field {
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
                let report = self.game.report(&codes::BAD_HEADER, line.span_of(value), message);
                let likely = usual_date(value);
                match field.read(&mut Record::default(), &likely) {
                    true => {
                        let edits = || Edits::one(line.span_of(value), &*likely);
                        report.fix(Safety::Guess, || format!("write {likely}"), edits)
                    }
                    false => report.help("write a date such as 2014/03/16 09:00"),
                };
            }
            return;
        }
        if first.is_none() {
            self.report_key(key, value, line);
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
            self.is_known = self.start.finish(self.game);
            let state = State::new(&self.game.record().setup, false).with_last(self.start.last_to);
            self.branches = Some(Branches::new(state));
        }
        self.branches.as_mut().expect("set above")
    }

    /// Returns true if the moves of a line can be played. If the position at the start is not known, the text from this line on is kept.
    fn can_play(&mut self, line: &Line<'a>) -> bool {
        self.branches();
        if !self.is_known {
            self.unplayed = Some(line.span.start);
        }
        self.is_known
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
            // A larger number shows that moves are missing before it.
            if number <= 1 {
                report.fix(Safety::Safe, || "remove the line", || Edits::one(line.span, ""));
            }
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
    fn move_line(&mut self, parts: MoveLine<'a>, line: &Line<'a>) {
        let MoveLine { words, time, tail, .. } = parts;
        let number = parts.number();
        if words.is_empty() && time.is_empty() {
            return self.unknown(line);
        }
        if !self.can_play(line) {
            return;
        }
        let variation = self.variation.take();
        let next = self.branches().next();
        if next == 1 && variation.is_none() {
            let before = self.game.record().setup.moves_before as usize;
            self.offset = if number == Some(before + 1) { before } else { 0 };
        }
        let number = number.and_then(|number| number.checked_sub(self.offset)).filter(|number| *number > 0);
        if variation.is_none() && self.is_twice(number, &parts, line) {
            return;
        }
        if variation.is_none() {
            self.attach_notes();
        }
        self.last_line = number.map(|number| (number, words, time));
        if number.is_none() {
            self.report_damaged_number(&parts, variation.map_or(next, |variation| variation.number), line);
        } else if line.token != Token::Move {
            self.report_other_form(&parts, line);
        }
        self.place((number, words), next, variation, line);
        let (action, remark) = if words.is_empty() { (self.no_move(line), "") } else { self.action(words, line) };
        let node = self.game.add(line.start(), action);
        let times = time::parse(time);
        let is_time = times.is_ok();
        match times {
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
        // Further times may follow the first one, but nothing else.
        if is_time {
            self.surplus(line, time::after_times(time));
        }
        if let Some(tail) = tail {
            self.notes.foreign.push(("#", tail));
        }
        self.push();
    }

    /// Keeps words that follow what a line states, if there are any.
    #[inline]
    fn surplus(&mut self, line: &Line<'a>, words: &'a str) {
        if !words.is_empty() {
            self.surplus_words(line, words);
        }
    }

    /// Words that follow what a line states are kept as a line of their own.
    fn surplus_words(&mut self, line: &Line<'a>, words: &'a str) {
        let (span, has_move) = (line.span_of(words), has_move(words) || is_part_of_move(words));
        // A damaged character in a remark leaves it one.
        let is_remark = !has_move && !is_damaged(&words.replace(char::REPLACEMENT_CHARACTER, ""));
        self.is_doubtful |= !is_remark;
        let code = if has_move { &codes::BAD_MOVE } else { &codes::UNKNOWN_LINE };
        let report = self.game.report(code, span, || {
            format!("`{words}` has no meaning here; kept as a line of its own, but without effect")
        });
        if has_move {
            report.help("a move is written as `1 ７六歩(77)` in a line of its own, or as `▲７六歩` in KI2");
        } else if is_remark && span.end == line.shown().end {
            // What follows would become a part of the comment.
            let star = if words.starts_with('*') { "" } else { "*" };
            let edits = || Edits::one(Span::at(span.start as usize), format!("{}{star}", line_end(self.text)));
            report.fix(Safety::Guess, || "make it a comment", edits);
        }
        self.notes.foreign.push(("line", words));
    }

    fn branch(&mut self, start: usize, span: Span) {
        self.skipped = 0;
        let branches = self.branches.as_mut().expect("there is a move");
        let parent = branches.branch(start, self.game.record());
        let (actual, leaves_main) = (branches.next(), branches.leaves_main());
        self.game.go_to(parent);
        if actual == start && leaves_main && self.game.record().tree.first_child(parent).is_none() {
            let number = start + self.offset;
            let message = || format!("no line has a move {number}, so that the variation continues its line");
            let code = codes::VARIATION_WITHOUT_PARENT.with_severity(Severity::Warning);
            self.game.report(&code, span, message);
        }
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

    /// Reads a line of KI2: any number of moves.
    fn moves(&mut self, line: &Line<'a>) {
        let moves: Vec<&str> = document::moves(split_tail(line.text).0).collect();
        let is_alone = |words: &&str| trim_mark(words).is_empty();
        if moves.iter().all(is_alone) {
            return self.unknown(line);
        }
        if !self.can_play(line) {
            return;
        }
        for words in moves {
            if is_alone(&words) {
                self.is_doubtful = true;
                let message =
                    || format!("the mark `{words}` has no move; left out, so that the moves after it may be illegal");
                self.game.report(&codes::BAD_MOVE, line.span_of(words), message);
                continue;
            }
            let is_marked = document::marks_at_start(words) > 0;
            if let Some(moves) = if is_marked { None } else { unmarked(words) } {
                moves.into_iter().for_each(|words| self.unmarked(words, line));
                continue;
            }
            let remark = self.move_of_line(words, line);
            match unmarked(remark) {
                Some(moves) => moves.into_iter().for_each(|words| self.unmarked(words, line)),
                None => self.surplus(line, remark),
            }
        }
        self.tail(line);
    }

    /// Reads a move of KI2 without its mark, perhaps with another character in the place of the mark.
    fn unmarked(&mut self, words: &'a str, line: &Line<'a>) {
        self.enter_line();
        let words_alone = unmarked_move(words).unwrap_or(words);
        let to_move = self.branches().state.to_move;
        let message = || format!("`{words}` has no mark of its player; read as a move of {to_move}");
        let report = self.game.report(&codes::MISSING_MARK, line.span_of(words), message);
        let marked = format!("{}{words_alone}", to_move.triangle());
        report.fix(Safety::Safe, || format!("write {marked}"), || Edits::one(line.span_of(words), &*marked));
        self.move_of_line(words_alone, line);
    }

    /// Reads a move of a line of KI2. Returns the remark after it.
    fn move_of_line(&mut self, words: &'a str, line: &Line<'a>) -> &'a str {
        self.enter_line();
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
        remark
    }

    /// Goes to the node that the next move continues: the variation starts, if there is one.
    fn enter_line(&mut self) {
        match self.variation.take() {
            Some(Variation { number, line, .. }) => {
                self.branches();
                self.branch(number, line);
            }
            None => self.attach_notes(),
        }
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
        // There are few keys, and a node may have millions of lines.
        let mut entries: Vec<Foreign> = Vec::new();
        for (key, value) in foreign {
            match entries.iter_mut().find(|entry| entry.key == key) {
                Some(entry) => entry.values.push(value.to_string()),
                None => entries.push(Foreign::new("kif", key, [value.to_string()])),
            }
        }
        details.foreign.extend(entries);
    }

    /// Divides the lines of a comment into the words of people and the analyses of engines. `None` if there are no lines.
    fn split(&mut self, lines: &[&str]) -> Option<SplitComment> {
        if lines.is_empty() {
            return None;
        }
        // Comments before the first move can analyse the start.
        self.branches();
        if !self.analyses || !self.is_known {
            return Some(analysis::unsplit(lines));
        }
        let branches = self.branches.as_mut()?;
        let record = self.game.record();
        let node = &record.tree[self.game.current()];
        Some(branches.with_context(node, record, |context| analysis::split(lines, context)))
    }

    fn finish(mut self, game: Span) {
        self.branches();
        self.end_variation();
        self.attach_notes();
        if !self.is_known {
            let moves = self.unplayed.map_or("", |start| &self.text[start as usize..game.end as usize]);
            let moves = moves.trim_end_matches(['\n', '\r']);
            self.game.foreign("kif", UNPLAYED, moves.replace("\r\n", "\n").replace('\r', "\n"));
        }
        if !self.has_record {
            self.game.report(
                &codes::NO_GAME,
                Span { end: game.start, ..game },
                || "there is no header, no diagram and no move; the file has no record",
            );
            self.game.reject();
        }
    }
}

/// Returns the words after the mark of a player, without white space.
pub(crate) fn trim_mark(words: &str) -> &str {
    trim(&words[document::marks_at_start(words)..])
}

/// Returns the usual key of a header.
pub(crate) fn usual(key: &str) -> &str {
    SYNONYMS.iter().find(|(name, _)| *name == key).map_or(key, |(_, usual)| usual)
}

/// Returns the version that the first line of a file declares: `#KIF version=2.0 encoding=UTF-8`. `Some("")` if it names none. `None` for
/// other lines.
pub(crate) fn version(line: &str) -> Option<&str> {
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
