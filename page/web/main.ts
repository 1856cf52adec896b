// The page: puts editor, board and panels together, and says what follows from what.
import { App } from "./app";
import { Board, type Cell } from "./board";
import { Claims } from "./claims";
import { by, calm, download, el, fill } from "./dom";
import { editor, fixWords, type Editor } from "./editor";
import { library } from "./engine";
import { gallery } from "./gallery";
import { Out } from "./out";
import { Play } from "./play";
import { Positions } from "./positions";
import { Refresh } from "./refresh";
import { Search } from "./search";
import { Sight } from "./sight";
import { packed, sound, unpacked, usual, type State } from "./state";
import { sliders, toolbar } from "./toolbar";
import { NO_DIFFERENCE, NONE, written, type Fault } from "./types";
import { textAsBytes } from "./unpack";

const TABS = [["claims", "Claims"], ["positions", "P-positions"], ["play", "Play"], ["search", "Search"], ["out", "Out"]] as const;

function toast(words: string): void {
  const place = by("toast");
  place.textContent = words;
  place.hidden = false;
  clearTimeout(Number(place.dataset.timer));
  place.dataset.timer = String(setTimeout(() => (place.hidden = true), 4_000));
}

/** What a page holds beside its program. */
function held<T>(id: string): T {
  return JSON.parse(by(id).textContent ?? "null") as T;
}

/** The state that the page begins with: of its address, of the ruleset that was put into it, or a first example. */
async function beginning(shipped: Record<string, string>): Promise<Partial<State>> {
  const letters = location.hash.slice(1);
  if (letters) {
    try {
      return await unpacked(letters);
    } catch {
      toast("The address is damaged, so the page begins anew.");
    }
  }
  const given = sound(held("given"));
  if (given.text !== undefined) return given;
  return { name: "wythoff.nim", text: shipped["wythoff.nim"] ?? "", selected: [7, 9] };
}

class Page {
  private readonly app: App;
  private readonly editor: Editor;
  private readonly board: Board;
  private readonly refresh: Refresh;
  private readonly claims: Claims;
  private readonly play: Play;
  private readonly positions: Positions;
  private readonly search: Search;
  private readonly out: Out;
  private readonly sight: Sight;
  private judged = "";

  constructor(module: WebAssembly.Module, shipped: Record<string, string>) {
    const app = new App(module, shipped);
    this.app = app;
    const canvas = by<HTMLCanvasElement>("board");
    this.editor = editor(by("editor"), (text) => this.typed(text), () => Object.keys(app.texts));
    this.board = new Board(canvas, (cell) => this.sight.hover(cell), (cell) => this.choose(cell));
    this.refresh = new Refresh(app, () => this.told());
    this.sight = new Sight(app, this.board);
    const sheet = (tab: string) => () => (app.state.tab === tab ? by("sheet") : null);
    this.claims = new Claims(app, sheet("claims"), (position) => this.wrong(position));
    this.positions = new Positions(app, sheet("positions"), (position) => this.select(position));
    this.play = new Play(app, sheet("play"), (position) => this.select(position));
    this.search = new Search(sheet("search"), (name, text) => this.open(name, text), app.seeker);
    this.out = new Out(app, sheet("out"), canvas, () => this.link());
    this.listen();
    this.keys(canvas);
    this.buttons();
    this.drops();
    this.patience();
    // For tests: what the page shows, as data.
    (globalThis as Record<string, unknown>).explorer = { app, board: this.board, editor: this.editor };
  }

  /** Begins with a state. */
  begin(state: Partial<State>): void {
    Object.assign(this.app.state, usual(), state);
    by<HTMLInputElement>("name").value = this.app.state.name;
    document.title = `${this.app.state.name} · nimdsl explorer`;
    this.judged = "";
    this.claims.clear();
    this.tabs();
    this.editor.replace(this.app.state.text);
    if (this.app.state.text === "") this.refresh.now();
  }

  /** Another text in place of the one that is shown. */
  open(name: string, text: string): void {
    const { tab, size, plot } = this.app.state;
    this.begin({ name, text, tab: tab === "search" ? "positions" : tab, size, plot });
  }

  private typed(text: string): void {
    // Half a letter of UTF-16 is no text; a sign in its place keeps all others where they are.
    this.app.state.text = (text as string & { toWellFormed?(): string }).toWellFormed?.() ?? text;
    this.app.wrong = null;
    this.play.reset();
    this.refresh.now();
  }

