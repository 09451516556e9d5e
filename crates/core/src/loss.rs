use crate::{
    Charset, Diagnostic, Diagnostics, Format, Game, NodeId, Part, Record, Source, SourceMap, Span, WriteOutput,
    difference,
};
use alloc::{collections::BTreeSet, string::String, vec::Vec};

/// One part of the model that did not survive, or that is not what it was.
///
/// ```
/// use kifu_core::{Loss, Part, Severity};
/// let loss = Loss::new(Part::Comment, 0, None, "comment \"a good move\" is gone");
/// assert_eq!(loss.part.code().0, "loss/comment");
/// assert_eq!(loss.diagnostic().severity, Severity::Error);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Loss {
    /// Which part.
    pub part: Part,
    /// Which record, from 0.
    pub record: usize,
    /// Which node of it, where it concerns one.
    pub node: Option<NodeId>,
    /// What it was and what it became.
    pub message: String,
    /// The character that the charset does not have, if the loss is one of a character.
    pub character: Option<char>,
}

impl Loss {
    /// A loss of `part` in `record`.
    ///
    /// ```
    /// use kifu_core::{Loss, Part};
    /// let loss = Loss::new(Part::Terms, 2, None, "what was agreed is gone");
    /// assert_eq!((loss.record, loss.node), (2, None)); // of the third game, and of no one node
    /// ```
    #[must_use]
    pub fn new(part: Part, record: usize, node: Option<NodeId>, message: impl Into<String>) -> Self {
        Self { part, record, node, message: message.into(), character: None }
    }

    /// The same as a diagnostic: an error, or a note where losing it refuses nothing.
    ///
    /// ```
    /// use kifu_core::{Loss, Part, Severity};
    /// let found = Loss::new(Part::Display, 0, None, "viewer preference theme: dark gone").diagnostic();
    /// assert_eq!((found.code.0, found.severity), ("loss/display", Severity::Note));
    /// ```
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.part.info(), self.message.clone());
        match self.node {
            Some(node) => diagnostic.at_node(self.record, node.index()),
            None => diagnostic,
        }
    }
}

/// What `format` does not keep of `records`: `writing`, which it made of them, is encoded, decoded, read again and compared.
/// Losses are measured, never predicted.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// # use toy::{Lines, Toy};
/// use kifu_core::{Format, Node, Part, Record, losses};
/// // `Lines` writes a move a line, and has no word for comments.
/// let mut record: Record<Toy> = Record::default();
/// let node = record.tree.add(record.tree.root(), Node::new(Some(7)));
/// let before = [record.clone()];
/// assert!(losses(&Lines, &before, &Lines.write(&before)).is_empty());
///
/// record.tree[node].details_mut().comments = vec!["a good move".to_string().into()];
/// let after = [record];
/// let lost = losses(&Lines, &after, &Lines.write(&after));
/// assert_eq!((lost.len(), lost[0].part, lost[0].node), (1, Part::Comment, Some(node)));
/// ```
#[must_use]
pub fn losses<G: Game>(format: &dyn Format<G>, records: &[Record<G>], writing: &WriteOutput) -> Vec<Loss> {
    // What is saved as UTF-8 is read as it stands; but a mark at its start would not be, nor what looks like ISO-2022-JP.
    if writing.charset == Charset::UTF_8 && !writing.text.starts_with('\u{FEFF}') && !writing.text.contains('\x1B') {
        let source = Source::from_text("written", writing.text.clone()).trusted();
        return difference(records, &format.read(&source).records);
    }
    let (bytes, missing) = writing.encode();
    let missing = lost_characters(&missing, &writing.text);
    // Decodes as another reader would: with the charset that is declared, or that is usual for the extension of such a file.
    let source = if missing.is_empty() {
        let extension = writing.extension.or(format.info().extensions.first().copied()).unwrap_or_default();
        format.decode(&alloc::format!("written.{extension}"), bytes, None).0
    } else {
        // The lost characters are reported once, and not again for each text that holds them.
        Source::from_text("written", writing.text.clone())
    };
    let reading = format.read(&source.trusted());
    let mut losses = Vec::new();
    for (span, mut loss) in missing {
        let ends_before = |source_map: &SourceMap| source_map.span.end <= span.start;
        loss.record = reading.source_maps.partition_point(ends_before).min(records.len().saturating_sub(1));
        losses.push(loss);
    }
    losses.extend(difference(records, &reading.records));
    losses
}

/// A loss for each character that a charset does not have, with the first place of the character in the text.
fn lost_characters(missing: &Diagnostics, text: &str) -> Vec<(Span, Loss)> {
    let mut seen = BTreeSet::new();
    let losses = missing.iter().filter_map(|missing| {
        let span = missing.span?;
        let character = text.get(span.range())?.chars().next()?;
        let loss = Loss::new(Part::Character, 0, None, missing.message.clone());
        seen.insert(character).then_some((span, Loss { character: Some(character), ..loss }))
    });
    losses.collect()
}
