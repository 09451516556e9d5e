//! Gomoku, five in a row on 15×15 points, for kifu: a game, and a format for its records, in a separate crate.
//!
//! ```
//! use kifu_core::{Format, Seat, Source};
//! use kifu_gomoku::GomokuText;
//! let reading = GomokuText.read(&Source::from_text("game.gmk", "gomoku\nBlack: Ida\n\nh8 i9 {a diagonal}\n"));
//! assert_eq!((reading.records[0].tree.len(), &*reading.records[0].info.player(&Seat::First).unwrap().name), (3, "Ida"));
//! ```

mod codes;
mod format;
mod game;
#[cfg(feature = "generate")]
mod generate;
mod play;
mod show;

pub use codes::CODES;
pub use format::GomokuText;
pub use game::{Gomoku, Point, Terms};