  private listen(): void {
    const { app } = this;
    const judge = calm(200, () => {
      const key = JSON.stringify([app.chosen(), app.state.size, app.refusal?.message]);
      if (key === this.judged) return;
      this.judged = key;
      void this.claims.judge();
      void this.positions.draw();
    });
    app.on("asked", () => {
      app.wrong = null;
      this.play.reset();
      this.refresh.now();
    });
    app.on("names", () => {
      sliders(app);
      toolbar(app, this.board);
    });
    app.on("about", () => {
      const misere = document.querySelector<HTMLInputElement>("#toolbar input[type=checkbox]");
      if (misere) misere.checked = app.misere;
    });
    app.on("view", () => {
      this.cells();
      app.tell("selected");
    });
    app.on("board", () => {
      if (!app.refusal) this.cells();
      judge();
      this.out.draw();
    });
  }

  /** Hands the cells to the board. */
  private cells(): void {
    const { app } = this;
    const { shown, state, about } = app;
    if (!shown || !about) return;
    const axes = app.axes();
    const isStrip = axes.length === 1;
    const count = shown.cells.length;
    const columns = isStrip ? Math.min(state.width, count) : shown.answer.shape[1]!;
    const rows = isStrip ? Math.ceil(count / columns) : shown.answer.shape[0]!;
    const shows = app.misere ? "outcomes" : state.shows;
    const isDifference = shows === "difference";
    const none = isDifference ? NO_DIFFERENCE : NONE;
    let values = shown.cells;
    if (count < rows * columns) {
      values = new Uint32Array(rows * columns).fill(none);
      values.set(shown.cells);
    }
    const names: [string, string] = isStrip ? [about.heaps[0]!, "+"] : [about.heaps[axes[0]!]!, about.heaps[axes[1]!]!];
    this.board.show({
      rows, columns, values, shows, modulus: state.modulus, most: shown.answer.most ?? 0, none, count, names,
      isP: isDifference ? () => false : (index) => values[index] === 0,
      step: isStrip ? columns : 1, plot: state.plot && !isStrip,
    });
    by("board").setAttribute("aria-label",
      `Board of ${rows} rows and ${columns} columns, ${shows}. Arrow keys move, Enter plays from here, plus and minus zoom.`);
  }

  /** After an answer: status, faults, what covers the board. */
  private told(): void {
    const { app } = this;
    const faults = this.refresh.faults;
    const errors = faults.filter((fault) => fault.severity === "error").length;
    const refused = app.refusal && app.refusal.kind !== "faults" ? app.refusal.message : "";
    const veil = by("veil");
    const words = app.refusal ? refused || app.refusal.faults[0]?.message || app.refusal.message : "";
    veil.hidden = words === "";
    fill(veil, el("p", {}, words));
    const status = by("status");
    status.className = errors ? "grow bad" : "grow";
    status.textContent = errors ? `${errors} fault${errors === 1 ? "" : "s"}` : app.refusal ? "" : (app.about?.ending ?? "");
    this.editor.tell(faults, app.state.name);
    by("mend").hidden = !faults.some((fault) => fault.source === app.state.name && fault.fixes.some((fix) => fix.sure));
    fill(by("faults"), ...faults.map((fault) => this.fault(fault)));
  }

  /** A fault below the editor: where, what, the remedy, and a button for each fix. */
  private fault(fault: Fault): HTMLElement {
    const own = fault.source === this.app.state.name;
    const text = this.app.state.text;
    const fixes = own ? fault.fixes.map((fix) => el("button", { class: "fix", onclick: () => this.editor.apply(fault, fix) },
      `${fixWords(fix.text, text.slice(fix.from, fix.to))}${fix.sure ? "" : " (perhaps)"}`)) : [];
    const label = fault.places[0]?.label;
    return el("div", { class: `fault ${fault.severity}`, "data-code": fault.code },
      el("button", { class: "where", onclick: () => own && this.editor.go(fault) }, own ? `line ${fault.line}` : fault.source),
      el("div", { class: "message" }, fault.message),
      label && label !== fault.message && label !== "here" ? el("div", { class: "label" }, label) : null,
      fault.help ? el("div", { class: "help" }, fault.help) : null, ...fixes);
  }

  private choose([row, column]: Cell): void {
    const position = this.app.position(row, column);
    if (this.play.isOn) void this.play.click(position);
    else this.select(position);
  }

