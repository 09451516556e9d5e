//! `cargo xtask charsets`: measures how often kifu finds the charset of a file, on generated files.
//!
//! The files are SGF, because SGF is the only format here whose files occur in many charsets; JGF 2 is always UTF-8.

use anyhow::{Context, ensure};
use kifu::{
    model::{Charset, Edits, Format, Source, WriteOutput},
    sgf::Sgf,
};
use rayon::prelude::*;
use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

mod words;

/// A charset, and the languages that are written in it.
struct Row {
    name: &'static str,
    charset: &'static str,
    languages: &'static [&'static str],
    /// True if the file starts with the byte-order mark of the charset, where it has one.
    mark: bool,
}

const fn row(name: &'static str, languages: &'static [&'static str]) -> Row {
    Row { name, charset: name, languages, mark: true }
}

const WESTERN: &[&str] = &["german", "french", "spanish", "nordic"];
const CENTRAL: &[&str] = &["polish", "czech", "hungarian"];
const ALL: &[&str] = &[
    "simplified",
    "traditional",
    "japanese",
    "korean",
    "russian",
    "german",
    "french",
    "spanish",
    "nordic",
    "polish",
    "czech",
    "hungarian",
    "vietnamese",
];

const ROWS: [Row; 18] = [
    row("GBK", &["simplified"]),
    row("gb18030", &["simplified"]),
    row("Big5", &["traditional"]),
    row("Shift_JIS", &["japanese"]),
    row("EUC-JP", &["japanese"]),
    row("ISO-2022-JP", &["japanese"]),
    row("EUC-KR", &["korean"]),
    row("windows-1251", &["russian"]),
    row("KOI8-R", &["russian"]),
    row("windows-1252", WESTERN),
    row("windows-1250", CENTRAL),
    row("ISO-8859-2", CENTRAL),
    row("UTF-8", ALL),
    Row { name: "UTF-8 with mark", charset: "UTF-8", languages: ALL, mark: true },
    row("UTF-16LE", ALL),
    row("UTF-16BE", ALL),
    Row { name: "UTF-16LE without mark", charset: "UTF-16LE", languages: ALL, mark: false },
    Row { name: "UTF-16BE without mark", charset: "UTF-16BE", languages: ALL, mark: false },
];

/// Returns the rows of files that may declare a charset. UTF-8 with a mark is not one, because the mark overrules any declaration.
fn declaring_rows() -> impl Iterator<Item = usize> {
    (0..ROWS.len()).filter(|&i| ROWS[i].name != "UTF-8 with mark")
}

/// Returns the charsets that a file may declare.
fn declarable() -> impl Iterator<Item = usize> {
    (0..ROWS.len()).filter(|&i| ROWS[i].name == ROWS[i].charset)
}

/// Returns the charsets that games in one file may have. UTF-16 is not one: after single bytes its two-byte units would be
/// misaligned.
fn side_by_side() -> impl Iterator<Item = usize> {
    declarable().filter(|&i| !ROWS[i].charset.starts_with("UTF-16"))
}

const INTRODUCTION: &str = "\
# Charsets

This page is for anyone who has files in old charsets. It answers how reliably kifu finds the charset of a file, with and without a
declaration. `cargo xtask charsets` measures the figures and writes this page.

**The test files** are generated, the same every time. They contain player names, ranks, events, places, results and comments in
Chinese, Japanese, Korean, Russian, German, French, Spanish, the Nordic languages, Polish, Czech, Hungarian and Vietnamese, as in
real records. They have from two names to fifty comments, with and without line ends. Each language has about twenty sentences and
as many names, which are combined at random: a long file repeats the content of a short one. Each file is written in the charsets
that its authors use.

**A file counts as right** if every character of its text is right. If two charsets have the same bytes for the text, such as GBK
and gb18030, or windows-1250 and ISO-8859-2, both count as right. All figures are percentages, rounded down: 100 means all files.

**The guess** comes from [chardetng](https://docs.rs/chardetng), which does not know these words, with some rules about alphabets in
`crates/text/src/source/guess.rs`. The rules contain no words, but they were written because some of these words had been misread.
The figures therefore show that nothing has become worse. They do not show how good the guess is for other texts.

**Other texts** were tried once: translations of free programs into twenty languages. Of 1,564 files with 30 or more non-ASCII
characters, six were misread. Half of these were Dutch, which is not among the languages above. Of 72,000 lines in nine charsets,
each as a file that declares its charset, one was misread, in one character. Of 60,000 lines and 3,717 whole translations in UTF-8,
kifu reported none as garbled by mistake.

## No declaration, 30 or more non-ASCII characters
The row is the charset of the files, and the column is the charset that kifu read them in. CI fails if fewer than 97 % of the files
in any charset are right.
";
const FEW: &str = "
## No declaration, by the number of non-ASCII characters
Short texts are ambiguous. Two names of six characters in EUC-JP are also valid Chinese. Six accented letters may belong to any of
the charsets similar to windows-1250. kifu reports each guess (`text/charset-guessed`), and `--encoding` sets the charset.

";
const DECLARED: &str = "
## A charset is declared
The row is the charset of the files, which have any length. The column is the charset that they declare. The first number is how
many files are read right anyway. The number in brackets is how many are misread without a report. CI fails if a file with a correct
declaration is misread.

A byte-order mark decides first. After it, kifu believes a declared charset, except in these cases:

* The bytes are valid UTF-8 with more non-ASCII characters than chance explains, or UTF-8 with a little damage. Or they have the
  escape sequences of ISO-2022-JP, or the zero bytes of UTF-16.
* The charset is one that programs declare by default (ISO-8859-1, windows-1252, and the other ISO-8859 and Windows charsets of
  Latin letters), at least 8 bytes are non-ASCII, at least half of them are adjacent, as in another script, and the statistics
  suggest a charset of another script.
* Fewer than half of the characters are valid in the charset. Or several values are damaged before their ends, the undamaged text
  does not suggest the charset, and the charset that the statistics suggest fits every byte. (Any bytes fit a single-byte charset:
  for such a charset at least one character in 8 has to be damaged.)

If a guess overrules a declaration, kifu reports both readings (`text/charset-overruled`), and `kifu convert` refuses the file
(`loss/charset`). Some wrong declarations cannot be detected: nearly all bytes are valid in GBK and gb18030, all bytes are valid in
windows-1251 and KOI8-R, and the letters of one Latin charset are letters of another.

";
const DAMAGED: &str = "
## A character is damaged
Servers often cut names after a fixed number of bytes. These files have a name of one to thirty complete characters. The character
after them lacks its last byte or its last two bytes. The rest of the file is ASCII. A file is right if every complete character is
unchanged, the damaged one is U+FFFD, and nothing else is different. The columns are the number of complete characters. CI fails
below 100 for UTF-8, and for any charset that is declared.

";
const ONE_BYTE: &str = "
## A byte is missing, doubled or changed
These files declare no charset. One byte of one character is missing, doubled or changed. A file is right if all other values are
unchanged. The columns are the number of non-ASCII characters. CI fails below 95 % for files with 30 or more.

| written in | 1 to 9 | 10 to 29 | 30 to 99 | 100 and more |
|---|--:|--:|--:|--:|
";
const SEVERAL: &str = "
## Several games in a file
Each game has a charset of its own, any of the table above except UTF-16. A game that declares nothing is read in the charset of the
previous game, unless its bytes contradict that charset. Then its charset is guessed. In the last row the charsets differ, and the
second game is short.

";
const BROKEN: &str = "
## Garbled text
These files have 30 or more non-ASCII characters. Each was read in the wrong charset and saved as UTF-8, as other programs do. The
last row has undamaged files of all lengths. The columns show how many files are reported (`text/mojibake`), how many are restored
completely by all guesses (`kifu fix --guess`), and how many of the non-ASCII characters are restored. If a charset has no character
for some bytes, these are lost before kifu sees the file, and such text cannot be restored completely. The words are those of the
tables above, and the rules were written with them. CI fails if an undamaged file is reported, or if fewer than 97 % of the damaged
files are found.

";

/// The number of files of each row and length.
const FILES: u64 = 120;
/// The minimum number of non-ASCII characters with which a guess must be right.
const ENOUGH: usize = 30;
/// The minimum percentage of right guesses, for every charset.
const WANTED: f64 = 97.0;
/// The same for files with one damaged byte.
const WITH_DAMAGE: f64 = 95.0;

/// The number of lengths of files: only the names of the players; a header; a header with one, four, sixteen or fifty comments.
const LENGTHS: usize = 6;
/// The number of moves of every game.
const MOVES: usize = 40;

/// A pseudo-random generator (SplitMix64) with the same numbers in every run.
struct Chance(u64);

impl Chance {
    fn new(parts: &[u64]) -> Self {
        let mut chance = Self(0x6B69_6675);
        for part in parts {
            chance.0 ^= part.wrapping_mul(0xD6E8_FEB8_6659_FD93);
            chance.next();
        }
        chance
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }
}

/// Returns a game with words that the charset can encode, and with `CA` if it declares a charset.
fn game(row: &Row, length: usize, declared: Option<&str>, chance: &mut Chance) -> String {
    let words = words::of(row.languages[chance.below(row.languages.len())]);
    let newline = ["\n", "\r\n", ""][chance.below(3)];
    let mut pick = |list| word(row.charset, list, chance);
    let mut out = String::from("(;GM[1]FF[4]");
    if let Some(declared) = declared {
        let _ = write!(out, "CA[{declared}]");
    }
    let _ = write!(out, "SZ[19]{newline}PB[{}]", pick(&words.names));
    if length > 0 {
        let _ = write!(out, "BR[{}]", pick(&words.ranks));
    }
    let _ = write!(out, "PW[{}]{newline}", pick(&words.names));
    if length > 0 {
        let _ = write!(out, "WR[{}]DT[2009-05-21]{newline}EV[{}]", pick(&words.ranks), pick(&words.events));
        let _ =
            write!(out, "RO[{}]PC[{}]{newline}RE[{}]", pick(&words.rounds), pick(&words.places), pick(&words.results));
    }
    let comments = [0, 0, 1, 4, 16, 50][length];
    for i in 0..MOVES {
        let (x, y) = (b'a' + (i * 7 % 19) as u8, b'a' + (i * 11 % 19) as u8);
        let _ = write!(out, "{newline};{}[{}{}]", if i % 2 == 0 { 'B' } else { 'W' }, x as char, y as char);
        let here = (i + 1) * comments / MOVES - i * comments / MOVES;
        if here > 0 {
            let sentences: Vec<_> = (0..here).map(|_| pick(&words.comments)).collect();
            let _ = write!(out, "C[{}]", sentences.join(if newline.is_empty() { " " } else { newline }));
        }
    }
    out.push_str(")\n");
    out
}

/// Returns a random word of a list that the charset can encode.
fn word(charset: &str, list: &'static [String], chance: &mut Chance) -> &'static str {
    loop {
        let word = &*list[chance.below(list.len())];
        if WriteOutput::new(word.into(), Charset::new(charset)).encode().1.is_empty() {
            return word;
        }
    }
}

/// Returns the bytes of a text in the charset of a row.
fn encode(row: &Row, text: &str) -> Vec<u8> {
    let (mut bytes, _) = WriteOutput::new(text.into(), Charset::new(row.charset)).encode();
    if !row.mark {
        bytes.drain(..2);
    } else if row.name == "UTF-8 with mark" {
        bytes.splice(..0, *b"\xEF\xBB\xBF");
    }
    bytes
}

/// The result of reading one file.
struct Seen {
    right: bool,
    /// True if kifu reported that the charset is not certain, differs from the declared one, or does not have these bytes.
    reported: bool,
    /// The charset of the first segment.
    charset: String,
}

/// Reads a file, as every program does that uses the library.
fn read(bytes: Vec<u8>, text: &str) -> Seen {
    let (source, diagnostics) = Sgf::default().decode("made up", bytes, None);
    Seen { right: source.text() == text, reported: !diagnostics.is_empty(), charset: source.charset().name().into() }
}

/// Returns the charsets with multi-byte characters, and the languages that are written in them.
fn damaged_rows() -> impl Iterator<Item = &'static Row> {
    let names = ["UTF-8", "GBK", "gb18030", "Big5", "Shift_JIS", "EUC-JP", "EUC-KR"];
    ROWS.iter().filter(move |row| names.contains(&row.name))
}

/// The minimum number of complete characters in each class of files with a damaged character.
const WHOLE: [usize; 4] = [1, 2, 5, 10];

/// Counts right files with one damaged character, by the number of complete characters.
fn damaging(row: &Row, is_declared: bool) -> [Share; WHOLE.len()] {
    let mut out = [Share::default(); WHOLE.len()];
    for whole in 1..=30 {
        for missing in 1..=2 {
            for file in 0..FILES / 12 {
                let mut chance = Chance::new(&[5, u64::from(is_declared), whole as u64, missing as u64, file]);
                let language = words::of(row.languages[chance.below(row.languages.len())]);
                let (name, cut) = name_of(row, language, whole, &mut chance);
                let mut last = encode(row, &cut.to_string());
                // In gb18030 the first two bytes of a four-byte character may be a character and a digit.
                if last.len() <= missing || (last.len(), missing) == (4, 2) {
                    continue;
                }
                last.truncate(last.len() - missing);
                let declaration = if is_declared { format!("CA[{}]", row.charset) } else { String::new() };
                let before = format!("(;GM[1]FF[4]{declaration}SZ[19]PB[{name}");
                let after = "]PW[Go]KM[6.5]BR[1d];B[pd];W[dd])\n";
                let bytes = [&encode(row, &before)[..], &last, after.as_bytes()].concat();
                let class = WHOLE.iter().rposition(|&least| whole >= least).unwrap_or(0);
                out[class].count(read(bytes, &format!("{before}\u{FFFD}{after}")).right);
            }
        }
    }
    out
}

/// Counts files without a declaration whose other values are right although one byte is missing, doubled or changed, by the number
/// of non-ASCII characters in the classes of [`LETTERS`].
fn one_byte(row: &Row) -> [Share; LETTERS.len()] {
    let mut out = [Share::default(); LETTERS.len()];
    for length in 0..LENGTHS {
        for file in 0..FILES {
            let mut chance = Chance::new(&[6, length as u64, file]);
            let text = game(row, length, None, &mut chance);
            let letters = non_ascii(&text);
            let Some(class) = LETTERS.iter().rposition(|&least| letters >= least) else { continue };
            let (at, damaged) =
                text.char_indices().filter(|(_, c)| !c.is_ascii()).nth(chance.below(letters)).expect("counted");
            let (before, after) = (&text[..at], &text[at + damaged.len_utf8()..]);
            let mut bytes = encode(row, &damaged.to_string());
            let byte = chance.below(bytes.len());
            match chance.below(3) {
                0 => drop(bytes.remove(byte)),
                1 => bytes.insert(byte, bytes[byte]),
                _ => bytes[byte] = chance.below(0x100) as u8,
            }
            let start = before.rfind('[').map_or(0, |bracket| bracket + 1);
            let end = after.find(']').unwrap_or(after.len());
            let bytes = [encode(row, before), bytes, encode(row, after)].concat();
            let (source, _) = Sgf::default().decode("made up", bytes, None);
            out[class].count(source.text().starts_with(&before[..start]) && source.text().ends_with(&after[end..]));
        }
    }
    out
}

/// Returns a name with this number of non-ASCII characters, and the next character.
fn name_of(row: &Row, language: &'static words::Words, whole: usize, chance: &mut Chance) -> (String, char) {
    let (mut name, mut left) = (String::new(), whole);
    loop {
        for c in word(row.charset, &language.names, chance).chars().chain([' ']) {
            match c.is_ascii() {
                true => name.push(c),
                false if left == 0 => return (name, c),
                false => {
                    name.push(c);
                    left -= 1;
                }
            }
        }
    }
}

/// The number of right files, and the number of all files.
#[derive(Clone, Copy, Default)]
struct Share {
    right: usize,
    of: usize,
}

impl Share {
    fn count(&mut self, right: bool) {
        self.right += usize::from(right);
        self.of += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.right as f64 / self.of.max(1) as f64
    }

    fn all(self) -> bool {
        self.right == self.of
    }

    /// Returns the percentage, rounded down, so that 100 means all files.
    fn shown(self) -> String {
        match self.of {
            0 => "–".into(),
            _ if self.all() => "100".into(),
            _ => format!("{:.1}", (self.percent() * 10.0).floor() / 10.0),
        }
    }
}

/// The results for the files of one row that declare no charset.
#[derive(Default)]
struct Undeclared {
    /// The right files by the number of non-ASCII characters, in the classes of [`LETTERS`].
    right: [Share; LETTERS.len()],
    enough: Share,
    /// The number of files with enough non-ASCII characters, by the charset that kifu found.
    read_as: BTreeMap<String, usize>,
}

/// The minimum number of non-ASCII characters of each class of files.
const LETTERS: [usize; 4] = [1, 10, ENOUGH, 100];

fn undeclared(number: usize, row: &Row) -> Undeclared {
    let mut out = Undeclared::default();
    for length in 0..LENGTHS {
        for file in 0..FILES {
            let text = game(row, length, None, &mut Chance::new(&[1, number as u64, length as u64, file]));
            let letters = non_ascii(&text);
            let Some(class) = LETTERS.iter().rposition(|&least| letters >= least) else { continue };
            let seen = read(encode(row, &text), &text);
            out.right[class].count(seen.right);
            if letters >= ENOUGH {
                out.enough.count(seen.right);
                *out.read_as.entry(seen.charset).or_default() += 1;
            }
        }
    }
    out
}

fn non_ascii(text: &str) -> usize {
    text.chars().filter(|c| !c.is_ascii()).count()
}

/// The results for the files of one charset that declare another charset.
#[derive(Clone, Copy, Default)]
struct Wrong {
    right: Share,
    /// The number of misread files without a report.
    silent: usize,
}

fn tells_the_truth(written: usize, declared: usize) -> bool {
    ROWS[written].charset == ROWS[declared].charset
}

fn declaring(written: usize, declared: usize, files: u64) -> Wrong {
    let mut out = Wrong::default();
    for length in 0..LENGTHS {
        for file in 0..files {
            let mut chance = Chance::new(&[2, written as u64, declared as u64, length as u64, file]);
            let text = game(&ROWS[written], length, Some(ROWS[declared].charset), &mut chance);
            if text.is_ascii() {
                continue;
            }
            let seen = read(encode(&ROWS[written], &text), &text);
            out.right.count(seen.right);
            out.silent += usize::from(!seen.right && !seen.reported);
        }
    }
    out
}

/// Counts right files of several games in different charsets. All games declare their charset, or only the first one does.
fn mixed(games: usize, all: bool) -> Share {
    let rows: Vec<_> = side_by_side().collect();
    let mut share = Share::default();
    for file in 0..4 * FILES {
        let mut chance = Chance::new(&[3, games as u64, u64::from(all), file]);
        let (mut text, mut bytes) = (String::new(), Vec::new());
        for i in 0..games {
            let row = &ROWS[rows[chance.below(rows.len())]];
            let length = chance.below(LENGTHS - 1);
            let game = game(row, length, (all || i == 0).then_some(row.charset), &mut chance);
            bytes.extend(encode(row, &game));
            text.push_str(&game);
        }
        share.count(read(bytes, &text).right);
    }
    share
}

/// A charset, and a wrong charset that programs use to read it.
struct Broken {
    written: &'static str,
    read_as: &'static str,
    languages: &'static [&'static str],
}

const fn broken(written: &'static str, read_as: &'static str, languages: &'static [&'static str]) -> Broken {
    Broken { written, read_as, languages }
}

