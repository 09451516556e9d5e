//! Prints the code for a choice: a lookup of the next byte selects the alternatives that can match.

use super::{
    Printer, Value,
    bytes::{byte_ranges, patterns},
};
use crate::{
    facts::Facts,
    set::END,
    tree::{Kind, Node},
};

impl Printer<'_> {
    /// Returns the lines that try the alternatives in order. The next byte selects the alternatives that can match.
    pub(super) fn choice(&mut self, parts: &[Node], fallible: bool) -> Vec<String> {
        let facts: Vec<Facts> = parts.iter().map(|part| Facts::of(part, self.grammar)).collect();
        let open = |symbol: usize| {
            let mut list: Vec<usize> =
                (0..parts.len()).filter(|&n| facts[n].takes.has(symbol) || facts[n].empty.has(symbol)).collect();
            // Alternatives after one that cannot fail here are never reached.
            let last = list.iter().position(|&n| !self.is_fallible(&parts[n]) || fallible && facts[n].sure.has(symbol));
            if let Some(last) = last {
                list.truncate(last + 1);
            }
            list
        };
        let mut arms: Vec<(Vec<usize>, Vec<usize>)> = Vec::new();
        for byte in 0..END {
            let list = open(byte);
            match arms.iter_mut().find(|(alternatives, _)| *alternatives == list) {
                Some((_, bytes)) => bytes.push(byte),
                None => arms.push((list, vec![byte])),
            }
        }
        let at_end = open(END);
        if let [(alternatives, _)] = &arms[..]
            && *alternatives == at_end
        {
            return self.alternatives(parts, alternatives, None, fallible);
        }

        let mut lines = Vec::new();
        let mut subject = "*text.as_bytes().get(i)?";
        if !at_end.is_empty() {
            // If the byte makes no difference, only the end has to be tested.
            let (head, foot) = if arms.len() > 1 {
                ("let Some(&byte) = text.as_bytes().get(i) else {", "};")
            } else {
                ("if i == text.len() {", "}")
            };
            let mut inner = self.alternatives(parts, &at_end, None, fallible);
            if let Some(last) = inner.last_mut() {
                *last = format!("return {last};");
            }
            lines.push(head.to_owned());
            lines.extend(inner);
            lines.push(foot.to_owned());
            subject = "byte";
        }
        if let [(alternatives, _)] = &arms[..] {
            if at_end.is_empty() {
                lines.push("text.as_bytes().get(i)?;".to_owned());
            }
            lines.extend(self.alternatives(parts, alternatives, None, fallible));
            return lines;
        }
        // Arms in the order of the grammar; the arm with the longest pattern becomes `_`.
        arms.sort_by(|(a, x), (b, y)| (a.is_empty(), a, x).cmp(&(b.is_empty(), b, y)));
        let ranges: Vec<Vec<(usize, usize)>> = arms.iter().map(|(_, bytes)| byte_ranges(bytes)).collect();
        let rest = (0..arms.len()).max_by_key(|&n| ranges[n].len()).unwrap_or(0);
        let order = (0..arms.len()).filter(|&n| n != rest).chain([rest]);
        lines.push(format!("match {subject} {{"));
        for n in order {
            let (alternatives, bytes) = &arms[n];
            let pattern = if n == rest { "_".to_owned() } else { patterns(&ranges[n]) };
            let inner = self.alternatives(parts, alternatives, Some(bytes), fallible);
            if let [value] = &inner[..] {
                lines.push(format!("{pattern} => {value},"));
            } else {
                lines.push(format!("{pattern} => {{"));
                lines.extend(inner);
                lines.push("}".to_owned());
            }
        }
        lines.push("}".to_owned());
        lines
    }

    /// Returns the lines that try alternatives one after the other. `bytes` are the possible values of the next byte, if they are
    /// known.
    fn alternatives(&mut self, parts: &[Node], list: &[usize], bytes: Option<&[usize]>, fallible: bool) -> Vec<String> {
        let Some((&last, others)) = list.split_last() else {
            return vec!["None".to_owned()];
        };
        let mut lines = Vec::new();
        for &n in others {
            let value = self.value(&parts[n]);
            lines.push(format!("if let Some(end) = {} {{", value.code));
            lines.push(format!("return {};", Value::sure("end").returned(fallible)));
            lines.push("}".to_owned());
        }
        let ascii_known = match (&parts[last].kind, bytes) {
            (Kind::Class(set), Some(bytes)) => {
                let sure = set.sure_bytes();
                bytes.iter().all(|&byte| byte < 0x80 && sure.has(byte))
            }
            _ => false,
        };
        let value = if ascii_known { Value::sure("i + 1") } else { self.value(&parts[last]) };
        lines.push(value.returned(fallible));
        lines
    }
}
