// Reads the plan with what came of it, and saves it.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { hours } from "#kernel/clock/index.ts";
import { notFound, Refusal } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { askedBy, shareOf, usd } from "#modules/evaluation";
import { type Present, presentOf, readPresent } from "#modules/promotion";
import { writeAudit } from "#modules/projects";
import { readQuestionsAmong, readSet } from "#modules/question-sets";
import { type GivenPlan, type Regressions, WORSE_SHOWN } from "./contract.ts";
import { monthBudgetSmall, planChanged, runBudgetLarge } from "./errors.ts";
import { maySave, readNewest, readOpenReviews, readPlan, readSpent, type StoredPlan, writePlan } from "./queries.ts";
import { isGuarded, monthOf, nextDue } from "./rules.ts";
import { LOOK_EVERY } from "./start-due.ts";

type Ctx = RequestCtx<MemberPrincipal>;
const LISTED = 50;
const REVIEWS = 20;

export async function showRegressions(ctx: Ctx): Promise<Regressions> {
  const { projectId } = ctx.caller;
  const now = ctx.clock.now();
  const [plan, items, open, settings, chosen] = await ctx.db.read(
    readPlan(projectId),
    readNewest(projectId, LISTED),
    readOpenReviews(projectId, REVIEWS),
    ...readPresent(projectId),
  );
  const shown = open.map(({ worse }) => worse.slice(0, WORSE_SHOWN));
  const [questions, spent] = await ctx.db.read(
    readQuestionsAmong(projectId, shown.flat()),
    readSpent(projectId, monthOf(plan?.wire.timeZone ?? "UTC", now)),
  );
  const { present, obstacle } = await inForce(ctx, settings, chosen);
  return {
    plan: plan?.wire ?? null,
    obstacle,
    model: present?.model ?? null,
    ...{ monthUsd: spent / 1e6, shareUsd: shareOf(ctx.config) / 1e6, items },
    reviews: open.map(({ regression }, at) => ({
      regression,
      worse: (shown[at] ?? []).flatMap((id) => {
        const asked = questions.get(id);
        return asked === undefined ? [] : [{ question: asked.question, topic: asked.topic, guarded: isGuarded(asked) }];
      }),
    })),
  };
}
/** What runs would try, and why none can start. */
async function inForce(
  ctx: Ctx,
  settings: Parameters<typeof presentOf>[1],
  chosen: Parameters<typeof presentOf>[2],
): Promise<{ present: Present | undefined; obstacle: string | null }> {
  let present: Present | undefined;
  try {
    present = await presentOf(ctx, settings, chosen);
    askedBy(ctx.config, present.model, ctx.clock.now());
    return { present, obstacle: null };
  } catch (error) {
    if (error instanceof Refusal) return { present, obstacle: error.message };
    throw error;
  }
}

/** Stores the plan. Throws what the contract names. */
export async function savePlan(ctx: Ctx, given: GivenPlan): Promise<Regressions> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [held, before] = await ctx.db.read(readSet(projectId, given.setId), readPlan(projectId));
  if (!held || held.archived) throw notFound();
  if (Math.floor(given.runBudgetUsd * 1e6) > shareOf(ctx.config)) throw runBudgetLarge(usd(shareOf(ctx.config)));
  if (given.monthBudgetUsd < given.runBudgetUsd) throw monthBudgetSmall();
  const when = maySave(projectId, given, accountId);
  const times = { nextAt: nextDue(given, now), checkAt: given.onKnowledge ? checkFrom(given, before, now) : null };
  const changes = changesOf(given, held.set.name, before);
  const audit = { projectId, actor: ctx.caller, action: "regressions.plan_saved", changes, now };
  const [stored] = await ctx.db.commitAndRead(
    [writeAudit(audit, when), writePlan(projectId, given, times, accountId, now, when)],
    readPlan(projectId),
  );
  // A repeated request finds what it stored.
  if (stored?.wire.revision !== given.revision + 1 || !isSame(stored, given)) throw planChanged();
  return await showRegressions(ctx);
}
/** Saving a plan anew is no way around the hours between two runs. */
const checkFrom = ({ gapHours }: GivenPlan, before: StoredPlan | undefined, now: number): number =>
  Math.max(now + LOOK_EVERY, (before?.lastAt ?? 0) + hours(gapHours));
const FIELDS = ["schedule", "weekday", "hour", "timeZone", "onKnowledge", "gapHours", "runBudgetUsd", "monthBudgetUsd"] as const;
const isSame = ({ wire }: StoredPlan, given: GivenPlan): boolean =>
  wire.setId === given.setId && FIELDS.every((field) => wire[field] === given[field]);
/** What the audit log says of it: a first plan with all of its settings. */
const changesOf = (given: GivenPlan, setName: string, before: StoredPlan | undefined) => [
  { field: "set", from: before?.wire.setName, to: setName },
  ...FIELDS.map((field) => ({ field, from: before && String(before.wire[field]), to: String(given[field]) })),
];