const BREAKS: [Broken; 13] = [
    broken("UTF-8", "windows-1252", ALL),
    broken("UTF-8", "GBK", &["simplified"]),
    broken("UTF-8", "Shift_JIS", &["japanese"]),
    broken("UTF-8", "windows-1251", &["russian"]),
    broken("UTF-8", "KOI8-R", &["russian"]),
    broken("UTF-8", "windows-1250", CENTRAL),
    broken("GBK", "windows-1252", &["simplified"]),
    broken("Big5", "windows-1252", &["traditional"]),
    broken("Shift_JIS", "windows-1252", &["japanese"]),
    broken("EUC-JP", "windows-1252", &["japanese"]),
    broken("EUC-KR", "windows-1252", &["korean"]),
    broken("windows-1251", "windows-1252", &["russian"]),
    // The undamaged files.
    broken("UTF-8", "UTF-8", ALL),
];

/// The results for garbled files.
#[derive(Default)]
struct GarbledResults {
    reported: Share,
    fixed: Share,
    letters: Share,
}

fn breaking(number: usize, pair: &Broken) -> GarbledResults {
    let row = row(pair.written, pair.languages);
    let mut out = GarbledResults::default();
    for length in 0..LENGTHS {
        for file in 0..FILES {
            let text = game(&row, length, None, &mut Chance::new(&[4, number as u64, length as u64, file]));
            // Short files count only if they are undamaged, because these are the most likely to be reported by mistake.
            if non_ascii(&text) < ENOUGH && pair.written != pair.read_as {
                continue;
            }
            let broken = Source::decode("made up", encode(&row, &text), Some(&Charset::new(pair.read_as)), &[]).0;
            let (reported, fixed) = fix_all(broken.text());
            out.reported.count(reported);
            out.fixed.count(fixed == text);
            out.letters.of += non_ascii(&text);
            out.letters.right += in_both(&text, &fixed);
        }
    }
    out
}

