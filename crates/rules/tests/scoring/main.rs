//! The score of positions: maps of territory and seki, dead stones, results, and comparisons with slow implementations.

#![cfg(feature = "go")]

mod diagram;
mod slow;

use cpu_time::ThreadTime;
use diagram::Diagram;
use kifu_core::{Decimal, Outcome};
use kifu_goban::{Action, Color, Go, Move, Point, Points, Setup, Size, rules::Rules};
use kifu_rules::{
    Play,
    go::score::{Count, Score, ScoreOptions, chains, dead_by_territory, pass_alive, stones_of_regions},
};
use proptest::prelude::*;
use std::{fs, path::Path, time::Duration};

fn rules(name: &str) -> Rules {
    name.parse().unwrap()
}

/// The sections of a golden file: a name with a colon, and rows.
fn section<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let rows = text.lines().skip_while(|line| line.strip_suffix(':') != Some(name)).skip(1);
    rows.take_while(|line| !line.ends_with(':')).filter(|line| !line.is_empty()).collect()
}

/// The territory, seki and dame of every position in `shared/golden/go/scoring`.
#[test]
fn golden_positions_give_the_expected_maps() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/golden/go/scoring");
    let Ok(entries) = fs::read_dir(&folder) else {
        println!("skipped: {} is missing", folder.display());
        return;
    };
    let mut count = 0;
    for entry in entries {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        let diagram = Diagram::parse(&section(&text, "BOARD"));
        let score = diagram.score(&rules("japanese"));
        let name = path.file_name().unwrap().to_string_lossy();
        assert_eq!(diagram.territory(&score), section(&text, "TERRITORY"), "territory of {name}");
        assert_eq!(diagram.seki(&score), section(&text, "SEKI"), "seki of {name}");
        assert_eq!(diagram.dame(&score), section(&text, "DAME"), "dame of {name}");
        count += 1;
    }
    assert_eq!(count, 46);
}

/// The positions that were written for these tests, with the territory, the seki and the dame that the rules of go give.
#[test]
fn positions_give_the_expected_maps() {
    let blocks: Vec<&str> = include_str!("positions.txt").split("\n\n").skip(1).collect();
    for block in &blocks {
        let rows: Vec<Vec<&str>> = block.lines().skip(1).map(|row| row.split_whitespace().collect()).collect();
        let column = |n: usize| -> Vec<&str> { rows.iter().map(|row| row[n]).collect() };
        let columns = [0, 1, 2, 3].map(|n| Diagram::parse(&column(n)));
        for turn in 0..Diagram::TURNS {
            let [position, territory, seki, dame] = columns.each_ref().map(|column| column.turned(turn));
            let score = position.score(&rules("japanese"));
            assert_eq!(position.territory(&score), territory.text(), "territory of {block}");
            assert_eq!(position.seki(&score), seki.text(), "seki of {block}");
            assert_eq!(position.dame(&score), dame.text(), "dame of {block}");
        }
    }
    assert_eq!(blocks.len(), 20);
}

fn letters(area: usize) -> impl Strategy<Value = Vec<char>> {
    // Many stones, so that there are small eyes; few dead ones, so that they have an effect.
    let letter = prop_oneof![8 => Just('.'), 9 => Just('x'), 9 => Just('o'), 1 => Just('b'), 1 => Just('w')];
    prop::collection::vec(letter, area)
}

fn position() -> impl Strategy<Value = Diagram> {
    (1_usize..=9, 1_usize..=9).prop_flat_map(|(width, height)| {
        letters(width * height)
            .prop_map(move |letters| Diagram { rows: letters.chunks(width).map(<[char]>::to_vec).collect() })
    })
}

