// Maps the words of a text to the words of a question, through stems, compounds, and unfinished words.
import { isPartOf, joinsNouns } from "../text/compounds.ts";
import { partsOfTerm, stem, termOf } from "../text/stem.ts";
import { beginningsOf, eachWord } from "../text/tokenizer.ts";
import type { QueryTerm } from "./query-terms.ts";

/** What a word of a text counts that only contains a word of the question: "Rechnungsadresse" for "Adresse". */
const IN_COMPOUND = 0.6;
/** What the parts of a compound count that stand apart: all of them, or some. */
const ALL_PARTS = 0.8;
const SOME_PARTS = 0.3;
/** What another word for the same counts. */
const AS_SYNONYM = 0.3;
/** More of them add nothing: the subject of a text is not asked for because its author repeats another word. */
const MOST_OTHERS = 2;
/** Shorter words of a text are no compounds. */
const SHORTEST_COMPOUND = 8;

/** How often the words of a question occur in a field. */
export interface Field {
  readonly counts: readonly number[];
  readonly words: number;
  /** Pairs of neighbours of the question that are neighbours here too. */
  readonly beside: number;
}
export interface Matcher {
  /** The index of the question's word that a word of a text stands for, or -1. */
  readonly of: (word: string, pair: boolean, language: string, accented: string) => number;
  /** Calls `take` for every word of a text that stands for a word of the question. */
  readonly each: (text: string, language: string, take: (at: number, from: number, to: number) => void) => void;
  readonly fieldOf: (text: string, language: string) => Field;
}

/** `asked`: the question's words. `extra`: other readings of them, as parts of compounds or joined. */
export function matcherOf(asked: readonly QueryTerm[], extra: readonly QueryTerm[] = []): Matcher {
  const all = [...asked, ...extra];
  const places = new Map(asked.map(({ word }, i) => [word, i]));
  /** For each slot the words of the question that it stands for. */
  const standsFor = all.map(({ partOf, means, joins }, i) =>
    (joins ?? [partOf ?? means ?? []].flat()).flatMap((word) => places.get(word) ?? []).concat(i < asked.length ? [i] : []),
  );
  const partsOf = asked.map(({ word }) => extra.flatMap(({ partOf }, i) => (partOf === word ? [asked.length + i] : [])));
  const synonymsOf = asked.map(({ word }) => extra.flatMap(({ means }, i) => (means === word ? [asked.length + i] : [])));
  const joinedOf = asked.map(({ word }) => extra.flatMap(({ joins }, i) => (joins?.includes(word) ? [asked.length + i] : [])));

  const byTerm = new Map<string, number>();
  const begins: (readonly [string, number])[] = [];
  /** Stems by language, for compounds of a text. */
  const stems = new Map<string, (readonly [string, number])[]>();
  for (const [i, group] of all.entries()) {
    for (const term of group.terms) {
      if (!byTerm.has(term)) byTerm.set(term, i);
      const { stemmed, language } = partsOfTerm(term);
      if (joinsNouns(language) && !group.isStopWord && stemmed.length >= 4)
        stems.set(language, [...(stems.get(language) ?? []), [stemmed, i]]);
    }
    if (group.isPrefix) begins.push([group.word, i]);
  }
  const anything = begins.some(([beginning]) => beginning.length < 2);
  // Possible first two letters of a match: no ending reaches into them.
  const beginnings = anything
    ? undefined
    : beginningsOf(all.flatMap(({ terms, word }) => [...terms.map((term) => partsOfTerm(term).stemmed), word]));
  const slotOf = (word: string, pair: boolean, language: string, accented: string): number => {
    const found = byTerm.get(termOf(pair ? word : stem(accented, language), language));
    if (found !== undefined) return found;
    return begins.find(([beginning]) => word.startsWith(beginning))?.[1] ?? -1;
  };
  /** The slots whose stems a long word of a text contains at its beginning or end. */
  const slotsWithin = (word: string, language: string, accented: string): readonly number[] => {
    const own = word.length < SHORTEST_COMPOUND ? undefined : stems.get(language)?.filter(([stemmed]) => word.includes(stemmed));
    if (own === undefined || own.length === 0) return [];
    const stemmed = stem(accented, language);
    return own.flatMap(([one, slot]) => (isPartOf(one, stemmed) ? [slot] : []));
  };
  const onlyOf = (language: string) => (stems.has(language) ? undefined : beginnings);

  return {
    of: (word, pair, language, accented) => standsFor[slotOf(word, pair, language, accented)]?.[0] ?? -1,
    each: (text, language, take) => {
      eachWord(
        text,
        (word, from, to, pair, _index, accented) => {
          const slot = slotOf(word, pair, language, accented);
          const at = standsFor[slot >= 0 ? slot : (slotsWithin(word, language, accented)[0] ?? -1)]?.[0];
          if (at !== undefined) take(at, from, to);
        },
        onlyOf(language),
      );
    },
    fieldOf: (text, language) => {
      const slots: number[] = Array.from({ length: all.length }, () => 0);
      const add = (slot: number, count: number): void => {
        slots[slot] = (slots[slot] ?? 0) + count;
      };
      let beside = 0;
      let [before, beforeAt] = [-1, -2];
      const words = eachWord(
        text,
        (word, _from, _to, pair, index, accented) => {
          const slot = slotOf(word, pair, language, accented);
          if (slot < 0) {
            for (const within of slotsWithin(word, language, accented)) add(within, IN_COMPOUND);
            return;
          }
          add(slot, 1);
          if (slot === beforeAt + 1 && index === before + 1 && slot < asked.length) beside += 1;
          [before, beforeAt] = [index, slot];
        },
        onlyOf(language),
      );
      const counts = asked.map((_, i) => {
        const own = slots[i] ?? 0;
        const joined = joinedOf[i]?.reduce((sum, slot) => sum + (slots[slot] ?? 0), 0) ?? 0;
        const parts = (partsOf[i] ?? []).map((slot) => slots[slot] ?? 0);
        const others = (synonymsOf[i] ?? []).reduce((sum, slot) => sum + (slots[slot] ?? 0), 0);
        const meant = AS_SYNONYM * Math.min(MOST_OTHERS, others);
        if (parts.length === 0) return own + joined + meant;
        return own + joined + meant + ALL_PARTS * Math.min(...parts) + SOME_PARTS * (Math.max(...parts) - Math.min(...parts));
      });
      return { counts, words, beside };
    },
  };
}
