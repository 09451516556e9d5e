//! `difference` is empty exactly if the records are equal.

use kifu_core::{
    Analysis, Bound, Comment, Decimal, Degree, Details, Foreign, Game, MainTime, Mate, MoveQuality, MoveTime,
    NamedValue, Node, NodeId, Outcome, Parsed, Part, PartialDate, PositionJudgement, PositionQuality, Record, Seat,
    Termination, difference,
};
use proptest::prelude::*;
use std::time::Duration;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Toy;

impl Game for Toy {
    const NAME: &'static str = "toy";
    type Terms = u8;
    type Setup = u8;
    type Action = u8;
    type Mark = u8;
}

/// Makes one change of a record, chosen by two small numbers. The range is small, so that changes often affect the same value.
fn change(record: &mut Record<Toy>, what: u8, value: u8) {
    let text = if value == 0 { String::new() } else { format!("t{value}") };
    let nodes: Vec<NodeId> = record.tree.preorder().collect();
    let node = nodes[usize::from(value) % nodes.len()];
    let info = &mut record.info;
    match what {
        0 => info.name = text,
        1 => info.player_mut(if value.is_multiple_of(2) { Seat::First } else { Seat::Other("red".into()) }).name = text,
        2 => info.event = text,
        3 => info.dates.push(Parsed::Value(PartialDate::new(i16::from(value), None, None).unwrap())),
        4 => {
            let by = Termination::Score(Decimal::from(i64::from(value)));
            info.outcome = Some(Parsed::Value(Outcome::Win { winner: Seat::First, by }));
        }
        5 => info.time.all_mut().main = (value > 0).then(|| Parsed::Value(MainTime::from_secs(value.into()))),
        6 => info.time.of_mut(Seat::First).main = Some(Parsed::Text(value.to_string().into())),
        7 => info.foreign.extend([Foreign::new("toy", text, vec![])]),
        8 => record.terms = value,
        9 => record.setup = value,
        10..=15 => {
            record.tree.add(node, Node::new((value < 3).then_some(value)));
        }
        16 => record.tree[node].spent = MoveTime::from(Duration::from_millis(u64::from(value) * 400)),
        17 => record.tree[node].details_mut().comments.push(if value > 1 {
            Comment::from("c").by(text)
        } else {
            Comment::from("c")
        }),
        18 => {
            record.tree[node].details_mut().judgement.of_move = (value > 0).then_some(MoveQuality::Bad(Degree::Normal));
        }
        19 => record.tree[node].details_mut().marks.extend([value]),
        20 => record.tree[node].details_mut().analyses.push(at_depth_one()),
        21 => {
            let clock = &mut record.tree[node].details_mut().clock;
            clock.left = Some(Duration::from_millis(u64::from(value) * 300));
        }
        22 => record.tree.promote(node),
        23 => record.tree[node].details_mut().name = text,
        24 => drop(record.tree[node].details_mut()),
        25 => info.headers.push(NamedValue::new(text, "v")),
        _ => info.display.push(NamedValue::new(text, "1")),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn it_is_empty_exactly_when_the_normal_forms_are_equal(
        common in prop::collection::vec((0_u8..27, 0_u8..6), 0..20),
        left in prop::collection::vec((0_u8..27, 0_u8..6), 0..3),
        right in prop::collection::vec((0_u8..27, 0_u8..6), 0..3),
    ) {
        let mut a = Record::<Toy>::new(0);
        for (what, value) in common {
            change(&mut a, what, value);
        }
        let mut b = a.clone();
        for (what, value) in left {
            change(&mut a, what, value);
        }
        for (what, value) in right {
            change(&mut b, what, value);
        }
        let found = difference(std::slice::from_ref(&a), std::slice::from_ref(&b));
        prop_assert_eq!(found.is_empty(), a == b, "{:?}", found);
    }
}

fn line(actions: &[u8]) -> Record<Toy> {
    let mut record = Record::new(0);
    let mut at = record.tree.root();
    for &action in actions {
        at = record.tree.add(at, Node::new(Some(action)));
    }
    record
}

#[test]
fn a_dropped_node_includes_its_descendants() {
    let found = difference(&[line(&[1, 2, 3, 4])], &[line(&[1])]);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].part, found[0].message.as_str()), (Part::Action, "2 and the 2 nodes after it are missing"));
    assert_eq!(found[0].node.unwrap().index(), 2);
}

