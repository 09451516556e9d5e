//! Finds properties inside a value whose closing bracket was lost or does not count: `C[x;W[bb]`, `C[x].;W[bb]`, `C[x]Wbb]`.
//!
//! The parser has read such a property as part of the value. Two searches find it:
//!
//! * After an unescaped bracket in a text ([`report`]): a property that lost its own `[` (`without_bracket`), a property
//!   after at most [`MAX_STRAY_CHARACTERS`] stray characters, or a move in its own node at any distance (`swallowed`).
//! * In any other value: an identifier with a bracket. In a text, prose must not contain it: [`within`] finds two letters at
//!   the start of a word in a text of one line, and the last bracket of a text if a value follows that prose does not have.
//!   [`within_private`] finds the same in a private property, and any known identifier at the last bracket.
//!   Other values have no brackets, so [`within_value`] finds any identifier before one, and [`next_value`] the next value
//!   of a list.
//!
//! The property stays part of the value. The fix is a guess: it inserts the bracket or removes the stray characters. The
//! cost is linear in the length of the value.

use super::lost_bracket::{fits, has_short_name, name_of};
use crate::{
    Game, Kind, PropertyDef, Type, Value, codes,
    dialects::private_property,
    document::parse::{closing_bracket, follows, identifier, is_space_or_control},
    read::messages::shown,
    value,
};
use alloc::format;
use core::ops::Range;
use kifu_core::{Diagnostics, Edits, Safety, Span};

/// A property that a text contains.
pub(in crate::read) struct Swallowed {
    /// The span of the property from its semicolon or identifier to its bracket.
    pub(in crate::read) at: Span,
    /// True for a further value of a list instead of a property.
    pub(in crate::read) is_value: bool,
    pub(in crate::read) fix: Option<FixEdit>,
}

/// The edit that separates the property from the value.
pub(in crate::read) struct FixEdit {
    pub(in crate::read) title: &'static str,
    at: Span,
    new: &'static str,
}

impl FixEdit {
    pub(in crate::read) fn edits(&self) -> Edits {
        Edits::one(self.at, self.new)
    }
}

impl Swallowed {
    /// Describes a property in the raw value `raw`, which starts at offset `start`. `before` is the text before the property, with
    /// the semicolon of its node if it has one. The fix inserts a bracket after `before`. A semicolon before a property of the
    /// header is a damaged bracket, so the fix replaces it.
    fn after(raw: &str, before: &str, property: Range<usize>, start: usize) -> Self {
        let is_node = before.ends_with(';');
        let known = PropertyDef::find(raw[property.clone()].trim_end_matches(is_space_or_control), 1);
        if is_node && known.is_some_and(|known| matches!(known.kind, Kind::Root | Kind::GameInfo)) {
            let semicolon = Span::new(start + before.len() - 1, start + before.len());
            return Self {
                at: Span::new(semicolon.start as usize, start + property.end + 1),
                is_value: false,
                fix: Some(FixEdit { title: "write the bracket in place of the semicolon", at: semicolon, new: "]" }),
            };
        }
        let end = if is_node { without_parentheses(&before[..before.len() - 1]) } else { before };
        // If a bracket was escaped by mistake, the fix removes its backslash. A second bracket after one would not end the value.
        let escaped = if end.ends_with("\\]") { 2 } else { 0 };
        let is_closed = escaped == 0 && end.ends_with(']');
        let bracket = Span::new(start + end.len() - escaped, start + end.len());
        let from = if is_node { before.len() - 1 } else { property.start };
        Self {
            at: Span::new(start + from, start + property.end + 1),
            is_value: false,
            fix: (!is_closed).then_some(FixEdit {
                title: "close the value before the property",
                at: bracket,
                new: "]",
            }),
        }
    }
}

