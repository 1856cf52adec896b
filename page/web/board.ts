// The board on its canvas: cells, rulers, rings, arrows; pan, zoom, pinch; the cell under the pointer. Knows cells, and no rules.
import { isLight, paint, pixels, type Paint } from "./colours";
import type { Shows } from "./state";

/** A cell of the board: row and column as the table counts them. */
export type Cell = readonly [row: number, column: number];

export interface Cells {
  rows: number;
  columns: number;
  values: Uint32Array;
  shows: Shows;
  modulus: number;
  most: number;
  /** What a cell without a value holds. */
  none: number;
  /** How many of the cells there are; the last row of a strip may be shorter. */
  count: number;
  /** 1 at P-positions. */
  isP: (index: number) => boolean;
  names: [row: string, column: string];
  /** Rows count so far: 1, or the width of a strip. */
  step: number;
  /** The first heap to the right, the second one upwards. */
  plot: boolean;
}

/** Options in a row, in cells: the first one, the step, how many; `away` if they lie elsewhere. */
export interface CellRun {
  row: number;
  column: number;
  down: number;
  right: number;
  count: number;
}

export interface Marks {
  at: Cell | null;
  runs: CellRun[];
  winning: Cell[];
  wrong: Cell | null;
}

const RULER = { left: 38, top: 24 };
const READABLE = 16;
const RINGS = 5;
const LARGEST = 96;
const MOST_RAYS = 12;
const MOST_DOTS = 60;

interface Touch {
  x: number;
  y: number;
}

export class Board {
  private cells: Cells | undefined;
  private image: HTMLCanvasElement | undefined;
  private mask: HTMLCanvasElement | undefined;
  private paint: Paint | undefined;
  private scale = 16;
  private left = 0;
  private top = 0;
  private fitted = true;
  private touches = new Map<number, Touch>();
  private moved = false;
  private drawing = 0;
  private marks: Marks = { at: null, runs: [], winning: [], wrong: null };
  private under: Cell | null = null;
  private css: Record<string, string> = {};

