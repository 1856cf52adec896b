//! Figures as PNG and PDF, with the feature `pictures`; without it, what is said is how to have it. Knows no games.
use crate::cli::stop::Stop;
use nimdsl::engine::Context;
use nimdsl::figure::Figure;
#[cfg(feature = "pictures")]
use nimdsl::figure::{NoPicture, pdf, png};
use std::path::Path;

/// How every PNG begins.
pub(in crate::cli) const PNG_OPENING: &[u8] = b"\x89PNG\r\n\x1a\n";
/// How every PDF begins.
pub(in crate::cli) const PDF_OPENING: &[u8] = b"%PDF-";
/// What a PNG and a PDF of the program say of their maker, byte by byte, up to the version.
pub(in crate::cli) const MADE_PNG: &[u8] = b"iTXtSoftware\0\0\0\0\0nimdsl ";
pub(in crate::cli) const MADE_PDF: &[u8] = b"/Producer(nimdsl ";
/// The maker of pictures.
#[cfg(feature = "pictures")]
const MAKER: &str = concat!("nimdsl ", env!("CARGO_PKG_VERSION"));

/// A form that needs the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::cli) enum DrawnForm {
    /// Pixels, so many to an inch.
    Png(u16),
    /// Lines and letters.
    Pdf,
}

/// Refuses a form that this build lacks, before any work.
#[cfg(not(feature = "pictures"))]
pub(in crate::cli) fn can_draw(path: &Path) -> Result<(), Stop> {
    let (shown, source) = (path.display(), path.with_extension("svg"));
    let (source, form) = (source.display(), path.extension().and_then(|ending| ending.to_str()).unwrap_or("pdf"));
    Err(Stop::refused(format!(
        "{shown}: this build has no PNG and PDF; `cargo build --release --features pictures` (Rust 1.92) makes one that has. Or \
         write {source}, of which `rsvg-convert --format {form} --output {shown} {source}` (librsvg) makes it"
    )))
}

/// Refuses a form that this build lacks, before any work.
#[cfg(feature = "pictures")]
#[expect(clippy::unnecessary_wraps, reason = "builds without the feature refuse")]
pub(in crate::cli) fn can_draw(_path: &Path) -> Result<(), Stop> {
    Ok(())
}

/// The bytes of a file.
///
/// # Errors
/// More pixels than there is memory for.
#[cfg(feature = "pictures")]
pub(in crate::cli) fn drawn(figure: &Figure, path: &Path, form: DrawnForm, context: &Context) -> Result<Vec<u8>, Stop> {
    let done = match form {
        DrawnForm::Png(resolution) => png(figure, MAKER, resolution, context.memory),
        DrawnForm::Pdf => pdf(figure, MAKER),
    };
    done.map_err(|why| match why {
        NoPicture::TooManyPixels(width, height) => {
            let (shown, allowed) = (path.display(), context.memory >> 20);
            let remedy = "choose fewer by --dpi or --width, or allow more by --memory";
            Stop::Message(format!("{shown}: {width} x {height} pixels do not fit {allowed} MiB: {remedy}"), 3)
        }
        NoPicture::Undrawn(why) => Stop::refused(format!("{}: {why}", path.display())),
    })
}

/// There is none in this build.
#[cfg(not(feature = "pictures"))]
pub(in crate::cli) fn drawn(_: &Figure, path: &Path, _: DrawnForm, _: &Context) -> Result<Vec<u8>, Stop> {
    can_draw(path).map(|()| Vec::new())
}
