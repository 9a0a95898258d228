// Finds the quotes of an answer in a passage, whatever its Markdown and white space. Pure.

export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Signs that a quote may leave out or have otherwise: emphasis, code, quotation marks, dashes, white space. */
const IGNORED = /[\s*_`~"'“”„‘’«»‐-―-]/u;

/** The passage without its Markdown emphasis, in pieces; those that a quote names are marked. A quote that is not there marks nothing. */
export function markQuotes(passage: string, quotes: readonly string[]): readonly Piece[] {
  const text = passage.replaceAll(/\*\*|__|`/g, "");
  // Positions in the text of the letters that count.
  const letters: string[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (IGNORED.test(letter)) continue;
    letters.push(letter.toLowerCase().charAt(0));
    places.push(at);
  }
  const whole = letters.join("");
  const marked = new Uint8Array(text.length);
  for (const quote of quotes) {
    const wanted = Array.from({ length: quote.length }, (_, at) => quote.charAt(at))
      .filter((letter) => !IGNORED.test(letter))
      .map((letter) => letter.toLowerCase().charAt(0))
      .join("");
    const found = wanted === "" ? -1 : whole.indexOf(wanted);
    const from = places[found];
    const to = places[found + wanted.length - 1];
    if (from !== undefined && to !== undefined) marked.fill(1, from, to + 1);
  }
  const pieces: Piece[] = [];
  for (let from = 0; from < text.length;) {
    let to = from + 1;
    while (to < text.length && marked[to] === marked[from]) to += 1;
    pieces.push({ text: text.slice(from, to), isMarked: marked[from] === 1 });
    from = to;
  }
  return pieces;
}
