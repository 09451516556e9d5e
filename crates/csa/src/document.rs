//! The lossless document: the statements of a file, each with its kind, and the games that they belong to.

use crate::scanner::{self, Token};
use alloc::vec::Vec;
use kifu_core::Span;

/// A statement with its kind. `text` has no white space and no comma around it, except in texts; `span` includes all of it and the line
/// end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Statement<'a> {
    pub(crate) token: Token,
    pub(crate) text: &'a str,
    pub(crate) span: Span,
    /// The offset of `text`.
    start: usize,
}

impl<'a> Statement<'a> {
    /// Returns the statement of a token from `start` to `end`.
    fn new(text: &'a str, token: Token, start: usize, end: usize) -> Self {
        let is_text = matches!(
            token,
            Token::Name
                | Token::Header
                | Token::Comment
                | Token::Program
                | Token::Server
                | Token::Separator
                | Token::Unknown
        );
        let line = &text[start..end];
        let line = line.strip_suffix('\n').unwrap_or(line);
        let line = line.strip_suffix('\r').unwrap_or(line);
        let part = if is_text { line } else { trim(line.strip_suffix(',').unwrap_or(line)) };
        let before = part.as_ptr() as usize - line.as_ptr() as usize;
        Self { token, text: part, span: Span::new(start, end), start: start + before }
    }

    /// Returns the span of a part of the statement.
    pub(crate) fn span_of(&self, part: &str) -> Span {
        let from = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize).min(self.text.len());
        Span::new(self.start + from, self.start + from + part.len())
    }

    /// Returns the span of the statement without white space, comma and line end around it.
    pub(crate) fn shown(&self) -> Span {
        Span::new(self.start, self.start + self.text.trim_end_matches(is_gap).len())
    }
}

/// Returns the statements of a text, which cover it without gaps. Empty lines that follow each other are one.
pub(crate) fn statements(text: &str) -> impl Iterator<Item = Statement<'_>> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let mut found = None;
        at = scanner::token(text, at, &mut |token, start, end| found = Some(Statement::new(text, token, start, end)))?;
        found
    })
}

/// Passes the statements of the game that starts at `start` to `sink`, each at once when the scanner finds it, and returns the end of the game.
/// A line `/` separates games, and so does the beginning of a file after a game, if files were put together.
pub(crate) fn each_statement<'a>(text: &'a str, start: usize, mut sink: impl FnMut(&Statement<'a>)) -> usize {
    let (mut at, mut has_content, mut ended) = (start, false, None);
    loop {
        let end = scanner::token(text, at, &mut |token, start, end| {
            if has_content && is_beginning(text, token, start) {
                return ended = Some(start);
            }
            has_content |=
                matches!(token, Token::Even | Token::Rank | Token::Pieces | Token::Side | Token::Move | Token::Ending);
            sink(&Statement::new(text, token, start, end));
            if token == Token::Separator && is_line_start(text, start) {
                ended = Some(end);
            }
        });
        match (ended, end) {
            (Some(end), _) => return end,
            (None, None) => return text.len(),
            (None, Some(end)) => at = end,
        }
    }
}

pub(crate) fn is_gap(c: char) -> bool {
    matches!(c, ' ' | '\t' | '　')
}

pub(crate) fn trim(text: &str) -> &str {
    text.trim_matches(is_gap)
}

/// Returns the key and the value of a header: `$EVENT:x`.
pub(crate) fn header(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix('$')?.split_once(':')?;
    Some((key, value.trim())).filter(|(key, _)| !key.is_empty() && key.trim() == *key)
}

/// Returns the spans of the games of a text.
pub(crate) fn games(text: &str) -> Vec<Span> {
    let (mut games, mut start) = (Vec::new(), 0);
    while start < text.len() || games.is_empty() {
        let end = each_statement(text, start, |_| ());
        games.push(Span::new(start, end));
        start = end;
    }
    games
}

fn is_line_start(text: &str, at: usize) -> bool {
    at == 0 || matches!(text.as_bytes()[at - 1], b'\n' | b'\r')
}

