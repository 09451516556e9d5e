//! Diagrams: snapshots of their texts, the marks of a record, and properties of the layout.
//!
//! The snapshots are in the folder `diagrams`.

use kifu_core::{NamedValue, Node, NodeId, Record};
use kifu_goban::{
    Action, Color, Diagram, Go, Mark, Move, Point, Points, PositionEdit, Rect, Setup, Shape, Size,
    diagram::{Coordinates, Options, Span, SpanKind, TextStyle},
};
use proptest::prelude::*;
use std::collections::BTreeMap;
use unicode_width::UnicodeWidthStr;

fn p(letters: &str) -> Point {
    Point::from_sgf(letters).unwrap()
}

fn points(letters: &str) -> Points {
    let rect = |value: &str| {
        let (from, to) = value.split_once(':').unwrap_or((value, value));
        Rect::new(p(from), p(to))
    };
    letters.split_whitespace().map(rect).collect()
}

/// A position of two sets of stones.
fn stones(black: &str, white: &str) -> impl Fn(Point) -> Option<Color> + use<> {
    let (black, white) = (points(black), points(white));
    move |at| match (black.contains(at), white.contains(at)) {
        (true, _) => Some(Color::Black),
        (_, true) => Some(Color::White),
        _ => None,
    }
}

fn size(text: &str) -> Size {
    text.parse().unwrap()
}

/// Compares the Unicode and the ASCII text of a diagram with its snapshot.
fn check(name: &str, diagram: &Diagram) {
    let text = format!("{}\n{}", diagram.to_unicode(), diagram.to_ascii());
    assert!(diagram.to_ascii().is_ascii(), "{name}");
    assert!(text.lines().all(|line| !line.ends_with(' ')), "{name}: spaces at the end of a line");
    insta::with_settings!({ snapshot_path => "diagrams", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, text);
    });
}

/// A 9x9 board with every kind of content.
fn everything() -> Diagram {
    let (black, white) = ("cc dc ec ed bg cg ch gb gc", "fc fd gd hd dg dh eh fg ig");
    let mut diagram = Diagram::new(size("9x9"), stones(black, white));
    diagram.set_last_move(Some(p("fd")));
    for mark in [
        Mark::Shape(Shape::Triangle, points("cc aa")),
        Mark::Shape(Shape::Square, points("fc ba")),
        Mark::Shape(Shape::Circle, points("dc ca")),
        Mark::Shape(Shape::Cross, points("ec da")),
        Mark::Shape(Shape::Selected, points("ed ea")),
        Mark::Label(p("ff"), "A".into()),
        Mark::Label(p("gf"), "12".into()),
        Mark::Label(p("hf"), "黒".into()),
        Mark::Label(p("gd"), "7".into()),
        Mark::Label(p("hd"), "10".into()),
        Mark::Label(p("ef"), "1".into()),
        Mark::Label(p("ee"), "long label".into()),
        Mark::Label(p("ge"), "Ä".into()),
        Mark::Label(p("eh"), "two\nlines".into()),
        Mark::Label(p("fa"), "  ".into()),
        Mark::Territory(Color::Black, points("ah:bi ci")),
        Mark::Territory(Color::White, points("bg ei:ii fh:ih")),
        Mark::Dim(points("gb gc ga hb:hc ia")),
        Mark::Arrow(p("dg"), p("ff")),
        Mark::Line(p("aa"), p("ii")),
        Mark::Custom { kind: "happy".into(), text: String::new(), points: points("ae be") },
        Mark::Custom { kind: "smile".into(), text: "笑".into(), points: points("be ce cc") },
    ] {
        diagram.add_mark(&mark);
    }
    diagram
}

#[test]
fn everything_on_9x9() {
    check("everything", &everything());
}

#[test]
fn a_whole_board() {
    let mut diagram = Diagram::new(size("19x19"), stones("pd dq cf qk pp", "dc pq dd qf"));
    diagram.set_last_move(Some(p("qf")));
    check("19x19", &diagram);
    diagram.set_coordinates(Coordinates::Numbers);
    check("19x19-numbers", &diagram);
}

