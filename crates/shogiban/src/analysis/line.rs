//! Lines of moves, in the notations of KIF, KI2, USI and CSA.
//!
//! The place of a line in a layout is the name of its notation, `|`, and the text between two moves: `{kif| }`. The name has a mark for
//! each choice that is not the usual one:
//!
//! * `☗`: the marks of the players are ☗ and ☖, not ▲ and △.
//! * `同`: in KIF, a move to the square of the last move has its square too (`△８六飛(82)`); in KI2, no space follows 同 (`△同金`).
//! * `打`: every drop has 打, which KI2 writes only where it is needed.

mod usi;

use super::{Context, LinePosition};
use crate::{Action, Board, Color, Ending, Kind, Move, Shogi, Square, csa::CsaMove};
use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};
use core::fmt::Write;
use kifu_core::{AnalysedPosition, Analysis};
use usi::UsiMove;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Kif,
    Ki2,
    Usi,
    Csa,
    /// Text that is not a line of moves.
    Text,
}

/// How a line is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Notation<'a> {
    style: Style,
    /// The marks are ☗ and ☖.
    has_shogi_marks: bool,
    /// See the module.
    has_other_same: bool,
    writes_drops: bool,
    /// The text between two moves.
    between: &'a str,
}

const STYLES: [(Style, &str); 5] =
    [(Style::Kif, "kif"), (Style::Ki2, "ki2"), (Style::Usi, "usi"), (Style::Csa, "csa"), (Style::Text, "text")];

impl<'a> Notation<'a> {
    /// The notation of engines.
    pub(super) const CSA: Self =
        Self { style: Style::Csa, has_shogi_marks: false, has_other_same: false, writes_drops: false, between: " " };

    /// Appends the name of the place of a line in a layout.
    pub(super) fn write(self, out: &mut String) {
        let style = STYLES.iter().find(|(style, _)| *style == self.style).map_or("", |(_, name)| name);
        out.push_str(style);
        let marks = [(self.has_shogi_marks, "☗"), (self.has_other_same, "同"), (self.writes_drops, "打")];
        marks.into_iter().filter(|(is_set, _)| *is_set).for_each(|(_, mark)| out.push_str(mark));
        out.push('|');
        out.push_str(self.between);
    }

    fn parse(name: &'a str) -> Option<Self> {
        let (name, between) = name.split_once('|')?;
        let (style, marks) = STYLES.iter().find_map(|(style, id)| Some((*style, name.strip_prefix(id)?)))?;
        Some(Self {
            style,
            has_shogi_marks: marks.contains('☗'),
            has_other_same: marks.contains('同'),
            writes_drops: marks.contains('打'),
            between,
        })
    }
}

/// A line that was read.
pub(super) struct ReadLine<'a> {
    pub(super) actions: Vec<Action>,
    /// The text from the first word that is not an action.
    pub(super) tail: &'a str,
    pub(super) notation: Notation<'a>,
    /// The first position of the line.
    pub(super) position: AnalysedPosition,
}

/// Reads a line without spaces around it, as far as it has moves that are written with the same text. `default` is the first
/// position, if the text does not show the player.
pub(super) fn read<'a>(
    text: &'a str,
    context: &Context<'_>,
    default: AnalysedPosition,
    writes_drops: bool,
) -> ReadLine<'a> {
    moves_of_csa(text, context).unwrap_or_else(|| read_words(text, context, default, writes_drops))
}

/// Reads a line of moves of CSA with one space between two of them, as engines write a dozen for each move of a game. Such a move has one text
/// only, so that it need not be compared. `None` for other lines.
fn moves_of_csa<'a>(text: &'a str, context: &Context<'_>) -> Option<ReadLine<'a>> {
    let color = match text.as_bytes().first()? {
        b'+' => Color::Black,
        b'-' => Color::White,
        _ => return None,
    };
    let position = context.position_of(color);
    let (mut board, _) = context.board(position)?;
    // Seven characters and a space.
    let words = text.as_bytes().chunks(8);
    let mut actions = Vec::with_capacity(words.len());
    for word in words {
        let Some((word, b" " | b"")) = word.split_first_chunk() else { return None };
        let played = CsaMove::from_bytes(*word)?.on_board(&board)?;
        board.play_unchecked(played);
        actions.push(Action::Move(played));
    }
    Some(ReadLine { actions, tail: "", notation: Notation::CSA, position })
}

