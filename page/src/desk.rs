//! What is kept between questions: other texts, the rules and tables that were asked for last, the cells of a board. Computes nothing
//! itself.
use crate::games::PageGame;
use nimdsl::check::Library;
use nimdsl::diagnostic::Faults;
use nimdsl::engine::Context;
use nimdsl::rules::{NoAnswer, Rules, Tabled};
use nimdsl::source::Source;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The memory that tables may take, in bytes: a page has 4 GiB in all.
const MEMORY: u64 = 512 << 20;
/// Games and tables that are kept.
const KEPT: usize = 4;

/// Texts by the names of their files, whatever folder is asked for.
#[derive(Debug, Default)]
pub(crate) struct DeskTexts(BTreeMap<String, String>);

impl Library for DeskTexts {
    fn read(&self, name: &str) -> Result<String, String> {
        let own = name.rsplit('/').next().unwrap_or(name);
        let found = self.0.get(own).cloned();
        found.ok_or_else(|| format!("there is no {own} among the texts of this page; drop the file onto it"))
    }
}

/// What is kept between questions.
#[derive(Debug, Default)]
pub(crate) struct Desk {
    pub(crate) texts: DeskTexts,
    /// The cells of the last answer.
    pub(crate) cells: Vec<u32>,
    games: Vec<(String, Rc<Rules>)>,
    tables: Vec<(String, Rc<Tabled>)>,
}

impl Desk {
    /// Keeps other texts, in place of those before.
    pub(crate) fn keep(&mut self, texts: BTreeMap<String, String>) {
        *self = Self { texts: DeskTexts(texts), ..Self::default() };
    }

    /// What bounds the work: memory, one thread.
    pub(crate) fn context() -> Context {
        Context { memory: MEMORY, ..Context::default() }
    }

    /// The rules of a game at its parameters and registers; where only its claims have faults, without them.
    pub(crate) fn rules(&mut self, game: &PageGame) -> Result<Rc<Rules>, NoAnswer> {
        if let Ok(whole) = self.whole(game) {
            return Ok(whole);
        }
        self.game(&format!("rules {}", game.key()), |desk| {
            let source = Source::new(game.name.clone(), game.text.clone());
            let key = format!("rules {}\n{}", game.name, game.text);
            let plain = desk.opened(&key, |texts| Rules::open_without_claims(&source, texts))?;
            game.chosen(&plain)
        })
    }

    /// The rules of a game with its claims.
    pub(crate) fn whole(&mut self, game: &PageGame) -> Result<Rc<Rules>, NoAnswer> {
        self.game(&format!("whole {}", game.key()), |desk| {
            let source = Source::new(game.name.clone(), game.text.clone());
            let key = format!("whole {}\n{}", game.name, game.text);
            let plain = desk.opened(&key, |texts| Rules::open(&source, texts))?;
            game.chosen(&plain)
        })
    }

    /// A text as it is, at the defaults of its parameters.
    fn opened(
        &mut self,
        key: &str,
        open: impl FnOnce(&DeskTexts) -> Result<Rules, Faults>,
    ) -> Result<Rc<Rules>, NoAnswer> {
        self.game(key, |desk| Ok(open(&desk.texts)?))
    }

    fn game(
        &mut self,
        key: &str,
        make: impl FnOnce(&mut Self) -> Result<Rules, NoAnswer>,
    ) -> Result<Rc<Rules>, NoAnswer> {
        if let Some(known) = self.games.iter().find(|known| known.0 == key) {
            return Ok(known.1.clone());
        }
        let found = Rc::new(make(self)?);
        self.games.push((key.to_owned(), found.clone()));
        let extra = self.games.len().saturating_sub(2 * KEPT);
        self.games.drain(..extra);
        Ok(found)
    }

    /// A table that was asked for before, or the one that is made.
    pub(crate) fn table(
        &mut self,
        key: &str,
        make: impl FnOnce() -> Result<Tabled, NoAnswer>,
    ) -> Result<Rc<Tabled>, NoAnswer> {
        if let Some(known) = self.tables.iter().find(|known| known.0 == key) {
            return Ok(known.1.clone());
        }
        // The memory of an older table is free before the next one is made.
        let extra = (self.tables.len() + 1).saturating_sub(KEPT);
        self.tables.drain(..extra);
        let found = Rc::new(make()?);
        self.tables.push((key.to_owned(), found.clone()));
        Ok(found)
    }
}
