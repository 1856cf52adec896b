// The library as the page has it, for tests in node: questions in, answers out.
import { readFileSync, readdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { execFileSync } from "node:child_process";
import { buildSync } from "esbuild";

export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const explorer = join(root, "page", "dist", "explorer.html");
export const nimdsl = process.env.NIMDSL ?? join(root, "target", "release", "nimdsl");

const page = readFileSync(explorer, "utf8");
const part = (id) => new RegExp(`id="${id}">([^<]*)<`).exec(page)[1];

/** What a file of the page exports. */
const required = (name) => {
  const made = buildSync({ entryPoints: [join(root, "page", "web", name)], bundle: true, write: false, format: "esm", target: "es2022" });
  return import(`data:text/javascript;base64,${Buffer.from(made.outputFiles[0].contents).toString("base64")}`);
};
const { bytesOf } = await required("letters.ts");

// What is packed is unpacked by another program than the page's own, which the tests in the browser use.
const xz = (packed) => execFileSync("xz", ["--format=lzma", "--decompress", "--stdout"], { input: bytesOf(packed), maxBuffer: 1 << 28 });
export const texts = JSON.parse(xz(part("texts")).toString("utf8"));

/** The shipped rulesets, as they are in the page: of the gallery only some (page/build.mjs). */
const leftOut = /gallery\/(?!(at_least_half|couples_are_forever|dawsons_chess|dawsons_kayles|grundys_game|kayles|laskers_nim|guiles|octal_(016|045|055|056|123|127|156|165|356|644)|subtract_a_mersenne_number|subtract_a_power_of_two|subtract_one_or_a_prime|dim)\.nim)|_as_printed\.nim$|rulesets\/(transfinite_[ty]|three_heap_(3|5|6)|maximum_nim_(n_pass|three_pass|pass|rule)|nim_pass_from_m|ryuo_without|triangular_subgeometric|ryuo_three_modified|ryuo_restricted|triangular_wythoff_2|ab_yama|restricted_wythoff|yama_wythoff|rectangular|polytope|suetsugu_fukui)/;
const found = (folder) =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return found(path);
    return entry.name.endsWith(".nim") ? [path] : [];
  });
export const paths = Object.fromEntries(found("rulesets").filter((path) => !leftOut.test(path)).map((path) => [basename(path), path]));
export const rulesets = Object.keys(paths).sort();

const { together } = await required("together.ts");
const module = new WebAssembly.Module(together(part("wasm").split(" ").map(xz)));

export const imports = WebAssembly.Module.imports(module);

/** The library anew, as a worker has it. */
export function library() {
  const { exports } = new WebAssembly.Instance(module, {});
  const ask = (question) => {
    const bytes = new TextEncoder().encode(JSON.stringify(question));
    // Memory may move while room is made.
    const at = exports.room(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    const length = exports.ask();
    const text = new TextDecoder().decode(new Uint8Array(exports.memory.buffer, exports.answer(), length));
    const cells = new Uint32Array(exports.memory.buffer, exports.cells(), exports.cells_length()).slice();
    return { ...JSON.parse(text), text, cells };
  };
  ask({ ask: "texts", texts });
  return ask;
}