/// Reads any line word by word.
fn read_words<'a>(text: &'a str, context: &Context<'_>, default: AnalysedPosition, writes_drops: bool) -> ReadLine<'a> {
    let style = style_of(text);
    let mut words = Words::new(text, style).peekable();
    let first = words.peek().copied();
    let between = match first {
        Some(first) if first.at + first.text.len() + first.behind.len() < text.len() => first.behind,
        _ if writes_drops => "  ",
        _ if style == Style::Ki2 => "",
        _ => " ",
    };
    let mut notation = Notation {
        style,
        has_shogi_marks: text.starts_with(['☗', '☖']),
        has_other_same: false,
        writes_drops: writes_drops && style == Style::Ki2,
        between,
    };
    let color = first.and_then(|word| color_of(word.text));
    let position = match color {
        Some(color) => context.position_of(color),
        None if style == Style::Usi => {
            let first = first.and_then(|word| UsiMove::parse(word.text));
            first.map_or(default, |first| first.position(context, default))
        }
        None => default,
    };
    let mut walk = Walk::new(context, position, style);
    // A move of CSA and the space after it take eight bytes, and most others more.
    let (mut actions, mut rest) = (Vec::with_capacity(text.len() / 8 + 1), text.len());
    let (mut written, mut is_same_known) = (String::new(), false);
    while let Some(word) = words.next() {
        rest = word.at;
        let Some(action) = walk.read(word.text) else { break };
        let goes_to_last = action.as_move().is_some_and(|played| walk.last == Some(played.to));
        if goes_to_last && !is_same_known {
            is_same_known = true;
            notation.has_other_same = match style {
                Style::Kif => !word.text.contains('同'),
                _ => word.text.contains('同') && !word.text.contains("同　"),
            };
        }
        // A move of CSA or USI has one text only.
        let is_unique = matches!(style, Style::Csa | Style::Usi) && action.as_move().is_some();
        if !is_unique {
            written.clear();
            if walk.write_word(&action, notation, &mut written).is_none() || written != word.text {
                break;
            }
        }
        let is_last = words.peek().is_none();
        if !is_last && word.behind != between {
            break;
        }
        walk.play(&action);
        actions.push(action);
        if is_last {
            rest = text.len();
        }
    }
    if actions.is_empty() {
        (rest, notation.style) = (0, Style::Text);
    }
    ReadLine { actions, tail: &text[rest..], notation, position }
}

/// Writes the line and the tail of an analysis at the place with this name in a layout.
pub(super) fn write(name: &str, analysis: &Analysis<Shogi>, context: &Context<'_>) -> Option<String> {
    let notation = Notation::parse(name)?;
    let mut walk = Walk::new(context, analysis.position, notation.style);
    let mut out = String::new();
    for action in &analysis.line {
        if !out.is_empty() {
            out.push_str(notation.between);
        }
        walk.write(action, notation, &mut out)?;
        walk.play(action);
    }
    if !analysis.tail.is_empty() {
        if !out.is_empty() {
            out.push_str(notation.between);
        }
        out.push_str(&analysis.tail);
    }
    Some(out)
}

/// Returns the usual notation of a line in a style: the name of its place in a layout.
pub(super) fn usual(analysis: &Analysis<Shogi>, usual: &str) -> Option<String> {
    if analysis.line.is_empty() {
        return (!analysis.tail.is_empty()).then(|| "text|".to_string());
    }
    Some(usual.to_string())
}

#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    /// Where it starts.
    at: usize,
    /// The spaces after it.
    behind: &'a str,
}

/// The words of a line: each starts with the mark of a player, or after a space.
struct Words<'a> {
    text: &'a str,
    at: usize,
    has_marks: bool,
}

impl<'a> Words<'a> {
    fn new(text: &'a str, style: Style) -> Self {
        Self { text, at: 0, has_marks: matches!(style, Style::Kif | Style::Ki2) }
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let (at, rest) = (self.at, &self.text[self.at..]);
        let first = rest.chars().next()?;
        let end = match self.has_marks {
            true => rest[first.len_utf8()..].find(is_mark).map(|end| first.len_utf8() + end),
            false => rest.bytes().position(|byte| byte == b' ').and_then(|space| {
                let more = rest[space..].bytes().position(|byte| byte != b' ')?;
                Some(space + more)
            }),
        };
        let part = &rest[..end.unwrap_or(rest.len())];
        self.at += part.len();
        let text = part.trim_end_matches(' ');
        Some(Word { text, at, behind: &part[text.len()..] })
    }
}

