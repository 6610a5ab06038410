//! The study files are part of the program, so it has to be built again when one changes.

fn main() {
    println!("cargo:rerun-if-changed=../../studies");
}
