//! `kifu-grammar FILE [ENTRY…]`: writes the scanner of a grammar to the standard output. The default entry is `token`.

use std::{env, fs, process::ExitCode};

const USAGE: &str = "usage: kifu-grammar FILE.pest [ENTRY...] > scanner.rs";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let entries: Vec<&str> = arguments.iter().skip(1).map(String::as_str).collect();
    let scanner = match arguments.first() {
        Some(file) if !file.starts_with('-') => scanner(file, if entries.is_empty() { &["token"] } else { &entries }),
        _ => Err(USAGE.into()),
    };
    match scanner {
        Ok(scanner) => {
            print!("{scanner}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn scanner(file: &str, entries: &[&str]) -> Result<String, String> {
    let grammar = fs::read_to_string(file).map_err(|error| format!("cannot read {file}: {error}"))?;
    kifu_grammar::generate(&grammar, entries).map_err(|error| format!("{file}: {error}"))
}