fn is_mark(c: char) -> bool {
    matches!(c, '▲' | '△' | '☗' | '☖')
}

fn style_of(text: &str) -> Style {
    let first = text.split(' ').next().unwrap_or_default();
    if text.starts_with(is_mark) {
        // KIF has a square or 打 after each move. A line of drops that all have 打 is the same in both notations.
        let is_kif = text.contains('(') || text.split(is_mark).skip(1).all(|word| word.trim_end().ends_with('打'));
        return if is_kif { Style::Kif } else { Style::Ki2 };
    }
    if first.starts_with('%') || first.parse::<CsaMove>().is_ok() {
        return Style::Csa;
    }
    if UsiMove::parse(first).is_some() { Style::Usi } else { Style::Text }
}

/// Returns the player of a word, if the word shows it.
fn color_of(word: &str) -> Option<Color> {
    match word.chars().next()? {
        '+' => Some(Color::Black),
        '-' => Some(Color::White),
        mark => Color::from_mark(mark),
    }
}

/// A walk along a line.
struct Walk {
    style: Style,
    last: Option<Square>,
    /// The position, in KI2.
    position: Option<Box<dyn LinePosition>>,
    /// The board and the player to move, in USI and CSA.
    board: Option<(Board, Color)>,
}

impl Walk {
    fn new(context: &Context<'_>, at: AnalysedPosition, style: Style) -> Self {
        let mut walk = Self { style, last: context.last(at), position: None, board: None };
        match style {
            Style::Ki2 => walk.position = context.position(at),
            Style::Usi | Style::Csa => walk.board = context.board(at),
            Style::Kif | Style::Text => {}
        }
        walk
    }

    fn play(&mut self, action: &Action) {
        let Some(played) = action.as_move() else { return };
        self.last = Some(played.to);
        if let Some(position) = &mut self.position {
            position.play(played);
        }
        if let Some((board, to_move)) = &mut self.board {
            board.play_unchecked(played);
            *to_move = played.color.opponent();
        }
    }

    fn read(&self, word: &str) -> Option<Action> {
        match self.style {
            Style::Kif => self.read_kif(word).map(Action::from),
            Style::Ki2 => self.read_ki2(word).map(Action::from),
            Style::Usi => self.read_usi(word).map(Action::from),
            Style::Csa => match word.strip_prefix('%') {
                Some(ending) => Ending::from_csa(ending).map(Action::from),
                None => self.read_csa(word).map(Action::from),
            },
            Style::Text => None,
        }
    }

