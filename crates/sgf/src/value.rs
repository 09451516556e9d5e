//! The types of values: each read from the raw text between the brackets, and written as such.
//!
//! Every value is unescaped before it is interpreted: `W[g\a]` is a move at `ga`. A reading is exact, loose (understood
//! against the standard, with what the standard wants instead), or nothing.
//!
//! ```
//! use kifu_goban::Color;
//! use kifu_sgf::value::{self, Meaning};
//! assert_eq!(value::color("W"), Meaning::Exact(Color::White));
//! assert_eq!(value::color("white"), Meaning::Loose(Color::White, "W".into()));
//! assert_eq!(value::color("red"), Meaning::None);
//! ```

use alloc::{
    borrow::Cow,
    format,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{Decimal, Outcome, PartialDate, Seat, Termination};
use kifu_goban::{Color, Move, Point, Rect, Size, outcome_text, parse_outcome};

/// A value as it was understood.
///
/// ```
/// use kifu_sgf::value::{Meaning, number};
/// match number(" 19 ") {
///     Meaning::Exact(_) => unreachable!("the standard has no blanks there"),
///     Meaning::Loose(side, better) => assert_eq!((side, better.as_str()), (19, "19")),
///     Meaning::None => unreachable!("it is a number"),
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning<T> {
    /// As the standard wants it.
    Exact(T),
    /// The meaning is certain, and the standard wants it written so.
    Loose(T, String),
    /// It has no meaning.
    None,
}

impl<T> Meaning<T> {
    /// The value, exact or not.
    ///
    /// ```
    /// use kifu_sgf::value::number;
    /// assert_eq!(number(" 19 ").value(), Some(19));
    /// assert_eq!(number("nineteen").value(), None);
    /// ```
    pub fn value(self) -> Option<T> {
        match self {
            Self::Exact(value) | Self::Loose(value, _) => Some(value),
            Self::None => None,
        }
    }

    fn of(value: Option<T>, exact: bool, written: impl FnOnce(&T) -> String) -> Self {
        match value {
            Some(value) if exact => Self::Exact(value),
            Some(value) => {
                let written = written(&value);
                Self::Loose(value, written)
            }
            None => Self::None,
        }
    }
}

/// Text (section 2): escapes and soft line breaks resolved, the four kinds of newline made one, other white space made spaces.
///
/// ```
/// assert_eq!(kifu_sgf::value::text("a\\]b\\\nc\r\nd\te"), "a]bc\nd e");
/// ```
#[must_use]
pub fn text(raw: &str) -> Cow<'_, str> {
    unescape(raw, "\n")
}

/// SimpleText (section 2): as Text, with newlines made spaces.
///
/// ```
/// assert_eq!(kifu_sgf::value::simple_text("two\nlines\\:"), "two lines:");
/// ```
#[must_use]
pub fn simple_text(raw: &str) -> Cow<'_, str> {
    unescape(raw, " ")
}

fn unescape<'a>(raw: &'a str, newline: &str) -> Cow<'a, str> {
    // 0xEF may start a byte-order mark, which counts as a space.
    let plain = |b: u8| (b >= b' ') & (b != b'\\') & (b != 0x7F) & (b != 0xEF);
    let keeps_lines = newline == "\n";
    if all(raw, |b| plain(b) | ((b == b'\n') & keeps_lines)) {
        return Cow::Borrowed(raw);
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.bytes().position(|b| !plain(b)) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(len) = newline_len(rest) {
            out.push_str(newline);
            rest = &rest[len..];
        } else if let Some(escaped) = rest.strip_prefix('\\') {
            rest = escaped;
            if let Some(len) = newline_len(rest) {
                rest = &rest[len..];
            } else if let Some(character) = rest.chars().next() {
                // SPEC: SGF FF[4], Text: white space is a space, escaped or not.
                out.push(if matches!(character, '\t' | '\x0B' | '\x0C') { ' ' } else { character });
                rest = &rest[character.len_utf8()..];
            }
        } else if let Some(character) = rest.chars().next() {
            out.push(if character.is_ascii() || character == '\u{FEFF}' { ' ' } else { character });
            rest = &rest[character.len_utf8()..];
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether something holds for every byte: for many at a time, because texts are long and mostly say yes.
pub(crate) fn all(text: &str, holds: impl Fn(u8) -> bool) -> bool {
    text.as_bytes().chunks(64).all(|chunk| chunk.iter().fold(true, |all, &b| all & holds(b)))
}

/// The length of the newline that `text` starts with.
pub(crate) fn newline_len(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [b'\r', b'\n', ..] | [b'\n', b'\r', ..] => Some(2),
        [b'\r' | b'\n', ..] => Some(1),
        _ => None,
    }
}

/// A text as it must stand between brackets; with `colon` as a part of a composed value.
///
/// SGF has no way to write a tab or another control character: readers take them for spaces, and other than tabs they are written
/// so.
///
/// ```
/// use kifu_sgf::value::{escape, text};
/// assert_eq!(escape("a]b:c", false), "a\\]b:c");
/// assert_eq!(escape("a]b:c", true), "a\\]b\\:c");
/// assert_eq!(text(&escape("a\tb", false)), "a b");
/// ```
#[must_use]
pub fn escape(text: &str, colon: bool) -> Cow<'_, str> {
    escape_with(text, colon, |control| if control == '\t' { "\t" } else { " " })
}

/// The same for the slot, which takes every escaped character for itself.
pub(crate) fn escape_in_slot(text: &str, colon: bool) -> Cow<'_, str> {
    escape_with(text, colon, |_| "\\")
}

