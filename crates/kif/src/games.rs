//! Where a game of a file ends and the next one begins: users put several files together, and collections of problems have a line
//! `#--separator--` between them.
//!
//! After moves, some lines are only in the head of another game: the version of the format, the handicap, the players, the pieces in hand, the
//! line above the moves, and a diagram. The other lines of a head, such as its date, are before or after one of these. They wait until a line
//! shows which game they are of. A line is scanned at most twice, so this takes linear time.

use crate::{
    document::{Line, header, move_line, trim},
    read::{
        other_forms::{is_move, unusual_start},
        start::{player_of_hand, split_player},
        usual, version,
    },
    scanner::{self, Token},
};
use alloc::vec::Vec;
use kifu_core::{Field, Span};
use kifu_shogiban::{bod, fields::FIELDS};

/// The comment between the games of some collections.
pub(crate) const SEPARATOR: &str = "--separator--";

/// Passes the lines of the game that starts at `start` to `sink`, and returns the end of the game. As a rule a line is passed on at once when
/// the scanner finds it. This is faster than an iterator, which would move every line twice.
pub(crate) fn each_line<'a>(text: &'a str, start: usize, sink: impl FnMut(&Line<'a>)) -> usize {
    let mut game = Game { text, sink, has_content: false, has_play: false, waiting: None, end: None };
    let mut at = start;
    loop {
        let next = scanner::token(text, at, &mut |token, start, end| game.line(&Line::new(text, token, start, end)));
        match (game.end, next) {
            (Some(end), _) => return end,
            (None, Some(next)) => at = next,
            (None, None) => {
                game.go_on(text.len());
                return text.len();
            }
        }
    }
}

/// Returns the spans of the games of a text.
pub(crate) fn games(text: &str) -> Vec<Span> {
    let (mut games, mut start) = (Vec::new(), 0);
    while start < text.len() || games.is_empty() {
        let end = each_line(text, start, |_| ());
        games.push(Span::new(start, end));
        start = end;
    }
    games
}

/// Returns true for a line that is in the head of a game, and after moves in that of the next one.
pub(crate) fn is_of_head(line: &Line<'_>) -> bool {
    matches!(role(line), Role::File | Role::Separator | Role::Head)
}

/// What a line shows about the games of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// The first line of a file.
    File,
    /// The line between two games.
    Separator,
    /// In the head of a game.
    Head,
    /// In the head of a game or without a meaning: true for a header with a meaning.
    Beside(bool),
    /// A move, or the end of a line of play.
    Play,
    Variation,
    /// Anywhere in a game.
    Any,
}

fn role(line: &Line<'_>) -> Role {
    let text = line.text;
    match line.token {
        Token::Moves if player_of_hand(header(text).0).is_some() => Role::Head,
        Token::Move | Token::Moves | Token::Summary => Role::Play,
        Token::Variation => Role::Variation,
        Token::Program if version(text).is_some() => Role::File,
        Token::Program if trim(&text[1..]) == SEPARATOR => Role::Separator,
        Token::Files | Token::Separator => Role::Head,
        Token::Rank if bod::parse_rank(text).is_some_and(|rank| rank.is_whole()) => Role::Head,
        Token::Header if is_move(text) => Role::Play,
        Token::Header => {
            let key = header(text).0;
            let is_player = split_player(key).is_some_and(|(.., rest)| rest.is_empty());
            match is_player || key == "手合割" || player_of_hand(key).is_some() {
                true => Role::Head,
                false => Role::Beside(Field::find(&FIELDS, usual(key)).is_some()),
            }
        }
        Token::Unknown if unusual_start(text).is_some() => Role::Play,
        Token::Program | Token::Border | Token::Caption | Token::Side | Token::Flip => Role::Beside(false),
        Token::Rank | Token::Comment | Token::Bookmark | Token::Space | Token::Unknown => Role::Any,
    }
}

/// The lines from `start` on, which may be of this game or of the next one.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    start: usize,
    /// True after the line between two games.
    is_separated: bool,
    /// True if there is a header with a meaning.
    has_key: bool,
}

/// A game whose lines are passed on.
struct Game<'a, F> {
    text: &'a str,
    sink: F,
    /// True if there was a line of the head, or a move.
    has_content: bool,
    has_play: bool,
    waiting: Option<Waiting>,
    end: Option<usize>,
}

