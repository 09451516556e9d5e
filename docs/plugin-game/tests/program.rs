//! The page `program.md` shows the output of the program. `TRYCMD=overwrite cargo test --test program` updates it.

#[test]
fn the_page_is_right() {
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_kifu-gomoku"));
    trycmd::TestCases::new().register_bin("kifu-gomoku", program).case("tests/program.md").run();
}