/// Returns the text before a node, without the parentheses that end variations or start the variation of the node. A
/// parenthesis that closes one of the text belongs to the text.
fn without_parentheses(text: &str) -> &str {
    let text = text.trim_end_matches(is_space_or_control);
    if !text.ends_with('(') {
        return text;
    }
    let run = text.trim_end_matches(|c: char| matches!(c, '(' | ')') || is_space_or_control(c)).len();
    let mut open = text[..run].bytes().fold(0_usize, |open, byte| match byte {
        b'(' => open + 1,
        b')' => open.saturating_sub(1),
        _ => open,
    });
    let structure = text[run..].find(|c: char| {
        let is_of_text = c == ')' && open > 0;
        open -= usize::from(is_of_text);
        !is_of_text && !is_space_or_control(c)
    });
    text[..run + structure.unwrap_or(0)].trim_end_matches(is_space_or_control)
}

/// The maximum number of stray characters between the bracket and the property. A heuristic.
const MAX_STRAY_CHARACTERS: usize = 8;

/// Finds a property in the text between an unescaped bracket, which ends at `from`, and the next one.
fn swallowed(text: &str, from: usize) -> Option<Swallowed> {
    let part = &text[from..closing_bracket(text.as_bytes(), from)?];
    let trimmed = |text: &str| text.trim_end_matches(is_space_or_control).len();
    let mut is_first = true;
    memchr::memchr_iter(b'[', part.as_bytes()).find_map(|open| {
        let name_end = trimmed(&part[..open]);
        let start = part[..name_end].trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
        let name = &part[start..name_end];
        let before = trimmed(&part[..start]);
        let is_node = part[..before].ends_with(';');
        let start = if is_node { before - 1 } else { start };
        let (stray, value) = (&part[..start], &part[open + 1..]);
        let is_near = core::mem::take(&mut is_first) && is_few(stray);
        let is_move = matches!(name, "B" | "W");
        let is_play = is_move && (value.is_empty() || value::point(value).value().is_some())
            || matches!(name, "AB" | "AW" | "AE") && value::rect(value).value().is_some();
        // Comments often contain text such as "see B[1]", so it is not evidence.
        let is_property = is_play || !is_move && PropertyDef::find(name, 1).is_some();
        let is_found = is_near && is_property || is_node && is_move && is_play;
        is_found.then(|| {
            // Only the characters before a parenthesis are removed, because the parenthesis belongs to the game.
            let mark = stray.find(['(', ')']).map_or(stray, |parenthesis| &stray[..parenthesis]);
            let is_mark =
                |c: char| c.is_ascii_punctuation() && !matches!(c, '[' | ']' | '\\') || is_space_or_control(c);
            let ends = || closing_bracket(text.as_bytes(), from + open + 1).is_some_and(|end| follows(text, end + 1));
            let can_go = trimmed(mark) > 0 && mark.chars().all(is_mark) && (mark.len() < stray.len() || ends());
            let at = Span::new(from, from + trimmed(mark));
            let fix = can_go.then_some(FixEdit {
                title: "remove the text between the bracket and the property",
                at,
                new: "",
            });
            Swallowed { at: Span::new(from + start, from + open + 1), is_value: false, fix }
        })
    })
}

/// Finds a property that lost its own bracket after the bracket of a text: `PB[a]KM6.5]`. The text continues at `from`;
/// `is_line` returns true if it is a text of one line.
fn without_bracket(text: &str, is_line: impl Fn() -> bool, from: usize) -> Option<Swallowed> {
    let part = &text[from..closing_bracket(text.as_bytes(), from)?];
    let word = part.trim_start_matches(is_space_or_control);
    let start = from + part.len() - word.len();
    let capitals = word.bytes().take_while(u8::is_ascii_uppercase).count();
    if capitals == 0 || word.contains('[') {
        return None;
    }
    let is_line = is_line();
    // Comments often contain words in brackets, so such a word is not evidence.
    if !is_line && word.len() < part.len() {
        return None;
    }
    [2, 1].into_iter().filter(|&letters| letters <= capitals).find_map(|letters| {
        let (name, value) = word.split_at(letters);
        let known = PropertyDef::find(name, 1)?;
        let is_move = matches!(name, "B" | "W");
        let is_text = is_line && matches!(known.value, Value::One(Type::SimpleText)) && !value.trim().is_empty();
        let is_found =
            letters == 2 && (is_text || fits(known, value)) || is_move && !value.is_empty() && fits(known, value);
        let open = start + letters;
        // `PW[]Wan]`: the word is rather the name, after a doubled bracket.
        let may_continue = is_move && (is_line || text[..from - 1].ends_with('['));
        let fix = FixEdit { title: "insert the missing bracket", at: Span::at(open), new: "[" };
        is_found.then(|| Swallowed {
            at: Span::new(start, open),
            is_value: false,
            fix: Some(fix).filter(|_| !may_continue),
        })
    })
}

