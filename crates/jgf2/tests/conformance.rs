//! The laws that every format must satisfy.

fn main() {
    kifu_conformance::Suite::new(kifu_jgf2::Jgf2::default()).fixtures("../../fixtures/jgf2").main()
}
