// Asks the model in a round and checks what it says, sentence by sentence while it is written. Nothing is stored here.
import { seconds } from "#kernel/clock/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import {
  beginCall,
  callModel,
  guessTokens,
  type ModelAnswer,
  type ModelChoice,
  ModelError,
  type ModelTest,
  readTests,
  seesImages,
  TOKENS_OF_IMAGE,
} from "#modules/ai";
import { picturesOf, readPictures } from "../history/images.ts";
import type { Room } from "../history/context-window.ts";
import { readQueryTermCounts } from "#modules/retrieval";
import { MAX_QUESTION } from "#modules/retrieval/contract";
import { answers, callOf, findPassages, judge, modelRunFor, relevanceIn } from "../answer-question.ts";
import type { Answer, AnswerSource } from "../contract/answers.ts";
import type { Trace } from "../contract/rounds.ts";
import type { Guidance } from "../contract/guidance.ts";
import { guidanceText } from "../contract/guidance-text.ts";
import type { RoundFrames } from "../live/publish.ts";
import { readIsOwn, writeState } from "../store/rounds.ts";
import type { Beginning } from "./begin-round.ts";
import { LEASE } from "./begin-round.ts";
import type { Asked } from "./rules.ts";
import { shownOf } from "./shown.ts";
import { MOST_STEPS, offersOf, toolsOf } from "./tools.ts";

/** The platform ends work that follows a response after 30 seconds. */
const TIMEOUT = seconds(24);
/** Tokens of our own rules. */
const RULES = 1000;

export interface Outcome extends Pick<Answer, "outcome" | "reason"> {
  readonly trace: Trace;
  /** The proved sentences, for the message; and whether the visitor has seen the beginning of them already. */
  readonly proved: readonly Answer["sentences"][number][];
  readonly wasShown: boolean;
  readonly sources: readonly AnswerSource[];
  /** What a tool has the customer do first; it is said instead of an answer. */
  readonly says: string | null;
  /** The customer sent images that the model did not get. */
  readonly unseen: boolean;
  /** Settles the call. */
  readonly ending: readonly SQL[];
  readonly cost: number;
}

/** Throws the refusals of ceilings and configuration; what a provider refuses is an outcome. */
export async function answerRound(
  ctx: Ctx,
  { round, settings, conversation, earlier }: Beginning,
  own: { readonly id: Beginning["round"]["id"] },
  asked: Asked,
  choice: ModelChoice,
  { guidance, room }: { readonly guidance: Guidance; readonly room: Room },
  frames: RoundFrames,
): Promise<Outcome> {
  const { projectId, conversationId, lease } = round;
  const sources: AnswerSource[] = [];
  const place = conversation && {
    ...{ projectId, conversationId, roundId: own.id, locale: asked.locale },
    ...{ contactId: conversation.contactId, verified: conversation.verified },
  };
  const told = { projectId, question: asked.question, choice, locale: asked.locale, guidance: guidanceText(guidance) };
  // One trip: the call's row is stored before it is known what it is asked, so that its cost is counted whatever happens. If there turns out to be
  // nothing to ask, the batch that ends the round forgets it.
  const offers = place && offersOf(ctx, place);
  const call = beginCall(
    ctx,
    {
      ...{ projectId, choice, purpose: "reply", maxOutputTokens: room.output, timeout: TIMEOUT },
      alongside: (callId, begun) => [
        writeState(
          projectId,
          own.id,
          lease,
          {
            ...{ state: "generating", callId, provider: choice.provider, model: choice.model, locale: asked.locale },
            version: settings.current?.version ?? 0,
            ...{ frontier: conversation?.revision ?? 0, until: ctx.clock.now() + LEASE },
          },
          begun,
        ),
      ],
    },
    guessTokens([told.guidance, asked.question, earlier.content, ...asked.before.map(({ text }) => text)]) +
      Math.ceil(room.passages / 3) +
      RULES +
      asked.withImages.length * TOKENS_OF_IMAGE,
  );
  const query = asked.query.slice(0, MAX_QUESTION);
  const images = asked.withImages.length === 0 ? [] : ([readTests(projectId), ...readPictures(projectId, asked.withImages)] as const);
  const [started, counts, ...more] = await ctx.db.commitAndRead(
    call.writes,
    call.started,
    readQueryTermCounts(projectId, query),
    ...images,
    ...(offers?.reads ?? []),
  );
  const begun = call.begun(started);
  const [tests, ...files] = more.slice(0, images.length) as [ModelTest[] | undefined, ...Parameters<typeof picturesOf>[1][]];
  const [passages, tools, pictures] = await Promise.all([
    findPassages(ctx, projectId, query, room, counts),
    place && toolsOf(ctx, place, offers?.tools(more.slice(images.length)) ?? [], sources),
    seesImages(choice, tests) ? picturesOf(ctx, files.flat()) : [],
  ]);
  const unseen = asked.withImages.length > 0 && pictures.length === 0;
  const { found, retrieval } = passages;
  const fits = answers(passages);
  // What does not fit is not shown to a model that was only asked because it has tools.
  const given = fits ? passages.sources : [];
  sources.push(...given);
  const run = await modelRunFor(told, given, room, { before: asked.before, summary: earlier.content, pictures, unseen });
  const trace: Trace = {
    instructions: String(run.prompt.instructions ?? ""),
    ...(earlier.content !== "" && { summary: earlier.content }),
    ...{ sources: passages.sources, sentences: [], asksBack: null, explanation: null, retrieval, call: null, tools: [] },
  };
  const without = { proved: [], wasShown: false, sources: [], ending: [], cost: 0, says: null, unseen };
  if (!fits && tools === undefined) return { ...without, ending: call.unmade, outcome: "handed_over", reason: "nothing_fits", trace };
  frames.show("generating", "writing");
  const relevance = relevanceIn(found, asked, sources);
  const stream = shownOf(asked, sources, relevance, frames);
  const stop = new AbortController();
  // What is heard is a hint, which may be about an earlier round; the row decides.
  const isStopped = (): void =>
    ctx.after(ctx.db.read(readIsOwn(projectId, own.id, lease)).then(([isOurs]) => (isOurs ? undefined : stop.abort())));
  let answer: ModelAnswer & { readonly ending: readonly SQL[] };
  try {
    answer = await frames.whileHearing(isStopped, () =>
      callModel(
        ctx,
        {
          ...run,
          prompt:
            tools === undefined
              ? run.prompt
              : { ...run.prompt, tools: tools.set, stopWhen: ({ steps }) => steps.length >= MOST_STEPS || tools.verdict() !== undefined },
          purpose: "reply",
          timeout: TIMEOUT,
          onText: stream,
          signal: stop.signal,
        },
        begun,
      ),
    );
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
    unseen,
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
