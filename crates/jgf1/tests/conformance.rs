//! The laws that every format must satisfy.

fn main() {
    kifu_conformance::Suite::new(kifu_jgf1::Jgf1::default()).fixtures("../../fixtures/jgf1").main()
}
