//! The pages of `docs/grammars`: one for each grammar file, with the meaning of every token, its rule, and examples from the fixtures.

use anyhow::Context;
use kifu::model::Span;
use std::{collections::BTreeMap, fmt::Write, fs, path::Path};

/// A grammar, with the fixtures that have examples of it.
struct Grammar {
    /// The file, below the folder of the repository.
    path: &'static str,
    /// The name of the page.
    page: &'static str,
    title: &'static str,
    folders: &'static [&'static str],
    tokens: fn(&str) -> Vec<(String, Span)>,
}

const GRAMMARS: [Grammar; 5] = [
    Grammar {
        path: "crates/sgf/src/sgf.pest",
        page: "sgf",
        title: "SGF",
        folders: &["sgf"],
        tokens: |text| named(kifu_sgf::tokens(text)),
    },
    Grammar {
        path: "crates/json/src/json.pest",
        page: "json",
        title: "JSON: JGF 1, JGF 2 and JKF",
        folders: &["jgf1", "jgf2", "jkf"],
        tokens: |text| {
            kifu_json::tokens(text).map(|(token, span)| (format!("{token:?}").to_lowercase(), span)).collect()
        },
    },
    Grammar {
        path: "crates/kif/src/kif.pest",
        page: "kif",
        title: "KIF and KI2",
        folders: &["kif", "ki2"],
        tokens: |text| named(kifu_kif::tokens(text)),
    },
    Grammar {
        path: "crates/csa/src/csa.pest",
        page: "csa",
        title: "CSA",
        folders: &["csa"],
        tokens: |text| named(kifu_csa::tokens(text)),
    },
    Grammar {
        path: "crates/usi/src/usi.pest",
        page: "usi",
        title: "USI, SFEN and USEN",
        folders: &["usi"],
        tokens: |text| named(kifu_usi::tokens(text)),
    },
];

