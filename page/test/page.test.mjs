// The page in a browser without a network, as a stranger uses it: by clicking and typing.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import { explorer, texts } from "./library.mjs";

const args = [
  "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
];
const shots = process.env.SHOTS;
let browser;
let context;
let page;
let wrong;
let requests;

before(async () => {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
  if (shots) mkdirSync(shots, { recursive: true });
});
after(() => browser?.close());

/** A page that begins; whatever it says in the console, and whatever it asks for, is kept. */
async function open({ hash = "", file = explorer, ...options } = {}) {
  await context?.close();
  context = await browser.newContext({ offline: true, viewport: { width: 1360, height: 840 }, acceptDownloads: true, ...options });
  page = await context.newPage();
  [wrong, requests] = [[], []];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && wrong.push(message.text()));
  page.on("pageerror", (why) => wrong.push(why.message));
  page.on("request", (request) => requests.push(request.url()));
  page.setDefaultTimeout(20_000);
  await page.goto(pathToFileURL(file).href + hash);
  await settled();
}

/** Waits until the board shows the text of the editor. */
async function settled() {
  await page.waitForFunction(() => {
    const app = globalThis.explorer?.app;
    return app && app.board.busy === 0 && (app.refusal || app.shown?.game.text === app.state.text);
  });
}

const type = async (text) => {
  await page.click(".cm-content");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(text);
  await page.waitForTimeout(50);
  await settled();
};
const shot = async (name) => shots && page.screenshot({ path: join(shots, `${name}.png`) });
const tab = (name) => page.click(`#tab-${name}`);
const readout = () => page.textContent("#readout");
const state = (path) => page.evaluate((name) => name.split(".").reduce((all, part) => all?.[part], globalThis.explorer.app), path);
const choose = (label, value) => page.selectOption(`[aria-label="${label}"]`, value).then(settled);
const example = async (name) => {
  await page.click("#open");
  await page.fill("dialog input[type=search]", name.replace(".nim", ""));
  await page.click(`dialog [data-name="${name}"]`);
  await settled();
};
/** The middle of a cell on the screen. */
const cell = (row, column) => page.evaluate(([row, column]) => {
  const { board } = globalThis.explorer;
  const box = document.getElementById("board").getBoundingClientRect();
  const [x, y] = board.centre([row, column]);
  return [box.left + x, box.top + y];
}, [row, column]);
const click = async (row, column) => page.mouse.click(...await cell(row, column));
const downloaded = async (work) => {
  const [file] = await Promise.all([page.waitForEvent("download"), work()]);
  const path = join(tmpdir(), `explorer_${process.pid}_${file.suggestedFilename()}`);
  await file.saveAs(path);
  return [file.suggestedFilename(), readFileSync(path)];
};
const quiet = () => {
  assert.deepEqual(wrong, []);
  assert.deepEqual(requests.filter((url) => !url.startsWith("blob:") && !url.startsWith("file:")), []);
  assert.equal(requests.filter((url) => url.startsWith("file:")).length, 1);
};

beforeEach(() => open());

test("it opens from a disk without a network, and says nothing wrong", async () => {
  assert.match(await readout(), /\(7, 9\) has value 14/);
  await shot("light");
  quiet();
});

test("faults are underlined with reason and remedy, and a button mends them", async () => {
  await type("heaps x, y\nmove take(i): x -> x - i where 1 =< i\n");
  await page.waitForSelector("#faults .fault");
  assert.match(await page.textContent("#faults"), /=</);
  assert.ok(0 < await page.locator(".cm-lintRange-error").count());
  assert.match(await page.textContent("#status"), /1 fault/);
  await shot("fault");
  await page.click("#faults .fix");
  await settled();
  await page.waitForFunction(() => !document.querySelector("#faults .fault.error"));
  assert.match(await state("state.text"), /1 <= i/);
  await type("heaps x, y\nmove take(i): x -> x - i where 1 <= q\n");
  await page.waitForSelector("#faults .fault");
  assert.match(await page.textContent("#faults"), /`q`/);
  // What was there before stays in sight below the words.
  assert.ok(await page.isVisible("#veil"));
  quiet();
});

