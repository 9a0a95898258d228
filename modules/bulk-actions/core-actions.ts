// The actions on what every conversation has: its status and its assignee.
import { hours, iso } from "#kernel/clock/index.ts";
import { sql } from "#kernel/db/index.ts";
import { idOf } from "#kernel/ids/index.ts";
import { newAssignment, newStatus, snoozeEnd } from "#modules/conversations";
import { Status } from "#modules/conversations/contract";
import { Time } from "#kernel/wire/values.ts";
import { isMember } from "#modules/projects";
import { m } from "#messages";
import * as v from "valibot";
import { ANY_PROJECT, defineBulkAction } from "./extension.ts";

const StatusValue = v.pipe(
  v.strictObject({ status: Status, until: v.optional(v.nullable(Time), null) }),
  v.check(({ status, until }) => until === null || status === "snoozed", m.bulk_actions_until_needs_snooze),
);
type StatusValue = v.InferOutput<typeof StatusValue>;

/** The longest snooze that can be prepared. */
const MAX_SNOOZE_HOURS = 24 * 90;
/** Snoozes for so many hours; null: until the customer writes. */
const KeptStatus = v.pipe(
  v.strictObject({ status: Status, hours: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_SNOOZE_HOURS))) }),
  v.check(({ status, hours: count }) => count === null || status === "snoozed", m.bulk_actions_until_needs_snooze),
);

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

export const statusAction = defineBulkAction<StatusValue>({
  name: "status",
  value: StatusValue,
  isSilent: (kept) => (kept as v.InferOutput<typeof KeptStatus>).status === "closed",
  seesAll: true,
  isOfProject: ANY_PROJECT,
  check: ({ until }, now) => void snoozeEnd(until, now),
  kept: {
    schema: KeptStatus,
    valueAt(kept, { now }) {
      const { status, hours: count } = kept as v.InferOutput<typeof KeptStatus>;
      return { status, until: count === null ? null : iso(now + hours(count)) };
    },
  },
  changeOf({ now }, { status, until }, row) {
    const over = status === "snoozed" && until !== null && Date.parse(until) <= now;
    // Taking back a change may find that the snooze would be over by now.
    const wanted: StatusValue = over ? { status: "open", until: null } : { status, until };
    if (row.status === wanted.status && timeOf(row.snoozedUntil) === timeOf(wanted.until)) return undefined;
    return {
      event: newStatus({ status: wanted.status, until: timeOf(wanted.until) }),
      // What closed silently, as spam, is not reopened by this.
      when: sql`c.silenced = 0`,
      inverse: { status: row.status, until: row.snoozedUntil },
    };
  },
});

const AssignValue = v.strictObject({ assigneeId: v.nullable(idOf("account")) });
/** In the place of an id: the member who does it. */
const ME = "me";
const KeptAssignee = v.strictObject({ assigneeId: v.nullable(v.union([v.literal(ME), idOf("account")])) });
export const assignAction = defineBulkAction<v.InferOutput<typeof AssignValue>>({
  name: "assign",
  value: AssignValue,
  seesAll: true,
  kept: {
    schema: KeptAssignee,
    valueAt(kept, { by }) {
      const { assigneeId } = kept as v.InferOutput<typeof KeptAssignee>;
      return { assigneeId: assigneeId === ME ? by : assigneeId };
    },
    needsMember: (kept) => (kept as v.InferOutput<typeof KeptAssignee>).assigneeId === ME,
  },
  isOfProject: (projectId, { assigneeId }) => (assigneeId === null ? sql`1` : isMember(projectId, assigneeId)),
  changeOf: ({ projectId }, { assigneeId }, row) =>
    row.assigneeId === assigneeId
      ? undefined
      : {
          event: newAssignment(assigneeId),
          when: assigneeId === null ? sql`1` : isMember(projectId, assigneeId),
          inverse: { assigneeId: row.assigneeId },
        },
});
