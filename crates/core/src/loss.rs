use crate::{Code, Diagnostic, Format, Game, NodeId, Record, Severity, Source, Writing, difference};
use alloc::{collections::BTreeSet, string::String, vec::Vec};

/// One part of the model that did not survive, or that is not what it was.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each is named by its code and explained on its page")]
pub enum Part {
    Input,
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
    pub const ALL: [Self; 27] = [
        Self::Input,
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
    #[must_use]
    pub fn name(self) -> &'static str {
        self.code().short()
    }

    /// The part of that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }

    /// Whether losing it is only worth a note: what a viewer prefers, which program wrote the file.
    #[must_use]
    pub fn is_note(self) -> bool {
        matches!(self, Self::Display | Self::Application)
    }
}

impl Loss {
    /// A loss of `part` in `record`.
    #[must_use]
    pub fn new(part: Part, record: usize, node: Option<NodeId>, message: impl Into<String>) -> Self {
        Self { part, record, node, message: message.into() }
    }

    /// The same as a diagnostic: an error, or a note where losing it refuses nothing.
    #[must_use]
    pub fn diagnostic(&self) -> Diagnostic {
        let severity = if self.part.is_note() { Severity::Note } else { Severity::Error };
        let diagnostic = Diagnostic::new(self.part.code(), severity, self.message.clone());
        match self.node {
            Some(node) => diagnostic.at_node(self.record, node),
            None => diagnostic,
        }
    }
}

/// What `format` does not keep of `records`: `writing`, which it made of them, is encoded, decoded, read again and compared.
/// Losses are measured, never predicted.
#[must_use]
pub fn losses<G: Game>(format: &dyn Format<G>, records: &[Record<G>], writing: &Writing) -> Vec<Loss> {
    let (bytes, said) = writing.encode();
    let mut seen = BTreeSet::new();
    let mut losses: Vec<_> = said
        .iter()
        .filter(|missing| seen.insert(missing.message.as_str()))
        .map(|missing| Loss::new(Part::Character, 0, None, missing.message.clone()))
        .collect();
    // A character that became `?` is told once, and not again for each place, nor for each text that held it.
    let source = if losses.is_empty() {
        Source::decode("written", bytes, Some(&writing.charset), &[]).0
    } else {
        Source::from_text("written", writing.text.clone())
    };
    losses.extend(difference(records, &format.read(&source).records));
    losses
}
