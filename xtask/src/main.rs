//! What the developers of kifu type: `cargo xtask <command>`.

mod grammar;

use std::path::{Path, PathBuf};

mod flags {
    #![allow(
        missing_docs,
        unused_qualifications,
        reason = "xflags writes what stands here"
    )]

    xflags::xflags! {
        /// What the developers of kifu type.
        cmd xtask {
            /// Writes the scanner of every grammar, made for its rule `token`, beside it.
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
        flags::XtaskCmd::Grammar(flags) => grammar::run(&root(), flags.check),
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}
