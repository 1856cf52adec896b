// What can be taken away: pictures and tables for papers, texts, a link.
import type { App } from "./app";
import { download, el, fill } from "./dom";
import { NONE } from "./types";

const KINDS = { values: "heat", outcomes: "outcomes", residues: "residues", difference: "difference" } as const;
const MOST_LATEX = 40;

export class Out {
  private said = "";

  constructor(
    private readonly app: App,
    private readonly sheet: () => HTMLElement | null,
    private readonly canvas: HTMLCanvasElement,
    private readonly link: () => Promise<void>,
  ) {}

  private file(ending: string): string {
    return `${this.app.state.name.replace(/\.nim$/, "") || "game"}.${ending}`;
  }

  private tell(words: string): void {
    this.said = words;
    this.draw();
  }

  /** A picture that the library draws, as for a paper. */
  private async picture(form: "svg" | "tikz"): Promise<string | undefined> {
    const { app } = this;
    const { state, about } = app;
    const axes = app.axes();
    const fixed = app.fixed().flatMap((value, heap) => (value === null ? [] : [[about!.heaps[heap]!, value]]));
    const size = Math.min(state.size, form === "tikz" ? 64 : 256);
    const isStrip = axes.length === 1;
    const kind = isStrip ? "strip" : app.misere ? "outcomes" : KINDS[state.shows];
    const isSame = state.other === "" || state.other === state.name;
    const text = isSame ? state.text : (app.texts[state.other] ?? "");
    const other = kind === "difference" ? { name: isSame ? state.name : state.other, text, set: state.otherSet } : null;
    const asked = {
      kind, form, sizes: isStrip ? [size] : [size, size], fixed, modulus: state.modulus, other,
      origin: state.plot ? "Lower" : "Upper", width: "12cm",
    };
    const told = await app.board.ask<{ text: string }>({ ask: "picture", game: { ...app.game(), at: app.registers() }, asked }, 20_000);
    if (told.ok) return told.ok.text;
    this.tell(told.no?.message ?? "there is no picture");
    return undefined;
  }

  private async save(form: "svg" | "tikz"): Promise<void> {
    const text = await this.picture(form);
    if (text === undefined) return;
    download(this.file(form === "svg" ? "svg" : "tex"), text, form === "svg" ? "image/svg+xml" : "application/x-tex");
    this.tell(`${this.file(form === "svg" ? "svg" : "tex")}: ${text.length} characters`);
  }

  private png(): void {
    this.canvas.toBlob((blob) => {
      if (!blob) return;
      download(this.file("png"), blob, "image/png");
      this.tell(`${this.file("png")}: the board as it is seen, ${blob.size} bytes`);
    });
  }

  /** The rows of the board as texts. */
  private rows(): string[][] {
    const { shown, state } = this.app;
    if (!shown) return [];
    const columns = shown.answer.shape[1] ?? shown.answer.shape[0] ?? 1;
    const rows: string[][] = [];
    const word = (value: number) => {
      if (state.shows === "difference" && !this.app.misere) return value === 0x80000000 ? "" : String(value | 0);
      if (value === NONE) return "";
      if (state.shows === "outcomes" || this.app.misere) return value === 0 ? "P" : "N";
      return String(state.shows === "residues" ? value % state.modulus : value);
    };
    for (let at = 0; at < shown.cells.length; at += columns) {
      rows.push(Array.from(shown.cells.subarray(at, at + columns), word));
    }
    return rows;
  }

  private csv(): void {
    download(this.file("csv"), `${this.rows().map((row) => row.join(",")).join("\n")}\n`, "text/csv");
    this.tell(`${this.file("csv")}: the cells of the board, row by row`);
  }

  /** The table as an array; P-positions are bold. */
  private table(): string {
    const { shown, about } = this.app;
    const all = this.rows().slice(0, MOST_LATEX).map((row) => row.slice(0, MOST_LATEX));
    const zero = (row: number, column: number) => shown!.cells[row * (shown!.answer.shape[1] ?? shown!.answer.shape[0]!) + column] === 0;
    const names = this.app.axes().map((heap) => about!.heaps[heap]);
    const bold = this.app.state.shows === "difference" ? () => false : zero;
    const head = all[0]?.map((_, column) => column).join(" & ") ?? "";
    const body = all.map((row, index) => {
      const cells = row.map((word, column) => (bold(index, column) ? `\\mathbf{${word}}` : /[PN]/.test(word) ? `\\mathrm{${word}}` : word));
      return `${names.length === 1 ? names[0] : index} & ${cells.join(" & ")} \\\\`;
    });
    const corner = names.length === 1 ? "" : names.join(" \\backslash ");
    return [
      `% ${shown!.answer.cite.replace(/\s+/g, " ")}`, `\\[\\begin{array}{r|*{${all[0]?.length ?? 1}}{r}}`,
      `${corner} & ${head} \\\\ \\hline`, ...body, "\\end{array}\\]", "",
    ].join("\n");
  }

  /** Rules, claims and the table for a paper. */
  private async latex(): Promise<void> {
    interface Paper { latex: string; notation: string[]; claims: { kind: string; name: string; latex: string }[] }
    const told = await this.app.board.ask<Paper>({ ask: "shown", game: this.app.game() }, 20_000);
    if (!told.ok) {
      this.tell(told.no?.message ?? "there is no text for papers");
      return;
    }
    const { latex, notation, claims } = told.ok;
    const safe = (text: string) => text.replace(/[\\{}]/g, "").replace(/[&%$#_]/g, "\\$&");
    const items = claims.map((one) => `\\item[${one.kind}] \\textbf{(${safe(one.name)})} ${one.latex}`);
    const text = [
      "% \\usepackage{amsmath,amssymb}", latex, notation.length && claims.length ? `\nNotation: ${notation.join("; ")}.` : "",
      items.length ? `\n\\begin{description}\\sloppy\n${items.join("\n")}\n\\end{description}` : "", "", this.table(),
    ].join("\n");
    download(this.file("tex"), text, "application/x-tex");
    this.tell(`${this.file("tex")}: rules, claims, and the first ${MOST_LATEX} rows and columns of the table`);
  }

  draw(): void {
    const sheet = this.sheet();
    if (!sheet) return;
    const ready = this.app.shown !== undefined && !this.app.refusal;
    const one = (id: string, words: string, title: string, work: () => void) =>
      el("button", { id, title, disabled: !ready, onclick: work }, words);
    fill(sheet,
      el("div", { class: "bar outs" },
        one("svg", "SVG", "The picture for a paper", () => void this.save("svg")),
        one("tikz", "TikZ", "The picture for LaTeX", () => void this.save("tikz")),
        one("png", "PNG", "The board as it is seen", () => this.png()),
        one("csv", "CSV", "The cells, row by row", () => this.csv()),
        one("latex", "LaTeX", "Rules, claims and table", () => void this.latex()),
        el("button", { id: "nim", title: "The text of the editor", onclick: () => download(this.app.state.name, this.app.state.text, "text/plain") }, "Ruleset (.nim)"),
        el("button", { title: "Rules, parameters and view in an address", onclick: () => void this.link() }, "Link"),
        el("button", { title: "Rules, board and claims on paper", onclick: () => print() }, "Print")),
      this.said ? el("p", { class: "hint", id: "said", role: "status" }, this.said) : null,
      this.app.shown ? el("p", { class: "hint" }, this.app.shown.answer.cite) : null);
  }
}
