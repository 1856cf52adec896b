// The editor: colours, faults with their remedies, completion. Knows texts, and nothing of boards.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, HighlightStyle, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import {
  drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { el } from "./dom";
import { complete, language } from "./language";
import type { Fault } from "./types";

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.atom, color: "var(--atom)" },
  { tag: tags.string, color: "var(--string)" },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.number, color: "var(--number)" },
  { tag: tags.operator, color: "var(--operator)" },
  { tag: tags.definition(tags.variableName), color: "var(--definition)", fontWeight: "600" },
]);

export interface Editor {
  view: EditorView;
  text(): string;
  replace(text: string): void;
  tell(faults: Fault[], name: string): void;
  go(fault: Fault): void;
  apply(fault: Fault, fix: Fault["fixes"][number]): void;
}

/** What an item of a fault says: message, remark, remedy. */
function words(fault: Fault): HTMLElement {
  const label = fault.places[0]?.label;
  return el(
    "div", { class: "told" },
    el("div", { class: "message" }, fault.message),
    label && label !== fault.message && label !== "here" ? el("div", { class: "label" }, label) : null,
    fault.help ? el("div", { class: "help" }, fault.help) : null,
  );
}

export const fixWords = (text: string, old: string): string => {
  const shown = (part: string) => part.trim().replace(/\s+/g, " ").slice(0, 30);
  if (!text.trim()) return `remove ${shown(old)}`;
  return old.trim() ? `write ${shown(text)} for ${shown(old)}` : `write ${shown(text)}`;
};

/** An editor in a place of the page; `changed` is called at every change of its text. */
export function editor(parent: HTMLElement, changed: (text: string) => void, texts: () => string[]): Editor {
  const view = new EditorView({
    parent,
    state: EditorState.create({
      extensions: [
        lineNumbers(), EditorView.lineWrapping, highlightSpecialChars(), history(), drawSelection(), highlightActiveLine(), bracketMatching(),
        closeBrackets(), highlightSelectionMatches(), search({ top: true }), indentUnit.of("    "), lintGutter(),
        language, syntaxHighlighting(colours),
        autocompletion({ override: [(context) => complete(context, texts)], icons: false, activateOnTypingDelay: 150 }),
        EditorView.contentAttributes.of({ "aria-label": "Ruleset", spellcheck: "false", autocapitalize: "off" }),
        keymap.of([
          ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap,
          ...lintKeymap, indentWithTab,
        ]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(update.state.doc.toString());
        }),
      ],
    }),
  });
  const apply = (fault: Fault, fix: Fault["fixes"][number]) => {
    const length = view.state.doc.length;
    if (fault.to > length || fix.to > length) return;
    view.dispatch({ changes: { from: fix.from, to: fix.to, insert: fix.text } });
    view.focus();
  };
  return {
    view,
    apply,
    text: () => view.state.doc.toString(),
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
    },
    tell(faults, name) {
      const length = view.state.doc.length;
      const clamp = (at: number) => Math.max(0, Math.min(at, length));
      const all: Diagnostic[] = faults.map((fault) => {
        const own = fault.source === name;
        const from = own ? clamp(fault.from) : 0;
        const to = own ? Math.max(from, clamp(fault.to)) : clamp(view.state.doc.line(1).length);
        return {
          from, to: to === from ? clamp(from + 1) : to, severity: fault.severity, message: fault.message,
          renderMessage: () => words(fault),
          actions: own ? fault.fixes.map((fix) => ({
            name: fixWords(fix.text, view.state.sliceDoc(clamp(fix.from), clamp(fix.to))),
            apply: () => apply(fault, fix),
          })) : [],
        };
      });
      view.dispatch(setDiagnostics(view.state, all));
    },
    go(fault) {
      const at = Math.min(fault.from, view.state.doc.length);
      view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
      view.focus();
    },
  };
}
