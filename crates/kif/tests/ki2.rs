//! The laws of every format, for KI2.

fn main() {
    kifu_conformance::Suite::new(kifu_kif::Ki2::default()).fixtures("../../fixtures/ki2").main()
}
