//! What the diagnostics of conversions mean: the pages of the family `loss/`.

use crate::{
    Code, CodeInfo,
    Severity::{self, Error},
};

const fn info(code: &'static str, severity: Severity, title: &'static str, page: &'static str) -> CodeInfo {
    CodeInfo { code: Code(code), severity, title, page }
}

/// The page of a part of the record: what it is and who holds it, a record that has it, and the two ways out.
macro_rules! loss {
    ($part:literal, $title:literal, $what:literal, $language:literal, $example:literal) => {
        info(
            concat!("loss/", $part),
            Error,
            $title,
            concat!(
                $what,
                "\n\n```",
                $language,
                "\n",
                $example,
                "\n```\n\nConvert to a format that holds it (`kifu formats FORMAT` says what each holds), or do without: `--allow-loss=",
                $part,
                "`."
            ),
        )
    };
}

/// The codes of the families `text/` (charsets) and `loss/` (what a conversion would lose).
///
/// ```
/// use kifu_core::{CODES, Part};
/// // Whatever a conversion can lose has its page.
/// assert!(Part::ALL.iter().all(|part| CODES.iter().any(|info| info.code == part.code())));
/// ```
pub const CODES: &[CodeInfo] = &{
    let mut all = [OWN[0]; kifu_text::CODES.len() + OWN.len()];
    let mut i = 0;
    while i < all.len() {
        all[i] = match i.checked_sub(kifu_text::CODES.len()) {
            Some(own) => OWN[own],
            None => kifu_text::CODES[i],
        };
        i += 1;
    }
    all
};

