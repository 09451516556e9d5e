//! Every format reads any bytes without a panic, the tokens cover the text without gaps, and every span is inside the text. The
//! rules, the board and the score of what was read do not panic either.

use crate::checks::{LIBRARY, Law, assert_spans_within, decode, every_format, placed, tiles};
use kifu::{
    Hints,
    model::{Format, Game},
    rules::{BoardStyle, Places, ScoreRequest},
};

/// Tests the law on bytes.
pub fn run(bytes: &[u8]) {
    every_format::<Read>(bytes);
    for name in ["fuzzed", "fuzzed.sgf", "fuzzed.json"] {
        let Ok(opened) = LIBRARY.read(name, bytes.into(), &Hints::default()) else { continue };
        let passes = LIBRARY.check(&opened);
        assert_spans_within(&opened.source, &passes);
        let Some(game) = LIBRARY.game(opened.games.game()) else { continue };
        for index in 0..opened.games.len() {
            let shown = game.show(&opened.games, index, &Places::End, BoardStyle::default());
            assert!(shown.is_some_and(|shown| shown.is_ok()));
            let score = game.score(&opened.games, index, &ScoreRequest::default());
            assert!(score.is_none_or(|score| score.is_ok()));
        }
    }
}

struct Read;

impl Law for Read {
    fn hold<G: Game>(format: &dyn Format<G>, bytes: &[u8]) {
        let (source, diagnostics) = decode(format, bytes, None);
        assert_spans_within(&source, &diagnostics);
        tiles(format, &source);
        placed(&source, &format.read(&source));
    }
}
