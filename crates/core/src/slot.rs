//! Entries for data of a record that a format cannot express. Formats keep the entries in their place reserved for other formats.

use crate::{
    Analysis, Decimal, Game, Info, MoveTime, NamedValue, Node, OvertimeLeft, Parsed, Player, Seat, TimeControl,
};
use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use core::{fmt, str::FromStr, time::Duration};

mod analysis;

/// A piece of data of the record that a format cannot express in its own way.
///
/// A format writes the entries that it needs into its place reserved for other formats (its slot), under the name `kifu`, and
/// reads them back from there. The format chooses the spelling of an entry: SGF writes `KX[kifu:bookmark:the turning point]`, JGF 2
/// `"foreign": {"kifu": {"bookmark": "the turning point"}}`.
///
/// The keys of a node are `spent`, `total`, `left` (times in seconds), `periods`, `moves` (of the overtime), `bookmark`, `solution` and
/// `analysis` (an entry for each); those of the game `started`, `ended`, `date`, `result`, `main-time`, `overtime`, `player`, `header`, `display` and `address`.
///
/// ```
/// # use kifu_core::*;
/// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
/// use toy::Toy; // a game whose moves are numbers
/// let mut node: Node<Toy> = Node::new(Some(7));
/// node.details_mut().bookmark = Some("the turning point".into());
/// let entries = SlotEntry::of_node(&node, &["bookmark"]);
/// assert_eq!(entries, [SlotEntry::new("bookmark", vec!["the turning point".into()])]);
///
/// let mut read: Node<Toy> = Node::new(Some(7));
/// assert!(entries[0].read_into_node(&mut read));
/// assert_eq!(read, node);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlotEntry {
    /// The key.
    pub key: Cow<'static, str>,
    /// The value, as one or several texts.
    pub fields: Vec<String>,
}

impl SlotEntry {
    /// Creates an entry.
    ///
    /// ```
    /// use kifu_core::{Info, NamedValue, SlotEntry};
    /// let mut info = Info::default();
    /// assert!(SlotEntry::new("header", vec!["Weather".into(), "rain".into()]).read_into_info(&mut info));
    /// assert_eq!(info.headers, [NamedValue::new("Weather", "rain")]);
    /// ```
    #[must_use]
    pub fn new(key: impl Into<Cow<'static, str>>, fields: Vec<String>) -> Self {
        Self { key: key.into(), fields }
    }

    /// Returns the entries of a node for the given keys.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut node: Node<Toy> = Node::new(Some(7));
    /// node.spent = core::time::Duration::from_millis(1_500).into();
    /// assert_eq!(SlotEntry::of_node(&node, &["spent", "left"]), [SlotEntry::new("spent", vec!["1.5".into()])]);
    /// assert!(SlotEntry::of_node(&node, &["left"]).is_empty());
    /// ```
    #[must_use]
    pub fn of_node<G: Game>(node: &Node<G>, keys: &[&str]) -> Vec<Self> {
        let mut out = Entries { keys, entries: Vec::new() };
        let clock = node.details().map(|details| details.clock).unwrap_or_default();
        let times = [("spent", node.spent.get()), ("total", clock.total), ("left", clock.left)];
        for (key, time) in times {
            out.one(key, time.map(Decimal::from_duration));
        }
        match clock.overtime_left {
            Some(OvertimeLeft::Periods(periods)) => out.one("periods", Some(periods)),
            Some(OvertimeLeft::Moves(moves)) => out.one("moves", Some(moves)),
            None => {}
        }
        if let Some(details) = node.details() {
            out.one("bookmark", details.bookmark.as_ref());
            if details.judgement.solution {
                out.add("solution", Vec::new);
            }
            if keys.contains(&"analysis") {
                out.entries.extend(Self::of_analyses(&details.analyses));
            }
        }
        out.entries
    }

