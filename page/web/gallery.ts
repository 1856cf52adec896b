// All shipped rulesets and those of the reader, by name, with a search through names and texts.
import type { App } from "./app";
import { by, el, fill } from "./dom";

const title = (text: string): string => /^ruleset "([^"]*)"/m.exec(text)?.[1] ?? "";
const source = (text: string): string => /^source "([^"]*)"/m.exec(text)?.[1] ?? "";

/** Opens the dialog; `open` is told which text was chosen. */
export function gallery(app: App, open: (name: string, text: string) => void, file: () => void): void {
  const dialog = by<HTMLDialogElement>("gallery");
  const list = el("ul", { role: "listbox", "aria-label": "Rulesets" });
  const search = el("input", { type: "search", placeholder: "Search names, titles and rules", "aria-label": "Search", autocomplete: "off" });
  const choose = (name: string) => {
    dialog.close();
    open(name, app.texts[name]!);
  };
  const draw = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rank = (name: string, text: string) => {
      const head = `${name} ${title(text)} ${source(text)}`.toLowerCase();
      if (words.every((word) => head.includes(word))) return 0;
      return words.every((word) => `${head} ${text.toLowerCase()}`.includes(word)) ? 1 : 2;
    };
    const all = Object.entries(app.texts).map(([name, text]) => ({ name, text, rank: rank(name, text) })).filter((one) => one.rank < 2);
    all.sort((a, b) => a.rank - b.rank || Number(app.own.has(b.name)) - Number(app.own.has(a.name)) || a.name.localeCompare(b.name));
    fill(list, ...all.map(({ name, text }) => el("li", { role: "presentation" },
      el("button", { role: "option", "data-name": name, onclick: () => choose(name) },
        el("strong", {}, name.replace(/\.nim$/, "")), app.own.has(name) ? el("em", {}, " yours") : null,
        el("span", {}, title(text)), el("small", {}, source(text))))));
  };
  search.addEventListener("input", draw);
  search.addEventListener("keydown", (event) => {
    // A field that is searched in would only be emptied.
    if (event.key === "Escape") dialog.close();
    if (event.key === "Enter") list.querySelector<HTMLButtonElement>("button")?.click();
    if (event.key === "ArrowDown") {
      event.preventDefault();
      list.querySelector<HTMLButtonElement>("button")?.focus();
    }
  });
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const all = [...list.querySelectorAll<HTMLButtonElement>("button")];
    const next = all[all.indexOf(document.activeElement as HTMLButtonElement) + step];
    (next ?? search).focus();
  });
  draw();
  const head = el("div", { class: "bar" }, search,
    el("button", { onclick: () => { dialog.close(); file(); } }, "A file…"),
    el("button", { onclick: () => dialog.close(), "aria-label": "Close" }, "✕"));
  fill(dialog, head, list);
  dialog.showModal();
  search.focus();
}