/// Returns true if the text is reported as garbled, and the text after all guessed fixes.
fn fix_all(text: &str) -> (bool, String) {
    let (mut text, mut reported) = (text.to_owned(), false);
    loop {
        let (source, diagnostics) = Source::decode("made up", text.into(), None, &[]);
        let found: Vec<_> = diagnostics.iter().filter(|diagnostics| diagnostics.code.0 == "text/mojibake").collect();
        reported |= !found.is_empty();
        let fixes: Vec<_> = found.iter().filter_map(|found| found.fix.as_ref()).map(|fix| fix.edits.clone()).collect();
        let bytes = source.splice(&Edits::from_disjoint(&fixes).edits).unwrap_or_default();
        let fixed = String::from_utf8_lossy(&bytes).into_owned();
        if fixed == source.text() {
            return (reported, fixed);
        }
        text = fixed;
    }
}

/// Returns the number of non-ASCII characters of one text that the other text has too, in any order.
fn in_both(one: &str, other: &str) -> usize {
    let mut left = BTreeMap::<char, usize>::new();
    other.chars().filter(|c| !c.is_ascii()).for_each(|c| *left.entry(c).or_default() += 1);
    let mut take =
        |c: &char| left.get_mut(c).is_some_and(|left| left.checked_sub(1).map(|less| *left = less).is_some());
    one.chars().filter(|c| !c.is_ascii() && take(c)).count()
}

