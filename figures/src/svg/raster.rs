//! Pixels as PNG with a palette, of a byte each. Rows are filtered: neighbours are near each other, and of a large board a third is saved.

/// A file of so many columns and rows.
pub(super) fn indexed((columns, rows): (u32, u32), palette: Vec<u8>, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, columns, rows);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::High);
    encoder.set_filter(png::Filter::Sub);
    encoder.set_palette(palette);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(data));
    written.expect("bytes in memory can be written, and there are as many as the header says");
    bytes
}
