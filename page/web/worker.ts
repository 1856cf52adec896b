// Runs in a worker: the library, one question after the other. Whoever asks ends the worker to stop it.

interface Exports {
  memory: WebAssembly.Memory;
  room(length: number): number;
  ask(): number;
  answer(): number;
  cells(): number;
  cells_length(): number;
}

let library: Exports | undefined;
let asked: { id: number; question: unknown }[] = [];

function answer({ id, question }: { id: number; question: unknown }): void {
  const { memory, room, ask, answer, cells, cells_length } = library!;
  const bytes = new TextEncoder().encode(JSON.stringify(question));
  const at = room(bytes.length);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  let told: unknown;
  let values: Uint32Array<ArrayBuffer> = new Uint32Array(0);
  try {
    const length = ask();
    told = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, answer(), length)));
    values = new Uint32Array(memory.buffer, cells(), cells_length()).slice();
  } catch (why) {
    told = { broken: String(why) };
  }
  postMessage({ id, told, values }, { transfer: [values.buffer] });
}

addEventListener("message", async (event: MessageEvent) => {
  const data = event.data;
  if (data.module) {
    const made = await WebAssembly.instantiate(data.module as WebAssembly.Module, {});
    library = made.exports as unknown as Exports;
    const waiting = asked;
    asked = [];
    waiting.forEach(answer);
  } else if (library) {
    answer(data);
  } else {
    asked.push(data);
  }
});
