// Groups what people type: searches by their terms, questions by their stems. Pure and deterministic.

/** Days for which searches, comments and questions are kept. Counts without words are kept as long. */
export const KEPT_DAYS = 90;
export const MAX_QUERY = 200;
const MAX_STEMS = 12;
/** Similarity (shared stems of all stems of both) from which two questions count as the same. */
const ALIKE = 0.5;
/** Share of a question's stems that a text must contain to answer it. */
const FOUND = 0.75;

export const dayOf = (now: number): number => Math.floor(now / 86_400_000);

/** Normalises a search, so that equal ones are counted together: lower case, single spaces, trimmed. */
export const searchTerms = (query: string): string =>
  query.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim().slice(0, MAX_QUERY);

// Words without meaning of their own, in the languages that most help centers are written in.
const EMPTY = new Set(
  (
    "a about all am an and any are as at be been but by can could did do does for from get had has have help how i if in into is it its just me my need no not of on or our please so some still that the their then there this to up us want was we were what when where which who why will with would you your " +
    "aber als am an auf aus bei bin bitte das dass dem den der des die doch ein eine einem einen einer es fur habe haben hat hilfe ich ihr ihre im in ist kann kein keine man mein meine mich mir mit muss nach nicht noch nur oder sein sich sie sind so uber um und uns von wann warum was welche wenn wer werden wie wir wird wo zu zum zur " +
    "au aux avec ce ces comment dans de des du elle en est et il je la le les ma mais mes mon ne pas peux plus pour pourquoi quand que qui sa se ses son sur un une vos votre vous " +
    "al como con cual cuando de del donde el ella en es esta este las los mi mis no para pero por porque puedo que se si sin su sus una uno y yo"
  ).split(" "),
);
const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** A word without its usual endings. Deliberately rough: it only has to make words of the same meaning equal. */
function stemOf(word: string): string {
  if (word.length <= 4) return word.replace(/(?<=..)s$/, "");
  const cut = word.replace(/(?:ingen|ungen|ings?|ung|edly|ed|ies|ers?|en|es|s|e|y)$/, "");
  const stem = cut.length >= 3 ? cut : word;
  return stem.replace(/([bdfgklmnprt])\1$/, "$1").slice(0, 12);
}

/** The stems of a question, unique and sorted; for scripts without spaces, its pairs of characters. */
export function stemsOf(question: string): string[] {
  const words =
    question
      .slice(0, 1000)
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const stems = words.flatMap((word) =>
    WITHOUT_SPACES.test(word)
      ? [...word].map((sign, i, all) => sign + (all[i + 1] ?? "")).slice(0, Math.max(1, word.length - 1))
      : EMPTY.has(word)
        ? []
        : [stemOf(word)],
  );
  return [...new Set(stems)].slice(0, MAX_STEMS).toSorted();
}

/** Shared stems as a share of all stems of both: 0 to 1. */
export function likeness(a: readonly string[], b: readonly string[]): number {
  const others = new Set(b);
  const shared = a.filter((stem) => others.has(stem)).length;
  return shared === 0 ? 0 : shared / (a.length + b.length - shared);
}

/** The group that a question belongs to: the most similar one; of equals, the older. */
export function groupOf<G extends { readonly id: string; readonly stems: readonly string[] }>(
  stems: readonly string[],
  groups: readonly G[],
): G | undefined {
  const ranked = groups
    .map((group) => ({ group, like: likeness(stems, group.stems) }))
    .filter(({ like }) => like >= ALIKE)
    .toSorted((a, b) => b.like - a.like || (a.group.id < b.group.id ? -1 : 1));
  return ranked[0]?.group;
}

/** Whether a text answers a question, judged by its words. */
export function isAnsweredBy(stems: readonly string[], text: string): boolean {
  const words = new Set(
    (
      text
        .normalize("NFKD")
        .replace(/\p{M}/gu, "")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu) ?? []
    ).map(stemOf),
  );
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const found = stems.filter((stem) => words.has(stem) || (WITHOUT_SPACES.test(stem) && plain.includes(stem))).length;
  return stems.length > 0 && found / stems.length >= FOUND;
}
