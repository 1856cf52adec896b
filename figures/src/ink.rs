//! Inks: palettes that the colour-blind and a photocopier tell apart, and letters that can be read on every one of them.
//! Knows nothing of tables. All of it in whole numbers.
use serde::Deserialize;

/// A colour: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Ink(pub u8, pub u8, pub u8);

/// How values are told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Palette {
    /// From blue to yellow, made for those who see red and green alike (Nuñez, Anderton and Renslow 2018).
    #[default]
    Cividis,
    /// From blue over green to rose (Crameri 2018).
    Batlow,
    /// From light to dark, for print without colour; P-positions are black.
    Grey,
}

/// Every sixteenth colour; those between lie on straight lines.
const CIVIDIS: [Ink; 17] = [
    Ink(0, 34, 78),
    Ink(0, 46, 106),
    Ink(26, 56, 111),
    Ink(50, 67, 109),
    Ink(67, 78, 108),
    Ink(83, 90, 109),
    Ink(97, 101, 111),
    Ink(111, 112, 115),
    Ink(125, 124, 120),
    Ink(140, 136, 120),
    Ink(155, 148, 118),
    Ink(171, 160, 114),
    Ink(188, 174, 108),
    Ink(205, 187, 99),
    Ink(222, 201, 88),
    Ink(240, 216, 70),
    Ink(254, 232, 56),
];

/// The same of batlow.
const BATLOW: [Ink; 17] = [
    Ink(1, 25, 89),
    Ink(13, 49, 93),
    Ink(17, 67, 96),
    Ink(23, 82, 98),
    Ink(34, 96, 97),
    Ink(53, 106, 89),
    Ink(77, 115, 77),
    Ink(103, 123, 62),
    Ink(130, 130, 49),
    Ink(161, 138, 43),
    Ink(192, 144, 54),
    Ink(221, 149, 77),
    Ink(242, 157, 109),
    Ink(252, 169, 147),
    Ink(253, 180, 182),
    Ink(252, 192, 216),
    Ink(250, 204, 250),
];

/// Light to dark, without what is nearly white or black.
const GREYS: [Ink; 2] = [Ink(238, 238, 238), Ink(84, 84, 84)];

/// Blue, nearly white, vermilion: less than nothing, nothing, more.
const SIGNED: [Ink; 3] = [Ink(0, 114, 178), Ink(247, 247, 247), Ink(213, 94, 0)];

/// The same in greys.
const SIGNED_GREYS: [Ink; 3] = [Ink(255, 255, 255), Ink(190, 190, 190), Ink(50, 50, 50)];

/// Colours without an order that all eyes tell apart (Okabe and Ito 2008).
const KINDS: [Ink; 8] = [
    Ink(213, 94, 0),
    Ink(86, 180, 233),
    Ink(240, 228, 66),
    Ink(0, 114, 178),
    Ink(0, 158, 115),
    Ink(204, 121, 167),
    Ink(230, 159, 0),
    Ink(0, 0, 0),
];

impl Ink {
    /// White.
    pub const WHITE: Self = Self(255, 255, 255);
    /// Black.
    pub const BLACK: Self = Self(0, 0, 0);
    /// What stands back: rays, lines of boards.
    pub(super) const SOFT: Self = Self(128, 128, 128);
    /// Lines between the cells of a board.
    pub(super) const FAINT: Self = Self(208, 208, 208);
    /// What is between lines: a tinted area of a board.
    pub const AREA: Self = Self(214, 234, 248);

    /// The same in light: black letters and rings are seen on it.
    #[must_use]
    pub fn pale(self) -> Self {
        let light = |part: u8| part / 3 + 170;
        Self(light(self.0), light(self.1), light(self.2))
    }

