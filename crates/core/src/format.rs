use crate::{
    Charset, CodeInfo, Diagnostic, Diagnostics, Edits, Game, Loss, Part, Record, Severity, Source, Span, source,
};
use alloc::{boxed::Box, format, string::String, vec::Vec};
use core::ops::ControlFlow;

/// A format of records of the game `G`: a plain value, whose fields are its options.
///
/// Reading never fails; it says what is wrong. Writing never fails; what is lost is measured by
/// [`losses`](crate::losses).
pub trait Format<G: Game>: Send + Sync {
    /// What the format is called, what it can hold, what it can say.
    fn info(&self) -> &FormatInfo;

    /// The same format with an option set by name: the other face of the value's own fields.
    ///
    /// # Errors
    /// [`BadOption`], which lists the options there are.
    fn with_option(&self, name: &str, value: &str) -> Result<Box<dyn Format<G>>, BadOption>;

    /// How sure it is that a file is its own.
    fn detect(&self, sample: &Sample<'_>) -> Confidence;

    /// The charsets that the bytes declare, each from its byte on.
    fn charsets(&self, bytes: &[u8]) -> Vec<(usize, Charset)> {
        let _ = bytes;
        Vec::new()
    }

    /// Reads game by game, so that a collection never has to be held whole. What is said of no game comes back at the end.
    fn read_each(&self, source: &Source, sink: &mut dyn FnMut(Read<G>) -> ControlFlow<()>) -> Diagnostics;

    /// Reads every game.
    fn read(&self, source: &Source) -> Reading<G> {
        let mut reading = Reading::default();
        let last = self.read_each(source, &mut |read| {
            reading.records.push(read.record);
            reading.origins.push(read.origin);
            reading.diagnostics.append(read.diagnostics);
            ControlFlow::Continue(())
        });
        reading.diagnostics.append(last);
        reading
    }

    /// Writes. What it cannot hold is found by [`losses`](crate::losses).
    fn write(&self, records: &[Record<G>]) -> Writing;

    /// The version of the format that the source says it is in, as people write it: `FF[4]`, `3.0`.
    fn version(&self, source: &Source) -> Option<String> {
        let _ = source;
        None
    }

    /// The document's tokens, which tile the text, and the stretch of each game.
    fn layout(&self, source: &Source) -> Layout;

    /// The format's canonical layout, as edits.
    fn tidy(&self, source: &Source) -> Option<Edits> {
        let _ = source;
        None
    }

    /// Several files as one collection.
    fn join(&self, sources: &[Source]) -> Option<String> {
        let _ = sources;
        None
    }

    /// The smallest edits that make the source say `after`, and what it then still does not say.
    fn patch(&self, source: &Source, before: &Reading<G>, after: &[Record<G>]) -> Option<(Edits, Vec<Loss>)> {
        let _ = (source, before, after);
        None
    }
}

/// One game that was read.
#[derive(Clone, Debug)]
pub struct Read<G: Game> {
    /// What it means.
    pub record: Record<G>,
    /// Where it stood.
    pub origin: Origin,
    /// What is to be said of it.
    pub diagnostics: Diagnostics,
}

/// All games that were read.
#[derive(Clone, Debug)]
pub struct Reading<G: Game> {
    /// What they mean.
    pub records: Vec<Record<G>>,
    /// Where each stood.
    pub origins: Vec<Origin>,
    /// What is to be said of them.
    pub diagnostics: Diagnostics,
}

impl<G: Game> Default for Reading<G> {
    fn default() -> Self {
        Self { records: Vec::new(), origins: Vec::new(), diagnostics: Diagnostics::default() }
    }
}

/// Where a record stood in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// The whole game.
    pub span: Span,
    /// Where each node starts, by its index; nodes split from one share a start.
    pub starts: Vec<u32>,
}

/// What a format wrote.
///
/// ```
/// use kifu_core::{Charset, Writing};
/// let writing = Writing { text: "PB[碁]".into(), charset: Charset::new("windows-1252") };
/// let (bytes, said) = writing.encode();
/// assert_eq!(bytes, b"PB[?]");
/// assert_eq!(said.iter().next().unwrap().code.0, "text/not-windows-1252");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Writing {
    /// The text.
    pub text: String,
    /// In which charset it is to be saved.
    pub charset: Charset,
}

impl Writing {
    /// A text to be saved as UTF-8.
    #[must_use]
    pub fn utf8(text: String) -> Self {
        Self { text, charset: Charset::UTF_8 }
    }

