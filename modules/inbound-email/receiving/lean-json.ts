// Reads JSON of any length in bounded memory: long strings are cut while it streams; the result is JSON of the same shape.

const QUOTE = 34;
const BACKSLASH = 92;
/** The end of a cut string, as JSON. It cannot be faked, because control characters are removed from all texts. */
const CUT = new TextEncoder().encode("\\u0000");
export const CUT_MARK = "\0";
/** Strings up to this length are kept even after the longest mail: envelope, headers. */
const SHORT = 64 * 1024;

/**
 * Copies the JSON that is fed to it. Its strings share `room` bytes, in order; of a string beyond that only a short beginning is kept. The
 * result is at most twice `room`; JSON that is longer even without long strings is cut off and becomes invalid.
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
  truncated = false;

  constructor(room: number, size = Number.POSITIVE_INFINITY) {
    this.#room = room;
    // Marks of cut strings are added on top; they stay far below `room`.
    this.#out = new Uint8Array(Math.min(2 * room + 4096, size));
  }
  feed(chunk: Uint8Array): void {
    // Each delimiter is searched once, not again for every string before it.
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
  /** Takes plain characters of a string, as many as fit. Returns how many it consumed. */
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
    // An escape of "\" and one character, or "\u" and four, is never cut.
    if (this.#escape > 0)
      this.#escape = this.#escape === 1 && byte === 117 ? 5 : this.#escape === 1 ? 0 : this.#escape === 2 ? 0 : this.#escape - 1;
    else if (byte === BACKSLASH) this.#escape = 1;
    if (closes) {
      if (this.#cutting) for (const one of CUT) this.#put(one);
      this.#inString = this.#cutting = false;
      this.#length = 0;
      this.#put(byte);
    } else if (!this.#cutting) {
      if (begins && this.#strings >= this.#room && this.#length >= SHORT) this.#cutting = this.truncated = true;
      else {
        this.#strings += 1;
        this.#length += 1;
        this.#put(byte);
      }
    }
  }
  #put(byte: number): void {
    if (this.#at < this.#out.length) this.#out[this.#at++] = byte;
    else this.#full = this.truncated = true;
  }
  /** The result; valid JSON if the input was and fitted. */
  get bytes(): Uint8Array {
    return this.#out.subarray(0, this.#at);
  }
}

function nextOf(chunk: Uint8Array, sign: number, from: number): number {
  const at = chunk.indexOf(sign, from);
  return at < 0 ? chunk.length : at;
}
