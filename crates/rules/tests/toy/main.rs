//! Compares cursor, editor, solver and check on a small game with slow and simple implementations.

mod check;
mod cursor;
mod editor;
mod game;
mod solve;
mod stops;
