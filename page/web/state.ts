// What the page shows, and the link that holds it.
import type { About, Game, Given } from "./types";

export type Shows = "values" | "outcomes" | "residues" | "difference";

/** What can be kept in a link. */
export interface State {
  name: string;
  text: string;
  set: Record<string, Given>;
  at: Record<string, number>;
  misere: boolean | null;
  shows: Shows;
  modulus: number;
  /** The other game of differences: its name among the texts, and its parameters. */
  other: string;
  otherSet: Record<string, Given>;
  size: number;
  /** The heaps that run: rows, columns. */
  axes: [number, number];
  fixed: Record<string, number>;
  /** Rows downwards, or the first heap to the right as in a plot. */
  plot: boolean;
  width: number;
  selected: number[] | null;
  tab: string;
}

export function usual(): State {
  return {
    name: "untitled.nim", text: "", set: {}, at: {}, misere: null, shows: "values", modulus: 3, other: "",
    otherSet: {}, size: 20, axes: [0, 1], fixed: {}, plot: false, width: 20, selected: null, tab: "claims",
  };
}

/** The value of every parameter: chosen, or its default. */
export function parameters(state: State, about: About | undefined): Record<string, Given> {
  const all: Record<string, Given> = {};
  for (const one of about?.parameters ?? []) all[one.name] = state.set[one.name] ?? one.default;
  return all;
}

/** The value of every register that boards show: chosen, or the greatest one. */
export function registers(state: State, about: About | undefined): Record<string, number> {
  const all: Record<string, number> = {};
  for (const one of about?.registers ?? []) {
    const top = one.shown ? one.shown[1] : (one.high ?? one.low);
    const chosen = state.at[one.name] ?? top;
    all[one.name] = Math.max(one.low, Math.min(chosen, one.high ?? chosen));
  }
  return all;
}

/** The game that the page shows; `known` are the parameters and registers of its text. */
export function game(state: State, about: About | undefined): Game {
  const known = new Set(about?.parameters.map((one) => one.name));
  const set = Object.fromEntries(Object.entries(state.set).filter(([name]) => known.has(name)));
  const asked: Game = { name: state.name, text: state.text, set };
  if (state.misere !== null) asked.misere = state.misere;
  return asked;
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  const piped = new Blob([bytes]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}

/** A state as letters of an address: JSON, deflated, base64url. */
export async function packed(state: State): Promise<string> {
  const plain = usual();
  const entries = Object.entries(state).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(plain[name as keyof State]),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries)));
  const small = await through(bytes, new CompressionStream("deflate"));
  let letters = "";
  for (const byte of small) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);

/** The parts of a state that have the right form; anybody can write a link. */
export function sound(given: unknown): Partial<State> {
  const found: Partial<State> = {};
  if (typeof given !== "object" || given === null) return found;
  const from = given as Record<string, unknown>;
  for (const name of ["name", "text", "other", "tab"] as const) {
    if (typeof from[name] === "string") found[name] = from[name];
  }
  for (const name of ["size", "modulus", "width"] as const) {
    if (isNumber(from[name])) found[name] = Math.max(1, Math.min(from[name], 4096));
  }
  for (const name of ["set", "otherSet"] as const) {
    if (typeof from[name] === "object" && from[name] !== null) {
      const entries = Object.entries(from[name]).filter(([, value]) =>
        Array.isArray(value) ? value.every(isNumber) : isNumber(value));
      found[name] = Object.fromEntries(entries) as Record<string, Given>;
    }
  }
  for (const name of ["at", "fixed"] as const) {
    if (typeof from[name] === "object" && from[name] !== null) {
      found[name] = Object.fromEntries(Object.entries(from[name]).filter(([, value]) => isNumber(value)));
    }
  }
  if (typeof from.misere === "boolean") found.misere = from.misere;
  if (typeof from.plot === "boolean") found.plot = from.plot;
  const shows: Shows[] = ["values", "outcomes", "residues", "difference"];
  const chosen = shows.find((one) => one === from.shows);
  if (chosen) found.shows = chosen;
  if (Array.isArray(from.axes) && from.axes.length === 2 && from.axes.every(isNumber)) found.axes = from.axes as [number, number];
  if (Array.isArray(from.selected) && from.selected.every(isNumber)) found.selected = from.selected as number[];
  return found;
}

/** The state in an address, if there is one. */
export async function unpacked(letters: string): Promise<Partial<State>> {
  const plain = atob(letters.replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
  const text = new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate")));
  return sound(JSON.parse(text));
}
