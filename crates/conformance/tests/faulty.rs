//! Each law catches a format that breaks it and no other law; an honest format breaks none.

use kifu_conformance::{Case, Suite};
use kifu_core::{
    BadOption, Charset, CharsetDeclaration, Code, Confidence, Diagnostic, Diagnostics, Edits, EndsValue, Format,
    FormatInfo, Layout, MoveTime, NodeId, Part, ReadGame, Record, Safety, Sample, Severity, Source, Span, WriteOutput,
};
use kifu_goban::Go;
use kifu_sgf::Sgf;
use libtest_mimic::{Arguments, Failed, Trial};
use std::{
    hint::black_box,
    ops::ControlFlow,
    sync::atomic::{AtomicU64, Ordering},
};

/// The case that most faults show in: in no text that is but like it.
const TEXT: &str = "(;GM[1]SZ[9]PB[Gu];B[ee]C[here](;W[gc];B[cg])(;W[cc]))\n";

/// SGF with a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// Is not sure of texts with comments.
    Shy,
    /// Recognises a file in UTF-8 alone.
    Provincial,
    /// Recognises what it writes by the extension alone.
    Aloof,
    /// Leaves a gap between tokens.
    Gap,
    /// Says something of a place behind the end.
    Beyond,
    /// Has a code that stands in no table.
    Unlisted,
    /// Says something else every time.
    Moody,
    /// Goes on when it is told to stop.
    Deaf,
    /// Writes a line between the games of a collection, and none where they are written one by one.
    Clannish,
    /// Declares a charset in which its texts are not written.
    Foreign,
    /// Writes another text when nodes lie in memory in another order.
    Restless,
    /// Writes a size as its own reader warns of.
    Sloppy,
    /// Leaves out a property that it has read.
    Forgetful,
    /// Leaves it out, and says it holds such things within limits.
    Evasive,
    /// Says it holds bookmarks, and does not.
    Boastful,
    /// Drops the clock without a word.
    Timeless,
    /// Calls a fix safe that never settles.
    Fidgety,
    /// Calls a fix safe that takes a comment away.
    Careless,
    /// Panics on a text that was cut.
    Fragile,
    /// Lets a damaged character take the end of its value along.
    Greedy,
    /// Takes any option.
    Yielding,
    /// Calls itself for every variation in a variation.
    Recursive,
    /// Looks at the whole text for each node.
    Quadratic,
}

/// Every fault, and the law that catches it.
const FAULTS: [(Fault, Option<&str>); 24] = [
    (Fault::None, None),
    (Fault::Shy, Some("detects")),
    (Fault::Provincial, Some("detects")),
    (Fault::Aloof, Some("detects")),
    (Fault::Gap, Some("tiles")),
    (Fault::Beyond, Some("spans")),
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
    (Fault::Yielding, Some("options")),
    (Fault::Recursive, Some("depth")),
    (Fault::Quadratic, Some("linear")),
];

fn main() {
    for (fault, _) in FAULTS {
        suite(fault).run_isolated();
    }
    // What panics here is meant to.
    std::panic::set_hook(Box::new(|_| {}));
    let trials = FAULTS.map(|(fault, law)| Trial::test(format!("{fault:?}"), move || caught(fault, law)));
    libtest_mimic::run(&Arguments::from_args(), trials.into()).exit();
}

fn suite(fault: Fault) -> Suite<Go> {
    let sgf = Sgf::default();
    let info = Format::<Go>::info(&sgf);
    let holds: Vec<Part> = info.holds.iter().copied().filter(|&part| part != Part::Foreign).collect();
    let evasive = FormatInfo { holds: holds.leak(), partly: &[(Part::Foreign, "some of it")], ..*info };
    Suite::new(Faulty { fault, sgf, evasive })
        .with_label(format!("{fault:?}"))
        .case(Case::new("game", "sgf", TEXT.as_bytes()))
        .case(Case::new("two-games", "sgf", b"(;SZ[9];B[cc])(;SZ[9];B[gg]PX[own])"))
        .case(Case::new("names", "sgf", "(;SZ[9]CA[UTF-8]PB[吴清源]PW[木谷实];B[cc])".as_bytes()))
        .case(Case::new("in-shift-jis", "sgf", b"(;SZ[9]CA[Shift_JIS]PB[\x8C\xE9];B[cc])"))
        .case(Case::new("loose", "sgf", b"(;SZ[9x9]RE[b+r];B[cc)"))
}

fn caught(fault: Fault, law: Option<&str>) -> Result<(), Failed> {
    let broken = suite(fault).broken();
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
}

impl Faulty {
    /// A finding with a fix.
    fn finding(&self, code: &'static str, message: &str, span: Span) -> Diagnostic {
        Diagnostic::new(Code(code), Severity::Note, message).at(span)
    }

    /// What is said beside what SGF says.
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
            Fault::Foreign if is_written => vec![CharsetDeclaration { from: 0, charset: Charset::UTF_16LE, at: 0..0 }],
            _ => self.sgf.charsets(bytes),
        }
    }

    fn ends_value(&self) -> Option<EndsValue> {
        match self.fault {
            Fault::Greedy => None,
            _ => self.sgf.ends_value(),
        }
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Go>) -> ControlFlow<()>) -> Diagnostics {
        if self.fault == Fault::Fragile && source.text().ends_with("C[") {
            panic!("a comment without an end");
        }
        let mut said = self.sgf.read_each(source, &mut |read| {
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
            said.push(more);
        }
        said
    }

    fn write(&self, records: &[Record<Go>]) -> WriteOutput {
        let mut records = records.to_vec();
        let in_order = |record: &Record<Go>| record.tree.preorder().is_sorted();
        let is_restless = self.fault == Fault::Restless && !records.iter().all(in_order);
        for record in &mut records {
            let nodes: Vec<NodeId> = record.tree.preorder().collect();
            for id in nodes {
                let node = &mut record.tree[id];
                match self.fault {
                    Fault::Timeless => {
                        node.spent = MoveTime::UNKNOWN;
                        node.details_mut().clock = None;
                    }
                    Fault::Boastful => node.details_mut().bookmark.clear(),
                    Fault::Forgetful | Fault::Evasive => node.details_mut().foreign.retain(|entry| entry.key != "PX"),
                    _ => {}
                }
            }
        }
        let mut writing = self.sgf.write(&records);
        if self.fault == Fault::Clannish {
            writing.text = writing.text.replace(")\n(", ")\n\n(");
        }
        if self.fault == Fault::Sloppy {
            writing.text = writing.text.replace("SZ[9]", "SZ[9:9]");
        }
        if is_restless {
            writing.text.push('\n');
        }
        writing
    }

    fn layout(&self, source: &Source) -> Layout {
        let mut layout = Format::<Go>::layout(&self.sgf, source);
        if self.fault == Fault::Gap && source.text() == TEXT {
            layout.tokens.remove(2);
        }
        layout
    }
}

/// How many variations stand in variations: by calling itself.
fn height(record: &Record<Go>, mut at: NodeId) -> usize {
    let tree = &record.tree;
    while !tree.is_fork(at) {
        let Some(next) = tree.first_child(at) else { return 0 };
        at = next;
    }
    1 + tree.children(at).map(|child| height(record, child)).max().unwrap_or(0)
}