/// Finds the property that the raw value of a text contains. The value starts at offset `start`. In a text of one line,
/// properties of two letters at the start of a word count too.
pub(in crate::read) fn within(raw: &str, start: usize, is_line: bool) -> Option<Swallowed> {
    memchr::memrchr(b'[', raw.as_bytes())?;
    is_line.then(|| in_line(raw, start)).flatten().or_else(|| unended(raw, start))
}

/// Finds a property in the raw value of a private property. Few of these are prose, so an identifier of two letters that the standard or
/// a program has is evidence if its bracket is not closed: `LC[5KO[6.5]`.
pub(in crate::read) fn within_private(raw: &str, start: usize) -> Option<Swallowed> {
    let find = || {
        let open = memchr::memrchr(b'[', raw.as_bytes())?;
        let name_end = raw[..open].trim_end_matches(is_space_or_control).len();
        let name_start = raw[..name_end].trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
        let (name, before) = (&raw[name_start..name_end], raw[..name_start].trim_end_matches(is_space_or_control));
        let is_known = PropertyDef::find(name, 1).is_some() || private_property(name).is_some();
        let is_open = !raw[open..].contains(']') && !value::is_escaped(raw, open);
        let is_found = name.len() >= 2 && is_known && is_open && !before.is_empty();
        is_found.then(|| Swallowed::after(raw, before, name_start..open, start))
    };
    within(raw, start, false).or_else(find)
}

/// Finds the first property in a value that is not a text. Such a value has no brackets, so any identifier before one
/// counts.
pub(in crate::read) fn within_value(raw: &str, start: usize) -> Option<Swallowed> {
    let mut opened = memchr::memchr_iter(b'[', raw.as_bytes()).filter(|&open| !value::is_escaped(raw, open));
    let (name_start, name_end, before, open) = opened.find_map(|open| {
        let name_end = raw[..open].trim_end_matches(is_space_or_control).len();
        let name_start = raw[..name_end].trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
        let before = raw[..name_start].trim_end_matches(is_space_or_control);
        (name_start < name_end && !before.is_empty()).then_some((name_start, name_end, before, open))
    })?;
    let mut found = Swallowed::after(raw, before, name_start..open, start);
    // `AB[aaA[bb]`: the capital may be a damaged bracket, and no fix should make an unknown property of the stones.
    if PropertyDef::find(&raw[name_start..name_end], 1).is_none() {
        found.fix = None;
    }
    Some(found)
}

/// Finds the next value of a list in a value that lost its bracket: `AB[dd[pp]` and `LB[bb:1[cc:2]`.
pub(in crate::read) fn next_value(known: &PropertyDef, raw: &str, start: usize) -> Option<Swallowed> {
    let (Value::List(of) | Value::Elist(of)) = known.value else { return None };
    let open = memchr::memchr_iter(b'[', raw.as_bytes()).find(|&open| !value::is_escaped(raw, open))?;
    let (before, next) = (&raw[..open], &raw[open + 1..]);
    let is_value = match of {
        Type::PointText | Type::PointPoint => {
            next.split_once(':').is_some_and(|(point, _)| value::point(point).value().is_some())
        }
        _ => fits(known, next),
    };
    let at = Span::new(start + open, start + open + 1);
    let fix = FixEdit {
        title: "close the value before the next value",
        at: Span { start: at.start, end: at.start },
        new: "]",
    };
    (is_value && !before.is_empty()).then_some(Swallowed { at, is_value: true, fix: Some(fix) })
}