  /** Shows a position, in the slice where it lies. */
  private select(position: number[]): void {
    const { app } = this;
    const names = app.about?.heaps ?? [];
    if (!app.isShown(position, true)) {
      app.fixed().forEach((value, heap) => value !== null && (app.state.fixed[names[heap]!] = position[heap]!));
      app.about?.registers.forEach((one, index) => (app.state.at[one.name] = position[names.length + index]!));
      sliders(app);
      app.state.selected = position;
      this.refresh.now();
    }
    app.state.selected = position;
    app.tell("selected");
    const [row, column] = app.cell(position);
    if (row < app.state.size && column < app.state.size) this.board.reveal([row, column]);
    if (app.state.tab === "play" && !this.play.isOn) this.play.draw();
  }

  /** Marks a counterexample, and goes there. */
  private wrong(position: number[] | null): void {
    if (!position || position.length < this.app.heaps) return;
    const far = Math.max(...this.app.axes().map((heap) => position[heap]!));
    if (this.app.state.size <= far) {
      toast(`${written(position, this.app.heaps)} lies beyond the board: choose a greater size.`);
      return;
    }
    this.app.wrong = position;
    this.select(position);
    this.board.mark({ wrong: this.app.cell(position) });
    by("stage").scrollIntoView({ block: "nearest" });
  }

