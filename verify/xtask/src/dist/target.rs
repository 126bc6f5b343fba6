//! The targets: how they are linked, and what their archives are called.

use anyhow::Context as _;

use crate::cargo::{require_target, rustc};

/// A target, such as `x86_64-unknown-linux-musl`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target(String);

impl Target {
    /// A target whose libraries are installed.
    ///
    /// # Errors
    /// When they are not.
    pub(super) fn new(triple: &str) -> anyhow::Result<Self> {
        require_target(triple)?;
        Ok(Self(triple.to_owned()))
    }

    /// The target of this computer's compiler.
    pub(super) fn host() -> anyhow::Result<Self> {
        let told = rustc(&["-vV"])?;
        let host = told.lines().find_map(|line| line.strip_prefix("host: "));
        Ok(Self(host.context("rustc names no host")?.to_owned()))
    }

    /// Its name for the compiler.
    pub(super) fn triple(&self) -> &str {
        &self.0
    }

    fn processor(&self) -> &str {
        self.0.split('-').next().unwrap_or_default()
    }

    fn system(&self) -> &str {
        let systems = [("windows", "windows"), ("darwin", "macos"), ("linux", "linux")];
        systems.iter().find(|(part, _)| self.0.contains(part)).map_or("other", |(_, name)| name)
    }

    /// True if programs run on Windows.
    pub(super) fn is_windows(&self) -> bool {
        self.system() == "windows"
    }

    /// True if programs are linked with musl's C library and need none of the system.
    pub(super) fn is_static(&self) -> bool {
        self.0.ends_with("-musl")
    }

    /// True if programs for this target run on `host`.
    pub(super) fn runs_on(&self, host: &Self) -> bool {
        self.processor() == host.processor() && self.system() == host.system()
    }

    /// The folder in an archive, and its name without ending.
    pub(super) fn archive(&self) -> String {
        format!("vancura-{}-{}-{}", env!("CARGO_PKG_VERSION"), self.processor(), self.system())
    }

    /// Flags of the compiler: a linker that comes with it where possible, and no times in what is
    /// linked.
    pub(super) fn flags(&self) -> Vec<String> {
        let flags: &[&str] = if self.is_static() {
            &["-Clinker=rust-lld"]
        } else if self.0.ends_with("-windows-gnu") {
            &["-Clink-arg=-Wl,--no-insert-timestamp"]
        } else if self.0.ends_with("-windows-msvc") {
            &["-Clink-arg=/Brepro", "-Ctarget-feature=+crt-static"]
        } else {
            &[]
        };
        flags.iter().map(|&flag| flag.to_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(triple: &str) -> Target {
        Target(triple.to_owned())
    }

    #[test]
    fn archives_are_named_by_processor_and_system() {
        let named = |triple| target(triple).archive();
        let version = env!("CARGO_PKG_VERSION");
        assert_eq!(named("x86_64-unknown-linux-musl"), format!("vancura-{version}-x86_64-linux"));
        assert_eq!(named("x86_64-pc-windows-gnu"), format!("vancura-{version}-x86_64-windows"));
        assert_eq!(named("aarch64-apple-darwin"), format!("vancura-{version}-aarch64-macos"));
    }

    #[test]
    fn programs_run_on_their_own_processor_and_system() {
        let host = target("x86_64-unknown-linux-gnu");
        assert!(target("x86_64-unknown-linux-musl").runs_on(&host) && host.runs_on(&host));
        assert!(!target("aarch64-unknown-linux-musl").runs_on(&host));
        assert!(!target("x86_64-pc-windows-gnu").runs_on(&host));
    }

    #[test]
    fn a_target_without_libraries_is_refused_with_what_to_do() {
        let refused = Target::new("m68k-unknown-linux-gnu").unwrap_err().to_string();
        assert!(refused.contains("rustup target add m68k-unknown-linux-gnu"), "{refused}");
    }
}