/// Finds a property that a further value consists of: `DT[2020-01-02][B[cc]`, whose semicolon became a bracket.
pub(in crate::read) fn instead_of_value(raw: &str, start: usize) -> Option<Swallowed> {
    let open = raw.bytes().take_while(u8::is_ascii_uppercase).count();
    let is_found = matches!(open, 1 | 2) && raw[open..].starts_with('[');
    is_found.then(|| Swallowed { at: Span::new(start, start + open + 1), is_value: false, fix: None })
}

/// Finds the first property in a text of one line: a move after its semicolon, or a property of two letters at the start of
/// a word, each with its bracket. One letter is not enough: `player B[1d]` is a name.
fn in_line(raw: &str, start: usize) -> Option<Swallowed> {
    let mut opened = memchr::memchr_iter(b'[', raw.as_bytes()).filter(|&open| !value::is_escaped(raw, open));
    opened.find_map(|open| {
        let name_end = raw[..open].trim_end_matches(is_space_or_control).len();
        // A stray character may follow the name: `PB[Lee\]PW:[Gu]`.
        let stray = raw[..name_end].trim_end_matches([':', '=', ',', '.']).len();
        let has_stray = name_end - stray == 1;
        let name_end = if has_stray { stray } else { name_end };
        let name_start = raw[..name_end].trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
        let (name, before) = (&raw[name_start..name_end], raw[..name_start].trim_end_matches(is_space_or_control));
        let is_word = before.len() < name_start || before.ends_with([']', ';']);
        let is_move = matches!(name, "B" | "W") && before.ends_with(';');
        let is_found = is_move || name.len() == 2 && is_word && PropertyDef::find(name, 1).is_some();
        if is_found && !before.is_empty() {
            let mut found = Swallowed::after(raw, before, name_start..open, start);
            // A bracket before `PW:[Gu]` would not make it a property.
            found.fix = found.fix.filter(|_| !has_stray);
            return Some(found);
        }
        // A property with a long name on a line of its own: `KoMi[6.5]`.
        let word_start = raw[..name_end].trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        if raw[..word_start].ends_with(['\n', '\r']) && is_long_name(&raw[word_start..name_end]) {
            let before = raw[..word_start].trim_end_matches(is_space_or_control);
            return Some(Swallowed::after(raw, before, word_start..open, start));
        }
        let is_end = !raw[open + 1..].contains('[') && !has_escaped_bracket(&raw[open + 1..]);
        // Half a character of GBK or Shift_JIS takes the next letter with it, such as the P of PW in `PB[王肞W[Gu]`.
        let is_half = name.len() == 1 && name_start > 0 && !raw.as_bytes()[name_start - 1].is_ascii();
        if is_half && is_end && open == name_end {
            let at = Span::new(start + name_start, start + open + 1);
            return Some(Swallowed { at, is_value: false, fix: None });
        }
        // The value may end in capitals: `WR[9DKM[6.5]`.
        let last = name_end.checked_sub(2).filter(|&last| last > name_start)?;
        let known = PropertyDef::find(&raw[last..name_end], 1)?;
        let content = &raw[open + 1..];
        let is_fit = known.is_text() && !content.trim().is_empty() || fits(known, content);
        (is_end && is_fit).then(|| Swallowed::after(raw, &raw[..last], last..open, start))
    })
}

/// Returns true if a text has an escaped bracket. Brackets that are meant as text come in pairs, and the second is escaped.
fn has_escaped_bracket(text: &str) -> bool {
    text.contains("\\]")
}

/// Returns true if a property with a long name follows a bracket, which ends at `from`: `WR[]\nnoteBR[5d]`.
pub(super) fn precedes_long_name(text: &str, from: usize) -> bool {
    let rest = text[from..].trim_start_matches(is_space_or_control);
    let letters = rest.bytes().take(LONGEST_NAME).take_while(u8::is_ascii_alphabetic).count();
    rest[letters..].starts_with('[') && is_long_name(&rest[..letters])
}

