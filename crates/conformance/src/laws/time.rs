//! Time.

use super::depth::beginnings;
use crate::{
    Broken, Case, Generate,
    law::{Kept, LINEAR},
};
use kifu_core::{Comment, Format, Games, Node, Record, Source};
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

/// The sizes that are compared: the last is this many times the first.
const SIZES: [usize; 4] = [1, 2, 4, 8];

/// How many times as long as eight times the time the largest may take. What is quadratic takes eight times that.
const SLACK: u32 = 3;

/// What takes less than this says nothing.
const LEAST: Duration = Duration::from_millis(2);

/// How often what took too long is tried again: on a busy machine anything takes long now and then.
const TRIES: usize = 4;

pub(crate) fn linear<G: Generate>(format: &dyn Format<G>, cases: &[Case]) -> Kept {
    let read = |text: String| {
        let source = Source::from_text("long", text);
        move || drop(black_box((format.read(&source), format.layout(&source))))
    };
    type Make<G> = fn(usize) -> Vec<Record<G>>;
    let shapes: [(&str, Make<G>); 4] = [("long", long), ("wide", wide), ("told", told), ("many", many)];
    for (name, make) in shapes {
        if name == "many" && format.info().games == Games::One {
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
    Ok(())
}

/// Whether the time grows with the size; at first with sizes small enough to take no time at all.
fn grows<W: Fn()>(what: &str, make: impl Fn(usize) -> W) -> Kept {
    let (mut scale, mut tries) = (1, 0);
    loop {
        let times = SIZES.map(|size| {
            let work = make(size * scale);
            let timed = || {
                let start = Instant::now();
                work();
                start.elapsed()
            };
            (0..3).map(|_| timed()).min().unwrap_or_default()
        });
        let [first, .., last] = times;
        let most = first * SIZES[3] as u32 * SLACK;
        if first < LEAST && scale < 64 && last < 100 * LEAST {
            scale *= 4;
        } else if last > most.max(20 * LEAST) && tries < TRIES {
            tries += 1;
        } else if last > most.max(20 * LEAST) {
            let message = format!(
                "{what}: eight times the size takes {:?}, {:?}, {:?}, {:?}",
                times[0], times[1], times[2], times[3]
            );
            return Err(Broken::new(LINEAR, "time", message));
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