/// Writes the page, or with `check` reports whether it would change. Fails if the guesses are worse than required.
pub(crate) fn run(root: &Path, check: bool) -> anyhow::Result<()> {
    let figures = Figures::new();
    let (page, new) = (root.join("docs/charsets.md"), figures.page());
    let old = fs::read_to_string(&page).unwrap_or_default();
    if old != new && !check {
        fs::write(&page, &new).with_context(|| page.display().to_string())?;
        println!("written: {}", page.display());
    }
    let mut wrong = figures.wanting();
    if old != new && check {
        wrong.push(format!("{} is out of date; run `cargo xtask charsets`", page.display()));
    }
    wrong.iter().for_each(|wrong| eprintln!("{wrong}"));
    ensure!(wrong.is_empty(), "{} findings", wrong.len());
    println!(
        "charsets: at least {WANTED} % are guessed right with {ENOUGH} or more letters, and all with a declaration"
    );
    Ok(())
}

/// All figures.
struct Figures {
    undeclared: Vec<Undeclared>,
    /// The results by the charset of the files, and by the declared charset.
    declaring: Vec<Vec<Wrong>>,
    /// For each of [`damaged_rows`], the files with a declaration and those without.
    damaged: Vec<[[Share; WHOLE.len()]; 2]>,
    /// For each of [`damaged_rows`], the files without a declaration that have one byte missing, doubled or changed.
    one_byte: Vec<[Share; LETTERS.len()]>,
    /// Files with two and five games that all declare their charsets, and with two games where only the first declares it.
    mixed: [Share; 3],
    /// The results for each of [`BREAKS`].
    broken: Vec<GarbledResults>,
}

