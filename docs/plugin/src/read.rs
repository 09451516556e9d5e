//! Reads the document into a record.

use crate::{
    codes,
    document::{self, Piece},
    fields::{DERIVED, FIELDS},
    scanner::Token,
};
use kifu_core::{Edits, Field, GameBuilder, Safety, Span};
use kifu_goban::{Color, Go, Move, Point, header};
use std::collections::HashMap;

/// Reads the game, or reports that the text contains none.
pub(crate) fn read(text: &str, game: &mut GameBuilder<Go>) {
    let tokens = document::tokens(text);
    if !tokens.iter().any(|(token, ..)| matches!(token, Token::Field | Token::Line)) {
        game.report(&codes::NO_GAME, Span::at(0), || "the text contains no game; nothing was read");
        return game.reject();
    }
    fields(&tokens, game);
    moves(&tokens, game);
    if !tokens.iter().any(|token| token.2 == "\\GE") {
        let end = || Edits::one(Span::at(text.len()), if text.ends_with('\n') { "\\GE\n" } else { "\n\\GE\n" });
        game.report(&codes::UNCLOSED_GAME, Span::at(text.len()), || "the game has no end; read up to the end").fix(
            Safety::Safe,
            || "write its end",
            end,
        );
    }
}

fn fields(tokens: &[Piece<'_>], game: &mut GameBuilder<Go>) {
    let mut found = HashMap::new();
    for &(_, span, text) in tokens.iter().filter(|(token, ..)| *token == Token::Field) {
        let (key, value) = document::field(text);
        if !text.ends_with("\\]") {
            game.report(&codes::UNCLOSED_FIELD, span, || format!("{key} has no end; read up to the end of its line"))
                .fix(Safety::Safe, || "write its end", || Edits::one(Span::at(span.end as usize), "\\]"));
        }
        if value.is_empty() {
            continue;
        }
        let (first, _) = *found.entry(key).or_insert((value, span));
        if first != value {
            game.report(&codes::FIELD_TWICE, span, || format!("{key} has two values; the first counts"));
        }
    }
    let is_known = |key: &str| DERIVED.contains(&key) || Field::find(&FIELDS, key).is_some();
    for (key, (value, _)) in found.iter().filter(|(key, (value, _))| *value != "0" && !is_known(key)) {
        game.foreign("gib", key, *value);
    }
    for field in &FIELDS {
        let Some(&(value, span)) = found.get(field.key()) else { continue };
        let rest = field.read_known(game.record_mut(), value);
        if let Some(result) = rest.split(',').find(|part| part.starts_with("GRLT:")) {
            game.report(&codes::BAD_VALUE, span, || format!("{result} is not a result; it has no effect"));
        }
        if field.key() == "GAMEGONGJE" && header::TENTHS.read(value).is_none() {
            let message = || format!("{value:?} is not komi in tenths of a point; kept as text");
            game.report(&codes::BAD_VALUE, span, message);
        }
        if !rest.is_empty() {
            game.foreign("gib", field.key(), rest);
        }
    }
}

/// Reads the moves in the order of the text. Their numbers have no effect.
fn moves(tokens: &[Piece<'_>], game: &mut GameBuilder<Go>) {
    let mut lines = tokens.iter().filter(|(token, ..)| *token == Token::Line).map(|token| document::line(token.2));
    let (_, numbers, words) = lines.find(|line| line.0 == "INI").unwrap_or_default();
    if !words.is_empty() {
        game.comment(words);
    }
    let stated = game.record().terms.handicap.clone();
    let stones = numbers.get(2).copied().unwrap_or(0);
    header::fixed_handicap("INI").read(game.record_mut(), &stones.to_string());
    if stated.is_some() {
        game.record_mut().terms.handicap = stated;
    }
    let mut next = if game.record().setup.stones.is_empty() { Color::Black } else { Color::White };
    for &(token, span, text) in tokens {
        let (name, numbers, _) = match token {
            Token::Line => document::line(text),
            Token::Unknown => {
                game.report(&codes::STRAY_TEXT, span, || "neither a field nor a line of the game; ignored");
                continue;
            }
            _ => continue,
        };
        let played = match (name, &numbers[..]) {
            ("INI" | "IDX", _) => continue,
            ("STO", &[_, _, player @ 1..=2, x @ ..19, y @ ..19, ..]) => {
                Move { color: Color::ALL[player as usize - 1], at: Point::new(x as u8, y as u8) }
            }
            ("SKI", _) => Move::pass(next),
            ("STO", _) => {
                let message = || "a move has a player (1 or 2) and two lines (0 to 18); the move was left out";
                game.report(&codes::BAD_MOVE, span, message);
                continue;
            }
            (name, _) => {
                game.report(&codes::UNKNOWN_LINE, span, || format!("the line {name} is unknown; ignored"));
                continue;
            }
        };
        if played.color != next && game.current() != game.record().tree.root() {
            let number = numbers.get(1).copied().unwrap_or(u32::MAX);
            let pass = || Edits::one(Span::at(span.start as usize), format!("SKI 0 {number} \n"));
            game.report(&codes::SAME_COLOUR, span, || {
                format!("{} moves twice in a row; both moves were read", played.color)
            })
            .fix(Safety::Guess, || "insert a pass", pass);
        }
        game.add(span.start, played);
        next = played.color.opponent();
    }
}
