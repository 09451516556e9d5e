//! The tables of `docs/rules.md`: the rule sets, and what is reported about moves under them.

use anyhow::{Context, bail};
use kifu::{
    Hints, Library,
    goban::rules::{Compensation, End, Ko, PRESETS, Repetition, Rules, Scoring, Tax},
    model::{CodeInfo, Severity},
};
use std::fmt::Write;

/// Returns the tables of the rule sets: what they differ in, and their notation.
pub(super) fn presets() -> anyhow::Result<String> {
    let mut out = String::from(
        "| name | other names | ko | a repetition that ko allows | suicide | scoring | tax | button | compensation | passes | komi |\n\
         |---|---|---|---|---|---|---|---|---|---|--:|\n",
    );
    for preset in PRESETS {
        let Rules { ko, repetition, suicide, scoring, tax, button, compensation, end, .. } = preset.rules;
        let names: Vec<_> = preset.aliases.iter().map(|name| format!("`{name}`")).collect();
        let ko_word = match ko {
            Ko::Simple => "simple",
            Ko::Positional => "positional superko",
            Ko::Situational => "situational superko",
            _ => bail!("no word for {ko:?}"),
        };
        let repetition = match repetition {
            Repetition::Illegal => "–",
            Repetition::NoResult => "no result",
            Repetition::Draw => "draw",
            _ => bail!("no word for {repetition:?}"),
        };
        let scoring = match scoring {
            Scoring::Area => "area",
            Scoring::Territory => "territory",
            _ => bail!("no word for {scoring:?}"),
        };
        let tax = match tax {
            Tax::None => "none",
            Tax::Seki => "seki",
            Tax::All => "seki and groups",
            _ => bail!("no word for {tax:?}"),
        };
        let compensation = match compensation {
            Compensation::None => "none",
            Compensation::AllButOne => "N-1",
            Compensation::All => "N",
            _ => bail!("no word for {compensation:?}"),
        };
        let end = match end {
            End::TwoPasses => "two",
            End::WhitePassesLast => "two, White last",
            End::FourPasses => "four",
            _ => bail!("no word for {end:?}"),
        };
        let (suicide, button) = (if suicide { "legal" } else { "illegal" }, if button { "yes" } else { "no" });
        let _ = writeln!(
            out,
            "| `{}` | {} | {ko_word} | {repetition} | {suicide} | {scoring} | {tax} | {button} | {compensation} | {end} | {} |",
            preset.name,
            if names.is_empty() { "–".into() } else { names.join(", ") },
            preset.komi.normalized()
        );
    }
    out.push_str("\n| name | in KataGo's notation |\n|---|---|\n");
    for preset in PRESETS {
        let _ = writeln!(out, "| `{}` | `{}` |", preset.name, preset.rules.to_katago());
    }
    Ok(out)
}

/// Returns the table of the findings of the rules of go.
///
/// The severities are those that `check` gives the examples on the pages of the codes, unchanged and without their rule set.
pub(super) fn findings(library: &Library) -> anyhow::Result<String> {
    let mut out = String::from("| finding | rules stated | rules assumed | meaning |\n|---|---|---|---|\n");
    for info in kifu::rules::go::CODES {
        let [stated, assumed] = severities(library, info)?;
        let link = info.code.0.replace('/', "");
        let _ = writeln!(out, "| [`{}`](diagnostics.md#{link}) | {stated} | {assumed} | {} |", info.code, info.title);
    }
    Ok(out)
}

/// Returns the severity of a finding in the example of its page, and in the example without a rule set.
fn severities(library: &Library, info: &CodeInfo) -> anyhow::Result<[Severity; 2]> {
    let Some(example) = info.page.split("```sgf\n").nth(1).and_then(|rest| rest.split("```").next()) else {
        // No format reads such a record. These are the severities that a program receives.
        return Ok([info.severity, info.severity.min(Severity::Warning)]);
    };
    let reported = |text: &str| -> anyhow::Result<Severity> {
        let opened = library.read("example.sgf", text.as_bytes().to_vec(), &Hints::default())?;
        let found = library.check(&opened);
        let of_code = found.iter().find(|diagnostic| diagnostic.code == info.code);
        of_code.map(|diagnostic| diagnostic.severity).with_context(|| format!("no {} in {text}", info.code))
    };
    let stated = reported(example)?;
    if info.severity != stated {
        bail!("the page of {} has the severity {}, and its example {stated}", info.code, info.severity);
    }
    let assumed = match example.split_once("RU[").and_then(|(start, rest)| Some((start, rest.split_once(']')?.1))) {
        // Rules that are unknown are assumed already.
        Some(_) if info.code.0 == UNKNOWN => stated,
        Some((start, end)) => reported(&format!("{start}{end}"))?,
        None => stated,
    };
    Ok([stated, assumed])
}

/// The code of an unknown rule set.
const UNKNOWN: &str = "rules/unknown-rule-set";
