// Reads how far raters agree and where they differ, and decides where they do.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { decodeCursor, encodeCursor } from "#kernel/db/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { EvaluationRunId, SetQuestionId } from "#kernel/ids/index.ts";
import { readRun } from "#modules/evaluation";
import { audit } from "#modules/projects";
import type { Verdict } from "../contract.ts";
import { doesNotDiffer } from "../errors.ts";
import { itemsAt } from "../judging/read-judgings.ts";
import { readDecided, readDisagreements, readGrades, readOpenCount, writeDecision } from "../store/graded.ts";
import { readVerdicts, readVerdictsAt } from "../store/people.ts";
import { agreementsOf, ratersOf } from "./agreements.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const ITEMS = 20;

export async function readAgreement(ctx: Ctx, runId: EvaluationRunId) {
  const { projectId } = ctx.caller;
  const [run, grades, verdicts, undecided] = await ctx.db.read(
    readRun({ projectId, id: runId }),
    readGrades(projectId, runId),
    readVerdicts(projectId, runId),
    readOpenCount(projectId, runId),
  );
  if (!run) throw notFound();
  const raters = ratersOf(grades, verdicts);
  return {
    raters: raters.map(({ kind, name, byPlace }) => ({
      ...{ kind, name, graded: byPlace.size },
      passed: [...byPlace.values()].filter((verdict) => verdict === "passed").length,
    })),
    pairs: agreementsOf(raters),
    undecided,
  };
}
export async function listDisagreements(
  ctx: Ctx,
  runId: EvaluationRunId,
  { state, cursor }: { state: "open" | "decided"; cursor?: string | undefined },
) {
  const { projectId } = ctx.caller;
  const [run, found] = await ctx.db.read(
    readRun({ projectId, id: runId }),
    readDisagreements(projectId, runId, state, decodeCursor(cursor)?.at ?? 0, ITEMS + 1),
  );
  if (!run) throw notFound();
  const shown = found.slice(0, ITEMS);
  const places = shown.map(({ place }) => place);
  const [items, [verdicts]] = await Promise.all([
    itemsAt(ctx, projectId, runId, places),
    ctx.db.read(readVerdictsAt(projectId, runId, places)),
  ]);
  const last = shown.at(-1);
  return {
    items: shown.flatMap(({ place, judge, decision }) => {
      const item = items.get(place);
      const people = verdicts.filter((one) => one.place === place).map(({ name, verdict, comment }) => ({ name, verdict, comment }));
      return item ? [{ item, judge, people, decision }] : [];
    }),
    next: found.length > ITEMS && last ? encodeCursor([last.place, runId]) : null,
  };
}
export async function decideDisagreement(
  ctx: Ctx,
  runId: EvaluationRunId,
  questionId: SetQuestionId,
  decision: { readonly verdict: Verdict; readonly comment: string },
): Promise<{ ok: true }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [after] = await ctx.db.commitAndRead(
    [
      writeDecision({ projectId, runId, questionId }, decision, accountId, now),
      audit(ctx, "answer_grading.decided", { detail: { verdict: decision.verdict } }),
    ],
    readDecided(projectId, runId, questionId),
  );
  if (!after) throw notFound();
  if (after.decision !== decision.verdict) throw doesNotDiffer();
  return { ok: true };
}
