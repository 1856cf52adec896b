// The library in the page answers as the program does: tables, claims, proofs, certificates, searches; and nothing kills it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { imports, library, nimdsl, paths, root, rulesets, texts } from "./library.mjs";

const game = (name, more = {}) => ({ name, text: texts[name], ...more });

/** What the program prints; nothing where it refuses. */
function said(...words) {
  try {
    return execFileSync(nimdsl, words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 28 });
  } catch (why) {
    return why.stdout === undefined ? assert.fail(String(why)) : null;
  }
}

test("the module needs nothing", () => assert.deepEqual(imports, []));

test("the page has every shipped ruleset, letter by letter", () => {
  assert.deepEqual(Object.keys(texts).sort(), rulesets);
  for (const name of rulesets) assert.equal(texts[name], readFileSync(join(root, paths[name]), "utf8"), name);
});

test("every table is that of the program", () => {
  const ask = library();
  let compared = 0;
  for (const name of rulesets) {
    const about = ask({ ask: "about", game: game(name) });
    assert.ok(about.ok, `${name}: ${about.text}`);
    const heaps = about.ok.heaps.length;
    const size = [40, 40, 24, 10, 6, 4][heaps] ?? 3;
    // Registers without a bound have to be given one.
    const at = Object.fromEntries(about.ok.registers.filter((one) => one.shown === null).map((one) => [one.name, one.low + 3]));
    const fixed = Object.entries(at).flatMap(([register, value]) => ["--at", `${register}=${value}`]);
    const asked = game(name, { at });
    for (const [what, option] of [["grundy", []], ["outcomes", ["--outcomes"]]]) {
      const own = ask({ ask: "table", game: asked, what, size });
      const native = said("table", paths[name], "--size", String(size), "--format", "json", ...option, ...fixed);
      assert.equal(own.ok === undefined, native === null, `${name}: ${own.text.slice(0, 300)}`);
      if (native === null) continue;
      assert.deepEqual(own.ok, JSON.parse(native), `${name} ${what}`);
      compared += 1;
    }
  }
  assert.ok(100 < compared, `${compared} tables`);
});

test("the cells of a board are those of the table", () => {
  const ask = library();
  for (const [name, sizes, fixed, at] of [
    ["wythoff.nim", [30, 20], [null, null], {}],
    ["ryuo_three.nim", [12, 12, 12], [null, 5, null], {}],
    ["ryuo_pass.nim", [15, 15], [null, null], { pass: 1 }],
    ["subtraction.nim", [50], [null], {}],
  ]) {
    const board = ask({ ask: "board", game: game(name, { at }), what: "grundy", sizes, fixed });
    assert.ok(board.ok, `${name}: ${board.text}`);
    const table = ask({ ask: "table", game: game(name, { at }), what: "grundy", size: 50 < sizes[0] ? 50 : Math.max(...sizes) }).ok;
    const values = table.grundy ?? table.layers[0].grundy;
    let index = 0;
    const [rows, columns] = board.ok.shape;
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < (columns ?? 1); column++) {
        const expected = columns === undefined ? values[row] : sizes.length === 3 ? values[row][5][column] : values[row][column];
        assert.equal(board.cells[index++], expected, `${name} ${row},${column}`);
      }
    }
    assert.equal(index, board.cells.length);
  }
});

test("a look tells outcome and winning moves as explain does", () => {
  const ask = library();
  for (const [name, position] of [["wythoff.nim", [7, 9]], ["triangular.nim", [9, 14]], ["ryuo_pass.nim", [4, 5, 1]], ["ryuo_three.nim", [3, 4, 5]]]) {
    const look = ask({ ask: "look", game: game(name), position });
    const all = ask({ ask: "explain", game: game(name), position });
    assert.deepEqual(look.ok.winning, all.ok.winning, name);
    assert.equal(look.ok.outcome, all.ok.outcome, name);
    assert.equal(look.ok.told.length, look.ok.winning_count);
    // The runs hold each option.
    const dimension = position.length;
    const flat = new Int32Array(look.cells.buffer);
    const reached = new Set();
    for (let at = 0; at < flat.length; at += 2 * dimension + 1) {
      for (let index = 0; index < flat[at + 2 * dimension]; index++) {
        reached.add(Array.from({ length: dimension }, (_, one) => flat[at + one] + index * flat[at + dimension + one]).join());
      }
    }
    assert.deepEqual([...reached].sort(), all.ok.options.map((one) => one.position.join()).sort(), name);
  }
});

