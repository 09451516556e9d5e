//! The limit of output that is buffered until kifu knows whether it may be written.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The maximum number of buffered bytes of one file. A larger file is converted a second time and written game by game.
const MAX_BUFFERED: usize = 8 * 1024 * 1024;

/// The maximum number of buffered bytes of all files that are being converted.
const ROOM: usize = 64 * 1024 * 1024;

/// The number of buffered bytes of all files.
#[derive(Default)]
pub(super) struct Room(AtomicUsize);

/// The buffered bytes of one file, subtracted from `Room` when dropped.
pub(super) struct Taken<'a> {
    room: &'a Room,
    bytes: usize,
}

impl<'a> Taken<'a> {
    pub(super) fn new(room: &'a Room) -> Self {
        Self { room, bytes: 0 }
    }

    /// Adds `bytes` to the buffered bytes. Returns true if both limits still hold.
    pub(super) fn more(&mut self, bytes: usize) -> bool {
        self.bytes += bytes;
        self.room.0.fetch_add(bytes, Relaxed) + bytes <= ROOM && self.bytes <= MAX_BUFFERED
    }

    /// Subtracts the buffered bytes early.
    pub(super) fn give_back(&mut self) {
        self.room.0.fetch_sub(std::mem::take(&mut self.bytes), Relaxed);
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}
