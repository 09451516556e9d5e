//! The charsets that a file declares and the ends of its values, found in the bytes before they are decoded.

use crate::document::parse::{Game, Parser};
use alloc::{borrow::Cow, string::String, vec::Vec};
use kifu_core::{Charset, CharsetDeclaration};

/// Returns the charset of CA in the first node of each game, which applies from the game's first byte. The charset of the
/// first game also applies to the text before it. A game without a declaration is in the charset of the game before it.
///
/// The parser of the text finds the games and nodes here too, so that both recover from damage in the same way.
pub(crate) fn declared(bytes: &[u8]) -> Vec<CharsetDeclaration> {
    // In some charsets, a byte like a bracket after a non-ASCII byte belongs to its character. The bytes are read in both
    // ways. The way that more of the declared charsets agree with is right.
    let agreeing = |found: &[CharsetDeclaration], pairs: bool| {
        found.iter().filter(|declared| may_look_like_brackets(&declared.charset) == pairs).count()
    };
    let (in_pairs, is_certain) = read(bytes, true);
    if is_certain || agreeing(&in_pairs, true) == in_pairs.len() && !in_pairs.is_empty() {
        return in_pairs;
    }
    let (alone, _) = read(bytes, false);
    if agreeing(&alone, false) > agreeing(&in_pairs, true) { alone } else { in_pairs }
}

/// Returns true if the second byte of a character in this charset may look like a bracket or a backslash.
fn may_look_like_brackets(charset: &Charset) -> bool {
    matches!(charset.name(), "Shift_JIS" | "GBK" | "gb18030" | "Big5")
}

/// Returns true if the bracket at `at` ends a value, whatever byte is before it: the next value, property, node or variation
/// follows, or the game ends. In a text such a sequence is rare without a backslash.
pub(crate) fn ends_value(bytes: &[u8], at: usize) -> bool {
    let rest = skip_space(bytes.get(at + 1..).unwrap_or_default());
    match rest {
        [] => true,
        [b';', rest @ ..] => starts_property(skip_space(rest)) || skip_space(rest).is_empty(),
        [b'(', rest @ ..] => matches!(skip_space(rest), [b';', rest @ ..] if starts_property(skip_space(rest))),
        [b')', ..] => {
            let rest = skip(rest, |byte| byte == b')' || byte.is_ascii_whitespace());
            matches!(rest, [] | [0]) || matches!(rest, [b'(', rest @ ..] if matches!(skip_space(rest), [b';', ..]))
        }
        // The next value of a list: a point, or a name and a colon.
        [b'[', rest @ ..] => {
            let after = skip(rest, |byte| byte.is_ascii_alphabetic());
            matches!(
                (rest.len() - after.len(), after),
                (POINT_LETTERS, [b']', ..]) | (POINT_LETTERS..=MAX_LETTERS_BEFORE_COLON, [b':', ..])
            )
        }
        _ => starts_property(rest),
    }
}

/// A point has this number of letters.
const POINT_LETTERS: usize = 2;

/// The maximum number of letters before a colon at the start of a value. A heuristic: a point has two, and the formats that
/// KX names have a few more.
const MAX_LETTERS_BEFORE_COLON: usize = 16;

/// Returns true if the bytes start with an identifier and a bracket. As in FF\[3\], the identifier may have small letters.
fn starts_property(bytes: &[u8]) -> bool {
    let rest = skip(bytes, |byte| byte.is_ascii_alphanumeric());
    let name = &bytes[..bytes.len() - rest.len()];
    let capitals = name.iter().filter(|byte| byte.is_ascii_uppercase()).count();
    // Standard identifiers have one or two capitals. Private ones have only capitals, of any number.
    let is_name = (1..=2).contains(&capitals) || capitals == name.len();
    name.first().is_some_and(u8::is_ascii_uppercase) && is_name && skip_space(rest).starts_with(b"[")
}

