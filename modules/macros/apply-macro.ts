// Shows what a macro would do to a conversation, does it, and takes it back.
import { actorOf } from "#kernel/auth/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import { sql } from "#kernel/db/index.ts";
import { type ConversationId, type MacroId, type MacroRunId, newId } from "#kernel/ids/index.ts";
import type { AnswerOf } from "#kernel/wire/route.ts";
import { actionNamed, applyAction } from "#modules/bulk-actions";
import { conversationExists, isRecorded, readSummaries, registeredRowFields } from "#modules/conversations";
import type { ConversationSummary } from "#modules/conversations/contract";
import { isMember } from "#modules/projects";
import type * as contract from "./contract.ts";
import type { Macro, StepOutcome } from "./contract.ts";
import { changedMeanwhile, sameClientId } from "./errors.ts";
import { KEPT, readHolds, readMacro, readRun, readRunBy, type MacroRun, type RunStep, writeRun } from "./queries.ts";
import type { Ctx } from "./save-macro.ts";
import { type PlannedStep, planSteps } from "./steps.ts";

type Outcome = StepOutcome["outcome"];
type Made = AnswerOf<typeof contract.applyMacro>["events"];

/** Throws `not_found` for a macro or conversation that the member can't see. */
export async function previewMacro(ctx: Ctx, conversationId: ConversationId, id: MacroId): Promise<AnswerOf<typeof contract.previewMacro>> {
  const [macro, [row]] = await ctx.db.read(...both(ctx, conversationId, id));
  if (!macro || !row) throw notFound();
  const planned = await plan(ctx, macro, row);
  return { macro, steps: outcomes(macro, (place) => planned[place]?.outcome ?? "impossible") };
}

/**
 * Throws `not_found`, `conflict` for a macro that was changed since its preview. What is about to be done is stored before it is done, so that
 * a repetition after a fault finishes it, and it can be taken back.
 */
export async function applyMacro(
  ctx: Ctx,
  conversationId: ConversationId,
  id: MacroId,
  { clientId, version, frontier }: { clientId: string; version: number; frontier: number },
): Promise<AnswerOf<typeof contract.applyMacro>> {
  const { projectId, accountId } = ctx.caller;
  const [before, macro, [row]] = await ctx.db.read(readRunBy(projectId, accountId, clientId), ...both(ctx, conversationId, id));
  // What was begun is finished as it was begun, whatever became of the macro.
  if (before) return await finish(ctx, before, { id, conversationId, frontier });
  if (!macro || !row) throw notFound();
  const planned = await plan(ctx, macro, row);
  const now = ctx.clock.now();
  const runId = newId("macroRun", now);
  const steps = planned.filter(({ outcome }) => outcome === "changes").map(toStep);
  const may = sql`${isMember(projectId, accountId)} AND ${conversationExists(projectId, conversationId)}`;
  const [run] = await ctx.db.commitAndRead(
    writeRun({ id: runId, projectId, macroId: id, conversationId, me: accountId, clientId, steps, version, now }, may),
    readRunBy(projectId, accountId, clientId),
  );
  if (!run) throw changedMeanwhile();
  if (run.id !== runId) return await finish(ctx, run, { id, conversationId, frontier });
  const events: Made = [];
  const results = new Map<number, Outcome>();
  for (const step of run.steps) results.set(step.place, await doStep(ctx, run, step, { frontier, undoes: false }, events));
  return { runId: run.id, steps: outcomes(macro, (place) => results.get(place) ?? planned[place]?.outcome ?? "impossible"), events };
}

/** Answers a repetition: what is left of the steps that were planned is done. */
async function finish(
  ctx: Ctx,
  run: MacroRun,
  { id, conversationId, frontier }: { id: MacroId; conversationId: ConversationId; frontier: number },
): Promise<AnswerOf<typeof contract.applyMacro>> {
  if (run.macroId !== id || run.conversationId !== conversationId) throw sameClientId();
  ctx.reply.status = 200;
  const events: Made = [];
  const steps: StepOutcome[] = [];
  for (const step of run.steps)
    steps.push({ action: step.action, value: step.value, outcome: await doStep(ctx, run, step, { frontier, undoes: false }, events) });
  return { runId: run.id, steps, events };
}

