//! The program kifu, with GIB in addition to its own formats.

fn main() -> std::process::ExitCode {
    let mut library = kifu::Library::default();
    library = library.with(kifu_gib::Gib::default());
    kifu_cli::run(library)
}
