// The words of names, addresses and searches: small letters without accents, as the search of contacts compares them.

const ACCENTS = /\p{M}/gu;
/** Letters that Unicode does not take apart. */
const SINGLE: Readonly<Record<string, string>> = { ß: "ss", ø: "o", æ: "ae", œ: "oe", ł: "l", đ: "d", ð: "d", þ: "th", ı: "i", ς: "σ" };

/** The words of a text in order: "Zoë Müller-Łukasz" gives `zoe`, `muller`, `lukasz`. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(ACCENTS, "")
    .replace(/[ßøæœłđðþıς]/g, (letter) => SINGLE[letter] ?? letter)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/** Chinese and Japanese names are written without spaces: a search for the given name begins within the word. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]{2,8}$/u;
const withEnds = (word: string): string[] => (UNSPACED.test(word) ? [...word].map((_, at, letters) => letters.slice(at).join("")) : [word]);

/** A name's words, as stored beside it. */
export const nameWords = (name: string | null): string | null => (name === null ? null : wordsOf(name).flatMap(withEnds).join(" "));

/** The lengths of the beginnings that are stored of each word, as in migration 0166, longest first. */
const LENGTHS = [7, 4, 2, 1] as const;
/** Further words of a search narrow nothing that anybody would notice. */
const MOST_WORDS = 8;

export interface Sought {
  /** Beginnings of words that a contact must have. */
  readonly words: readonly string[];
  /** Pieces of an address that must stand in the name or the address as they are. */
  readonly pieces: readonly string[];
}

/** What a search asks for. `amara@exa` asks for words that begin with `amara` and `exa`, and for the text itself. */
export function soughtIn(q: string): Sought {
  const text = q.toLowerCase();
  return {
    words: [...new Set(wordsOf(text))].slice(0, MOST_WORDS),
    pieces: text.split(/[\s<>()"',;]+/).filter((piece) => /^[!-~]*(@|[^.@]\.[^.@])[!-~]*$/.test(piece)),
  };
}

/** The longest stored beginning of a word. */
export function termOf(word: string): string {
  const letters = [...word];
  return letters
    .slice(
      0,
      LENGTHS.find((length) => length <= letters.length),
    )
    .join("");
}
