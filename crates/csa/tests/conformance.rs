//! The laws of every format, for CSA.

fn main() {
    kifu_conformance::Suite::new(kifu_csa::Csa::default()).fixtures("../../fixtures/csa").main()
}
