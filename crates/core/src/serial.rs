//! Serialization that `derive` cannot generate: values as texts, times in seconds, and trees.

use crate::{
    Decimal, Game, MainTime, MarkSet, MoveTime, NodeId, Overtime, PartialDate, PartialDateTime, Player, PlayerSet,
    Seat, TimeControl, TimeControls, Tree, UnparsedText,
};
use alloc::{
    borrow::Cow,
    string::{String, ToString},
    vec::Vec,
};
use core::time::Duration;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _, ser::Error as _};

/// Serializes types as their `Display` text, and deserializes them with `FromStr`.
macro_rules! as_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_text!(Decimal, PartialDate, PartialDateTime);

/// Like `as_text`, for types with times. Their text loses the last digits of very long times, so such a value is refused.
macro_rules! as_exact_text {
    ($($type:ty),*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let text = self.to_string();
                if text.parse().as_ref() != Ok(self) {
                    return Err(S::Error::custom(TOO_LONG));
                }
                serializer.serialize_str(&text)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

as_exact_text!(MainTime, Overtime);

/// The message for a time that [`Decimal::from_duration`] cannot express.
const TOO_LONG: &str = "a time of more than 292 years has too many digits";

/// Serializes times as texts with a decimal number of seconds, so that no digit is lost.
pub(crate) mod seconds {
    use super::{Decimal, Deserialize, Deserializer, Duration, Serialize, Serializer};
    use serde::{de::Error as _, ser::Error as _};

    pub(crate) fn serialize<S: Serializer>(time: &Option<Duration>, serializer: S) -> Result<S::Ok, S::Error> {
        let seconds = time.map(Decimal::from_duration);
        if seconds.and_then(Decimal::to_duration) != *time {
            return Err(S::Error::custom(super::TOO_LONG));
        }
        seconds.serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Duration>, D::Error> {
        let Some(seconds) = Option::<Decimal>::deserialize(deserializer)? else { return Ok(None) };
        seconds.to_duration().map(Some).ok_or_else(|| D::Error::custom("a negative time"))
    }
}

impl Serialize for MoveTime {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        seconds::serialize(&self.get(), serializer)
    }
}

impl<'de> Deserialize<'de> for MoveTime {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match seconds::deserialize(deserializer)? {
            None => Ok(Self::UNKNOWN),
            Some(time) if Self::from(time).get() == Some(time) => Ok(Self::from(time)),
            Some(_) => Err(D::Error::custom("a time of more than 584 years")),
        }
    }
}

/// The serialized form of an unparsed text: the text, with its format if that is known.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum Text {
    Plain(String),
    OfFormat { text: String, format: String },
}

impl From<UnparsedText> for Text {
    fn from(UnparsedText { text, format }: UnparsedText) -> Self {
        match format {
            Some(format) => Self::OfFormat { text, format: format.into_owned() },
            None => Self::Plain(text),
        }
    }
}

impl From<Text> for UnparsedText {
    fn from(text: Text) -> Self {
        match text {
            Text::Plain(text) => text.into(),
            Text::OfFormat { text, format } => Self::of(format, text),
        }
    }
}

/// Serializes the players as a list with their seats.
impl Serialize for PlayerSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Seated<'a> {
            seat: &'a Seat,
            #[serde(flatten)]
            player: &'a Player,
        }
        serializer.collect_seq(self.iter().map(|(seat, player)| Seated { seat, player }))
    }
}

impl<'de> Deserialize<'de> for PlayerSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        struct Seated {
            seat: Seat,
            #[serde(flatten)]
            player: Player,
        }
        let mut players = Self::default();
        for Seated { seat, player } in Vec::deserialize(deserializer)? {
            if players.get(&seat).is_some() {
                return Err(D::Error::custom("two players on one seat"));
            }
            *players.get_mut(seat) = player;
        }
        Ok(players)
    }
}

/// Serializes the marks as a list.
impl<G: Game> Serialize for MarkSet<G>
where
    G::Mark: Serialize,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (**self).serialize(serializer)
    }
}

impl<'de, G: Game> Deserialize<'de> for MarkSet<G>
where
    G::Mark: Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::<G::Mark>::deserialize(deserializer).map(|marks| marks.into_iter().collect())
    }
}