fn named(tokens: impl Iterator<Item = (&'static str, Span)>) -> Vec<(String, Span)> {
    tokens.map(|(name, span)| (name.to_owned(), span)).collect()
}

/// The most examples of a token.
const EXAMPLES: usize = 3;
/// The most characters of an example.
const LONGEST: usize = 60;

/// Returns the path and the text of each page.
pub(super) fn pages(root: &Path) -> anyhow::Result<Vec<(String, String)>> {
    GRAMMARS.iter().map(|grammar| Ok((format!("docs/grammars/{}.md", grammar.page), page(root, grammar)?))).collect()
}

fn page(root: &Path, grammar: &Grammar) -> anyhow::Result<String> {
    let file = fs::read_to_string(root.join(grammar.path)).with_context(|| grammar.path.to_owned())?;
    let Parts { about, tokens, others } = parts(&file);
    let examples = examples(root, grammar)?;
    let mut out = format!(
        "# The grammar of {}\n\n\
         This page is for authors of programs and of further formats. `cargo xtask docs` makes it from [the grammar file](../../{}),\n\
         which the scanner is generated from and [pest](https://pest.rs) reads too. The examples are tokens of the fixtures.\n\n\
         {about}\n\n\
         A rule is an expression: `a ~ b` is `a` and then `b`, `a | b` is the first of both that fits, `*` and `+` repeat, `?` is\n\
         optional, `!a` and `&a` look ahead, `'0'..'9'` is one character of a range, and `ANY` is any character. `SOI` and `EOI` are\n\
         the start and the end of the text. The order of the alternatives of `token` decides what a text is.\n",
        grammar.title, grammar.path
    );
    for Rule { name, about, text } in tokens {
        let _ = write!(out, "\n## `{name}`\n\n{about}\n\n```pest\n{text}\n```\n");
        let found = examples.get(&name.replace('_', "")).map(Vec::as_slice).unwrap_or_default();
        if !found.is_empty() {
            let found: Vec<String> = found.iter().map(|example| format!("`` {example} ``")).collect();
            let _ = write!(out, "\nFor example: {}\n", found.join(", "));
        }
    }
    let others: Vec<&str> = others.iter().map(|rule| &*rule.text).collect();
    let _ = write!(out, "\n## Parts of the rules\n\n```pest\n{}\n```\n", others.join("\n"));
    Ok(out)
}

/// A rule with the comment before it.
struct Rule {
    name: String,
    about: String,
    text: String,
}

/// The parts of a grammar file.
struct Parts {
    /// The comment at the start.
    about: String,
    /// The rules with documentation.
    tokens: Vec<Rule>,
    others: Vec<Rule>,
}

/// Divides a grammar file. A rule ends with the line that ends with `}`.
fn parts(file: &str) -> Parts {
    let start: Vec<&str> = file.lines().map_while(|line| line.strip_prefix("// ")).collect();
    let (mut tokens, mut others) = (Vec::new(), Vec::new());
    let (mut about, mut lines) = (Vec::new(), Vec::new());
    for line in file.lines().skip(start.len()) {
        if let Some(comment) = line.strip_prefix("/// ") {
            about.push(comment);
        } else if !line.is_empty() {
            lines.push(line);
        }
        if !line.ends_with('}') || line.starts_with('/') {
            continue;
        }
        let text = std::mem::take(&mut lines).join("\n");
        let is_comment = |line: &&str| line.starts_with("//");
        let first = text.lines().find(|line| !is_comment(line)).unwrap_or_default();
        let name = first.split(['=', ' ']).next().unwrap_or_default().to_owned();
        let rules = if about.is_empty() { &mut others } else { &mut tokens };
        rules.push(Rule { name, about: std::mem::take(&mut about).join("\n"), text });
    }
    Parts { about: start.join("\n"), tokens, others }
}

/// Returns short tokens of the fixtures, each from another file, by the name of the rule.
fn examples(root: &Path, grammar: &Grammar) -> anyhow::Result<BTreeMap<String, Vec<String>>> {
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for folder in grammar.folders {
        let folder = root.join("fixtures").join(folder);
        let cases = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
        let mut cases: Vec<_> = cases.map(|case| Ok(case?.path())).collect::<anyhow::Result<_>>()?;
        cases.sort();
        for case in cases {
            let mut inputs: Vec<_> =
                fs::read_dir(&case)?.map(|file| Ok(file?.path())).collect::<anyhow::Result<_>>()?;
            inputs.retain(|path| path.file_stem().is_some_and(|stem| stem == "input"));
            for input in inputs {
                // Fixtures in other charsets have the same tokens as those in UTF-8.
                let Ok(text) = fs::read_to_string(&input) else { continue };
                take_examples(&text, grammar, &mut found);
            }
        }
    }
    Ok(found)
}

fn take_examples(text: &str, grammar: &Grammar, found: &mut BTreeMap<String, Vec<String>>) {
    let mut taken: Vec<String> = Vec::new();
    for (name, span) in (grammar.tokens)(text) {
        let example = text[span.range()].trim_matches(|c: char| c.is_ascii_whitespace());
        let is_fit = !example.is_empty()
            && example.chars().count() <= LONGEST
            && !example.contains(|c: char| c.is_control() || matches!(c, '`' | '\u{FFFD}' | '\u{FEFF}'));
        if !is_fit || taken.contains(&name) {
            continue;
        }
        let examples = found.entry(name.replace('_', "")).or_default();
        if examples.len() < EXAMPLES && !examples.iter().any(|known| known == example) {
            examples.push(example.to_owned());
            taken.push(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grammar_is_divided_into_its_rules() {
        let file = "// About it.\n// More.\n\nfile = _{ a* }\n/// An a\n/// or b.\na_b = @{\n    \"}\"\n}\n// Why.\nc   = _{ \"c\" }\n";
        let parts = parts(file);
        assert_eq!(parts.about, "About it.\nMore.");
        let of = |rules: &[Rule]| -> Vec<(String, String, String)> {
            rules.iter().map(|rule| (rule.name.clone(), rule.about.clone(), rule.text.clone())).collect()
        };
        let owned = |(a, b, c): (&str, &str, &str)| (a.to_owned(), b.to_owned(), c.to_owned());
        assert_eq!(of(&parts.tokens), [owned(("a_b", "An a\nor b.", "a_b = @{\n    \"}\"\n}"))]);
        let others = [("file", "", "file = _{ a* }"), ("c", "", "// Why.\nc   = _{ \"c\" }")];
        assert_eq!(of(&parts.others), others.map(owned));
    }
}
