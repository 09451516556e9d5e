//! `cargo xtask prose`: finds the forms that docs/style.md asks to avoid, in comments, documentation, messages, pages and the
//! descriptions of test cases.
//!
//! It looks for whole words, in each comment, in each string literal outside of tests, in each page outside of code, and in the
//! `about` of each test case. A form has exceptions: longer phrases in which it is plain English. A true use that no exception
//! covers is listed in [`ALLOWED`].
//!
//! It also checks the links of the pages, and the length of some ([`pages`]).

mod pages;

use anyhow::{Context, ensure};
use std::{collections::BTreeMap, fs, path::Path};
use walkdir::{DirEntry, WalkDir};

/// A form to avoid.
struct Form {
    words: &'static [&'static str],
    /// Phrases that contain it and are plain English.
    unless: &'static [&'static str],
    /// The words to write instead.
    write: &'static str,
}

const fn form(words: &'static [&'static str], unless: &'static [&'static str], write: &'static str) -> Form {
    Form { words, unless, write }
}

const FORMS: &[Form] = &[
    form(&["said", "told"], &[], "reported; stated; or name the diagnostics"),
    form(&["says nothing", "say nothing"], &[], "is empty; has no meaning; reports nothing"),
    form(
        &["is no", "are no"],
        &[
            "there is no",
            "there are no",
            "is there is no",
            "is no longer",
            "are no longer",
            "is no more than",
            "is no less than",
        ],
        "is not a",
    ),
    form(&["that there is", "that there are", "what there is"], &[], "that exists"),
    form(&["as it stands", "as they stand", "as it is", "as they are"], &[], "unchanged; or what effect it has"),
    form(&["so many", "so long", "so much"], &[], "the number of; as long as"),
    form(&["behind"], &[], "after"),
    form(
        &["of which", "in which"],
        &["in which case", "order in which", "way in which", "ways in which"],
        "name the subject",
    ),
    form(
        &["nobody", "anybody", "everybody", "whoever", "no one", "strangers", "stranger"],
        &[],
        "the user; you; another program",
    ),
    form(&["mend", "mends", "mended", "mending", "cure", "cures", "cured", "curing"], &[], "fix; repair"),
    form(&["passed over", "passes over", "pass over"], &[], "ignored"),
    form(&["all the same"], &[], "anyway"),
    form(&["look whether", "looks whether", "see to it", "sees to it"], &[], "check whether"),
    form(&["belongs nowhere", "belong nowhere"], &[], "is not allowed here"),
    form(&["stands where", "stand where"], &[], "is"),
    form(&["what is read there"], &[], "name the subject"),
    form(&["other face of"], &[], "say what the item is"),
    form(
        &["hardly", "in vain", "anew", "thereof", "thereby", "therein", "whereby"],
        &[],
        "probably not; without a result; again",
    ),
    form(&["nothing but"], &[], "only"),
    form(&["beyond ascii"], &[], "non-ASCII"),
    form(&["blank", "blanks"], &["blank line", "blank lines"], "space; white space"),
    form(&["keeps the law", "keeps a law", "keep the laws", "keeps its laws", "holds a law"], &[], "satisfies"),
    form(&["takes out", "take out", "taken out", "take it out", "takes it out", "take them out"], &[], "remove"),
    form(&["takes away", "take away", "taken away", "take it away", "takes it away"], &[], "remove"),
    form(&["puts in", "put it in"], &[], "insert"),
    form(&["of one's own", "no one's", "by and by", "at all events", "lest", "albeit", "ere"], &[], "plain words"),
];

/// True uses: a file, and the text around the form there.
const ALLOWED: &[(&str, &str)] = &[];

/// Lists each place that has a form to avoid and what is wrong with the pages, and fails if there is anything.
pub(crate) fn run(root: &Path) -> anyhow::Result<()> {
    let mut found = Vec::new();
    let mut pages = BTreeMap::new();
    let mut used = vec![false; ALLOWED.len()];
    let is_ours = |entry: &DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || ["target", "corpus", "artifacts"].contains(&&*name))
    };
    for entry in WalkDir::new(root).sort_by_file_name().into_iter().filter_entry(is_ours) {
        let entry = entry?;
        let path = entry.path();
        let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else { continue };
        let file = path.strip_prefix(root)?.to_string_lossy().replace('\\', "/");
        if extension == "md" && entry.file_type().is_file() {
            pages.insert(file.clone(), fs::read_to_string(path).with_context(|| file.clone())?);
        }
        // This file and the page list the forms. Scanners are generated, and quote their grammars.
        let lists_them = ["xtask/src/prose.rs", "docs/style.md"].contains(&&*file);
        if !entry.file_type().is_file()
            || lists_them
            || file.ends_with("/scanner.rs")
            || file.contains("/tests/grammars/")
        {
            continue;
        }
        let text = || fs::read_to_string(path).with_context(|| file.clone());
        let pieces = match extension {
            "rs" => of_code(&text()?, !file.contains("/tests/")),
            "pest" => of_code(&text()?, false),
            "toml" if file.ends_with("/case.toml") => of_case(&text()?),
            "toml" => of_config(&text()?),
            "md" => of_page(&pages[&file]),
            _ => continue,
        };
        for piece in &pieces {
            'finding: for finding in findings(piece) {
                for (allowed, used) in ALLOWED.iter().zip(&mut used) {
                    if allowed.0 == file && finding.context.contains(allowed.1) {
                        *used = true;
                        continue 'finding;
                    }
                }
                found.push((file.clone(), finding));
            }
        }
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (file, finding) in &found {
        *counts.entry(finding.words).or_default() += 1;
        println!("{file}:{}: \"{}\": write \"{}\"", finding.line, finding.words, finding.write);
        println!("    {}", finding.context);
    }
    for ((file, text), _) in ALLOWED.iter().zip(&used).filter(|(_, used)| !**used) {
        println!("{file}: {text:?} is allowed, and not there");
    }
    let problems = pages::problems(&pages, &|path| root.join(path).exists());
    for problem in &problems {
        println!("{problem}");
    }
    ensure!(used.iter().all(|used| *used), "allowed uses that do not exist");
    ensure!(found.is_empty(), "{} forms that docs/style.md asks to avoid: {counts:?}", found.len());
    ensure!(problems.is_empty(), "{} problems of the pages", problems.len());
    Ok(())
}

