use crate::{
    ForeignSet, Outcome, Parsed, PartialDate, PartialDateTime, Player, PlayerSet, Seat, TimeControls, UnparsedText,
};
use alloc::{format, string::String, vec::Vec};
use core::fmt;

/// The information about a game that all games share: players, event, dates, result, times.
///
/// An empty text means that the value is absent.
///
/// ```
/// use kifu_core::{Info, Seat};
/// let mut info = Info::default();
/// info.player_mut(Seat::Second).name = "Honinbo Shusaku".into();
/// info.player_mut(Seat::First).rank = "4d".into();
/// assert_eq!(info.player(&Seat::Second).unwrap().name, "Honinbo Shusaku");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct Info {
    /// The name of the game.
    pub name: String,
    /// The players.
    pub players: PlayerSet,
    /// The tournament or another event.
    pub event: String,
    /// The round of the event.
    pub round: String,
    /// The place where the game was played.
    pub place: String,
    /// The days on which the game was played. If one of them cannot be read, all are kept as one text.
    pub dates: Vec<Parsed<PartialDate>>,
    /// The time at which the game started.
    pub started: Option<Parsed<PartialDateTime>>,
    /// The time at which the game ended.
    pub ended: Option<Parsed<PartialDateTime>>,
    /// The result.
    pub outcome: Option<Parsed<Outcome>>,
    /// The time limits and overtime.
    pub time: TimeControls,
    /// The opening, by name.
    pub opening: String,
    /// The author of the comments.
    pub annotator: String,
    /// The person who entered the game.
    pub transcriber: String,
    /// The source of the record: a book, a newspaper.
    pub source: String,
    /// The web address of the source.
    pub address: String,
    /// The owner of the copyright.
    pub copyright: String,
    /// The program that wrote the record, and its version. Writers write this value unchanged.
    pub application: String,
    /// A description of the whole game.
    pub description: String,
    /// Custom headers of the formats that allow them (KIF, KI2, JKF, CSA), in order. These formats share them.
    pub headers: Vec<NamedValue>,
    /// Preferences for viewers: names of the `settings` of JGF 2, with raw JSON values. Their loss is reported as a note.
    /// [`preferences`](Self::preferences) reads them.
    pub display: Vec<NamedValue>,
    /// Data of single formats that the record has no field for.
    pub foreign: ForeignSet,
}

/// A name and its value, such as a custom header of a format, or a fact about a game.
///
/// A literal may construct it, because a name and a value are all of it.
///
/// ```
/// use kifu_core::{Info, NamedValue};
/// let mut info = Info::default();
/// info.headers.push(NamedValue::new("Weather", "rain"));
/// assert_eq!(info.headers[0].to_string(), "Weather: rain");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NamedValue {
    /// The name.
    pub name: String,
    /// The value.
    pub value: String,
}

impl NamedValue {
    /// Creates a value with a name.
    #[must_use]
    pub fn new(name: impl Into<String>, value: impl Into<String>) -> Self {
        Self { name: name.into(), value: value.into() }
    }
}

impl fmt::Display for NamedValue {
    /// Writes `name: value`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.name, self.value)
    }
}

/// Divides a text into the source and its address. The address is empty if the text does not end with one.
fn source_and_address(text: &str) -> (&str, &str) {
    let is_address =
        |part: &str| (part.starts_with("http://") || part.starts_with("https://")) && !part.contains([' ', ',']);
    if is_address(text) {
        return ("", text);
    }
    text.rsplit_once(", ").filter(|(source, address)| is_address(address) && !source.is_empty()).unwrap_or((text, ""))
}

impl Info {
    /// Returns the source and its web address in one text, as formats have it that have one place for both: `Go World, https://…`.
    ///
    /// Returns `None` if [`set_source_line`](Self::set_source_line) would divide the text in another way.
    ///
    /// ```
    /// use kifu_core::Info;
    /// let mut info = Info::default();
    /// info.set_source_line("Go World, https://example.org/1");
    /// assert_eq!((&*info.source, &*info.address), ("Go World", "https://example.org/1"));
    /// assert_eq!(info.source_line().as_deref(), Some("Go World, https://example.org/1"));
    /// info.address = "volume 7".into();
    /// assert_eq!(info.source_line(), None);
    /// ```
    #[must_use]
    pub fn source_line(&self) -> Option<String> {
        let line = match (self.source.as_str(), self.address.as_str()) {
            (source, "") => source.into(),
            ("", address) => address.into(),
            (source, address) => format!("{source}, {address}"),
        };
        let is_read_back = source_and_address(&line) == (self.source.as_str(), self.address.as_str());
        is_read_back.then_some(line)
    }

    /// Sets the source, and its web address if the text ends with one.
    ///
    /// ```
    /// use kifu_core::Info;
    /// let mut info = Info::default();
    /// info.set_source_line("https://example.org/1");
    /// assert_eq!((&*info.source, &*info.address), ("", "https://example.org/1"));
    /// ```
    pub fn set_source_line(&mut self, text: &str) {
        let (source, address) = source_and_address(text);
        self.source = source.into();
        self.address = address.into();
    }

    /// Returns the player on `seat`.
    #[must_use]
    pub fn player(&self, seat: &Seat) -> Option<&Player> {
        self.players.get(seat)
    }

    /// Returns the player on `seat`, for changes. Creates the player if necessary.
    pub fn player_mut(&mut self, seat: Seat) -> &mut Player {
        self.players.get_mut(seat)
    }

    /// Calls `keep` for every text that could not be parsed, and removes the texts for which it returns false.
    pub(crate) fn retain_texts(&mut self, keep: &mut dyn FnMut(&mut UnparsedText) -> bool) {
        self.dates.retain_mut(|date| match date {
            Parsed::Value(_) => true,
            Parsed::Text(text) => keep(text),
        });
        Parsed::retain_text(&mut self.started, keep);
        Parsed::retain_text(&mut self.ended, keep);
        Parsed::retain_text(&mut self.outcome, keep);
        for control in self.time.iter_mut() {
            Parsed::retain_text(&mut control.main, keep);
            Parsed::retain_text(&mut control.overtime, keep);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_player_of_whom_nothing_is_stated_does_not_exist() {
        let mut info = Info::default();
        info.player_mut(Seat::Other("red".into())).name = "R".into();
        info.player_mut(Seat::First).team = "T".into();
        let before = info.clone();
        info.player_mut(Seat::Second);
        assert!(info.players.iter().map(|(seat, _)| seat).eq(&[Seat::First, Seat::Other("red".into())]));
        assert_eq!(info.player(&Seat::Second), None);
        assert_eq!(info, before);
    }
}
