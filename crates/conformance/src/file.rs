use crate::{
    Case, Violation,
    law::{ADMITS, CLEAN, KEEPS, Law, SPANS, TILES, Verdict},
    laws::{bytes, decode, described, fixes, reading, writing},
};
use kifu_core::{Diagnostics, Format, Game, Loss, Part, ReadOutput, Record, Severity, Source, WriteOutput};
use kifu_core::{difference, losses};
use std::{cell::OnceCell, slice};

/// Tests the laws on one file, which is decoded and read only once.
///
/// [`Suite`](crate::Suite) tests each law separately, as a test with a name. This type is for many files: a corpus, or generated
/// damaged files.
///
/// ```
/// use kifu_conformance::{Case, FileTrial};
/// let (sgf, case) = (kifu_sgf::Sgf::default(), Case::new("names", "sgf", b"(;PB[Honinbo];B[qd])"));
/// let file = FileTrial::new(&sgf, &case);
/// assert_eq!((file.reading().records.len(), file.broken()), (1, vec![]));
/// ```
pub struct FileTrial<'a, G: Game> {
    pub(crate) format: &'a dyn Format<G>,
    pub(crate) case: &'a Case,
    pub(crate) source: Source,
    pub(crate) of_charset: Diagnostics,
    pub(crate) reading: ReadOutput<G>,
    writing: OnceCell<WriteOutput>,
    encoded: OnceCell<(Vec<u8>, Diagnostics)>,
    decoded: OnceCell<(Source, Diagnostics)>,
}

/// The result of a conversion to another format and back.
///
/// ```
/// use kifu_conformance::{Case, FileTrial};
/// let (sgf, case) = (kifu_sgf::Sgf::default(), Case::new("names", "sgf", b"(;PB[Honinbo];B[qd])"));
/// let conversion = FileTrial::new(&sgf, &case).convert(&sgf, 0).unwrap();
/// assert!(conversion.losses.is_empty() && conversion.changes.is_empty() && conversion.broken.is_empty());
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Conversion {
    /// The losses in the other format, as a conversion reports them.
    pub losses: Vec<Loss>,
    /// The differences after converting back to the format of the file that neither conversion reports as losses. If a conversion
    /// loses an action or a node, differences of nodes are not compared.
    pub changes: Vec<Loss>,
    /// The violations by the other format, of the [laws](crate::LAWS) `admits`, `keeps` and `clean`.
    pub broken: Vec<Violation>,
}

impl<'a, G: Game> FileTrial<'a, G> {
    /// Decodes and reads a file.
    #[must_use]
    pub fn new(format: &'a dyn Format<G>, case: &'a Case) -> Self {
        let (source, of_charset) = decode(format, case);
        let reading = format.read(&source);
        let (writing, encoded, decoded) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
        Self { format, case, source, of_charset, reading, writing, encoded, decoded }
    }

    /// Returns the decoded text of the file.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the diagnostics of decoding the file.
    #[must_use]
    pub fn charset_diagnostics(&self) -> &Diagnostics {
        &self.of_charset
    }

    /// Returns the records of the file, with the diagnostics of reading them.
    #[must_use]
    pub fn reading(&self) -> &ReadOutput<G> {
        &self.reading
    }

    /// Tests the laws on this file, and returns the violations. It does not test `survives` and `damage-stays-local`, which make
    /// many copies of a file; [`convert`](Self::convert) tests `admits`. `prints` is tested in the charset of the file and in one
    /// other charset.
    #[must_use]
    pub fn broken(&self) -> Vec<Violation> {
        let of = |law: Law| move |message: String| Violation::new(law, &self.case.name, message);
        let kept: [Verdict; 10] = [
            reading::detects_in(self),
            reading::tiled(self.format, &self.source).map_err(of(TILES)),
            reading::placed(&self.source, &self.reading)
                .and_then(|()| reading::located(self.format, &self.source, &self.reading))
                .map_err(of(SPANS)),
            reading::codes_in(self),
            reading::same_in(self),
            reading::streams_in(self),
            bytes::prints_in_two(self),
            writing::stable_in(self),
            writing::clean_in(self),
            fixes::fixes_in(self),
        ];
        kept.into_iter().filter_map(Result::err).collect()
    }

