//! The laws of every format.

fn main() {
    kifu_conformance::Suite::new(kifu_gomoku::GomokuText).fixtures("fixtures").main()
}
