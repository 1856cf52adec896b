//! A figure as PNG, with its title and where it comes from as text inside.
use super::NoPicture;
use super::letters::tree;
use crate::marks::Figure;
use png::{BitDepth, ColorType, Compression, Encoder, EncodingError, Filter, PixelDimensions, Unit};
use resvg::render;
use resvg::tiny_skia::{Color, Pixmap, Transform};

/// Bytes that a pixel takes while it is drawn and packed.
const BYTES: u64 = 12;
/// Micrometres of an inch.
const INCH: u32 = 25_400;

/// Draws a figure with so many pixels to an inch, in so many bytes of memory; it says that `maker` made it.
///
/// # Errors
/// More pixels than there is memory for (12 bytes each), or what a library says.
pub fn png(figure: &Figure, maker: &str, resolution: u16, memory: u64) -> Result<Vec<u8>, NoPicture> {
    let tree = tree(figure, resolution).map_err(NoPicture::Undrawn)?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let too_many = || NoPicture::TooManyPixels(width, height);
    if memory / BYTES < u64::from(width) * u64::from(height) {
        return Err(too_many());
    }
    let mut pixels = Pixmap::new(width, height).ok_or_else(too_many)?;
    // The last row and column of pixels reach beyond the sheet, which is white.
    pixels.fill(Color::WHITE);
    render(&tree, Transform::default(), &mut pixels.as_mut());
    // Nothing shines through.
    let colours: Vec<u8> = pixels.data().chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    packed(figure, maker, (width, height), resolution, &colours).map_err(|why| NoPicture::Undrawn(why.to_string()))
}

fn packed(
    figure: &Figure,
    maker: &str,
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
    encoder.add_itxt_chunk("Software".to_owned(), maker.to_owned())?;
    encoder.add_itxt_chunk("Title".to_owned(), figure.title.clone())?;
    encoder.add_itxt_chunk("Source".to_owned(), figure.cite.clone())?;
    let mut writer = encoder.write_header()?;
    writer.write_image_data(colours)?;
    writer.finish()?;
    Ok(bytes)
}
