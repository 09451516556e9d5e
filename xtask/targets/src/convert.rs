//! The records of any file can be written in every format, and the output is the same after reading and writing it again. In any
//! generated record, the parts that a format claims to hold survive. Records written one by one equal records written at once.

use crate::checks::{CHARSETS, LIBRARY, Law, decode, every_format};
use arbitrary::{Arbitrary, Unstructured};
use kifu::model::{Format, Game, GamesPerFile, Part, Record, Source, losses};
use kifu_conformance::{GameVisitor, Generate, generated_games, part_of, record};

/// Tests the law on what the bytes of a fuzzer mean.
pub fn run(bytes: &[u8]) {
    let Ok(input) = <(u8, &[u8])>::arbitrary_take_rest(Unstructured::new(bytes)) else { return };
    let (what, bytes) = input;
    if what % 2 == 0 {
        every_format::<Convert>(bytes);
    } else {
        let _ = generated_games(MadeUp { choice: what / 2, bytes });
    }
}

/// Records of each game.
struct MadeUp<'a> {
    choice: u8,
    bytes: &'a [u8],
}

impl GameVisitor for MadeUp<'_> {
    fn visit<G: Generate>(self) -> Self {
        made_up::<G>(self.choice, self.bytes);
        self
    }
}

struct Convert;

impl Law for Convert {
    fn hold<G: Game>(own: &dyn Format<G>, bytes: &[u8]) {
        let (source, _) = decode(own, bytes, None);
        let records = own.read(&source).records;
        for other in LIBRARY.formats_of::<G>() {
            one_by_one(other, &records);
            let writing = other.write(&records);
            let _ = losses(other, &records, &writing);
            // A slot may contain data that the format itself has a property for. After reading, the data is in that property.
            let there = other.read(&Source::from_text("there", writing.text)).records;
            twice(other, &there);
            let back = own.read(&Source::from_text("back", own.write(&there).text)).records;
            twice(own, &back);
        }
    }
}

/// Generates a record from the bytes, and tests it in every format of its game. `choice` selects a part of the record and a
/// charset.
fn made_up<G: Generate>(choice: u8, bytes: &[u8]) {
    let Ok(made) = record::<G>(&mut Unstructured::new(bytes)) else { return };
    for format in LIBRARY.formats_of::<G>() {
        let _ = losses(format, std::slice::from_ref(&made), &format.write(std::slice::from_ref(&made)));
        let holds = format.info().holds;
        if !holds.is_empty() {
            holds_of(format, part_of(holds[usize::from(choice) % holds.len()], &made));
        }
        let others = Part::ALL.iter().copied().filter(|part| !holds.contains(part));
        let whole = others.fold(made.clone(), |record, part| record.without(part));
        twice(format, std::slice::from_ref(&whole));
        let charset = CHARSETS[usize::from(choice) % CHARSETS.len()];
        if let Ok(format) = format.with_option("encoding", charset) {
            one_by_one(&*format, &[made.clone(), whole.clone()]);
        }
        holds_of(format, whole);
    }
}

/// Panics if the output is different after reading and writing it again.
fn twice<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) {
    let first = format.write(records).text;
    let read = format.read(&Source::from_text("again", first.clone())).records;
    assert_eq!(format.write(&read).text, first, "{}, the second time and the first", format.info().id);
}

/// Panics if the outputs of games, one after the other, differ from the output of the collection, as text or as bytes.
fn one_by_one<G: Game>(format: &dyn Format<G>, records: &[Record<G>]) {
    if format.info().games == GamesPerFile::One {
        return;
    }
    let all = format.write(records);
    let (mut text, mut bytes) = (String::new(), Vec::new());
    for (before, record) in records.iter().enumerate() {
        let next = if before == 0 { format.write(std::slice::from_ref(record)) } else { format.write_next(record) };
        bytes.extend(if before == 0 { next.encode().0 } else { next.encode_more().0 });
        text += &next.text;
    }
    assert_eq!(text, all.text, "{}, one by one and all together", format.info().id);
    assert!(records.is_empty() || bytes == all.encode().0, "{} in {}", format.info().id, all.charset);
}

/// Panics if the format loses a part that it claims to hold.
fn holds_of<G: Game>(format: &dyn Format<G>, record: Record<G>) {
    let (id, holds, records) = (format.info().id, format.info().holds, [record]);
    for loss in losses(format, &records, &format.write(&records)) {
        assert!(!holds.contains(&loss.part), "{id} claims to hold {}, but lost it: {}", loss.part.name(), loss.message);
    }
}