#[test]
fn small_and_large_boards() {
    let mut rectangle = Diagram::new(size("5x3"), stones("bb", "cb"));
    rectangle.set_last_move(Some(p("bb")));
    check("5x3", &rectangle);
    rectangle.set_coordinates(Coordinates::Letters);
    check("5x3-letters", &rectangle);
    rectangle.set_coordinates(Coordinates::Off);
    check("5x3-off", &rectangle);

    check("1x1", &Diagram::new(size("1x1"), |_| None));
    check("1x4", &Diagram::new(size("1x4"), |_| None));
    check("4x1", &Diagram::new(size("4x1"), |_| None));

    let mut large = Diagram::new(size("52x52"), stones("dd zz ZZ", "DD"));
    large.set_last_move(Some(p("ZZ")));
    large.add_mark(&Mark::Label(p("YZ"), "99".into()));
    check("52x52", &large);
}

#[test]
fn a_part_of_the_board() {
    let with = stones("dd cg pp", "fc cd ag");
    let corner = |view: &str| {
        let mut diagram = Diagram::new(Size::default(), &with);
        diagram.show_only(&points(view));
        diagram
    };
    let mut upper_left = corner("aa:hg");
    upper_left.set_last_move(Some(p("ag")));
    check("corner-upper-left", &upper_left);
    check("corner-lower-right", &corner("mn:ss"));
    check("middle", &corner("bb:hg"));
    // Irregular: points of the smallest rectangle that the view leaves out are hidden.
    let mut irregular = corner("aa:dd ee:gg ag");
    irregular.add_mark(&Mark::Label(p("ge"), "a".into()));
    irregular.add_mark(&Mark::Label(p("ga"), "hidden".into()));
    irregular.add_mark(&Mark::Label(p("ss"), "outside".into()));
    check("irregular", &irregular);
    assert!(irregular.cells().filter(|(_, cell)| cell.is_hidden).all(|(_, cell)| cell.labels.is_empty()));
}

#[test]
fn labels_that_do_not_fit_are_listed() {
    let mut diagram = Diagram::new(size("19x19"), |_| None);
    for (n, at) in size("19x19").rect().iter().enumerate().take(120) {
        diagram.add_mark(&Mark::Label(at, format!("label {n}")));
    }
    let text = diagram.to_unicode();
    let listed = |n: usize, name: &str, at: &str| text.contains(&format!("\n{name}: \"label {n}\" at {at}\n"));
    assert!(listed(0, "1", "A19") && listed(98, "99", "D14") && listed(99, "*", "E14") && listed(119, "*", "F13"));
    assert_eq!(text.lines().filter(|line| line.contains("\"label ")).count(), 120);

    // Two labels on a point, a label and shapes, and both players' territory: nothing is lost without a note.
    let mut diagram = Diagram::new(size("2x2"), stones("aa", ""));
    let marks = [
        Mark::Label(p("aa"), "a".into()),
        Mark::Label(p("aa"), "b".into()),
        Mark::Shape(Shape::Triangle, points("aa")),
        Mark::Shape(Shape::Square, points("aa")),
        Mark::Territory(Color::White, points("aa")),
    ];
    marks.iter().for_each(|mark| diagram.add_mark(mark));
    let expected = "  A   B\n2 ●a△─┐   2\n1 └───┘   1\n  A   B\n\"b\" at A2\nsquare at A2\nwhite territory at A2\n";
    assert_eq!(diagram.to_unicode(), expected);
    for note in ["\n\"b\" at A2\n", "\nsquare at A2\n", "\nwhite territory at A2\n"] {
        assert!(diagram.to_unicode().contains(note) && diagram.to_ascii().contains(note), "{note}");
    }
}

/// A record with one line of nodes: its marks, and its actions.
fn record(nodes: Vec<(Option<Action>, Vec<Mark>)>) -> (Record<Go>, Vec<NodeId>) {
    let mut record: Record<Go> = Record::new(Setup::new(size("9x9")));
    let mut path = vec![record.tree.root()];
    for (action, marks) in nodes {
        let mut node = Node::new(action);
        node.details_mut().marks.extend(marks);
        path.push(record.tree.add(*path.last().unwrap(), node));
    }
    (record, path)
}

