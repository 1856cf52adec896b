// Takes a module of WebAssembly apart into streams of like parts, each of which packs better than all of it in one: a tenth is saved.
// web/together.ts makes a module of them that means the same; numbers are as short as can be, and hints of alignment, of which machines
// make no use, say nothing. Sections and instructions: WebAssembly Core Specification 2.0, 5.4 and 5.5.

/** The streams, in the order in which the page holds them. */
const NAMES = ["sections", "declared", "instructions", "locals", "words", "wide", "offsets", "calls"];

/** A LEB128 number without bytes that say nothing. */
function short(bytes, isSigned) {
  const found = [...bytes];
  const says = () => {
    const [before, last] = found.slice(-2);
    return found.length < 2 || (last !== 0 && last !== 0x7f) || (isSigned ? (before & 0x40) !== (last & 0x40) : last !== 0);
  };
  while (!says()) {
    found.pop();
    found[found.length - 1] &= 0x7f;
  }
  return found;
}

/** Reads bytes one after the other. */
class Reader {
  constructor(bytes, at = 0) {
    Object.assign(this, { bytes, at });
  }

  byte() {
    if (this.bytes.length <= this.at) throw new Error("page/build: the module ends too early");
    return this.bytes[this.at++];
  }

  leb(isSigned = false) {
    const from = this.at;
    while (this.byte() & 0x80);
    return short(this.bytes.subarray(from, this.at), isSigned);
  }

  number() {
    return this.leb().reduceRight((found, byte) => found * 128 + (byte & 0x7f), 0);
  }
}

/** The parts of one function, from its locals to its last `end`. */
function body(reader, end, parts) {
  const put = (name, bytes) => bytes.forEach((byte) => parts[name].push(byte));
  /** How many there are, noted as well. */
  const counted = (name) => {
    const from = reader.at;
    const count = reader.number();
    put(name, short(reader.bytes.subarray(from, reader.at)));
    return count;
  };
  for (let groups = counted("declared"); groups; groups--) put("declared", [...reader.leb(), reader.byte()]);
  const more = (count) => put("instructions", Array.from({ length: count }, () => reader.byte()));
  while (reader.at < end) {
    const code = reader.byte();
    put("instructions", [code]);
    if (code === 0x10) put("calls", reader.leb());
    else if (0x20 <= code && code <= 0x22) put("locals", reader.leb());
    else if (code === 0x41) put("words", reader.leb(true));
    else if (code === 0x42) put("wide", reader.leb(true));
    else if (0x28 <= code && code <= 0x3e) {
      // A memory by its number, or anything else that is not a hint, is larger.
      if (4 < reader.number()) throw new Error("page/build: a module with several memories");
      put("offsets", reader.leb());
    } else if (0x02 <= code && code <= 0x04) put("instructions", reader.leb(true));
    else if ([0x0c, 0x0d, 0x23, 0x24, 0x3f, 0x40].includes(code)) put("instructions", reader.leb());
    else if (code === 0x11) put("instructions", [...reader.leb(), ...reader.leb()]);
    else if (code === 0x0e) {
      for (let labels = counted("instructions") + 1; labels; labels--) put("instructions", reader.leb());
    } else if (code === 0x43) more(4);
    else if (code === 0x44) more(8);
    else if (code === 0xfc) {
      const kind = reader.byte();
      put("instructions", [kind]);
      if (kind === 10) more(2);
      else if (kind === 11) more(1);
      else if (7 < kind) throw new Error(`page/build: an instruction that nobody knows, 0xfc ${kind}`);
    } else if (code === 0x1c || 0xc5 <= code || (0x06 <= code && code <= 0x0a) || (0x12 <= code && code <= 0x19) || code === 0x25 || code === 0x26) {
      throw new Error(`page/build: an instruction that nobody knows, 0x${code.toString(16)}`);
    }
  }
  if (reader.at !== end) throw new Error("page/build: an instruction leads beyond its function");
}

/** The streams of a module. */
export function apart(module) {
  const parts = Object.fromEntries(NAMES.map((name) => [name, []]));
  const sections = [];
  let place;
  const reader = new Reader(module, 8);
  while (reader.at < module.length) {
    const from = reader.at;
    const kind = reader.byte();
    const end = reader.number() + reader.at;
    if (kind !== 10) {
      sections.push(module.subarray(from, end));
      reader.at = end;
      continue;
    }
    // How many functions there are, and how many bytes of other sections stand before them.
    place = 8 + sections.reduce((length, section) => length + section.length, 0);
    const count = reader.number();
    const number = (value) => short([0, 7, 14, 21, 28].map((bits) => ((value >>> bits) & 0x7f) | (bits < 28 ? 0x80 : 0)), false);
    parts.declared.push(...number(place), ...number(count));
    for (let functions = count; functions; functions--) body(reader, reader.number() + reader.at, parts);
  }
  if (place === undefined) throw new Error("page/build: a module without code");
  parts.sections = [...module.subarray(0, 8), ...sections.flatMap((section) => [...section])];
  return NAMES.map((name) => Uint8Array.from(parts[name]));
}
