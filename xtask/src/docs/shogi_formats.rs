//! The tables of `docs/shogi-formats.md`: what each format of shogi states of a move, and the words for handicaps and endings.

use kifu::{
    jkf::{Jkf, Style},
    kif::{Ki2, Kif},
    model::{Charset, Format, Node, Record},
    rules::shogi::Position,
    shogiban::{Action, Color, Ending, Handicap, Kind, Move, Shogi, Square},
};
use std::{collections::BTreeMap, fmt::Write, time::Duration};

/// A fact of a move. It is stated if the text of the move alone decides it.
struct Fact {
    /// The purpose, the name and the member of JKF.
    name: &'static str,
    /// True if it follows from the position before the move, false if the moves before it are needed too, or nothing helps.
    by_position: bool,
    value: fn(&Sample) -> String,
}

/// A move of a game, with what is known before it.
struct Sample {
    played: Move,
    position: Position,
    last_to: Option<Square>,
    spent: u64,
}

const FACTS: [Fact; 7] = [
    Fact {
        name: "the origin (`from`) ¹ ²",
        by_position: true,
        value: |sample| sample.played.from.map(|from| format!("{from}")).unwrap_or_default(),
    },
    Fact {
        name: "the captured piece (`capture`) ²",
        by_position: false,
        value: |sample| {
            sample.position.piece(sample.played.to).map(|piece| piece.kind.csa().into()).unwrap_or_default()
        },
    },
    Fact {
        name: "the promotion (`promote`) ² ³",
        by_position: true,
        value: |sample| sample.played.promotes.to_string(),
    },
    Fact {
        name: "the relative words (`relative`) ³",
        by_position: true,
        value: |sample| {
            sample.position.relative(&sample.played).map(kifu::rules::shogi::Relative::jkf).unwrap_or_default()
        },
    },
    Fact {
        name: "同 (`same`) ³",
        by_position: false,
        value: |sample| (sample.last_to == Some(sample.played.to)).to_string(),
    },
    Fact { name: "the player (`color`)", by_position: false, value: |sample| sample.played.color.to_string() },
    Fact { name: "the time (`time`)", by_position: false, value: |sample| sample.spent.to_string() },
];

/// A format, with the text that it has for each move of a game.
struct Notation {
    name: &'static str,
    moves: fn(&Record<Shogi>) -> Vec<String>,
}

const NOTATIONS: [Notation; 4] = [
    Notation { name: "KIF", moves: kif },
    Notation { name: "KI2", moves: ki2 },
    Notation { name: "CSA", moves: csa },
    Notation { name: "JKF", moves: jkf },
];

fn kif(record: &Record<Shogi>) -> Vec<String> {
    let text = Kif::default().encoding(Charset::UTF_8).write(std::slice::from_ref(record)).text;
    let lines = kifu::kif::tokens(&text).filter(|(token, _)| *token == "move").map(|(_, span)| &text[span.range()]);
    // The number of the move and the total time belong to the game.
    let own = |line: &str| line.trim().trim_start_matches(|c: char| c.is_ascii_digit()).trim().to_owned();
    lines.map(|line| own(line.split('/').next().unwrap_or(line))).collect()
}

fn ki2(record: &Record<Shogi>) -> Vec<String> {
    let text = Ki2::default().encoding(Charset::UTF_8).write(std::slice::from_ref(record)).text;
    let lines = kifu::kif::tokens(&text).filter(|(token, _)| *token == "moves").map(|(_, span)| &text[span.range()]);
    lines.flat_map(str::split_whitespace).fold(Vec::<String>::new(), |mut words, word| {
        // 同 is followed by a space.
        match words.last_mut() {
            Some(last) if !word.starts_with(|c| Color::from_mark(c).is_some()) => last.push_str(word),
            _ => words.push(word.into()),
        }
        words
    })
}

/// The text of a move in CSA: the player, the squares, the piece after the move, and the time.
fn csa(record: &Record<Shogi>) -> Vec<String> {
    let tree = &record.tree;
    let text = |node| {
        let played = tree[node].action.as_ref().and_then(Action::as_move)?;
        let sign = if played.color == Color::Black { '+' } else { '-' };
        let digits = |square: Option<Square>| square.map_or(('0', '0'), Square::digits);
        let ((x, y), (to_x, to_y)) = (digits(played.from), digits(Some(played.to)));
        let spent = tree[node].spent.get().unwrap_or_default().as_secs();
        Some(format!("{sign}{x}{y}{to_x}{to_y}{},T{spent}", played.kind_after().csa()))
    };
    tree.main_line().filter_map(text).collect()
}

fn jkf(record: &Record<Shogi>) -> Vec<String> {
    let text = Jkf::default().style(Style::Compact).write(std::slice::from_ref(record)).text;
    let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
    let nodes = value["moves"].as_array().into_iter().flatten().skip(1);
    // The total belongs to the game.
    nodes.map(|node| format!("{} {}", node["move"], node["time"]["now"])).collect()
}

/// The number of games that are played for the table, and of moves in each.
const GAMES: u64 = 80;
const MOVES: u64 = 160;

