// Erases a contact: the first batch blocks and marks it, a job runs the erasure steps of all modules, and the cron task resumes
// interrupted erasures.
import { actorOf, type MemberPrincipal, sha256 } from "#kernel/auth/index.ts";
import { iso, isoOrNull } from "#kernel/clock/index.ts";
import { notFound } from "#kernel/errors/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import { type ContactId, idOf, newId } from "#kernel/ids/index.ts";
import { handle, wakeJobs, job, writeForgetContact, writeJobs, writeRequeue } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import {
  contactChanged,
  contactErasure,
  type Erased,
  erasureStep,
  type ErasureStep,
  readAliases,
  readContact,
  readKeptId,
  writeErased,
} from "#modules/contacts";
import { writeAudit } from "#modules/projects";
import { columns, query, type SQL, sql } from "#kernel/db/index.ts";
import * as v from "valibot";
import type { Erasure, Progress } from "./contract.ts";
import {
  type ErasureRow,
  isUnfinished,
  keyOf,
  readAliasesLeft,
  readObjects,
  readRow,
  readInterrupted,
  statementsOf,
  writeAliasTombstone,
  writeFinished,
  writeReached,
  writeRemoved,
  writeTombstone,
} from "./queries.ts";

/** Keys of a page: few enough that other requests get their turn between two batches. */
const PAGE = 100;
/**
 * Statements that one invocation may spend on erasures. D1 allows a thousand queries per invocation; a small erasure takes about 130, and a
 * minute in which nothing else is due takes less than 90.
 */
const ROOM = 500;
/** Statements reserved for one more page, and for nine more jobs of the same queue batch that only requeue themselves. */
const RESERVE = 80;
/** Erasures that one cron tick resumes. */
const PER_TICK = 50;
const OBJECTS = "erasure.objects";

/** Contacts that were merged into one: more are erased by repeating the erasure. */
const MOST_ALIASES = 100;

const erase = job("erasure.erase", v.strictObject({ contactId: idOf("contact") }));

/** Clears queued jobs about the contact. They are rows of the kernel, which cannot provide a step itself. */
export const jobStep = erasureStep<string>({
  name: "erasure.jobs",
  // The erasures of the contacts that were merged into this one begin with it, so that no interruption leaves them out.
  async prepare(ctx, who) {
    const now = ctx.clock.now();
    const [left] = await ctx.db.read(readAliasesLeft(who, MOST_ALIASES));
    return left.map((id) => writeAliasTombstone(newId("erasure", now), who, id, now));
  },
  listKeys: ({ projectId, contactId }, _after, limit) =>
    query(
      sql`SELECT ${columns("jobs", "id")} FROM jobs WHERE project_id = ${projectId} AND contact_id = ${contactId} LIMIT ${limit}`,
      (rows) => rows.map((row) => row.id),
    ),
  clear: ({ projectId, contactId }, _keys, now) => [{ statement: writeForgetContact(projectId, contactId, now, PAGE) }],
});

/** Statements after which the erasure's job exists and is queued: new, unchanged, or queued again. */
function writeWork(who: Erased, now: number): { statements: SQL[]; jobId: string } {
  const jobId = newId("job", now);
  const key = keyOf(who);
  const work = { id: jobId, kind: erase.kind, key, payload: { contactId: who.contactId }, projectId: who.projectId, dueAt: now };
  return { jobId, statements: [writeRequeue(key, now, isUnfinished(who)), writeJobs([work], now, isUnfinished(who))] };
}

/**
 * Erases the person: the contact, and those that were merged into it, because what a merge has not moved yet is still theirs. The id of a
 * merged contact stands for the one that stays.
 */
export async function eraseContact(ctx: RequestCtx<MemberPrincipal>, id: ContactId): Promise<Progress> {
  const { projectId } = ctx.caller;
  const [kept] = await ctx.db.read(readKeptId(projectId, id));
  // The first batch of the contact that stays ends all merges into it: nothing can be moved past a step that is done.
  const progress = await eraseOne(ctx, kept);
  const [aliases] = await ctx.db.read(readAliases(projectId, kept, MOST_ALIASES));
  for (const alias of aliases) await eraseOne(ctx, alias);
  return progress;
}