test("names in scope complete themselves, and text is laid out", async () => {
  await type("heaps tokens, y\nparam limit = 3\nmove take(amount): tokens -> tokens - amount where 1 <= amount, amount <= ");
  await page.keyboard.type("li");
  await page.waitForSelector(".cm-tooltip-autocomplete");
  const labels = await page.locator(".cm-completionLabel").allTextContents();
  assert.ok(labels.includes("limit"), labels.join());
  await page.waitForTimeout(150);
  await page.keyboard.press("Enter");
  await settled();
  assert.match(await state("state.text"), /amount <= limit/);
  await page.click("#format");
  await page.waitForFunction(() => /tokens -> tokens - amount\n {4}where/.test(globalThis.explorer.app.state.text));
  quiet();
});

test("shipped rulesets open by name, also those that extend others", async () => {
  await page.click("#open");
  assert.equal(await page.locator("dialog li").count(), Object.keys(texts).length);
  await page.fill("dialog input[type=search]", "three heap");
  await page.waitForTimeout(50);
  assert.ok(await page.locator("dialog li").count() < Object.keys(texts).length);
  await shot("gallery");
  await page.keyboard.press("Escape");
  const extending = Object.keys(texts).find((name) => /^(extends|sum of) /m.test(texts[name]));
  await example(extending);
  assert.equal(await state("state.name"), extending);
  assert.equal(await state("refusal"), undefined);
  quiet();
});

test("own files are dropped onto the page, and extend each other", async () => {
  const drop = (files) => page.evaluate((files) => {
    const data = new DataTransfer();
    for (const [name, text] of files) data.items.add(new File([text], name));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, files);
  await drop([["mine.nim", 'extends "base.nim"\nmove more(i): y -> y - i where 1 <= i\n'], ["base.nim", "heaps x, y\nmove take(i): x -> x - i where 1 <= i\n"]]);
  await page.waitForFunction(() => globalThis.explorer.app.state.name === "mine.nim");
  await settled();
  assert.equal(await state("refusal"), undefined);
  assert.deepEqual(await state("about.heaps"), ["x", "y"]);
  quiet();
});

test("the board tells of the cell under the pointer, of a click, and of arrow keys", async () => {
  await page.mouse.move(...await cell(5, 6));
  await page.waitForFunction(() => /\(5, 6\).*winning/.test(document.getElementById("readout").textContent));
  await click(3, 5);
  await page.waitForFunction(() => /\(3, 5\).*P-position.*none of them wins/.test(document.getElementById("live").textContent));
  await page.focus("#board");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => /\(3, 6\)/.test(document.getElementById("live").textContent));
  await page.keyboard.press("Shift+ArrowDown");
  await page.waitForFunction(() => /\(13, 6\)/.test(document.getElementById("live").textContent));
  quiet();
});

test("what the board shows: outcomes, residues, differences, misère, both origins", async () => {
  await choose("What the board shows", "outcomes");
  assert.match(await readout(), /N-position/);
  await shot("outcomes");
  await choose("What the board shows", "residues");
  await page.selectOption('[aria-label="Modulus"]', "4");
  await shot("residues");
  await choose("What the board shows", "difference");
  await choose("The other game", "nim.nim");
  await click(7, 9);
  await page.waitForFunction(() => /difference/.test(document.getElementById("readout").textContent));
  await shot("difference");
  await page.click('[aria-label="Turn the axes"]');
  await shot("plot");
  await choose("What the board shows", "values");
  await page.check("text=misère");
  await page.waitForFunction(() => globalThis.explorer.app.misere);
  await settled();
  // Misère Wythoff: (0, 1) and (2, 2) are P-positions.
  const cells = await page.evaluate(() => [...globalThis.explorer.app.shown.cells]);
  const size = await state("state.size");
  assert.deepEqual([cells[0], cells[1], cells[2 * size + 2]], [1, 0, 0]);
  quiet();
});

test("sliders change parameters at once, and an excluded one is told", async () => {
  await example("triangular_wythoff.nim");
  await page.fill('[aria-label="c, as a number"]', "1");
  await page.waitForFunction(() => globalThis.explorer.app.state.set.c === 1);
  await settled();
  await tab("positions");
  await page.waitForFunction(() => /square/.test(document.getElementById("sheet").textContent));
  await shot("positions");
  await page.fill('[aria-label="c, as a number"]', "-5");
  await page.waitForFunction(() => !document.getElementById("veil").hidden);
  await page.fill('[aria-label="c, as a number"]', "999999999999");
  await page.waitForTimeout(300);
  await page.fill('[aria-label="c, as a number"]', "0");
  await page.waitForFunction(() => document.getElementById("veil").hidden);
  quiet();
});

