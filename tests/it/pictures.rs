//! PNG and PDF: with the feature `pictures` they hold what the figure says and where it comes from; without it the program says
//! how to have them.
use super::plots::Desk;

#[cfg(not(feature = "pictures"))]
#[test]
fn a_build_without_pictures_says_how_to_have_them() {
    let desk = Desk::new("lacking");
    for form in ["png", "pdf"] {
        let file = format!("a.{form}");
        for words in [
            "`cargo build --release --features pictures`".to_owned(),
            format!("`rsvg-convert --format {form} --output a.{form} a.svg`"),
        ] {
            desk.refuses(&["plot", "rulesets/wythoff.nim", "heat", "--out", &file], &words);
        }
        assert!(!desk.0.join(file).exists());
    }
}

#[cfg(feature = "pictures")]
mod drawn {
    use super::Desk;
    use nimdsl::engine::Context;
    use nimdsl::figure::{CellNumbers, FigureKind, Look, Mark, Sketch, lay_out};
    use nimdsl::rules::Rules;
    use std::fs;
    use std::io::Cursor;

    /// A PNG: width, height, pixels as red, green and blue, pixels of a metre, and the texts inside.
    struct Image {
        width: usize,
        height: usize,
        pixels: Vec<u8>,
        a_metre: u32,
        texts: Vec<(String, String)>,
    }

    fn image(bytes: &[u8]) -> Image {
        let mut reader = png::Decoder::new(Cursor::new(bytes)).read_info().expect("a header");
        let mut pixels = vec![0; reader.output_buffer_size().expect("it fits")];
        reader.next_frame(&mut pixels).expect("an image");
        let info = reader.info();
        assert_eq!((info.color_type, info.bit_depth), (png::ColorType::Rgb, png::BitDepth::Eight));
        let texts = info.utf8_text.iter().map(|text| (text.keyword.clone(), text.get_text().expect("text")));
        let dimensions = info.pixel_dims.expect("so many to a metre");
        Image {
            width: info.width as usize,
            height: info.height as usize,
            a_metre: dimensions.xppu,
            texts: texts.collect(),
            pixels,
        }
    }

    const HEAT: [&str; 8] = ["plot", "rulesets/wythoff.nim", "heat", "--size", "13", "--values", "never", "--out"];

    #[test]
    fn each_cell_of_a_png_has_the_colour_of_its_value() {
        let rules = Rules::from(crate::ruleset("wythoff"));
        let sketch = Sketch { sizes: vec![13], ..Sketch::of(FigureKind::Heat) };
        let chart = rules.picture(None, &sketch, &Context::default()).expect("a picture");
        let figure = lay_out(&chart, &Look { numbers: CellNumbers::Never, ..Look::default() });
        let Some(Mark::Raster { at, size, inks, cells, .. }) = figure.marks.first() else { panic!("no cells") };
        let desk = Desk::new("png");
        for dpi in [90_usize, 300, 611] {
            desk.does(&[&HEAT[..], &["a.png", "--dpi", &dpi.to_string()]].concat());
            let image = image(&fs::read(desk.0.join("a.png")).expect("a file"));
            // A point is the 72nd part of an inch, and figures count thousandths of it.
            let pixel = |length: i64| length as usize * dpi / 72_000;
            assert!(image.width.abs_diff(pixel(figure.width)) <= 1 && image.height.abs_diff(pixel(figure.height)) <= 1);
            assert!((image.a_metre as usize * 254).abs_diff(dpi * 10_000) < 254, "{} a metre", image.a_metre);
            for (number, shade) in cells.iter().enumerate() {
                let half = |cell: usize, from: i64, extent: i64| pixel(from + extent * (2 * cell as i64 + 1) / 26);
                let (x, y) = (half(number % 13, at.0, size.0), half(number / 13, at.1, size.1));
                let ink = inks[usize::from(*shade)];
                let found = &image.pixels[(y * image.width + x) * 3..][..3];
                assert_eq!(found, [ink.0, ink.1, ink.2], "cell {number} at {dpi} dpi");
            }
            // Letters are drawn: some pixels at the left of the board are black.
            let left = |number: &usize| number % image.width < pixel(at.0);
            let dark = (0..image.width * image.height).filter(left).filter(|number| image.pixels[number * 3] < 64);
            assert!(20 < dark.count());
            let said = |name: &str| &image.texts.iter().find(|text| text.0 == name).expect("it is said").1;
            assert_eq!((said("Title"), said("Source")), (&figure.title, &figure.cite));
            assert!(said("Source").contains("blake3 ") && said("Software").ends_with(env!("CARGO_PKG_VERSION")));
            // The edge of the sheet is as white as the rest.
            assert_eq!(&image.pixels[image.pixels.len() - 3..], [255; 3]);
        }
    }