/// A comment of some lines, a string literal, or a paragraph.
struct Piece {
    /// Its first line, from 1.
    line: usize,
    text: String,
}

struct Finding {
    line: usize,
    words: &'static str,
    write: &'static str,
    /// The line of text around it.
    context: String,
}

/// The forms in a piece. Line ends count as spaces.
fn findings(piece: &Piece) -> Vec<Finding> {
    let text: String = piece.text.chars().map(|c| if c == '\n' { ' ' } else { c.to_ascii_lowercase() }).collect();
    let mut found = Vec::new();
    for form in FORMS {
        for words in form.words {
            let is_plain = |at: usize| {
                let covers = |(start, phrase): (usize, &str)| start <= at && at + words.len() <= start + phrase.len();
                form.unless.iter().any(|phrase| places(&text, phrase).any(|start| covers((start, phrase))))
            };
            for at in places(&text, words).filter(|&at| !is_plain(at)) {
                let line = piece.text[..at].matches('\n').count();
                let context = piece.text.lines().nth(line).unwrap_or_default().trim().to_owned();
                found.push(Finding { line: piece.line + line, words, write: form.write, context });
            }
        }
    }
    found
}

/// The places where a phrase occurs as whole words.
fn places(text: &str, phrase: &str) -> impl Iterator<Item = usize> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    text.match_indices(phrase).map(|(at, _)| at).filter(move |&at| {
        let (before, after) = (text[..at].chars().next_back(), text[at + phrase.len()..].chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

/// The comments of a Rust file, and with `strings` the string literals before its tests.
fn of_code(text: &str, strings: bool) -> Vec<Piece> {
    let tests = start_of_tests(text);
    let mut pieces: Vec<Piece> = Vec::new();
    // The line of the last comment, which the next one continues.
    let (mut line, mut last) = (1, 0);
    let mut in_fence = false;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let len = token(rest);
        let token = &rest[..len];
        if token.starts_with("//") {
            let words = token.trim_start_matches(['/', '!']);
            if last + 1 != line {
                in_fence = false;
            }
            let is_fence = words.trim_start().starts_with("```");
            in_fence ^= is_fence;
            // The code of an example counts only by its own comments.
            let words = match in_fence || is_fence {
                true => words.split_once("// ").map_or("", |(_, comment)| comment),
                false => words,
            };
            let words = without_code(words.trim());
            match pieces.last_mut().filter(|_| last + 1 == line) {
                Some(piece) => piece.text = format!("{}\n{words}", piece.text),
                None => pieces.push(Piece { line, text: words }),
            }
            last = line;
        } else if strings
            && at < tests
            && token.starts_with(['"', 'r'])
            && token.contains(' ')
            && token.ends_with(['"', '#'])
        {
            pieces.push(Piece { line, text: without_code(token) });
        }
        line += token.matches('\n').count();
        at += len;
    }
    pieces
}

/// The place where the tests at the end of a Rust file start: a `#[cfg(test)]` before the block of a module. The file of a test
/// module (`mod slow;`) starts no tests here.
fn start_of_tests(text: &str) -> usize {
    const MARK: &str = "#[cfg(test)]";
    let is_block = |at: usize| {
        let item = text[at + MARK.len()..].trim_start().lines().next().unwrap_or_default();
        item.starts_with("mod ") && item.trim_end().ends_with('{')
    };
    text.match_indices(MARK).map(|(at, _)| at).find(|&at| is_block(at)).unwrap_or(text.len())
}

/// The length of the comment, string, character or other piece at the start of a Rust text.
fn token(rest: &str) -> usize {
    let bytes = rest.as_bytes();
    let quoted = |quote: u8| {
        let mut at = 1;
        while at < bytes.len() && bytes[at] != quote {
            at += if bytes[at] == b'\\' { 2 } else { 1 };
        }
        (at + 1).min(bytes.len())
    };
    match bytes {
        [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
        [b'"', ..] => quoted(b'"'),
        [b'r', b'"' | b'#', ..] => {
            let hashes = rest[1..].bytes().take_while(|byte| *byte == b'#').count();
            if bytes.get(1 + hashes) != Some(&b'"') {
                return 1 + hashes;
            }
            let close = format!("\"{}", "#".repeat(hashes));
            let from = 2 + hashes;
            rest[from..].find(&close).map_or(rest.len(), |end| from + end + close.len())
        }
        // A single quotation mark without a second one starts a lifetime.
        [b'\'', b'\\', ..] => quoted(b'\''),
        [b'\'', ..] => {
            let c = rest[1..].chars().next().map_or(0, char::len_utf8);
            if rest[1 + c..].starts_with('\'') { c + 2 } else { 1 }
        }
        _ => {
            let word = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
            if word > 0 { word } else { rest.chars().next().map_or(1, char::len_utf8) }
        }
    }
}

/// The paragraphs of a page, without its code.
fn of_page(text: &str) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    // The line of the last words, which the next line continues.
    let mut last = 0;
    for (line, words) in outside_code(text).filter(|(_, words)| !words.trim().is_empty()) {
        let words = without_code(words.trim());
        match pieces.last_mut().filter(|_| last + 1 == line) {
            Some(piece) => piece.text = format!("{}\n{words}", piece.text),
            None => pieces.push(Piece { line, text: words }),
        }
        last = line;
    }
    pieces
}

/// The lines of a page outside of its blocks of code, with their numbers.
fn outside_code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    // The number of backquotes that opened the block.
    let mut open = None;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let marks = line.trim_start().bytes().take_while(|byte| *byte == b'`').count();
        match open {
            Some(least) if marks >= least && line.trim().len() == marks => open = None,
            Some(_) => {}
            None if marks >= 3 => open = Some(marks),
            None => return Some((index + 1, line)),
        }
        None
    })
}