fn play(color: Color, at: &str) -> Option<Action> {
    Some(Move::play(color, p(at)).into())
}

#[test]
fn views_and_dimmed_points_hold_until_the_next() {
    let (record, path) = record(vec![
        (None, vec![Mark::View(points("aa:cc")), Mark::Dim(points("aa bb"))]),
        (None, vec![Mark::Shape(Shape::Circle, points("bb"))]),
        (None, vec![Mark::Dim(points("cc ii"))]),
        (None, vec![Mark::View(Points::new())]),
        (None, vec![Mark::Dim(Points::new()), Mark::View(points("gg:zz"))]),
        (None, vec![Mark::View(points("jj zz"))]),
    ]);
    let show = |nodes: usize, options: &Options| {
        let diagram = Diagram::of_record(&record, &path[..nodes], |_| None, options);
        let dim: Points = diagram.cells().filter(|(_, cell)| cell.is_dim).map(|(at, _)| at).collect();
        let circles: Points = diagram.cells().filter(|(_, cell)| cell.shape().is_some()).map(|(at, _)| at).collect();
        format!("{} {dim} {circles}", diagram.view())
    };
    let shown: Vec<String> = (1..=7).map(|nodes| show(nodes, &Options::new())).collect();
    assert_eq!(
        shown,
        [
            "aa:ii [] []",
            "aa:cc [aa][bb] []",
            "aa:cc [aa][bb] [bb]", // inherited; the circle is the node's own
            "aa:cc [cc] []",
            "aa:ii [cc][ii] []",
            "gg:ii [] []",
            "aa:ii [] []", // a view without a point of the board shows the whole board
        ]
    );
    assert_eq!(show(3, &Options::new().with_full_board(true)), "aa:ii [] [bb]");
    assert_eq!(show(0, &Options::new()), "aa:ii [] []");
}

#[test]
fn the_last_move_is_marked_as_the_record_states() {
    let stone = stones("cc", "dd");
    let last = |record: &Record<Go>, path: &[NodeId], options: &Options| {
        let diagram = Diagram::of_record(record, path, &stone, options);
        let marked: Points = diagram.cells().filter(|(_, cell)| cell.is_last_move).map(|(at, _)| at).collect();
        marked.to_string()
    };
    let edit = |edit: PositionEdit| Some(Action::from(edit));
    let turn = edit(PositionEdit::default().with_to_move(Color::Black));
    let (mut record, path) = record(vec![
        (play(Color::Black, "cc"), vec![]),
        (play(Color::White, "dd"), vec![]),
        (None, vec![]),
        (turn, vec![]),
        (play(Color::Black, "ee"), vec![]), // not there: it was suicide
        (Some(Move::pass(Color::White).into()), vec![]),
        (play(Color::Black, "dd"), vec![]), // another stone is there
        (play(Color::Black, "cc"), vec![]),
        (edit(PositionEdit::default().with_stones(p("aa"), None)), vec![]),
    ]);
    let marked: Vec<String> = (1..=path.len()).map(|n| last(&record, &path[..n], &Options::new())).collect();
    assert_eq!(marked, ["[]", "[cc]", "[dd]", "[dd]", "[dd]", "[]", "[]", "[]", "[cc]", "[]"]);
    assert_eq!(last(&record, &path[..2], &Options::new().with_last_move(false)), "[]");

    // The last of two preferences counts, as everywhere.
    let twice = ["true", "false"].map(|value| NamedValue::new("showLastMove", value));
    record.info.display = twice.into();
    assert_eq!(last(&record, &path[..2], &Options::new()), "[]");
    assert_eq!(last(&record, &path[..2], &Options::new().with_last_move(true)), "[cc]");

    let coordinates =
        |record: &Record<Go>, options: &Options| Diagram::of_record(record, &path, &stone, options).coordinates();
    assert_eq!(coordinates(&record, &Options::new()), Coordinates::A1);
    record.info.display = vec![NamedValue::new("showCoordinates", "false")];
    assert_eq!(coordinates(&record, &Options::new()), Coordinates::Off);
    let letters = Options::new().with_coordinates(Coordinates::Letters);
    assert_eq!(coordinates(&record, &letters), Coordinates::Letters);
}

