// Emphasis, strong emphasis and strikethrough: the delimiter stack of CommonMark 0.31 (appendix, "process emphasis"). Failed searches for
// an opener are remembered by kind, which bounds the total number of steps.
import type { Piece, Pieces } from "./pieces.ts";

interface Run<X> {
  readonly sign: "*" | "_" | "~";
  readonly piece: Piece<X>;
  /** Number of delimiters as typed, and of those not used yet. */
  readonly typed: number;
  left: number;
  readonly opens: boolean;
  readonly closes: boolean;
  /** Position among all runs. */
  readonly order: number;
  prev: Run<X> | undefined;
  next: Run<X> | undefined;
}

const SPACE = /\s/u;
const SIGN = /[\p{P}\p{S}]/u;

/** Whether a delimiter run may open or close emphasis, by the characters around it. A `~` next to other delimiters counts as a letter. */
export function flanks(sign: string, before: string, behind: string): { readonly opens: boolean; readonly closes: boolean } {
  const space = (char: string): boolean => char === "" || SPACE.test(char);
  const punctuation = (char: string): boolean => (char !== "~" || sign === "~") && SIGN.test(char);
  const left = !space(behind) && (!punctuation(behind) || space(before) || punctuation(before));
  const right = !space(before) && (!punctuation(before) || space(behind) || punctuation(behind));
  if (sign !== "_") return { opens: left, closes: right };
  return { opens: left && (!right || punctuation(before)), closes: right && (!left || punctuation(behind)) };
}

export class Delimiters<X extends { readonly type: string }> {
  readonly #pieces: Pieces<X>;
  readonly #deepest: number;
  #top: Run<X> | undefined;
  #runs = 0;

  constructor(pieces: Pieces<X>, deepest: number) {
    this.#pieces = pieces;
    this.#deepest = deepest;
  }

  /** The last run so far: a position from which to resolve later. */
  get top(): Run<X> | undefined {
    return this.#top;
  }

  add(run: Pick<Run<X>, "sign" | "piece" | "typed" | "opens" | "closes">): void {
    const added: Run<X> = { ...run, order: (this.#runs += 1), left: run.typed, prev: this.#top, next: undefined };
    if (this.#top) this.#top.next = added;
    this.#top = added;
  }

  #remove(run: Run<X>): void {
    if (run.prev) run.prev.next = run.next;
    if (run.next) run.next.prev = run.prev;
    else this.#top = run.prev;
  }

  /** Resolves all runs above `bottom`; unused delimiters become text. */
  resolve(bottom: Run<X> | undefined): void {
    // By position, because the run itself may be removed by then.
    const floors = new Map<string, number>();
    let closer = this.#top;
    while (closer !== undefined && closer.prev !== bottom) closer = closer.prev;
    while (closer !== undefined) {
      if (!closer.closes) {
        closer = closer.next;
        continue;
      }
      const kind = closer.sign === "~" ? `~${closer.typed}` : `${closer.sign}${closer.opens}${closer.typed % 3}`;
      const floor = Math.max(floors.get(kind) ?? 0, bottom?.order ?? 0);
      let opener = closer.prev;
      while (opener !== undefined && opener.order > floor && !this.#fits(opener, closer)) opener = opener.prev;
      if (opener === undefined || opener.order <= floor) {
        floors.set(kind, closer.order - 1);
        const next: Run<X> | undefined = closer.next;
        if (!closer.opens) this.#remove(closer);
        closer = next;
      } else closer = this.#join(opener, closer);
    }
    this.drop(bottom);
  }

  /** Removes all runs above `bottom`. */
  drop(bottom: Run<X> | undefined): void {
    this.#top = bottom;
    if (bottom) bottom.next = undefined;
  }

  #fits(opener: Run<X>, closer: Run<X>): boolean {
    if (opener.sign !== closer.sign || !opener.opens) return false;
    if (closer.sign === "~") return opener.typed === closer.typed;
    return !((closer.opens || opener.closes) && closer.typed % 3 !== 0 && (opener.typed + closer.typed) % 3 === 0);
  }

  /** Makes a node of everything between the two; returns the next closer to examine. */
  #join(opener: Run<X>, closer: Run<X>): Run<X> | undefined {
    const used = closer.sign === "~" ? closer.typed : opener.left >= 2 && closer.left >= 2 ? 2 : 1;
    while (closer.prev !== undefined && closer.prev !== opener) this.#remove(closer.prev);
    const type = closer.sign === "~" ? "del" : used === 2 ? "strong" : "em";
    const made = this.#pieces.enclose(opener.piece, closer.piece, { type }, this.#deepest);
    if (made === undefined) {
      // Too deep, or empty: both stay text.
      const next = closer.next;
      this.#remove(opener);
      this.#remove(closer);
      return next;
    }
    for (const run of [opener, closer]) {
      run.left -= used;
      run.piece.text = run.sign.repeat(run.left);
    }
    if (opener.left === 0) this.#remove(opener);
    if (closer.left > 0) return closer;
    const next = closer.next;
    this.#remove(closer);
    return next;
  }
}
