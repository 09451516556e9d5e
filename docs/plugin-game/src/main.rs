//! The program kifu, with gomoku and its rules in addition to the games that it knows.

use kifu_gomoku::{Gomoku, GomokuText};
use kifu_rules::RulesPass;

fn main() -> std::process::ExitCode {
    kifu_cli::run(kifu::Library::default().with(GomokuText).check_with(RulesPass::<Gomoku>::new()))
}
