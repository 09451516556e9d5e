//! The laws of every format, for KIF.

fn main() {
    kifu_conformance::Suite::new(kifu_kif::Kif::default()).fixtures("../../fixtures/kif").main()
}
