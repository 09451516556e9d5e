//! The program kifu, with gomoku, its rules and its board in addition to the games that it knows.

use kifu_gomoku::{Gomoku, GomokuText};
use kifu_rules::RulesPass;

fn main() -> std::process::ExitCode {
    let library = kifu::Library::default().with(GomokuText);
    kifu_cli::run(library.check_with(RulesPass::<Gomoku>::new()).with_game::<Gomoku>())
}
