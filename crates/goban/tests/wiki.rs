//! The `$$` diagrams of go wikis: what is read, what is refused with which place, and that writing and reading give the same.

use kifu_goban::{
    Color, Diagram, Mark, Point, Points, Rect, Shape, Size,
    diagram::{Coordinates, Line, Link, Wiki, WikiProblem},
};
use proptest::prelude::*;

fn p(letters: &str) -> Point {
    Point::from_sgf(letters).unwrap()
}

fn read(text: &str) -> Wiki {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Every symbol, the edges of two sides, moves, lines and links.
const EVERYTHING: &str = "\
$$Wc13m17 A small corner
$$ +----------------
$$ | . , X O B W # @
$$ | Y Q Z P C S T M
$$ | 1 2 3 4 5 6 7 8
$$ | 9 0 , a z _ . .
$$ {AR 1:1 8:4}
$$ {LN 2:1 2:2}
$$ [a|JosekiPage]
$$ [1|https://example.org/?a=[b]|c]
";

#[test]
fn everything_is_read() {
    let wiki = read(EVERYTHING);
    assert_eq!((wiki.title.as_str(), wiki.first_player, wiki.first_number), ("A small corner", Color::White, 17));
    let diagram = &wiki.diagram;
    assert_eq!((diagram.size().to_string().as_str(), diagram.view().to_string().as_str()), ("13x13", "aa:hd"));
    assert_eq!(diagram.coordinates(), Coordinates::A1);
    let cell = |letters: &str| diagram.cell(p(letters)).unwrap();
    assert!(!cell("aa").is_star && cell("ba").is_star);
    assert!(!cell("dd").is_hidden && cell("dd").is_star); // a is on the star point of 13x13
    for (at, stone, shape) in [
        ("ca", Some(Color::Black), None),
        ("da", Some(Color::White), None),
        ("ea", Some(Color::Black), Some(Shape::Circle)),
        ("fa", Some(Color::White), Some(Shape::Circle)),
        ("ga", Some(Color::Black), Some(Shape::Square)),
        ("ha", Some(Color::White), Some(Shape::Square)),
        ("ab", Some(Color::Black), Some(Shape::Triangle)),
        ("bb", Some(Color::White), Some(Shape::Triangle)),
        ("cb", Some(Color::Black), Some(Shape::Cross)),
        ("db", Some(Color::White), Some(Shape::Cross)),
        ("eb", None, Some(Shape::Circle)),
        ("fb", None, Some(Shape::Square)),
        ("gb", None, Some(Shape::Triangle)),
        ("hb", None, Some(Shape::Cross)),
        ("ac", Some(Color::White), None),
        ("dd", None, None),
    ] {
        assert_eq!((cell(at).stone, cell(at).shape()), (stone, shape), "{at}");
    }
    assert_eq!((cell("dd").label(), cell("ed").label()), (Some("a"), Some("z")));
    assert_eq!((cell("ac").label(), cell("bd").label()), (Some("17"), Some("26")));
    assert!(cell("fd").is_hidden && cell("fd").stone.is_none());
    assert_eq!(diagram.lines(), [Line::arrow(p("aa"), p("hd")), Line::new(p("ba"), p("bb"))]);
    let links = [Link::new('a', "JosekiPage".into()), Link::new('1', "https://example.org/?a=[b]|c".into())];
    assert_eq!(wiki.links, links);
    let moves: Vec<String> = wiki.moves().iter().map(|of| format!("{}{}", of.number, of.played)).collect();
    let expected = "17W[ac] 18B[bc] 19W[cc] 20B[dc] 21W[ec] 22B[fc] 23W[gc] 24B[hc] 25W[ad] 26B[bd]";
    assert_eq!(moves.join(" "), expected);
    assert_eq!(wiki.to_string(), EVERYTHING);
}

#[test]
fn other_spellings_are_read() {
    let same = |a: &str, b: &str| assert_eq!(read(a), read(b), "{a}");
    // Without spaces, with other signs for the edges, quoted, with closing dollars and empty lines.
    same("$$B\n$$ | . X |\n$$ | a O |", "$$\n$$|.X|\n$$|aO|\n");
    same("$$ Title\n$$ +-----+\n$$ | . X |", "\n\n  $$  Title  \r\n$$ -----\r\n\n$$ - . X -\r\n\n");
    same("$$c9\n$$ . X\n$$ ---", "> $$c9 \n> > $$ . X $$\n>$$+-+\n$$\n");
    // A side beyond an edge that only some rows have, and spaces inside of edges.
    same("$$9\n$$ | . X\n$$ | _ O", "$$9\n$$ | . X\n$$ _ - O");
    let name = |title: &str| read(&format!("$${title}\n$$ .")).title;
    assert_eq!([name(" B"), name("B B"), name("move 1"), name("Bc9m3x"), name("W\t")], ["B", "B", "move 1", "x", ""]);
    let first = |title: &str| read(&format!("$${title}\n$$ 1")).moves()[0].number;
    assert_eq!([first(""), first("m0"), first("m67"), first("Wc19m999999999 x")], [1, 1, 67, 999_999_999]);
}

#[test]
fn edges_determine_the_part_of_the_board() {
    let view = |text: &str| {
        let diagram = read(text).diagram;
        format!("{} {}", diagram.size(), diagram.view())
    };
    assert_eq!(view("$$\n$$ ++\n$$ | . . |\n$$ ++"), "2x1 aa:ba");
    assert_eq!(view("$$\n$$ ++\n$$ | . ."), "19x19 aa:ba");
    assert_eq!(view("$$9\n$$ . . |\n$$ ++"), "9x9 hi:ii");
    assert_eq!(view("$$\n$$ . . "), "19x19 bb:cb"); // in the middle
    assert_eq!(view("$$5\n$$ ++\n$$ | . . |"), "2x5 aa:ba");
    assert_eq!(view("$$2\n$$ . . ."), "5x3 bb:db"); // there are points outside of the diagram
    let tall = "$$ .\n".repeat(50);
    assert_eq!(view(&format!("$$\n{tall}")), "19x52 bb:bZ".replace("bZ", "bY"));

    // Points by name, if the corner is known; by place always.
    let line = |text: &str| read(text).diagram.lines()[0];
    assert_eq!(line("$$9\n$$ . .|\n$$ ++\n$$ {AR H1 J1}"), Line::arrow(p("hi"), p("ii")));
    assert_eq!(line("$$9\n$$ ++\n$$ | . .\n$$ { LN  A9  2:1 }"), Line::new(p("aa"), p("ba")));
    assert_eq!(line("$$9\n$$ {LN 1:1 2:1}\n$$ . ."), Line::new(p("bb"), p("cb")));
}

#[test]
fn what_is_not_a_diagram_is_refused_with_its_place() {
    let rows = |rows: usize| format!("$$\n{}", "$$ .\n".repeat(rows));
    for (text, line, column, problem) in [
        ("", 1, 1, WikiProblem::NoDollars),
        ("\n\n", 2, 1, WikiProblem::NoDollars),
        ("text", 1, 1, WikiProblem::NoDollars),
        ("$$B\n$$ .\n  text", 3, 3, WikiProblem::NoDollars),
        ("$ .", 1, 1, WikiProblem::NoDollars),
        ("$$B", 1, 1, WikiProblem::NoRows),
        ("$$B\n$$ ---\n$$ ---\n", 3, 1, WikiProblem::NoRows),
        ("$$B\n$$ ++\n$$ | . |\n$$ | |\n$$ . ", 4, 4, WikiProblem::RowWidth { expected: 1, found: 0 }),
        ("$$53\n$$ .", 1, 3, WikiProblem::Size),
        ("$$Bc99999999999999999999999\n$$ .", 1, 5, WikiProblem::Size),
        ("$$Bm1234567890\n$$ .", 1, 5, WikiProblem::MoveNumber),
        ("$$B\n$$ . é .", 2, 6, WikiProblem::Symbol('é')),
        ("$$B\n> $$ 黒 . .", 2, 6, WikiProblem::Symbol('黒')),
        ("$$B\n\u{3000}$$ . !", 2, 7, WikiProblem::Symbol('!')),
        ("$$B\n$$ . .\n$$ . . .", 3, 4, WikiProblem::RowWidth { expected: 2, found: 3 }),
        ("$$B\n$$ | . .\n$$ . . .", 3, 4, WikiProblem::NoEdge),
        ("$$B\n$$ | . . |\n$$ | . . .", 3, 4, WikiProblem::NoEdge),
        ("$$B\n$$ . .\n$$ {AR 1:1 3:1}", 3, 4, WikiProblem::Line),
        ("$$B\n$$ . .\n$$ {AR 0:1 2:1}", 3, 4, WikiProblem::Line),
        ("$$B\n$$ . .\n$$ {AR A1 B1}", 3, 4, WikiProblem::Line), // the corner is unknown
        ("$$3\n$$ .\n$$ {AR B2 B2}", 3, 4, WikiProblem::Line),
        ("$$B\n$$ . .\n$$ {AR 1:1}", 3, 4, WikiProblem::Line),
        ("$$B\n$$ . .\n$$ {AR 1:1 2:1 1:1}", 3, 4, WikiProblem::Line),
        ("$$B\n$$ . .\n$$ {XX 1:1 2:1}", 3, 4, WikiProblem::Line),
        ("$$B\n$$ . .\n$$ {AR 1:1 2:1", 3, 4, WikiProblem::Line),
        ("$$B\n$$ . .\n$$ {AR 256:1 2:1}", 3, 4, WikiProblem::Line),
        ("$$B\n$$ a .\n$$ [a]", 3, 4, WikiProblem::Link),
        ("$$B\n$$ a .\n$$ [a|b", 3, 4, WikiProblem::Link),
        ("$$B\n$$ a .\n$$ [ab|c]", 3, 5, WikiProblem::Link),
        (&format!("$$\n$$ {}", ".".repeat(51)), 2, 4, WikiProblem::Size),
        (&rows(51), 2, 4, WikiProblem::Size),
        (&rows(1_000), 211, 4, WikiProblem::Size),
        (&format!("$$\n$$ .\n$$ {}", ".".repeat(1_000)), 3, 4, WikiProblem::Size),
    ] {
        let error = text.parse::<Wiki>().expect_err(text);
        assert_eq!((error.line, error.column, error.problem), (line, column, problem), "{text}");
    }
    let error = "$$B\n$$ | . ? .".parse::<Wiki>().unwrap_err();
    assert_eq!(error.to_string(), "line 2, column 8: '?' is not a symbol of a diagram");
}

#[test]
fn what_the_notation_does_not_hold_is_left_out() {
    let mut diagram = Diagram::new("3x2".parse().unwrap(), |at| (at == p("ba")).then_some(Color::Black));
    for mark in [
        Mark::Label(p("aa"), "long".into()),
        Mark::Label(p("ba"), "A".into()),
        Mark::Label(p("ca"), "B".into()),
        Mark::Shape(Shape::Selected, p("ab").into()),
        Mark::Shape(Shape::Circle, p("ba").into()),
        Mark::Territory(Color::White, p("bb").into()),
        Mark::Dim(p("cb").into()),
    ] {
        diagram.add_mark(&mark);
    }
    diagram.set_last_move(Some(p("ba")));
    let mut wiki = Wiki::new(diagram);
    wiki.title = " two\nlines ".into();
    wiki.links = vec![Link::new(' ', "x".into()), Link::new('|', "y".into()), Link::new('X', "z\n".into())];
    let text = "$$Bc two lines\n$$ +-------+\n$$ | . B . |\n$$ | . . . |\n$$ +-------+\n$$ [X|z]\n";
    assert_eq!(wiki.to_string(), text);
}

#[test]
fn the_first_move_is_the_lowest_number_on_a_stone() {
    let stone = |at: Point| Some(if (at.x() + at.y()).is_multiple_of(2) { Color::White } else { Color::Black });
    let mut diagram = Diagram::new("4x1".parse().unwrap(), stone);
    for (at, text) in [("aa", "31"), ("ba", "32"), ("ca", "40"), ("da", "41")] {
        diagram.add_mark(&Mark::Label(p(at), text.into()));
    }
    let wiki = Wiki::new(diagram.clone());
    assert_eq!((wiki.first_player, wiki.first_number), (Color::White, 31));
    // Move 40 would be Black's, and 41 would be the eleventh.
    let rows = |wiki: &Wiki| wiki.to_string().lines().nth(2).unwrap().to_owned();
    assert_eq!(rows(&wiki), "$$ | 1 2 O X |");
    let mut other = wiki.clone();
    (other.first_player, other.first_number) = (Color::White, u32::MAX);
    assert_eq!(rows(&other), "$$ | O X O X |");
}

/// A diagram of what the notation holds: a view that reaches the left or right edge, and the upper or lower one, of a square board
/// or of one that is cut at no side or at one direction.
fn held() -> impl Strategy<Value = Wiki> {
    let side = || prop_oneof![1_u8..8, Just(19), 45_u8..=52];
    // The whole side, what is shown of it, and whether that is at its start.
    let direction = || (side(), any::<prop::sample::Index>(), any::<bool>());
    let view = (direction(), direction()).prop_map(|((width, columns, at_left), (height, rows, at_top))| {
        let shown = |side: u8, shown: prop::sample::Index| shown.index(usize::from(side)) as u8 + 1;
        let (columns, rows) = (shown(width, columns), shown(height, rows));
        // A board that is cut in both directions is square.
        let square = (columns < width && rows < height).then(|| (width.max(height), width.max(height)));
        let (width, height) = square.unwrap_or((width, height));
        let (x, y) = (if at_left { 0 } else { width - columns }, if at_top { 0 } else { height - rows });
        let corner = |x, y| Point::new(x, y).unwrap();
        (Size::new(width, height).unwrap(), Rect::new(corner(x, y), corner(x + columns - 1, y + rows - 1)))
    });
    let kinds = prop::collection::vec((0_u8..40, any::<bool>()), 52 * 52);
    let lines =
        prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<bool>()), 0..4);
    let links = prop::collection::vec(("[a-z0-9XOBW#@CSTQYZPM.,]", r"\PC{0,8}"), 0..3);
    let header = (any::<bool>(), any::<bool>(), prop_oneof![Just(1), 1_u32..400, Just(999_999_999)], r"\PC{0,12}");
    (view, kinds, lines, links, header).prop_map(
        |((size, view), kinds, lines, links, (is_black, coordinates, first, title))| {
            let player = if is_black { Color::Black } else { Color::White };
            let mut diagram = Diagram::new(size, |_| None);
            diagram.show_only(&Points::from(view));
            diagram.set_coordinates(if coordinates { Coordinates::A1 } else { Coordinates::Off });
            for (at, (kind, stone)) in view.iter().zip(kinds) {
                let cell = diagram.cell_mut(at).unwrap();
                let color = if stone { Color::Black } else { Color::White };
                match kind {
                    0..10 => {}
                    10..18 => cell.stone = Some(color),
                    18..22 => cell.shapes = vec![Shape::ALL[usize::from(kind - 18)]],
                    22..26 => (cell.stone, cell.shapes) = (Some(color), vec![Shape::ALL[usize::from(kind - 22)]]),
                    26 => cell.labels = vec![char::from(b'a' + at.x() % 26).into()],
                    27..37 => {
                        let digit = u32::from(kind - 27);
                        cell.stone = Some(if digit.is_multiple_of(2) { player } else { player.opponent() });
                        cell.labels = vec![(first + digit).to_string()];
                    }
                    _ => {
                        cell.is_hidden = true;
                        cell.is_star = false;
                    }
                }
            }
            let all: Vec<Point> = view.iter().collect();
            for (from, to, is_arrow) in lines {
                let (from, to) = (*from.get(&all), *to.get(&all));
                diagram.add_mark(&if is_arrow { Mark::Arrow(from, to) } else { Mark::Line(from, to) });
            }
            let mut wiki = Wiki::new(diagram);
            (wiki.first_player, wiki.first_number) = (player, first);
            wiki.title = title.trim().into();
            wiki.links = links
                .into_iter()
                .map(|(symbol, target)| Link::new(symbol.parse().unwrap(), target.trim().into()))
                .collect();
            wiki
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_diagram_is_read_as_it_was_written(wiki in held()) {
        let text = wiki.to_string();
        let read: Wiki = text.parse().map_err(|error| TestCaseError::fail(format!("{error}\n{text}")))?;
        prop_assert_eq!(&read, &wiki, "{}", text);
        prop_assert_eq!(read.to_string(), text);
    }

    /// Any text is read or refused; what is read is written so that it is read again.
    #[test]
    fn any_text_is_read_or_refused(text in r"\$\$[BWc0-9m A-Za-z]{0,8}(\n\$\$ ?[-|+]{0,6})?(\n(> )?\$\$ ?\|?[-_.,XOBW#@YQZPCSTMa-z0-9 ]{1,6}\|?){1,4}(\n\$\$ ?(\{(AR|LN) [0-9A-C:]{1,3} [0-9]:[0-9]\}|\[[a-z]\|.{0,4}\]))?|\PC{0,40}", at: prop::sample::Index, other: char) {
        let check = |text: &str| {
            if let Ok(wiki) = text.parse::<Wiki>() {
                let written = wiki.to_string();
                let again: Wiki = written.parse().unwrap_or_else(|error| panic!("{error}\n{text}\n{written}"));
                assert_eq!(again.to_string(), written);
                assert_eq!(again.diagram.rows().count(), wiki.diagram.rows().count());
                assert_eq!(again.moves().len(), wiki.moves().len());
            }
        };
        check(&text);
        // With another character at some place.
        let mut chars: Vec<char> = text.chars().collect();
        if !chars.is_empty() {
            let at = at.index(chars.len());
            chars[at] = other;
        }
        check(&chars.into_iter().collect::<String>());
    }
}
