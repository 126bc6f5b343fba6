//! The names of table files.

use std::path::Path;

use board::Material;

/// How they end.
const EXTENSION: &str = ".gtb.cp4";

/// The name of the file of a canonical ending.
pub(crate) fn file_name(material: Material) -> String {
    material.to_string().replace('v', "").to_ascii_lowercase() + EXTENSION
}

/// The canonical ending that a file is named after.
pub(crate) fn named(path: &Path) -> Option<Material> {
    let name = path.file_name()?.to_str()?;
    let material: Material = name.strip_suffix(EXTENSION)?.parse().ok()?;
    (file_name(material) == name && material.canonical() == (material, false)).then_some(material)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_after_their_endings() {
        for (material, name) in [("KRvK", "krk"), ("KQvKRP", "krpkq"), ("KBNvKPP", "kbnkpp")] {
            let material = material.parse::<Material>().unwrap().canonical().0;
            let name = format!("{name}{EXTENSION}");
            assert_eq!(file_name(material), name);
            assert_eq!(named(&Path::new("folder").join(name)), Some(material));
        }
        for name in
            ["krk", "krk.gtb", "krk.gtb.cp1", "KRK.gtb.cp4", "kkr.gtb.cp4", "krvk.gtb.cp4", "kxk.gtb.cp4"]
        {
            assert_eq!(named(Path::new(name)), None, "{name}");
        }
    }
}
