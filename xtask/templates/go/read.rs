//! From the document to a record.

use crate::{codes, document::Document, scanner::Token};
use alloc::{format, vec};
use kifu_core::{Diagnostic, Diagnostics, Node, ReadGame, Record, Severity, SourceMap, Span};
use kifu_goban::{Action, Color, Go, Move, Point, Setup, Size};

pub(crate) fn read(text: &str) -> ReadGame<Go> {
    let mut record = Record::new(Setup::new(Size::default()));
    let mut origin = SourceMap { span: Span::new(0, text.len()), starts: vec![0] };
    let mut diagnostics = Diagnostics::default();
    let mut last = record.tree.root();
    for (token, span, text) in Document::parse(text).tokens() {
        if matches!(token, Token::Head | Token::Space) {
            continue;
        }
        match play(text) {
            Some(played) => {
                last = record.tree.add(last, Node::new(Some(Action::from(played))));
                origin.starts.push(span.start);
            }
            None => {
                let message = format!("{text:?} is no move; skipped");
                diagnostics.push(Diagnostic::new(codes::NO_MOVE, Severity::Error, message).at(span));
            }
        }
    }
    ReadGame { record, origin, diagnostics }
}

/// `B pd`, `W pass`.
fn play(text: &str) -> Option<Move> {
    let (color, at) = text.split_once(' ')?;
    let color = Color::ALL.into_iter().find(|of| color.chars().eq([of.letter()]))?;
    if at == "pass" {
        return Some(Move::pass(color));
    }
    Some(Move::play(color, Point::from_sgf(at).filter(|&at| Size::default().contains(at))?))
}
