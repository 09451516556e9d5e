//! Moves in other forms than those of KIF, and remarks beside moves.

use super::trim_mark;
use crate::{
    document::{self, half_width, is_gap, trim},
    notation::{self, MoveText, Origin},
};
use alloc::{format, string::String, vec::Vec};
use kifu_shogiban::{Color, Ending, Kind, Square};

/// Returns true if a line without meaning may be what damage has left of another one: of a move, a rank of a diagram, or a header.
pub(super) fn is_damaged(line: &str) -> bool {
    const WORDS: [&str; 11] =
        ["投了", "中断", "千日手", "持将棋", "詰み", "切れ", "反則", "入玉", "まで", "変化", "手数"];
    let is_odd = |c| matches!(c, char::REPLACEMENT_CHARACTER | '(' | ')' | '|' | '｜') || Color::from_mark(c).is_some();
    let has_piece = || pairs(line).any(|(a, b)| (is_rank(a) || a == '同') && Kind::from_kanji(b).is_some());
    let is_number = || line.chars().all(|c| is_gap(c) || half_width(c).is_ascii_digit());
    line.contains(is_odd) || WORDS.iter().any(|word| line.contains(word)) || has_piece() || is_number()
}

/// Returns true if a text contains a square and a piece after it, or 同 and a piece, as a move does.
pub(super) fn has_move(text: &str) -> bool {
    let is_file = |c: char| matches!(half_width(c), '1'..='9');
    let starts_with_piece = |rest: &str| Kind::from_kanji(rest.chars().find(|c| !is_gap(*c)).unwrap_or(' ')).is_some();
    let mut places = text.char_indices().zip(text.chars().skip(1).chain(['\0']));
    places.any(|((at, a), b)| {
        let square = at + a.len_utf8();
        match a {
            '同' => starts_with_piece(&text[square..]),
            _ => is_file(a) && is_rank(b) && starts_with_piece(&text[square + b.len_utf8()..]),
        }
    })
}

/// Returns true for what follows the square of a move, such as 成 or 右.
pub(super) fn is_part_of_move(words: &str) -> bool {
    words.chars().all(|c| notation::is_relative(c) || matches!(c, '成' | '不' | '打' | 'り'))
}

fn is_rank(c: char) -> bool {
    "一二三四五六七八九".contains(c)
}

fn pairs(text: &str) -> impl Iterator<Item = (char, char)> {
    text.chars().zip(text.chars().skip(1))
}

/// Divides the words in the place of a move into the move or the ending and a remark: `３四歩(33)+ 好手`. Returns them with the move
/// between them. Words that are neither have no remark.
pub(super) fn divided(words: &str, to_move: Color) -> (&str, Option<MoveText>, &str) {
    const GAPS: usize = 3;
    let is_ending = |words: &str| Ending::from_kif_at(trim(trim_mark(words)), to_move).is_some();
    let text = notation::parse(words);
    if text.is_some() || is_ending(words) {
        return (words, text, "");
    }
    let after = |end: char| words.find(end).map(|at| at + end.len_utf8());
    let gaps = words.char_indices().filter(|(_, c)| is_gap(*c)).map(|(at, _)| at).take(GAPS);
    // A square in full-width parentheses is not a remark.
    let has_usual = notation::parse(&usual_characters(words)).is_some();
    let mark = words.find(|c| "！？!?、。，,（「『…".contains(c)).filter(|_| !has_usual);
    for end in after(')').into_iter().chain(after('打')).chain(gaps).chain(mark) {
        let (action, remark) = words.split_at(end);
        let (action, remark) = (trim(action), trim(trim(remark).trim_start_matches('+')));
        let text = notation::parse(action);
        if text.is_some() || is_ending(action) {
            return (action, text, remark);
        }
    }
    (words, None, "")
}

/// Returns true if a line that has a colon is a move and no header: its start is damaged or in another form than that of KIF, or a move
/// stands in the place of the key.
pub(crate) fn is_move(line: &str) -> bool {
    unusual_start(line).is_some() || has_move(document::header(line).0)
}

/// A line with a move whose start is damaged or in another form: it is read as a line of moves anyway.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum UnusualStart<'a> {
    /// A line of KIF: what stands in the place of the number, and the move: `1:７六歩(77)`, `X ４二金(41)`, `４二金(41)`, `2３四歩(33)`.
    Number(&'a str, &'a str),
    /// A line of KI2 whose first move has no mark: `７六歩 △３四歩`.
    Mark,
}

