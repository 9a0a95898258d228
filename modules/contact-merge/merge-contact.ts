// Merges a contact into another one: the request decides and ends what must not be used any more, a job moves the data page by page.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { minutes } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { conflict, notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, idOf, newId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job, wakeJobs, writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { m } from "#messages";
import {
  contactChanged,
  contactMerge,
  mergedFrom,
  mergedInto,
  type MergeStep,
  type Moved,
  readContact,
  visitorSessionsEnded,
  writeEndVisitorSessionsOf,
} from "#modules/contacts";
import type { Contact } from "#modules/contacts/contract";
import { announceChanged } from "#modules/live-updates";
import { openThread } from "#modules/conversations/contract";
import { isMember, audit } from "#modules/projects";
import * as v from "valibot";
import { type Merge, readMerges } from "./contract.ts";
import {
  isMerging,
  readMayMove,
  readMerge,
  readUnfinished,
  writeAliasesMoved,
  writeFinished,
  writeGone,
  writeJobsMoved,
  writeMerge,
  writeMergeRow,
  writeStep,
  writeSweeping,
  writeTakenOver,
} from "./queries.ts";
import { problemOf } from "./contract/rules.ts";

/** Rows of one batch. */
const PAGE = 200;
/** Statements that one invocation may spend, without those of the step that it is at. */
const ROOM = 300;
/** The schedule looks after merges that have not ended by then, in milliseconds, in case their job was lost. */
const LATE = minutes(5);
const PER_TICK = 20;

const merge = job("contact-merge.merge", v.strictObject({ contactId: idOf("contact") }));
const keyOf = (from: ContactId): string => `contact-merge:${from}`;
const workOf = (projectId: ProjectId, from: ContactId, now: number) => ({
  ...{ id: newId("job", now), kind: merge.kind, key: keyOf(from), payload: { contactId: from } },
  ...{ projectId, dueAt: now },
});
/** What the steps of the modules are given. */
const movedOf = (projectId: ProjectId, from: ContactId): Moved => ({
  projectId,
  from,
  into: mergedInto(projectId, from),
  may: mergedFrom(projectId, from),
});
/** The modules' steps, and that of the kernel's jobs. */
const stepsOf = (ctx: Pick<Ctx, "registry">): readonly MergeStep[] => [
  ...ctx.registry.extensions.of(contactMerge),
  { name: "contact-merge.jobs", move: ({ projectId, from, into, may }, limit) => [writeJobsMoved(projectId, from, into, may, limit)] },
];

/**
 * Begins the merge; from then on `from` leads to `into`. Its browsers lose their sessions, because neither contact's visitor may get to
 * read as the other one without a proof. Throws `conflict` with the reason if it cannot be done.
 */
export async function mergeContact(
  ctx: RequestCtx<MemberPrincipal>,
  intoId: ContactId,
  from: ContactId,
): Promise<{ contact: Contact; merge: Merge }> {
  const { projectId, accountId } = ctx.caller;
  const now = ctx.clock.now();
  const [into, other] = await ctx.db.read(readContact(projectId, intoId), readContact(projectId, from));
  if (!into || !other) throw notFound();
  const who = movedOf(projectId, from);
  const begun = isMerging(projectId, from, intoId);
  const first = (await Promise.all(stepsOf(ctx).map(async (step) => (await step.begin?.(ctx, { ...who, may: begun })) ?? []))).flat();
  const work = workOf(projectId, from, now);
  const [contact, after] = await ctx.db.commitAndRead(
    [
      writeMerge(projectId, from, intoId, isMember(projectId, accountId)),
      writeMergeRow(projectId, from, intoId, accountId, now),
      audit(ctx, "contact.merged", { detail: { contact: from, into: intoId } }),
      ...writeAliasesMoved(projectId, from, intoId),
      writeTakenOver(projectId, from, intoId),
      writeEndVisitorSessionsOf(projectId, from, begun),
      ...first,
      writeJobs([work], now, begun),
    ],
    readContact(projectId, intoId),
    readMerge(projectId, from),
  );
  if (!contact) throw notFound();
  if (after?.intoId !== intoId)
    throw conflict(after ? m.contact_merge_already() : (problemOf(into, other)?.says ?? m.contact_merge_changed()));
  for (const notify of ctx.registry.extensions.of(visitorSessionsEnded))
    await notify(ctx, { projectId, contactId: from, reason: "session_revoked" });
  wakeJobs(ctx, [work.id]);
  await announce(ctx, projectId, contact);
  const { step: _, ...shown } = after;
  return { contact, merge: shown };
}

async function announce(ctx: Omit<Ctx, "caller">, projectId: ProjectId, contact: Contact): Promise<void> {
  for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId, contact });
  announceChanged(ctx, projectId, readMerges);
}

export const mergeJob = handle(merge, (ctx, { contactId }, { projectId }) =>
  projectId === null ? Promise.resolve() : runMerge(ctx, projectId, contactId),
);

/**
 * Moves page by page; may be repeated from any page, and run twice at once. When every step has found nothing more, the contact that goes
 * is closed in one batch, which decides that no conversation is left there; then all steps run once more, for what was written last.
 */
async function runMerge(ctx: Ctx, projectId: ProjectId, from: ContactId): Promise<void | "again"> {
  const steps = stepsOf(ctx);
  const who = movedOf(projectId, from);
  for (;;) {
    const [state, may] = await ctx.db.read(readMerge(projectId, from), readMayMove(projectId, from));
    if (!state || state.state === "done") return;
    // Somebody has erased the person: what was not moved is erased where it is.
    if (!may) return void (await ctx.db.commit([writeFinished(projectId, from, ctx.clock.now())]));
    const at = Math.max(
      0,
      steps.findIndex(({ name }) => name === state.step),
    );
    for (const step of steps.slice(at)) {
      const most = Math.min(PAGE, step.most ?? PAGE);
      for (let more = true; more;) {
        if (ctx.db.cost.statements > ROOM) {
          await ctx.db.commit([writeStep(projectId, from, step.name)]);
          return "again";
        }
        const changes = await ctx.db.commit(step.move(who, most));
        more = (changes.at(-1) ?? 0) >= most;
      }
    }
    if (state.state === "sweeping") {
      const [into] = await ctx.db.commitAndRead(
        [writeFinished(projectId, from, ctx.clock.now())],
        readContact(projectId, mergedInto(projectId, from)),
      );
      if (into) await announce(ctx, projectId, into);
      announceChanged(ctx, projectId, openThread);
      return;
    }
    await ctx.db.commit([writeGone(projectId, from), writeSweeping(projectId, from), writeStep(projectId, from, "")]);
  }
}

/** Cron task: queues the job of a merge again that was interrupted. */
export async function finishMerges(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [late] = await ctx.db.read(readUnfinished(now - LATE, PER_TICK));
  for (const { projectId, from } of late)
    await ctx.db.commit([writeRequeue(keyOf(from), now, sql`1`), writeJobs([workOf(projectId, from, now)], now, sql`1`)]);
}