impl Figures {
    fn new() -> Self {
        let undeclared = ROWS.par_iter().enumerate().map(|(i, row)| undeclared(i, row)).collect();
        let written: Vec<_> = declaring_rows().collect();
        let declaring = written.into_par_iter().map(|written| {
            let files = |declared| if tells_the_truth(written, declared) { FILES } else { FILES / 12 };
            declarable().map(|declared| declaring(written, declared, files(declared))).collect()
        });
        let damaged = damaged_rows().map(|row| [true, false].map(|is_declared| damaging(row, is_declared))).collect();
        let one_byte = damaged_rows().map(one_byte).collect();
        let mixed = [(2, true), (5, true), (2, false)].map(|(games, all)| mixed(games, all));
        let broken = BREAKS.par_iter().enumerate().map(|(i, pair)| breaking(i, pair)).collect();
        Self { undeclared, declaring: declaring.collect(), damaged, one_byte, mixed, broken }
    }

    /// Returns a message for each figure that is worse than required.
    fn wanting(&self) -> Vec<String> {
        let mut out = Vec::new();
        for (row, seen) in ROWS.iter().zip(&self.undeclared) {
            if seen.enough.percent() < WANTED {
                out.push(format!("{}: only {} % are guessed right", row.name, seen.enough.shown()));
            }
        }
        for (written, each) in declaring_rows().zip(&self.declaring) {
            for (declared, seen) in declarable().zip(each) {
                if tells_the_truth(written, declared) && !seen.right.all() {
                    out.push(format!(
                        "{}: only {} % of the files that declare it are right",
                        ROWS[written].name,
                        seen.right.shown()
                    ));
                }
            }
        }
        for (row, [declared, undeclared]) in damaged_rows().zip(&self.damaged) {
            let not_all = |shares: &[Share]| shares.iter().any(|share| !share.all());
            if not_all(declared) || row.name == "UTF-8" && not_all(undeclared) {
                out.push(format!("{}: not all files with a damaged character are right", row.name));
            }
        }
        for (row, shares) in damaged_rows().zip(&self.one_byte) {
            if shares.iter().zip(LETTERS).any(|(share, least)| least >= ENOUGH && share.percent() < WITH_DAMAGE) {
                out.push(format!("{}: too few files with one damaged byte are right", row.name));
            }
        }
        for share in &self.mixed[..2] {
            if !share.all() {
                out.push(format!("only {} % of files of several games are right", share.shown()));
            }
        }
        for (Broken { written, read_as, .. }, found) in BREAKS.iter().zip(&self.broken) {
            let (reported, is_broken) = (found.reported.shown(), written != read_as);
            if is_broken && found.reported.percent() < WANTED || !is_broken && found.reported.right > 0 {
                out.push(format!(
                    "{written} that was read as {read_as} is reported as garbled in {reported} % of files"
                ));
            }
        }
        out
    }