const OWN: &[CodeInfo] = &[
    info(
        "loss/input",
        Error,
        "some of the input could not be read",
        "The input has errors, and what could not be read cannot be converted: it would be missing from the output. With `--strict` warnings count too.\n\n```console\n$ printf '(;SZ[9];B[zz];W[ee])' | kifu convert - --to jgf2\nerror[sgf/impossible-point]: the board of 9x9 has no point zz; the move was left out\nerror[loss/input]: 1 error while reading; what could not be read would be lost\n```\n\n`kifu check` shows each place, and `kifu fix` mends what has a cure. To convert what could be read: `--allow-loss=input`.",
    ),
    info(
        "loss/charset",
        Error,
        "the text may be misread",
        "The file declares a charset, and kifu read it in another one by a guess (`text/charset-overruled`, `text/charset-ambiguous`), or it declares one that kifu cannot decode. If the guess is wrong, the converted text would be garbled, and nobody could restore it.\n\n```console\n$ printf '(;CA[UTF-8]PB[\\226\\173\\210\\366\\226\\126]PW[\\212\\326\\216\\122])' | kifu convert - --to jgf2\nerror[loss/charset]: the file declares UTF-8 (\"�{���V\"), but looks like Shift_JIS (\"本因坊\"); read as Shift_JIS. If that is wrong, the text would be garbled\n```\n\nName the charset, `--encoding shift_jis`, or accept the guess: `--allow-loss=charset`.",
    ),
    info(
        "loss/game",
        Error,
        "a game would be left out",
        "The input has several games, and a file of the target holds one. Or the input has games that kifu does not know beside others that it does: in an SGF collection any game may stand.\n\n```console\n$ printf '(;SZ[9];B[ee])(;SZ[9];B[cc])' | kifu convert - --to jgf2\nerror[loss/game]: there are 2 games, and a file of jgf2 holds one; only the first would be written\n```\n\nWith `-o DIR/` each game becomes a file of its own, `name-1.jgf`, `name-2.jgf`, …; with `--lines` each becomes a line. To leave out games that kifu does not know: `--allow-loss=game`.",
    ),
    loss!(
        "setup",
        "the start of the board would change",
        "The size of the board, its stones at the start, or the player to move would differ. SGF and JGF 2 hold them all; a bare list of moves says nothing of the board that it is played on.",
        "sgf",
        "(;SZ[9]AB[gc][cg]PL[W])"
    ),
    loss!(
        "terms",
        "rule set, komi or handicap would be lost",
        "The rule set, the komi or the handicap would be missing, or be another. SGF and JGF 2 hold them; a bare list of moves has no place for any.",
        "sgf",
        "(;RU[Japanese]KM[6.5]HA[2])"
    ),
    loss!(
        "title",
        "the name of the game would be lost",
        "What the game is called would be missing. SGF and JGF 2 hold it; a format without a header for it does not.",
        "sgf",
        "(;GN[The ear-reddening game])"
    ),
    loss!(
        "text",
        "a text about the game would be lost",
        "One of these would be missing, or change: opening, annotator, transcriber, source, address, copyright, description. SGF and JGF 2 hold them; a format whose headers are fewer does not.",
        "sgf",
        "(;ON[Shusaku]AN[Honinbo Shuho]SO[Complete games, vol. 3])"
    ),
    info(
        "loss/application",
        Error,
        "the name of the program that wrote the record would be lost",
        "Which program wrote the record would be missing. That is not part of the game: losing it is told as a note, with `-v`, and refuses nothing. SGF and JGF 2 hold it; a bare list of moves does not.\n\n```sgf\n(;AP[CGoban:3])\n```\n\nNothing needs to be done. `kifu convert --stamp` puts kifu's own name in its place.",
    ),
    loss!(
        "players",
        "something about the players would be lost",
        "A name, rank, team or country, or a player beside Black and White, would be missing. SGF and JGF 2 hold them; a format with a place for two names alone loses the rest.",
        "sgf",
        "(;PB[Honinbo Shusaku]BR[4d]PW[Inoue Genan]WT[Inoue])"
    ),
    loss!(
        "event",
        "event, round or place would be lost",
        "The event that the game was part of, its round, or the place where it was played would be missing. SGF and JGF 2 hold them; a bare list of moves does not.",
        "sgf",
        "(;EV[Castle games]RO[1]PC[Edo])"
    ),
    loss!(
        "dates",
        "dates would be lost",
        "A day on which the game was played, or the time at which it started or ended, would be missing or change. SGF and JGF 2 hold them; a format with a place for one date alone loses the others of a game of several days.",
        "sgf",
        "(;DT[1846-09-11,14,15])"
    ),
    loss!(
        "outcome",
        "the result would be lost",
        "Who won, and how, would be missing or change. SGF and JGF 2 hold it; a format that knows the winner alone would lose by how much.",
        "sgf",
        "(;RE[B+2])"
    ),
    loss!(
        "time",
        "the time limit or overtime would be lost",
        "How much time each player had would be missing or change. SGF and JGF 2 hold it; a bare list of moves does not.",
        "sgf",
        "(;TM[3600]OT[3x30 byo-yomi])"
    ),
    loss!(
        "header",
        "a free header would be lost",
        "Some formats let people write headers of their own, a name and a text. One of them would be missing. SGF keeps them in its slot for what other formats say, JGF 2 too; a format that has neither such headers nor such a slot loses them.",
        "sgf",
        "(;KX[kifu:header:Weather:rain])"
    ),
    info(
        "loss/display",
        Error,
        "a preference of the viewer would be lost",
        "How a viewer should show the record is a preference, not part of the game: losing it is told as a note, with `-v`, and refuses nothing. SGF and JGF 2 hold it; a bare list of moves does not.\n\n```sgf\n(;ST[2])\n```\n\nNothing needs to be done: viewers let people choose.",
    ),
    loss!(
        "variation",
        "a variation would be lost",
        "Nodes would be missing, or stand in another order. SGF and JGF 2 hold variations; a format without them keeps the main line only, here up to `W[gc]`.",
        "sgf",
        "(;SZ[9];B[ee](;W[gc])(;W[cg];B[cc]))"
    ),
    loss!(
        "action",
        "a move or a setup of stones would change",
        "A move would be another or none, or stones that are set up within the game would be. SGF and JGF 2 hold both; a format of moves alone has no word for the setup.",
        "sgf",
        "(;SZ[9];B[ee];AW[gc][cg])"
    ),
    loss!(
        "name",
        "the name of a node would be lost",
        "A node has a name, which viewers show beside its move; it would be missing. SGF and JGF 2 hold it; a format that knows comments alone does not.",
        "sgf",
        "(;;B[qd]N[Upper right])"
    ),
    loss!(
        "comment",
        "a comment would be lost or change",
        "What is said of a position would be missing or change. SGF and JGF 2 hold comments; a bare list of moves does not.",
        "sgf",
        "(;;B[qd]C[Black takes the corner first.])"
    ),
    loss!(
        "comment-author",
        "the author or the time of a comment would be lost",
        "The comment would stay, and who wrote it, or when, would be missing. JGF 2 holds both, and SGF does in its slot for what other formats say; a format whose comments are texts and no more does not.",
        "json",
        "{\"tree\": [{\"comments\": [{\"name\": \"Gu\", \"comment\": \"Well played!\"}]}]}"
    ),
    loss!(
        "clock",
        "a clock would be lost",
        "How long a move took, or what was left on the clock, would be missing or change. SGF and JGF 2 hold it; a bare list of moves does not.",
        "sgf",
        "(;;B[qd]BL[583])"
    ),
    loss!(
        "clock-precision",
        "a clock would lose fractions of a second",
        "The clock would stay, in whole seconds. SGF and JGF 2 hold fractions; a format that counts seconds would make 583 of this.",
        "sgf",
        "(;;B[qd]BL[583.4])"
    ),
    loss!(
        "judgement",
        "a judgement of a move or of a position would be lost",
        "That a move is good or bad, whom a position favours, and the like would be missing or change. SGF and JGF 2 hold it; a format without signs for it does not.",
        "sgf",
        "(;;B[qd]TE[1])"
    ),
    info(
        "loss/analysis",
        Error,
        "an engine's analysis would be lost",
        "What an engine said of a position would be missing: score, win rate, depth, visits, the best line. Neither SGF nor JGF 2 has a word for it, and none is read from them: only records of another format, or of a program of your own, have one to lose. What engines write into properties of their own is kept as it is.\n\n```text\nKataGo, 800 visits: win rate 0.53, score +1.5, then D4 Q16\n```\n\nWrite what matters of it into a comment, or do without: `--allow-loss=analysis`.",
    ),
    loss!(
        "mark",
        "a mark on the board would be lost",
        "A letter, a shape, an arrow, a shade or the like on the board would be missing or change. SGF and JGF 2 hold them; a bare list of moves does not.",
        "sgf",
        "(;LB[qd:A]TR[dd])"
    ),
    loss!(
        "bookmark",
        "a bookmark would be lost",
        "Some formats let people mark a node, to find it again; the bookmark would be missing. SGF keeps it in its slot for what other formats say, JGF 2 too; a format that has neither bookmarks nor such a slot loses it.",
        "sgf",
        "(;;B[qd]KX[kifu:bookmark:Opening])"
    ),
    loss!(
        "foreign",
        "something that only the other format can say would be lost",
        "Private properties and keys without a meaning that is shared would be missing. SGF and JGF 2 have a place for such things of other formats; a format that has none loses them.",
        "sgf",
        "(;XY[a word of one program])"
    ),
    info(
        "loss/character",
        Error,
        "a character does not exist in the charset of the target",
        "A file is asked for in a charset that does not have every character of the record; each that is missing would become `?`. It is told once, however often it stands in the record.\n\n```console\n$ printf '(;PB[吴清源])' | kifu convert - --to sgf:encoding=shift_jis\nerror[loss/character]: Shift_JIS has no '吴'; written as ?\n```\n\nWrite UTF-8 instead, `--to sgf`, or another charset: `--to sgf:encoding=gb18030`. To have the `?` all the same: `--allow-loss=character`.",
    ),
];
