// Events of the kernel: one module declares an event, others listen. The batch that stores the change also stores a job for each interested listener.
import type { ProjectId } from "#kernel/ids/index.ts";
import { newId } from "#kernel/ids/index.ts";
import { type NewJob, writeJobs } from "#kernel/jobs/index.ts";
import type { Ctx, Job, Listener } from "#kernel/module/types.ts";
import type { SQL } from "#kernel/db/index.ts";

export interface Event<P> {
  readonly name: string;
  readonly __type?: P;
}
/** Declares an event. Its payload holds ids and plain values, never text that people wrote. */
export const event = <P>(name: string): Event<P> => ({ name });
/** Declares a listener: if `wants` accepts the event and `where` holds in the batch, a job is stored with the change. `delay` in milliseconds. */
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

/**
 * The statements that store the listeners' jobs if `when` holds in the batch, and the ids of jobs to wake after the commit. `cause` makes
 * the job keys unique; `about` is the contact whose data the jobs are about.
 */
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
  const unconditional = wanted.filter((l) => l.where === undefined).map(jobOf);
  const conditional = wanted.flatMap((l) => (l.where === undefined ? [] : [{ job: jobOf(l), where: l.where(payload as never) }]));
  const all = [...unconditional, ...conditional.map(({ job }) => job)];
  return {
    statements: [
      ...(unconditional.length === 0 ? [] : [writeJobs(unconditional, now, meta.when, meta.about)]),
      ...conditional.map(({ job, where }) => writeJobs([job], now, meta.when, meta.about, where)),
    ],
    // The minute schedule finds jobs that are due later.
    jobIds: all.filter(({ dueAt }) => dueAt <= now).map(({ id }) => id),
  };
}