  /** `hovered` gets the cell under the pointer, `chosen` one that was clicked or reached by keys. */
  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly hovered: (cell: Cell | null) => void,
    private readonly chosen: (cell: Cell) => void,
  ) {
    new ResizeObserver(() => this.resized()).observe(canvas);
    canvas.addEventListener("pointerdown", (event) => this.down(event));
    canvas.addEventListener("pointermove", (event) => this.move(event));
    for (const name of ["pointerup", "pointercancel"] as const) {
      canvas.addEventListener(name, (event) => this.up(event, name === "pointerup"));
    }
    canvas.addEventListener("pointerleave", () => this.hover(null));
    canvas.addEventListener("wheel", (event) => {
      event.preventDefault();
      const [x, y] = this.point(event);
      this.zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), x, y);
    }, { passive: false });
    canvas.addEventListener("dblclick", () => this.fit());
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.recolour());
  }

  /** Other cells; the view stays where the shape is the same. */
  show(cells: Cells): void {
    const same = this.cells?.rows === cells.rows && this.cells.columns === cells.columns && this.cells.plot === cells.plot;
    this.cells = cells;
    this.recolour();
    if (!same) {
      this.marks = { at: null, runs: [], winning: [], wrong: null };
      this.fit();
    }
  }

  /** Marks on the cells. */
  mark(marks: Partial<Marks>): void {
    this.marks = { ...this.marks, ...marks };
    if (marks.runs) this.mask = undefined;
    this.draw();
  }

  /** Colours anew: other cells, or light and dark. */
  recolour(): void {
    const style = getComputedStyle(document.documentElement);
    for (const name of ["--board", "--ink", "--faint", "--line", "--ring", "--win", "--wrong", "--select", "--option"]) {
      this.css[name] = style.getPropertyValue(name).trim();
    }
    const { cells } = this;
    if (!cells) return;
    const dark = style.colorScheme.includes("dark");
    this.paint = paint(cells.shows, cells.most, cells.modulus, dark);
    this.image ??= document.createElement("canvas");
    const [width, height] = this.extent();
    this.image.width = width;
    this.image.height = height;
    const context = this.image.getContext("2d")!;
    const image = context.createImageData(width, height);
    const { columns, rows, plot } = cells;
    const place = plot
      ? (index: number) => (columns - 1 - (index % columns)) * rows + Math.floor(index / columns)
      : (index: number) => index;
    pixels(cells.values, cells.none, image, this.paint, place);
    context.putImageData(image, 0, 0);
    this.mask = undefined;
    this.draw();
  }

  /** The whole board in sight. */
  fit(): void {
    const [width, height] = this.extent();
    const { w, h } = this.room();
    if (!width || !height || w <= 0) return;
    this.scale = Math.min(w / width, h / height, LARGEST);
    this.left = 0;
    this.top = 0;
    this.fitted = true;
    this.draw();
  }

  /** Nearer by a factor, around a point of the canvas or its middle. */
  zoom(factor: number, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2): void {
    const [width, height] = this.extent();
    const { w, h } = this.room();
    const least = Math.min(w / width, h / height, LARGEST) * 0.8;
    const next = Math.max(least, Math.min(this.scale * factor, LARGEST));
    const by = next / this.scale;
    this.left = (this.left + x - RULER.left) * by - (x - RULER.left);
    this.top = (this.top + y - RULER.top) * by - (y - RULER.top);
    this.scale = next;
    this.fitted = false;
    this.keepInSight();
    this.draw();
  }

  /** Moves the view so that a cell is seen. */
  reveal(cell: Cell): void {
    const [x, y] = this.corner(cell);
    const { w, h } = this.room();
    if (x < RULER.left) this.left -= RULER.left - x;
    if (y < RULER.top) this.top -= RULER.top - y;
    if (RULER.left + w < x + this.scale) this.left += x + this.scale - RULER.left - w;
    if (RULER.top + h < y + this.scale) this.top += y + this.scale - RULER.top - h;
    this.draw();
  }

  /** The cell beside another in the direction of an arrow key. */
  beside([row, column]: Cell, key: string, far: number): Cell {
    const plot = this.cells?.plot;
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [0, 0];
    const [byRow, byColumn] = plot ? [right!, -down!] : [down!, right!];
    const within = (at: number, most: number) => Math.max(0, Math.min(at, most - 1));
    const cells = this.cells;
    return [within(row + byRow * far, cells?.rows ?? 1), within(column + byColumn * far, cells?.columns ?? 1)];
  }

  private extent(): [number, number] {
    const { rows = 0, columns = 0, plot = false } = this.cells ?? {};
    return plot ? [rows, columns] : [columns, rows];
  }

  private room(): { w: number; h: number } {
    return { w: this.canvas.clientWidth - RULER.left - 1, h: this.canvas.clientHeight - RULER.top - 1 };
  }

  /** Where the upper left corner of a cell is on the canvas. */
  private corner([row, column]: Cell): [number, number] {
    const [across, along] = this.cells?.plot ? [row, this.cells.columns - 1 - column] : [column, row];
    return [RULER.left + across * this.scale - this.left, RULER.top + along * this.scale - this.top];
  }

  private centre(cell: Cell): [number, number] {
    const [x, y] = this.corner(cell);
    return [x + this.scale / 2, y + this.scale / 2];
  }

  private cellAt(x: number, y: number): Cell | null {
    const { cells } = this;
    if (!cells || x < RULER.left || y < RULER.top) return null;
    const across = Math.floor((x - RULER.left + this.left) / this.scale);
    const along = Math.floor((y - RULER.top + this.top) / this.scale);
    const [row, column] = cells.plot ? [across, cells.columns - 1 - along] : [along, across];
    const inside = 0 <= row && row < cells.rows && 0 <= column && column < cells.columns;
    return inside && row * cells.columns + column < cells.count ? [row, column] : null;
  }

  private point(event: MouseEvent): [number, number] {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  private resized(): void {
    if (this.fitted) this.fit();
    else this.draw();
  }

  private down(event: PointerEvent): void {
    this.canvas.setPointerCapture(event.pointerId);
    const [x, y] = this.point(event);
    this.touches.set(event.pointerId, { x, y });
    if (this.touches.size === 1) this.moved = false;
  }

  private move(event: PointerEvent): void {
    const [x, y] = this.point(event);
    const before = this.touches.get(event.pointerId);
    if (!before) {
      this.hover(this.cellAt(x, y));
      return;
    }
    const others = [...this.touches].filter(([id]) => id !== event.pointerId).map(([, touch]) => touch);
    const other = others[0];
    if (other) {
      const spread = (a: Touch) => Math.max(8, Math.hypot(a.x - other.x, a.y - other.y));
      this.zoom(spread({ x, y }) / spread(before), (x + other.x) / 2, (y + other.y) / 2);
      this.pan((before.x - x) / 2, (before.y - y) / 2);
      this.moved = true;
    } else if (this.moved || 4 < Math.hypot(x - before.x, y - before.y)) {
      this.moved = true;
      this.pan(before.x - x, before.y - y);
    } else {
      return;
    }
    this.touches.set(event.pointerId, { x, y });
  }

  private pan(right: number, down: number): void {
    this.left += right;
    this.top += down;
    this.fitted = false;
    this.keepInSight();
    this.draw();
  }

  private up(event: PointerEvent, isClick: boolean): void {
    this.touches.delete(event.pointerId);
    if (this.touches.size || this.moved || !isClick) return;
    const cell = this.cellAt(...this.point(event));
    if (cell) this.chosen(cell);
  }

  private hover(cell: Cell | null): void {
    if (this.under?.[0] === cell?.[0] && this.under?.[1] === cell?.[1]) return;
    this.under = cell;
    this.hovered(cell);
    this.draw();
  }

  private keepInSight(): void {
    const [width, height] = this.extent();
    const { w, h } = this.room();
    const within = (at: number, size: number, room: number) =>
      Math.max(Math.min(0, -room / 3), Math.min(at, Math.max(0, size * this.scale - room * 0.67)));
    this.left = within(this.left, width, w);
    this.top = within(this.top, height, h);
  }

  /** Draws soon, once for all changes of a frame. */
  draw(): void {
    if (!this.drawing) this.drawing = requestAnimationFrame(() => this.now());
  }

  private now(): void {
    this.drawing = 0;
    const { canvas, cells } = this;
    const ratio = devicePixelRatio || 1;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    if (!cells || !this.image) return;
    context.save();
    context.beginPath();
    context.rect(RULER.left, RULER.top, width, height);
    context.clip();
    this.drawCells(context);
    this.drawMarks(context);
    context.restore();
    this.drawRulers(context, width, height);
  }

  /** The cells in sight: first row, last row, first column, last column. */
  private sight(): [number, number, number, number] {
    const { rows, columns, plot } = this.cells!;
    const { w, h } = this.room();
    const range = (at: number, room: number, most: number): [number, number] => [
      Math.max(0, Math.floor(at / this.scale)),
      Math.min(most - 1, Math.floor((at + room) / this.scale)),
    ];
    const across = range(this.left, w, plot ? rows : columns);
    const along = range(this.top, h, plot ? columns : rows);
    return plot ? [...across, columns - 1 - along[1], columns - 1 - along[0]] : [...along, ...across];
  }

  private drawCells(context: CanvasRenderingContext2D): void {
    const cells = this.cells!;
    const [width, height] = this.extent();
    const [left, top] = [RULER.left - this.left, RULER.top - this.top];
    context.imageSmoothingEnabled = this.scale < 1;
    context.drawImage(this.image!, left, top, width * this.scale, height * this.scale);
    const [first, last, from, to] = this.sight();
    if (READABLE / 2 < this.scale) {
      context.strokeStyle = this.css["--board"]!;
      context.lineWidth = 1;
      context.beginPath();
      const [across, along] = cells.plot ? [[first, last], [cells.columns - 1 - to, cells.columns - 1 - from]] : [[from, to], [first, last]];
      for (let at = across[0]!; at <= across[1]! + 1; at++) {
        const x = Math.round(left + at * this.scale) + 0.5;
        context.moveTo(x, top);
        context.lineTo(x, top + height * this.scale);
      }
      for (let at = along[0]!; at <= along[1]! + 1; at++) {
        const y = Math.round(top + at * this.scale) + 0.5;
        context.moveTo(left, y);
        context.lineTo(left + width * this.scale, y);
      }
      context.stroke();
    }
    if (READABLE <= this.scale) this.drawNumbers(context);
    this.drawRings(context);
  }

  private drawNumbers(context: CanvasRenderingContext2D): void {
    const { columns, values, count } = this.cells!;
    const [first, last, from, to] = this.sight();
    context.textAlign = "center";
    context.textBaseline = "middle";
    const longest = this.paint!.text(this.cells!.shows === "difference" ? -this.cells!.most : this.cells!.most).length;
    const size = Math.min(this.scale * 0.46, (this.scale * 1.5) / Math.max(2, longest), 26);
    if (size < 7) return;
    context.font = `${size}px system-ui, sans-serif`;
    for (let row = first; row <= last; row++) {
      for (let column = from; column <= to; column++) {
        const index = row * columns + column;
        const value = values[index]!;
        if (count <= index || value === this.cells!.none) continue;
        context.fillStyle = isLight(this.paint!.colour(value)) ? "#101418" : "#f5f7fa";
        const [x, y] = this.centre([row, column]);
        context.fillText(this.paint!.text(value), x, y + size * 0.05);
      }
    }
  }

  /** P-positions: rings where there is room, else points, so that none is lost where cells are smaller than pixels. */
  private drawRings(context: CanvasRenderingContext2D): void {
    const { columns, count, isP } = this.cells!;
    const [first, last, from, to] = this.sight();
    const area = (last - first + 1) * (to - from + 1);
    const found: Cell[] = [];
    for (let row = first; row <= last && found.length * 12 <= area + 4_000; row++) {
      for (let column = from; column <= to; column++) {
        const index = row * columns + column;
        if (index < count && isP(index)) found.push([row, column]);
      }
    }
    // Where hardly anything else is to be seen, points would hide it.
    if (area + 4_000 < found.length * 12 && this.scale < RINGS) return;
    context.strokeStyle = context.fillStyle = this.css["--ring"]!;
    if (this.scale < RINGS) {
      const size = Math.max(1.6, this.scale * 0.9);
      for (const cell of found) {
        const [x, y] = this.centre(cell);
        context.fillRect(x - size / 2, y - size / 2, size, size);
      }
      return;
    }
    context.lineWidth = Math.max(1.2, Math.min(this.scale * 0.08, 3));
    const radius = this.scale * 0.42;
    context.beginPath();
    for (const cell of found) {
      const [x, y] = this.centre(cell);
      context.moveTo(x + radius, y);
      context.arc(x, y, radius, 0, 2 * Math.PI);
    }
    context.stroke();
  }

  private drawMarks(context: CanvasRenderingContext2D): void {
    const { at, runs, winning, wrong } = this.marks;
    if (at && runs.length) this.drawOptions(context, at, runs);
    if (at) for (const cell of winning) this.arrow(context, at, cell, winning.length <= 6);
    const framed = (cell: Cell, colour: string, width: number) => {
      const [x, y] = this.corner(cell);
      const size = Math.max(this.scale, 7);
      const shift = (this.scale - size) / 2;
      context.strokeStyle = this.css[colour]!;
      context.lineWidth = width;
      context.strokeRect(x + shift, y + shift, size, size);
    };
    if (this.under) framed(this.under, "--ink", 1.5);
    if (at) framed(at, "--select", 3);
    if (wrong) {
      framed(wrong, "--wrong", 3);
      const [x, y] = this.centre(wrong);
      const far = Math.max(this.scale * 0.34, 5);
      context.beginPath();
      context.moveTo(x - far, y - far);
      context.lineTo(x + far, y + far);
      context.moveTo(x + far, y - far);
      context.lineTo(x - far, y + far);
      context.stroke();
    }
  }

  /** Rays where the options lie on few of them, points where they are few, else an area. */
  private drawOptions(context: CanvasRenderingContext2D, at: Cell, runs: CellRun[]): void {
    const count = runs.reduce((all, run) => all + run.count, 0);
    const isRay = (run: CellRun) =>
      1 < run.count && (run.row - at[0]) * run.right === (run.column - at[1]) * run.down;
    const rays = runs.filter(isRay);
    const area = runs.filter((run) => !isRay(run));
    if (rays.length <= MOST_RAYS) {
      context.lineWidth = 1.5;
      context.strokeStyle = context.fillStyle = this.css["--option"]!;
      for (const run of rays) {
        const end: Cell = [run.row + run.down * (run.count - 1), run.column + run.right * (run.count - 1)];
        // The farther end of the run is where its ray ends.
        const far = (cell: Cell) => Math.abs(cell[0] - at[0]) + Math.abs(cell[1] - at[1]);
        const last = far(end) < far([run.row, run.column]) ? ([run.row, run.column] as Cell) : end;
        this.line(context, at, last, 5);
      }
    }
    const rest = rays.length <= MOST_RAYS ? area : runs;
    if (rest.length && count <= MOST_DOTS) {
      context.fillStyle = this.css["--option"]!;
      for (const run of rest) {
        for (let index = 0; index < run.count; index++) {
          const [x, y] = this.corner([run.row + run.down * index, run.column + run.right * index]);
          const size = Math.max(3, Math.min(this.scale * 0.22, 8));
          context.beginPath();
          context.arc(x + this.scale - size * 0.8, y + this.scale - size * 0.8, size / 2, 0, 2 * Math.PI);
          context.fill();
        }
      }
    } else if (rest.length) {
      this.mask ??= this.masked(rest);
      const [width, height] = this.extent();
      context.imageSmoothingEnabled = false;
      context.globalAlpha = 0.38;
      context.drawImage(this.mask, RULER.left - this.left, RULER.top - this.top, width * this.scale, height * this.scale);
      context.globalAlpha = 1;
    }
  }

  /** The cells of runs as pixels of one colour. */
  private masked(runs: CellRun[]): HTMLCanvasElement {
    const { rows, columns, plot } = this.cells!;
    const [width, height] = this.extent();
    const mask = document.createElement("canvas");
    mask.width = width;
    mask.height = height;
    const context = mask.getContext("2d")!;
    const image = context.createImageData(width, height);
    const out = new Uint32Array(image.data.buffer);
    for (const run of runs) {
      let { row, column } = run;
      for (let index = 0; index < run.count; index++) {
        if (0 <= row && row < rows && 0 <= column && column < columns) {
          out[plot ? (columns - 1 - column) * rows + row : row * columns + column] = 0xffffffff;
        }
        row += run.down;
        column += run.right;
      }
    }
    context.putImageData(image, 0, 0);
    context.globalCompositeOperation = "source-in";
    context.fillStyle = this.css["--option"]!;
    context.fillRect(0, 0, width, height);
    return mask;
  }

  private arrow(context: CanvasRenderingContext2D, at: Cell, to: Cell, isBold: boolean): void {
    context.strokeStyle = context.fillStyle = this.css["--win"]!;
    context.lineWidth = isBold ? 3 : 1.5;
    this.line(context, at, to, isBold ? 10 : 6);
  }

  private line(context: CanvasRenderingContext2D, at: Cell, to: Cell, most: number): void {
    const [x, y] = this.centre(at);
    const [u, v] = this.centre(to);
    const far = Math.hypot(u - x, v - y);
    const head = Math.min(most, far * 0.4);
    const angle = Math.atan2(v - y, u - x);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const start = Math.min(this.scale * 0.3, far * 0.2, 10);
    context.beginPath();
    context.moveTo(x + cos * start, y + sin * start);
    context.lineTo(u - cos * head * 0.8, v - sin * head * 0.8);
    context.stroke();
    context.beginPath();
    context.moveTo(u, v);
    context.lineTo(u - cos * head - sin * head * 0.45, v - sin * head + cos * head * 0.45);
    context.lineTo(u - cos * head + sin * head * 0.45, v - sin * head - cos * head * 0.45);
    context.fill();
  }

  /** Numbers beside the cells, so far apart that they can be read; those of the cell under the pointer stand out. */
  private drawRulers(context: CanvasRenderingContext2D, width: number, height: number): void {
    const { rows, plot, names, step } = this.cells!;
    context.font = "11px system-ui, sans-serif";
    const gap = (room: number) => [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000].find((one) => room <= one * this.scale) ?? 5000;
    const [first, last, from, to] = this.sight();
    const highlight = this.under ?? this.marks.at;
    const label = (isAcross: boolean, at: number, text: string, strong: boolean) => {
      const cell: Cell = (isAcross === plot) ? [at, plot ? 0 : 0] : [0, at];
      const [x, y] = this.centre(cell);
      context.fillStyle = this.css[strong ? "--ink" : "--faint"]!;
      context.font = strong ? "bold 11px system-ui, sans-serif" : "11px system-ui, sans-serif";
      context.textAlign = isAcross ? "center" : "right";
      context.textBaseline = "middle";
      if (isAcross && RULER.left <= x && x <= width) context.fillText(text, x, RULER.top / 2 + 2);
      if (!isAcross && RULER.top <= y && y <= height) context.fillText(text, RULER.left - 5, y);
    };
    const ruler = (isAcross: boolean, low: number, high: number, of: number, marked: number | undefined) => {
      const every = gap(isAcross ? 26 : 16);
      for (let at = Math.ceil(low / every) * every; at <= high; at += every) {
        if (marked !== undefined && Math.abs(at - marked) * this.scale < (isAcross ? 26 : 13)) continue;
        label(isAcross, at, String(at * of), false);
      }
      if (marked !== undefined) label(isAcross, marked, String(marked * of), true);
    };
    const isRowAcross = plot;
    if (1 < rows || step === 1) ruler(isRowAcross, first, last, step, highlight?.[0]);
    ruler(!isRowAcross, from, to, 1, highlight?.[1]);
    context.fillStyle = this.css["--faint"]!;
    context.font = "italic 11px system-ui, sans-serif";
    context.textAlign = "left";
    context.textBaseline = "middle";
    const [down, right] = plot ? [names[1], names[0]] : names;
    context.fillText(`${down}${plot ? "↑" : "↓"} ${right}→`.slice(0, 9), 3, RULER.top / 2 + 2);
  }
}
