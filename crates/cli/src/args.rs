//! The command line.

use crate::visible;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::{
    num::NonZeroUsize,
    path::{Path, PathBuf},
};

/// Converts, checks and fixes go and shogi records, and never loses data without a message.
#[derive(Debug, Parser)]
#[command(
    name = "kifu",
    bin_name = "kifu",
    version,
    arg_required_else_help = true,
    after_help = "Examples:
  kifu convert game.sgf --to jgf2 -o game.jgf   one file to another format
  kifu convert games --to jgf2 -o new           a whole folder, with its subfolders
  kifu check games                              everything that is wrong, and where
  kifu fix --dry-run game.sgf                   what would be fixed
  kifu info game.sgf                            who played, when, the result
  kifu show game.sgf --move 120                 the board after move 120

Exit status: 0 no error, 1 an error, a refused file or a difference, 2 something could not be done.
`kifu help COMMAND` describes a command."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) global: Global,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Convert(Convert),
    Check(Check),
    Fix(Fix),
    Info(Info),
    Show(Show),
    Score(Score),
    Diff(Diff),
    Formats(Formats),
    Explain(Explain),
    Config(Config),
}

impl Command {
    /// Returns the paths of the files and folders that the command reads.
    pub(crate) fn inputs(&self) -> Vec<&Path> {
        match self {
            Self::Convert(args) => args.inputs.paths(),
            Self::Check(args) => args.inputs.paths(),
            Self::Fix(args) => args.inputs.paths(),
            Self::Info(args) => args.inputs.paths(),
            Self::Score(args) => args.inputs.paths(),
            Self::Show(args) => vec![&args.input],
            Self::Diff(args) => vec![&args.a, &args.b],
            Self::Config(args) => args.path.iter().map(PathBuf::as_path).collect(),
            Self::Formats(_) | Self::Explain(_) => Vec::new(),
        }
    }

    /// Returns true if the status of the command states what is wrong with any of its inputs, and not only with those whose output was
    /// wanted.
    pub(crate) fn judges_all(&self) -> bool {
        match self {
            Self::Check(args) => !args.watch,
            Self::Fix(_) => true,
            _ => false,
        }
    }

    /// Returns true if the command does not check the rules of the game.
    pub(crate) fn without_rules(&self) -> bool {
        match self {
            Self::Check(args) => args.no_rules,
            Self::Fix(args) => args.no_rules,
            _ => false,
        }
    }
}

/// The options of every command.
#[derive(Args, Debug)]
#[command(next_help_heading = "Global options")]
pub(crate) struct Global {
    /// Let warnings count as errors do, and make warnings of notes on what a strict reader refuses; --strict=false overrides kifu.toml
    #[arg(long, global = true, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true", hide_possible_values = true)]
    pub(crate) strict: Option<bool>,
    /// The format of the input; by default the content and the extension decide
    #[arg(long, global = true, value_name = "FORMAT")]
    pub(crate) from: Option<String>,
    /// The charset of the input, such as shift_jis or gb18030; by default the file decides
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) encoding: Option<String>,
    /// The format of findings and messages: full for people, concise with one line each, json with one object per line, sarif, or
    /// github for annotations of GitHub Actions
    #[arg(long, global = true, value_name = "HOW", value_enum, default_value_t, hide_possible_values = true)]
    pub(crate) format: Format,
    /// When to colour findings and messages
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) color: Color,
    /// The number of threads; all cores by default
    #[arg(long, global = true, value_name = "N", value_parser = jobs, allow_negative_numbers = true)]
    pub(crate) jobs: Option<NonZeroUsize>,
    /// Read the settings from this file, and not from kifu.toml in the folders
    #[arg(long, global = true, value_name = "FILE", conflicts_with = "no_config")]
    pub(crate) config: Option<PathBuf>,
    /// Read no kifu.toml
    #[arg(long, global = true)]
    pub(crate) no_config: bool,
    /// Show errors only
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Show more: notes, and every loss of every file
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

