//! Compares cursor, editor and check on a small game with slow and simple implementations.

mod check;
mod cursor;
mod editor;
mod game;
