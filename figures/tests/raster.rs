//! The parts of PNG that are written for browsers are what the library reads.
#[path = "../src/svg/brief.rs"]
mod brief;

use brief::indexed;
use std::io::Cursor;

#[test]
fn what_is_written_for_browsers_is_read_by_the_library() {
    for (columns, rows) in [(1u8, 1u8), (1, 9), (7, 5), (200, 3), (64, 201)] {
        let data: Vec<u8> = (0..rows).flat_map(|y| (0..columns).map(move |x| x.wrapping_mul(y) % 11)).collect();
        let palette: Vec<u8> = (0..33).map(|part| part * 7).collect();
        let file = indexed((columns.into(), rows.into()), palette.clone(), &data);
        assert_eq!(pixels(&file), ((columns.into(), rows.into()), palette, data));
    }
}

/// The columns and rows of a file, its palette and pixels.
fn pixels(file: &[u8]) -> ((u32, u32), Vec<u8>, Vec<u8>) {
    let mut reader = png::Decoder::new(Cursor::new(file)).read_info().expect("a header");
    let palette = reader.info().palette.as_deref().expect("a palette").to_vec();
    let mut read = vec![0; reader.output_buffer_size().expect("it is small")];
    let frame = reader.next_frame(&mut read).expect("pixels");
    ((frame.width, frame.height), palette, read)
}
