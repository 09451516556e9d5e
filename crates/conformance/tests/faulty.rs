//! Each law detects a format that breaks only this law. A correct format breaks no law.
//!
//! That a fault breaks no other law takes minutes, so these trials are ignored by default:
//! `cargo test -p kifu-conformance --test faulty -- --ignored`.

use kifu_conformance::{Case, Expect, Suite, Twin};
use kifu_core::{
    BadOption, Charset, CharsetDeclaration, CodeInfo, Confidence, Diagnostic, Diagnostics, Edits, Format, FormatInfo,
    HeaderField, Layout, MoveTime, NodeId, Outcome, Parsed, Part, PartLimit, ReadGame, Record, Safety, Sample, Seat,
    Severity, Source, SourceMap, Span, ValueEnd, WriteOutput,
};
use kifu_goban::{Action, Color, Go, Mark, Point, Points, PositionEdit, Size};
use kifu_sgf::Sgf;
use libtest_mimic::{Arguments, Failed, Trial};
use std::{
    hint::black_box,
    mem,
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
    time::Duration,
};

/// The case that shows most faults. Other texts, even similar ones, do not show them.
const TEXT: &str = "(;GM[1]SZ[9]PB[Gu];B[ee]C[here](;W[gc];B[cg])(;W[cc]))\n";

/// SGF with a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Has too low a confidence for texts with comments.
    Shy,
    /// Recognises files in UTF-8 only.
    Provincial,
    /// Recognises its own output by the extension only.
    Aloof,
    /// Leaves a gap between tokens.
    Gap,
    /// Reports a place after the end of the text.
    Beyond,
    /// Locates the parts of a node in the node before it.
    Astray,
    /// Locates the fields of the header one byte after the game.
    Misplaced,
    /// Reports a code that it does not list.
    Unlisted,
    /// Reports a different message each time.
    Moody,
    /// Continues reading after the caller has refused more.
    Deaf,
    /// Writes an empty line between the games of a collection, but not if they are written one by one.
    Clannish,
    /// Declares a charset other than that of its output.
    Foreign,
    /// Writes a different text if the nodes have a different order in memory.
    Restless,
    /// Writes a size in a form that its own reader reports.
    Sloppy,
    /// Does not write a property that it has read.
    Forgetful,
    /// Does not write the property, but claims to hold such data partly.
    Evasive,
    /// Claims to hold bookmarks, but does not.
    Boastful,
    /// Loses the clock silently.
    Timeless,
    /// Offers a safe fix again after each round.
    Fidgety,
    /// Offers a safe fix that removes a comment.
    Careless,
    /// Panics on a text that is cut off.
    Fragile,
    /// Lets a damaged character consume the end of its value.
    Greedy,
    /// Claims to write one record per line, but writes a line for each move.
    Wordy,
    /// Accepts any option.
    Yielding,
    /// Recurses for each nested variation.
    Recursive,
    /// Reads the whole text for each node.
    Quadratic,
    /// Exchanges columns and rows when it reads and when it writes.
    Transposed,
    /// Exchanges Black and White in everything when it reads and when it writes.
    Swapped,
    /// Exchanges only the colours of moves, stones and territory.
    Recoloured,
    /// Exchanges only the players.
    Reseated,
    /// Exchanges only the winner and the loser.
    Overturned,
    /// Uses minutes as hours when it reads and when it writes.
    Hasty,
}

/// The reference of the law `means`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Oracle {
    Snapshot,
    Twin,
}

