// The worker: requests, mail, the queue, the minute schedule. Everything it does is in the modules.
import { anonymous } from "#kernel/auth/index.ts";
import { type Clock, systemClock } from "#kernel/clock/index.ts";
import { configOf } from "#kernel/config/of-environment.ts";
import { Database } from "#kernel/db/index.ts";
import { makeApp } from "#kernel/http/index.ts";
import { runJob } from "#kernel/jobs/index.ts";
import { type Ctx, type Env, makeLog } from "#kernel/module/index.ts";
import { Coordinator } from "../modules/conversations/module.ts";
import { receiveFromPlatform } from "../modules/inbound-email/module.ts";
import { registry } from "./manifest.ts";

export class ConversationCoordinator extends Coordinator {
  protected override readonly registry = registry;
}

const app = makeApp(registry, { clock: systemClock });

/** A context for work that no request asked for. */
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

  // Throws when a store fails: the sending server keeps the mail and tries again.
  email: (message, env, execution) => receiveFromPlatform(systemCtx(env, execution), message),

  // Never throws: locally even acknowledged messages of a thrown batch come back. The row is the work, so every message is done with.
  async queue(batch, env, execution) {
    // One database for all of them: how much a large job may still ask depends on what this invocation asked already.
    const ctx = systemCtx(env, execution);
    for (const message of batch.messages) {
      try {
        if (typeof message.body?.jobId === "string") await runJob(ctx, message.body.jobId);
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
