//! Plays moves in an SGF text and prints it: `cargo run --example play "(;SZ[9];B[ee];W[gc])" E5 C3`.
//! `-` reads the text from standard input; a `<` among the moves undoes the last change.

use kifu::goban::{Action, Color, Go, Move, Point};
use kifu::rules::{Editor, Entered};
use kifu::{Hints, Library, model::Format, sgf::Sgf};
use std::io::Read;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut text = arguments.next().ok_or("usage: play SGF|- POINT…")?;
    if text == "-" {
        text.clear();
        std::io::stdin().read_to_string(&mut text)?;
    }
    let library = Library::default();
    let opened = library.read("pasted.sgf", text.into_bytes(), &Hints::default())?;
    let record = opened.games.of::<Go>().and_then(|go| go.records.first()).ok_or("no game of go")?;
    let mut editor = Editor::new(record.clone());
    for word in arguments {
        if word == "<" {
            editor.undo();
            continue;
        }
        let point = Point::from_a1(&word, editor.record().setup.size).ok_or("not a point of the board")?;
        let color = Color::of_seat(&editor.to_move()).unwrap_or(Color::Black);
        let entered = editor.input(Action::from(Move::play(color, point)));
        eprintln!("{word}: {}", if entered == Entered::Followed { "as in the record" } else { "a new move" });
    }
    print!("{}", Sgf::default().write(&[editor.into_record()]).text);
    Ok(())
}
