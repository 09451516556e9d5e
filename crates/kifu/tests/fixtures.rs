//! Every fixture: what it is read as, and that no other format loses any of it. A trial a case.

use kifu::{Hints, Library, goban::Go, model::Severity};
use libtest_mimic::{Arguments, Failed, Trial};
use std::{
    fs,
    path::{Path, PathBuf},
};

mod dump;

/// What `case.toml` says of a case.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    about: String,
    source: String,
    licence: String,
    encoding: Option<String>,
    expect: Expect,
    /// The formats in which the program's own trials show the case.
    #[serde(default, rename = "as")]
    _as: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum Expect {
    Clean,
    Warnings,
    Errors,
}

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut trials = Vec::new();
    for format in ["sgf", "jgf2"] {
        let mut cases: Vec<PathBuf> =
            fs::read_dir(root.join(format)).expect("fixtures are there").flatten().map(|e| e.path()).collect();
        cases.sort();
        for case in cases.into_iter().filter(|case| case.is_dir()) {
            let name = case.file_name().unwrap_or_default().to_string_lossy().into_owned();
            trials.push(Trial::test(format!("{format}/{name}"), move || fixture(&case, format)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn fixture(folder: &Path, format: &str) -> Result<(), Failed> {
    let case: Case = toml::from_str(&fs::read_to_string(folder.join("case.toml"))?)?;
    if case.about.is_empty() || case.source.is_empty() || case.licence.is_empty() {
        return Err("about, source and licence are stated".into());
    }
    let extension = if format == "sgf" { "sgf" } else { "jgf" };
    let name = format!("input.{extension}");
    let bytes = fs::read(folder.join(&name))?;
    let library = Library::default();
    let mut hints = Hints::default();
    hints.charset = case.encoding.as_deref().map(kifu::model::Charset::new);
    let opened = match library.read(&name, bytes.clone(), &hints) {
        Err(error) if case.expect == Expect::Errors => return snapshot(folder, "record", &format!("{error}\n")),
        opened => opened?,
    };
    let detected = library.detect(&name, &bytes)?;
    if detected.info().id != format {
        return Err(format!("detected as {}", detected.info().id).into());
    }
    let Some(reading) = opened.games.of::<Go>() else { return Err("not go".into()) };
    snapshot(folder, "record", &dump::records(&opened.source, reading))?;

    let worst = match opened.diagnostics().max_severity() {
        None | Some(Severity::Note) => Expect::Clean,
        Some(Severity::Warning) => Expect::Warnings,
        Some(Severity::Error) => Expect::Errors,
    };
    if worst != case.expect {
        return Err(format!("{:?} expected, {worst:?} found", case.expect).into());
    }
    // The laws of each format are tried in its own crate; what is between formats only here.
    for other in library.formats_of::<Go>() {
        for converted in kifu::convert(other, &reading.records).outputs {
            if let Some(loss) = converted.losses.first() {
                return Err(format!("lost in {}: {}", other.info().id, loss.message).into());
            }
        }
        // What is written is read again without warnings, but for those that the text of the case has. What JGF 2 has no word
        // for goes back to where it stood.
        if reading.records.is_empty() || (format, other.info().id) == ("jgf2", "jgf2") {
            continue;
        }
        let found = |code: kifu::model::Code| code.0.split_once('/').map_or(code.0, |(_, name)| name);
        let known: Vec<_> = opened.diagnostics().counts().map(|(code, ..)| found(code)).collect();
        let text = other.write(&reading.records).text;
        let again = other.read(&kifu::model::Source::from_text("again", text)).diagnostics;
        let mut new = again.iter().filter(|said| said.severity > Severity::Note && !known.contains(&found(said.code)));
        if let Some(said) = new.next() {
            return Err(format!("what is written as {} has {}: {}", other.info().id, said.code, said.message).into());
        }
    }
    Ok(())
}

/// Compares with the snapshot beside the input.
fn snapshot(folder: &Path, name: &str, shown: &str) -> Result<(), Failed> {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.remove_input_file();
    settings.remove_info();
    settings.bind(|| insta::assert_snapshot!(name, shown));
    Ok(())
}
