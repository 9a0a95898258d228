// Events: a module declares one, others listen. The batch that stores the change also stores one job row for each interested listener.
import type { ProjectId } from "#kernel/ids/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { type NewJob, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx, Job, Listener } from "#kernel/module/vocabulary.ts";
import { type SQL, sql } from "#kernel/db/index.ts";

export interface Event<P> {
  readonly name: string;
  readonly __type?: P;
}
/** Declares an event. Its payload holds ids and plain facts, no texts of people. */
export const event = <P>(name: string): Event<P> => ({ name });
/** Listens to an event: when the pure `wants` accepts it, and `where` holds in the batch, a job is stored with the change itself. */
export const listen = <P, J>(
  e: Event<P>,
  listener: {
    name: string;
    wants: (payload: P) => boolean;
    where?: (payload: P) => SQL;
    delay?: number;
    job: Job<J>;
    payloadOf: (payload: P) => J;
  },
): Listener => ({
  event: e.name,
  name: listener.name,
  wants: listener.wants as Listener["wants"],
  where: listener.where as Listener["where"],
  delay: listener.delay ?? 0,
  job: listener.job as Job,
  payloadOf: listener.payloadOf as Listener["payloadOf"],
});

/** The statement that stores the listeners' jobs when `when` holds in the batch, and the ids to wake after the commit. `cause` makes the keys, `about` says whom the work is about. */
export function fanOut<P>(
  ctx: Pick<Ctx, "registry" | "clock">,
  e: Event<P>,
  payload: P,
  meta: { projectId: ProjectId; cause: string; when: SQL; about: SQL },
): { statements: SQL[]; jobIds: string[] } {
  const now = ctx.clock.now();
  const wanted = ctx.registry.listeners.filter((l) => l.event === e.name && l.wants(payload as never));
  const jobOf = (l: Listener): NewJob => ({
    id: newId("job", now),
    kind: l.job.kind,
    key: `${l.name}:${meta.cause}`,
    payload: l.payloadOf(payload as never),
    projectId: meta.projectId,
    dueAt: now + l.delay,
  });
  const always = wanted.filter((l) => l.where === undefined).map(jobOf);
  const sometimes = wanted.flatMap((l) => (l.where === undefined ? [] : [{ job: jobOf(l), where: l.where(payload as never) }]));
  const all = [...always, ...sometimes.map(({ job }) => job)];
  return {
    statements: [
      ...(always.length === 0 ? [] : [writeJobs(always, now, meta.when, meta.about)]),
      ...sometimes.map(({ job, where }) => writeJobs([job], now, sql`${meta.when} AND (${where})`, meta.about)),
    ],
    // What is due later is the schedule's to find.
    jobIds: all.filter(({ dueAt }) => dueAt <= now).map(({ id }) => id),
  };
}