  private keys(canvas: HTMLCanvasElement): void {
    canvas.addEventListener("keydown", (event) => {
      const { app } = this;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        const at: Cell = app.state.selected ? app.cell(app.state.selected) : [0, -1];
        const [row, column] = app.state.selected ? this.board.beside(at, event.key, event.shiftKey ? 10 : 1) : [0, 0];
        this.select(app.position(row, column));
      } else if (event.key === "Enter" && app.state.selected) {
        this.tab("play");
        void this.play.begin(app.state.selected);
      } else if (event.key === "+" || event.key === "=") this.board.zoom(1.4);
      else if (event.key === "-") this.board.zoom(1 / 1.4);
      else if (event.key === "0") this.board.fit();
      else if (event.key === "Escape") app.change({ selected: null }, "selected");
    });
    addEventListener("keydown", (event) => {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key === "o") {
        event.preventDefault();
        this.gallery();
      } else if (isCommand && event.key === "s") {
        event.preventDefault();
        download(this.app.state.name, this.app.state.text, "text/plain");
      } else if (event.altKey && event.shiftKey && event.code === "KeyF") {
        event.preventDefault();
        void this.rewrite("format");
      }
    });
  }

  /** The text in another form, if there is one: canonical, or with all sure fixes. */
  private async rewrite(ask: "format" | "mend"): Promise<void> {
    const { name, text } = this.app.state;
    const told = await this.app.board.ask<{ text: string }>({ ask, name, text }, 5_000);
    if (told.ok && told.ok.text !== text) this.editor.replace(told.ok.text);
    else if (told.no) toast(told.no.faults[0]?.message ?? told.no.message);
  }

  private gallery(): void {
    gallery(this.app, (name, text) => this.open(name, text), () => {
      const input = el("input", { type: "file", multiple: true, accept: ".nim,.json,.ron,text/plain" });
      input.addEventListener("change", () => void this.take([...(input.files ?? [])]));
      input.click();
    });
  }

  private buttons(): void {
    const { app } = this;
    by("open").addEventListener("click", () => this.gallery());
    by("format").addEventListener("click", () => void this.rewrite("format"));
    by("mend").addEventListener("click", () => void this.rewrite("mend"));
    by("helped").addEventListener("click", () => by<HTMLDialogElement>("help").showModal());
    by("link").addEventListener("click", () => void this.link());
    by("stop").addEventListener("click", () => app.board.stop("stopped by hand"));
    const name = by<HTMLInputElement>("name");
    name.addEventListener("change", () => {
      app.state.name = /\.nim$/.test(name.value) ? name.value : `${name.value.trim() || "untitled"}.nim`;
      name.value = app.state.name;
      this.refresh.now();
    });
    const themes = ["", "light", "dark"];
    by("theme").addEventListener("click", () => {
      const root = document.documentElement;
      const next = themes[(themes.indexOf(root.dataset.theme ?? "") + 1) % themes.length]!;
      if (next) root.dataset.theme = next;
      else delete root.dataset.theme;
      this.board.recolour();
      toast(next ? `Theme: ${next}` : "Theme: as the system");
    });
  }

  /** The address of what is shown, in the address line and on the clipboard. */
  private async link(): Promise<void> {
    const letters = await packed(this.app.state);
    history.replaceState(null, "", `#${letters}`);
    try {
      await navigator.clipboard.writeText(location.href);
      toast("The link is copied; it holds the rules, the parameters and the view.");
    } catch {
      toast("The link is in the address line; it holds the rules, the parameters and the view.");
    }
  }

  private drops(): void {
    let depth = 0;
    const show = (is: boolean) => (by("drop").hidden = !is);
    addEventListener("dragenter", (event) => {
      event.preventDefault();
      if (event.dataTransfer?.types.includes("Files")) show(0 < ++depth);
    });
    addEventListener("dragleave", () => show(0 < (depth = Math.max(0, depth - 1))));
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => {
      event.preventDefault();
      depth = 0;
      show(false);
      void this.take([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** Files of the reader: rulesets are kept by name, the first one is opened; certificates are rechecked; experiments can be run. */
  private async take(files: File[]): Promise<void> {
    const { app } = this;
    let first: [string, string] | undefined;
    for (const file of files) {
      const text = await file.text();
      if (file.name.endsWith(".json")) {
        await this.recheck(text);
      } else if (file.name.endsWith(".ron")) {
        this.tab("search");
        this.search.take(text);
      } else {
        app.texts[file.name] = text;
        app.own.add(file.name);
        first ??= [file.name, text];
      }
    }
    if (!first) return;
    for (const engine of [app.board, app.judge, app.prover, app.seeker, app.lister]) engine.renew();
    this.open(...first);
  }

  private async recheck(text: string): Promise<void> {
    const told = await this.app.prover.ask<{ valid: boolean; reason: string | null; claims: { name: string; words: string }[] }>(
      { ask: "recheck", game: this.app.game(), certificates: text }, 60_000);
    if (!told.ok) toast(told.no?.message ?? "no answer");
    else if (told.ok.valid) toast(`Valid certificates of ${told.ok.claims.map((one) => `“${one.name}”: ${one.words}`).join("; ")}.`);
    else toast(`Refused: ${told.ok.reason}`);
  }

  private tabs(): void {
    const made = TABS.map(([id, words]) => el("button", {
      role: "tab", id: `tab-${id}`, "aria-selected": String(id === this.app.state.tab), "aria-controls": "sheet", onclick: () => this.tab(id),
    }, words));
    fill(by("tabs"), ...made);
    by("sheet").setAttribute("aria-labelledby", `tab-${this.app.state.tab}`);
    this.draw();
  }

  private tab(id: string): void {
    this.app.state.tab = id;
    this.tabs();
  }

  private draw(): void {
    if (!TABS.some(([id]) => id === this.app.state.tab)) this.app.state.tab = "claims";
    const drawn = { claims: this.claims, positions: this.positions, play: this.play, search: this.search, out: this.out };
    void drawn[this.app.state.tab as keyof typeof drawn].draw();
  }

  /** Says that work goes on where it takes longer than a moment, with a button that ends it. */
  private patience(): void {
    setInterval(() => (by("working").hidden = this.app.board.busy < 400), 150);
  }
}

async function start(): Promise<void> {
  const shipped = JSON.parse(new TextDecoder().decode(textAsBytes(by("texts").textContent ?? ""))) as Record<string, string>;
  // What a ruleset that was put into the page takes over comes with it.
  Object.assign(shipped, held<{ texts?: Record<string, string> } | null>("given")?.texts);
  const [module, state] = await Promise.all([library(by("wasm").textContent ?? ""), beginning(shipped)]);
  const page = new Page(module, shipped);
  page.begin(state);
  addEventListener("hashchange", () => void unpacked(location.hash.slice(1)).then((next) => page.begin(next), () => toast("The address is damaged.")));
}

/** Says why there is no page. */
function failed(why: unknown): void {
  const veil = by("veil");
  veil.hidden = false;
  fill(veil, el("p", {}, `This browser cannot run the explorer: ${String(why)}. It needs WebAssembly and CompressionStream: Chromium 80, Firefox 113, Safari 16.4, or later.`));
}

// The page is seen before the library is unpacked.
requestAnimationFrame(() => setTimeout(() => start().catch(failed)));
