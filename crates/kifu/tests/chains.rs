//! Generated records of shogi go through any chain of formats. In each step, what changes is what a conversion reports as lost, and
//! nothing else has changed at the end. A failure shows the smallest record that is found.
#![cfg(all(feature = "kif", feature = "csa", feature = "usi", feature = "jkf"))]

use kifu::{
    Library,
    model::{Format, Part, Record, Source, Tree, difference, losses},
    shogiban::Shogi,
};
use kifu_conformance::{arbitrary::Unstructured, dump_record, record, shrink};
use proptest::{collection::vec, prelude::*, sample::select};
use std::{collections::BTreeSet, slice::from_ref};

/// Every format of shogi, with the options that change what it holds.
const FORMATS: [&str; 13] = [
    "kif",
    "ki2",
    "csa",
    "csa:version=3",
    "csa:version=3,lines=game",
    "jkf",
    "jkf:form=minimal",
    "jkf:form=minimal-ki2",
    "jkf:form=minimal-csa",
    "jkf:style=compact",
    "usi",
    "usi:notation=usen",
    "usi:variations=lines",
];

/// The number of bytes from which a record is generated. Later bytes count as 0, so fewer bytes are a smaller record.
const MOST_BYTES: usize = 16_384;

/// Returns the part to which a part belongs. One step can lose the fraction of a time, and a later one the rest.
fn whole(part: Part) -> Part {
    match part {
        Part::ClockPrecision => Part::Clock,
        part => part,
    }
}

/// Returns the record after a step, and the parts that the step lost.
fn step(id: &str, before: &Record<Shogi>) -> Result<(Record<Shogi>, BTreeSet<Part>), String> {
    let library = Library::default();
    let chosen = library.format(id).map_err(|error| error.to_string())?;
    let format = chosen.of::<Shogi>().ok_or("not a format of shogi")?;
    // Shift_JIS would lose characters, which this test is not about.
    let utf8 = format.with_option("encoding", "utf-8").ok();
    let format: &dyn Format<Shogi> = utf8.as_deref().unwrap_or(format);
    let writing = format.write(from_ref(before));
    let lost = losses(format, from_ref(before), &writing);
    let mut reading = format.read(&Source::from_text("game", &*writing.text));
    if reading.records.len() != 1 {
        return Err(format!("{id}: {} records in\n{}", reading.records.len(), writing.text));
    }
    let after = reading.records.remove(0);
    let changes = difference(from_ref(before), from_ref(&after));
    if changes != lost {
        return Err(format!("{id}: {changes:?}, but the losses are {lost:?} in\n{}", writing.text));
    }
    // A record that was read loses nothing in the same format.
    let again = losses(format, from_ref(&after), &format.write(from_ref(&after)));
    if !again.is_empty() {
        return Err(format!("{id}: {again:?} in a second step after\n{}", writing.text));
    }
    Ok((after, lost.into_iter().map(|loss| whole(loss.part)).collect()))
}

/// Tests a record in each step of a chain, and at its end.
fn through(chain: &[&str], original: &Record<Shogi>) -> Result<(), String> {
    let (mut now, mut lost) = (original.clone(), BTreeSet::new());
    for id in chain {
        let (next, parts) = step(id, &now)?;
        now = next;
        lost.extend(parts);
    }
    // A line whose first action is lost has no node there, and the next variation takes its place.
    let has_variation = original.tree.len() > original.tree.main_line().count();
    let is_same_line = !(lost.contains(&Part::Action) && has_variation);
    let compared = [original, &now].map(|record| {
        let mut record = record.clone();
        if lost.contains(&Part::Variation) {
            // A variation is lost with everything in it.
            record = record.without(Part::Variation);
        }
        if !is_same_line {
            record.tree = Tree::default();
        }
        record
    });
    let changes = difference(from_ref(&compared[0]), from_ref(&compared[1]));
    let changed: BTreeSet<Part> = changes.into_iter().map(|change| whole(change.part)).collect();
    if changed.is_subset(&lost) {
        return Ok(());
    }
    Err(format!("{changed:?} changed, but {lost:?} were lost"))
}

/// With `analyses=false` the analyses of programs are comments with the same text.
#[test]
fn analyses_stay_comments_if_asked() {
    let text = |line: &str| format!("手合割：平手\n   1 ７六歩(77)\n*好手\n*{line}\n   2 ３四歩(33)\n");
    let source = Source::from_text("game.kif", text("#評価値=158"));
    let library = Library::default();
    let format = |id: &str| library.format(id).unwrap().of::<Shogi>().unwrap().with_option("encoding", "utf-8");
    let record = library.format("kif").unwrap().of::<Shogi>().unwrap().read(&source).records.remove(0);
    for id in ["kif", "ki2", "csa", "jkf"] {
        let chosen = library.format(id).unwrap();
        let default = chosen.of::<Shogi>().unwrap();
        let written =
            format(id).map_or_else(|_| default.write(from_ref(&record)), |utf8| utf8.write(from_ref(&record)));
        let source = Source::from_text("game", &*written.text);
        let as_comments = default.with_option("analyses", "false").unwrap();
        let reads = |format: &dyn Format<Shogi>| {
            let record = format.read(&source).records.remove(0);
            let node = record.tree.main_line().nth(1).and_then(|node| record.tree[node].details().cloned()).unwrap();
            (node.analyses.len(), node.comments.iter().map(|comment| comment.text.clone()).collect::<String>())
        };
        let (analyses, comments) = reads(default);
        assert_eq!((analyses, comments.as_str()), (1, "好手"), "{id}");
        let (analyses, comments) = reads(&*as_comments);
        assert!(analyses == 0 && comments.starts_with("好手\n") && comments.contains("158"), "{id}: {comments}");
    }
}

