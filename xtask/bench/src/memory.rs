//! The output of the binary `memory`, one figure per line.

/// A measured figure.
#[derive(Debug)]
pub struct Figure {
    /// The measured quantity, and the text.
    pub what: String,
    /// The value: allocations per game, or bytes per byte of the text.
    pub value: f64,
}

impl Figure {
    /// Returns the figure as a line.
    pub fn line(&self) -> String {
        format!("{}\t{}", self.what, self.value)
    }

    /// Parses a line.
    pub fn parse(line: &str) -> Option<Self> {
        let (what, value) = line.split_once('\t')?;
        Some(Self { what: what.into(), value: value.parse().ok()? })
    }
}
