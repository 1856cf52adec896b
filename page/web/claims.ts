// The claims of the text: each on the table that is shown, at once; for all positions when asked, within a time limit.
import type { App } from "./app";
import { download, el, fill } from "./dom";
import type { Judged, ProvedAnswer } from "./types";
import { written } from "./types";

/** A claim that needs longer on a table waits for the others, and is then given this long. */
const SHORT = 1_500;
const TABLE_LIMIT = 20_000;

const LIMITS: [number, string][] = [[5_000, "5 s"], [30_000, "30 s"], [120_000, "2 min"], [600_000, "10 min"]];

interface Row {
  name: string;
  kind: string;
  verdict: string;
  words: string;
  statement: string;
  counterexample: number[] | null;
  proof: string;
  file: string | null;
  expected: boolean;
  node?: HTMLElement;
}

/** A verdict with what is said of it. */
const said = (verdict: string, line: string): string => (line.startsWith("up to") || line.startsWith("at ") ? `${verdict} ${line}` : `${verdict}: ${line}`);

export class Claims {
  private rows: Row[] = [];
  private turn = 0;
  private limit = 30_000;
  private solved = "";
  private dot: string | null = null;
  private working = "";
  private refused = "";

  constructor(
    private readonly app: App,
    private readonly sheet: () => HTMLElement | null,
    private readonly wrong: (position: number[] | null) => void,
  ) {}

  /** Other rules: nothing is known of their claims. */
  clear(): void {
    this.turn += 1;
    this.rows = [];
    this.refused = "…";
    this.draw();
  }

  /** Judges all claims on the table that is shown. */
  async judge(): Promise<void> {
    const { app } = this;
    const turn = ++this.turn;
    if (app.judge.busy) app.judge.stop("a newer question");
    if (app.prover.busy) app.prover.stop("the rules have changed");
    this.solved = "";
    this.dot = null;
    this.working = "";
    this.refused = "…";
    const claimed = await app.judge.ask<{ name: string; kind: string; statement: string }[]>({ ask: "claims", game: app.game() }, TABLE_LIMIT);
    if (turn !== this.turn) return;
    this.refused = claimed.no ? "The claims cannot be judged before the faults of the text are mended." : "";
    this.rows = (claimed.ok ?? []).map(({ name, kind, statement }) => ({
      name, kind, statement, verdict: "", words: "", counterexample: null, proof: "", file: null, expected: true,
    }));
    this.draw();
    const upTo = app.heaps <= 2 ? Math.max(1, app.state.size - 1) : null;
    const claims = this.rows.flatMap((row) => [{ row, limit: SHORT }]);
    while (claims.length) {
      const { row, limit } = claims.shift()!;
      const told = await app.judge.ask<Judged>({ ask: "verify", game: app.chosen(), claim: row.name, up_to: upTo }, limit);
      if (turn !== this.turn) return;
      if (told.no?.kind === "stopped" && limit === SHORT) {
        claims.push({ row, limit: TABLE_LIMIT });
        continue;
      }
      if (told.ok) {
        row.verdict = told.ok.verdict;
        row.words = said(told.ok.verdict, told.ok.line);
        row.statement = told.ok.statement;
        row.counterexample = told.ok.counterexample;
        row.expected = told.ok.as_expected;
      } else {
        row.verdict = told.no?.kind === "stopped" ? "not decided" : "faulty";
        row.words = told.no?.kind === "faults" ? "see the faults of the text" : (told.no?.message ?? "");
      }
      this.renew(row);
    }
  }

  private async prove(row: Row): Promise<void> {
    const turn = this.turn;
    this.working = `proving “${row.name}”…`;
    row.proof = "";
    row.file = null;
    this.draw();
    const told = await this.app.prover.ask<ProvedAnswer>({ ask: "prove", game: this.app.game(), claim: row.name }, this.limit);
    if (turn !== this.turn) return;
    this.working = "";
    if (told.ok) {
      row.proof = said(told.ok.verdict, told.ok.line);
      row.file = told.ok.file;
      if (told.ok.rechecked) {
        const one = told.ok.rechecked === 1;
        row.proof += ` — ${told.ok.rechecked} certificate${one ? "" : "s"}, rechecked by other code: ${told.ok.covered.join("; ")}`;
      }
    } else {
      row.proof = `open: ${told.no?.message ?? ""}`;
    }
    this.draw();
  }