    /// Returns the entries of analyses, in their order. An analysis whose line has an action that the game cannot parse has no entry.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut analysis: Analysis<Toy> = Analysis::default();
    /// analysis.engine = Some("KataGo".into());
    /// analysis.visits = Some(800);
    /// let fields = vec!["engine=KataGo".into(), "visits=800".into()];
    /// assert_eq!(SlotEntry::of_analyses(&[analysis]), [SlotEntry::new("analysis", fields)]);
    /// ```
    #[must_use]
    pub fn of_analyses<G: Game>(analyses: &[Analysis<G>]) -> Vec<Self> {
        let fields = analyses.iter().filter_map(analysis::fields);
        fields.map(|fields| Self::new("analysis", fields)).collect()
    }

    /// Reads the entry into a node. Returns false, and leaves the node unchanged, if this is not an entry of a node or its value is
    /// invalid.
    ///
    /// ```
    /// # use kifu_core::*;
    /// # mod toy { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/toy/lines.rs")); }
    /// use toy::Toy; // a game whose moves are numbers
    /// let mut node: Node<Toy> = Node::new(Some(7));
    /// assert!(SlotEntry::new("left", vec!["598.5".into()]).read_into_node(&mut node));
    /// assert_eq!(node.details().unwrap().clock.left.unwrap().as_millis(), 598_500);
    /// assert!(!SlotEntry::new("left", vec!["ten minutes".into()]).read_into_node(&mut node));
    /// ```
    pub fn read_into_node<G: Game>(&self, node: &mut Node<G>) -> bool {
        if self.key == "analysis" {
            let analysis = analysis::parse(&self.fields);
            let is_read = analysis.is_some();
            if let Some(analysis) = analysis {
                node.details_mut().analyses.push(analysis);
            }
            return is_read;
        }
        let text = match (&*self.key, &self.fields[..]) {
            ("solution", []) => "",
            (_, [text]) => text,
            _ => return false,
        };
        match (&*self.key, seconds(text)) {
            ("solution", _) if text.is_empty() => node.details_mut().judgement.solution = true,
            ("bookmark", _) => node.details_mut().bookmark = Some(text.to_string()),
            ("spent", Some(time)) => match MoveTime::from(time) {
                MoveTime::UNKNOWN => return false,
                spent => node.spent = spent,
            },
            ("total", Some(time)) => node.details_mut().clock.total = Some(time),
            ("left", Some(time)) => node.details_mut().clock.left = Some(time),
            ("periods" | "moves", _) => {
                let Ok(number) = text.parse() else { return false };
                let left = if self.key == "moves" { OvertimeLeft::Moves } else { OvertimeLeft::Periods };
                node.details_mut().clock.overtime_left = Some(left(number));
            }
            _ => return false,
        }
        true
    }

    /// Returns the entries of the game for the given keys.
    ///
    /// ```
    /// use kifu_core::{Info, Seat, SlotEntry};
    /// let mut info = Info::default();
    /// info.player_mut(Seat::Second).country = "Japan".into();
    /// let fields = ["second", "country", "Japan"].map(String::from);
    /// assert_eq!(SlotEntry::of_info(&info, &["player"]), [SlotEntry::new("player", fields.into())]);
    /// ```
    #[must_use]
    pub fn of_info(info: &Info, keys: &[&str]) -> Vec<Self> {
        let mut out = Entries { keys, entries: Vec::new() };
        out.parsed("started", info.started.as_ref(), None);
        out.parsed("ended", info.ended.as_ref(), None);
        for date in &info.dates {
            out.parsed("date", Some(date), None);
        }
        out.parsed("result", info.outcome.as_ref(), None);
        for control in info.time.iter() {
            out.parsed("main-time", control.main.as_ref(), control.seat());
            out.parsed("overtime", control.overtime.as_ref(), control.seat());
        }
        for (seat, player) in info.players.iter() {
            let fields = [("name", &player.name), ("rank", &player.rank), ("team", &player.team)];
            for (field, text) in fields.into_iter().chain([("country", &player.country)]) {
                if !text.is_empty() {
                    out.add("player", || vec![seat_text(seat), field.to_string(), text.clone()]);
                }
            }
        }
        for NamedValue { name, value } in &info.headers {
            out.add("header", || vec![name.clone(), value.clone()]);
        }
        for NamedValue { name, value } in &info.display {
            out.add("display", || vec![name.clone(), value.clone()]);
        }
        out.one("address", Some(&info.address).filter(|address| !address.is_empty()));
        out.entries
    }