    /// As style sheets and LaTeX write it, without a sign before it: `D55E00`.
    #[must_use]
    pub fn hex(self) -> String {
        format!("{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }

    /// How bright it is, from 0 to 100,000: relative luminance of WCAG 2.2.
    ///
    /// ```
    /// use nimdsl_figures::Ink;
    /// assert_eq!((Ink::BLACK.luminance(), Ink::WHITE.luminance()), (0, 100_000));
    /// ```
    #[must_use]
    pub fn luminance(self) -> u32 {
        let linear = |part: u8| LINEAR[usize::from(part)];
        (2126 * linear(self.0) + 7152 * linear(self.1) + 722 * linear(self.2)) / 10_000
    }

    /// The contrast ratio of WCAG 2.2 with another ink, in thousandths: 21,000 for black and white.
    #[must_use]
    pub fn contrast(self, other: Self) -> u32 {
        let (one, two) = (self.luminance() + 5_000, other.luminance() + 5_000);
        one.max(two) * 1_000 / one.min(two)
    }

    /// The ink of letters on this one: black or white, what can be read better. The contrast is 4.5 at least.
    #[must_use]
    pub fn letters(self) -> Self {
        if self.contrast(Self::BLACK) < self.contrast(Self::WHITE) { Self::WHITE } else { Self::BLACK }
    }

    /// The ink a part of the way to another one.
    fn towards(self, other: Self, part: i64, of: i64) -> Self {
        let between = |from: u8, to: u8| {
            let (from, to) = (i64::from(from), i64::from(to));
            u8::try_from((from * (of - part) + to * part + of / 2) / of).expect("between two bytes")
        };
        Self(between(self.0, other.0), between(self.1, other.1), between(self.2, other.2))
    }
}

/// The ink at a part of the way through others.
fn along(stops: &[Ink], part: i64, of: i64) -> Ink {
    let (pieces, of) = (i64::try_from(stops.len() - 1).expect("few stops"), of.max(1));
    let at = part.clamp(0, of) * pieces;
    let piece = (at / of).min(pieces - 1);
    let first = usize::try_from(piece).expect("from 0 to the number of pieces");
    stops[first].towards(stops[first + 1], at - piece * of, of)
}

impl Palette {
    /// The ink of a value that is a part of the greatest.
    ///
    /// ```
    /// use nimdsl_figures::{Ink, Palette};
    /// assert_eq!(Palette::Cividis.value(0, 100), Ink(0, 34, 78));
    /// assert!((0..100).all(|part| {
    ///     let [here, next] = [part, part + 1].map(|part| Palette::Cividis.value(part, 100));
    ///     here.luminance() < next.luminance() && 4_500 <= here.contrast(here.letters())
    /// }));
    /// ```
    #[must_use]
    pub fn value(self, part: i64, of: i64) -> Ink {
        match self {
            Self::Cividis => along(&CIVIDIS, part, of),
            Self::Batlow => along(&BATLOW, part, of),
            Self::Grey => along(&GREYS, part, of),
        }
    }

    /// The ink of a number between minus and plus the greatest.
    #[must_use]
    pub fn signed(self, part: i64, of: i64) -> Ink {
        let stops = if self == Self::Grey { SIGNED_GREYS } else { SIGNED };
        along(&stops, part + of, 2 * of)
    }

    /// The inks of so many kinds that have no order, or as good as none.
    #[must_use]
    pub fn kinds(self, count: usize) -> Vec<Ink> {
        if self != Self::Grey && count <= KINDS.len() {
            return KINDS[..count].to_vec();
        }
        let kinds: Vec<i64> = (0..).take(count).collect();
        kinds.iter().map(|kind| self.value(*kind, kinds[count - 1])).collect()
    }

    /// The ink of P-positions.
    #[must_use]
    pub fn p_positions(self) -> Ink {
        if self == Self::Grey { Ink::BLACK } else { KINDS[0] }
    }

    /// The ink of the P-positions of a second game.
    #[must_use]
    pub fn others(self) -> Ink {
        if self == Self::Grey { Ink::BLACK } else { SIGNED[0] }
    }

    /// The ink of a cell with a P-position behind marks.
    #[must_use]
    pub fn tint(self) -> Ink {
        if self == Self::Grey { Ink(200, 200, 200) } else { Ink(250, 208, 180) }
    }
}

/// The light of each part of a colour, in hundred thousandths: c / 12.92 for small c, else ((c + 0.055) / 1.055)^2.4.
const LINEAR: [u32; 256] = [
    0, 30, 61, 91, 121, 152, 182, 212, 243, 273, 304, 335, 368, 402, 439, 478, 518, 561, 605, 651, 700, 750, 802, 857,
    913, 972, 1033, 1096, 1161, 1229, 1298, 1370, 1444, 1521, 1600, 1681, 1764, 1850, 1938, 2029, 2122, 2217, 2315,
    2416, 2519, 2624, 2732, 2843, 2956, 3071, 3190, 3310, 3434, 3560, 3689, 3820, 3955, 4092, 4231, 4374, 4519, 4667,
    4817, 4971, 5127, 5286, 5448, 5613, 5781, 5951, 6125, 6301, 6480, 6663, 6848, 7036, 7227, 7421, 7619, 7819, 8022,
    8228, 8438, 8650, 8866, 9084, 9306, 9531, 9759, 9990, 10_224, 10_462, 10_702, 10_946, 11_193, 11_444, 11_697,
    11_954, 12_214, 12_477, 12_744, 13_014, 13_287, 13_563, 13_843, 14_126, 14_413, 14_703, 14_996, 15_293, 15_593,
    15_896, 16_203, 16_513, 16_827, 17_144, 17_465, 17_789, 18_116, 18_447, 18_782, 19_120, 19_462, 19_807, 20_156,
    20_508, 20_864, 21_223, 21_586, 21_953, 22_323, 22_697, 23_074, 23_455, 23_840, 24_228, 24_620, 25_016, 25_415,
    25_818, 26_225, 26_636, 27_050, 27_468, 27_889, 28_315, 28_744, 29_177, 29_614, 30_054, 30_499, 30_947, 31_399,
    31_855, 32_314, 32_778, 33_245, 33_716, 34_191, 34_670, 35_153, 35_640, 36_131, 36_625, 37_124, 37_626, 38_133,
    38_643, 39_157, 39_676, 40_198, 40_724, 41_254, 41_789, 42_327, 42_869, 43_415, 43_966, 44_520, 45_079, 45_641,
    46_208, 46_778, 47_353, 47_932, 48_515, 49_102, 49_693, 50_289, 50_888, 51_492, 52_100, 52_712, 53_328, 53_948,
    54_572, 55_201, 55_834, 56_471, 57_112, 57_758, 58_408, 59_062, 59_720, 60_383, 61_050, 61_721, 62_396, 63_076,
    63_760, 64_448, 65_141, 65_837, 66_539, 67_244, 67_954, 68_669, 69_387, 70_110, 70_838, 71_569, 72_306, 73_046,
    73_791, 74_540, 75_294, 76_052, 76_815, 77_582, 78_354, 79_130, 79_910, 80_695, 81_485, 82_279, 83_077, 83_880,
    84_687, 85_499, 86_316, 87_137, 87_962, 88_792, 89_627, 90_466, 91_310, 92_158, 93_011, 93_869, 94_731, 95_597,
    96_469, 97_345, 98_225, 99_110, 100_000,
];
