//! Counts allocations and the peak memory, in a separate process, because counting costs time.

use allocation_counter::{AllocationInfo, measure};
use kifu::{
    csa::Csa,
    model::{Format, Source},
    rules::go::Position,
    sgf::{Document, Sgf},
};
use kifu_bench::{
    memory::Figure,
    playing::{Engine, Games, KoRule},
    texts::Texts,
    work,
};
use std::{hint::black_box, ops::ControlFlow};

fn main() {
    if std::env::args().nth(1).as_deref() == Some("rules") {
        of_position::<Position>("kifu");
        of_position::<goban::rules::game::Game>("goban");
        of_position::<board_game::games::go::GoBoard>("board-game");
        return;
    }
    if std::env::args().nth(1).as_deref() == Some("shogi") {
        of_times();
        return;
    }
    for texts in [Texts::plain(1000), Texts::annotated(300)] {
        allocations(&texts);
    }
    // One collection of 100 MB.
    for texts in [Texts::plain(67_000), Texts::annotated(13_500)] {
        peaks(&texts);
    }
}

/// Measures the memory of a record in CSA of 300 moves, each with its time.
#[allow(clippy::cast_precision_loss, reason = "figures for people")]
fn of_times() {
    let moves = ["+2838HI", "-8272HI", "+3828HI", "-7282HI"];
    let moves = (0..300).map(|n| format!("{}\nT{}\n", moves[n % 4], n % 60));
    let text = format!("V2.2\nN+A\nN-B\nPI\n+\n{}%TORYO\n", moves.collect::<String>());
    let source = Source::from_text("game.csa", text);
    let mut read = None;
    let memory = measure(|| read = Some(Csa::default().read(&source)));
    let what = "memory of a record: CSA of 300 moves, each with its time".to_owned();
    println!("{}", Figure { what, value: memory.bytes_current as f64 / source.text().len() as f64 }.line());
    drop(read);
}

/// Measures the memory of a game on 19×19 before the first move and after 450, and its allocations.
#[allow(clippy::cast_precision_loss, reason = "figures for people")]
fn of_position<E: Engine>(library: &str) {
    let games = Games::random(1).games;
    let say = |what: &str, value: f64| println!("{}", Figure { what: format!("{what}: {library}"), value }.line());
    let own = size_of::<E>() as f64;
    let mut game = None;
    let start = measure(|| game = Some(E::begin(KoRule::Positional)));
    say("bytes of a position, before the first move", own + start.bytes_current as f64);
    let play = measure(|| {
        for &at in &games[0] {
            black_box(game.as_mut().map(|game| game.try_at(at)));
        }
    });
    say(
        "bytes of a position with its history, after 450 moves",
        own + (start.bytes_current + play.bytes_current) as f64,
    );
    say("allocations of a game of 450 moves", (start.count_total + play.count_total) as f64);
    drop(game);
}

#[allow(clippy::cast_precision_loss, reason = "figures for people")]
fn say(what: &str, texts: &Texts, value: u64, of: usize) {
    let what = format!("{what}, {}", texts.name);
    println!("{}", Figure { what, value: value as f64 / of as f64 }.line());
}

/// Counts the allocations per game.
fn allocations(texts: &Texts) {
    let count = |what: &str, work: &mut dyn FnMut()| {
        let AllocationInfo { count_total, .. } = measure(work);
        say(what, texts, count_total, texts.games.len());
    };
    count("allocations a game: document", &mut || work::parse(texts));
    let one = Source::from_text("collection", texts.games.concat());
    count("allocations a game: tokens and index, through `layout`", &mut || {
        // `layout` reads every token, and reuses the memory of the previous game.
        black_box(Sgf::default().layout(&one));
    });
    count("allocations a game: records, through `read_each`", &mut || work::each_record(std::slice::from_ref(&one)));
    count("allocations a game: sgf-parse", &mut || {
        for game in &texts.games {
            let _ = black_box(sgf_parse::parse(game));
        }
    });
    count("allocations a game: sgf-parser", &mut || {
        for game in &texts.games {
            let _ = black_box(sgf_parser::parse(game));
        }
    });
}

/// Measures the peak memory, including the text, per byte of the text.
fn peaks(texts: &Texts) {
    let text = texts.games.concat();
    let peak = |what: &str, work: &mut dyn FnMut()| {
        let AllocationInfo { bytes_max, .. } = measure(work);
        say(what, texts, bytes_max, text.len());
    };
    peak("memory: document", &mut || drop(black_box(Document::parse(text.as_str()))));
    peak("memory: records, read whole", &mut || {
        let source = Source::from_text("collection", text.as_str());
        black_box(Sgf::default().read(&source));
    });
    peak("memory: records, through `read_each`", &mut || {
        let source = Source::from_text("collection", text.as_str());
        Sgf::default().read_each(&source, &mut |read| {
            black_box(read);
            ControlFlow::Continue(())
        });
    });
}
