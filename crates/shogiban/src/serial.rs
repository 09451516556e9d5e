//! Serialization of squares, positions and actions as texts, and of hands as numbers by kind.

use crate::{Action, Hand, Kind, Setup, Square};
use alloc::{borrow::Cow, collections::BTreeMap, format};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

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

as_text!(Setup, Action);

/// Serializes the digits: `"76"`.
impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (file, rank) = self.digits();
        serializer.collect_str(&format_args!("{file}{rank}"))
    }
}

impl<'de> Deserialize<'de> for Square {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Cow::<str>::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

/// Serializes the numbers by kind: `{"rook": 1, "pawn": 3}`.
impl Serialize for Hand {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Hand {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut hand = Self::default();
        for (kind, count) in BTreeMap::<Kind, u8>::deserialize(deserializer)? {
            if !hand.add(kind, count) {
                return Err(D::Error::custom(format!("{kind} cannot be in hand")));
            }
        }
        Ok(hand)
    }
}
