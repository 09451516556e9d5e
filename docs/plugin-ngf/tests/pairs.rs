//! Conversions between four formats: every output is read without new warnings (the law `clean`), and SGF and JGF 2 keep
//! everything that a file of a server has.

use kifu_conformance::{Case, FileTrial};
use kifu_core::{Format, MainTime, Parsed, Part, Record, Source, UnparsedText, losses};
use kifu_gib::Gib;
use kifu_goban::Go;
use kifu_jgf2::Jgf2;
use kifu_ngf::Ngf;
use kifu_sgf::Sgf;
use std::{fs, path::Path, slice::from_ref};

fn formats() -> [Box<dyn Format<Go>>; 4] {
    [Box::new(Gib::default()), Box::new(Ngf::default()), Box::new(Sgf::default()), Box::new(Jgf2::default())]
}

/// Returns the fixtures of a format.
fn cases(id: &str) -> Vec<Case> {
    let folder = match id {
        "gib" => "../plugin/fixtures".into(),
        "ngf" => "fixtures".into(),
        _ => format!("../../fixtures/{id}"),
    };
    let folders = fs::read_dir(Path::new(&folder)).unwrap().map(|entry| entry.unwrap().path());
    folders.filter(|path| path.is_dir()).map(|path| Case::in_folder(&path).unwrap()).collect()
}

#[test]
fn every_pair_of_formats_is_clean() {
    let mut pairs = 0;
    for from in formats() {
        let id = from.info().id;
        for case in cases(id) {
            let file = FileTrial::new(&*from, &case);
            let records = &file.reading().records;
            for to in formats().into_iter().filter(|to| to.info().id != id) {
                let is_complete = ["sgf", "jgf2"].contains(&to.info().id);
                for index in 0..records.len() {
                    let conversion = file.convert(&*to, index).unwrap();
                    assert_eq!(conversion.broken, [], "{id} to {}", to.info().id);
                    assert!(!is_complete || conversion.losses.is_empty(), "{}: {:?}", case.name, conversion.losses);
                    // Back in its own format, only that is missing which this format never writes, and its conversion reports.
                    assert!(!is_complete || conversion.changes.is_empty(), "{}: {:?}", case.name, conversion.changes);
                    pairs += 1;
                }
            }
        }
    }
    assert!(pairs > 1_000, "{pairs}");
}

#[test]
fn a_text_of_one_format_is_no_value_of_another() {
    let evening = "Rated game\n19\nheron\notter\nClub\n0\n0\n6\nin spring\nall evening\nadjourned\n2\n";
    let read = Ngf::default().read(&Source::from_text("a.ngf", evening)).records;
    assert_eq!(read[0].info.time.all().unwrap().main, Some(Parsed::Text("all evening".into())));

    // NGF writes its own text to its place. GIB has a place for words too, but these are not its own.
    assert!(Ngf::default().write(&read).text.contains("\nall evening\nadjourned\n"));
    let written = Gib::default().write(&read);
    assert!(!written.text.contains("GAMETIME") && !written.text.contains("GAMERESULT"), "{}", written.text);
    let lost: Vec<Part> = losses(&Gib::default(), &read, &written).iter().map(|loss| loss.part).collect();
    for part in [Part::Dates, Part::Outcome, Part::Time] {
        assert!(lost.contains(&part), "{lost:?}");
    }

    // SGF and JGF 2 keep the text with its format.
    for slot in [&Sgf::default() as &dyn Format<Go>, &Jgf2::default()] {
        let there = slot.read(&Source::from_text("a", slot.write(&read).text)).records;
        assert_eq!(there, read);
        assert_eq!(Ngf::default().write(&there).text, Ngf::default().write(&read).text);
        assert_eq!(Gib::default().write(&there).text, written.text);
    }
}

#[test]
fn a_text_of_no_known_format_is_written_to_no_place() {
    let mut record: Record<Go> = Record::default();
    record.info.time.all_mut().main = Some(Parsed::Text("各８時間".into()));
    for format in [&Gib::default() as &dyn Format<Go>, &Ngf::default()] {
        assert!(!format.write(from_ref(&record)).text.contains("各８時間"));
        // Not even if its characters are a value: 90 minutes, or 90 seconds?
        record.info.time.all_mut().main = Some(Parsed::Text("90".into()));
        let writing = format.write(from_ref(&record));
        assert_eq!(losses(format, from_ref(&record), &writing)[0].part, Part::Time);
        record.info.time.all_mut().main = Some(Parsed::Text(UnparsedText::of(format.info().id, "各８時間")));
        assert!(format.write(from_ref(&record)).text.contains("各８時間"));
    }
    record.info.time.all_mut().main = Some(Parsed::Value(MainTime::from_secs(5_400)));
    assert!(Ngf::default().write(&[record]).text.contains("\n90\n"));
}