test("claims, proofs, certificates and solutions", () => {
  const ask = library();
  const claims = ask({ ask: "claims", game: game("yama.nim") }).ok;
  assert.ok(0 < claims.length);
  const verified = ask({ ask: "verify", game: game("yama.nim"), claim: claims[0].name, up_to: 20 });
  assert.match(verified.ok.verdict, /^holds/, verified.text);
  const proved = ask({ ask: "prove", game: game("yama.nim"), claim: "KY23, 3.3" });
  assert.equal(proved.ok.verdict, "proved", proved.text);
  assert.ok(0 < proved.ok.rechecked && proved.ok.refused.length === 0);
  const recheck = (certificates) => ask({ ask: "recheck", game: game("yama.nim"), certificates });
  assert.equal(recheck(proved.ok.file).ok.valid, true);
  const forged = JSON.parse(proved.ok.file);
  forged.certificates[0].claim = "another one";
  assert.equal(recheck(JSON.stringify(forged)).ok.valid, false);
  assert.match(recheck("{").ok.reason, /no certificate/);
  const solved = ask({ ask: "solve", game: game("wythoff.nim") });
  assert.match(solved.ok.line, /for all positions/, solved.text);
  const refuted = ask({ ask: "verify", game: game("ryuo_three.nim"), claim: "Theorem 5.2 for the game of Definition 5.1", up_to: 8 });
  assert.deepEqual(refuted.ok.counterexample, [1, 1, 1], refuted.text);
});

test("the small search finds the Fibonacci numbers, and its hit is a ruleset", () => {
  const ask = library();
  const text = readFileSync(join(root, "page", "web", "search.ron"), "utf8");
  const report = ask({ ask: "run", name: "search.ron", text });
  assert.deepEqual(report.ok.failures, [], report.text.slice(0, 500));
  const hit = report.ok.tasks[0].hits[0].ruleset;
  const found = ask({ ask: "positions", game: { name: "hit.nim", text: hit }, up_to: 200 });
  assert.match(found.ok.name, /Fibonacci/, found.text.slice(0, 300));
});

test("faults have places in UTF-16 units, and fixes", () => {
  const ask = library();
  const text = "# φ 𝔊 ≤\nheaps x, y\nmove take(i): x -> x - i where 1 =< i\n";
  const told = ask({ ask: "check", name: "slip.nim", text });
  const fault = told.ok.faults[0];
  const fix = fault.fixes[0];
  assert.equal(text.slice(fix.from, fix.to), "=<");
  assert.equal(fix.text, "<=");
  assert.equal(ask({ ask: "mend", name: "slip.nim", text }).ok.text, text.replace("=<", "<="));
  assert.match(ask({ ask: "format", name: "a.nim", text: "heaps x\nmove t(i): x->x-i where 1<=i" }).ok.text, /x -> x - i\n {4}where 1 <= i/);
});

test("pictures and papers", () => {
  const ask = library();
  for (const kind of ["heat", "outcomes", "residues", "difference"]) {
    const other = kind === "difference" ? game("nim.nim") : null;
    const asked = { kind, form: "svg", sizes: [8, 8], modulus: 3, other };
    const made = ask({ ask: "picture", game: game("wythoff.nim"), asked });
    assert.match(made.ok.text, /^<!-- A figure of nimdsl/, made.text.slice(0, 300));
    assert.match(ask({ ask: "picture", game: game("wythoff.nim"), asked: { ...asked, form: "tikz" } }).ok.text, /tikzpicture/);
  }
  assert.match(ask({ ask: "shown", game: game("yama.nim") }).ok.latex, /begin\{align/);
});

test("hostile texts are refused, and the library goes on", () => {
  const ask = library();
  const nested = (depth) => `heaps x, y\nmove t(i): x -> x - i where 1 <= ${"(".repeat(depth)}i${")".repeat(depth)}\n`;
  const alive = () => assert.ok(ask({ ask: "board", game: game("nim.nim"), what: "grundy", sizes: [4, 4], fixed: [null, null] }).ok);
  for (const depth of [10, 199, 230, 5_000, 100_000]) {
    const told = ask({ ask: "check", name: "deep.nim", text: nested(depth) });
    assert.equal(told.ok.right, depth < 200, `${depth}: ${told.text.slice(0, 200)}`);
    alive();
  }
  for (const value of [10 ** 9, 2 ** 53 - 1, -(2 ** 53 - 1)]) {
    for (const name of ["triangular_wythoff.nim", "ryuo.nim", "moore.nim", "all_but.nim"]) {
      const [parameter] = ask({ ask: "about", game: game(name) }).ok.parameters;
      if (!parameter || Array.isArray(parameter.default)) continue;
      ask({ ask: "about", game: game(name, { set: { [parameter.name]: value } }) });
      alive();
    }
  }
  const large = ask({ ask: "board", game: game("wythoff.nim"), what: "grundy", sizes: [1e6, 1e6], fixed: [null, null] });
  assert.equal(large.no.kind, "memory", large.text.slice(0, 200));
  for (const position of [[-1, 2], [1], [2 ** 40, 3], [1, 2, 3]]) {
    assert.ok(ask({ ask: "look", game: game("wythoff.nim"), position }).no, JSON.stringify(position));
  }
  assert.equal(ask({ ask: "nothing" }).no.kind, "question");
  assert.equal(ask("heaps").no.kind, "question");
  for (const text of ["", "\u0000", "heaps", "\ufffd", "extends \"nowhere.nim\"\n", "sum of \"a.nim\""]) {
    assert.equal(ask({ ask: "check", name: "odd.nim", text }).ok.right, false, JSON.stringify(text));
  }
  // Half a letter of UTF-16 is no text.
  assert.equal(ask({ ask: "check", name: "odd.nim", text: "\ud800" }).no.kind, "question");
  alive();
});
