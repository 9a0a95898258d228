// Erasure: the first batch blocks and marks, a job walks the steps of all modules, the minute schedule finds what was interrupted.
import { actorOf, type MemberPrincipal, sha256 } from "#kernel/auth/index.ts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, idOf, newId } from "#kernel/ids/index.ts";
import { handle, wakeJobs, job, writeForgetContact, writeJobs, writeRevive } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { contactChanged, contactErasure, type Erased, erasureStep, type ErasureStep, readContact, writeErased } from "#modules/contacts";
import { writeAudit } from "#modules/projects";
import { col, query } from "#kernel/db/index.ts";
import { type SQL, sql } from "drizzle-orm";
import * as v from "valibot";
import type { Erasure, Progress } from "./contract.ts";
import {
  type ErasureRow,
  isUnfinished,
  keyOf,
  readObjects,
  readRow,
  readInterrupted,
  statementsOf,
  writeFinished,
  writeReached,
  writeRemoved,
  writeTombstone,
} from "./queries.ts";

/** Keys of a page: so few that others get their turn between two batches. */
const PAGE = 100;
/** An invocation may ask a thousand things of D1; this many at most when it carries erasures out. */
const ROOM = 400;
/** Kept free for one page, and for nine more jobs of the same batch of the queue that find the room used up. */
const RESERVE = 80;
/** Erasures that the schedule looks after in one tick. */
const PER_TICK = 50;
const OBJECTS = "erasure.objects";

const erase = job("erasure.erase", v.strictObject({ contactId: idOf("contact") }));

/** Work that waits for the contact, of all modules: its rows are the kernel's, which stands below the point. */
export const jobStep = erasureStep<string>({
  name: "erasure.jobs",
  page: ({ projectId, contactId }, _after, limit) =>
    query(sql`SELECT id FROM jobs WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`, (rows) =>
      rows.map((row) => col.text(row, "id")),
    ),
  clear: ({ projectId, contactId }, _keys, now) => [{ statement: writeForgetContact(projectId, contactId, now, PAGE) }],
});

/** The statements that see to it that a job is there: new, as it is, or queued anew. */
function writeWork(who: Erased, now: number): { statements: SQL[]; jobId: string } {
  const jobId = newId("job", now);
  const key = keyOf(who);
  const work = { id: jobId, kind: erase.kind, key, payload: { contactId: who.contactId }, projectId: who.projectId, dueAt: now };
  return { jobId, statements: [writeRevive(key, now, isUnfinished(who)), writeJobs([work], now, isUnfinished(who))] };
}

/** Marks and blocks in one batch; the answer does not wait for the rest. */
export async function eraseContact(ctx: RequestCtx<MemberPrincipal>, contactId: ContactId): Promise<Progress> {
  const who: Erased = { projectId: ctx.caller.projectId, contactId };
  const now = ctx.clock.now();
  const [first] = stepsOf(ctx);
  const { statements, jobId } = writeWork(who, now);
  const by = actorOf(ctx.caller);
  const noted = await beforehand(ctx, who);
  const [row, known] = await ctx.db.commitAndRead(
    [
      writeTombstone(newId("erasure", now), who, by, now),
      writeAudit(
        { projectId: who.projectId, actor: by, action: "contact.erased", detail: { contact: contactId }, now },
        sql`changes() > 0`,
      ),
      ...noted,
      ...statementsOf(who, first.clear(who, [contactId], now, ctx.config)),
      ...statements,
    ],
    readRow(who),
    query(sql`SELECT id FROM jobs WHERE key = ${keyOf(who)}`, (rows) => rows.map((found) => col.text(found, "id"))),
  );
  if (!row) throw notFound();
  if (row.finishedAt === null) {
    // Whoever is connected loses it before the answer says so.
    await first.afterwards?.(ctx, who);
    wakeJobs(ctx, known.length > 0 ? known : [jobId]);
  }
  return progressOf(shown(ctx, row));
}

export async function erasureOf(ctx: RequestCtx<MemberPrincipal>, contactId: ContactId): Promise<Progress> {
  const [row] = await ctx.db.read(readRow({ projectId: ctx.caller.projectId, contactId }));
  if (!row) throw notFound();
  return progressOf(shown(ctx, row));
}