/// Returns true for a name that stands for a known identifier of two letters.
fn is_long_name(name: &str) -> bool {
    let identifier = identifier(name);
    identifier.len() == 2 && PropertyDef::find(&identifier, 1).is_some()
}

/// Finds a property at the end of a text that lost its bracket: `PB[LeePW[Gu Li]` and `C[x;W[bb]`. The text starts at offset
/// `start`.
fn unended(raw: &str, start: usize) -> Option<Swallowed> {
    let open = memchr::memrchr(b'[', raw.as_bytes())?;
    let content = &raw[open + 1..];
    if has_escaped_bracket(content) || value::is_escaped(raw, open) {
        return None;
    }
    let name_end = raw[..open].trim_end_matches(is_space_or_control).len();
    if let Some(found) = unended_long_move(raw, start, name_end, open) {
        return Some(found);
    }
    let name_start = raw[..name_end].trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
    let before = raw[..name_start].trim_end_matches(is_space_or_control);
    let name = &raw[name_start..name_end];
    let known = PropertyDef::find(name, 1)?;
    let (is_node, is_line) = (before.ends_with(';'), raw[before.len()..name_start].contains('\n'));
    let is_move = matches!(name, "B" | "W") && !content.is_empty();
    let is_pass = matches!(name, "B" | "W") && content.is_empty();
    let is_found = if is_node && (name.len() == 2 || is_pass) {
        true
    } else if fits(known, content) {
        name.len() == 2 || is_move || is_node
    } else {
        // Directly after a word: `C[abcC[hello]`.
        let is_attached = before.len() == name_start && before.ends_with(|c: char| c.is_alphanumeric());
        known.is_text() && (name.len() == 2 || is_node || is_line || is_attached)
    };
    if !is_found || before.is_empty() {
        return None;
    }
    Some(Swallowed::after(raw, before, name_start..open, start))
}

/// Finds a move with a long or lower-case name after its semicolon: `C[x;White[cc]` and `C[x;w[cc]`. The name ends at `name_end`,
/// before the bracket at `open`.
fn unended_long_move(raw: &str, start: usize, name_end: usize, open: usize) -> Option<Swallowed> {
    let content = &raw[open + 1..];
    let is_point = content.is_empty() || value::point(content).value().is_some();
    (is_point && value::follows_long_move(&raw[..name_end])).then(|| {
        let name_start = raw[..name_end].trim_end_matches(|c: char| c.is_ascii_alphabetic()).len();
        let before = raw[..name_start].trim_end_matches(is_space_or_control);
        Swallowed::after(raw, before, name_start..open, start)
    })
}

/// Returns true if a few characters may be there by mistake, because they are not words of prose.
fn is_few(stray: &str) -> bool {
    let is_prose = || {
        let has_word = stray.as_bytes().windows(2).any(|two| two.iter().all(u8::is_ascii_alphabetic));
        has_word && stray.contains(char::is_whitespace)
    };
    stray.chars().filter(|&c| !is_space_or_control(c)).take(MAX_STRAY_CHARACTERS + 1).count() <= MAX_STRAY_CHARACTERS
        && !is_prose()
}

/// Reports a property in the text after the bracket at `at`. Returns false if there is none.
pub(super) fn report(game: Game<'_>, at: Span, diagnostics: &mut Diagnostics) -> bool {
    let value = game.game.values.partition_point(|value| value.start <= at.start).saturating_sub(1);
    // A long name is not read for each value, because a property may have very many values.
    let is_line = || has_short_name(game, value) && name_of(game, value).is_some_and(|name| is_line(&name));
    let start = game.game.values.get(value).map_or(0, |value| value.start as usize);
    let Some(swallowed) = after_bracket(game.text, is_line, start, at.end as usize) else { return false };
    let report = diagnostics.report(&codes::PROPERTY_IN_TEXT, swallowed.at, || {
        let found = shown(&game.text[swallowed.at.range()]);
        let name = name_of(game, value).unwrap_or_default();
        format!("{name} continues after a bracket and contains {found:?}, which looks like a property; read as text")
    });
    if let Some(fix) = swallowed.fix {
        report.fix(Safety::Guess, || fix.title, || fix.edits());
    }
    true
}

