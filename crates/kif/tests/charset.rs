//! What a charset other than UTF-8 changes in the text.

use kifu_core::{Charset, Comment, Confidence, Format, Node, Part, Record, Sample, losses};
use kifu_kif::{Ki2, Kif};
use kifu_shogiban::Shogi;
use std::slice::from_ref;

fn record() -> Record<Shogi> {
    let mut record: Record<Shogi> = Record::default();
    let action = "☗７六歩(77)".parse().unwrap();
    let node = record.tree.add(record.tree.root(), Node::new(Some(action)));
    record.tree[node].details_mut().comments = [Comment::from("☗が有利、☖は不利".to_string())].into();
    record
}

/// Shift_JIS has no ☗ and ☖, so ▲ and △ stand for them, and the changed comment is a loss. UTF-8 keeps them.
#[test]
fn marks_of_the_players() {
    let record = record();
    let formats: [(Box<dyn Format<Shogi>>, &str, usize); 4] = [
        (Box::new(Kif::default()), "*▲が有利、△は不利\n", 1),
        (Box::new(Ki2::default()), "*▲が有利、△は不利\n", 1),
        (Box::new(Kif::default().encoding(Charset::UTF_8)), "*☗が有利、☖は不利\n", 0),
        (Box::new(Kif::default().encoding(Charset::new("GB18030"))), "*☗が有利、☖は不利\n", 0),
    ];
    for (format, line, count) in formats {
        let written = format.write(from_ref(&record));
        assert!(written.text.contains(line), "{}", written.text);
        let lost = losses(&*format, from_ref(&record), &written);
        assert_eq!(lost.iter().map(|loss| loss.part).collect::<Vec<_>>(), vec![Part::Comment; count]);
    }
}

/// Without its extension a file is recognised in both charsets, however short.
#[test]
fn a_file_is_recognised_under_any_name() {
    for (text, is_ki2) in
        [("手合割：平手\n   1 ７六歩(77)\n", false), ("   1 ７六歩(77)\n", false), ("▲７六歩\n", true)]
    {
        let (shift_jis, _) = Charset::new("Shift_JIS").encode(text);
        for bytes in [text.as_bytes(), &shift_jis] {
            let sample = Sample::new(bytes, Some("txt"));
            let formats: [&dyn Format<Shogi>; 2] = [&Kif::default(), &Ki2::default()];
            let found = formats.map(|format| format.detect(&sample) > Confidence::Possible);
            assert_eq!(found, [!is_ki2, is_ki2], "{text}");
        }
    }
}