/** Marks and blocks in one batch; the answer does not wait for the rest. */
async function eraseOne(ctx: RequestCtx<MemberPrincipal>, contactId: ContactId): Promise<Progress> {
  const who: Erased = { projectId: ctx.caller.projectId, contactId };
  const now = ctx.clock.now();
  const [first] = stepsOf(ctx);
  const { statements, jobId } = writeWork(who, now);
  const by = actorOf(ctx.caller);
  const noted = await prepareSteps(ctx, who);
  const [row, known] = await ctx.db.commitAndRead(
    [
      writeTombstone(newId("erasure", now), who, by, now),
      writeAudit(
        { projectId: who.projectId, actor: ctx.caller, action: "contact.erased", detail: { contact: contactId }, now },
        sql`changes() > 0`,
      ),
      ...noted,
      ...statementsOf(who, first.clear(who, [contactId], now, ctx.config)),
      ...statements,
    ],
    readRow(who),
    query(sql`SELECT ${columns("jobs", "id")} FROM jobs WHERE key = ${keyOf(who)}`, (rows) => rows.map((found) => found.id)),
  );
  if (!row) throw notFound();
  if (row.finishedAt === null) {
    // Connected clients lose access before the answer arrives.
    await first.afterCommit?.(ctx, who);
    wakeJobs(ctx, known.length > 0 ? known : [jobId]);
  }
  return progressOf(toErasure(ctx, row));
}

export async function erasureOf(ctx: RequestCtx<MemberPrincipal>, id: ContactId): Promise<Progress> {
  const [contactId] = await ctx.db.read(readKeptId(ctx.caller.projectId, id));
  const [row] = await ctx.db.read(readRow({ projectId: ctx.caller.projectId, contactId }));
  if (!row) throw notFound();
  return progressOf(toErasure(ctx, row));
}

const progressOf = (erasure: Erasure): Progress => ({ status: erasure.state === "erased" ? "done" : "running", erasure });

function toErasure(ctx: Ctx | RequestCtx, row: ErasureRow): Erasure {
  // Removing the objects is the last step, after those of the modules.
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

const prepareSteps = async (ctx: Omit<Ctx, "caller">, who: Erased): Promise<SQL[]> =>
  (await Promise.all(stepsOf(ctx).map(async (step) => (await step.prepare?.(ctx, who)) ?? []))).flat();

export const eraseJob = handle(erase, (ctx, { contactId }, { projectId }) =>
  projectId === null ? Promise.resolve() : runErasure(ctx, { projectId, contactId }),
);

/**
 * Continues the erasure page by page. "again" when this invocation has used its statements. Two at once do no harm: what
 * one cleared the other finds cleared.
 */
async function runErasure(ctx: Ctx, who: Erased): Promise<void | "again"> {
  const full = (): boolean => ctx.db.cost.statements + RESERVE > ROOM;
  // Preparing asks every module, so that it is not begun in what another erasure of the same batch has left.
  if (full()) return "again";
  const [row] = await ctx.db.read(readRow(who));
  if (!row || row.finishedAt !== null) return;
  const steps = stepsOf(ctx);
  // An unknown step was stored by an earlier version: start from the beginning, without its cursor.
  const known = row.step === OBJECTS ? steps.length : steps.findIndex(({ name }) => name === row.step);
  const at = Math.max(0, known);
  let after: unknown = known === -1 ? undefined : (row.cursor ?? undefined);
  // Also the start after a restored backup, in which nothing was saved.
  const noted = at === 0 && after === undefined ? await prepareSteps(ctx, who) : [];
  if (noted.length > 0) await ctx.db.commit(noted);
  for (const step of steps.slice(at)) {
    for (let more = true; more;) {
      if (full()) return "again";
      const [keys] = await ctx.db.read(step.listKeys(who, after, PAGE));
      if (keys.length > 0) {
        after = keys.at(-1);
        await ctx.db.commit([
          ...statementsOf(who, step.clear(who, keys, ctx.clock.now(), ctx.config)),
          writeReached(row.id, step.name, after),
        ]);
        await step.afterCommit?.(ctx, who);
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
  if (contact) for (const notify of ctx.registry.extensions.of(contactChanged)) await notify(ctx, { projectId: who.projectId, contact });
}

/** Requeues the job of every interrupted erasure. An erasure is never given up. */
export async function finishErasures(ctx: Ctx): Promise<void> {
  const [interrupted] = await ctx.db.read(readInterrupted(PER_TICK));
  for (const who of interrupted) await ctx.db.commit(writeWork(who, ctx.clock.now()).statements);
}
