// Asks a model which rules a customer's messages match, and lets through only what these messages prove.
import { seconds } from "#kernel/clock/index.ts";
import type { MonitoringRuleId, ProjectId } from "#kernel/ids/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { aiConfig, costOf, guessTokens, type ModelChoice, runModel } from "#modules/ai";
import * as v from "valibot";
import { isQuoted, oneLine, type WatchedRule } from "../rules.ts";
import { instructionsFor, Judgement, JUDGEMENT_SCHEMA, nameAt, questionFor, unescaped } from "./prompt.ts";

/** Messages that are judged together at most: the newest. */
export const MOST_MESSAGES = 20;
/** Characters of each message that are read. */
export const MOST_CHARACTERS = 4000;
/** Less than the time for which a conversation is claimed. */
const TIMEOUT = seconds(45);
/** Enough for models that think before they answer. */
const MAX_OUTPUT = 2048;
const MAX_QUOTE = 300;
const MAX_REASON = 200;

export interface Found {
  readonly ruleId: MonitoringRuleId;
  readonly quote: string;
  readonly reason: string;
}
export interface Judged {
  /** Undefined if the answer could not be read. */
  readonly found: readonly Found[] | undefined;
  readonly cost: number;
}
type Project = { readonly projectId: ProjectId; readonly choice: ModelChoice };

/** Throws `not_configured`, the refusal of a ceiling, or a `ModelError`. */
export async function judge(
  ctx: Ctx,
  { projectId, choice }: Project,
  rules: readonly WatchedRule[],
  texts: readonly string[],
): Promise<Judged> {
  const { jsonSchema, Output } = await import("ai");
  const { result, cost } = await runModel(ctx, {
    projectId,
    purpose: "assist",
    choice,
    prompt: {
      instructions: instructionsFor(rules),
      prompt: questionFor(texts),
      output: Output.object({ schema: jsonSchema(JUDGEMENT_SCHEMA), name: "judgement" }),
    },
    maxOutputTokens: MAX_OUTPUT,
    timeout: TIMEOUT,
  });
  return { found: foundIn(result.text, rules, texts), cost };
}

/** The matches that count: of a rule that was asked about, in its languages, with a quote from these messages; one for each rule. */
export function foundIn(answer: string, rules: readonly WatchedRule[], texts: readonly string[]): Found[] | undefined {
  const judgement = judgementOf(answer);
  if (!judgement) return undefined;
  const language = judgement.language.trim().toLowerCase().slice(0, 2);
  return rules.flatMap((rule, place) => {
    if (rule.languages.length > 0 && !rule.languages.includes(language)) return [];
    const result = judgement.results.find((one) => one.rule === nameAt(place) && one.match);
    const quote = result && [result.quote, unescaped(result.quote)].find((one) => isQuoted(one, texts));
    if (result === undefined || quote === undefined) return [];
    return [{ ruleId: rule.id, quote: oneLine(quote, MAX_QUOTE), reason: oneLine(result.reason, MAX_REASON) }];
  });
}

function judgementOf(text: string): Judgement | undefined {
  try {
    const parsed = v.safeParse(Judgement, JSON.parse(text));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/** What one judgement costs about, and at most, in millionths of a US dollar. */
export function priceOf(ctx: Pick<Ctx, "config" | "clock">, choice: ModelChoice, rules: readonly WatchedRule[], characters: number) {
  const [ai, now] = [aiConfig(ctx.config), ctx.clock.now()];
  // The form of the answer is sent too.
  const input = guessTokens([instructionsFor(rules), JSON.stringify(JUDGEMENT_SCHEMA)]) + Math.ceil((characters + 60) / 4);
  // Most rules do not match: id, no, and two empty texts; thinking is not counted here.
  const about = costOf(ai, choice, { input, output: 20 + 25 * rules.length }, now);
  return { about: about.cost, atMost: costOf(ai, choice, { input: input + 200, output: MAX_OUTPUT }, now).cost, source: about.source };
}
