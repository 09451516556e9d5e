use kifu_core::{Format, Game, GamesPerFile, Loss, Record, WriteOutput, losses};

/// The output of a conversion: one file, or one file per game if the format holds one game per file.
///
/// ```
/// use kifu::{model::Record, jgf2::Jgf2, sgf::Sgf};
/// let two = [Record::default(), Record::default()];
/// assert_eq!(kifu::convert(&Sgf::default(), &two).outputs.len(), 1); // a collection
/// assert_eq!(kifu::convert(&Jgf2::default(), &two).outputs.len(), 2); // one file per game
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Converted {
    /// The output files, in the order of the records.
    pub outputs: Vec<Output>,
}

/// The text of one output file, and its losses.
///
/// ```
/// use kifu::{model::Record, sgf::Sgf};
/// let converted = kifu::convert(&Sgf::default(), &[Record::default()]);
/// let output = &converted.outputs[0];
/// let (bytes, diagnostics) = output.written.encode(); // to be written, if nothing is lost
/// assert!(output.losses.is_empty() && diagnostics.is_empty());
/// assert_eq!(bytes, output.written.text.as_bytes()); // UTF-8
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct Output {
    /// The text and its charset.
    pub written: WriteOutput,
    /// The parts of the records that are missing from the text. The record number of a loss counts all records of the conversion.
    pub losses: Vec<Loss>,
}

/// The check of its output that a conversion makes.
///
/// ```
/// use kifu::{Verify, model::Record, sgf::Sgf};
/// let output = kifu::convert_next(&Sgf::default(), &Record::default(), 0, Verify::Nothing);
/// assert!(output.losses.is_empty()); // not measured
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Verify {
    /// Reads the output again, and compares it with the record.
    Losses,
    /// Makes no check and measures no losses, which takes less time.
    Nothing,
}

impl Converted {
    /// Returns the losses of all files.
    pub fn losses(&self) -> impl Iterator<Item = &Loss> {
        self.outputs.iter().flat_map(|output| &output.losses)
    }
}

/// Writes records in a format, reads the output again, and compares it with the records.
///
/// ```
/// use kifu::{model::{Format, Source}, jgf2::Jgf2, sgf::Sgf};
/// let reading = Sgf::default().read(&Source::from_text("game.sgf", "(;GM[1]SZ[9];B[ee]C[tengen])"));
/// let converted = kifu::convert(&Jgf2::default(), &reading.records);
/// assert_eq!(converted.losses().count(), 0);
/// let again = Jgf2::default().read(&Source::from_text("game.jgf", converted.outputs[0].written.text.clone()));
/// assert_eq!(again.records, reading.records);
/// ```
#[must_use]
pub fn convert<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> Converted {
    outputs(format, records, |records, written| losses(format, records, written))
}

/// Writes records in a format without checking for losses.
///
/// ```
/// use kifu::{model::{Charset, Record}, sgf::Sgf};
/// let mut record = Record::default();
/// record.info.name = "耳赤の一局".into();
/// let converted = kifu::convert_unverified(&Sgf::default().encoding(Charset::new("windows-1252")), &[record]);
/// assert_eq!(converted.losses().count(), 0); // not checked
/// assert!(!converted.outputs[0].written.encode().1.is_empty());
/// ```
#[must_use]
pub fn convert_unverified<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> Converted {
    outputs(format, records, |_, _| Vec::new())
}

/// Writes one game of a collection and measures its losses if `verify` asks for it. `before` is the number of games before it, and so
/// its index in the losses.
///
/// The outputs of all games of a collection, one after the other, equal the output of [`convert`], but take less memory.
///
/// ```
/// use kifu::{Verify, model::{Format, Source}, sgf::Sgf};
/// let reading = Sgf::default().read(&Source::from_text("games.sgf", "(;GM[1];B[aa])(;GM[1];B[bb])"));
/// let all = kifu::convert(&Sgf::default(), &reading.records);
/// let one_by_one: String =
///     (0..2).map(|n| kifu::convert_next(&Sgf::default(), &reading.records[n], n, Verify::Losses).written.text).collect();
/// assert_eq!(one_by_one, all.outputs[0].written.text);
/// ```
#[must_use]
pub fn convert_next<G: Game>(format: &dyn Format<G>, record: &Record<G>, before: usize, verify: Verify) -> Output {
    let is_next = before > 0 && format.info().games != GamesPerFile::One;
    let written = if is_next { format.write_next(record) } else { format.write(core::slice::from_ref(record)) };
    let written = fitted(written);
    let mut losses = match verify {
        Verify::Losses => losses(format, core::slice::from_ref(record), &written),
        Verify::Nothing => Vec::new(),
    };
    losses.iter_mut().for_each(|loss| loss.record = before);
    Output { written, losses }
}

/// Frees the spare capacity of the text, because the text stays in memory while it is read again.
fn fitted(mut written: WriteOutput) -> WriteOutput {
    written.text.shrink_to_fit();
    written
}

fn outputs<G: Game>(
    format: &dyn Format<G>,
    records: &[Record<G>],
    measure: impl Fn(&[Record<G>], &WriteOutput) -> Vec<Loss>,
) -> Converted {
    let slices: Vec<&[Record<G>]> = match format.info().games {
        GamesPerFile::One => records.chunks(1).collect(),
        _ => vec![records],
    };
    let mut first = 0;
    let outputs = slices.into_iter().map(|records| {
        let written = fitted(format.write(records));
        let mut losses = measure(records, &written);
        for loss in &mut losses {
            loss.record += first;
        }
        first += records.len();
        Output { written, losses }
    });
    Converted { outputs: outputs.collect() }
}