fn skip_space(bytes: &[u8]) -> &[u8] {
    skip(bytes, |byte| byte.is_ascii_whitespace())
}

/// Returns the bytes after those at the start that satisfy a condition. At most `MAX_SKIPPED` bytes are skipped.
fn skip(bytes: &[u8], is_skipped: impl Fn(u8) -> bool) -> &[u8] {
    // A heuristic: names and white space are shorter. The limit keeps the search linear in the length of the file.
    const MAX_SKIPPED: usize = 64;
    let skipped = bytes.iter().take(MAX_SKIPPED).take_while(|byte| is_skipped(**byte)).count();
    &bytes[skipped..]
}

/// Returns the declarations if non-ASCII characters have two bytes (`in_pairs`), or one byte each. The flag is true if both
/// give the same result, because the bytes are UTF-8 or have no CA.
fn read(bytes: &[u8], in_pairs: bool) -> (Vec<CharsetDeclaration>, bool) {
    // The text after the last CA contains no declaration, so it is not parsed.
    let Some(last) = memchr::memmem::rfind(bytes, b"CA") else { return (Vec::new(), true) };
    let bracket = memchr::memchr(b'[', &bytes[last..]).map_or(bytes.len(), |at| last + at + 1);
    let end = bytes.len().min(end_of_value(bytes, bracket, in_pairs) + 1);
    // The end of the last game matters only if the text after it may be in another charset.
    let is_alike = bytes[end..].is_ascii() || core::str::from_utf8(bytes).is_ok();
    let end = if is_alike { end } else { bytes.len() };
    let text = outline(&bytes[..end], in_pairs);
    let mut found: Vec<CharsetDeclaration> = Vec::new();
    let mut parser = Parser::new(&text);
    let (mut game, mut first) = (Game::default(), true);
    while parser.next(&mut game) {
        let from = if first { 0 } else { game.span.start as usize };
        first = false;
        if let Some(at) = game.first_value(&text, "CA") {
            let label = String::from_utf8_lossy(&bytes[at.clone()]);
            if !label.trim().is_empty() {
                let until = game.span.end as usize;
                found.push(CharsetDeclaration::of_part(Charset::new(&label), at, from..until));
            }
        }
    }
    if let Some(last) = found.last_mut().filter(|_| is_alike) {
        last.until = bytes.len();
    }
    (found, matches!(text, Cow::Borrowed(_)))
}

/// Returns a text of the same length and structure as the bytes. Non-ASCII bytes, and bytes that only look like ASCII, are
/// `~`.
fn outline(bytes: &[u8], in_pairs: bool) -> Cow<'_, str> {
    if let Ok(text) = core::str::from_utf8(bytes)
        && memchr::memchr(b'\x1B', bytes).is_none()
    {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let hidden = match byte {
            b'\x1B' => shifted(&bytes[at..]),
            0x80.. if in_pairs => len_of_letter(bytes, at),
            0x80.. => 1,
            _ => {
                out.push(char::from(byte));
                at += 1;
                continue;
            }
        };
        let hidden = hidden.min(bytes.len() - at);
        out.extend(core::iter::repeat_n('~', hidden));
        at += hidden;
    }
    Cow::Owned(out)
}

/// Returns the offset of the bracket that ends a value, or of the end. A second byte of a double-byte charset is not a
/// bracket.
fn end_of_value(bytes: &[u8], mut at: usize, in_pairs: bool) -> usize {
    while let Some(&byte) = bytes.get(at) {
        at += match byte {
            b']' => return at,
            b'\\' => 2,
            b'\x1B' => shifted(&bytes[at..]),
            0x80.. if in_pairs => len_of_letter(bytes, at),
            0x80.. => 1,
            _ => 1,
        };
    }
    bytes.len()
}

