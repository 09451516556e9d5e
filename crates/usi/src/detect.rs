//! Whether a file is USI, SFEN or USEN.

use crate::{
    document::{Line, lines},
    scanner::Token,
    usen,
};
use kifu_core::{Confidence, Sample};
use kifu_shogiban::Setup;

/// The number of lines that decide.
const MOST: usize = 100;

/// Returns the confidence that a file is USI.
pub(crate) fn confidence(sample: &Sample<'_>, extensions: &[&str]) -> Confidence {
    let claims = sample.extension.is_some_and(|extension| extensions.contains(&extension));
    let found = lines(sample.text()).take(MOST).map(|line| of_line(&line)).max().unwrap_or(Confidence::No);
    if claims { found.max(Confidence::Possible) } else { found }
}

fn of_line(line: &Line<'_>) -> Confidence {
    let mut words = line.words();
    match line.token {
        Token::Position => match words.next() {
            Some("position") => Confidence::Certain,
            Some("startpos") if words.next().is_none_or(|word| word == "moves") => Confidence::Certain,
            // A SFEN that is not valid is found by the reader.
            Some("sfen") if words.next().is_some_and(|board| board.contains('/')) => Confidence::Certain,
            _ => Confidence::No,
        },
        Token::Sfen => {
            let text = line.text.split(" moves").next().unwrap_or_default();
            if text.parse::<Setup>().is_ok() { Confidence::Certain } else { Confidence::No }
        }
        Token::Usen => {
            let setup = line.text.trim().split('~').next().unwrap_or_default();
            if usen::read_setup(setup).is_ok() { Confidence::Certain } else { Confidence::No }
        }
        Token::Moves => Confidence::Likely,
        Token::Comment | Token::Space | Token::Unknown => Confidence::No,
    }
}
