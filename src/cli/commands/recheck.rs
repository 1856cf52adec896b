//! `nimdsl recheck`: whether certificates are valid, and what of each claim they cover.
use crate::cli::args::RecheckArgs;
use crate::cli::files::read;
use crate::cli::output::words::counted;
use crate::cli::session::Session;
use crate::cli::stop::Stop;
use crate::cli::terminal;
use nimdsl::certificate::{Certificates, hash};
use nimdsl::check::Document;
use nimdsl::recheck::coverage::{Covered, covered, without};
use nimdsl::recheck::{Refusal, recheck as checked};
use nimdsl::rules::covered_json;
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Rechecks the certificates of a file: all of them must be valid, and cover all that their claims speak of.
pub(in crate::cli) fn run(asked: &RecheckArgs, session: &mut Session<'_>) -> Result<(), Stop> {
    let (path, ruleset) = (asked.file.as_path(), asked.ruleset.as_deref());
    let text = read(path)?;
    let all: Certificates = match serde_json::from_str(&text.text) {
        Ok(all) => all,
        Err(why) => return refused(&format!("it is no certificate: {why}"), &[], session),
    };
    let beside = path.parent().unwrap_or(Path::new("")).join(&all.file);
    let given = ruleset.map_or_else(|| Path::new(&all.file).to_path_buf(), Path::to_path_buf);
    let place = if ruleset.is_none() && !given.exists() { beside } else { given };
    let document = session.open_as_it_is(&place)?.document().clone();
    if all.certificates.is_empty() {
        return Err(Stop::Message(format!("{}: it holds no certificate", path.display()), 2));
    }
    for certificate in &all.certificates {
        let Err(refusal) = checked(certificate, &document) else { continue };
        let why = format!("\"{}\": {refusal}", certificate.claim);
        // What is only taken for granted is neither confirmed nor false.
        let assumes = if let Refusal::Endless(why) = refusal { vec![why] } else { Vec::new() };
        return refused(&why, &assumes, session);
    }
    let found = ValidCertificates { document, place, count: all.certificates.len(), claims: Vec::new() };
    let claims = covered(&found.document, &all.certificates);
    let found = ValidCertificates { claims, ..found };
    if session.wants_data() {
        found.as_json()?;
    } else {
        found.as_text()?;
    }
    if found.is_complete() { Ok(()) } else { Err(Stop::Code(3)) }
}

fn refused(why: &str, assumes: &[String], session: &Session<'_>) -> Result<(), Stop> {
    let mut out = terminal::out();
    if session.wants_data() {
        let entry =
            json!({"schema": 1, "valid": false, "complete": false, "reason": why, "assumes": assumes, "claims": []});
        writeln!(out, "{entry}")?;
    } else {
        writeln!(out, "refused: {why}")?;
    }
    Err(Stop::Code(if assumes.is_empty() { 1 } else { 3 }))
}

/// Valid certificates, and what they are of.
struct ValidCertificates {
    document: Document,
    place: PathBuf,
    count: usize,
    claims: Vec<Covered>,
}

impl ValidCertificates {
    fn is_complete(&self) -> bool {
        self.claims.iter().all(Covered::is_complete)
    }

    /// What every move decreases; it may be something else at other parameters.
    fn measures(&self) -> Vec<String> {
        let mut all: Vec<String> = Vec::new();
        for choice in self.claims.iter().flat_map(|claim| &claim.choices) {
            let own = choice.ruleset.measure_in_words();
            if !all.contains(&own) {
                all.push(own);
            }
        }
        all
    }

    fn as_text(&self) -> io::Result<()> {
        let mut out = terminal::out();
        for claim in &self.claims {
            writeln!(out, "{} \"{}\": {} [{} play]", claim.kind, claim.name, claim.words(), claim.play)?;
        }
        for claim in without(&self.document, &self.claims) {
            writeln!(out, "{} \"{}\": no certificate", claim.kind, claim.name)?;
        }
        writeln!(out, "ruleset: {}, {}", self.place.display(), hash(&self.document))?;
        writeln!(out, "measure: every move decreases {}", self.measures().join("; or "))?;
        let partly = self.claims.iter().filter(|claim| !claim.is_complete()).count();
        let certificates = counted(self.count, "certificate");
        let claims = counted(self.claims.len(), "claim");
        if partly == 0 {
            writeln!(out, "valid: {certificates}, for the whole of {claims}")
        } else {
            writeln!(out, "valid, but partial: {certificates} for {claims}; not for the whole of {partly}")
        }
    }

    fn as_json(&self) -> io::Result<()> {
        let claims: Vec<Value> = self.claims.iter().map(covered_json).collect();
        let missing = without(&self.document, &self.claims);
        let missing: Vec<Value> = missing.iter().map(|claim| json!({"kind": claim.kind, "name": claim.name})).collect();
        let entry = json!({
            "schema": 1, "valid": true, "complete": self.is_complete(), "reason": null, "assumes": [], "claims": claims,
            "without_certificate": missing, "ruleset": self.document.ruleset.name,
            "file": self.place.display().to_string(), "hash": hash(&self.document), "measures": self.measures(),
        });
        writeln!(terminal::out(), "{entry}")
    }
}