const progressOf = (erasure: Erasure): Progress => ({ status: erasure.state === "erased" ? "done" : "running", erasure });

function shown(ctx: Ctx | RequestCtx, row: ErasureRow): Erasure {
  // After the steps of the modules come the objects.
  const names = [...stepsOf(ctx).map(({ name }) => name), OBJECTS];
  const finished = row.finishedAt !== null;
  return {
    contactId: row.contactId,
    state: finished ? "erased" : "erasing",
    startedAt: iso(row.startedAt),
    finishedAt: isoOrNull(row.finishedAt),
    erasedBy: row.by,
    removed: row.removed,
    progress: { done: finished ? names.length : Math.max(0, names.indexOf(row.step)), of: names.length },
  };
}

const stepsOf = (ctx: Pick<Ctx, "registry">) => ctx.registry.extensions.of(contactErasure) as readonly [ErasureStep, ...ErasureStep[]];

const beforehand = async (ctx: Omit<Ctx, "caller">, who: Erased): Promise<SQL[]> =>
  (await Promise.all(stepsOf(ctx).map(async (step) => (await step.beforehand?.(ctx, who)) ?? []))).flat();

export const eraseJob = handle(erase, (ctx, { contactId }, { projectId }) =>
  projectId === null ? Promise.resolve() : carryOut(ctx, { projectId, contactId }),
);

/**
 * Walks on from where the erasure stands, page by page. "again" when this invocation has asked enough. Two at once do no harm: what
 * one cleared the other finds cleared.
 */
async function carryOut(ctx: Ctx, who: Erased): Promise<void | "again"> {
  const [row] = await ctx.db.read(readRow(who));
  if (!row || row.finishedAt !== null) return;
  const steps = stepsOf(ctx);
  const full = (): boolean => ctx.db.cost.statements + RESERVE > ROOM;
  // A step of an earlier version that is not known any more: from the beginning, where its cursor means nothing.
  const known = row.step === OBJECTS ? steps.length : steps.findIndex(({ name }) => name === row.step);
  const at = Math.max(0, known);
  let after: unknown = known === -1 ? undefined : (row.cursor ?? undefined);
  // A restored copy begins here: nothing was noted in it.
  const noted = at === 0 && after === undefined ? await beforehand(ctx, who) : [];
  if (noted.length > 0) await ctx.db.commit(noted);
  for (const step of steps.slice(at)) {
    for (let more = true; more;) {
      if (full()) return "again";
      const [keys] = await ctx.db.read(step.page(who, after, PAGE));
      if (keys.length > 0) {
        after = keys.at(-1);
        await ctx.db.commit([
          ...statementsOf(who, step.clear(who, keys, ctx.clock.now(), ctx.config)),
          writeReached(row.id, step.name, after),
        ]);
        await step.afterwards?.(ctx, who);
      }
      more = keys.length === PAGE;
    }
    after = undefined;
  }
  await ctx.db.commit([writeReached(row.id, OBJECTS, null)]);
  for (;;) {
    if (full()) return "again";
    const [keys] = await ctx.db.read(readObjects(row.id, PAGE));
    if (keys.length === 0) break;
    await ctx.env.FILES.delete([...keys]);
    await ctx.db.commit([writeRemoved(row.id, Object.fromEntries(keys.map((key) => [key, sha256(key)])), ctx.clock.now())]);
  }
  const [contact] = await ctx.db.commitAndRead(
    [writeErased(who.projectId, who.contactId), writeFinished(row.id, ctx.clock.now())],
    readContact(who.projectId, who.contactId),
  );
  if (contact) for (const tell of ctx.registry.extensions.of(contactChanged)) await tell(ctx, { projectId: who.projectId, contact });
}

/** Gives each erasure that stands still its job back, whatever became of it: an erasure is never given up. */
export async function finishErasures(ctx: Ctx): Promise<void> {
  const [interrupted] = await ctx.db.read(readInterrupted(PER_TICK));
  for (const who of interrupted) await ctx.db.commit(writeWork(who, ctx.clock.now()).statements);
}
