//! NGF with a wrong meaning, in the reader and the writer alike, keeps every law except `means`.

use kifu_conformance::Suite;
use kifu_core::{
    Confidence, Diagnostics, Format, FormatInfo, NodeId, Parsed, ReadGame, Record, Sample, Seat, Source, WriteOutput,
};
use kifu_goban::{Action, Color, Go, Point, Points, PositionEdit};
use kifu_ngf::Ngf;
use std::{mem, ops::ControlFlow, process::ExitCode};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Mistake {
    None,
    /// Columns are rows.
    Axes,
    /// Black's moves and stones are White's.
    Colours,
    /// The names of Black and White are exchanged.
    Players,
    /// Minutes are hours.
    Minutes,
}

const MISTAKES: [Mistake; 5] = [Mistake::None, Mistake::Axes, Mistake::Colours, Mistake::Players, Mistake::Minutes];

fn main() -> ExitCode {
    let read = Suite::new(Ngf::default()).fixtures("fixtures");
    let suite = |mistake| {
        let wrong = Suite::new(Wrong(mistake)).with_label(format!("{mistake:?}"));
        read.cases().cloned().fold(wrong, |suite, mut case| {
            // A wrong format must not write snapshots. A case without a folder is compared in memory.
            case.folder = None;
            suite.case(case)
        })
    };
    MISTAKES.into_iter().for_each(|mistake| suite(mistake).run_isolated());
    for mistake in MISTAKES {
        let broken = suite(mistake).broken();
        let names: Vec<&str> = broken.iter().map(|broken| broken.law.name).collect();
        let expected: &[&str] = if mistake == Mistake::None { &[] } else { &["means"] };
        assert_eq!(names, expected, "{mistake:?}: {broken:?}");
        println!("{mistake:?}: {names:?}");
    }
    ExitCode::SUCCESS
}

struct Wrong(Mistake);

impl Format<Go> for Wrong {
    fn info(&self) -> &FormatInfo {
        // The options of NGF would make a right NGF.
        const INFO: FormatInfo = <Ngf as kifu_core::SingleGame<Go>>::INFO.options(&[]);
        &INFO
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        Format::detect(&Ngf::default(), sample)
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        Ngf::default().read_each(source, &mut |mut read| {
            self.mistake(&mut read.record);
            if let (Mistake::Minutes, Some(Parsed::Value(main))) = (self.0, &mut read.record.info.time.all_mut().main) {
                main.0 *= 60;
            }
            sink(read)
        })
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        let mut records = records.to_vec();
        for record in &mut records {
            self.mistake(record);
            if let (Mistake::Minutes, Some(Parsed::Value(main))) = (self.0, &mut record.info.time.all_mut().main) {
                main.0 /= 60;
            }
        }
        Ngf::default().write(&records)
    }
}

impl Wrong {
    /// Makes the mistake in a record. Making it twice restores the record.
    fn mistake(&self, record: &mut Record<Go>) {
        let transposed = |at: Point| Point::new(at.y(), at.x()).expect("a point of a square board");
        match self.0 {
            Mistake::None | Mistake::Minutes => {}
            Mistake::Axes => change(record, |color| color, transposed),
            Mistake::Colours => change(record, Color::opponent, |at| at),
            Mistake::Players => {
                let players = mem::take(&mut record.info.players);
                let other = |seat| if seat == Seat::First { Seat::Second } else { Seat::First };
                record.info.players = players.into_iter().map(|(seat, player)| (other(seat), player)).collect();
            }
        }
    }
}

/// Changes the colours and the points of all moves and stones.
fn change(record: &mut Record<Go>, color: impl Fn(Color) -> Color, at: impl Fn(Point) -> Point) {
    let before = mem::take(&mut record.setup.stones);
    let mut after = PositionEdit::default();
    after.to_move = before.to_move.map(&color);
    for (points, of) in [(before.black(), Color::Black), (before.white(), Color::White)] {
        after.set(&points.iter().map(&at).collect::<Points>(), Some(color(of)));
    }
    record.setup.stones = after;
    let nodes: Vec<NodeId> = record.tree.preorder().collect();
    for node in nodes {
        if let Some(Action::Move(played)) = &mut record.tree[node].action {
            (played.color, played.at) = (color(played.color), played.at.map(&at));
        }
    }
}
