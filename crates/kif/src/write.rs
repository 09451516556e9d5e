//! From a record to text.

use crate::{
    document::{self, header, lines, trim},
    games::is_of_head,
    notation,
    read::{
        UNPLAYED,
        branches::State,
        other_forms::{is_move, unusual_start},
        start::{OTHER, split_player},
        trim_mark, usual,
    },
    scanner::Token,
    summary::{self, Summary},
    time,
};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::fmt::Write;
use kifu_core::{Charset, Details, Field, NamedValue, Node, NodeId, Outcome, Record, one_line};
use kifu_shogiban::{Action, Board, Color, Handicap, Setup, Shogi, analysis, bod, fields::FIELDS};

/// Which of the two notations is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    Kif,
    Ki2,
}

/// Returns the text of a record, which declares the charset.
pub(crate) fn write(record: &Record<Shogi>, notation: Notation, charset: &Charset) -> String {
    let mut writer = Writer { out: String::new(), record, notation };
    writer.header(charset);
    writer.moves();
    with_marks_of(charset, writer.out)
}

/// Returns a text with the marks ▲ and △ if the charset lacks ☗ and ☖, as Shift_JIS does.
fn with_marks_of(charset: &Charset, text: String) -> String {
    let has_marks = !text.contains(['☗', '☖']) || charset.encode("☗☖").1.is_empty();
    if has_marks { text } else { text.replace('☗', "▲").replace('☖', "△") }
}

struct Writer<'r> {
    out: String,
    record: &'r Record<Shogi>,
    notation: Notation,
}

/// Where a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Start,
    Main,
    Variation,
}

/// A variation that is not written yet.
struct Branch {
    /// Its first node.
    node: NodeId,
    /// The number of its first move.
    number: usize,
    /// The state before it.
    state: State,
}

impl<'r> Writer<'r> {
    fn line(&mut self, text: &str) {
        self.out += text;
        self.out.push('\n');
    }

    fn header(&mut self, charset: &Charset) {
        let record = self.record;
        let name = match self.notation {
            Notation::Kif => "KIF",
            Notation::Ki2 => "KI2",
        };
        self.line(&format!("#{name} version=2.0 encoding={}", charset.name()));
        let application = one_line(&record.info.application);
        if !application.is_empty() {
            self.line(&format!("# ---- {application} 棋譜ファイル ----"));
        }
        for (key, value) in Field::write_all(&FIELDS, record) {
            self.line(&format!("{key}：{value}"));
        }
        let handicap = self.stated_handicap();
        self.start(handicap.as_ref().map(|(_, text)| text.as_str()));
        let is_handicap = record.terms.is_handicap;
        for color in Color::ALL {
            let name = record.info.player(&color.seat()).map(|player| one_line(&player.name)).unwrap_or_default();
            self.line(&format!("{}：{name}", color.player_name(is_handicap)));
        }
        let is_written = |at: usize| handicap.as_ref().is_some_and(|(written, _)| *written == at);
        for (_, entry) in record.info.headers.iter().enumerate().filter(|(at, _)| !is_written(*at)) {
            let (key, value) = (&entry.name, one_line(&entry.value));
            let text = format!("{key}：{value}");
            if is_free_header(record, &text, key, &value) {
                self.line(&text);
            }
        }
        for entry in record.info.foreign.iter().filter(|entry| entry.format == "kif") {
            if entry.key == "盤面回転" {
                self.line("盤面回転");
            }
        }
    }

    /// Returns the header with the handicap in the words of the file, if they do not name another position, and its index.
    fn stated_handicap(&self) -> Option<(usize, String)> {
        let (at, entry) = self.record.info.headers.iter().enumerate().find(|(_, entry)| entry.name == "手合割")?;
        let text = one_line(&entry.value);
        let has_diagram = self.has_diagram() && !matches!(text.as_str(), "" | OTHER);
        (has_diagram || self.unplayed().is_some()).then_some((at, text))
    }

    /// Returns true if the position is written as a diagram: programs know only the common handicaps by their name.
    fn has_diagram(&self) -> bool {
        self.record.setup.handicap().is_none_or(|handicap| !handicap.is_common()) && self.unplayed().is_none()
    }