/// `control` tells what stands in the place of a control character; a backslash stands before it.
fn escape_with(text: &str, colon: bool, control: impl Fn(char) -> &'static str) -> Cow<'_, str> {
    let special = |b: u8| matches!(b, b']' | b'\\') || (b < b' ' && b != b'\n') || b == 0x7F || (colon && b == b':');
    if !text.bytes().any(|b| special(b) || b == 0xEF) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        // A newline cannot be escaped: after a backslash it vanishes. It is written as it is read, whichever it is.
        let newline = newline_len(rest);
        if newline.is_some() {
            out.push('\n');
        } else if character.is_ascii_control() || character == '\u{FEFF}' {
            let written = control(character);
            out.push_str(written);
            if written == "\\" {
                out.push(character);
            }
        } else {
            if character.is_ascii() && special(character as u8) {
                out.push('\\');
            }
            out.push(character);
        }
        rest = &rest[newline.unwrap_or(character.len_utf8())..];
    }
    Cow::Owned(out)
}

/// Characters that SGF cannot write: the index of the first, how many follow one another, and which.
pub(crate) type Run = (usize, usize, char);

/// Where `text` has characters that are spaces in `read`, which is as long: from which character on, how many, and which.
pub(crate) fn replaced(text: &str, read: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (at, (wanted, _)) in text.chars().zip(read.chars()).enumerate().filter(|(_, (a, b))| a != b) {
        match runs.last_mut() {
            Some((from, count, last)) if *from + *count == at && *last == wanted => *count += 1,
            _ => runs.push((at, 1, wanted)),
        }
    }
    runs
}

/// The text with these characters where it has white space; `runs` are sorted.
pub(crate) fn restored(text: &str, runs: &[Run]) -> String {
    let mut runs = runs.iter().peekable();
    let restore = |(at, c): (usize, char)| {
        while runs.next_if(|(from, count, _)| from.saturating_add(*count) <= at).is_some() {}
        match runs.peek() {
            Some((from, _, wanted)) if *from <= at && matches!(c, ' ' | '\n') => *wanted,
            _ => c,
        }
    };
    text.chars().enumerate().map(restore).collect()
}

/// A raw value as foreign data keeps it: line ends are `\n`, a bracket that is not escaped is escaped, and a backslash at the end
/// that escapes nothing is dropped.
///
/// ```
/// use kifu_sgf::value::normalized;
/// assert_eq!(normalized("two\r\nlines \\] here"), "two\nlines \\] here");
/// assert_eq!(normalized("a ] that its writer did not escape"), "a \\] that its writer did not escape");
/// assert_eq!(normalized("cut off\\"), "cut off");
/// ```
#[must_use]
pub fn normalized(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(at) = rest.find(['\r', '\n']) {
        let len = newline_len(&rest[at..]).unwrap_or(1);
        out.push_str(&rest[..at]);
        out.push('\n');
        rest = &rest[at + len..];
    }
    out.push_str(rest);
    let quotes = out.len() - out.trim_end_matches('\\').len();
    if quotes % 2 == 1 {
        out.pop();
    }
    if is_whole(&out) { out } else { with_escaped_brackets(&out) }
}

fn with_escaped_brackets(raw: &str) -> String {
    let mut out = String::with_capacity(raw.len() + 8);
    let mut escaped = false;
    for character in raw.chars() {
        if character == ']' && !escaped {
            out.push('\\');
        }
        out.push(character);
        escaped = character == '\\' && !escaped;
    }
    out
}

/// True if a raw value can stand between brackets: each `]` in it is escaped, and no backslash would escape the bracket after it.
pub(crate) fn is_whole(raw: &str) -> bool {
    let mut escaped = false;
    let ends_early = raw.bytes().any(|b| {
        let ends = b == b']' && !escaped;
        escaped = b == b'\\' && !escaped;
        ends
    });
    !ends_early && !escaped
}

/// The two parts of a composed value, at its first colon that is not escaped (section 2, Compose).
///
/// ```
/// assert_eq!(kifu_sgf::value::compose("a\\:b:c:d"), Some(("a\\:b", "c:d")));
/// assert_eq!(kifu_sgf::value::compose("a"), None);
/// ```
#[must_use]
pub fn compose(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let at = raw.bytes().position(|b| {
        let colon = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        colon
    })?;
    Some((&raw[..at], &raw[at + 1..]))
}

/// Number: a sign and digits.
///
/// ```
/// use kifu_sgf::value::{Meaning, number};
/// assert_eq!(number("+7"), Meaning::Exact(7));
/// assert_eq!(number("-12"), Meaning::Exact(-12));
/// assert_eq!(number("7.5"), Meaning::None);
/// ```
#[must_use]
pub fn number(raw: &str) -> Meaning<i64> {
    let text = simple_text(raw);
    let trimmed = text.trim();
    let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    let value = digits.bytes().all(|b| b.is_ascii_digit()).then(|| trimmed.parse().ok()).flatten();
    Meaning::of(value, trimmed.len() == raw.len(), i64::to_string)
}

/// Real: a number with digits after a point; a comma for the point is loose, and so is a half written as a fraction.
///
/// ```
/// use kifu_sgf::value::{Meaning, real};
/// assert_eq!(real("6.5"), Meaning::Exact("6.5".parse().unwrap()));
/// assert_eq!(real("5 1/2"), Meaning::Loose("5.5".parse().unwrap(), "5.5".into()));
/// assert_eq!(real("many"), Meaning::None);
/// ```
#[must_use]
pub fn real(raw: &str) -> Meaning<Decimal> {
    let text = simple_text(raw);
    let trimmed = text.trim();
    let digits = trimmed.strip_prefix(['+', '-']).unwrap_or(trimmed);
    let standard = digits.starts_with(|c: char| c.is_ascii_digit()) && digits.ends_with(|c: char| c.is_ascii_digit());
    if let Ok(value) = trimmed.parse::<Decimal>() {
        return Meaning::of(Some(value), standard && trimmed.len() == raw.len(), Decimal::to_string);
    }
    let half = trimmed.strip_suffix("1/2").or_else(|| trimmed.strip_suffix('½'));
    let repaired = match half {
        Some("") => "0.5".to_string(),
        Some(whole) if whole.trim_end().bytes().all(|b| b.is_ascii_digit()) => format!("{}.5", whole.trim_end()),
        _ if trimmed.matches(',').count() == 1 && !trimmed.contains('.') => trimmed.replace(',', "."),
        _ => return Meaning::None,
    };
    Meaning::of(repaired.parse().ok(), false, Decimal::to_string)
}

