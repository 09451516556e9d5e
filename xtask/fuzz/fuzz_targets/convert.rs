//! Law: what any file says can be written in every format, and what was read again is written as it was; and of any record
//! that can be made up, what a format says it holds survives. One by one records are written as all together.
#![no_main]

use arbitrary::Unstructured;
use kifu::{
    goban::Go,
    model::{Format, GamesPerFile, Part, Record, Source, losses},
};
use kifu_conformance::{part_of, record, without};
use kifu_fuzz::{CHARSETS, LIBRARY, decode};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &[u8])| {
    let (what, bytes) = input;
    if what % 2 == 0 {
        for own in LIBRARY.formats_of::<Go>() {
            let (source, _) = decode(own, bytes, None);
            let records = own.read(&source).records;
            for other in LIBRARY.formats_of::<Go>() {
                one_by_one(other, &records);
                let writing = other.write(&records);
                let _ = losses(other, &records, &writing);
                // A slot may hold what its own format has a word for: once read, it is that.
                let there = other.read(&Source::from_text("there", writing.text)).records;
                twice(other, &there);
                let back = own.read(&Source::from_text("back", own.write(&there).text)).records;
                twice(own, &back);
            }
        }
    } else if let Ok(made) = record::<Go>(&mut Unstructured::new(bytes)) {
        for format in LIBRARY.formats_of::<Go>() {
            let _ = losses(format, std::slice::from_ref(&made), &format.write(std::slice::from_ref(&made)));
            let holds = format.info().holds;
            holds_of(format, part_of(holds[usize::from(what / 2) % holds.len()], &made));
            let others = Part::ALL.into_iter().filter(|part| !holds.contains(part));
            let whole = others.fold(made.clone(), |record, part| without(part, &record));
            twice(format, std::slice::from_ref(&whole));
            let charset = CHARSETS[usize::from(what / 2) % CHARSETS.len()];
            if let Ok(format) = format.with_option("encoding", charset) {
                one_by_one(&*format, &[made.clone(), whole.clone()]);
            }
            holds_of(format, whole);
        }
    }
});

/// Written, read and written again: the same text both times.
fn twice(format: &dyn Format<Go>, records: &[Record<Go>]) {
    let first = format.write(records).text;
    let read = format.read(&Source::from_text("again", first.clone())).records;
    assert_eq!(format.write(&read).text, first, "{}, the second time and the first", format.info().id);
}

/// Games one behind the other are the collection, in letters and in bytes.
fn one_by_one(format: &dyn Format<Go>, records: &[Record<Go>]) {
    if format.info().games == GamesPerFile::One {
        return;
    }
    let all = format.write(records);
    let (mut text, mut bytes) = (String::new(), Vec::new());
    for (before, record) in records.iter().enumerate() {
        let next = format.write_next(record, before);
        bytes.extend(if before == 0 { next.encode().0 } else { next.encode_more().0 });
        text += &next.text;
    }
    assert_eq!(text, all.text, "{}, one by one and all together", format.info().id);
    assert!(records.is_empty() || bytes == all.encode().0, "{} in {}", format.info().id, all.charset);
}

/// What the format says it holds is not lost.
fn holds_of(format: &dyn Format<Go>, record: Record<Go>) {
    let (id, holds, records) = (format.info().id, format.info().holds, [record]);
    for loss in losses(format, &records, &format.write(&records)) {
        assert!(!holds.contains(&loss.part), "{id} holds {}, and lost it: {}", loss.part.name(), loss.message);
    }
}
