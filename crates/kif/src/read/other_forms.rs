//! Moves in other forms than those of KIF, and remarks beside moves.

use super::{half_width, trim_mark};
use crate::{
    document::{self, is_gap, trim},
    notation::{self, MoveText},
};
use alloc::{format, string::String};
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

/// Returns true if a line that has a colon is a move and no header: it has a number and then a move in another form than that of KIF, such
/// as `1:７六歩(77)`, or a move in the place of the key, as in `X ７六歩(77) ( 0:03/00:00:03)`.
pub(crate) fn is_move(line: &str) -> bool {
    like_move(line).is_some() || has_move(document::header(line).0)
}

/// Returns the number of a line and the text after it, if it is a move in another form than that of KIF, such as `1:７六歩(77)`.
pub(super) fn like_move(line: &str) -> Option<(String, &str)> {
    let is_digit = |c: char| half_width(c).is_ascii_digit();
    let numbered = trim(line).trim_start_matches(is_digit);
    // The file of the square is a digit, too.
    let number = &trim(line)[..trim(line).len() - numbered.len()];
    let behind = numbered
        .trim_start_matches("手目")
        .trim_start_matches(|c| is_gap(c) || matches!(c, '.' | '．' | ':' | '：' | '、'));
    let mut square = behind.chars();
    let starts_with_square =
        square.next().is_some_and(|c| matches!(half_width(c), '1'..='9')) && square.next().is_some_and(is_rank);
    let is_move =
        !number.is_empty() && behind.len() < numbered.len() && (starts_with_square || behind.starts_with('同'));
    is_move.then(|| (number.chars().map(half_width).collect(), behind))
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
