// Status and assignee as actions that members can prepare.
import type { PropsOf } from "#dashboard/screen.ts";
import { locale } from "#dashboard/locale.ts";
import { useProject } from "#dashboard/session.tsx";
import { m } from "#messages";
import { useEffect } from "react";
import type { actionField } from "./slot.ts";

const HOURS = [1, 3, 24, 48, 72, 168, 336, 720];
const DAY = 24;
const NOBODY = "nobody";

export function StatusActionField({ declare }: PropsOf<typeof actionField>) {
  useEffect(
    () =>
      declare({
        ...{ name: "status", action: "status", label: m.bulk_actions_field_status() },
        options: [
          { value: "closed", label: m.bulk_actions_prepared_close() },
          { value: "open", label: m.bulk_actions_prepared_reopen() },
          { value: "snoozed", label: m.bulk_actions_prepared_snooze() },
          ...HOURS.map((count) => ({
            value: `snoozed:${count}`,
            label:
              count < DAY ? m.bulk_actions_prepared_snooze_hours({ count }) : m.bulk_actions_prepared_snooze_days({ count: count / DAY }),
          })),
        ],
        valueOf([chosen = "closed"]) {
          const [status, count] = chosen.split(":");
          return { status, hours: count === undefined ? null : Number(count) };
        },
        chosenIn(value) {
          const { status, hours } = value as { status: string; hours: number | null };
          return [hours === null ? status : `${status}:${hours}`];
        },
      }),
    [declare],
  );
  return null;
}

export function AssigneeActionField({ declare }: PropsOf<typeof actionField>) {
  const { members } = useProject();
  useEffect(
    () =>
      declare({
        ...{ name: "assign", action: "assign", label: m.bulk_actions_field_assignee() },
        options: [
          { value: "me", label: m.bulk_actions_prepared_me(), needsMember: true },
          { value: NOBODY, label: m.bulk_actions_prepared_nobody() },
          ...members
            .map(({ accountId, name }) => ({ value: accountId as string, label: name }))
            .toSorted((a, b) => a.label.localeCompare(b.label, locale)),
        ],
        valueOf: ([chosen = NOBODY]) => ({ assigneeId: chosen === NOBODY ? null : chosen }),
        chosenIn: (value) => [(value as { assigneeId: string | null }).assigneeId ?? NOBODY],
      }),
    [declare, members],
  );
  return null;
}
