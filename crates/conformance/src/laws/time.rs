//! Time.

use super::{decode, depth::beginnings, shown};
use crate::{
    Case, Generate, Violation,
    law::{Kept, LINEAR},
};
use cpu_time::ThreadTime;
use kifu_core::{Comment, Format, GamesPerFile, Node, Record, Source};
use std::{collections::BTreeSet, hint::black_box, time::Duration};

/// The sizes that are compared: the last is this many times the first.
const SIZES: [usize; 4] = [1, 2, 8, 32];

/// How many times as long as 32 times the time the largest may take: memory that no cache holds is slower, and so is memory that
/// is given back to the system and taken again, up to six times together. What is quadratic takes 32 times that.
const SLACK: u32 = 12;

/// How many tokens are repeated in their places.
const MOST_PLACES: usize = 100;

/// What takes less than this says nothing.
const LEAST: Duration = Duration::from_micros(300);

/// And what takes less than this breaks no law.
const MUCH: Duration = Duration::from_millis(40);

pub(crate) fn linear<G: Generate>(format: &dyn Format<G>, cases: &[Case]) -> Kept {
    let read = |text: String| {
        let source = Source::from_text("long", text);
        move || drop(black_box((format.read(&source), format.layout(&source))))
    };
    type Make<G> = fn(usize) -> Vec<Record<G>>;
    let shapes: [(&str, Make<G>); 4] = [("long", long), ("wide", wide), ("told", told), ("many", many)];
    for (name, make) in shapes {
        if name == "many" && format.info().games == GamesPerFile::One {
            continue;
        }
        grows(&format!("{name}, written"), |n| {
            let records = make(n * 500);
            move || drop(black_box(format.write(&records)))
        })?;
        grows(&format!("{name}, read"), |n| read(format.write(&make(n * 500)).text))?;
    }
    for token in beginnings(format, cases) {
        grows(&format!("{token:?} again and again, read"), |n| read(token.repeat(n * 1_000)))?;
    }
    for (before, token, after) in places(format, cases) {
        let text = |n: usize| format!("{before}{}{after}", token.repeat(n * 500));
        grows(&format!("{} again and again in its place, read", shown(&token)), |n| read(text(n)))?;
    }
    Ok(())
}

/// Tokens of the cases, each beginning once, with what stands before and behind them.
fn places<G: Generate>(format: &dyn Format<G>, cases: &[Case]) -> Vec<(String, String, String)> {
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for case in cases.iter().filter(|case| case.bytes.len() < 4096) {
        let (source, _) = decode(format, case);
        for token in format.layout(&source).tokens {
            let (text, range) = (source.text(), token.range());
            let Some(piece) = text.get(range.clone()).filter(|piece| piece.len() <= 40) else { continue };
            if seen.insert(piece.chars().take(3).collect::<String>()) && out.len() < MOST_PLACES {
                out.push((text[..range.start].into(), piece.into(), text[range.end..].into()));
            }
        }
    }
    out
}

/// Whether the time grows with the size; at first with sizes small enough to take no time at all.
fn grows<W: Fn()>(what: &str, make: impl Fn(usize) -> W) -> Kept {
    let mut scale = 1;
    // Another program may take the processor away; it hardly does so every time.
    let mut doubts = 6;
    loop {
        let times = SIZES.map(|size| {
            let work = make(size * scale);
            let timed = || {
                let start = ThreadTime::now();
                work();
                start.elapsed()
            };
            (0..3).map(|_| timed()).min().unwrap_or_default()
        });
        let [first, .., last] = times;
        let most = first * SIZES[3] as u32 * SLACK;
        if first < LEAST && scale < 64 && last < 3 * MUCH {
            scale *= 4;
        } else if last > most.max(MUCH) && doubts > 0 {
            doubts -= 1;
        } else if last > most.max(MUCH) {
            let message = format!(
                "{what}: 1, 2, 8 and 32 times the size take {:?}, {:?}, {:?}, {:?}",
                times[0], times[1], times[2], times[3]
            );
            return Err(Violation::new(LINEAR, "time", message));
        } else {
            return Ok(());
        }
    }
}

/// A game of so many moves.
fn long<G: Generate>(n: usize) -> Vec<Record<G>> {
    let mut record = Record::default();
    let mut at = record.tree.root();
    for i in 0..n {
        at = record.tree.add(at, Node::new(Some(G::plain(i))));
    }
    vec![record]
}

/// A start with so many ways to go on.
fn wide<G: Generate>(n: usize) -> Vec<Record<G>> {
    let mut record = Record::default();
    for i in 0..n {
        record.tree.add(record.tree.root(), Node::new(Some(G::plain(i))));
    }
    vec![record]
}

/// A comment of so many lines.
fn told<G: Generate>(n: usize) -> Vec<Record<G>> {
    let mut record = Record::<G>::default();
    let root = record.tree.root();
    record.tree[root].details_mut().comments.push(Comment::from("a line ] \\ : \"\n".repeat(n).trim_end().to_owned()));
    vec![record]
}

/// So many games.
fn many<G: Generate>(n: usize) -> Vec<Record<G>> {
    vec![long(1).remove(0); n]
}
