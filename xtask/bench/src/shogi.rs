//! The rows of shogi: reading the records of each format, with every move played.

use crate::{
    measure::{rate, seconds},
    page::Page,
};
use fastrand::Rng;
use kifu::{
    csa::Csa,
    jkf::{Jkf, shape},
    kif::{Ki2, Kif},
    model::{Format, Source},
    rules::{Judge, Review},
};
use kifu_bench::texts::Texts;
use rsshogi::{
    board::{self, LegalAll, MoveList, generate_moves},
    records::{MoveEntry, Record, csa, jkf, kif},
};
use shogi_kifu_converter::parser;
use std::{hint::black_box, panic, path::Path};

/// The number of random games.
const GAMES: usize = 200;

/// A format that is measured: how each library reads a text of it.
struct Measured {
    name: &'static str,
    extensions: &'static [&'static str],
    kifu: fn(&Source),
    /// Reads a text and leaves the analyses of engines in the comments, as the other libraries do.
    as_comments: fn(&Source),
    /// Writes a game. The texts are those of rsshogi, so that it can read them.
    write: fn(&Record) -> String,
    /// For each of [`LIBRARIES`]: how it reads a text, if it has the format.
    others: [Option<Read>; 4],
}

/// Reads a text, and returns true if that is possible.
type Read = fn(&str) -> bool;

/// The other libraries. rsshogi plays the moves, the others only read the text.
const LIBRARIES: [&str; 4] =
    ["rsshogi 1.7.3", "shogi-kifu-converter 0.2.2", "csa 1.0.2", "serde_json into the same shape"];

const FORMATS: [Measured; 4] = [
    Measured {
        name: "kif",
        extensions: &["kif", "kifu"],
        kifu: |source| replay(&Kif::default(), source),
        as_comments: |source| replay(&Kif::default().analyses(false), source),
        write: |record| kif::export_kif(record).expect("a game of legal moves"),
        others: [
            Some(|text| black_box(kif::parse_kif_str(text)).is_ok()),
            Some(|text| black_box(parser::parse_kif_str(text)).is_ok()),
            None,
            None,
        ],
    },
    Measured {
        name: "ki2",
        extensions: &["ki2", "ki2u"],
        kifu: |source| replay(&Ki2::default(), source),
        as_comments: |source| replay(&Ki2::default().analyses(false), source),
        write: |record| kif::export_ki2(record).expect("a game of legal moves"),
        others: [
            Some(|text| black_box(kif::parse_ki2_str(text)).is_ok()),
            Some(|text| black_box(parser::parse_ki2_str(text)).is_ok()),
            None,
            None,
        ],
    },
    Measured {
        name: "csa",
        extensions: &["csa"],
        kifu: |source| replay(&Csa::default(), source),
        as_comments: |source| replay(&Csa::default().analyses(false), source),
        write: |record| csa::export_csa(record).expect("a game of legal moves"),
        others: [
            Some(|text| black_box(csa::parse_csa_str(text)).is_ok()),
            Some(|text| black_box(parser::parse_csa_str(text)).is_ok()),
            Some(|text| black_box(::csa::parse_csa(text)).is_ok()),
            None,
        ],
    },
    Measured {
        name: "jkf",
        extensions: &["jkf"],
        kifu: |source| replay(&Jkf::default(), source),
        as_comments: |source| replay(&Jkf::default().analyses(false), source),
        write: |record| jkf::export_jkf(record).expect("a game of legal moves"),
        others: [
            Some(|text| black_box(jkf::parse_jkf_str(text)).is_ok()),
            Some(|text| black_box(parser::parse_jkf_str(text)).is_ok()),
            None,
            Some(|text| black_box(serde_json::from_str::<shape::File>(text)).is_ok()),
        ],
    },
];

pub(crate) fn run(page: &mut Page, folder: Option<&Path>) -> anyhow::Result<()> {
    let mut table = page.table(&["text", "work", "kifu"]);
    table.columns(LIBRARIES.into_iter());
    let mut failures = Vec::new();
    let games = random_games();
    for format in FORMATS {
        let random = Texts { name: "random", games: games.iter().map(format.write).collect() };
        let real = folder.map(|folder| Texts::folder(folder, format.name, format.extensions)).transpose()?.flatten();
        // The same files again, with the work that the other libraries do.
        let kept = real.as_ref().map(|real| Texts { name: "real files, analyses left in comments", ..real.clone() });
        let kept = kept.map(|texts| (texts, format.as_comments));
        for (texts, kifu) in [random].into_iter().chain(real).map(|texts| (texts, format.kifu)).chain(kept) {
            let mut rates = Vec::new();
            for (name, read) in LIBRARIES.into_iter().zip(format.others) {
                let Some(read) = read else {
                    rates.push(None);
                    continue;
                };
                let readable = readable(&texts, read);
                let (failed, all) = (texts.games.len() - readable.games.len(), texts.games.len());
                if failed > 0 {
                    failures.push(format!("{}, {}: {name} cannot read {failed} of {all}", texts.name, format.name));
                }
                if readable.is_empty() {
                    rates.push(None);
                    continue;
                }
                let sources = sources(&readable);
                let [theirs, ours] =
                    seconds([&mut || readable.games.iter().for_each(|text| _ = black_box(read(text))), &mut || {
                        sources.iter().for_each(kifu)
                    }])
                    .map(|seconds| rate(readable.len(), seconds));
                rates.push(Some((theirs, ours)));
            }
            let all = sources(&texts);
            let [ours] = seconds([&mut || all.iter().for_each(kifu)]).map(|seconds| rate(texts.len(), seconds));
            let work = format!("{}: read, every move played", format.name);
            table.some_rates(texts.name, &work, ours, rates.into_iter());
        }
    }
    page.put("Shogi records", &table.finish(), &failures);
    let mut table = page.table(&["what", "figure"]);
    for figure in crate::memory("shogi")? {
        table.row(&[&figure.what, &format!("{:.1} × the text", figure.value)]);
    }
    page.put("Memory of shogi records", &table.finish(), &[]);
    Ok(())
}

fn sources(texts: &Texts) -> Vec<Source> {
    texts.games.iter().map(|text| Source::from_text("bench", text.as_str())).collect()
}

/// Returns the texts that a library can read: each library is compared with kifu on those. A library may panic on the others.
fn readable(texts: &Texts, read: Read) -> Texts {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| ()));
    let games =
        texts.games.iter().filter(|text| panic::catch_unwind(|| read(text)).unwrap_or(false)).cloned().collect();
    panic::set_hook(hook);
    Texts { name: texts.name, games }
}

/// Reads the records of a text, and plays every move of every variation.
fn replay<G: Judge>(format: &impl Format<G>, source: &Source) {
    for record in &format.read(source).records {
        let mut review = Review::new(record);
        while review.advance().is_some() {}
        black_box(review.position());
    }
}

/// Games of up to 200 random legal moves.
fn random_games() -> Vec<Record> {
    let mut rng = Rng::with_seed(1612);
    let game = |_| {
        let mut position = board::hirate_position();
        position.init_stack();
        let mut moves = Vec::new();
        while moves.len() < 200 {
            let mut legal = MoveList::new();
            generate_moves::<LegalAll>(&position, &mut legal);
            let legal: Vec<_> = legal.iter().copied().collect();
            let Some(&played) = rng.choice(&legal) else { break };
            position.apply_move32(position.move32_from_move(played));
            moves.push(MoveEntry::new(played));
        }
        Record::from_main_line(board::hirate_position().to_sfen(None), moves, None).expect("a position and its moves")
    };
    (0..GAMES).map(game).collect()
}
