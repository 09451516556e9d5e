//! Any text is a JSON document whose safe fixes keep its meaning. If it has no other problems, setting, inserting or removing a
//! value changes only that value.

use arbitrary::{Arbitrary, Unstructured};
use kifu::model::{Diagnostics, Edits, Safety};
use kifu_json::{Document, Kind, Value, ValueId};

/// Tests the law on what the bytes of a fuzzer mean.
pub fn run(bytes: &[u8]) {
    let Ok(input) = <(u16, u8, u8, &[u8])>::arbitrary_take_rest(Unstructured::new(bytes)) else { return };
    let (at, n, new, bytes) = input;
    let text = &*String::from_utf8_lossy(bytes);
    fixed(text);
    let (document, diagnostics) = Document::parse(text);
    let Some(target) = document.values().nth(usize::from(at) % document.values().len().max(1)) else { return };
    let json = ["5", "\"s\"", "[1]", "{}", "null"][usize::from(new) % 5];
    let n = usize::from(n) % (target.children().count() + 1);
    let before = target.children().nth(n);
    let set = target.set(json).apply(text);
    let inserted = match target.kind() {
        Kind::Object => target.insert_members(before, [("new", json)]),
        _ => target.insert_elements(before, [json]),
    };
    let inserted = inserted.map(|edits| edits.apply(text));
    let removed = document.remove([target.id()]).apply(text);
    // A duplicate key is a problem of the values, not of the syntax.
    if !diagnostics.iter().all(|found| found.code.short() == "duplicate-key") {
        return;
    }
    let others = |document: &Document<'_>, id: ValueId| -> Vec<String> {
        document
            .values()
            .take_while(|value| value.id() != id)
            .filter(|value| is_scalar(*value))
            .map(Value::compact)
            .collect()
    };
    let (again, _) = Document::parse(&set);
    assert_eq!(again.value(target.id()).map(Value::compact).as_deref(), Some(json), "set: {set}");
    assert_eq!(others(&again, target.id()), others(&document, target.id()), "set: {set}");
    assert_eq!(again.roots().count(), document.roots().count(), "set: {set}");
    if let Some(inserted) = inserted {
        let (again, _) = Document::parse(&inserted);
        let children: Vec<String> =
            again.value(target.id()).into_iter().flat_map(Value::children).map(Value::compact).collect();
        let mut wanted: Vec<String> = target.children().map(Value::compact).collect();
        wanted.insert(n, json.into());
        assert_eq!(children, wanted, "inserted: {inserted}");
    }
    let (again, _) = Document::parse(&removed);
    assert_eq!(others(&again, target.id()), others(&document, target.id()), "removed: {removed}");
    let gone = usize::from(target.parent().is_none());
    assert_eq!(again.roots().count(), document.roots().count() - gone, "removed: {removed}");
}

fn is_scalar(value: Value<'_>) -> bool {
    !matches!(value.kind(), Kind::Array | Kind::Object)
}

/// Panics if safe fixes change a value, or if some are left after several rounds.
fn fixed(text: &str) {
    let meaning = |document: &Document<'_>| document.roots().map(Value::compact).collect::<Vec<_>>();
    let safe = |diagnostics: Diagnostics| -> Vec<Edits> {
        let fixes = diagnostics.into_iter().filter_map(|found| found.fix).filter(|fix| fix.safety == Safety::Safe);
        fixes.map(|fix| fix.edits).collect()
    };
    let (document, diagnostics) = Document::parse(text);
    let (meant, mut fixes, mut text) = (meaning(&document), safe(diagnostics), text.to_owned());
    for _ in 0..20 {
        if fixes.is_empty() {
            return;
        }
        text = Edits::from_disjoint(&fixes).edits.apply(&text);
        let (document, diagnostics) = Document::parse(&text);
        assert_eq!(meaning(&document), meant, "fixed: {text}");
        fixes = safe(diagnostics);
    }
    panic!("still not fixed: {text}");
}
