//! Pictures: what is on them is what the tables say, letters can be read, files are the same bytes on every run, and the commands
//! of the manual draw them.
use super::said::shown;
use crate::slips::{papers, root};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use nimdsl::engine::Context;
use nimdsl::figure::{
    CellNumbers, Chart, Corner, FigureKind, Ink, Look, Mark, Palette, Sketch, SpotKind, StrokeKind, blocks, lay_out,
    svg, tikz,
};
use nimdsl::rules::Rules;
use nimdsl::table::Region;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const PALETTES: [Palette; 3] = [Palette::Cividis, Palette::Batlow, Palette::Grey];

fn rules(name: &str) -> Rules {
    Rules::from(super::ruleset(name))
}

fn chart(rules: &Rules, sketch: &Sketch) -> Chart {
    rules.picture(None, sketch, &Context::default()).unwrap_or_else(|why| panic!("{:?}: {why}", sketch.kind))
}

fn sized(kind: FigureKind, size: u64) -> Sketch {
    Sketch { sizes: vec![size], ..Sketch::of(kind) }
}

/// The image of the first raster of a picture: width, height, the number of the ink of each pixel, and the inks.
fn image(text: &str) -> (usize, usize, Vec<u8>, Vec<u8>) {
    let (_, data) = text.split_once("data:image/png;base64,").expect("a raster");
    let (data, _) = data.split_once('"').expect("its end");
    let bytes = BASE64_STANDARD.decode(data).expect("base 64");
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a header");
    let mut pixels = vec![0; reader.output_buffer_size().expect("it fits")];
    reader.next_frame(&mut pixels).expect("an image");
    let info = reader.info();
    let inks = info.palette.as_ref().expect("a palette").to_vec();
    (info.width as usize, info.height as usize, pixels, inks)
}

/// A picture with its images as digits.
fn legible(text: &str) -> String {
    let (before, rest) = text.split_once("data:image/png;base64,").expect("a raster");
    let (_, after) = rest.split_once('"').expect("its end");
    let (width, height, pixels, _) = image(text);
    let lines: Vec<String> = (0..6)
        .map(|row| {
            let at = |column: usize| pixels[(row * 2 + 1) * height / 12 * width + (column * 2 + 1) * width / 12];
            (0..6).map(|column| format!("{:3}", at(column))).collect()
        })
        .collect();
    let ramp = after.split("data:image/png;base64,").next().expect("a part");
    format!("{before}{width} by {height}:\n{}\n\"{ramp}", lines.join("\n"))
}

#[test]
fn a_small_picture_is_written_so() {
    let figure = lay_out(&chart(&rules("wythoff"), &sized(FigureKind::Heat, 6)), &Look::default());
    // Another version of the program draws the same.
    let drawn = |text: &str| text.replace(concat!("nimdsl ", env!("CARGO_PKG_VERSION")), "nimdsl VERSION");
    shown("plot_svg", &drawn(&legible(&svg(&figure))));
    shown("plot_tikz", &drawn(&tikz(&figure).expect("few cells")));
    let board = Sketch::of(FigureKind::Board(vec![3, 4]));
    let figure = lay_out(&chart(&rules("wythoff"), &board), &Look { cites: true, ..Look::default() });
    shown("plot_board", &drawn(&tikz(&figure).expect("few cells")));
}

#[test]
fn every_letter_of_a_picture_is_shown() {
    // No text is read with such a title, but programs may give one.
    let mut document = super::ruleset("nim");
    document.ruleset.name = "a\u{202e}b\u{9b}c".to_owned();
    let (one, two) = (Rules::from(document), rules("wythoff"));
    let drawn = one.picture(Some(&two), &sized(FigureKind::Overlay, 6), &Context::default()).expect("a picture");
    let figure = lay_out(&drawn, &Look { cites: true, ..Look::default() });
    for (form, text) in
        [("svg", svg(&figure)), ("tikz", tikz(&figure).expect("few cells")), ("blocks", blocks(&drawn, 60))]
    {
        assert!(!text.contains(['\u{202e}', '\u{9b}']), "{form}: {text}");
    }
    // In the title, where it comes from, the key and below the picture.
    assert!(4 <= svg(&figure).matches("a\\u202eb\\u009bc").count());
}

