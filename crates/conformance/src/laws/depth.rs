//! The law of deep nesting.

use super::decode;
use crate::{
    Case, Generate, Violation,
    law::{DEPTH, Verdict},
};
use kifu_core::{Format, Node, Part, Record, Source};
use std::{env, process::Command, thread};

/// The number of nested levels.
const LEVELS: usize = 100_000;

/// The stack size in bytes, as small as that of a thread on some systems.
const STACK: usize = 512 * 1024;

/// The environment variable that makes a process test only this law, for the suite with this name. A separate process is needed
/// because a stack overflow ends it.
const ALONE: &str = "KIFU_CONFORMANCE_DEPTH";

/// Tests the law in a separate process.
pub(crate) fn depth(label: &str) -> Verdict {
    let broken = |message: String| Err(Violation::new(DEPTH, label, message));
    let program = match env::current_exe() {
        Ok(program) => program,
        Err(error) => return broken(format!("the path of this program is unknown: {error}")),
    };
    match Command::new(program).env(ALONE, label).output() {
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let diagnostics = String::from_utf8_lossy(&output.stderr);
            broken(format!(
                "with {STACK} bytes of stack: {}, {}",
                output.status,
                diagnostics.lines().last().unwrap_or_default()
            ))
        }
        Err(error) => broken(format!("cannot start a process: {error}")),
    }
}

/// Returns true if this process must test only this law, for the suite with this name.
pub(crate) fn is_alone(label: &str) -> bool {
    env::var(ALONE).is_ok_and(|asked| asked == label)
}

/// Tests the law in this process, on a small stack.
pub(crate) fn alone<G: Generate>(format: &dyn Format<G>, cases: &[Case]) -> bool {
    thread::scope(|scope| {
        let small = thread::Builder::new().stack_size(STACK);
        let tried = small.spawn_scoped(scope, || nested(format, cases));
        tried.is_ok_and(|tried| tried.join().is_ok())
    })
}

fn nested<G: Generate>(format: &dyn Format<G>, cases: &[Case]) {
    let mut record = Record::<G>::default();
    let mut at = record.tree.root();
    let has_variations = format.info().holds.contains(&Part::Variation);
    for level in 0..LEVELS {
        // Each node has two children. The next level is below the second one.
        if has_variations {
            record.tree.add(at, Node::new(Some(G::plain(2 * level))));
        }
        at = record.tree.add(at, Node::new(Some(G::plain(2 * level + 1))));
    }
    let text = format.write(&[record]).text;
    let source = Source::from_text("nested", text);
    drop(format.read(&source));
    drop(format.layout(&source));
    for token in beginnings(format, cases) {
        let source = Source::from_text("repeated", token.repeat(LEVELS));
        drop(format.read(&source));
        drop(format.layout(&source));
    }
}

/// Returns the first character and the first two characters of the tokens in the cases, each once.
pub(crate) fn beginnings<G: Generate>(format: &dyn Format<G>, cases: &[Case]) -> Vec<String> {
    let mut found = std::collections::BTreeSet::new();
    for case in cases {
        let (source, _) = decode(format, case);
        for token in format.layout(&source).tokens {
            let text = source.text().get(token.range()).unwrap_or_default();
            for n in 1..=2 {
                found.insert(text.chars().take(n).collect::<String>());
            }
        }
    }
    // Keep one text per class of characters: small letters, capitals, digits and non-ASCII characters each count as one character.
    let mut classes = std::collections::BTreeSet::new();
    let class = |text: &str| {
        text.chars()
            .map(|c| {
                if c.is_ascii_lowercase() {
                    'a'
                } else if c.is_ascii_uppercase() {
                    'A'
                } else if c.is_ascii_digit() {
                    '0'
                } else if c.is_ascii() {
                    c
                } else {
                    '棋'
                }
            })
            .collect::<String>()
    };
    found.retain(|text| !text.is_empty() && classes.insert(class(text)));
    found.into_iter().collect()
}