impl<'a, F: FnMut(&Line<'a>)> Game<'a, F> {
    fn line(&mut self, line: &Line<'a>) {
        let start = line.span.start as usize;
        let role = role(line);
        let is_separated = self.waiting.is_some_and(|waiting| waiting.is_separated);
        match role {
            Role::File if self.has_content => {
                self.go_on(start);
                self.end = Some(start);
                return;
            }
            Role::Separator if self.has_content => {
                self.go_on(start);
                self.waiting = Some(Waiting { start, is_separated: true, has_key: false });
                return;
            }
            Role::Head if self.has_play || is_separated => return self.end_before(start),
            Role::Beside(true) | Role::Play if is_separated => return self.end_before(start),
            Role::Play if self.waiting.is_some_and(|waiting| waiting.has_key) && is_first(line) => {
                return self.end_before(start);
            }
            Role::Beside(has_key) if self.has_play || is_separated => {
                let waiting = self.waiting.get_or_insert(Waiting { start, is_separated: false, has_key });
                waiting.has_key |= has_key;
                return;
            }
            Role::Any if self.waiting.is_some() => return,
            _ => {}
        }
        self.go_on(start);
        self.has_play |= role == Role::Play;
        self.has_content |= matches!(role, Role::Head | Role::Beside(true) | Role::Play) || line.token == Token::Header;
        (self.sink)(line);
    }

    /// The next game starts at this line, or at the lines that wait.
    fn end_before(&mut self, line: usize) {
        self.end = Some(self.waiting.map_or(line, |waiting| waiting.start));
    }

    /// The lines that wait are of this game. They end at `end`.
    fn go_on(&mut self, end: usize) {
        let Some(Waiting { start, .. }) = self.waiting.take() else { return };
        let (text, sink) = (self.text, &mut self.sink);
        let mut at = start;
        while at < end
            && let Some(next) =
                scanner::token(text, at, &mut |token, start, end| sink(&Line::new(text, token, start, end)))
        {
            at = next;
        }
    }
}

/// Returns true for the first move of KIF.
fn is_first(line: &Line<'_>) -> bool {
    line.token == Token::Move && move_line(line.text).number() == Some(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::{string::String, vec};
    use proptest::{prelude::*, sample::select};

    /// Returns the games of a text.
    fn parts(text: &str) -> Vec<&str> {
        games(text).into_iter().map(|span| &text[span.range()]).collect()
    }

    #[test]
    fn games_of_a_text() {
        let (first, second) = (
            "先手：あさ\n手数----\n   1 ７六歩(77)\n   2 投了\n",
            "開始日時：2024/01/01\n手合割：平手\n   1 ２六歩(27)\n",
        );
        for between in ["", "\n", "#--separator--\n", "#KIF version=2.0\n", "\n# ---- Kifu ----\n*よる\n棋戦：x\n"]
        {
            assert_eq!(parts(&[first, between, second].concat()).len(), 2, "{between}");
            assert_eq!(parts(&[first, between, second, between, first].concat()).len(), 3, "{between}");
        }
        let comment = "*終わり\n&しおり\n\n";
        assert_eq!(parts(&[first, comment, second].concat())[0], [first, comment].concat());
        assert_eq!(parts("▲７六歩\n先手：x\n▲２六歩\n"), ["▲７六歩\n", "先手：x\n▲２六歩\n"]);
        // Without a header, only the number tells that it is the first move.
        assert_eq!(parts("1 ７六歩(77)\n棋戦：x\n1 ２六歩(27)\n").len(), 2);
        for one in [
            "",
            "1 ７六歩(77)\n棋戦：x\n2 ３四歩(33)\n",
            "1 ７六歩(77)\n#x\n*y\n\n変化：1手\n1 ２六歩(27)\n",
            "1 ７六歩(77)\n#--separator--\n変化：1手\n1 ２六歩(27)\n",
            "1 ７六歩(77)\n#--separator--\n\n*x\n",
            "#--separator--\n手合割：平手\n",
            "手合割：平手\n手合割：角落ち\n手数----\n先手：x\n1 ７六歩(77)\n",
            "1 ７六歩(77)\n|x\n後手番\n▲\n",
        ] {
            assert_eq!(parts(one), [one]);
        }
        let problem = "手合割：その他\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n";
        assert_eq!(parts(&[problem, "#--separator--\n", problem].concat()).len(), 2);
        assert_eq!(parts(&[problem, "1 ５二金打\n", problem].concat()).len(), 2);
    }

    const PARTS: [&str; 16] = [
        "1 ７六歩(77)\n",
        "2 ３四歩(33)\n",
        "▲２六歩\n",
        "まで2手で中断\n",
        "変化：1手\n",
        "*x\n",
        "#x\n",
        "#--separator--\n",
        "#KIF version=2.0\n",
        "手合割：平手\n",
        "先手：x\n",
        "棋戦：y\n",
        "作者：z\n",
        "手数----\n",
        "\n",
        "x\n",
    ];

    proptest! {
        /// The games of a text together have the lines of the text.
        #[test]
        fn games_have_the_lines_of_the_text(parts in prop::collection::vec(select(&PARTS[..]), 0..16)) {
            let text: String = parts.concat();
            let (mut found, mut start) = (vec![], 0);
            while start < text.len() {
                start = each_line(&text, start, |line| found.push((line.token, line.span)));
            }
            let expected: Vec<_> = crate::document::lines(&text).map(|line| (line.token, line.span)).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