#[test]
fn every_p_position_has_one_mark() {
    let mut count = 0;
    for name in ["wythoff", "nim", "triangular", "ryuo", "yama", "subtraction", "ryuo_pass"] {
        let rules = rules(name);
        for origin in [Corner::Upper, Corner::Lower] {
            let sketch = Sketch { origin: Some(origin), ..sized(FigureKind::Scatter, 30) };
            let chart = chart(&rules, &sketch);
            let heaps = rules.ruleset().heaps.len();
            let mut found = Vec::new();
            for (panel, text) in chart.panels.iter().zip(panels(&chart)) {
                let circles = circles(&text);
                assert_eq!(circles.len(), panel.spots.len());
                let registers: Vec<i64> = panel
                    .heading
                    .split(", ")
                    .filter_map(|part| part.split_once(" = ").map(|value| value.1.parse().expect("a number")))
                    .collect();
                for (across, along) in places(&text, &circles, panel.across.count, panel.along.count, origin) {
                    let mut position = match (heaps, origin) {
                        (1, _) => vec![across],
                        (_, Corner::Upper) => vec![along, across],
                        (_, Corner::Lower) => vec![across, along],
                    };
                    position.extend(&registers);
                    found.push(position);
                }
            }
            let mut expected = rules.p_positions(29, &Context::default()).expect("positions").positions;
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{name} {origin:?}");
            count += found.len();
        }
    }
    assert!(300 < count, "{count}");
}

/// The picture of each board alone.
fn panels(chart: &Chart) -> Vec<String> {
    let alone = |panel: &nimdsl::figure::Panel| Chart { panels: vec![panel.clone()], ..chart.clone() };
    chart.panels.iter().map(|panel| svg(&lay_out(&alone(panel), &Look::default()))).collect()
}

fn attribute(line: &str, name: &str) -> f64 {
    let (_, rest) = line.split_once(&format!(" {name}=\"")).unwrap_or_else(|| panic!("{name}: {line}"));
    rest.split_once('"').expect("its end").0.parse().expect("a number")
}

/// The centres of the marks of P-positions.
fn circles(text: &str) -> Vec<(f64, f64)> {
    let lines = text.lines().filter(|line| line.starts_with("<circle class=\"p\""));
    lines.map(|line| (attribute(line, "cx"), attribute(line, "cy"))).collect()
}

/// The cells in whose middle they lie.
fn places(text: &str, circles: &[(f64, f64)], columns: usize, rows: usize, origin: Corner) -> Vec<(i64, i64)> {
    // The frame of the board: the only rectangle without ink that has a line.
    let frame =
        text.lines().find(|line| line.starts_with("<rect x=") && line.contains("fill=\"none\"")).expect("a frame");
    let [x, y, width, height] = ["x", "y", "width", "height"].map(|name| attribute(frame, name));
    let cell = |at: f64, from: f64, size: f64, count: usize| {
        let place = (at - from) / size * count as f64 - 0.5;
        assert!((place - place.round()).abs() < 0.02, "{place} is in no middle");
        place.round() as i64
    };
    let place = |(cx, cy): &(f64, f64)| {
        let down = cell(*cy, y, height, rows);
        let along = if origin == Corner::Upper { down } else { rows as i64 - 1 - down };
        (cell(*cx, x, width, columns), along)
    };
    circles.iter().map(place).collect()
}

#[test]
fn every_cell_has_the_ink_and_the_number_of_its_value() {
    for (name, fixed) in [("wythoff", None), ("ryuo_three", Some(3)), ("ryuo_pass", None), ("subtraction", None)] {
        let rules = rules(name);
        for origin in [Corner::Upper, Corner::Lower] {
            let fix = fixed.map(|value| ("z".to_owned(), value)).into_iter().collect();
            let sketch = Sketch { origin: Some(origin), fixed: fix, ..sized(FigureKind::Heat, 9) };
            let chart = chart(&rules, &sketch);
            let bounds = rules.ruleset().heaps.iter().map(|heap| if heap == "z" { 4 } else { 9 }).collect();
            let table = rules.grundy(&Region::Box(bounds), &Context::default()).expect("a table").table;
            assert_eq!(chart.panels.len(), table.layers.len());
            for (panel, (registers, _)) in chart.panels.iter().zip(&table.layers) {
                let tints = panel.tints.as_ref().expect("cells");
                assert_eq!(tints.numbers.len(), panel.across.count * panel.along.count);
                for (cell, number) in (0_i64..).zip(&tints.numbers) {
                    let (along, across) = (cell / 9, cell % 9);
                    let mut position = match (rules.ruleset().heaps.len(), origin) {
                        (1, _) => vec![across],
                        (_, Corner::Upper) => vec![along, across],
                        (_, Corner::Lower) => vec![across, along],
                    };
                    position.extend(fixed);
                    position.extend(registers);
                    assert_eq!(*number, table.get(&position).map(i64::from), "{name} {position:?}");
                    let is_p = tints.shades[cell as usize] == 1;
                    assert_eq!(is_p, *number == Some(0), "{name} {position:?}");
                }
            }
            each_pixel_has_its_ink(&chart, origin);
        }
    }
}

