// Answers a question from the company's knowledge: finds passages, asks a model, and lets through only what these passages prove.
import { seconds } from "#kernel/clock/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Counter } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { type ModelChoice, ModelError, type ModelRun, runModel } from "#modules/ai";
import { retrieve, type Retrieved } from "#modules/retrieval";
import { checkAnswer } from "./check/check-answer.ts";
import type { Relevance } from "./check/check-relevance.ts";
import type { Answer, AnswerSource } from "./contract.ts";
import { DRAFT_SCHEMA, instructionsFor, questionFor } from "./prompt.ts";
import { readDraft } from "./streamed-draft.ts";

export interface Question {
  readonly projectId: ProjectId;
  readonly question: string;
  /** The language of who asks. */
  readonly locale: string;
  readonly guidance: string;
  readonly purpose: ModelRun["purpose"];
  readonly choice: ModelChoice;
  /** Counters besides the ceilings on spending. */
  readonly limits: readonly Counter[];
}

/** Lower than where a hit fits in a search: what is cited is compared with the question again. Chosen as described in tests/knowledge/declining.md. */
export const ASK_FROM = 0.3;
const DOCUMENTS = 5;
/** Characters of all passages together, about 6,000 tokens. */
const MOST_TEXT = 24_000;
const TIMEOUT = seconds(60);
/** Enough for models that think before they answer. */
const MAX_OUTPUT = 4096;

/** Throws `not_configured` and the refusals of ceilings. What a provider refuses is an outcome. */
export async function answerQuestion(ctx: Ctx, asked: Question): Promise<Answer> {
  const began = ctx.clock.now();
  const found = await retrieve(ctx, {
    projectId: asked.projectId,
    query: asked.question,
    audiences: ["public", "told"],
    onlyAssistant: true,
    limit: DOCUMENTS,
  });
  const sources = sourcesOf(found);
  const shared = {
    sources,
    sentences: [],
    asksBack: null,
    explanation: null,
    call: null,
    retrieval: {
      took: ctx.clock.now() - began,
      fits: found.fits,
      confidence: found.confidence,
      semantic: found.semantic,
      readAs: found.readAs,
    },
  };
  // A model would answer from passages that only resemble the question.
  if (found.confidence < ASK_FROM || sources.length === 0) return { ...shared, outcome: "handed_over", reason: "nothing_fits" };
  const said = await ask(ctx, asked, sources);
  if (said instanceof ModelError) return { ...shared, outcome: "failed", reason: null, explanation: said.message };
  const call = {
    provider: asked.choice.provider,
    model: asked.choice.model,
    took: said.took,
    inputTokens: said.tokens.input,
    outputTokens: said.tokens.output,
    costUsd: said.cost / 1e6,
    priceSource: said.source,
  };
  return { ...shared, call, ...judge(said.text, asked, sources, relevanceIn(found, asked, sources)) };
}

/** The passages that the answer may cite, the best document's first. */
export function sourcesOf({ hits }: Retrieved): AnswerSource[] {
  const sources: AnswerSource[] = [];
  let length = 0;
  for (const hit of hits)
    for (const { heading, text } of hit.passages ?? []) {
      if (length + text.length > MOST_TEXT) continue;
      length += text.length;
      const { documentId, title, url, locale, audience, confidence } = hit;
      sources.push({ id: `p${sources.length + 1}`, documentId, title, heading, url, locale, audience, text, confidence });
    }
  return sources;
}

async function ask(ctx: Ctx, { projectId, question, purpose, choice, limits, ...how }: Question, sources: readonly AnswerSource[]) {
  const { jsonSchema, Output } = await import("ai");
  try {
    const answer = await runModel(ctx, {
      projectId,
      purpose,
      choice,
      prompt: {
        instructions: instructionsFor(how),
        prompt: questionFor(question, sources),
        output: Output.object({ schema: jsonSchema(DRAFT_SCHEMA), name: "answer" }),
      },
      maxOutputTokens: MAX_OUTPUT,
      timeout: TIMEOUT,
      limits,
    });
    return { ...answer, text: answer.result.text };
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

/** How the checker compares what is cited with the question. */
export const relevanceIn = (found: Retrieved, { question }: Pick<Question, "question">, sources: readonly AnswerSource[]): Relevance => {
  const byId = new Map(sources.map((one) => [one.id, one]));
  return {
    question,
    of: ({ source, ...piece }) => found.relevanceOf?.({ ...piece, locale: source.locale }, byId.get(source.id)?.documentId) ?? 1,
    fits: ({ id }) => byId.get(id)?.confidence ?? 0,
    meant: ({ id, locale }) => found.relevanceOf?.({ title: "", heading: "", content: "", locale }, byId.get(id)?.documentId) ?? 0,
  };
};

/** What may be said of a model's answer: all of it, or nothing. */
export function judge(
  text: string,
  { locale }: Pick<Question, "locale">,
  sources: readonly AnswerSource[],
  relevance: Relevance,
): Pick<Answer, "outcome" | "reason" | "sentences" | "asksBack" | "explanation"> {
  const nothing = { sentences: [], asksBack: null, explanation: null };
  const draft = readDraft(text);
  if (draft === undefined) return { ...nothing, outcome: "handed_over", reason: "unreadable" };
  if (draft.kind === "ask_back" && draft.question !== "")
    return { ...nothing, outcome: "asked_back", reason: null, asksBack: draft.question };
  if (draft.kind !== "answer" || draft.sentences.length === 0)
    return { ...nothing, outcome: "handed_over", reason: "model", explanation: draft.reason === "" ? null : draft.reason };
  const check = checkAnswer(sources, locale, relevance);
  for (const sentence of draft.sentences) check.add(sentence);
  const { sentences, isProved } = check.finish();
  return { ...nothing, sentences, outcome: isProved ? "answered" : "handed_over", reason: isProved ? null : "check" };
}
