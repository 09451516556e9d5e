//! Gomoku, five in a row on 15×15 points, for kifu: a game, and a format of its records, in a crate of its own.
//!
//! ```
//! use kifu_core::{Format, Source};
//! use kifu_gomoku::GomokuText;
//! let reading = GomokuText.read(&Source::from_text("game.gmk", "gomoku\nBlack: Ida\n\nh8 i9 {a diagonal}\n"));
//! assert_eq!((reading.records[0].tree.len(), &*reading.records[0].info.players[0].name), (3, "Ida"));
//! ```

#[rustfmt::skip]
mod codes;
mod format;
mod game;
#[cfg(feature = "generate")]
mod generate;

pub use codes::CODES;
pub use format::GomokuText;
pub use game::{Gomoku, Point, Terms};