test("registers, three heaps by slices, four heaps by choosing two, one heap as a strip", async () => {
  await example("ryuo_pass.nim");
  const first = await page.evaluate(() => [...globalThis.explorer.app.shown.cells].slice(0, 9).join());
  await page.fill('[aria-label="pass, as a number"]', "0");
  await page.waitForFunction(() => globalThis.explorer.app.shown.game.at.pass === 0);
  assert.notEqual(await page.evaluate(() => [...globalThis.explorer.app.shown.cells].slice(0, 9).join()), first);
  await example("ryuo_three.nim");
  await page.fill('[aria-label="z, as a number"]', "3");
  await page.waitForFunction(() => globalThis.explorer.app.fixed()[2] === 3);
  await settled();
  await choose("Heaps that run", "0,2");
  assert.deepEqual(await page.evaluate(() => globalThis.explorer.app.axes()), [0, 2]);
  await click(1, 2);
  await page.waitForFunction(() => /\(1, 0, 2\)/.test(document.getElementById("readout").textContent));
  await shot("three");
  await type("heaps a, b, c, d\nmove take(i) symmetric: a -> a - i where 1 <= i\n");
  await choose("Heaps that run", "1,3");
  await click(2, 2);
  await page.waitForFunction(() => /\(0, 2, 0, 2\).*P-position/.test(document.getElementById("readout").textContent));
  // Ordinals: the board is that of the finite parts.
  await example("transfinite_wythoff.nim");
  assert.equal(await state("refusal"), undefined);
  await example("subtraction.nim");
  await choose("Size", "256");
  await shot("strip");
  assert.equal(await page.evaluate(() => globalThis.explorer.app.axes().length), 1);
  quiet();
});

test("pan, zoom, pinch, and the whole board again", async () => {
  const scale = () => page.evaluate(() => globalThis.explorer.board.scale);
  const begin = await scale();
  await page.mouse.move(...await cell(4, 4));
  await page.mouse.wheel(0, -400);
  await page.waitForTimeout(60);
  assert.ok(begin < await scale());
  const left = await page.evaluate(() => globalThis.explorer.board.left);
  const [x, y] = await cell(5, 5);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 60, y - 40, { steps: 4 });
  await page.mouse.up();
  assert.notEqual(await page.evaluate(() => globalThis.explorer.board.left), left);
  await page.focus("#board");
  await page.keyboard.press("0");
  await page.waitForTimeout(60);
  assert.equal(await scale(), begin);
  await page.evaluate(() => {
    const board = document.getElementById("board");
    board.setPointerCapture = () => {};
    const box = board.getBoundingClientRect();
    const send = (type, pointerId, x, y) => board.dispatchEvent(new PointerEvent(type, { pointerId, clientX: box.left + x, clientY: box.top + y, pointerType: "touch", bubbles: true }));
    send("pointerdown", 11, 200, 200);
    send("pointerdown", 12, 260, 200);
    send("pointermove", 12, 380, 200);
    send("pointerup", 11, 200, 200);
    send("pointerup", 12, 380, 200);
  });
  assert.ok(begin * 1.5 < await scale());
  quiet();
});

test("claims are judged at once, and a counterexample is marked", async () => {
  await example("ryuo_three.nim");
  await page.waitForSelector('.claims [data-verdict="refuted"]');
  await page.click('.claims [data-verdict="refuted"] .wrong');
  await page.waitForFunction(() => globalThis.explorer.board.marks.wrong !== null);
  // The words follow the mark as soon as the moves are known.
  await page.waitForFunction(() => /\(1, 1, 1\)/.test(document.getElementById("readout").textContent));
  await shot("claims");
  quiet();
});

test("claims are proved, with certificates; games are solved; endless proofs end", async () => {
  await example("yama.nim");
  const row = page.locator(".claims li", { hasText: "KY23, 3.3" }).first();
  await row.locator("text=Prove for all positions").click();
  await row.locator(".proof").waitFor({ timeout: 60_000 });
  assert.match(await row.locator(".proof").textContent(), /proved.*rechecked/s);
  const [name, bytes] = await downloaded(() => row.locator("button", { hasText: "Certificate" }).click());
  assert.equal(name, "yama.certificate.json");
  assert.equal(JSON.parse(bytes).file, "yama.nim");
  await shot("proof");
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], "yama.certificate.json"));
    dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, String(bytes));
  await page.waitForFunction(() => /Valid certificates/.test(document.getElementById("toast").textContent), null, { timeout: 60_000 });
  await example("wythoff.nim");
  await page.waitForTimeout(400);
  await page.click("#solve");
  await page.waitForSelector(".answer", { timeout: 60_000 });
  assert.match(await page.textContent(".answer"), /proved: P/);
  // A game that no automaton tells: it ends at its limit, and the board goes on.
  await type(texts["square.nim"] ?? texts["nim.nim"]);
  await page.selectOption('[aria-label="Time limit of proofs"]', "5000");
  await page.waitForTimeout(400);
  await page.click("#solve");
  await page.waitForSelector(".answer", { timeout: 30_000 });
  await click(2, 3);
  await page.waitForFunction(() => /\(2, 3\)/.test(document.getElementById("readout").textContent));
  quiet();
});

