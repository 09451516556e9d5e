//! Serialization of sizes, points and rule sets as texts.

use crate::{Color, Point, Points, PositionEdit, Rect, Rules, Size};
use alloc::{borrow::Cow, format, vec::Vec};
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

as_text!(Size, Point, Rules);

/// Serializes the rectangles: `["pd", "aa:cc"]`.
impl Serialize for Points {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.rects().map(|rect| format!("{rect}")))
    }
}

impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let rect = |text: &str| {
            let (first, last) = text.split_once(':').unwrap_or((text, text));
            Some(Rect::new(first.parse::<Point>().ok()?, last.parse::<Point>().ok()?))
        };
        let texts = Vec::<Cow<str>>::deserialize(deserializer)?;
        let rects =
            texts.iter().map(|text| rect(text).ok_or_else(|| D::Error::custom(format!("{text} is not a point"))));
        rects.collect::<Result<Self, _>>()
    }
}

/// The serialized form of an edit of the position.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
pub(crate) struct Sets {
    black: Points,
    white: Points,
    clear: Points,
    to_move: Option<Color>,
}

impl TryFrom<Sets> for PositionEdit {
    type Error = &'static str;

    fn try_from(sets: Sets) -> Result<Self, &'static str> {
        let count = |edit: &Self| [edit.black(), edit.white(), edit.clear()].map(Points::len).iter().sum::<usize>();
        let all = [(&sets.black, Some(Color::Black)), (&sets.white, Some(Color::White)), (&sets.clear, None)];
        let mut edit = Self::default();
        let mut total = 0;
        for (points, color) in all {
            edit.set(points, color);
            total += points.len();
        }
        edit.to_move = sets.to_move;
        if count(&edit) == total { Ok(edit) } else { Err("a point with two states in one edit of the position") }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Action, Color, Go, Mark, Move, Point, PositionEdit, Setup, Shape};
    use alloc::string::ToString;
    use kifu_core::{Comment, Decimal, MainTime, Node, Outcome, Parsed, Record, Seat, Termination, UnparsedText};

    fn record() -> Record<Go> {
        let mut record: Record<Go> = Record::new(Setup::new("13x9".parse().unwrap()));
        record.info.player_mut(Seat::First).name = "Honinbo Shusaku".into();
        record.info.dates = alloc::vec![Parsed::Value("1846-09-11".parse().unwrap()), Parsed::Text("later".into())];
        record.info.outcome =
            Some(Parsed::Value(Outcome::Win { winner: Seat::First, by: Termination::Score("2".parse().unwrap()) }));
        record.info.time.of_mut(Seat::Second).main = Some(Parsed::Value(MainTime::from_secs(600)));
        record.terms.komi = Some(Parsed::Value("6.5".parse().unwrap()));
        let first = Move::play(Color::Black, "ee".parse().unwrap());
        let node = record.tree.add(record.tree.root(), Node::new(Some(Action::from(first))));
        record.tree[node].spent = core::time::Duration::from_millis(1_500).into();
        let details = record.tree[node].details_mut();
        details.comments.push(Comment::from("well").by("Gu"));
        details
            .marks
            .extend([Mark::Shape(Shape::Circle, ["aa", "ab"].into_iter().filter_map(Point::from_sgf).collect())]);
        let edit = PositionEdit::default().with_stones(Point::from_sgf("cc").unwrap(), Some(Color::Black));
        record.tree.add(record.tree.root(), Node::new(Some(Action::from(edit))));
        record.tree.add(node, Node::new(Some(Move::pass(Color::White).into())));
        record
    }

    #[test]
    fn a_record_comes_back() {
        let record = record();
        let json = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record<Go>>(&json).unwrap(), record, "{json}");
    }

    #[test]
    fn values_are_texts_that_people_know() {
        let json = serde_json::to_value(record()).unwrap();
        assert_eq!(json["setup"]["size"], "13x9");
        assert_eq!(json["terms"]["komi"]["value"], "6.5");
        assert_eq!(json["info"]["dates"][0]["value"], "1846-09-11");
        assert_eq!(json["info"]["outcome"]["value"]["win"]["by"]["score"], "2");
        assert_eq!(json["tree"][1]["value"]["action"]["move"]["at"], "ee");
        assert_eq!(json["tree"][1]["value"]["spent"], "1.5");
        assert_eq!(json["tree"][3]["parent"], 0); // in preorder the variation comes last
    }

    #[test]
    fn a_point_with_two_states_is_refused() {
        let read = serde_json::from_str::<PositionEdit>;
        let edit = read(r#"{"black":["aa:ab"],"clear":["cc"],"to_move":"white"}"#).unwrap();
        assert_eq!(edit.to_string(), "AB[aa:ab]AE[cc]PL[W]");
        let error = read(r#"{"black":["aa:ab"],"white":["ab"]}"#).unwrap_err();
        assert!(error.to_string().starts_with("a point with two states"), "{error}");
    }

    #[test]
    fn a_text_comes_back_with_its_format() {
        let text = UnparsedText::of("kif", "10,5");
        for text in [UnparsedText::from("a dinner"), text] {
            let json = serde_json::to_string(&Parsed::<Decimal>::Text(text.clone())).unwrap();
            let read: Parsed<Decimal> = serde_json::from_str(&json).unwrap();
            assert_eq!(read.text().map(|text| (text.as_str(), text.format())), Some((text.as_str(), text.format())));
        }
    }

    #[test]
    fn what_is_not_a_tree_is_refused() {
        for tree in ["[]", "[{\"parent\":0,\"value\":1}]", "[{\"parent\":null,\"value\":1},{\"parent\":1,\"value\":2}]"]
        {
            assert!(serde_json::from_str::<kifu_core::Tree<u8>>(tree).is_err(), "{tree}");
        }
    }

    #[test]
    fn a_deep_tree_is_a_list() {
        let mut tree = kifu_core::Tree::new(0_u32);
        tree.add_line(tree.root(), 1..200_000);
        let json = serde_json::to_string(&tree).unwrap();
        assert_eq!(serde_json::from_str::<kifu_core::Tree<u32>>(&json).unwrap(), tree);
    }
}
