//! The laws of every format.

fn main() {
    kifu_conformance::Suite::new(kifu_@name@::@Name@::default()).fixtures("@fixtures@").main()
}