/// Serializes the time controls as a list.
impl Serialize for TimeControls {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de> Deserialize<'de> for TimeControls {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut controls = Self::default();
        for TimeControl { seat, main, overtime } in Vec::deserialize(deserializer)? {
            let control = match seat {
                Some(seat) => controls.of_mut(seat),
                None => controls.all_mut(),
            };
            if !control.is_empty() {
                return Err(D::Error::custom("two time controls for one player"));
            }
            (control.main, control.overtime) = (main, overtime);
        }
        Ok(controls)
    }
}

/// A node with the index of its parent in the list.
#[derive(Serialize, Deserialize)]
struct Entry<T> {
    parent: Option<u32>,
    value: T,
}

/// Serializes the nodes in preorder, each with the index of its parent. The result is a flat list, because a nested one could
/// overflow the stack for a deep tree.
impl<T: Serialize> Serialize for Tree<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut places: Vec<u32> = Vec::new();
        let entries = self.preorder().zip(0..).map(|(node, place)| {
            places.resize(places.len().max(node.index() + 1), 0);
            places[node.index()] = place;
            Entry { parent: self.parent(node).map(|parent| places[parent.index()]), value: &self[node] }
        });
        serializer.collect_seq(entries)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Tree<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut entries = Vec::<Entry<T>>::deserialize(deserializer)?.into_iter();
        let Some(Entry { parent: None, value }) = entries.next() else {
            return Err(D::Error::custom("a tree starts with a node without a parent"));
        };
        let mut tree = Self::new(value);
        let mut nodes: Vec<NodeId> = alloc::vec![tree.root()];
        for Entry { parent, value } in entries {
            let parent = parent.and_then(|parent| nodes.get(parent as usize).copied());
            let Some(parent) = parent else {
                let place = nodes.len().to_string();
                return Err(D::Error::custom(alloc::format!("node {place} has no parent before it")));
            };
            nodes.push(tree.add(parent, value));
        }
        Ok(tree)
    }
}

#[cfg(test)]
mod tests {
    use super::TOO_LONG;
    use crate::{ByoYomi, Clock, MainTime, Overtime, PlayerSet, TimeControls};
    use alloc::string::ToString;
    use core::time::Duration;

    #[test]
    fn a_time_is_serialized_exactly_or_refused() {
        let year = Duration::from_secs(31_556_952);
        let clock = |left| Clock { left: Some(left), ..Clock::default() };
        let overtime = |each| Overtime::from(ByoYomi::PerMove(each));
        for time in [292 * year + Duration::from_nanos(1), 1_000 * year] {
            let text = serde_json::to_string(&(clock(time), MainTime(time), overtime(time))).unwrap();
            let read: (Clock, MainTime, Overtime) = serde_json::from_str(&text).unwrap();
            assert_eq!(read, (clock(time), MainTime(time), overtime(time)));
        }
        let long = 293 * year + Duration::from_nanos(1);
        let errors = [
            serde_json::to_string(&clock(long)).unwrap_err(),
            serde_json::to_string(&MainTime(long)).unwrap_err(),
            serde_json::to_string(&overtime(long)).unwrap_err(),
        ];
        assert!(errors.iter().all(|error| error.to_string() == TOO_LONG), "{errors:?}");
    }

    #[test]
    fn two_values_for_one_player_are_refused() {
        let players = serde_json::from_str::<PlayerSet>;
        assert_eq!(players(r#"[{"seat":"second"},{"seat":"first","name":"Lee"}]"#).unwrap().len(), 1);
        let error = players(r#"[{"seat":"first","name":"Lee"},{"seat":"first","name":"Gu"}]"#).unwrap_err();
        assert_eq!(error.to_string(), "two players on one seat");

        let times = serde_json::from_str::<TimeControls>;
        assert!(times(r#"[{"seat":null,"main":null},{"seat":"first","main":{"value":"600"}}]"#).is_ok());
        let twice = r#"[{"seat":"first","main":{"value":"600"}},{"seat":"first","main":{"value":"9"}}]"#;
        assert_eq!(times(twice).unwrap_err().to_string(), "two time controls for one player");
    }
}
