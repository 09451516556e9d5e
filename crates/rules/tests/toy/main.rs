//! Cursor, editor and check on a small game, each against the slow and obvious way.

mod check;
mod cursor;
mod editor;
mod game;