    /// The bytes to be saved. A character that the charset cannot hold becomes `?`, with a diagnostic.
    #[must_use]
    pub fn encode(&self) -> (Vec<u8>, Diagnostics) {
        let mut said = Diagnostics::default();
        if self.charset == Charset::UTF_8 {
            return (self.text.clone().into_bytes(), said);
        }
        let (mut bytes, missing) = source::encode(&self.charset, &self.text);
        // Without its mark UTF-16 is not recognised.
        let mark: &[u8] = match self.charset.name() {
            "UTF-16LE" => &[0xFF, 0xFE],
            "UTF-16BE" => &[0xFE, 0xFF],
            _ => &[],
        };
        bytes.splice(..0, mark.iter().copied());
        let code = self.charset.code_of_unencodable();
        for (at, character) in missing {
            said.push_with(code, Severity::Error, || {
                let message = format!("{} has no {character:?}; written as ?", self.charset);
                Diagnostic::new(code, Severity::Error, message).at(Span::new(at, at + character.len_utf8()))
            });
        }
        (bytes, said)
    }
}

/// Whether a file of a format holds one game or many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Games {
    /// One game: a record a file.
    One,
    /// A collection.
    Many,
}

/// How a document is laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Layout {
    /// Its tokens, which tile the text.
    pub tokens: Vec<Span>,
    /// The stretch of each game.
    pub games: Vec<Span>,
}

/// What a format is.
#[derive(Clone, Copy, Debug)]
pub struct FormatInfo {
    /// Its identifier, as on the command line: `sgf`.
    pub id: &'static str,
    /// Its name in full.
    pub title: &'static str,
    /// The extensions of its files, without the dot, the usual one first.
    pub extensions: &'static [&'static str],
    /// Whether a file holds one game or many.
    pub games: Games,
    /// The parts of the model that it can hold. Whatever else is lost in it is told, and never a surprise.
    pub holds: &'static [Part],
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Every diagnostic it can give.
    pub codes: &'static [CodeInfo],
}

/// An option of a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name.
    pub name: &'static str,
    /// The values it takes, for people.
    pub values: &'static str,
    /// What it does.
    pub about: &'static str,
}

/// An option that a format does not have, or a value that the option does not take.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", self.sentence())]
pub struct BadOption {
    /// The option's name.
    pub name: String,
    /// The value it was to have.
    pub value: String,
    /// What there is.
    pub allowed: &'static [OptionInfo],
}

impl BadOption {
    /// The option `name` with `value`, of a format whose options are `allowed`.
    #[must_use]
    pub fn new(name: &str, value: &str, allowed: &'static [OptionInfo]) -> Self {
        Self { name: name.into(), value: value.into(), allowed }
    }

    fn sentence(&self) -> String {
        let Self { name, value, allowed } = self;
        if let Some(option) = allowed.iter().find(|option| option.name == name) {
            return format!("{name} cannot be {value:?}; it takes {}", option.values);
        }
        let list: Vec<_> = allowed.iter().map(|option| format!("{} ({})", option.name, option.values)).collect();
        match list.is_empty() {
            true => format!("there is no option {name:?}; this format has none"),
            false => format!("there is no option {name:?}; there is {}", list.join(", ")),
        }
    }
}

/// The start of a file and its extension: what a format is recognised by.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// The first characters, without a byte-order mark.
    pub head: &'a str,
    /// The extension, in lower case, without the dot.
    pub extension: Option<&'a str>,
}

/// How sure a format is that a file is its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Confidence {
    /// Surely not.
    No,
    /// It could be read.
    Possible,
    /// It looks like it.
    Likely,
    /// Nothing else looks like this.
    Certain,
}

/// The formats known for one game: a plain value. There is no global registry and no enum of formats.
pub struct Formats<G: Game>(Vec<Box<dyn Format<G>>>);

/// Which format a file is in.
pub enum Detected<'a, G: Game> {
    /// This one.
    One(&'a dyn Format<G>, Confidence),
    /// These, equally well.
    Tie(Vec<&'static str>, Confidence),
    /// None.
    None,
}

impl<G: Game> Formats<G> {
    /// No format.
    #[must_use]
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// These and one more.
    #[must_use]
    pub fn with(mut self, format: impl Format<G> + 'static) -> Self {
        self.0.push(Box::new(format));
        self
    }

    /// Each format, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &dyn Format<G>> {
        self.0.iter().map(|format| &**format)
    }

    /// The format called `id`.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&dyn Format<G>> {
        self.iter().find(|format| format.info().id == id)
    }

    /// The format of a file: the surest one; among equals, the one that claims the extension.
    #[must_use]
    pub fn detect(&self, sample: &Sample<'_>) -> Detected<'_, G> {
        let claims = |format: &dyn Format<G>| {
            sample.extension.is_some_and(|extension| format.info().extensions.contains(&extension))
        };
        let sure = |format: &dyn Format<G>| (format.detect(sample), claims(format));
        let Some(best) = self.iter().map(sure).max().filter(|best| best.0 > Confidence::No) else {
            return Detected::None;
        };
        let found: Vec<_> = self.iter().filter(|&format| sure(format) == best).collect();
        match found[..] {
            [one] => Detected::One(one, best.0),
            _ => Detected::Tie(found.iter().map(|format| format.info().id).collect(), best.0),
        }
    }
}

impl<G: Game> Default for Formats<G> {
    fn default() -> Self {
        Self::new()
    }
}