  private async solve(): Promise<void> {
    const turn = this.turn;
    this.working = "solving…";
    this.solved = "";
    this.draw();
    const told = await this.app.prover.ask<{ line: string; first: string; dot: string }>({ ask: "solve", game: this.app.chosen() }, this.limit);
    if (turn !== this.turn) return;
    this.working = "";
    this.solved = told.ok ? `proved: ${told.ok.line}\n${told.ok.first}` : `open: ${told.no?.message ?? ""}`;
    this.dot = told.ok?.dot ?? null;
    this.draw();
  }

  draw(): void {
    const sheet = this.sheet();
    if (!sheet) return;
    const limit = el("select", { "aria-label": "Time limit of proofs", onchange: () => (this.limit = Number(limit.value)) });
    for (const [value, words] of LIMITS) {
      const option = el("option", { value }, `within ${words}`);
      option.selected = value === this.limit;
      limit.append(option);
    }
    const busy = this.working !== "";
    const stop = () => {
      this.app.prover.stop("stopped by hand");
      this.working = "";
      this.draw();
    };
    const bar = el("div", { class: "bar" },
      el("button", { id: "solve", disabled: busy || !this.app.about, title: "Find the P-positions for all positions, without any claim", onclick: () => void this.solve() }, "Solve"),
      limit, busy ? el("span", { class: "busy" }, this.working) : null, busy ? el("button", { onclick: stop }, "Stop") : null);
    const rows = this.rows.map((row) => this.row(row, busy));
    const none = this.rows.length ? null : this.refused ? el("p", { class: "hint" }, this.refused) : el("p", { class: "hint" }, "This text has no claims. Write one, for example ", el("code", {}, 'claim "mine": P = {(k, k) for k >= 0}'), ".");
    const solved = this.solved
      ? el("div", { class: "answer" }, el("pre", {}, this.solved),
        this.dot ? el("button", { onclick: () => download("automaton.dot", this.dot!, "text/vnd.graphviz") }, "Automaton (.dot)") : null)
      : null;
    fill(sheet, bar, solved, none, el("ul", { class: "claims" }, ...rows));
  }

  /** One claim anew; the others stay as they are, with whatever has the focus. */
  private renew(row: Row): void {
    if (!this.sheet() || !row.node) return;
    row.node.replaceWith(this.row(row, this.working !== ""));
  }

  private row(row: Row, busy: boolean): HTMLElement {
    const refuted = row.verdict === "refuted";
    const show = row.counterexample
      ? el("button", { class: "wrong", title: "Show the counterexample on the board", onclick: () => this.wrong(row.counterexample) }, `✗ ${written(row.counterexample, this.app.heaps)}`)
      : null;
    const mark = row.verdict === "" ? "…" : refuted ? "✗" : row.verdict.startsWith("holds") ? "✓" : "·";
    return (row.node = el("li", { "data-verdict": row.verdict || "waiting", class: row.expected ? "" : "missed" },
      el("div", { class: "claim" }, el("span", { class: "mark", "aria-hidden": "true" }, mark),
        el("span", { class: "kind" }, row.kind), " ", el("strong", {}, row.name)),
      row.statement ? el("div", { class: "statement" }, row.statement) : null,
      el("div", { class: "verdict" }, row.verdict ? row.words : "waiting",
        row.expected ? null : el("strong", { class: "wrong" }, " — the text says otherwise")),
      row.proof ? el("div", { class: "proof" }, row.proof) : null,
      el("div", { class: "bar" }, show,
        el("button", { disabled: busy, onclick: () => void this.prove(row) }, "Prove for all positions"),
        row.file ? el("button", { onclick: () => download(`${this.app.state.name.replace(/\.nim$/, "")}.certificate.json`, row.file!, "application/json") }, "Certificate") : null)));
  }
}
