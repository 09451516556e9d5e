//! Prints the code for a set of characters: one character, a run, and the search for the end of a run.

use super::{HERE, Printer, Value, bytes::byte};
use crate::set::{CharSet, END, Shape};
use std::collections::BTreeSet;

/// The maximum number of characters to search for as the end of a run. If there are more, the code tests each character of the run.
const MANY_STOPS: usize = 16;

impl Printer<'_> {
    /// Returns a call that matches one character of the set.
    pub(super) fn one(&mut self, set: &CharSet) -> String {
        let bytes = set.first_bytes();
        match set.shape() {
            Shape::Ascii => {
                let test = self.byte_test(|byte| bytes.has(byte));
                self.helper("one", &format!("{HERE}{test}"))
            }
            Shape::AsciiAndRest | Shape::FirstByte => {
                let test =
                    if *set == CharSet::all() { "|_| true".to_owned() } else { self.byte_test(|byte| bytes.has(byte)) };
                self.helper("wide", &format!("{HERE}{test}"))
            }
            Shape::Decoded => match set.single() {
                Some(c) => self.helper("literal", &format!("{HERE}{:?}", c.to_string())),
                None => {
                    let test = self.char_test(set);
                    self.helper("character", &format!("{HERE}{test}"))
                }
            },
        }
    }

    /// Returns one call for a run, if the bytes decide.
    pub(super) fn run(&mut self, set: &CharSet, some: bool) -> Option<Value> {
        let bytes = set.first_bytes();
        let end = match set.shape() {
            _ if *set == CharSet::all() => "text.len().max(i)".to_owned(),
            Shape::Ascii => return Some(self.followed(|byte| bytes.has(byte), some)),
            Shape::AsciiAndRest => {
                let stops: BTreeSet<usize> = (0..END).filter(|&byte| !bytes.has(byte)).collect();
                match self.search(&stops) {
                    Some(end) => end,
                    None => return Some(self.followed(|byte| bytes.has(byte), some)),
                }
            }
            Shape::FirstByte | Shape::Decoded => return None,
        };
        Some(if some { Value::fallible(self.helper("moved", &format!("i, {end}"))) } else { Value::sure(end) })
    }

    /// Returns a call that follows a run byte by byte.
    fn followed(&mut self, is_member: impl Fn(usize) -> bool, some: bool) -> Value {
        let test = self.byte_test(is_member);
        let arguments = format!("{HERE}{test}");
        if some {
            Value::fallible(self.helper("some_run", &arguments))
        } else {
            Value::sure(self.helper("run", &arguments))
        }
    }

    /// Returns the lines for a run whose characters are not decided by one byte.
    pub(super) fn long_run(&mut self, set: &CharSet, some: bool) -> Vec<String> {
        let stops = set.complement().few(MANY_STOPS).filter(|stops| !stops.is_empty());
        let mut lines = Vec::new();
        if some {
            lines.push("let start = i;".to_owned());
        }
        if let Some(stops) = stops {
            let stops: Vec<String> = stops.into_iter().map(String::from).collect();
            lines.extend(self.until(&stops, if some { "break" } else { "return i" }));
        } else {
            let one = self.one(set);
            lines.push(format!("while let Some(end) = {one} {{"));
            lines.push("i = end;".to_owned());
            lines.push("}".to_owned());
            if !some {
                lines.push("i".to_owned());
            }
        }
        if some {
            lines.push("(i > start).then_some(i)".to_owned());
        }
        lines
    }

    /// Returns the lines that search for the first bytes of the stops and compare the whole stop there. `leave` is what to do at a
    /// stop or the end.
    ///
    /// A stop begins with the first byte of a character, so the other bytes of a character are never a stop.
    pub(super) fn until(&mut self, stops: &[String], leave: &str) -> Vec<String> {
        let firsts: BTreeSet<usize> = stops.iter().filter_map(|stop| stop.bytes().next()).map(usize::from).collect();
        let search = match self.search(&firsts) {
            Some(search) => search,
            None => self.followed(|byte| !firsts.contains(&byte), false).code,
        };
        let mut lines =
            vec!["loop {".to_owned(), format!("i = {search};"), format!("if i == text.len() {{ {leave}; }}")];
        for stop in stops {
            let found = self.helper("literal", &format!("{HERE}{stop:?}"));
            lines.push(format!("if {found}.is_some() {{ {leave}; }}"));
        }
        lines.push("i += 1;".to_owned());
        lines.push("}".to_owned());
        lines
    }

    /// Returns a call that finds the first of a few bytes, or the end.
    fn search(&mut self, bytes: &BTreeSet<usize>) -> Option<String> {
        let helper = match bytes.len() {
            1 => "until1",
            2 => "until2",
            3 => "until3",
            _ => return None,
        };
        let bytes: Vec<String> = bytes.iter().copied().map(byte).collect();
        Some(self.helper(helper, &format!("{HERE}{}", bytes.join(", "))))
    }
}
