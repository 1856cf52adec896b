// From a keystroke to a board: what the text is, its cells, its faults, in this order. The newest question wins, and one that takes
// long is given up for it.
import type { App } from "./app";
import type { Answer } from "./engine";
import type { About, BoardAnswer, Fault, Refusal } from "./types";
import { NO_DIFFERENCE, NONE } from "./types";

/** A question that is busy for longer is given up when there is a newer one. */
const PATIENCE = 250;

export class Refresh {
  private running = false;
  private again = false;
  private known = "";
  faults: Fault[] = [];

  constructor(
    private readonly app: App,
    private readonly told: () => void,
  ) {}

  /** Asks for everything that is shown anew. */
  now(): void {
    if (!this.running) {
      void this.run();
      return;
    }
    this.again = true;
    if (PATIENCE < this.app.board.busy) this.app.board.stop("a newer question");
    else setTimeout(() => this.again && PATIENCE <= this.app.board.busy && this.app.board.stop("a newer question"), PATIENCE);
  }

  private async run(): Promise<void> {
    this.running = this.app.refreshing = true;
    do {
      this.again = false;
      await this.once();
    } while (this.again);
    this.running = this.app.refreshing = false;
    // What was asked meanwhile of a position is asked again.
    this.app.tell("selected");
  }

  private async once(): Promise<void> {
    const { app } = this;
    const { name, text } = app.state;
    const key = JSON.stringify([name, text, app.state.set, app.state.misere, Object.keys(app.texts).length]);
    if (key !== this.known) {
      const about = await app.board.ask<About>({ ask: "about", game: app.game() });
      if (this.again) return;
      if (about.no) {
        this.refused(about.no);
        if (about.no.kind !== "broken") await this.check(name, text);
        return;
      }
      this.known = key;
      // The ends of sliders may move with the sliders; nothing is drawn anew for that.
      const names = () => JSON.stringify([app.about?.heaps, app.about?.registers, app.about?.parameters.map((one) => [one.name, one.default])]);
      const before = names();
      app.about = about.ok;
      app.tell("about");
      if (before !== names()) app.tell("names");
    }
    await this.cells();
    if (!this.again) await this.check(name, text);
  }

  private refused(no: Refusal): void {
    this.app.refusal = no;
    this.known = "";
    this.told();
    this.app.tell("board");
  }

  /** All faults of the text, claims included. */
  private async check(name: string, text: string): Promise<void> {
    const checked = await this.app.board.ask<{ right: boolean; faults: Fault[] }>({ ask: "check", name, text });
    if (!checked.ok || text !== this.app.state.text) return;
    this.faults = checked.ok.faults;
    this.told();
  }

  private async cells(): Promise<void> {
    const { app } = this;
    const { shows } = app.state;
    const asked = { ...app.game(), at: app.registers() };
    const what = shows === "outcomes" || app.misere ? "outcomes" : "grundy";
    const question = { ask: "board", what, sizes: sizes(app), fixed: app.fixed() };
    let board: Answer<BoardAnswer> = await app.board.ask<BoardAnswer>({ ...question, game: asked });
    if (board.ok && shows === "difference" && !app.misere && !this.again) board = await this.difference(board, question, asked);
    if (this.again && board.no?.kind === "stopped") return;
    if (board.no) {
      this.refused(board.no);
      return;
    }
    app.refusal = undefined;
    app.shown = { answer: board.ok!, cells: board.cells, game: asked };
    this.told();
    app.tell("board");
  }

  /** Values less those of another game at the same cells, as 32 bits of two's complement. */
  private async difference(own: Answer<BoardAnswer>, question: object, asked: object): Promise<Answer<BoardAnswer>> {
    const { other, otherSet, name } = this.app.state;
    const isSame = other === "" || other === name;
    const text = isSame ? this.app.state.text : this.app.texts[other];
    if (text === undefined) return { no: { kind: "question", message: `there is no ${other} on this page`, faults: [] }, cells: own.cells };
    const game = { ...asked, name: isSame ? name : other, text, set: otherSet, at: isSame ? this.app.registers() : {} };
    const theirs = await this.app.board.ask<BoardAnswer>({ ...question, game });
    if (!theirs.ok) {
      const message = `the other game has no such board: ${theirs.no?.message ?? ""}`;
      return { no: { kind: theirs.no?.kind ?? "question", message, faults: [] }, cells: own.cells };
    }
    let most = 0;
    const cells = own.cells.map((value, index) => {
      const less = theirs.cells[index] ?? NONE;
      if (value === NONE || less === NONE) return NO_DIFFERENCE;
      most = Math.max(most, Math.abs(value - less));
      return value - less;
    });
    return { ok: { ...own.ok!, most }, cells };
  }
}

/** The bound of each heap. */
export function sizes(app: App): number[] {
  return (app.about?.heaps ?? []).map(() => app.state.size);
}