/// Double: 1, or 2 for emphasis. Whether it is 2.
///
/// ```
/// use kifu_sgf::value::{Meaning, double};
/// assert_eq!(double("2"), Meaning::Exact(true));
/// assert_eq!(double("3"), Meaning::None);
/// ```
#[must_use]
pub fn double(raw: &str) -> Meaning<bool> {
    match raw {
        "1" => Meaning::Exact(false),
        "2" => Meaning::Exact(true),
        _ => match simple_text(raw).trim() {
            "1" => Meaning::Loose(false, "1".to_string()),
            "2" => Meaning::Loose(true, "2".to_string()),
            _ => Meaning::None,
        },
    }
}

/// Color: `B` or `W`; `b`, `white` and `2` are loose.
///
/// ```
/// use kifu_goban::Color;
/// use kifu_sgf::value::{Meaning, color};
/// assert_eq!(color("B"), Meaning::Exact(Color::Black));
/// assert_eq!(color("2"), Meaning::Loose(Color::White, "W".into()));
/// ```
#[must_use]
pub fn color(raw: &str) -> Meaning<Color> {
    let text = simple_text(raw);
    let value = match text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    };
    Meaning::of(value, matches!(raw, "B" | "W"), |color| color.letter().to_string())
}

/// A point of go: two letters, from the upper left. Whether the board has it is not asked here.
///
/// ```
/// use kifu_goban::Point;
/// use kifu_sgf::value::{Meaning, point};
/// assert_eq!(point("pd"), Meaning::Exact(Point::new(15, 3).unwrap()));
/// assert_eq!(point("p\\d"), Meaning::Exact(Point::new(15, 3).unwrap())); // escaped without need
/// assert_eq!(point("Q16"), Meaning::None);
/// ```
#[must_use]
pub fn point(raw: &str) -> Meaning<Point> {
    if let Some(point) = Point::from_sgf(raw) {
        return Meaning::Exact(point);
    }
    let text = simple_text(raw);
    // Escaping a letter that needs it not is allowed.
    Meaning::of(Point::from_sgf(text.trim()), text.trim().len() == text.len(), Point::to_string)
}

/// A move of go: a point, or a pass (`[]`; `[tt]` where no side of the board is over 19).
///
/// ```
/// use kifu_goban::{Color, Move, Point, Size};
/// use kifu_sgf::value::{Meaning, play};
/// let pass = Move::pass(Color::Black);
/// assert_eq!(play("tt", Color::Black, Size::square(19).unwrap()), Meaning::Exact(pass));
/// let tt = Move::play(Color::Black, Point::from_sgf("tt").unwrap());
/// assert_eq!(play("tt", Color::Black, Size::square(21).unwrap()), Meaning::Exact(tt));
/// assert_eq!(play("--", Color::Black, Size::default()), Meaning::Loose(pass, String::new()));
/// ```
#[must_use]
pub fn play(raw: &str, color: Color, size: Size) -> Meaning<Move> {
    if raw.is_empty() || (raw == "tt" && size.tt_is_pass()) {
        return Meaning::Exact(Move::pass(color));
    }
    match point(raw) {
        Meaning::Exact(point) => Meaning::Exact(Move::play(color, point)),
        Meaning::Loose(point, _) if point.to_sgf() == ['t', 't'] && size.tt_is_pass() => {
            Meaning::Loose(Move::pass(color), String::new())
        }
        Meaning::Loose(point, written) => Meaning::Loose(Move::play(color, point), written),
        Meaning::None => match simple_text(raw).trim() {
            "" | "--" | "pass" | "PASS" | "Pass" => Meaning::Loose(Move::pass(color), String::new()),
            _ => Meaning::None,
        },
    }
}

/// An entry of a list of points: a point, or the upper left and the lower right corner of a rectangle.
///
/// ```
/// use kifu_sgf::value::{Meaning, rect};
/// assert_eq!(rect("aa:cc").value().unwrap().area(), 9);
/// // A rectangle of one point is to be written as that point, and corners in their order.
/// assert!(matches!(rect("aa:aa"), Meaning::Loose(_, better) if better == "aa"));
/// assert!(matches!(rect("cc:aa"), Meaning::Loose(_, better) if better == "aa:cc"));
/// ```
#[must_use]
pub fn rect(raw: &str) -> Meaning<Rect> {
    if let Some(point) = Point::from_sgf(raw) {
        return Meaning::Exact(point.into());
    }
    let Some((from, to)) = compose(raw) else {
        return match point(raw) {
            Meaning::Exact(point) => Meaning::Exact(point.into()),
            Meaning::Loose(point, written) => Meaning::Loose(point.into(), written),
            Meaning::None => Meaning::None,
        };
    };
    let (exact, corners) = match (point(from), point(to)) {
        (Meaning::Exact(from), Meaning::Exact(to)) => {
            (from.x() <= to.x() && from.y() <= to.y() && from != to, Some((from, to)))
        }
        (from, to) => (false, from.value().zip(to.value())),
    };
    Meaning::of(corners.map(|(from, to)| Rect::new(from, to)), exact, Rect::to_string)
}

