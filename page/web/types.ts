// The JSON forms of questions and answers, as `page/src/question.rs` has them.

export type Given = number | number[];

/** A game as questions name it. */
export interface Game {
  name: string;
  text: string;
  set?: Record<string, Given>;
  at?: Record<string, number>;
  misere?: boolean;
}

export interface Place {
  from: number;
  to: number;
  line: number;
  column: number;
}

/** What is wrong with a text, or odd about it. */
export interface Fault extends Place {
  code: string;
  severity: "error" | "warning";
  message: string;
  help: string | null;
  source: string;
  places: (Place & { label: string })[];
  fixes: (Place & { text: string; sure: boolean })[];
}

/** Why there is no answer. */
export interface Refusal {
  kind: "faults" | "question" | "memory" | "engine" | "open" | "stopped" | "broken";
  message: string;
  faults: Fault[];
}

export interface Parameter {
  name: string;
  default: Given;
  least: number | null;
}

export interface Register {
  name: string;
  low: number;
  high: number | null;
  shown: [number, number] | null;
}

export interface About {
  ruleset: string;
  heaps: string[];
  parameters: Parameter[];
  registers: Register[];
  cited: string | null;
  ending: string;
  engine: string;
  why: string;
  misere: boolean;
  finite: boolean;
}

export interface BoardAnswer {
  shape: number[];
  most: number | null;
  p_positions: number;
  cite: string;
  engine: string;
}

export interface Way {
  move: string;
  instance?: string;
  amounts: Record<string, number>;
}

export interface Told {
  position: number[];
  /** Where the option is a sum: its parts, in the place of a position. */
  parts?: number[][];
  ways: Way[];
}

export interface LookAnswer {
  position: number[];
  outcome: "P" | "N" | null;
  ways: number;
  runs: number;
  winning_count: number;
  winning: number[][];
  told: Told[] | null;
  /** Options are sums of positions. */
  sums?: boolean;
}

export interface ValuedOption extends Told {
  grundy: number | null;
  outcome: "P" | "N";
}

export interface Explained {
  position: number[];
  grundy: number | null;
  outcome: "P" | "N";
  options: ValuedOption[];
  winning: number[][];
}

export interface Judged {
  name: string;
  kind: string;
  statement: string;
  verdict: string;
  line: string;
  as_expected: boolean;
  counterexample: number[] | null;
  reason: string | null;
  up_to?: number | null;
}

export interface ProvedAnswer extends Judged {
  covered: string[];
  rechecked: number;
  refused: { reason: string }[];
  file: string | null;
}

/** The value of a cell that has none. */
export const NONE = 0xffffffff;

/** The same among differences, which may be -1. */
export const NO_DIFFERENCE = 0x80000000;

/** A position as it is written. */
export function written(position: readonly number[], heaps: number): string {
  const registers = position.slice(heaps);
  const own = position.slice(0, heaps).join(", ");
  return registers.length ? `(${own}; ${registers.join(", ")})` : `(${own})`;
}

/** Ways to an option in words. */
export function byWays(ways: readonly Way[]): string {
  return ways
    .map((way) => {
      const amounts = Object.entries(way.amounts).map(([name, value]) => `${name} = ${value}`);
      return [way.move, way.instance ? `[${way.instance}]` : "", amounts.join(", ")].filter(Boolean).join(" ");
    })
    .join(", or ");
}
