//! Vector units, and the choice between them.
//!
//! Kernels are written once over [`Vectors`]. What compilers vectorize well (sums of 16-bit
//! numbers) is plain code there; the rest (a dot product of three factors) is supplied by each
//! unit. All units give the same results, because all arithmetic is on integers with wrap-around,
//! where the order of a sum does not matter.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
pub(crate) mod kernels;
#[cfg(target_arch = "aarch64")]
mod neon;
mod plain;
pub(crate) mod vectors;

use std::fmt;
use std::str::FromStr;

use vectors::Vectors;

/// A vector unit that this machine has.
///
/// ```
/// use vancura_nnue::Simd;
///
/// assert!(Simd::available().contains(&Simd::detect()));
/// assert_eq!("plain".parse(), Ok(Simd::PLAIN));
/// ```
#[derive(Clone, Copy)]
pub struct Simd(Unit);

/// The units. Their tokens prove that the machine has them.
#[derive(Clone, Copy)]
enum Unit {
    Plain(plain::Plain),
    #[cfg(target_arch = "x86_64")]
    Avx2(pulp::x86::V3),
    #[cfg(target_arch = "x86_64")]
    Avx512(pulp::x86::V4),
    #[cfg(target_arch = "aarch64")]
    Neon(pulp::aarch64::Neon),
}

impl Simd {
    /// Plain code, compiled for the target's baseline.
    pub const PLAIN: Self = Self(Unit::Plain(plain::Plain));

    /// The fastest unit of this machine. Queries the processor: call it once.
    #[expect(clippy::missing_panics_doc, reason = "the plain unit is always there")]
    pub fn detect() -> Self {
        *Self::available().last().expect("the plain unit is always there")
    }

    /// All units of this machine, the fastest last. Queries the processor.
    pub fn available() -> Vec<Self> {
        let mut units = vec![Self::PLAIN];
        #[cfg(target_arch = "x86_64")]
        {
            units.extend(pulp::x86::V3::try_new().map(|unit| Self(Unit::Avx2(unit))));
            units.extend(pulp::x86::V4::try_new().map(|unit| Self(Unit::Avx512(unit))));
        }
        #[cfg(target_arch = "aarch64")]
        units.extend(pulp::aarch64::Neon::try_new().map(|unit| Self(Unit::Neon(unit))));
        units
    }

    /// The unit's name: `plain`, `avx2`, `avx512` or `neon`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Unit::Plain(_) => "plain",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512(_) => "avx512",
            #[cfg(target_arch = "aarch64")]
            Unit::Neon(_) => "neon",
        }
    }

    /// Runs a kernel compiled for this unit.
    #[inline]
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Unit::Plain(unit) => kernel.run(unit),
            #[cfg(target_arch = "x86_64")]
            Unit::Avx2(unit) => unit.vectorize(Compiled { kernel, unit }),
            #[cfg(target_arch = "x86_64")]
            Unit::Avx512(unit) => unit.vectorize(Compiled { kernel, unit }),
            #[cfg(target_arch = "aarch64")]
            Unit::Neon(unit) => unit.vectorize(Compiled { kernel, unit }),
        }
    }
}

impl fmt::Debug for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Simd({self})")
    }
}

impl fmt::Display for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl PartialEq for Simd {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Simd {}

/// A name that is not a vector unit of this machine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no vector unit {name:?} on this machine, which has {available}")]
pub struct SimdError {
    /// The requested name.
    pub name: String,
    /// The available names, the fastest last.
    pub available: String,
}

impl FromStr for Simd {
    type Err = SimdError;

    fn from_str(name: &str) -> Result<Self, SimdError> {
        let units = Self::available();
        units.iter().copied().find(|unit| unit.name() == name).ok_or_else(|| SimdError {
            name: name.to_string(),
            available: units.iter().map(|unit| unit.name()).collect::<Vec<_>>().join(", "),
        })
    }
}

/// Code that is compiled for each vector unit. Everything it calls must be inlined into it.
pub(crate) trait Kernel {
    type Output;

    fn run<V: Vectors>(self, vectors: V) -> Self::Output;
}

/// A kernel for one unit.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
struct Compiled<K, V> {
    kernel: K,
    unit: V,
}

#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
impl<K: Kernel, V: Vectors> pulp::NullaryFnOnce for Compiled<K, V> {
    type Output = K::Output;

    #[inline(always)]
    fn call(self) -> K::Output {
        self.kernel.run(self.unit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_found_by_their_names() {
        for unit in Simd::available() {
            assert_eq!(unit.to_string().parse(), Ok(unit));
        }
        let error = "mmx".parse::<Simd>().unwrap_err();
        assert!(
            error.to_string().starts_with("no vector unit \"mmx\" on this machine, which has plain"),
            "{error}"
        );
    }

    #[test]
    fn the_fastest_unit_is_taken() {
        #[cfg(target_arch = "aarch64")]
        assert_eq!(Simd::detect().name(), "neon");
        #[cfg(target_arch = "x86_64")]
        {
            let has_avx512 = is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl");
            let expected = if has_avx512 {
                "avx512"
            } else if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                "avx2"
            } else {
                "plain"
            };
            assert_eq!(Simd::detect().name(), expected);
        }
    }
}