test("a game is played against the perfect player, with hints, undo and an end", async () => {
  await type("heaps x, y\nmove take(i) symmetric: x -> x - i where 1 <= i\n");
  await click(2, 1);
  await tab("play");
  await page.click("#begin");
  await page.waitForSelector(".option");
  await page.check("#hints");
  await page.waitForSelector(".option.wins");
  assert.equal(await page.textContent(".option.wins"), "(1, 1)");
  await shot("play");
  await page.click(".option.wins");
  // The perfect player has to leave one heap; a click on the board takes the last token.
  await page.waitForFunction(() => document.querySelectorAll(".history li").length === 2);
  await page.waitForSelector(".option");
  const place = await page.textContent(".place");
  assert.ok(["(0, 1)", "(1, 0)"].includes(place), place);
  await page.click("#undo");
  await page.waitForFunction(() => document.querySelector(".place").textContent === "(2, 1)");
  await page.click(".option.wins");
  await page.waitForFunction(() => document.querySelectorAll(".history li").length === 2);
  await page.waitForSelector(".option");
  await click(0, 0);
  await page.waitForSelector("#over");
  assert.match(await page.textContent("#over"), /You win/);
  await page.selectOption('[aria-label="Opponent"]', "friend");
  await page.click("#undo");
  await page.waitForSelector(".option");
  quiet();
});

test("the small search finds the Fibonacci numbers and fills in a hit", async () => {
  await tab("search");
  await page.click("#run");
  await page.waitForSelector(".hit", { timeout: 120_000 });
  await shot("search");
  await page.click(".hit");
  await page.waitForFunction(() => /Fibonacci/.test(document.getElementById("sheet").textContent));
  assert.match(await state("state.text"), /added move/);
  quiet();
});

