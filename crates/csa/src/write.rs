//! From records to text.

use crate::{
    Csa, DECLARATIONS, INFO, Lines, Version,
    document::{header, statements},
    fields::FIELDS,
    read::{ENDING, LINE, PROGRAM, application_of, ending_of_server, is_lost_move, start::color, winner_of_server},
    scanner::Token,
    state::State,
    times::{key_of_time, seat_of_time},
    words,
};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Details, Field, ForeignSet, Node, Outcome, Parsed, Record, Termination, one_line};
use kifu_shogiban::{
    Action, Board, Color, Ending, Handicap, Kind, Piece, Shogi, Square,
    analysis::{self, Context, Dialect},
    csa::{CsaMove, CsaSeconds, CsaTime},
};

/// Returns the text of a record: with the version and the charset, or after a line that separates it from the game before it.
pub(crate) fn write(record: &Record<Shogi>, format: &Csa, is_first: bool) -> String {
    match format.lines {
        Lines::Statement => write_lines(record, format, is_first),
        Lines::Game => in_one_line(&write_lines(record, format, true)),
    }
}

/// Returns the statements of a game in one line, without those that need a line of their own.
fn in_one_line(lines: &str) -> String {
    let mut line = String::with_capacity(lines.len());
    for statement in statements(lines) {
        let shares_line = match statement.token {
            Token::Version | Token::Even | Token::Rank | Token::Pieces | Token::Move | Token::Side => true,
            Token::Ending | Token::Time => true,
            Token::Name | Token::Header | Token::Comment | Token::Program | Token::Server => false,
            Token::Separator | Token::Space | Token::Unknown => false,
        };
        if shares_line {
            line += if line.is_empty() { "" } else { "," };
            line += statement.text;
        }
    }
    line + "\n"
}

fn write_lines(with_all: &Record<Shogi>, format: &Csa, is_first: bool) -> String {
    let record = &*with_all.with_texts_of(INFO.id);
    let mut writer = Writer { out: String::new(), record, with_all, version: format.version, has_ending: false };
    writer.header();
    writer.start();
    writer.moves();
    let body = writer.out;
    // ASCII is the same in both charsets. The games before this one may be ASCII, so that the file declares none.
    let has_declaration = !body.is_ascii() || is_first && format.version == Version::V3_0;
    let declaration = match has_declaration {
        true => format!("{}{}\n", DECLARATIONS[0], format.encoding.name().to_uppercase()),
        false => String::new(),
    };
    match is_first {
        true => format!("{declaration}{}\n{body}", format.version),
        false => format!("/\n{declaration}{body}"),
    }
}

struct Writer<'r> {
    out: String,
    record: &'r Record<Shogi>,
    /// The record with the texts of other formats.
    with_all: &'r Record<Shogi>,
    version: Version,
    /// True after an ending.
    has_ending: bool,
}

