//! A figure as PNG: its SVG, drawn with letters that the library brings along, so that no font of the machine matters. Knows no games.
#[path = "../../src/cli/pictures/letters.rs"]
mod letters;

use letters::tree;
use nimdsl::figure::Figure;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter, PixelDimensions, Unit};
use resvg::render;
use resvg::tiny_skia::{Color, Pixmap, Transform};

/// Bytes that a pixel takes while it is drawn and packed.
const BYTES: u64 = 12;
/// Micrometres of an inch.
const INCH: u32 = 25_400;
/// By whom it was made.
const MAKER: &str = concat!("nimdsl ", env!("CARGO_PKG_VERSION"));

/// Why there are no pixels.
#[derive(Debug)]
pub(crate) enum Undrawn {
    /// There are more than memory allows; what to do.
    TooMany(String),
    /// The figure cannot be drawn.
    Failed(String),
}

/// Draws a figure with so many pixels to an inch, in so many bytes of memory.
pub(crate) fn png(figure: &Figure, resolution: u16, memory: u64) -> Result<Vec<u8>, Undrawn> {
    let tree = tree(figure, resolution).map_err(Undrawn::Failed)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let too_many = || {
        let (allowed, remedy) = (memory >> 20, "choose fewer by dpi= or width=, or allow more by memory=");
        Undrawn::TooMany(format!("{width} x {height} pixels do not fit {allowed} MiB: {remedy}"))
    };
    if memory / BYTES < u64::from(width) * u64::from(height) {
        return Err(too_many());
    }
    let mut pixels = Pixmap::new(width, height).ok_or_else(too_many)?;
    // The last row and column of pixels reach beyond the sheet, which is white.
    pixels.fill(Color::WHITE);
    render(&tree, Transform::default(), &mut pixels.as_mut());
    // Nothing shines through.
    let colours: Vec<u8> = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    packed(figure, (width, height), resolution, &colours).map_err(|why| Undrawn::Failed(why.to_string()))
}

fn packed(
    figure: &Figure,
    (width, height): (u32, u32),
    resolution: u16,
    colours: &[u8],
) -> Result<Vec<u8>, EncodingError> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::High);
    encoder.set_filter(Filter::Up);
    let a_metre = (u32::from(resolution) * 1_000_000 + INCH / 2) / INCH;
    encoder.set_pixel_dims(Some(PixelDimensions { xppu: a_metre, yppu: a_metre, unit: Unit::Meter }));
    encoder.add_itxt_chunk("Software".to_owned(), MAKER.to_owned())?;
    encoder.add_itxt_chunk("Title".to_owned(), figure.title.clone())?;
    encoder.add_itxt_chunk("Source".to_owned(), figure.cite.clone())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(colours)?;
    writer.finish()?;
    Ok(bytes)
}
