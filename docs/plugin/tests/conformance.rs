//! The laws of every format.

fn main() {
    kifu_conformance::Suite::new(kifu_gib::Gib::default()).fixtures("fixtures").main()
}