    /// Reads the entry into the information about the game. Returns false, and leaves the information unchanged, if this is not an
    /// entry of the game, its value is invalid, or the information already has a value.
    ///
    /// ```
    /// use kifu_core::{Info, SlotEntry};
    /// let mut info = Info::default();
    /// let started = SlotEntry::new("started", vec!["2016-03-09 13:00".into()]);
    /// assert!(started.read_into_info(&mut info));
    /// assert!(!started.read_into_info(&mut info)); // already has a value
    /// ```
    pub fn read_into_info(&self, info: &mut Info) -> bool {
        match (&*self.key, &self.fields[..]) {
            ("started", fields) => fill(&mut info.started, fields),
            ("ended", fields) => fill(&mut info.ended, fields),
            ("result", fields) => fill(&mut info.outcome, fields),
            ("date", fields) => match Parsed::from_slot_fields(fields) {
                Some((date, [])) => {
                    info.dates.push(date);
                    true
                }
                _ => false,
            },
            ("main-time", fields) => fill_time(fields, info, |control| &mut control.main),
            ("overtime", fields) => fill_time(fields, info, |control| &mut control.overtime),
            ("player", [seat, field, text]) if !text.is_empty() && info.players.len() < MAX_SEATS => {
                let of: fn(&mut Player) -> &mut String = match field.as_str() {
                    "name" => |player| &mut player.name,
                    "rank" => |player| &mut player.rank,
                    "team" => |player| &mut player.team,
                    "country" => |player| &mut player.country,
                    _ => return false,
                };
                let place = of(info.player_mut(seat_of(seat)));
                let is_free = place.is_empty();
                if is_free {
                    place.clone_from(text);
                }
                is_free
            }
            ("header", [name, text]) => {
                info.headers.push(NamedValue::new(name, text));
                true
            }
            ("display", [name, raw]) => {
                info.display.push(NamedValue::new(name, raw));
                true
            }
            ("address", [address]) if info.address.is_empty() => {
                info.address.clone_from(address);
                true
            }
            _ => false,
        }
    }

    /// Returns true if an entry for a time is for all players and not for one of them.
    ///
    /// ```
    /// use kifu_core::{Info, Parsed, Seat, SlotEntry, UnparsedText};
    /// let mut info = Info::default();
    /// info.time.all_mut().main = Some(Parsed::Text(UnparsedText::of("kif", "各８時間")));
    /// info.time.of_mut(Seat::Second).main = Some(Parsed::Text("an hour".into()));
    /// let entries = SlotEntry::of_info(&info, &["main-time"]);
    /// assert_eq!(entries[0].fields, ["各８時間", "@kif"]);
    /// assert!(entries[0].is_for_all() && !entries[1].is_for_all());
    /// ```
    #[must_use]
    pub fn is_for_all(&self) -> bool {
        self.fields.iter().skip(1).all(|field| field.starts_with('@'))
    }
}

/// The maximum number of seats. Seats are searched one by one, so more of them would take quadratic time.
const MAX_SEATS: usize = 100;

/// A list of entries for the requested keys.
struct Entries<'k> {
    keys: &'k [&'k str],
    entries: Vec<SlotEntry>,
}

impl Entries<'_> {
    fn add(&mut self, key: &'static str, fields: impl FnOnce() -> Vec<String>) {
        if self.keys.contains(&key) {
            self.entries.push(SlotEntry::new(key, fields()));
        }
    }

    fn one(&mut self, key: &'static str, value: Option<impl fmt::Display>) {
        if let Some(value) = value {
            self.add(key, || vec![value.to_string()]);
        }
    }

    fn parsed<T: FromStr + ToString>(&mut self, key: &'static str, value: Option<&Parsed<T>>, seat: Option<&Seat>) {
        if let Some(value) = value {
            self.add(key, || value.slot_fields().into_iter().chain(seat.map(seat_text)).collect());
        }
    }
}

