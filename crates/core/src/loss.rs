use crate::{
    Charset, Diagnostic, Diagnostics, Format, Game, HeaderField, LineEnd, NodeId, NodeIndex, Part, Record, Source,
    SourceMap, WriteOutput, difference, difference::excerpt::excerpts,
};
use alloc::{borrow::Cow, collections::BTreeSet, string::String, vec::Vec};

/// A part of a record that is missing or different after a conversion.
///
/// ```
/// use kifu_core::{Loss, Part, Severity};
/// let loss = Loss::new(Part::Comment, 0, None, "comment \"a good move\" is missing");
/// assert_eq!(loss.part.code().0, "loss/comment");
/// assert_eq!(loss.diagnostic().severity, Severity::Error);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Loss {
    /// The part.
    pub part: Part,
    /// The index of the record, from 0.
    pub record: usize,
    /// The node, if the loss belongs to a single node.
    pub node: Option<NodeId>,
    /// A description: the value before and after.
    pub message: String,
    /// What has the two values below: `White's rank`; empty for an action, and if the description is not about two values.
    pub what: String,
    /// The whole value before, as a text for people; empty if there was none. The values of a list are separated by `, `, comments by
    /// line feeds.
    pub before: String,
    /// The value after, like `before`.
    pub after: String,
    /// The fields of the header that are lost or different; empty if the part is not one of the header, or the fields are not known.
    pub fields: Vec<HeaderField>,
    /// The character that the charset does not have, if the part is [`Part::Character`].
    pub character: Option<char>,
}

impl Loss {
    /// Creates a loss of `part` in the record with the index `record`.
    #[must_use]
    pub fn new(part: Part, record: usize, node: Option<NodeId>, message: impl Into<String>) -> Self {
        let [what, before, after] = <[String; 3]>::default();
        Self { part, record, node, message: message.into(), what, before, after, fields: Vec::new(), character: None }
    }

    /// Sets what changed, and its values before and after. A value is empty if there is none.
    #[must_use]
    pub fn change(self, what: impl Into<String>, before: impl Into<String>, after: impl Into<String>) -> Self {
        Self { what: what.into(), before: before.into(), after: after.into(), ..self }
    }

    /// Returns the values before and after, cut to a few words around the first place where they differ.
    ///
    /// ```
    /// use kifu_core::{Loss, Part};
    /// let [before, after] = ["good", "bad"].map(|word| format!("{}, so this move is {word}", "long ".repeat(30)));
    /// let loss = Loss::new(Part::Comment, 0, None, "").change("comment", before, after);
    /// assert_eq!(loss.excerpts(), ["…g , so this move is good", "…g , so this move is bad"]);
    /// ```
    #[must_use]
    pub fn excerpts(&self) -> [Cow<'_, str>; 2] {
        excerpts(&self.before, &self.after)
    }

    /// Returns the loss as a diagnostic: an error, or a note if the conversion is allowed in spite of it.
    ///
    /// ```
    /// use kifu_core::{Loss, Part, Severity};
    /// let found = Loss::new(Part::Display, 0, None, "viewer preference theme: dark is missing").diagnostic();
    /// assert_eq!((found.code.0, found.severity), ("loss/display", Severity::Note));
    /// ```
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let diagnostic = Diagnostic::new(self.part.info(), self.message.clone());
        match self.node {
            Some(node) => diagnostic.at_node(NodeIndex { record: self.record, node: node.index() }),
            None => diagnostic,
        }
    }
}

/// Returns the losses of writing `records` in `format`. `written` is the output that `format` wrote for them.
///
/// The losses are measured: the output is encoded, decoded as another reader decodes it, read again and compared with the records. Each
/// character that the charset does not have is a loss; a text that differs only by such characters is not another one.
///
/// ```
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::{Lines, Toy}; // a game whose moves are numbers, and its format
/// use kifu_core::{Format, Node, Part, Record, losses};
/// // `Lines` writes one move per line, and cannot write comments.
/// let mut record: Record<Toy> = Record::default();
/// let node = record.tree.add(record.tree.root(), Node::new(Some(7)));
/// let before = [record.clone()];
/// assert!(losses(&Lines, &before, &Lines.write(&before)).is_empty());
///
/// record.tree[node].details_mut().comments.push("a good move".into());
/// let after = [record];
/// let lost = losses(&Lines, &after, &Lines.write(&after));
/// assert_eq!((lost.len(), lost[0].part, lost[0].node), (1, Part::Comment, Some(node)));
/// ```
#[must_use]
pub fn losses<G: Game>(format: &dyn Format<G>, records: &[Record<G>], written: &WriteOutput) -> Vec<Loss> {
    if is_decoded_unchanged(format, written) {
        let source = unlimited(Source::from_text("written", written.text.clone()));
        return difference(records, &format.read(&source).records);
    }
    let (bytes, missing) = written.encode();
    let source = format.decode(&alloc::format!("written.{}", format.extension()), bytes, None).0;
    let mut changed = difference(records, &format.read(&unlimited(source)).records);
    if missing.is_empty() {
        return changed;
    }
    changed.retain(|loss| !is_by_charset(&written.charset, loss));
    let mut losses = lost_characters(format, records.len(), &missing, &written.text);
    losses.append(&mut changed);
    losses
}

/// Returns true if another reader certainly decodes the output to the text that was written, so that the round trip through bytes is not
/// needed. This is so in UTF-8, unless the text looks as if it declares another charset: also by a byte-order mark, or by the escape
/// characters of ISO-2022-JP.
fn is_decoded_unchanged<G: Game>(format: &dyn Format<G>, written: &WriteOutput) -> bool {
    let WriteOutput { text, charset, line_end } = written;
    let is_utf8 = *charset == Charset::UTF_8 && !text.starts_with('\u{FEFF}') && !text.contains('\x1B');
    let declares_utf8 = || format.charsets(text.as_bytes()).iter().all(|found| found.charset == Charset::UTF_8);
    is_utf8 && *line_end == LineEnd::Lf && declares_utf8()
}

/// Returns true if a text only lost characters that the charset does not have.
fn is_by_charset(charset: &Charset, loss: &Loss) -> bool {
    loss.before != loss.after && charset.decode(&charset.encode(&loss.before).0) == loss.after
}

/// Returns a source that the program itself wrote: it has no limit for the memory of a game, and keeps no diagnostics.
fn unlimited(source: Source) -> Source {
    let source = source.trusted();
    let mut limits = source.limits();
    (limits.diagnostics_per_code, limits.diagnostics_with_fixes) = (0, 0);
    source.with_limits(limits)
}

/// Returns a loss for each character that the charset does not have, in the first of the records whose text has the character.
fn lost_characters<G: Game>(format: &dyn Format<G>, records: usize, missing: &Diagnostics, text: &str) -> Vec<Loss> {
    let source_maps = match records {
        0 | 1 => Vec::new(),
        _ => format.read(&unlimited(Source::from_text("written", text))).source_maps,
    };
    let mut seen = BTreeSet::new();
    let losses = missing.iter().filter_map(|missing| {
        let span = missing.span?;
        let character = text.get(span.range())?.chars().next()?;
        let ends_before = |source_map: &SourceMap| source_map.span.end <= span.start;
        let record = source_maps.partition_point(ends_before).min(records.saturating_sub(1));
        let loss = Loss::new(Part::Character, record, None, missing.message.clone());
        seen.insert(character).then_some(Loss { character: Some(character), ..loss })
    });
    losses.collect()
}
