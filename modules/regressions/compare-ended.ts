// Compares a regression run that has ended with the one that was accepted last. A worsening opens a review and notifies members, once.
import type { Ctx } from "#kernel/module/index.ts";
import { readResultsOf, writeEnded } from "#modules/evaluation";
import { notifyOfSubject } from "#modules/notifications";
import { readPromotedRun } from "#modules/promotion";
import { readQuestionsAmong } from "#modules/question-sets";
import type { RunReason } from "#modules/evaluation/contract";
import { type EndedRun, isCompared, readBaseline, writeBaseline, writeCompared, writeNotFinished, writeReview } from "./queries.ts";
import { compare, isGuarded, isWorse } from "./rules.ts";

/** Repeating it, or two workers at once, stores the same: a comparison is stored once, and a review and a notice have its id. */
export async function compareEnded(ctx: Ctx, run: EndedRun): Promise<void> {
  const { projectId, runId, setId, hash } = run;
  const now = ctx.clock.now();
  if (run.state !== "done") return await endUnfinished(ctx, run, now);
  const [accepted, promoted, after] = await ctx.db.read(
    readBaseline(projectId, setId, hash),
    readPromotedRun(projectId, setId, hash),
    readResultsOf({ projectId, id: runId }),
  );
  if (after.size === 0) return void (await ctx.db.commit([writeNotFinished(run, "no_results", null, now)]));
  // Whoever promoted a run has seen what got worse with it.
  const isPromotedLater = promoted !== undefined && (accepted === undefined || accepted.hash !== hash || promoted.at > accepted.at);
  const baseline = isPromotedLater ? promoted.runId : (accepted?.runId ?? null);
  const [before] = baseline === null ? [new Map()] : await ctx.db.read(readResultsOf({ projectId, id: baseline }));
  const found = compare(before, after);
  const [questions] = await ctx.db.read(readQuestionsAmong(projectId, found.worse));
  const guarded = new Set(
    found.worse.filter((id) => {
      const asked = questions.get(id);
      return asked !== undefined && isGuarded(asked);
    }),
  );
  const isRegression = isWorse(found, guarded);
  const stored = isCompared(run);
  const compared = writeCompared(run, { ...found, baseline, worse: found.worse.length }, now);
  if (!isRegression) {
    // It stands for a configuration that has none, or whose questions were all replaced; otherwise what was accepted stays, so that small steps add up.
    const isFirst = found.shares === undefined || (!isPromotedLater && accepted?.hash !== hash);
    await ctx.db.commit([compared, ...(isFirst ? [writeBaseline(projectId, runId, now, stored)] : [])]);
    return;
  }
  const notifying = await notifyOfSubject(ctx, { projectId, event: "assistantWorse", subjectId: run.id });
  const worse = found.worse.toSorted((a, b) => Number(guarded.has(b)) - Number(guarded.has(a)));
  await ctx.db.commit([compared, writeReview(run, worse, now, stored), ...notifying.statements(stored)]);
  notifying.announce();
}

/** One that stands for a reason of its own is ended: nobody may be there to resume it, and it would keep other runs waiting. */
async function endUnfinished(ctx: Ctx, run: EndedRun, now: number): Promise<void> {
  const reason = run.reason ?? "cancelled";
  const ends =
    run.state === "paused" ? [writeEnded({ projectId: run.projectId, id: run.runId }, "cancelled", run.reason as RunReason, now)] : [];
  await ctx.db.commit([...ends, writeNotFinished(run, reason, run.detail, now)]);
}