/// Returns a game of random moves, and its samples.
fn game(seed: u64) -> (Record<Shogi>, Vec<Sample>) {
    let handicap = if seed.is_multiple_of(2) { Handicap::Even } else { Handicap::Lance };
    let mut record: Record<Shogi> = Record::new(handicap.setup());
    let mut position = Position::new(&record.setup);
    // A linear congruential generator (Knuth's MMIX).
    let mut state = seed;
    let mut random = |below: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let (mut samples, mut last_to) = (Vec::new(), None);
    let mut last = record.tree.root();
    for _ in 0..MOVES {
        let mut found = None;
        for _ in 0..20_000 {
            let (from, to) = (Square::from_index(random(81)), Square::from_index(random(81)));
            let (Some(from), Some(to)) = (from, to) else { continue };
            let color = position.to_move();
            let hand: Vec<Kind> = position.hand(color).iter().map(|(kind, _)| kind).collect();
            let played = match random(4) {
                0 if !hand.is_empty() => Some(Move::drop(color, hand[random(hand.len())], to)),
                _ => position.moves_between(from, to).nth(random(2)),
            };
            let is_king = |square| position.piece(square).is_some_and(|piece| piece.kind == Kind::King);
            found = played.filter(|played| position.fault(played).is_none() && !is_king(played.to));
            if found.is_some() {
                break;
            }
        }
        let Some(played) = found else { break };
        // Few times, so that many moves have the same text.
        let spent = random(2) as u64;
        let mut node = Node::new(Some(Action::from(played)));
        node.spent = Duration::from_secs(spent).into();
        last = record.tree.add(last, node);
        samples.push(Sample { played, position: position.clone(), last_to, spent });
        position.play_unchecked(played);
        last_to = Some(played.to);
    }
    (record, samples)
}

/// Returns the table of what each format states of a move. A fact is stated if, in all games, moves with the same text agree in it.
pub(super) fn facts() -> String {
    let games: Vec<_> = (0..GAMES).map(game).collect();
    let mut out = String::from("| fact |");
    NOTATIONS.iter().for_each(|notation| _ = write!(out, " {} |", notation.name));
    out.push_str("\n|---|");
    NOTATIONS.iter().for_each(|_| out.push_str(":-:|"));
    out.push('\n');
    for fact in &FACTS {
        let _ = write!(out, "| {} |", fact.name);
        for notation in &NOTATIONS {
            let mut known: BTreeMap<String, String> = BTreeMap::new();
            let mut is_stated = true;
            for (record, samples) in &games {
                let texts = (notation.moves)(record);
                for (text, sample) in texts.into_iter().zip(samples) {
                    let value = (fact.value)(sample);
                    is_stated &= *known.entry(text).or_insert_with(|| value.clone()) == value;
                }
            }
            let mark = match (is_stated, fact.by_position) {
                (true, _) => "○",
                (false, true) => "△",
                (false, false) => "×",
            };
            let _ = write!(out, " {mark} |");
        }
        out.push('\n');
    }
    out
}

/// Returns the table of the handicaps that JKF has.
pub(super) fn handicaps() -> String {
    let mut out = String::from("| JKF | KIF, KI2 | CSA | SFEN |\n|---|---|---|---|\n");
    for (handicap, jkf) in Handicap::ALL.into_iter().filter_map(|handicap| Some((handicap, handicap.jkf()?))) {
        let removed = handicap.removed().map(|square| {
            let (file, rank) = square.digits();
            let kind = Handicap::Even.board().get(square).map_or("", |piece| piece.kind.csa());
            format!("{file}{rank}{kind}")
        });
        let removed: String = removed.collect();
        let _ = writeln!(out, "| `{jkf}` | {} | `PI{removed}` | `{}` |", handicap.name(), handicap.setup());
    }
    out
}

/// Returns the table of the endings: their words, and what is written in CSA and JKF for those that they lack.
pub(super) fn endings() -> String {
    let mut out = String::from("| ending | KIF, KI2 | CSA | JKF |\n|---|---|---|---|\n");
    for ending in Ending::all() {
        let mut record: Record<Shogi> = Record::default();
        record.tree.add(record.tree.root(), Node::new(Some(Action::from(ending))));
        let record = [record];
        let text = Jkf::default().style(Style::Compact).write(&record).text;
        let value: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        let written = value["moves"][1]["special"].as_str().unwrap_or("–").to_owned();
        let nearest = || format!("`%{}` (a loss)", ending.csa_or_nearest());
        let csa = ending.csa().map_or_else(nearest, |word| format!("`%{word}`"));
        let is_own = Ending::from_csa(&written) == Some(ending);
        let jkf = if is_own { format!("`{written}`") } else { format!("`{written}` (a loss)") };
        let written = Kif::default().write(&record).text;
        let word = written.lines().find_map(|line| line.trim_start().strip_prefix("1 ")).unwrap_or_default();
        let word = word.split('(').next().unwrap_or_default().trim();
        let kif = if word == ending.kif() { word.to_owned() } else { format!("{word} (a loss)") };
        let _ = writeln!(out, "| {ending} | {kif} | {csa} | {jkf} |");
    }
    out
}
