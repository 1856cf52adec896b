//! From boards in cells to marks in lengths: margins, numbers beside axes, keys. Knows no games.
use super::axes::{ticks, whole, wide};
use super::chart::{Chart, KeyEntry, Panel, Spot, SpotKind, StrokeKind, Swatch};
use super::ink::Ink;
use super::look::{CellNumbers, Corner, Look};
use super::marks::{Anchor, Face, Figure, Length, Mark, Outline, SheetPlace, cells};

/// Letters beside a board, and small ones.
const LETTERS: Length = 8_000;
const SMALL: Length = 4_500;
/// Numbers in cells are not larger than this, and those that can be read not smaller.
const LARGEST: Length = 7_500;
const LEAST: Length = 4_000;
/// Between things.
const GAP: Length = 3_000;
/// From the edge of the sheet, so that no line is cut.
const INSET: Length = 500;
/// A strip of one heap is at least so high.
const STRIP: Length = 12_000;
/// Boards are at most so many times as high as wide.
const HIGHEST: i64 = 2;

/// Lays a picture out.
#[must_use]
pub fn lay_out(chart: &Chart, look: &Look) -> Figure {
    let mut sheet = Sheet { marks: Vec::new(), inks: chart.inks.iter().map(|ink| ink.0).collect(), look };
    let columns = columns(chart.panels.len());
    let count = cells(columns);
    let width = (look.width - (count - 1) * 2 * GAP) / count;
    let mut top = 0;
    for row in chart.panels.chunks(columns) {
        let mut lowest = top;
        for (number, panel) in (0..).zip(row) {
            lowest = lowest.max(sheet.panel(panel, (number * (width + 2 * GAP), top), width));
        }
        top = lowest + 2 * GAP;
    }
    top = sheet.key(&chart.key, top - GAP);
    if look.cites {
        top = sheet.lines(&chart.short_cite, top + GAP);
    }
    let (title, cite) = (chart.title.clone(), chart.cite.clone());
    Figure { width: look.width, height: top + GAP / 3, title, cite, marks: sheet.marks }
}

/// How many boards stand side by side.
fn columns(panels: usize) -> usize {
    (1..=panels.max(1)).find(|columns| panels <= columns * columns).unwrap_or(1)
}

struct Sheet<'a> {
    marks: Vec<Mark>,
    inks: Vec<Ink>,
    look: &'a Look,
}

/// Where a board is on the sheet.
struct Frame {
    at: SheetPlace,
    size: SheetPlace,
    cells: (i64, i64),
    origin: Corner,
}

impl Frame {
    /// The place on the sheet of one on the board.
    fn place(&self, (across, along): (i64, i64)) -> SheetPlace {
        let part = |at: i64, of: i64, size: Length| {
            let at = i128::from(at) * i128::from(size) / i128::from(of.max(1));
            // What lies beyond all lengths is drawn at the border.
            Length::try_from(at).unwrap_or(size)
        };
        let (right, far) = (part(across, self.cells.0, self.size.0), part(along, self.cells.1, self.size.1));
        let down = if self.origin == Corner::Upper { far } else { self.size.1 - far };
        (self.at.0 + right, self.at.1 + down)
    }

    /// How wide and high a cell is.
    fn cell(&self) -> SheetPlace {
        (self.size.0 * 1_000 / self.cells.0.max(1), self.size.1 * 1_000 / self.cells.1.max(1))
    }
}

