// Decides what of a model's answer is stored: only what quotes the page that it names. Without I/O.
import type { LeadCriterionId } from "#kernel/ids/index.ts";
import { quoteIn, unproved } from "#modules/profiles";
import * as v from "valibot";
import { type Criterion, MAX_QUOTE, MAX_STATEMENT } from "../contract.ts";
import { fitOf } from "../contract/current.ts";
import type { Finding, FoundAnswer } from "../queries.ts";
import { MOST_STATEMENTS } from "../rules.ts";
import { criterionName, Draft, pageName, unescaped } from "./prompt.ts";

export function draftOf(text: string): Draft | undefined {
  try {
    const parsed = v.safeParse(Draft, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

type TextOf = { readonly url: string; readonly content: string };
export interface Checked {
  readonly findings: readonly Omit<Finding, "id">[];
  /** One for each criterion; `unknown` where the model gave no answer with a quote. */
  readonly answers: readonly FoundAnswer[];
  /** Statements and answers that their page does not prove. */
  readonly dropped: number;
  readonly score: number | null;
}
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .toWellFormed();

/** The quote as it stands in the page. */
function wordsIn(page: TextOf | undefined, quote: string): string | undefined {
  const words = page && quoteIn(page.content, unescaped(quote));
  return words === undefined || words.length > MAX_QUOTE ? undefined : oneLine(words);
}

export function checkDraft(draft: Draft, pages: readonly TextOf[], criteria: readonly Criterion[]): Checked {
  const named = new Map(pages.map((page, i) => [pageName(i), page]));
  let dropped = 0;
  const findings: Omit<Finding, "id">[] = [];
  for (const { text, page, quote } of draft.statements.slice(0, 2 * MOST_STATEMENTS)) {
    const [from, said] = [named.get(page), oneLine(unescaped(text))];
    const words = wordsIn(from, quote);
    if (from === undefined || words === undefined || said === "" || said.length > MAX_STATEMENT || unproved(said, from.content).length > 0)
      dropped += 1;
    else if (findings.length < MOST_STATEMENTS && !findings.some((one) => one.text === said))
      findings.push({ text: said, url: from.url, quote: words });
  }
  const answers = criteria.map(({ id }, i): FoundAnswer => {
    const given = draft.criteria.find(({ criterion }) => criterion === criterionName(i));
    const unknown = { criterionId: id, answer: "unknown", reason: "", url: null, quote: null } as const;
    if (given === undefined || given.answer === "unknown") return unknown;
    const from = named.get(given.page);
    const words = wordsIn(from, given.quote);
    if (from === undefined || words === undefined) {
      dropped += 1;
      return unknown;
    }
    const reason = oneLine(unescaped(given.reason)).slice(0, MAX_STATEMENT);
    return { criterionId: id, answer: given.answer, reason, url: from.url, quote: words };
  });
  const byCriterion = new Map<LeadCriterionId, FoundAnswer>(answers.map((one) => [one.criterionId, one]));
  return { findings, answers, dropped, score: fitOf(criteria, byCriterion).score };
}
