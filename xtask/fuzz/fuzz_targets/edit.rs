//! Law: edits spliced into a file of any charset change what they say, and no byte outside of them.
#![no_main]

use kifu::core::{Charset, Edits, Source};
use kifu_fuzz::CHARSETS;
use libfuzzer_sys::fuzz_target;

const NEW: [&str; 12] = ["", "W", "dd", "]", "\\", "\n", "碁", "本因坊", "吴清源", "이창호", "Müller", "ж~¥‾"];

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
