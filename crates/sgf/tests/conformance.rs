//! The laws of every format.

fn main() {
    kifu_conformance::Suite::new(kifu_sgf::Sgf::default()).fixtures("../../fixtures/sgf").main()
}