impl Global {
    /// Returns the options that decide what is read and reported, as they can be pasted into a command line.
    pub(crate) fn to_paste(&self) -> Vec<String> {
        let strict = self.strict.map(|strict| if strict { "--strict".to_owned() } else { "--strict=false".to_owned() });
        let config = self.config.as_ref().map(|path| path.to_string_lossy());
        let named = [
            ("--from", self.from.as_deref()),
            ("--encoding", self.encoding.as_deref()),
            ("--config", config.as_deref()),
        ];
        let named = named.into_iter().filter_map(|(option, value)| Some(format!("{option} {}", quoted(value?)?)));
        strict.into_iter().chain(named).chain(self.no_config.then(|| "--no-config".to_owned())).collect()
    }
}

/// The format of findings and messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With an excerpt of the file.
    #[default]
    Full,
    /// One line each.
    Concise,
    /// One JSON object per line.
    Json,
    /// One document in SARIF 2.1.0.
    Sarif,
    /// Commands that GitHub Actions shows as annotations.
    Github,
}

impl Format {
    /// Returns true if a person reads the output.
    pub(crate) fn is_for_people(self) -> bool {
        matches!(self, Self::Full | Self::Concise)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    #[default]
    Auto,
    Always,
    Never,
}

/// The largest number of threads. Each one needs memory and time to start, also if there is no work for it.
pub(crate) const MOST_THREADS: usize = 512;

/// Returns a number of threads from 1 to the largest.
pub(crate) fn threads(text: &str) -> Option<NonZeroUsize> {
    text.parse().ok().filter(|number: &NonZeroUsize| number.get() <= MOST_THREADS)
}

/// Parses the value of `--jobs`.
fn jobs(text: &str) -> Result<NonZeroUsize, String> {
    threads(text)
        .ok_or_else(|| format!("a number of threads is 1 to {MOST_THREADS}; without --jobs, kifu uses all cores"))
}

/// Parses the number of a game.
fn game_number(text: &str) -> Result<NonZeroUsize, String> {
    let why = if is_number(text) {
        "this number is larger than that of any file"
    } else {
        "the games of a file have the numbers 1, 2, 3, …"
    };
    text.parse().map_err(|_| why.to_owned())
}

/// Parses a number of moves.
fn moves(text: &str) -> Result<usize, String> {
    let why = if is_number(text) {
        "this number is larger than that of any record"
    } else {
        "a number of moves is 0 or more, in digits"
    };
    text.parse().map_err(|_| why.to_owned())
}

/// Returns true if the text is a number of 1 or more, of any size.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0')
}

/// Which findings count.
#[derive(Args, Debug)]
pub(crate) struct Choose {
    /// Do not report or fix these codes: sgf/long-name, or rules/* for a family
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) ignore: Vec<String>,
    /// Report or fix only these codes
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) only: Vec<String>,
    /// Count these codes as errors
    #[arg(long, value_name = "CODES", value_delimiter = ',')]
    pub(crate) deny: Vec<String>,
}

impl Choose {
    /// Returns the options as they can be pasted into a command line.
    pub(crate) fn to_paste(&self) -> Vec<String> {
        [("--ignore", &self.ignore), ("--only", &self.only), ("--deny", &self.deny)]
            .into_iter()
            .filter(|(_, codes)| !codes.is_empty())
            .filter_map(|(option, codes)| Some(format!("{option} {}", quoted(&codes.join(","))?)))
            .collect()
    }
}

/// The files of a command.
#[derive(Args, Debug)]
pub(crate) struct Inputs {
    /// Files, folders, or - for standard input
    #[arg(required = true, value_name = "INPUT")]
    pub(crate) paths: Vec<PathBuf>,
    /// In folders, read files with any extension
    #[arg(long)]
    pub(crate) all: bool,
    /// In folders, follow symbolic links to folders; fix --in-place then also follows links that lead out of the folder
    #[arg(long)]
    pub(crate) follow: bool,
}

impl Inputs {
    fn paths(&self) -> Vec<&Path> {
        self.paths.iter().map(PathBuf::as_path).collect()
    }

