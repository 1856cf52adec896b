// A search for rules, in this page: a small experiment, which may be changed; a hit is written into the editor.
import { el, fill } from "./dom";
import type { Engine } from "./engine";
import type { Fault } from "./types";

declare const SEARCH: string;

interface Hit {
  name?: string;
  text: string;
  description?: string;
}

interface Report {
  text: string;
  failures: string[];
  tasks: unknown[];
}

/** The hits of a report: all parts that hold the text of a ruleset. */
function hits(report: unknown): Hit[] {
  const found: Hit[] = [];
  const look = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(look);
    else if (typeof part === "object" && part !== null) {
      const own = part as Record<string, unknown>;
      const text = [own.ruleset, own.text].find((one) => typeof one === "string" && /(^|\n)heaps /.test(one));
      if (typeof text === "string") found.push({ ...(own as object), text });
      else Object.values(own).forEach(look);
    }
  };
  look(report);
  return found;
}

export class Search {
  private text = SEARCH;
  private running = 0;
  private words = "";
  private hits: Hit[] = [];

  constructor(
    private readonly sheet: () => HTMLElement | null,
    private readonly open: (name: string, text: string) => void,
    private readonly engine: Engine,
  ) {}

  /** An experiment that was dropped onto the page. */
  take(text: string): void {
    this.text = text;
    this.draw();
  }

  private async run(): Promise<void> {
    const began = performance.now();
    this.running = began;
    this.words = "";
    this.hits = [];
    this.draw();
    const told = await this.engine.ask<Report>({ ask: "run", name: "search.ron", text: this.text }, 600_000);
    this.running = 0;
    if (told.ok) {
      this.hits = hits(told.ok.tasks);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      this.words = `${told.ok.text}${told.ok.failures.map((why) => `\n${why}`).join("")}\n${seconds} s`;
    } else {
      const faults = told.no?.faults ?? [];
      this.words = faults.length ? faults.map((fault: Fault) => `line ${fault.line}: ${fault.message}${fault.help ? `\n  ${fault.help}` : ""}`).join("\n") : (told.no?.message ?? "");
    }
    this.draw();
  }

  draw(): void {
    const sheet = this.sheet();
    if (!sheet) return;
    const text = el("textarea", { id: "experiment", rows: 16, spellcheck: "false", wrap: "off", "aria-label": "Experiment", oninput: () => (this.text = text.value) });
    text.value = this.text;
    const bar = el("div", { class: "bar" },
      el("button", { id: "run", disabled: 0 < this.running, onclick: () => void this.run() }, "Search"),
      this.running ? el("span", { class: "busy" }, "searching…") : null,
      this.running ? el("button", { onclick: () => this.engine.stop("stopped by hand") }, "Stop") : null);
    const found = this.hits.map((hit, index) => el("li", {},
      el("button", { class: "hit", onclick: () => this.open(`hit_${index + 1}.nim`, hit.text) }, `Write hit ${index + 1} into the editor`),
      el("pre", {}, hit.text)));
    fill(sheet,
      el("p", { class: "hint" }, "Rules whose P-positions are a given sequence, tried one after the other. The target and the space of candidates are a text, as the command line runs it."),
      text, bar, this.words ? el("pre", { class: "answer", id: "report" }, this.words) : null, found.length ? el("ul", { class: "hits" }, ...found) : null);
  }
}
