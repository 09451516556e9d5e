//! How much of what is written is held until it is known whether it may be.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How many bytes of what is written for a file are held until it is known whether all of it may be written. A larger file is
/// converted once more, to be written game by game.
const HELD: usize = 8 * 1024 * 1024;

/// And how many of all files that are in hand.
const ROOM: usize = 64 * 1024 * 1024;

/// What is held of all files, in bytes.
#[derive(Default)]
pub(super) struct Room(AtomicUsize);

/// What is held of one; given back when it is dropped.
pub(super) struct Taken<'a> {
    room: &'a Room,
    bytes: usize,
}

impl<'a> Taken<'a> {
    pub(super) fn new(room: &'a Room) -> Self {
        Self { room, bytes: 0 }
    }

    /// Takes room for so many bytes; whether there was any.
    pub(super) fn more(&mut self, bytes: usize) -> bool {
        self.bytes += bytes;
        self.room.0.fetch_add(bytes, Relaxed) + bytes <= ROOM && self.bytes <= HELD
    }

    /// Gives it back before its time.
    pub(super) fn give_back(&mut self) {
        self.room.0.fetch_sub(std::mem::take(&mut self.bytes), Relaxed);
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}