    /// Returns the options and paths as they can be pasted into a command line, or `…` for paths that have more than `room` columns, or
    /// are long without that.
    pub(crate) fn to_paste(&self, room: Option<usize>) -> String {
        let room = room.map_or(LONGEST_PATHS, |room| room.min(LONGEST_PATHS));
        let paths = self.paths.iter().map(|path| quoted_path(path)).collect::<Option<Vec<_>>>();
        let paths = paths.map(|paths| paths.join(" ")).filter(|paths| visible::columns(paths) <= room);
        let options = [(self.all, "--all"), (self.follow, "--follow")];
        let options = options.into_iter().filter(|(is_given, _)| *is_given).map(|(_, option)| option.to_owned());
        options.chain([paths.unwrap_or_else(|| "…".to_owned())]).collect::<Vec<_>>().join(" ")
    }
}

/// The largest number of columns of the paths of a command that a message proposes.
const LONGEST_PATHS: usize = 60;

/// Returns a path as a shell takes it, if [`quoted`] can. One that begins with `-` would be an option.
fn quoted_path(path: &Path) -> Option<String> {
    let text = path.to_str()?;
    if text.len() > 1 && text.starts_with('-') { quoted(&format!("./{text}")) } else { quoted(text) }
}

/// Returns an argument as a shell takes it; `None` if it has characters that a terminal does not show.
fn quoted(text: &str) -> Option<String> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_./+=@%,:".contains(c);
    match text {
        _ if text.contains(visible::is_hidden) => None,
        _ if !text.is_empty() && text.chars().all(is_plain) => Some(text.to_owned()),
        _ => Some(format!("'{}'", text.replace('\'', r"'\''"))),
    }
}

/// Convert records to another format; refuses to lose data
#[derive(Args, Debug)]
#[command(
    after_help = "kifu reads each output again and compares it with the input. If anything would be lost, kifu does not write the file. It lists each loss with its place, and the option that accepts the losses.

Examples:
  kifu convert game.kif -o game.csa                    to a file, in the format of its extension
  kifu convert game.sgf --to jgf2                      to standard output
  kifu convert game.sgf --to jgf2 -o game.jgf          to a file
  kifu convert games --to sgf -o new                   a folder, with its subfolders
  kifu convert games.sgf --to jgf2 -o new/             a collection: games-1.jgf, games-2.jgf, …
  kifu convert games --to jgf2 --lines > games.jsonl   one record per line
  kifu convert old.sgf --to sgf:encoding=gb18030 -o new.sgf
  kifu convert game.sgf --to jgf2 --allow-loss=mark,foreign -o game.jgf"
)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// The format to write, with its options: sgf, sgf:encoding=gbk (see kifu formats). Without it, the extension of the output chooses
    #[arg(long, value_name = "FORMAT")]
    pub(crate) to: Option<String>,
    /// The file to write, or the folder for several inputs
    #[arg(short, long, value_name = "FILE|DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Write even if something is lost: accept every loss, or the loss of these parts (PART of a code loss/PART)
    #[arg(long, value_name = "PARTS", num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    pub(crate) allow_loss: Option<String>,
    /// Do not check whether anything is lost: faster, but losses are not reported
    #[arg(long)]
    pub(crate) no_verify: bool,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
    /// Write one record per line, all inputs into one stream
    #[arg(long)]
    pub(crate) lines: bool,
    /// Name kifu as the program that wrote the record
    #[arg(long)]
    pub(crate) stamp: bool,
}

/// Report everything that is wrong with records: syntax, values, properties, illegal moves
#[derive(Args, Debug)]
#[command(
    after_help = "More than ten files get an overview: a table of the codes that were found. --full lists every finding.

Examples:
  kifu check game.sgf                          what is wrong, and where
  kifu check games                             an overview of a whole folder
  kifu check --full games | less               every finding
  kifu check --strict games                    exit status 1 if there is a warning
  kifu check --ignore 'rules/*' games          all but the rules of the game
  kifu check --only sgf/unclosed-tree games    only this code
  kifu check --format json games > found.jsonl
  kifu check --encoding shift_jis old.sgf
  kifu check --watch game.sgf                  again after each change of the file

An error is a part of the file that kifu could not read into the record, or a move that the stated rules forbid. A warning is a part that kifu read by a guess, or that breaks the standard; if a game states no rules, illegal moves are warnings.

