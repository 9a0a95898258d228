// Decides, without a model, whether a sentence may be said: it cites passages that exist, with quotes that stand there, and states no number, name
// or negation that they don't.
import { fold } from "#modules/retrieval";
import type { Fault } from "./contract.ts";
import { costsNothing, isNegatedAlike, isRestricted, isStated, keepsRestriction, namesOf, negationsIn, quantitiesOf } from "./facts.ts";
import { foreignLinksOf, linksIn } from "./links.ts";
import { type Cited, type Claim, clausesOf, oneLine, type Passages, sentencesOf, shareOf, stemsOf } from "./passages.ts";
import { strangeNounsOf } from "./strange-nouns.ts";

export interface Checked {
  readonly claim: Claim;
  readonly cited: readonly Cited[];
  readonly faults: readonly Fault[];
  /** Whether the cited passages are in another language than the answer. */
  readonly translated: boolean;
  /** Share of the claim's words that stand in the cited sentences, from 0 to 1; null where the languages differ. */
  readonly support: number | null;
}

/** The least share of a claim's words that its cited sentences contain. */
const SUPPORT_FROM = 0.4;
/** A clause with this many words that carry weight needs support of its own, so that nothing is added to what is proved. */
const LONG_CLAUSE = 3;
const CLAUSE_FROM = 0.25;

/** Checks a sentence in a language against the passages that the reader may see. */
export function checkClaim(claim: Claim, passages: Passages, language: string, question = ""): Checked {
  const faults: Fault[] = [];
  const cited = claim.citations.flatMap((citation): Cited[] => {
    const found = passages.cite(citation);
    if (typeof found !== "string") return [found];
    faults.push({ fault: found, detail: found === "unknown_source" ? citation.source : citation.quote });
    return [];
  });
  if (claim.citations.length === 0) {
    if (!isCourtesy(claim.text, language)) faults.push({ fault: "uncited", detail: claim.text });
    return { claim, cited, faults, translated: false, support: null };
  }
  const translated = cited.length > 0 && cited.every((one) => one.language !== language);
  if (cited.length === 0) return { claim, cited, faults, translated, support: null };

  // Titles and headings say what a sentence is about. They prove no number, link or price, and a title alone no clause: whoever names a page or
  // a file could put words into an answer.
  const proof = cited.map(({ sentences }) => sentences).join("\n");
  const context = cited.map(({ source, sentences }) => `${source.title}\n${source.heading}\n${sentences}`).join("\n");
  const stated = cited.flatMap(({ language: own, sentences }) => quantitiesOf(sentences, own));
  for (const quantity of quantitiesOf(oneLine(claim.text), language))
    if (!isStated(quantity, stated)) faults.push({ fault: "number", detail: quantity.text });

  const known = fold(`${context}\n${question}`);
  const names = namesOf(claim.text, language).filter((name) => linksIn(name).size === 0 && !known.includes(fold(oneLine(name))));
  const nouns = language === "de" && !translated ? strangeNounsOf(claim.text, `${context}\n${question}`) : [];
  // The question vouches for its names, but not for its links: whoever wrote them may want others to follow them.
  const links = foreignLinksOf(claim.text, () => cited.flatMap(({ lines }) => lines()));
  for (const name of new Set([...names, ...nouns, ...links])) faults.push({ fault: "name", detail: name });

  const evidence = evidenceOf(cited);
  if (!sameTone(claim.text, language, evidence, translated) || (costsNothing(claim.text) && !costsNothing(proof)))
    faults.push({ fault: "negation", detail: claim.text });
  if (translated) return { claim, cited, faults, translated, support: null };
  const dropped = droppedRestriction(claim.text, language, evidence);
  if (dropped !== undefined) faults.push({ fault: "condition", detail: dropped });

  const carried = stemsOf(context, language);
  const told = stemsOf(`${cited.map(({ source }) => source.heading).join("\n")}\n${proof}`, language);
  const own = stemsOf(claim.text, language);
  const support = shareOf(own, carried);
  const clauses = clausesOf(oneLine(claim.text)).map((clause) => stemsOf(clause, language));
  const added = clauses.some((clause) => clause.size >= LONG_CLAUSE && shareOf(clause, told) < CLAUSE_FROM);
  if (support < SUPPORT_FROM || shareOf(own, told) < CLAUSE_FROM || added) faults.push({ fault: "unsupported", detail: claim.text });
  return { claim, cited, faults, translated, support };
}

interface Evidence {
  readonly text: string;
  readonly stems: ReadonlySet<string>;
  readonly negations: ReturnType<typeof negationsIn>;
  readonly restricted: boolean;
}
const evidenceOf = (cited: readonly Cited[]): Evidence[] =>
  cited.flatMap(({ language, sentences }) =>
    sentencesOf(sentences).map((text) => ({
      ...{ text, stems: stemsOf(text, language) },
      ...{ negations: negationsIn(text, language), restricted: isRestricted(text, language) },
    })),
  );
/** The cited sentences that resemble a part of a claim most, and those that do at least `near` as much. */
function nearestTo(part: string, language: string, evidence: readonly Evidence[], near = 1): Evidence[] {
  const stems = stemsOf(part, language);
  const shares = evidence.map((one) => ({ one, share: shareOf(stems, one.stems) }));
  const most = Math.max(...shares.map(({ share }) => share));
  return shares.filter(({ share }) => share >= most * near).map(({ one }) => one);
}

/** A claim may join two sentences; then it may be negated as the other one is. */
const ALSO_NEAR = 0.5;
/**
 * Whether each part of a claim is negated as a cited sentence is that resembles it. Sentences in another language can't be compared word by
 * word, so one of them has to be negated as the part is.
 */
const sameTone = (claim: string, language: string, evidence: readonly Evidence[], translated: boolean): boolean =>
  sentencesOf(claim).every((part) => {
    const negations = negationsIn(part, language);
    const near = translated ? evidence : nearestTo(part, language, evidence, ALSO_NEAR);
    return near.some((one) => isNegatedAlike(one.negations, negations));
  });

/** The restricted sentence that a claim repeats without its restriction. */
function droppedRestriction(claim: string, language: string, evidence: readonly Evidence[]): string | undefined {
  if (keepsRestriction(claim, language)) return undefined;
  for (const part of sentencesOf(claim)) {
    const nearest = nearestTo(part, language, evidence);
    if (nearest.every(({ restricted }) => restricted)) return nearest[0]?.text;
  }
  return undefined;
}

/** Whether a sentence states nothing, because it consists of stop words, greetings and filler. */
const isCourtesy = (text: string, language: string): boolean =>
  stemsOf(text, language).size === 0 && quantitiesOf(text, language).length === 0 && namesOf(text, language).length === 0;