impl Sheet<'_> {
    /// A board with its heading and axes; gives where it ends.
    fn panel(&mut self, panel: &Panel, (left, top): SheetPlace, width: Length) -> Length {
        let frame = frame(panel, (left, top), width);
        if !panel.heading.is_empty() {
            self.words((frame.at.0, top + LETTERS), Anchor::Start, &panel.heading, Face::Upright);
        }
        if let Some(tints) = &panel.tints {
            self.raster(panel, &tints.shades, &frame);
        }
        if panel.has_grid {
            self.grid(panel, &frame);
        }
        let border = Some(Outline { ink: Ink::BLACK, width: 400 });
        self.marks.push(Mark::Rectangle { at: frame.at, size: frame.size, fill: None, outline: border });
        self.numbers(panel, &frame);
        for stroke in &panel.strokes {
            let through: Vec<SheetPlace> = stroke.through.iter().map(|place| frame.place(*place)).collect();
            self.stroke(through, stroke.kind);
        }
        let cell = frame.cell();
        for Spot { at, kind } in &panel.spots {
            self.spot(frame.place(*at), *kind, cell.0.min(cell.1).min(2 * LETTERS));
        }
        self.axes(panel, &frame)
    }

    /// Inked cells, the uppermost first.
    fn raster(&mut self, panel: &Panel, shades: &[u8], frame: &Frame) {
        let columns = panel.across.count.max(1);
        let mut lines: Vec<&[u8]> = shades.chunks(columns).collect();
        if panel.origin == Corner::Lower {
            lines.reverse();
        }
        let cells = lines.concat();
        let inks = self.inks.clone();
        self.marks.push(Mark::Raster { at: frame.at, size: frame.size, columns, inks, cells });
    }

    fn grid(&mut self, panel: &Panel, frame: &Frame) {
        let (across, along) = frame.cells;
        let mut line = |from: (i64, i64), to: (i64, i64)| {
            let outline = Outline { ink: Ink::FAINT, width: 300 };
            self.marks.push(Mark::Line { through: vec![frame.place(from), frame.place(to)], outline });
        };
        let inner = |count: usize| (1..cells(count)).map(|cell| cell * 1_000);
        inner(panel.across.count).for_each(|at| line((at, 0), (at, along)));
        inner(panel.along.count).for_each(|at| line((0, at), (across, at)));
    }

    /// The values of cells, in black or white.
    fn numbers(&mut self, panel: &Panel, frame: &Frame) {
        let Some(tints) = panel.tints.as_ref().filter(|tints| !tints.numbers.is_empty()) else { return };
        let texts: Vec<String> =
            tints.numbers.iter().map(|number| number.map_or_else(String::new, |number| number.to_string())).collect();
        let longest = texts.iter().map(|text| wide(text, 1_000)).max().unwrap_or(500).max(500);
        let (width, height) = frame.cell();
        let size = LARGEST.min(height * 7 / 10).min(width * 850 / longest);
        let shown = match self.look.numbers {
            CellNumbers::Always => 0 < size,
            CellNumbers::Auto => LEAST <= size,
            CellNumbers::Never => false,
        };
        if !shown {
            return;
        }
        let columns = panel.across.count.max(1);
        for (index, (text, shade)) in texts.into_iter().zip(&tints.shades).enumerate() {
            if text.is_empty() {
                continue;
            }
            let half = |cell: usize| cells(cell) * 1_000 + 500;
            let (x, y) = frame.place((half(index % columns), half(index / columns)));
            let ink = self.inks.get(usize::from(*shade)).map_or(Ink::BLACK, |ink| ink.letters());
            let (anchor, face) = (Anchor::Middle, Face::Upright);
            self.marks.push(Mark::Words { at: (x, y + size * 35 / 100), anchor, size, ink, face, text });
        }
    }

    fn stroke(&mut self, mut through: Vec<SheetPlace>, kind: StrokeKind) {
        let (ink, width, head) = match kind {
            StrokeKind::Ray => (Ink::SOFT, 600, 3_600),
            StrokeKind::Winning => (Ink::BLACK, 1_600, 6_000),
            StrokeKind::Given => (Ink::BLACK, 500, 0),
        };
        if let [.., before, last] = through[..]
            && 0 < head
        {
            let (neck, corners) = arrowhead(before, last, head);
            if let Some(end) = through.last_mut() {
                *end = neck;
            }
            self.marks.push(Mark::Polygon { corners, fill: ink });
        }
        self.marks.push(Mark::Line { through, outline: Outline { ink, width } });
    }

    /// A point in cells of this size.
    fn spot(&mut self, at: SheetPlace, kind: SpotKind, cell: Length) {
        let ink = |kind| self.spot_ink(kind);
        let line = |ink, least: Length| Some(Outline { ink, width: (cell / 10).clamp(least, 900) });
        let (class, radius, fill, outline) = match kind {
            SpotKind::First => ("p", (cell * 35 / 100).clamp(900, 2_600), Some(ink(kind)), None),
            SpotKind::Second => ("q", (cell * 48 / 100).clamp(1_500, 3_600), None, line(ink(kind), 350)),
            SpotKind::Here => ("here", (cell * 36 / 100).clamp(1_500, 5_000), Some(Ink::BLACK), None),
            SpotKind::Reached => ("option", (cell * 15 / 100).clamp(500, 1_700), Some(Ink::BLACK), None),
            SpotKind::Elsewhere => ("elsewhere", (cell * 46 / 100).clamp(1_900, 6_000), None, line(Ink::BLACK, 350)),
        };
        self.marks.push(Mark::Disc { class, at, radius, fill, outline });
    }

    /// The ink of points, which is in the palette of cells.
    fn spot_ink(&self, kind: SpotKind) -> Ink {
        let number = usize::from(kind == SpotKind::Second);
        self.inks.get(number).copied().unwrap_or(Ink::BLACK)
    }

    /// The numbers and names beside a board; gives where all of it ends.
    fn axes(&mut self, panel: &Panel, frame: &Frame) -> Length {
        let upper = panel.origin == Corner::Upper;
        let (left, top) = frame.at;
        let (right, bottom) = (left + frame.size.0, top + frame.size.1);
        let base = if upper { top - GAP } else { bottom + GAP + LETTERS * 7 / 10 };
        for (at, text) in across_ticks(panel, frame.size.0) {
            let (x, _) = frame.place((at, 0));
            self.words((x, base), Anchor::Middle, &text, Face::Upright);
        }
        for (at, text) in along_ticks(panel, frame.size.1) {
            let (_, y) = frame.place((0, at));
            self.words((left - GAP, y + LETTERS * 35 / 100), Anchor::End, &text, Face::Upright);
        }
        let name = if upper { base - LETTERS - GAP / 2 } else { base + LETTERS + GAP / 2 };
        if !panel.across.name.is_empty() {
            self.words((i64::midpoint(left, right), name), Anchor::Middle, &panel.across.name, Face::Name);
        }
        if !panel.along.name.is_empty() {
            let x = left - beside(panel, frame.size.1) + INSET;
            self.words(
                (x, i64::midpoint(top, bottom) + LETTERS * 35 / 100),
                Anchor::Start,
                &panel.along.name,
                Face::Name,
            );
        }
        if upper { bottom } else { name + LETTERS * 3 / 10 }
    }

    fn words(&mut self, at: SheetPlace, anchor: Anchor, text: &str, face: Face) {
        let text = text.to_owned();
        self.marks.push(Mark::Words { at, anchor, size: LETTERS, ink: Ink::BLACK, face, text });
    }

    /// What inks and marks mean, in lines as wide as the picture; gives where they end.
    fn key(&mut self, key: &[KeyEntry], top: Length) -> Length {
        let (mut x, mut y) = (INSET, top + GAP);
        if key.is_empty() {
            return top;
        }
        for entry in key {
            let swatch = swatch_width(&entry.swatch);
            let words = wide(&entry.words, LETTERS);
            if INSET < x && self.look.width < x + swatch + words {
                (x, y) = (INSET, y + LETTERS + GAP);
            }
            self.swatch(&entry.swatch, (x, y));
            self.words((x + swatch, y + LETTERS * 85 / 100), Anchor::Start, &entry.words, Face::Upright);
            x += swatch + words + 3 * GAP;
        }
        y + LETTERS + GAP
    }

    /// What a line of the key shows before its words.
    fn swatch(&mut self, swatch: &Swatch, (x, y): SheetPlace) {
        let side = LETTERS;
        match swatch {
            Swatch::Cell(ink) => {
                let outline = Some(Outline { ink: Ink::BLACK, width: 300 });
                self.marks.push(Mark::Rectangle { at: (x, y), size: (side, side), fill: Some(*ink), outline });
            }
            Swatch::Ramp(inks, low, high) => {
                let (before, extent) = (wide(low, LETTERS) + GAP, (6 * side, side));
                self.words((x, y + side * 85 / 100), Anchor::Start, low, Face::Upright);
                let cells: Vec<u8> = (0..=u8::MAX).take(inks.len()).collect();
                let (at, columns) = ((x + before, y), inks.len());
                self.marks.push(Mark::Raster { at, size: extent, columns, inks: inks.clone(), cells });
                self.words((x + before + 6 * side + GAP, y + side * 85 / 100), Anchor::Start, high, Face::Upright);
            }
            Swatch::Spot(kind) => {
                let mark = self.marks.len();
                self.spot((x + side / 2, y + side / 2), *kind, side);
                if let Some(Mark::Disc { class, .. }) = self.marks.get_mut(mark) {
                    *class = "key";
                }
            }
            Swatch::Stroke(kind) => self.stroke(vec![(x, y + side / 2), (x + 2 * side, y + side / 2)], *kind),
            Swatch::Nothing => {}
        }
    }

    /// A line of small letters, in as many lines as it needs; gives where they end.
    fn lines(&mut self, text: &str, top: Length) -> Length {
        let most = usize::try_from((self.look.width * 2 / SMALL).max(20)).expect("letters in a line");
        let (mut y, mut line) = (top + SMALL, String::new());
        let mut put = |line: &mut String, y: &mut Length| {
            let (anchor, face, ink, size) = (Anchor::Start, Face::Upright, Ink::BLACK, SMALL);
            self.marks.push(Mark::Words { at: (INSET, *y), anchor, size, ink, face, text: std::mem::take(line) });
            *y += SMALL + GAP / 3;
        };
        for word in text.split(' ') {
            if !line.is_empty() && most < line.chars().count() + 1 + word.chars().count() {
                put(&mut line, &mut y);
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        put(&mut line, &mut y);
        y - SMALL
    }
}

/// What an example in a key takes, with the space behind it.
fn swatch_width(swatch: &Swatch) -> Length {
    match swatch {
        Swatch::Cell(_) | Swatch::Spot(_) => LETTERS + GAP,
        Swatch::Ramp(_, low, high) => {
            let between = if high.is_empty() { GAP } else { 3 * GAP };
            wide(low, LETTERS) + wide(high, LETTERS) + 6 * LETTERS + between + GAP
        }
        Swatch::Stroke(_) => 2 * LETTERS + GAP,
        Swatch::Nothing => 0,
    }
}

/// The numbers that count to the right.
fn across_ticks(panel: &Panel, extent: Length) -> Vec<(i64, String)> {
    ticks(&panel.across, extent, |digits| cells(digits) * LETTERS / 2 + LETTERS / 2)
}

/// The numbers that count up or down; none of one heap.
fn along_ticks(panel: &Panel, extent: Length) -> Vec<(i64, String)> {
    if panel.along.name.is_empty() { Vec::new() } else { ticks(&panel.along, extent, |_| LETTERS * 12 / 10) }
}

/// What numbers and the name take at the left of a board.
fn beside(panel: &Panel, extent: Length) -> Length {
    let widest = along_ticks(panel, extent).iter().map(|(_, text)| wide(text, LETTERS)).max().unwrap_or(0);
    let name = wide(&panel.along.name, LETTERS);
    if panel.along.name.is_empty() { 0 } else { widest + name + 5 * GAP / 2 }
}

/// Where a board is, below its heading and with room for what stands beside it.
fn frame(panel: &Panel, (left, top): SheetPlace, width: Length) -> Frame {
    let cells = (whole(&panel.across), whole(&panel.along));
    let shape = |width: Length| {
        let square = i64::try_from(i128::from(width) * i128::from(cells.1) / i128::from(cells.0.max(1)));
        let high = if panel.is_square { square.unwrap_or(width) } else { width * 2 / 3 };
        if panel.along.name.is_empty() { high.clamp(STRIP, 3 * STRIP) } else { high.max(STRIP) }
    };
    // The margin depends on the numbers, and these on how high the board is.
    let guess = shape(width).min(HIGHEST * width);
    let margin = beside(panel, guess);
    let inner = width - margin - 2 * GAP;
    let (mut wide_by, mut high_by) = (inner, shape(inner));
    if HIGHEST * width < high_by {
        high_by = HIGHEST * width;
        wide_by =
            i64::try_from(i128::from(high_by) * i128::from(cells.0) / i128::from(cells.1.max(1))).unwrap_or(inner);
    }
    let heading = if panel.heading.is_empty() { 0 } else { LETTERS + GAP };
    let above = match panel.origin {
        Corner::Upper if panel.across.name.is_empty() => LETTERS + 2 * GAP,
        Corner::Upper => 2 * LETTERS + 2 * GAP,
        Corner::Lower => LETTERS / 2,
    };
    let at = (left + margin, top + heading + above);
    Frame { at, size: (wide_by, high_by), cells, origin: panel.origin }
}

/// The corners of an arrowhead, and where its line ends.
fn arrowhead(before: SheetPlace, (x, y): SheetPlace, head: Length) -> (SheetPlace, Vec<SheetPlace>) {
    let (right, down) = (x - before.0, y - before.1);
    let long = (right * right + down * down).isqrt().max(1);
    // Short arrows have small heads.
    let head = head.min(long * 6 / 10);
    let back = (x - right * head / long, y - down * head / long);
    let (side_right, side_down) = (-down * head / (long * 5 / 2).max(1), right * head / (long * 5 / 2).max(1));
    let corners = vec![(x, y), (back.0 + side_right, back.1 + side_down), (back.0 - side_right, back.1 - side_down)];
    (back, corners)
}