/// Every fault, and the law that detects it.
const FAULTS: [(Fault, Option<&str>); 33] = [
    (Fault::None, None),
    (Fault::Shy, Some("detects")),
    (Fault::Provincial, Some("detects")),
    (Fault::Aloof, Some("detects")),
    (Fault::Gap, Some("tiles")),
    (Fault::Beyond, Some("spans")),
    (Fault::Astray, Some("spans")),
    (Fault::Misplaced, Some("spans")),
    (Fault::Unlisted, Some("codes")),
    (Fault::Moody, Some("same")),
    (Fault::Deaf, Some("streams")),
    (Fault::Clannish, Some("streams")),
    (Fault::Foreign, Some("prints")),
    (Fault::Restless, Some("stable")),
    (Fault::Sloppy, Some("clean")),
    (Fault::Forgetful, Some("admits")),
    (Fault::Evasive, Some("admits")),
    (Fault::Boastful, Some("keeps")),
    (Fault::Timeless, Some("keeps")),
    (Fault::Fidgety, Some("fixes")),
    (Fault::Careless, Some("fixes")),
    (Fault::Fragile, Some("survives")),
    (Fault::Greedy, Some("damage-stays-local")),
    (Fault::Wordy, Some("lines")),
    (Fault::Yielding, Some("options")),
    (Fault::Recursive, Some("depth")),
    (Fault::Quadratic, Some("linear")),
    (Fault::Transposed, Some("means")),
    (Fault::Swapped, Some("means")),
    (Fault::Recoloured, Some("means")),
    (Fault::Reseated, Some("means")),
    (Fault::Overturned, Some("means")),
    (Fault::Hasty, Some("means")),
];

/// The game that shows faults of meaning. `GAME_AS_READ` is its correct dump.
const GAME: &[u8] = b"(;GM[1]SZ[9]PB[Gu]PW[Wu]TM[600]RE[B+R]AB[cd];W[gc];B[cg])";

const GAME_AS_READ: &str = "\
charset: UTF-8 (ValidUtf8)

record at 0..57
black: name \"Gu\"
white: name \"Wu\"
outcome: B+R
time: 600
board: 9x9
start: AB[cd]
0: - W[gc] B[cg]
";

