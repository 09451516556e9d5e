//! What the developers of kifu type: `cargo xtask <command>`.

mod corpus;
mod grammar;

use std::path::{Path, PathBuf};

mod flags {
    #![allow(missing_docs, unused_qualifications, reason = "xflags writes what stands here")]

    use std::path::PathBuf;

    xflags::xflags! {
        /// What the developers of kifu type.
        cmd xtask {
            /// Reads every file below a folder, and tries every law on it.
            cmd corpus {
                /// The folder.
                required folder: PathBuf
                /// Try the laws on so many mutants of the files too.
                optional --mutants number: u64
                /// Show each conversion that loses anything.
                optional --losses
            }
            /// Writes the scanner of every grammar beside it.
            cmd grammar {
                /// Write nothing; say which scanners are stale, and fail if any is.
                optional --check
            }
        }
    }
}

fn main() -> anyhow::Result<()> {
    let flags = flags::Xtask::from_env_or_exit();
    match flags.subcommand {
        flags::XtaskCmd::Corpus(flags) => corpus::run(&flags.folder, flags.mutants.unwrap_or(0), flags.losses),
        flags::XtaskCmd::Grammar(flags) => grammar::run(&root(), flags.check),
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}