    /// Returns the target of a move with a mark, and the text after it.
    fn target<'t>(&self, word: &'t str) -> Option<(Square, &'t str)> {
        let mut chars = word.chars();
        chars.next()?;
        if let Some(rest) = chars.as_str().strip_prefix('同') {
            return Some((self.last?, rest.strip_prefix('　').unwrap_or(rest)));
        }
        let to = Square::from_chars(chars.next()?, chars.next()?)?;
        Some((to, chars.as_str()))
    }

    fn read_kif(&self, word: &str) -> Option<Move> {
        let (to, rest) = self.target(word)?;
        Move::parse_piece(color_of(word)?, to, rest)
    }

    fn read_ki2(&self, word: &str) -> Option<Move> {
        let position = self.position.as_ref()?;
        let (to, rest) = self.target(word)?;
        let (kind, words) = Kind::split_name(rest)?;
        let color = position.to_move();
        (color_of(word) == Some(color)).then_some(())?;
        // Some programs write 打 after every drop, where the position need not know the word.
        if words == "打" { Some(Move::drop(color, kind, to)) } else { position.resolve(to, kind, words) }
    }

    fn read_usi(&self, word: &str) -> Option<Move> {
        let (board, to_move) = self.board.as_ref()?;
        UsiMove::parse(word)?.on_board(board, *to_move)
    }

    fn read_csa(&self, word: &str) -> Option<Move> {
        let (board, _) = self.board.as_ref()?;
        word.parse::<CsaMove>().ok()?.on_board(board)
    }

    /// Appends the word of an action. The caller plays the action afterwards. `None` if the notation has no word for it, or if it is read as
    /// another action.
    fn write(&self, action: &Action, notation: Notation<'_>, out: &mut String) -> Option<()> {
        let start = out.len();
        self.write_word(action, notation, out)?;
        // Words of USI and CSA do not name the piece before the move, so the position must have it.
        let needs_piece = matches!(self.style, Style::Usi | Style::Csa);
        (!needs_piece || self.read(&out[start..]).as_ref() == Some(action)).then_some(())
    }

    /// Appends the word of an action, however it is read.
    fn write_word(&self, action: &Action, notation: Notation<'_>, out: &mut String) -> Option<()> {
        let played = match action {
            Action::Move(played) => *played,
            Action::Ending(ending) if self.style == Style::Csa => return write!(out, "%{}", ending.csa()?).ok(),
            _ => return None,
        };
        let Move { color, kind, from, to, .. } = played;
        match self.style {
            Style::Kif | Style::Ki2 => {
                out.push(if notation.has_shogi_marks { color.mark() } else { color.triangle() });
                let says_same = self.last == Some(to) && (self.style == Style::Ki2 || !notation.has_other_same);
                let (file, rank) = to.numerals();
                match (says_same, notation.has_other_same) {
                    (false, _) => out.extend([file, rank]),
                    (true, false) => out.push_str("同　"),
                    (true, true) => out.push('同'),
                }
                if self.style == Style::Kif {
                    return played.write_piece(out).ok();
                }
                let words = self.position.as_ref()?.words(played)?;
                out.push_str(kind.kanji());
                out.push_str(if from.is_none() && notation.writes_drops { "打" } else { &words });
            }
            Style::Usi => write!(out, "{}", played.to_usi()).ok()?,
            // Without a formatter, because a line has many moves.
            Style::Csa => out.extend(CsaMove::from(played).bytes().map(char::from)),
            Style::Text => return None,
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::TestPosition;
    use super::*;

    const MIDDLE_GAME: &str = "ln1g3nl/1ks1gr3/1pppp1bpp/p4pp2/2P4P1/P2PPPP2/1P1S2N1P/1BKGGR3/LNS5L b Pp 41";

    #[test]
    fn lines_of_csa_and_usi() {
        let positions =
            |_: AnalysedPosition| -> Option<Box<dyn LinePosition>> { Some(Box::new(TestPosition::new(MIDDLE_GAME))) };
        let context = Context::default().with_positions(&positions);
        let five = "☗４五歩(46) ☖４五歩(44) ☗３三角成(88) ☖３三桂(21) ☗４四角打";
        for (text, actions, tail) in [
            ("+4645FU -4445FU +8833UM -2133KE +0044KA", five, ""),
            ("4f4e 4d4e 8h3c+ 2a3c B*4d", five, ""),
            ("+4645FU", "☗４五歩(46)", ""),
            ("", "", ""),
            ("+4645FU ", "☗４五歩(46)", ""),
            ("+4645FU  -4445FU  +8833UM", "☗４五歩(46) ☖４五歩(44) ☗３三角成(88)", ""),
            // The text between two moves is always the same.
            ("+4645FU  -4445FU +8833UM", "☗４五歩(46)", "-4445FU +8833UM"),
            ("+4645FU4d4e", "", "+4645FU4d4e"),
            ("+4645FU %TORYO", "☗４五歩(46) 投了", ""),
            ("4f4e resign", "☗４五歩(46)", "resign"),
            // No piece, a piece of the other player, and one that does not become this one.
            ("+5545FU", "", "+5545FU"),
            ("-4645FU", "", "-4645FU"),
            ("+4645KI", "", "+4645KI"),
            ("+4645FU -4445KI", "☗４五歩(46)", "-4445KI"),
            ("4f4e 4f4e", "☗４五歩(46)", "4f4e"),
            ("P*5e+", "", "P*5e+"),
            ("K*5e", "", "K*5e"),
            ("P*3c", "☗３三歩打", ""),
        ] {
            let read = read(text, &context, AnalysedPosition::After, false);
            let found = read.actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            assert_eq!((found.as_str(), read.tail), (actions, tail), "{text}");
        }
    }

    /// The first position of a line of USI.
    #[test]
    fn a_line_of_usi_may_start_with_the_move_of_the_node() {
        for (played, line, expected) in [
            ("☗４五歩(46)", "4f4e 4d4e", AnalysedPosition::Before),
            ("☗４五歩(46)", "4d4e", AnalysedPosition::After),
            ("☗３三歩打", "P*3c", AnalysedPosition::Before),
            ("☗３三角成(88)", "8h3c", AnalysedPosition::After),
            ("☗３三角成(88)", "8h3c+", AnalysedPosition::Before),
        ] {
            let context = Context::new(played.parse().ok(), None);
            assert_eq!(read(line, &context, AnalysedPosition::After, false).position, expected, "{played} {line}");
        }
    }
}
