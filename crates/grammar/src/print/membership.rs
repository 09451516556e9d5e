//! Prints the test whether a byte or a character is in a set: comparisons, or a lookup in a table.

use super::{
    Printer,
    bytes::{byte, byte_ranges, patterns},
    layout,
};
use crate::set::{CharSet, END};

/// The maximum number of comparisons in a test. A test that needs more uses a table.
pub(super) const FEW_COMPARISONS: usize = 4;

const DIGITS: (usize, usize) = (b'0' as usize, b'9' as usize);
const UPPER: (usize, usize) = (b'A' as usize, b'Z' as usize);
const LOWER: (usize, usize) = (b'a' as usize, b'z' as usize);

/// A static of the generated module, by its elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Table {
    /// For each byte, true if it is in one of the ranges.
    Bytes(Vec<String>),
    /// Ranges of characters, in order.
    Chars(Vec<String>),
}

impl Printer<'_> {
    /// Returns a closure that returns true if a byte is a member.
    pub(super) fn byte_test(&mut self, is_member: impl Fn(usize) -> bool) -> String {
        let (members, others): (Vec<usize>, Vec<usize>) = (0..END).partition(|&byte| is_member(byte));
        let (members, others) = (byte_ranges(&members), byte_ranges(&others));
        let (ranges, not) = if members.len() <= others.len() { (members, "") } else { (others, "!") };
        if let [(a, b)] = ranges[..]
            && a == b
        {
            return format!("|b| b {}= {}", if not.is_empty() { "=" } else { not }, byte(a));
        }
        // clippy requires the methods of the standard library.
        let name = match ranges[..] {
            [DIGITS] => Some("is_ascii_digit"),
            [LOWER] => Some("is_ascii_lowercase"),
            [UPPER] => Some("is_ascii_uppercase"),
            [UPPER, LOWER] => Some("is_ascii_alphabetic"),
            _ => None,
        };
        if let Some(name) = name {
            return format!("|b| {not}b.{name}()");
        }
        if comparisons(&ranges) <= FEW_COMPARISONS {
            return format!("|b| {not}matches!(b, {})", patterns(&ranges));
        }
        let pairs = ranges.iter().map(|&(a, b)| format!("({}, {})", byte(a), byte(b))).collect();
        let table = self.table(Table::Bytes(pairs));
        format!("|b| {not}{table}[usize::from(b)]")
    }

    /// Returns a closure that returns true if a character is a member.
    pub(super) fn char_test(&mut self, set: &CharSet) -> String {
        let ranges = set.ranges();
        if comparisons(ranges) <= FEW_COMPARISONS {
            let patterns: Vec<String> =
                ranges.iter().map(|&(a, b)| if a == b { format!("{a:?}") } else { format!("{a:?}..={b:?}") }).collect();
            return format!("|c| matches!(c, {})", patterns.join(" | "));
        }
        let pairs = ranges.iter().map(|(a, b)| format!("({a:?}, {b:?})")).collect();
        let table = self.table(Table::Chars(pairs));
        let within = self.helper("within", &format!("&{table}, c"));
        format!("|c| {within}")
    }

    /// Returns the name of a static with this content. Equal contents share one static.
    fn table(&mut self, table: Table) -> String {
        if matches!(table, Table::Bytes(_)) {
            self.helpers.insert("table");
        }
        let known = self.tables.iter().position(|other| *other == table);
        let n = known.unwrap_or_else(|| {
            self.tables.push(table);
            self.tables.len() - 1
        });
        self.table_name(n)
    }

    fn table_name(&self, n: usize) -> String {
        let prefix = match self.tables[n] {
            Table::Bytes(_) => "BYTES",
            Table::Chars(_) => "CHARS",
        };
        format!("{prefix}_{}", n + 1)
    }

    /// Returns the static with this number.
    pub(super) fn print_table(&self, n: usize) -> String {
        let name = self.table_name(n);
        layout::item(&match &self.tables[n] {
            Table::Bytes(pairs) => {
                format!("static {name}: [bool; 256] = {}(&[{}]);", self.helper_name("table"), pairs.join(", "))
            }
            Table::Chars(pairs) => {
                format!("static {name}: [(char, char); {}] = [{}];", pairs.len(), pairs.join(", "))
            }
        })
    }
}

/// Returns the number of comparisons that test for these ranges: two for a range, one for a single value.
pub(super) fn comparisons<T: PartialEq>(ranges: &[(T, T)]) -> usize {
    ranges.iter().map(|(first, last)| if first == last { 1 } else { 2 }).sum()
}
