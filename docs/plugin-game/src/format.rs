//! The format: a first line `gomoku`, headers `Key: value`, stones `h8 i9`, and comments in braces.

use crate::{Gomoku, Point, codes, codes::CODES};
use kifu_core::{
    BadOption, CodeInfo, Comment, Confidence, Diagnostic, Diagnostics, Edits, Foreign, Format, FormatInfo, Game,
    GamesPerFile, Layout, Node, Outcome, Parsed, Part, ReadGame, Record, Safety, Sample, Seat, Source, SourceMap, Span,
    WriteOutput,
};
use std::{collections::HashSet, ops::ControlFlow};

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

const INFO: FormatInfo = FormatInfo {
    id: "gomoku",
    title: "Gomoku as text",
    extensions: &["gmk"],
    games: GamesPerFile::One,
    holds: &[Part::Setup, Part::Action, Part::Comment],
    partly: &[
        (Part::Terms, "the rules, in a line"),
        (Part::Players, "the names of Black and White, in a line each"),
        (Part::Event, "the event, in a line"),
        (Part::Dates, "the days, in a line"),
        (Part::Outcome, "in a line"),
        (Part::Foreign, "its own headers"),
    ],
    options: &[],
    codes: CODES,
};

/// A header: its key, the value that a record has for it, and how the value comes into a record.
type Header = (&'static str, fn(&Record<Gomoku>) -> String, fn(&mut Record<Gomoku>, String));

const HEADERS: [Header; 6] = [
    ("Black", |record| player(record, &Seat::First), |record, name| record.info.player_mut(Seat::First).name = name),
    ("White", |record| player(record, &Seat::Second), |record, name| record.info.player_mut(Seat::Second).name = name),
    ("Event", |record| record.info.event.clone(), |record, value| record.info.event = value),
    ("Date", dates, |record, value| {
        let days: Result<_, _> = value.split(", ").map(|day| day.parse().map(Parsed::Value)).collect();
        record.info.dates = days.unwrap_or_else(|_| vec![Parsed::Text(value)]);
    }),
    ("Rules", |record| record.terms.rules.clone(), |record, value| record.terms.rules = value),
    ("Result", result, |record, value| {
        let neutral = value.replacen("black", "first", 1).replacen("white", "second", 1);
        let known = neutral.parse().ok().filter(|outcome: &Outcome| Gomoku::outcome_text(outcome) == value);
        record.info.outcome = Some(known.map_or(Parsed::Text(value), Parsed::Value));
    }),
];

fn player(record: &Record<Gomoku>, seat: &Seat) -> String {
    record.info.player(seat).map(|player| player.name.clone()).unwrap_or_default()
}

fn dates(record: &Record<Gomoku>) -> String {
    record.info.dates.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn result(record: &Record<Gomoku>) -> String {
    let known = Gomoku::outcome(record).map(|outcome| Gomoku::outcome_text(&outcome));
    known.or_else(|| Some(record.info.outcome.as_ref()?.to_string())).unwrap_or_default()
}

/// The header of this key, in any case of letters.
fn known(key: &str) -> Option<&'static Header> {
    HEADERS.iter().find(|header| header.0.eq_ignore_ascii_case(key))
}

/// The key and the value of a line that is a header.
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

/// The tokens of a text; together they are all of it.
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

/// The first token of a text, and its length.
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

/// The place of the brace that ends a comment; two braces together are one of its text.
fn comment(text: &str) -> Option<usize> {
    let mut braces = text.match_indices('}').map(|(at, _)| at).peekable();
    while let Some(at) = braces.next() {
        if braces.next_if_eq(&(at + 1)).is_none() {
            return Some(at);
        }
    }
    None
}

fn read(text: &str) -> ReadGame<Gomoku> {
    let (mut record, mut starts, mut said) = (Record::default(), vec![0], Diagnostics::default());
    let (mut last, mut seen) = (record.tree.root(), HashSet::new());
    // What is missing behind the span is inserted by a safe fix.
    let mut say = |code: CodeInfo, span: Span, message: String, missing: &str| {
        let found = Diagnostic::new(code.code, code.severity, message).at(span);
        let edits = Edits::one(Span::at(span.end as usize), missing);
        said.push(if missing.is_empty() { found } else { found.fix(Safety::Safe, "insert what is missing", edits) });
    };
    let tokens = tokens(text);
    if tokens.iter().all(|(token, _)| *token != Token::Magic) {
        say(codes::NO_MAGIC, Span::at(0), "there is no line `gomoku`; read without it".into(), "gomoku\n");
    }
    for (token, span) in tokens {
        let piece = &text[span.range()];
        match token {
            Token::Magic | Token::Space => {}
            Token::Header => {
                let (key, value) = header(piece).unwrap_or_default();
                match known(key) {
                    None => record.info.foreign.push(Foreign::new("gomoku", key, vec![value.into()])),
                    Some((known, ..)) if !seen.insert(known) => {
                        say(codes::HEADER_TWICE, span, format!("{known} stands twice; the second was left out"), "");
                    }
                    Some(_) if value.is_empty() => {}
                    Some((.., set)) => set(&mut record, value.into()),
                }
            }
            Token::Comment => {
                let end = comment(piece);
                if end.is_none() {
                    say(codes::OPEN_COMMENT, span, "the comment has no end; read to the end of the file".into(), "}");
                }
                let text = piece[1..end.unwrap_or(piece.len())].replace("\r\n", "\n").replace("}}", "}");
                record.tree[last].details_mut().comments.push(Comment::from(text));
            }
            Token::Word => match Point::from_text(piece) {
                None => say(codes::BAD_POINT, span, format!("{piece} is not a point from a1 to o15; left out"), ""),
                point => {
                    last = record.tree.add(last, Node::new(point));
                    starts.push(span.start);
                }
            },
        }
    }
    record.info.normalize();
    let origin = SourceMap { span: Span::new(0, text.len()), starts };
    ReadGame { record, origin, diagnostics: said }
}

fn write(record: &Record<Gomoku>) -> String {
    let mut out = String::from("gomoku\n");
    let headers = HEADERS.iter().map(|(key, get, _)| (*key, get(record))).filter(|(_, value)| !value.trim().is_empty());
    let own = record.info.foreign.iter().filter(|entry| entry.format == "gomoku" && known(&entry.key).is_none());
    let own = own.flat_map(|entry| entry.values.iter().map(|value| (&*entry.key, value.clone())));
    for (key, value) in headers.chain(own) {
        let line = format!("{key}: {}", value.replace(['\n', '\r'], " ").trim());
        // What would not be read as a header is left out, and is told as a loss.
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

impl Format<Gomoku> for GomokuText {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Gomoku>>, BadOption> {
        Err(BadOption::new(name, value, INFO.options))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        match sample.extension {
            _ if sample.text().split_whitespace().next() == Some("gomoku") => Confidence::Certain,
            Some("gmk") => Confidence::Likely,
            _ => Confidence::No,
        }
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Gomoku>) -> ControlFlow<()>) -> Diagnostics {
        let _ = sink(read(source.text())); // the only game: whether more are wanted is all the same
        Diagnostics::default()
    }

    fn write(&self, records: &[Record<Gomoku>]) -> WriteOutput {
        WriteOutput::utf8(records.first().map(write).unwrap_or_default())
    }

    fn layout(&self, source: &Source) -> Layout {
        let tokens = tokens(source.text()).into_iter().map(|(_, span)| span).collect();
        Layout { tokens, games: vec![Span::new(0, source.text().len())] }
    }
}