impl Writer<'_> {
    fn line(&mut self, text: &str) {
        self.out += text;
        self.out.push('\n');
    }

    fn header(&mut self) {
        let info = &self.record.info;
        let application = one_line(&info.application);
        if application_of(&application_line(&application)) == Some(&application) {
            self.line(&format!("'{}", application_line(&application)));
        }
        for text in own(&info.foreign, PROGRAM) {
            let is_other = DECLARATIONS.iter().any(|key| format!("'{text}").starts_with(key))
                || application_of(text).is_some() && info.application.is_empty();
            if is_program(text) && !is_other {
                self.line(&format!("'{text}"));
            }
        }
        for color in Color::ALL {
            let name = info.player(&color.seat()).map(|player| one_line(&player.name)).unwrap_or_default();
            if !name.is_empty() {
                self.line(&format!("N{}{name}", sign(color)));
            }
        }
        let others: Vec<(&str, String)> =
            info.headers.iter().map(|entry| (entry.name.as_str(), one_line(&entry.value))).collect();
        let mut written: Vec<(&str, String)> =
            FIELDS.iter().map(|field| (field.key(), field.write(self.record))).collect();
        written.extend(words::dates_and_times(self.with_all, self.record, self.version));
        written.retain(|(_, value)| !value.is_empty());
        // The words of the record come first, so that other ones under the same key have no effect.
        for (at, (key, _)) in others.iter().enumerate() {
            let own = words::words_of(self.with_all, key);
            if !own.is_empty() && !is_free(&others, at, &written) {
                written.push((key, own));
            }
        }
        for (key, value) in &written {
            self.line(&format!("${key}:{value}"));
        }
        for (at, (key, value)) in others.iter().enumerate() {
            let line = format!("${key}:{value}");
            let is_one = is_one(&line, Token::Header) && header(&line) == Some((key, value));
            if is_one && is_free(&others, at, &written) {
                self.line(&line);
            }
        }
    }

    fn start(&mut self) {
        let setup = &self.record.setup;
        match removed(&setup.board) {
            Some(removed) => self.line(&format!("PI{removed}")),
            None => {
                for rank in 1..=9 {
                    let cells: String = setup.board.rank(rank).map(cell).concat();
                    self.line(&format!("P{rank}{cells}"));
                }
            }
        }
        for color in Color::ALL {
            let pieces: String = setup
                .hand(color)
                .iter()
                .map(|(kind, count)| format!("00{}", kind.csa()).repeat(count.into()))
                .collect();
            if !pieces.is_empty() {
                self.line(&format!("P{}{pieces}", sign(color)));
            }
        }
        let mut states_turn = false;
        for text in own(&self.record.info.foreign, LINE) {
            if self.is_kept_in_header(text) {
                // The first line that states the side to move counts, and this one is a further one.
                if is_turn(text) && !core::mem::replace(&mut states_turn, true) {
                    self.line(&format!("To_Move:{}", sign(setup.to_move)));
                }
                self.line(text);
            }
        }
        self.line(sign(setup.to_move));
    }

    fn is_kept_in_header(&self, text: &str) -> bool {
        match one(text) {
            Some(Token::Unknown | Token::Even) => true,
            Some(Token::Server) => {
                let key = text.split_once(':').map_or("", |(key, _)| key);
                let has_name = |color: Color| {
                    self.record.info.player(&color.seat()).is_some_and(|player| !one_line(&player.name).is_empty())
                };
                match key {
                    "Name+" => has_name(Color::Black),
                    "Name-" => has_name(Color::White),
                    _ => true,
                }
            }
            token => self.is_kept_anywhere(text, token),
        }
    }

    /// Returns true for a name that occurs twice and for a header without a value.
    fn is_kept_anywhere(&self, text: &str, token: Option<Token>) -> bool {
        match token {
            Some(Token::Name) => {
                let player = color(text.as_bytes()[1]).and_then(|color| self.record.info.player(&color.seat()));
                player.is_some_and(|player| !one_line(&player.name).is_empty())
            }
            Some(Token::Header) => header(text).is_none(),
            _ => false,
        }
    }

    fn moves(&mut self) {
        let tree = &self.record.tree;
        let mut state = has_analyses(self.record).then(|| State::with_position(&self.record.setup));
        for node in tree.main_line() {
            let played = &tree[node];
            if let Some(action) = &played.action {
                let is_last = tree.first_child(node).is_none();
                self.action(action, played, is_last);
                if let Some(state) = &mut state {
                    state.play(action);
                }
                self.has_ending |= !matches!(action, Action::Move(_)) && !is_bad_move(action);
                if let Some(spent) = played.spent.get() {
                    let text = match self.version {
                        Version::V2_2 => spent.as_secs().to_string(),
                        Version::V3_0 => CsaSeconds(spent).to_string(),
                    };
                    self.out.pop();
                    self.line(&format!(",T{text}"));
                }
            }
            if let Some(details) = played.details() {
                self.notes(played, details, state.as_ref());
            }
        }
        let stated = self.record.info.outcome.as_ref().and_then(Parsed::value);
        for color in Color::ALL {
            let wins = Outcome::Win { winner: color.seat(), by: Termination::Unstated };
            if stated == Some(&wins) && !self.has_ending {
                self.line(if color == Color::Black { "#SENTE_WIN" } else { "#GOTE_WIN" });
            }
        }
    }

    /// Writes the action of a node. Words that are not from a CSA file become 中断, and so does an ending without a word of its own, unless
    /// another one has the same winner: CSA defines all words after `%`.
    fn action(&mut self, action: &Action, node: &Node<Shogi>, is_last: bool) {
        match action {
            Action::Move(played) => self.line(&CsaMove::from(*played).to_string()),
            Action::Words(_) if is_bad_move(action) => self.line(&action.to_string()),
            // A move that was not read, and not an end of the game. A comma or an apostrophe would end the word.
            Action::Words(_) if !is_last && action.as_ending().is_none() => {
                self.line(&format!("%{}", one_line(&action.to_string()).replace([',', '\''], " ")));
            }
            _ => {
                let own = node.details().and_then(|details| own(&details.foreign, ENDING).next());
                let is_own = |word: &&str| Action::words(word) == *action && is_one(&format!("%{word}"), Token::Ending);
                let word = own
                    .filter(is_own)
                    .unwrap_or_else(|| action.as_ending().unwrap_or(Ending::Interruption).csa_or_nearest());
                self.line(&format!("%{word}"));
            }
        }
    }

    /// Writes the comments, the analyses and the lines of programs of a node.
    fn notes(&mut self, node: &Node<Shogi>, details: &Details<Shogi>, state: Option<&State>) {
        let comments = details.comments.iter().flat_map(|comment| comment.text.split('\n'));
        let mut lines: Vec<String> = comments.map(String::from).collect();
        if let Some(state) = state {
            let context = state.context();
            let written = details.analyses.iter().filter_map(|analysis| write_analysis(analysis, &context));
            lines.extend(written.flatten());
        }
        for line in &lines {
            self.line(&format!("'*{}", line.replace('\r', "")));
        }
        for text in own(&details.foreign, PROGRAM).filter(|text| is_program(text)) {
            self.line(&format!("'{text}"));
        }
        for text in own(&details.foreign, LINE) {
            if self.is_kept(text, node) {
                self.line(text);
            }
        }
    }

    /// Returns true if a line of a file that has no meaning would be read so again.
    fn is_kept(&self, text: &str, node: &Node<Shogi>) -> bool {
        match one(text) {
            Some(Token::Unknown | Token::Even | Token::Rank | Token::Pieces) => true,
            Some(Token::Side) => text.len() == 1,
            Some(Token::Ending) => text == "%",
            Some(Token::Time) => {
                let is_time =
                    text[1..].parse().is_ok_and(|CsaSeconds(time)| kifu_core::MoveTime::from(time).get().is_some());
                !is_time || node.action.is_none() || node.spent.get().is_some()
            }
            Some(Token::Server) => {
                let message = text.strip_prefix('#').unwrap_or_default().trim();
                self.has_ending || ending_of_server(message).is_none() && winner_of_server(message).is_none()
            }
            token => self.is_kept_anywhere(text, token),
        }
    }
}

