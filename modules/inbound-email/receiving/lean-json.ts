// JSON of any length in bounded memory: its long strings are cut while it streams by, and what is left is JSON of the same shape.

const QUOTE = 34;
const BACKSLASH = 92;
/** What stands at the end of a cut string, as JSON writes it. No sender's own text keeps it: control characters are taken out of all. */
const CUT = new TextEncoder().encode("\\u0000");
export const CUT_MARK = "\0";
/** A string up to this length is kept beside the longest mail: an envelope, the headers. */
const SHORT = 64 * 1024;

/**
 * Copies the JSON that is fed to it. Its strings get `room` bytes together, in their order; of a string beyond that only a short
 * beginning is kept. All of it is at most twice the room: what is longer without long strings is cut off, and no JSON any more.
 */
export class LeanJson {
  readonly #out: Uint8Array;
  readonly #room: number;
  #at = 0;
  #strings = 0;
  #inString = false;
  #length = 0;
  #escape = 0;
  #cutting = false;
  #full = false;
  /** Whether anything was left out. */
  cut = false;

  constructor(room: number, size = Number.POSITIVE_INFINITY) {
    this.#room = room;
    // The cut marks of many strings come on top; they stay far below the room.
    this.#out = new Uint8Array(Math.min(2 * room + 4096, size));
  }
  feed(chunk: Uint8Array): void {
    // Each is looked for once, not once for every string before it.
    let quote = -1;
    let backslash = -1;
    for (let i = 0; i < chunk.length && !this.#full; i += 1) {
      if (this.#inString && this.#escape === 0) {
        if (quote < i) quote = nextOf(chunk, QUOTE, i);
        if (backslash < i) backslash = nextOf(chunk, BACKSLASH, i);
        i += this.#run(chunk.subarray(i, Math.min(quote, backslash)));
      }
      if (i < chunk.length) this.#byte(chunk[i] ?? 0);
    }
  }
  /** Plain signs of a string: all of them at once, or those there is room for. Answers how many it has dealt with. */
  #run(signs: Uint8Array): number {
    if (this.#cutting) return signs.length;
    const room = Math.max(this.#room - this.#strings, SHORT - this.#length, 0);
    const kept = signs.subarray(0, Math.min(room, this.#out.length - this.#at));
    this.#out.set(kept, this.#at);
    this.#at += kept.length;
    this.#strings += kept.length;
    this.#length += kept.length;
    return kept.length;
  }
  #byte(byte: number): void {
    if (!this.#inString) {
      this.#inString = byte === QUOTE;
      this.#put(byte);
      return;
    }
    const closes = byte === QUOTE && this.#escape === 0;
    const begins = this.#escape === 0;
    // "\" and one sign, or "\u" and four: never cut within.
    if (this.#escape > 0)
      this.#escape = this.#escape === 1 && byte === 117 ? 5 : this.#escape === 1 ? 0 : this.#escape === 2 ? 0 : this.#escape - 1;
    else if (byte === BACKSLASH) this.#escape = 1;
    if (closes) {
      if (this.#cutting) for (const one of CUT) this.#put(one);
      this.#inString = this.#cutting = false;
      this.#length = 0;
      this.#put(byte);
    } else if (!this.#cutting) {
      if (begins && this.#strings >= this.#room && this.#length >= SHORT) this.#cutting = this.cut = true;
      else {
        this.#strings += 1;
        this.#length += 1;
        this.#put(byte);
      }
    }
  }
  #put(byte: number): void {
    if (this.#at < this.#out.length) this.#out[this.#at++] = byte;
    else this.#full = this.cut = true;
  }
  /** What is left; JSON where the whole was. */
  get bytes(): Uint8Array {
    return this.#out.subarray(0, this.#at);
  }
}

function nextOf(chunk: Uint8Array, sign: number, from: number): number {
  const at = chunk.indexOf(sign, from);
  return at < 0 ? chunk.length : at;
}
