// What is above the board: what it shows, how large it is, which heaps run; sliders for parameters, registers and slices.
import type { App } from "./app";
import type { Board } from "./board";
import { by, el, fill } from "./dom";
import type { Shows } from "./state";
import type { Given, Parameter } from "./types";

const SIZES = [10, 20, 32, 50, 64, 100, 128, 256, 512, 1024];

function choice(label: string, options: [value: string, words: string][], chosen: string, change: (value: string) => void): HTMLElement {
  const select = el("select", { "aria-label": label, title: label, onchange: () => change(select.value) });
  for (const [value, words] of options) {
    const option = el("option", { value }, words);
    option.selected = value === chosen;
    select.append(option);
  }
  return select;
}

/** A number with its slider; numbers beyond its ends may be typed. */
function slider(name: string, value: number, low: number, high: number, change: (value: number) => void): HTMLElement {
  const range = el("input", { type: "range", min: low, max: Math.max(high, value), value, "aria-label": name });
  const number = el("input", { type: "number", value, "aria-label": `${name}, as a number`, step: 1 });
  const set = (text: string) => {
    const next = Number(text);
    if (!Number.isSafeInteger(next)) return;
    range.value = number.value = String(next);
    change(next);
  };
  range.addEventListener("input", () => set(range.value));
  number.addEventListener("input", () => number.value !== "" && set(number.value));
  return el("label", { class: "slider" }, el("span", {}, name), range, number);
}

function setField(parameter: Parameter, value: Given, change: (value: number[]) => void): HTMLElement {
  const input = el("input", {
    type: "text", value: [value].flat().join(", "), "aria-label": parameter.name,
    oninput: () => {
      const numbers = input.value.split(/[\s,]+/).filter(Boolean).map(Number);
      const sound = 0 < numbers.length && numbers.every(Number.isSafeInteger);
      input.setAttribute("aria-invalid", String(!sound));
      if (sound) change(numbers);
    },
  });
  return el("label", { class: "slider" }, el("span", {}, parameter.name), input);
}

export function sliders(app: App): void {
  const { about, state } = app;
  if (!about) return;
  const all: HTMLElement[] = [];
  for (const one of about.parameters) {
    const value = state.set[one.name] ?? one.default;
    const change = (next: Given) => app.change({ set: { ...app.state.set, [one.name]: next } });
    if (Array.isArray(one.default)) {
      all.push(setField(one, value, change));
    } else {
      const most = Math.max(12, one.default * 3);
      all.push(slider(one.name, Number(value), one.least ?? 0, most, change));
    }
  }
  const registers = app.registers();
  for (const one of about.registers) {
    const change = (next: number) => app.change({ at: { ...app.state.at, [one.name]: next } });
    all.push(slider(one.name, registers[one.name]!, one.low, one.high ?? 12, change));
  }
  app.fixed().forEach((value, heap) => {
    if (value === null) return;
    const name = about.heaps[heap]!;
    const change = (next: number) => app.change({ fixed: { ...app.state.fixed, [name]: Math.max(0, next) } });
    all.push(slider(name, value, 0, Math.min(app.state.size - 1, 63), change));
  });
  fill(by("sliders"), ...all);
}

export function toolbar(app: App, board: Board): void {
  const { state, about } = app;
  const shows: [Shows, string][] = [
    ["values", "Values"], ["outcomes", "Outcomes"], ["residues", "Residues"], ["difference", "Difference"],
  ];
  const heaps = about?.heaps ?? [];
  const extra: (HTMLElement | null)[] = [];
  if (state.shows === "residues") {
    extra.push(choice("Modulus", Array.from({ length: 15 }, (_, at) => [String(at + 2), `mod ${at + 2}`]), String(state.modulus),
      (value) => app.change({ modulus: Number(value) }, "view")));
  }
  if (state.shows === "difference") {
    const names: [string, string][] = [["", "this game at its defaults"], ...Object.keys(app.texts).sort().map((name): [string, string] => [name, name])];
    extra.push(choice("The other game", names, state.other, (value) => app.change({ other: value })));
  }
  if (2 < heaps.length) {
    const pairs: [string, string][] = [];
    heaps.forEach((first, row) => heaps.forEach((second, column) => {
      if (row < column) pairs.push([`${row},${column}`, `${first} × ${second}`]);
    }));
    extra.push(choice("Heaps that run", pairs, app.axes().join(","), (value) => {
      const [row, column] = value.split(",").map(Number);
      app.change({ axes: [row!, column!] });
      sliders(app);
    }));
  }
  if (heaps.length === 1) {
    extra.push(choice("Cells in a row", [8, 10, 16, 20, 32, 64].map((one) => [String(one), `${one} in a row`]), String(state.width),
      (value) => app.change({ width: Number(value) }, "view")));
  }
  const play = el("label", { class: "check", title: "Whoever makes the last move loses" },
    el("input", { type: "checkbox", checked: app.misere, onchange: (event) => app.change({ misere: (event.target as HTMLInputElement).checked }) }), "misère");
  const own = SIZES.includes(state.size) ? SIZES : [...SIZES, state.size].sort((a, b) => a - b);
  fill(by("toolbar"),
    choice("What the board shows", shows, state.shows, (value) => {
      app.change({ shows: value as Shows });
      toolbar(app, board);
    }),
    ...extra,
    choice("Size", own.map((one) => [String(one), heaps.length === 1 ? `below ${one}` : `${one} × ${one}`]), String(state.size),
      (value) => app.change({ size: Number(value) })),
    play,
    el("span", { class: "grow" }),
    el("span", { class: "group" },
      el("button", { title: "Origin above, as in a table, or below, as in a plot", "aria-label": "Turn the axes", onclick: () => app.change({ plot: !app.state.plot }, "view") }, "⤡"),
      el("button", { title: "Nearer (+)", "aria-label": "Nearer", onclick: () => board.zoom(1.5) }, "+"),
      el("button", { title: "Farther (-)", "aria-label": "Farther", onclick: () => board.zoom(1 / 1.5) }, "−"),
      el("button", { title: "The whole board (0)", "aria-label": "The whole board", onclick: () => board.fit() }, "Fit"),
    ),
  );
}
