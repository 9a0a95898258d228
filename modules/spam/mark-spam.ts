// Marks conversations as spam and takes that back: the event kind, the row's field, and the two verbs.
import type { MemberPrincipal } from "#kernel/auth/index.ts";
import { sql } from "#kernel/db/index.ts";
import type { RequestCtx } from "#kernel/http/index.ts";
import type { ConversationId } from "#kernel/ids/index.ts";
import { Time } from "#kernel/wire/values.ts";
import { m } from "#messages";
import {
  defineEventKind,
  defineModuleView,
  defineRowField,
  hasSilenced,
  newEvent,
  newStatus,
  record,
  type Recorded,
} from "#modules/conversations";
import { SILENCED } from "#modules/conversations/contract";
import * as v from "valibot";
import { ANY_PROJECT, defineBulkAction } from "#modules/bulk-actions";
import { isSpam, SPAM, SpamChange, YES } from "./contract.ts";

export const spamField = defineRowField({
  name: SPAM,
  // A column of the row itself, so it costs no lookup.
  expression: sql`CASE WHEN c.silenced = 1 THEN ${sql.raw(`'${YES}'`)} END`,
  values: [YES],
});
/** What members marked as spam, which no other view has. */
export const spamView = defineModuleView({
  name: SPAM,
  conditions: [{ field: "status", is: "any", values: [SILENCED] }],
  sort: "activity",
  isOffered: hasSilenced,
});

export const spamKind = defineEventKind<v.InferOutput<typeof SpamChange>>({
  name: SPAM,
  payload: SpamChange,
  audience: () => "team",
  change: ({ data: { spam } }) => ({ silenced: spam, activity: false }),
});

const SpamValue = v.strictObject({
  spam: v.boolean(),
  reopen: v.optional(v.boolean(), true),
  /** Not spam any more: snoozed instead of open. `until` is null for a snooze until the customer's next message. */
  snooze: v.optional(v.strictObject({ until: v.nullable(Time) })),
});
/** Marks many conversations as spam, or takes that back. */
export const bulkSpam = defineBulkAction<v.InferOutput<typeof SpamValue>>({
  name: SPAM,
  value: SpamValue,
  isSilent: (kept) => (kept as v.InferOutput<typeof SpamValue>).spam,
  seesAll: true,
  isOfProject: ANY_PROJECT,
  changeOf({ now }, { spam, reopen, snooze }, row) {
    if (isSpam(row) === spam) return undefined;
    const event = newEvent(spamKind, { spam });
    const until = snooze === undefined || snooze.until === null ? null : Date.parse(snooze.until);
    // Taking back may find that the snooze would be over by now.
    const snoozed = snooze !== undefined && (until === null || until > now);
    return spam
      ? {
          event,
          followers: [{ event: newStatus({ status: "closed", until: null }), when: sql`c.status <> 'closed'`, implied: true }],
          inverse: {
            ...{ spam: false, reopen: row.status !== "closed" },
            ...(row.status === "snoozed" && { snooze: { until: row.snoozedUntil } }),
          },
        }
      : {
          event,
          followers: reopen
            ? [
                {
                  event: newStatus(snoozed ? { status: "snoozed", until } : { status: "open", until: null }),
                  when: sql`c.status <> 'open'`,
                },
              ]
            : [],
          inverse: { spam: true, reopen: true },
        };
  },
});

type Handling = { clientId: string; frontier: number };
/** Throws `stale_frontier` for what the member has not seen, `conflict` if it is spam already. */
export const markSpam = (
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, frontier }: Handling,
): Promise<Recorded> =>
  record(ctx, {
    ...{ conversationId, clientId, frontier },
    event: newEvent(spamKind, { spam: true }),
    followers: [{ event: newStatus({ status: "closed", until: null }), when: sql`c.status <> 'closed'`, implied: true }],
    requires: { when: sql`c.silenced = 0`, otherwise: m.spam_already() },
  });

/** Throws `stale_frontier` for what the member has not seen, `conflict` if it is no spam. */
export const markNotSpam = (
  ctx: RequestCtx<MemberPrincipal>,
  conversationId: ConversationId,
  { clientId, frontier, reopen }: Handling & { reopen: boolean },
): Promise<Recorded> =>
  record(ctx, {
    ...{ conversationId, clientId, frontier },
    event: newEvent(spamKind, { spam: false }),
    followers: reopen ? [{ event: newStatus({ status: "open", until: null }), when: sql`c.status <> 'open'` }] : [],
    requires: { when: sql`c.silenced = 1`, otherwise: m.spam_none() },
  });
