// Proposes questions from an article, by rule or by a model, and stores what people decide.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ArticleId, type ModelCallId, newId, type QuestionProposalId, type QuestionSetId } from "#kernel/ids/index.ts";
import { beginCall, callModel, guessTokens, ModelError } from "#modules/ai";
import { readCitableText } from "#modules/articles";
import { addTogether, isArchived, readSet, sameQuestion } from "#modules/question-sets";
import { MAX_TOPIC } from "#modules/question-sets/contract";
import { maybeAsked, notSynthetic, shareSpent } from "../errors.ts";
import { type Asked, askedBy, MODEL_TIME, PURPOSE, shareOf } from "../rules.ts";
import {
  type From,
  type NewProposal,
  readOpenAmong,
  readOpenProposals,
  readProposalCall,
  readStored,
  storedOf,
  writeAccepted,
  writeAnswered,
  writeAskingForProposals,
  writeNotAsked,
  writeProposals,
  writeRefused,
} from "./queries.ts";
import { fromHeadings, fromModel, INSTRUCTIONS, MOST_READ, type Proposed, PROPOSALS_SCHEMA } from "./rules.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const PAGE = 50;
/** Tokens of our own rules and of the form, and of an answer. */
const RULES = 1000;
const MOST_OUTPUT = 4096;
/** Seconds after which to try again where a provider says nothing. */
const AGAIN = 30;
type ModelAsked = Extract<Asked, { kind: "model" }>;

const inputOf = (content: string): number => guessTokens([content.slice(0, MOST_READ)]) + RULES;
const mostOf = ({ ceiling }: ModelAsked, content: string): number =>
  Math.ceil(inputOf(content) * ceiling.input + MOST_OUTPUT * ceiling.output);
function modelOf(ctx: Ctx, model: string): ModelAsked {
  const asked = askedBy(ctx.config, model, ctx.clock.now(), ctx.url.hostname);
  if (asked.kind === "synthetic") throw notSynthetic();
  return asked;
}

export async function listProposals(ctx: Ctx, setId: QuestionSetId, cursor: string | undefined) {
  const { projectId } = ctx.caller;
  const [held, found] = await ctx.db.read(
    readSet(projectId, setId),
    readOpenProposals(projectId, setId, decodeCursor(cursor)?.id, PAGE + 1),
  );
  if (!held) throw notFound();
  const items = found.slice(0, PAGE);
  const last = items.at(-1);
  return { items, next: found.length > PAGE && last ? encodeCursor([0, last.id]) : null };
}

export async function estimateProposals(
  ctx: Ctx,
  setId: QuestionSetId,
  { articleId, locale, model }: { articleId: ArticleId; locale?: string | undefined; model: string },
) {
  const { projectId } = ctx.caller;
  const [held, text] = await ctx.db.read(readSet(projectId, setId), readCitableText(projectId, articleId, locale ?? null));
  if (!held || !text) throw notFound();
  return { mostUsd: mostOf(modelOf(ctx, model), text.content) / 1e6, shareUsd: shareOf(ctx.config) / 1e6 };
}

interface Wanted {
  readonly clientId: string;
  readonly articleId: ArticleId;
  readonly locale: string | null;
  readonly model: string | null;
}
/** Throws what the contract names. */
export async function proposeQuestions(ctx: Ctx, setId: QuestionSetId, { clientId, articleId, locale, model }: Wanted) {
  const { projectId, accountId } = ctx.caller;
  const [held, text, before] = await ctx.db.read(
    readSet(projectId, setId),
    readCitableText(projectId, articleId, locale),
    readProposalCall(projectId, clientId),
  );
  if (!held || !text) throw notFound();
  if (before?.setId === setId && before.done) return { added: before.added, costUsd: before.cost / 1e6 };
  if (before) throw maybeAsked();
  if (held.archived) throw isArchived();
  const now = ctx.clock.now();
  const from: From = { projectId, setId, articleId, text, method: model === null ? "headings" : "model", by: accountId, now };
  if (model === null) {
    const proposals = storable(fromHeadings(text), now);
    const [added] = await ctx.db.commitAndRead([writeProposals(from, proposals)], readStored(projectId, idsOf(proposals)));
    return { added, costUsd: 0 };
  }
  return await byModel(ctx, from, clientId, modelOf(ctx, model));
}

