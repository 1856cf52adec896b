// Puts the page together: TypeScript, style, shipped rulesets and the library, in one file. `page/build` calls it with the library.
import { apart } from "./apart.mjs";
import { build, transform } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const [wasm] = process.argv.slice(2);
const MOST = 1_500_000;

const read = (...path) => readFileSync(join(root, ...path), "utf8");
// What stands in a script ends with the first `</script`.
const inScript = (text) => text.replaceAll("</script", "<\\/script");

/** Of the gallery, those that show a form of rules of their own: the page has no place for all of it, nor for what papers misprint and for further forms of a game. */
const shown = /^(at_least_half|couples_are_forever|dawsons_chess|dawsons_kayles|grundys_game|kayles|laskers_nim|guiles|octal_(016|045|055|056|123|127|156|165|356|644)|subtract_a_mersenne_number|subtract_a_power_of_two|subtract_one_or_a_prime|dim)\.nim$/;

/** The rulesets of a folder, and some of the gallery in it, by the names of their files. */
const rulesets = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith(".nim")).sort()
    .filter((name) => (!name.startsWith("gallery") || shown.test(basename(name))) && !/_as_printed|^transfinite_[ty]|^three_heap_(3|5|6)|^maximum_nim_(n_pass|three_pass|pass|rule)|^nim_pass_from_m|^ryuo_without|^triangular_subgeometric|^ryuo_three_modified|^ryuo_restricted|^triangular_wythoff_2|^ab_yama|^restricted_wythoff|^yama_wythoff|^rectangular|^polytope|^suetsugu_fukui/.test(name))
    .map((name) => [basename(name), read(folder, name)]);

/** Bytes as LZMA, with their number in the header, where `xz` leaves it open; the next byte depends on so many bits of the one before, and so many of its place. */
function packed(bytes, [bits, places, positions]) {
  const lzma = `--lzma1=preset=9e,mf=bt4,nice=273,depth=1000,lp=${places},pb=${positions},lc=${bits}`;
  const found = execFileSync("xz", ["--format=lzma", lzma, "--stdout"], { input: bytes, maxBuffer: 1 << 28 });
  found.writeBigUInt64LE(BigInt(bytes.length), 5);
  return found;
}

/** The same by the setting that makes it shortest. */
function shortest(bytes) {
  const settings = [0, 1, 2, 3, 4].flatMap((bits) => [0, 1].flatMap((places) => [0, 1, 2].map((positions) => [bits, places, positions])));
  const allowed = settings.filter(([bits, places]) => bits + places <= 4);
  return allowed.map((setting) => packed(bytes, setting)).reduce((one, two) => (two.length < one.length ? two : one));
}

/** A file of the page, for this script. */
async function required(entry) {
  const made = await build({ entryPoints: [join(here, "web", entry)], bundle: true, write: false, format: "esm", target: "es2022" });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`);
}

const { bytesOf, lettersOf } = await required("letters.ts");

/** Bytes, packed, as letters of the page; it has to be the same bytes that are read again. */
function inPage(bytes) {
  const made = shortest(bytes);
  const letters = lettersOf(made);
  if (Buffer.compare(bytesOf(letters), made) !== 0) throw new Error("page/build: letters are other bytes when they are read again");
  return letters;
}

/** The library in streams, each as short as LZMA makes it; they have to be the same module when they are put together again. */
async function library(module) {
  const { together } = await required("together.ts");
  const streams = apart(module);
  const again = together(streams);
  const isSame = apart(again).every((stream, index) => Buffer.compare(stream, streams[index]) === 0);
  if (!isSame || !WebAssembly.validate(again)) throw new Error("page/build: the library is another one when it is put together again");
  return streams.map(inPage).join(" ");
}

const words = read("docs", "editors", "nimdsl-highlight.js");
const list = (name) => new RegExp(`${name} = "([^"]*)"`).exec(words)[1];

/** The libraries that were put into the page. */
const libraries = new Set();

/** Their licences, each text once. */
function licences() {
  const texts = new Map();
  for (const name of [...libraries].sort()) {
    const text = read("page", "node_modules", name, "LICENSE").trim();
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
  return [...texts].map(([text, names]) => `${names.join(", ")}:\n\n${text}`).join("\n\n\n");
}

async function bundled(entry, define) {
  const made = await build({
    entryPoints: [join(here, "web", entry)], bundle: true, minify: true, write: false, format: "iife", target: "es2022",
    legalComments: "none", charset: "utf8", define, metafile: true,
  });
  for (const input of Object.keys(made.metafile.inputs)) {
    const found = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(input);
    if (found) libraries.add(found[1]);
  }
  return made.outputFiles[0].text;
}

const worker = await bundled("worker.ts", {});
const script = await bundled("main.ts", {
  WORKER: JSON.stringify(worker), KEYWORDS: JSON.stringify(list("KEYWORDS")), PREDEFINED: JSON.stringify(list("PREDEFINED")),
  SEARCH: JSON.stringify(read("page", "web", "search.ron")),
});
const parts = {
  STYLE: (await transform(read("page", "web", "style.css"), { loader: "css", minify: true, charset: "utf8" })).code.trim(),
  TEXTS: inPage(Buffer.from(JSON.stringify(Object.fromEntries(rulesets("rulesets"))), "utf8")),
  WASM: await library(readFileSync(wasm)),
  LICENCES: licences().replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  CODE: inPage(Buffer.from(script, "utf8")),
  START: inScript(await bundled("start.ts", {})),
};
// Nothing of the page is set with its spaces at the beginning of a line, or its comment.
const page = read("page", "web", "index.html").replace(/<!--.*-->/, "").replace(/\n\s+/g, "\n").replace(/\/\*(STYLE|TEXTS|WASM|LICENCES|CODE|START)\*\//g, (_, name) => parts[name]);
mkdirSync(join(here, "dist"), { recursive: true });
writeFileSync(join(here, "dist", "explorer.html"), page);
const size = gzipSync(page, { level: 9 }).length;
console.log(`page/dist/explorer.html: ${page.length} bytes, ${size} gzipped`);
if (MOST < size) {
  console.error(`page/build: ${size} bytes gzipped are more than ${MOST}`);
  process.exit(1);
}