Exit status: 0 no error (with --strict, no warning), 1 an error, 2 a file could not be read.
`kifu fix` fixes all problems that have a fix; `kifu explain CODE` describes a code."
)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// List every finding, also of many files and of a code that a file has often (at most 1,000 of one code and file)
    #[arg(long, conflicts_with = "statistics")]
    pub(crate) full: bool,
    /// Print only the table of codes
    #[arg(long)]
    pub(crate) statistics: bool,
    /// Wait for changes, and check each file that is new or changed, until Ctrl-C
    #[arg(long)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) choose: Choose,
    /// Do not check the rules of the game: illegal moves, handicap, komi, result
    #[arg(long)]
    pub(crate) no_rules: bool,
}

/// Fix all problems that have a fix, and change no other byte
#[derive(Args, Debug)]
#[command(
    after_help = "kifu applies fixes until none is left: the safe ones, and with --guess also those that are guesses. A fix can lead to another one, or make another one unnecessary; then the last line also has the number that kifu check states.

Examples:
  kifu fix --dry-run game.sgf       show what would change
  kifu fix --in-place games         fix a whole folder
  kifu fix --guess game.sgf -o new.sgf
  kifu fix --only sgf/long-name --in-place games    only what this code reports"
)]
pub(crate) struct Fix {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// Apply fixes that are guesses, too
    #[arg(long)]
    pub(crate) guess: bool,
    #[command(flatten)]
    pub(crate) choose: Choose,
    /// Do not fix what the rules of the game find
    #[arg(long)]
    pub(crate) no_rules: bool,
    /// Show the changes, and write nothing
    #[arg(short = 'n', long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) dry_run: bool,
    /// Change the files themselves
    #[arg(short, long, conflicts_with = "output")]
    pub(crate) in_place: bool,
    /// The file to write, or the folder for several inputs
    #[arg(short, long, value_name = "FILE|DIR")]
    pub(crate) output: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    pub(crate) force: bool,
}

/// Show what files contain: players, event, date, result, rules, moves, format
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kifu info game.sgf
  kifu info --json games > games.jsonl     one line per record, with win rates and scores of engines by move
  kifu info --csv games > games.csv        a table for a spreadsheet")]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// Write one JSON object per line for each game; `record` is null for a game of another kind
    #[arg(long)]
    pub(crate) json: bool,
    /// Write a table with one line for each game, and a first line with the names of the columns
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// In the table, write values that a spreadsheet would take for formulas (=1+1) without an apostrophe before them
    #[arg(long, requires = "csv")]
    pub(crate) raw: bool,
}

/// Show the board in the terminal, with marks, captures and comments
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kifu show game.sgf                 the end of the main line
  kifu show game.sgf --move 120      after move 120
  kifu show game.sgf --path 12.2.3   12 nodes forward, the second continuation, 3 nodes forward
  kifu show game.sgf --every 50      after moves 50, 100, … and at the end
  kifu show games.sgf --game 3       the third game of a collection
  kifu show game.sgf --ascii > board.txt

--path alternates: a number of nodes forward, then the number of a continuation (from 1), and so on.")]
pub(crate) struct Show {
    /// A file, or - for standard input
    #[arg(value_name = "FILE")]
    pub(crate) input: PathBuf,
    /// Show the main line after N moves; 0 is the start
    #[arg(long = "move", value_name = "N", value_parser = moves, allow_negative_numbers = true, conflicts_with_all = ["path", "bookmarks", "every"])]
    pub(crate) move_number: Option<usize>,
    /// Show a node by its path, such as 12.2.3
    #[arg(long, value_name = "PATH", conflicts_with_all = ["bookmarks", "every"])]
    pub(crate) path: Option<String>,
    /// Show every node with a bookmark
    #[arg(long, conflicts_with = "every")]
    pub(crate) bookmarks: bool,
    /// Show the main line after every N moves, and its end
    #[arg(long, value_name = "N", value_parser = moves, allow_negative_numbers = true)]
    pub(crate) every: Option<usize>,
    /// Show only game N of a collection, from 1
    #[arg(long, value_name = "N", value_parser = game_number, allow_negative_numbers = true)]
    pub(crate) game: Option<NonZeroUsize>,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
    /// Show the whole board, not only the part that the record shows
    #[arg(long)]
    pub(crate) full: bool,
}

/// Count the points at the end of the main line
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kifu score game.sgf                              by the rules and the marks of the record
  kifu score game.sgf --dead D4,Q16                these chains are dead
  kifu score game.sgf --rules japanese --json      one object per record