/// The description of a test case.
fn of_case(text: &str) -> Vec<Piece> {
    let lines = text.lines().enumerate();
    let abouts = lines.filter_map(|(index, line)| Some((index + 1, line.strip_prefix("about = ")?)));
    abouts.map(|(line, about)| Piece { line, text: without_code(about) }).collect()
}

/// The comments of a configuration file.
fn of_config(text: &str) -> Vec<Piece> {
    let lines = text.lines().enumerate();
    let comments = lines.filter_map(|(index, line)| Some((index + 1, line.strip_prefix("# ")?)));
    comments.map(|(line, comment)| Piece { line, text: without_code(comment) }).collect()
}

/// A line with its inline code replaced by `…`.
fn without_code(line: &str) -> String {
    let mut parts = line.split('`');
    let mut out = parts.next().unwrap_or_default().to_owned();
    while let Some(code) = parts.next() {
        match parts.next() {
            Some(words) => out = out + "`…`" + words,
            // The second backquote is missing.
            None => out = out + "`" + code,
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(pieces: &[Piece]) -> Vec<(usize, &'static str)> {
        let mut all: Vec<_> = pieces.iter().flat_map(findings).map(|found| (found.line, found.words)).collect();
        all.sort_unstable();
        all
    }

    #[test]
    fn comments_and_messages_are_looked_at() {
        let code = "/// It was said\n/// `said` so\n/// many times.\nlet said = '\"'; // there is no said\nfail(\"is no board\");\n\
                    let r#type = r#\"a \"blank\" here\"#;\n#[cfg(test)]\nmod slow;\nlet y = \"all the same\";\n\
                    #[cfg(test)]\nmod tests {\nlet x = \"this is no date\"; // told\n}\n";
        let found =
            [(1, "said"), (2, "so many"), (4, "said"), (5, "is no"), (6, "blank"), (9, "all the same"), (12, "told")];
        assert_eq!(words(&of_code(code, true)), found);
        assert_eq!(words(&of_code(code, false)), [found[0], found[1], found[2], found[6]]);
    }

    #[test]
    fn code_in_documentation_is_not() {
        let code = "/// ```\n/// let said = told(); // nobody\n/// ```\n/// said\nfn f<'a>(c: &'a str) {} // hardly\n";
        assert_eq!(words(&of_code(code, true)), [(2, "nobody"), (4, "said"), (5, "hardly")]);
    }

    #[test]
    fn pages_are_looked_at_without_their_code() {
        let page = "# Mended\n\n```console\n$ told\n```\nIt is no\nboard, there is no `blank` here\n";
        assert_eq!(words(&of_page(page)), [(1, "mended"), (6, "is no")]);
    }

    #[test]
    fn descriptions_of_test_cases_are_looked_at() {
        let case = "# said\nabout = \"A value that nobody reads.\"\nsource = \"told\"\n";
        assert_eq!(words(&of_case(case)), [(2, "nobody")]);
    }

    #[test]
    fn forms_are_whole_words() {
        let piece = |text: &str| Piece { line: 1, text: text.into() };
        assert_eq!(words(&[piece("mendacious re-mended is nothing; This is no longer true")]), []);
        assert_eq!(words(&[piece("There is no x that is no y")]), [(1, "is no")]);
    }
}