    /// Converts the record with this index to another format and back. Returns `None` if there is no such record.
    ///
    /// A format must not lose a part that it `holds` (`keeps`), and of its own files also no part that it holds partly (`admits`).
    /// Its output must be read without warnings and errors, except those that the file itself has (`clean`).
    ///
    /// ```
    /// use kifu_conformance::{Case, FileTrial};
    /// let (sgf, case) = (kifu_sgf::Sgf::default(), Case::new("two", "sgf", b"(;B[qd])(;B[dd])"));
    /// let file = FileTrial::new(&sgf, &case);
    /// assert!(file.convert(&sgf, 1).is_some() && file.convert(&sgf, 2).is_none());
    /// ```
    #[must_use]
    pub fn convert(&self, other: &dyn Format<G>, index: usize) -> Option<Conversion> {
        let records = slice::from_ref(self.reading.records.get(index)?);
        let name = format!("{}#{index}", self.case.name);
        let id = other.info().id;
        let mut broken = Vec::new();
        let writing = other.write(records);
        let lost = losses(other, records, &writing);
        let is_own = id == self.format.info().id;
        let law = if is_own { ADMITS } else { KEEPS };
        let is_held = |part: Part| {
            other.info().holds.contains(&part) || is_own && writing::partly(other).any(|partly| partly == part)
        };
        let is_encodable = lost.iter().all(|loss| loss.part != Part::Character);
        for loss in lost.iter().filter(|loss| is_encodable && is_held(loss.part)) {
            broken.push(Violation::new(
                law,
                &name,
                format!(
                    "{id}: the format claims to hold `{}`, but lost {}",
                    loss.part.name(),
                    described(loss, records)
                ),
            ));
        }
        let there = other.read(&Source::from_text(&*name, writing.text));
        // Foreign data of the other format returns to its original place, and may have been invalid there. What an error left out may be
        // another finding in the other format.
        let has_error = self.reading.diagnostics.at_least(Severity::Error) > 0;
        if !has_error
            && !has_foreign(&records[0], id)
            && let Some(found) = new_finding(&self.reading.diagnostics, &there.diagnostics)
        {
            broken.push(Violation::new(CLEAN, &name, format!("the output in {id} has {found}")));
        }
        let way_back = self.format.write(&there.records);
        let lost_on_the_way_back = losses(self.format, &there.records, &way_back);
        let back = self.format.read(&Source::from_text(&*name, way_back.text));
        // What a conversion reports as lost cannot come back. After the loss of a node, the nodes have no counterparts.
        let told: Vec<&Loss> = lost.iter().chain(&lost_on_the_way_back).collect();
        let has_lost_nodes = told.iter().any(|loss| matches!(loss.part, Part::Action | Part::Variation));
        let is_lost = |change: &Loss| {
            let is_told = told.iter().any(|loss| (loss.node, loss.part) == (change.node, change.part));
            is_told || has_lost_nodes && change.node.is_some()
        };
        let changes = difference(records, &back.records).into_iter().filter(|change| !is_lost(change)).collect();
        Some(Conversion { losses: lost, changes, broken })
    }

    /// Returns the records, written in the format of the file.
    pub(crate) fn writing(&self) -> &WriteOutput {
        self.writing.get_or_init(|| self.format.write(&self.reading.records))
    }

    /// Returns the bytes of [`writing`](Self::writing).
    pub(crate) fn encoded(&self) -> &(Vec<u8>, Diagnostics) {
        self.encoded.get_or_init(|| self.writing().encode())
    }

    /// Returns the bytes of [`encoded`](Self::encoded), decoded in the charset that they declare.
    pub(crate) fn decoded(&self) -> &(Source, Diagnostics) {
        self.decoded.get_or_init(|| self.format.decode(&self.case.file_name(), self.encoded().0.clone(), None))
    }
}

/// Returns the first warning or error whose code does not occur in `before`, as text for a message.
fn new_finding(before: &Diagnostics, after: &Diagnostics) -> Option<String> {
    let is_new = |found: &&str| before.counts().all(|known| known.code.short() != *found);
    let found = after.iter().find(|found| found.severity > Severity::Note && is_new(&found.code.short()))?;
    Some(format!("{}: {}", found.code, found.message))
}

/// Returns true if the record has foreign data of a format.
fn has_foreign<G: Game>(record: &Record<G>, format: &str) -> bool {
    let nodes = record.tree.preorder().filter_map(|id| record.tree[id].details());
    let foreign = record.info.foreign.iter().chain(nodes.flat_map(|details| &details.foreign));
    foreign.into_iter().any(|foreign| foreign.format == format)
}
