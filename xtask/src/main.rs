//! The developer commands of kifu: `cargo xtask <command>`.

mod bench;
mod charsets;
mod ci;
mod corpus;
mod deny;
mod dist;
mod docs;
mod examples;
mod fixtures;
mod fuzz;
mod game_names;
mod grammar;
mod metadata;
mod msrv;
mod new_format;
mod oracle;
mod packages;
mod programs;
mod prose;
mod recipe;
mod schemas;

use std::path::{Path, PathBuf};

mod flags {
    #![allow(missing_docs, unused_qualifications, reason = "xflags generates this code")]

    use std::path::PathBuf;

    xflags::xflags! {
        /// The developer commands of kifu.
        cmd xtask {
            /// Compares the speed of kifu with other libraries, and writes the figures into docs/performance.md.
            cmd bench {
                /// Compare the program with that of this commit instead, and fail if any command is slower.
                optional --against rev: String
                /// Measure only this part of the page, such as `rules`, and write nothing.
                optional --only part: String
                /// A folder of real SGF files to measure too.
                optional folder: PathBuf
            }
            /// Measures how often kifu finds the charset of a file, and writes docs/charsets.md.
            cmd charsets {
                /// Write nothing; fail if the page is out of date, or if the guesses are worse than required.
                optional --check
            }
            /// Runs every check that a change must pass, in order.
            cmd ci {
                /// Omit the tests.
                optional --no-test
                /// Run the long trial too: a million damaged files, fuzzing, each feature of each crate alone, large inputs. It takes
                /// hours, and is run before an issue is closed.
                optional --full
            }
            /// Checks the licences, sources and versions of all dependencies with cargo-deny, by the rules in deny.toml.
            cmd deny {
            }
            /// Builds the files of a release in target/dist: archives of the program with its completions and man pages, and their
            /// checksums.
            cmd dist {
                /// The target to build for; by default this system, and the static target of Linux if it is installed.
                repeated --target triple: String
            }
            /// Checks that every crate has what it needs to be published.
            cmd packages {
            }
            /// Builds with the oldest supported compiler if it is installed. Otherwise runs clippy's lint for it.
            cmd msrv {
            }
            /// Checks or creates the test cases of the formats.
            cmd fixtures {
                /// Checks that every case is complete.
                default cmd check {}
                /// Creates a case from a file.
                cmd new {
                    /// FORMAT/NAME of the case.
                    required case: String
                    /// The file.
                    required file: PathBuf
                }
            }
            /// Writes the snapshots of the fixtures.
            cmd bless {
                /// Only cases whose names contain this text.
                optional filter: String
            }
            /// Writes the parts of the pages that are generated from the code.
            cmd docs {
                /// Write nothing; list the pages that are out of date, and fail if there are any.
                optional --check
            }
            /// Checks that every public type and free function of the libraries has an example, and runs the example programs.
            cmd examples {
            }
            /// Reads every file of a folder, and tests every law on it.
            cmd corpus {
                /// The folder.
                required folder: PathBuf
                /// Test the laws on this number of damaged copies of the files too.
                optional --mutants number: u64
                /// Damage each file at this number of places, in every charset that can encode it (the law damage-stays-local).
                optional --damage places: usize
                /// Show each conversion that loses data.
                optional --losses
            }
            /// Tests the laws on inputs that a fuzzer derives from the fixtures. Without a target,
            /// lists the targets.
            cmd fuzz {
                /// The target, or `all` for each in turn.
                optional target: String
                /// The time for each target in seconds (default: 60).
                optional seconds: u64
            }
            /// Creates a crate for a new format.
            cmd new-format {
                /// The name of the format on the command line: `sgf`.
                required name: String
                /// The game: `go`.
                required game: String
                /// Create the crate in this folder, as a separate workspace, instead of in this
                /// repository.
                optional --outside folder: PathBuf
                /// With `--outside`: the checkout of kifu that has its dependencies.
                optional --path checkout: PathBuf
                /// Run its tests too. Without `--outside`, create it in the target folder.
                optional --trial
            }
            /// Compares what sgfmill reads from SGF files with what it reads from what kifu wrote of them, by way of each format.
            cmd oracle {
                /// The folder.
                required folder: PathBuf
            }
            /// Checks that the facade, the program and the developer tools name no game.
            cmd game-names {
            }
            /// Finds the forms that docs/style.md asks to avoid, in comments, documentation, messages and pages; and links, paths and
            /// lengths that are wrong in the pages.
            cmd prose {
            }
            /// Follows the recipe of docs/plugin/README.md in a folder outside of the repository, and counts the lines of the
            /// example crates.
            cmd recipe {
            }
            /// Generates the scanner of every grammar.
            cmd grammar {
                /// Write nothing; list the scanners that are out of date, and fail if there are any.
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
            None => bench::run(&root(), flags.only.as_deref(), flags.folder.as_deref()),
        },
        flags::XtaskCmd::Charsets(flags) => charsets::run(&root(), flags.check),
        flags::XtaskCmd::Ci(flags) => ci::run(&root(), !flags.no_test, flags.full),
        flags::XtaskCmd::Deny(_) => deny::run(&root(), true),
        flags::XtaskCmd::Dist(flags) => dist::run(&root(), flags.target),
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
        flags::XtaskCmd::Oracle(flags) => oracle::run(&root(), &flags.folder),
        flags::XtaskCmd::GameNames(_) => game_names::run(&root()),
        flags::XtaskCmd::Prose(_) => prose::run(&root()),
        flags::XtaskCmd::Recipe(_) => recipe::run(&root()),
        flags::XtaskCmd::Grammar(flags) => grammar::run(&root(), flags.check),
    }
}

/// Returns the folder of the workspace.
fn root() -> PathBuf {
    let xtask = Path::new(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().unwrap_or(xtask).to_owned()
}

/// Returns the environment of cargo for crates outside of this workspace, as other authors have them. Their dependencies are built
/// once, for the program and the tests, without optimisation.
fn outside(root: &Path) -> [(&'static str, PathBuf); 3] {
    [
        ("CARGO_TARGET_DIR", root.join("target/outside")),
        ("CARGO_PROFILE_TEST_OPT_LEVEL", "0".into()),
        ("CARGO_PROFILE_DEV_DEBUG", "false".into()),
    ]
}