/// Returns true if one of the `others`, the headers without a place in the record, would be read so again after those that are `written`:
/// its key has no meaning, or its place is taken, or its value cannot be read.
fn is_free(others: &[(&str, String)], at: usize, written: &[(&str, String)]) -> bool {
    let (key, ref value) = others[at];
    let is_written = |key: &str| written.iter().any(|(other, _)| *other == key);
    let place_of = |key: &str| seat_of_time(key).map(|seat| key_of_time(seat.as_ref()));
    if let Some(place) = place_of(key) {
        let is_taken = written.iter().any(|(other, _)| place_of(other) == Some(place));
        return !value.is_empty() && (is_taken || key == "TIME" && value.parse::<CsaTime>().is_err());
    }
    if let Some(of_csa) = words::key_of_csa(key) {
        let is_second = is_written(key) || others[..at].iter().any(|(other, value)| *other == key && !value.is_empty());
        if value.is_empty() || is_second {
            return true;
        }
        let beside = written.iter().find(|(other, _)| place_of(other).unwrap_or(other) == of_csa);
        let beside = beside.map(|(key, value)| (*key, value.as_str()));
        let (mut first, mut is_own) = (Vec::new(), false);
        for key in words::keys(of_csa) {
            let has_key = |(other, value): &&(&str, String)| *other == key && !value.is_empty();
            is_own |= is_written(key);
            first.extend(written.iter().chain(others).find(has_key).map(|(_, value)| (key, value.as_str())));
        }
        // All words for a value count, or none of them.
        return !is_own && !words::read(&mut Record::default(), &first, beside);
    }
    let Some(field) = Field::find(&FIELDS, key) else { return true };
    !value.is_empty() && (is_written(field.key()) || !field.holds(value))
}

