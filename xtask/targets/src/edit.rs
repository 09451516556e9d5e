//! Edits of a file in any charset make exactly their change, and no byte outside of them is different. After the edits, an SGF
//! document equals the document that is parsed from the new text.

use crate::checks::CHARSETS;
use arbitrary::{Arbitrary, Unstructured};
use kifu::{
    model::{Charset, Edits, Source},
    sgf::Document,
};

const NEW: [&str; 20] = [
    "",
    "W",
    "dd",
    "]",
    "\\",
    "\n",
    "碁",
    "本因坊",
    "吴清源",
    "이창호",
    "Müller",
    "ж~¥‾",
    "[",
    "(",
    ")",
    ";",
    "(;",
    ";B[aa]",
    "C[",
    "[x] ",
];

/// A charset; edits, each with an offset, a length and a text; a file.
type Input<'a> = (u8, [(u16, u16, u8); 3], &'a [u8]);

/// Tests the law on what the bytes of a fuzzer mean.
pub fn run(bytes: &[u8]) {
    let Ok(input) = Input::arbitrary_take_rest(Unstructured::new(bytes)) else { return };
    let (charset, wanted, bytes) = input;
    let charset = Charset::new(CHARSETS[usize::from(charset) % CHARSETS.len()]);
    let (source, _) = Source::decode("fuzzed", bytes.into(), Some(&charset), &[]);
    let text = source.text();
    let borders: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let mut edits = Edits::default();
    for (from, len, new) in wanted {
        let from = usize::from(from) % borders.len();
        let to = (from + usize::from(len) % 8).min(borders.len() - 1);
        let _ = edits.replace((borders[from]..borders[to]).into(), NEW[usize::from(new) % NEW.len()]);
    }
    document(text, &edits);
    // Edits that the charset cannot encode are refused.
    let Ok(spliced) = source.splice(&edits) else { return };
    let changes: Vec<_> = edits.iter().filter(|(span, new)| &text[span.range()] != *new).map(|edit| edit.0).collect();
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
        return assert_eq!(spliced, bytes, "edits that change nothing change bytes");
    };
    let decoded = |bytes: &[u8]| Source::decode("again", bytes.into(), Some(&charset), &[]).0.text().to_owned();
    // Not checked if invalid sequences may join with new bytes, or if a byte-order mark may appear at the start.
    let expected = edits.apply(text);
    if !text.contains('\u{FFFD}') && !expected.starts_with('\u{FEFF}') {
        assert_eq!(decoded(&spliced), expected, "in {charset}");
    }
    // In a charset with states, bytes next to an edit may change too.
    if charset.name() != "ISO-2022-JP" && bytes.len() < 1000 {
        let (before, after) = (&text[..first.start as usize], &text[last.end as usize..]);
        let head = (0..=bytes.len()).find(|&at| decoded(&bytes[..at]) == before).unwrap_or(0);
        assert!(spliced.starts_with(&bytes[..head]), "in {charset}: before {first:?}");
        if !after.contains(['\u{FFFD}', '\u{FEFF}']) {
            let tail = (0..=bytes.len()).rev().find(|&at| decoded(&bytes[at..]) == after).unwrap_or(bytes.len());
            assert!(spliced.ends_with(&bytes[tail..]), "in {charset}: after {last:?}");
        }
    }
}

/// Panics if an edited document differs from the document that is parsed from its text, including the index.
fn document(text: &str, edits: &Edits) {
    let mut edited = Document::parse(text);
    consistent(&edited);
    edited.edit(edits);
    let fresh = Document::parse(edits.apply(text));
    consistent(&fresh);
    assert_eq!(format!("{edited:?}"), format!("{fresh:?}"));
}

/// Panics if a node is not among the children of its parent, or if a property is outside of its node.
fn consistent(document: &Document) {
    for game in document.games() {
        let mut children = vec![Vec::new(); game.nodes().count()];
        let mut above = Vec::new();
        for node in game.nodes() {
            match node.parent() {
                None => assert_eq!(node.index(), 0, "a second root"),
                Some(parent) => {
                    children[parent.index()].push(node.index());
                    // In a preorder the parent of a node is on the path to the previous node.
                    above.truncate(1 + above.iter().rposition(|&above| above == parent.index()).expect("no preorder"));
                }
            }
            above.push(node.index());
            let mut at = node.span().start;
            for property in node.properties() {
                let (name, whole) = (property.name_span(), property.span());
                assert!(
                    at <= name.start && name.start == whole.start && name.end <= whole.end,
                    "{name:?} in {whole:?}"
                );
                at = name.end;
                for value in property.value_spans() {
                    assert!(at <= value.start && value.end <= whole.end, "{value:?} in {whole:?}");
                    at = value.end;
                }
                at = whole.end;
            }
            assert!(at <= node.span().end && node.span().end <= game.span().end, "a node at {:?}", node.span());
        }
        for node in game.nodes() {
            assert!(node.children().map(kifu_sgf::Node::index).eq(children[node.index()].iter().copied()));
        }
    }
}
