use kifu_core::{
    BadOption, Code, CodeInfo, Confidence, Diagnostic, Diagnostics, Format, FormatInfo, Game, GamesPerFile, Layout, Node,
    SourceMap, Part, ReadGame, Record, Sample, Severity, Source, Span, WriteOutput,
};
use std::ops::ControlFlow;

/// A game whose moves are numbers of squares.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toy;

impl Game for Toy {
    const NAME: &'static str = "toy";
    type Terms = ();
    type Setup = ();
    type Action = u8;
    type Mark = u8;
}

/// Its format: a line `toy`, and then a move a line.
pub struct Lines;

const NO_SQUARE: CodeInfo =
    CodeInfo { code: Code("lines/no-square"), severity: Severity::Error, title: "a line is no square", page: "" };

const INFO: FormatInfo = FormatInfo {
    id: "lines",
    title: "Moves on lines",
    extensions: &["toy"],
    games: GamesPerFile::One,
    holds: &[Part::Action],
    partly: &[],
    options: &[],
    codes: &[NO_SQUARE],
};

impl Format<Toy> for Lines {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<Toy>>, BadOption> {
        Err(BadOption::new(name, value, INFO.options))
    }

    fn detect(&self, sample: &Sample<'_>) -> Confidence {
        if sample.text().starts_with("toy\n") { Confidence::Certain } else { Confidence::No }
    }

    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(ReadGame<Toy>) -> ControlFlow<()>) -> Diagnostics {
        let [game] = self.layout(source).games[..] else { return Diagnostics::default() };
        let mut record = Record::new(());
        let mut origin = SourceMap { span: game, starts: vec![0] };
        let mut diagnostics = Diagnostics::default();
        let mut last = record.tree.root();
        for line in self.layout(source).tokens.into_iter().skip(1) {
            if let Ok(square) = source.slice(line).trim_end().parse() {
                last = record.tree.add(last, Node::new(Some(square)));
                origin.starts.push(line.start);
            } else {
                diagnostics.push(Diagnostic::new(NO_SQUARE.code, NO_SQUARE.severity, "no square; skipped").at(line));
            }
        }
        let _ = sink(ReadGame { record, origin, diagnostics });
        Diagnostics::default()
    }

    fn write(&self, records: &[Record<Toy>]) -> WriteOutput {
        let mut text = String::from("toy\n");
        for record in records.iter().take(1) {
            let moves = record.tree.main_line().filter_map(|node| record.tree[node].action);
            text.extend(moves.map(|square| format!("{square}\n")));
        }
        WriteOutput::utf8(text)
    }

    fn layout(&self, source: &Source) -> Layout {
        let mut layout = Layout { tokens: Vec::new(), games: vec![Span::new(0, source.text().len())] };
        for line in source.text().split_inclusive('\n') {
            let start = layout.tokens.last().map_or(0, |token| token.end as usize);
            layout.tokens.push(Span::new(start, start + line.len()));
        }
        layout
    }
}