const idsOf = (proposals: readonly NewProposal[]): QuestionProposalId[] => proposals.map(({ id }) => id);
const storable = (proposed: readonly Proposed[], now: number): NewProposal[] =>
  // A millisecond apart, so that they keep their order.
  proposed.map((one, at) => ({ ...one, id: newId("questionProposal", now + at), wording: sameQuestion(one.question) }));

/** Asks the model once. The batch that begins the call notes the request, and the one that stores the proposals counts the cost. */
async function byModel(ctx: Ctx, from: From, clientId: string, asked: ModelAsked) {
  const { projectId, setId, text, now } = from;
  const content = text.content.slice(0, MOST_READ);
  const base = {
    projectId,
    purpose: PURPOSE,
    choice: asked.choice,
    timeout: MODEL_TIME,
    attempts: 1,
    maxOutputTokens: MOST_OUTPUT,
  } as const;
  let call = "" as ModelCallId;
  const alongside = (id: ModelCallId, begun: Parameters<typeof writeAskingForProposals>[3]) => {
    call = id;
    return [writeAskingForProposals({ projectId, setId, clientId, call: id, most: mostOf(asked, content) }, ctx.config, now, begun)];
  };
  const beginning = beginCall(ctx, { ...base, alongside }, inputOf(content));
  const [started, noted] = await ctx.db.commitAndRead(beginning.writes, beginning.started, readProposalCall(projectId, clientId));
  const begun = beginning.begun(started);
  if (noted?.callId !== call) {
    await ctx.db.commit(beginning.unmade);
    throw noted ? maybeAsked() : shareSpent();
  }
  const { jsonSchema, Output } = await import("ai");
  const prompt = {
    instructions: INSTRUCTIONS,
    prompt: JSON.stringify({ language: text.locale, title: text.title, article: content }),
    output: Output.object({ schema: jsonSchema(PROPOSALS_SCHEMA), name: "questions" }),
  };
  try {
    const answer = await callModel(ctx, { ...base, prompt }, begun);
    const proposals = storable(fromModel(answer.result.text, content), now);
    const ids = idsOf(proposals);
    const [added] = await ctx.db.commitAndRead(
      [...answer.ending, writeProposals(from, proposals), writeAnswered(projectId, clientId, storedOf(projectId, ids), answer.cost)],
      readStored(projectId, ids),
    );
    return { added, costUsd: answer.cost / 1e6 };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // A refusal is known; after anything else the model may have answered, and the same request asks nothing again.
    if (["key", "quota", "model", "busy", "input"].includes(error.kind)) await ctx.db.commit([writeNotAsked(projectId, clientId)]);
    const retryAfter = Math.max(1, Math.ceil(error.after ?? AGAIN));
    throw new Refusal(503, "unavailable", error.message, { retryAfter }, { "retry-after": String(retryAfter) });
  }
}

interface Decisions {
  readonly accept: readonly { readonly id: QuestionProposalId; readonly question: string; readonly facts: string[] }[];
  readonly refuse: readonly QuestionProposalId[];
}
export async function decideProposals(ctx: Ctx, setId: QuestionSetId, { accept, refuse }: Decisions) {
  const { projectId, accountId } = ctx.caller;
  const ids = [...new Set(accept.map(({ id }) => id))];
  const now = ctx.clock.now();
  const accepted = await addTogether(ctx, setId, async () => {
    const [open] = await ctx.db.read(readOpenAmong(projectId, setId, ids));
    const taken = ids.flatMap((id) => {
      const [held, wanted] = [open.get(id), accept.find((one) => one.id === id)];
      if (!held || !wanted) return [];
      const { question, facts } = wanted;
      return [
        {
          ...{ clientId: id, origin: "article" as const, question, facts, topic: held.title.slice(0, MAX_TOPIC).trim().toWellFormed() },
          ...{ locale: held.locale, channel: "widget" as const, asker: "everybody" as const, outcome: "answer" as const },
          ...{ forbidden: [], sources: [held.title] },
        },
      ];
    });
    return { questions: taken, alongside: [writeAccepted(projectId, setId, ids, now)] };
  });
  const others = refuse.filter((id) => !ids.includes(id));
  if (others.length === 0) return { accepted, refused: 0 };
  const [open] = await ctx.db.read(readOpenAmong(projectId, setId, others));
  await ctx.db.commit([writeRefused(projectId, setId, others, accountId, now)]);
  return { accepted, refused: open.size };
}
