//! What tells JKF apart from other records in JSON: the form of its moves.

use kifu_core::{Confidence, Sample};
use kifu_json::{
    Kind, Value,
    record::{Detected, Member, detect},
};

/// The number of nodes of a list that are examined. The first node of a record has no move.
const NODES: usize = 8;

/// Returns the confidence that a text is JKF: by a move with a piece, by an ending or a list of forks, and then by the lists and
/// objects of a record. The extension `own`, which no other format has, suggests JKF for a damaged file.
pub(crate) fn confidence(sample: &Sample<'_>, own: &str) -> Confidence {
    let by_move = |member: Member<'_>, value: Value<'_>| match member {
        Member::Of("move", "piece") if value.kind() == Kind::String => Some(Confidence::Certain),
        Member::OfRoot("moves") if value.elements().take(NODES).any(is_node) => Some(Confidence::Certain),
        Member::OfRoot("tree") if value.kind() == Kind::Array => Some(Confidence::No),
        _ => None,
    };
    let by_record = |member: Member<'_>, value: Value<'_>| match member {
        Member::OfSection("initial", "preset") if value.kind() == Kind::String => Some(Confidence::Likely),
        Member::OfRoot("moves") if value.kind() == Kind::Array => match value.element(0) {
            Some(first) if first.kind() != Kind::Object => None,
            _ => Some(Confidence::Likely),
        },
        _ => None,
    };
    let by_header = |member: Member<'_>, value: Value<'_>| {
        (member == Member::OfRoot("header") && value.kind() == Kind::Object).then_some(Confidence::Possible)
    };
    match detect(sample, "moves", &[&by_move, &by_record, &by_header]) {
        Detected::Stated(_) => Confidence::No,
        Detected::Judged(confidence) => confidence,
        _ if sample.extension == Some(own) && sample.text().contains('{') => Confidence::Possible,
        Detected::Unjudged { .. } | Detected::NotAnObject => Confidence::No,
    }
}

/// Returns true for a node with an ending or with forks.
fn is_node(node: Value<'_>) -> bool {
    let has = |key, kind| node.get(key).is_some_and(|value| value.kind() == kind);
    has("special", Kind::String) || has("forks", Kind::Array)
}
