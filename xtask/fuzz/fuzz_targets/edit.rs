//! Law: edits spliced into a file of any charset change what they say, and no byte outside of them; and a document of SGF is
//! after them what its new text is.
#![no_main]

use kifu::{
    model::{Charset, Edits, Source},
    sgf::Document,
};
use kifu_fuzz::CHARSETS;
use libfuzzer_sys::fuzz_target;

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

/// A charset; edits, each a place, a length and a text; a file.
type Input<'a> = (u8, [(u16, u16, u8); 3], &'a [u8]);

fuzz_target!(|input: Input<'_>| {
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
    // What the charset has no letters for is refused.
    let Ok(spliced) = source.splice(&edits) else { return };
    let changes: Vec<_> = edits.iter().filter(|(span, new)| &text[span.range()] != *new).map(|edit| edit.0).collect();
    let (Some(first), Some(last)) = (changes.first(), changes.last()) else {
        return assert_eq!(spliced, bytes, "edits that change nothing change bytes");
    };
    let decoded = |bytes: &[u8]| Source::decode("again", bytes.into(), Some(&charset), &[]).0.text().to_owned();
    // Broken sequences may join with what comes beside them, and a mark may come to stand at the start.
    let expected = edits.apply(text);
    if !text.contains('\u{FFFD}') && !expected.starts_with('\u{FEFF}') {
        assert_eq!(decoded(&spliced), expected, "in {charset}");
    }
    // Where a charset has states, what stands beside an edit may have to be told anew.
    if charset.name() != "ISO-2022-JP" && bytes.len() < 1000 {
        let (before, after) = (&text[..first.start as usize], &text[last.end as usize..]);
        let head = (0..=bytes.len()).find(|&at| decoded(&bytes[..at]) == before).unwrap_or(0);
        assert!(spliced.starts_with(&bytes[..head]), "in {charset}: before {first:?}");
        if !after.contains(['\u{FFFD}', '\u{FEFF}']) {
            let tail = (0..=bytes.len()).rev().find(|&at| decoded(&bytes[at..]) == after).unwrap_or(bytes.len());
            assert!(spliced.ends_with(&bytes[tail..]), "in {charset}: behind {last:?}");
        }
    }
});

/// An edited document is the one that its text makes, with every place and word of its index.
fn document(text: &str, edits: &Edits) {
    let mut edited = Document::parse(text);
    consistent(&edited);
    edited.edit(edits);
    let fresh = Document::parse(edits.apply(text));
    consistent(&fresh);
    assert_eq!(format!("{edited:?}"), format!("{fresh:?}"));
}

/// Every node is where its parent has it, and every property where its node is.
fn consistent(document: &Document) {
    for game in document.games() {
        let mut children = vec![Vec::new(); game.nodes().count()];
        let mut above = Vec::new();
        for node in game.nodes() {
            match node.parent() {
                None => assert_eq!(node.index(), 0, "a second root"),
                Some(parent) => {
                    children[parent.index()].push(node.index());
                    // In a preorder a node follows one of the line that leads to the node before it.
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
            assert!(node.children().map(|child| child.index()).eq(children[node.index()].iter().copied()));
        }
    }
}