/// Returns true for a statement that begins a file: its version or its charset.
fn is_beginning(text: &str, token: Token, at: usize) -> bool {
    let is_statement = match token {
        Token::Version => true,
        Token::Program => text[at..].starts_with("'CSA encoding="),
        _ => false,
    };
    is_statement && is_line_start(text, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;
    use proptest::{prelude::*, sample::select};

    proptest! {
        /// The games of a text together have the statements of the text.
        #[test]
        fn games_have_the_statements_of_the_text(parts in prop::collection::vec(select(&PARTS[..]), 0..12)) {
            let text: String = parts.concat();
            let (mut found, mut start) = (Vec::new(), 0);
            while start < text.len() {
                start = each_statement(&text, start, |statement| {
                    found.push((statement.token, statement.text.as_ptr(), statement.text.len(), statement.span, statement.shown()));
                });
            }
            let expected = statements(&text).map(|statement| {
                (statement.token, statement.text.as_ptr(), statement.text.len(), statement.span, statement.shown())
            });
            prop_assert_eq!(found, expected.collect::<Vec<_>>());
        }
    }

    const PARTS: [&str; 26] = [
        "+7776FU",
        "-0055KA",
        "+8822UM",
        "+7776FX",
        "+777",
        "-",
        "T1",
        "T12",
        "T123",
        "T1234",
        "T1.5",
        "T",
        "\n",
        "\n",
        "\r\n",
        "\r",
        ",",
        ",",
        " ",
        "　",
        "'*x",
        "'x",
        "%TORYO",
        "/",
        "V2.2\n",
        "'CSA encoding=UTF-8\n",
    ];

    #[test]
    fn statements_cover_the_text() {
        let text = "'CSA encoding=UTF-8\nV3.0\r\nN+a,b\n$EVENT:x,y\n'*c,d\nPI82HI\nP1-KY * \nP+00FU\n+\n +7776FU , T5,'e\n%TORYO,T1\n/\n#WIN\nI+x\nTo_Move:+\nBEGIN Time\n\n \t\nT\n+77";
        use Token::*;
        let expected = [
            Program, Version, Name, Header, Comment, Even, Rank, Pieces, Side, Move, Time, Program, Ending, Time,
            Separator, Server, Server, Server, Server, Space, Unknown, Side,
        ];
        let found: Vec<_> = statements(text).collect();
        assert_eq!(found.iter().map(|statement| statement.token).collect::<Vec<_>>(), expected);
        let mut at = 0;
        for statement in &found {
            assert_eq!(statement.span.start as usize, at);
            at = statement.span.end as usize;
        }
        assert_eq!(at, text.len());
        assert_eq!((found[9].text, found[2].text, found[21].text), ("+7776FU", "N+a,b", "+77"));
        assert_eq!(&text[found[9].shown().range()], "+7776FU");
    }

    #[test]
    fn games_of_a_text() {
        let parts = |text: &'static str| games(text).into_iter().map(|span| &text[span.range()]).collect::<Vec<_>>();
        assert_eq!(parts("PI\n+\n/\nPI\n+\n"), ["PI\n+\n/\n", "PI\n+\n"]);
        assert_eq!(parts("PI\r\n+\r\n/ \r\nPI"), ["PI\r\n+\r\n/ \r\n", "PI"]);
        assert_eq!(parts("V2.2\nPI\n+\nV2.2\nPI\n"), ["V2.2\nPI\n+\n", "V2.2\nPI\n"]);
        assert_eq!(parts("V2.2,PI,+\nV2.2,PI\n"), ["V2.2,PI,+\n", "V2.2,PI\n"]);
        assert_eq!(parts("V2.2,T1\nV2.2,PI\n"), ["V2.2,T1\nV2.2,PI\n"]);
        assert_eq!(parts("+7776FU\nV2.2\nPI\n"), ["+7776FU\n", "V2.2\nPI\n"]);
        let two = "'CSA encoding=UTF-8\nV3.0\nPI\n'CSA encoding=UTF-8\nV3.0\n+\n";
        assert_eq!(parts(two), ["'CSA encoding=UTF-8\nV3.0\nPI\n", "'CSA encoding=UTF-8\nV3.0\n+\n"]);
        assert_eq!(parts("$SITE:a/b\n'/\n"), ["$SITE:a/b\n'/\n"]);
        assert_eq!(parts("PI\n/\n"), ["PI\n/\n"]);
        assert_eq!(parts(""), [""]);
    }
}
