//! The laws of every format, for JKF.

use kifu_jkf::Jkf;
use kifu_kif::{Ki2, Kif};

fn main() {
    kifu_conformance::Suite::new(Jkf::default())
        .fixtures("../../fixtures/jkf")
        .twins(Kif::default())
        .twins(Ki2::default())
        .main()
}
