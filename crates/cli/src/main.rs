//! The program `kifu`, with all built-in formats.

use std::process::ExitCode;

fn main() -> ExitCode {
    kifu_cli::run(kifu::Library::default())
}
