//! The games of a file, converted one after the other.

use super::file::Conversion;
use crate::{problem::Problem, work};
use kifu::{
    AnyGames, Decoded, Output, Verify,
    model::{Diagnostics, GamesPerFile},
};
use std::ops::ControlFlow;

/// The number of games converted together on all cores, and about how many nodes they may have. This bounds the memory.
const BATCH: (usize, usize) = (64, 32 * 1024);

/// A game and its converted output.
pub(super) struct Game {
    /// The index of the game in the file, from 0.
    pub(super) index: usize,
    pub(super) reading: AnyGames,
    /// `None` if the game was not `wanted`.
    pub(super) output: Option<Output>,
    /// True if the file has other games too.
    pub(super) several: bool,
}

/// Reads a file and converts those of its games that are `wanted`; `then` gets all games in order. Returns the diagnostics that
/// belong to no game.
pub(super) fn each<E: From<Problem>>(
    conversion: &Conversion<'_>,
    decoded: &Decoded<'_>,
    verify: Verify,
    wanted: impl Fn(usize) -> bool + Sync,
    mut then: impl FnMut(Game) -> Result<(), E>,
) -> Result<Diagnostics, E> {
    let mut next = 0;
    let mut all = |batch: Vec<AnyGames>| -> Result<(), E> {
        let (first, several) = (next, next + batch.len() > 1);
        next += batch.len();
        let numbered = batch.into_iter().enumerate().map(|(n, reading)| (first + n, reading)).collect();
        let convert = |(index, mut reading): (usize, AnyGames)| {
            if conversion.args.stamp {
                reading.stamp(concat!("kifu v", env!("CARGO_PKG_VERSION")));
            }
            let output = wanted(index).then(|| converted(conversion, &reading, index, verify)).flatten();
            Game { index, reading, output, several }
        };
        work::all(conversion.session, numbered, convert)?.into_iter().try_for_each(&mut then)
    };
    let (mut batch, mut nodes, mut stopped) = (Vec::new(), 0, None);
    let diagnostics = decoded.read_each(&mut |game| {
        nodes += game.source_maps().iter().map(|source_map| source_map.starts.len()).sum::<usize>();
        batch.push(game);
        // A batch needs two games: only then is it known whether the first is the only one.
        if batch.len() < 2 || batch.len() < BATCH.0 && nodes < BATCH.1 {
            return ControlFlow::Continue(());
        }
        nodes = 0;
        match all(std::mem::take(&mut batch)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                stopped = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    let diagnostics = diagnostics.map_err(Problem::from)?;
    match stopped {
        Some(error) => Err(error),
        None => all(batch).map(|()| diagnostics),
    }
}

/// Converts a game. If it starts a file, a loss may be that the format of this file would not be recognised.
fn converted(conversion: &Conversion<'_>, game: &AnyGames, index: usize, verify: Verify) -> Option<Output> {
    let mut output = conversion.to.convert_each(game, index, verify)?.pop()?;
    let starts_a_file = index == 0 || conversion.to.info().games == GamesPerFile::One;
    if starts_a_file && verify == Verify::Losses {
        let loss = conversion.session.library.loss_of_format(conversion.to, &output.written);
        output.losses.extend(loss.map(|mut loss| {
            loss.record = index;
            loss
        }));
    }
    Some(output)
}
