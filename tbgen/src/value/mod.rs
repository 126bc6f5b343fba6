//! The codes that tables store for positions, and the metrics of the solver.

pub(crate) mod dtm;
pub(crate) mod dtz;
pub(crate) mod metric;
pub(crate) mod wdl;
pub(crate) mod wdl_class;
pub(crate) mod written;

#[cfg(test)]
mod tests {
    use board::{Dtm, Dtz};

    use super::dtm::{DtmByte, DtmWord};
    use super::dtz::DtzCode;
    use super::metric::{DRAW_MERIT, Merit, Metric};
    use super::wdl::WdlCode;
    use super::written::Written;

    #[test]
    fn merit_orders_moves_as_distances_do() {
        // Values up to the greatest distance, 253 plies.
        let moves: Vec<(Dtm, Merit)> = (0..DtmByte::ILLEGAL)
            .filter_map(|v| DtmByte::to_dtm(v).map(|dtm| (dtm.from_parent(), DtmByte::merit(v))))
            .collect();
        for a in &moves {
            for b in &moves {
                assert_eq!(a.0.cmp(&b.0), a.1.cmp(&b.1), "{a:?} {b:?}");
            }
            match a.0 {
                Dtm::Draw => assert_eq!(a.1, DRAW_MERIT),
                Dtm::Win(n) | Dtm::Loss(n) => assert_eq!(DtmByte::ply(a.1), n as usize),
            }
        }
        assert_eq!(DtmByte::merit(DtmByte::ILLEGAL), 0);
    }

    #[test]
    fn standing_is_the_merit_of_having_moved_there() {
        for value in 0..DtmByte::ILLEGAL {
            assert_eq!(DtmByte::from_standing(DtmByte::standing(value)), value);
            assert_eq!(DtmByte::merit(value), DtmWord::merit(value.into()));
        }
        let longest = DtmWord::won(DtmWord::MAX_PLIES);
        assert_eq!(DtmWord::from_standing(DtmWord::standing(longest)), longest);
        assert!(DtmWord::merit(longest) < DRAW_MERIT && DtmWord::merit(longest - 1) > DRAW_MERIT);
        for wdl in 0..5 {
            let value =
                [DtzCode::lost(3), DtzCode::lost(101), DtzCode::DRAW, DtzCode::won(101), DtzCode::won(3)]
                    [wdl];
            assert_eq!(DtzCode::wdl(DtzCode::from_standing(DtzCode::standing(value))), DtzCode::wdl(value));
            assert_eq!(DtzCode::merit(value), DtzCode::WORTH[4 - wdl]);
            assert_eq!(DtzCode::merit(DtzCode::by_capture(value)), DtzCode::WORTH[4 - wdl]);
            let outcome = WdlCode::of_dtz(DtzCode::by_capture(value));
            assert_eq!(WdlCode::wdl(outcome), DtzCode::wdl(value));
            assert_eq!(WdlCode::merit(outcome), DtzCode::merit(value));
            assert_eq!(WdlCode::standing(outcome), DtzCode::standing(value));
            assert_eq!(WdlCode::from_standing(DtzCode::standing(value)), outcome);
        }
        for ply in [0, 3, 100, 101, 250] {
            assert_eq!(WdlCode::won(ply), WdlCode::of_dtz(DtzCode::won(ply)));
            assert_eq!(WdlCode::lost(ply), WdlCode::of_dtz(DtzCode::lost(ply)));
        }
        assert_eq!((WdlCode::of_dtz(DtzCode::ILLEGAL), WdlCode::merit(0), WdlCode::wdl(0)), (0, 0, None));
        assert_eq!((DtzCode::merit(DtzCode::ILLEGAL), DtzCode::wdl(DtzCode::ILLEGAL)), (0, None));
    }

    #[test]
    fn capture_marks_keep_result_and_distance() {
        for value in [DtzCode::lost(120), DtzCode::DRAW, DtzCode::won(101), DtzCode::won(1)] {
            assert_eq!(DtzCode::dtz(DtzCode::by_capture(value)), DtzCode::dtz(value));
        }
        assert_eq!(DtzCode::dtz(DtzCode::lost(0)), Some(Dtz(-1)));
        assert_eq!(DtzCode::dtz(DtzCode::won(101)), Some(Dtz(101)));
    }
}
