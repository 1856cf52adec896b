// The language as editors know it: words, colours, names in scope.
import { StreamLanguage, type StreamParser } from "@codemirror/language";
import type { Completion, CompletionContext, CompletionResult } from "@codemirror/autocomplete";

// Both lists are those of docs/editors, which a test compares with the grammar.
declare const KEYWORDS: string;
declare const PREDEFINED: string;

export const keywords = new Set(KEYWORDS.split(" "));
export const predefined = new Set(PREDEFINED.split(" "));

const parser: StreamParser<{ heading: boolean }> = {
  name: "nimdsl",
  startState: () => ({ heading: false }),
  token(stream, state) {
    if (stream.sol()) state.heading = false;
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"[^"]*"?/)) return "string";
    if (stream.match(/^[0-9]+/)) return "number";
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*['′]?/u);
    if (word && typeof word !== "boolean") {
      if (keywords.has(word[0])) {
        state.heading = word[0] === "move" || word[0] === "sequence" || word[0] === "let";
        return "keyword";
      }
      if (predefined.has(word[0])) return "atom";
      if (state.heading) {
        state.heading = false;
        return "variableName.definition";
      }
      return "variableName";
    }
    if (stream.match(/^(->|<=|>=|!=|\.\.|[-+*/^=<>|−→≤≥≠≡∈∉∪∩∖∧∨¬⇒⇔⊕∀∃⌊⌋⌈⌉·])/u)) return "operator";
    if (stream.match(/^[(){}[\],;:]/)) return "punctuation";
    stream.next();
    return null;
  },
  languageData: { commentTokens: { line: "#" }, closeBrackets: { brackets: ["(", "[", "{", '"'] } },
};

export const language = StreamLanguage.define(parser);

/** What the item at the beginning of a line declares: names for all that follows, and names for itself. */
interface Item {
  from: number;
  to: number;
  global: [name: string, what: string][];
  own: [name: string, what: string][];
}

const ITEM = /^(heaps|register|param|let|sequence|move|theorem|conjecture|claim|refuted|positions|measure|play|ruleset|source|extends|sum)\b/;
const NAME = /[\p{L}_][\p{L}\p{N}_]*/gu;

const words = (text: string): string[] => [...text.matchAll(NAME)].map((found) => found[0]).filter((one) => !keywords.has(one));

/** The items of a text, read line by line; good enough where the text is faulty. */
export function items(text: string): Item[] {
  const found: Item[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const kind = ITEM.exec(line)?.[1];
    if (kind) found.push({ from: at, to: at, global: [], own: [] });
    const item = found.at(-1);
    if (item) item.to = at + line.length;
    if (kind && item) declare(kind, line.slice(kind.length), item);
    if (item && !kind) bound(line, item);
    at += line.length + 1;
  }
  return found;
}

/** Puts down what a first line declares. */
function declare(kind: string, rest: string, item: Item): void {
  const plain = rest.replace(/"[^"]*"/g, "").replace(/#.*/, "");
  if (kind === "heaps") {
    for (const name of words(plain.replace(/\[[^\]]*\]/g, "").replace(/\bbelow\b.*/, ""))) item.global.push([name, "heap"]);
  } else if (kind === "register" || kind === "param" || kind === "let") {
    const name = words(plain)[0];
    if (name) item.global.push([name, kind === "let" ? "definition" : kind === "param" ? "parameter" : "register"]);
    bound(plain, item);
  } else if (kind === "sequence" || kind === "move") {
    const [, name, inside] = /^\s*([\p{L}_][\p{L}\p{N}_]*)\s*(?:\(([^)]*)\))?/u.exec(plain) ?? [];
    if (name && kind === "sequence") item.global.push([name, "sequence"]);
    for (const own of words(inside ?? "")) item.own.push([own, kind === "move" ? "amount" : "index"]);
  } else {
    bound(plain, item);
  }
}

/** Variables behind `for`, `forall`, `exists`, `option`. */
function bound(line: string, item: Item): void {
  for (const found of line.matchAll(/\b(?:for|forall|exists)\s+(?:each\s+)?([\p{L}_][\p{L}\p{N}_]*)/gu)) {
    if (found[1] && !keywords.has(found[1])) item.own.push([found[1], "variable"]);
  }
  for (const found of line.matchAll(/,\s*([\p{L}_][\p{L}\p{N}_]*)\s+in\b/gu)) {
    if (found[1]) item.own.push([found[1], "variable"]);
  }
}

/** The names that can be written at a place. */
export function scope(text: string, place: number): Map<string, string> {
  const all = items(text);
  const names = new Map<string, string>();
  for (const item of all) for (const [name, what] of item.global) names.set(name, what);
  const own = all.filter((item) => item.from <= place).at(-1);
  for (const [name, what] of own?.own ?? []) names.set(name, what);
  return names;
}

/** Completion: names in scope first, then the words of the language. */
export function complete(context: CompletionContext, texts: () => string[]): CompletionResult | null {
  const line = context.state.doc.lineAt(context.pos);
  const before = line.text.slice(0, context.pos - line.from);
  const quoted = /\b(?:extends|of)\s+"([^"]*)$/.exec(before);
  if (quoted) {
    const from = context.pos - (quoted[1]?.length ?? 0);
    return { from, options: texts().map((label) => ({ label, type: "text" })), validFor: /^[^"]*$/ };
  }
  if ((before.match(/"/g)?.length ?? 0) % 2 === 1 || /#/.test(before)) return null;
  const word = context.matchBefore(/[\p{L}_][\p{L}\p{N}_]*/u);
  if (!word && !context.explicit) return null;
  const options: Completion[] = [];
  for (const [label, detail] of scope(context.state.doc.toString(), context.pos)) {
    options.push({ label, detail, type: detail === "sequence" ? "function" : "variable", boost: 2 });
  }
  for (const label of predefined) options.push({ label, type: "constant", boost: 1 });
  for (const label of keywords) options.push({ label, type: "keyword" });
  return { from: word ? word.from : context.pos, options, validFor: /^[\p{L}_][\p{L}\p{N}_]*$/u };
}
