// What keeps mail from an address: opt-outs, complaints, bounces, and what members entered.
import { type SQL, sql } from "#kernel/db/index.ts";
import { listen } from "#kernel/events/index.ts";
import { idOf, type OutreachSequenceId, type ProjectId } from "#kernel/ids/index.ts";
import { handle, job } from "#kernel/jobs/index.ts";
import type { Ctx } from "#kernel/module/index.ts";
import { isSuppressed as isSuppressedByMail } from "#modules/email";
import { notSuppressed, type SentMessages, suppressed, suppressionOf } from "#modules/suppression";
import { SuppressionReason } from "#modules/suppression/contract";
import * as v from "valibot";
import type { EndReason } from "./contract.ts";
import { type Counted, writeCounted } from "./days-queries.ts";
import { addressOfSequence, writeOptedOut, writeReturned, writeSuppressedEnds } from "./queries.ts";
import { dayOf } from "./rules.ts";

/** Condition of the batches that send: nothing keeps mail from the address. Both are keyed hashes, or expressions of them. */
export const notStoppedAt = (projectId: ProjectId, addressHash: string | SQL, key: string | SQL): SQL =>
  sql`(NOT ${isSuppressedByMail(projectId, addressHash)} AND ${notSuppressed(projectId, key)})`;

const ENDS: Readonly<Record<SuppressionReason, EndReason>> = {
  opted_out: "opted_out",
  complaint: "complained",
  hard_bounce: "bounced",
  by_hand: "suppressed",
  imported: "suppressed",
  answered_no: "suppressed",
};
/** Why nothing may be sent to the address; null if something may be. Another project's reason is never told. */
export async function readStopAt(ctx: Pick<Ctx, "db" | "env">, projectId: ProjectId, address: string): Promise<EndReason | null> {
  const found = (await suppressionOf(ctx, projectId, [address])).get(address);
  if (!found) return null;
  return found.here === null ? (found.elsewhere ? "suppressed" : null) : ENDS[found.here];
}

/** Statements that note at the sequences what their recipient's mailbox or its owner said, and count it once in the results. */
export function countedReturn(
  projectId: ProjectId,
  which: { readonly id: OutreachSequenceId; readonly key?: string } | { readonly key: string },
  reason: EndReason,
  now: number,
): SQL[] {
  const counted = (what: Counted): SQL => writeCounted(projectId, dayOf(now), what, sql`changes() > 0`);
  if (reason === "bounced" || reason === "complained") return [writeReturned(projectId, which, reason, now), counted("bounced")];
  return reason === "opted_out" && which.key !== undefined ? [writeOptedOut(projectId, which.key, now), counted("optedOut")] : [];
}

const ending = job(
  "outreach.suppressed",
  v.strictObject({ projectId: idOf("project"), keys: v.array(v.string()), reason: SuppressionReason, everywhere: v.boolean() }),
);
/** Nothing is sent from the moment on in which the suppression is stored; this only shows why. */
export const suppressedListener = listen(suppressed, {
  name: "outreach.suppressed",
  wants: () => true,
  job: ending,
  payloadOf: ({ projectId, keys, reason, everywhere }) => ({ projectId, keys: [...keys], reason, everywhere }),
});
export const suppressedJob = handle(ending, async (ctx, { projectId, keys, reason, everywhere }) => {
  const now = ctx.clock.now();
  for (const key of keys)
    await ctx.db.commit([
      ...countedReturn(projectId, { key }, ENDS[reason], now),
      writeSuppressedEnds(key, projectId, ENDS[reason], now),
      // Of other projects: without the reason.
      ...(everywhere ? [writeSuppressedEnds(key, null, "suppressed", now)] : []),
    ]);
});

/** Whose mail an opt-out came from. */
export const outreachMessages: SentMessages = {
  name: "outreach",
  addressOf: (projectId, messageKey) =>
    addressOfSequence(projectId, messageKey.slice(0, messageKey.lastIndexOf("-")) as OutreachSequenceId),
};
