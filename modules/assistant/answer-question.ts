// Answers a question from the company's knowledge: finds passages, asks a model, and lets through only what these passages prove.
import { seconds } from "#kernel/clock/index.ts";
import type { ProjectId } from "#kernel/ids/index.ts";
import type { Counter } from "#kernel/limits/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contextOf, type ModelAnswer, type ModelChoice, ModelError, type ModelRun, runModel } from "#modules/ai";
import { FITS_FROM, retrieve, type Retrieved, type TermCounts } from "#modules/retrieval";
import { checkAnswer } from "./check-answer.ts";
import type { Relevance } from "#modules/claim-verification";
import type { Answer, AnswerSource } from "./contract.ts";
import type { Picture } from "./history/images.ts";
import { type Room, roomIn } from "./history/context-window.ts";
import { DRAFT_SCHEMA, type Earlier, instructionsFor, NOTHING_EARLIER, questionFor } from "./prompt.ts";
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

const DOCUMENTS = 5;
const TIMEOUT = seconds(60);
const UNBOUNDED = roomIn(null);

/** Throws `not_configured` and the refusals of ceilings. What a provider refuses is an outcome. */
export async function answerQuestion(ctx: Ctx, asked: Question): Promise<Answer> {
  const { purpose, limits } = asked;
  return await answerBy(ctx, asked, async (run) => {
    const said = await runModel(ctx, { ...run, purpose, limits });
    return { text: said.result.text, call: callOf(asked.choice, said) };
  });
}

/** What the model said; `call` is null if none was made. */
export interface Wording {
  readonly text: string;
  readonly call: Answer["call"];
}
/** What a model is asked, from these passages. */
export type AskModel = (run: Awaited<ReturnType<typeof modelRunFor>>, sources: readonly AnswerSource[]) => Promise<Wording>;
/** The same with a way to ask the model that the caller chooses. A `ModelError` is an outcome; whatever else it throws is thrown. */
export async function answerBy(
  ctx: Ctx,
  asked: Omit<Question, "purpose" | "limits">,
  ask: AskModel,
  { query, before }: { readonly query: string; readonly before: Earlier["before"] } = { query: asked.question, before: [] },
): Promise<Answer> {
  const room = roomIn(contextOf(asked.choice), asked.guidance.length);
  const { found, sources, retrieval } = await findPassages(ctx, asked.projectId, query, room);
  const shared = { sources, sentences: [], asksBack: null, explanation: null, call: null, retrieval };
  if (!answers({ found, sources })) return { ...shared, outcome: "handed_over", reason: "nothing_fits" };
  try {
    const run = await modelRunFor(asked, sources, room, before.length === 0 ? NOTHING_SHOWN : { ...NOTHING_SHOWN, before });
    const { text, call } = await ask(run, sources);
    return { ...shared, call, ...judge(text, asked, sources, relevanceIn(found, asked, sources)) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { ...shared, outcome: "failed", reason: null, explanation: error.message };
  }
}

export interface Passages {
  readonly found: Retrieved;
  readonly sources: AnswerSource[];
  readonly retrieval: Answer["retrieval"];
}
/** What the company's knowledge has on a question, within what a customer may be told. */
export async function findPassages(
  ctx: Ctx,
  projectId: ProjectId,
  query: string,
  room: Room = UNBOUNDED,
  termCounts?: TermCounts,
): Promise<Passages> {
  const began = ctx.clock.now();
  const scope = { projectId, audiences: ["public", "told"], onlyAssistant: true } as const;
  const found = await retrieve(ctx, { ...scope, query, termCounts, limit: DOCUMENTS });
  const { fits, confidence, semantic, readAs } = found;
  return {
    found,
    sources: sourcesOf(found, room.passages),
    retrieval: { took: ctx.clock.now() - began, fits, confidence, semantic, readAs },
  };
}
/** Whether a model is asked: otherwise it would answer from passages that only resemble the question. */
export const answers = ({ found, sources }: Pick<Passages, "found" | "sources">): boolean => found.fits && sources.length > 0;

/** What a call cost and took, as a trace shows it. */
export const callOf = ({ provider, model }: ModelChoice, { took, tokens, cost, source }: Omit<ModelAnswer, "result">) => ({
  ...{ provider, model, took },
  inputTokens: tokens.input,
  outputTokens: tokens.output,
  costUsd: cost / 1e6,
  priceSource: source,
});

/** The passages that the answer may cite, the best document's first. */
export function sourcesOf({ hits }: Retrieved, most: number = UNBOUNDED.passages): AnswerSource[] {
  const sources: AnswerSource[] = [];
  let length = 0;
  for (const hit of hits)
    for (const { heading, text } of hit.passages ?? []) {
      if (length + text.length > most) continue;
      length += text.length;
      const { documentId, title, url, locale, audience, confidence } = hit;
      sources.push({ id: `p${sources.length + 1}`, documentId, title, heading, url, locale, audience, text, confidence });
    }
  return sources;
}

export interface Shown extends Earlier {
  /** Of the customer's messages, for a model that reads them. */
  readonly pictures: readonly Picture[];
  /** There are images that it does not get. */
  readonly unseen: boolean;
}
const NOTHING_SHOWN: Shown = { ...NOTHING_EARLIER, pictures: [], unseen: false };
/** The call that asks the model for an answer. */
export async function modelRunFor(
  { projectId, question, choice, ...how }: Pick<Question, "projectId" | "question" | "choice" | "locale" | "guidance">,
  sources: readonly AnswerSource[],
  { output }: Pick<Room, "output"> = UNBOUNDED,
  shown: Shown = NOTHING_SHOWN,
): Promise<Pick<ModelRun, "projectId" | "choice" | "prompt" | "maxOutputTokens" | "timeout">> {
  const { jsonSchema, Output } = await import("ai");
  const text = questionFor(question, sources, shown);
  const pictures = shown.pictures.map((one) => ({ type: "file" as const, ...one }));
  const instructions = instructionsFor({ ...how, unseen: shown.unseen });
  const form = Output.object({ schema: jsonSchema(DRAFT_SCHEMA), name: "answer" });
  return {
    ...{ projectId, choice, maxOutputTokens: output, timeout: TIMEOUT },
    prompt:
      pictures.length === 0
        ? { instructions, prompt: text, output: form }
        : { instructions, messages: [{ role: "user", content: [{ type: "text", text }, ...pictures] }], output: form },
  };
}

/** How the checker compares what is cited with the question. */
export const relevanceIn = (found: Retrieved, { question }: Pick<Question, "question">, sources: readonly AnswerSource[]): Relevance => {
  // Tools add to them while the model works.
  const byId = (id: string): AnswerSource | undefined => sources.find((one) => one.id === id);
  return {
    question,
    of: ({ source, ...piece }) => {
      const documentId = byId(source.id)?.documentId;
      // What a tool was asked for is about the question, though it may not repeat its words.
      return documentId === "" ? 1 : (found.relevanceOf?.({ ...piece, locale: source.locale }, documentId) ?? 1);
    },
    fits: ({ id }) => byId(id)?.confidence ?? 0,
    fitsFrom: FITS_FROM,
    best: found.confidence,
    meant: ({ id, locale }) => found.relevanceOf?.({ title: "", heading: "", content: "", locale }, byId(id)?.documentId) ?? 0,
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
