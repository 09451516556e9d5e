//! The score of positions: maps of territory and seki, dead stones, results, and comparisons with slow implementations.

#![cfg(feature = "go")]

mod diagram;
mod slow;

use cpu_time::ThreadTime;
use diagram::Diagram;
use kifu_core::Decimal;
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
    // Many stones, for small eyes; few dead ones, so that they have an effect.
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
            // A surrounded point is not dame.
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

/// A board of 52×52 with a pattern of rooms or of random letters.
fn large(pattern: impl Fn(usize, usize) -> char) -> Diagram {
    Diagram { rows: (0..52).map(|y| (0..52).map(|x| pattern(x, y)).collect()).collect() }
}

/// A pseudo-random number of a point.
fn mixed(x: usize, y: usize, seed: usize) -> usize {
    let mixed = (x * 52 + y + seed * 2_704 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 40
}

#[test]
fn a_large_board_is_scored_in_time() {
    let is_wall =
        |width: usize, height: usize| move |x: usize, y: usize| x.is_multiple_of(width) || y.is_multiple_of(height);
    let mut boards = vec![
        large(|_, _| '.'),
        large(|x, _| if x == 0 { 'x' } else { '.' }),
        large(|x, y| if (x + y) % 2 == 0 { 'x' } else { 'o' }),
        large(|x, y| if (x + y) % 2 == 0 { 'x' } else { '.' }),
        large(|x, y| if (x / 2 + y / 2) % 2 == 0 { 'o' } else { 'b' }),
        large(|x, y| if y % 2 == 0 || x == y % 4 / 2 * 51 { 'x' } else { '.' }),
        large(|_, y| {
            if y % 4 == 0 {
                'x'
            } else if y % 4 == 2 {
                'o'
            } else {
                '.'
            }
        }),
    ];
    // Rooms of up to ten points with dead stones, which are searched.
    for seed in 0..12 {
        for (width, height) in [(3, 3), (3, 5), (3, 6), (4, 4), (6, 3), (4, 3)] {
            let wall = is_wall(width, height);
            boards.push(large(|x, y| match mixed(x, y, seed) % (3 + seed % 6) {
                _ if wall(x, y) => 'x',
                0 | 1 => 'w',
                2 if seed % 2 == 0 => 'x',
                _ => '.',
            }));
        }
    }
    for seed in 0..20 {
        boards.push(large(|x, y| ['.', 'x', 'o', '.', 'x', 'o', 'b', 'w'][mixed(x, y, seed) % 8]));
    }
    for (n, board) in boards.iter().enumerate() {
        let (position, options) = (board.board(), board.options());
        let start = ThreadTime::now();
        let score = Score::new(&position, &rules("japanese"), &options).unwrap();
        let alive = Color::ALL.map(|color| pass_alive(&position, color, true));
        let time = start.elapsed();
        assert!(score.area.black + score.area.white <= 52 * 52 && alive[0].stones.len() <= 52 * 52);
        assert!(time < Duration::from_secs(2), "board {n} took {time:?}");
    }
}

/// Black has 15 points of area and 10 empty points, White 10 and 5. White has a dead stone in Black's territory.
const WALLS: [&str; 5] = ["..xo.", "w.xo.", "..xo.", "..xo.", "..xo."];

/// The result of [`WALLS`] under a rule set, with a komi.
fn result(name: &str, komi: &str, handicap: u32, button: Option<Color>) -> String {
    let diagram = Diagram::parse(&WALLS);
    let mut options = diagram.options();
    options.komi = komi.parse().unwrap();
    (options.handicap, options.button) = (handicap, button);
    Score::new(&diagram.board(), &rules(name), &options).unwrap().text()
}

#[test]
fn results_count_komi_compensation_button_and_tax() {
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for (name, komi, handicap, button, expected) in [
        ("chinese", "0", 0, None, "B+5"),
        ("chinese", "4.5", 0, None, "B+0.5"),
        ("chinese", "5", 0, None, "0"),
        ("chinese", "5.00", 0, None, "0"),
        ("chinese", "3.75", 0, None, "B+1.25"),
        ("chinese", "7.50", 0, None, "W+2.5"),
        ("chinese", "-2", 0, None, "B+7"),
        // Handicap: N, N-1 or no points. One stone is not a handicap.
        ("chinese", "0.5", 1, None, "B+4.5"),
        ("chinese", "0.5", 2, None, "B+2.5"),
        ("chinese", "0.5", 9, None, "W+4.5"),
        ("aga", "0.5", 1, None, "B+4.5"),
        ("aga", "0.5", 2, None, "B+3.5"),
        ("nz", "0.5", 9, None, "B+4.5"),
        ("japanese", "0.5", 9, None, "B+5.5"),
        ("chinese", "0", u32::MAX, None, "W+4294967290"),
        // The button counts only under rule sets that have one.
        ("aga-button", "4", 0, black, "B+1.5"),
        ("aga-button", "4", 0, white, "B+0.5"),
        ("aga-button", "4", 0, None, "B+1"),
        ("aga", "4", 0, black, "B+1"),
        // Territory: 10 points and a prisoner against 5. Group tax is 2 for each side; it is equal here.
        ("japanese", "0", 0, None, "B+6"),
        ("japanese", "6.5", 0, None, "W+0.5"),
        ("ancient-territory", "0", 0, None, "B+6"),
        ("stone", "0", 0, None, "B+5"),
        // The difference has more digits than a number can have.
        ("chinese", "9223372036854775807", 0, None, "W+9223372036854775802"),
        ("chinese", "-9223372036854775808", 0, None, "?"),
        ("chinese", "0.000000000000000001", 0, None, "B+4.999999999999999999"),
        ("chinese", "-5.000000000000000001", 0, None, "?"),
    ] {
        assert_eq!(
            result(name, komi, handicap, button),
            expected,
            "{name}, komi {komi}, handicap {handicap}, {button:?}"
        );
    }
}

/// Under group tax each group pays two points, and points in seki do not count, also under area rules.
#[test]
fn groups_pay_tax() {
    // Two living white groups against one black group.
    let score = Diagram::parse(&[".o.oox.xoo.o.", "oooooxxxooooo"]).score(&rules("stone"));
    assert_eq!(score.groups, Count { black: 0, white: 2 });
    assert_eq!(score.tax, Count { black: 1, white: 4 }); // one surrounded point of Black's group, which is in seki
    assert_eq!((score.area, score.text()), (Count { black: 6, white: 20 }, "W+11".into()));
    // One chain without an eye between two living groups is not a group of its own.
    let score = Diagram::parse(&[".o.oo.o.", "oooxxooo", "xxxxxxxx", ".x....x."]).score(&rules("ancient-territory"));
    assert_eq!(score.groups, Count { black: 1, white: 1 });
}

#[test]
fn dead_stones_are_prisoners_of_the_opponent() {
    let score = Diagram::parse(&["bb.o...x.w", "oooo...xxx"]).score(&rules("japanese"));
    assert_eq!((score.prisoners, score.captures), (Count { black: 1, white: 2 }, Count::default()));
    assert_eq!(score.dead.len(), 3);
    // Stones that were captured in play count too, for territory only.
    let size = Size::square(5).unwrap();
    let mut board = Go::start(&Setup::new(size));
    for (color, at) in [(Color::White, "A1"), (Color::Black, "A2"), (Color::White, "E5"), (Color::Black, "B1")] {
        let action: Action = Move::play(color, Point::from_a1(at, size).unwrap()).into();
        Go::play_unchecked(&mut board, &action);
    }
    let score = |name| Score::new(&board, &rules(name), &ScoreOptions::default()).unwrap();
    assert_eq!(score("japanese").captures, Count { black: 1, white: 0 });
    assert_eq!((score("japanese").text(), score("chinese").text()), ("B+1".into(), "B+2".into()));
    let lead = Some(Decimal::from(2));
    assert_eq!((score("chinese").lead, score("chinese").outcome().winner().is_some()), (lead, true));
}

#[test]
fn a_dead_point_without_a_stone_is_named() {
    let board = Diagram::parse(&WALLS).board();
    let message = |letters| {
        let points = Points::from(Point::from_sgf(letters).unwrap());
        let mut options = ScoreOptions::default();
        options.dead = points.clone();
        let error = Score::new(&board, &rules("chinese"), &options).unwrap_err();
        assert_eq!(stones_of_regions(&board, &points), Err(error));
        assert_eq!(chains(&board, &points), Err(error));
        error.to_string()
    };
    assert_eq!(message("aa"), "A5 is marked as dead, but has no stone");
    assert_eq!(message("tt"), "the point tt is marked as dead, but is outside the 5x5 board");
}

/// The stones of one side in the opponent's area: marks of territory, a chain, or all of a region.
#[test]
fn dead_stones_are_chains_or_all_that_a_region_holds() {
    let rows = ["xx.ox.", "...o..", "x..o.x", "oooo.x"];
    let board = Diagram::parse(&rows).board();
    let size = board.size();
    let points = |names: &[&str]| -> Points { names.iter().map(|name| Point::from_a1(name, size).unwrap()).collect() };
    assert_eq!(chains(&board, &points(&["A4"])), Ok(points(&["A4", "B4"])));
    assert_eq!(stones_of_regions(&board, &points(&["A4"])), Ok(points(&["A4", "B4", "A2"])));
    assert_eq!(stones_of_regions(&board, &points(&["D1"])), chains(&board, &points(&["D1"])));
    // A mark on one stone is enough for its chain; marks on own stones and empty points have no effect.
    let marks = points(&["B4", "C3", "D4"]);
    assert_eq!(dead_by_territory(&board, &Points::new(), &marks), points(&["A4", "B4"]));
    assert_eq!(dead_by_territory(&board, &marks, &Points::new()).len(), 7);
}

#[test]
fn bensons_algorithm_on_known_positions() {
    let alive = |rows: &[&str], suicide| {
        let alive = pass_alive(&Diagram::parse(rows).board(), Color::Black, suicide);
        (alive.stones.len(), alive.territory.len())
    };
    assert_eq!(alive(&[".x.x.", "xxxxx"], false), (7, 3));
    assert_eq!(alive(&[".xx..", "xxxxx"], false), (7, 3));
    assert_eq!(alive(&[".xxo.", "xxxxx"], false), (7, 3));
    assert_eq!(alive(&[".xxx....", "xxxxo...", "ooooo..."], false), (0, 0));
    assert_eq!(alive(&["x.xxx", "xxooo", "xo.o.", "xooo.", "xxx.."], false), (0, 0));
    // Two eyes that two chains share.
    assert_eq!(alive(&["x.xxxxx", "xxoooox", "xo.o.ox", "xooooxx", "xxxxx.x"], false), (20, 2));
    // The white stone touches no black one. It is dead unless White may remove it, and then White can make an eye.
    let corner = ["o.x.x", ".xxxx", "xxxxx"];
    assert_eq!((alive(&corner, false), alive(&corner, true)), ((11, 4), (0, 0)));
    assert_eq!(alive(&[".x....", "xxx.o.", "oox..."], false), (0, 0));
}