fn main() {
    for (fault, _) in FAULTS {
        suite(fault, Oracle::Snapshot).run_isolated();
    }
    // Panics in this test are intended.
    std::panic::set_hook(Box::new(|_| {}));
    let mut trials = Vec::new();
    for (fault, law) in FAULTS {
        // The twin detects the same faults as the snapshot.
        let twin = (fault == Fault::None || law == Some("means")).then_some(Oracle::Twin);
        for oracle in [Some(Oracle::Snapshot), twin].into_iter().flatten() {
            let name = format!("{fault:?}/{oracle:?}");
            trials.push(Trial::test(name.clone(), move || caught(fault, oracle, law)));
            if fault != Fault::None {
                let only = Trial::test(format!("{name}/only"), move || caught_only(fault, oracle, law));
                trials.push(only.with_ignored_flag(true));
            }
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn suite(fault: Fault, oracle: Oracle) -> Suite<Go> {
    let meant = Case::new("meant", "sgf", GAME);
    let meant = match oracle {
        Oracle::Snapshot => meant.with_snapshot(GAME_AS_READ, Expect::Clean),
        Oracle::Twin => meant.with_twin(Twin::new("twin.sgf", GAME)),
    };
    let sgf = Sgf::default();
    let info = Format::<Go>::info(&sgf);
    let holds: Vec<Part> = info.holds.iter().copied().filter(|&part| part != Part::Foreign).collect();
    let evasive = info.holds(holds.leak()).partly(&[PartLimit { part: Part::Foreign, limits: "some of it" }]);
    let wordy = info.record_per_line(&[]);
    Suite::new(Faulty { fault, sgf, evasive, wordy })
        .with_label(format!("{fault:?}"))
        .twins(Sgf::default())
        .case(meant)
        .case(Case::new("game", "sgf", TEXT.as_bytes()))
        .case(Case::new("two-games", "sgf", b"(;SZ[9];B[cc])(;SZ[9];B[gg]PX[own])"))
        .case(Case::new("names", "sgf", "(;SZ[9]CA[UTF-8]PB[吴清源]PW[木谷实];B[cc])".as_bytes()))
        .case(Case::new("in-shift-jis", "sgf", b"(;SZ[9]CA[Shift_JIS]PB[\x8C\xE9];B[cc])"))
        .case(Case::new("loose", "sgf", b"(;SZ[9x9]RE[b+r];B[cc)"))
}

/// Succeeds if the law detects the fault; without a law, if the format breaks none.
fn caught(fault: Fault, oracle: Oracle, law: Option<&str>) -> Result<(), Failed> {
    let Some(law) = law else { return caught_only(fault, oracle, law) };
    let broken = suite(fault, oracle).violation(law);
    broken.map(drop).ok_or_else(|| format!("the law {law} should be broken").into())
}

/// Succeeds if the law detects the fault, and no other law does.
fn caught_only(fault: Fault, oracle: Oracle, law: Option<&str>) -> Result<(), Failed> {
    let broken = suite(fault, oracle).broken();
    let names: Vec<&str> = broken.iter().map(|broken| broken.law.name).collect();
    let wanted: Vec<&str> = law.into_iter().collect();
    if names == wanted {
        return Ok(());
    }
    let lines: Vec<String> = broken.iter().map(ToString::to_string).collect();
    Err(format!("{wanted:?} should be broken, and these are:\n{}", lines.join("\n")).into())
}

struct Faulty {
    fault: Fault,
    sgf: Sgf,
    evasive: FormatInfo,
    wordy: FormatInfo,
}

impl Faulty {
    /// Returns a diagnostic.
    fn finding(&self, code: &'static str, message: &str, span: Span) -> Diagnostic {
        Diagnostic::new(&CodeInfo::new(code, Severity::Note, "", ""), message).at(span)
    }

    /// Returns the additional diagnostic of a fault.
    fn says(&self, source: &Source) -> Option<Diagnostic> {
        static TIMES: AtomicU64 = AtomicU64::new(0);
        let (text, end) = (source.text(), Span::at(source.text().len()));
        let known = "sgf/stray-text";
        match self.fault {
            Fault::Beyond if text == TEXT => Some(self.finding(known, "beyond", Span::new(text.len(), text.len() + 1))),
            Fault::Unlisted if text == TEXT => Some(self.finding("sgf/never-heard-of", "unheard of", end)),
            Fault::Moody if text == TEXT => {
                let times = TIMES.fetch_add(1, Ordering::Relaxed);
                Some(self.finding(known, &format!("the {times}th time"), end))
            }
            Fault::Fidgety if text.trim_end() == TEXT.trim_end() => {
                let edits = Edits::one(end, " ");
                Some(self.finding(known, "restless", end).fix(Safety::Safe, "add a blank", edits))
            }
            Fault::Careless if text == TEXT => {
                let at = text.find("C[here]")?;
                let edits = Edits::one(Span::new(at, at + 7), "");
                Some(self.finding(known, "chatter", end).fix(Safety::Safe, "take it away", edits))
            }
            _ => None,
        }
    }
}

impl Format<Go> for Faulty {
    fn info(&self) -> &FormatInfo {
        match self.fault {
            Fault::Evasive => &self.evasive,
            Fault::Wordy => &self.wordy,
            _ => Format::<Go>::info(&self.sgf),
        }
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Go>>, BadOption> {
        match self.fault {
            Fault::Yielding => Ok(Box::new(self.sgf.clone())),
            _ => self.sgf.with_option(name, value),
        }
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        match self.fault {
            Fault::Shy if sample.text().contains("C[") => Confidence::No,
            Fault::Provincial if std::str::from_utf8(sample.bytes).is_err() => Confidence::No,
            Fault::Aloof if sample.extension.is_none() && sample.text().starts_with("(;FF[4]") => Confidence::No,
            _ => self.sgf.detect(sample),
        }
    }

    fn charsets(&self, bytes: &[u8]) -> Vec<CharsetDeclaration> {
        let is_written = bytes.starts_with(b"(;FF[4]GM[1]CA[UTF-8]") && bytes.len().is_multiple_of(2);
        match self.fault {
            Fault::Foreign if is_written => vec![CharsetDeclaration::of_file(Charset::UTF_16LE, 0..0)],
            _ => self.sgf.charsets(bytes),
        }
    }

    fn value_end(&self) -> Option<ValueEnd> {
        match self.fault {
            Fault::Greedy => None,
            _ => self.sgf.value_end(),
        }
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        if self.fault == Fault::Fragile && source.text().ends_with("C[") {
            panic!("a comment without an end");
        }
        let mut diagnostics = self.sgf.read_each(source, &mut |mut read| {
            misunderstand(self.fault, &mut read.record, |time| time / 60);
            match self.fault {
                Fault::Recursive => drop(black_box(height(&read.record, read.record.tree.root()))),
                Fault::Quadratic if read.record.tree.len() < 20_000 => {
                    for _ in read.record.tree.preorder() {
                        black_box(source.text().bytes().filter(|&byte| byte == b';').count());
                    }
                }
                _ => {}
            }
            match (sink(read), self.fault) {
                (_, Fault::Deaf) => ControlFlow::Continue(()),
                (flow, _) => flow,
            }
        });
        if let Some(more) = self.says(source) {
            diagnostics.push(more);
        }
        diagnostics
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        let mut records = records.to_vec();
        let in_order = |record: &Record<Go>| record.tree.preorder().is_sorted();
        let is_restless = self.fault == Fault::Restless && !records.iter().all(in_order);
        for record in &mut records {
            misunderstand(self.fault, record, |time| time * 60);
            let nodes: Vec<NodeId> = record.tree.preorder().collect();
            for id in nodes {
                let node = &mut record.tree[id];
                match self.fault {
                    Fault::Timeless => {
                        node.spent = MoveTime::UNKNOWN;
                        node.details_mut().clock = Default::default();
                    }
                    Fault::Boastful => node.details_mut().bookmark = None,
                    Fault::Forgetful | Fault::Evasive => node.details_mut().foreign.retain(|entry| entry.key != "PX"),
                    _ => {}
                }
            }
        }
        let mut writing = self.sgf.write(&records);
        if self.fault == Fault::Clannish {
            // No generated text contains the start of a game.
            writing.text = writing.text.replace(")\n(;FF[4]", ")\n\n(;FF[4]");
        }
        if self.fault == Fault::Sloppy {
            writing.text = writing.text.replace("SZ[9]", "SZ[9:9]");
        }
        if is_restless {
            writing.text.push('\n');
        }
        writing
    }

    fn locate(&self, source: &Source, source_map: &SourceMap, wanted: &[(NodeId, Part)]) -> Vec<Option<Span>> {
        let mut wanted = wanted.to_vec();
        if self.fault == Fault::Astray && source.text() == TEXT {
            let mut nodes: Vec<NodeId> = wanted.iter().map(|(node, _)| *node).collect();
            nodes.dedup();
            let before = |node| nodes.iter().position(|known| *known == node).unwrap_or(0).saturating_sub(1);
            wanted.iter_mut().for_each(|(node, _)| *node = nodes[before(*node)]);
        }
        Format::<Go>::locate(&self.sgf, source, source_map, &wanted)
    }

    fn header_spans(&self, source: &Source, source_map: &SourceMap) -> Option<Vec<(HeaderField, Span)>> {
        let mut found = Format::<Go>::header_spans(&self.sgf, source, source_map)?;
        if self.fault == Fault::Misplaced && source.text() == TEXT {
            found.iter_mut().for_each(|(_, span)| span.start = source_map.span.end + 1);
            found.iter_mut().for_each(|(_, span)| span.end = span.start);
        }
        Some(found)
    }

    fn layout(&self, source: &Source) -> Layout {
        let mut layout = Format::<Go>::layout(&self.sgf, source);
        if self.fault == Fault::Gap && source.text() == TEXT {
            layout.tokens.remove(2);
        }
        layout
    }
}

/// Returns the depth of nested variations, by recursion.
fn height(record: &Record<Go>, mut at: NodeId) -> usize {
    let tree = &record.tree;
    while !tree.is_fork(at) {
        let Some(next) = tree.first_child(at) else { return 0 };
        at = next;
    }
    1 + tree.children(at).map(|child| height(record, child)).max().unwrap_or(0)
}

/// Changes the meaning of a record. Doing it twice, with the inverse change of time, restores the record.
fn misunderstand(fault: Fault, record: &mut Record<Go>, time: impl Fn(Duration) -> Duration) {
    match fault {
        Fault::Hasty => {
            if let Some(Parsed::Value(main)) = &mut record.info.time.all_mut().main {
                main.0 = time(main.0);
            }
        }
        Fault::Transposed => {
            let size = record.setup.size;
            record.setup.size = Size::new(size.height(), size.width()).unwrap_or_default();
            transpose_edit(&mut record.setup.stones);
            of_nodes(record, transpose_action, transpose_mark);
        }
        Fault::Swapped => {
            swap_players(record);
            swap_winner(record);
            swap_colours(record);
        }
        Fault::Recoloured => swap_colours(record),
        Fault::Reseated => swap_players(record),
        Fault::Overturned => swap_winner(record),
        _ => {}
    }
}

fn swap_players(record: &mut Record<Go>) {
    let players = mem::take(&mut record.info.players);
    record.info.players = players.into_iter().map(|(seat, player)| (opposite(&seat), player)).collect();
}

fn swap_winner(record: &mut Record<Go>) {
    if let Some(Parsed::Value(Outcome::Win { winner, .. })) = &mut record.info.outcome {
        *winner = opposite(winner);
    }
}

fn swap_colours(record: &mut Record<Go>) {
    swap_edit(&mut record.setup.stones);
    of_nodes(record, swap_action, |mark| {
        if let Mark::Territory(color, _) = mark {
            *color = color.opponent();
        }
    });
}

fn of_nodes(record: &mut Record<Go>, action: impl Fn(&mut Action), mark: impl Fn(&mut Mark)) {
    let nodes: Vec<NodeId> = record.tree.preorder().collect();
    for id in nodes {
        let node = &mut record.tree[id];
        node.action.iter_mut().for_each(&action);
        if node.details().is_some() {
            let marks = &mut node.details_mut().marks;
            let mut changed: Vec<Mark> = mem::take(marks).into_iter().collect();
            changed.iter_mut().for_each(&mark);
            marks.extend(changed);
        }
    }
}

fn transpose(point: Point) -> Point {
    Point::new(point.y(), point.x()).unwrap_or(point)
}

fn transpose_points(points: &mut Points) {
    *points = points.iter().map(transpose).collect();
}

fn transpose_edit(edit: &mut PositionEdit) {
    let before = mem::take(edit);
    edit.to_move = before.to_move;
    for (points, color) in sets(&before) {
        let mut points = points.clone();
        transpose_points(&mut points);
        edit.set(&points, color);
    }
}

fn sets(edit: &PositionEdit) -> [(&Points, Option<Color>); 3] {
    [(edit.black(), Some(Color::Black)), (edit.white(), Some(Color::White)), (edit.clear(), None)]
}

fn transpose_action(action: &mut Action) {
    match action {
        Action::Move(played) => played.at = played.at.map(transpose),
        Action::Edit(edit) => transpose_edit(edit),
        other => unreachable!("{other:?}"),
    }
}

fn transpose_mark(mark: &mut Mark) {
    match mark {
        Mark::Shape(_, points)
        | Mark::Dim(points)
        | Mark::View(points)
        | Mark::Territory(_, points)
        | Mark::Custom { points, .. } => transpose_points(points),
        Mark::Label(at, _) => *at = transpose(*at),
        Mark::Arrow(from, to) | Mark::Line(from, to) => (*from, *to) = (transpose(*from), transpose(*to)),
        other => unreachable!("{other:?}"),
    }
}

fn opposite(seat: &Seat) -> Seat {
    match seat {
        Seat::First => Seat::Second,
        Seat::Second => Seat::First,
        other => other.clone(),
    }
}

fn swap_edit(edit: &mut PositionEdit) {
    let before = mem::take(edit);
    edit.to_move = before.to_move.map(Color::opponent);
    for (points, color) in sets(&before) {
        edit.set(points, color.map(Color::opponent));
    }
}

fn swap_action(action: &mut Action) {
    match action {
        Action::Move(played) => played.color = played.color.opponent(),
        Action::Edit(edit) => swap_edit(edit),
        other => unreachable!("{other:?}"),
    }
}