    /// Returns the lines of play of a record whose position at the start is not known: its header states a handicap without a position.
    fn unplayed(&self) -> Option<&'r str> {
        let Record { info, setup, tree, .. } = self.record;
        let is_unknown = |entry: &NamedValue| {
            let name = one_line(&entry.value);
            entry.name == "手合割" && !name.is_empty() && Handicap::from_name(&name).is_none()
        };
        let is_unread = *setup == Setup::new(Board::EMPTY) && tree.len() == 1;
        let entry = info.foreign.get("kif", UNPLAYED).filter(|_| is_unread && info.headers.iter().any(is_unknown))?;
        entry.values.first().map(String::as_str)
    }

    /// Writes the handicap, in the words of the file if it has any, and the diagram if there is one.
    fn start(&mut self, stated: Option<&str>) {
        let setup = &self.record.setup;
        let name = setup.handicap().filter(|handicap| handicap.is_common()).map_or(OTHER, Handicap::name);
        self.line(&format!("手合割：{}", stated.unwrap_or(name)));
        if !self.has_diagram() {
            return;
        }
        self.out += &bod::write(setup, self.record.terms.is_handicap);
        if setup.moves_before > 0 {
            let last_move = self.record.info.foreign.get("kif", "手数").and_then(|entry| entry.values.first());
            let last_move = last_move.map_or_else(|| " ".into(), |text| format!("  {}  ", one_line(text)));
            self.line(&format!("手数＝{}{last_move}まで", setup.moves_before));
        }
    }

    fn moves(&mut self) {
        let tree = &self.record.tree;
        if self.notation == Notation::Kif {
            self.line("手数----指手---------消費時間--");
        }
        let setup = &self.record.setup;
        let state = match self.notation {
            Notation::Kif => State::by_turns(setup, has_analyses(self.record)),
            Notation::Ki2 => State::new(setup, true),
        };
        for line in self.notes(&tree[tree.root()], Place::Start, &state) {
            self.line(&line);
        }
        if let Some(moves) = self.unplayed() {
            if !moves.is_empty() {
                self.line(moves);
            }
            return;
        }
        let mut waiting: Vec<Branch> = Vec::new();
        let mut next = tree.children(tree.root()).next().map(|node| Branch { node, number: 1, state: state.clone() });
        match &next {
            Some(main) => push_siblings(&mut waiting, self.record, main.node, 1, &state),
            None => self.winner(0, state.to_move).into_iter().for_each(|text| self.line(&text)),
        }
        let mut is_main = true;
        while let Some(branch) = next {
            // A reader ignores a variation without a move.
            if !is_main && !has_action(self.record, branch.node) {
                next = waiting.pop();
                continue;
            }
            if !is_main {
                self.out.push('\n');
                self.line(&format!("変化：{}手", branch.number));
            }
            self.play(branch, is_main, &mut waiting);
            next = waiting.pop();
            is_main = false;
        }
    }

    /// Writes a line of play, and notes the variations that leave it.
    fn play(&mut self, branch: Branch, is_main: bool, waiting: &mut Vec<Branch>) {
        let tree = &self.record.tree;
        let Branch { mut node, mut number, mut state } = branch;
        let mut column = 0;
        loop {
            let played = &tree[node];
            if let Some(action) = &played.action {
                match self.notation {
                    Notation::Kif => self.kif_move(node, action, number, &state),
                    Notation::Ki2 => column = self.ki2_move(action, number, &state, column),
                }
            }
            let place = if is_main { Place::Main } else { Place::Variation };
            let notes = self.notes(played, place, &state);
            if !notes.is_empty() {
                self.end_line(&mut column);
            }
            notes.iter().for_each(|line| self.line(line));
            let Some(child) = tree.first_child(node) else {
                self.end_line(&mut column);
                let text = played.action.as_ref().and_then(|action| self.summary(action, number, &state));
                state.play(played);
                let text = match text {
                    // In KI2 it is written already, in the place of a move.
                    Some(text) => Some(text).filter(|_| self.notation == Notation::Kif),
                    None => self.winner(number, state.to_move).filter(|_| is_main),
                };
                text.into_iter().for_each(|text| self.line(&text));
                return;
            };
            state.play(played);
            number += usize::from(played.action.is_some());
            push_siblings(waiting, self.record, child, number, &state);
            node = child;
        }
    }

    /// Returns the summary with the winner whom the record states, if no ending says so.
    fn winner(&self, moves: usize, to_move: Color) -> Option<String> {
        let Outcome::Win { winner, by } = self.record.info.outcome.as_ref()?.value()? else { return None };
        let winner = Color::ALL.into_iter().find(|color| color.seat() == *winner)?;
        summary::of_winner(winner, *by, moves, to_move, self.record.terms.is_handicap)
    }

    fn end_line(&mut self, column: &mut usize) {
        if *column > 0 {
            self.out.truncate(self.out.trim_end_matches(' ').len());
            self.out.push('\n');
        }
        *column = 0;
    }

    /// Returns the summary of a line of play that ends so. Words that use up a turn have none.
    fn summary(&self, action: &Action, number: usize, state: &State) -> Option<String> {
        if action.mover(state.to_move).is_some() {
            return None;
        }
        // An ending before this one is not a move. In KI2 it counts, because a second summary with the same number would have no meaning.
        let endings = if self.notation == Notation::Kif { state.since_move } else { 0 };
        let moves = (number - 1).saturating_sub(endings);
        summary::write(action, moves, state.to_move, self.record.terms.is_handicap)
    }

    /// Writes a move of KIF, with its number and time.
    fn kif_move(&mut self, node: NodeId, action: &Action, number: usize, state: &State) {
        let tree = &self.record.tree;
        let words = match action {
            Action::Move(played) => notation::kif(*played, state.last_to),
            Action::Ending(ending) => summary::kif_word(*ending, state.to_move).into(),
            Action::Words(words) => one_line(words.as_str()),
            other => one_line(&other.to_string()),
        };
        let _ = write!(self.out, "{number:>4} {words}");
        if let Some(spent) = tree[node].spent.get() {
            for _ in width(&words)..13 {
                self.out.push(' ');
            }
            let mover = state.to_move;
            let stated = tree[node].details().and_then(|details| details.clock.total);
            let total = stated.unwrap_or_else(|| state.total(mover).saturating_add(spent));
            time::write(&mut self.out, spent, total);
        } else if let Some(text) = own(&tree[node], "time").next() {
            let _ = write!(self.out, "   {}", one_line(text));
        }
        self.out += if has_later_sibling(self.record, node) { "+\n" } else { "\n" };
    }

    /// Writes a move of KI2. Six moves make a line. An ending and other words have a line of their own.
    fn ki2_move(&mut self, action: &Action, number: usize, state: &State, mut column: usize) -> usize {
        let Action::Move(played) = action else {
            self.end_line(&mut column);
            let turn = || format!("{}{}", state.to_move.triangle(), one_line(&action.to_string()));
            let text = self.summary(action, number, state).unwrap_or_else(turn);
            self.line(&text);
            return 0;
        };
        let Some(position) = &state.position else { return column };
        let text = notation::ki2(*played, state.last_to, position);
        self.out += &text;
        if column == 5 {
            self.out.push('\n');
            return 0;
        }
        for _ in width(&text)..12 {
            self.out.push(' ');
        }
        if width(&text) >= 12 {
            self.out.push(' ');
        }
        column + 1
    }

    /// Returns the lines of the comments, the analyses, the bookmark and the programs of a node. `before` is the state before it.
    fn notes(&self, node: &Node<Shogi>, place: Place, before: &State) -> Vec<String> {
        let Some(details) = node.details() else { return Vec::new() };
        let comments = details.comments.iter().flat_map(|comment| comment.text.split('\n'));
        let mut texts: Vec<String> = comments.map(String::from).collect();
        if !details.analyses.is_empty() {
            let mut after = before.clone();
            after.play(node);
            before.with_context(&after, node, |context| {
                for analysis in &details.analyses {
                    texts.extend(analysis::write(analysis, context).into_iter().flatten());
                }
            });
        }
        let one = |text: &str| text.replace(['\n', '\r'], " ");
        let mut lines: Vec<String> = texts.iter().map(|text| format!("*{}", text.replace('\r', ""))).collect();
        lines.extend(details.bookmark.as_ref().map(|bookmark| format!("&{}", one(bookmark))));
        let programs = own(node, "#").map(|text| format!("#{}", one(text)));
        lines.extend(programs.filter(|line| !starts_game(line)));
        let is_unknown = |text: &&str| match place {
            Place::Variation => is_unknown(text, node, details, false) || names_winner(text, node, before),
            _ => is_unknown(text, node, details, place == Place::Start),
        };
        lines.extend(own(node, "line").filter(is_unknown).map(String::from));
        lines
    }
}