test("what can be taken away", async () => {
  await tab("out");
  for (const [id, ending, pattern] of [
    ["svg", "wythoff.svg", /<svg/], ["tikz", "wythoff.tex", /tikzpicture/], ["png", "wythoff.png", /PNG/],
    ["csv", "wythoff.csv", /^0,1,2,3/], ["latex", "wythoff.tex", /\\mathbf\{0\}/], ["nim", "wythoff.nim", /^ruleset "Wythoff/],
  ]) {
    const [name, bytes] = await downloaded(() => page.click(`#${id}`));
    assert.equal(name, ending);
    assert.match(bytes.toString("latin1"), pattern, id);
  }
  await shot("out");
  await page.emulateMedia({ media: "print" });
  await shot("print");
  assert.ok(!await page.isVisible("#toolbar"));
  quiet();
});

test("a link holds rules, parameters and view", async () => {
  await example("triangular_wythoff.nim");
  await page.fill('[aria-label="c, as a number"]', "2");
  await choose("What the board shows", "outcomes");
  await click(3, 4);
  await page.click("#link");
  await page.waitForFunction(() => location.hash.length > 20);
  const hash = await page.evaluate(() => location.hash);
  await open({ hash });
  assert.deepEqual(await state("state.set"), { c: 2 });
  assert.equal(await state("state.shows"), "outcomes");
  assert.deepEqual(await state("state.selected"), [3, 4]);
  assert.equal(await state("state.text"), texts["triangular_wythoff.nim"]);
  quiet();
  await open({ hash: "#damaged" });
  assert.match(await page.textContent("#toast"), /damaged/);
  quiet();
});

test("a ruleset that was put into the page is shown", async () => {
  const file = join(tmpdir(), `explorer_${process.pid}_given.html`);
  const given = JSON.stringify({ name: "given.nim", text: 'extends "base.nim"\n', texts: { "base.nim": texts["nim.nim"] }, misere: true });
  writeFileSync(file, readFileSync(explorer, "utf8").replace('id="given">null<', `id="given">${given}<`));
  await open({ file });
  assert.equal(await state("state.name"), "given.nim");
  assert.equal(await state("misere"), true);
  quiet();
});

test("hostile texts do not kill the page", async () => {
  for (const depth of [150, 240, 20_000]) {
    await type(`heaps x, y\nmove t(i): x -> x - i where 1 <= ${"(".repeat(depth)}i${")".repeat(depth)}\n`);
    await page.waitForFunction((isDeep) => (document.querySelectorAll("#faults .fault.error").length > 0) === isDeep, 199 < depth);
  }
  await type("heaps x\n# \ud800\nmove t(i): x -> x - i where 1 <= i\n");
  assert.equal(await state("refusal.kind"), "faults");
  await type("param n = 10000000\nheaps x, y\nmove t(i) symmetric: x -> x - i where 1 <= i, i in 1..n, i * i mod n < 9999999 - i\n");
  await type(texts["nim.nim"]);
  await click(4, 5);
  await page.waitForFunction(() => /\(4, 5\) has value 1/.test(document.getElementById("readout").textContent));
  // A game that takes long is stopped by hand, and by typing on.
  await type("heaps x, y, z\nmove t(i, j, k): (x, y, z) -> (x - i, y - j, z - k) where 0 <= i, 0 <= j, 0 <= k, 1 <= i + j + k, i * j * k mod 7 != 3\n");
  await page.evaluate(() => globalThis.explorer.app.change({ size: 1024 }));
  await page.waitForTimeout(700);
  if (await page.isVisible("#working")) await page.click("#stop");
  await type(texts["nim.nim"]);
  await page.evaluate(() => globalThis.explorer.app.change({ size: 20 }));
  await settled();
  quiet();
});

test("a keystroke reaches the board of 128 x 128 within a tenth of a second", async () => {
  await example("triangular_wythoff.nim");
  await choose("Size", "128");
  const times = [];
  for (let key = 0; key < 12; key++) {
    times.push(await page.evaluate(async (key) => {
      const { app, editor } = globalThis.explorer;
      const before = performance.now();
      const drawn = new Promise((done) => app.on("board", () => done(performance.now())));
      editor.view.dispatch({ changes: { from: 0, insert: `# ${key}\n` } });
      return (await drawn) - before;
    }, key));
    await page.waitForTimeout(400);
  }
  times.sort((a, b) => a - b);
  console.log(`from a change of the text to the cells of 128 x 128: ${times.map(Math.round).join(", ")} ms`);
  assert.ok(times[6] < 100 * Number(process.env.SLOW ?? 1), times.join());
  await choose("Size", "1024");
  const frame = await page.evaluate(async () => {
    const { board } = globalThis.explorer;
    const began = performance.now();
    for (let step = 0; step < 20; step++) {
      board.zoom(step % 2 ? 1.2 : 1 / 1.2);
      await new Promise(requestAnimationFrame);
    }
    return (performance.now() - began) / 20;
  });
  console.log(`a frame of 1024 x 1024: ${frame.toFixed(1)} ms`);
  assert.ok(frame < 60 * Number(process.env.SLOW ?? 1), String(frame));
  await shot("large");
  quiet();
});

test("dark, and 360 pixels wide", async () => {
  await open({ colorScheme: "dark" });
  await shot("dark");
  await open({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await shot("phone");
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(width <= 360, `${width} pixels`);
  if (shots) await page.screenshot({ path: join(shots, "phone_whole.png"), fullPage: true });
  await open({ viewport: { width: 800, height: 700 }, colorScheme: "dark" });
  await shot("middle");
  quiet();
});

test("every control has a name, and the keyboard reaches it", async () => {
  const nameless = await page.evaluate(() => [...document.querySelectorAll("button, input, select, textarea, canvas")].filter((one) =>
    !one.closest(".cm-editor") && !(one.getAttribute("aria-label") || one.labels?.length || one.textContent.trim() || one.title)).map((one) => one.outerHTML));
  assert.deepEqual(nameless, []);
  await page.focus("#open");
  const reached = new Set();
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press("Tab");
    reached.add(await page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("aria-label") || document.activeElement?.className));
    // The editor takes the tabulator, and gives it back after Escape.
    if (await page.evaluate(() => document.activeElement?.closest(".cm-editor") !== null)) await page.keyboard.press("Escape");
  }
  assert.ok(reached.has("board") && reached.has("format") && reached.has("tab-claims"), [...reached].join());
  quiet();
});