/// Sets a time of all players, or of the player whose seat is the last field.
fn fill_time<T: FromStr + ToString>(
    fields: &[String],
    info: &mut Info,
    place: fn(&mut TimeControl) -> &mut Option<Parsed<T>>,
) -> bool {
    let Some((time, seat)) = Parsed::from_slot_fields(fields) else { return false };
    if info.time.iter().count() >= MAX_SEATS {
        return false;
    }
    let place = match seat {
        [] => place(info.time.all_mut()),
        [seat] => place(info.time.of_mut(seat_of(seat))),
        _ => return false,
    };
    let is_free = place.is_none();
    if is_free {
        *place = Some(time);
    }
    is_free
}

/// Sets a place that has no value yet. Returns false if the fields are not those of one value, or the place has a value.
fn fill<T: FromStr + ToString>(place: &mut Option<Parsed<T>>, fields: &[String]) -> bool {
    match Parsed::from_slot_fields(fields) {
        Some((value, [])) if place.is_none() => {
            *place = Some(value);
            true
        }
        _ => false,
    }
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().and_then(Decimal::to_duration)
}

/// Returns `first`, `second`, or `=` and the name of another seat.
fn seat_text(seat: &Seat) -> String {
    match seat {
        Seat::First | Seat::Second => seat.to_string(),
        Seat::Other(name) => alloc::format!("={name}"),
    }
}

fn seat_of(text: &str) -> Seat {
    match text {
        "first" => Seat::First,
        "second" => Seat::Second,
        other => Seat::Other(other.strip_prefix('=').unwrap_or(other).to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MainTime, Outcome, Player, UnparsedText};

    const GAME: [&str; 10] =
        ["started", "ended", "date", "result", "main-time", "overtime", "player", "header", "display", "address"];

    #[test]
    fn info_round_trips_through_the_slot() {
        let mut info = Info {
            started: Some(Parsed::Value("2016-03-09 13:00".parse().unwrap())),
            ended: Some(Parsed::Text("in the evening".into())),
            dates: vec![Parsed::Value("2016-03-09".parse().unwrap()), Parsed::Text("and later".into())],
            outcome: Some(Parsed::Value(Outcome::NoResult)),
            ..Info::default()
        };
        info.time.all_mut().main = Some(Parsed::Value(MainTime::from_secs(7_200)));
        info.time.of_mut(Seat::First).overtime = Some(Parsed::Text("by agreement".into()));
        // Texts that would be read as values, and texts of a format.
        info.time.of_mut(Seat::Second).main = Some(Parsed::Text("3600".into()));
        info.time.of_mut(Seat::Second).overtime = Some(Parsed::Text(UnparsedText::of("kif", "30秒")));
        for seat in [Seat::First, Seat::Other("first".into()), Seat::Other("=".into())] {
            let player = Player { country: "Japan".into(), rank: "9p".into(), ..Player::default() };
            *info.player_mut(seat) = player;
        }
        info.headers = vec![NamedValue::new("a", "b"), NamedValue::new("a", "b")];
        info.display = vec![NamedValue::new("theme", "\"dark\"")];
        info.address = "http://example.org".into();
        let entries = SlotEntry::of_info(&info, &GAME);
        assert!(GAME.iter().all(|key| entries.iter().any(|entry| entry.key == *key)));
        let mut read = Info::default();
        assert!(entries.iter().all(|entry| entry.read_into_info(&mut read)), "{entries:?}");
        assert_eq!(read, info);
        // Existing values stay, except that dates, headers and preferences are lists, which grow.
        let again = entries.iter().filter(|entry| entry.read_into_info(&mut read)).count();
        assert_eq!(again, 2 + 2 + 1);
    }

    #[test]
    fn what_is_not_an_entry_changes_nothing() {
        let mut info = Info::default();
        for (key, fields) in [
            ("started", &[][..]),
            ("player", &["first", "shoe size", "43"]),
            ("player", &["first", "name"]),
            ("overtime", &["a", "b", "c"]),
            ("started", &["2016", "@kif", "first"]),
            ("weather", &["rain"]),
        ] {
            let entry = SlotEntry::new(key, fields.iter().map(ToString::to_string).collect());
            assert!(!entry.read_into_info(&mut info), "{entry:?}");
        }
        assert_eq!(info, Info::default());
    }
}
