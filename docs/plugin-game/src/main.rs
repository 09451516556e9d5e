//! The program kifu, with gomoku beside the games that it knows.

fn main() -> std::process::ExitCode {
    kifu_cli::run(kifu::Library::default().with(kifu_gomoku::GomokuText))
}
