//! Nesting uses no stack.

use kifu_core::Severity;
use kifu_json::{Document, Stream, Writer};
use std::thread;

const DEEP: usize = 100_000;

fn on_a_small_stack(work: impl FnOnce() + Send + 'static) {
    thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap();
}

fn try_everything(text: &str, levels: usize) {
    let (document, diagnostics) = Document::parse(text);
    let root = document.root().unwrap();
    assert!(document.values().len() >= levels);
    let last = document.values().next_back().unwrap();
    let pointer = last.pointer();
    assert_eq!(root.at(&pointer).unwrap().id(), last.id());
    let compact = root.compact();
    let (again, clean) = Document::parse(&compact);
    assert!(clean.is_empty());
    assert!(root.same(again.root().unwrap()));
    if diagnostics.is_empty() {
        assert_eq!(compact.len(), text.len());
    }
    let mut pretty = Writer::pretty();
    pretty.value(root);
    let pretty = pretty.finish();
    assert_eq!(Document::parse(&pretty).0.values().len(), document.values().len());
    let edited = last.set("[]").apply(text);
    assert_eq!(Document::parse(&edited).0.values().len(), document.values().len());
    let _ = document.remove([last.id()]).apply(text);
    let mut stream = Stream::new(text);
    assert!(stream.next_document().is_some());
    assert!(document.value_at((DEEP / 2) as u32).is_some());
    let mut writer = Writer::compact();
    writer.raw(text);
    let written = writer.finish();
    assert!(written == compact || diagnostics.at_least(Severity::Error) > 0 && written.starts_with('"'));
    drop(document.clone());
}

#[test]
fn deep_arrays() {
    on_a_small_stack(|| try_everything(&("[".repeat(DEEP) + &"]".repeat(DEEP)), DEEP));
}

#[test]
fn deep_objects() {
    on_a_small_stack(|| try_everything(&("{\"a\":".repeat(DEEP) + "0" + &"}".repeat(DEEP)), DEEP));
}

#[test]
fn deep_and_never_closed() {
    on_a_small_stack(|| try_everything(&"[".repeat(DEEP), DEEP));
    on_a_small_stack(|| try_everything(&"[{a:".repeat(DEEP), DEEP));
    on_a_small_stack(|| try_everything(&("[".repeat(DEEP) + &"}".repeat(DEEP)), DEEP));
    on_a_small_stack(|| try_everything(&("{\"a\":[".repeat(DEEP / 2) + &"}".repeat(DEEP)), DEEP));
}

#[test]
fn deep_variations_are_written() {
    on_a_small_stack(|| {
        let mut writer = Writer::pretty();
        writer.begin_array();
        for n in 0..DEEP {
            writer.begin_object();
            writer.key("variations");
            writer.begin_array();
            writer.begin_array();
            writer.begin_object();
            writer.key("move");
            writer.begin_object_inline();
            writer.key("x");
            writer.integer(n as i64);
            writer.end();
            writer.end();
        }
        let text = writer.finish();
        let (document, diagnostics) = Document::parse(&text);
        assert!(diagnostics.is_empty());
        assert_eq!(document.values().len(), 1 + 6 * DEEP);
    });
}