#[test]
fn children_are_paired_by_action_and_then_by_place() {
    let mut a = line(&[]);
    let mut b = line(&[]);
    for action in [1, 2, 3] {
        a.tree.add(a.tree.root(), Node::new(Some(action)));
    }
    for action in [1, 9, 3] {
        b.tree.add(b.tree.root(), Node::new(Some(action)));
    }
    let found = difference(&[a.clone()], &[b]);
    assert_eq!(found.iter().map(|l| (l.part, l.message.as_str())).collect::<Vec<_>>(), [(Part::Action, "2 became 9")]);
    let mut c = a.clone();
    c.tree.promote(c.tree.node(2).unwrap());
    let found = difference(&[a], &[c]);
    assert_eq!(found.iter().map(|l| l.part).collect::<Vec<_>>(), [Part::Variation]);
}

#[test]
fn the_game_gives_the_texts_of_actions_and_marks() {
    /// A game that counts its squares from the number of its setup.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    struct Counted;

    impl Game for Counted {
        const NAME: &'static str = "counted";
        type Terms = u8;
        type Setup = u8;
        type Action = u8;
        type Mark = u8;

        fn terms_text(terms: &u8) -> String {
            if *terms == 0 { String::new() } else { format!("stake {}", terms.min(&9)) }
        }

        fn setup_text(setup: &u8) -> String {
            format!("square {setup}")
        }

        fn action_text(action: &u8, setup: &u8) -> String {
            format!("square {}", (setup + action).min(99))
        }

        fn mark_text(mark: &u8, setup: &u8) -> String {
            format!("star {}", setup + mark)
        }
    }

    let played = |setup, action, mark| {
        let mut record = Record::<Counted>::new(setup);
        let node = record.tree.add(record.tree.root(), Node::new(Some(action)));
        record.tree[node].details_mut().marks.extend([mark]);
        record
    };
    let texts = |before, after| {
        let found = difference(&[before], &[after]).into_iter().filter(|loss| loss.part != Part::Setup);
        found.map(|loss| loss.message).collect::<Vec<_>>()
    };
    assert_eq!(texts(played(10, 1, 5), played(10, 2, 5)), ["square 11 became square 12"]);
    // Each record is shown with its own setup.
    let moved = texts(played(10, 1, 5), played(20, 2, 6));
    assert_eq!(moved, ["square 11 became square 22", "mark star 15 became star 26"]);
    assert_eq!(texts(played(10, 90, 5), played(10, 91, 5)), ["square 99 changed"]); // the texts are equal
    let staked = |setup, terms| {
        let mut record = Record::<Counted>::new(setup);
        record.terms = terms;
        record
    };
    let message = |before, after| difference(&[before], &[after]).remove(0).message;
    assert_eq!(message(staked(1, 5), staked(1, 6)), "terms changed from stake 5 to stake 6");
    assert_eq!(message(staked(1, 0), staked(1, 6)), "terms changed from nothing to stake 6");
    assert_eq!(message(staked(1, 10), staked(1, 11)), "terms changed: stake 9"); // the texts are equal
    assert_eq!(message(staked(1, 5), staked(2, 5)), "the start position changed from square 1 to square 2");
}

#[test]
fn a_game_without_texts_shows_no_values() {
    let changed = |change: &dyn Fn(&mut Record<Toy>)| {
        let mut record = line(&[1]);
        change(&mut record);
        difference(&[line(&[1])], &[record]).remove(0).message
    };
    assert_eq!(changed(&|record| record.terms = 7), "terms changed");
    assert_eq!(changed(&|record| record.setup = 7), "the start position changed");
    let marked = |record: &mut Record<Toy>| {
        let node = record.tree.node(1).unwrap();
        record.tree[node].details_mut().marks.extend([3]);
    };
    assert_eq!(changed(&marked), "marks changed");
}

