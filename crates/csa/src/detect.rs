//! Whether a file is CSA.

use crate::{
    document::{self, Statement, statements},
    scanner::Token,
};
use kifu_core::{Confidence, Sample};
use kifu_shogiban::csa::CsaMove;

/// The number of statements that decide. A file can start with the comments and headers of a server.
const MOST: usize = 500;

/// Returns the confidence that a file is CSA. The keys of the format are ASCII, which all its charsets have.
pub(crate) fn confidence(sample: &Sample<'_>, extensions: &[&str]) -> Confidence {
    let claims = sample.extension.is_some_and(|extension| extensions.contains(&extension));
    let text = sample.text();
    let found = statements(text).take(MOST).map(|statement| of_statement(&statement, text)).max();
    match found.unwrap_or(Confidence::No) {
        Confidence::No if claims => Confidence::Possible,
        Confidence::Likely if claims => Confidence::Certain,
        found => found,
    }
}

fn of_statement(statement: &Statement<'_>, whole: &str) -> Confidence {
    let text = statement.text;
    // The point PI of a go record can start a line too: `PI,W1,8,0`.
    let is_even = || text == "PI" && whole[statement.shown().range().end..].starts_with(['\r', '\n']);
    let is_certain = match statement.token {
        Token::Version => matches!(text, "V1" | "V1.0" | "V2" | "V2.0" | "V2.1" | "V2.2" | "V3" | "V3.0"),
        Token::Even => is_even() || text[2..].bytes().all(|byte| byte.is_ascii_alphanumeric()) && text.len() >= 6,
        Token::Rank => {
            text.len() >= 20 && text[2..].bytes().all(|byte| byte.is_ascii_uppercase() || b"+-* ".contains(&byte))
        }
        Token::Move => text.parse::<CsaMove>().is_ok(),
        Token::Program => text.starts_with("'CSA encoding="),
        _ => false,
    };
    let is_likely = match statement.token {
        Token::Ending => kifu_shogiban::Ending::from_csa(&text[1..]).is_some(),
        Token::Header => document::header(text)
            .is_some_and(|(key, _)| matches!(key, "EVENT" | "SITE" | "START_TIME" | "END_TIME" | "TIME_LIMIT")),
        Token::Pieces => text.len() >= 6 && text[2..].bytes().all(|byte| byte.is_ascii_alphanumeric()),
        _ => false,
    };
    match (is_certain, is_likely) {
        (true, _) => Confidence::Certain,
        (_, true) => Confidence::Likely,
        _ => Confidence::No,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_point_pi_of_a_go_record_is_no_position() {
        let of = |text: &str| confidence(&Sample::new(text.as_bytes(), None), &["csa"]);
        assert_eq!(of("[Data]\nQE,W1,6,0\nPI,W1,8,0\n"), Confidence::No);
        assert_eq!(of("PI\n+\n"), Confidence::Certain);
        assert_eq!(of("PI82HI22KA\n+\n"), Confidence::Certain);
    }
}
