//! Texts of strangers: no form of a file obeys them, whatever letters they have.
use nimdsl_figures::{
    Axis, Chart, Corner, Figure, Ink, KeyEntry, Look, Panel, Swatch, Ticks, Tints, Typesetter, lay_out, svg, tikz,
};

/// A board of four cells on which every text is this one.
fn figure(words: &str) -> Figure {
    let axis = || Axis { name: words.to_owned(), count: 2, ticks: Ticks::Given(vec![(0, words.to_owned())]) };
    let mut panel = Panel::empty(words.to_owned(), Corner::Upper, axis(), axis());
    panel.tints = Some(Tints { shades: vec![0, 1, 1, 0], numbers: Vec::new() });
    let chart = Chart {
        panels: vec![panel],
        inks: vec![(Ink::BLACK, '#'), (Ink::WHITE, ' ')],
        key: vec![KeyEntry::new(Swatch::Cell(Ink::BLACK), words)],
        title: words.to_owned(),
        cite: words.to_owned(),
        short_cite: words.to_owned(),
    };
    lay_out(&chart, &Look { cites: true, ..Look::default() })
}

/// Letters that would end a line, an element, a string or a comment, or that XML has no way to write.
const LETTERS: [&str; 14] =
    ["\0", "\u{1b}", "\n", "\r", "\r\n", "\u{b}", "\u{85}", "\t", "<", ">", "&", "\"", "\u{FFFE}", "\u{FFFF}"];

#[test]
fn svg_has_no_letter_that_is_not_of_xml() {
    let tags = |text: &str| (text.matches('<').count(), text.matches('>').count(), text.matches('"').count());
    let plain = svg(&figure("a b"));
    for letter in LETTERS {
        let text = svg(&figure(&format!("a{letter}b")));
        let is_none = |letter: char| letter.is_control() && letter != '\n' || matches!(letter, '\u{FFFE}' | '\u{FFFF}');
        assert!(!text.contains(is_none), "{letter:?}");
        assert_eq!(text.lines().count(), plain.lines().count(), "{letter:?}");
        assert_eq!(tags(&text), tags(&plain), "{letter:?}");
        assert!(text.split('&').skip(1).all(|rest| rest.split_once(';').is_some_and(|name| name.0.len() <= 4)));
    }
}

#[test]
fn tikz_asks_how_names_and_texts_are_written() {
    let typesetter = Typesetter { name: |name| format!("N[{name}]"), text: |text| format!("T[{text}]") };
    let written = |words: &str| tikz(&figure(words), typesetter).expect("few cells");
    let plain = written("a b");
    assert_eq!((plain.matches("N[a b]").count(), plain.matches("T[a b]").count()), (2, 5));
    assert_eq!(plain.matches("a b").count(), 8, "the last one is in the comment");
    for letter in LETTERS.into_iter().filter(|letter| letter.chars().all(char::is_control)) {
        assert_eq!(written(&format!("a{letter}b")).lines().count(), plain.lines().count(), "{letter:?}");
    }
}
