//! Memory limits and the availability of memory.

use std::path::{Path, PathBuf};

use board::Material;

use crate::error::TbgenError;

/// Additional memory to request, for all small allocations.
const SLACK: u64 = 48 << 20;
/// Address space in bytes that the allocator reserves per thread: an arena of glibc. It matters
/// only under a limit on address space.
const PER_THREAD: u64 = 64 << 20;
/// Smaller amounts are not requested in advance.
const SMALL: u64 = 1 << 20;
/// Upper bound of the size of the system's files, in bytes.
const FILE_MAX: u64 = 1 << 16;

/// Requests this amount of memory from the system and frees it immediately, so that a refusal
/// becomes an error now instead of ending the program later.
///
/// # Errors
/// [`TbgenError::Memory`].
pub(crate) fn require(material: Material, bytes: u64) -> Result<(), TbgenError> {
    let refused = |wanted: u64| {
        let mut room: Vec<u8> = Vec::new();
        usize::try_from(wanted).map_or(true, |wanted| room.try_reserve_exact(wanted).is_err())
    };
    let arenas = PER_THREAD * rayon::current_num_threads() as u64;
    if bytes >= SMALL && refused(bytes.saturating_add(SLACK + arenas)) {
        return Err(TbgenError::Memory { material, bytes });
    }
    Ok(())
}

/// Maximum memory of this program in bytes: that of the machine, or the limit of control groups;
/// `None` if unknown.
pub fn limit() -> Option<u64> {
    System(Path::new("/")).limit()
}

/// Free memory for this program in bytes; `None` if unknown.
pub fn free() -> Option<u64> {
    System(Path::new("/")).free()
}

/// The files below a root in which Linux reports memory.
struct System<'a>(&'a Path);

impl System<'_> {
    fn limit(&self) -> Option<u64> {
        let groups = self.groups().into_iter().filter_map(|group| group.limit);
        groups.chain(self.of_machine("MemTotal:")).min()
    }

    fn free(&self) -> Option<u64> {
        let groups = self.groups().into_iter();
        let left = groups.filter_map(|group| Some(group.limit?.saturating_sub(group.used)));
        left.chain(self.of_machine("MemAvailable:")).min()
    }

    fn of_machine(&self, name: &str) -> Option<u64> {
        let text = self.text("proc/meminfo")?;
        let line = text.lines().find_map(|line| line.strip_prefix(name))?;
        let kib: u64 = line.trim().strip_suffix("kB")?.trim_end().parse().ok()?;
        kib.checked_mul(1 << 10)
    }

    /// The control groups of this program, each within the next; all limits apply.
    fn groups(&self) -> Vec<Group> {
        let text = self.text("proc/self/cgroup").unwrap_or_default();
        let mut groups = Vec::new();
        for line in text.lines() {
            let mut fields = line.splitn(3, ':');
            let (Some(_), Some(controllers), Some(path)) = (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let is_second = controllers.is_empty();
            if !is_second && !controllers.split(',').any(|controller| controller == "memory") {
                continue;
            }
            let top = PathBuf::from(if is_second { "sys/fs/cgroup" } else { "sys/fs/cgroup/memory" });
            // Inside a container, the upper part of the path may be missing.
            for group in Path::new(path.trim_start_matches('/')).ancestors() {
                let folder = top.join(group);
                groups.push(if is_second { self.second(&folder) } else { self.first(&folder) });
            }
        }
        groups
    }

    /// A control group, version 1.
    fn first(&self, folder: &Path) -> Group {
        let number = |name: &str| self.number(&folder.join(name));
        self.group(
            folder,
            number("memory.limit_in_bytes"),
            number("memory.usage_in_bytes"),
            "total_inactive_file ",
        )
    }

    /// A control group, version 2; its limit may be `max`, meaning none.
    fn second(&self, folder: &Path) -> Group {
        let number = |name: &str| self.number(&folder.join(name));
        self.group(folder, number("memory.max"), number("memory.current"), "inactive_file ")
    }

    /// The page cache does not count as used, since the system frees it on demand.
    fn group(&self, folder: &Path, limit: Option<u64>, used: Option<u64>, cached: &str) -> Group {
        let stat = self.text(&folder.join("memory.stat").to_string_lossy()).unwrap_or_default();
        let cached =
            stat.lines().find_map(|line| line.strip_prefix(cached)?.trim().parse().ok()).unwrap_or(0);
        Group { limit, used: used.unwrap_or(0).saturating_sub(cached) }
    }

    fn number(&self, path: &Path) -> Option<u64> {
        self.text(&path.to_string_lossy())?.trim().parse().ok()
    }

    fn text(&self, path: &str) -> Option<String> {
        disk::read_text(&self.0.join(path), FILE_MAX).ok()
    }
}

/// The limit and usage of a control group.
struct Group {
    limit: Option<u64>,
    used: u64,
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A simulated machine with 8 GiB, 6 GiB of them available, and these files.
    fn machine(files: &[(&str, &str)]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        let all = [("proc/meminfo", "MemTotal:  8388608 kB\nMemFree: 1 kB\nMemAvailable: 6291456 kB\n")];
        for (path, text) in all.iter().chain(files) {
            let path = root.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        root
    }

    fn told(files: &[(&str, &str)]) -> (Option<u64>, Option<u64>) {
        let root = machine(files);
        let system = System(root.path());
        (system.limit(), system.free())
    }

    #[test]
    fn the_least_of_machine_and_groups_counts() {
        let mib = |mib: u64| Some(mib << 20);
        assert_eq!(told(&[]), (mib(8192), mib(6144)));
        let second = [
            ("proc/self/cgroup", "0::/a/b\n"),
            ("sys/fs/cgroup/a/b/memory.max", "max\n"),
            ("sys/fs/cgroup/a/b/memory.current", "5\n"),
            ("sys/fs/cgroup/a/memory.max", "1073741824\n"),
            ("sys/fs/cgroup/a/memory.current", "536870912\n"),
            ("sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 268435456\nactive_file 7\n"),
        ];
        assert_eq!(told(&second), (mib(1024), mib(768)));
        let first = [
            ("proc/self/cgroup", "7:cpu:/x\n4:memory:/docker/0\n0::/\n"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "2147483648"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "1073741824"),
            ("sys/fs/cgroup/memory/memory.stat", "total_inactive_file 0\n"),
        ];
        assert_eq!(told(&first), (mib(2048), mib(1024)));
        // Exhausted, unlimited in version 1, and invalid.
        let odd = [
            ("proc/self/cgroup", "0::/\n4:memory:/\nnonsense\n:\n"),
            ("sys/fs/cgroup/memory.max", "x"),
            ("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712"),
            ("sys/fs/cgroup/memory/memory.usage_in_bytes", "18446744073709551615"),
        ];
        assert_eq!(told(&odd), (mib(8192), Some(0)));
        let nothing = tempfile::tempdir().unwrap();
        assert_eq!((System(nothing.path()).limit(), System(nothing.path()).free()), (None, None));
    }

    #[test]
    fn what_no_machine_has_is_refused() {
        let material: Material = "KRvK".parse().unwrap();
        assert_eq!(require(material, 1 << 24), Ok(()));
        let refused = require(material, u64::MAX / 4);
        assert!(matches!(refused, Err(TbgenError::Memory { .. })), "{refused:?}");
    }
}
