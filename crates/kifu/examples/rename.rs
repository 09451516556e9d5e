//! Corrects the name of a player in a record and saves it: `cargo run --example rename game.sgf Shusaku "Honinbo Shusaku"`.

use kifu::{Hints, Library, goban::Go};
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, old, new] = &arguments[..] else { return Err("usage: rename FILE OLD NEW".into()) };
    let library = Library::default();
    let mut opened = library.open(Path::new(path), &Hints::default())?;
    // Refuse the file if it has games other than go or unreadable parts, because saving would lose them.
    library.ensure_complete(&opened)?;
    let go = opened.games.of_mut::<Go>().ok_or("not a file of go")?;
    let players = go.records.iter_mut().flat_map(|record| record.info.players.iter_mut());
    for (_, player) in players.filter(|(_, player)| player.name == *old) {
        player.name.clone_from(new);
    }
    // Writes the file completely or not at all.
    library.save(Path::new(path), &go.records)?;
    Ok(())
}
