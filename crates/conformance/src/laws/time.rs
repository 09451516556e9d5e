//! The law of linear time: how time grows with the size of the input.

use super::{decode, depth::beginnings, shown};
use crate::{
    Case, Generate, Violation,
    law::{LINEAR, Verdict},
};
use cpu_time::ThreadTime;
use kifu_core::{Comment, Format, GamesPerFile, Node, Record, Source};
use std::{collections::BTreeSet, hint::black_box, time::Duration};

/// The sizes to compare, as multiples of the first.
const SIZES: [usize; 4] = [1, 2, 8, 32];

/// The largest size may take this factor times 32 times the time of the first. Memory outside of the caches, and memory that is
/// returned to the system and allocated again, is slower, together up to six times. Quadratic work would take 32 times longer than
/// linear work.
const SLACK: u32 = 12;

/// The maximum number of tokens that are repeated in their places.
const MOST_PLACES: usize = 100;

/// A shorter time is too short to measure.
const LEAST: Duration = Duration::from_micros(300);

/// A shorter time never breaks the law.
const MUCH: Duration = Duration::from_millis(40);

/// The number of nodes or records in the smallest generated input, so that most formats take a measurable time.
const NODES: usize = 500;

/// The number of repeats of a token in the smallest input. Tokens are smaller than nodes.
const REPEATS: usize = 1_000;

/// Only tokens of cases that are smaller than this, in bytes, are repeated in their places, and only tokens that are at most
/// `SHORT` bytes long. The text around them is copied for each measurement, and must not hide their growth.
const SMALL: usize = 4096;
const SHORT: usize = 40;

/// The number of measurements. Other programs may disturb all but one, because the smallest times count.
const TRIES: usize = 12;

/// The maximum factor by which the sizes are increased until the times can be measured.
const MOST_SCALE: usize = 64;

pub(crate) fn linear<G: Generate>(format: &dyn Format<G>, cases: &[Case]) -> Verdict {
    let read = |text: String| {
        let source = Source::from_text("long", text);
        move || drop(black_box((format.read(&source), format.layout(&source))))
    };
    type Make<G> = fn(usize) -> Vec<Record<G>>;
    let shapes: [(&str, Make<G>); 4] = [("long", long), ("wide", wide), ("annotated", annotated), ("many", many)];
    for (name, make) in shapes {
        if name == "many" && format.info().games == GamesPerFile::One {
            continue;
        }
        grows(&format!("{name}, written"), |n| {
            let records = make(n * NODES);
            move || drop(black_box(format.write(&records)))
        })?;
        grows(&format!("{name}, read"), |n| read(format.write(&make(n * NODES)).text))?;
    }
    for token in beginnings(format, cases) {
        grows(&format!("{token:?} repeated, read"), |n| read(token.repeat(n * REPEATS)))?;
    }
    for (before, token, after) in places(format, cases) {
        let text = |n: usize| format!("{before}{}{after}", token.repeat(n * NODES));
        grows(&format!("{} repeated in its place, read", shown(&token)), |n| read(text(n)))?;
    }
    Ok(())
}

/// Returns tokens of the cases, one for each beginning, with the text before and after them.
fn places<G: Generate>(format: &dyn Format<G>, cases: &[Case]) -> Vec<(String, String, String)> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for case in cases.iter().filter(|case| case.bytes.len() < SMALL) {
        let (source, _) = decode(format, case);
        for token in format.layout(&source).tokens {
            let (text, range) = (source.text(), token.range());
            let Some(piece) = text.get(range.clone()).filter(|piece| piece.len() <= SHORT) else { continue };
            if seen.insert(piece.chars().take(3).collect::<String>()) && out.len() < MOST_PLACES {
                out.push((text[..range.start].into(), piece.into(), text[range.end..].into()));
            }
        }
    }
    out
}

/// Returns a violation if the time grows faster than the size. Starts with sizes that take almost no time, and increases them until
/// the times can be measured.
fn grows<W: Fn()>(what: &str, make: impl Fn(usize) -> W) -> Verdict {
    let mut scale = 1;
    loop {
        let works = SIZES.map(|size| make(size * scale));
        let mut times = [Duration::MAX; SIZES.len()];
        let is_linear = (0..TRIES).any(|_| {
            for (time, work) in times.iter_mut().zip(&works) {
                let start = ThreadTime::now();
                work();
                *time = start.elapsed().min(*time);
            }
            times[3] <= (times[0] * SIZES[3] as u32 * SLACK).max(MUCH)
        });
        if !is_linear {
            let message = format!(
                "{what}: 1, 2, 8 and 32 times the size take {:?}, {:?}, {:?}, {:?}",
                times[0], times[1], times[2], times[3]
            );
            return Err(Violation::new(LINEAR, "time", message));
        }
        if times[0] >= LEAST || scale >= MOST_SCALE || times[3] >= 3 * MUCH {
            return Ok(());
        }
        scale *= 4;
    }
}

/// Returns a game of `n` moves.
fn long<G: Generate>(n: usize) -> Vec<Record<G>> {
    let mut record = Record::default();
    let mut at = record.tree.root();
    for i in 0..n {
        at = record.tree.add(at, Node::new(Some(G::plain(i))));
    }
    vec![record]
}

/// Returns a game with `n` variations at the root.
fn wide<G: Generate>(n: usize) -> Vec<Record<G>> {
    let mut record = Record::default();
    for i in 0..n {
        record.tree.add(record.tree.root(), Node::new(Some(G::plain(i))));
    }
    vec![record]
}

/// Returns a game with a comment of `n` lines.
fn annotated<G: Generate>(n: usize) -> Vec<Record<G>> {
    let mut record = Record::<G>::default();
    let root = record.tree.root();
    record.tree[root].details_mut().comments.push(Comment::from("a line ] \\ : \"\n".repeat(n).trim_end().to_owned()));
    vec![record]
}

/// Returns `n` games.
fn many<G: Generate>(n: usize) -> Vec<Record<G>> {
    vec![long(1).remove(0); n]
}
