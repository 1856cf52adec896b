//! Every message is read by people: a folder for each code, a file for each slip, and beside it what is said of it.
use crate::slips::{Folders, codes, faults, files, rendered, root};
use std::fs;

#[test]
fn every_slip_gets_its_message() {
    let ui = root().join("tests/ui");
    let mut count = 0;
    for path in files(&ui) {
        let (name, stem) = (path.file_name().expect("a name"), path.file_stem().expect("a stem"));
        let folder = path.parent().expect("a folder");
        if path.extension().is_none_or(|ending| ending == "snap") || folder.ends_with("library") {
            continue;
        }
        let code = folder.file_name().and_then(|name| name.to_str()).expect("a code");
        let text = fs::read_to_string(&path).expect("text");
        let found = faults(&name.to_string_lossy(), &text, &Folders::of(&format!("tests/ui/{code}")));
        assert!(codes(&found).contains(&code), "{}: {:?}", path.display(), codes(&found));
        insta::with_settings!({
            snapshot_path => folder,
            prepend_module_to_snapshot => false,
            omit_expression => true,
            description => text,
        }, {
            insta::assert_snapshot!(stem.to_string_lossy().as_ref(), rendered(&found));
        });
        count += 1;
    }
    assert!(150 < count, "only {count} slips");
}