#[test]
fn judgements_and_analyses_are_shown_in_words() {
    let details = |change: &dyn Fn(&mut Details<Toy>)| {
        let mut record = line(&[1]);
        let node = record.tree.node(1).unwrap();
        change(record.tree[node].details_mut());
        difference(&[line(&[1])], &[record]).remove(0).message
    };
    let position = |quality, degree| Some(PositionJudgement { quality, degree });
    let judged = [
        (MoveQuality::Good(Degree::Emphasised), PositionQuality::GoodForFirst, "very good move, good for first"),
        (MoveQuality::Bad(Degree::Normal), PositionQuality::GoodForSecond, "bad move, good for second"),
        (MoveQuality::Doubtful, PositionQuality::Even, "doubtful move, even position"),
        (MoveQuality::Interesting, PositionQuality::Unclear, "interesting move, unclear position"),
    ];
    for (quality, of_position, text) in judged {
        let found = details(&|details| {
            details.judgement.of_move = Some(quality);
            details.judgement.of_position = position(of_position, Degree::Normal);
        });
        assert_eq!(found, format!("judgement changed from nothing to {text}"));
    }
    let found = details(&|details| {
        details.judgement.of_position = position(PositionQuality::GoodForFirst, Degree::Emphasised);
        details.judgement.hotspot = Some(Degree::Emphasised);
        details.judgement.value = Some(Decimal::new(35, 1));
        details.judgement.solution = true;
    });
    let text = "very good for first, very interesting position, value 3.5, s…";
    assert_eq!(found, format!("judgement changed from nothing to {text}"));

    let analysed = |change: &dyn Fn(&mut Analysis<Toy>)| {
        details(&|details| {
            let mut analysis = Analysis::default();
            change(&mut analysis);
            details.analyses.push(analysis);
        })
    };
    let found = analysed(&|analysis| {
        analysis.engine = Some("KataGo".into());
        analysis.score = Some(Decimal::new(35, 1));
        analysis.bound = Some(Bound::Lower);
        analysis.visits = Some(1_600);
        analysis.line = vec![7, 3];
    });
    assert_eq!(found, "analysis KataGo, score 3.5, lower bound, 1600 visits, line 7 3 was added");
    let found = analysed(&|analysis| {
        analysis.rank = Some(2);
        let mut mate = Mate::by(Seat::Second);
        mate.plies = Some(5);
        analysis.mate = Some(mate);
        analysis.time = Some(Duration::from_millis(1_500));
    });
    assert_eq!(found, "analysis rank 2, mate by second in 5 plies, time 1.5 s was added");
    let found = analysed(&|analysis| {
        analysis.bound = Some(Bound::Upper);
        analysis.mate = Some(Mate::by(Seat::First));
        analysis.depth = Some(20);
        analysis.selective_depth = Some(31);
    });
    assert_eq!(found, "analysis upper bound, mate by first, depth 20, selective depth 31 was added");
    let found = analysed(&|analysis| {
        analysis.win_rate = Some(Decimal::new(62, 2));
        analysis.nodes = Some(9);
        analysis.tail = "resign".into();
    });
    assert_eq!(found, "analysis win rate 0.62, 9 nodes, rest of the line resign was added");
}

#[test]
fn fractions_of_a_second_are_a_loss_of_their_own() {
    let timed = |millis| {
        let mut record = line(&[1]);
        let node = record.tree.node(1).unwrap();
        record.tree[node].spent = MoveTime::from(Duration::from_millis(millis));
        record
    };
    assert_eq!(difference(&[timed(1_500)], &[timed(1_000)])[0].part, Part::ClockPrecision);
    assert_eq!(difference(&[timed(1_500)], &[timed(2_500)])[0].part, Part::Clock);
}

#[test]
fn a_hundred_thousand_variations_are_compared_in_no_time() {
    let fork = |last: u8| {
        let mut record = line(&[]);
        for i in 0..100_000_u32 {
            record.tree.add(record.tree.root(), Node::new(Some(u8::try_from(i % 7).unwrap())));
        }
        record.tree.add(record.tree.root(), Node::new(Some(last)));
        record
    };
    let start = cpu_time::ThreadTime::now();
    assert_eq!(difference(&[fork(8)], &[fork(9)]).len(), 1);
    assert!(start.elapsed() < Duration::from_secs(5));
}

fn at_depth_one() -> Analysis<Toy> {
    let mut analysis = Analysis::default();
    analysis.depth = Some(1);
    analysis
}

#[test]
fn of_many_variations_the_first_are_reported_and_the_rest_counted() {
    let mut many: Record<Toy> = Record::default();
    for _ in 0..1_003 {
        let child = many.tree.add(many.tree.root(), Node::new(Some(7)));
        many.tree.add(child, Node::new(Some(8)));
    }
    let lost = difference(std::slice::from_ref(&many), &[Record::default()]);
    assert_eq!(lost.len(), 1_001);
    assert!(lost[999].message.ends_with("the node after it are missing"), "{}", lost[999].message);
    assert_eq!(lost[1_000].message, "3 more variations are missing, with 6 nodes");
    let added = difference(&[Record::default()], std::slice::from_ref(&many));
    assert_eq!(added.len(), 1_001);
    assert_eq!(added[1_000].message, "3 more variations were added, with 6 nodes");
}
