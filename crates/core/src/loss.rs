use crate::{Charset, Code, Diagnostic, Format, Game, NodeId, Record, Severity, Source, WriteOutput, difference};
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
pub struct Loss {
    /// Which part.
    pub part: Part,
    /// Which record, from 0.
    pub record: usize,
    /// Which node of it, where it concerns one.
    pub node: Option<NodeId>,
    /// What it was and what it became.
    pub message: String,
}

/// The parts of the model: the closed list of what can be lost, and of the codes `loss/…`.
///
/// ```
/// use kifu_core::Part;
/// assert_eq!(Part::from_name("clock-precision"), Some(Part::ClockPrecision));
/// assert_eq!(Part::ClockPrecision.code().to_string(), "loss/clock-precision");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is named by its code and explained on its page")]
pub enum Part {
    Input,
    Charset,
    Game,
    Setup,
    Terms,
    Title,
    Text,
    Application,
    Players,
    Event,
    Dates,
    Outcome,
    Time,
    Header,
    Display,
    Variation,
    Action,
    Name,
    Comment,
    CommentAuthor,
    Clock,
    ClockPrecision,
    Judgement,
    Analysis,
    Mark,
    Bookmark,
    Foreign,
    Character,
}

impl Part {
    /// Every part, in the order of the list.
    ///
    /// ```
    /// use kifu_core::Part;
    /// let notes: Vec<_> = Part::ALL.into_iter().filter(|part| part.is_note()).collect();
    /// assert_eq!(notes, [Part::Application, Part::Display]);
    /// ```
    pub const ALL: [Self; 28] = [
        Self::Input,
        Self::Charset,
        Self::Game,
        Self::Setup,
        Self::Terms,
        Self::Title,
        Self::Text,
        Self::Application,
        Self::Players,
        Self::Event,
        Self::Dates,
        Self::Outcome,
        Self::Time,
        Self::Header,
        Self::Display,
        Self::Variation,
        Self::Action,
        Self::Name,
        Self::Comment,
        Self::CommentAuthor,
        Self::Clock,
        Self::ClockPrecision,
        Self::Judgement,
        Self::Analysis,
        Self::Mark,
        Self::Bookmark,
        Self::Foreign,
        Self::Character,
    ];

    /// The code that says it was lost.
    ///
    /// ```
    /// use kifu_core::Part;
    /// assert_eq!(Part::CommentAuthor.code().0, "loss/comment-author");
    /// ```
    #[must_use]
    pub fn code(self) -> Code {
        Code(match self {
            Self::Input => "loss/input",
            Self::Charset => "loss/charset",
            Self::Game => "loss/game",
            Self::Setup => "loss/setup",
            Self::Terms => "loss/terms",
            Self::Title => "loss/title",
            Self::Text => "loss/text",
            Self::Application => "loss/application",
            Self::Players => "loss/players",
            Self::Event => "loss/event",
            Self::Dates => "loss/dates",
            Self::Outcome => "loss/outcome",
            Self::Time => "loss/time",
            Self::Header => "loss/header",
            Self::Display => "loss/display",
            Self::Variation => "loss/variation",
            Self::Action => "loss/action",
            Self::Name => "loss/name",
            Self::Comment => "loss/comment",
            Self::CommentAuthor => "loss/comment-author",
            Self::Clock => "loss/clock",
            Self::ClockPrecision => "loss/clock-precision",
            Self::Judgement => "loss/judgement",
            Self::Analysis => "loss/analysis",
            Self::Mark => "loss/mark",
            Self::Bookmark => "loss/bookmark",
            Self::Foreign => "loss/foreign",
            Self::Character => "loss/character",
        })
    }

    /// The second half of the code, as `--allow-loss` takes it.
    ///
    /// ```
    /// use kifu_core::Part;
    /// assert_eq!(Part::CommentAuthor.name(), "comment-author");
    /// ```
    #[must_use]
    pub fn name(self) -> &'static str {
        self.code().short()
    }

    /// The part of that name.
    ///
    /// ```
    /// use kifu_core::Part;
    /// assert_eq!(Part::from_name("variation"), Some(Part::Variation));
    /// assert_eq!(Part::from_name("loss/variation"), None); // the second half only
    /// ```
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }

    /// Whether losing it is only worth a note: what a viewer prefers, which program wrote the file.
    ///
    /// ```
    /// use kifu_core::Part;
    /// assert!(Part::Application.is_note());
    /// assert!(!Part::Comment.is_note());
    /// ```
    #[must_use]
    pub fn is_note(self) -> bool {
        matches!(self, Self::Display | Self::Application)
    }
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
        Self { part, record, node, message: message.into() }
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
        let severity = if self.part.is_note() { Severity::Note } else { Severity::Error };
        let diagnostic = Diagnostic::new(self.part.code(), severity, self.message.clone());
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
        let source = Source::from_text("written", writing.text.clone());
        return difference(records, &format.read(&source).records);
    }
    let (bytes, said) = writing.encode();
    let mut seen = BTreeSet::new();
    let mut losses: Vec<_> = said
        .iter()
        .filter(|missing| seen.insert(missing.message.as_str()))
        .map(|missing| Loss::new(Part::Character, 0, None, missing.message.clone()))
        .collect();
    // A character that became `?` is told once, and not again for each place, nor for each text that held it.
    // Decodes with the declared charset only, as another reader would.
    let source = if losses.is_empty() {
        format.decode("written", bytes, None).0
    } else {
        Source::from_text("written", writing.text.clone())
    };
    losses.extend(difference(records, &format.read(&source).records));
    losses
}