/// The image of the first board, decoded: the middle of each cell, and its corners.
fn each_pixel_has_its_ink(chart: &Chart, origin: Corner) {
    let panel = &chart.panels[0];
    let (width, height, pixels, inks) = image(&panels(chart)[0]);
    let (columns, rows) = (panel.across.count, panel.along.count);
    assert!(width % columns == 0 && height % rows == 0);
    let shades = &panel.tints.as_ref().expect("cells").shades;
    for (cell, shade) in shades.iter().enumerate() {
        let (across, along) = (cell % columns, cell / columns);
        let down = if origin == Corner::Upper { along } else { rows - 1 - along };
        let (side, high) = (width / columns, height / rows);
        for (right, low) in [(0, 0), (side / 2, high / 2), (side - 1, high - 1)] {
            let pixel = usize::from(pixels[(down * high + low) * width + across * side + right]);
            let Ink(red, green, blue) = chart.inks[usize::from(*shade)].0;
            assert_eq!(inks[3 * pixel..3 * pixel + 3], [red, green, blue]);
        }
    }
}

#[test]
fn letters_can_be_read_on_every_ink() {
    let light = |part: u8| {
        let part = f64::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    let luminance = |Ink(red, green, blue): Ink| 0.2126 * light(red) + 0.7152 * light(green) + 0.0722 * light(blue);
    let mut seen = 0;
    for kind in [FigureKind::Heat, FigureKind::Rows, FigureKind::Residues(7), FigureKind::Residues(12)] {
        for palette in PALETTES {
            let chart = chart(&rules("wythoff"), &Sketch { palette, ..sized(kind.clone(), 14) });
            let look = Look { numbers: CellNumbers::Always, ..Look::default() };
            let figure = lay_out(&chart, &look);
            let tints = chart.panels[0].tints.as_ref().expect("cells");
            let mut below = tints.shades.iter().map(|shade| chart.inks[usize::from(*shade)].0);
            for mark in &figure.marks {
                // Numbers in cells come first, in the order of the cells.
                let Mark::Words { ink, .. } = mark else { continue };
                let Some(below) = below.next() else { break };
                let (one, two) = (luminance(*ink) + 0.05, luminance(below) + 0.05);
                let contrast = if one < two { two / one } else { one / two };
                assert!(4.5 <= contrast, "{ink:?} on {below:?}: {contrast}");
                assert!((contrast * 1000.0 - f64::from(ink.contrast(below))).abs() < 20.0);
                seen += 1;
            }
        }
    }
    assert_eq!(seen, 12 * 14 * 14);
}

#[test]
fn palettes_stay_in_order_when_they_are_printed_without_colour() {
    for palette in PALETTES {
        let grey: Vec<u32> = (0..=100).map(|part| palette.value(part, 100).luminance()).collect();
        assert!(grey.is_sorted() || grey.iter().rev().is_sorted(), "{palette:?}");
        assert!(20_000 < grey[0].abs_diff(grey[100]), "{palette:?}");
    }
    // What photocopies must tell apart: a filled point and a ring; black cells and grey ones.
    let p = Palette::Grey.p_positions();
    assert!((0..=100).all(|part| 2_500 < p.contrast(Palette::Grey.value(part, 100))));
}

#[test]
fn a_board_shows_options_rays_and_winning_moves() {
    let (mut options, mut arrows) = (0, 0);
    for (name, at) in [("wythoff", [9, 11]), ("yama", [6, 4]), ("triangular_wythoff", [7, 3]), ("ryuo", [5, 8])] {
        let rules = rules(name);
        let explained = rules.explain(&at, &Context::default()).expect("options");
        let chart = chart(&rules, &Sketch::of(FigureKind::Board(at.to_vec())));
        let panel = &chart.panels[0];
        let cell = |place: (i64, i64)| vec![(place.0 - 500) / 1000, (place.1 - 500) / 1000];
        let dots = panel.spots.iter().filter(|spot| spot.kind == SpotKind::Reached);
        let dots: BTreeSet<Vec<i64>> = dots.map(|spot| cell(spot.at)).collect();
        let all: BTreeSet<Vec<i64>> = explained.options.iter().map(|option| option.option.position.clone()).collect();
        assert_eq!(dots, all, "{name}");
        let ends = |kind| {
            let strokes = panel.strokes.iter().filter(move |stroke| stroke.kind == kind);
            strokes.map(|stroke| (cell(stroke.through[0]), cell(*stroke.through.last().expect("an end"))))
        };
        let winning: BTreeSet<Vec<i64>> = ends(StrokeKind::Winning).map(|ends| ends.1).collect();
        assert_eq!(winning, explained.winning.iter().cloned().collect(), "{name}");
        for (from, to) in ends(StrokeKind::Ray) {
            assert_eq!(from, at, "{name}: a ray begins elsewhere");
            assert!(all.contains(&to), "{name}: a ray ends at {to:?}, which is no option");
        }
        options += all.len();
        arrows += panel.strokes.len();
    }
    assert!(60 < options && 8 < arrows, "{options} {arrows}");
    let rays = chart(&rules("wythoff"), &Sketch::of(FigureKind::Board(vec![9, 11]))).panels[0].strokes.clone();
    assert_eq!(rays.iter().filter(|stroke| stroke.kind == StrokeKind::Ray).count(), 3);
}

#[test]
fn lines_lie_where_they_are_computed() {
    let sketch = Sketch {
        lines: ["y = phi * x", "x = phi * y", "y = 2 * x - 10"].map(str::to_owned).to_vec(),
        ..sized(FigureKind::Scatter, 40)
    };
    let chart = chart(&rules("wythoff"), &sketch);
    let phi = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let functions: [&dyn Fn(f64) -> f64; 3] = [&|x| phi * x, &|x| x / phi, &|x| 2.0 * x - 10.0];
    assert_eq!(chart.panels[0].strokes.len(), 3);
    for (stroke, function) in chart.panels[0].strokes.iter().zip(functions) {
        for (x, y) in &stroke.through {
            assert!((0..=40_000).contains(x) && (0..=40_000).contains(y));
            let [x, y] = [x, y].map(|place| (*place as f64 - 500.0) / 1000.0);
            assert!((function(x) - y).abs() < 0.01, "({x}, {y}) is not on the line");
        }
    }
}

#[test]
fn the_same_bytes_on_every_run_and_with_any_number_of_threads() {
    for kind in [FigureKind::Heat, FigureKind::Scatter, FigureKind::Board(vec![5, 7]), FigureKind::Growth] {
        let draw = |threads| {
            let context = Context { threads, ..Context::default() };
            let chart = rules("wythoff").picture(None, &sized(kind.clone(), 40), &context).expect("a picture");
            let figure = lay_out(&chart, &Look::default());
            (svg(&figure), tikz(&figure).expect("few cells"))
        };
        let first = draw(1);
        assert!(first == draw(1) && first == draw(2), "{kind:?}");
    }
}

#[test]
fn a_picture_says_where_it_comes_from() {
    let rules = rules("triangular_wythoff");
    let chart = chart(&rules, &sized(FigureKind::Heat, 6));
    let cite = rules.grundy(&Region::Box(vec![6, 6]), &Context::default()).expect("a table").cite();
    let source = cite.rsplit_once("; ").expect("a bound").0;
    assert!(source.contains("blake3 ") && source.contains(env!("CARGO_PKG_VERSION")));
    let figure = lay_out(&chart, &Look::default());
    assert!(svg(&figure).contains(&source.replace('"', "&quot;")));
    assert!(tikz(&figure).expect("few cells").contains(source));
}

#[test]
fn a_board_of_sixteen_million_cells_has_less_than_ten_megabytes() {
    let context = Context { threads: 2, ..Context::default() };
    let chart = rules("wythoff").picture(None, &sized(FigureKind::Heat, 4_000), &context).expect("a picture");
    let figure = lay_out(&chart, &Look::default());
    let text = svg(&figure);
    assert!(text.len() < 10_000_000, "{} bytes", text.len());
    let (width, height, pixels, _) = image(&text);
    assert_eq!((width, height), (4_000, 4_000));
    let zeros = pixels.iter().filter(|pixel| **pixel == 1).count();
    assert_eq!(zeros, rules("wythoff").p_positions(3_999, &context).expect("positions").positions.len());
    assert!(tikz(&figure).expect_err("too many for TeX").contains("rsvg-convert"));
}

/// A folder with the rulesets of the project in it.
pub(crate) struct Desk(pub(crate) PathBuf);

impl Desk {
    pub(crate) fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("nimdsl_plots_{name}_{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("rulesets")).expect("a folder");
        for file in papers() {
            fs::copy(&file, path.join("rulesets").join(file.file_name().expect("a name"))).expect("a copy");
        }
        Self(path)
    }

    fn nimdsl(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_nimdsl"));
        command.args(arguments).current_dir(&self.0).output().expect("it starts")
    }

    pub(crate) fn does(&self, arguments: &[&str]) -> String {
        let output = self.nimdsl(arguments);
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("text")
    }

    pub(crate) fn refuses(&self, arguments: &[&str], words: &str) {
        let output = self.nimdsl(arguments);
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {told}");
        assert!(told.contains(words), "{arguments:?}: {told}");
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap_or_else(|why| panic!("{name}: {why}"))
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn what_makes_no_sense_is_refused_with_a_remedy() {
    let desk = Desk::new("refused");
    let wythoff = "rulesets/wythoff.nim";
    for (arguments, words) in [
        (&["rulesets/ryuo_three.nim", "heat"][..], "fix the others, for example --fix z=0"),
        (&[wythoff, "heat", "--fix", "q=1"], "there is no heap `q` to fix; heaps are x, y"),
        (&[wythoff, "heat", "--fix", "x=1", "--fix", "y=1"], "let one or two of them run"),
        (&[wythoff, "heat", "--fix", "x"], "write HEAP=VALUE"),
        (&[wythoff, "heat", "--size", "0"], "sizes lie between 1 and"),
        (&[wythoff, "heat", "--size", "3,4,5"], "3 sizes are given, and 2 heaps run (x, y)"),
        (&[wythoff, "heat", "--size", "x"], "write N, or N,M"),
        (&[wythoff, "heat", "--misere"], "`outcomes`, `scatter` and `board` show misère play"),
        (&[wythoff, "heat", "--at", "3,5"], "only `board` has a position"),
        (&[wythoff, "heat", "--mod", "3"], "only `residues` has a modulus"),
        (&[wythoff, "residues"], "--mod 3"),
        (&[wythoff, "residues", "--mod", "1"], "choose --mod 2 to 64"),
        (&[wythoff, "board"], "--at 3,5"),
        (&[wythoff, "board", "--at", "3"], "1 heaps are given, and the game has 2"),
        (&[wythoff, "board", "--at", "9,3", "--size", "5"], "is not on the board"),
        (&[wythoff, "overlay"], "--compare FILE"),
        (&[wythoff, "overlay", "--compare", "rulesets/ryuo_three.nim"], "different numbers of heaps"),
        (&[wythoff, "heat", "--compare", "rulesets/nim.nim"], "is a picture of one game"),
        (&[wythoff, "scatter", "--line", "y = foo * x"], "nothing binds `foo`"),
        (&[wythoff, "scatter", "--line", "z = x"], "write for example \"y = phi * x\""),
        (&[wythoff, "growth", "--line", "y = x"], "has no lines"),
        (&["rulesets/ryuo_pass.nim", "growth"], "choose `scatter`"),
        (&[wythoff, "heat", "--width", "8"], "write a length such as 8cm"),
        (&[wythoff, "heat", "--width", "2mm"], "between 1in and 1m"),
        (&[wythoff, "heat", "--out", "a.jpg"], "write .svg, .tex, .png or .pdf"),
        (&[wythoff, "heat", "--out", "a.svg", "--dpi", "200"], "only .png has pixels"),
        (&[wythoff, "strip"], "fix the others, for example --fix y=0"),
        (&[wythoff, "strip", "--fix", "y=1", "--period", "0"], "1 to 1000 cells"),
        (&[wythoff, "heat", "--period", "3"], "only `strip` has rows"),
        (&[wythoff, "strip", "--fix", "y=1", "--line", "y = x"], "has no lines"),
        (&[wythoff, "heat", "--size", "300", "--out", "a.tex"], "a.tex: the cells of the board"),
    ] {
        desk.refuses(&[&["plot"], arguments].concat(), words);
    }
    fs::write(desk.0.join("mine.svg"), "<svg/>").expect("a file");
    desk.refuses(&["plot", wythoff, "heat", "--out", "mine.svg"], "a file is there that is not a picture of nimdsl");
    assert_eq!(desk.read("mine.svg"), "<svg/>");
    desk.does(&["plot", wythoff, "heat", "--out", "ours.svg"]);
    desk.does(&["plot", wythoff, "rows", "--out", "ours.svg"]);
    assert!(desk.read("ours.svg").contains("value less column"));
    desk.refuses(&["table", "rulesets/ryuo_three.nim", "--plot"], "heat --fix z=0");
}

/// The mex rule of a subtraction set, by itself.
fn subtraction(set: &[usize], count: usize) -> Vec<i64> {
    let mut values: Vec<i64> = Vec::new();
    for n in 0..count {
        let reached: Vec<i64> = set.iter().filter(|s| **s <= n).map(|s| values[n - s]).collect();
        values.push((0..).find(|value| !reached.contains(value)).expect("a value"));
    }
    values
}

#[test]
fn a_strip_has_rows_of_the_period_and_rings_what_breaks_it() {
    let (mut periods, mut rings) = (BTreeSet::new(), 0);
    for set in [&[1, 2, 5][..], &[1, 3, 4], &[2, 3, 7], &[1, 4, 10, 12, 14], &[3, 5, 9, 14], &[4, 7, 13]] {
        let values = subtraction(set, 3_000);
        // The least period that the second half has, and where it begins.
        let period = (1..400).find(|period| (1_500..2_600).all(|n| values[n] == values[n + period])).expect("one");
        let preperiod = (0..1_500).rev().find(|n| values[*n] != values[n + period]).map_or(0, |n| n + 1);
        let chosen: Vec<i64> = set.iter().map(|s| *s as i64).collect();
        let settings = [("S".to_owned(), nimdsl::ruleset::ParameterValue::Set(chosen))].into_iter().collect();
        let rules = rules("subtraction").at(&settings).expect("a set");
        let chart = chart(&rules, &Sketch::of(FigureKind::Strip(None)));
        let panel = &chart.panels[0];
        assert_eq!(panel.across.count % period, 0, "{set:?}: rows of {}", panel.across.count);
        let tints = panel.tints.as_ref().expect("cells");
        let shown: Vec<i64> = tints.numbers.iter().flatten().copied().collect();
        assert_eq!(shown, values[..shown.len()], "{set:?}");
        let ringed = |at: (i64, i64)| at.1 as usize / 1_000 * panel.across.count + at.0 as usize / 1_000;
        let ringed: BTreeSet<usize> = panel.spots.iter().map(|spot| ringed(spot.at)).collect();
        let broken = (0..preperiod).filter(|n| values[*n] != values[n + period * preperiod.div_ceil(period)]);
        assert_eq!(ringed, broken.collect(), "{set:?}");
        let from = if preperiod == 0 { String::new() } else { format!(" from x = {preperiod}") };
        assert_eq!(chart.key[0].words, format!("g(x + {period}) = g(x){from}"));
        rings += ringed.len();
        periods.insert(period);
    }
    assert!(3 < periods.len() && 0 < rings, "{periods:?}, {rings} rings");
}

#[test]
fn a_terminal_gets_blocks_of_text() {
    let desk = Desk::new("blocks");
    let text = desk.does(&["plot", "rulesets/wythoff.nim", "outcomes", "--size", "4"]);
    assert_eq!(text, " 0 #···\n   ··#·\n   ·#··\n   ····\n   x by y, 0 to 3\n");
    let text = desk.does(&["table", "rulesets/wythoff.nim", "--size", "200", "--plot"]);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
    let data: serde_json::Value = serde_json::from_str(&desk.does(&[
        "plot",
        "rulesets/nim.nim",
        "heat",
        "--out",
        "a.svg,a.tex",
        "--format",
        "json",
    ]))
    .expect("JSON");
    assert_eq!(data["files"][1]["file"], "a.tex");
}

/// The fences of a page with a marker.
fn fences(page: &str, marker: &str) -> Vec<String> {
    let opening = format!("```{marker}\n");
    let parts = page.split(&opening).skip(1);
    parts.map(|part| part.split("```").next().expect("a fence").to_owned()).collect()
}

#[test]
fn the_commands_of_the_manual_draw_pictures() {
    let desk = Desk::new("manual");
    let page = fs::read_to_string(root().join("docs/figures.md")).expect("the page");
    let (mut commands, mut kinds) = (0, BTreeSet::new());
    for fence in fences(&page, "sh") {
        for line in fence.replace("\\\n", " ").lines().filter(|line| line.starts_with("nimdsl ")) {
            let line = line.split(" #").next().expect("a command");
            // Words in quotes are one argument.
            let words = line
                .split('"')
                .enumerate()
                .flat_map(|(at, part)| if at % 2 == 1 { vec![part] } else { part.split_whitespace().collect() });
            let words: Vec<&str> = words.skip(1).collect();
            desk.does(&words);
            for file in
                words.iter().skip_while(|word| **word != "--out").skip(1).take(1).flat_map(|files| files.split(','))
            {
                let opening =
                    if file.ends_with(".svg") { nimdsl::figure::SVG_OPENING } else { nimdsl::figure::TIKZ_OPENING };
                assert!(desk.read(file).starts_with(opening), "{file}");
            }
            kinds.insert(words[2].to_owned());
            commands += 1;
        }
    }
    for kind in ["heat", "outcomes", "board", "scatter", "rows", "residues", "growth", "overlay", "difference", "strip"]
    {
        assert!(kinds.contains(kind), "docs/figures.md does not draw `{kind}`");
    }
    assert!(12 <= commands, "{commands}");
    let experiments = fences(&page, "ron");
    assert_eq!(experiments.len(), 1);
    fs::create_dir_all(desk.0.join("experiments")).expect("a folder");
    fs::write(desk.0.join("experiments/figures.ron"), &experiments[0]).expect("a file");
    let told = desk.does(&["run", "experiments/figures.ron"]);
    assert!(told.contains("task_1_plot_002.svg"), "{told}");
    let out = "out/figures";
    desk.does(&["plot", "rulesets/triangular_wythoff.nim", "heat", "--size", "12", "--set", "c=1", "--out", "b.svg"]);
    assert_eq!(desk.read(&format!("{out}/task_1_plot_002.svg")), desk.read("b.svg"), "a run draws the same picture");
    assert!(desk.read(&format!("{out}/task_2_plot_001.tex")).starts_with(nimdsl::figure::TIKZ_OPENING));
    // Pictures of an earlier run that the next one does not have go away.
    let fewer = experiments[0].replace("Range(0, 2)", "Range(0, 1)");
    fs::write(desk.0.join("experiments/figures.ron"), fewer).expect("a file");
    desk.does(&["run", "experiments/figures.ron"]);
    assert!(!desk.0.join(out).join("task_1_plot_003.svg").exists());
    assert!(desk.0.join(out).join("task_1_plot_002.svg").exists());
}

/// The pictures of the README are those that the program draws.
#[test]
fn pictures_of_the_readme_are_drawn_by_the_program() {
    let folder = Desk::new("readme");
    let heat = ["rulesets/triangular_wythoff.nim", "heat", "--set", "c=1", "--size", "16"];
    let board = ["rulesets/wythoff.nim", "board", "--at", "9,11"];
    for (name, arguments) in [("twist", heat.as_slice()), ("queen", &board)] {
        let out = format!("{name}.svg");
        folder.does(&[&["plot"], arguments, &["--width", "7cm", "--out", &out]].concat());
        let shown = fs::read_to_string(root().join("docs/pictures").join(&out)).expect("a picture");
        assert!(folder.read(&out) == shown, "draw docs/pictures/{out} again: nimdsl plot {}", arguments.join(" "));
    }
}
