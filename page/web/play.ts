// A game to be played: against the perfect player, or by two at one screen. Every move is one of the options that the library lists.
import type { App } from "./app";
import { el, fill } from "./dom";
import { byWays, type Explained, type LookAnswer, type ValuedOption, written } from "./types";

type Mover = "first" | "second";

interface Turn {
  position: number[];
  mover: Mover;
  by: string;
}

const LISTED = 200;

export class Play {
  private turns: Turn[] = [];
  private here: Explained | undefined;
  private many: LookAnswer | undefined;
  private runs: Int32Array = new Int32Array(0);
  private friend = false;
  private hints = false;
  private why = "";
  private asking = 0;

  constructor(
    private readonly app: App,
    private readonly sheet: () => HTMLElement | null,
    private readonly show: (position: number[]) => void,
  ) {}

  get isOn(): boolean {
    return 0 < this.turns.length && this.sheet() !== null;
  }

  /** Ends the game: other rules. */
  reset(): void {
    if (!this.turns.length) return;
    this.turns = [];
    this.here = this.many = undefined;
    this.draw();
  }

  /** Begins at a position; the reader moves first. */
  async begin(position: number[]): Promise<void> {
    this.turns = [{ position, mover: "first", by: "" }];
    await this.arrive();
  }

  /** A cell was clicked: a move to the option that lies there, if there is just one. */
  async click(position: number[]): Promise<void> {
    const option = this.here?.options.find((one) => one.position.every((value, index) => value === position[index]))
      ?? this.here?.options.find((one) => position.slice(0, this.app.heaps).every((value, index) => value === one.position[index]));
    if (!this.isReaders()) return;
    if (option) await this.move(option);
    else if (this.many && this.isReached(position)) await this.move({ position, ways: [] });
  }

  /** Whether a position lies in one of the runs of options, where they are too many to list. */
  private isReached(position: number[]): boolean {
    const size = position.length;
    const stride = 2 * size + 1;
    for (let at = 0; at + stride <= this.runs.length; at += stride) {
      const far = position.map((value, index) => value - this.runs[at + index]!);
      const step = position.map((_, index) => this.runs[at + size + index]!);
      const moving = step.findIndex((by) => by !== 0);
      const times = moving < 0 ? 0 : far[moving]! / step[moving]!;
      if (Number.isInteger(times) && 0 <= times && times < this.runs[at + 2 * size]! && far.every((by, index) => by === step[index]! * times)) return true;
    }
    return false;
  }

  private isReaders(): boolean {
    return this.friend || this.turns.at(-1)?.mover === "first";
  }

  private async move(option: { position: number[]; ways: ValuedOption["ways"] }): Promise<void> {
    const mover = this.turns.at(-1)!.mover === "first" ? "second" : "first";
    this.turns.push({ position: option.position, mover, by: byWays(option.ways.slice(0, 1)) });
    await this.arrive();
  }

  private async arrive(): Promise<void> {
    const asking = ++this.asking;
    const turn = this.turns.at(-1)!;
    this.here = this.many = undefined;
    this.why = "";
    this.show(turn.position);
    this.draw();
    const asked = { game: this.app.game(), position: turn.position };
    const told = await this.app.board.ask<Explained>({ ask: "explain", ...asked }, 10_000);
    if (asking !== this.asking) return;
    if (told.ok) {
      this.here = told.ok;
    } else {
      const look = await this.app.board.ask<LookAnswer>({ ask: "look", ...asked }, 10_000);
      if (asking !== this.asking) return;
      this.many = look.ok;
      this.runs = new Int32Array(look.cells.buffer);
      this.why = look.ok && !look.ok.sums ? "" : (told.no?.message ?? look.no?.message ?? "");
    }
    this.draw();
    if (!this.isReaders()) setTimeout(() => asking === this.asking && void this.answer(), 350);
  }

  /** The perfect player: a winning move, else the one that leaves most behind. */
  private async answer(): Promise<void> {
    const options = this.here?.options ?? this.many?.told?.map((one) => ({ ...one, grundy: 0, outcome: "P" as const })) ?? [];
    const left = (one: ValuedOption) => one.position.slice(0, this.app.heaps).reduce((all, heap) => all + heap, 0);
    const winning = options.filter((one) => one.outcome === "P");
    const among = winning.length ? winning : options;
    const best = [...among].sort((a, b) => left(b) - left(a))[0];
    if (best) await this.move(best);
  }

