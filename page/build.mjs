// Puts the page together: TypeScript, style, shipped rulesets and the library, in one file. `page/build` calls it with the library.
import { build } from "esbuild";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync, gzipSync } from "node:zlib";

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "..");
const [wasm] = process.argv.slice(2);
const MOST = 1_500_000;

const read = (...path) => readFileSync(join(root, ...path), "utf8");
// What stands in a script ends with the first `</script`.
const inScript = (text) => text.replaceAll("</script", "<\\/script");
const json = (value) => JSON.stringify(value).replaceAll("<", "\\u003c");

/** The rulesets of a folder, and of those in it, by the names of their files. */
const rulesets = (folder) =>
  readdirSync(join(root, folder), { recursive: true }).filter((name) => name.endsWith(".nim")).sort()
    .map((name) => [basename(name), read(folder, name)]);

const words = read("docs", "editors", "nimdsl-highlight.js");
const list = (name) => new RegExp(`${name} = "([^"]*)"`).exec(words)[1];

async function bundled(entry, define) {
  const made = await build({
    entryPoints: [join(here, "web", entry)], bundle: true, minify: true, write: false, format: "iife", target: "es2022",
    legalComments: "none", charset: "utf8", define,
  });
  return made.outputFiles[0].text;
}

const worker = await bundled("worker.ts", {});
const script = await bundled("main.ts", {
  WORKER: JSON.stringify(worker), KEYWORDS: JSON.stringify(list("KEYWORDS")), PREDEFINED: JSON.stringify(list("PREDEFINED")),
  SEARCH: JSON.stringify(read("page", "web", "search.ron")),
});
const parts = {
  STYLE: read("page", "web", "style.css"),
  TEXTS: json(Object.fromEntries(rulesets("rulesets"))),
  WASM: deflateSync(readFileSync(wasm), { level: 9 }).toString("base64"),
  SCRIPT: inScript(script),
};
const page = read("page", "web", "index.html").replace(/\/\*(STYLE|TEXTS|WASM|SCRIPT)\*\//g, (_, name) => parts[name]);
mkdirSync(join(here, "dist"), { recursive: true });
writeFileSync(join(here, "dist", "explorer.html"), page);
const size = gzipSync(page, { level: 9 }).length;
console.log(`page/dist/explorer.html: ${page.length} bytes, ${size} gzipped`);
if (MOST < size) {
  console.error(`page/build: ${size} bytes gzipped are more than ${MOST}`);
  process.exit(1);
}
