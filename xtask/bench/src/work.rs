//! The measured work: the same steps for kifu and for each library.

use crate::texts::Texts;
use kifu::{
    AnyFormat, AnyGames, Hints, Library,
    jgf2::Jgf2,
    model::{Format, Source, losses},
    sgf::{Document, PropertyDef, Sgf, Type, Value, value},
};
use std::{hint::black_box, ops::ControlFlow};

/// Reads each text as a document of kifu.
pub fn parse(texts: &Texts) {
    for game in &texts.games {
        black_box(Document::parse(game.as_str()));
    }
}

/// Reads each text as a document, and parses every value.
pub fn typed(texts: &Texts) {
    for text in &texts.games {
        let document = Document::parse(text.as_str());
        for property in document.games().flat_map(|game| game.nodes()).flat_map(|node| node.properties()) {
            let kind = PropertyDef::find(&property.identifier(), 1).map(|found| found.value);
            for raw in property.values() {
                match kind {
                    Some(Value::One(kind) | Value::List(kind) | Value::Elist(kind)) => one(kind, raw),
                    _ => drop(black_box(value::text(raw))),
                }
            }
        }
    }
}

fn one(kind: Type, raw: &str) {
    match kind {
        Type::Number => drop(black_box(value::number(raw))),
        Type::Real => drop(black_box(value::real(raw))),
        Type::Double => drop(black_box(value::double(raw))),
        Type::Color => drop(black_box(value::color(raw))),
        Type::Move => drop(black_box(value::point(raw))),
        Type::Point | Type::Stone => drop(black_box(value::rect(raw))),
        Type::SimpleText => drop(black_box(value::simple_text(raw))),
        _ => drop(black_box(value::text(raw))),
    }
}

/// Checks each text as `kifu check` does: finds the format and the charset, reads the records, and collects the diagnostics.
pub fn check(library: &Library, texts: &Texts) {
    for game in &texts.games {
        let decoded = library.decode("bench.sgf", game.clone().into_bytes(), &Hints::default());
        let Ok(decoded) = decoded else { continue };
        let checked = decoded.read_each(&mut |games| {
            black_box(decoded.check(&games, 0));
            ControlFlow::Continue(())
        });
        black_box(checked.is_ok());
    }
}

/// Returns a source for each text.
pub fn sources(texts: &Texts) -> Vec<Source> {
    texts.games.iter().map(|game| Source::from_text("bench", game.as_str())).collect()
}

/// Reads the records of each source.
pub fn records(sources: &[Source]) -> Vec<AnyGames> {
    let library = Library::default();
    let sgf = library.get("sgf").expect("a default format");
    sources.iter().map(|source| sgf.read(source)).collect()
}

/// Reads the records one by one, and keeps none.
pub fn each_record(sources: &[Source]) {
    for source in sources {
        Sgf::default().read_each(source, &mut |read| {
            black_box(read);
            ControlFlow::Continue(())
        });
    }
}

/// Writes each record in a format, and returns the number of bytes written.
pub fn write(format: &dyn AnyFormat, games: &[AnyGames]) -> usize {
    games.iter().map(|games| black_box(texts_in(format, games)).iter().map(String::len).sum::<usize>()).sum()
}

/// Returns the text of each record in a format.
pub fn texts_in(format: &dyn AnyFormat, games: &AnyGames) -> Vec<String> {
    let outputs = format.convert_each(games, 0, kifu::Verify::Nothing).expect("a format of the same game");
    outputs.into_iter().map(|output| output.written.text).collect()
}

/// Converts the bytes of SGF to the bytes of JGF 2. Measures losses if `verify` is true.
pub fn convert(texts: &Texts, verify: bool) {
    let (sgf, jgf2) = (Sgf::default(), Jgf2::default());
    for game in &texts.games {
        let bytes = game.clone().into_bytes();
        let declared = sgf.charsets(&bytes);
        let (source, _) = Source::decode("bench", bytes, None, &declared);
        for record in sgf.read(&source).records {
            let record = std::slice::from_ref(&record);
            let writing = jgf2.write(record);
            if verify {
                black_box(losses(&jgf2, record, &writing));
            }
            black_box(writing.encode());
        }
    }
}
