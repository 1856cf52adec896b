// The streams into which page/apart.mjs takes a module of WebAssembly, to the module. Knows nothing of what the module does.
// Sections and instructions: WebAssembly Core Specification 2.0, 5.4 and 5.5.

/** Bytes that are read one after the other. */
class Stream {
  private at = 0;

  constructor(readonly bytes: Uint8Array) {}

  byte(): number {
    if (this.bytes.length <= this.at) throw new Error("the library in this file is cut short");
    return this.bytes[this.at++]!;
  }
}

/** The module: all sections as they are, and between them the code, instruction by instruction. Sizes take five bytes each. */
export function together(streams: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [sections, declared, instructions, locals, words, wide, offsets, calls] = streams.map((bytes) => new Stream(bytes));
  // An instruction has one byte at most that stands in no stream, and a function the bytes of its size.
  const out = new Uint8Array(12 + streams.reduce((length, bytes) => length + bytes.length, 0) + offsets!.bytes.length + 5 * declared!.bytes.length);
  let end = 0;
  /** The number that is next in a stream, written as it stands there. */
  const number = (from: Stream): number => {
    for (let found = 0, bits = 0; ; bits += 7) {
      const byte = from.byte();
      out[end++] = byte;
      found |= (byte & 0x7f) << bits;
      if (byte < 0x80) return found;
    }
  };
  const bytes = (count: number): void => {
    for (; count; count--) out[end++] = instructions!.byte();
  };
  /** Writes what has a size, and the size before it. */
  const sized = (write: () => void): void => {
    const from = end;
    end += 5;
    write();
    const size = end - from - 5;
    for (let byte = 0; byte < 5; byte++) out[from + byte] = ((size >>> (7 * byte)) & 0x7f) | (byte < 4 ? 0x80 : 0);
  };
  const body = (): void => {
    for (let groups = number(declared!); groups; groups--) {
      number(declared!);
      out[end++] = declared!.byte();
    }
    for (let depth = 1; depth; ) {
      const code = instructions!.byte();
      out[end++] = code;
      if (code === 0x0b) depth -= 1;
      else if (code === 0x10) number(calls!);
      else if (0x20 <= code && code <= 0x22) number(locals!);
      else if (code === 0x41) number(words!);
      else if (code === 0x42) number(wide!);
      else if (0x28 <= code && code <= 0x3e) {
        // No hint of alignment.
        out[end++] = 0;
        number(offsets!);
      } else if (0x02 <= code && code <= 0x04) {
        depth += 1;
        number(instructions!);
      } else if (code === 0x0c || code === 0x0d || code === 0x23 || code === 0x24 || code === 0x3f || code === 0x40) number(instructions!);
      else if (code === 0x11) {
        number(instructions!);
        number(instructions!);
      } else if (code === 0x0e) {
        for (let labels = number(instructions!) + 1; labels; labels--) number(instructions!);
      } else if (code === 0x43) bytes(4);
      else if (code === 0x44) bytes(8);
      else if (code === 0xfc) {
        const kind = number(instructions!);
        bytes(kind === 10 ? 2 : kind === 11 ? 1 : 0);
      }
    }
  };
  const place = number(declared!);
  const count = number(declared!);
  end = 0;
  const put = (part: Uint8Array): void => {
    out.set(part, end);
    end += part.length;
  };
  put(sections!.bytes.subarray(0, place));
  out[end++] = 10;
  sized(() => {
    for (let left = count, more = true; more; left >>>= 7) {
      more = 0x7f < left;
      out[end++] = (left & 0x7f) | (more ? 0x80 : 0);
    }
    for (let left = count; left; left--) sized(body);
  });
  put(sections!.bytes.subarray(place));
  return out.subarray(0, end);
}
