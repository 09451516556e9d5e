//! The laws of every format.

fn main() {
    kifu_conformance::Suite::new(kifu_ngf::Ngf::default()).fixtures("fixtures").main()
}
