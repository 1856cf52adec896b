// What the panels share: the state, the game that is shown, workers (for the board, for claims, and for what may take
// long), and who is told of changes.
import { Engine } from "./engine";
import { game, parameters, registers, usual, type State } from "./state";
import type { About, BoardAnswer, Game, Refusal } from "./types";

export interface Shown {
  answer: BoardAnswer;
  cells: Uint32Array;
  game: Game;
}

type Listener = () => void;

export class App {
  state: State = usual();
  about: About | undefined;
  /** The board that is shown. */
  shown: Shown | undefined;
  /** Why there is none for the present text. */
  refusal: Refusal | undefined;
  /** Whether a board is on its way: then nothing else is asked of its worker. */
  refreshing = false;
  /** The counterexample that is marked. */
  wrong: number[] | null = null;
  /** Texts that others can name: shipped ones and those of the reader. */
  texts: Record<string, string>;
  readonly own = new Set<string>();
  readonly board: Engine;
  readonly judge: Engine;
  readonly prover: Engine;
  readonly seeker: Engine;
  readonly lister: Engine;
  private listeners = new Map<string, Listener[]>();

  constructor(module: WebAssembly.Module, readonly shipped: Record<string, string>) {
    this.texts = { ...shipped };
    this.board = new Engine(module, () => this.texts);
    this.judge = new Engine(module, () => this.texts);
    this.prover = new Engine(module, () => this.texts);
    this.seeker = new Engine(module, () => this.texts);
    this.lister = new Engine(module, () => this.texts);
  }

  /** Calls whenever this happens: `text`, `asked` (anything of the state), `about`, `board`, `selected`, `tab`. */
  on(what: string, listener: Listener): void {
    this.listeners.set(what, [...(this.listeners.get(what) ?? []), listener]);
  }

  tell(what: string): void {
    for (const listener of this.listeners.get(what) ?? []) listener();
  }

  /** Changes the state, and tells. */
  change(part: Partial<State>, what = "asked"): void {
    Object.assign(this.state, part);
    this.tell(what);
  }

  /** The game with the chosen parameters. */
  game(): Game {
    return game(this.state, this.about);
  }

  /** The same with a value for every parameter, as the table shows it. */
  chosen(): Game {
    return { ...this.game(), set: parameters(this.state, this.about) };
  }

  registers(): Record<string, number> {
    return registers(this.state, this.about);
  }

  get heaps(): number {
    return this.about?.heaps.length ?? 0;
  }

  get misere(): boolean {
    return this.about?.misere ?? false;
  }

  /** The heaps that run: one in a strip, else two. */
  axes(): number[] {
    if (this.heaps <= 1) return [0];
    const [row, column] = this.state.axes;
    // Of ordinals, the finite parts: tables exist only where finitely many positions can be reached.
    const finite = (this.about?.heaps ?? []).flatMap((name, heap) => (name.endsWith("[1]") ? [heap] : []));
    if (!this.about?.finite && row === 0 && column === 1 && 1 < finite.length) return [finite[0]!, finite[1]!];
    const isSound = row !== column && row < this.heaps && column < this.heaps;
    const [first, second] = isSound ? [row, column] : [0, 1];
    // Cells come in the order of the heaps.
    return first < second ? [first, second] : [second, first];
  }

  /** The value of each heap that does not run. */
  fixed(): (number | null)[] {
    const axes = this.axes();
    return (this.about?.heaps ?? []).map((name, heap) => (axes.includes(heap) ? null : (this.state.fixed[name] ?? 0)));
  }

  /** The position of a cell: heaps, then registers. */
  position(row: number, column: number): number[] {
    const axes = this.axes();
    const place = this.fixed().map((value) => value ?? 0);
    if (axes.length === 1) place[axes[0]!] = row * this.state.width + column;
    else [place[axes[0]!], place[axes[1]!]] = [row, column];
    return [...place, ...Object.values(this.registers())];
  }

  /** The cell of a position, wherever its other heaps and registers are. */
  cell(position: readonly number[]): [number, number] {
    const axes = this.axes();
    if (axes.length === 1) {
      const at = position[axes[0]!]!;
      return [Math.floor(at / this.state.width), at % this.state.width];
    }
    return [position[axes[0]!]!, position[axes[1]!]!];
  }

  /** Whether a position lies in the slice that is shown; its registers too, if that is asked. */
  isShown(position: readonly number[], withRegisters: boolean): boolean {
    const registers = Object.values(this.registers());
    return this.fixed().every((value, heap) => value === null || value === position[heap])
      && (!withRegisters || registers.every((value, index) => value === position[this.heaps + index]));
  }
}