/// Writes an analysis as Floodgate and version 3.0 do if nothing is lost by that, or else in the notation of the text that was read.
fn write_analysis(analysis: &kifu_core::Analysis<Shogi>, context: &Context<'_>) -> Option<Vec<String>> {
    let is_own = Dialect::of(analysis) == Some(Dialect::Floodgate);
    let as_read = || analysis::write(analysis, context);
    let own = || analysis::write_as(analysis, Dialect::Floodgate, context);
    if is_own { as_read().or_else(own) } else { own().or_else(as_read) }
}

fn application_line(application: &str) -> String {
    format!(" ---- {application} CSA形式棋譜ファイル ----")
}

const fn sign(color: Color) -> &'static str {
    match color {
        Color::Black => "+",
        Color::White => "-",
    }
}

fn cell(piece: Option<Piece>) -> String {
    piece.map_or_else(|| " * ".into(), |piece| format!("{}{}", sign(piece.color), piece.kind.csa()))
}

/// Returns the pieces that the board of the even game has and this one does not have, if this is all that differs and not much. The order
/// is that of the handicaps.
fn removed(board: &Board) -> Option<String> {
    const MOST: usize = 12;
    const ORDER: [Kind; 8] =
        [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn, Kind::King];
    let even = Handicap::Even.board();
    let mut removed: Vec<(Square, Kind)> = Vec::new();
    for square in Square::all() {
        match (even.get(square), board.get(square)) {
            (Some(piece), None) => removed.push((square, piece.kind)),
            (before, after) if before != after => return None,
            _ => {}
        }
    }
    if removed.len() > MOST {
        return None;
    }
    removed.sort_by_key(|(_, kind)| ORDER.iter().position(|other| other == kind));
    let part = |(square, kind): (Square, Kind)| {
        let (file, rank) = square.digits();
        format!("{file}{rank}{}", kind.csa())
    };
    Some(removed.into_iter().map(part).collect())
}

/// Returns true for words that were read as a damaged move, and are read so again.
fn is_bad_move(action: &Action) -> bool {
    let Action::Words(words) = action else { return false };
    let text = words.as_str();
    let token = one(text);
    token == Some(Token::Unknown) && is_lost_move(text)
        || token == Some(Token::Side) && Action::looks_like_move(text)
        || token == Some(Token::Move) && text.parse::<CsaMove>().is_err()
}

/// Returns the token of a text that is one statement.
fn one(text: &str) -> Option<Token> {
    let mut found = statements(text);
    let statement = found.next()?;
    (found.next().is_none() && statement.text == text).then_some(statement.token)
}

fn is_one(text: &str, token: Token) -> bool {
    one(text) == Some(token)
}

/// Returns true if a comment that programs ignore is read so again.
fn is_program(text: &str) -> bool {
    let line = format!("'{text}");
    let mut found = statements(&line);
    found.next().is_some_and(|statement| statement.token == Token::Program && statement.text == line)
        && found.next().is_none()
}

/// Returns true for a line of a server that states the side to move.
fn is_turn(line: &str) -> bool {
    let side = line.strip_prefix("To_Move:").map(|side| side.trim().as_bytes());
    matches!(side, Some(&[side]) if color(side).is_some())
}

/// Returns the values that CSA has kept under a key.
fn own<'n>(foreign: &'n ForeignSet, key: &'static str) -> impl Iterator<Item = &'n str> {
    foreign.get("csa", key).into_iter().flat_map(|entry| entry.values.iter().map(String::as_str))
}

/// Returns true if the main line has analyses. Their lines of moves need a position.
fn has_analyses(record: &Record<Shogi>) -> bool {
    let tree = &record.tree;
    tree.main_line().any(|node| tree[node].details().is_some_and(|details| !details.analyses.is_empty()))
}