proptest! {
    // A failing record is made smaller in each iteration of shrinking, so a few iterations for the chain are enough.
    #![proptest_config(ProptestConfig {
        cases: 1_000,
        max_shrink_iters: 30,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn records_differ_by_the_losses_of_each_step(
        chain in vec(select(&FORMATS[..]), 1..7),
        bytes in vec(any::<u8>(), 0..MOST_BYTES).no_shrink(),
    ) {
        let original: Record<Shogi> = record(&mut Unstructured::new(&bytes)).unwrap();
        if through(&chain, &original).is_err() {
            let smallest = shrink(original, |record| through(&chain, record).is_err());
            let message = through(&chain, &smallest).err().unwrap_or_default();
            return Err(TestCaseError::fail(format!("{chain:?}: {message}\n{}", dump_record(&smallest))));
        }
    }
}

/// A time or a date that KIF has in words has no value in the record. CSA holds it under the key of KIF, and the time in numbers too if
/// they are clear.
#[test]
fn words_of_kif_go_through_csa() {
    for (headers, expected) in [
        ("持ち時間：各８時間", "$TIME_LIMIT:08:00+00\n$持ち時間:各８時間\n"),
        ("持ち時間：15分+60秒", "$TIME_LIMIT:00:15+60\n$持ち時間:15分+60秒\n"),
        ("持ち時間：10分\n秒読み：60秒", "$TIME_LIMIT:00:10+60\n$秒読み:60秒\n"),
        ("持ち時間：90分\n秒読み：30秒", "$TIME_LIMIT:01:30+30\n$持ち時間:90分\n"),
        ("持ち時間：15分+60秒\n秒読み：30秒", "$持ち時間:15分+60秒\n$秒読み:30秒\n"),
        ("持ち時間：1時間\n秒読み：切れたら1分", "$持ち時間:1時間\n$秒読み:切れたら1分\n"),
        ("持ち時間：30+0+5", "$持ち時間:30+0+5\n"),
        ("秒読み：30秒", "V2.2\n$秒読み:30秒\n"),
        ("持ち時間：10分\n秒読み：0秒", "$TIME_LIMIT:00:10+00\n$秒読み:0秒\n"),
        ("持ち時間：各８時間\n先手持ち時間：10分", "$TIME+:600+0+0\n"),
        ("持ち時間：15分＋30秒\n後手持ち時間：10分", "$持ち時間:15分＋30秒\n$後手持ち時間:10分\n"),
        ("持ち時間：15分60秒", "V2.2\n$持ち時間:15分60秒\n"),
        ("先手持ち時間：90分", "$TIME+:5400+0+0\n$先手持ち時間:90分\n"),
        ("先手持ち時間：90分\n秒読み：60秒", "V2.2\n$秒読み:60秒\n$先手持ち時間:90分\n"),
        (
            "持ち時間：15分+60秒\n先手持ち時間：10分\n後手持ち時間：10分",
            "V2.2\n$持ち時間:15分+60秒\n$先手持ち時間:10分\n$後手持ち時間:10分\n",
        ),
        ("持ち時間：15分+0秒\n秒読み：30秒", "V2.2\n$持ち時間:15分+0秒\n$秒読み:30秒\n"),
        ("持ち時間：00:25+30", "$TIME_LIMIT:00:25+30\n$持ち時間:00:25+30\n"),
        ("開始日時：2014年10月22日\n終了日時：夕方", "$開始日時:2014年10月22日\n$終了日時:夕方\n"),
    ] {
        let text = format!("{headers}\n手合割：平手\n   1 ７六歩(77)\n");
        let library = Library::default();
        let [kif, csa] = ["kif", "csa:encoding=utf-8"].map(|id| library.format(id).unwrap());
        let (kif, csa) = (kif.of::<Shogi>().unwrap(), csa.of::<Shogi>().unwrap());
        let read = kif.read(&Source::from_text("a.kif", text)).records;
        let writing = csa.write(&read);
        assert!(writing.text.contains(expected), "{headers}\n{}", writing.text);
        let back = csa.read(&Source::from_text("a.csa", &*writing.text));
        assert!(back.diagnostics.is_empty(), "{}", writing.text);
        assert_eq!(difference(&read, &back.records), [], "{}", writing.text);
        // KIF writes the same words again.
        assert!(kif.write(&back.records).text.contains(headers), "{headers}");
    }
    // The same value once more adds nothing.
    for headers in [
        "$TIME:600+0+0\n$TIME_LIMIT:00:10+00\n",
        "$TIMET+:600+0+0\n$TIME+:600+0+0\n",
        "$START_TIME:2024/01/01\n$開始日時:2024/01/01\n",
        "$TIME_LIMIT:15分\n$持ち時間:15分\n",
    ] {
        let csa = kifu::csa::Csa::default();
        let read = csa.read(&Source::from_text("a.csa", format!("V2.2\n{headers}PI\n+\n+7776FU\n")));
        let back = csa.read(&Source::from_text("a.csa", csa.write(&read.records).text));
        assert!(read.diagnostics.is_empty() && back.diagnostics.is_empty(), "{headers}");
        assert_eq!(difference(&read.records, &back.records), [], "{headers}");
    }
    // Nothing is lost of headers that agree, or that are empty.
    for headers in [
        "$TIME_LIMIT:00:15+30\n$持ち時間:15分＋30秒\n$秒読み:30秒\n",
        "$TIME_LIMIT:00:10+00\n$持ち時間:10分\n$持ち時間:10分\n",
        "$持ち時間:10分\n$持ち時間:各10分\n",
        "$持ち時間:\n$開始日時:\n$先手持ち時間:\n",
    ] {
        let csa = kifu::csa::Csa::default();
        let text = format!("V2.2\n{headers}PI\n+\n+7776FU\n");
        let read = csa.read(&Source::from_text("a.csa", text)).records;
        let back = csa.read(&Source::from_text("a.csa", csa.write(&read).text)).records;
        assert_eq!(difference(&read, &back), [], "{headers}");
    }
    // Beside a header of CSA, words count only if together they state the same, in any order. Others are headers without a place.
    let csa = kifu::csa::Csa::default();
    for (headers, plain) in [
        ("$TIME_LIMIT:00:10+60\n$持ち時間:90分\n$秒読み:1時間\n", 2),
        ("$TIME_LIMIT:00:10+60\n$持ち時間:10分+60秒\n$秒読み:60秒\n", 0),
        ("$TIME_LIMIT:00:10+60\n$秒読み:30秒\n$持ち時間:10分+60秒\n", 2),
        ("$TIME_LIMIT:00:10+60\n$持ち時間:１０分\n$秒読み:60秒\n", 0),
        ("$TIME_LIMIT:00:10+60\n$秒読み:60秒\n$持ち時間:１２分\n", 2),
        ("$TIME_LIMIT:00:10+60\n$持ち時間:10分切れ負け\n", 1),
        ("$TIME_LIMIT:00:10+00\n$秒読み:30秒\n", 1),
        ("$TIME_LIMIT:00:10+00\n$秒読み:0秒\n", 0),
        ("$TIME:600+60+5\n$持ち時間:10分+60秒\n", 1),
        ("$TIME:600+30+5\n$秒読み:30秒\n", 1),
        ("$TIME:600+10+5\n$持ち時間:１０分\n", 1),
        ("$TIME+:600+60+5\n$先手持ち時間:10分+60秒\n", 1),
        ("$TIME+:600+60+0\n$先手持ち時間:10分\n", 0),
        ("$TIME+:600+60+0\n$先手持ち時間:10分切れ負け\n", 1),
        ("$TIME_LIMIT:00:15+60\n$TIME+:900+60+0\n$先手持ち時間:１５分\n", 0),
        ("$TIME_LIMIT:00:15+60\n$TIME-:900+60+0\n$秒読み:60秒\n$後手持ち時間:15分+60秒\n", 0),
        ("$START_TIME:2014/10/22 10:00:00\n$開始日時:2014年10月22日\n", 1),
        ("$TIME_LIMIT:00:10+60\n$持ち時間:10分+60秒\n", 0),
        ("$TIME_LIMIT:00:10+60\n$秒読み:60秒\n", 0),
        ("$秒読み:30秒\n", 0),
        ("$持ち時間:15分 60秒\n", 0),
    ] {
        let read = |headers: &str| {
            let text = format!("'CSA encoding=SHIFT_JIS\nV2.2\n{headers}PI\n+\n+7776FU\n");
            let reading = csa.read(&Source::from_text("a.csa", &*text));
            assert_eq!(reading.diagnostics.iter().count(), plain, "{text}");
            (text, reading.records)
        };
        let (text, records) = read(headers);
        assert_eq!((records[0].info.headers.len(), &*csa.write(&records).text), (plain, &*text));
        let turned: String = headers.lines().rev().flat_map(|line| [line, "\n"]).collect();
        let stated = |records: &[Record<Shogi>]| {
            let info = &records[0].info;
            (info.time.clone(), info.started.clone(), info.dates.clone())
        };
        assert_eq!(stated(&records), stated(&read(&turned).1), "{headers}");
    }
}
