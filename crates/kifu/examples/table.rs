//! Prints a table of the records in a folder, in CSV: `cargo run --example table games/ > games.csv`.

use kifu::{Hints, Library, model::Seat};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: table FOLDER")?;
    let library = Library::default();
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    println!("file,black,white,date,result,moves");
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let opened = match library.open(&path, &Hints::default()) {
            Ok(opened) => opened,
            Err(error) => {
                eprintln!("{error}");
                continue;
            }
        };
        for summary in (0..opened.games.len()).filter_map(|index| opened.games.summary(index)) {
            let name = |seat: Seat| {
                let player = summary.players.iter().find(|of| *of.seat == seat);
                quoted(player.map_or("", |of| &of.player.name))
            };
            let date = summary.info.dates.first().map(ToString::to_string).unwrap_or_default();
            let cells = [quoted(&path.to_string_lossy()), name(Seat::First), name(Seat::Second), quoted(&date)];
            println!("{},{},{}", cells.join(","), quoted(&summary.result), summary.moves);
        }
    }
    Ok(())
}
