// LZMA, as `xz --format=lzma` writes it, to bytes: the library takes a quarter less room so than deflated, which is all that browsers unpack
// by themselves. The format is that of Igor Pavlov's specification (LZMA SDK, lzma-specification.txt); the names are its names.

import { bytesOf } from "./letters";

const STATES = 12;
const BITS = 11;
const HALF = 1 << (BITS - 1);

/** Decodes bits by probabilities that adapt. */
class Range {
  private range = 0xffffffff;
  private code = 0;

  constructor(
    private readonly input: Uint8Array,
    private at: number,
  ) {
    for (let index = 0; index < 5; index++) this.code = ((this.code << 8) | input[this.at++]!) >>> 0;
  }

  bit(probabilities: Uint16Array, index: number): number {
    const probability = probabilities[index]!;
    const bound = (this.range >>> BITS) * probability;
    let bit = 0;
    if (this.code < bound) {
      this.range = bound;
      probabilities[index] = probability + (((1 << BITS) - probability) >> 5);
    } else {
      this.range -= bound;
      this.code -= bound;
      probabilities[index] = probability - (probability >> 5);
      bit = 1;
    }
    if (this.range < 1 << 24) this.more();
    return bit;
  }

  /** Bits that are as often 0 as 1, the highest first. */
  direct(count: number): number {
    let found = 0;
    for (let index = 0; index < count; index++) {
      this.range >>>= 1;
      const isOne = this.range <= this.code;
      if (isOne) this.code -= this.range;
      found = (found << 1) | (isOne ? 1 : 0);
      if (this.range < 1 << 24) this.more();
    }
    return found;
  }

  /** A number of so many bits, the highest first; `from` is where its probabilities begin. */
  tree(probabilities: Uint16Array, from: number, bits: number): number {
    let node = 1;
    for (let index = 0; index < bits; index++) node = (node << 1) | this.bit(probabilities, from + node);
    return node - (1 << bits);
  }

  /** The same, the lowest first. */
  reversed(probabilities: Uint16Array, from: number, bits: number): number {
    let node = 1;
    let found = 0;
    for (let index = 0; index < bits; index++) {
      const bit = this.bit(probabilities, from + node);
      node = (node << 1) | bit;
      found |= bit << index;
    }
    return found;
  }

  private more(): void {
    this.range = (this.range << 8) >>> 0;
    this.code = ((this.code << 8) | (this.input[this.at++] ?? 0)) >>> 0;
  }
}

const fresh = (count: number): Uint16Array => new Uint16Array(count).fill(HALF);

/** Lengths of matches, from 2 on. */
class Lengths {
  private readonly choice = fresh(2);
  private readonly low = fresh(16 << 3);
  private readonly middle = fresh(16 << 3);
  private readonly high = fresh(256);

  decode(range: Range, position: number): number {
    if (!range.bit(this.choice, 0)) return 2 + range.tree(this.low, position << 3, 3);
    if (!range.bit(this.choice, 1)) return 10 + range.tree(this.middle, position << 3, 3);
    return 18 + range.tree(this.high, 0, 8);
  }
}

/** How far back a match begins, less one; all ones are the end. */
class Distances {
  private readonly slots = [fresh(64), fresh(64), fresh(64), fresh(64)];
  private readonly special = fresh(128);
  private readonly align = fresh(16);

  decode(range: Range, length: number): number {
    const slot = range.tree(this.slots[Math.min(length - 2, 3)]!, 0, 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const base = (2 | (slot & 1)) << bits;
    if (slot < 14) return base + range.reversed(this.special, base - slot, bits);
    return (base + (range.direct(bits - 4) << 4) + range.reversed(this.align, 0, 4)) >>> 0;
  }
}

/** The bytes that were packed. Their number stands in the header. */
function unpacked(input: Uint8Array): Uint8Array<ArrayBuffer> {
  const header = new DataView(input.buffer, input.byteOffset, 13);
  const properties = input[0]!;
  const [lc, lp, pb] = [properties % 9, Math.floor(properties / 9) % 5, Math.floor(properties / 45)];
  const out = new Uint8Array(header.getUint32(5, true));
  const range = new Range(input, 13);
  const [isMatch, isRep0Long] = [fresh(STATES << 4), fresh(STATES << 4)];
  const [isRep, isRepG0, isRepG1, isRepG2] = [fresh(STATES), fresh(STATES), fresh(STATES), fresh(STATES)];
  const [lengths, repeated, distances] = [new Lengths(), new Lengths(), new Distances()];
  const literals = fresh(0x300 << (lc + lp));
  const [positions, places] = [(1 << pb) - 1, (1 << lp) - 1];
  let [state, at, rep0, rep1, rep2, rep3] = [0, 0, 0, 0, 0, 0];
  while (at < out.length) {
    const position = at & positions;
    if (!range.bit(isMatch, (state << 4) + position)) {
      const before = at ? out[at - 1]! : 0;
      const from = 0x300 * (((at & places) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (7 <= state) {
        // The byte that a match would give tells a little of the one that stands here.
        let match = out[at - rep0 - 1]!;
        while (symbol < 0x100) {
          const bit = (match >> 7) & 1;
          match <<= 1;
          const found = range.bit(literals, from + ((1 + bit) << 8) + symbol);
          symbol = (symbol << 1) | found;
          if (bit !== found) break;
        }
      }
      while (symbol < 0x100) symbol = (symbol << 1) | range.bit(literals, from + symbol);
      out[at++] = symbol & 0xff;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length: number;
    if (range.bit(isRep, state)) {
      if (!range.bit(isRepG0, state)) {
        if (!range.bit(isRep0Long, (state << 4) + position)) {
          state = state < 7 ? 9 : 11;
          out[at] = out[at - rep0 - 1]!;
          at += 1;
          continue;
        }
      } else if (!range.bit(isRepG1, state)) {
        [rep0, rep1] = [rep1, rep0];
      } else if (!range.bit(isRepG2, state)) {
        [rep0, rep1, rep2] = [rep2, rep0, rep1];
      } else {
        [rep0, rep1, rep2, rep3] = [rep3, rep0, rep1, rep2];
      }
      length = repeated.decode(range, position);
      state = state < 7 ? 8 : 11;
    } else {
      [rep1, rep2, rep3] = [rep0, rep1, rep2];
      length = lengths.decode(range, position);
      state = state < 7 ? 7 : 10;
      rep0 = distances.decode(range, length);
      if (rep0 === 0xffffffff) break;
    }
    const end = Math.min(at + length, out.length);
    for (; at < end; at++) out[at] = out[at - rep0 - 1]!;
  }
  return out;
}

/** What an element of the page holds, LZMA as letters, as bytes. */
export function textAsBytes(text: string): Uint8Array<ArrayBuffer> {
  return unpacked(bytesOf(text.trim()));
}