/// Returns true if a comment of a program would be read as the start of another game.
fn starts_game(line: &str) -> bool {
    lines(line).next().is_some_and(|line| is_of_head(&line))
}

/// Returns true if a line of a file that has no meaning would be read so again. Before the moves, a header has a meaning.
fn is_unknown(text: &str, node: &Node<Shogi>, details: &Details<Shogi>, is_root: bool) -> bool {
    let mut found = lines(text);
    let (Some(line), None) = (found.next(), found.next()) else { return false };
    line.text == text
        && match line.token {
            Token::Unknown | Token::Header if unusual_start(text).is_some() => false,
            Token::Unknown => true,
            Token::Bookmark => details.bookmark.is_some(),
            Token::Move => document::move_line(text).words.is_empty(),
            Token::Moves => document::moves(text).all(|words| trim_mark(words).is_empty()),
            Token::Summary => match summary::parse(text, Color::Black) {
                None => true,
                // After an ending, other words have no meaning.
                Some(found @ Summary::Words(_)) => match &node.action {
                    Some(Action::Ending(_)) => true,
                    Some(stated @ Action::Words(_)) => {
                        let color = Color::Black;
                        stated.mover(color).is_none() && found.contradicts(stated, color, color)
                    }
                    _ => false,
                },
                Some(_) => false,
            },
            Token::Header if is_move(text) => true,
            Token::Variation => !text.contains(|c: char| c.is_ascii_digit() || matches!(c, '０'..='９')),
            Token::Header | Token::Rank | Token::Border | Token::Files | Token::Caption | Token::Side | Token::Flip => {
                !is_root && !is_of_head(&line)
            }
            _ => false,
        }
}

