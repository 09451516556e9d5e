// Matches one ASCII character.
#[inline(always)]
fn one(text: &str, i: usize, holds: impl Fn(u8) -> bool) -> Option<usize> {
    match text.as_bytes().get(i) {
        Some(&b) if holds(b) => Some(i + 1),
        _ => None,
    }
}

// Matches one character, tested by its first byte.
#[inline(always)]
fn wide(text: &str, i: usize, holds: impl Fn(u8) -> bool) -> Option<usize> {
    let &b = text.as_bytes().get(i)?;
    let width = match b {
        0x00..=0x7F => 1,
        0x80..=0xDF => 2,
        0xE0..=0xEF => 3,
        _ => 4,
    };
    holds(b).then_some(i + width)
}

// Matches one character, decoded.
#[inline(always)]
fn character(text: &str, i: usize, holds: impl Fn(char) -> bool) -> Option<usize> {
    let &b = text.as_bytes().get(i)?;
    if b.is_ascii() {
        return holds(char::from(b)).then_some(i + 1);
    }
    let c = text.get(i..)?.chars().next()?;
    holds(c).then_some(i + c.len_utf8())
}

// Matches an exact text.
#[inline(always)]
fn literal(text: &str, i: usize, wanted: &str) -> Option<usize> {
    let end = i + wanted.len();
    (text.as_bytes().get(i..end)? == wanted.as_bytes()).then_some(end)
}

// Matches a text, ignoring the case of ASCII letters.
#[inline(always)]
fn caseless(text: &str, i: usize, wanted: &str) -> Option<usize> {
    let end = i + wanted.len();
    let found = text.as_bytes().get(i..end)?;
    found.eq_ignore_ascii_case(wanted.as_bytes()).then_some(end)
}

// Returns the end of a run of matching bytes.
#[inline(always)]
fn run(text: &str, mut i: usize, holds: impl Fn(u8) -> bool) -> usize {
    let bytes = text.as_bytes();
    while bytes.get(i).is_some_and(|&b| holds(b)) {
        i += 1;
    }
    i
}

// Returns the end of a run of one or more matching bytes.
#[inline(always)]
fn some_run(text: &str, i: usize, holds: impl Fn(u8) -> bool) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut end = i;
    while bytes.get(end).is_some_and(|&b| holds(b)) {
        end += 1;
    }
    (end > i).then_some(end)
}

// Returns the end if it is after the start.
#[inline(always)]
fn moved(i: usize, end: usize) -> Option<usize> {
    (end > i).then_some(end)
}

// Returns the next position of the byte, or the end. Tests eight bytes at once first, because most searches are short.
#[inline(always)]
fn until1(text: &str, i: usize, a: u8) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let bytes = text.as_bytes().get(i..).unwrap_or_default();
    let mut near = 0;
    if let Some(&eight) = bytes.first_chunk() {
        let eight = u64::from_le_bytes(eight);
        // The lowest set bit belongs to the first byte that is zero.
        let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
        let found = zeros(eight ^ (ONES * u64::from(a)));
        if found != 0 {
            return i + found.trailing_zeros() as usize / 8;
        }
        near = 8;
    }
    let far = memchr::memchr(a, &bytes[near..]);
    i + far.map_or(bytes.len(), |n| near + n)
}

// Returns the next position of either byte, or the end. Tests eight bytes at once first, because most searches are short.
#[inline(always)]
fn until2(text: &str, i: usize, a: u8, b: u8) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let bytes = text.as_bytes().get(i..).unwrap_or_default();
    let mut near = 0;
    if let Some(&eight) = bytes.first_chunk() {
        let eight = u64::from_le_bytes(eight);
        // The lowest set bit belongs to the first byte that is zero.
        let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
        let found = zeros(eight ^ (ONES * u64::from(a))) | zeros(eight ^ (ONES * u64::from(b)));
        if found != 0 {
            return i + found.trailing_zeros() as usize / 8;
        }
        near = 8;
    }
    let far = memchr::memchr2(a, b, &bytes[near..]);
    i + far.map_or(bytes.len(), |n| near + n)
}

// Returns the next position of any of three bytes, or the end. Tests eight bytes at once first, because most searches are short.
#[inline(always)]
fn until3(text: &str, i: usize, a: u8, b: u8, c: u8) -> usize {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    let bytes = text.as_bytes().get(i..).unwrap_or_default();
    let mut near = 0;
    if let Some(&eight) = bytes.first_chunk() {
        let eight = u64::from_le_bytes(eight);
        // The lowest set bit belongs to the first byte that is zero.
        let zeros = |word: u64| word.wrapping_sub(ONES) & !word & (ONES << 7);
        let found = zeros(eight ^ (ONES * u64::from(a)))
            | zeros(eight ^ (ONES * u64::from(b)))
            | zeros(eight ^ (ONES * u64::from(c)));
        if found != 0 {
            return i + found.trailing_zeros() as usize / 8;
        }
        near = 8;
    }
    let far = memchr::memchr3(a, b, c, &bytes[near..]);
    i + far.map_or(bytes.len(), |n| near + n)
}

// Returns true if a character is in one of the ranges, which are in ascending order.
#[inline(always)]
fn within(ranges: &[(char, char)], c: char) -> bool {
    let before = ranges.partition_point(|&(_, last)| last < c);
    ranges.get(before).is_some_and(|&(first, _)| first <= c)
}

// Returns a table that is true for the bytes of the ranges.
const fn table(ranges: &[(u8, u8)]) -> [bool; 256] {
    let mut table = [false; 256];
    let mut n = 0;
    while n < ranges.len() {
        let mut b = ranges[n].0 as usize;
        while b <= ranges[n].1 as usize {
            table[b] = true;
            b += 1;
        }
        n += 1;
    }
    table
}