/// Finds a property in a text after the bracket that ends at `from`; `is_line` returns true for a text of one line. The text starts
/// at `start`.
fn after_bracket(text: &str, is_line: impl Fn() -> bool, start: usize, from: usize) -> Option<Swallowed> {
    without_bracket(text, &is_line, from)
        .or_else(|| swallowed(text, from))
        .or_else(|| damaged(text, is_line, start, from))
}

/// The length of the longest name that may have lost its bracket. It keeps the search linear.
const LONGEST_NAME: usize = 256;

/// Finds a property with a damaged name after the bracket of a text of one line: `PB[Lee]:W[Gu]` and `PB[Lee]P[Gu]`. In a name
/// that has brackets, such as `[clan] Lee`, a bracket is opened before one is closed.
fn damaged(text: &str, is_line: impl Fn() -> bool, start: usize, from: usize) -> Option<Swallowed> {
    let name = text.as_bytes().get(start..from - 1).filter(|name| name.len() <= LONGEST_NAME)?;
    if memchr::memchr2(b'[', b']', name).is_some() {
        return None;
    }
    let part = &text[from..closing_bracket(text.as_bytes(), from)?];
    let open = memchr::memchr(b'[', part.as_bytes()).filter(|&open| !value::is_escaped(part, open))?;
    let at = Span::new(from, from + open + 1);
    (is_few(&part[..open]) && is_line()).then_some(Swallowed { at, is_value: false, fix: None })
}

/// Returns true for a property whose value is a text of one line.
fn is_line(name: &str) -> bool {
    PropertyDef::find(name, 1).is_some_and(|known| matches!(known.value, Value::One(Type::SimpleText)))
}

/// Returns true if damaged SGF may follow a bracket inside the text of `value`, so that no fix should make it text.
pub(super) fn resembles_sgf(game: Game<'_>, value: usize, span: Span) -> bool {
    let text = game.text;
    let is_line = || has_short_name(game, value) && name_of(game, value).is_some_and(|name| is_line(&name));
    let start = span.start as usize;
    let mut from = start;
    while let Some(close) = closing_bracket(text.as_bytes(), from).filter(|&close| close < span.end as usize) {
        from = close + 1;
        let end = closing_bracket(text.as_bytes(), from).unwrap_or(span.end as usize);
        if starts_like_property(&text[from..end]) || after_bracket(text, is_line, start, from).is_some() {
            return true;
        }
    }
    false
}

/// Returns true if a part of a text starts like a property that lost its bracket, and not like prose: `PWCho`, `PW`, `C;[y`,
/// `CBlack` and `KM6.5`, but not `Black`, `B.` and ` C is good`.
fn starts_like_property(part: &str) -> bool {
    let is_known = |letters: usize| part.get(..letters).is_some_and(|name| PropertyDef::find(name, 1).is_some());
    let capitals = part.bytes().take_while(u8::is_ascii_uppercase).count();
    let next = |at: usize| part[at..].chars().next();
    match capitals {
        0 => false,
        1 => is_known(1) && next(1).is_some_and(|c| ";[({<|=\\".contains(c)),
        // An identifier of two letters (`PW`), or of one letter before a word (`CBlack`).
        2 => is_known(2) || is_known(1) && next(2).is_some_and(char::is_lowercase),
        _ => is_known(2),
    }
}

/// Returns true if [`report`] reports a property in this value.
pub(in crate::read) fn is_reported(text: &str, name: &str, value: Span) -> bool {
    let mut from = value.start as usize;
    while let Some(close) = closing_bracket(text.as_bytes(), from).filter(|&close| close < value.end as usize) {
        from = close + 1;
        if after_bracket(text, || is_line(name), value.start as usize, from).is_some() {
            return true;
        }
    }
    false
}
