// Colours of cells: from what a cell shows to red, green, blue. The scale is cividis, which most eyes tell apart.
import type { Shows } from "./state";

type Rgb = [number, number, number];

const CIVIDIS: Rgb[] = [
  [0, 32, 77], [20, 46, 110], [60, 77, 110], [92, 99, 111], [121, 121, 120], [151, 144, 118], [185, 170, 108], [219, 198, 92], [255, 234, 70],
];
const RESIDUES: Rgb[] = [
  [0, 32, 77], [230, 159, 0], [86, 180, 233], [0, 158, 115], [240, 228, 66], [213, 94, 0], [204, 121, 167], [0, 114, 178],
  [150, 150, 150], [110, 60, 20], [180, 220, 160], [250, 190, 210],
];

function mixed(scale: Rgb[], part: number): Rgb {
  const at = Math.max(0, Math.min(part, 1)) * (scale.length - 1);
  const low = Math.min(Math.floor(at), scale.length - 2);
  const rest = at - low;
  const [a, b] = [scale[low]!, scale[low + 1]!];
  return [0, 1, 2].map((one) => Math.round(a[one]! + (b[one]! - a[one]!) * rest)) as Rgb;
}

/** How cells are coloured and written. */
export interface Paint {
  colour(value: number): Rgb;
  text(value: number): string;
}

/** The paint of a board whose greatest value is known. A difference is kept as the 32 bits of two's complement. */
export function paint(shows: Shows, most: number, modulus: number, dark: boolean): Paint {
  if (shows === "outcomes") {
    const [p, n]: [Rgb, Rgb] = dark ? [[72, 120, 200], [38, 41, 48]] : [[28, 60, 120], [233, 236, 241]];
    return { colour: (value) => (value === 0 ? p : n), text: (value) => (value === 0 ? "P" : "N") };
  }
  if (shows === "residues") {
    const scale = (value: number): Rgb => {
      const rest = value % modulus;
      return modulus <= RESIDUES.length ? RESIDUES[rest]! : mixed(CIVIDIS, rest / (modulus - 1));
    };
    return { colour: scale, text: (value) => String(value % modulus) };
  }
  if (shows === "difference") {
    const zero: Rgb = dark ? [38, 41, 48] : [240, 240, 238];
    const signed = (value: number) => value | 0;
    return {
      colour: (value) => {
        const by = signed(value);
        const part = Math.sqrt(Math.min(1, Math.abs(by) / Math.max(1, most)));
        return by === 0 ? zero : mixed([zero, by < 0 ? [33, 102, 172] : [178, 24, 43]], 0.25 + 0.75 * part);
      },
      text: (value) => String(signed(value)),
    };
  }
  const known: Rgb[] = [];
  return {
    colour: (value) => (known[value] ??= mixed(CIVIDIS, value / Math.max(1, most))),
    text: String,
  };
}

/** Whether letters on a colour are black. */
export const isLight = ([red, green, blue]: Rgb): boolean => 140 < 0.299 * red + 0.587 * green + 0.114 * blue;

/** The cells as pixels, none where there is no value; `place` gives the pixel of a cell. */
export function pixels(cells: Uint32Array, none: number, image: ImageData, paint: Paint, place: (index: number) => number): void {
  const out = new Uint32Array(image.data.buffer);
  const known = new Map<number, number>();
  for (let index = 0; index < cells.length; index++) {
    const value = cells[index]!;
    let word = known.get(value);
    if (word === undefined) {
      if (value === none) {
        word = 0;
      } else {
        const [red, green, blue] = paint.colour(value);
        word = (255 << 24) | (blue << 16) | (green << 8) | red;
      }
      known.set(value, word);
    }
    out[place(index)] = word;
  }
}