/// A size: a number, or columns and rows. `n:n` and `19x19` are loose.
///
/// ```
/// use kifu_goban::Size;
/// use kifu_sgf::value::{Meaning, size};
/// assert_eq!(size("19"), Meaning::Exact(Size::default()));
/// assert_eq!(size("9:13"), Meaning::Exact(Size::new(9, 13).unwrap()));
/// assert_eq!(size("19:19"), Meaning::Loose(Size::default(), "19".into()));
/// ```
#[must_use]
pub fn size(raw: &str) -> Meaning<Size> {
    let text = simple_text(raw);
    let trimmed = text.trim();
    let side = |part: &str| part.trim().parse::<u8>().ok();
    if let Some(side) = side(trimmed) {
        return Meaning::of(Size::square(side), trimmed.len() == raw.len() && !raw.starts_with(['+', '0']), size_text);
    }
    let parts = trimmed.split_once(':').or_else(|| trimmed.split_once(['x', 'X', '×', '*']));
    let Some(size) = parts.and_then(|(w, h)| Size::new(side(w)?, side(h)?)) else { return Meaning::None };
    let written = size_text(&size);
    Meaning::of(Some(size), written == raw, |_| written)
}

/// A size as SZ says it.
///
/// ```
/// use kifu_goban::Size;
/// use kifu_sgf::value::size_text;
/// assert_eq!(size_text(&Size::square(9).unwrap()), "9");
/// assert_eq!(size_text(&Size::new(9, 13).unwrap()), "9:13");
/// ```
#[must_use]
pub fn size_text(size: &Size) -> String {
    if size.is_square() { size.width().to_string() } else { format!("{}:{}", size.width(), size.height()) }
}

/// A result (section 2, RE); only what the standard says is understood, in any case of letters.
///
/// ```
/// use kifu_sgf::value::outcome;
/// assert_eq!(outcome("B+Resign").value().unwrap().to_string(), "first wins by resignation");
/// assert_eq!(outcome("W + 3目半").value().unwrap().to_string(), "second wins by 3.5");
/// assert_eq!(outcome("Black wins by 5 3/4 points").value().unwrap().to_string(), "first wins by 5.75");
/// assert_eq!(outcome("an exciting game").value(), None);
/// ```
#[must_use]
pub fn outcome(raw: &str) -> Meaning<Outcome> {
    let text = simple_text(raw);
    let value: Option<Outcome> = parse_outcome(text.trim()).ok().or_else(|| loose_outcome(&text));
    let standard = |outcome: &Outcome| {
        let written = outcome_text(outcome);
        let long = match outcome {
            Outcome::Draw(_) => "Draw".to_string(),
            Outcome::Win { by: Termination::Resignation, .. } => written.replace("+R", "+Resign"),
            Outcome::Win { by: Termination::Time, .. } => written.replace("+T", "+Time"),
            Outcome::Win { by: Termination::Forfeit, .. } => written.replace("+F", "+Forfeit"),
            _ => written.clone(),
        };
        raw == written || raw == long
    };
    let exact = value.as_ref().is_some_and(standard);
    Meaning::of(value, exact, outcome_text)
}

/// A result in words that are in use: `jigo`, `B + Res.`, `W+3目半`, `B`, `black wins by 5 3/4 points`, `白中押勝`.
fn loose_outcome(text: &str) -> Option<Outcome> {
    let text = half_width(text).trim().trim_end_matches(['.', '!']).to_lowercase();
    match &*text {
        "jigo" | "持碁" | "和棋" | "drawn" | "tie" => return Some(Outcome::Draw(Termination::Unstated)),
        "no result" | "suspended" => return Some(Outcome::NoResult),
        "unknown" => return Some(Outcome::Unknown),
        _ => {}
    }
    let names = ["black", "white", "黒番", "白番", "黑", "黒", "白", "b", "w"];
    let name = names.into_iter().find(|name| text.starts_with(name))?;
    let rest = &text[name.len()..];
    if name.is_ascii() && rest.starts_with(|c: char| c.is_alphabetic()) {
        return None;
    }
    let is_black = matches!(name, "b" | "black" | "黒番" | "黑" | "黒");
    let rest = rest.trim_start();
    let (is_winner, how) = match rest.strip_prefix('+') {
        Some(how) => (true, how),
        None => {
            let verbs = [("wins", true), ("won", true), ("win", true), ("loses", false), ("lost", false)];
            let verb = verbs.into_iter().find_map(|(verb, wins)| Some((wins, rest.strip_prefix(verb)?)));
            match (verb, rest) {
                (Some((_, how)), _) if how.starts_with(|c: char| c.is_alphanumeric()) => return None,
                (Some(verb), _) => verb,
                (None, "resigns" | "resigned") => (false, "r"),
                (None, "forfeits" | "forfeited") => (false, "f"),
                (None, "") => (true, ""),
                (None, _) if rest.starts_with("by ") || !name.is_ascii() => (true, rest),
                (None, _) => return None,
            }
        }
    };
    let how = how.trim();
    let how = ["by ", "on "].into_iter().find_map(|word| how.strip_prefix(word)).unwrap_or(how);
    let how = how.trim_end_matches(['勝', '胜', 'ち']).trim();
    let by = match how {
        "" => Termination::Unstated,
        "r" | "res" | "res." | "resign" | "resignation" | "中押" | "中押し" | "中盘" | "中盤" => {
            Termination::Resignation
        }
        "t" | "time" | "timeout" | "時間" | "時間切れ" => Termination::Time,
        "f" | "forf" | "forf." | "forfeit" => Termination::Forfeit,
        score => Termination::Score(points(score)?),
    };
    let winner = if is_black == is_winner { Seat::First } else { Seat::Second };
    Some(Outcome::Win { winner, by })
}

