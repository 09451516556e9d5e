//! `cargo xtask bench`: the scanners against pest's runtime on the same grammars, and what stands on them, in one run.

use kifu::{
    core::{Format, Source},
    jgf2::Jgf2,
    sgf::{Document, Sgf},
};
use std::{fs, hint::black_box, path::Path, time::Instant};

/// How often each is measured; the median counts.
const ROUNDS: usize = 15;

pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let game = |name: &str| fs::read_to_string(root.join("fixtures/sgf").join(name).join("input.sgf"));
    let plain = game("famous-ear-reddening-1846")?.repeat(400);
    let marked = game("marks-of-every-kind")?
        + &game("text-line-ends")?
        + &game("nested-variations")?
        + &game("judgements-of-moves")?;
    let marked = marked.repeat(800);
    let records = Sgf::default().read(&Source::from_text("plain", plain.clone())).records;
    let json: String =
        records[..100].iter().map(|record| Jgf2::default().write(std::slice::from_ref(record)).text).collect();

    println!("{:32} {:>9} {:>12} {:>8}", "", "scanner", "pest", "ratio");
    for (name, text) in [("sgf, plain games", &plain), ("sgf, annotated games", &marked)] {
        let scanner = rate(text, || kifu::sgf::tokens(text).count());
        let pest = rate(text, || {
            use pest::Parser;
            kifu_sgf::grammar::Pest::parse(kifu_sgf::grammar::Rule::file, text).map_or(0, Iterator::count)
        });
        println!("{name:32} {scanner:>6.0} MB/s {pest:>7.0} MB/s {:>6.1} ×", scanner / pest);
    }
    let scanner = rate(&json, || kifu_json::tokens(&json).count());
    let pest = rate(&json, || {
        use pest::Parser;
        kifu_json::grammar::Pest::parse(kifu_json::grammar::Rule::file, &json).map_or(0, Iterator::count)
    });
    println!("{:32} {scanner:>6.0} MB/s {pest:>7.0} MB/s {:>6.1} ×", "json, records", scanner / pest);

    println!();
    for (name, text) in [("sgf, plain games", &plain), ("sgf, annotated games", &marked)] {
        let source = Source::from_text("bench", text.clone());
        let document = rate(text, || Document::parse(text.as_str()).games().count());
        let reading = Sgf::default().read(&source);
        let record = rate(text, || Sgf::default().read(&source).records.len());
        let write = rate(text, || Sgf::default().write(&reading.records).text.len());
        println!(
            "{name:32} document {document:>5.0} MB/s, records {record:>5.0} MB/s, written {write:>5.0} MB/s of the input"
        );
    }
    let source = Source::from_text("bench", json.clone());
    let document = rate(&json, || kifu_json::Document::parse(&json).0.values().count());
    let record = rate(&json, || Jgf2::default().read(&source).records.len());
    let reading = Jgf2::default().read(&source);
    let write = rate(&json, || Jgf2::default().write(&reading.records).text.len());
    println!(
        "{:32} document {document:>5.0} MB/s, records {record:>5.0} MB/s, written {write:>5.0} MB/s of the input",
        "jgf2"
    );
    Ok(())
}

/// Megabytes of `text` a second.
fn rate<T>(text: &str, mut work: impl FnMut() -> T) -> f64 {
    let mut times: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    #[allow(clippy::cast_precision_loss, reason = "a rate for people")]
    let megabytes = text.len() as f64 / 1e6;
    megabytes / times[ROUNDS / 2]
}