/// Returns the start of a line that would have no meaning without its move.
pub(crate) fn unusual_start(line: &str) -> Option<UnusualStart<'_>> {
    let line = trim(line);
    if let Some((number, rest)) = number_in_other_form(line) {
        return Some(UnusualStart::Number(number, rest));
    }
    // Most lines are headers. A colon of a move is in the parenthesis of its time.
    let first = line.find(['(', ':', '：']).map(|at| &line[at..]);
    if first.is_some_and(|first| !first.starts_with('(')) {
        return None;
    }
    if let Some((number, rest)) = damaged_number(line) {
        return Some(UnusualStart::Number(number, rest));
    }
    // Without any mark, a line of moves is a remark. A letter may stand in the place of the only mark.
    let has_mark = line.contains(|c| Color::from_mark(c).is_some());
    let is_marked = has_mark || line.starts_with(is_stand_in);
    let first = document::moves(document::split_tail(line).0).next().filter(|_| is_marked)?;
    let moves = unmarked(first)?;
    (has_mark || moves.len() == 1).then_some(UnusualStart::Mark)
}

/// Divides a line into the number and the move or ending, if they are in another form than that of KIF: `1:７六歩(77)`, `１手目　７六歩(77)`.
fn number_in_other_form(line: &str) -> Option<(&str, &str)> {
    let numbered = line.trim_start_matches(|c: char| half_width(c).is_ascii_digit());
    // The file of the square is a digit, too.
    let number = &line[..line.len() - numbered.len()];
    let behind = numbered
        .trim_start_matches("手目")
        .trim_start_matches(|c| is_gap(c) || matches!(c, '.' | '．' | ':' | '：' | '、'));
    let is_move = !number.is_empty() && behind.len() < numbered.len() && is_of_kif(behind, number);
    is_move.then_some((number, behind))
}

/// Returns true for a move of KIF with its origin, or an ending with a number or a time.
fn is_of_kif(rest: &str, number: &str) -> bool {
    let document::MoveLine { stated, words, time, .. } = document::move_line(rest);
    let has_origin = || notation::parse(words).is_some_and(|text| text.origin != Origin::Unstated);
    let is_ending = || (!number.is_empty() || !time.is_empty()) && Ending::from_kif(words).is_some();
    stated.is_empty() && (has_origin() || is_ending())
}

/// Divides a line of KIF into what stands in the place of the number and the text after it, if that states a move with its origin, or an
/// ending. At most one character of the number may be damaged.
fn damaged_number(line: &str) -> Option<(&str, &str)> {
    /// A number and one further character.
    const LONGEST: usize = 4;
    // The damaged character may be the space before or after the number, and the file of the square is a digit, too.
    let ends = line.char_indices().map(|(at, _)| at).take(LONGEST + 1);
    ends.map(|end| line.split_at(end)).find_map(|(number, rest)| {
        let others = number.chars().filter(|c| !half_width(*c).is_ascii_digit() && !is_gap(*c)).count();
        let rest = document::trim_start(rest);
        (others <= 1 && is_of_kif(rest, trim(number))).then_some((trim(number), rest))
    })
}

/// Divides a text into moves of KI2 without marks. Each may have a letter in the place of its mark. `None` if it has anything else.
pub(super) fn unmarked(text: &str) -> Option<Vec<&str>> {
    let mut moves = Vec::new();
    let mut rest = trim(text);
    while !rest.is_empty() {
        let end_of_word = |from: usize| rest[from..].find(is_gap).map_or(rest.len(), |at| from + at);
        let mut end = end_of_word(0);
        // A gap may follow 同.
        if rest[..end].ends_with('同') {
            end = end_of_word(rest.len() - document::trim_start(&rest[end..]).len());
        }
        let (words, behind) = rest.split_at(end);
        unmarked_move(words)?;
        moves.push(words);
        rest = document::trim_start(behind);
    }
    (!moves.is_empty()).then_some(moves)
}

/// Returns true for a character that may stand in the place of a mark.
fn is_stand_in(c: char) -> bool {
    c.is_ascii_alphabetic() || c == char::REPLACEMENT_CHARACTER
}

/// Returns a move of KI2 without a mark, and without the character that may stand in its place.
pub(super) fn unmarked_move(words: &str) -> Option<&str> {
    let is_move = |words: &&str| notation::parse(words).is_some_and(|text| text.color.is_none());
    // Other characters, such as ※, start a remark.
    let behind = words.strip_prefix(is_stand_in);
    [Some(words), behind].into_iter().flatten().find(is_move)
}

/// Returns a date in the usual form: `2014-09-13T14：59` becomes `2014/09/13 14:59`.
pub(super) fn usual_date(value: &str) -> String {
    let usual = |c: char| match c {
        '-' | '.' | '／' | '年' | '月' => '/',
        '：' => ':',
        'T' | '　' => ' ',
        c => half_width(c),
    };
    value.chars().filter(|c| *c != '日').map(usual).collect()
}

/// Returns a text with the usual characters of moves: `▲7 六歩（７７）` becomes `▲７六歩(77)`.
pub(super) fn usual_characters(words: &str) -> String {
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
