// Emoji by their English names. The data is loaded with the first one that is looked for.

export interface Emoji {
  readonly emoji: string;
  readonly name: string;
}
export interface Group {
  readonly name: string;
  readonly emojis: readonly Emoji[];
}
let groups: Promise<readonly Group[]> | undefined;

/** All emoji in the order of Unicode, by its groups. Rejects when the data cannot be loaded; then the next call tries again. */
export function loadEmojis(): Promise<readonly Group[]> {
  groups ??= import("unicode-emoji-json/data-by-group.json").then(
    (loaded) => loaded.default,
    (cause: unknown) => {
      groups = undefined;
      throw cause;
    },
  );
  return groups;
}

/** At most `most` whose names have words that begin with all of the query's: names that begin with it first. Pure. */
export function findEmojis(all: readonly Group[], query: string, most: number): Emoji[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const found = all
    .flatMap(({ emojis }) => emojis)
    .filter(({ name }) => {
      const of = wordsOf(name);
      return words.every((word) => of.some((one) => one.startsWith(word)));
    });
  const first = words.join(" ");
  const rank = ({ name }: Emoji): number => (wordsOf(name).join(" ").startsWith(first) ? 0 : 1);
  return found
    .map((emoji, i) => ({ emoji, i, rank: rank(emoji) }))
    .toSorted((a, b) => a.rank - b.rank || a.i - b.i)
    .slice(0, most)
    .map(({ emoji }) => emoji);
}
const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
