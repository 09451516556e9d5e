//! The program kifu, with @NAME@ in addition to its own formats.

fn main() -> std::process::ExitCode {
    kifu_cli::run(kifu::Library::default().with(kifu_@name@::@Name@::default()))
}
