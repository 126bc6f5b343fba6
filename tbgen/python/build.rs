//! Lets the linker of macOS leave the symbols of the interpreter open, as that of Linux does.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
