//! Reads two files game by game at the same time.

use kifu::{AnyGames, Decoded, Error, model::Diagnostics};
use std::{
    ops::ControlFlow,
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

/// Passes on the first game of each file, then the second, and so on; `None` for a file that has no more. At most two games of
/// each file are in memory. Returns the diagnostics that belong to no game.
pub(crate) fn each(
    before: &Decoded<'_>,
    after: &Decoded<'_>,
    mut then: impl FnMut([Option<AnyGames>; 2]),
) -> [Result<Diagnostics, Error>; 2] {
    let read = |decoded: &Decoded<'_>, to: SyncSender<AnyGames>| {
        decoded.read_each(&mut |game| match to.send(game) {
            Ok(()) => ControlFlow::Continue(()),
            // The receiver was dropped, so no more games are needed.
            Err(_) => ControlFlow::Break(()),
        })
    };
    let ((to_a, a), (to_b, b)) = (sync_channel(1), sync_channel(1));
    thread::scope(|scope| {
        let reading = [scope.spawn(move || read(before, to_a)), scope.spawn(move || read(after, to_b))];
        loop {
            let pair = [a.recv().ok(), b.recv().ok()];
            if let [None, None] = pair {
                break;
            }
            then(pair);
        }
        reading.map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    })
}
