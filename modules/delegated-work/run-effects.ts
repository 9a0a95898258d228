// Does what reports are for: an internal note, or a proposed reply. Each once, with a receipt in the batch of its event.
import { minutes } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { notFound, Refusal } from "#kernel/errors/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { asAuthor, newNote, record, type RecordCtx } from "#modules/conversations";
import { deviceHolds } from "#modules/paired-computers";
import { announceWork } from "./announce-work.ts";
import { isPending, type PendingEffect, readPendingEffects, writeAttempt, writeDone, writeSettled } from "./effect-queries.ts";

type EffectCtx = Omit<RecordCtx, "caller" | "reply" | "proof">;
/** Those that one minute recovers at most. */
const PER_TICK = 50;

async function runEffect(ctx: EffectCtx, effect: PendingEffect): Promise<void> {
  const { projectId, conversationId, kind, report, files, deviceName: by, device } = effect;
  const now = ctx.clock.now();
  const origin = { door: "local_work" as const, automatic: null, ...(kind === "reply" ? { proposal: { by } } : { report: { by } }) };
  try {
    const { event, repeated } = await record(asAuthor(ctx, device), {
      conversationId,
      // Of its round: what a report that was sent back did stays as it is.
      clientId: `${effect.id}:${kind}${effect.round === 1 ? "" : `:${effect.round}`}`,
      event: newNote({ content: report, attachments: files, origin }),
      // A proposed reply to what the customer has added to since is looked at by a person first; a report is never late.
      ...(kind === "reply" ? { frontier: effect.frontier } : {}),
      requires: {
        when: sql`${isPending(effect)} AND ${deviceHolds(projectId, device.deviceId, now)}`,
        // As of an expired grant that the minute schedule has not ended yet.
        explain: async () => {
          throw notFound();
        },
      },
      writes: (done) => [writeDone(effect, now, done)],
    });
    // Its receipt is missing all the same, as after a restore of some tables only.
    if (repeated) await ctx.db.commit([writeDone(effect, now, sql`1`, event.revision)]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Authority that was lost, or a conversation whose contact is erased: it is not done any more. What can never be written as a note, such
    // as one whose files are gone, is left to a person, instead of being tried each minute for ever.
    if (error.code === "not_found" || error.code === "erased") await ctx.db.commit(writeSettled(effect, "blocked", now));
    else if (error.code === "stale_frontier" || error.code === "invalid_request" || error.code === "conflict")
      await ctx.db.commit(writeSettled(effect, "needs_review", now));
    else throw error;
  }
}

/** One that fails stays as it is for the next minute, and keeps the others from nothing. */
export async function runEffects(ctx: EffectCtx, effects: readonly PendingEffect[]): Promise<void> {
  for (const effect of effects) {
    try {
      await runEffect(ctx, effect);
    } catch (error) {
      ctx.log.error(`Local result effect recovery failed for job ${effect.id}`, error);
      await ctx.db.commit([writeAttempt(effect, ctx.clock.now())]).catch(() => undefined);
    }
  }
}

/** Each minute: what is left of reports whose effects did not run at once. */
export async function recoverEffects(ctx: Ctx): Promise<void> {
  const [effects] = await ctx.db.read(readPendingEffects({ before: ctx.clock.now() - minutes(1), limit: PER_TICK }));
  await runEffects(ctx as EffectCtx, effects);
  for (const projectId of new Set(effects.map((effect) => effect.projectId))) announceWork(ctx, projectId);
}
