// Asks the model in a round and checks what it says, sentence by sentence while it is written. Nothing is stored here.
import { seconds } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { callModel, type ModelAnswer, type ModelChoice, ModelError } from "#modules/ai";
import { answers, callOf, findPassages, judge, modelRunFor, relevanceIn } from "../answer-question.ts";
import type { Answer, AnswerSource } from "../contract/answers.ts";
import type { Trace } from "../contract/rounds.ts";
import type { Guidance } from "../contract/guidance.ts";
import { guidanceText } from "../contract/guidance-text.ts";
import type { RoundFrames } from "../live/publish.ts";
import { writeState } from "../store/rounds.ts";
import type { Beginning } from "./begin-round.ts";
import { LEASE } from "./begin-round.ts";
import type { Asked } from "./rules.ts";
import { shownOf } from "./shown.ts";
import { MOST_STEPS, toolsOf } from "./tools.ts";

/** The platform ends work that follows a response after 30 seconds. */
const TIMEOUT = seconds(24);

export interface Outcome extends Pick<Answer, "outcome" | "reason"> {
  readonly trace: Trace;
  /** The proved sentences, for the message; and whether the visitor has seen the beginning of them already. */
  readonly proved: readonly Answer["sentences"][number][];
  readonly wasShown: boolean;
  readonly sources: readonly AnswerSource[];
  /** What a tool has the customer do first; it is said instead of an answer. */
  readonly says: string | null;
  /** Settles the call. */
  readonly ending: readonly SQL[];
  readonly cost: number;
}

/** Throws the refusals of ceilings and configuration; what a provider refuses is an outcome. */
export async function answerRound(
  ctx: Ctx,
  { round, conversation }: Beginning,
  own: { readonly id: Beginning["round"]["id"] },
  asked: Asked,
  choice: ModelChoice,
  guidance: Guidance,
  frames: RoundFrames,
): Promise<Outcome> {
  const { projectId, conversationId, lease } = round;
  const place = { projectId, conversationId, roundId: own.id };
  const sources: AnswerSource[] = [];
  const [passages, tools] = await Promise.all([
    findPassages(ctx, projectId, asked.query),
    conversation &&
      toolsOf(ctx, { ...place, contactId: conversation.contactId, verified: conversation.verified, locale: asked.locale }, sources),
  ]);
  const { found, retrieval } = passages;
  const fits = answers(passages);
  // What does not fit is not shown to a model that was only asked because it has tools.
  const given = fits ? passages.sources : [];
  sources.push(...given);
  const told = { projectId, question: asked.question, choice, locale: asked.locale, guidance: guidanceText(guidance) };
  const run = await modelRunFor(told, given, asked.before);
  const trace: Trace = {
    instructions: String(run.prompt.instructions ?? ""),
    ...{ sources: passages.sources, sentences: [], asksBack: null, explanation: null, retrieval, call: null, tools: [] },
  };
  const without = { proved: [], wasShown: false, sources: [], ending: [], cost: 0, says: null };
  if (!fits && tools === undefined) return { ...without, outcome: "handed_over", reason: "nothing_fits", trace };
  frames.show("generating", "writing");
  const relevance = relevanceIn(found, asked, sources);
  const stream = shownOf(asked, sources, relevance, frames);
  let answer: ModelAnswer & { readonly ending: readonly SQL[] };
  try {
    answer = await callModel(ctx, {
      ...run,
      prompt:
        tools === undefined
          ? run.prompt
          : { ...run.prompt, tools: tools.set, stopWhen: ({ steps }) => steps.length >= MOST_STEPS || tools.verdict() !== undefined },
      purpose: "reply",
      timeout: TIMEOUT,
      onText: stream,
      alongside: (callId, begun) => [
        writeState(
          projectId,
          own.id,
          lease,
          {
            ...{ state: "generating", callId, provider: choice.provider, model: choice.model, locale: asked.locale },
            ...{ frontier: conversation?.revision ?? 0, until: ctx.clock.now() + LEASE },
          },
          begun,
        ),
      ],
    });
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return {
      ...without,
      ...{ outcome: "failed", reason: null, proved: stream.proved(), wasShown: stream.proved().length > 0, sources },
      trace: { ...trace, sources, explanation: error.message, tools: tools?.trace ?? [] },
    };
  }
  frames.show("checking", "writing", stream.text());
  const verdict = tools?.verdict();
  const judged =
    verdict === undefined
      ? judge(answer.result.text, told, sources, relevance)
      : {
          outcome: "handed_over" as const,
          reason: "model" as const,
          sentences: [],
          asksBack: null,
          explanation: verdict.kind === "hand_over" ? verdict.reason : null,
        };
  const { costUsd, took, inputTokens, outputTokens } = callOf(choice, answer);
  return {
    ...{ outcome: judged.outcome, reason: judged.reason, sources, ending: answer.ending, cost: answer.cost },
    says: verdict?.kind === "ask" ? verdict.text : null,
    proved: judged.outcome === "answered" ? judged.sentences : stream.proved(),
    wasShown: stream.proved().length > 0,
    trace: {
      ...trace,
      ...{
        sources,
        sentences: judged.sentences,
        asksBack: judged.asksBack,
        explanation: judged.explanation,
        tools: tools?.trace ?? [],
      },
      call: { costUsd, took, inputTokens, outputTokens, request: answer.result.response.id },
    },
  };
}