/// Returns true if a line is a summary that names the player to move after a node as the winner. After a variation it has no meaning.
fn names_winner(text: &str, node: &Node<Shogi>, before: &State) -> bool {
    let mut after = before.clone();
    after.play(node);
    let is_line = lines(text).next().is_some_and(|line| line.token == Token::Summary && line.text == text);
    is_line && matches!(summary::parse(text, after.to_move), Some(Summary::Winner(..)))
}

/// Returns the values that KIF has kept under a key.
fn own<'n>(node: &'n Node<Shogi>, key: &'static str) -> impl Iterator<Item = &'n str> {
    let entry = node.details().and_then(|details| details.foreign.get("kif", key));
    entry.into_iter().flat_map(|entry| entry.values.iter().map(String::as_str))
}

/// Returns true if the record has analyses. Their lines of moves need a position.
fn has_analyses(record: &Record<Shogi>) -> bool {
    let tree = &record.tree;
    tree.preorder().any(|node| tree[node].details().is_some_and(|details| !details.analyses.is_empty()))
}

/// Returns true if a node or one of those after it on its line has an action.
fn has_action(record: &Record<Shogi>, node: NodeId) -> bool {
    let line = core::iter::successors(Some(node), |node| record.tree.first_child(*node));
    line.into_iter().any(|node| record.tree[node].action.is_some())
}

/// Adds the later siblings of a node, the last one first, because a file has the variations of the last moves first.
fn push_siblings(waiting: &mut Vec<Branch>, record: &Record<Shogi>, first: NodeId, number: usize, state: &State) {
    let mut siblings = vec![];
    let mut node = record.tree.next_sibling(first);
    while let Some(sibling) = node {
        siblings.push(sibling);
        node = record.tree.next_sibling(sibling);
    }
    waiting.extend(siblings.into_iter().rev().map(|node| Branch { node, number, state: state.clone() }));
}

fn has_later_sibling(record: &Record<Shogi>, node: NodeId) -> bool {
    record.tree.next_sibling(node).is_some()
}

/// Returns true if a line is read as a header that has no place in the record: its key has no meaning, or the line before it with the same
/// key counts.
fn is_free_header(record: &Record<Shogi>, line: &str, key: &str, value: &str) -> bool {
    let mut found = lines(line);
    let is_header = found.next().is_some_and(|line| line.token == Token::Header) && found.next().is_none();
    let is_start = key == "手番" && split_player(value).is_some();
    let is_alone =
        Field::find(&FIELDS, usual(key)).is_some_and(|field| field.write(record).is_empty() && field.holds(value));
    is_header && !is_move(line) && header(line) == (key, value) && trim(key) == key && !is_start && !is_alone
}

/// Returns the number of columns of a text. Japanese characters take two.
fn width(text: &str) -> usize {
    text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}
