//! `nimdsl page`: the explorer with a ruleset in it. What the page does is tested where it runs, by `page/test`.
use super::plots::Desk;
use std::fs;

/// What an explorer is to the command: a beginning, and a place for a ruleset.
pub(crate) const STAND_IN: &str = concat!(
    "<!doctype html>\n<!-- The explorer of nimdsl: everything is in this file. -->\n",
    "<script type=\"application/json\" id=\"given\">null</script>\n<p>and so on</p>\n"
);

fn desk(name: &str) -> Desk {
    let desk = Desk::new(name);
    fs::write(desk.0.join("explorer.html"), STAND_IN).expect("a file");
    desk
}

#[test]
fn a_page_holds_its_ruleset_and_what_that_extends() {
    let desk = desk("explorer");
    let twist = "extends \"rulesets/triangular.nim\"\n\n# </script> ends nothing.\nlet corner = {(0, 0)}\nclaim \"c\": P(0, 0)\n";
    fs::write(desk.0.join("twist.nim"), twist).expect("a file");
    let told = desk.does(&["page", "twist.nim", "--explorer", "explorer.html", "-o", "twist.html"]);
    let page = fs::read_to_string(desk.0.join("twist.html")).expect("a page");
    assert_eq!(told, format!("twist.html: {} bytes, to be opened by a browser\n", page.len()));
    assert_eq!(page.matches("</script>").count(), 1);
    let (_, rest) = page.split_once("id=\"given\">").expect("the place");
    let given: serde_json::Value =
        serde_json::from_str(rest.split_once("</script>").expect("its end").0).expect("JSON");
    assert_eq!(given["name"], "twist.nim");
    assert_eq!(given["text"], twist);
    let base = fs::read_to_string(desk.0.join("rulesets/triangular.nim")).expect("a file");
    assert_eq!(given["texts"]["triangular.nim"], base);
    assert!(page.ends_with("<p>and so on</p>\n"));
    // It is written over, and nothing else is.
    desk.does(&["page", "twist.nim", "--explorer", "explorer.html", "-o", "twist.html"]);
    desk.refuses(&["page", "twist.nim", "--explorer", "explorer.html", "-o", "twist.nim"], "is not an explorer");
    desk.refuses(&["page", "twist.nim", "--explorer", "explorer.html", "-o", "explorer.html"], "reads it");
}

#[test]
fn a_page_holds_parameters_and_play() {
    let desk = desk("explorer_chosen");
    let page = ["page", "rulesets/triangular_wythoff.nim", "--explorer", "explorer.html", "-o", "page.html"];
    let told = desk.does(&[&page[..], &["--set", "c=2", "--misere", "--format", "json"]].concat());
    assert!(told.contains("\"file\":\"page.html\""), "{told}");
    let page = fs::read_to_string(desk.0.join("page.html")).expect("a page");
    assert!(page.contains(r#""set":{"c":2}"#) && page.contains(r#""misere":true"#), "{page}");
}

#[test]
fn a_page_that_cannot_be_made_says_how() {
    let desk = desk("explorer_refused");
    let nim = ["page", "rulesets/nim.nim", "-o", "nim.html"];
    if !cfg!(feature = "page") {
        desk.refuses(&nim, "run page/build, and then cargo build --release --features page");
    }
    fs::write(desk.0.join("other.html"), "<!doctype html>\n").expect("a file");
    desk.refuses(&[&nim[..], &["--explorer", "other.html"]].concat(), "other.html: is no explorer of this version");
    assert!(!desk.0.join("nim.html").exists());
}