/// A number of points: `5 3/4 points`, `3目半`, `½`.
fn points(text: &str) -> Option<Decimal> {
    let units = ["points", "point", "pts.", "pts", "pt", "moku", "目", ""];
    let unit = units.into_iter().find(|unit| text.ends_with(unit))?;
    let text = text.strip_suffix(unit)?.trim_end();
    let (whole, quarters) = match text.strip_suffix("目半").or_else(|| text.strip_suffix('半')) {
        Some(whole) => (whole.trim_end_matches('目'), 2),
        None => {
            let parts = [("1/4", 1), ("¼", 1), ("1/2", 2), ("½", 2), ("3/4", 3), ("¾", 3)];
            let part = parts.into_iter().find_map(|(part, n)| Some((text.strip_suffix(part)?, n)));
            // `31/2` may be thirty-one halves, or three and a half.
            let apart = |whole: &str| whole.is_empty() || whole.ends_with(' ') || !text.contains('/');
            match part {
                Some((whole, n)) if apart(whole) => (whole.trim_end(), n),
                Some(_) => return None,
                None => (text, 0),
            }
        }
    };
    if quarters == 0 {
        let starts = whole.starts_with(|c: char| c.is_ascii_digit());
        return if starts { whole.parse().ok() } else { None };
    }
    let whole: i64 = if whole.is_empty() { 0 } else { whole.parse().ok().filter(|n| (0..100_000).contains(n))? };
    Some(Decimal::new(whole * 100 + 25 * quarters, 2).normalized())
}

/// A text with full-width letters and digits made ASCII.
fn half_width(text: &str) -> String {
    let half = |c: char| match c {
        '！'..='～' => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    };
    text.chars().map(half).collect()
}

/// A list of dates with their shortcuts (section 2, DT): `1996-12-27,28,1997-01-03,04`. None where a piece is no date.
///
/// ```
/// use kifu_sgf::value::dates;
/// let dates = dates("1996-12-27,28,1997-01-03,04").unwrap();
/// assert_eq!(dates.iter().map(|date| date.to_string()).collect::<Vec<_>>(), ["1996-12-27", "1996-12-28", "1997-01-03", "1997-01-04"]);
/// ```
#[must_use]
pub fn dates(raw: &str) -> Option<Vec<PartialDate>> {
    let text = simple_text(raw);
    let mut dates: Vec<PartialDate> = Vec::new();
    // Which form the piece before had: a later one may leave out what it shares with it.
    let mut form = Form::None;
    for piece in text.split(',') {
        let piece = piece.trim();
        let last = dates.last().copied();
        let small = |part: &str| {
            (part.len() == 2 && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse::<u8>().ok()).flatten()
        };
        let (date, next) = match (piece.len(), last) {
            (4, _) => (piece.parse().ok()?, Form::Year),
            (7, _) => (piece.parse().ok()?, Form::YearMonth),
            (10, _) => (piece.parse().ok()?, Form::Day),
            (5, Some(last)) if form != Form::Year => {
                let (month, day) = piece.split_once('-')?;
                (PartialDate::new(last.year, Some(small(month)?), Some(small(day)?))?, Form::Day)
            }
            (2, Some(last)) => match form {
                Form::YearMonth => (PartialDate::new(last.year, Some(small(piece)?), None)?, Form::YearMonth),
                Form::Day => (PartialDate::new(last.year, last.month, Some(small(piece)?))?, Form::Day),
                Form::Year | Form::None => return None,
            },
            _ => return None,
        };
        if !(0..=9_999).contains(&date.year) {
            return None;
        }
        dates.push(date);
        form = next;
    }
    Some(dates)
}

/// A list of dates as people write it, and the time of day where it states one: `2018/4/27 13:05`, `12th and 13th march 94`,
/// `2018年4月27日`. None where it may mean something else.
///
/// ```
/// use kifu_sgf::value::{dates_text, loose_dates};
/// let (dates, time) = loose_dates("27 April 2018, 13:05").unwrap();
/// assert_eq!((dates_text(&dates).as_str(), time), ("2018-04-27", Some((13, 5, None))));
/// assert_eq!(loose_dates("03/04/2018"), None); // of March or of April
/// ```
#[must_use]
pub fn loose_dates(raw: &str) -> Option<(Vec<PartialDate>, Option<TimeOfDay>)> {
    let text = half_width(&simple_text(raw)).to_lowercase();
    let (text, time) = time_of_day(text.trim().trim_end_matches('.'))?;
    let text = text.trim().trim_end_matches(',').trim_end();
    let dates = numeric_dates(text).or_else(|| worded_dates(text))?;
    // Which of several days would it be?
    if time.is_some() && dates.len() > 1 {
        return None;
    }
    Some((dates, time))
}

/// Hour, minute and second.
///
/// ```
/// use kifu_sgf::value::{TimeOfDay, loose_dates};
/// let time: Option<TimeOfDay> = loose_dates("2018-04-27 13:05:09").unwrap().1;
/// assert_eq!(time, Some((13, 5, Some(9))));
/// ```
pub type TimeOfDay = (u8, u8, Option<u8>);

/// A text without the time of day in it, and that; none where there is more than a time, such as a time zone.
fn time_of_day(text: &str) -> Option<(String, Option<TimeOfDay>)> {
    let text = text.replace(['時', '时'], ":").replace('分', "");
    let Some(colon) = text.find(':') else { return Some((text, None)) };
    let is_time = |c: char| c.is_ascii_digit() || c == ':';
    let start = text[..colon].trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let end = colon + text[colon..].find(|c| !is_time(c)).unwrap_or(text.len() - colon);
    let mut parts = text[start..end].split(':');
    let mut part = |below: u8| -> Option<Option<u8>> {
        let Some(part) = parts.next() else { return Some(None) };
        let number = part.parse::<u8>().ok().filter(|&n| n < below && (1..=2).contains(&part.len()))?;
        Some(Some(number))
    };
    let (hour, minute, second) = (part(24)??, part(60)??, part(60)?);
    let before = text[..start].strip_suffix('t').unwrap_or(&text[..start]);
    let before = before.trim_end();
    let is_apart = before.is_empty() || before.len() < start;
    if parts.next().is_some() || !is_apart || !matches!(text[end..].chars().next(), None | Some(' ' | ',')) {
        return None;
    }
    Some((format!("{before}{}", &text[end..]), Some((hour, minute, second))))
}

