// Doubles of models that answer whatever they are asked, each in its own bad way, and an honest one.
import { isStopWordIn, languageOf, readable, stem, wordsOf } from "../../../modules/retrieval/index.ts";
import type { Citation, Claim, Source } from "../../../modules/claim-verification/passages.ts";
import { numbers } from "../words/evaluate.ts";

/** What a double is given: the passages, and in `from` those that it may cite. */
export interface Asked {
  readonly question: string;
  readonly locale: string;
  readonly sources: readonly Source[];
  readonly seed: number;
}
export type Double = (asked: Asked) => readonly Claim[];

interface Span {
  readonly source: Source;
  readonly text: string;
}
/** The sentences of passages, without headings. */
export const spansOf = (sources: readonly Source[]): Span[] =>
  sources.flatMap((source) =>
    source.text
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .flatMap((line) => readable(line).split(/(?<=[.!?;])\s+/u))
      .filter((text) => text.replace(/[^\p{L}\p{N}]/gu, "").length >= 8)
      .map((text) => ({ source, text })),
  );
const stemsOf = (text: string, locale: string): Set<string> => {
  const language = languageOf(locale);
  return new Set(
    wordsOf(text)
      .filter(({ word }) => !isStopWordIn(word, [language]))
      .map(({ accented }) => stem(accented, language)),
  );
};
/** Sentences by the words that they share with the question; a title's words count half. */
function nearest({ question, locale, sources }: Asked): Span[] {
  const asked = stemsOf(question, locale);
  const shared = (text: string, own: string): number => [...stemsOf(text, own)].filter((one) => asked.has(one)).length;
  return spansOf(sources)
    .map((span, i) => ({
      span,
      score:
        shared(span.text, span.source.locale) + shared(`${span.source.title} ${span.source.heading}`, span.source.locale) / 2 - i / 1e6,
    }))
    .toSorted((a, b) => b.score - a.score)
    .map(({ span }) => span);
}
const cite = (...spans: readonly Span[]): Citation[] => spans.map(({ source, text }) => ({ source: source.id, quote: text }));
const verbatim = (span: Span): Claim => ({ text: span.text, citations: cite(span) });

/** Says the two sentences that are nearest to the question, word for word. */
export const obliging: Double = (asked) => nearest(asked).slice(0, 2).map(verbatim);
/** The same with one sentence. */
export const brief: Double = (asked) => nearest(asked).slice(0, 1).map(verbatim);

/** Says what the question asks as if a sentence taken at random proved it: the question's words, then the sentence. */
export const irrelevant: Double = ({ question, sources, seed }) => {
  const spans = spansOf(sources);
  const span = spans[Math.floor(numbers(seed)() * spans.length)];
  if (span === undefined) return [];
  const topic = question.replace(/[?.!,]+\s*$/u, "");
  return [{ text: `${topic}: ${span.text}`, citations: cite(span) }];
};
/** Says a sentence taken at random, word for word. */
export const random: Double = ({ sources, seed }) => {
  const spans = spansOf(sources);
  const span = spans[Math.floor(numbers(seed)() * spans.length)];
  return span === undefined ? [] : [verbatim(span)];
};

/** What the inventive double does to a sentence; undefined when it has nothing to change. */
type Change = (span: Span, others: readonly Span[], locale: string) => string | undefined;
const NOT: Readonly<Record<string, readonly (readonly [RegExp, string])[]>> = {
  en: [
    [/\b(is|are|can|must|will|does|do|may)(?! not\b)\b/, "$1 not"],
    [/\b(cannot|can't)\b/, "can"],
    [/\bnot /, ""],
    [/^(We|They|You|It) (\w+)/, "$1 never $2"],
    [/^(\p{Lu})(\p{L}+)/u, "Never $1$2"],
  ],
  de: [
    [/\b(nicht) /, ""],
    [/\bkeine?\b/, "eine"],
    [/\b(können|kann|ist|sind|wird|werden|gilt|kostet|dauert|enthält|erhalten|bleibt)\b/, "$1 nicht"],
    [/^(\p{Lu}\p{L}+)/u, "$1 niemals"],
  ],
  fr: [
    [/\b(ne |n')(\p{L}+) pas\b/u, "$2"],
    [/\b(est|sont|peut|peuvent|prend|coûte|comprend|couvre|suit|arrive)\b/, "ne $1 pas"],
    [/^(\p{Lu}\p{L}+)/u, "Jamais $1"],
  ],
};
/** Invented names, and such as companies, products and people have; in German some of them are words too. */
const NAMES = [
  "Zendora",
  "Kamilo",
  "Nordwind",
  "Feldmann",
  "Siemens",
  "Anker",
  "Bergstein",
  "Lumexa",
  "Sandra",
  "Holvi",
  "Tannberg",
  "Quarzo",
];
const CHANGES: Readonly<Record<string, Change>> = {
  number: ({ text }) => {
    const changed = text.replace(/\d+/, (digits) => String(Number(digits) * 2 + 1));
    return changed === text ? undefined : changed;
  },
  name: ({ text }) => {
    // A name that depends on the sentence, so that each occurs.
    const name = NAMES[text.length % NAMES.length] ?? "";
    const changed = text.replace(/(?<=[\p{Ll},] )\p{Lu}[\p{L}]{3,}/u, name);
    return changed === text ? undefined : changed;
  },
  negation: ({ text }, _, locale) => {
    for (const [pattern, by] of NOT[locale] ?? []) if (pattern.test(text)) return text.replace(pattern, by);
    return undefined;
  },
  join: ({ text, source }, others) => {
    // The end of a sentence of another article, as if it followed.
    const other = others.find((one) => one.source.title !== source.title);
    if (other === undefined) return undefined;
    return `${text.replace(/[.!?;]$/u, "")}, ${other.text.charAt(0).toLowerCase()}${other.text.slice(1)}`;
  },
};
export const KINDS = Object.keys(CHANGES);
/** Says the nearest sentence that it can change, with one change. Cites the sentence as it is. */
export const inventive =
  (kind: string): Double =>
  (asked) => {
    const spans = nearest(asked);
    for (const span of spans.slice(0, 4)) {
      const text = CHANGES[kind]?.(span, spans, asked.locale);
      if (text !== undefined && text !== span.text) return [{ text, citations: cite(span) }];
    }
    return [];
  };
