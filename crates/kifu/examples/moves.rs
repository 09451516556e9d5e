//! Prints the players and the main line of each game of a file: `cargo run --example moves game.sgf`.

use kifu::goban::{Go, GoRecord};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("usage: moves FILE")?;
    let opened = kifu::open(&path)?;
    for found in opened.diagnostics().iter() {
        eprintln!("{}: {}", found.code, found.message);
    }
    let go = opened.games.of::<Go>().ok_or("not a file of go")?;
    for record in &go.records {
        let name = |player: Option<&kifu::model::Player>| player.map_or("?", |player| &player.name).to_owned();
        println!("{} (black) - {} (white)", name(record.black()), name(record.white()));
        for (number, played) in record.main_line().enumerate() {
            println!("{:>4}. {}", number + 1, played.to_a1(record.setup.size));
        }
    }
    Ok(())
}
