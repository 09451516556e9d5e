//! The program kifu, with NGF in addition to its own formats.

fn main() -> std::process::ExitCode {
    kifu_cli::run(kifu::Library::default().with(kifu_ngf::Ngf::default()))
}
