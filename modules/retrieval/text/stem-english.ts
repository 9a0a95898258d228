// English stemming: plurals, -ed, -ing, and the silent e that they replace.

const VOWEL = /[aeiouy]/;

/** The stem of a lower-case word of four or more letters. */
export function english(word: string): string {
  if (!/[a-z]$/.test(word)) return word;
  let at = withoutPlural(word);
  const before = at;
  if (at.endsWith("ing") && at.length >= 6 && VOWEL.test(at.slice(0, -3))) at = at.slice(0, -3);
  else if (at.endsWith("ied") && at.length >= 5) at = `${at.slice(0, -3)}y`;
  else if (at.endsWith("ed") && at.length >= 5 && !at.endsWith("eed") && VOWEL.test(at.slice(0, -2))) at = at.slice(0, -2);
  // "Stopped" becomes "stop", but "calling" stays "call".
  if (at !== before && at.length >= 4 && at.at(-1) === at.at(-2) && !/[lsze]$/.test(at)) at = at.slice(0, -1);
  if (at.length >= 5 && at.endsWith("e")) at = at.slice(0, -1);
  // "Retry" and "retries" get the same stem.
  return at.length >= 4 && at.endsWith("y") && !/[aeiou]y$/.test(at) ? `${at.slice(0, -1)}i` : at;
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length >= 5) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith("s") && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}
