// Reads judgings and what the judge said.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { EvaluationRunId, JudgingId, ProjectId } from "#kernel/ids/index.ts";
import { readItemsAmong, readRun, withQuestion } from "#modules/evaluation";
import type { EvaluationItem } from "#modules/evaluation/contract";
import { readQuestionsAmong } from "#modules/question-sets";
import { readJudgements, readJudging, readJudgings } from "../store/judgings.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const JUDGINGS = 10;
const ITEMS = 30;

export async function listJudgings(ctx: Ctx, runId: EvaluationRunId, cursor: string | undefined) {
  const { projectId } = ctx.caller;
  const [run, found] = await ctx.db.read(
    readRun({ projectId, id: runId }),
    readJudgings(projectId, runId, decodeCursor(cursor)?.id, JUDGINGS + 1),
  );
  if (!run) throw notFound();
  const items = found.slice(0, JUDGINGS);
  const last = items.at(-1);
  return { items, next: found.length > JUDGINGS && last ? encodeCursor([0, last.id]) : null };
}
export async function readOneJudging(ctx: Ctx, id: JudgingId) {
  const [judging] = await ctx.db.read(readJudging({ projectId: ctx.caller.projectId, id }));
  if (!judging) throw notFound();
  return { judging };
}

/** Answers of a run at these places, with their questions. */
export async function itemsAt(
  ctx: Ctx,
  projectId: ProjectId,
  runId: EvaluationRunId,
  places: readonly number[],
): Promise<ReadonlyMap<number, EvaluationItem>> {
  const [items] = await ctx.db.read(readItemsAmong({ projectId, id: runId }, places));
  const [questions] = await ctx.db.read(
    readQuestionsAmong(
      projectId,
      items.map(({ questionId }) => questionId),
    ),
  );
  return new Map(items.map((item) => [item.place, withQuestion(item, questions)]));
}
export async function listJudgements(
  ctx: Ctx,
  id: JudgingId,
  { state, cursor }: { state?: EvaluationItem["state"] | undefined; cursor?: string | undefined },
) {
  const key = { projectId: ctx.caller.projectId, id };
  const [judging, found] = await ctx.db.read(readJudging(key), readJudgements(key, state, decodeCursor(cursor)?.at ?? 0, ITEMS + 1));
  if (!judging) throw notFound();
  const shown = found.slice(0, ITEMS);
  const items = await itemsAt(
    ctx,
    key.projectId,
    judging.runId,
    shown.map(({ place }) => place),
  );
  const last = shown.at(-1);
  return {
    items: shown.flatMap(({ place, ...judgement }) => {
      const item = items.get(place);
      return item ? [{ ...judgement, item }] : [];
    }),
    next: found.length > ITEMS && last ? encodeCursor([last.place, id]) : null,
  };
}
