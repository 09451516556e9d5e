use kifu_core::{Format, Game, GamesPerFile, Loss, Record, WriteOutput, losses};

/// What a format made of records: one file, or one a game where it holds no more.
///
/// ```
/// use kifu::{model::Record, jgf2::Jgf2, sgf::Sgf};
/// let two = [Record::default(), Record::default()];
/// assert_eq!(kifu::convert(&Sgf::default(), &two).outputs.len(), 1); // a collection
/// assert_eq!(kifu::convert(&Jgf2::default(), &two).outputs.len(), 2); // a file a game
/// ```
#[derive(Debug)]
pub struct Converted {
    /// The files.
    pub outputs: Vec<Output>,
}

/// One file to be written.
///
/// ```
/// use kifu::{model::Record, sgf::Sgf};
/// let converted = kifu::convert(&Sgf::default(), &[Record::default()]);
/// let output = &converted.outputs[0];
/// let (bytes, said) = output.writing.encode(); // to be written, if nothing is lost
/// assert!(output.losses.is_empty() && said.is_empty());
/// assert_eq!(bytes, output.writing.text.as_bytes()); // UTF-8
/// ```
#[derive(Debug)]
pub struct Output {
    /// Its text and charset.
    pub writing: WriteOutput,
    /// What it does not say of its records; the record's number counts within the conversion.
    pub losses: Vec<Loss>,
}

impl Converted {
    /// What is lost, in all files.
    ///
    /// ```
    /// use kifu::{model::{Charset, Part, Record}, sgf::Sgf};
    /// let mut record = Record::default();
    /// record.info.name = "耳赤の一局".into();
    /// let converted = kifu::convert(&Sgf::default().encoding(Charset::new("windows-1252")), &[record]);
    /// assert!(converted.losses().all(|loss| loss.part == Part::Character));
    /// assert_eq!(converted.losses().count(), 5); // each character once
    /// ```
    pub fn losses(&self) -> impl Iterator<Item = &Loss> {
        self.outputs.iter().flat_map(|output| &output.losses)
    }
}

/// Writes records in a format, reads what was written, and compares.
///
/// ```
/// use kifu::{model::{Format, Source}, jgf2::Jgf2, sgf::Sgf};
/// let reading = Sgf::default().read(&Source::from_text("game.sgf", "(;GM[1]SZ[9];B[ee]C[tengen])"));
/// let converted = kifu::convert(&Jgf2::default(), &reading.records);
/// assert_eq!(converted.losses().count(), 0);
/// let again = Jgf2::default().read(&Source::from_text("game.jgf", converted.outputs[0].writing.text.clone()));
/// assert_eq!(again.records, reading.records);
/// ```
#[must_use]
pub fn convert<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> Converted {
    outputs(format, records, |records, writing| losses(format, records, writing))
}

/// Writes records in a format without looking whether anything was lost.
///
/// ```
/// use kifu::{model::{Charset, Record}, sgf::Sgf};
/// let mut record = Record::default();
/// record.info.name = "耳赤の一局".into();
/// let converted = kifu::convert_unverified(&Sgf::default().encoding(Charset::new("windows-1252")), &[record]);
/// assert_eq!(converted.losses().count(), 0); // nobody looked
/// assert!(!converted.outputs[0].writing.encode().1.is_empty());
/// ```
#[must_use]
pub fn convert_unverified<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> Converted {
    outputs(format, records, |_, _| Vec::new())
}

/// Writes one more game of a collection, reads it again where losses are to be measured, and compares.
///
/// What is written of a collection's games, one behind the other, is what [`convert`] writes of all of them, whose room
/// it does not take.
///
/// ```
/// use kifu::{model::{Format, Source}, sgf::Sgf};
/// let reading = Sgf::default().read(&Source::from_text("games.sgf", "(;GM[1];B[aa])(;GM[1];B[bb])"));
/// let all = kifu::convert(&Sgf::default(), &reading.records);
/// let one_by_one: String =
///     (0..2).map(|n| kifu::convert_next(&Sgf::default(), &reading.records[n], n, true).writing.text).collect();
/// assert_eq!(one_by_one, all.outputs[0].writing.text);
/// ```
#[must_use]
pub fn convert_next<G: Game>(format: &dyn Format<G>, record: &Record<G>, before: usize, verify: bool) -> Output {
    let writing = fitted(format.write_next(record, before));
    let mut losses = if verify { losses(format, core::slice::from_ref(record), &writing) } else { Vec::new() };
    losses.iter_mut().for_each(|loss| loss.record = before);
    Output { writing, losses }
}

/// Gives back the room that the text took to grow: it is held while it is read again.
fn fitted(mut writing: WriteOutput) -> WriteOutput {
    writing.text.shrink_to_fit();
    writing
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
        let writing = fitted(format.write(records));
        let mut losses = measure(records, &writing);
        for loss in &mut losses {
            loss.record += first;
        }
        first += records.len();
        Output { writing, losses }
    });
    Converted { outputs: outputs.collect() }
}