#[test]
fn a_path_of_another_record_is_ignored() {
    let (_, path) = record(vec![(play(Color::Black, "cc"), vec![])]);
    let other: Record<Go> = Record::default();
    let diagram = Diagram::of_record(&other, &path[1..], |_| None, &Options::new());
    assert_eq!(diagram, Diagram::new(Size::default(), |_| None));
}

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[A-Za-z0-9]{1,2}", "[A-Za-z0-9 ]{0,8}", "[黒白あЯÄ]{1,2}", any::<String>()]
}

fn some_points() -> impl Strategy<Value = Points> {
    let point = (0_u8..14, 0_u8..14).prop_map(|(x, y)| Point::new(x, y).unwrap());
    prop::collection::vec((point.clone(), point), 0..4)
        .prop_map(|rects| rects.into_iter().map(|(a, b)| Rect::new(a, b)).collect())
}

fn mark() -> impl Strategy<Value = Mark> {
    let point = || (0_u8..14, 0_u8..14).prop_map(|(x, y)| Point::new(x, y).unwrap());
    let color = || prop::sample::select(Color::ALL.to_vec());
    prop_oneof![
        (prop::sample::select(Shape::ALL.to_vec()), some_points()).prop_map(|(shape, at)| Mark::Shape(shape, at)),
        (point(), text()).prop_map(|(at, text)| Mark::Label(at, text)),
        (point(), point()).prop_map(|(from, to)| Mark::Arrow(from, to)),
        (point(), point()).prop_map(|(from, to)| Mark::Line(from, to)),
        some_points().prop_map(Mark::Dim),
        some_points().prop_map(Mark::View),
        (color(), some_points()).prop_map(|(color, at)| Mark::Territory(color, at)),
        (text(), text(), some_points()).prop_map(|(kind, text, points)| Mark::Custom { kind, text, points }),
    ]
}

