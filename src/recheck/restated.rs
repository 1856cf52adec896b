//! The game and the statement as a certificate has them: of some rows alone, of a slice, with heaps in digits. Decides nothing but that no move
//! leaves the rows.
use super::game::Check;
use super::spent::CheckEffort;
use super::table::Numeration;
use crate::certificate::{Certificate, CertificateKind, FirstRows};
use crate::ruleset::Ruleset;
use crate::ruleset::definition::{first_rows, row, rows_asked, sliced, sliced_with_values, within};
use crate::ruleset::digits::{MOST_MODULI, in_digits};
use crate::ruleset::few_amounts::{with_few_amounts, with_growing_moves};
use crate::ruleset::statement::{Formula, Statement};

/// What a certificate is of: the claim, or one of the things that it says.
pub(crate) fn part(certificate: &Certificate, statement: Statement) -> Result<Statement, String> {
    // The explorer has a limit of bytes, and does not read that.
    match certificate.part.filter(|_| !cfg!(target_arch = "wasm32")) {
        Some(part) => statement.part(part),
        None => Ok(statement),
    }
}

/// What is asked whether it has a value at all positions that it speaks of; and the game and the statement that the certificate is of.
pub(super) fn restated(
    certificate: &Certificate,
    (ruleset, statement): RestatedGame,
    spent: &CheckEffort<'_>,
) -> Result<(RestatedGame, RestatedGame), String> {
    let ruleset = in_first_rows(certificate, ruleset, &statement, spent)?;
    let (asked, (ruleset, statement)) = written(certificate, ruleset, statement)?;
    let statement = about_a_slice(certificate, &ruleset, statement);
    Ok((asked, (ruleset, statement)))
}

/// The game of the rows that a certificate tells of: those up to that of the claim, or more, if no move leaves them. Then a position of them
/// has the options there that it has in the whole game.
fn in_first_rows(
    certificate: &Certificate,
    ruleset: Ruleset,
    statement: &Statement,
    spent: &CheckEffort<'_>,
) -> Result<Ruleset, String> {
    // The explorer has a limit of bytes, and does without.
    let Some(FirstRows { heap, most }) = certificate.rows.filter(|_| !cfg!(target_arch = "wasm32")) else {
        return Ok(ruleset);
    };
    let most = i128::from(most);
    let defined = row(statement, ruleset.heaps.len(), ruleset.registers.len()).map(|own| (own.heap, own.number));
    let own = defined.or_else(|| rows_asked(statement, ruleset.heaps.len()));
    if own.is_none_or(|(own, number)| own != heap || most < number) {
        return Err("the claim is not about one of the rows of the certificate".to_owned());
    }
    let ruleset = with_few_amounts(&ruleset, heap, most);
    let rows = first_rows(&ruleset, heap, most).ok_or("not all numbers of tokens are positions of the game")?;
    let region = Formula::Test(Vec::new(), within(heap, most));
    let numeration = Numeration::Base(2);
    let growing = with_growing_moves(&ruleset, heap);
    Check { ruleset: &growing, region: Some(&region), play: statement.play, numeration, spent }.no_option_leaves()?;
    Ok(rows)
}

/// A game, and what is said of it.
pub(super) type RestatedGame = (Ruleset, Statement);

/// What is asked whether it has a value at all positions, and the game and the statement with their heaps in digits: those of a slice
/// alone, where the outcomes or values of its positions are told.
fn written(
    certificate: &Certificate,
    ruleset: Ruleset,
    statement: Statement,
) -> Result<(RestatedGame, RestatedGame), String> {
    match slice_before_digits(certificate, &ruleset, &statement) {
        Some(slice) => {
            let written = in_two_digits(certificate, ruleset.clone(), slice)?;
            Ok(((ruleset, statement), written))
        }
        None => {
            let written = in_two_digits(certificate, ruleset, statement)?;
            Ok((written.clone(), written))
        }
    }
}

/// The statement as one about the positions of a slice, where the certificate tells of their outcomes in digits.
pub(crate) fn slice_before_digits(
    certificate: &Certificate,
    ruleset: &Ruleset,
    statement: &Statement,
) -> Option<Statement> {
    let tells_all = matches!(certificate.kind, CertificateKind::Outcomes | CertificateKind::Values);
    (tells_all && !certificate.digits.is_empty() && !cfg!(target_arch = "wasm32"))
        .then(|| sliced_with_values(statement, ruleset.heaps.len(), ruleset.registers.len()))?
}

/// The game and the statement with their heaps in digits, as a certificate has them.
fn in_two_digits(certificate: &Certificate, ruleset: Ruleset, statement: Statement) -> Result<RestatedGame, String> {
    let moduli = certificate.digits.len();
    if MOST_MODULI < moduli {
        return Err(format!(
            "the heaps are written in digits by {moduli} numbers in turn; at most {MOST_MODULI} are checked"
        ));
    }
    certificate.digits.iter().try_fold((ruleset, statement), |(ruleset, statement), modulus| {
        let written = in_digits(&ruleset, &statement, modulus)
            .map_err(|why| format!("it cannot be written in digits as the certificate says: {why}"))?;
        Ok((written.ruleset, written.statement))
    })
}

/// The statement as one about the positions of a slice, where the certificate is of the outcomes or values of those.
fn about_a_slice(certificate: &Certificate, ruleset: &Ruleset, statement: Statement) -> Statement {
    let (heaps, registers) = (ruleset.heaps.len(), ruleset.registers.len());
    match certificate.kind {
        CertificateKind::Outcomes | CertificateKind::Values => {
            sliced(&statement, heaps + registers).unwrap_or(statement)
        }
        _ => statement,
    }
}