const RULES: [&str; 5] = ["japanese", "chinese", "stone", "ancient-territory", "koSIMPLEscoreTERRITORYtaxNONEsui0"];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 2_000, ..ProptestConfig::default() })]

    #[test]
    fn area_is_what_a_flood_fill_gives(diagram in position(), name in prop::sample::select(&RULES[..])) {
        let score = diagram.score(&rules(name));
        let board = diagram.board();
        // A stone is dead if one of its chain is marked.
        let dead: Vec<Point> = score.dead.iter().collect();
        let slow = slow::area(&board, &dead);
        let [black, white] = Color::ALL.map(|color| slow.iter().filter(|(_, owner)| **owner == color).count() as u32);
        prop_assert_eq!(score.area, Count { black, white });
        for point in diagram.size().rect().iter() {
            let (owner, stone) = (slow.get(&point).copied(), board.stone(point).filter(|_| !dead.contains(&point)));
            match name {
                "chinese" | "stone" => prop_assert_eq!(score.owner(point), owner),
                "japanese" | "ancient-territory" => {
                    prop_assert!(score.owner(point).is_none() || (score.owner(point) == owner && stone.is_none()));
                    prop_assert!(!(score.owner(point).is_some() && score.seki.contains(point)));
                }
                _ => prop_assert_eq!(score.owner(point), owner.filter(|_| stone.is_none())),
            }
            // A point is nobody's only if it is not surrounded.
            prop_assert!(!score.dame.contains(point) || owner.is_none());
            prop_assert_eq!(score.seki_owner(point).is_some() && stone.is_some(), stone.is_some() && score.seki.contains(point));
        }
    }

    #[test]
    fn the_sides_and_colours_of_a_position_are_equal(diagram in position()) {
        let score = diagram.score(&rules("japanese"));
        let maps = [diagram.territory(&score), diagram.dame(&score)].map(|map| Diagram::of(&map));
        let seki: Vec<Point> = score.seki.iter().collect();
        for turn in 0..Diagram::TURNS {
            let turned = diagram.turned(turn);
            let turned_score = turned.score(&rules("japanese"));
            prop_assert_eq!(turned.territory(&turned_score), maps[0].turned(turn).text());
            prop_assert_eq!(turned.dame(&turned_score), maps[1].turned(turn).text());
            prop_assert_eq!(turned_score.seki.len(), seki.len());
            let swap = |count: Count| if turn & 8 == 0 { count } else { Count { black: count.white, white: count.black } };
            prop_assert_eq!(swap(turned_score.groups), score.groups);
            prop_assert_eq!(swap(turned_score.prisoners), score.prisoners);
        }
    }

    #[test]
    fn pass_alive_is_what_sets_of_chains_give(diagram in position(), suicide in any::<bool>()) {
        for color in Color::ALL {
            let alive = pass_alive(&diagram.board(), color, suicide);
            let (stones, territory) = slow::pass_alive(&diagram.board(), color, suicide);
            prop_assert_eq!(alive.stones, stones.into_iter().collect::<Points>());
            prop_assert_eq!(alive.territory, territory.into_iter().collect::<Points>());
        }
    }

    #[test]
    fn any_set_of_points_is_dead_or_an_error(diagram in position(), marks in prop::collection::vec((0_u8..10, 0_u8..10), 0..5)) {
        let board = diagram.board();
        let points: Points = marks.into_iter().filter_map(|(x, y)| Point::new(x, y)).collect();
        let without = points.iter().find(|&point| board.stone(point).is_none());
        let mut options = ScoreOptions::default();
        options.dead = points.clone();
        let score = Score::new(&board, &rules("japanese"), &options);
        match without {
            Some(point) => prop_assert_eq!(score.unwrap_err().point, point),
            None => {
                let score = score.unwrap();
                prop_assert_eq!(Ok(score.dead), chains(&board, &points));
                let regions = stones_of_regions(&board, &points).unwrap();
                prop_assert!(points.iter().all(|point| regions.contains(point)));
                prop_assert!(regions.iter().all(|point| board.stone(point).is_some()));
            }
        }
        let dead = dead_by_territory(&board, &points, &points);
        prop_assert_eq!(Ok(dead), chains(&board, &points.iter().filter(|&at| board.stone(at).is_some()).collect()));
    }
}