    #[test]
    fn a_pdf_says_where_it_comes_from_and_brings_its_letters() {
        let desk = Desk::new("pdf");
        desk.does(&[&HEAT[..], &["a.pdf"]].concat());
        let bytes = fs::read(desk.0.join("a.pdf")).expect("a file");
        let holds = |words: &str| bytes.windows(words.len()).any(|window| window == words.as_bytes());
        assert!(bytes.starts_with(b"%PDF-") && holds("nimdslRoman-Regular") && holds("nimdslRoman-Italic"));
        assert!(holds("Wythoff Nim: heat, 13 by 13") && holds("blake3 ") && holds(env!("CARGO_PKG_VERSION")));
        // 8 cm are 226.772 points.
        assert!(holds("/MediaBox[0 0 226.77"), "another width");
        assert!(!holds("CreationDate"), "a date, so that no two are alike");
    }

    #[test]
    fn the_same_command_gives_the_same_bytes() {
        let desk = Desk::new("bytes");
        for form in ["png", "pdf"] {
            let [one, two] = ["one", "two"].map(|name| format!("{name}.{form}"));
            for file in [&one, &two] {
                desk.does(&[&HEAT[..], &[file.as_str()]].concat());
            }
            let read = |name: &str| fs::read(desk.0.join(name)).expect("a file");
            assert!(read(&one) == read(&two), "{form}");
            // An earlier picture is drawn over, and nothing else.
            desk.does(&["plot", "rulesets/nim.nim", "heat", "--out", &one]);
            assert!(read(&one) != read(&two));
            let mine = format!("mine.{form}");
            let other = String::from_utf8_lossy(&read(&two)).replace("nimdsl ", "gimp 2 ");
            fs::write(desk.0.join(&mine), other).expect("a file");
            desk.refuses(&["plot", "rulesets/nim.nim", "heat", "--out", &mine], "is not a picture of nimdsl");
        }
    }

    #[test]
    fn more_pixels_than_there_is_memory_for_are_refused() {
        let desk = Desk::new("pixels");
        let big = ["a.png", "--width", "90cm", "--dpi", "2400", "--memory", "200MiB"];
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_nimdsl"))
            .args(HEAT.iter().chain(&big))
            .current_dir(&desk.0)
            .output()
            .expect("it starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(3) && told.contains("choose fewer by --dpi"), "{told}");
        desk.refuses(&[&HEAT[..], &["a.png", "--dpi", "9"]].concat(), "choose 36 to 2400");
        assert!(!desk.0.join("a.png").exists());
    }

    #[test]
    fn letters_that_are_missing_are_question_marks() {
        let desk = Desk::new("letters");
        let rules = "ruleset \"棋 Ryūō ё\"\nheaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n";
        let plain = rules.replace(['棋', 'ё'], "?");
        for (file, rules) in [("a.nim", rules), ("b.nim", plain.as_str())] {
            fs::write(desk.0.join(file), rules).expect("a file");
            desk.does(&["plot", file, "heat", "--out", &file.replace("nim", "png"), "--cite"]);
        }
        // The beginning of the last line, where the title stands before the hash.
        let title = |name: &str| {
            let image = image(&fs::read(desk.0.join(name)).expect("a file"));
            let lowest = image.pixels.chunks(3).enumerate().skip((image.height - 30) * image.width);
            let left = lowest.filter(|(pixel, _)| pixel % image.width < image.width / 10);
            left.map(|(_, colours)| colours[0]).collect::<Vec<u8>>()
        };
        let dark = title("a.png").iter().filter(|pixel| **pixel < 96).count();
        assert!(title("a.png") == title("b.png") && 50 < dark, "{dark}");
    }
}
