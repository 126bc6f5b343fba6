//! The format of files of distances to mate: `.vdtm`.
//!
//! A `.vdtm` file stores the number of plies in which the side to move mates or is mated under best
//! play, fifty-move rule ignored. It has the structure of a Syzygy WDL file ([`crate::format`]) and
//! numbers positions in the same way, so one reader and one compressor serve all three kinds of
//! files. The differences:
//!
//! | part             | in a `.vdtm` file                                                                         |
//! |------------------|-------------------------------------------------------------------------------------------|
//! | magic            | [`MAGIC`]: `VDM` and the version of the format, 1                                         |
//! | sides            | both sides to move are stored; only White's for symmetric material                        |
//! | flag byte        | 0, or `flag::SINGLE`: every position is a draw, nothing follows |
//! | leaf values      | 12 bits, exact for every legal position without en passant right: see the next table      |
//! | maps             | none                                                                                      |
//! | checksum         | 16 bytes as in Syzygy files                                                               |
//!
//! | leaf value       | meaning                                                                                   |
//! |------------------|-------------------------------------------------------------------------------------------|
//! | `0`              | draw                                                                                      |
//! | odd, `1..=4093`  | the side to move is mated after value - 1 plies; 1 is checkmate on the board              |
//! | even, `2..=4094` | the side to move mates with its (value - 1)-th ply from now on                            |
//!
//! Illegal positions have arbitrary values. Nothing else is left out: unlike with the Syzygy kinds,
//! a probe searches neither captures nor, for a side to move that is not stored, other moves; only
//! en passant captures are tried by the reader, since indices do not include en passant rights.
//! Distances up to 4,093 plies can be stored; the longest mates of 5 men take 254, the longest
//! known of 7 men 1,097.

use ending::Dtm;

/// The first four bytes of a file.
pub const MAGIC: [u8; 4] = [b'V', b'D', b'M', 1];
/// The leaf value of a draw.
pub const DRAW: u16 = 0;
/// The code of illegal positions in a [`DtmSource`](crate::write::DtmSource); never stored.
pub const FREE: u16 = 0xfff;

/// The distance for a leaf value.
#[inline]
pub const fn of_code(code: u16) -> Dtm {
    match code {
        DRAW => Dtm::Draw,
        n if n % 2 == 0 => Dtm::Win(n - 1),
        n => Dtm::Loss(n - 1),
    }
}

/// The leaf value for a distance.
#[inline]
pub const fn to_code(dtm: Dtm) -> u16 {
    match dtm {
        Dtm::Draw => DRAW,
        Dtm::Win(n) | Dtm::Loss(n) => n + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_is_one_distance() {
        for code in 0..FREE {
            assert_eq!(to_code(of_code(code)), code);
        }
        assert_eq!([0, 1, 2, 507].map(of_code), [Dtm::Draw, Dtm::Loss(0), Dtm::Win(1), Dtm::Loss(506)]);
    }
}
