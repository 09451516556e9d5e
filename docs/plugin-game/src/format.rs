//! The format: a first line `gomoku`, headers `Key: value`, stones `h8 i9`, and comments in braces.

use crate::{Gomoku, Point, codes, codes::CODES};
use kifu_core::{Edits, Field, FormatInfo, Game, GameBuilder, InfoText, Layout, Notation, Outcome};
use kifu_core::{Part, PartLimit, Record, Safety, Seat, SingleGame, Source, Span};
use std::collections::HashSet;

/// The format of the extension `.gmk`. It has no options.
///
/// ```
/// use kifu_core::{Format, Node, Record};
/// use kifu_gomoku::{GomokuText, Point};
/// let mut record = Record::default();
/// record.tree.add(record.tree.root(), Node::new(Point::from_text("h8")));
/// assert_eq!(GomokuText.write(&[record]).text, "gomoku\n\nh8\n");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GomokuText;

static HEADERS: [Field<Gomoku>; 6] = [
    Field::player("Black", Seat::First),
    Field::player("White", Seat::Second),
    Field::text("Event", InfoText::Event),
    Field::dates("Date", Notation::DATE),
    Field::new(
        "Rules",
        |record| record.terms.rules.clone(),
        |record, value| {
            record.terms.rules = value.into();
            true
        },
    ),
    Field::outcome("Result", Notation::new(outcome, Gomoku::outcome_text)),
];

fn outcome(text: &str) -> Option<Outcome> {
    let neutral = text.replacen("black", "first", 1).replacen("white", "second", 1);
    neutral.parse().ok().filter(|outcome: &Outcome| Gomoku::outcome_text(outcome) == text)
}

