//! Fixes without an end.

use kifu_core::{
    CodeInfo, Edits, FormatInfo, Game, GameBuilder, Part, Record, Safety, Severity, SingleGame, Source, Stopped,
    apply_fixes, lines,
};

/// A game without moves that matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Toy;

impl Game for Toy {
    const NAME: &'static str = "toy";
    type Terms = ();
    type Setup = ();
    type Action = u8;
    type Mark = u8;
}

const WORD: CodeInfo = CodeInfo::new("words/word", Severity::Error, "a line is a word", "");

/// A format of words, each with a fix. Those of `a` and `b` undo each other.
#[derive(Clone)]
struct Words;

const FIXES: [(&str, &str); 3] = [("one", "1"), ("a", "b"), ("b", "a")];

impl SingleGame<Toy> for Words {
    const INFO: FormatInfo = FormatInfo::new("words", "Words on lines").holds(&[Part::Action]).codes(&[WORD]);

    fn read_game(&self, source: &Source, game: &mut GameBuilder<Toy>) {
        for line in lines(source.text()) {
            for (word, new) in FIXES.iter().filter(|(word, _)| *word == line.text) {
                let report = game.report(&WORD, line.span, || format!("{word} is a word"));
                report.fix(Safety::Guess, || "write another", || Edits::one(line.span, *new));
            }
        }
    }

    fn write_game(&self, _: &Record<Toy>) -> String {
        String::new()
    }
}

#[test]
fn rounds_that_lead_nowhere_are_discarded() {
    let fixed = |text: &str| {
        let source = Source::from_text("a", text);
        let fixed = apply_fixes(&Words, &[], &source, Default::default(), Safety::Guess);
        (fixed.source.text().to_owned(), fixed.made, fixed.found, fixed.stopped, fixed.diagnostics.iter().count())
    };
    assert_eq!(fixed("one\n"), ("1\n".into(), 1, 1, None, 0));
    assert_eq!(fixed("a\n"), ("a\n".into(), 0, 1, Some(Stopped::EndlessFixes), 1));
    // The first round has fixed a word for good.
    assert_eq!(fixed("one\na\n"), ("1\nb\n".into(), 2, 2, Some(Stopped::EndlessFixes), 1));
}
