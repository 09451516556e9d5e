//! The program `kifu`, with every format there is.

use std::process::ExitCode;

fn main() -> ExitCode {
    kifu_cli::run(kifu::Library::default())
}