    fn page(&self) -> String {
        let mut out = format!("{INTRODUCTION}\n");
        self.confusion(&mut out);
        out.push_str(FEW);
        self.few(&mut out);
        out.push_str(DECLARED);
        self.declared(&mut out);
        out.push_str(DAMAGED);
        self.damaged(&mut out);
        out.push_str(ONE_BYTE);
        for (row, shares) in damaged_rows().zip(&self.one_byte) {
            let shares: Vec<_> = shares.iter().map(|share| share.shown()).collect();
            let _ = writeln!(out, "| {} | {} |", row.name, shares.join(" | "));
        }
        out.push_str(SEVERAL);
        self.several(&mut out);
        out.push_str(BROKEN);
        self.broken(&mut out);
        out
    }

    fn confusion(&self, out: &mut String) {
        let names: Vec<&str> = {
            let mut names: Vec<&str> =
                self.undeclared.iter().flat_map(|seen| seen.read_as.keys()).map(String::as_str).collect();
            names.sort_by_key(|name| ROWS.iter().position(|row| row.charset == *name).unwrap_or(ROWS.len()));
            names.dedup();
            names
        };
        let _ = writeln!(out, "| written in | files | right | {} |", names.join(" | "));
        let _ = writeln!(out, "|---|--:|--:|{}", "--:|".repeat(names.len()));
        for (row, seen) in ROWS.iter().zip(&self.undeclared) {
            let _ = write!(out, "| {} | {} | **{}** |", row.name, seen.enough.of, seen.enough.shown());
            for name in &names {
                let _ = match seen.read_as.get(*name) {
                    Some(&right) => write!(out, " {} |", Share { right, of: seen.enough.of }.shown()),
                    None => write!(out, " |"),
                };
            }
            out.push('\n');
        }
    }

