//! A test suite for authors of formats. It tests the laws that every format of kifu must satisfy.
//!
//! A test of three lines, with `harness = false` in the manifest, tests all laws: on fixtures, on damaged copies of them, and on
//! generated records.
//!
//! ```no_run
//! // the whole of `fn main()`
//! kifu_conformance::Suite::new(kifu_sgf::Sgf::default()).fixtures("../../fixtures/sgf").main()
//! ```
//!
//! Each pair of case and law is a trial with a name, such as `famous-game/spans`. A failure names the law, the case, the byte or
//! node, and what was lost. [`LAWS`] lists the laws.
//!
//! # Features
//! `go` and `shogi` (both on by default): generated records of the game, as an implementation of [`Generate`].
#![cfg_attr(docsrs, feature(doc_cfg))]

mod case;
mod dump;
mod file;
mod generate;
mod law;
mod laws;
mod linear;
mod part;
mod random;
mod shrink;
mod snapshot;
mod suite;

pub use case::{Case, Expect, Twin};
pub use dump::{dump, dump_record};
pub use file::{Conversion, FileTrial};
pub use generate::{GameVisitor, Generate, generated_games, record, seed};
pub use law::{LAWS, Law, Violation};
pub use laws::local::damage_stays_local;
pub use linear::assert_linear;
pub use part::part_of;
pub use random::Random;
pub use shrink::shrink;
pub use snapshot::snapshot;
pub use suite::Suite;

/// The crate `arbitrary`, in the version that [`Generate`] uses.
pub use arbitrary;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
