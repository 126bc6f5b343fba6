//! On macOS, lets the linker leave the interpreter's symbols undefined, as on Linux by default.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