    fn few(&self, out: &mut String) {
        out.push_str("| written in | 1 to 9 | 10 to 29 | 30 to 99 | 100 and more |\n|---|--:|--:|--:|--:|\n");
        for (row, seen) in ROWS.iter().zip(&self.undeclared) {
            let shares: Vec<_> = seen.right.iter().map(|share| share.shown()).collect();
            let _ = writeln!(out, "| {} | {} |", row.name, shares.join(" | "));
        }
    }

    fn declared(&self, out: &mut String) {
        let names: Vec<_> = declarable().map(|i| ROWS[i].name).collect();
        let _ = writeln!(out, "| written in | {} |\n|---|{}", names.join(" | "), "--:|".repeat(names.len()));
        for (row, written) in declaring_rows().zip(&self.declaring) {
            let _ = write!(out, "| {} |", ROWS[row].name);
            for wrong in written {
                let silent = Share { right: wrong.silent, of: wrong.right.of };
                let _ = match wrong.silent {
                    0 => write!(out, " {} |", wrong.right.shown()),
                    _ => write!(out, " {} ({}) |", wrong.right.shown(), silent.shown()),
                };
            }
            out.push('\n');
        }
    }

    fn damaged(&self, out: &mut String) {
        out.push_str("| written in | declared | 1 | 2 to 4 | 5 to 9 | 10 to 30 |\n|---|---|--:|--:|--:|--:|\n");
        for (row, each) in damaged_rows().zip(&self.damaged) {
            for (declared, shares) in ["yes", "no"].iter().zip(each) {
                let shares: Vec<_> = shares.iter().map(|share| share.shown()).collect();
                let _ = writeln!(out, "| {} | {declared} | {} |", row.name, shares.join(" | "));
            }
        }
    }

    fn several(&self, out: &mut String) {
        let files =
            ["two games that declare it", "five games that declare it", "two games; only the first declares it"];
        out.push_str("| a file of | files | right |\n|---|--:|--:|\n");
        for (file, share) in files.iter().zip(self.mixed) {
            let _ = writeln!(out, "| {file} | {} | {} |", share.of, share.shown());
        }
    }

    fn broken(&self, out: &mut String) {
        out.push_str(
            "| written in | read as | files | reported | restored | characters |\n|---|---|--:|--:|--:|--:|\n",
        );
        for (Broken { written, read_as, .. }, found) in BREAKS.iter().zip(&self.broken) {
            let GarbledResults { reported, fixed, letters } = found;
            let (files, diagnostics, whole, there) = (reported.of, reported.shown(), fixed.shown(), letters.shown());
            let _ = writeln!(out, "| {written} | {read_as} | {files} | {diagnostics} | {whole} | {there} |");
        }
    }
}