/// Dates of numbers alone, the year first or last.
fn numeric_dates(text: &str) -> Option<Vec<PartialDate>> {
    // Years of Japanese eras since the calendar is the same.
    let eras = [("大正", 1911), ("昭和", 1925), ("平成", 1988), ("令和", 2018)];
    let mut text = String::from(text);
    for (era, before) in eras {
        let Some(rest) = text.strip_prefix(era) else { continue };
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let year = rest[..digits].parse::<u16>().ok().filter(|n| (1..=64).contains(n))?;
        text = format!("{}{}", before + year, &rest[digits..]);
    }
    // The day of the week in parentheses.
    if let Some((before, day)) = text.trim_end_matches([')', '）']).rsplit_once(['(', '（'])
        && day.chars().count() == 1
        && day.contains(['月', '火', '水', '木', '金', '土', '日', '월', '화', '수', '목', '금', '토', '일'])
    {
        text.truncate(before.trim_end().len());
    }
    let text = text.replace(['年', '月', '년', '월'], "-").replace(['日', '号', '號', '일'], "").replace('、', ",");
    let mut canonical = String::new();
    for piece in text.split(',') {
        let piece = piece.trim().trim_end_matches('-');
        let parts: Vec<&str> = piece.split(['-', '.', '/']).map(str::trim).collect();
        let same = piece.chars().filter(|c| matches!(c, '-' | '.' | '/')).collect::<Vec<_>>();
        let numbers =
            parts.iter().all(|part| !part.is_empty() && part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit()));
        let is_compact = piece.len() == 8 && piece.bytes().all(|b| b.is_ascii_digit());
        let is_uniform = same.windows(2).all(|two| two[0] == two[1]);
        let parts = match parts[..] {
            [_] if is_compact && (1600..2200).contains(&piece[..4].parse().unwrap_or(0)) => {
                alloc::vec![&piece[..4], &piece[4..6], &piece[6..]]
            }
            _ if !numbers || !is_uniform => return None,
            // The year last: with points between them the day is first; otherwise it is told only by a number over 12.
            [a, b, year] if year.len() == 4 && a.len() <= 2 && b.len() <= 2 => {
                let (first, second): (u8, u8) = (a.parse().ok()?, b.parse().ok()?);
                if same[0] == '.' || first > 12 || first == second {
                    alloc::vec![year, b, a]
                } else if second > 12 {
                    alloc::vec![year, a, b]
                } else {
                    return None;
                }
            }
            [year, ..] if parts.len() <= 3 && (year.len() == 4 || !canonical.is_empty()) => parts,
            _ => return None,
        };
        let comma = if canonical.is_empty() { "" } else { "," };
        canonical.push_str(comma);
        for (i, part) in parts.iter().enumerate() {
            canonical.push_str(if i > 0 { "-" } else { "" });
            canonical.push_str(if part.len() == 1 { "0" } else { "" });
            canonical.push_str(part);
        }
    }
    dates(&canonical)
}

/// Dates with the name of a month: `12th and 13th march 94`, `April 27, 2018`, `Fri Apr 27 2018`.
fn worded_dates(text: &str) -> Option<Vec<PartialDate>> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let means = |word: &str, name: &str| name == word || word.len() >= 3 && word.len() <= 4 && name.starts_with(word);
    let (mut days, mut month, mut year) = (Vec::<u8>::new(), None::<u8>, None::<i16>);
    let mut is_range = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let of_kind = |c: char| if first.is_ascii_digit() { c.is_ascii_digit() } else { c.is_alphabetic() };
        let len = rest.find(|c| !of_kind(c)).unwrap_or(rest.len()).max(first.len_utf8());
        let (word, behind) = rest.split_at(len);
        rest = behind;
        if first.is_ascii_digit() {
            let number: u16 = word.parse().ok()?;
            let ordinal = ["st", "nd", "rd", "th"].into_iter().find_map(|suffix| rest.strip_prefix(suffix));
            let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric());
            let number = match (ordinal, word.len()) {
                (Some(behind), 1..=2) if ends(behind) => {
                    rest = behind;
                    number
                }
                (None, 4) if ends(rest) && year.is_none() => {
                    (year, is_range) = (i16::try_from(number).ok(), false);
                    continue;
                }
                // Two digits are a year where they can be nothing else.
                (None, 2) if ends(rest) && number >= 50 && year.is_none() => {
                    (year, is_range) = (i16::try_from(1900 + number).ok(), false);
                    continue;
                }
                (None, 1..=2) if ends(rest) => number,
                _ => return None,
            };
            let day = u8::try_from(number).ok().filter(|day| (1..=31).contains(day))?;
            // Of a longer stretch nobody knows on which days there was a game.
            if core::mem::take(&mut is_range) && days.last().is_none_or(|before| before + 1 != day) {
                return None;
            }
            days.push(day);
        } else if first.is_alphabetic() {
            is_range = false;
            let found = MONTHS.iter().position(|name| means(word, name));
            match (word, found) {
                (_, Some(found)) if month.is_none() => month = u8::try_from(found + 1).ok(),
                ("and" | "of", _) => {}
                _ if DAYS.iter().any(|name| means(word, name)) => {}
                _ => return None,
            }
        } else {
            match first {
                ' ' | ',' | '.' | '&' | '\'' => {}
                '-' => is_range = true,
                _ => return None,
            }
        }
    }
    let (month, year) = (Some(month?), year?);
    if is_range {
        return None;
    }
    match days.is_empty() {
        true => Some(alloc::vec![PartialDate::new(year, month, None)?]),
        false => days.into_iter().map(|day| PartialDate::new(year, month, Some(day))).collect(),
    }
}

/// What a date may leave out after another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    None,
    Year,
    YearMonth,
    Day,
}

