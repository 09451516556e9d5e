use kifu_core::{Format, Game, Games, Loss, Record, Writing, losses};

/// What a format made of records: one file, or one a game where it holds no more.
#[derive(Debug)]
pub struct Converted {
    /// The files.
    pub outputs: Vec<Output>,
}

/// One file to be written.
#[derive(Debug)]
pub struct Output {
    /// Its text and charset.
    pub writing: Writing,
    /// What it does not say of its records; the record's number counts within the conversion.
    pub losses: Vec<Loss>,
}

impl Converted {
    /// What is lost, in all files.
    pub fn losses(&self) -> impl Iterator<Item = &Loss> {
        self.outputs.iter().flat_map(|output| &output.losses)
    }
}

/// Writes records in a format, reads what was written, and compares.
#[must_use]
pub fn convert<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> Converted {
    outputs(format, records, |records, writing| losses(format, records, writing))
}

/// Writes records in a format without looking whether anything was lost.
#[must_use]
pub fn convert_unverified<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) -> Converted {
    outputs(format, records, |_, _| Vec::new())
}

fn outputs<G: Game>(
    format: &dyn Format<G>,
    records: &[Record<G>],
    measure: impl Fn(&[Record<G>], &Writing) -> Vec<Loss>,
) -> Converted {
    let slices: Vec<&[Record<G>]> = match format.info().games {
        Games::One => records.chunks(1).collect(),
        Games::Many => vec![records],
    };
    let mut first = 0;
    let outputs = slices.into_iter().map(|records| {
        let writing = format.write(records);
        let mut losses = measure(records, &writing);
        for loss in &mut losses {
            loss.record += first;
        }
        first += records.len();
        Output { writing, losses }
    });
    Converted { outputs: outputs.collect() }
}