  private undo(): void {
    do this.turns.pop();
    while (1 < this.turns.length && !this.isReaders());
    if (this.turns.length) void this.arrive();
    else this.draw();
  }

  private name(mover: Mover): string {
    if (this.friend) return mover === "first" ? "Player 1" : "Player 2";
    return mover === "first" ? "You" : "The perfect player";
  }

  draw(): void {
    const sheet = this.sheet();
    if (!sheet) return;
    const selected = this.app.state.selected;
    const from = el("button", {
      id: "begin", disabled: !selected, onclick: () => selected && void this.begin(selected),
    }, selected ? `Play from ${written(selected, this.app.heaps)}` : "Choose a cell of the board to play from");
    const against = el("select", { "aria-label": "Opponent", onchange: () => { this.friend = against.value === "friend"; this.draw(); if (this.turns.length && !this.isReaders()) void this.answer(); } },
      el("option", { value: "perfect", selected: !this.friend }, "against the perfect player"),
      el("option", { value: "friend", selected: this.friend }, "two at one screen"));
    const hints = el("label", { class: "check" },
      el("input", { type: "checkbox", id: "hints", checked: this.hints, onchange: (event) => { this.hints = (event.target as HTMLInputElement).checked; this.draw(); } }), "hints");
    const undo = el("button", { id: "undo", disabled: this.turns.length < 2, onclick: () => this.undo() }, "Undo");
    const second = el("button", { title: "Let the other one begin", disabled: this.friend || this.turns.length !== 1 || !this.here?.options.length, onclick: () => { this.turns[0]!.mover = "second"; void this.answer(); } }, "You begin, machine");
    fill(sheet, el("div", { class: "bar" }, from, against, hints, undo, second), this.turns.length ? this.game() : null, this.history());
  }

  private game(): HTMLElement {
    const turn = this.turns.at(-1)!;
    const place = el("p", { class: "place" }, el("strong", {}, written(turn.position, this.app.heaps)));
    if (this.why) return el("div", {}, place, el("p", { class: "hint" }, this.why));
    const options = this.here?.options;
    const count = options?.length ?? this.many?.ways;
    if (count === undefined) return el("div", {}, place, el("p", { class: "hint" }, "…"));
    if (count === 0) {
      const last: Mover = turn.mover === "first" ? "second" : "first";
      const winner = this.app.misere ? turn.mover : last;
      const verb = this.name(winner) === "You" ? "win" : "wins";
      const why = this.app.misere ? "who has to move and cannot has won" : "who has to move and cannot has lost";
      return el("div", {}, place, el("p", { class: "over", id: "over", role: "status" }, `${this.name(winner)} ${verb}: ${why}.`));
    }
    const outcome = this.here?.outcome ?? this.many?.outcome;
    const mover = this.name(turn.mover);
    const words = `${mover} ${mover === "You" ? "move" : "moves"}.`;
    const hint = this.hints && this.isReaders()
      ? el("p", { class: "hint" }, outcome === "P" ? "No move wins against perfect play." : `Winning: ${(this.here?.winning ?? this.many?.winning ?? []).slice(0, 12).map((one) => written(one, this.app.heaps)).join(", ")}.`)
      : null;
    const listed = (options ?? []).slice(0, LISTED);
    const list = this.isReaders() ? listed.map((one) => el("button", {
      class: this.hints && one.outcome === "P" ? "option wins" : "option",
      title: byWays(one.ways), onclick: () => void this.move(one),
    }, written(one.position, this.app.heaps))) : [];
    const many = options ? (LISTED < options.length ? `${options.length - LISTED} more options: click them on the board.` : "") : `${count} ways to move, too many to list: click one on the board.`;
    return el("div", {}, place, el("p", {}, words), hint, el("div", { class: "positions" }, ...list), many ? el("p", { class: "hint" }, many) : null);
  }

  private history(): HTMLElement | null {
    if (this.turns.length < 2) return null;
    const rows = this.turns.slice(1).map((turn) => {
      const mover = turn.mover === "first" ? "second" : "first";
      return el("li", {}, `${this.name(mover)}: ${written(turn.position, this.app.heaps)}${turn.by ? ` by ${turn.by}` : ""}`);
    });
    return el("ol", { class: "history" }, ...rows);
  }
}