/// A list of dates with what the standard allows to leave out left out.
///
/// ```
/// use kifu_core::PartialDate;
/// use kifu_sgf::value::dates_text;
/// let days = [(5, 6), (5, 7), (6, 1)].map(|(month, day)| PartialDate::new(1996, Some(month), Some(day)).unwrap());
/// assert_eq!(dates_text(&days), "1996-05-06,07,06-01");
/// ```
#[must_use]
pub fn dates_text(dates: &[PartialDate]) -> String {
    let mut out = String::new();
    for (i, date) in dates.iter().enumerate() {
        let last = i.checked_sub(1).map(|i| dates[i]);
        if i > 0 {
            out.push(',');
        }
        let same_year = last.is_some_and(|last| last.year == date.year);
        let short = match (date.month, date.day, last.map(|last| (last.month, last.day))) {
            (Some(_), None, Some((Some(_), None))) if same_year => 5,
            (month, Some(_), Some((before, Some(_)))) if same_year && month == before => 8,
            (Some(_), Some(_), Some((Some(_), _))) if same_year => 5,
            _ => 0,
        };
        out.push_str(&date.to_string()[short..]);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use proptest::prelude::*;

    #[test]
    fn texts_are_unescaped_as_the_standard_says() {
        for (raw, long, short) in [
            ("plain", "plain", "plain"),
            ("a\\]b\\\\c", "a]b\\c", "a]b\\c"),
            ("a\nb\r\nc\rd\n\re", "a\nb\nc\nd\ne", "a b c d e"),
            ("soft\\\nbreak\\\r\nhere", "softbreakhere", "softbreakhere"),
            ("tab\tvt\x0Bnul\0", "tab vt nul ", "tab vt nul "),
            ("\\t\\\tx\\\x0B", "t x ", "t x "),
            ("end\\", "end", "end"),
            ("\\囲碁\\:", "囲碁:", "囲碁:"),
            ("a\n\n\rb", "a\n\nb", "a  b"),
        ] {
            assert_eq!(text(raw), long, "{raw:?}");
            assert_eq!(simple_text(raw), short, "{raw:?}");
        }
    }

    #[test]
    fn shortcuts_of_dates_follow_the_standard() {
        let list = |raw| dates(raw).map(|dates| dates.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
        for (raw, wanted) in [
            ("1996-05,06", Some("1996-05 1996-06")),
            ("1996-05-06,07,08", Some("1996-05-06 1996-05-07 1996-05-08")),
            ("1996,1997", Some("1996 1997")),
            ("1996-12-27,28,1997-01-03,04", Some("1996-12-27 1996-12-28 1997-01-03 1997-01-04")),
            ("1997-05-05,1997-05-06", Some("1997-05-05 1997-05-06")),
            ("1996-05,06-07", Some("1996-05 1996-06-07")),
            ("1996-05-06,06-01,02", Some("1996-05-06 1996-06-01 1996-06-02")),
            ("1996,05", None),
            ("1996,05-06", None),
            ("1996-02-30", None),
            ("7 May 1996", None),
            ("", None),
        ] {
            assert_eq!(list(raw).as_deref(), wanted, "{raw}");
        }
        assert_eq!(dates_text(&dates("1996-12-27,1996-12-28,1997-01-03").unwrap()), "1996-12-27,28,1997-01-03");
    }

    #[test]
    fn dates_as_people_write_them() {
        for (raw, wanted) in [
            ("2018.04.27", "2018-04-27"),
            ("2018/4/27", "2018-04-27"),
            ("2018-4-7,8", "2018-04-07,08"),
            ("20180427", "2018-04-27"),
            ("2018-04-27 13:05:09", "2018-04-27 13:05:09"),
            ("2018-04-27T13:05", "2018-04-27 13:05"),
            ("２０１８－０４－２７", "2018-04-27"),
            ("2018年4月27日(金) 9時05分", "2018-04-27 09:05"),
            ("2018年4月", "2018-04"),
            ("2018年4月27日、28日", "2018-04-27,28"),
            ("平成6年3月12日", "1994-03-12"),
            ("2018년 4월 27일", "2018-04-27"),
            ("27.4.2018", "2018-04-27"),
            ("27/04/2018", "2018-04-27"),
            ("04/27/2018", "2018-04-27"),
            ("12th and 13th march 94", "1994-03-12,13"),
            ("12-13 March 1994", "1994-03-12,13"),
            ("March 12th, 1994", "1994-03-12"),
            ("Fri Apr 27 13:05:00 2018", "2018-04-27 13:05:00"),
            ("Sept. 1846", "1846-09"),
            ("1 May '94", "1994-05-01"),
            ("27-Apr-2018", "2018-04-27"),
        ] {
            let (dates, time) = loose_dates(raw).unwrap_or_else(|| panic!("{raw} is no date"));
            let time = time.map(|time| kifu_core::PartialDateTime { date: dates[0], time: Some(time) }.to_string());
            assert_eq!(time.unwrap_or_else(|| dates_text(&dates)), wanted, "{raw}");
        }
        for raw in [
            "",
            "some day",
            "03/04/2018",
            "3-4-2018",
            "12 March 18",
            "12-14 March 1994",
            "2018-02-30",
            "March 12",
            "94-03-12",
            "2018-04-27 13:05 UTC",
            "2018-04-27 25:05",
            "2018-04-27 13:05:00+02:00",
            "1996-05-06 - 1996-05-08",
            "27 Apr May 2018",
            "2018-04-27,28 13:05",
            "Round 3: 2018",
            "1:2",
            "marching 1994",
        ] {
            assert_eq!(loose_dates(raw), None, "{raw}");
        }
    }

    #[test]
    fn results_sizes_and_times() {
        for (raw, written, exact) in [
            ("B+3.5", "B+3.5", true),
            ("W+R", "W+R", true),
            ("W+Resign", "W+R", true),
            ("b+r", "B+R", false),
            ("Draw", "0", true),
            ("0", "0", true),
            ("Void", "Void", true),
            ("?", "?", true),
            ("W+3.50 ", "W+3.50", false),
            ("B+", "B+", true),
            ("W+F", "W+F", true),
        ] {
            let meaning = outcome(raw);
            assert_eq!(matches!(meaning, Meaning::Exact(_)), exact, "{raw}");
            assert_eq!(outcome_text(&meaning.value().unwrap()), written);
        }
        for (raw, written) in [
            ("B+3目半", "B+3.5"),
            ("W + 2 1/2", "W+2.5"),
            ("w+½", "W+0.5"),
            ("White+Res.", "W+R"),
            ("黑+中盘", "B+R"),
            ("B", "B+"),
            ("white", "W+"),
            ("black wins by 5 3/4 points", "B+5.75"),
            ("White won by resignation.", "W+R"),
            ("Black lost on time", "W+T"),
            ("B by 1/2 point", "B+0.5"),
            ("white resigns", "B+R"),
            ("白3目半勝ち", "W+3.5"),
            ("黒番中押し勝ち", "B+R"),
            ("Ｗ＋Ｒ", "W+R"),
            ("Jigo", "0"),
        ] {
            assert!(
                matches!(outcome(raw), Meaning::Loose(outcome, text) if text == written && outcome_text(&outcome) == written),
                "{raw}"
            );
        }
        for raw in ["B+31/2", "B+目", "B+-3", "B+x", "Blackbird", "Black wins?", "B 3", "Bob", "黒3/4子勝", "Bwins", ""]
        {
            assert_eq!(outcome(raw), Meaning::None, "{raw}");
        }
        assert_eq!(size("19"), Meaning::Exact(Size::default()));
        assert_eq!(size("13:9"), Meaning::Exact(Size::new(13, 9).unwrap()));
        assert_eq!(size("19x19"), Meaning::Loose(Size::default(), "19".to_string()));
        assert_eq!(size("9:9"), Meaning::Loose(Size::square(9).unwrap(), "9".to_string()));
        for raw in ["0", "53", "x", "", "19 19", "9:0", "-9"] {
            assert_eq!(size(raw), Meaning::None, "{raw}");
        }
    }

    #[test]
    fn points_and_moves() {
        let at = |letters| Point::from_sgf(letters).unwrap();
        assert_eq!(rect("cc:aa"), Meaning::Loose(Rect::new(at("aa"), at("cc")), "aa:cc".to_string()));
        assert_eq!(rect("aa:cc"), Meaning::Exact(Rect::new(at("aa"), at("cc"))));
        assert_eq!(point("g\\a"), Meaning::Exact(at("ga")));
        assert_eq!(point(" ga"), Meaning::Loose(at("ga"), "ga".to_string()));
        let (small, large) = (Size::default(), Size::new(20, 13).unwrap());
        assert_eq!(play("tt", Color::Black, small), Meaning::Exact(Move::pass(Color::Black)));
        assert_eq!(play("tt", Color::Black, large), Meaning::Exact(Move::play(Color::Black, at("tt"))));
        assert_eq!(play("--", Color::White, small), Meaning::Loose(Move::pass(Color::White), String::new()));
        assert_eq!(play("Q16", Color::White, small), Meaning::None);
    }

    proptest! {
        #[test]
        fn escaping_is_undone(words in prop::collection::vec("[a-z\\]\\[:\\\\ \n;]{0,4}", 0..6)) {
            let written = words.concat();
            let escaped = escape(&written, false);
            prop_assert_eq!(text(&escaped), written.clone());
            let line = written.replace('\n', "");
            let composed = format!("{}:{}", escape(&line, true), escape(&line, true));
            let (a, b) = compose(&composed).unwrap();
            prop_assert_eq!((simple_text(a), simple_text(b)), (line.clone().into(), line.into()));
        }

        #[test]
        fn characters_that_sgf_cannot_write_are_restored(text in "[a ]{0,3}[\t\x0B\0a\n\u{FEFF}\\\\ ]{0,8}") {
            let read = super::text(&escape(&text, false)).into_owned();
            prop_assert_eq!(restored(&read, &replaced(&text, &read)), text.clone());
            let read = simple_text(&escape(&text, true)).into_owned();
            prop_assert_eq!(restored(&read, &replaced(&text, &read)), text);
        }

        #[test]
        fn shortened_dates_read_back(dates in prop::collection::vec((1990_i16..1993, 0_u8..4, 0_u8..4), 1..6)) {
            let list: Vec<_> = dates.into_iter().filter_map(|(year, month, day)| {
                let some = |n: u8| (n > 0).then_some(n);
                PartialDate::new(year, some(month), if month > 0 { some(day) } else { None })
            }).collect();
            prop_assume!(!list.is_empty());
            prop_assert_eq!(super::dates(&dates_text(&list)), Some(list));
        }
    }

    #[test]
    fn newlines_are_written_as_they_are_read() {
        let written = escape("a\rb\r\nc\n\rd\n]", false);
        assert_eq!(written, "a\nb\nc\nd\n\\]");
        assert_eq!(text(&written), "a\nb\nc\nd\n]");
    }

    #[test]
    fn raw_values_keep_their_escapes() {
        assert_eq!(normalized("a\\]b\r\nc\n\rd\\"), "a\\]b\nc\nd");
        assert_eq!(normalized("a\\\\"), "a\\\\");
        assert_eq!(normalized("a]\\]\\\\]b"), "a\\]\\]\\\\\\]b");
        for (raw, whole) in
            [("a\\]b", true), ("a]b", false), ("a\\", false), ("a\\\\", true), ("a\\\\]", false), ("é[", true)]
        {
            assert_eq!(is_whole(raw), whole, "{raw}");
        }
        assert_eq!(vec![number("+7"), number("7 ")], [Meaning::Exact(7), Meaning::Loose(7, "7".to_string())]);
        assert_eq!(number(""), Meaning::None);
        assert_eq!(double("3"), Meaning::None);
        assert_eq!(color("white"), Meaning::Loose(Color::White, "W".to_string()));
        assert_eq!(real("5,5"), Meaning::Loose("5.5".parse().unwrap(), "5.5".to_string()));
    }
}
