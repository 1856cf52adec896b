//! Figures as PNG and PDF: their SVG, drawn by resvg and krilla with letters that the package brings along, so that no font of
//! the machine matters and the same figure gives the same bytes. Writes no file.
mod letters;
#[cfg(feature = "pictures")]
mod pdf;
mod png;

#[cfg(feature = "pictures")]
pub use pdf::pdf;
pub use png::png;

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoPicture {
    /// It has so many pixels, in columns and rows, and they take more memory than there is.
    TooManyPixels(u32, u32),
    /// What a library said.
    Undrawn(String),
}