Which stones are dead is not computed: --dead names them, or else the marks of territory in the last node (TB and TW in SGF) decide. Without a known rule set, Tromp-Taylor rules count. The rule sets are: japanese, korean, chinese, aga, bga, nz, ing, tromp-taylor, aga-button, stone, ancient-territory, chinese-ogs, cgos.")]
pub(crate) struct Score {
    #[command(flatten)]
    pub(crate) inputs: Inputs,
    /// Points of dead stones, separated by commas; one stone stands for its chain
    #[arg(long, value_name = "POINTS")]
    pub(crate) dead: Vec<String>,
    /// Count by these rules, whatever the record states
    #[arg(long, value_name = "NAME")]
    pub(crate) rules: Option<String>,
    /// Write one JSON object per line for each record
    #[arg(long)]
    pub(crate) json: bool,
    /// Draw the board with ASCII characters only
    #[arg(long)]
    pub(crate) ascii: bool,
}

/// Compare the content of two files, in any formats
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kifu diff game.sgf game.jgf                  prints nothing, exit status 0, if the content is the same
  kifu diff --side-by-side old.sgf new.sgf     in two columns
  kifu diff --format json old.sgf new.sgf      one object for each difference, with the whole values

The other formats of findings work too: --format concise prints one line for each difference, sarif a result, and github a notice beside the first file.

Exit status 2 if no difference was found, but a part of a file could not be read.")]
pub(crate) struct Diff {
    /// The first file, or - for standard input
    pub(crate) a: PathBuf,
    /// The second file
    pub(crate) b: PathBuf,
    /// Show what each file has in two columns: | between two values, < and > where only one file has a value
    #[arg(short = 'y', long)]
    pub(crate) side_by_side: bool,
}

/// List the formats, and what each can hold
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kifu formats          all of them
  kifu formats sgf      one of them: its options, what it can hold and what it cannot")]
pub(crate) struct Formats {
    /// A format
    #[arg(value_name = "FORMAT")]
    pub(crate) name: Option<String>,
}

/// Explain a code such as sgf/unclosed-value, or a property such as KO
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  kifu explain sgf/unclosed-value
  kifu explain loss/variation
  kifu explain KO                   a property of SGF
  kifu explain 'rules/*'            the codes of a family
  kifu explain                      all codes")]
pub(crate) struct Explain {
    /// The code, as shown in brackets in a message; or a word of a format, such as a property
    pub(crate) code: Option<String>,
}

/// Show which settings hold for a file or a folder, and where each comes from
#[derive(Args, Debug)]
#[command(after_help = "The settings are in kifu.toml, in the folder of a file or in a folder above it:

  ignore = [\"sgf/long-name\"]         # as --ignore; also only and deny
  allow-loss = [\"clock\"]             # as --allow-loss of kifu convert
  strict = true
  jobs = 4

  [folder.\"old games\"]               # of a folder below this one
  ignore = [\"rules/*\"]

  [format.sgf]                       # options of a format to write
  encoding = \"gbk\"

An option on the command line counts more than a setting.")]
pub(crate) struct Config {
    /// A file or a folder; by default the current folder
    pub(crate) path: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_to_paste_has_the_options_that_decide_what_is_found() {
        let line =
            ["kifu", "check", "--strict", "--encoding=gbk", "--ignore", "rules/*,sgf/a", "--all", "my games", "it's"];
        let cli = Cli::parse_from(line);
        let Command::Check(check) = &cli.command else { panic!("not check") };
        assert_eq!(cli.global.to_paste(), ["--strict", "--encoding gbk"]);
        assert_eq!(check.choose.to_paste(), ["--ignore 'rules/*,sgf/a'"]);
        assert_eq!(check.inputs.to_paste(None), r"--all 'my games' 'it'\''s'");
        assert_eq!(check.inputs.to_paste(Some(17)), "--all …");
        let long = Inputs { paths: vec!["a".repeat(61).into()], all: false, follow: false };
        assert_eq!(long.to_paste(None), "…");
        let hidden = Inputs { paths: vec!["a\u{1b}".into()], all: false, follow: false };
        assert_eq!(hidden.to_paste(None), "…");
    }
}
