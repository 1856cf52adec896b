// What is told of a position: beside the board in words, on the board as arrows. Asks for the cell under the pointer, the newest first.
import type { App } from "./app";
import type { Board, Cell, CellRun } from "./board";
import { byWays, type LookAnswer, NONE, type Told, written } from "./types";
import { by } from "./dom";

interface Asked {
  position: number[];
  isChosen: boolean;
}

export class Sight {
  private waiting: Asked | undefined;
  private running = false;
  private patience: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly app: App,
    private readonly board: Board,
  ) {
    app.on("board", () => this.renewed());
    app.on("selected", () => this.selected());
  }

  /** The cell under the pointer: its value at once, its moves as soon as they are known. */
  hover(cell: Cell | null): void {
    clearTimeout(this.patience);
    if (!cell) {
      this.selected();
      return;
    }
    const position = this.app.position(...cell);
    by("readout").textContent = this.headline(position);
    this.patience = setTimeout(() => this.ask({ position, isChosen: false }), 25);
  }

  /** The chosen position again, where the table or the choice has changed. */
  private selected(): void {
    const position = this.app.state.selected;
    if (!position || position.length !== this.app.heaps + Object.keys(this.app.registers()).length) {
      this.board.mark({ at: null, runs: [], winning: [] });
      by("readout").textContent = this.summary();
      return;
    }
    this.ask({ position, isChosen: true });
  }

  private renewed(): void {
    const { app } = this;
    if (app.state.selected) {
      // Registers move with their sliders.
      const heaps = app.state.selected.slice(0, app.heaps);
      app.state.selected = heaps.length === app.heaps ? [...heaps, ...Object.values(app.registers())] : null;
    }
    const wrong = app.refusal ? null : app.wrong;
    this.board.mark({ wrong: wrong && app.isShown(wrong, true) ? app.cell(wrong) : null });
    if (app.refusal) {
      by("readout").textContent = "";
      return;
    }
    this.selected();
  }

  private ask(asked: Asked): void {
    this.waiting = asked;
    if (!this.running && !this.app.refreshing) void this.run();
  }

  private async run(): Promise<void> {
    this.running = true;
    while (this.waiting) {
      const { position, isChosen } = this.waiting;
      this.waiting = undefined;
      const told = await this.app.board.ask<LookAnswer>({ ask: "look", game: this.app.game(), position }, 4_000);
      if (this.waiting) continue;
      if (told.ok) {
        this.tell(told.ok, told.cells, isChosen);
      } else if (told.no && told.no.kind !== "stopped") {
        this.board.mark({ at: this.here(position), runs: [], winning: [] });
        by("readout").textContent = told.no.message;
      }
    }
    this.running = false;
  }

  private here(position: number[]): Cell | null {
    return this.app.isShown(position, false) ? this.app.cell(position) : null;
  }

  private tell(look: LookAnswer, cells: Uint32Array, isChosen: boolean): void {
    const { app } = this;
    const shown = (position: readonly number[]) => app.isShown(position, false);
    this.board.mark({
      at: this.here(look.position),
      runs: this.runs(cells, look.position.length),
      winning: look.winning.filter(shown).map((position) => app.cell(position)),
    });
    const words = `${this.headline(look.position, look.outcome)} ${this.moves(look)}`;
    by("readout").textContent = words;
    if (isChosen) by("live").textContent = words;
  }

  /** Options as cells; in a strip one by one. */
  private runs(flat: Uint32Array, dimension: number): CellRun[] {
    const { app } = this;
    const numbers = new Int32Array(flat.buffer, flat.byteOffset, flat.length);
    const axes = app.axes();
    const found: CellRun[] = [];
    const stride = 2 * dimension + 1;
    for (let at = 0; at + stride <= numbers.length; at += stride) {
      const first = Array.from(numbers.subarray(at, at + dimension));
      const step = Array.from(numbers.subarray(at + dimension, at + 2 * dimension));
      const count = numbers[at + 2 * dimension]!;
      const fixed = app.fixed();
      const varies = step.some((by, heap) => by !== 0 && (fixed[heap] ?? null) !== null);
      if (axes.length === 2 && !varies) {
        if (!app.isShown(first, false)) continue;
        const [row, column] = app.cell(first);
        found.push({ row, column, down: step[axes[0]!]!, right: step[axes[1]!]!, count });
        continue;
      }
      for (let index = 0; index < Math.min(count, 5_000); index++) {
        const place = first.map((value, heap) => value + step[heap]! * index);
        if (!app.isShown(place, false)) continue;
        const [row, column] = app.cell(place);
        found.push({ row, column, down: 0, right: 0, count: 1 });
      }
    }
    return found;
  }

  /** The value of the board's own table. */
  private value(position: number[]): number | undefined {
    const { shown } = this.app;
    if (!shown || !this.app.isShown(position, true)) return undefined;
    const [row, column] = this.app.cell(position);
    const columns = this.app.axes().length === 1 ? this.app.state.width : shown.answer.shape[1]!;
    const value = shown.cells[row * columns + column];
    return value === NONE ? undefined : value;
  }

  private headline(position: number[], outcome: "P" | "N" | null = null): string {
    const place = written(position, this.app.heaps);
    const value = this.value(position);
    const isGrundy = this.app.state.shows === "values" && !this.app.misere;
    if (this.app.state.shows === "residues" && value !== undefined && !this.app.misere) {
      const { modulus } = this.app.state;
      return `${place} has value ${value}, that is ${value % modulus} modulo ${modulus}.`;
    }
    if (this.app.state.shows === "difference" && !this.app.misere) {
      return value === undefined ? `${place}.` : `${place} has difference ${value | 0}.`;
    }
    const kind = outcome ?? (value === undefined ? null : value === 0 ? "P" : "N");
    const words = kind === "P" ? "a P-position: whoever moves loses" : kind === "N" ? "an N-position: whoever moves wins" : "";
    if (isGrundy && value !== undefined) return `${place} has value ${value}${words ? `, ${words.split(":")[0]}` : ""}.`;
    return words ? `${place} is ${words}.` : `${place}.`;
  }

  private moves(look: LookAnswer): string {
    if (look.ways === 0) return this.app.misere ? "It is terminal: whoever has to move has won." : "It is terminal: no move leads from it.";
    const many = look.ways === 1 ? "1 way to move" : `${look.ways} ways to move`;
    if (look.outcome === null) return `${many}.`;
    if (look.winning_count === 0) return `${many}, none of them wins.`;
    const listed = (look.told ?? look.winning.map((position) => ({ position, ways: [] }))).slice(0, 4);
    const words = listed.map((one) => {
      const how = byWays(one.ways.slice(0, 2));
      const parts = (one as Told).parts ?? [one.position];
      const option = parts.map((part) => written(part, this.app.heaps)).join(" + ");
      return `${option}${how ? ` by ${how}` : ""}`;
    });
    const more = look.winning_count - listed.length;
    return `${many}, winning: ${words.join("; ")}${0 < more ? `; and ${more} more` : ""}.`;
  }

  private summary(): string {
    const { shown, about } = this.app;
    if (!shown || !about) return "";
    const positions = shown.answer.p_positions;
    const engine = `engine ${shown.answer.engine}`;
    return `${positions} P-position${positions === 1 ? "" : "s"} in sight; ${engine}. Choose a cell to see its moves.`;
  }
}
