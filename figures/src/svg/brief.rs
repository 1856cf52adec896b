//! Pixels as PNG with a palette, of a byte each: the parts of the format that are needed, where every byte of a program is fetched
//! (PNG, third edition, W3C 2025, 5 and 11.2). Rows are filtered as the library does it.
use miniz_oxide::deflate::compress_to_vec_zlib;

const SIGNATURE: [u8; 8] = [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n'];
/// Eight bits for a pixel, a palette, the one way to compress, to filter, and no interlacing.
const FORM: [u8; 5] = [8, 3, 0, 0, 0];
/// Each byte of a row less the one before it.
const SUB: u8 = 1;

/// A file of so many columns and rows.
#[expect(clippy::needless_pass_by_value, reason = "as the library takes it")]
pub(super) fn indexed((columns, rows): (u32, u32), palette: Vec<u8>, data: &[u8]) -> Vec<u8> {
    let width = usize::try_from(columns).expect("a row is in memory");
    let mut filtered = Vec::with_capacity(data.len() + data.len() / width.max(1));
    for row in data.chunks(width.max(1)) {
        filtered.push(SUB);
        let before = [0].iter().chain(row);
        filtered.extend(row.iter().zip(before).map(|(own, before)| own.wrapping_sub(*before)));
    }
    let mut bytes = SIGNATURE.to_vec();
    chunk(&mut bytes, *b"IHDR", &[&columns.to_be_bytes()[..], &rows.to_be_bytes(), &FORM].concat());
    chunk(&mut bytes, *b"PLTE", &palette);
    chunk(&mut bytes, *b"IDAT", &compress_to_vec_zlib(&filtered, 9));
    chunk(&mut bytes, *b"IEND", &[]);
    bytes
}

/// Its length, name, data and checksum.
fn chunk(bytes: &mut Vec<u8>, name: [u8; 4], data: &[u8]) {
    bytes.extend(u32::try_from(data.len()).expect("a picture is shorter than 4 GiB").to_be_bytes());
    let first = bytes.len();
    bytes.extend(name);
    bytes.extend(data);
    bytes.extend(crc32fast::hash(&bytes[first..]).to_be_bytes());
}
