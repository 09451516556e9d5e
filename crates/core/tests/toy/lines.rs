use kifu_core::{
    CodeInfo, FormatInfo, Game, GameBuilder, Part, Record, Severity, SingleGame, Source, lines,
};

/// A game whose moves are numbers of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toy;

impl Game for Toy {
    const NAME: &'static str = "toy";
    type Terms = ();
    type Setup = ();
    type Action = u8;
    type Mark = u8;
}

/// The format of the toy game: a line `toy`, and then one move per line.
#[derive(Clone)]
pub struct Lines;

const NO_SQUARE: CodeInfo = CodeInfo::new("lines/no-square", Severity::Error, "a line is not a square", "");

impl SingleGame<Toy> for Lines {
    const INFO: FormatInfo = FormatInfo::new("lines", "Moves on lines")
        .extensions(&["toy"])
        .magic(&["toy"])
        .holds(&[Part::Action])
        .codes(&[NO_SQUARE]);

    fn read_game(&self, source: &Source, game: &mut GameBuilder<Toy>) {
        for line in lines(source.text()).skip(1) {
            match line.text.parse::<u8>() {
                Ok(square) => {
                    game.add(line.span.start, square);
                }
                Err(_) => {
                    game.report(&NO_SQUARE, line.span, || "not a square; ignored");
                }
            }
        }
    }

    fn write_game(&self, record: &Record<Toy>) -> String {
        record.moves().fold(String::from("toy\n"), |text, square| format!("{text}{square}\n"))
    }
}
