//! The measured texts: generated games, or the files of a folder.

use crate::playing::{At, Games};
use fastrand::Rng;
use kifu::model::Source;
use std::{ffi::OsStr, fmt::Write as _, fs, path::Path};

/// Games for measurements, one per file.
#[derive(Clone)]
pub struct Texts {
    /// The kind of the games.
    pub name: &'static str,
    /// The files.
    pub games: Vec<String>,
}

impl Texts {
    /// Returns the number of bytes of all files.
    pub fn len(&self) -> usize {
        self.games.iter().map(String::len).sum()
    }

    /// Returns true if there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Generates games of 220 moves with a header only, of 1.5 kB each.
    pub fn plain(games: usize) -> Self {
        let mut rng = Rng::with_seed(1846);
        Self { name: "plain", games: (0..games).map(|n| plain(&mut rng, n)).collect() }
    }

    /// Generates games with comments, labels and variations, as teachers write them, of 8 kB each.
    pub fn annotated(games: usize) -> Self {
        let mut rng = Rng::with_seed(1928);
        Self { name: "annotated", games: (0..games).map(|n| annotated(&mut rng, n)).collect() }
    }

    /// Generates games of 450 legal moves with a header only, of 3 kB each. The moves of the other generated games are random points.
    pub fn legal(games: usize) -> Self {
        let mut rng = Rng::with_seed(1702);
        let games = Games::random(games).games;
        Self { name: "legal", games: games.iter().enumerate().map(|(n, moves)| legal(&mut rng, n, moves)).collect() }
    }

    /// Reads and decodes the files of a folder and its subfolders that have one of the extensions. `None` if there are none.
    pub fn folder(folder: &Path, format: &str, extensions: &[&str]) -> anyhow::Result<Option<Self>> {
        let library = kifu::Library::default();
        let format = library.format(format)?;
        let mut games = Vec::new();
        for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
            let entry = entry?;
            let extension = entry.path().extension().and_then(OsStr::to_str);
            if entry.file_type().is_file() && extension.is_some_and(|extension| extensions.contains(&extension)) {
                let (source, _): (Source, _) = format.decode("", fs::read(entry.path())?, None);
                games.push(source.text().to_owned());
            }
        }
        Ok(Some(Self { name: "real files", games }).filter(|texts| !texts.is_empty()))
    }

    /// Writes each game into a file, with a thousand files per subfolder.
    pub fn save(&self, folder: &Path) -> anyhow::Result<()> {
        for (n, text) in self.games.iter().enumerate() {
            let below = folder.join(format!("{:02}", n / 1000));
            fs::create_dir_all(&below)?;
            fs::write(below.join(format!("{n:05}.sgf")), text)?;
        }
        Ok(())
    }
}

fn point(rng: &mut Rng) -> String {
    let mut letter = || char::from(b'a' + rng.u8(..19));
    [letter(), letter()].iter().collect()
}

fn header(rng: &mut Rng, n: usize) -> String {
    let (black, white) = (rng.u16(..1000), rng.u16(..1000));
    let (winner, margin) = (["B", "W"][n % 2], rng.u8(..40));
    format!(
        "(;FF[4]GM[1]CA[UTF-8]SZ[19]KM[6.5]RU[Japanese]PB[Player {black}]BR[{}d]PW[Player {white}]WR[{}d]\
         EV[Title match {}]DT[20{:02}-{:02}-{:02}]RE[{winner}+{margin}.5]\n",
        rng.u8(1..10),
        rng.u8(1..10),
        rng.u8(..50),
        rng.u8(..25),
        rng.u8(1..13),
        rng.u8(1..29),
    )
}

fn plain(rng: &mut Rng, n: usize) -> String {
    let mut text = header(rng, n);
    for number in 0..220 {
        let _ = write!(text, ";{}[{}]", ["B", "W"][number % 2], point(rng));
    }
    text + ")\n"
}

fn legal(rng: &mut Rng, n: usize, moves: &[At]) -> String {
    let mut text = header(rng, n);
    let letter = |n: u8| char::from(b'a' + n);
    for (number, &(x, y)) in moves.iter().enumerate() {
        let _ = write!(text, ";{}[{}{}]", ["B", "W"][number % 2], letter(x), letter(y));
    }
    text + ")\n"
}

/// The words of comments. Only their lengths matter.
const WORDS: [&str; 16] = [
    "black", "white", "the", "corner", "is", "alive", "after", "this", "hane", "but", "sente", "moyo", "and", "aji",
    "remains", "joseki",
];

fn comment(rng: &mut Rng) -> String {
    let mut text = String::from("A");
    for _ in 0..rng.usize(10..60) {
        text.push(' ');
        text.push_str(WORDS[rng.usize(..WORDS.len())]);
    }
    text + "."
}

fn annotated(rng: &mut Rng, n: usize) -> String {
    let mut text = header(rng, n);
    let mut open = 1;
    for number in 0..60 {
        let color = ["B", "W"][number % 2];
        let _ = write!(text, ";{color}[{}]", point(rng));
        if rng.u8(..3) == 0 {
            let _ = write!(text, "C[{}]", comment(rng));
        }
        if rng.u8(..5) == 0 {
            let _ = write!(text, "LB[{}:A][{}:B]TR[{}]", point(rng), point(rng), point(rng));
        }
        if rng.u8(..10) == 0 {
            // A variation; the game continues in the other branch.
            let other = ["W", "B"][number % 2];
            let _ = write!(text, "\n(;{other}[{}]C[{}]\n;{color}[{}])\n(", point(rng), comment(rng), point(rng));
            open += 1;
        }
    }
    text + ";N[end]" + &")".repeat(open) + "\n"
}
