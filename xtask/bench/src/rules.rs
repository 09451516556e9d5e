//! The rows of the rules of go: playing, memory, counting positions, and what the rules cost in `check`.

use crate::{
    measure::{instructions, seconds},
    memory,
    page::Page,
};
use board_game::games::go::GoBoard;
use goban::rules::game::Game;
use kifu::{Library, rules::go::Position};
use kifu_bench::{
    playing::{Games, KoRule, legal_positions, playouts},
    texts::Texts,
    work,
};
use std::{hint::black_box, time::Instant};

/// The number of random games that are replayed.
const GAMES: usize = 100;

/// The number of random playouts.
const PLAYOUTS: usize = 20;

/// Returns the ko rule of a work of callgrind.
pub(crate) fn ko_rule(what: &str) -> Option<KoRule> {
    match what {
        "simple ko" => Some(KoRule::Simple),
        "positional superko" => Some(KoRule::Positional),
        _ => None,
    }
}

/// Returns the library of a work of callgrind that checks games.
pub(crate) fn library(what: &str) -> Option<Library> {
    match what {
        "check" => Some(Library::default()),
        "check --no-rules" => Some(Library::default().check_without("rules")),
        _ => None,
    }
}

pub(crate) fn run(page: &mut Page, all: &[Texts]) -> anyhow::Result<()> {
    play(page, all);
    of_instructions(page)?;
    of_memory(page)?;
    positions(page);
    check(page, all);
    Ok(())
}

/// Compares the time of a move with that of the other libraries.
#[allow(clippy::cast_precision_loss, reason = "figures for people")]
fn play(page: &mut Page, all: &[Texts]) {
    let mut table = page.table(&["games", "work", "kifu", "goban 0.20.1", "board-game 0.8.2"]);
    let mut row = |games: &str, work: &str, moves: [usize; 3], times: [f64; 3]| {
        let a_move = |n: usize| times[n] * 1e9 / moves[n] as f64;
        let other = |n: usize| match moves[n] {
            0 => String::new(),
            _ => format!("{:.0} ns a move, {:.1} ×", a_move(n), a_move(n) / a_move(0)),
        };
        table.row(&[games, work, &format!("{:.1} ns a move", a_move(0)), &other(1), &other(2)]);
    };
    let real = all.iter().filter(|texts| texts.name == "real files");
    let real = real.map(|texts| Games::of(&work::records(&work::sources(texts))));
    let mut remarks = Vec::new();
    for games in [Games::random(GAMES)].into_iter().chain(real) {
        let moves = games.moves();
        remarks.push(format!("{}: {} games, {moves} moves", games.name, games.games.len()));
        let times = seconds([&mut || _ = black_box(games.replay::<Position>(KoRule::Simple)), &mut || {
            _ = black_box(games.replay::<Game>(KoRule::Simple))
        }]);
        row(games.name, "play, checked, simple ko", [moves, moves, 0], [times[0], times[1], 0.0]);
        let times = seconds([
            &mut || _ = black_box(games.replay::<Position>(KoRule::Positional)),
            &mut || _ = black_box(games.replay::<Game>(KoRule::Positional)),
            &mut || _ = black_box(games.replay::<GoBoard>(KoRule::Positional)),
        ]);
        row(games.name, "play, checked, positional superko", [moves; 3], times);
        let refused = [
            ("kifu", games.replay::<Position>(KoRule::Positional)),
            ("goban", games.replay::<Game>(KoRule::Positional)),
            ("board-game", games.replay::<GoBoard>(KoRule::Positional)),
        ];
        for (name, refused) in refused.into_iter().filter(|&(_, refused)| refused > 0) {
            remarks.push(format!("{name} refuses {refused} of them"));
        }
    }
    let moves = [playouts::<Position>(PLAYOUTS), playouts::<Game>(PLAYOUTS), playouts::<GoBoard>(PLAYOUTS)];
    let times = seconds([
        &mut || _ = black_box(playouts::<Position>(PLAYOUTS)),
        &mut || _ = black_box(playouts::<Game>(PLAYOUTS)),
        &mut || _ = black_box(playouts::<GoBoard>(PLAYOUTS)),
    ]);
    row("playouts", "random points until one is legal, positional superko", moves, times);
    page.put("The rules of go", &table.finish(), &remarks);
}

fn of_instructions(page: &mut Page) -> anyhow::Result<()> {
    let mut table = page.table(&["work", "instructions a move"]);
    let moves = Games::random(20).moves();
    for what in ["simple ko", "positional superko"] {
        let Some(instructions) = instructions(what, 4, moves)? else { return Ok(()) };
        table.row(&[what, &format!("{instructions:.0}")]);
    }
    page.put("Instructions: a move", &table.finish(), &[]);
    Ok(())
}

fn of_memory(page: &mut Page) -> anyhow::Result<()> {
    let mut table = page.table(&["what", "figure"]);
    for figure in memory("rules")? {
        table.row(&[&figure.what, &format!("{:.0}", figure.value)]);
    }
    page.put("Memory of a position", &table.finish(), &[]);
    Ok(())
}

/// Counts the legal positions on 4×4.
#[allow(clippy::cast_precision_loss, reason = "figures for people")]
fn positions(page: &mut Page) {
    let mut table = page.table(&["board", "legal positions", "seconds", "a stone placed and taken back"]);
    let start = Instant::now();
    let (positions, placed) = black_box(legal_positions(4));
    let time = start.elapsed().as_secs_f64();
    assert_eq!(positions, 24_318_165, "the number of legal positions on 4×4 that Tromp counted");
    let a_stone = format!("{:.1} ns", time * 1e9 / placed as f64);
    table.row(&["4×4", &positions.to_string(), &format!("{time:.1}"), &a_stone]);
    page.put("Legal positions", &table.finish(), &[]);
}

/// Compares `check` with and without the rules.
fn check(page: &mut Page, all: &[Texts]) {
    let mut table = page.table(&["text", "`check --no-rules`", "`check`", "time with rules against without"]);
    let (with, without) = (Library::default(), Library::default().check_without("rules"));
    for texts in [&Texts::legal(500)].into_iter().chain(all) {
        let [plain, ruled] = seconds([&mut || work::check(&without, texts), &mut || work::check(&with, texts)]);
        let rate = |seconds| format!("{:.0} MB/s", crate::measure::rate(texts.len(), seconds));
        table.row(&[texts.name, &rate(plain), &rate(ruled), &format!("{:.2}", ruled / plain)]);
    }
    page.put("The rules in `check`", &table.finish(), &[]);
}
