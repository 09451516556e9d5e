//! Reads the document into a record.

use crate::{codes, document, scanner::Token};
use alloc::format;
use kifu_core::GameBuilder;
use kifu_shogiban::{Move, Shogi};

pub(crate) fn read(text: &str, game: &mut GameBuilder<Shogi>) {
    for (token, span) in document::tokens(text) {
        let word = &text[span.range()];
        match word.parse::<Move>() {
            Ok(played) => {
                game.add(span.start, played);
            }
            Err(_) if matches!(token, Token::Head | Token::Space) => {}
            Err(_) => {
                game.report(&codes::NO_MOVE, span, || format!("{word:?} is not a move; ignored"));
            }
        }
    }
}
