//! What the developers of kifu type.
fn main() {}
