//! The published checksums (last 16 bytes) of all tables of 3 and 4 men and some of 5: `.rtbw`, `.rtbz`.

/// By name, 3 men first.
#[rustfmt::skip]
pub const PUBLISHED: [(&str, u128, u128); 35] = [
    ("KBvK", 0x4b37ef623e69eadb6756777c16034e6f, 0x338f272b119c02ca67b03a450c375b2e),
    ("KNvK", 0xb9eccbff19c677158e928b1b641248b7, 0x796ab960a6140d5b030f785e91086175),
    ("KPvK", 0x7e72bcffff0fc0fa6928728e92d3f652, 0xf72a3a4f9b1b4afb6e8335bed985b891),
    ("KQvK", 0xaf0d561da4523cb21a8cf05e9bc5cc6e, 0xc51fa4b08478f04272ec668ce70d6ca7),
    ("KRvK", 0x81da63fe25b9ed66f459001558f83ca5, 0x1df564d7e7056f15d9a1d776e8fe5884),
    ("KBBvK", 0x457a28e5df290b59ef4448bafad18bd3, 0x13d29f3861591beb4be3758fb7a9edf1),
    ("KBNvK", 0x046312caaebd34f798e1a112c1a79208, 0xbf069a4b0e2e0b292f8b3951b7b7e7ee),
    ("KBPvK", 0x080d6f2484c00d0ae161909f86e49684, 0xd8080286697e3885a71ffc31f821c1f7),
    ("KBvKB", 0xcbcf6c04bc042c6dfb2c2d2ebf1af073, 0x9ca7bb25b5d2077aa209ceac0bb1d9f7),
    ("KBvKN", 0xe83441cecee257c97a12b5ad33be16fd, 0x7fd6ea834cdbc9bcbc46adbb68bb4a2b),
    ("KBvKP", 0x47f54e30a61705aab5b2a6cd577c2c1e, 0x697bffeddc8ee22d3e01cd12f2cbbbb5),
    ("KNNvK", 0x55ace050bca06a89fb262b1471653da3, 0x9e91f9fe4d7f7f8dfb47484a532430bf),
    ("KNPvK", 0x20690936ac6147bd4d8aa0584b5ae570, 0xe8886f6c52dad3bb43d1c3de0c3f1a8e),
    ("KNvKN", 0x2c4a1fbe4cc50a112a60628c6092f5b7, 0x2da62bda60bfb92cbd4672db2cd6b6c5),
    ("KNvKP", 0x083853c1df58dbfa035231fe93f572be, 0xcd4ad308e4d126deae3d33111d990f56),
    ("KPPvK", 0xd60773ec35afacea512cfef89aab439b, 0x09bd75efbaaead72a1e4e4b63fa35224),
    ("KPvKP", 0x5862ab22bb995b8462651a536c9938e0, 0x77ea7a20bdb4ed4244fff34bc4c99a85),
    ("KQBvK", 0xf6286f9cf996cfe4987b28eadbf73cf0, 0x40cca181034afa79be1781b03cc1029e),
    ("KQNvK", 0x23586c56d3c0936b0907b6c10037c991, 0x0cf5ab472ed2e50cb396294e18095499),
    ("KQPvK", 0xd048a1892d608582fe41910a30aee226, 0xf081fb6c078f7cec6c3a9d457c5a29ef),
    ("KQQvK", 0xa76adeac6e2317a1cac7f683f22d5a0b, 0x29ff276c0dd3e18d72cf33e4fa47d8a9),
    ("KQRvK", 0xc44670b6146a4dc2c08acb47e49b2ed1, 0x1aebce5058a9bc16611934662bb04323),
    ("KQvKB", 0x67814033b8dfbb2d1763e477f9e735ce, 0x8210ba4ad1615a09696e732a0cd4a025),
    ("KQvKN", 0xd70c73199e5966591d673d5a6fea7552, 0x93190fa62b5e29f11200670810c92666),
    ("KQvKP", 0x7cbb934c70e3ebab255199dc68c96690, 0xccb559befcf80b7e63e5e804da5bf33e),
    ("KQvKQ", 0xbef44c115ac8cc8b1cb8292b021c62dd, 0xd3449ba56b4a43aa3532529ae0504e77),
    ("KQvKR", 0xa559e2154b6f9d4f21597fc3e20c36b2, 0x9ab3ebd50443b9e9a930358658cfe83f),
    ("KRBvK", 0xf79e38334bf75a20abbf940ec65ba63c, 0x818d893c77de2e6137fec1304ba72cff),
    ("KRNvK", 0xdb1301ac142efac26d3cffa550325c27, 0xf2ba04ea762c4b8edd91df1095bfd56f),
    ("KRPvK", 0x569ce2d76171513ddaa1f749d081c994, 0xcdf66f526890d211400e2239ea290f50),
    ("KRRvK", 0x6084d485d555eb716d0fb1b3860d0282, 0x706fd9c3ba4c539aa413aeb0bd7a9809),
    ("KRvKB", 0x751112b5b8e4d7a2c1dd8a7e437c9d53, 0xa571bf1f5995f512d17843be314767ba),
    ("KRvKN", 0x50aeaaf346a237d8be48b18c186bac1e, 0x9993860c9c1422e83a2474e94c38cc9c),
    ("KRvKP", 0xef10001a306b8f226db23b296b2b4d4b, 0x3ec7dd03aa7e10846e4a45c4588ad8b4),
    ("KRvKR", 0x7d73b0fd3cbd4490510c2c229eee3b8d, 0x0779bffa326eca37b0e242bc9ec89968),
];

/// The same of some tables of 5 men, among them those with cursed wins, distances in plies and pawns.
#[rustfmt::skip]
pub const PUBLISHED_FIVE: [(&str, u128, u128); 12] = [
    ("KBBvKN", 0x16cb3dc1a1cb5ce0b9d7bb8978ea8c16, 0x74ff1d0e462b0559bb86d83c3c3e2e08),
    ("KBNvKN", 0xd5020ca24fe16a568b5cf70d69565366, 0x8b12a093be330f366631f4918ff9eaac),
    ("KNNvKB", 0x0a98fb4f58b773d1fb6ef8a48cecda89, 0x5ef1e8e6a1adc943a7e81afe13beefe2),
    ("KNNvKN", 0xfeaf420ff86398b6049e972c1ed27bf0, 0x4b9d6086b75006d778b3818ac7a22d5b),
    ("KNNvKP", 0xb2ad4c6c257cd7f90ac5c2545ec083ec, 0xb8a98868239ede8aca6913ae921a4f97),
    ("KNNvKQ", 0x3d1b6dc34ea6380e9efc18cd13ab752a, 0x1bc6d65112bd4d5e60f7ffb9a62867c5),
    ("KNNvKR", 0x6231eac2d4ddcfce370d384e8bd7af14, 0xdf62208af31506e1dd39554361518087),
    ("KQRvKR", 0xc92f6db50c3dae81c8e1c227131e208c, 0x205ff93e24d8444c330c892eb6025c16),
    ("KRBvKR", 0xc94340e54cd7f53125d46fd199fbeac1, 0x3747f83c9919d5a8e3406b25ae7e0423),
    ("KRNvKR", 0x624257762a14b51847e8c14fd6bbd8f4, 0xe17c6fe04d71ea6c341aa5df7ec06697),
    ("KRPvKR", 0x128467234e544d83dd0e3057058e2ea3, 0x3ca9b954b05bcdb777877d435fab781a),
    ("KRRvKR", 0x14428b45668f3bdb7facce3a9d866c74, 0xe0d530830a4aa8f7cba0546e01403ddd),
];
