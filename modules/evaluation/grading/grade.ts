// Grades a round by rule: its outcome, what the answer has to say and must not say, and what it has to cite. Pure.
import type { ItemFault, OUTCOMES, Transcript } from "../contract.ts";
import type { SetQuestion } from "#modules/question-sets/contract";

interface Wanted extends Pick<SetQuestion, "outcome"> {
  readonly facts: readonly string[];
  readonly forbidden: readonly string[];
  readonly sources: readonly string[];
}
export interface Round {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly transcript: Pick<Transcript, "sentences" | "asksBack" | "sources"> | null;
}

/** Texts are compared by their words, whatever their case, accents' form, and signs between them. Decimal signs stay. */
const plain = (text: string): string =>
  ` ${text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/(?<!\d)[.,]|[.,](?!\d)|[^\p{L}\p{N}.,]+/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim()} `;
/** Whether the text has these words one after the other. */
export const says = (text: string, words: string): boolean => plain(words).trim() !== "" && plain(text).includes(plain(words));

/** What the customer would have read; empty where a person answers. */
export function readOf({ outcome, transcript }: Round): string {
  if (outcome === "answered") return (transcript?.sentences ?? []).map(({ text }) => text).join(" ");
  return outcome === "asked_back" ? (transcript?.asksBack ?? "") : "";
}
/** Titles and addresses of what the answer cites. */
function citedIn({ outcome, transcript }: Round): string[] {
  if (outcome !== "answered" || transcript === null) return [];
  const ids = new Set(transcript.sentences.flatMap(({ citations }) => citations.map(({ source }) => source)));
  return transcript.sources.filter(({ id }) => ids.has(id)).flatMap(({ title, url }) => (url === null ? [title] : [title, url]));
}
/** Titles of what the answer cites. */
export function citedTitles({ outcome, transcript }: Round): string[] {
  if (outcome !== "answered" || transcript === null) return [];
  const ids = new Set(transcript.sentences.flatMap(({ citations }) => citations.map(({ source }) => source)));
  return [...new Set(transcript.sources.filter(({ id }) => ids.has(id)).map(({ title }) => title))];
}
/** Leaving a question to people without a word is handing it over too. */
const EXPECTED_AS: Readonly<Record<Round["outcome"], Wanted["outcome"] | undefined>> = {
  answered: "answer",
  asked_back: "ask_back",
  handed_over: "hand_over",
  skipped: "hand_over",
  declined: "decline",
  failed: undefined,
};

/** What failed; nothing if the round passed. Facts and sources count only where an answer was expected and came. */
export function faultsOf(wanted: Wanted, round: Round): ItemFault[] {
  if (round.outcome === "failed") return [{ fault: "provider", detail: "" }];
  const read = readOf(round);
  const forbidden = wanted.forbidden.filter((words) => says(read, words)).map((detail): ItemFault => ({ fault: "forbidden", detail }));
  if (EXPECTED_AS[round.outcome] !== wanted.outcome) return [{ fault: "outcome", detail: round.outcome }, ...forbidden];
  const missing =
    read === "" ? [] : wanted.facts.filter((fact) => !says(read, fact)).map((detail): ItemFault => ({ fault: "fact", detail }));
  const cited = new Set(citedIn(round).map((one) => plain(one)));
  const uncited = round.outcome === "answered" && wanted.sources.length > 0 && !wanted.sources.some((one) => cited.has(plain(one)));
  return [...missing, ...forbidden, ...(uncited ? [{ fault: "source" as const, detail: wanted.sources.join(", ") }] : [])];
}
