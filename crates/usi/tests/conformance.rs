//! The laws of every format, for USI.

fn main() {
    kifu_conformance::Suite::new(kifu_usi::Usi::default()).fixtures("../../fixtures/usi").main()
}