/// Returns the key and the value of a line, if it is a header.
fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let is_key = key.starts_with(char::is_alphabetic) && key.chars().all(|c| c.is_alphanumeric() || c == '-');
    is_key.then(|| (key, value.trim()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    Magic,
    Header,
    Comment,
    Space,
    Word,
}

/// Returns the tokens of a text, which cover it without gaps.
fn tokens(text: &str) -> Vec<(Token, Span)> {
    let (mut tokens, mut at, mut starts_line) = (Vec::new(), 0, true);
    while at < text.len() {
        let (token, len) = token(&text[at..], starts_line);
        let span = Span::new(at, at + len);
        starts_line = token == Token::Space && (starts_line || text[span.range()].contains(['\n', '\r']));
        tokens.push((token, span));
        at += len;
    }
    tokens
}

/// Returns the first token of a text, and its length.
fn token(text: &str, starts_line: bool) -> (Token, usize) {
    let line = if starts_line { text.split(['\n', '\r']).next().unwrap_or_default().trim_end() } else { "" };
    let (token, end) = match text.chars().next() {
        Some('{') => (Token::Comment, comment(text).map(|end| end + 1).or(Some(text.trim_end().len()))),
        Some(c) if c.is_whitespace() => (Token::Space, text.find(|c: char| !c.is_whitespace())),
        _ if line == "gomoku" => (Token::Magic, Some(line.len())),
        _ if header(line).is_some() => (Token::Header, Some(line.len())),
        _ => (Token::Word, text.find(|c: char| c.is_whitespace() || c == '{')),
    };
    (token, end.unwrap_or(text.len()))
}

/// Returns the offset of the brace that ends a comment. Two adjacent braces are one brace of its text.
fn comment(text: &str) -> Option<usize> {
    let mut braces = text.match_indices('}').map(|(at, _)| at).peekable();
    while let Some(at) = braces.next() {
        if braces.next_if_eq(&(at + 1)).is_none() {
            return Some(at);
        }
    }
    None
}

fn read(text: &str, game: &mut GameBuilder<Gomoku>) {
    let tokens = tokens(text);
    if tokens.iter().all(|(token, _)| *token != Token::Magic) {
        game.report(&codes::NO_MAGIC, Span::at(0), || "the line `gomoku` is missing; read without it").fix(
            Safety::Safe,
            || "insert the line",
            || Edits::one(Span::at(0), "gomoku\n"),
        );
    }
    let mut seen = HashSet::new();
    for (token, span) in tokens {
        let piece = &text[span.range()];
        match token {
            Token::Magic | Token::Space => {}
            Token::Header => {
                let (key, value) = header(piece).unwrap_or_default();
                match Field::find(&HEADERS, key) {
                    None => game.foreign("gomoku", key, value),
                    Some(field) if !seen.insert(field.key()) => {
                        let message = || format!("{} occurs twice; the second one was left out", field.key());
                        game.report(&codes::HEADER_TWICE, span, message);
                    }
                    Some(field) => _ = field.read(game.record_mut(), value),
                }
            }
            Token::Comment => {
                let end = comment(piece);
                if end.is_none() {
                    let brace = || Edits::one(Span::at(span.end as usize), "}");
                    game.report(&codes::OPEN_COMMENT, span, || "the comment has no end; read to the end of the file")
                        .fix(Safety::Safe, || "insert the brace", brace);
                }
                game.comment(&piece[1..end.unwrap_or(piece.len())].replace("}}", "}"));
            }
            Token::Word => match Point::from_text(piece) {
                None => {
                    game.report(&codes::BAD_POINT, span, || format!("{piece} is not a point from a1 to o15; left out"));
                }
                Some(point) => _ = game.add(span.start, point),
            },
        }
    }
}

fn write(record: &Record<Gomoku>) -> String {
    let mut out = String::from("gomoku\n");
    let headers = Field::write_all(&HEADERS, record).map(|(key, value)| (key.to_owned(), value));
    let own = record.info.foreign.iter().filter(|entry| entry.format == "gomoku");
    let own = own.filter(|entry| Field::find(&HEADERS, &entry.key).is_none());
    let own = own.flat_map(|entry| entry.values.iter().map(|value| (entry.key.to_string(), value.clone())));
    for (key, value) in headers.chain(own) {
        let line = format!("{key}: {}", value.replace(['\n', '\r'], " ").trim());
        // A line that the reader would not read as a header is left out; kifu reports the loss.
        if header(&line).is_some_and(|(read, _)| read == key) {
            out += &format!("{}\n", line.trim_end());
        }
    }
    for (n, node) in record.tree.main_line().map(|node| &record.tree[node]).enumerate() {
        let comments = node.details().map_or(&[][..], |details| &details.comments);
        let comments = comments.iter().map(|comment| format!("{{{}}}", comment.text.replace('}', "}}")));
        let pieces: Vec<_> = node.action.iter().map(ToString::to_string).chain(comments).collect();
        if !pieces.is_empty() {
            out += if n < 2 || n % 10 == 1 { "\n" } else { " " };
            out += &pieces.join(" ");
        }
    }
    out + "\n"
}

impl SingleGame<Gomoku> for GomokuText {
    const INFO: FormatInfo = FormatInfo::new("gomoku", "Gomoku as text")
        .extensions(&["gmk"])
        .magic(&["gomoku"])
        .holds(&[Part::Setup, Part::Action, Part::Comment])
        .partly(&[
            PartLimit::new(Part::Terms, "the rules, in a line"),
            PartLimit::new(Part::Players, "the names of Black and White, in a line each"),
            PartLimit::new(Part::Event, "the event, in a line"),
            PartLimit::new(Part::Dates, "the days, in a line"),
            PartLimit::new(Part::Outcome, "in a line"),
            PartLimit::new(Part::Foreign, "its own headers"),
        ])
        .codes(CODES);

    fn read_game(&self, source: &Source, game: &mut GameBuilder<Gomoku>) {
        read(source.text(), game);
    }

    fn write_game(&self, record: &Record<Gomoku>) -> String {
        write(record)
    }

    fn layout(&self, source: &Source) -> Layout {
        Layout::one_game(tokens(source.text()).into_iter().map(|(_, span)| span), source.text())
    }
}
