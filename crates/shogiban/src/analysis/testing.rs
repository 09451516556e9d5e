//! A position for tests: it knows how each kind of piece moves on an empty board, and nothing of other rules.

use super::{Context, LinePosition, read, write};
use crate::{Board, Color, Kind, Move, Piece, Setup, Square};
use alloc::{
    boxed::Box,
    string::{String, ToString},
    vec::Vec,
};
use kifu_core::{AnalysedPosition, SlotEntry};

#[derive(Clone)]
pub(super) struct TestPosition(pub(super) Setup);

impl TestPosition {
    pub(super) fn new(sfen: &str) -> Self {
        Self(sfen.parse().unwrap())
    }

    fn origins(&self, to: Square, kind: Kind) -> Vec<Square> {
        let piece = Piece::new(self.0.to_move, kind);
        let from = self.0.board.pieces().filter(|(_, other)| *other == piece).map(|(from, _)| from);
        from.filter(|from| reaches(piece, *from, to)).collect()
    }
}

fn reaches(piece: Piece, from: Square, to: Square) -> bool {
    let files = to.file().abs_diff(from.file());
    let forward = i16::from(from.rank_for(piece.color)) - i16::from(to.rank_for(piece.color));
    let ranks = u8::try_from(forward.unsigned_abs()).unwrap();
    let is_beside = files.max(ranks) == 1;
    match piece.kind {
        Kind::Pawn => (files, forward) == (0, 1),
        Kind::Lance => files == 0 && forward > 0,
        Kind::Knight => (files, forward) == (1, 2),
        Kind::Silver => is_beside && (files, forward) != (0, -1) && forward != 0,
        Kind::King => is_beside,
        Kind::Bishop => files == ranks,
        Kind::Rook => files == 0 || ranks == 0,
        Kind::Horse => files == ranks || is_beside,
        Kind::Dragon => files == 0 || ranks == 0 || is_beside,
        _ => is_beside && (files == 0 || forward >= 0),
    }
}

impl LinePosition for TestPosition {
    fn to_move(&self) -> Color {
        self.0.to_move
    }

    fn board(&self) -> &Board {
        &self.0.board
    }

    fn resolve(&self, to: Square, kind: Kind, words: &str) -> Option<Move> {
        let color = self.0.to_move;
        let played = match (&self.origins(to, kind)[..], words) {
            ([from], "" | "成" | "不成") => Move::new(color, kind, *from, to),
            ([], "") if self.0.hand(color).count(kind) > 0 => Move::drop(color, kind, to),
            _ => return None,
        };
        Some(if words == "成" { played.promoting() } else { played })
    }

    fn words(&self, played: Move) -> Option<String> {
        let origins = self.origins(played.to, played.kind).len();
        Some(match played.from {
            None if origins > 0 => "打".to_string(),
            None => String::new(),
            Some(_) if origins != 1 => return None,
            Some(_) if played.promotes => "成".to_string(),
            Some(_) if played.may_promote() => "不成".to_string(),
            Some(_) => String::new(),
        })
    }

    fn play(&mut self, played: Move) {
        match played.from {
            Some(from) => _ = self.0.board.set(from, None),
            None => _ = self.0.hand_mut(played.color).remove(played.kind),
        }
        let captured = self.0.board.set(played.to, Some(Piece::new(played.color, played.kind_after())));
        if let Some(captured) = captured {
            self.0.hand_mut(played.color).add(captured.kind.unpromoted(), 1);
        }
        self.0.to_move = played.color.opponent();
    }
}

/// A row of a table of comments: the lines, and the analysis as the fields of an entry.
pub(super) type Row = (&'static [&'static str], &'static str);

/// Reads each row after a move in a position, compares it with its analysis without the notation, and writes it again.
pub(super) fn check(sfen: &str, played: &str, rows: &[Row]) {
    let before = TestPosition::new(sfen);
    let played: Option<Move> = played.parse().ok();
    let mut after = before.clone();
    played.into_iter().for_each(|played| after.play(played));
    let positions = |at: AnalysedPosition| -> Option<Box<dyn LinePosition>> {
        Some(Box::new(if at == AnalysedPosition::Before { before.clone() } else { after.clone() }))
    };
    let context = Context::new(played, None).with_positions(&positions);
    for (lines, expected) in rows {
        let found = read(lines, &context).unwrap_or_else(|| panic!("{lines:?} is a comment"));
        let mut analysis = found.analysis.clone();
        analysis.notation = None;
        let entries = SlotEntry::of_analyses(core::slice::from_ref(&analysis));
        assert_eq!(entries[0].fields.join(", "), *expected, "{lines:?}");
        assert_eq!(found.lines, lines.len(), "{lines:?}");
        let written = write(&found.analysis, &context);
        assert_eq!(written.unwrap_or_else(|| panic!("{lines:?} is not written")), *lines);
    }
}

/// Asserts that none of these lines starts an analysis.
pub(super) fn check_comments(lines: &[&str]) {
    for line in lines {
        assert!(read(&[line], &Context::default()).is_none(), "{line:?}");
    }
}
