//! The laws of every format.

fn main() {
    let suite = kifu_conformance::Suite::new(kifu_gib::Gib::default());
    suite.twins(kifu_sgf::Sgf::default()).fixtures("fixtures").main()
}
