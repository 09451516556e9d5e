//! Tells insta that its settings for this crate are in the folder of this crate. Otherwise every test that compares a snapshot runs
//! `cargo metadata`, and looks for `insta.yaml` at the root of the workspace.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-env=INSTA_WORKSPACE_ROOT={}", env!("CARGO_MANIFEST_DIR"));
}
