// The worker: entry points for requests, mail, the queue and the minute schedule. All behaviour is in the modules.
import { anonymous } from "#kernel/auth/index.ts";
import { type Clock, systemClock } from "#kernel/clock/index.ts";
import { configOf } from "#kernel/config/from-environment.ts";
import { Database } from "#kernel/db/index.ts";
import { makeApp } from "#kernel/http/index.ts";
import { jobsToRun, runJob } from "#kernel/jobs/index.ts";
import { type Ctx, type Env, makeLog } from "#kernel/module/index.ts";
import { Coordinator } from "../modules/live-updates/module.ts";
import { receiveFromPlatform } from "../modules/inbound-email/module.ts";
import { registry } from "./manifest.ts";

export class ConversationCoordinator extends Coordinator {
  protected override readonly registry = registry;
}

const app = makeApp(registry, { clock: systemClock });

/** The context of work outside a request: mail, queue and schedule. */
export function systemCtx(env: Env, execution: Pick<ExecutionContext, "waitUntil">, clock: Clock = systemClock): Ctx {
  const requestId = crypto.randomUUID();
  const log = makeLog(requestId);
  return {
    env,
    db: new Database(env.DB),
    config: configOf(env, registry.variables),
    clock,
    log,
    requestId,
    registry,
    caller: anonymous,
    fetch: (to, init) => fetch(to, init),
    after: (work) => execution.waitUntil(work.catch((error: unknown) => log.error("work after the job failed", error))),
  };
}

export default {
  fetch: (request, env, execution) => app.fetch(request, env, execution),

  // Throws when the database or bucket fails: the sending server keeps the mail and tries again.
  email: (message, env, execution) => receiveFromPlatform(systemCtx(env, execution), message),

  // Never throws: after a throw the local runtime delivers even acknowledged messages again.
  async queue(batch, env, execution) {
    // One Database for all messages, because it counts the statements of this invocation, which limit how much a job may still do.
    const ctx = systemCtx(env, execution);
    const named = batch.messages.flatMap(({ body }) => (typeof body?.jobId === "string" ? [body.jobId] : []));
    const waiting = await jobsToRun(ctx, named);
    for (const message of batch.messages) {
      try {
        if (typeof message.body?.jobId === "string" && waiting.has(message.body.jobId)) await runJob(ctx, message.body.jobId);
        message.ack();
      } catch (error) {
        makeLog("queue").error("a queue message failed", error, { queue: batch.queue });
        message.retry();
      }
    }
  },

  async scheduled(_controller, env, execution) {
    const ctx = systemCtx(env, execution);
    for (const task of registry.cron) {
      try {
        await task.run(ctx);
      } catch (error) {
        ctx.log.error("a task of the schedule failed", error, { task: task.name });
      }
    }
  },
} satisfies ExportedHandler<Env, { jobId: string }>;