/** Throws `not_found` for what somebody else applied, or more than a day ago. A repetition takes nothing back twice. */
export async function undoMacro(ctx: Ctx, id: MacroRunId): Promise<AnswerOf<typeof contract.undoMacro>> {
  const { projectId, accountId } = ctx.caller;
  const [run] = await ctx.db.read(readRun(projectId, accountId, id, ctx.clock.now() - KEPT));
  if (!run) throw notFound();
  const [holds] = await ctx.db.read(
    readHolds(
      projectId,
      run.conversationId,
      run.steps.map((step) => isRecorded(projectId, run.conversationId, actorOf(ctx.caller), clientIdOf(run, step))),
    ),
  );
  const done = run.steps.filter((_, index) => holds?.[index] === true);
  const events: Made = [];
  let undone = 0;
  for (const step of done.toReversed()) {
    const outcome = await doStep(ctx, run, step, { frontier: undefined, undoes: true }, events);
    if (outcome === "changes") undone += 1;
  }
  return { undone, kept: done.length - undone, events };
}

const clientIdOf = (run: MacroRun, { place }: RunStep): string => `${run.id}:${place}`;
const toStep = ({ place, action, value, inverse }: PlannedStep): RunStep => ({ place, action: action?.name ?? "", value, inverse });
const outcomes = (macro: Macro, outcomeAt: (place: number) => Outcome): StepOutcome[] =>
  macro.steps.map(({ action, value }, place) => ({ action, value, outcome: outcomeAt(place) }));

/** Reads of the macro and of the conversation, as the caller sees them. */
const both = (ctx: Ctx, conversationId: ConversationId, id: MacroId) =>
  [
    readMacro(ctx.caller.projectId, ctx.caller.accountId, id),
    readSummaries(registeredRowFields(ctx), ctx.caller.projectId, [conversationId], ctx.caller.accountId),
  ] as const;

/** The steps, each with whether it is possible now. */
async function plan(ctx: Ctx, macro: Macro, row: ConversationSummary): Promise<readonly PlannedStep[]> {
  const { projectId, accountId } = ctx.caller;
  const planned = planSteps(ctx, macro, row, { projectId, now: ctx.clock.now(), by: accountId });
  if (planned.length === 0) return planned;
  const [holds] = await ctx.db.read(
    readHolds(
      projectId,
      row.id,
      planned.map(({ when }) => when),
    ),
  );
  return planned.map((step, index): PlannedStep => (holds?.[index] === true ? step : { ...step, outcome: "impossible" }));
}

interface How {
  readonly frontier: number | undefined;
  readonly undoes: boolean;
}
/** Does one step, or takes it back. */
async function doStep(ctx: Ctx, run: MacroRun, step: RunStep, { frontier, undoes }: How, events: Made): Promise<Outcome> {
  const { conversationId } = run;
  const action = actionNamed(ctx, step.action);
  if (!action || (undoes && step.inverse === undefined)) return "impossible";
  const clientId = clientIdOf(run, step);
  const { outcome, recorded } = await applyAction(ctx, {
    ...(undoes
      ? {
          ...{ action, conversationId, clientId: `${clientId}:undo`, value: step.inverse, onlyIf: { value: step.value } },
          // What it was kept from doing, and somebody else has done since, is not taken back.
          when: isRecorded(ctx.caller.projectId, conversationId, actorOf(ctx.caller), clientId),
        }
      : { action, conversationId, clientId, value: step.value, frontier }),
  });
  if (recorded) events.push({ event: recorded.event, conversation: recorded.conversation });
  return outcome;
}