/// Returns the length of the character at a non-ASCII byte. It is 2 only if the second byte looks like a bracket or a
/// backslash and belongs to the first.
fn len_of_letter(bytes: &[u8], at: usize) -> usize {
    let looks_so = bytes[at] > 0x80 && matches!(bytes.get(at + 1), Some(b'[' | b'\\' | b']'));
    let is_end = bytes.get(at + 1) == Some(&b']') && ends_value(bytes, at + 1);
    if looks_so && !is_end && is_double(bytes, at) { 2 } else { 1 }
}

/// Returns the length of an escape sequence and of the shifted text after it. In the shifted states of ISO-2022-JP any byte
/// may look like a bracket.
fn shifted(bytes: &[u8]) -> usize {
    let double = [&b"\x1B$@"[..], b"\x1B$B", b"\x1B$(D", b"\x1B(I"].into_iter().find(|shift| bytes.starts_with(shift));
    let Some(shift) = double else { return 1 };
    let inside = bytes[shift.len()..].iter().take_while(|byte| matches!(byte, 0x21..=0x7E)).count();
    shift.len() + inside
}

/// Returns true if the byte at `at` is the first of a pair: it is not the second byte of one, nor the last of a UTF-8
/// sequence.
fn is_double(bytes: &[u8], at: usize) -> bool {
    let high = bytes[..=at].iter().rev().take_while(|&&b| b >= 0x80).count();
    let utf8 = core::str::from_utf8(&bytes[at + 1 - high..=at]).is_ok();
    !utf8 && high % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(bytes: &[u8]) -> Option<String> {
        declared(bytes).first().map(|declared| String::from(declared.charset.name()))
    }

    #[test]
    fn the_first_node_declares_it() {
        assert_eq!(found(b"(;FF[4]CA[gb2312]GM[1])").as_deref(), Some("GBK"));
        assert_eq!(found(b"mail (;FF[4] CA [ SJIS ])").as_deref(), Some("Shift_JIS"));
        assert_eq!(found(b"(;C[CA[GBK]]FF[4])"), None);
        assert_eq!(found(b"(;C[CA\\[GBK\\]]CA[x-y]"), Some("x-y".into()));
        assert_eq!(found(b";CA[GBK]B[aa]").as_deref(), Some("GBK"));
        let two = declared(b"mail (;CA[GBK];B[aa](;W[bb])) (;FF[4])(;CA[Big5])");
        assert_eq!(
            two.iter().map(|found| (found.from, found.charset.name(), found.at.clone())).collect::<Vec<_>>(),
            [(0, "GBK", 10..13), (38, "Big5", 43..47)]
        );
        assert_eq!(found(b"(;FF[4];CA[GBK])"), None);
        assert_eq!(found(b"(;CA[])"), None);
        assert_eq!(found(b""), None);
        // The second byte of this Shift_JIS character is a backslash, of this GBK character a bracket.
        assert_eq!(found(b"(;PB[\x95\x5C]CA[Shift_JIS])").as_deref(), Some("Shift_JIS"));
        assert_eq!(found(b"(;PB[\x81\x5D]CA[GBK])").as_deref(), Some("GBK"));
        // If each character has one byte, a bracket after an odd number of them is a bracket.
        assert_eq!(found(b"(;PB[Ren\xE9]CA[windows-1252])").as_deref(), Some("windows-1252"));
        assert_eq!(found(b"(;PB[\xCE\xF0\xEB\xEE\xE2]CA[windows-1251])").as_deref(), Some("windows-1251"));
        // In ISO-2022-JP any byte of a character may be a bracket; the second of － is.
        assert_eq!(found(b"(;PB[\x1B$B!]\x1B(B]CA[ISO-2022-JP])").as_deref(), Some("ISO-2022-JP"));
        assert_eq!(found(b"(;PB[\x1B]CA[GBK])").as_deref(), Some("GBK"));
        assert_eq!(found("(;PB[囲碁]CA[UTF-8])".as_bytes()).as_deref(), Some("UTF-8"));
    }

    #[test]
    fn a_game_that_declares_nothing_may_be_in_another_charset() {
        use alloc::{borrow::ToOwned, vec};
        use kifu_core::Format;
        let read = |games: &[&[u8]]| {
            let (source, diagnostics) = crate::Sgf::default().decode("games.sgf", games.concat(), None);
            let segments =
                source.segments().iter().map(|segment| segment.charset.name().to_owned()).collect::<Vec<_>>();
            (segments, diagnostics.iter().map(|found| found.code.0).collect::<Vec<_>>(), source.text().to_owned())
        };
        let utf8 = "(;GM[1]CA[UTF-8]PB[柯洁];B[aa])\n".as_bytes();
        let (gbk, ..) = Charset::new("GBK").encode("(;GM[1]PB[先手柯洁];B[aa])");
        let (more, ..) = Charset::new("GBK").encode("(;GM[1]PB[先手柯洁]PW[后手朴廷桓好];B[aa])");
        for second in [&gbk, &more] {
            let (segments, diagnostics, text) = read(&[utf8, second]);
            assert_eq!((segments, diagnostics), (vec!["UTF-8".into(), "GBK".into()], vec!["text/charset-guessed"]));
            assert!(text.contains("PB[柯洁]") && text.contains("PB[先手柯洁]"), "{text}");
        }
        // One damaged character does not change the charset.
        let (segments, ..) = read(&[utf8, "(;GM[1]PB[柯洁".as_bytes(), b"\xE6", "]PW[先手];B[aa])".as_bytes()]);
        assert_eq!(segments, ["UTF-8"]);
        let (declared, ..) = Charset::new("GBK").encode("(;GM[1]CA[GBK]PB[柯洁];B[aa])");
        assert_eq!(read(&[&declared, &gbk, &more]).0, ["GBK"]);
        // Games after the last declaration, in UTF-8.
        assert_eq!(read(&[&declared, "(;GM[1]PB[柯洁先手])".as_bytes()]).0, ["GBK", "UTF-8"]);
    }

    #[test]
    fn games_begin_where_the_parser_finds_them() {
        let from = |bytes: &[u8]| declared(bytes).iter().map(|found| found.from).collect::<Vec<_>>();
        // A parenthesis that opens no game, before one that has none.
        assert_eq!(from(b"(];B[\xE5\xC8])(;CA[GBK])"), [9]);
        assert_eq!(from(b"(](;B[\xE5\xC8])(;CA[GBK])"), [10]);
        // A game without its parenthesis continues after a variation.
        assert_eq!(from(b";B[aa](;W[bb])(;CA[GBK])"), [0; 0]);
        // Brackets between games are not values, and unescaped brackets of a text do not end it.
        assert_eq!(from(b"(;FF[4])[(;CA[GBK])"), [9]);
        assert_eq!(from(b"(;C[a] b (;CA[x]) c])(;CA[GBK])"), [21]);
        // The bracket after an odd number of characters of one byte each ends the value, and so the game.
        assert_eq!(from(b"(;CA[windows-1251]C[\xE4])(;CA[windows-1252])"), [0, 23]);
        // A game that is cut ends where the next one starts.
        assert_eq!(from(b"(;GM[1]CA[GBK]PB[\xBF\xC2];B[aa]\n(;GM[1]CA[Shift_JIS]PB[\x95\x5C];B[bb])"), [0, 27]);
        // A game with several first nodes counts as one game.
        assert_eq!(from(b"((;CA[GBK])(;CA[Big5]))(;CA[Big5])"), [0, 23]);
        // A value that never ends, and a second byte that looks like a bracket outside of values.
        assert_eq!(from(b"(;FF[4])(;CA[GBK"), [8]);
        assert_eq!(from(b"(;B[aa]\x81\x5B)(;CA[Shift_JIS])"), [10]);
    }
}
