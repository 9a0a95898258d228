// Compares words that differ by typing errors: an extra, a missing, a wrong letter, or two swapped ones. Pure.

/** Shorter words have too many neighbours; longer ones are rarely typed. */
const SHORTEST = 4;
const LONGEST = 24;
/** From this length on two errors are tolerated. */
export const TWO_SLIPS = 8;

/** Letters of the scripts whose words are corrected, folded. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/^\p{Script=Latin}+$/u, "abcdefghijklmnopqrstuvwxyz"],
  [/^\p{Script=Cyrillic}+$/u, "абвгдежзиклмнопрстуфхцчшщъыьэюяієґ"],
  [/^\p{Script=Greek}+$/u, "αβγδεζηθικλμνοπρστυφχψω"],
];
const alphabetOf = (word: string): string | undefined => ALPHABETS.find(([script]) => script.test(word))?.[1];

/** Whether a folded word may be misspelt: no number, no code, nothing short. */
export const mayBeMisspelt = (word: string): boolean => word.length >= SHORTEST && word.length <= LONGEST && alphabetOf(word) !== undefined;

/** The words at an edit distance of one, with the error before position `end`: about 54 for each position. */
export function neighboursOf(word: string, end = word.length + 1): Set<string> {
  const alphabet = alphabetOf(word) ?? "";
  const words = new Set<string>();
  for (let at = 0; at < Math.min(end, word.length + 1); at += 1) {
    const [before, after] = [word.slice(0, at), word.slice(at)];
    if (after.length > 1) words.add(before + after.charAt(1) + after.charAt(0) + after.slice(2));
    if (after !== "") words.add(before + after.slice(1));
    for (const letter of alphabet) {
      if (after !== "") words.add(before + letter + after.slice(1));
      words.add(before + letter + after);
    }
  }
  words.delete(word);
  return words;
}

/** The edit distance of two words (Damerau-Levenshtein, optimal string alignment); `most + 1` if it is more than `most`. */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [twoBack, back]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      let least = Math.min((back[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (back[j - 1] ?? 0) + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) least = Math.min(least, (twoBack[j - 2] ?? 0) + 1);
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    [twoBack, back] = [back, row];
  }
  return Math.min(back[b.length] ?? 0, most + 1);
}
