// Adds, changes, imports and removes questions. Each is one new version of the set.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { SQL } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { newId, type QuestionSetId, type SetQuestionId } from "#kernel/ids/index.ts";
import { type ImportedRow, type LineProblem, MAX_QUESTIONS, type QuestionInput, type SetQuestion } from "../contract.ts";
import { hasChanged, isArchived, isFull } from "../errors.ts";
import {
  type Change,
  type HeldSet,
  type NewQuestion,
  readPlace,
  readQuestionBy,
  readSet,
  writeQuestions,
  writeRemoved,
} from "../queries.ts";
import { questionsIn } from "../rules.ts";

type Ctx = RequestCtx<MemberPrincipal>;
type Source = Pick<NewQuestion, "origin" | "contactId" | "conversationId">;
/** Other people's changes of the same set between reading and writing, after which it is refused. */
const ATTEMPTS = 4;

export const changeOf = (ctx: Ctx, setId: QuestionSetId, { set }: HeldSet): Change => ({
  ...{ projectId: ctx.caller.projectId, setId, version: set.version, by: ctx.caller.accountId, now: ctx.clock.now() },
});

/** Stores one question; repeating it with the same `clientId` returns the same. */
export async function storeQuestion(
  ctx: Ctx,
  setId: QuestionSetId,
  clientId: string,
  input: QuestionInput,
  from: Source,
  replaces: SetQuestionId | null = null,
): Promise<{ question: SetQuestion }> {
  const { projectId } = ctx.caller;
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    const [held, before, replaced] = await ctx.db.read(
      readSet(projectId, setId),
      readQuestionBy(projectId, setId, clientId),
      readPlace(projectId, setId, replaces ?? ("" as SetQuestionId)),
    );
    if (!held) throw notFound();
    if (before) return { question: before };
    if (held.archived) throw isArchived();
    if (replaces !== null && !replaced) throw notFound();
    if (replaced && !replaced.current) throw hasChanged();
    if (!replaced && held.set.questions >= MAX_QUESTIONS) throw isFull();
    const change = changeOf(ctx, setId, held);
    const id = newId("setQuestion", change.now);
    const question = { ...input, ...from, id, clientId, place: replaced?.place ?? held.nextPlace };
    const [stored] = await ctx.db.commitAndRead(
      writeQuestions(change, [question], replaces ?? undefined),
      readQuestionBy(projectId, setId, clientId),
    );
    if (stored) return { question: stored };
  }
  throw hasChanged();
}

export const saveQuestion = (
  ctx: Ctx,
  setId: QuestionSetId,
  {
    clientId,
    replaces,
    origin,
    ...input
  }: QuestionInput & { clientId: string; replaces: SetQuestionId | null; origin: SetQuestion["origin"] },
): Promise<{ question: SetQuestion }> =>
  storeQuestion(ctx, setId, clientId, input, { origin, contactId: null, conversationId: null }, replaces);

/** Questions that are stored together, each with a key by which a repetition is known. */
export interface Together {
  readonly questions: readonly (QuestionInput & Pick<NewQuestion, "clientId" | "origin">)[];
  /** Further statements of the batch, which follow the questions. */
  readonly alongside?: readonly SQL[];
}
/** Stores questions as one new version, all or none. `prepare` is asked again if somebody else changed the set meanwhile. Returns their number. */
export async function addTogether(ctx: Ctx, setId: QuestionSetId, prepare: () => Promise<Together>): Promise<number> {
  const { projectId } = ctx.caller;
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    const [held] = await ctx.db.read(readSet(projectId, setId));
    if (!held) throw notFound();
    const { questions, alongside = [] } = await prepare();
    if (questions.length === 0) return 0;
    if (held.archived) throw isArchived();
    if (held.set.questions + questions.length > MAX_QUESTIONS) throw isFull();
    const change = changeOf(ctx, setId, held);
    const fresh = questions.map((one, at): NewQuestion => ({
      ...one,
      ...{ id: newId("setQuestion", change.now), place: held.nextPlace + at, contactId: null, conversationId: null },
    }));
    const first = fresh[0]?.clientId ?? "";
    const [stored] = await ctx.db.commitAndRead([...writeQuestions(change, fresh), ...alongside], readQuestionBy(projectId, setId, first));
    if (stored) return fresh.length;
  }
  throw hasChanged();
}

/** All rows, or none and what is wrong with them. The rows of a repeated import are known by their keys. */
export async function importQuestions(
  ctx: Ctx,
  setId: QuestionSetId,
  { clientId, rows }: { clientId: string; rows: readonly ImportedRow[] },
): Promise<{ imported: number; problems: LineProblem[] }> {
  const { projectId } = ctx.caller;
  const { questions, problems } = questionsIn(rows);
  const keyOf = (at: number): string => `${clientId}:${at}`;
  await addTogether(ctx, setId, async () => {
    if (problems.length > 0) return { questions: [] };
    const [before] = await ctx.db.read(readQuestionBy(projectId, setId, keyOf(0)));
    return { questions: before ? [] : questions.map((one, at) => ({ ...one, clientId: keyOf(at), origin: "import" as const })) };
  });
  return { imported: problems.length > 0 ? 0 : questions.length, problems };
}

export async function removeQuestion(ctx: Ctx, setId: QuestionSetId, id: SetQuestionId): Promise<{ ok: true }> {
  const { projectId } = ctx.caller;
  for (let tried = 0; tried < ATTEMPTS; tried += 1) {
    const [held, there] = await ctx.db.read(readSet(projectId, setId), readPlace(projectId, setId, id));
    if (!held || !there) throw notFound();
    if (!there.current) return { ok: true };
    if (held.archived) throw isArchived();
    const [after] = await ctx.db.commitAndRead(writeRemoved(changeOf(ctx, setId, held), id), readPlace(projectId, setId, id));
    if (after?.current === false) return { ok: true };
  }
  throw hasChanged();
}
