//! Whether a file is KIF or KI2, in any of the charsets of shogi.

use crate::{
    document::{header, lines, move_line, moves},
    notation::{self, Origin},
    scanner::Token,
};
use kifu_core::{Charset, Confidence, Sample};
use kifu_shogiban::CHARSETS;

/// The number of lines that decide.
const MAX_LINES: usize = 2_000;

/// The number of headers from which a text of unknown headers alone may be a record.
const MIN_HEADERS: usize = 3;

/// What a text looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Found {
    /// Lines that only KIF has: numbered moves.
    kif: bool,
    /// Lines that only KI2 has: moves after marks, without their origin.
    ki2: bool,
    /// Lines that both have: headers with known keys, ranks of a diagram.
    both: bool,
    /// A numbered line that looks like a move of KIF, perhaps a damaged one.
    damaged: bool,
    /// Only headers, with any keys: a record without moves.
    headers: bool,
}

impl Found {
    /// Returns true if there is a line that only these formats have.
    const fn is_certain(self) -> bool {
        self.kif || self.ki2 || self.both
    }
}

fn found(text: &str) -> Found {
    let mut found = Found::default();
    let (mut headers, mut others) = (0, 0);
    for line in lines(text).take(MAX_LINES) {
        match line.token {
            Token::Header if line.text.contains('：') => headers += 1,
            Token::Space | Token::Comment | Token::Program => {}
            _ => others += 1,
        }
        match line.token {
            Token::Move => {
                let words = move_line(line.text).words;
                let has_origin = notation::parse(words).is_some_and(|text| text.origin != Origin::Unstated);
                found.damaged |= kifu_shogiban::Action::looks_like_move(words);
                found.kif |= has_origin || kifu_shogiban::Ending::from_kif(words).is_some();
            }
            Token::Moves => found.ki2 |= moves(line.text).any(|words| notation::parse(words).is_some()),
            Token::Program => match &line.text[1..] {
                text if text.starts_with("KIF version=") => found.kif = true,
                text if text.starts_with("KI2 version=") => found.ki2 = true,
                text => found.both |= text.contains("棋譜ファイル"),
            },
            Token::Separator => found.kif = true,
            Token::Rank => found.both |= kifu_shogiban::bod::parse_rank(line.text).is_some_and(|rank| rank.is_whole()),
            Token::Header => {
                let (key, value) = header(line.text);
                let is_known = matches!(
                    key,
                    "手合割" | "先手" | "後手" | "下手" | "上手" | "棋戦" | "開始日時" | "先手の持駒" | "後手の持駒"
                );
                found.both |= is_known && line.text.contains('：') || key == "手合割" && !value.is_empty();
            }
            _ => {}
        }
        if found.kif || found.ki2 {
            break;
        }
    }
    found.headers = headers >= MIN_HEADERS && others == 0;
    found
}

/// Returns the confidence that a file is KIF, or with `is_ki2` that it is KI2.
pub(crate) fn confidence(sample: &Sample<'_>, extensions: &[&str], is_ki2: bool) -> Confidence {
    let claims = sample.extension.is_some_and(|extension| extensions.contains(&extension));
    let text = sample.text();
    // Moves, headers and diagrams are in Japanese. Most files of other formats are not, and need no scan.
    if text.is_ascii() && !text.contains(" version=") {
        return if claims { Confidence::Possible } else { Confidence::No };
    }
    let mut seen = found(text);
    // Text in another charset can look like damaged moves.
    for charset in CHARSETS.iter().filter(|charset| **charset != Charset::UTF_8) {
        if seen.is_certain() {
            break;
        }
        let other = found(&sample.text_in(charset));
        seen = if other.is_certain() || seen == Found::default() { other } else { seen };
    }
    let (own, other) = if is_ki2 { (seen.ki2, seen.kif) } else { (seen.kif, seen.ki2) };
    match (own, other, seen.both) {
        (true, ..) => Confidence::Certain,
        (_, true, _) => {
            if claims {
                Confidence::Possible
            } else {
                Confidence::No
            }
        }
        // Headers and diagrams are the same in both.
        (_, _, true) if claims || !is_ki2 => Confidence::Likely,
        _ if claims && seen.damaged && !is_ki2 => Confidence::Likely,
        _ if claims || seen.headers && !is_ki2 => Confidence::Possible,
        _ => Confidence::No,
    }
}
