// Compares words that differ by typing slips: an extra letter, a missing one, another one, two swapped. Pure.

/** Shorter words have too many neighbours; longer ones are no words that anybody types. */
const SHORTEST = 4;
const LONGEST = 24;
/** From here on two slips are forgiven. */
export const TWO_SLIPS = 8;

/** Letters of the scripts whose words are corrected, folded. */
const ALPHABETS: readonly (readonly [RegExp, string])[] = [
  [/^\p{Script=Latin}+$/u, "abcdefghijklmnopqrstuvwxyz"],
  [/^\p{Script=Cyrillic}+$/u, "абвгдежзиклмнопрстуфхцчшщъыьэюяієґ"],
  [/^\p{Script=Greek}+$/u, "αβγδεζηθικλμνοπρστυφχψω"],
];
const alphabetOf = (word: string): string | undefined => ALPHABETS.find(([script]) => script.test(word))?.[1];

/** Whether a folded word may be a misspelt one: no number, no code, nothing short. */
export const mayBeMisspelt = (word: string): boolean => word.length >= SHORTEST && word.length <= LONGEST && alphabetOf(word) !== undefined;

/** The words that are one slip away at the places before `end`: about 54 for each. */
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

/** How many slips lie between two words (Damerau and Levenshtein, no letter twice); `most + 1` for more than `most`. */
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
