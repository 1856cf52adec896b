//! A figure as a page of PDF of its own size: lines, letters that can be searched, cells as an image; with its title and where
//! it comes from.
use super::NoPicture;
use super::letters::tree;
use crate::marks::Figure;
use krilla::Document;
use krilla::geom::Size;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla_svg::{SurfaceExt, SvgSettings};

/// Points of an inch: a page is counted in these.
const POINTS: u16 = 72;

/// Draws a figure; the page says that `maker` made it.
///
/// # Errors
/// A figure without a size, or what a library says.
pub fn pdf(figure: &Figure, maker: &str) -> Result<Vec<u8>, NoPicture> {
    drawn(figure, maker).map_err(NoPicture::Undrawn)
}

fn drawn(figure: &Figure, maker: &str) -> Result<Vec<u8>, String> {
    let tree = tree(figure, POINTS)?;
    let size = Size::from_wh(tree.size().width(), tree.size().height()).ok_or("it has no size")?;
    let mut document = Document::new();
    let about = Metadata::new().title(figure.title.clone()).description(figure.cite.clone());
    document.set_metadata(about.creator(maker.to_owned()).producer(maker.to_owned()).language("en".to_owned()));
    let mut page = document.start_page_with(PageSettings::new(size));
    let mut surface = page.surface();
    surface.draw_svg(&tree, size, SvgSettings::default()).ok_or("it cannot be drawn")?;
    surface.finish();
    page.finish();
    document.finish().map_err(|why| format!("it cannot be written: {why:?}"))
}