fn diagram() -> impl Strategy<Value = Diagram> {
    let side = || prop_oneof![1_u8..14, 24_u8..30];
    let coordinates = [Coordinates::A1, Coordinates::Letters, Coordinates::Numbers, Coordinates::Off];
    let coordinates = prop::sample::select(coordinates.to_vec());
    let parts =
        (side(), side(), some_points(), some_points(), prop::collection::vec(mark(), 0..12), coordinates, 0..200);
    parts.prop_map(|(width, height, black, white, marks, coordinates, last): (_, _, Points, Points, _, _, i32)| {
        let stone = |at| match (black.contains(at), white.contains(at)) {
            (true, _) => Some(Color::Black),
            (_, true) => Some(Color::White),
            _ => None,
        };
        let mut diagram = Diagram::new(Size::new(width, height).unwrap(), stone);
        marks.iter().for_each(|mark| diagram.add_mark(mark));
        let at = diagram.cells().nth(last as usize).map(|(at, _)| at);
        diagram.set_last_move(at);
        diagram.set_coordinates(coordinates);
        diagram
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Every cell has the same number of columns, whatever its content; nothing of a cell is lost without a note.
    #[test]
    fn cells_are_below_each_other(diagram in diagram(), is_ascii: bool) {
        let style = if is_ascii { TextStyle::Ascii } else { TextStyle::Unicode };
        // The columns of the spans of each point, and the notes.
        let mut at: BTreeMap<Point, (usize, usize, usize)> = BTreeMap::new();
        let (mut line, mut column, mut notes, mut all) = (0, 0, Vec::new(), String::new());
        let mut drawn: BTreeMap<Point, Vec<(SpanKind, String)>> = BTreeMap::new();
        diagram.write_with(style, |Span { kind, text, point, .. }| {
            all.push_str(text);
            match (kind, point) {
                (SpanKind::Note, _) => notes.push(text.to_owned()),
                (SpanKind::LastMove, _) | (_, None) => {}
                (_, Some(point)) => {
                    let place = at.entry(point).or_insert((line, column, column));
                    assert_eq!(place.0, line, "a cell is on one line");
                    place.2 = column + text.width();
                    drawn.entry(point).or_default().push((kind, text.to_owned()));
                }
            }
            column += text.width();
            if text == "\n" {
                (line, column) = (line + 1, 0);
            }
        });
        prop_assert_eq!(&all, &if is_ascii { diagram.to_ascii() } else { diagram.to_unicode() });
        prop_assert!(!is_ascii || all.is_ascii());
        let origin = diagram.view().upper_left();
        let (first_line, first_column) = (usize::from(diagram.coordinates() != Coordinates::Off), at.get(&origin).map_or(0, |place| place.1));
        let step = at.get(&Point::new(origin.x() + 1, origin.y()).unwrap()).map(|place| place.1 - first_column);
        for (point, cell) in diagram.cells() {
            // Hidden cells at the end of a line are not written.
            let Some(&(line, column, end)) = at.get(&point) else { assert!(cell.is_hidden); continue };
            prop_assert_eq!(line, first_line + usize::from(point.y() - origin.y()));
            if let (Some(step), Some(_)) = (step, at.get(&origin)) {
                prop_assert_eq!(column, first_column + step * usize::from(point.x() - origin.x()), "{}", all);
                prop_assert!(end < column + step + 1);
            }
            let drawn = &drawn[&point];
            let has = |kind: SpanKind| drawn.iter().any(|(of, _)| *of == kind);
            prop_assert_eq!(cell.stone.map(SpanKind::Stone).is_some_and(has), cell.stone.is_some());
            let name = format!("at {}", point.to_a1(diagram.size()));
            let count = |kind: SpanKind, words: &str| {
                drawn.iter().filter(|(of, _)| *of == kind).count()
                    + notes.iter().filter(|note| note.starts_with(words) && note.ends_with(&name)).count()
            };
            if let Some(color) = cell.territory {
                prop_assert_eq!(count(SpanKind::Territory(color), &format!("{color} territory ")), 1);
            }
            let labels = notes.iter().filter(|note| note.contains('"') && note.ends_with(&format!("\" {name}"))).count();
            let own = drawn.iter().filter(|(of, text)| *of == SpanKind::Label && cell.labels.iter().any(|label| label.trim() == text));
            prop_assert!(own.count() + labels >= cell.labels.len(), "{}", all);
        }
        prop_assert!(notes.len() >= diagram.lines().len() + diagram.custom_marks().len());
        prop_assert!(all.lines().all(|line| !line.ends_with(' ')));
    }

    /// The cells of a view are those of the whole board, without the hidden ones.
    #[test]
    fn a_view_is_a_part_of_the_whole(black in some_points(), view in some_points(), width in 1_u8..12, height in 1_u8..12) {
        let size = Size::new(width, height).unwrap();
        let whole = Diagram::new(size, |at| black.contains(at).then_some(Color::Black));
        let mut part = whole.clone();
        part.show_only(&view);
        let shown = view.within(size);
        let expected: Vec<Point> = if shown.is_empty() { size.rect().iter().collect() } else { shown.iter().collect() };
        let visible: Points = part.cells().filter(|(_, cell)| !cell.is_hidden).map(|(at, _)| at).collect();
        prop_assert_eq!(visible, expected.iter().copied().collect::<Points>());
        for at in expected.iter().copied() {
            prop_assert_eq!(part.cell(at), whole.cell(at));
        }
        let (from, to) = (part.view().upper_left(), part.view().lower_right());
        prop_assert_eq!(Some(from.x()), expected.iter().map(|at| at.x()).min());
        prop_assert_eq!(Some(from.y()), expected.iter().map(|at| at.y()).min());
        prop_assert_eq!(Some(to.x()), expected.iter().map(|at| at.x()).max());
        prop_assert_eq!(Some(to.y()), expected.iter().map(|at| at.y()).max());
        let edges = part.edges();
        prop_assert_eq!((edges.left, edges.right), (from.x() == 0, to.x() + 1 == width));
        prop_assert_eq!((edges.top, edges.bottom), (from.y() == 0, to.y() + 1 == height));
        prop_assert_eq!(part.rows().count(), usize::from(to.y() - from.y()) + 1);
    }
}
