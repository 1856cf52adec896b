// A worker with the library, which can be stopped at any time: it is ended, and another one begins with the next question.
import type { Refusal } from "./types";
import { together } from "./together";
import { textAsBytes } from "./unpack";

declare const WORKER: string;

export interface Answer<T> {
  ok?: T;
  no?: Refusal;
  cells: Uint32Array;
}

interface Waiting {
  done: (answer: Answer<never>) => void;
  since: number;
  timer?: ReturnType<typeof setTimeout>;
}

let workerUrl: string | undefined;

const refused = (kind: Refusal["kind"], message: string): Answer<never> => ({
  no: { kind, message, faults: [] },
  cells: new Uint32Array(0),
});

export class Engine {
  private worker: Worker | undefined;
  private next = 1;
  private waiting = new Map<number, Waiting>();

  /** `texts` are those that others extend: asked for whenever a worker begins. */
  constructor(
    private readonly module: WebAssembly.Module,
    private readonly texts: () => Record<string, string>,
  ) {}

  /** How long the oldest question has waited, in milliseconds; 0 if there is none. */
  get busy(): number {
    const first = this.waiting.values().next().value;
    return first ? performance.now() - first.since : 0;
  }

  /** Asks; gives up after so many milliseconds, if a limit is given. Never rejects. */
  ask<T>(question: object, limit?: number): Promise<Answer<T>> {
    const worker = this.started();
    const id = this.next++;
    return new Promise((done) => {
      const waiting: Waiting = { done: done as Waiting["done"], since: performance.now() };
      if (limit !== undefined) {
        const seconds = Math.round(limit / 100) / 10;
        waiting.timer = setTimeout(() => this.stop(`no answer within ${seconds} s`), limit);
      }
      this.waiting.set(id, waiting);
      worker.postMessage({ id, question });
    });
  }

  /** Ends the worker; everything that was asked is refused with this reason. */
  stop(why = "stopped"): void {
    this.end("stopped", why);
  }

  /** Other texts are asked for from now on. */
  renew(): void {
    if (this.waiting.size) this.stop();
    this.worker?.terminate();
    this.worker = undefined;
  }

  private end(kind: Refusal["kind"], why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    for (const one of all) {
      clearTimeout(one.timer);
      one.done(refused(kind, why));
    }
  }

  private started(): Worker {
    if (this.worker) return this.worker;
    workerUrl ??= URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" }));
    const worker = new Worker(workerUrl);
    worker.addEventListener("message", (event) => this.told(event.data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.end("broken", `this is a fault of nimdsl, not of your text: ${event.message}`);
    });
    worker.postMessage({ module: this.module });
    worker.postMessage({ id: 0, question: { ask: "texts", texts: this.texts() } });
    this.worker = worker;
    return worker;
  }

  private told({ id, told, values }: { id: number; told: { broken?: string }; values: Uint32Array }): void {
    const one = this.waiting.get(id);
    if (told?.broken) {
      // After a trap nothing in its memory is to be trusted.
      this.end("broken", `this is a fault of nimdsl, not of your text; please report it, with the text: ${told.broken}`);
      return;
    }
    if (!one) return;
    this.waiting.delete(id);
    clearTimeout(one.timer);
    one.done({ ...(told as object), cells: values } as Answer<never>);
  }
}

/** The library of this page, from the text that holds it. */
export async function library(text: string): Promise<WebAssembly.Module> {
  return WebAssembly.compile(together(text.trim().split(" ").map(textAsBytes)));
}
