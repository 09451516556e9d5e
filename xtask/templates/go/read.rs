//! Reads the document into a record.

use crate::{codes, document, scanner::Token};
use alloc::format;
use kifu_core::GameBuilder;
use kifu_goban::{Color, Go, Move, Point, Size};

pub(crate) fn read(text: &str, game: &mut GameBuilder<Go>) {
    for (token, span) in document::tokens(text) {
        let word = &text[span.range()];
        match play(word) {
            Some(played) => {
                game.add(span.start, played);
            }
            None if matches!(token, Token::Head | Token::Space) => {}
            None => {
                game.report(&codes::NO_MOVE, span, || format!("{word:?} is not a move; ignored"));
            }
        }
    }
}

/// Parses `B pd` or `W pass`.
fn play(text: &str) -> Option<Move> {
    let (color, at) = text.split_once(' ')?;
    let color = Color::ALL.into_iter().find(|of| color.chars().eq([of.letter()]))?;
    if at == "pass" {
        return Some(Move::pass(color));
    }
    Some(Move::play(color, Point::from_sgf(at).filter(|&at| Size::default().contains(at))?))
}
