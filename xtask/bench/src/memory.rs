//! What the binary `memory` tells the other, a line each.

/// A figure: what, of which text, how much.
#[derive(Debug)]
pub struct Figure {
    /// What was measured.
    pub what: String,
    /// How much: allocations a game, or bytes a byte of the text.
    pub value: f64,
}

impl Figure {
    /// The line.
    pub fn line(&self) -> String {
        format!("{}\t{}", self.what, self.value)
    }

    /// The figure of a line.
    pub fn parse(line: &str) -> Option<Self> {
        let (what, value) = line.split_once('\t')?;
        Some(Self { what: what.into(), value: value.parse().ok()? })
    }
}
