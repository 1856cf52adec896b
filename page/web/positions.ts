// The P-positions as a list, and the name of their chain.
import type { App } from "./app";
import { el, fill } from "./dom";
import { written } from "./types";

interface Found {
  p_positions: number[][];
  chain: number[] | null;
  name: string | null;
  no_chain: string | null;
}

const SHOWN = 300;

export class Positions {
  private turn = 0;
  private upTo = 200;

  constructor(
    private readonly app: App,
    private readonly sheet: () => HTMLElement | null,
    private readonly choose: (position: number[]) => void,
  ) {}

  /** Asks anew, if the list is in sight. */
  async draw(): Promise<void> {
    const sheet = this.sheet();
    if (!sheet || !this.app.about) return;
    const turn = ++this.turn;
    const bound = el("input", { type: "number", min: 1, max: 100000, value: this.upTo, "aria-label": "Heaps up to" });
    bound.addEventListener("change", () => {
      this.upTo = Math.max(1, Math.min(Number(bound.value) || 200, 100_000));
      void this.draw();
    });
    const answer = el("div", { id: "chain" }, "…");
    fill(sheet, el("div", { class: "bar" }, el("label", {}, "heaps up to ", bound)), answer);
    const { app } = this;
    const upTo = app.heaps <= 2 ? this.upTo : Math.min(this.upTo, app.heaps === 3 ? 40 : 12);
    if (app.lister.busy) app.lister.stop("a newer question");
    const told = await app.lister.ask<Found>({ ask: "positions", game: { ...app.game(), at: app.registers() }, up_to: upTo }, 10_000);
    if (turn !== this.turn) return;
    if (!told.ok) {
      fill(answer, el("p", { class: "hint" }, told.no?.message ?? ""));
      return;
    }
    const { p_positions: all, chain, name, no_chain: why } = told.ok;
    const sorted = chain ? all.filter(([x = 0, y = 0]) => x <= y) : all;
    fill(answer,
      chain ? el("p", { class: "name" }, el("strong", {}, name ?? "no name is known for this chain")) : el("p", { class: "hint" }, why),
      chain ? el("p", { class: "terms" }, `${chain.slice(0, 60).join(", ")}${60 < chain.length ? ", …" : ""}`) : null,
      el("p", { class: "hint" }, `${all.length} P-positions with heaps up to ${upTo}${chain ? "; those with the smaller heap first:" : ":"}`),
      el("div", { class: "positions" }, ...sorted.slice(0, SHOWN).map((position) =>
        el("button", { onclick: () => this.choose(position) }, written(position, app.heaps)))),
      SHOWN < sorted.length ? el("p", { class: "hint" }, `and ${sorted.length - SHOWN} more`) : null);
  }
}
