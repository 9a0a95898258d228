// The actions on what every conversation has: its status and its assignee.
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

const timeOf = (at: string | null): number | null => (at === null ? null : Date.parse(at));

export const statusAction = defineBulkAction<StatusValue>({
  name: "status",
  value: StatusValue,
  seesAll: true,
  isOfProject: ANY_PROJECT,
  check: ({ until }, now) => void snoozeEnd(until, now),
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
export const assignAction = defineBulkAction<v.InferOutput<typeof AssignValue>>({
  name: "assign",
  value: AssignValue,
  seesAll: true,
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
