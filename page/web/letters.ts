// Bytes as letters that a page can hold anywhere: base64 takes one byte in a hundred more when the page is deflated, since 64 letters
// of six bits leave the end of a block no room. 35 letters of six bits and 58 of seven leave none either, and each block has fewer of them.

/** Every printable letter of ASCII but "<": their number is that of the codes. */
const FIRST = 33;
const LEFT_OUT = 60;
/** So many codes have seven bits; the 35 behind them have six, in which a word of seven begins that is less than twice as many. */
const LONG = 58;
const SHORT = 35;

/** Bytes as letters. */
export function lettersOf(bytes: Uint8Array): string {
  const letters: string[] = [];
  let bits = 0;
  let held = 0;
  const say = (): void => {
    const seven = (bits >> (held - 7)) & 127;
    const isShort = seven < 2 * SHORT;
    const code = FIRST + (isShort ? LONG + (seven >> 1) : seven - 2 * SHORT);
    letters.push(String.fromCharCode(code < LEFT_OUT ? code : code + 1));
    held -= isShort ? 6 : 7;
    bits &= (1 << held) - 1;
  };
  for (const byte of bytes) {
    bits = (bits << 8) | byte;
    held += 8;
    while (7 <= held) say();
  }
  // Bits that are left are the first of a letter whose others are no byte.
  if (0 < held) {
    bits <<= 7 - held;
    held = 7;
    say();
  }
  return letters.join("");
}

/** Letters as bytes again. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  let end = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < text.length; at++) {
    const letter = text.charCodeAt(at);
    const code = letter - FIRST - (letter < LEFT_OUT ? 0 : 1);
    const isShort = LONG <= code;
    bits = (bits << (isShort ? 6 : 7)) | (isShort ? code - LONG : code + 2 * SHORT);
    held += isShort ? 6 : 7;
    if (8 <= held) {
      held -= 8;
      bytes[end++] = bits >> held;
      bits &= (1 << held) - 1;
    }
  }
  return bytes.slice(0, end);
}
