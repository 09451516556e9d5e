//! What the developers of kifu type: `cargo xtask <command>`.

mod bench;
mod charsets;
mod ci;
mod corpus;
mod deny;
mod docs;
mod examples;
mod fixtures;
mod fuzz;
mod grammar;
mod metadata;
mod msrv;
mod new_format;
mod packages;
mod prose;
mod recipe;

use std::path::{Path, PathBuf};

mod flags {
    #![allow(missing_docs, unused_qualifications, reason = "xflags writes what stands here")]

    use std::path::PathBuf;

    xflags::xflags! {
        /// What the developers of kifu type.
        cmd xtask {
            /// Measures kifu beside its peers, and writes the figures into docs/performance.md.
            cmd bench {
                /// Compare the program with the one of this commit instead, and fail if any command is slower.
                optional --against rev: String
                /// A folder of real SGF files, to be measured too.
                optional folder: PathBuf
            }
            /// How often the charset of a file is found: writes the page of it.
            cmd charsets {
                /// Write nothing; fail where the page is stale or the guesses are worse than they may be.
                optional --check
            }
            /// What a developer runs and what lands a change, in order.
            cmd ci {
                /// All but the tests.
                optional --no-test
            }
            /// Checks the licences, sources and versions of all dependencies, by the lists of deny.toml.
            cmd deny {
            }
            /// Checks that every crate has what it needs to be published.
            cmd packages {
            }
            /// Builds with the oldest compiler that is promised, where it is installed; else runs clippy's lint for it.
            cmd msrv {
            }
            /// The cases that the formats are tested on.
            cmd fixtures {
                /// Checks that every case is complete.
                default cmd check {}
                /// Makes a case of a file.
                cmd new {
                    /// FORMAT/NAME of the case.
                    required case: String
                    /// The file.
                    required file: PathBuf
                }
            }
            /// Writes the snapshots of the fixtures again.
            cmd bless {
                /// Only of the cases whose names hold this.
                optional filter: String
            }
            /// Writes the parts of the pages that are made from the code.
            cmd docs {
                /// Write nothing; say which pages are stale, and fail if any is.
                optional --check
            }
            /// Checks that every public item of the libraries has an example.
            cmd examples {
            }
            /// Reads every file below a folder, and tries every law on it.
            cmd corpus {
                /// The folder.
                required folder: PathBuf
                /// Try the laws on so many mutants of the files too.
                optional --mutants number: u64
                /// Damage each file at this many places, in every charset that can hold it (the law damage-stays-local).
                optional --damage places: usize
                /// Show each conversion that loses anything.
                optional --losses
            }
            /// Tries the laws on what a fuzzer makes of the fixtures; lists its targets where none is named.
            cmd fuzz {
                /// Which, or `all` in turn.
                optional target: String
                /// For how long each: 60, where it is not said.
                optional seconds: u64
            }
            /// Makes the crate of a format, to begin with.
            cmd new-format {
                /// Its name, as on the command line: `sgf`.
                required name: String
                /// The game: `go`.
                required game: String
                /// Make it in this folder, as a workspace of its own, and not in this repository.
                optional --outside folder: PathBuf
                /// With `--outside`: the checkout of kifu that its dependencies are in.
                optional --path checkout: PathBuf
                /// Run its tests; without `--outside` make it below the target folder for that.
                optional --trial
            }
            /// Finds the forms that docs/style.md asks to avoid, in comments, documentation, messages and pages.
            cmd prose {
            }
            /// Does what docs/plugin/README.md prints, in a folder outside of the repository.
            cmd recipe {
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
        flags::XtaskCmd::Bench(flags) => match flags.against {
            Some(rev) => bench::against(&root(), &rev, flags.folder.as_deref()),
            None => bench::run(&root(), flags.folder.as_deref()),
        },
        flags::XtaskCmd::Charsets(flags) => charsets::run(&root(), flags.check),
        flags::XtaskCmd::Ci(flags) => ci::run(&root(), flags.no_test),
        flags::XtaskCmd::Deny(_) => deny::run(&root()),
        flags::XtaskCmd::Packages(_) => packages::run(&root()),
        flags::XtaskCmd::Msrv(_) => msrv::run(&root()),
        flags::XtaskCmd::Fixtures(flags) => match flags.subcommand {
            flags::FixturesCmd::Check(_) => fixtures::check(&root()),
            flags::FixturesCmd::New(flags) => fixtures::new(&root(), &flags.case, &flags.file),
        },
        flags::XtaskCmd::Bless(flags) => fixtures::bless(&root(), flags.filter.as_deref()),
        flags::XtaskCmd::Docs(flags) => docs::run(&root(), flags.check),
        flags::XtaskCmd::Examples(_) => examples::run(&root()),
        flags::XtaskCmd::Corpus(flags) => {
            corpus::run(&flags.folder, flags.mutants.unwrap_or(0), flags.damage.unwrap_or(0), flags.losses)
        }
        flags::XtaskCmd::Fuzz(flags) => fuzz::run(&root(), flags.target.as_deref(), flags.seconds.unwrap_or(60)),
        flags::XtaskCmd::NewFormat(flags) => {
            anyhow::ensure!(flags.path.is_none() || flags.outside.is_some(), "`--path` needs `--outside`");
            let outside = flags.outside.map(|folder| new_format::Outside { folder, checkout: flags.path });
            new_format::run(&root(), &flags.name, &flags.game, outside.as_ref(), flags.trial)
        }
        flags::XtaskCmd::Prose(_) => prose::run(&root()),
        flags::XtaskCmd::Recipe(_) => recipe::run(&root()),
        flags::XtaskCmd::Grammar(flags) => grammar::run(&root(), flags.check),
    }
}

/// The folder of the workspace.
fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}
